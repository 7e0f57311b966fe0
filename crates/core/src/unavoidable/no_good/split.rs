//! The parts of a size, and their further split.

use crate::base::Cell;
use crate::ilp::{BinaryModel, Literal, Propagation, Row, RowId, Sense, Values, VarId};
use crate::problem::LinearProblem;

use super::super::LoopSplit;

/// The program of a size, and how it is cut.
#[derive(Debug)]
pub(super) struct Programs {
    pub(super) rows: Propagation,
    split: LoopSplit,
    /// The agreement with the target, cell by cell.
    agreement: Vec<Literal>,
    /// The rows that require exactly one of several variables to be 1, each with that of the target.
    choices: Vec<(RowId, VarId)>,
}

/// A branch to examine: a program with these values, or the whole one.
#[derive(Debug)]
pub(super) enum Branch {
    /// A part for a solver.
    Whole,
    /// A part for a solver, without the variables that are known.
    Small(Values),
    /// A part to split further.
    Open(Values),
}

impl Programs {
    pub(super) fn new<const W: usize>(problem: &dyn LinearProblem<W>, model: BinaryModel, split: LoopSplit) -> Self {
        let agreement: Vec<Literal> = problem.cells().iter().map(|cell: Cell| problem.agreement(cell)).collect();
        let mut is_target = vec![false; model.n_vars()];
        agreement.iter().filter(|literal| literal.positive).for_each(|literal| is_target[literal.var.get()] = true);
        let asks_for_one =
            |row: &Row| row.sense == Sense::Equal && row.rhs == 1 && row.terms.iter().all(|(_, a)| *a == 1);
        let choice = |(i, row): (usize, &Row)| {
            let target = row.terms.iter().find(|(var, _)| is_target[var.get()]).filter(|_| asks_for_one(row))?;
            Some((RowId::new(i), target.0))
        };
        let choices = model.rows().iter().enumerate().filter_map(choice).collect();
        Self { rows: Propagation::new(model), split, agreement, choices }
    }

    /// Returns the start of a part; `None` if the rows show that it is empty.
    pub(super) fn part(&self, part: usize) -> Option<Branch> {
        if self.split == LoopSplit::None {
            return Some(Branch::Whole);
        }
        let (first, before) = self.agreement[..=part].split_last()?;
        let mut fixed: Vec<(VarId, bool)> = before.iter().map(|literal| (literal.var, literal.positive)).collect();
        fixed.push((first.var, !first.positive));
        let values = self.rows.fixed(self.rows.nothing(), &fixed)?;
        Some(if self.split == LoopSplit::Cell { Branch::Small(values) } else { Branch::Open(values) })
    }

    /// Cuts a branch by what stands in the place of something that does not agree with the target. Of all rows that ask
    /// for it, one that leaves the fewest choices is taken. Nothing is left of a branch that the rows show to be empty.
    pub(super) fn cut(&self, values: &Values, max_vars: usize) -> Vec<Branch> {
        let Some(choices) = self.fewest_choices(values) else { return vec![Branch::Small(values.clone())] };
        let branch = |var| {
            let values = self.rows.fixed(values.clone(), &[(var, true)])?;
            let is_large = || values.iter().filter(|value| value.is_none()).count() > max_vars;
            let goes_on = self.split == LoopSplit::Deep && is_large();
            Some(if goes_on { Branch::Open(values) } else { Branch::Small(values) })
        };
        choices.into_iter().filter_map(branch).collect()
    }

    fn fewest_choices(&self, values: &Values) -> Option<Vec<VarId>> {
        let open = self.choices.iter().filter(|(_, target)| values[target.get()] == Some(false));
        let left = |(row, _): &(RowId, VarId)| -> Option<Vec<VarId>> {
            let terms = &self.rows.model().rows()[row.get()].terms;
            let mut left = Vec::new();
            for &(var, _) in terms {
                match values[var.get()] {
                    Some(true) => return None,
                    Some(false) => {}
                    None => left.push(var),
                }
            }
            Some(left)
        };
        open.filter_map(left).min_by_key(Vec::len)
    }
}
