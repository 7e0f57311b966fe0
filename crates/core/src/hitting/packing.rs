//! Disjoint sets that need the most clues together, where a set may need several: a maximum weight clique of the graph
//! whose edges are the disjoint pairs.
//!
//! A set of degree k needs k clues, and disjoint sets need the sum (mcguire-2012, Proposition 5, of which Lemma 7 is an
//! example). With weight 1 everywhere it is the clique of [`clique`](super::clique).
//!
//! The search is branch and bound over bit rows, as there. What can still join is split into classes in which no two
//! sets are disjoint; a class adds at most its largest weight, so the sum of these bounds what is left (the bound of D.
//! Kumlander, *A new exact algorithm for the maximum-weight clique problem based on a heuristic vertex-coloring*,
//! 2004).

use std::cmp::Reverse;

use crate::base::{CellSet, Limits, Stop, stable_sort_by_key};

use super::clique::Meter;

/// Rows for this many sets take 8 MiB.
const MAX_ROWS: usize = 1 << 13;

/// A set of cells, and the clues that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighted<const W: usize> {
    /// The set.
    pub cells: CellSet<W>,
    /// The clues, at least one.
    pub weight: usize,
}

/// Pairwise disjoint sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// Places in the list of sets, ascending.
    pub chosen: Vec<usize>,
    /// The sum of their weights.
    pub weight: usize,
    /// Is it proven that no disjoint sets of the list have more? A list of more than some thousand sets is cut first.
    pub is_maximum: bool,
    /// The limit that ended the search.
    pub stop: Option<Stop>,
}

/// The disjoint ones of `sets` with the largest sum of weights.
#[must_use]
#[inline(never)]
pub fn max_packing<const W: usize>(sets: &[Weighted<W>], limits: &Limits) -> Packing {
    let mut order = undominated(sets);
    let is_whole = order.len() <= MAX_ROWS;
    order.truncate(MAX_ROWS);
    // The first set of a class is to have its largest weight.
    stable_sort_by_key(&mut order, |&i| (Reverse(sets[i].weight), sets[i].cells.len(), i));
    let mut search = Search::new(&order.iter().map(|&i| sets[i]).collect::<Vec<_>>(), Meter::new(limits));
    let stop = search.run().err();
    let mut chosen: Vec<usize> = search.best.iter().map(|&place| order[place]).collect();
    chosen.sort_unstable();
    Packing { chosen, weight: search.best_weight, is_maximum: is_whole && stop.is_none(), stop }
}

/// The places of the sets that have no other one inside them that needs as many clues, by rising size.
fn undominated<const W: usize>(sets: &[Weighted<W>]) -> Vec<usize> {
    let mut by_size: Vec<usize> = (0..sets.len()).collect();
    stable_sort_by_key(&mut by_size, |&i| (sets[i].cells.len(), Reverse(sets[i].weight), i));
    let mut kept: Vec<usize> = Vec::new();
    for i in by_size {
        let is_dominated = |&j: &usize| sets[j].weight >= sets[i].weight && sets[j].cells.is_subset(&sets[i].cells);
        // What does not fit into the rows is not compared either.
        if kept.len() > MAX_ROWS || !kept.iter().any(is_dominated) {
            kept.push(i);
        }
    }
    kept
}

struct Search {
    meter: Meter,
    weights: Vec<usize>,
    /// Words of a row.
    width: usize,
    /// For each set the sets disjoint from it.
    rows: Vec<u64>,
    chosen: Vec<usize>,
    best: Vec<usize>,
    best_weight: usize,
}

impl Search {
    fn new<const W: usize>(sets: &[Weighted<W>], meter: Meter) -> Self {
        let width = sets.len().div_ceil(64);
        let mut rows = vec![0; sets.len() * width];
        for (i, a) in sets.iter().enumerate() {
            for (j, b) in sets[..i].iter().enumerate() {
                if !a.cells.intersects(&b.cells) {
                    rows[i * width + j / 64] |= 1 << (j % 64);
                    rows[j * width + i / 64] |= 1 << (i % 64);
                }
            }
        }
        let weights = sets.iter().map(|set| set.weight).collect();
        Self { meter, weights, width, rows, chosen: Vec::new(), best: Vec::new(), best_weight: 0 }
    }

    fn run(&mut self) -> Result<(), Stop> {
        let mut open = vec![0; self.width];
        (0..self.weights.len()).for_each(|i| open[i / 64] |= 1 << (i % 64));
        self.extend(open, 0)
    }

    fn extend(&mut self, mut open: Vec<u64>, weight: usize) -> Result<(), Stop> {
        self.meter.step()?;
        if weight > self.best_weight {
            self.best.clone_from(&self.chosen);
            self.best_weight = weight;
        }
        for (i, bound) in self.classed(&open, self.best_weight - weight).into_iter().rev() {
            if weight + bound <= self.best_weight {
                break;
            }
            open[i / 64] &= !(1 << (i % 64));
            let row = &self.rows[i * self.width..(i + 1) * self.width];
            let inner = open.iter().zip(row).map(|(a, b)| a & b).collect();
            self.chosen.push(i);
            self.extend(inner, weight + self.weights[i])?;
            self.chosen.pop();
        }
        Ok(())
    }

    /// The open sets, each with what it and those before it can add at most, which rises. Sets that with those before
    /// them add no more than `free` are left out: these alone are too few.
    fn classed(&self, open: &[u64], free: usize) -> Vec<(usize, usize)> {
        let mut order = Vec::new();
        let mut rest = open.to_vec();
        let mut class = vec![0; self.width];
        let mut bound = 0;
        loop {
            class.copy_from_slice(&rest);
            let mut is_first = true;
            for w in 0..self.width {
                while class[w] != 0 {
                    let i = 64 * w + class[w].trailing_zeros() as usize;
                    class[w] &= class[w] - 1;
                    rest[w] &= !(1 << (i % 64));
                    let row = &self.rows[i * self.width..(i + 1) * self.width];
                    class[w..].iter_mut().zip(&row[w..]).for_each(|(c, r)| *c &= !r);
                    if is_first {
                        bound += self.weights[i];
                        is_first = false;
                    }
                    if bound > free {
                        order.push((i, bound));
                    }
                }
            }
            if is_first {
                return order;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::{Cell, Index as _};

    /// With the first set or without it.
    fn slow(sets: &[Weighted<1>]) -> usize {
        let Some((first, rest)) = sets.split_first() else { return 0 };
        let disjoint: Vec<_> = rest.iter().copied().filter(|set| !set.cells.intersects(&first.cells)).collect();
        slow(rest).max(first.weight + slow(&disjoint))
    }

    fn small_sets() -> impl Strategy<Value = Vec<Weighted<1>>> {
        let set = (prop::collection::btree_set(0usize..24, 1..7), 1usize..4);
        prop::collection::vec(set, 0..22).prop_map(|sets| {
            let weighted = |(cells, weight): (std::collections::BTreeSet<usize>, usize)| Weighted {
                cells: cells.into_iter().map(Cell::new).collect(),
                weight,
            };
            sets.into_iter().map(weighted).collect()
        })
    }

    fn is_packing(sets: &[Weighted<1>], packing: &Packing) -> bool {
        let chosen = || packing.chosen.iter().map(|&i| sets[i]);
        let union = chosen().fold(CellSet::EMPTY, |all, set| all | set.cells);
        union.len() == chosen().map(|set| set.cells.len()).sum::<usize>()
            && packing.weight == chosen().map(|set| set.weight).sum::<usize>()
    }

    proptest! {
        #[test]
        fn agrees_with_the_slow_search(sets in small_sets()) {
            let packing = max_packing(&sets, &Limits::none());
            prop_assert!(is_packing(&sets, &packing) && packing.is_maximum);
            prop_assert_eq!(packing.weight, slow(&sets));
        }

        #[test]
        fn a_limit_leaves_disjoint_sets(sets in small_sets(), nodes in 0u64..20) {
            let packing = max_packing(&sets, &Limits::none().with_nodes(nodes));
            prop_assert!(is_packing(&sets, &packing));
            prop_assert_eq!(packing.is_maximum, packing.stop.is_none());
            prop_assert!(!packing.is_maximum || packing.weight == slow(&sets));
        }
    }

    /// Two sets that need two clues each beat three that need one.
    #[test]
    fn weight_counts_and_not_the_number_of_sets() {
        let set =
            |cells: std::ops::Range<usize>, weight| Weighted::<1> { cells: cells.map(Cell::new).collect(), weight };
        let sets = [set(0..4, 1), set(4..8, 1), set(8..12, 1), set(0..5, 2), set(5..12, 2)];
        let packing = max_packing(&sets, &Limits::none());
        assert_eq!((packing.chosen, packing.weight), (vec![3, 4], 4));
    }
}
