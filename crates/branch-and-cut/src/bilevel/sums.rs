//! The sums of a certificate, with weights that are as small as possible.
//!
//! The weights of an LP have 24 bits and many rows. Usually a few bits and some of the rows are enough, so these are
//! tried first, and checked in integers.

use std::collections::BTreeMap;

use crate::base::CellSet;
use crate::exact::{RowSum, SCALE};
use crate::hitting::AtMost;
use crate::proof::{RowNumber as Name, Script, Sum};

use super::dual_bound::DualBound;
use super::rows::Row;

/// Bits of the budget's weight that are tried, fewest first. The last one is that of the weights as they are.
const BITS: [u32; 10] = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24];

/// The node at which a sum is used.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeState<'p, const W: usize> {
    pub(super) chosen: CellSet<W>,
    /// The live cells, if clues are left.
    pub(super) alive: CellSet<W>,
    pub(super) budget: usize,
    pub(super) caps: &'p [AtMost<W>],
}

/// Weights of the budget, of caps and of rows.
#[derive(Clone, Debug)]
pub(super) struct Weights<const W: usize> {
    n_cells: usize,
    budget: i64,
    caps: Vec<(usize, i64)>,
    sets: Vec<(CellSet<W>, i64)>,
    rows: Vec<(Row<W>, i64)>,
}

/// The consequence of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Implication<const W: usize> {
    Closed,
    Fixed(CellSet<W>),
}

impl<const W: usize> Implication<W> {
    /// Does it say what is wanted: that these cells are removed, or that the node is closed? One that is closed has no
    /// further steps, so whoever wants cells removed does not want that.
    fn is_enough(self, wanted: Option<CellSet<W>>) -> bool {
        match (self, wanted) {
            (Self::Closed, wanted) => wanted.is_none(),
            (Self::Fixed(_), None) => false,
            (Self::Fixed(removed), Some(wanted)) => wanted.is_subset(&removed),
        }
    }
}

/// Small weights made of those of `dual_bound` that close the node at `state`, or that remove the cells `wanted` from
/// it; and what they say. If nothing does, the weights are those of the certificate.
pub(super) fn shortest<const W: usize>(
    dual_bound: &DualBound<W>,
    state: &NodeState<'_, W>,
    wanted: Option<CellSet<W>>,
) -> (Weights<W>, Implication<W>) {
    let whole = Weights::of(dual_bound);
    for bits in BITS {
        let mut weights = whole.rounded(SCALE >> bits);
        if weights.implies(state).is_enough(wanted) {
            weights.shorten(state, wanted);
            let implied = weights.implies(state);
            return (weights, implied);
        }
    }
    let implied = whole.implies(state);
    (whole, implied)
}

impl<const W: usize> Weights<W> {
    fn of(dual_bound: &DualBound<W>) -> Self {
        // A set may have its weight in two parts.
        let mut sets: BTreeMap<CellSet<W>, i64> = BTreeMap::new();
        for (set, u) in &dual_bound.sets {
            *sets.entry(*set).or_default() += u;
        }
        Self {
            n_cells: dual_bound.n_cells(),
            budget: SCALE,
            caps: dual_bound.caps.to_vec(),
            sets: sets.into_iter().collect(),
            rows: dual_bound.rows.to_vec(),
        }
    }

    /// The weights in parts of `unit`, to the nearest.
    fn rounded(&self, unit: i64) -> Self {
        fn parts<T: Clone>(weights: &[(T, i64)], unit: i64) -> Vec<(T, i64)> {
            let near = |(name, w): &(T, i64)| (name.clone(), (w + unit / 2) / unit);
            weights.iter().map(near).filter(|(_, w)| *w > 0).collect()
        }
        Self {
            n_cells: self.n_cells,
            budget: self.budget / unit,
            caps: parts(&self.caps, unit),
            sets: parts(&self.sets, unit),
            rows: parts(&self.rows, unit),
        }
    }

    /// Leaves out what is not needed, the lightest first.
    fn shorten(&mut self, state: &NodeState<'_, W>, wanted: Option<CellSet<W>>) {
        self.sets.sort_unstable_by_key(|(set, w)| (*w, *set));
        let mut i = 0;
        while i < self.sets.len() {
            let without = self.sets.remove(i);
            if !self.implies(state).is_enough(wanted) {
                self.sets.insert(i, without);
                i += 1;
            }
        }
        for i in (0..self.rows.len()).rev() {
            let without = self.rows.remove(i);
            if !self.implies(state).is_enough(wanted) {
                self.rows.insert(i, without);
            }
        }
    }

    /// The consequence that a checker draws from the sum.
    fn implies(&self, state: &NodeState<'_, W>) -> Implication<W> {
        let NodeState { chosen, budget, caps, .. } = *state;
        let live = if budget > chosen.len() { state.alive } else { CellSet::EMPTY };
        let mut sum = RowSum::new(vec![self.budget; self.n_cells]);
        self.caps.iter().for_each(|(number, v)| sum.cap(caps[*number], *v));
        self.sets.iter().for_each(|(set, w)| sum.set(*set, *w));
        self.rows.iter().for_each(|(row, w)| sum.row(row, *w));
        let rest = self.budget * budget as i64 - sum.bound(chosen, live);
        if rest < 0 { Implication::Closed } else { Implication::Fixed(sum.above(rest, live)) }
    }

    /// Writes the sum down. `name` names a row.
    pub(super) fn write(
        &self,
        script: &mut Script<W>,
        state: &NodeState<'_, W>,
        name: impl Fn(&mut Script<W>, &Row<W>) -> Name,
    ) {
        let mut rows: Vec<(Name, u64)> = self.sets.iter().map(|(set, w)| (script.set(*set), *w as u64)).collect();
        for (row, w) in &self.rows {
            rows.push((name(script, row), *w as u64));
        }
        let is_plain = self.budget == 1 && self.caps.is_empty() && rows.iter().all(|(_, w)| *w == 1);
        if is_plain && self.fits(state) {
            let names: Vec<Name> = rows.into_iter().map(|(name, _)| name).collect();
            script.packing(None, &names);
        } else {
            let caps: Vec<(usize, u64)> = self.caps.iter().map(|(cap, v)| (*cap, *v as u64)).collect();
            script.sum(Sum { budget: self.budget as u64, caps: &caps, rows: &rows });
        }
    }

    /// Is no live cell of the first cap in two rows? Then a short sum gives that cap no weight.
    fn fits(&self, state: &NodeState<'_, W>) -> bool {
        let first = state.caps.first().map_or(CellSet::EMPTY, |cap| cap.region & state.alive);
        let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
        let mut add = |cells: CellSet<W>| {
            twice |= once & cells;
            once |= cells;
        };
        self.sets.iter().for_each(|(set, _)| add(*set & first));
        for (row, _) in &self.rows {
            row.each(|c| add(CellSet::only(c) & first));
        }
        twice.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;

    use super::super::dual_bound::weight;
    use super::*;
    use crate::base::{Cell, Index, rng};

    /// Small weights say what is wanted, the weights as they are say what the bound does, and no clue set that keeps
    /// all rows is lost by either.
    #[test]
    fn small_weights_prove_only_what_is_true() {
        const N: usize = 9;
        let mut rng = rng(7);
        let mut subset = |n: usize| -> CellSet<2> { (0..n).map(|_| Cell::new(rng.random_range(0..N))).collect() };
        let mut weights = crate::base::rng(8);
        let (mut n_closed, mut n_removed) = (0, 0);
        for _ in 0..3000 {
            let sets: Vec<CellSet<2>> = (0..6).map(|_| subset(3)).collect();
            let region = Row::region(subset(7), 2);
            let cap = AtMost { region: subset(4), max: 1 + subset(2).len() };
            let chosen = subset(2);
            let alive = subset(12) - chosen;
            let mut dual_bound = DualBound::<2>::new(N);
            for set in sets.iter().filter(|set| !set.intersects(&chosen)) {
                dual_bound.set(*set, weight(weights.random_range(0.0..1.2)));
            }
            dual_bound.row(&region, weight(weights.random_range(0.0..0.4)));
            dual_bound.cap(0, cap, weight(weights.random_range(0.0..0.3)));
            let caps = [cap];
            let state = NodeState { chosen, alive, budget: chosen.len() + 1, caps: &caps };
            let bound = dual_bound.bound(chosen, alive);
            let dead = dual_bound.fixed_out(bound, alive, state.budget);
            let is_closed = bound.exceeds(state.budget);
            let exact = Weights::of(&dual_bound).implies(&state);
            assert_eq!(exact, if is_closed { Implication::Closed } else { Implication::Fixed(dead) });
            let (_, implied) = shortest(&dual_bound, &state, (!is_closed).then_some(dead));
            let points = (0..1u64 << N).map(|word| CellSet::<2>::from_words([word, 0])).filter(|y| {
                chosen.is_subset(y)
                    && y.is_subset(&(chosen | alive))
                    && y.len() <= state.budget
                    && sets.iter().all(|set| set.intersects(y))
                    && region.is_met_by(y)
                    && (cap.region & *y).len() <= cap.max
            });
            for y in points {
                assert!(
                    matches!(implied, Implication::Fixed(removed) if !removed.intersects(&y)),
                    "{y:?} is lost by {implied:?}"
                );
            }
            match implied {
                Implication::Closed => n_closed += 1,
                Implication::Fixed(removed) => {
                    assert!(!is_closed && dead.is_subset(&removed));
                    n_removed += usize::from(!removed.is_empty());
                }
            }
        }
        assert!(n_closed > 100 && n_removed > 100, "{n_closed}, {n_removed}");
    }
}
