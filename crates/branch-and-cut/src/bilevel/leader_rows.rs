//! The leader's rows of an exported model. At least one smallest puzzle satisfies all of them.

use crate::base::{Cell, CellSet};
use crate::ilp::{BinaryModel, Sense, VarId};
use crate::problem::LinearProblem;
use crate::unavoidable::Family;

/// A region with its minimum: every valid set of clues has at least `min` cells of `region`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionMinimum<const W: usize> {
    /// The cells in which clues are counted.
    pub region: CellSet<W>,
    /// A proven number of clues, at least 2. It is the exact minimum, unless a limit on nodes ended its search.
    pub min: usize,
}

/// The rows of the leader, in addition to y being 0 or 1.
#[derive(Clone, Copy, Debug)]
pub struct LeaderRows<'a, const W: usize> {
    /// `sum y >= 1` over each set (tjusila-2023, Corollary 2). They hold for every valid set of clues.
    pub sets: &'a Family<W>,
    /// `sum y >= min` over each region. They hold for every valid set of clues.
    pub regions: &'a [RegionMinimum<W>],
    /// `y_a >= y_b` for each pair (a, b). They hold for one valid set of clues in each class of symmetric ones, so they
    /// keep the minimum, but not all sets that attain it. See [`crate::base::Group::first_rows`].
    pub symmetries: &'a [(Cell, Cell)],
}

impl<'a, const W: usize> From<&'a Family<W>> for LeaderRows<'a, W> {
    fn from(sets: &'a Family<W>) -> Self {
        Self { sets, regions: &[], symmetries: &[] }
    }
}

impl<const W: usize> LeaderRows<'_, W> {
    /// Adds the rows: `U_1` ..., then `R_` and the name of each region, then `S_` and the names of both cells.
    pub(super) fn add_to(self, model: &mut BinaryModel, problem: &dyn LinearProblem<W>, clue_vars: &[(Cell, VarId)]) {
        let inside =
            |cells: CellSet<W>| clue_vars.iter().filter(move |(cell, _)| cells.contains(*cell)).map(|&(_, y)| (y, 1));
        for (i, set) in self.sets.sets().iter().enumerate() {
            model.add_row(format!("U_{}", i + 1), inside(set.cells), Sense::GreaterEqual, 1);
        }
        for (i, &RegionMinimum { region, min }) in self.regions.iter().enumerate() {
            let name = problem.region_name(region).unwrap_or_else(|| (i + 1).to_string());
            model.add_row(format!("R_{name}"), inside(region), Sense::GreaterEqual, min as i64);
        }
        let name = |cell: Cell| problem.cell_name(cell).to_lowercase();
        for &(first, image) in self.symmetries {
            let sign = |cell: Cell| if cell == first { Some(1) } else { (cell == image).then_some(-1) };
            let terms = clue_vars.iter().filter_map(|&(cell, y)| sign(cell).map(|a| (y, a)));
            let row = format!("S_{}_{}", name(first), name(image));
            model.add_row(row, terms, Sense::GreaterEqual, 0);
        }
    }
}
