//! Smallest sets of constraints that contradict each other.

use minclue_core::base::{CellSet, Limits, Stop};
use minclue_core::problem::{Certifiable, InterdictionClues, LinearProblem, MonotoneFollower};
use minclue_core::unavoidable::{Family, LoneCells, Source as _};

use super::FollowerChoice;
use crate::ask::NoOutcome;
use crate::choice::SetSource;
use crate::instance::ProblemInstance;
use crate::sources::SourceOptions;
use crate::target::looked_at;

/// Constraints, as engines are asked about them.
pub(crate) struct Constraints<'c, const W: usize> {
    clues: InterdictionClues<'static, W>,
    constraints: &'c MonotoneFollower,
    /// The numbers of constraints that may not be chosen. A constraint of weight 0 has no cell, so every set of cells
    /// includes it.
    excluded: &'c [usize],
}

impl<'c, const W: usize> Constraints<'c, W> {
    /// The constraints that [`MonotoneFollower::of_clauses`] or [`MonotoneFollower::of_rows`] makes.
    ///
    /// # Errors
    /// [`NoOutcome`] if there are too many, if their numbers are too large, or if this build has no such solver.
    pub(crate) fn new(constraints: &'c MonotoneFollower, follower: FollowerChoice) -> Result<Self, NoOutcome> {
        let follower = follower.suited(constraints).map_err(NoOutcome::Refused)?;
        let source = follower.source().map_err(NoOutcome::Failed)?;
        let clues = InterdictionClues::new(constraints, None, source).map_err(|e| NoOutcome::Failed(e.to_string()))?;
        Ok(Self { clues, constraints, excluded: &[] })
    }

    /// The same, of which those with these numbers are never chosen. They must be in no unavoidable set.
    #[must_use]
    pub(crate) fn without(self, excluded: &'c [usize]) -> Self {
        Self { excluded, ..self }
    }
}

impl<const W: usize> ProblemInstance<W> for Constraints<'_, W> {
    fn problem(&self) -> &dyn LinearProblem<W> {
        &self.clues
    }

    fn certifiable(&self) -> Option<&dyn Certifiable<W>> {
        Some(self.clues.clues())
    }

    fn line(&self) -> String {
        format!("constraints {}", self.constraints.model().name)
    }

    fn puzzle(&self, clues: CellSet<W>) -> String {
        self.clue_names(clues).unwrap_or_default().join(" ")
    }

    fn clue_names(&self, clues: CellSet<W>) -> Option<Vec<String>> {
        let items = self.constraints.items_in(clues).into_iter().filter(|item| !self.excluded.contains(item));
        Some(items.map(|item| self.constraints.item_name(item).to_owned()).collect())
    }

    /// The constraints without which the others have a solution, where there are few.
    fn start_sets(&self, options: &SourceOptions, limits: &Limits) -> Result<Family<W>, String> {
        let mut family = Family::new();
        if options.source == SetSource::Complete {
            let found = LoneCells::few().find(&self.clues, &mut family, limits);
            found.map_err(|e| format!("start sets: {e}"))?;
        }
        Ok(family)
    }

    fn is_unique(&self, clues: CellSet<W>, limits: &Limits) -> Result<bool, Stop> {
        looked_at(&self.clues, clues, limits)
    }
}
