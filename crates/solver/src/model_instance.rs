//! A 0/1 model and one of its solutions, whose fewest clues are asked for.

use minclue_core::ilp::{BinaryModel, VarId};
use minclue_core::problem::{ModelClues, ModelCluesError};

/// A 0/1 model and one of its solutions: the Fewest Clues Problem of tjusila-2023, section 6.
///
/// A clue names a variable and says that it has its value of this solution. Cell i is the i-th of the variables that
/// may be clues.
#[derive(Clone, Debug)]
pub struct ModelInstance {
    pub(crate) model: BinaryModel,
    pub(crate) solution: Vec<bool>,
    pub(crate) clues: Vec<VarId>,
    pub(crate) shown: Vec<VarId>,
}

/// The widest bit sets.
const WIDEST: usize = 10;

impl ModelInstance {
    /// The solution of `model` in which the variables of `ones` are 1 and all others 0. As in the paper, the clues are
    /// some of those that are 1, and another solution is one that differs anywhere; see [`Self::with_clues`] and
    /// [`Self::with_shown`].
    ///
    /// # Errors
    /// [`ModelCluesError`] unless it is a solution of the model, with at most 640 ones.
    pub fn new(model: BinaryModel, ones: &[VarId]) -> Result<Self, ModelCluesError> {
        let mut solution = vec![false; model.n_vars()];
        for one in ones {
            *solution.get_mut(one.get()).ok_or(ModelCluesError::NoVariable(one.get()))? = true;
        }
        let mut clues = ones.to_vec();
        clues.sort_unstable();
        clues.dedup();
        let shown = model.vars().collect();
        Self { model, solution, clues, shown }.checked()
    }

    /// The same with these variables as the ones that may be clues, of either value.
    ///
    /// # Errors
    /// [`ModelCluesError`] unless they are at most 640 different variables of the model.
    pub fn with_clues(self, clues: &[VarId]) -> Result<Self, ModelCluesError> {
        Self { clues: clues.to_vec(), ..self }.checked()
    }

    /// The same where only these variables are seen: a solution that differs in no other ones does not count as
    /// another. For models with auxiliary variables.
    ///
    /// # Errors
    /// [`ModelCluesError`] unless they are different variables of the model.
    pub fn with_shown(self, shown: &[VarId]) -> Result<Self, ModelCluesError> {
        Self { shown: shown.to_vec(), ..self }.checked()
    }

    /// The variables that may be clues; cell i is the i-th.
    #[must_use]
    pub fn clues(&self) -> &[VarId] {
        &self.clues
    }

    /// The problem in bit sets that hold its clues.
    pub(crate) fn problem<const W: usize>(&self) -> Result<ModelClues<W>, ModelCluesError> {
        ModelClues::new(self.model.clone(), self.solution.clone(), &self.clues, &self.shown)
    }

    fn checked(self) -> Result<Self, ModelCluesError> {
        self.problem::<WIDEST>()?;
        Ok(self)
    }
}
