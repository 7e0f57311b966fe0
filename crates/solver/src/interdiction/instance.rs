//! The clue problem of one target, as an instance for the engines.

use minclue_core::base::{CellSet, Limits, Stop};
use minclue_core::problem::{Certifiable, ClueProblem as _, InterdictionClues, LinearProblem};

use crate::instance::ProblemInstance;
use crate::target::looked_at;

/// A follower and a target.
pub(super) struct TargetInstance<'p, const W: usize> {
    pub(super) clues: &'p InterdictionClues<'p, W>,
    pub(super) line: String,
}

impl<const W: usize> ProblemInstance<W> for TargetInstance<'_, W> {
    fn problem(&self) -> &dyn LinearProblem<W> {
        self.clues
    }

    fn certifiable(&self) -> Option<&dyn Certifiable<W>> {
        Some(self.clues.clues())
    }

    fn line(&self) -> String {
        self.line.clone()
    }

    fn puzzle(&self, clues: CellSet<W>) -> String {
        self.clue_names(clues).unwrap_or_default().join(" ")
    }

    fn clue_names(&self, clues: CellSet<W>) -> Option<Vec<String>> {
        Some(clues.iter().map(|cell| self.clues.cell_name(cell)).collect())
    }

    fn is_unique(&self, clues: CellSet<W>, limits: &Limits) -> Result<bool, Stop> {
        looked_at(self.clues, clues, limits)
    }
}
