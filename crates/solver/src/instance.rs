//! Instances: a clue problem, with the texts that describe it.

#[cfg(feature = "serde")]
use std::path::Path;

use minclue_core::base::{CellSet, Limits, Stop};
use minclue_core::problem::{Certifiable, ClueProblem as _, HypergraphClues, LinearProblem, ModelClues, SudokuClues};
use minclue_core::unavoidable::{Family, UnavoidableSet};

use crate::sources::{self, SourceOptions};
use crate::target;

#[cfg(feature = "serde")]
use crate::files::StateFile;

/// A clue problem with the texts that describe it to users.
pub trait ProblemInstance<const W: usize>: Sync {
    /// Returns whether it is a grid. A grid has sources of start sets and symmetries.
    fn is_grid(&self) -> bool {
        false
    }

    /// The whole grid, for a problem of a grid.
    fn sudoku(&self) -> Option<&SudokuClues<W>> {
        None
    }

    /// The clue problem.
    fn problem(&self) -> &dyn LinearProblem<W>;

    /// The problem of certificates, if there can be certificates.
    fn certifiable(&self) -> Option<&dyn Certifiable<W>> {
        None
    }

    /// The given clues, which are added to those that the search chooses. All reported numbers of clues include them.
    fn given(&self) -> CellSet<W> {
        CellSet::EMPTY
    }

    /// A one-line description, for logs.
    fn line(&self) -> String;

    /// The puzzle with these clues, in its usual notation.
    fn puzzle(&self, clues: CellSet<W>) -> String;

    /// The names of the clues, if the puzzle does not show them.
    fn clue_names(&self, _clues: CellSet<W>) -> Option<Vec<String>> {
        None
    }

    /// Returns whether these clues leave the target as the only solution. Every puzzle is checked by it before it is
    /// reported, whichever engine found it.
    ///
    /// # Errors
    /// The limit that was reached during a long check; a short check always ends.
    fn is_unique(&self, clues: CellSet<W>, limits: &Limits) -> Result<bool, Stop>;

    /// Finds the start sets of a source; the default implementation returns none. At a limit, returns those found so
    /// far; the engine notices the same limit next.
    ///
    /// # Errors
    /// A message if a tool of the source failed.
    fn start_sets(&self, _options: &SourceOptions, _limits: &Limits) -> Result<Family<W>, String> {
        Ok(Family::new())
    }

    /// The file for its state, if it can have one.
    #[cfg(feature = "serde")]
    fn state_file(&self, _folder: &Path) -> Option<StateFile> {
        None
    }
}

impl<const W: usize> ProblemInstance<W> for SudokuClues<W> {
    fn is_grid(&self) -> bool {
        true
    }

    fn sudoku(&self) -> Option<&Self> {
        Some(self)
    }

    fn problem(&self) -> &dyn LinearProblem<W> {
        self
    }

    fn certifiable(&self) -> Option<&dyn Certifiable<W>> {
        Some(self)
    }

    fn line(&self) -> String {
        let grid = self.grid().to_string();
        if self.variant().is_plain() { grid } else { format!("{grid} {}", self.variant()) }
    }

    fn puzzle(&self, clues: CellSet<W>) -> String {
        self.grid().puzzle(clues).to_string()
    }

    fn is_unique(&self, clues: CellSet<W>, limits: &Limits) -> Result<bool, Stop> {
        target::is_unique_of(self.variant(), self.grid(), clues, limits)
    }

    fn start_sets(&self, options: &SourceOptions, limits: &Limits) -> Result<Family<W>, String> {
        let mut family = Family::new();
        sources::find_to_start(self, options, &mut family, &limits.clone().without_nodes())
            .map_err(|e| format!("start sets: {e}"))?;
        Ok(family)
    }

    #[cfg(feature = "serde")]
    fn state_file(&self, folder: &Path) -> Option<StateFile> {
        Some(StateFile::new(folder, &self.line(), self.grid().shape()))
    }
}

/// Clues are named by their variables.
impl<const W: usize> ProblemInstance<W> for ModelClues<W> {
    fn problem(&self) -> &dyn LinearProblem<W> {
        self
    }

    fn certifiable(&self) -> Option<&dyn Certifiable<W>> {
        Some(self)
    }

    fn line(&self) -> String {
        format!("model {}", self.model().name)
    }

    fn puzzle(&self, clues: CellSet<W>) -> String {
        names(self, clues).join(" ")
    }

    fn clue_names(&self, clues: CellSet<W>) -> Option<Vec<String>> {
        Some(names(self, clues))
    }

    fn is_unique(&self, clues: CellSet<W>, limits: &Limits) -> Result<bool, Stop> {
        target::looked_at(self, clues, limits)
    }

    fn start_sets(&self, options: &SourceOptions, limits: &Limits) -> Result<Family<W>, String> {
        let mut family = Family::new();
        sources::find_of_model(self, options, &mut family, &limits.clone().without_nodes())
            .map_err(|e| format!("start sets: {e}"))?;
        Ok(family)
    }
}

/// A clue is a vertex, and the start sets are all minimal hyperedges.
impl<const W: usize> ProblemInstance<W> for HypergraphClues<W> {
    fn problem(&self) -> &dyn LinearProblem<W> {
        self
    }

    fn certifiable(&self) -> Option<&dyn Certifiable<W>> {
        Some(self)
    }

    fn line(&self) -> String {
        format!("a hypergraph with {} vertices and {} minimal hyperedges", self.cells().len(), self.edges().len())
    }

    fn puzzle(&self, clues: CellSet<W>) -> String {
        self.clue_names(clues).unwrap_or_default().join(" ")
    }

    fn clue_names(&self, clues: CellSet<W>) -> Option<Vec<String>> {
        Some(clues.iter().map(|vertex| self.cell_name(vertex)).collect())
    }

    fn is_unique(&self, clues: CellSet<W>, _: &Limits) -> Result<bool, Stop> {
        Ok(self.edges().iter().all(|edge| edge.intersects(&clues)))
    }

    fn start_sets(&self, options: &SourceOptions, _: &Limits) -> Result<Family<W>, String> {
        let mut family = Family::new();
        for &cells in self.edges().iter().take(options.max_sets.unwrap_or(usize::MAX)) {
            family.insert(UnavoidableSet { cells, witness: self.witness_of(cells) });
        }
        Ok(family)
    }
}

fn names<const W: usize>(problem: &ModelClues<W>, clues: CellSet<W>) -> Vec<String> {
    clues.iter().map(|cell| problem.cell_name(cell)).collect()
}
