//! The most pairwise disjoint unavoidable sets: a maximum clique of the graph whose edges are the disjoint pairs.
//!
//! Disjoint sets need a clue each, so the clique number is a lower bound for the number of clues (mcguire-2012,
//! Corollary 6 and the definition in section 5.3.2, where it is called MCN).
//!
//! The search is branch and bound over bit rows: what can still join is colored greedily, with no two disjoint sets in
//! one color, so no clique has more of them than there are colors (E. Tomita and T. Seki, *An efficient
//! branch-and-bound algorithm for finding a maximum clique*, 2003; the bit rows are those of P. San Segundo, D.
//! Rodriguez-Losada and A. Jimenez, *An exact bit-parallel algorithm for the maximum clique problem*, 2011). We add a
//! bound that general graphs have not: the cells of the chosen sets, and of the smallest that can still join, must fit
//! into a budget of cells.
//!
//! A family has the sets up to some size, a grid has more: see `unavoidable::clique_number` for those.

use crate::base::{CellSet, Index, Limits, Pace, SetId, Stop, stable_sort_by_key};

/// How often the limits are asked, in search nodes.
const PACE: u32 = 1024;

/// Rows for this many sets take 32 MiB; a larger family is searched in parts.
const MAX_ROWS: usize = 1 << 14;

/// Pairwise disjoint sets, ascending by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clique {
    /// No more sets of the family are pairwise disjoint.
    Maximum(Vec<SetId>),
    /// A limit came first.
    Limit {
        /// The most disjoint sets found so far.
        best: Vec<SetId>,
        /// No clique of the family has more sets.
        upper_bound: usize,
        /// The limit.
        stop: Stop,
    },
}

impl Clique {
    /// The sets.
    #[must_use]
    pub fn sets(&self) -> &[SetId] {
        match self {
            Self::Maximum(sets) | Self::Limit { best: sets, .. } => sets,
        }
    }
}

/// The most pairwise disjoint ones of `sets`; the numbers of the answer are positions there.
#[must_use]
#[inline(never)]
pub fn max_clique<const W: usize>(sets: &[CellSet<W>], limits: &Limits) -> Clique {
    let sets = by_size(sets.iter().copied());
    let n_cells = sets.iter().fold(CellSet::EMPTY, |all, (_, set)| all | *set).len();
    let mut meter = Meter::new(limits);
    let goal = Goal { budget: n_cells, more_than: 0, enough: usize::MAX };
    let found = largest(&sets, &goal, &mut |_| Ok(true), &mut meter);
    let best = numbers(&sets, found.best);
    match found.stop {
        None => Clique::Maximum(best),
        Some(stop) => Clique::Limit { best, upper_bound: found.upper_bound, stop },
    }
}

/// The sets by rising size, with their numbers.
pub fn by_size<const W: usize>(sets: impl Iterator<Item = CellSet<W>>) -> Vec<(SetId, CellSet<W>)> {
    let mut sets: Vec<_> = sets.enumerate().map(|(i, set)| (SetId::new(i), set)).collect();
    sort(&mut sets);
    sets
}

#[inline(never)]
fn sort<const W: usize>(sets: &mut [(SetId, CellSet<W>)]) {
    stable_sort_by_key(sets, |(_, set)| set.len());
}

fn numbers<const W: usize>(sets: &[(SetId, CellSet<W>)], places: Vec<usize>) -> Vec<SetId> {
    let mut ids: Vec<SetId> = places.into_iter().map(|i| sets[i].0).collect();
    ids.sort_unstable();
    ids
}

/// Counts search nodes and asks the limits.
pub struct Meter {
    pace: Pace,
    n_nodes: u64,
}

impl Meter {
    /// None yet.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self { pace: limits.pace(PACE), n_nodes: 0 }
    }

    /// One more node.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn step(&mut self) -> Result<(), Stop> {
        self.n_nodes += 1;
        self.pace.step(self.n_nodes).map_or(Ok(()), Err)
    }
}

/// What is looked for: cliques of more than `more_than` sets with at most `budget` cells together, the largest of them
/// or any with `enough` sets.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// Cells together.
    pub budget: usize,
    /// Fewer sets are of no interest, nor are as many.
    pub more_than: usize,
    /// No more are looked for.
    pub enough: usize,
}

/// Is a clique, given by places in the list of sets, one of those looked for? One that is not is not extended.
pub type Accept<'a> = dyn FnMut(&[usize]) -> Result<bool, Stop> + 'a;

/// What [`largest`] found.
#[derive(Clone, Debug)]
pub struct FoundClique {
    /// Places in the list of sets; empty if nothing meets the goal.
    pub best: Vec<usize>,
    /// No clique within the budget has more sets.
    pub upper_bound: usize,
    /// The limit that came first.
    pub stop: Option<Stop>,
}

/// The largest clique of `sets`, which come by rising size, that meets the goal and is accepted.
#[must_use]
#[inline(never)]
pub fn largest<const W: usize>(
    sets: &[(SetId, CellSet<W>)],
    goal: &Goal,
    accept: &mut Accept<'_>,
    meter: &mut Meter,
) -> FoundClique {
    let sizes: Vec<usize> = sets.iter().map(|(_, set)| set.len()).collect();
    let fits = sizes.iter().scan(0, |sum, size| {
        *sum += size;
        Some(*sum)
    });
    let mut found =
        FoundClique { best: Vec::new(), upper_bound: fits.take_while(|sum| *sum <= goal.budget).count(), stop: None };
    if found.upper_bound <= goal.more_than {
        return found;
    }
    // With the smallest others, a large set may be beyond the budget.
    let others: usize = sizes[..goal.more_than].iter().sum();
    let n_sets = sizes.partition_point(|size| others + size <= goal.budget);
    let n_rows = n_sets.min(MAX_ROWS);
    let mut search = Search::new(&sets[..n_rows], goal, accept, meter);
    let outcome = search.run();
    found.best = search.best;
    if n_sets == n_rows {
        found.upper_bound = found.upper_bound.min(search.n_colors).max(found.best.len());
    }
    match outcome {
        Ok(()) => {}
        Err(End::Enough) => return found,
        Err(End::Limit(stop)) => {
            found.stop = Some(stop);
            return found;
        }
    }
    // What is left: the cliques with a set beyond the rows, and they are taken by the last of these.
    for last in n_rows..n_sets {
        let before: Vec<usize> = (0..last).filter(|&i| !sets[i].1.intersects(&sets[last].1)).collect();
        let part: Vec<(SetId, CellSet<W>)> = before.iter().map(|&i| sets[i]).collect();
        let rest = Goal {
            budget: goal.budget - sizes[last],
            more_than: goal.more_than.max(found.best.len()).saturating_sub(1),
            enough: goal.enough.saturating_sub(1),
        };
        if let Err(stop) = meter.step() {
            found.stop = Some(stop);
            return found;
        }
        let with_last = |places: &[usize]| places.iter().map(|&i| before[i]).chain([last]).collect::<Vec<_>>();
        let inner = largest(&part, &rest, &mut |places| accept(&with_last(places)), meter);
        if !inner.best.is_empty() {
            found.best = with_last(&inner.best);
        }
        if inner.stop.is_some() || found.best.len() >= goal.enough {
            found.stop = inner.stop;
            return found;
        }
    }
    found
}

/// Why a search ended before it saw everything.
enum End {
    Enough,
    Limit(Stop),
}

/// Branch and bound over the rows of at most [`MAX_ROWS`] sets.
struct Search<'a, 'b> {
    goal: Goal,
    accept: &'a mut Accept<'b>,
    meter: &'a mut Meter,
    sizes: Vec<usize>,
    /// Words of a row.
    width: usize,
    /// For each set the sets disjoint from it.
    rows: Vec<u64>,
    chosen: Vec<usize>,
    best: Vec<usize>,
    n_colors: usize,
}

impl<'a, 'b> Search<'a, 'b> {
    fn new<const W: usize>(
        sets: &[(SetId, CellSet<W>)],
        goal: &Goal,
        accept: &'a mut Accept<'b>,
        meter: &'a mut Meter,
    ) -> Self {
        let width = sets.len().div_ceil(64);
        let mut rows = vec![0; sets.len() * width];
        for (i, (_, a)) in sets.iter().enumerate() {
            for (j, (_, b)) in sets[..i].iter().enumerate() {
                if !a.intersects(b) {
                    rows[i * width + j / 64] |= 1 << (j % 64);
                    rows[j * width + i / 64] |= 1 << (i % 64);
                }
            }
        }
        let sizes = sets.iter().map(|(_, set)| set.len()).collect();
        Self { goal: *goal, accept, meter, sizes, width, rows, chosen: Vec::new(), best: Vec::new(), n_colors: 0 }
    }

    /// Searches all there is.
    fn run(&mut self) -> Result<(), End> {
        let mut open = vec![0; self.width];
        (0..self.sizes.len()).for_each(|i| open[i / 64] |= 1 << (i % 64));
        self.n_colors = self.colored(&open, 0).last().map_or(0, |(_, color)| *color);
        self.extend(open, 0)
    }

    fn extend(&mut self, mut open: Vec<u64>, used: usize) -> Result<(), End> {
        self.meter.step().map_err(End::Limit)?;
        if self.chosen.len() > self.record() {
            if !(self.accept)(&self.chosen).map_err(End::Limit)? {
                return Ok(());
            }
            self.best.clone_from(&self.chosen);
            if self.best.len() >= self.goal.enough {
                return Err(End::Enough);
            }
        }
        let wanted = self.record() + 1 - self.chosen.len();
        if used + self.smallest(&open, wanted).unwrap_or(usize::MAX / 2) > self.goal.budget {
            return Ok(());
        }
        let order = self.colored(&open, self.record() - self.chosen.len());
        for (i, color) in order.into_iter().rev() {
            if self.chosen.len() + color <= self.record() {
                break;
            }
            open[i / 64] &= !(1 << (i % 64));
            let used = used + self.sizes[i];
            if used <= self.goal.budget {
                let row = &self.rows[i * self.width..(i + 1) * self.width];
                let inner = open.iter().zip(row).map(|(a, b)| a & b).collect();
                self.chosen.push(i);
                self.extend(inner, used)?;
                self.chosen.pop();
            }
        }
        Ok(())
    }

    /// Only cliques with more sets than this are of interest.
    fn record(&self) -> usize {
        self.goal.more_than.max(self.best.len())
    }

    /// The cells of the `n` smallest open sets together; `None` if there are fewer.
    fn smallest(&self, open: &[u64], n: usize) -> Option<usize> {
        let (mut sum, mut left) = (0, n);
        for (w, &word) in open.iter().enumerate() {
            let mut word = word;
            while word != 0 && left > 0 {
                sum += self.sizes[64 * w + word.trailing_zeros() as usize];
                word &= word - 1;
                left -= 1;
            }
            if left == 0 {
                return Some(sum);
            }
        }
        None
    }

    /// The open sets with their colors, from 1, ascending by color; no two disjoint sets share a color. Sets with a
    /// color up to `free` are left out: these alone are too few.
    fn colored(&self, open: &[u64], free: usize) -> Vec<(usize, usize)> {
        let mut order = Vec::new();
        let mut rest = open.to_vec();
        let mut class = vec![0; self.width];
        for color in 1.. {
            class.copy_from_slice(&rest);
            let mut any = false;
            for w in 0..self.width {
                while class[w] != 0 {
                    any = true;
                    let i = 64 * w + class[w].trailing_zeros() as usize;
                    class[w] &= class[w] - 1;
                    rest[w] &= !(1 << (i % 64));
                    let row = &self.rows[i * self.width..(i + 1) * self.width];
                    class[w..].iter_mut().zip(&row[w..]).for_each(|(c, r)| *c &= !r);
                    if color > free {
                        order.push((i, color));
                    }
                }
            }
            if !any {
                break;
            }
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::Cell;

    /// With the first set or without it.
    fn slow<const W: usize>(sets: &[CellSet<W>]) -> usize {
        let Some((first, rest)) = sets.split_first() else { return 0 };
        let disjoint: Vec<_> = rest.iter().copied().filter(|set| !set.intersects(first)).collect();
        slow(rest).max(1 + slow(&disjoint))
    }

    fn are_disjoint<const W: usize>(sets: &[CellSet<W>], clique: &[SetId]) -> bool {
        let cells = |id: &SetId| sets[id.get()];
        let union = clique.iter().fold(CellSet::EMPTY, |all, id| all | cells(id));
        union.len() == clique.iter().map(|id| cells(id).len()).sum::<usize>()
    }

    fn small_sets() -> impl Strategy<Value = Vec<CellSet<1>>> {
        let set = prop::collection::btree_set(0usize..24, 1..7);
        prop::collection::vec(set, 0..22)
            .prop_map(|sets| sets.into_iter().map(|set| set.into_iter().map(Cell::new).collect()).collect())
    }

    proptest! {
        #[test]
        fn agrees_with_the_slow_search(sets in small_sets()) {
            let Clique::Maximum(clique) = max_clique(&sets, &Limits::none()) else { panic!("there was no limit") };
            prop_assert!(are_disjoint(&sets, &clique));
            prop_assert_eq!(clique.len(), slow(&sets));
        }

        #[test]
        fn a_limit_keeps_true_bounds(sets in small_sets(), nodes in 0u64..20) {
            let number = slow(&sets);
            let clique = max_clique(&sets, &Limits::none().with_nodes(nodes));
            prop_assert!(are_disjoint(&sets, clique.sets()) && clique.sets().len() <= number);
            match clique {
                Clique::Maximum(clique) => prop_assert_eq!(clique.len(), number),
                Clique::Limit { upper_bound, stop, .. } => {
                    prop_assert!(number <= upper_bound);
                    prop_assert_eq!(stop, Stop::Nodes);
                }
            }
        }
    }

    /// All pairs of 190 cells: every set fits into a budget of 9 cells, and four of them do.
    #[test]
    fn a_budget_is_kept_in_a_family_of_more_sets_than_rows() {
        let pairs = (0..190).flat_map(|a| (0..a).map(move |b| [b, a]));
        let sets: Vec<(SetId, CellSet<3>)> =
            pairs.enumerate().map(|(i, pair)| (SetId::new(i), pair.map(Cell::new).into_iter().collect())).collect();
        assert!(sets.len() > MAX_ROWS);
        let max = |more_than| {
            let goal = Goal { budget: 9, more_than, enough: usize::MAX };
            largest(&sets, &goal, &mut |_| Ok(true), &mut Meter::new(&Limits::none())).best.len()
        };
        assert_eq!((max(0), max(3), max(4)), (4, 4, 0));
    }

    /// Sets of three cells that all share one, as many as there are rows, and beyond them one set beside them all.
    #[test]
    fn a_set_beyond_the_rows_is_found() {
        let star = (0..MAX_ROWS).map(|i| [0, 1 + i % 150, 151 + i / 150].map(Cell::new).into_iter().collect());
        let beside: CellSet<5> = (300..304).map(Cell::new).collect();
        let sets: Vec<_> = star.chain([beside]).collect();
        let Clique::Maximum(clique) = max_clique(&sets, &Limits::none()) else { panic!("there was no limit") };
        assert_eq!((clique.len(), clique.last()), (2, Some(&SetId::new(MAX_ROWS))));
    }
}
