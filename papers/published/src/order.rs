//! The order of sets and cells before and during a search. Smaller sets always come first.

use std::cmp::Reverse;

use crate::base::{Cell, CellSet, Index};

use super::settings::SetOrder;

/// Sets of at most this many cells more than the smallest show which cells matter.
const SMALL: usize = 6;

/// The sets by the order, as positions in `sets`; after the first `n`, which are those that will be tracked, by size
/// alone.
pub(super) fn ordered<const W: usize>(sets: &[CellSet<W>], order: SetOrder, n: usize) -> Vec<usize> {
    match order {
        SetOrder::Found => sorted(sets.iter().map(CellSet::len)),
        SetOrder::Overlap | SetOrder::Search => overlapping(sets, n),
    }
}

/// Of the smallest sets that are left always the one with the most cells in common with those before it: when its turn
/// comes, many of its cells are dead.
fn overlapping<const W: usize>(sets: &[CellSet<W>], n: usize) -> Vec<usize> {
    let counts = counts(sets);
    let weight = |set: CellSet<W>| set.iter().map(|cell| counts[cell.get()]).sum::<usize>();
    let mut rest = sorted(sets.iter().map(|set| (set.len(), Reverse(weight(*set)))));
    let (mut places, mut seen) = (Vec::new(), CellSet::EMPTY);
    // Each step looks at all sets of one size; this many are tracked at most.
    while places.len() < n
        && let Some(&smallest) = rest.first()
    {
        let of_its_size = rest.iter().take_while(|&&i| sets[i].len() == sets[smallest].len());
        let best = of_its_size.enumerate().min_by_key(|(_, i)| Reverse((sets[**i] & seen).len()));
        let place = rest.remove(best.map_or(0, |(k, _)| k));
        seen |= sets[place];
        places.push(place);
    }
    places.extend(rest);
    places
}

/// The places of the keys in their order.
fn sorted<K: Ord>(keys: impl Iterator<Item = K>) -> Vec<usize> {
    let mut keys: Vec<(K, usize)> = keys.zip(0..).collect();
    keys.sort_unstable();
    keys.into_iter().map(|(_, place)| place).collect()
}

/// For each cell the number of small sets that have it.
fn counts<const W: usize>(sets: &[CellSet<W>]) -> Vec<usize> {
    let smallest = sets.iter().map(CellSet::len).min().unwrap_or(0);
    let mut counts = vec![0; CellSet::<W>::CAPACITY];
    for set in sets.iter().filter(|set| set.len() <= smallest + SMALL) {
        for cell in *set {
            counts[cell.get()] += 1;
        }
    }
    counts
}

/// A new numbering of the cells, in which those that hit the most small sets come first, so that a search in ascending
/// order tries them first.
pub(super) struct Numbering {
    to: Vec<Cell>,
    from: Vec<Cell>,
}

impl Numbering {
    pub(super) fn by_hits<const W: usize>(sets: &[CellSet<W>]) -> Self {
        let counts = counts(sets);
        let from: Vec<Cell> = sorted(counts.iter().map(Reverse)).into_iter().map(Cell::new).collect();
        let mut to = from.clone();
        for (i, cell) in from.iter().enumerate() {
            to[cell.get()] = Cell::new(i);
        }
        Self { to, from }
    }

    pub(super) fn renumbered<const W: usize>(&self, cells: CellSet<W>) -> CellSet<W> {
        cells.iter().map(|cell| self.to[cell.get()]).collect()
    }

    pub(super) fn original<const W: usize>(&self, cells: CellSet<W>) -> CellSet<W> {
        cells.iter().map(|cell| self.from[cell.get()]).collect()
    }
}
