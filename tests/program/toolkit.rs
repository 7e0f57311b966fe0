//! `bilevel`, `explain` and `solve --hypergraph`, run as built in fresh folders.

use minclue_testkit::{Program, Run, project};
use serde_json::{Value, json};

use crate::{minclue, run};

/// The follower packs items of weights 2, 3, 4 into 5, worth 5, 6, 8; the leader takes one.
const KI: &str = "3\n5\n1\n2 3 4\n1 1 1\n5 6 8\n";
const MPS: &str = "NAME t\nROWS\n N obj\n L budget\n L cap\n L l1\n L l2\n L l3\nCOLUMNS\n M1 'MARKER' 'INTORG'\n \
                   x1 budget 1 l1 1\n x2 budget 1 l2 1\n x3 budget 1 l3 1\n z1 obj 5 cap 2\n z1 l1 1\n z2 obj 6 cap 3\n z2 \
                   l2 1\n z3 obj 8 cap 4\n z3 l3 1\n M2 'MARKER' 'INTEND'\nRHS\n r budget 1 cap 5\n r l1 1 l2 1\n r l3 \
                   1\nBOUNDS\n BV b x1\n BV b x2\n BV b x3\n BV b z1\n BV b z2\n BV b z3\nENDATA\n";
const INDEX: &str = "N 3\nM 4\nLC 3\nLC 4\nLC 5\nLR 1\nLR 2\nLR 3\nLR 4\nLO -5\nLO -6\nLO -8\nOS 1\n";
const NAMES: &str = "@NUMVARS\n3\n@NUMCONSTRS\n4\n@VARSBEGIN\nz1 -5\nz2 -6\nz3 -8\n@VARSEND\n@CONSTRSBEGIN\ncap\nl1\nl2\nl3\n\
                     @CONSTRSEND\n";
const FOLLOWER: &str = "NAME f\nROWS\n N obj\n L cap\nCOLUMNS\n z1 obj -5 cap 2\n z2 obj -6 cap 3\n z3 obj -8 cap 4\nRHS\n r \
                        cap 5\nBOUNDS\n BV b z1\n BV b z2\n BV b z3\nENDATA\n";
const INTERDICTION: &str = "N 3\nM 4\nLC 3\nLC 4\nLC 5\nLR 1\nLR 2\nLR 3\nLR 4\nLO -5\nLO -6\nLO -8\nOS 1\nIC 1\nIC 1\nIC 1\n\
                            IB 1\n";

fn folder() -> Program {
    let program = minclue();
    for (name, text) in [
        ("k.ki", KI),
        ("index.mps", MPS),
        ("index.aux", INDEX),
        ("names.mps", MPS),
        ("other.aux", NAMES),
        ("f.mps", FOLLOWER),
        ("f.aux", INTERDICTION),
    ] {
        program.write(name, text);
    }
    program
}

fn bilevel(program: &Program, args: &[&str]) -> Run {
    program.run([&["bilevel", "--format", "jsonl"], args].concat())
}

/// What is said without its spaces and marks, for it is wrapped.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '│').collect()
}

#[track_caller]
fn says(output: &Run, code: i32, what: &str) {
    assert_eq!(output.code, code, "{}", output.stderr);
    assert!(squeezed(&output.stderr).contains(&squeezed(what)), "{what} in {}", output.stderr);
}

/// Without item 1, 2 or 3 the follower gets 8, 8 and 11.
#[test]
fn every_dialect_has_the_same_answer() {
    let program = folder();
    let files = ["k.ki", "index.mps", "names.mps", "other.aux", "f.mps"];
    let output = bilevel(&program, &[&files[..], &["--solution-file", "{}.sol"]].concat());
    assert_eq!(output.code, 0, "{}", output.stderr);
    let records = output.records();
    assert_eq!(records.len(), 4);
    for (record, id) in records.iter().zip(["k", "index", "names", "f"]) {
        assert_eq!((&record["schema"], &record["id"]), (&json!("minclue-bilevel/1"), &json!(id)));
        assert_eq!((&record["goal"], &record["status"]), (&json!("interdiction"), &json!("optimal")));
        assert_eq!((&record["optimum"], &record["gap"]), (&json!(8), &json!(0.0)));
        assert_eq!((&record["follower_value"], &record["leader_cost"]), (&json!(8), &json!(1)));
        assert_eq!(record["upper_proof"], "search");
        assert!(record["n_follower_solves"].as_u64() > Some(3));
    }
    // The values of all variables are a solution of the model of both levels.
    let read =
        program.run(["puzzle", "--model", "index.mps", "--solution", "2.sol", "--both-signs", "--format", "jsonl"]);
    assert_eq!((read.code, &read.record()["status"]), (0, &json!("optimal")), "{}", read.stderr);
    assert!(program.read("2.sol").starts_with("# Objective value = 8\n# Follower value = 8\n"));
}

#[test]
fn every_engine_and_follower_has_the_same_answer() {
    let program = folder();
    let mut followers = vec!["auto", "oracle", "highs"];
    if cfg!(feature = "cbc") {
        followers.push("cbc");
    }
    for engine in ["cuts", "native", "bilevel", "both"] {
        for follower in &followers {
            let output = bilevel(&program, &["--engine", engine, "--follower", follower, "index.mps"]);
            assert_eq!(output.record()["optimum"], 8, "{engine} {follower}: {}", output.stderr);
        }
    }
    let text = program.run(["bilevel", "--format", "text", "k.ki"]).text;
    assert!(text.starts_with("k\nvalue 8, proven by cuts in "), "{text}");
    assert!(text.contains("\nfollower answers z3 (worth 8)\n"), "{text}");
}

#[test]
fn both_halves_have_certificates_that_are_about_the_files() {
    let program = folder();
    for engine in ["native", "bilevel", "cuts"] {
        let record = bilevel(&program, &["--engine", engine, "--certify", "c", "index.mps"]).record();
        assert_eq!(record["certified"], true);
        assert_eq!(
            (&record["lower_certificate"]["file"], &record["upper_certificate"]["file"]),
            (&json!("c"), &json!("c.upper"))
        );
        let verify = |file: &str, model: &str, target: &str| {
            program.run(["verify", "--format", "jsonl", file, "--bilevel", model, "--target", target])
        };
        let lower = verify("c", "index.mps", "8");
        assert_eq!((lower.code, &lower.record()["lower_bound"]), (0, &json!(2)), "{}", lower.stderr);
        let upper = verify("c.upper", "index.mps", "9");
        assert_eq!((upper.code, &upper.record()["upper_bound"]), (0, &json!(1)), "{}", upper.stderr);
        // Of another target, and of the same numbers with variables in another order, it says nothing.
        assert_eq!((verify("c", "index.mps", "9").code, verify("c.upper", "index.mps", "8").code), (5, 5));
        assert_eq!(verify("c", "k.ki", "8").code, 0, "a .ki file makes the same rows");
        let changed = KI.replace("5 6 8", "5 7 8");
        program.write("changed.ki", changed);
        assert_eq!(verify("c", "changed.ki", "8").code, 5);
    }
    let mut bytes = std::fs::read(program.path("c")).expect("a certificate");
    let at = bytes.len() / 2;
    bytes[at] ^= 0x10;
    program.write("c", bytes);
    assert_eq!(program.run(["verify", "c"]).code, 5);
    says(&bilevel(&program, &["--certify", "one", "k.ki", "f.mps"]), 2, "put {} where their numbers shall stand");
    says(&bilevel(&program, &["--certify", "k.ki", "k.ki"]), 2, "--certify k.ki: this is the input as well");
}

/// Whoever has the file of constraints, or the hypergraph, compares it; without hard rows it is another problem.
#[test]
fn certificates_are_about_the_files_of_constraints_and_hypergraphs() {
    let program = folder();
    program.write("c.cnf", "p cnf 2 4\n1 0\n-1 2 0\n-2 0\n-1 0\n");
    program.write("m.lp", "min\nst\n a: x + y >= 2\n b: x <= 0\n c: y <= 0\nbin\n x y\nend\n");
    program.write("h.hgr", "p hs 3 3\n1 2\n2 3\n1 3\n");
    let asked: [(&[&str], &[&str], u64); 4] = [
        (&["explain", "c.cnf"], &["--explain", "c.cnf"], 2),
        (&["explain", "m.lp"], &["--explain", "m.lp"], 2),
        (&["explain", "m.lp", "--hard", "a"], &["--explain", "m.lp", "--hard", "a"], 1),
        (&["solve", "--hypergraph", "h.hgr"], &["--hypergraph", "h.hgr"], 2),
    ];
    for (i, (question, about, minimum)) in asked.iter().enumerate() {
        let file = format!("{i}.cert");
        assert_eq!(program.run([*question, &["--certify", &file]].concat()).code, 0, "{question:?}");
        for (other, (_, wanted, _)) in asked.iter().enumerate() {
            let verified = program.run([&["verify", "--format", "jsonl", &file], *wanted].concat());
            assert_eq!(verified.code, if i == other { 0 } else { 5 }, "{about:?} {wanted:?}: {}", verified.stderr);
            if i == other {
                assert_eq!(verified.record()["minimum"], *minimum);
            }
        }
    }
    says(&program.run(["verify", "0.cert", "--explain", "none.cnf"]), 1, "none.cnf: the file cannot be opened");
    says(&program.run(["verify", "0.cert", "--explain", "h.hgr"]), 3, "the name of a model file ends in");
    says(&program.run(["verify", "0.cert", "--hypergraph", "c.cnf"]), 3, "a head line is `p hs N M`");
    says(&program.run(["verify", "0.cert", "--hard", "a"]), 2, "--explain");
}

/// With 3 to spend and prices 2, 1, 2 the last two items can be taken, which leaves the follower 5.
#[test]
fn prices_may_differ() {
    let program = folder();
    program.write("p.ki", KI.replace("\n1\n2 3 4\n1 1 1", "\n3\n2 3 4\n2 1 2"));
    // The same, where nothing costs 1, and with an item that is too dear.
    program.write("q.ki", "4\n5\n20\n2 3 4 1\n12 6 12 60\n5 6 8 0\n");
    for engine in ["cuts", "native", "bilevel", "both"] {
        for (file, cost) in [("p.ki", 3), ("q.ki", 18)] {
            let output = bilevel(&program, &["--engine", engine, "--solution-file", "s", file]);
            let record = output.record();
            assert_eq!((&record["optimum"], &record["leader"]), (&json!(5), &json!(["x2", "x3"])), "{}", output.stderr);
            assert_eq!((&record["leader_cost"], &record["upper_proof"]), (&json!(cost), &json!("search")));
            assert_eq!(program.read("s").lines().skip(2).take(2).collect::<Vec<_>>(), ["x2 1", "x3 1"]);
        }
    }
    let certified = bilevel(&program, &["--certify", "c", "p.ki"]).record();
    assert_eq!(certified["certified"], true);
    let verify = |file: &str, model: &str, target: &str| {
        program.run(["verify", "--format", "jsonl", file, "--bilevel", model, "--target", target])
    };
    // Answers worth 5 cost all that there is, 5 for all three items or more than 3 in any case.
    let lower = verify("c", "p.ki", "5");
    assert_eq!((lower.code, &lower.record()["lower_bound"]), (0, &json!(4)), "{}", lower.stderr);
    let upper = verify("c.upper", "p.ki", "6");
    assert_eq!((upper.code, &upper.record()["upper_bound"]), (0, &json!(3)), "{}", upper.stderr);
    assert_eq!(verify("c", "k.ki", "5").code, 5, "prices are a part of the problem");
    // A blocker: what prevents answers above 5 costs 3.
    let blocker =
        MPS.replace("x1 budget 1", "x1 obj 2").replace("x2 budget 1", "x2 obj 1").replace("x3 budget 1", "x3 obj 2");
    let blocker = blocker
        .replace("z1 obj 5", "z1 budget 5")
        .replace("z2 obj 6", "z2 budget 6")
        .replace("z3 obj 8", "z3 budget 8")
        .replace("r budget 1", "r budget 5");
    program.write("b.mps", blocker);
    program.write("b.aux", INDEX);
    let record = bilevel(&program, &["--certify", "d", "b.mps"]).record();
    assert_eq!((&record["goal"], &record["optimum"]), (&json!("blocker"), &json!(3)), "{record}");
    assert_eq!((&record["leader"], &record["certified"]), (&json!(["x2", "x3"]), &json!(true)));
}

/// The program of `MPS` with a row of the leader that excludes the second item or the third, and this budget.
fn exclusive(budget: i64) -> String {
    MPS.replace(" L cap\n", " L ex\n L cap\n")
        .replace(" x3 budget 1 l3 1\n", " x2 ex 1\n x3 budget 1 l3 1\n x3 ex 1\n")
        .replace("r budget 1 cap 5", &format!("r budget {budget} cap 5\n r ex 1"))
}

/// With two items to take the last two would be best; without both of them, the first and the third leave 6.
#[test]
fn rows_of_the_leader_may_be_any() {
    let program = folder();
    program.write("m.mps", exclusive(2));
    program.write("m.aux", NAMES);
    for engine in ["cuts", "native", "bilevel", "both"] {
        let output = bilevel(&program, &["--engine", engine, "m.mps"]);
        let record = output.record();
        assert_eq!((&record["optimum"], &record["leader"]), (&json!(6), &json!(["x1", "x3"])), "{}", output.stderr);
        assert_eq!((&record["budget"], &record["leader_cost"]), (&json!(2), &json!(2)));
    }
    for engine in ["native", "bilevel"] {
        let record = bilevel(&program, &["--engine", engine, "--certify", "c", "m.mps"]).record();
        assert_eq!(record["certified"], true, "{record}");
        let verify = |file: &str, target: &str| {
            program.run(["verify", "--format", "jsonl", file, "--bilevel", "m.mps", "--target", target])
        };
        // There are three variables, so a choice has three cells.
        let (lower, upper) = (verify("c", "6"), verify("c.upper", "7"));
        assert_eq!((lower.code, &lower.record()["lower_bound"]), (0, &json!(4)), "{}", lower.stderr);
        assert_eq!((upper.code, &upper.record()["upper_bound"]), (0, &json!(3)), "{}", upper.stderr);
    }
    let no_choice = exclusive(2).replace("r ex 1", "r ex -1");
    program.write("m.mps", no_choice);
    says(&bilevel(&program, &["m.mps"]), 3, "line 5: row `ex` leaves the leader's variable no value");
}

/// Prices that are too large for cells are a row: with 1005 to spend the last two items can be taken.
#[test]
fn large_prices_are_a_row() {
    let program = folder();
    program.write("p.ki", KI.replace("\n1\n2 3 4\n1 1 1", "\n1005\n2 3 4\n501 502 503"));
    for engine in ["native", "bilevel"] {
        let record = bilevel(&program, &["--engine", engine, "--certify", "c", "p.ki"]).record();
        assert_eq!((&record["optimum"], &record["leader"]), (&json!(5), &json!(["x2", "x3"])), "{record}");
        assert_eq!((&record["leader_cost"], &record["certified"]), (&json!(1005), &json!(true)));
    }
}

/// What keeps the follower at 6 costs 3; where the last two items exclude each other, 4.
#[test]
fn blockers_may_have_rows() {
    let program = folder();
    let blocker = exclusive(6)
        .replace("x1 budget 1", "x1 obj 2")
        .replace("x2 budget 1", "x2 obj 1")
        .replace("x3 budget 1", "x3 obj 2")
        .replace("z1 obj 5", "z1 budget 5")
        .replace("z2 obj 6", "z2 budget 6")
        .replace("z3 obj 8", "z3 budget 8");
    program.write("b.mps", blocker);
    program.write("b.aux", NAMES);
    for engine in ["native", "bilevel"] {
        let output = bilevel(&program, &["--engine", engine, "--certify", "c", "b.mps"]);
        let record = output.record();
        assert_eq!((&record["goal"], &record["optimum"]), (&json!("blocker"), &json!(4)), "{}", output.stderr);
        assert_eq!((&record["leader"], &record["certified"]), (&json!(["x1", "x3"]), &json!(true)), "{record}");
        let last = record["targets"].as_array().and_then(|targets| targets.last()).expect("a question");
        assert_eq!((&last["cost"], &last["prevented"]), (&json!(3), &json!(false)));
        let verify = |file: &str, more: &[&str]| {
            program.run([&["verify", "--format", "jsonl", file, "--bilevel", "b.mps", "--target", "7"], more].concat())
        };
        let lower = verify("c", &["--cost", "3"]);
        assert_eq!((lower.code, &lower.record()["lower_bound"]), (0, &json!(4)), "{}", lower.stderr);
        let upper = verify("c.upper", &["--cost", "4"]);
        assert_eq!((upper.code, &upper.record()["upper_bound"]), (0, &json!(3)), "{}", upper.stderr);
        assert_eq!((verify("c", &["--cost", "4"]).code, verify("c", &[]).code), (5, 5));
    }
    let other = program.run(["verify", "c", "--bilevel", "k.ki", "--target", "8", "--cost", "1"]);
    says(&other, 2, "--cost is for blocker problems whose leader has other rows");
}

#[test]
fn what_is_not_of_the_class_is_refused_with_its_line() {
    let program = folder();
    let refused = |mps: &str, aux: &str, message: &str| {
        program.write("m.mps", mps);
        program.write("m.aux", aux);
        let output = bilevel(&program, &["m.mps"]);
        says(&output, 3, message);
        let record = output.record();
        assert_eq!(record["status"], "invalid_input");
        record["error"]["line"].as_u64()
    };
    let changed = |from: &str, to: &str| MPS.replacen(from, to, 1);
    let helps = refused(&changed("l2 1\n x3", "l2 -1\n x3"), INDEX, "the leader helps the follower by taking `x2`");
    assert_eq!(helps, Some(7));
    let general = refused(&changed("BV b z3", "UP b z3 9"), INDEX, "m.mps: line 31: variable `z3` may be 9");
    assert_eq!(general, Some(31));
    assert_eq!(refused(MPS, &INDEX.replace("LR 4", "LR 9"), "m.aux: line 9: row 9 is not in the model"), Some(9));
    assert_eq!(refused(MPS, &NAMES.replace("z3 -8", "z9 -8"), "m.aux: line 8: the model has no column `z9`"), Some(8));
    assert_eq!(refused(MPS, &INDEX.replace("OS 1", "XX 1"), "`XX` is not a key of an AUX file"), Some(13));
    // It must take one of the items, and the leader may take them all.
    let must = MPS.replace(" L cap\n", " G cap\n").replace("cap 5", "cap 1").replace("budget 1 cap", "budget 3 cap");
    refused(&must, INDEX, "the follower has no answer when the leader takes x1, x2, x3");
    says(&bilevel(&program, &["none.mps"]), 1, "none.mps");
    says(&bilevel(&program, &["k.txt"]), 2, "the name of a program ends in .mps or .ki");
    says(&bilevel(&program, &["k.ki", "index.aux"]), 2, "an AUX file comes after its MPS file");
    // Others are answered.
    let output = bilevel(&program, &["m.mps", "k.ki"]);
    assert_eq!((output.code, &output.records()[1]["optimum"]), (3, &json!(8)));
}

/// What we export is read again: the fewest clues of a grid.
#[test]
fn exports_are_blockers() {
    let program = minclue();
    let grid = "1234341221434321";
    for (name, more) in [
        ("index", &["--aux", "index"][..]),
        ("names", &["--aux", "names"]),
        ("short", &["--names", "short"]),
        ("sets", &["--max-sets", "9"]),
        ("bobilib", &["--to", "bobilib"]),
    ] {
        let output = program.run([&["export", "-o", name][..], more, &[grid]].concat());
        assert_eq!(output.code, 0, "{}", output.stderr);
        let output = bilevel(&program, &["--certify", "c", &format!("{name}.mps")]);
        let record = output.record();
        assert_eq!((&record["goal"], &record["optimum"]), (&json!("blocker"), &json!(4)), "{name}: {}", output.stderr);
        assert_eq!(record["certified"], true);
        assert_eq!(program.run(["verify", "c", "--bilevel", &format!("{name}.mps"), "--target", "0"]).code, 0);
        program.run(["verify", "c"]);
        std::fs::remove_file(program.path("c")).expect("a certificate");
    }
}

#[test]
fn a_limit_leaves_both_bounds() {
    let program = minclue();
    let items = |n: i64| (0..20).map(|i| ((i * 37 + 11) % n + 1).to_string()).collect::<Vec<_>>().join(" ");
    let ones = ["1"; 20].join(" ");
    program.write("large.ki", format!("20\n200\n7\n{}\n{ones}\n{}\n", items(41), items(97)));
    let output = bilevel(&program, &["--follower", "oracle", "--node-limit", "5", "large.ki"]);
    let record = output.record();
    assert_eq!((output.code, &record["status"]), (4, &json!("node_limit")), "{}", output.stderr);
    let bound = |name: &str| record[name].as_i64().expect("a bound");
    assert!(bound("lower_bound") < bound("upper_bound") && record["gap"].as_f64() > Some(0.0));
    assert!(record.get("optimum").is_none());
    let late = bilevel(&program, &["--time-limit", "1ms", "large.ki"]);
    assert_eq!((late.code, &late.record()["status"]), (4, &json!("time_limit")));
}

fn explain(program: &Program, args: &[&str]) -> Run {
    program.run([&["explain", "--format", "jsonl"], args].concat())
}

/// The first two clauses contradict the last; nothing else does, but for all of the first four together.
const CNF: &str = "p cnf 4 6\n1 0\n-1 2 0\n3 4 0\n-3 -4 0\n-2 -4 0\n-2 0\n";

#[test]
fn the_fewest_constraints_that_contradict_each_other() {
    let program = minclue();
    program.write("a.cnf", CNF);
    program.write("a.gcnf", "p gcnf 2 4 3\n{0} 1 2 0\n{1} -1 0\n{2} -2 0\n{3} -1 -2 0\n");
    program.write("a.wcnf", "h 1 0\n2 -1 0\n2 2 0\n");
    program.write("a.lp", "Minimize\n obj: x\nSubject To\n least: x + y >= 2\n most: x + y <= 1\n other: x - y = 0\nBinaries\n x y\nEnd\n");
    program.write("a.opb", "+1 x1 +1 x2 >= 2 ;\n+1 x1 <= 0 ;\n");
    for (file, clues) in [
        ("a.cnf", &["c1", "c2", "c6"][..]),
        ("a.gcnf", &["group1", "group2"]),
        ("a.wcnf", &["soft1"]),
        ("a.lp", &["least", "most"]),
    ] {
        for engine in ["native", "bilevel", "both"] {
            let output = explain(&program, &["--engine", engine, file]);
            let record = output.record();
            assert_eq!(
                (&record["minimum"], &record["clues"]),
                (&json!(clues.len()), &json!(clues)),
                "{file}: {}",
                output.stderr
            );
            assert_eq!(record["problem"]["kind"], "explanation");
        }
        let certified = explain(&program, &["--certify", "c", file]).record();
        let verified = program.run(["verify", "c", "--format", "jsonl"]);
        assert_eq!((verified.code, &verified.record()["problem_sha256"]), (0, &certified["problem_sha256"]));
    }
    let hard = explain(&program, &["--hard", "l*", "a.lp"]).record();
    assert_eq!(hard["clues"], json!(["most"]));
    assert_eq!(explain(&program, &["a.opb"]).record()["minimum"], 2);
    for follower in ["auto", "highs"] {
        assert_eq!(explain(&program, &["--follower", follower, "a.cnf"]).record()["minimum"], 3);
    }
    let text = program.run(["explain", "--format", "text", "a.cnf"]).text;
    assert!(text.starts_with("a\nc1 c2 c6\nminimum 3 constraints, proven by native in "), "{text}");
    let decided = program.run(["explain", "--at-most", "2", "a.cnf"]).text;
    assert!(decided.contains("no (minimum 3), proven") || decided.contains("no (at least 3), proven"), "{decided}");
}

/// Three light clauses contradict each other, and so do two heavy ones.
#[test]
fn contradictions_of_the_least_weight() {
    let program = minclue();
    program.write("a.wcnf", "5 1 0\n2 -1 2 0\n1 -2 0\n9 -1 0\n");
    for engine in ["native", "bilevel", "both"] {
        let record = explain(&program, &["--engine", engine, "a.wcnf"]).record();
        assert_eq!(
            (&record["minimum"], &record["clues"]),
            (&json!(8), &json!(["soft1", "soft2", "soft3"])),
            "{record}"
        );
        assert_eq!(record["problem"]["kind"], "weighted-explanation");
    }
    assert_eq!(explain(&program, &["--certify", "c", "a.wcnf"]).code, 0);
    let verified = program.run(["verify", "c", "--format", "jsonl", "--explain", "a.wcnf"]);
    assert_eq!((verified.code, &verified.record()["minimum"]), (0, &json!(8)), "{}", verified.stderr);
    let text = program.run(["explain", "--format", "text", "a.wcnf"]).text;
    assert!(text.starts_with("a\nsoft1 soft2 soft3\nminimum 8 units of weight, proven by native in "), "{text}");
    let decided = program.run(["explain", "--at-most", "7", "a.wcnf"]).text;
    assert!(decided.contains("no (minimum 8), proven") || decided.contains("no (at least 8), proven"), "{decided}");
}

#[test]
fn constraints_without_a_contradiction_are_refused() {
    let program = minclue();
    program.write("sat.cnf", "p cnf 2 2\n1 0\n2 0\n");
    program.write("w.wcnf", "p wcnf 1 2 999\n638 1 0\n3 -1 0\n");
    program.write("a.lp", "Minimize\n obj: x\nSubject To\n a: x >= 2\nBinaries\n x\nEnd\n");
    program.write("bad.cnf", "p cnf 1 1\n2 0\n");
    says(&explain(&program, &["sat.cnf"]), 3, "all constraints together have a solution");
    // Whatever looks for the solution.
    for follower in ["highs", "oracle"] {
        says(&explain(&program, &["--follower", follower, "sat.cnf"]), 3, "all constraints together have a solution");
    }
    says(&explain(&program, &["w.wcnf"]), 3, "the soft clauses weigh 641 together");
    says(&explain(&program, &["--hard", "*", "a.lp"]), 3, "all constraints are hard");
    says(&explain(&program, &["--hard", "b", "a.lp"]), 2, "no row is called `b`");
    says(&explain(&program, &["--hard", "b", "sat.cnf"]), 2, "WCNF and GCNF say what is hard");
    says(&explain(&program, &["bad.cnf"]), 3, "beyond the 1 variables");
    says(&explain(&program, &["none.cnf"]), 1, "none.cnf");
    says(&explain(&program, &["a.txt"]), 3, "the name of a model file ends in");
    assert_eq!(explain(&program, &["a.lp"]).record()["clues"], json!(["a"]));
}

/// Of three constraints that contradict each other in pairs, the light ones do.
#[test]
fn constraints_and_vertices_have_weights_from_a_file() {
    let program = minclue();
    program.write("a.lp", "Minimize\n obj: x\nSubject To\n a: x >= 1\n b: x <= 0\n c: x = 0\nBinaries\n x\nEnd\n");
    program.write("a.txt", "# b is heavy\nb 7\na 2\n");
    program.write("h.hgr", "p hs 3 3\n1 2\n2 3\n1 3\n");
    program.write("h.txt", "1 3\n2 5\n3 4\n");
    let weighted = explain(&program, &["--weights", "a.txt", "a.lp"]).record();
    assert_eq!((&weighted["minimum"], &weighted["clues"]), (&json!(3), &json!(["a", "c"])), "{weighted}");
    let solve = |args: &[&str]| program.run([&["solve", "--format", "jsonl", "--hypergraph", "h.hgr"], args].concat());
    for engine in ["native", "bilevel", "both"] {
        let record = solve(&["--engine", engine, "--weights", "h.txt"]).record();
        assert_eq!((&record["minimum"], &record["clues"]), (&json!(7), &json!(["1", "3"])), "{record}");
        assert_eq!(record["problem"]["kind"], "weighted-hypergraph");
        let given = solve(&["--engine", engine, "--weights", "h.txt", "--given", "2"]).record();
        assert_eq!((&given["minimum"], &given["clues"]), (&json!(8), &json!(["1", "2"])), "{given}");
    }
    let text = program.run(["solve", "--format", "text", "--hypergraph", "h.hgr", "--weights", "h.txt"]).text;
    assert!(text.contains("minimum 7 units of weight, proven by native"), "{text}");
    let verify = |file: &str, args: &[&str]| program.run([&["verify", file, "--hypergraph", "h.hgr"], args].concat());
    assert_eq!(solve(&["--weights", "h.txt", "--certify", "w"]).code, 0);
    assert_eq!((verify("w", &["--weights", "h.txt"]).code, verify("w", &[]).code), (0, 5));
    assert_eq!(solve(&["--given", "2", "--forbidden", "3", "--certify", "g"]).code, 0);
    assert_eq!((verify("g", &["--given", "2", "--forbidden", "3"]).code, verify("g", &[]).code), (0, 5));
    assert_eq!(explain(&program, &["--weights", "a.txt", "--certify", "e", "a.lp"]).code, 0);
    let explained = |args: &[&str]| program.run([&["verify", "e", "--explain", "a.lp"], args].concat()).code;
    assert_eq!((explained(&["--weights", "a.txt"]), explained(&[])), (0, 5));
    program.write("bad.txt", "1 3\n4 1\n");
    says(&solve(&["--weights", "bad.txt"]), 3, "--weights bad.txt: line 2: there is nothing called `4` to choose");
    says(&solve(&["--weights", "none.txt"]), 1, "--weights none.txt: the file cannot be opened");
    says(&solve(&["--weights", "h.txt", "--engine", "dmus"]), 2, "published searches know no weights and rows");
    says(&explain(&program, &["--weights", "h.txt", "a.lp"]), 3, "line 1: there is nothing called `1` to choose");
    program.write("a.wcnf", "2 1 0\n3 -1 0\n");
    says(&explain(&program, &["--weights", "a.txt", "a.wcnf"]), 2, "the input has weights of its own");
    says(&program.run(["verify", "w", "--weights", "h.txt"]), 2, "--weights and --rows go with");
}

/// The lines of the Fano plane need three points.
#[test]
fn a_minimum_hitting_set_of_a_hypergraph() {
    let program = minclue();
    let fano = project("instances/toolkit/fano.hgr").display().to_string();
    let solve = |args: &[&str]| program.run([&["solve", "--format", "jsonl", "--hypergraph", &fano], args].concat());
    for engine in ["native", "bilevel", "both", "dmus"] {
        let output = solve(&["--engine", engine]);
        let record = output.record();
        assert_eq!(
            (&record["minimum"], &record["problem"]["kind"]),
            (&json!(3), &json!("hypergraph")),
            "{}",
            output.stderr
        );
        assert_eq!(record["clues"].as_array().map(Vec::len), Some(3));
    }
    for engine in ["native", "bilevel"] {
        let certified = solve(&["--engine", engine, "--certify", "c"]).record();
        let verified = program.run(["verify", "c", "--format", "jsonl"]).record();
        assert_eq!((&verified["minimum"], &verified["problem_sha256"]), (&json!(3), &certified["problem_sha256"]));
    }
    let part = solve(&["--given", "7", "--forbidden", "1,2"]).record();
    let clues: Vec<&str> = part["clues"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    assert!(clues.contains(&"7") && !clues.contains(&"1") && !clues.contains(&"2"), "{clues:?}");
    says(&solve(&["--forbidden", "1,2,3"]), 3, "all vertices of some hyperedge are forbidden");
    says(&solve(&["--given", "1", "--forbidden", "1"]), 3, "vertex 1 is both given and forbidden");
    says(&solve(&["--given", "9"]), 3, "there is no vertex 9");
    let wrong = run(&["solve", "--hypergraph", "-"], "p hs 2 1\n1 3\n");
    assert_eq!(wrong.code, 3, "{}", wrong.stderr);
    let empty = run(&["solve", "--hypergraph", "-"], "p hs 4 0\n");
    assert!(empty.text.contains("minimum 0 vertices"), "{} {}", empty.text, empty.stderr);
}
