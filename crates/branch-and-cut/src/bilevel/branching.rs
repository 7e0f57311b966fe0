//! Branching rules, which create the children of a node.

use crate::base::{Cell, CellSet, Index, stable_sort_by};

/// The branching rule, which divides a node into children.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Branching {
    /// A child for each cell of a small unhit set.
    ///
    /// Likely clues come first; a cell that was tried is not a clue in the children after it.
    #[default]
    Set,
    /// The same, with the set that promises the smallest tree.
    ///
    /// Of a few sets, the one whose children have the best bounds by the LP.
    Strong,
    /// A fractional cell is a clue, or not.
    ///
    /// It is the one whose value is closest to one half.
    Fractional,
}

impl Branching {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Set => "set",
            Self::Strong => "strong",
            Self::Fractional => "fractional",
        }
    }
}

/// How a node is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut<const W: usize> {
    /// Branch on each of these cells in turn.
    Cells(CellSet<W>),
    /// This cell, or not.
    Cell(Cell),
}

/// Sets that strong branching compares.
const CANDIDATES: usize = 4;

/// The free cells of an unhit set with the fewest of them, sets inside `region` first; `None` if every set is hit.
pub(super) fn smallest<const W: usize>(
    pool: &[CellSet<W>],
    chosen: CellSet<W>,
    alive: CellSet<W>,
    region: CellSet<W>,
) -> Option<CellSet<W>> {
    let mut best = (true, usize::MAX, CellSet::EMPTY);
    for set in pool.iter().filter(|set| !set.intersects(&chosen)) {
        let free = *set & alive;
        let (outside, n) = (!set.is_subset(&region), free.len());
        if n == 0 {
            return Some(free);
        }
        if (outside, n) < (best.0, best.1) {
            best = (outside, n, free);
        }
    }
    (best.1 < usize::MAX).then_some(best.2)
}

/// A few different such sets, the smallest first.
pub(super) fn candidates<const W: usize>(
    pool: &[CellSet<W>],
    chosen: CellSet<W>,
    alive: CellSet<W>,
    region: CellSet<W>,
) -> Vec<CellSet<W>> {
    let unhit = pool.iter().filter(|set| !set.intersects(&chosen));
    let mut sets: Vec<_> = unhit.map(|set| (!set.is_subset(&region), (*set & alive).len(), *set & alive)).collect();
    sets.sort_unstable();
    sets.dedup();
    sets.into_iter().take(CANDIDATES).map(|(_, _, free)| free).collect()
}

/// The cell of `alive` whose value is closest to one half, if it is not whole.
pub(super) fn most_fractional<const W: usize>(y: &[f64], alive: CellSet<W>, tolerance: f64) -> Option<Cell> {
    let distance = |cell: &Cell| (y[cell.get()] - 0.5).abs();
    let fractional = alive.iter().filter(|cell| distance(cell) < 0.5 - tolerance);
    fractional.min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// Cells by value, the largest first.
pub(super) fn by_value<const W: usize>(cells: CellSet<W>, y: &[f64]) -> Vec<Cell> {
    let mut order: Vec<Cell> = cells.iter().collect();
    largest_first(&mut order, y);
    order
}

fn largest_first(cells: &mut [Cell], y: &[f64]) {
    stable_sort_by(cells, |a, b| y[b.get()].total_cmp(&y[a.get()]));
}

/// Sorts cells by value, the smallest first.
pub(super) fn smallest_first(cells: &mut [Cell], y: &[f64]) {
    stable_sort_by(cells, |a, b| y[a.get()].total_cmp(&y[b.get()]));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(members: &[usize]) -> CellSet<2> {
        members.iter().map(|&i| Cell::new(i)).collect()
    }

    #[test]
    fn sets_of_the_region_come_first_then_small_ones() {
        let pool = [cells(&[0, 1]), cells(&[2, 3, 4]), cells(&[2, 3, 5, 6]), cells(&[7])];
        let all = cells(&[0, 1, 2, 3, 4, 5, 6]);
        let region = cells(&[2, 3, 4, 5, 6]);
        assert_eq!(smallest(&pool[..3], CellSet::EMPTY, all, CellSet::EMPTY), Some(pool[0]));
        assert_eq!(smallest(&pool[..3], CellSet::EMPTY, all, region), Some(pool[1]));
        assert_eq!(smallest(&pool, CellSet::EMPTY, all, CellSet::EMPTY), Some(CellSet::EMPTY));
        assert_eq!(smallest(&pool[..3], cells(&[0, 2]), all, region), None);
        assert_eq!(candidates(&pool[..3], cells(&[0]), all, region), [pool[1], pool[2]]);
    }

    #[test]
    fn whole_values_are_not_branched_on() {
        let y = [0.0, 1.0, 0.9, 0.4, f64::NAN];
        assert_eq!(most_fractional(&y, cells(&[0, 1, 2, 3, 4]), 1e-6), Some(Cell::new(3)));
        assert_eq!(most_fractional(&y, cells(&[0, 1, 4]), 1e-6), None);
        assert_eq!(by_value(cells(&[0, 1, 2]), &y), [1, 2, 0].map(Cell::new));
    }
}
