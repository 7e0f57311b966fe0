//! `minclue enumerate`, by the built program: held against brute force on 4x4, and against itself.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command};

use minclue_core::base::{CellSet, Index};
use minclue_core::sudoku::{Grid, Reader, Shape, Uniqueness, all_grids, classify, line};
use minclue_testkit::{Program, Run};
use serde_json::Value;

use crate::minclue;

/// One grid of each class of 4x4: with eight and with four unavoidable sets of four cells.
const FOUR: [&str; 2] = ["1234341221434321", "1234341241232341"];
/// A 6x6 grid with many symmetries: each row is shifted against the one above.
const SIX: &str = "123456456123234561561234345612612345";
const NINE: &str = "793645281158792436642183795537418629961327548284956173375864912416239857829571364";

fn start(program: &Program, args: &[&str]) -> Child {
    program.start([&["enumerate"], args].concat())
}

fn run(args: &[&str], stdin: &str) -> Run {
    minclue().feed([&["enumerate"], args].concat(), stdin)
}

/// The lines of a run that must end well.
fn lines(args: &[&str], stdin: &str) -> Vec<String> {
    let output = run(args, stdin);
    assert_eq!(output.code, 0, "{args:?}: {}", output.stderr);
    output.text.lines().map(str::to_owned).collect()
}

/// The lines as a set; none may be given twice.
fn set(lines: &[String]) -> BTreeSet<&str> {
    let set: BTreeSet<&str> = lines.iter().map(String::as_str).collect();
    assert_eq!(set.len(), lines.len(), "a puzzle stands twice");
    set
}

/// A 4x4 grid, and the cells in which each of the 287 others differs from it.
struct BruteForce {
    text: &'static str,
    differences: Vec<u16>,
}

impl BruteForce {
    fn new(text: &'static str) -> Self {
        let grid =
            Reader::new(text.as_bytes(), None).flatten().find_map(|entry| entry.puzzle.as_grid()).expect("a grid");
        let differences = |other: &Grid| grid.difference::<1>(other.digits()).words()[0] as u16;
        let others = all_grids::<1>(Shape::new(2, 2).expect("a shape"), usize::MAX);
        let differences: Vec<u16> = others.iter().map(differences).filter(|cells| *cells != 0).collect();
        assert_eq!(differences.len(), 287);
        Self { text, differences }
    }

    /// No other grid agrees with the clues.
    fn is_valid(&self, clues: u16) -> bool {
        self.differences.iter().all(|cells| cells & clues != 0)
    }

    fn is_minimal(&self, clues: u16) -> bool {
        (0..16).filter(|i| clues >> i & 1 == 1).all(|i| !self.is_valid(clues & !(1 << i)))
    }

    fn puzzles(&self, k: u32, minimal: bool, given: u16, forbidden: u16) -> BTreeSet<String> {
        (0..=u16::MAX)
            .filter(|clues| clues.count_ones() == k && clues & given == given && clues & forbidden == 0)
            .filter(|clues| self.is_valid(*clues) && (!minimal || self.is_minimal(*clues)))
            .map(|clues| self.text.char_indices().map(|(i, c)| if clues >> i & 1 == 1 { c } else { '.' }).collect())
            .collect()
    }
}

/// With cells of both kinds, named in both ways, and with and without the symmetries that keep them.
#[test]
fn all_puzzles_of_four_by_four_are_those_of_brute_force() {
    const CELLS: [(&[&str], u16, u16); 5] = [
        (&[], 0, 0),
        (&["--given", "r1c1"], 1, 0),
        (&["--forbidden", "R1C2,r4c4"], 0, 0x8002),
        (&["--given", "x..............x", "--forbidden", "0110000000000000"], 0x8001, 0x0006),
        (&["--given", "r1c1", "--forbidden", "r1c1"], 1, 1),
    ];
    for brute in FOUR.map(BruteForce::new) {
        for k in 0..=8 {
            for (i, (cells, given, forbidden)) in CELLS.iter().enumerate() {
                for minimal in [false, true] {
                    let n_clues = k.to_string();
                    let mut args = vec!["-k", &n_clues, "-q"];
                    args.extend(*cells);
                    args.extend(minimal.then_some("--minimal"));
                    // Every second case does without symmetries.
                    args.extend((i % 2 == 1).then_some("--no-symmetry"));
                    args.push(brute.text);
                    let found = lines(&args, "");
                    let wanted = brute.puzzles(k, minimal, *given, *forbidden);
                    assert!(set(&found).iter().eq(wanted.iter()), "{args:?}: {} of {}", found.len(), wanted.len());
                }
            }
        }
    }
}

/// As a program of its own counted them by brute force: the classes of 4x4 differ in their minimal puzzles.
#[test]
fn the_minimal_puzzles_of_four_by_four() {
    let input = format!("a {}\nb {}\n", FOUR[0], FOUR[1]);
    let counted = ["3", "4", "5", "6", "7"].map(|k| lines(&["-k", k, "--minimal", "--count", "-q"], &input));
    let wanted = [["0", "0"], ["12", "128"], ["256", "176"], ["16", "0"], ["0", "0"]];
    assert_eq!(counted, wanted.map(|[a, b]| vec![format!("a {a}"), format!("b {b}")]));
}

#[test]
fn the_count_is_that_of_the_lines() {
    for (k, grid) in [("5", FOUR[0]), ("9", SIX)] {
        let puzzles = lines(&["-k", k, grid], "");
        assert_eq!(lines(&["-k", k, "--count", grid], ""), [puzzles.len().to_string()]);
        let counted = run(&["-k", k, "--count", "--format", "jsonl", grid], "").records();
        assert_eq!(counted.len(), 1);
        assert_eq!(counted[0]["n_puzzles"], puzzles.len());
        assert!(counted[0].get("puzzles").is_none());
    }
}

#[test]
fn threads_change_nothing_and_symmetries_only_the_order() {
    for (k, grid) in [("5", FOUR[0]), ("6", FOUR[1]), ("9", SIX)] {
        let one = lines(&["-k", k, "--threads", "1", grid], "");
        assert_eq!(one, lines(&["-k", k, "--threads", "2", grid], ""));
        let plain = lines(&["-k", k, "--no-symmetry", grid], "");
        assert_eq!(set(&one), set(&plain));
    }
}

#[test]
fn a_line_is_a_puzzle_that_other_verbs_read() {
    let puzzles = run(&["-k", "4"], &format!("first {}\n", FOUR[0]));
    let shown = &puzzles.text;
    assert!(shown.lines().count() == 12 && shown.lines().all(|line| line.starts_with("first ")), "{shown}");
    let check = minclue().feed(["check", "--require-valid", "--grid", FOUR[0]], &puzzles.text);
    assert_eq!(check.code, 0, "{}", check.stderr);
}

#[test]
fn records_come_before_their_summary_or_inside_it() {
    let input = format!("a {}\nbad\nb {}\n", FOUR[0], FOUR[1]);
    let output = run(&["-k", "4", "--given", "r1c1", "--format", "jsonl"], &input);
    assert_eq!(output.code, 3);
    let lines = output.records();
    let schemas: Vec<&str> = lines.iter().filter_map(|r| r["schema"].as_str()).collect();
    let summaries: Vec<&Value> = lines.iter().filter(|r| r["schema"] == "minclue-enumeration/1").collect();
    assert_eq!(summaries.len(), 3);
    assert_eq!((&summaries[0]["complete"], &summaries[0]["given"]), (&Value::from(true), &serde_json::json!([0])));
    assert_eq!(summaries[1]["status"], "invalid_input");
    assert!(summaries[1].get("n_puzzles").is_none());
    let n_of = |id: &str| lines.iter().filter(|r| r["schema"] == "minclue-puzzle/1" && r["id"] == id).count();
    assert_eq!((&summaries[0]["n_puzzles"], &summaries[2]["n_puzzles"]), (&n_of("a").into(), &n_of("b").into()));
    assert_eq!(schemas.last(), Some(&"minclue-enumeration/1"));

    let output = run(&["-k", "4", "--given", "r1c1", "--format", "json"], &input);
    let document: Value = serde_json::from_str(&output.text).expect("one document");
    assert_eq!(document.as_array().map(Vec::len), Some(3));
    for (i, id) in [(0, "a"), (2, "b")] {
        let inside: Vec<&Value> = document[i]["puzzles"].as_array().expect("a list").iter().collect();
        let single = lines.iter().filter(|r| r["schema"] == "minclue-puzzle/1" && r["id"] == id).map(|r| &r["puzzle"]);
        assert_eq!(inside, single.collect::<Vec<_>>());
    }
    assert!(document[1].get("puzzles").is_none());
}

#[test]
fn a_puzzle_stands_for_its_grid() {
    let all = lines(&["-k", "4", FOUR[0]], "");
    assert_eq!(lines(&["-k", "4", &all[0]], ""), all);
}

#[test]
fn no_puzzle_is_an_answer() {
    for args in [&["-k", "0"][..], &["-k", "3"], &["-k", "17"], &["-k", "1", "--given", "r1c1,r1c2"]] {
        let output = run(&[args, &["--format", "json", FOUR[0]]].concat(), "");
        assert_eq!(output.code, 0);
        let document: Value = serde_json::from_str(&output.text).expect("one document");
        assert_eq!((&document[0]["n_puzzles"], &document[0]["complete"]), (&Value::from(0), &Value::from(true)));
        assert_eq!(document[0]["puzzles"], serde_json::json!([]));
    }
    assert_eq!(lines(&["-k", "16", FOUR[0]], ""), [FOUR[0]]);
}

/// Is each of these a puzzle of 14 clues of the grid, once?
fn assert_puzzles<'a>(puzzles: impl Iterator<Item = &'a str>) -> usize {
    let mut seen = BTreeSet::new();
    for puzzle in puzzles {
        assert_eq!(puzzle.chars().filter(|c| *c != '.').count(), 14);
        assert!(puzzle.chars().zip(SIX.chars()).all(|(clue, digit)| clue == '.' || clue == digit), "{puzzle}");
        assert!(seen.insert(puzzle.to_owned()), "{puzzle} stands twice");
    }
    seen.len()
}

/// There are far more puzzles with 14 clues than any limit here allows.
#[test]
fn limits_leave_what_was_found() {
    for (limit, status) in [(["--time-limit", "0.5"], "time_limit"), (["--node-limit", "100"], "node_limit")] {
        let output = run(&[&["-k", "14", "--format", "jsonl"], &limit[..], &[SIX]].concat(), "");
        assert_eq!(output.code, 4, "{}", output.stderr);
        let lines = output.records();
        let (summary, puzzles) = lines.split_last().expect("a summary");
        assert_eq!((&summary["status"], &summary["complete"]), (&Value::from(status), &Value::from(false)));
        assert_eq!(summary["n_puzzles"], puzzles.len());
        assert_puzzles(puzzles.iter().map(|r| r["puzzle"].as_str().expect("a puzzle")));
    }
    let output = run(&["-k", "14", "--format", "json", "--node-limit", "100", SIX], "");
    assert_eq!(output.code, 4);
    let document: Value = serde_json::from_str(&output.text).expect("one document after a limit too");
    let puzzles = document[0]["puzzles"].as_array().expect("a list");
    assert_eq!(document[0]["n_puzzles"], puzzles.len());
    // People read it on standard error, even those who want no progress.
    let output = run(&["-q", "-k", "14", "--node-limit", "100", SIX], "");
    assert!(output.stderr.contains("node limit reached, there may be more"), "{}", output.stderr);
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_what_was_found() {
    let program = minclue();
    let mut child = start(&program, &["-k", "14", "--format", "jsonl", SIX]);
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    let mut shown = String::new();
    stdout.read_line(&mut shown).expect("a puzzle while the search goes on");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill is there").success());
    stdout.read_to_string(&mut shown).expect("UTF-8");
    assert_eq!(child.wait().expect("the program ends").code(), Some(130));
    let lines: Vec<Value> = shown.lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
    let (summary, puzzles) = lines.split_last().expect("a summary");
    assert_eq!(summary["status"], "interrupted");
    assert_eq!(summary["n_puzzles"], puzzles.len());
    assert!(assert_puzzles(puzzles.iter().map(|r| r["puzzle"].as_str().expect("a puzzle"))) > 0);
}

#[test]
fn a_closed_pipe_ends_the_search() {
    let program = minclue();
    let mut child = start(&program, &["-k", "14", SIX]);
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    stdout.read_line(&mut String::new()).expect("a puzzle");
    drop(stdout);
    let output = Run::from(child.wait_with_output().expect("the program ends"));
    assert_eq!((output.code, output.stderr), (0, String::new()));
}

/// Of some puzzles among many, a thorough look at each by the solver.
#[test]
fn puzzles_have_one_solution() {
    let puzzles = lines(&["-k", "9", "--minimal", SIX], "");
    let cells = CellSet::<1>::first_n(36);
    for puzzle in puzzles.iter().step_by(97) {
        let entry = Reader::new(puzzle.as_bytes(), None).flatten().next().expect("a puzzle");
        let Uniqueness::One(grid) = classify::<1>(&entry.puzzle) else {
            panic!("{puzzle} is not unique");
        };
        assert_eq!(line(&grid.puzzle(cells)), SIX);
        assert_eq!(entry.puzzle.clues::<1>().iter().map(Index::get).count(), 9);
    }
}

/// Every puzzle with all but a few clues: what is left out must contain no unavoidable set, and the smallest of these
/// have four cells. So all choices of three cells are left out, and of four all but those sets.
#[test]
fn puzzles_with_nearly_all_clues_are_those_that_leave_out_no_unavoidable_set() {
    let choices = |n: usize, k: usize| (0..k).fold(1, |c, i| c * (n - i) / (i + 1));
    assert_eq!(lines(&["-k", "81", NINE], ""), [NINE]);
    let one_less = lines(&["-k", "80", NINE], "");
    assert_eq!((set(&one_less).len(), choices(81, 2)), (81, 3240));
    assert_eq!(lines(&["-k", "79", "--count", NINE], ""), ["3240"]);
    let output = minclue().run(["sets", "--max-size", "4", "--format", "jsonl", SIX]);
    let n_sets = output.records()[0]["n_sets"].as_u64().expect("a number") as usize;
    assert!(n_sets > 0);
    for engine in ["native", "checker2006", "dmus", "checker2012"] {
        for (k, n) in [(36, 1), (35, 36), (33, choices(36, 3)), (32, choices(36, 4) - n_sets)] {
            // Published searches are asked about a few only, for their time.
            if engine == "native" || k > 33 {
                let counted = lines(&["-k", &k.to_string(), "--count", "--engine", engine, SIX], "");
                assert_eq!(counted, [n.to_string()], "{engine}, {k} clues");
            }
        }
        assert_eq!(lines(&["-k", "37", "--engine", engine, SIX], "").len(), 0);
    }
}

/// No puzzle with nearly all clues is minimal: in a row with all its cells each clue follows from the others.
#[test]
fn no_minimal_puzzle_has_nearly_all_clues() {
    for k in ["81", "80", "79"] {
        assert_eq!(lines(&["-k", k, "--minimal", "--count", NINE], ""), ["0"]);
    }
}

/// Cells that are given or forbidden leave one choice, a few, or none.
#[test]
fn cells_that_leave_no_choice_are_taken_at_once() {
    let mask = |n: usize| format!("{}{}", "x".repeat(n), ".".repeat(81 - n));
    assert_eq!(lines(&["-k", "79", "--given", &mask(78), NINE], "").len(), 3);
    assert_eq!(lines(&["-k", "78", "--given", &mask(78), NINE], "").len(), 1);
    assert_eq!(lines(&["-k", "77", "--given", &mask(78), NINE], "").len(), 0);
    // Without its first row a grid is a puzzle, and with one clue less there are 72 choices of which none misses a set.
    assert_eq!(lines(&["-k", "72", "--forbidden", &mask(9), NINE], "").len(), 1);
    assert_eq!(lines(&["-k", "73", "--forbidden", &mask(9), NINE], "").len(), 0);
    // Two rows of a band left out have a second solution: their digits change places.
    assert_eq!(lines(&["-k", "63", "--forbidden", &mask(18), NINE], "").len(), 0);
}

/// There are more puzzles with 40 clues than any memory holds: they come as they are found.
#[test]
fn puzzles_without_number_come_one_by_one() {
    for more in [&[][..], &["--threads", "2"], &["--engine", "dmus"]] {
        let program = minclue();
        let mut child = start(&program, &[&["-k", "40"], more, &[NINE]].concat());
        let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
        let mut puzzle = String::new();
        stdout.read_line(&mut puzzle).expect("a puzzle while the search goes on");
        assert_eq!(puzzle.chars().filter(char::is_ascii_digit).count(), 40, "{puzzle}");
        drop(stdout);
        let output = Run::from(child.wait_with_output().expect("the program ends"));
        assert_eq!((output.code, output.stderr), (0, String::new()));
    }
}

/// More finds than a task keeps: they pass while it is at work, in the same order for any number of threads. Twelve
/// sets of three vertices apart have 3^12 hitting sets with one vertex of each.
#[test]
fn many_finds_come_in_the_same_order_for_any_number_of_threads() {
    let edges: String = (0..12).map(|i| format!("{} {} {}\n", 3 * i + 1, 3 * i + 2, 3 * i + 3)).collect();
    let file = format!("p hs 36 12\n{edges}");
    let of = |threads: &str| run(&["--hypergraph", "-", "-k", "12", "--threads", threads], &file).text;
    let one = of("1");
    assert!(one == of("3"));
    let found = lines(&["--hypergraph", "-", "-k", "12"], &file);
    assert_eq!(set(&found).len(), 3_usize.pow(12));
}

/// What people and programs see, but for the seconds and the work, which are of no account here.
#[test]
fn the_output_reads_well() {
    let mut seen = String::new();
    for args in [
        &["-k", "4", "--given", "r1c1"][..],
        &["-k", "4", "--count"],
        &["-k", "4", "--minimal", "--given", "r1c1", "--forbidden", "r4c4", "--format", "jsonl"],
        &["-k", "4", "--given", "r1c1,r1c4", "--format", "json"],
        &["-k", "4", "--count", "--format", "jsonl"],
    ] {
        let output = run(args, &format!("first {}\n", FOUR[0]));
        let (out, err) = (output.text, output.stderr);
        seen.push_str(&format!("## {}: exit {}\n{out}-- standard error\n{err}\n", args.join(" "), output.code));
    }
    insta::with_settings!({
        omit_expression => true,
        filters => vec![
            (r#"seconds":[0-9.e-]+"#, r#"seconds":[seconds]"#),
            (r#""version":"[^"]+""#, r#""version":"[version]""#),
            (r#""(n_nodes_by_level|prunes|n_(?:nodes|sets|learned|checks|lps))":(?:[0-9]+|\[[0-9,]+\]|\{[^}]*\})"#, r#""$1":[work]"#),
            (r"[0-9.]+ s\b", "[seconds] s"),
        ],
    }, {
        insta::assert_snapshot!("output", seen);
    });
}

/// The lines of the Fano plane, as a file.
const FANO: &str = "c seven lines\np hs 7 7\n1 2 3\n1 4 5\n1 6 7\n2 4 6\n2 5 7\n3 4 7\n3 5 6\n";

#[test]
fn hitting_sets_of_a_hypergraph_by_every_search() {
    let expected = ["1 2 3", "1 4 5", "1 6 7", "2 4 6", "2 5 7", "3 4 7", "3 5 6"].into_iter().collect::<BTreeSet<_>>();
    for engine in ["native", "checker2006", "checker2006/form=clique", "dmus-basic", "dmus", "checker2012"] {
        let found = lines(&["--hypergraph", "-", "-k", "3", "--engine", engine], FANO);
        assert_eq!(set(&found), expected, "{engine}");
        assert_eq!(lines(&["--hypergraph", "-", "-k", "2", "--engine", engine], FANO).len(), 0);
        assert_eq!(lines(&["--hypergraph", "-", "-k", "7", "--count", "--engine", engine], FANO), ["1"]);
        let given =
            lines(&["--hypergraph", "-", "-k", "3", "--given", "1", "--forbidden", "2", "--engine", engine], FANO);
        assert_eq!(set(&given), ["1 4 5", "1 6 7"].into_iter().collect(), "{engine}");
    }
    let all = run(&["--hypergraph", "-", "-k", "3", "--engine", "dmus", "--format", "jsonl"], FANO);
    let all = all.records();
    assert_eq!((all.len(), &all[0]["schema"]), (8, &Value::from("minclue-hitting-set/1")));
    assert_eq!((&all[7]["n_hitting_sets"], &all[7]["complete"]), (&Value::from(7), &Value::from(true)));
    assert_eq!(all[7]["search"]["levels"][0]["n_nodes"], Value::from(1));
}

#[test]
fn what_is_not_a_hypergraph_is_refused_with_its_place() {
    let refused = |args: &[&str], text_in: &str, exit: i32, words: &str| {
        let output = run(&[&["--hypergraph", "-", "-k", "3"], args].concat(), text_in);
        let said = output.stderr;
        assert_eq!(output.code, exit, "{said}");
        assert!(said.contains(words) && output.text.is_empty(), "{said}");
    };
    refused(&[], "p hs 2 1\n1 5\n", 3, "standard input:2:3");
    refused(&[], "", 3, "head line");
    refused(&["--given", "9"], FANO, 3, "no vertex 9");
    refused(&["--given", "x"], FANO, 2, "`x` is not a vertex");
    refused(&["--source", "region"], FANO, 2, "cannot be used with");
    refused(&["--max-solutions", "2"], FANO, 2, "cannot be used with");
    refused(&["--format", "sdk"], FANO, 2, "a hypergraph has no grid");
}

#[test]
fn engines_and_options_that_do_not_go_together() {
    for (args, words) in [
        (&["--engine", "bilevel"][..], "not by the bilevel engine"),
        (&["--max-solutions", "2", "--certify", "c"], "one solution"),
        (&["--engine", "dmus", "--regions", "all"], "--source region only"),
        (&["--engine", "dmus/shrink=7"], "Table 5"),
    ] {
        let output = run(&[&["-k", "4"], args].concat(), FOUR[0]);
        assert_eq!((output.code, output.stderr.contains(words)), (2, true), "{args:?}");
    }
}

#[test]
fn a_published_search_says_what_it_did() {
    let output = run(&["-k", "4", "--engine", "v4", "--count", "--format", "jsonl"], FOUR[0]);
    let record = &output.records()[0];
    assert_eq!(record["engine"], Value::from("dmus/sets=384/order=overlap/shrink=down"));
    assert_eq!((&record["n_puzzles"], &record["start"]["n_sets"]), (&Value::from(12), &Value::from(14)));
    let levels = record["search"]["levels"].as_array().expect("levels");
    assert_eq!(levels.len(), 5);
    assert_eq!(record["search"]["n_nodes"], record["n_nodes"]);
    let two = lines(&["-k", "4", "--engine", "v4", "--max-solutions", "2"], FOUR[1]);
    let more = lines(&["-k", "4", "--engine", "v1", "--max-solutions", "2"], FOUR[1]);
    assert_eq!(set(&two), set(&more));
    // The native engine takes a clue each from the puzzles with one more.
    let native = lines(&["-k", "4", "--max-solutions", "2"], FOUR[1]);
    assert_eq!(set(&two), set(&native));
    assert!(!native.is_empty());
}

#[test]
fn a_range_of_numbers_of_clues_has_an_answer_for_each() {
    let one = |k: &str| run(&["-k", k, "--format", "jsonl", FOUR[0]], "");
    let untimed = |run: &Run| -> Vec<Value> {
        let drop = |mut record: Value| {
            for field in ["seconds", "start", "search", "options"] {
                record.as_object_mut().expect("a record").remove(field);
            }
            record
        };
        run.records().into_iter().map(drop).collect()
    };
    let range = one("3..5");
    assert_eq!(range.code, 0);
    assert_eq!(untimed(&range), ["3", "4", "5"].map(|k| untimed(&one(k))).concat());
    // The end of an open range is the number of cells.
    let last = run(&["-k", "15..", "--count", FOUR[0]], "");
    assert_eq!((last.code, last.text.as_str()), (0, "16\n1\n"));
    // Nothing follows a number that a limit ended.
    let stopped = run(&["-k", "7..9", "--node-limit", "1", "--count", "--format", "jsonl", FOUR[0]], "");
    assert_eq!((stopped.code, stopped.records().len()), (4, 1));
    assert_eq!(run(&["-k", "5..4", FOUR[0]], "").code, 2);
    assert_eq!(run(&["-k", "1..2", "--hypergraph", "x.hgr"], "").code, 2);
}

/// The limits are those of the grid, not of each number of clues.
#[test]
fn numbers_of_clues_share_the_limits_of_a_grid() {
    let nodes = |args: &[&str]| -> (i32, Vec<u64>) {
        let run = run(&[&["-k", "4..9", "--count", "--format", "jsonl"], args].concat(), SIX);
        (run.code, run.records().iter().map(|record| record["n_nodes"].as_u64().expect("nodes")).collect())
    };
    let (code, free) = nodes(&[]);
    let (most, all) = (*free.iter().max().expect("numbers"), free.iter().sum::<u64>());
    assert!(code == 0 && most < all, "{free:?}");
    let (code, limited) = nodes(&["--node-limit", &most.to_string()]);
    assert_eq!(code, 4, "{free:?} {limited:?}");
    // A node more is begun when the limit is seen.
    assert!(limited.iter().sum::<u64>() <= most + 1, "{most} {limited:?}");
    if cfg!(target_os = "linux") {
        assert_eq!(run(&["-k", "4..9", "--count", "--memory-limit", "1"], SIX).code, 4);
        assert_eq!(run(&["-k", "3", "--hypergraph", "-", "--memory-limit", "1"], FANO).code, 4);
    }
}
