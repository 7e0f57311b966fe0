//! Monotone followers: the more the leader takes, the fewer responses are left, and there are never new ones.
//!
//! The follower has 0/1 variables z and rows `B z + A x <= b` with A >= 0, where x is the leader's choice. So x <= x'
//! implies that Z(x') is a subset of Z(x): the follower is *monotone*. The choices that leave no response worth at
//! least a target are closed upwards, so they are the hitting sets of the minimal sets S for which the follower has
//! such a response if the leader takes nothing in S. That is a clue problem: a cell is a variable of the leader, its
//! clue is "the leader takes it", and a response of the follower is a second solution. A needs no other property; in
//! most papers each row has one variable of the leader, which makes the sets easy to see.
//!
//! [`MonotoneFollower`] is the follower, [`InterdictionClues`] its clue problem for one target, and [`BilevelProblem`]
//! a bilevel program of this kind: interdiction (`DeNegre`, "Interdiction and discrete bilevel linear programming",
//! 2011, chapter 6) or a blocker problem.

mod clues;
mod explanation;
mod hitting;
mod items;
mod oracle;
mod recognize;
mod reply;
mod second;
#[cfg(test)]
mod tests;
mod unmet;
mod weighted;

use crate::base::{CellSet, Index};
use crate::ilp::{BinaryModel, Row, Sense, VarId};

use super::{ModelClues, ModelCluesError, positive};

pub use clues::{AnswerSource, BestAnswer, FollowerWork, InterdictionClues};
pub use explanation::ExplanationError;
use items::Item;
pub use recognize::{BilevelGoal, BilevelProblem, ClassError, ClassReason, Constants, HiddenGrid};
pub use reply::{Loss, Replies, Reply, RowsLeft};
pub use weighted::LeaderRow;

/// A follower whose responses only become fewer when the leader takes more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonotoneFollower {
    /// The variables of both, and the follower's rows.
    model: BinaryModel,
    /// The cells, which cost the leader one unit each.
    cells: Vec<VarId>,
    /// The leader's variables, each with its cells; most have one.
    items: Vec<Item>,
    /// The value of a response, over the follower's variables.
    value: Vec<(VarId, i64)>,
    /// Rows of the leader that a larger choice can only help: `sum a x >= rhs` with a >= 0 over its variables.
    demands: Vec<Row>,
    /// The number of groups of clauses that the file declares; a group without clauses has no item.
    n_groups: u64,
}

/// A row that a monotone follower cannot have, with a variable that shows it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row `{row}` does not only become harder to keep when the leader takes `{variable}`")]
pub struct NotMonotone {
    pub row: String,
    pub variable: String,
}

impl MonotoneFollower {
    /// Creates the follower with the rows of `model`, in which the variables of `cells` belong to the leader and cost 1
    /// each. The value of a response is the sum of `value`, over other variables. `demands` are rows that the leader
    /// must satisfy, of the form `sum a x >= rhs` with a >= 0 over cells. The objective of the model is ignored.
    ///
    /// # Errors
    /// [`NotMonotone`] if taking a variable makes a row easier to satisfy.
    pub fn new(
        model: BinaryModel,
        cells: Vec<VarId>,
        value: Vec<(VarId, i64)>,
        demands: Vec<Row>,
    ) -> Result<Self, NotMonotone> {
        for row in model.rows() {
            if let Some((var, _)) = row.terms.iter().find(|(var, a)| cells.contains(var) && !hinders(row.sense, *a)) {
                return Err(NotMonotone { row: row.name.clone(), variable: model.var_name(*var).to_owned() });
            }
        }
        for row in &demands {
            let is_one = |(var, a): &(VarId, i64)| cells.contains(var) && *a > 0;
            if let Some((var, _)) = row.terms.iter().find(|term| !is_one(term)) {
                return Err(NotMonotone { row: row.name.clone(), variable: model.var_name(*var).to_owned() });
            }
        }
        let items = cells.iter().enumerate().map(|(i, var)| Item::unit(*var, i)).collect();
        Ok(Self { model, cells, items, value, demands, n_groups: 0 })
    }

    /// The number of cells: the price of all of the leader's variables.
    #[must_use]
    pub fn n_cells(&self) -> usize {
        self.cells.len()
    }

    /// The number of groups of clauses that the file declares. The leader cannot choose a group without clauses, but
    /// its rows and weights may name it. 0 if the follower has no groups.
    #[must_use]
    pub fn n_groups(&self) -> u64 {
        self.n_groups
    }

    /// The name of the cell with this number, by default that of its variable.
    #[must_use]
    pub fn cell_name(&self, cell: usize) -> &str {
        self.model.var_name(self.cells[cell])
    }

    /// The variables of both, and the follower's rows.
    #[must_use]
    pub fn model(&self) -> &BinaryModel {
        &self.model
    }

    /// The value of the response `values`, which has one value for each variable of [`Self::model`].
    #[must_use]
    pub fn worth(&self, values: &[bool]) -> i64 {
        self.value.iter().filter(|(var, _)| values[var.get()]).map(|(_, a)| a).sum()
    }

    /// The least and the greatest value of any assignment of the variables, feasible or not.
    #[must_use]
    pub fn worth_range(&self) -> (i64, i64) {
        let sum = |of: fn(i64) -> i64| self.value.iter().map(|(_, a)| of(*a)).sum();
        (sum(|a| a.min(0)), sum(|a| a.max(0)))
    }

    /// The largest sum of absolute values in a row of either player, including its right side, or in the value of
    /// responses, with its place.
    #[must_use]
    pub fn largest_sum(&self) -> (i128, String) {
        let sum = |terms: &[(VarId, i64)]| terms.iter().map(|(_, a)| i128::from(a.unsigned_abs())).sum::<i128>();
        let rows = self.model.rows().iter().chain(&self.demands);
        let rows =
            rows.map(|row| (sum(&row.terms) + i128::from(row.rhs.unsigned_abs()), format!("row `{}`", row.name)));
        let all = rows.chain([(sum(&self.value), "the follower's objective".to_owned())]);
        all.max_by_key(|(sum, _)| *sum).unwrap_or_default()
    }

    /// The names of the follower's own variables that are 1 in `values`.
    #[must_use]
    pub fn chosen(&self, values: &[bool]) -> Vec<String> {
        let ones = positive(values).into_iter().filter(|var| !self.is_of_leader(*var));
        ones.map(|var| self.model.var_name(var).to_owned()).collect()
    }

    /// Returns whether `values` is a response to the leader's choice `taken`. Exact.
    #[must_use]
    pub fn is_answer<const W: usize>(&self, taken: CellSet<W>, values: &[bool]) -> bool {
        values.len() == self.model.n_vars()
            && taken.iter().all(|cell| values[self.cells[cell.get()].get()])
            && self.model.violated_row(values).is_none()
    }

    /// Returns whether the choice `taken` meets all demands.
    #[must_use]
    pub fn meets_demands<const W: usize>(&self, taken: CellSet<W>) -> bool {
        let mut values = vec![false; self.model.n_vars()];
        self.take(taken, &mut values);
        self.demands.iter().all(|row| row.holds(&values))
    }

    /// Returns whether the follower's part of `values` is still a response to the choice `taken`. Exact.
    #[must_use]
    pub fn is_left<const W: usize>(&self, taken: CellSet<W>, values: &[bool]) -> bool {
        let mut values = values.to_vec();
        self.take(taken, &mut values);
        self.model.violated_row(&values).is_none()
    }

    /// The program of the best response to the choice `taken`, whose optimum is the negated value of that response.
    #[must_use]
    pub fn program<const W: usize>(&self, taken: CellSet<W>) -> BinaryModel {
        let mut program = self.model.clone();
        let mut values = vec![false; self.model.n_vars()];
        self.take(taken, &mut values);
        let fixed: Vec<VarId> = self.model.vars().filter(|var| self.is_of_leader(*var)).collect();
        for (var, i) in fixed.into_iter().zip(1..) {
            program.add_row(format!("taken_{i}"), [(var, 1)], Sense::Equal, i64::from(values[var.get()]));
        }
        program.minimize(self.value.iter().map(|(var, a)| (*var, -a)));
        program
    }

    /// Creates the clue problem of responses that are worth at least `target`, or of all responses: a set of clues is
    /// valid if it leaves none of them, and meets all demands.
    ///
    /// In its target solution, the leader takes everything and there is no response. A variable `answer` is 1 if there
    /// is a response, and another variable for each demand is 1 if it is not met; a second solution has one of them.
    /// The follower's rows, or the opposite of the demand, only hold in that case: each row is relaxed by the amount by
    /// which the target solution violates it.
    ///
    /// # Errors
    /// [`ModelCluesError`] if the cells do not fit into W words, or if numbers are too large.
    pub fn clues_at<const W: usize>(&self, target: Option<i64>) -> Result<ModelClues<W>, ModelCluesError> {
        let (n_cells, max) = (self.n_cells(), CellSet::<W>::CAPACITY);
        if n_cells > max {
            return Err(ModelCluesError::TooManyCells { n_cells, max });
        }
        let (model, shown) = unmet::model(self, target)?;
        let mut all = vec![false; model.n_vars()];
        self.take(CellSet::<W>::first_n(self.n_cells()), &mut all);
        ModelClues::new(model, all, &self.cells, &shown)
    }
}

/// Does a variable with this coefficient make a row of this sense harder to keep, when it becomes 1?
fn hinders(sense: Sense, a: i64) -> bool {
    match sense {
        Sense::LessEqual => a >= 0,
        Sense::GreaterEqual => a <= 0,
        Sense::Equal => a == 0,
    }
}
