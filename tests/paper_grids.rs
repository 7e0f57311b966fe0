//! The grids of tjusila-2023, read from the data folder beside the project (`MINCLUE_DATA` names another place). Where it
//! is not there, these tests say so and check nothing.

#![expect(clippy::print_stdout, reason = "a test that checks nothing must say so")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use minclue::base::{CellSet, Limits, Stop};
use minclue::bilevel;
use minclue::problem::{ClueProblem, Minimum, Silent, Status, SudokuClues, Verdict};
use minclue::search;
use minclue::sudoku::{Grid, Reader};
use minclue::unavoidable::{Complete, Family, Source};
use serde_json::Value;

fn data() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    std::env::var_os("MINCLUE_DATA").map_or_else(beside, PathBuf::from)
}

/// The grid with this id, or `None` with a message if the data is not there.
fn grid(id: &str) -> Option<Grid> {
    let path = data().join("paper_9x9.txt");
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: {} is not there", path.display());
        return None;
    };
    let entry = Reader::new(text.as_bytes(), None).flatten().find(|entry| entry.id.as_deref() == Some(id));
    Some(entry.expect("the id is there").puzzle.as_grid().expect("a grid"))
}

fn solve(grid: Grid, limits: &Limits) -> Minimum<2> {
    let problem = SudokuClues::<2>::new(grid);
    let mut start = Family::new();
    Complete { max_size: 14 }.find(&problem, &mut start, &Limits::none()).expect("no tool to fail");
    let found = search::minimum(&problem, &start, &search::Options::default(), limits, &mut Silent);
    let clues: CellSet<2> = found.clues.expect("an engine always has a puzzle");
    assert_eq!(problem.oracle().second_solution(clues, &mut Limits::none().pace(1)), Verdict::Unique);
    found
}

fn has_minimum(id: &str, minimum: usize) {
    if let Some(grid) = grid(id) {
        let found = solve(grid.clone(), &Limits::none());
        assert_eq!((found.status(), found.upper_bound()), (Status::Optimal, Some(minimum)), "id {id}");
        let found = branch_and_cut(grid, true, &bilevel::Options::default());
        assert_eq!((found.status(), found.upper_bound()), (Status::Optimal, Some(minimum)), "id {id}, bilevel");
    }
}

/// The branch and cut, with the native search at its leaves or by linear programs alone.
fn branch_and_cut(grid: Grid, with_leaf: bool, options: &bilevel::Options) -> Minimum<2> {
    let (problem, limits) = (SudokuClues::<2>::new(grid), Limits::none());
    let mut start = Family::new();
    Complete { max_size: 14 }.find(&problem, &mut start, &limits).expect("no tool to fail");
    let mut leaf = search::NativeLeaf::new(&problem, &start, &search::Options::default(), &limits);
    let helpers = if with_leaf {
        bilevel::Helpers { leaf: Some(&mut leaf), ..bilevel::Helpers::default() }
    } else {
        bilevel::Helpers::default()
    };
    bilevel::minimum(&problem, &start, options, helpers, &limits, &mut Silent)
}

/// No line of the native search runs here.
#[test]
fn linear_programs_alone_leave_no_sixteen_clues_for_id_31() {
    if let Some(grid) = grid("31") {
        let found = branch_and_cut(grid, false, &bilevel::Options { at_most: Some(16), ..bilevel::Options::default() });
        assert_eq!((found.status(), found.lower_bound), (Status::Decided, 17));
        assert!(found.counters.n_nodes > 100 && found.counters.n_leaves == 0);
    }
}

#[test]
fn id_7_needs_seventeen() {
    has_minimum("7", 17);
}

#[test]
fn id_22_needs_seventeen() {
    has_minimum("22", 17);
}

#[test]
fn id_31_needs_nineteen() {
    has_minimum("31", 19);
}

/// The paper found 16 and more for every grid, and mcguire-2012 proved it: no grid has fewer than 17.
#[test]
fn a_limit_on_id_3_leaves_bounds_that_hold() {
    if let Some(grid) = grid("3") {
        let found = solve(grid, &Limits::none().with_nodes(100_000));
        assert_eq!(found.stop, Some(Stop::Nodes));
        assert!(found.lower_bound >= 12 && found.lower_bound <= 17, "{}", found.lower_bound);
        assert!(found.upper_bound().is_some_and(|upper| (17..=24).contains(&upper)));
    }
}

/// Settings with which id 44 takes hours, but begins at once.
const HARD: [&str; 9] =
    ["--engine", "bilevel", "--leaf", "lp", "--region-rows", "none", "--no-split", "--heuristic", "rounding"];

/// A limit and Ctrl-C on id 44: bounds, a valid puzzle and the exit code of the contract, from the built program.
#[cfg(unix)]
#[test]
fn the_program_keeps_its_bounds_on_id_44() {
    let Some(grid) = grid("44") else { return };
    let text: String = grid.digits().iter().map(|d| d.value().to_string()).collect();
    for (args, code, status) in [
        (&["--node-limit", "100000"][..], 4, "node_limit"),
        (&[&HARD[..], &["--time-limit", "1"]].concat(), 4, "time_limit"),
        (&[&HARD[..], &["--log", "log"]].concat(), 130, "interrupted"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("minclue"));
        command.current_dir(folder.path()).args(["solve", "--format", "jsonl", &text]).args(args);
        let mut child = command.stdout(std::process::Stdio::piped()).spawn().expect("the program starts");
        if status == "interrupted" {
            // Once it logs a puzzle, the engine is at work.
            let log = folder.path().join("log");
            while !fs::read_to_string(&log).is_ok_and(|log| log.contains("\"event\":\"puzzle\"")) {
                assert!(child.try_wait().expect("a child").is_none(), "it ended by itself");
                std::thread::sleep(Duration::from_millis(10));
            }
            let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            assert!(killed.expect("kill is there").success());
        }
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(code));
        let record: Value = serde_json::from_slice(&output.stdout).expect("one record");
        assert_eq!(record["status"], status);
        assert!(record.get("minimum").is_none());
        assert!(record["lower_bound"].as_u64() <= Some(17), "{record}");
        assert!(status != "node_limit" || record["lower_bound"].as_u64() >= Some(12), "{record}");
        let puzzle = record["puzzle"].as_str().expect("a puzzle");
        let entry = Reader::new(puzzle.as_bytes(), None).next().expect("one").expect("a puzzle");
        let problem = SudokuClues::<2>::new(grid.clone());
        let unique = problem.oracle().second_solution(entry.puzzle.clues(), &mut Limits::none().pace(1));
        assert_eq!(unique, Verdict::Unique);
        assert_eq!(record["upper_bound"].as_u64(), Some(entry.puzzle.n_clues() as u64));
    }
}
