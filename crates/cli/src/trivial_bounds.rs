//! Numbers of clues that no puzzle has are not looked for.

use minclue_core::sudoku::{FewestClues, Shape};
use minclue_puzzles::puzzle_tools::{Erasure, PuzzleSpec};

/// What can be had of the wanted numbers of clues.
pub(super) enum Possible {
    /// All of it, as far as is known.
    All(PuzzleSpec),
    /// Only the numbers that are left in this range; the message says why.
    Rest(PuzzleSpec, String),
    /// Nothing; the message says why.
    Nothing(String),
}

/// Takes the numbers of clues that are known to be too few from what is wanted of valid puzzles.
pub(super) fn possible(mut wanted: PuzzleSpec) -> Possible {
    let is_valid = wanted.valid || wanted.minimal || matches!(wanted.erasure, Erasure::Dig { .. } | Erasure::Mask(_));
    let (Some(range), true) = (wanted.clues.clone(), is_valid) else { return Possible::All(wanted) };
    if !wanted.grid.variant().is_plain() {
        // More rules need fewer clues, and how few is not known.
        return Possible::All(wanted);
    }
    let (fewest, known) = known(wanted.grid.shape());
    let (from, to) = (*range.start(), *range.end());
    if to < fewest {
        return Possible::Nothing(known);
    }
    if from >= fewest {
        return Possible::All(wanted);
    }
    wanted.clues = Some(fewest..=to);
    // A range without a lower end asks for nothing that cannot be.
    if from == 0 { Possible::All(wanted) } else { Possible::Rest(wanted, format!("{known}; --clues begins there")) }
}

/// The fewest clues of any puzzle of this shape, and a sentence that says so.
fn known(shape: Shape) -> (usize, String) {
    let FewestClues { n_clues, source } = FewestClues::of(shape);
    let n = shape.n();
    let what = if shape.is_latin() { format!("Latin square of order {n}") } else { format!("{n}x{n} Sudoku puzzle") };
    let clues = if n_clues == 1 { "clue" } else { "clues" };
    (n_clues, format!("no {what} has fewer than {n_clues} {clues} ({source})"))
}
