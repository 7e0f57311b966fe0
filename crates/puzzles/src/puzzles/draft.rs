//! A model while it is built, with the values of its variables in the known solution.

use crate::ilp::{BinaryModel, Sense, VarId};

use super::block::{PuzzleError, TextBlock};
use super::{Layout, MAX_VARS, PuzzleInstance};

/// The variables of one place that takes exactly one of several values.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The values, each with the variable that is 1 where the place has it.
    pub(super) options: Vec<(usize, VarId)>,
    /// The variable of the value in the known solution.
    pub(super) chosen: VarId,
}

impl Choice {
    /// The variable of a value, if the place may have it.
    pub(super) fn var(&self, value: usize) -> Option<VarId> {
        self.options.iter().find(|(v, _)| *v == value).map(|(_, var)| *var)
    }

    /// The terms of `factor` times the value of the place.
    pub(super) fn value(&self, factor: i64) -> impl Iterator<Item = (VarId, i64)> {
        // A value of 0 has no term.
        self.options.iter().filter(|(v, _)| *v != 0).map(move |(v, var)| (*var, factor * *v as i64))
    }
}

/// A model in the making.
#[derive(Debug)]
pub(super) struct Draft {
    puzzle: &'static str,
    model: BinaryModel,
    solution: Vec<bool>,
}

impl Draft {
    /// Nothing yet; `puzzle` names the model.
    pub(super) fn new(puzzle: &'static str) -> Self {
        Self { puzzle, model: BinaryModel::new(puzzle), solution: Vec::new() }
    }

    /// Adds a variable with its value in the solution.
    pub(super) fn var(&mut self, name: impl Into<String>, value: bool) -> VarId {
        self.solution.push(value);
        self.model.add_var(name)
    }

    /// The value of a variable in the solution.
    pub(super) fn value(&self, var: VarId) -> bool {
        self.solution[var.get()]
    }

    /// Adds a row; terms that are 0 in any model are left out by who calls.
    pub(super) fn row(
        &mut self,
        name: impl Into<String>,
        terms: impl IntoIterator<Item = (VarId, i64)>,
        sense: Sense,
        rhs: i64,
    ) {
        self.model.add_row(name, terms, sense, rhs);
    }

    /// Adds a row that the variables sum up to 1, or to at most 1.
    pub(super) fn one_of(&mut self, name: impl Into<String>, vars: impl IntoIterator<Item = VarId>, sense: Sense) {
        self.model.add_row(name, vars.into_iter().map(|var| (var, 1)), sense, 1);
    }

    /// Adds a place that takes exactly one of `values`, which holds `chosen`: variables `PREFIX_KEY_VALUE` and the row
    /// `PREFIX_KEY`.
    pub(super) fn choice(
        &mut self,
        prefix: &str,
        key: &str,
        values: impl IntoIterator<Item = usize>,
        chosen: usize,
    ) -> Choice {
        self.choice_called(prefix, key, values, (chosen, None))
    }

    /// The same, where the variable of the value in the solution may have a name of its own.
    pub(super) fn choice_called(
        &mut self,
        prefix: &str,
        key: &str,
        values: impl IntoIterator<Item = usize>,
        (chosen, called): (usize, Option<&str>),
    ) -> Choice {
        let name = |value: usize| match called {
            Some(name) if value == chosen => name.to_owned(),
            _ => format!("{prefix}_{key}_{value}"),
        };
        let options: Vec<(usize, VarId)> =
            values.into_iter().map(|value| (value, self.var(name(value), value == chosen))).collect();
        self.one_of(format!("{prefix}_{key}"), options.iter().map(|(_, var)| *var), Sense::Equal);
        let (_, chosen) = options.iter().find(|(value, _)| *value == chosen).copied().expect("it is one of them");
        Choice { options, chosen }
    }

    /// The instance of `block` with these clues.
    ///
    /// # Errors
    /// [`PuzzleError`] if there are too many clues or variables, or if the solution breaks a row; a puzzle should have
    /// said so before and in better words.
    pub(super) fn finish(
        self,
        block: &TextBlock,
        clues: Vec<VarId>,
        layout: impl Layout + 'static,
    ) -> Result<PuzzleInstance, PuzzleError> {
        let instance = self.finish_open(block, clues, layout)?;
        if let Some(row) = instance.model.violated_row(&instance.solution) {
            let name = &instance.model.rows()[row.get()].name;
            return Err(block.fail_head(format!("the solution breaks the rule `{name}`")));
        }
        Ok(instance)
    }

    /// The same where the solution is not known; that of the instance is none.
    ///
    /// # Errors
    /// [`PuzzleError`] if there are too many clues or variables.
    pub(super) fn finish_open(
        self,
        block: &TextBlock,
        clues: Vec<VarId>,
        layout: impl Layout + 'static,
    ) -> Result<PuzzleInstance, PuzzleError> {
        block.at_most_clues(clues.len())?;
        let n_vars = self.model.n_vars();
        if n_vars > MAX_VARS {
            return Err(block.fail_head(format!("the model has {n_vars} variables; there may be at most {MAX_VARS}")));
        }
        Ok(PuzzleInstance {
            puzzle: self.puzzle,
            id: block.id().map(str::to_owned),
            model: self.model,
            solution: self.solution,
            clues,
            layout: Box::new(layout),
            given: None,
            square: None,
            is_open: false,
        })
    }
}
