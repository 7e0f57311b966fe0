//! `puzzle` on clauses and pseudo-Boolean rows, on boards and on squares with modifiers: answers, certificates,
//! refusals.

use std::fs;

use minclue_puzzles::puzzles::{MODIFIERS, PUZZLES};
use minclue_testkit::{Program, Run};
use serde_json::Value;

use crate::minclue;

/// Three variables: x1 and x3 without x2 is a solution, and each of its ones alone leaves others.
const CNF: &str = "p cnf 3 2\n1 2 3 0\n-1 -2 0\n";

fn folder() -> Program {
    let program = minclue();
    for (name, text) in [
        ("f.cnf", CNF),
        ("f.sol", "s SATISFIABLE\nv 1 -2 3 0\n"),
        ("f.wcnf", "h 1 2 0\n3 1 0\n1 -2 0\n2 1 2 0\n"),
        ("old.wcnf", "p wcnf 2 4 9\n9 1 2 0\n3 1 0\n1 -2 0\n2 1 2 0\n"),
        ("f.gcnf", "p gcnf 2 5 3\n{0} 1 2 0\n{1} 1 0\n{2} -2 0\n{2} 1 -2 0\n{3} 1 2 0\n"),
        ("w.sol", "s OPTIMUM FOUND\no 0\nv 10\n"),
        ("f.opb", "* #variable= 3 #constraint= 2\n+1 x1 +1 x2 +1 x3 >= 1 ;\n+1 ~x1 +1 ~x2 >= 1 ;\n"),
        ("f.pb", "s SATISFIABLE\nv x1 -x2 x3\n"),
        ("none.cnf", "p cnf 1 2\n1 0\n-1 0\n"),
    ] {
        program.write(name, text);
    }
    program
}

fn puzzle(program: &Program, args: &[&str]) -> Run {
    program.run([&["puzzle"], args].concat())
}

/// The minimum and the names of the clues.
fn answer(program: &Program, args: &[&str]) -> (u64, Vec<String>) {
    let output = puzzle(program, &[args, &["--engine", "both", "--format", "jsonl"]].concat());
    assert_eq!(output.code, 0, "{}", output.stderr);
    let record = output.record();
    let names = record["clues"].as_array().expect("clues").iter().filter_map(|name| name.as_str());
    (record["minimum"].as_u64().expect("a minimum"), names.map(str::to_owned).collect())
}

#[test]
fn clauses_and_rows_with_their_solutions() {
    let program = folder();
    let of = |model: &str, solution: &str, more: &[&str]| {
        answer(&program, &[&["--model", model, "--solution", solution], more].concat())
    };
    let both = (2, vec!["x1".to_owned(), "x3".to_owned()]);
    assert_eq!(of("f.cnf", "f.sol", &[]), both);
    assert_eq!(of("f.opb", "f.pb", &[]), both);
    assert_eq!(of("f.cnf", "f.sol", &["--clue-vars", "x1..x3"]), both);
    // That x2 is 0 says less than that x1 is 1.
    assert_eq!(of("f.cnf", "f.sol", &["--both-signs"]).0, 2);
    // Only the second soft clause decides both variables.
    for model in ["f.wcnf", "old.wcnf"] {
        assert_eq!(of(model, "w.sol", &[]), (1, vec!["soft2".to_owned()]), "{model}");
    }
    assert_eq!(of("f.gcnf", "w.sol", &[]), (1, vec!["group2".to_owned()]));
}

#[test]
fn any_solution_will_do() {
    let program = folder();
    for model in ["f.cnf", "f.wcnf", "f.gcnf", "f.opb"] {
        let (minimum, _) = answer(&program, &["--model", model, "--solution", "any", "--both-signs"]);
        assert!(minimum > 0, "{model}");
    }
    let none = puzzle(&program, &["--model", "none.cnf", "--solution", "any"]);
    assert_eq!(none.code, 3);
    assert!(none.stderr.contains("there is no solution"), "{}", none.stderr);
    // What no solver of floating-point numbers is asked is a fault of the file, not of the solver.
    program.write("large.lp", "minimize\n x\nsubject to\n c1: 1000000000000000 x + y >= 1\nbinary\n x y\nend\n");
    let large = puzzle(&program, &["--model", "large.lp", "--solution", "any"]);
    assert_eq!(large.code, 3, "{}", large.stderr);
    assert!(large.stderr.contains("large.lp: highs: 1000000000000000 in row c1 is too large"), "{}", large.stderr);
}

#[test]
fn what_is_wrong_in_a_file_is_said_with_its_place() {
    let program = folder();
    for (name, text, line, column) in [
        ("a.cnf", "p cnf 2 1\n1 3 0\n", 2, 3),
        ("a.wcnf", "h 1 0\n1 x 0\n", 2, 3),
        ("a.gcnf", "p gcnf 2 1 1\n{2} 1 0\n", 2, 1),
        ("a.opb", "+1 x1 >= 1 ;\n+1 x1 x2 >= 1 ;\n", 2, 7),
    ] {
        program.write(name, text);
        let output = puzzle(&program, &["--model", name, "--solution", "f.sol", "--format", "jsonl"]);
        let error = output.record()["error"].clone();
        assert_eq!(
            (output.code, &error["line"], &error["column"]),
            (3, &line.into(), &column.into()),
            "{name}: {error}"
        );
    }
    program.write("bad.sol", "v 1 2 0\n");
    let broken = puzzle(&program, &["--model", "f.cnf", "--solution", "bad.sol"]);
    assert_eq!(broken.code, 3);
    assert!(broken.stderr.contains("breaks row `c2`"), "{}", broken.stderr);
    program.write("un.sol", "s UNSATISFIABLE\n");
    assert_eq!(puzzle(&program, &["--model", "f.cnf", "--solution", "un.sol"]).code, 3);
    assert!(puzzle(&program, &["--model", "f.txt", "--solution", "f.sol"]).stderr.contains("`.wcnf`"));
}

/// Each kind and each modifier, given and as clues beside the digits.
#[test]
fn certificates_of_every_kind_are_accepted_and_damaged_ones_are_not() {
    let program = minclue();
    let kinds = PUZZLES.iter().map(|puzzle| (puzzle.name, puzzle.example.to_owned()));
    let given = MODIFIERS.iter().map(|modifier| (modifier.name, modifier.example.to_owned()));
    let as_clues = MODIFIERS.iter().filter(|modifier| modifier.clue.is_some()).map(|modifier| {
        let clues = format!(" clues=digits,{}\n", modifier.name);
        (modifier.name, modifier.example.replacen('\n', &clues, 1))
    });
    // 9x9 takes longer, and the sums of that example leave two solutions.
    let left_out = ["windoku", "kakuro-sums"];
    let examples = kinds.chain(given).chain(as_clues).filter(|(name, _)| !left_out.contains(name));
    let all: Vec<String> = examples.map(|(_, text)| text).collect();
    program.write("all.txt", all.join("\n"));
    let output = puzzle(&program, &["all.txt", "--certify", "{}.cert", "--format", "jsonl"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert_eq!(output.text.lines().count(), all.len());
    for number in 1..=all.len() {
        let name = format!("{number}.cert");
        let verified = program.run(["verify", &name, "--puzzle", "all.txt"]);
        assert_eq!(verified.code, 0, "{}: {}", all[number - 1], verified.stderr);
        let mut bytes = fs::read(program.path(&name)).expect("it was written");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(program.path("bad.cert"), bytes).expect("it can be written");
        assert_ne!(program.run(["verify", "bad.cert"]).code, 0, "{}", all[number - 1]);
    }
}

#[test]
fn answers_look_like_the_puzzle() {
    let program = minclue();
    program.write("mines.txt", "minesweeper small\n*..\n..*\n...\n");
    let seen = puzzle(&program, &["mines.txt", "--format", "text"]).text;
    let lines: Vec<&str> = seen.lines().collect();
    assert_eq!((lines[0], lines[1].len(), lines[3].len()), ("small", 3, 3), "{seen}");
    // Mines are none of its clues, so the board does not show them.
    let seen = puzzle(&program, &["mines.txt", "--clue-vars", "m_*,n_*", "--check", "m_r1c1", "--format", "text"]);
    assert_eq!(seen.code, 5, "{}", seen.stderr);
    let seen = puzzle(&program, &["mines.txt", "--clue-vars", "m_*", "--both-signs", "--format", "text"]).text;
    assert!(seen.starts_with("small\n...\n...\n...\nm_r1c1\nm_r1c2=0\n"), "{seen}");
    // Sixty variables, each of which must be given.
    let names: Vec<String> = (1..=60).map(|i| format!("x{i}")).collect();
    let rows = format!("p cnf 60 1\n{} 0\n", (1..=60).map(|i| i.to_string()).collect::<Vec<_>>().join(" "));
    program.write("many.cnf", rows);
    program.write("many.sol", format!("v {} 0\n", (1..=60).map(|i| i.to_string()).collect::<Vec<_>>().join(" ")));
    let seen = puzzle(&program, &["--model", "many.cnf", "--solution", "many.sol", "--format", "text"]).text;
    let shown: Vec<&str> = seen.lines().skip(1).take_while(|line| !line.starts_with("minimum")).collect();
    assert!(shown.len() > 2 && shown.iter().all(|line| line.len() <= 100), "{seen}");
    assert_eq!(shown.join(" ").split_whitespace().collect::<Vec<_>>(), names);
}

/// The cyclic square of order 5 has symmetries as a model: of rows, of columns, of symbols, and of the three with each
/// other.
#[test]
fn symmetries_of_a_model_spare_nodes_and_are_certified() {
    let program = minclue();
    program.write("square.txt", "latin cyclic\n12345\n23451\n34512\n45123\n51234\n");
    let solve = |more: &[&str]| puzzle(&program, &[&["square.txt", "--format", "jsonl"], more].concat()).record();
    for engine in ["native", "bilevel"] {
        let with = solve(&["--engine", engine, "--certify", "with.cert"]);
        let without = solve(&["--engine", engine, "--certify", "without.cert", "--no-symmetry"]);
        assert_eq!((&with["minimum"], &without["minimum"]), (&6.into(), &6.into()));
        let nodes = |record: &Value| record["n_nodes"].as_u64().expect("a number");
        assert!(nodes(&with) < nodes(&without), "{engine}: {} and {}", nodes(&with), nodes(&without));
        for name in ["with.cert", "without.cert"] {
            let verified = program.run(["verify", name, "--puzzle", "square.txt"]);
            assert_eq!(verified.code, 0, "{}", verified.stderr);
        }
        // Other formats cannot express them.
        let translated = |name: &str| program.run(["verify", name, "--outside", &format!("{engine}.{name}")]);
        let refused = translated("with.cert");
        assert!(refused.code != 0 && refused.stderr.contains("--no-symmetry"), "{}", refused.stderr);
        assert_eq!(translated("without.cert").code, 0);
    }
}
