//! The steps of a human solver through a puzzle.

use std::collections::BTreeMap;

use crate::base::{Limits, Stop};
use crate::sudoku::{Grid, Puzzle, Variant};

use super::{Candidate, Deduction, Position, SolvingLevel, Technique, TooLarge, words};

/// The reason why there is no walkthrough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoWalkthrough {
    /// The grid is larger than 11x11.
    TooLarge(TooLarge),
    /// A limit was reached.
    Limit(Stop),
}

/// All steps from a puzzle to its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walkthrough {
    /// The steps, in order.
    pub steps: Vec<Deduction>,
}

impl Walkthrough {
    /// The hardest technique that was needed; `None` if the grid was complete.
    #[must_use]
    pub fn hardest(&self) -> Option<Technique> {
        self.steps.iter().map(|step| step.technique).max()
    }

    /// The level of the hardest technique; a complete grid is easy.
    #[must_use]
    pub fn level(&self) -> SolvingLevel {
        self.hardest().map_or(SolvingLevel::Easy, Technique::level)
    }

    /// The rating as a number: 100 times the rank of the hardest technique, plus the number of its uses, at most 99. A
    /// puzzle that needs a harder technique always has a larger number. 0 for a complete grid.
    #[must_use]
    pub fn score(&self) -> usize {
        self.hardest().map_or(0, |hardest| {
            let n = self.steps.iter().filter(|step| step.technique == hardest).count();
            100 * hardest.rank() + n.min(99)
        })
    }

    /// The number of uses of each technique.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<Technique, usize> {
        let mut counts = BTreeMap::new();
        for step in &self.steps {
            *counts.entry(step.technique).or_default() += 1;
        }
        counts
    }
}

/// Returns the first deduction of the easiest technique that has one. Techniques that assume a unique solution are only
/// used if `assumes_unique`.
#[must_use]
pub fn next_deduction(position: &Position, assumes_unique: bool) -> Option<Deduction> {
    let may_assume = assumes_unique && position.is_plain();
    let techniques = Technique::ALL.iter().filter(|technique| may_assume || !technique.assumes_uniqueness());
    techniques.filter_map(|technique| technique.finder()).find_map(|finder| finder.find(position))
}

/// Solves the puzzle with the easiest technique at each step. `solution` must be its only solution; this is not
/// checked, and guesses are taken from it.
///
/// # Errors
/// The reason why there is none.
pub fn walkthrough(
    variant: &Variant,
    puzzle: &Puzzle,
    solution: &Grid,
    limits: &Limits,
) -> Result<Walkthrough, NoWalkthrough> {
    let mut position = Position::of(variant, puzzle).map_err(NoWalkthrough::TooLarge)?;
    let mut pace = limits.pace(16);
    let mut steps = Vec::new();
    while !position.is_solved() {
        if let Some(stop) = pace.step(0) {
            return Err(NoWalkthrough::Limit(stop));
        }
        let Some(step) = next_deduction(&position, true).or_else(|| guess(&position, solution)) else { break };
        position.apply(&step);
        steps.push(step);
    }
    Ok(Walkthrough { steps })
}

/// The digit of the solution in the first cell with the fewest candidates.
fn guess(position: &Position, solution: &Grid) -> Option<Deduction> {
    let cell = position.empty_cells().min_by_key(|&cell| position.candidates(cell).len())?;
    let why =
        format!("guessed among {}, since no technique applies", words::digits(position, position.candidates(cell)));
    Some(Deduction::place(position, Technique::Guess, Candidate { cell, digit: solution.get(cell) }, &why))
}
