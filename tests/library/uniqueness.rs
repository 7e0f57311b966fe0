//! Long lists of known puzzles: each is unique, and with a clue less it is not.
//!
//! The lists are not ours to copy. They are read where they lie, and without them the tests say that they check
//! nothing.

use minclue_core::base::{Digit, Limits, rng};
use minclue_core::sudoku::NinePuzzles;
use minclue_testkit::shared_text;
use rand::Rng as _;

type Clues = [Option<Digit>; 81];

/// The puzzles of a list of the shared data, one a line; `None` without the file.
fn puzzles(name: &str) -> Option<Vec<Clues>> {
    let text = shared_text(name)?;
    let puzzle = |line: &str| -> Clues {
        let mut cells = [None; 81];
        for (cell, c) in cells.iter_mut().zip(line.chars()) {
            *cell = c.to_digit(10).filter(|d| *d > 0).map(|d| Digit::new(d as usize));
        }
        cells
    };
    Some(text.lines().filter(|line| line.len() >= 81).map(puzzle).collect())
}

/// How many of the puzzles have no solution, one, and at least two.
fn tally(puzzles: &[Clues]) -> [usize; 3] {
    let (mut nine, mut pace) = (NinePuzzles::new(), Limits::none().pace(1024));
    let mut counts = [0; 3];
    for puzzle in puzzles {
        counts[nine.count(puzzle, 2, &mut pace).expect("there is no limit") as usize] += 1;
    }
    counts
}

#[test]
fn puzzles_with_seventeen_clues_are_unique_and_not_without_one_of_them() {
    let Some(mut puzzles) = puzzles("royle_17_clue.txt") else { return };
    assert_eq!(tally(&puzzles), [0, 49_151, 0]);
    let mut rng = rng(1);
    for puzzle in &mut puzzles {
        let given: Vec<usize> = (0..81).filter(|at| puzzle[*at].is_some()).collect();
        assert_eq!(given.len(), 17);
        puzzle[given[rng.random_range(0..17)]] = None;
    }
    // There is no valid puzzle with 16 clues (mcguire-2012).
    assert_eq!(tally(&puzzles), [0, 0, 49_151]);
}

#[test]
fn the_hardest_puzzles_are_unique() {
    let Some(puzzles) = puzzles("forum_hardest_11plus.txt") else { return };
    assert_eq!(tally(&puzzles), [0, 48_766, 0]);
}
