//! The oracle on the collection of puzzles with 17 clues: each is unique, and with one clue less none is.
//!
//! The data is read from the folder beside the project (`MINCLUE_DATA` names another place). Where it is not there, this
//! test says so and checks nothing.

#![expect(clippy::print_stdout, reason = "a test that checks nothing must say so")]

use std::fs;
use std::path::{Path, PathBuf};

use rand::Rng as _;

use minclue::base::{CellSet, Limits, rng};
use minclue::problem::{ClueProblem, SudokuClues, Verdict};
use minclue::sudoku::{Reader, Shape, Solver};
use minclue::unavoidable::unhit_set;

/// A file of the data folder, or `None` with a message if it is not there.
fn data(name: &str) -> Option<String> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let path = std::env::var_os("MINCLUE_DATA").map_or_else(beside, PathBuf::from).join(name);
    let text = fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("skipped: {} is not there", path.display());
    }
    text
}

#[test]
fn puzzles_with_seventeen_clues_and_with_sixteen() {
    let Some(text) = data("royle_17_clue.txt") else { return };
    let mut rng = rng(1);
    let mut solver = Solver::<2>::new(Shape::NINE);
    let mut pace = Limits::none().pace(1000);
    let mut n_puzzles = 0;
    for entry in Reader::new(text.as_bytes(), None) {
        let puzzle = entry.expect("a line of the data").puzzle;
        let clues: CellSet<2> = puzzle.clues();
        assert_eq!(clues.len(), 17);
        // The solver of all shapes finds the solution; that it is the only one is asked of the 9x9 path alone.
        let grid = solver.solutions(&puzzle, 1).pop().expect("a solution");
        let problem = SudokuClues::<2>::new(grid);
        let mut oracle = problem.oracle();
        assert_eq!(oracle.second_solution(clues, &mut pace), Verdict::Unique, "{puzzle:?}");

        let gone = clues.iter().nth(rng.random_range(0..17)).expect("one of 17 clues");
        let fewer = clues - CellSet::only(gone);
        let Verdict::Second(witness) = oracle.second_solution(fewer, &mut pace) else {
            panic!("{puzzle:?} without {gone:?} is no puzzle with 16 clues");
        };
        let cells = problem.difference(&witness).expect("a second solution");
        assert!(cells.contains(gone) && !cells.intersects(&fewer));
        let set = unhit_set(&problem, &mut *oracle, fewer, CellSet::EMPTY, &mut pace).expect("there is no limit");
        let set = set.expect("a set without clues");
        assert!(set.contains(gone) && !set.intersects(&fewer));
        n_puzzles += 1;
    }
    assert_eq!(n_puzzles, 49_151);
}
