//! A 0/1 model with one of its solutions, for which the fewest clues are wanted.

use std::fmt;
use std::sync::Arc;

use minclue_core::base::{Cell, CellSet, Index as _, Limits, Stop};
use minclue_core::ilp::{BinaryModel, VarId};
use minclue_core::problem::{
    Certifiable, ClueProblem as _, Drawing, Layout, LinearProblem, ModelClues, ModelCluesError, any_solution, positive,
};
use minclue_core::unavoidable::Family;

use crate::error::Error;
use crate::instance::ProblemInstance;
use crate::sources::SourceOptions;

/// A 0/1 model and one of its solutions: the Fewest Clues Problem of tjusila-2023, section 6.
///
/// A clue fixes a variable to its value in this solution. Cell i is the i-th variable that may be a clue.
#[derive(Clone)]
pub struct ModelInstance {
    pub(crate) model: BinaryModel,
    pub(crate) solution: Vec<bool>,
    pub(crate) clues: Vec<VarId>,
    pub(crate) shown: Vec<VarId>,
    /// Partitions of its clues: some into a few large parts, some into many small ones.
    parts: [Vec<Vec<Vec<VarId>>>; 2],
    layout: Option<Arc<dyn Layout>>,
    /// Its name in logs.
    called: Option<String>,
}

/// The widest bit sets.
const WIDEST: usize = 10;

impl ModelInstance {
    /// Creates the instance of the solution of `model` in which the variables of `ones` are 1 and all others 0. As in
    /// the paper, the variables that are 1 may be clues, and a solution that differs in any variable is another
    /// solution; [`Self::with_clues`] and [`Self::with_shown`] change this.
    ///
    /// # Errors
    /// [`ModelCluesError`] if it is not a solution of the model, or has more than 640 ones.
    pub fn new(model: BinaryModel, ones: &[VarId]) -> Result<Self, ModelCluesError> {
        let mut solution = vec![false; model.n_vars()];
        for one in ones {
            *solution.get_mut(one.get()).ok_or(ModelCluesError::NoVariable(one.get()))? = true;
        }
        let mut clues = ones.to_vec();
        clues.sort_unstable();
        clues.dedup();
        Self::with_solution(model, solution, clues)
    }

    /// Finds a solution of `model` by a conflict-driven search, the same one in every run, and creates its instance.
    /// The variables that are 1 may be clues.
    ///
    /// ```
    /// # use minclue_core::base::Limits;
    /// # use minclue_core::ilp::{BinaryModel, Sense};
    /// # use minclue_solver::{ModelInstance, Problem, Solver};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut model = BinaryModel::new("choice");
    /// let [a, b, c] = ["a", "b", "c"].map(|name| model.add_var(name));
    /// model.add_row("one", [(a, 1), (b, 1), (c, 1)], Sense::Equal, 1);
    /// let solved = ModelInstance::solve(model, &Limits::none())?;
    /// assert_eq!(solved.clues().len(), 1);
    /// assert_eq!(Solver::new(&Problem::of_model(solved)).run()?.minimum(), Some(1));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::NoSolution`] if the model has no solution, [`Error::Stopped`] if a limit came first, and
    /// [`Error::Model`] for numbers that cannot be added exactly, or more than 640 ones.
    pub fn solve(model: BinaryModel, limits: &Limits) -> Result<Self, Error> {
        let values = any_solution(&model, limits)?.map_err(Error::Stopped)?.ok_or(Error::NoSolution)?;
        let ones = positive(&values);
        Ok(Self::with_solution(model, values, ones)?)
    }

    /// Creates the instance of a solution of `model`, given as one value for each variable. The variables of `clues`
    /// may be clues.
    ///
    /// # Errors
    /// [`ModelCluesError`] if it is not a solution of the model, or `clues` are not different variables, or more
    /// than 640.
    pub fn with_solution(model: BinaryModel, solution: Vec<bool>, clues: Vec<VarId>) -> Result<Self, ModelCluesError> {
        let shown = model.vars().collect();
        Self { model, solution, clues, shown, parts: Default::default(), layout: None, called: None }.checked()
    }

    /// Sets the variables that may be clues; their values may be 0 or 1.
    ///
    /// # Errors
    /// [`ModelCluesError`] if they are not different variables of the model, or more than 640.
    pub fn with_clues(self, clues: &[VarId]) -> Result<Self, ModelCluesError> {
        Self { clues: clues.to_vec(), ..self }.checked()
    }

    /// Sets the variables that are shown: solutions that differ only in other variables count as the same. Use it for
    /// models with auxiliary variables.
    ///
    /// # Errors
    /// [`ModelCluesError`] if they are not different variables of the model.
    pub fn with_shown(self, shown: &[VarId]) -> Result<Self, ModelCluesError> {
        Self { shown: shown.to_vec(), ..self }.checked()
    }

    /// Sets partitions of the variables that may be clues: `partitions` into a few large parts, and `classes` into
    /// many, such as rows. Every partition is valid in every search.
    #[must_use]
    pub fn with_parts(self, partitions: Vec<Vec<Vec<VarId>>>, classes: Vec<Vec<Vec<VarId>>>) -> Self {
        Self { parts: [partitions, classes], ..self }
    }

    /// Sets the layout in which choices are shown.
    #[must_use]
    pub fn with_layout(self, layout: Arc<dyn Layout>) -> Self {
        Self { layout: Some(layout), ..self }
    }

    /// Sets its name in logs.
    #[must_use]
    pub fn called(self, name: impl Into<String>) -> Self {
        Self { called: Some(name.into()), ..self }
    }

    /// It in one line, for logs.
    pub(crate) fn line(&self) -> String {
        self.called.clone().unwrap_or_else(|| format!("model {}", self.model.name))
    }

    /// The name of a clue: its variable, and its value if that is 0.
    pub(crate) fn clue_name(&self, cell: Cell) -> String {
        let var = self.clues[cell.get()];
        let value = if self.solution[var.get()] { "" } else { "=0" };
        format!("{}{value}", self.model.var_name(var))
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &BinaryModel {
        &self.model
    }

    /// The solution, one value for each variable.
    #[must_use]
    pub fn solution(&self) -> &[bool] {
        &self.solution
    }

    /// The variables that may be clues; cell i is the i-th of them.
    #[must_use]
    pub fn clues(&self) -> &[VarId] {
        &self.clues
    }

    /// Creates the instance of a solved puzzle of any kind, with the clues of its kind.
    ///
    /// # Errors
    /// [`Error::Model`] if its solution is invalid, which is a bug in minclue.
    #[cfg(feature = "puzzles")]
    pub fn of_puzzle(puzzle: minclue_puzzles::puzzles::PuzzleInstance) -> Result<Self, Error> {
        let minclue_puzzles::puzzles::PuzzleInstance { model, solution, clues, layout, .. } = puzzle;
        let parts = minclue_puzzles::puzzles::Parts::of(&model, &clues);
        let instance = Self::with_solution(model, solution, clues)?;
        Ok(instance.with_parts(parts.partitions, parts.classes).with_layout(layout.into()))
    }

    /// The problem in bit sets that hold its clues.
    pub(crate) fn problem<const W: usize>(&self) -> Result<ModelClues<W>, ModelCluesError> {
        let [partitions, classes] = &self.parts;
        let problem = ModelClues::new(self.model.clone(), self.solution.clone(), &self.clues, &self.shown)?;
        Ok(problem.with_parts(partitions, classes))
    }

    /// The same as engines are asked about it.
    pub(crate) fn at_width<const W: usize>(&self) -> Result<ModelAtWidth<'_, W>, ModelCluesError> {
        Ok(ModelAtWidth { instance: self, problem: self.problem()? })
    }

    /// Returns the drawing with these clues.
    pub(crate) fn drawing(&self, clues: &[Cell]) -> Option<Drawing> {
        let variables: Vec<VarId> = clues.iter().map(|cell| self.clues[cell.get()]).collect();
        self.layout.as_ref()?.drawing(&|var| variables.contains(&var))
    }

    /// The puzzle with these clues in the form that it has on paper, if it has one.
    pub(crate) fn show(&self, clues: &[Cell]) -> Option<String> {
        let layout = self.layout.as_ref()?;
        let variables: Vec<VarId> = clues.iter().map(|cell| self.clues[cell.get()]).collect();
        let shown = layout.show(&|var| variables.contains(&var));
        // Other variables than those of the puzzle may be clues, and zeros.
        let is_seen = |cell: &&Cell| {
            let var = self.clues[cell.get()];
            self.solution[var.get()] && layout.shows(var)
        };
        let unseen = clues.iter().filter(|cell| !is_seen(cell)).collect::<Vec<_>>();
        let names = unseen.into_iter().map(|cell| self.clue_name(*cell) + "\n");
        Some(shown + &names.collect::<String>())
    }

    fn checked(self) -> Result<Self, ModelCluesError> {
        self.problem::<WIDEST>()?;
        Ok(self)
    }
}

impl fmt::Debug for ModelInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("ModelInstance");
        debug.field("model", &self.model).field("solution", &self.solution);
        debug.field("clues", &self.clues).field("shown", &self.shown).finish_non_exhaustive()
    }
}

/// A model and its solution, as engines are asked about them.
pub(crate) struct ModelAtWidth<'i, const W: usize> {
    instance: &'i ModelInstance,
    problem: ModelClues<W>,
}

impl<const W: usize> ProblemInstance<W> for ModelAtWidth<'_, W> {
    fn problem(&self) -> &dyn LinearProblem<W> {
        &self.problem
    }

    fn certifiable(&self) -> Option<&dyn Certifiable<W>> {
        Some(&self.problem)
    }

    fn line(&self) -> String {
        self.instance.line()
    }

    fn puzzle(&self, clues: CellSet<W>) -> String {
        let shown = self.instance.show(&clues.iter().collect::<Vec<_>>());
        shown.unwrap_or_else(|| ProblemInstance::puzzle(&self.problem, clues))
    }

    fn clue_names(&self, clues: CellSet<W>) -> Option<Vec<String>> {
        Some(clues.iter().map(|cell| self.problem.cell_name(cell)).collect())
    }

    fn is_unique(&self, clues: CellSet<W>, limits: &Limits) -> Result<bool, Stop> {
        self.problem.is_unique(clues, limits)
    }

    fn start_sets(&self, options: &SourceOptions, limits: &Limits) -> Result<Family<W>, String> {
        self.problem.start_sets(options, limits)
    }
}
