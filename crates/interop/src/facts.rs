//! The statements of a certificate before its proofs.

use std::io::Read;
use std::ops::ControlFlow;

use minclue_verifier::{CheckedStep, Limits, Listener, Problem, verify_heard_by};

use super::cover::cell_name;
use super::error::OutsideError;

/// The facts of a certificate: its problem, its puzzles and its sets, all of them checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    pub problem: Problem,
    /// The claim, which is not checked yet: every valid set with fewer cells contains one of the puzzles.
    pub below: usize,
    /// The puzzles, at least one, with ascending cells; those with the fewest cells come first.
    pub puzzles: Vec<Vec<usize>>,
    /// The cells of each unavoidable set.
    pub sets: Vec<Vec<usize>>,
    pub weighted: Vec<WeightedCells>,
    /// The images of all cells, for each symmetry.
    pub symmetries: Vec<Vec<usize>>,
}

/// A weighted set: every valid set of clues weighs at least `min` in its cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WeightedCells {
    /// The cells, ascending, each with its weight.
    pub cells: Vec<(usize, i64)>,
    /// The least total weight.
    pub min: i64,
}

impl Facts {
    /// Reads the facts, but not the proofs.
    ///
    /// # Errors
    /// If the checker refuses the part before the proofs.
    pub fn read(certificate: impl Read) -> Result<Self, OutsideError> {
        let mut header = Header { facts: Self::none(), is_whole: false };
        let checked = verify_heard_by(certificate, &Limits::default(), &mut header);
        if !header.is_whole {
            checked?;
        }
        Ok(header.facts)
    }

    /// Those of a certificate that says nothing yet.
    pub(super) fn none() -> Self {
        let problem = Problem::ExactCover { n_items: 0, options: Vec::new(), target: Vec::new() };
        let (puzzles, sets, weighted, symmetries) = Default::default();
        Self { problem, below: 0, puzzles, sets, weighted, symmetries }
    }

    /// Takes a fact; a step of a proof is given back.
    pub(super) fn take(&mut self, step: CheckedStep) -> Option<CheckedStep> {
        match step {
            CheckedStep::Problem(problem) => self.problem = problem,
            CheckedStep::Claim { below, puzzles } => (self.below, self.puzzles) = (below, puzzles),
            CheckedStep::Set(cells) => self.sets.push(cells),
            CheckedStep::Weighted { cells, min } => self.weighted.push(WeightedCells { cells, min }),
            CheckedStep::Symmetry(images) => self.symmetries.push(images),
            step => return Some(step),
        }
        None
    }

    #[must_use]
    pub fn puzzle(&self) -> &[usize] {
        self.puzzles.first().map_or(&[], Vec::as_slice)
    }

    /// The puzzles of the list that the certificate proves to be complete.
    #[must_use]
    pub fn listed(&self) -> &[Vec<usize>] {
        &self.puzzles[..self.puzzles.partition_point(|puzzle| puzzle.len() < self.below)]
    }

    #[must_use]
    pub fn n_cells(&self) -> usize {
        match &self.problem {
            Problem::Sudoku { digits, .. } => digits.len(),
            Problem::ExactCover { target, .. } => target.len(),
            Problem::Model { cells, .. } => cells.len(),
        }
    }

    /// The name of a cell in messages: `r1c2=3`, or the number of its option or variable.
    #[must_use]
    pub fn cell_name(&self, cell: usize) -> String {
        cell_name(&self.problem, cell)
    }
}

/// Takes the facts, and ends the check where the proofs begin.
struct Header {
    facts: Facts,
    is_whole: bool,
}

impl Listener for Header {
    fn hear(&mut self, step: CheckedStep) -> ControlFlow<()> {
        self.is_whole = self.facts.take(step).is_some();
        if self.is_whole { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
