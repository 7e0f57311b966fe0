//! Responses of the follower as witnesses: the leader makes a row of the response infeasible, or the follower does at
//! least as well.

use super::bounds::Bounds;
use super::plain::{Half, Plain};

/// Linear programs break rows by this part of their largest numbers, and would do so again where such a row is added.
const BROKEN: f64 = 1e-6;

/// A half of the follower with an answer in it: a row `g x <= h` over the leader's variables.
#[derive(Clone, Debug)]
pub(super) struct Left {
    pub(super) terms: Vec<(usize, i64)>,
    pub(super) rhs: i64,
}

/// An answer of the follower, and what each of its rows says of the leader then.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    /// The follower's variables that are not 0, with their values.
    pub(super) values: Vec<(usize, i64)>,
    pub(super) worth: i64,
    /// The largest number of its objective.
    largest: i64,
    left: Vec<Left>,
}

impl Answer {
    /// The answer in a point; it keeps the rows without a variable of the leader.
    pub(super) fn of(plain: &Plain, point: &[i64]) -> Self {
        let own = (0..plain.n_vars()).filter(|v| plain.is_follower[*v]);
        let values = own.map(|v| (v, point[v])).filter(|(_, x)| *x != 0).collect();
        let of_follower = plain.halves.iter().filter(|half| half.is_follower);
        let left = of_follower.filter_map(|half| {
            let all = half.terms.iter().copied();
            let (own, terms): (Vec<_>, Vec<(usize, i64)>) = all.partition(|(v, _)| plain.is_follower[*v]);
            let used: i64 = own.into_iter().map(|(v, a)| a * point[v]).sum();
            (!terms.is_empty()).then_some(Left { terms, rhs: half.rhs - used })
        });
        let largest = plain.follower.iter().map(|d| d.abs()).max().unwrap_or(0);
        Self { values, worth: plain.reply_value(point), largest, left: left.collect() }
    }

    /// The rows that the leader can break within the bounds.
    pub(super) fn open<'s>(&'s self, bounds: &'s Bounds) -> impl Iterator<Item = &'s Left> {
        self.left.iter().filter(|left| bounds.most_of(&left.terms) > i128::from(left.rhs))
    }

    /// Does a point of a linear program, at which the follower gets `reply`, keep none of the cases?
    pub(super) fn cuts(&self, x: &[f64], reply: f64, bounds: &Bounds) -> bool {
        let slack = 1e-5_f64.max(BROKEN * self.largest as f64);
        let room = |left: &Left| left.terms.iter().fold(10.0, |most: f64, (_, a)| most.max((*a as f64).abs())) * BROKEN;
        let at = |left: &Left| left.terms.iter().map(|(v, a)| x[*v] * *a as f64).sum::<f64>();
        reply > self.worth as f64 + slack && self.open(bounds).all(|left| at(left) < left.rhs as f64 + 1.0 - room(left))
    }

    /// The cases within the bounds: a list of rows for each.
    pub(super) fn cases(&self, plain: &Plain, bounds: &Bounds) -> Vec<Vec<Half>> {
        let mut kept: Vec<Half> = Vec::new();
        let mut cases = Vec::new();
        for left in self.open(bounds) {
            let broken = left.terms.iter().map(|(v, a)| (*v, -a)).collect();
            let mut rows = kept.clone();
            rows.push(Half { terms: broken, rhs: -left.rhs - 1, is_follower: false });
            cases.push(rows);
            kept.push(Half { terms: left.terms.clone(), rhs: left.rhs, is_follower: false });
        }
        kept.push(plain.reply_at_most(self.worth));
        cases.push(kept);
        cases
    }
}
