//! Rows with coefficients in certificates: the statement that a response or a demand implies for all choices, as a
//! weighted set.

use crate::ilp::{Sense, VarId};
use crate::proof::WeightedSet;

use super::MonotoneFollower;
use super::reply::{Loss, Reply};

/// A row of the leader over its items: `sum a x >= rhs`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderRow {
    /// The number of its demand; `None` for a budget of items.
    pub demand: Option<usize>,
    /// Items with their coefficients, of any sign.
    pub terms: Vec<(usize, i64)>,
    pub rhs: i64,
}

impl LeaderRow {
    /// Creates the rows that together state that the sum of these terms compares with `rhs` by `sense`: one row, or two
    /// for an equation.
    pub fn of(terms: &[(usize, i64)], sense: Sense, rhs: i64) -> impl Iterator<Item = Self> {
        let signs: &[i64] = match sense {
            Sense::GreaterEqual => &[1],
            Sense::LessEqual => &[-1],
            Sense::Equal => &[1, -1],
        };
        signs.iter().map(move |sign| Self {
            demand: None,
            terms: terms.iter().map(|(item, a)| (*item, sign * a)).collect(),
            rhs: sign * rhs,
        })
    }
}

impl MonotoneFollower {
    /// The rows that the leader must satisfy, over its items; a second cell for not taking an item counts as 1 minus
    /// the item. The demands that each item is taken or not taken are not included.
    #[must_use]
    pub fn leader_rows(&self) -> Vec<LeaderRow> {
        let mut rows = Vec::new();
        for (demand, row) in self.demands.iter().enumerate().filter(|(_, row)| self.pair_of(row).is_none()) {
            let (mut terms, mut rhs) = (Vec::new(), row.rhs);
            for (item, (var, keep)) in self.item_pairs().enumerate() {
                let of = |wanted| row.terms.iter().find(|(var, _)| Some(*var) == wanted).map_or(0, |(_, a)| *a);
                let (taken, kept) = (of(Some(var)), of(keep));
                rhs -= kept;
                if taken != kept {
                    terms.push((item, taken - kept));
                }
            }
            rows.push(LeaderRow { demand: Some(demand), terms, rhs });
        }
        rows
    }

    /// For each item that has a second cell, the number of the demand that one of its two cells is taken.
    #[must_use]
    pub fn pair_demands(&self) -> Vec<Option<usize>> {
        let mut pairs = vec![None; self.n_items()];
        for (demand, row) in self.demands.iter().enumerate() {
            if let Some(item) = self.pair_of(row) {
                pairs[item].get_or_insert(demand);
            }
        }
        pairs
    }

    /// The statement that a response implies for the cells of a choice that leaves no response worth `target`. The
    /// response is worth at least `target`, and each item is one cell.
    ///
    /// In the witness, the follower gives this response, and the leader has taken all items that do not affect it.
    #[must_use]
    pub fn weighted_reply(&self, reply: &Reply, target: i64) -> WeightedSet {
        let min = (reply.worth - target + 1).max(1).unsigned_abs();
        let mut set =
            WeightedSet { cells: Vec::new(), weights: Vec::new(), min, options: Vec::new(), groups: Vec::new() };
        let own = self.model.vars().filter(|var| reply.values[var.get()]);
        set.options.extend(own.map(VarId::get));
        set.options.push(self.answer().get());
        for (item, (loss, (var, _))) in reply.losses.iter().zip(self.item_pairs()).enumerate() {
            let (weight, group) = match loss {
                Loss::Nothing => continue,
                Loss::Part { amount, dropped } if amount.unsigned_abs() < min => {
                    let mut group: Vec<usize> = dropped.iter().map(|var| var.get()).collect();
                    group.sort_unstable();
                    (amount.unsigned_abs(), group)
                }
                Loss::Part { .. } | Loss::Whole => (min, Vec::new()),
            };
            set.cells.push(self.item_cell(item));
            set.weights.push(weight);
            set.groups.push(group);
            set.options.push(var.get());
        }
        set.options.sort_unstable();
        set
    }

    /// The statement that a demand implies for the cells of a choice; in its witness, none of its cells is taken.
    #[must_use]
    pub fn weighted_demand(&self, demand: usize) -> WeightedSet {
        let row = &self.demands[demand];
        let min = row.rhs.max(1).unsigned_abs();
        let cell = |var| self.cells.iter().position(|cell| *cell == var).expect("a demand is over cells");
        let mut cells: Vec<(usize, u64)> =
            row.terms.iter().map(|(var, a)| (cell(*var), a.unsigned_abs().min(min))).collect();
        cells.sort_unstable();
        let mut options: Vec<usize> = row.terms.iter().map(|(var, _)| var.get()).collect();
        options.push(self.unmet(demand).get());
        options.sort_unstable();
        let groups = vec![Vec::new(); cells.len()];
        let (cells, weights) = cells.into_iter().unzip();
        WeightedSet { cells, weights, min, options, groups }
    }
}
