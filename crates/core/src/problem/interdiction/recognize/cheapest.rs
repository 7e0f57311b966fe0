//! Blocker problems that do not come from a file: a follower, the prices of its items, and the leader's rows.

use crate::ilp::{Row, Sense, VarId};

use super::super::{LeaderRow, MonotoneFollower};
use super::leader::is_binding;
use super::{BilevelGoal, BilevelProblem, Paid};

impl BilevelProblem {
    /// Creates the problem of the cheapest choice that leaves no response worth more than `most` and satisfies `rows`;
    /// `prices` has one price for each item.
    ///
    /// # Panics
    /// If a price is negative or missing, or if prices or rows of the follower were set before.
    #[must_use]
    pub fn cheapest(follower: MonotoneFollower, most: i64, prices: Vec<i64>, rows: &[LeaderRow]) -> Self {
        assert_eq!(prices.len(), follower.n_items(), "a price for each item");
        assert!(prices.iter().all(|price| *price >= 0), "nobody pays for taking");
        let paid = Paid::of(prices, 0);
        let vars: Vec<VarId> = follower.item_vars().collect();
        let row = |(row, number): (&LeaderRow, usize)| Row {
            name: format!("row_{number}"),
            terms: row.terms.iter().filter(|(_, a)| *a != 0).map(|(item, a)| (vars[*item], -a)).collect(),
            sense: Sense::LessEqual,
            rhs: -row.rhs,
        };
        let own_rows: Vec<Row> = rows.iter().zip(1..).map(row).collect();
        let is_free = own_rows.iter().all(|row| !is_binding(row)) && paid.are_units();
        let follower = if is_free { follower } else { follower.with_rows(&own_rows) };
        paid.problem(Vec::new(), follower, BilevelGoal::Blocker { most })
    }
}
