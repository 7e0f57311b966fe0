//! Blocker problems that no file says: a follower, what the leader pays for each item, and its rows.

use crate::ilp::{Row, Sense, VarId};

use super::super::{LeaderRow, MonotoneFollower};
use super::leader::is_binding;
use super::{BilevelGoal, BilevelProblem, Paid};

impl BilevelProblem {
    /// The cheapest choice that leaves no answer worth more than `most` and keeps `rows`; `prices` has one for each
    /// item.
    ///
    /// # Panics
    /// If a price is negative or missing, or if the follower's leader has prices or rows already.
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
