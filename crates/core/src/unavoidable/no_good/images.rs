//! Images of sets that were found, for which no program is solved.

use std::fmt;

use crate::base::{Group, Limits};
use crate::problem::{ClueProblem, Verdict};

use super::super::UnavoidableSet;

/// A method that derives further sets of a problem from a set.
pub trait Images<const W: usize> {
    /// Returns minimal unavoidable sets with as many cells as `set`, which must be minimal. The result may include
    /// `set`.
    fn of(&self, set: &UnavoidableSet<W>) -> Vec<UnavoidableSet<W>>;
}

#[derive(Clone, Copy, Debug, Default)]
pub struct NoImages;

impl<const W: usize> Images<W> for NoImages {
    fn of(&self, _: &UnavoidableSet<W>) -> Vec<UnavoidableSet<W>> {
        Vec::new()
    }
}

/// The images under the symmetries of the problem; most grids have none.
#[derive(Clone)]
pub struct GridImages<'a, const W: usize> {
    problem: &'a dyn ClueProblem<W>,
    group: Group,
}

impl<const W: usize> fmt::Debug for GridImages<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GridImages").field("group", &self.group).finish_non_exhaustive()
    }
}

impl<'a, const W: usize> GridImages<'a, W> {
    /// More symmetries than this are not used.
    const MOST: usize = 10_000;

    #[must_use]
    pub fn new(problem: &'a dyn ClueProblem<W>, limits: &Limits) -> Self {
        Self { problem, group: problem.automorphisms(Self::MOST, limits) }
    }
}

impl<const W: usize> Images<W> for GridImages<'_, W> {
    fn of(&self, set: &UnavoidableSet<W>) -> Vec<UnavoidableSet<W>> {
        if self.group.is_trivial() {
            return Vec::new();
        }
        let mut oracle = self.problem.oracle();
        let others = self.group.images(set.cells).into_iter().filter(|cells| *cells != set.cells);
        // A minimal set has no second solution but those that differ in all of its cells.
        let found = others.filter_map(|cells| {
            match oracle.second_solution(self.problem.cells() - cells, &mut Limits::none().pace(1)) {
                Verdict::Second(witness) => Some(UnavoidableSet { cells, witness }),
                Verdict::Unique | Verdict::Limit(_) => None,
            }
        });
        found.collect()
    }
}
