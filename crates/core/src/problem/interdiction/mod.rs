//! Followers that the leader blocks: what it takes leaves fewer answers, never others.
//!
//! The follower has 0/1 variables z and rows `B z + A x <= b` with A >= 0, where x says what the leader has taken. So
//! x <= x' leaves Z(x') inside Z(x): the follower is *monotone*. Which sets of the leader leave no answer worth at
//! least a target? Those are closed upwards, so they are the hitting sets of the minimal sets S for which the follower
//! has such an answer while the leader keeps out of S. That is a clue problem: a cell is a variable of the leader, "the
//! leader takes it" its clue, and an answer of the follower its second solution. Nothing else is needed of A; that each
//! row has one variable of the leader, as in most papers, only makes the sets easy to see.
//!
//! [`MonotoneFollower`] is the follower, [`InterdictionClues`] its clue problem for one target, and [`BilevelProblem`]
//! a bilevel program that was found to be of this kind: interdiction (`DeNegre`, "Interdiction and discrete bilevel
//! linear programming", 2011, chapter 6) or a blocker problem.

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

/// A follower whose answers only become fewer when the leader takes more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonotoneFollower {
    /// The variables of both, and the follower's rows.
    model: BinaryModel,
    /// What the leader pays for, one unit each: the cells.
    cells: Vec<VarId>,
    /// The leader's variables, each with its cells; most have one.
    items: Vec<Item>,
    /// What an answer is worth, over the follower's variables.
    value: Vec<(VarId, i64)>,
    /// Rows of the leader that taking more can only help: `sum a x >= rhs` with a >= 0 over its variables.
    demands: Vec<Row>,
    /// Number of groups of clauses that the file declares; a group without clauses has no item.
    n_groups: u64,
}

/// A row that is not one of a monotone follower, with a variable that shows it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row `{row}` does not only become harder to keep when the leader takes `{variable}`")]
pub struct NotMonotone {
    pub row: String,
    pub variable: String,
}

impl MonotoneFollower {
    /// The follower with the rows of `model`, in which the variables of `cells` are the leader's and cost 1 each; an
    /// answer is worth the sum of `value`, over other variables. `demands` are rows that the leader must keep too, of
    /// the form `sum a x >= rhs` with a >= 0 over cells. The objective of the model plays no part.
    ///
    /// # Errors
    /// [`NotMonotone`] unless each row becomes harder to keep, or stays as it is, whatever the leader takes.
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

    /// Number of cells: what all of the leader's variables cost.
    #[must_use]
    pub fn n_cells(&self) -> usize {
        self.cells.len()
    }

    /// Number of groups of clauses that the file declares. The leader cannot choose a group without clauses, but its
    /// rows and weights may name it. 0 if the follower has no groups.
    #[must_use]
    pub fn n_groups(&self) -> u64 {
        self.n_groups
    }

    /// The name of the cell with this number: that of its variable of the leader, if it has no other.
    #[must_use]
    pub fn cell_name(&self, cell: usize) -> &str {
        self.model.var_name(self.cells[cell])
    }

    /// The variables of both, and the follower's rows.
    #[must_use]
    pub fn model(&self) -> &BinaryModel {
        &self.model
    }

    /// What the answer in `values`, one for each variable of [`Self::model`], is worth.
    #[must_use]
    pub fn worth(&self, values: &[bool]) -> i64 {
        self.value.iter().filter(|(var, _)| values[var.get()]).map(|(_, a)| a).sum()
    }

    /// The least and the most that any values of the variables are worth, answers or not.
    #[must_use]
    pub fn worth_range(&self) -> (i64, i64) {
        let sum = |of: fn(i64) -> i64| self.value.iter().map(|(_, a)| of(*a)).sum();
        (sum(|a| a.min(0)), sum(|a| a.max(0)))
    }

    /// The largest sum of the numbers in a row of either, its right side among them, or in what answers are worth, all
    /// without their signs; and where it is.
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

    /// Is `values` an answer while the leader has `taken`? Exact.
    #[must_use]
    pub fn is_answer<const W: usize>(&self, taken: CellSet<W>, values: &[bool]) -> bool {
        values.len() == self.model.n_vars()
            && taken.iter().all(|cell| values[self.cells[cell.get()].get()])
            && self.model.violated_row(values).is_none()
    }

    /// Are all demands met when the leader has `taken`?
    #[must_use]
    pub fn meets_demands<const W: usize>(&self, taken: CellSet<W>) -> bool {
        let mut values = vec![false; self.model.n_vars()];
        self.take(taken, &mut values);
        self.demands.iter().all(|row| row.holds(&values))
    }

    /// Is the follower's part of `values` still an answer when the leader has `taken`, and nothing else? Exact.
    #[must_use]
    pub fn is_left<const W: usize>(&self, taken: CellSet<W>, values: &[bool]) -> bool {
        let mut values = values.to_vec();
        self.take(taken, &mut values);
        self.model.violated_row(&values).is_none()
    }

    /// The program of a best answer while the leader has `taken`: its optimum is minus what that is worth.
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

    /// The clue problem of answers that are worth at least `target`, or of all answers: a set of clues is valid if it
    /// leaves none, and keeps all demands.
    ///
    /// In its target solution the leader takes everything and nobody answers. A variable `answer` says that the
    /// follower does, and one more for each demand that it is not met; a second solution has one of them. Only then do
    /// the rows of the follower hold, or the opposite of the demand: each row is loosened by as much as the target
    /// solution breaks it.
    ///
    /// # Errors
    /// [`ModelCluesError`] if W words do not hold the cells, or if numbers are too large.
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
