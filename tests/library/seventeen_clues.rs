//! The oracle on the collection of puzzles with 17 clues: each is unique, and with one clue less none is.
//!
//! The data is read from the folder beside the project (`MINCLUE_DATA` names another place). Where it is not there,
//! this test says so and checks nothing.

use minclue_core::base::{CellSet, Limits, rng};
use minclue_core::problem::{ClueProblem, SudokuClues, Verdict};
use minclue_core::sudoku::{Reader, Shape, SudokuSolver};
use minclue_core::unavoidable::unhit_set;
use minclue_testkit::shared_text;
use rand::Rng as _;

#[test]
fn puzzles_with_seventeen_clues_and_with_sixteen() {
    let Some(text) = shared_text("royle_17_clue.txt") else { return };
    let mut rng = rng(1);
    let mut solver = SudokuSolver::<2>::new(Shape::NINE);
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
            panic!("{puzzle:?} without {gone:?} is not a puzzle with 16 clues");
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
