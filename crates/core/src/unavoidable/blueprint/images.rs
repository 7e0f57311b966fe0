//! The sets of a grid that have the same type as a given set.

use crate::base::CellSet;
use crate::problem::SudokuClues;

use super::super::{Images, UnavoidableSet, pattern_of};
use super::matching::Target;
use super::{Blueprint, Planned, witness};

/// For each set, all sets of its type, found by matching like source "blueprint".
#[derive(Clone, Copy, Debug)]
pub struct TypeImages<'a, const W: usize> {
    problem: &'a SudokuClues<W>,
}

impl<'a, const W: usize> TypeImages<'a, W> {
    /// Prepares the images in the grid of `problem`.
    #[must_use]
    pub fn new(problem: &'a SudokuClues<W>) -> Self {
        Self { problem }
    }
}

impl<const W: usize> Images<W> for TypeImages<'_, W> {
    fn of(&self, set: &UnavoidableSet<W>) -> Vec<UnavoidableSet<W>> {
        let grid = self.problem.grid();
        let Some(blueprint) = Blueprint::new(grid.shape(), pattern_of(grid, set.cells)) else { return Vec::new() };
        let target = Target::new(grid);
        let planned = Planned::new(blueprint, grid.shape());
        let mut found: Vec<UnavoidableSet<W>> = Vec::new();
        for plan in &planned.plans {
            target.images(plan, |cells, digit_of| {
                let image: CellSet<W> = cells.iter().copied().collect();
                if found.iter().all(|other| other.cells != image) {
                    let witness = witness(self.problem, cells, &planned.blueprint.new, digit_of);
                    found.push(UnavoidableSet { cells: image, witness });
                }
            });
        }
        found
    }
}
