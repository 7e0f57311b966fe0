//! The part of a clue problem inside a region, with all cells outside given.

use crate::base::{Cell, CellSet, Group, Limits};

use super::restricted::RestrictedOracle;
use super::{ClueProblem, Oracle, Witness, WitnessError};

/// The problem that remains of `whole` when all cells outside a region are given: its ground set is the region, and its
/// unavoidable sets are those inside.
pub struct Region<'p, const W: usize> {
    whole: &'p dyn ClueProblem<W>,
    cells: CellSet<W>,
}

impl<'p, const W: usize> Region<'p, W> {
    /// Creates the part of `whole` in `region`.
    #[must_use]
    pub fn new(whole: &'p dyn ClueProblem<W>, region: CellSet<W>) -> Self {
        Self { whole, cells: whole.cells() & region }
    }

    /// The cells of the whole problem that are given here.
    fn fixed(&self) -> CellSet<W> {
        self.whole.cells() - self.cells
    }

    /// Restricts each part of some partitions to the region.
    fn inside(&self, cuts: Vec<Vec<CellSet<W>>>) -> Vec<Vec<CellSet<W>>> {
        let inside = |parts: Vec<CellSet<W>>| {
            parts.into_iter().map(|part| part & self.cells).filter(|part| !part.is_empty()).collect()
        };
        cuts.into_iter().map(inside).collect()
    }
}

impl<const W: usize> ClueProblem<W> for Region<'_, W> {
    fn cells(&self) -> CellSet<W> {
        self.cells
    }

    fn oracle(&self) -> Box<dyn Oracle<W> + '_> {
        Box::new(RestrictedOracle { whole: self.whole.oracle(), given: self.fixed(), forbidden: CellSet::EMPTY })
    }

    fn difference(&self, witness: &Witness) -> Result<CellSet<W>, WitnessError> {
        let differs = self.whole.difference(witness)?;
        match (differs & self.fixed()).first() {
            Some(cell) => Err(WitnessError::NotASolution(format!("{} is given", self.cell_name(cell)))),
            None => Ok(differs),
        }
    }

    fn cell_name(&self, cell: Cell) -> String {
        self.whole.cell_name(cell)
    }

    fn partitions(&self) -> Vec<Vec<CellSet<W>>> {
        self.inside(self.whole.partitions())
    }

    fn classes(&self) -> Vec<Vec<CellSet<W>>> {
        self.inside(self.whole.classes())
    }

    fn automorphisms(&self, max: usize, limits: &Limits) -> Group {
        self.whole.automorphisms(max, limits).stabilizer(self.cells)
    }
}
