//! Minlex forms on the collection of puzzles with 17 clues, and automorphisms of the grids that are measured.
//!
//! Third-party data is read from the folder beside the project (`MINCLUE_DATA` names another place). Where it is not there,
//! these tests say so and check nothing.

use std::collections::HashSet;

use minclue_core::base::{Limits, rng};
use minclue_core::sudoku::{Puzzle, Reader, Shape, SudokuSolver, Transform, line, minlex_grid, minlex_puzzle};
use minclue_testkit::{project_text, shared_text};

use crate::common::grids;

/// The puzzles of the collection, or `None` with a message if it is not there.
fn puzzles() -> Option<Vec<Puzzle>> {
    let text = shared_text("royle_17_clue.txt")?;
    Some(Reader::new(text.as_bytes(), None).map(|entry| entry.expect("a line of the data").puzzle).collect())
}

/// No two of the collection are the same up to symmetry (G. Royle), so their forms are all distinct, and another image
/// of each still has its form. The 49,151 puzzles are of 46,294 grids.
#[test]
#[ignore = "long: all 49,151 of them"]
fn puzzles_with_seventeen_clues_have_distinct_forms_and_share_grids_at_length() {
    let Some(puzzles) = puzzles() else { return };
    assert_eq!(forms_and_grids(&puzzles), (49_151, 46_294));
}

#[test]
fn some_puzzles_with_seventeen_clues_have_distinct_forms() {
    let Some(puzzles) = puzzles() else { return };
    let some: Vec<Puzzle> = puzzles.into_iter().step_by(50).collect();
    assert_eq!(forms_and_grids(&some).0, some.len());
}

/// How many forms and grids there are; each form is another one, and that of another image too.
fn forms_and_grids(puzzles: &[Puzzle]) -> (usize, usize) {
    let mut rng = rng(17);
    let mut solver = SudokuSolver::<2>::new(Shape::NINE);
    let (mut forms, mut grids) = (HashSet::new(), HashSet::new());
    for puzzle in puzzles {
        let minlex = minlex_puzzle(puzzle, &Limits::none()).expect("no limit");
        let image = Transform::random(Shape::NINE, &mut rng).puzzle(puzzle);
        assert_eq!(minlex_puzzle(&image, &Limits::none()).expect("no limit").form, minlex.form, "{}", line(puzzle));
        let grid = solver.solutions(&image, 1).pop().expect("a solution");
        let minlex_of_grid = minlex_grid(&grid, &Limits::none()).expect("no limit");
        assert!(minlex_of_grid.n_automorphisms.is_multiple_of(minlex.n_automorphisms), "{}", line(puzzle));
        assert!(forms.insert(line(&minlex.form)), "{} is there twice", line(puzzle));
        grids.insert(minlex_of_grid.form.digits().to_vec());
    }
    (forms.len(), grids.len())
}

/// docs/papers.md and docs/region-minima.md say so: what a symmetry saves cannot be seen on these grids.
#[test]
fn no_grid_of_the_thousand_and_of_the_paper_has_an_automorphism() {
    let thousand = Some(project_text("instances/9x9-thousand.txt"));
    for (text, expected) in [(thousand, 1000), (shared_text("paper_9x9.txt"), 50)] {
        let Some(text) = text else { continue };
        let mut n_grids = 0;
        for (id, grid) in grids(&text) {
            assert_eq!(minlex_grid(&grid, &Limits::none()).expect("no limit").n_automorphisms, 1, "{id}");
            n_grids += 1;
        }
        assert_eq!(n_grids, expected);
    }
}
