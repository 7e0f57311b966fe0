//! Random solved puzzles of every kind, compared with all solutions that the rules allow. No model is used.

mod boards;
mod graphs;
mod loops;
mod queens;
mod squares;
mod stars;
mod sums;

use rand::Rng as _;

use crate::Rng;
use crate::ask::ModelProblem;
use crate::lab::{Lab, Wrong};
use crate::truth::{Truth, set_of};

/// A puzzle as text, and what is true of it.
#[derive(Debug)]
struct PuzzleInstance {
    text: String,
    /// The name of the clue of each place.
    names: Vec<String>,
    truth: Truth,
}

/// One kind of puzzle: a random instance, if one came about.
type Kind = fn(&mut Rng) -> Option<PuzzleInstance>;

const KINDS: [Kind; 14] = [
    squares::latin,
    squares::sudoku,
    squares::sudoku_x,
    squares::jigsaw,
    squares::futoshiki,
    sums::kakuro,
    sums::kakuro_sums,
    loops::slitherlink,
    graphs::matching,
    graphs::coloring,
    queens::queens,
    boards::minesweeper,
    boards::nonogram,
    stars::star_battle,
];

/// One puzzle, and some questions.
pub(crate) fn case(rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    // Windoku has 81 cells; so only checks are asked of it, and of other large squares.
    if rng.random_range(0..=KINDS.len()) == 0 {
        return squares::large(rng, lab);
    }
    let kind = KINDS[rng.random_range(0..KINDS.len())];
    let Some(posed) = kind(rng) else { return Ok(()) };
    lab.write("puzzle.txt", &posed.text)?;
    let mut args = vec!["puzzle.txt".to_owned()];
    let n = posed.names.len();
    // Now and then only some may be clues; if these are not enough, that must be said.
    if n > 0 && rng.random_bool(0.15) {
        let some: Vec<usize> = (0..n).filter(|_| rng.random_bool(0.85)).collect();
        if some.is_empty() {
            return Ok(());
        }
        let names: Vec<String> = some.iter().map(|i| posed.names[*i].clone()).collect();
        let others = posed.truth.sets().iter().map(|set| set_of((0..some.len()).filter(|i| set >> some[*i] & 1 == 1)));
        let truth = Truth::new(some.len(), others.collect());
        args.extend(["--clue-vars".to_owned(), names.join(",")]);
        return ModelProblem::new(args, names, truth).ask(rng, lab);
    }
    ModelProblem::new(args, posed.names, posed.truth).ask(rng, lab)
}

/// For each other solution the places at which it differs from the target.
fn truth<T: PartialEq>(target: &[T], all: &[Vec<T>]) -> Truth {
    let differing = |other: &Vec<T>| set_of((0..target.len()).filter(|i| other[*i] != target[*i]));
    Truth::new(target.len(), all.iter().filter(|other| other.as_slice() != target).map(differing).collect())
}

/// A name for a puzzle, or none.
fn title(rng: &mut Rng) -> &'static str {
    if rng.random_bool(0.5) { " some" } else { "" }
}
