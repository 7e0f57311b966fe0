//! The sums that a certificate shows: weights as small as they may be.
//!
//! What an LP proposes has 24 bits and many rows. Mostly a few bits are enough, and some of the rows, so fewer are tried
//! first; integers say whether they will do.

use std::collections::BTreeMap;

use crate::base::{CellSet, Index};
use crate::hitting::Cap;
use crate::proof::{Row as Name, Script, Sum};

use super::certificate::{Certificate, SCALE};
use super::rows::Row;

/// Bits of the budget's weight that are tried, fewest first. The last one is that of the weights as they are.
const BITS: [u32; 10] = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24];

/// Where a sum stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'p, const W: usize> {
    pub(super) chosen: CellSet<W>,
    /// The live cells, if clues are left.
    pub(super) alive: CellSet<W>,
    pub(super) budget: usize,
    pub(super) caps: &'p [Cap<W>],
}

/// Weights of the budget, of caps and of rows.
#[derive(Clone, Debug)]
pub(super) struct Weights<const W: usize> {
    budget: i64,
    caps: Vec<(usize, i64)>,
    sets: Vec<(CellSet<W>, i64)>,
    rows: Vec<(Row<W>, i64)>,
}

/// What a sum says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says<const W: usize> {
    Closed,
    Removed(CellSet<W>),
}

impl<const W: usize> Says<W> {
    /// Does it say what is wanted: that these cells are removed, or that the node is closed? One that is closed has no further
    /// steps, so whoever wants cells removed does not want that.
    fn is_enough(self, wanted: Option<CellSet<W>>) -> bool {
        match (self, wanted) {
            (Self::Closed, wanted) => wanted.is_none(),
            (Self::Removed(_), None) => false,
            (Self::Removed(removed), Some(wanted)) => wanted.is_subset(&removed),
        }
    }
}

/// Small weights made of those of `certificate` that close the node at `place`, or that remove the cells `wanted` from it;
/// and what they say. If nothing does, the weights are those of the certificate.
pub(super) fn shortest<const W: usize>(
    certificate: &Certificate<W>,
    place: &Place<'_, W>,
    wanted: Option<CellSet<W>>,
) -> (Weights<W>, Says<W>) {
    let whole = Weights::of(certificate);
    for bits in BITS {
        let mut weights = whole.rounded(SCALE >> bits);
        if weights.says(place).is_enough(wanted) {
            weights.shorten(place, wanted);
            let says = weights.says(place);
            return (weights, says);
        }
    }
    let says = whole.says(place);
    (whole, says)
}

impl<const W: usize> Weights<W> {
    fn of(certificate: &Certificate<W>) -> Self {
        // A set may have its weight in two parts.
        let mut sets: BTreeMap<CellSet<W>, i64> = BTreeMap::new();
        for (set, u) in &certificate.sets {
            *sets.entry(*set).or_default() += u;
        }
        Self {
            budget: SCALE,
            caps: certificate.caps.to_vec(),
            sets: sets.into_iter().collect(),
            rows: certificate.rows.to_vec(),
        }
    }

    /// The weights in parts of `unit`, to the nearest.
    fn rounded(&self, unit: i64) -> Self {
        fn parts<T: Clone>(weights: &[(T, i64)], unit: i64) -> Vec<(T, i64)> {
            let near = |(name, w): &(T, i64)| (name.clone(), (w + unit / 2) / unit);
            weights.iter().map(near).filter(|(_, w)| *w > 0).collect()
        }
        Self {
            budget: self.budget / unit,
            caps: parts(&self.caps, unit),
            sets: parts(&self.sets, unit),
            rows: parts(&self.rows, unit),
        }
    }

    /// Leaves out what is not needed, the lightest first.
    fn shorten(&mut self, place: &Place<'_, W>, wanted: Option<CellSet<W>>) {
        self.sets.sort_unstable_by_key(|(set, w)| (*w, *set));
        let mut i = 0;
        while i < self.sets.len() {
            let without = self.sets.remove(i);
            if !self.says(place).is_enough(wanted) {
                self.sets.insert(i, without);
                i += 1;
            }
        }
        for i in (0..self.rows.len()).rev() {
            let without = self.rows.remove(i);
            if !self.says(place).is_enough(wanted) {
                self.rows.insert(i, without);
            }
        }
    }

    /// What a checker makes of the sum.
    fn says(&self, place: &Place<'_, W>) -> Says<W> {
        let Place { chosen, budget, caps, .. } = *place;
        let left = budget as i64 - chosen.len() as i64;
        let live = if left > 0 { place.alive } else { CellSet::EMPTY };
        let n = live.iter().last().map_or(0, |c| c.get() + 1);
        // The room of each cell less its load.
        let mut spare = vec![self.budget; n];
        let (mut value, mut have) = (0, self.budget * left);
        for (number, v) in &self.caps {
            let Cap { region, most } = caps[*number];
            have += v * (most as i64 - (region & chosen).len() as i64);
            (region & live).iter().for_each(|c| spare[c.get()] += v);
        }
        for (set, w) in &self.sets {
            value += w * (1 - (*set & chosen).len() as i64);
            (*set & live).iter().for_each(|c| spare[c.get()] -= w);
        }
        for (row, w) in &self.rows {
            value += w * row.least as i64;
            row.each(|c| {
                if chosen.contains(c) {
                    value -= w;
                } else if live.contains(c) {
                    spare[c.get()] -= w;
                }
            });
        }
        have += live.iter().map(|c| (-spare[c.get()]).max(0)).sum::<i64>();
        if value > have {
            return Says::Closed;
        }
        Says::Removed(live.iter().filter(|c| spare[c.get()] > have - value).collect())
    }

    /// Writes the sum down. `name` names a row.
    pub(super) fn tell(
        &self,
        script: &mut Script<W>,
        place: &Place<'_, W>,
        name: impl Fn(&mut Script<W>, &Row<W>) -> Name,
    ) {
        let mut rows: Vec<(Name, u64)> = self.sets.iter().map(|(set, w)| (script.set(*set), *w as u64)).collect();
        for (row, w) in &self.rows {
            rows.push((name(script, row), *w as u64));
        }
        let is_plain = self.budget == 1 && self.caps.is_empty() && rows.iter().all(|(_, w)| *w == 1);
        if is_plain && self.fits(place) {
            let names: Vec<Name> = rows.into_iter().map(|(name, _)| name).collect();
            script.packing(None, &names);
        } else {
            let caps: Vec<(usize, u64)> = self.caps.iter().map(|(cap, v)| (*cap, *v as u64)).collect();
            script.sum(Sum { budget: self.budget as u64, caps: &caps, rows: &rows });
        }
    }

    /// Is no live cell of the first cap in two rows? Then a short sum gives that cap no weight.
    fn fits(&self, place: &Place<'_, W>) -> bool {
        let first = place.caps.first().map_or(CellSet::EMPTY, |cap| cap.region & place.alive);
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

    use super::super::certificate::weight;
    use super::*;
    use crate::base::{Cell, rng};

    /// Small weights say what is wanted, the weights as they are say what the bound does, and no clue set that keeps all rows
    /// is lost by either.
    #[test]
    fn small_weights_prove_only_what_is_true() {
        const N: usize = 9;
        let mut rng = rng(7);
        let mut subset = |n: usize| -> CellSet<1> { (0..n).map(|_| Cell::new(rng.random_range(0..N))).collect() };
        let mut weights = crate::base::rng(8);
        let (mut n_closed, mut n_removed) = (0, 0);
        for _ in 0..3000 {
            let sets: Vec<CellSet<1>> = (0..6).map(|_| subset(3)).collect();
            let region = Row::region(subset(7), 2);
            let cap = Cap { region: subset(4), most: 1 + subset(2).len() };
            let chosen = subset(2);
            let alive = subset(12) - chosen;
            let mut certificate = Certificate::<1>::new(N);
            for set in sets.iter().filter(|set| !set.intersects(&chosen)) {
                certificate.set(*set, weight(weights.random_range(0.0..1.2)));
            }
            certificate.row(&region, weight(weights.random_range(0.0..0.4)));
            certificate.cap(0, cap, weight(weights.random_range(0.0..0.3)));
            let caps = [cap];
            let place = Place { chosen, alive, budget: chosen.len() + 1, caps: &caps };
            let bound = certificate.bound(chosen, alive);
            let dead = certificate.fixed_out(bound, alive, place.budget);
            let is_closed = bound.exceeds(place.budget);
            let exact = Weights::of(&certificate).says(&place);
            assert_eq!(exact, if is_closed { Says::Closed } else { Says::Removed(dead) });
            let (_, says) = shortest(&certificate, &place, (!is_closed).then_some(dead));
            let points = (0..1u64 << N).map(|word| CellSet::<1>::from_words([word])).filter(|y| {
                chosen.is_subset(y)
                    && y.is_subset(&(chosen | alive))
                    && y.len() <= place.budget
                    && sets.iter().all(|set| set.intersects(y))
                    && region.is_met_by(y)
                    && (cap.region & *y).len() <= cap.most
            });
            for y in points {
                assert!(matches!(says, Says::Removed(removed) if !removed.intersects(&y)), "{y:?} is lost by {says:?}");
            }
            match says {
                Says::Closed => n_closed += 1,
                Says::Removed(removed) => {
                    assert!(!is_closed && dead.is_subset(&removed));
                    n_removed += usize::from(!removed.is_empty());
                }
            }
        }
        assert!(n_closed > 100 && n_removed > 100, "{n_closed}, {n_removed}");
    }
}
