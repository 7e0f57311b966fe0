//! The leader's problem in integers, and the bounds that weights on its rows prove.

use std::collections::BTreeSet;

use crate::base::{CellSet, Index};
use crate::exact::RowSum;
use crate::problem::{LeaderRow, Reply};

/// A row `sum a x >= rhs`.
#[derive(Clone, Debug)]
pub(super) struct IntRow {
    /// The coefficient of each item.
    pub(super) a: Vec<i64>,
    pub(super) rhs: i64,
    /// Is it one of the leader?
    pub(super) is_own: bool,
}

/// Weights of rows, and of what the leader pays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Weights {
    /// Rows of [`Program::rows`], with weights above 0.
    pub(super) rows: Vec<(u32, i64)>,
    /// The weight of the objective.
    pub(super) objective: i64,
}

/// Items that are taken, and items that are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fixed<const W: usize> {
    pub(super) ones: CellSet<W>,
    pub(super) zeros: CellSet<W>,
}

impl<const W: usize> Fixed<W> {
    pub(super) fn with(mut self, item: usize, is_taken: bool) -> Self {
        let set = if is_taken { &mut self.ones } else { &mut self.zeros };
        set.insert(Index::new(item));
        self
    }

    /// The free ones of `n` items.
    pub(super) fn free(&self, n: usize) -> CellSet<W> {
        CellSet::first_n(n) - self.ones - self.zeros
    }

    pub(super) fn is_free(&self, item: usize) -> bool {
        !(self.ones | self.zeros).contains(Index::new(item))
    }
}

/// A sum of rows, ready to be asked about any fixing.
pub(super) struct Sum {
    sum: RowSum<i128>,
    objective: i128,
}

impl Sum {
    /// The right side less the most that the left side can be, without what the objective adds.
    fn rest<const W: usize>(&self, fixed: &Fixed<W>) -> i128 {
        self.sum.bound(fixed.ones, fixed.free(self.sum.reduced.len()))
    }

    /// The bound of the objective that this proves: `i64::MAX` if no choice is left.
    pub(super) fn bound<const W: usize>(&self, fixed: &Fixed<W>) -> i64 {
        self.bound_of(self.rest(fixed))
    }

    fn bound_of(&self, rest: i128) -> i64 {
        match self.objective {
            0 if rest > 0 => i64::MAX,
            0 => i64::MIN,
            objective => {
                let up = rest.div_euclid(objective) + i128::from(rest.rem_euclid(objective) > 0);
                up.clamp(i128::from(i64::MIN + 1), i128::from(i64::MAX - 1)) as i64
            }
        }
    }

    /// The number of binary digits of the reduced cost of an item.
    pub(super) fn weighs(&self, item: usize) -> u32 {
        128 - self.sum.reduced[item].unsigned_abs().leading_zeros()
    }

    /// Free items with the value that they must have for less than `wanted`.
    pub(super) fn forced<const W: usize>(&self, fixed: &Fixed<W>, wanted: i64) -> Vec<(usize, bool)> {
        let rest = self.rest(fixed);
        // The other value than that which the sum likes best adds all of the reduced cost.
        let items = fixed.free(self.sum.reduced.len()).iter().map(|item| (item.get(), self.sum.left(item)));
        items
            .filter(|(_, reduced)| *reduced != 0 && self.bound_of(rest + reduced.abs()) >= wanted)
            .map(|(item, reduced)| (item, reduced < 0))
            .collect()
    }
}

pub(super) struct Program {
    pub(super) n_items: usize,
    /// The leader's rows, then those of answers.
    pub(super) rows: Vec<IntRow>,
    pub(super) n_own: usize,
    pub(super) replies: Vec<Reply>,
    /// The price of an item.
    pub(super) prices: Vec<i64>,
    /// No answer may be worth more.
    most: i64,
    /// The rows of answers, by right side and coefficients.
    known: BTreeSet<(i64, Vec<i64>)>,
}

impl Program {
    pub(super) fn new(prices: Vec<i64>, most: i64, own: &[LeaderRow]) -> Self {
        let n_items = prices.len();
        let row = |row: &LeaderRow| {
            let mut a = vec![0; n_items];
            row.terms.iter().for_each(|(item, factor)| a[*item] += factor);
            IntRow { a, rhs: row.rhs, is_own: true }
        };
        let rows: Vec<IntRow> = own.iter().map(row).collect();
        Self { n_items, n_own: rows.len(), rows, replies: Vec::new(), prices, most, known: BTreeSet::new() }
    }

    /// The row of an answer, which joins the others; `None` if it is there already, or says nothing.
    pub(super) fn add(&mut self, reply: Reply) -> Option<usize> {
        // `sum loss x >= worth - most`, where no coefficient need be more than that.
        let rhs = reply.worth - self.most;
        if rhs <= 0 {
            return None;
        }
        let a = reply.amounts(self.most);
        let number = self.rows.len();
        if !self.known.insert((rhs, a.clone())) {
            return None;
        }
        self.rows.push(IntRow { a, rhs, is_own: false });
        self.replies.push(reply);
        Some(number)
    }

    /// The sum of rows with these weights: the cost times the objective's weight is at least its rest.
    pub(super) fn sum(&self, weights: &Weights) -> Sum {
        let objective = i128::from(weights.objective);
        let mut sum = RowSum::new(self.prices.iter().map(|price| objective * i128::from(*price)).collect());
        for (row, weight) in &weights.rows {
            let (row, weight) = (&self.rows[*row as usize], i128::from(*weight));
            sum.base += weight * i128::from(row.rhs);
            sum.reduced.iter_mut().zip(&row.a).for_each(|(reduced, a)| *reduced -= weight * i128::from(*a));
        }
        Sum { sum, objective }
    }

    /// Returns the bound that the weights prove for the objective with these fixed items.
    pub(super) fn bound<const W: usize>(&self, weights: &Weights, fixed: &Fixed<W>) -> i64 {
        self.sum(weights).bound(fixed)
    }

    /// One row with weight 1.
    pub(super) fn alone(&self, row: usize) -> Weights {
        Weights { rows: vec![(row as u32, 1)], objective: 0 }
    }

    /// Do these items keep the leader's rows?
    pub(super) fn is_choice<const W: usize>(&self, taken: CellSet<W>) -> bool {
        self.rows[..self.n_own].iter().all(|row| {
            let sum: i128 = taken.iter().map(|item| i128::from(row.a[item.get()])).sum();
            sum >= i128::from(row.rhs)
        })
    }

    /// May the follower have this answer?
    pub(super) fn allows(&self, reply: &Reply) -> bool {
        reply.worth <= self.most
    }

    /// The cost of the items.
    pub(super) fn cost<const W: usize>(&self, taken: CellSet<W>) -> i64 {
        taken.iter().map(|item| self.prices[item.get()]).sum()
    }
}
