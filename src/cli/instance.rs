//! An instance that an engine solves: a clue problem, and how it is shown.

use std::path::Path;

use crate::base::{CellSet, Limits};
use crate::files::StateFile;
use crate::problem::{Certifiable, LinearProblem, SudokuClues};
use crate::sudoku::line;
use crate::unavoidable::Family;
use crate::width::Width;

use super::sources::{self, SourceOptions};
use super::target::{self, grid_line};

/// A clue problem to solve, with what its answer needs.
pub(super) trait ProblemInstance<const W: usize> {
    /// Is it a grid? A grid has sources of start sets and symmetries.
    const IS_GRID: bool = false;

    /// The engines of its width.
    type Width: Width<W>;

    /// The problem.
    type Problem: Certifiable<W> + LinearProblem<W>;

    /// The problem.
    fn problem(&self) -> &Self::Problem;

    /// It in one line, for logs.
    fn line(&self) -> String;

    /// The puzzle with these clues, as people read it.
    fn puzzle(&self, clues: CellSet<W>) -> String;

    /// The names of the clues, where the puzzle does not say them.
    fn clue_names(&self, _clues: CellSet<W>) -> Option<Vec<String>> {
        None
    }

    /// Do these clues leave the target as the only solution? Asked again before a puzzle is shown, whoever found it.
    fn is_unique(&self, clues: CellSet<W>) -> bool;

    /// Start sets of a source. Stopped by a limit, it has as many as it has; the engine sees the same limit next.
    ///
    /// # Errors
    /// A message if a tool of the source failed.
    fn start_sets(&self, wanted: &SourceOptions, limits: &Limits) -> Result<Family<W>, String>;

    /// Where its state is kept, if it can be.
    fn state_file(&self, _folder: &Path) -> Option<StateFile> {
        None
    }
}

impl<const W: usize> ProblemInstance<W> for SudokuClues<W>
where
    CellSet<W>: Width<W>,
{
    const IS_GRID: bool = true;

    type Width = CellSet<W>;

    type Problem = Self;

    fn problem(&self) -> &Self {
        self
    }

    fn line(&self) -> String {
        grid_line(self.grid())
    }

    fn puzzle(&self, clues: CellSet<W>) -> String {
        line(&self.grid().puzzle(clues))
    }

    fn is_unique(&self, clues: CellSet<W>) -> bool {
        target::is_unique(self.grid(), clues)
    }

    fn start_sets(&self, wanted: &SourceOptions, limits: &Limits) -> Result<Family<W>, String> {
        let mut family = Family::new();
        sources::find(self, wanted, &mut family, &limits.clone().without_nodes())
            .map_err(|e| format!("start sets: {e}"))?;
        Ok(family)
    }

    fn state_file(&self, folder: &Path) -> Option<StateFile> {
        Some(StateFile::new(folder, &self.line(), self.grid().shape()))
    }
}
