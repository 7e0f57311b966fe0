//! Minima of regions for models of other solvers: the ones that the branch and cut measures for itself.

use crate::base::{Limits, Stop};
use crate::problem::{ClueProblem, NoObserver};
use crate::unavoidable::Family;

use super::driver::Driver;
use super::leader_rows::RegionMinimum;
use super::options::BilevelOptions;
use super::rows::RowKind;
use super::{BranchAndCut, Hooks};

macro_rules! region_minima {
    ($W:literal) => {
        impl BranchAndCut<'_, $W> {
            /// Returns the minima of the regions of `options.regions`, except those below 2, in the order in which a
            /// run measures them. `start` has the first unavoidable sets; more of them make it faster, and may raise a
            /// minimum whose search is limited.
            ///
            /// # Errors
            /// The limit that came first.
            pub fn region_minima(
                &self,
                problem: &dyn ClueProblem<$W>,
                start: &Family<$W>,
                limits: &Limits,
            ) -> Result<Vec<RegionMinimum<$W>>, Stop> {
                self.measured(problem, start, limits)
            }
        }
    };
}
minclue_engine::at_each_width!(region_minima);

impl<const W: usize> BranchAndCut<'_, W> {
    fn measured(
        &self,
        problem: &dyn ClueProblem<W>,
        start: &Family<W>,
        limits: &Limits,
    ) -> Result<Vec<RegionMinimum<W>>, Stop> {
        let hooks = Hooks { leaf: self.leaves.map(|leaves| leaves.leaf(problem, start, limits)), ..Hooks::default() };
        let options = BilevelOptions { split: false, ..self.options };
        let mut silent = NoObserver;
        let sets = start.sets().iter().map(|set| set.cells);
        let mut driver = Driver::new(problem, self.lps, sets, &options, hooks, limits, &mut silent);
        driver.measure_regions()?;
        let rows = driver.rows.iter().filter(|row| row.kind == RowKind::Region);
        Ok(rows.map(|row| RegionMinimum { region: row.support(), min: row.min }).collect())
    }
}
