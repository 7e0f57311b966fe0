//! `minclue enumerate`, by the built program: held against brute force on 4x4, and stopped by limits and signals.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::process::Command;

use minclue_core::sudoku::{Grid, Reader, Shape, all_grids};
use minclue_testkit::Run;
use serde_json::Value;

use crate::minclue;

/// One grid of each class of 4x4: with eight and with four unavoidable sets of four cells.
const FOUR: [&str; 2] = ["1234341221434321", "1234341241232341"];
/// A 6x6 grid with many symmetries: each row is shifted against the one above.
const SIX: &str = "123456456123234561561234345612612345";

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
    assert_eq!(set.len(), lines.len(), "a puzzle occurs twice");
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

/// Is each of these a puzzle of 14 clues of the grid, once?
fn assert_puzzles<'a>(puzzles: impl Iterator<Item = &'a str>) -> usize {
    let mut seen = BTreeSet::new();
    for puzzle in puzzles {
        assert_eq!(puzzle.chars().filter(|c| *c != '.').count(), 14);
        assert!(puzzle.chars().zip(SIX.chars()).all(|(clue, digit)| clue == '.' || clue == digit), "{puzzle}");
        assert!(seen.insert(puzzle.to_owned()), "{puzzle} occurs twice");
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
    let mut child = program.start(["enumerate", "-k", "14", "--format", "jsonl", SIX]);
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

/// The lines of the Fano plane, as a file.
const FANO: &str = "c seven lines\np hs 7 7\n1 2 3\n1 4 5\n1 6 7\n2 4 6\n2 5 7\n3 4 7\n3 5 6\n";

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
