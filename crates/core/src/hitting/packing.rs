//! Packings: disjoint sets that together need the most clues, where a set may need several. A packing is a maximum
//! weight clique of the graph whose edges are the disjoint pairs.
//!
//! A set of degree k needs k clues, and disjoint sets need the sum (mcguire-2012, Proposition 5, of which Lemma 7 is an
//! example). If all weights are 1, it is a largest collection of pairwise disjoint sets: a maximum clique, whose number
//! of sets is a lower bound for the number of clues (mcguire-2012, Corollary 6 and the definition in section 5.3.2,
//! where it is called MCN). A family has only the sets up to some size; for all sets of a grid, see
//! `unavoidable::clique_number`.
//!
//! The search is branch and bound over bit rows. The candidates are divided into classes in which no two sets are
//! disjoint; a class adds at most its largest weight, so the sum of these weights bounds the rest (for cliques E.
//! Tomita and T. Seki, *An efficient branch-and-bound algorithm for finding a maximum clique*, 2003; with weights D.
//! Kumlander, *A new exact algorithm for the maximum-weight clique problem based on a heuristic vertex-coloring*, 2004;
//! the bit rows are those of P. San Segundo, D. Rodriguez-Losada and A. Jimenez, *An exact bit-parallel algorithm for
//! the maximum clique problem*, 2011). We add a bound that general graphs lack: the cells of the chosen sets, and of
//! the smallest candidates, must fit into a budget of cells.

use std::cmp::Reverse;

use crate::base::{CellSet, Limits, Pace, Stop, stable_sort_by_key};

/// How often the limits are asked, in search nodes.
const PACE: u32 = 1024;

/// Rows for this many sets take 32 MiB; where all weigh the same, a larger family is searched in parts.
const MAX_ROWS: usize = 1 << 14;

/// Sets with weights that are looked at, at most.
const MAX_WEIGHTED: usize = 1 << 13;

/// A set of cells, with the number of clues that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighted<const W: usize> {
    pub cells: CellSet<W>,
    /// The number of clues, at least one.
    pub weight: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// The positions of the sets in the list, ascending.
    pub chosen: Vec<usize>,
    /// The sum of their weights.
    pub weight: usize,
    /// Whether it is proven that no disjoint sets of the list have a larger weight. A list of more than a few thousand
    /// weighted sets is truncated first.
    pub is_maximum: bool,
    /// The limit that ended the search.
    pub stop: Option<Stop>,
}

/// Returns disjoint sets of `sets` with the largest sum of weights.
#[must_use]
#[inline(never)]
pub fn max_packing<const W: usize>(sets: &[Weighted<W>], limits: &Limits) -> Packing {
    let mut order = undominated(sets);
    let is_whole = order.len() <= MAX_WEIGHTED;
    order.truncate(MAX_WEIGHTED);
    // The first set of a class is to have its largest weight.
    stable_sort_by_key(&mut order, |&i| (Reverse(sets[i].weight), sets[i].cells.len(), i));
    let sets: Vec<Weighted<W>> = order.iter().map(|&i| sets[i]).collect();
    let goal = Goal { budget: usize::MAX, more_than: 0, enough: usize::MAX };
    let (best, stop) = Search::new(&sets, &goal, &mut |_| Ok(true), &mut Meter::new(limits)).run();
    let weight = best.iter().map(|&place| sets[place].weight).sum();
    Packing { chosen: ascending(&order, best), weight, is_maximum: is_whole && stop.is_none(), stop }
}

/// The places of the sets that have no other one inside them that needs as many clues, by rising size.
fn undominated<const W: usize>(sets: &[Weighted<W>]) -> Vec<usize> {
    let mut by_size: Vec<usize> = (0..sets.len()).collect();
    stable_sort_by_key(&mut by_size, |&i| (sets[i].cells.len(), Reverse(sets[i].weight), i));
    let mut kept: Vec<usize> = Vec::new();
    for i in by_size {
        let is_dominated = |&j: &usize| sets[j].weight >= sets[i].weight && sets[j].cells.is_subset(&sets[i].cells);
        // What does not fit into the rows is not compared either.
        if kept.len() > MAX_WEIGHTED || !kept.iter().any(is_dominated) {
            kept.push(i);
        }
    }
    kept
}

/// Returns the most pairwise disjoint sets of `sets`, each of weight 1.
#[must_use]
#[inline(never)]
pub fn max_clique<const W: usize>(sets: &[CellSet<W>], limits: &Limits) -> Packing {
    let order = by_size(sets);
    let budget = sets.iter().fold(CellSet::EMPTY, |all, set| all | *set).len();
    let sets: Vec<CellSet<W>> = order.iter().map(|&i| sets[i]).collect();
    let goal = Goal { budget, more_than: 0, enough: usize::MAX };
    let (best, stop) = largest(&sets, &goal, &mut |_| Ok(true), &mut Meter::new(limits));
    Packing { weight: best.len(), chosen: ascending(&order, best), is_maximum: stop.is_none(), stop }
}

/// Returns the positions of the sets, ordered by size.
#[must_use]
#[inline(never)]
pub fn by_size<const W: usize>(sets: &[CellSet<W>]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..sets.len()).collect();
    stable_sort_by_key(&mut places, |&i| sets[i].len());
    places
}

fn ascending(order: &[usize], places: Vec<usize>) -> Vec<usize> {
    let mut chosen: Vec<usize> = places.into_iter().map(|place| order[place]).collect();
    chosen.sort_unstable();
    chosen
}

/// Counts search nodes and checks the limits.
pub struct Meter {
    pace: Pace,
    n_nodes: u64,
}

impl Meter {
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self { pace: limits.pace(PACE), n_nodes: 0 }
    }

    /// Counts a node, and looks at the limits from time to time.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn step(&mut self) -> Result<(), Stop> {
        self.n_nodes += 1;
        self.pace.step(self.n_nodes).map_or(Ok(()), Err)
    }
}

/// The goal of a search: disjoint sets whose weight exceeds `more_than` and that have at most `budget` cells together.
/// The search looks for the heaviest of them, or for any of weight `enough`.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub budget: usize,
    /// Only larger weights are of interest.
    pub more_than: usize,
    /// The search stops at this weight.
    pub enough: usize,
}

/// Decides whether disjoint sets, given by their positions in the list, are acceptable. If not, no sets are added to
/// them.
pub type Accept<'a> = dyn FnMut(&[usize]) -> Result<bool, Stop> + 'a;

/// Finds the most disjoint sets of `sets`, which are ordered by size and have weight 1 each, that meet the goal and are
/// accepted. Returns their positions (none if nothing meets the goal), and the limit that was reached, if any.
#[must_use]
#[inline(never)]
pub fn largest<const W: usize>(
    sets: &[CellSet<W>],
    goal: &Goal,
    accept: &mut Accept<'_>,
    meter: &mut Meter,
) -> (Vec<usize>, Option<Stop>) {
    let sizes: Vec<usize> = sets.iter().map(CellSet::len).collect();
    let fits = sizes.iter().scan(0, |sum, size| {
        *sum += size;
        Some(*sum)
    });
    if fits.take_while(|sum| *sum <= goal.budget).count() <= goal.more_than {
        return (Vec::new(), None);
    }
    // With the smallest others, a large set may be beyond the budget.
    let others: usize = sizes[..goal.more_than].iter().sum();
    let n_sets = sizes.partition_point(|size| others + size <= goal.budget);
    let n_rows = n_sets.min(MAX_ROWS);
    let weighted: Vec<_> = sets[..n_rows].iter().map(|&cells| Weighted { cells, weight: 1 }).collect();
    let (mut best, stop) = Search::new(&weighted, goal, accept, meter).run();
    if stop.is_some() || best.len() >= goal.enough {
        return (best, stop);
    }
    // What is left: the cliques with a set beyond the rows, and they are taken by the last of these.
    for last in n_rows..n_sets {
        let before: Vec<usize> = (0..last).filter(|&i| !sets[i].intersects(&sets[last])).collect();
        let part: Vec<CellSet<W>> = before.iter().map(|&i| sets[i]).collect();
        let rest = Goal {
            budget: goal.budget - sizes[last],
            more_than: goal.more_than.max(best.len()).saturating_sub(1),
            enough: goal.enough.saturating_sub(1),
        };
        if let Err(stop) = meter.step() {
            return (best, Some(stop));
        }
        let with_last = |places: &[usize]| places.iter().map(|&i| before[i]).chain([last]).collect::<Vec<_>>();
        let (inner, stop) = largest(&part, &rest, &mut |places| accept(&with_last(places)), meter);
        if !inner.is_empty() {
            best = with_last(&inner);
        }
        if stop.is_some() || best.len() >= goal.enough {
            return (best, stop);
        }
    }
    (best, None)
}

/// Branch and bound over the rows of some sets, the heaviest ones first, then by rising size.
struct Search<'a, 'b> {
    goal: Goal,
    accept: &'a mut Accept<'b>,
    meter: &'a mut Meter,
    weights: Vec<usize>,
    sizes: Vec<usize>,
    /// The number of words of a row.
    width: usize,
    /// For each set, the sets that are disjoint from it.
    rows: Vec<u64>,
    chosen: Vec<usize>,
    best: Vec<usize>,
    /// Only larger weights are of interest.
    record: usize,
}

impl<'a, 'b> Search<'a, 'b> {
    fn new<const W: usize>(
        sets: &[Weighted<W>],
        goal: &Goal,
        accept: &'a mut Accept<'b>,
        meter: &'a mut Meter,
    ) -> Self {
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
        let sizes = sets.iter().map(|set| set.cells.len()).collect();
        let (chosen, best, record) = (Vec::new(), Vec::new(), goal.more_than);
        Self { goal: *goal, accept, meter, weights, sizes, width, rows, chosen, best, record }
    }

    /// Searches all there is: the best places, and the limit that came first.
    fn run(mut self) -> (Vec<usize>, Option<Stop>) {
        let mut open = vec![0; self.width];
        (0..self.sizes.len()).for_each(|i| open[i / 64] |= 1 << (i % 64));
        let stop = self.extend(open, 0, 0).err().flatten();
        (self.best, stop)
    }

    /// All ways to go on, where what is chosen has this weight and uses this number of cells. Its error is the limit that came
    /// first, or none once there is enough.
    fn extend(&mut self, mut open: Vec<u64>, weight: usize, used: usize) -> Result<(), Option<Stop>> {
        self.meter.step()?;
        if weight > self.record {
            if !(self.accept)(&self.chosen)? {
                return Ok(());
            }
            self.best.clone_from(&self.chosen);
            self.record = weight;
            if weight >= self.goal.enough {
                return Err(None);
            }
        }
        if !self.fits(&open, self.record + 1 - weight, used) {
            return Ok(());
        }
        for (i, bound) in self.classed(&open, self.record - weight).into_iter().rev() {
            if weight + bound <= self.record {
                break;
            }
            open[i / 64] &= !(1 << (i % 64));
            let used = used + self.sizes[i];
            if used <= self.goal.budget {
                let row = &self.rows[i * self.width..(i + 1) * self.width];
                let inner = open.iter().zip(row).map(|(a, b)| a & b).collect();
                self.chosen.push(i);
                self.extend(inner, weight + self.weights[i], used)?;
                self.chosen.pop();
            }
        }
        Ok(())
    }

    /// Is there room for open sets that weigh so much more? Where one weighs more than 1, there always is.
    fn fits(&self, open: &[u64], more: usize, used: usize) -> bool {
        if self.weights.first().is_some_and(|heaviest| *heaviest > 1) {
            return true;
        }
        let (mut sum, mut left) = (used, more);
        for (w, &word) in open.iter().enumerate() {
            let mut word = word;
            while word != 0 && left > 0 {
                sum += self.sizes[64 * w + word.trailing_zeros() as usize];
                word &= word - 1;
                left -= 1;
            }
            if left == 0 {
                return sum <= self.goal.budget;
            }
        }
        false
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

    /// The same sets, and each weighs 1.
    fn unweighted(sets: &[Weighted<1>]) -> (Vec<Weighted<1>>, Vec<CellSet<1>>) {
        let cells: Vec<CellSet<1>> = sets.iter().map(|set| set.cells).collect();
        (cells.iter().map(|&cells| Weighted { cells, weight: 1 }).collect(), cells)
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

        #[test]
        fn cliques_agree_with_the_slow_search(sets in small_sets()) {
            let (sets, cells) = unweighted(&sets);
            let clique = max_clique(&cells, &Limits::none());
            prop_assert!(is_packing(&sets, &clique) && clique.is_maximum);
            prop_assert_eq!(clique.weight, slow(&sets));
        }

        #[test]
        fn a_limit_leaves_a_clique(sets in small_sets(), nodes in 0u64..20) {
            let (sets, cells) = unweighted(&sets);
            let clique = max_clique(&cells, &Limits::none().with_nodes(nodes));
            prop_assert!(is_packing(&sets, &clique) && clique.weight <= slow(&sets));
            prop_assert!(matches!(clique.stop, None | Some(Stop::Nodes)));
            prop_assert_eq!(clique.is_maximum, clique.stop.is_none());
            prop_assert!(!clique.is_maximum || clique.weight == slow(&sets));
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

    /// All pairs of 190 cells: every set fits into a budget of 9 cells, and four of them do.
    #[test]
    fn a_budget_is_kept_in_a_family_of_more_sets_than_rows() {
        let pairs = (0..190).flat_map(|a| (0..a).map(move |b| [b, a]));
        let sets: Vec<CellSet<3>> = pairs.map(|pair| pair.map(Cell::new).into_iter().collect()).collect();
        assert!(sets.len() > MAX_ROWS);
        let max = |more_than| {
            let goal = Goal { budget: 9, more_than, enough: usize::MAX };
            largest(&sets, &goal, &mut |_| Ok(true), &mut Meter::new(&Limits::none())).0.len()
        };
        assert_eq!((max(0), max(3), max(4)), (4, 4, 0));
    }

    /// Sets of three cells that all share one, as many as there are rows, and beyond them one set beside them all.
    #[test]
    fn a_set_beyond_the_rows_is_found() {
        let star = (0..MAX_ROWS).map(|i| [0, 1 + i % 150, 151 + i / 150].map(Cell::new).into_iter().collect());
        let beside: CellSet<5> = (300..304).map(Cell::new).collect();
        let sets: Vec<_> = star.chain([beside]).collect();
        let clique = max_clique(&sets, &Limits::none());
        assert_eq!((clique.is_maximum, clique.weight, clique.chosen.last()), (true, 2, Some(&MAX_ROWS)));
    }
}
