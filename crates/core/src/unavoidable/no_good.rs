//! The no-good loop of tjusila-2023, section 4: a 0/1 program finds one minimal unavoidable set after the other.
//!
//! Faithful and slow: soon seconds for each further set of a 9x9 grid. It is the generator of the paper, a reference
//! for the fast ones, and the one that any clue problem with a 0/1 model has for nothing.

use std::ops::ControlFlow;
use std::time::Instant;

use crate::base::{Limits, Stop};
use crate::ilp::{BinaryModel, IlpSolver, Literal, Sense, Solved};
use crate::problem::LinearProblem;

use super::{Family, Found, History, IterationRecord, LoopForm, Source, SourceError, Step, UnavoidableSet};

/// The program of [`LoopForm::Sizes`] for size `m`: the rows of the problem, for Sudoku (G0) to (G3), with
///
/// - (D1): the solution agrees with the target in all but `size` cells;
/// - (N2), for every set of `family`: it agrees with the target somewhere in the set;
/// - (NG) of section 6, but only if a solution can differ in a cell and still show the same as the target.
///
/// It has no objective. The cells in which a solution differs form an unavoidable set of `size` cells, which contains
/// none of the family.
#[must_use]
pub fn set_model<const W: usize>(problem: &dyn LinearProblem<W>, size: usize, family: &Family<W>) -> BinaryModel {
    let mut model = problem.model();
    model.name = format!("sets_of_size_{size}");
    let rest = problem.cells().len() as i64 - size as i64;
    model.add_literal_row("D1", agreement(problem), Sense::Equal, rest);
    add_another(&mut model, problem);
    add_cuts(&mut model, problem, family);
    model
}

/// The program of [`LoopForm::Minimize`]: the rows of the problem, one that asks the solution to differ from the target
/// somewhere, and (N2) as in [`set_model`].
///
/// Its objective is the number of cells that differ, less a constant: `-1` for each cell that agrees by a 1, `1` for
/// each that differs by one.
#[must_use]
pub fn smallest_set_model<const W: usize>(problem: &dyn LinearProblem<W>, family: &Family<W>) -> BinaryModel {
    let mut model = problem.model();
    model.name = "smallest_set".into();
    model.minimize(agreement(problem).map(|(literal, _)| literal.times(-1).0));
    model.add_literal_row("differs", agreement(problem), Sense::LessEqual, problem.cells().len() as i64 - 1);
    add_another(&mut model, problem);
    add_cuts(&mut model, problem, family);
    model
}

/// The number of cells that agree with the target.
fn agreement<const W: usize>(problem: &dyn LinearProblem<W>) -> impl Iterator<Item = (Literal, i64)> {
    problem.cells().into_iter().map(|cell| (problem.agreement(cell), 1))
}

/// Adds (NG), the solution breaks a literal of the target, unless all cells are among these: then it does so anyway.
fn add_another<const W: usize>(model: &mut BinaryModel, problem: &dyn LinearProblem<W>) {
    let mut shown = problem.shown();
    shown.sort_unstable();
    if agreement(problem).any(|(literal, _)| shown.binary_search(&literal).is_err()) {
        let max = shown.len() as i64 - 1;
        model.add_literal_row("NG", shown.into_iter().map(|literal| (literal, 1)), Sense::LessEqual, max);
    }
}

fn add_cuts<const W: usize>(model: &mut BinaryModel, problem: &dyn LinearProblem<W>, family: &Family<W>) {
    for set in family.sets() {
        add_cut(model, problem, set);
    }
}

/// Adds (N2) for one set; cuts are numbered by the row they become.
fn add_cut<const W: usize>(model: &mut BinaryModel, problem: &dyn LinearProblem<W>, set: &UnavoidableSet<W>) {
    let name = format!("N2_{}", model.rows().len());
    model.add_literal_row(name, set.cells.iter().map(|cell| (problem.agreement(cell), 1)), Sense::GreaterEqual, 1);
}

/// Settings of the no-good loop.
#[derive(Clone, Copy, Debug)]
pub struct NoGoodOptions {
    /// The programs.
    pub form: LoopForm,
    /// No set larger than this is wanted.
    pub max_size: Option<usize>,
    /// Stop at this number of new sets, those of a history included.
    pub max_sets: Option<usize>,
}

impl Default for NoGoodOptions {
    fn default() -> Self {
        Self { form: LoopForm::Sizes, max_size: None, max_sets: None }
    }
}

/// The loop: the programs of one [`LoopForm`], each with (N2) for all sets so far, until there is no further set.
///
/// - [`LoopForm::Sizes`] solves [`set_model`] for m = 1, 2, 3, ..., for each m until it is infeasible. The sizes below
///   4, of which a Sudoku grid has no set, cost one easy solve each.
/// - [`LoopForm::Minimize`] solves [`smallest_set_model`] until it is infeasible or its optimum is above `max_size`.
///
/// Every set it adds is minimal (Proposition 3), since all smaller ones are in the family by then. A family that
/// already holds sets is continued: none of its sets is found again. That a size is exhausted, or a set is a smallest
/// one, rests on the backend's word.
#[derive(Clone, Debug)]
pub struct NoGoodLoop<'s> {
    solver: &'s dyn IlpSolver,
    options: NoGoodOptions,
    records: Vec<IterationRecord>,
}

/// Is told each solve as soon as it has ended; an error ends the loop.
pub type OnStep<'a, const W: usize> = &'a mut dyn FnMut(&Step<W>) -> Result<(), String>;

impl<'s> NoGoodLoop<'s> {
    /// A loop that has not begun; `solver` solves its programs.
    #[must_use]
    pub fn new(solver: &'s dyn IlpSolver, options: NoGoodOptions) -> Self {
        Self { solver, options, records: Vec::new() }
    }

    /// All solves so far that ended with an answer, in order, those of a history included. The last one of
    /// [`LoopForm::Minimize`] may report a set above `max_size`, which is then not in the family.
    #[must_use]
    pub fn records(&self) -> &[IterationRecord] {
        &self.records
    }

    /// Like [`Source::find`], but goes on where `history` ended, and tells every solve of its own.
    ///
    /// The sets of the history that are not above `max_size` go to the family first, as if they were found now; what it
    /// exhausted is not asked again. A history tells of a loop that began without sets, so `family` must be as empty as
    /// it was then, unless the history is empty too.
    ///
    /// # Errors
    /// [`SourceError`] if the backend or `on_step` failed, or if the history is of another form or met a family with
    /// sets. What was found until then is in the family.
    pub fn resume<const W: usize>(
        &mut self,
        problem: &dyn LinearProblem<W>,
        family: &mut Family<W>,
        history: &History<W>,
        limits: &Limits,
        on_step: OnStep<'_, W>,
    ) -> Result<Found, SourceError> {
        if history.form() != self.options.form || !(history.steps().is_empty() || family.is_empty()) {
            return Err(SourceError::History);
        }
        self.records.extend(history.steps().iter().map(|step| step.record));
        let n_before = family.len();
        for set in history.sets() {
            if self.has_enough(family.len() - n_before) {
                return Ok(Found::Enough);
            }
            if self.fits(set) {
                family.insert(set.clone());
            }
        }
        let mut run = Run { problem, solver: self.solver, limits, n_before, family, on_step };
        match self.options.form {
            LoopForm::Sizes => self.by_sizes(&mut run, history.next_size()),
            LoopForm::Minimize => {
                // An earlier run that found nothing, or nothing small enough, has said all there is to say.
                let ended = history.has_ended() || history.sets().last().is_some_and(|set| !self.fits(set));
                self.by_minimum(&mut run, ended)
            }
        }
    }

    fn by_sizes<const W: usize>(&mut self, run: &mut Run<'_, W>, first: usize) -> Result<Found, SourceError> {
        let n_cells = run.problem.cells().len();
        for m in first..=self.options.max_size.map_or(n_cells, |max| max.min(n_cells)) {
            let mut model = set_model(run.problem, m, run.family);
            loop {
                if self.has_enough(run.n_new()) {
                    return Ok(Found::Enough);
                }
                let step = match run.solve(&model, Some(m))? {
                    ControlFlow::Continue(step) => step,
                    ControlFlow::Break(stop) => return Ok(Found::Limit(stop)),
                };
                match (&step.set, step.record.size) {
                    (Some(set), Some(size)) if size == m => add_cut(&mut model, run.problem, set),
                    (Some(_), size) => {
                        let size = size.unwrap_or(0);
                        return Err(run.failure(format!("it found a set of {size} cells where {m} were asked for")));
                    }
                    (None, _) => {
                        self.keep(run, &step)?;
                        break;
                    }
                }
                self.keep(run, &step)?;
            }
        }
        Ok(Found::Complete)
    }

    fn by_minimum<const W: usize>(&mut self, run: &mut Run<'_, W>, mut ended: bool) -> Result<Found, SourceError> {
        let mut model = smallest_set_model(run.problem, run.family);
        let mut smallest = run.family.sets()[run.n_before..].last().map_or(0, |set| set.cells.len());
        loop {
            if self.has_enough(run.n_new()) {
                return Ok(Found::Enough);
            }
            if ended {
                return Ok(Found::Complete);
            }
            let step = match run.solve(&model, None)? {
                ControlFlow::Continue(step) => step,
                ControlFlow::Break(stop) => return Ok(Found::Limit(stop)),
            };
            if let Some(set) = &step.set {
                let size = set.cells.len();
                if size < smallest {
                    return Err(run.failure(format!("it called {smallest} the smallest size, then found {size}")));
                }
                smallest = size;
                add_cut(&mut model, run.problem, set);
            }
            ended = !step.set.as_ref().is_some_and(|set| self.fits(set));
            self.keep(run, &step)?;
        }
    }

    /// Notes a solve, adds its set to the family and tells of it.
    fn keep<const W: usize>(&mut self, run: &mut Run<'_, W>, step: &Step<W>) -> Result<(), SourceError> {
        if let Some(set) = &step.set
            && self.fits(set)
            && !run.family.insert(set.clone())
        {
            return Err(run.failure("it found a set that was cut off".into()));
        }
        self.records.push(step.record);
        (run.on_step)(step).map_err(SourceError::OnStep)
    }

    fn fits<const W: usize>(&self, set: &UnavoidableSet<W>) -> bool {
        self.options.max_size.is_none_or(|max| set.cells.len() <= max)
    }

    fn has_enough(&self, n_new: usize) -> bool {
        self.options.max_sets.is_some_and(|max| n_new >= max)
    }
}

impl<'p, const W: usize> Source<W, dyn LinearProblem<W> + 'p> for NoGoodLoop<'_> {
    fn name(&self) -> &'static str {
        "ilp"
    }

    fn find(
        &mut self,
        problem: &(dyn LinearProblem<W> + 'p),
        family: &mut Family<W>,
        limits: &Limits,
    ) -> Result<Found, SourceError> {
        self.resume(problem, family, &History::new(self.options.form), limits, &mut |_| Ok(()))
    }
}

/// One call of the loop.
struct Run<'a, const W: usize> {
    problem: &'a dyn LinearProblem<W>,
    solver: &'a dyn IlpSolver,
    limits: &'a Limits,
    /// Sets that the family held before the call.
    n_before: usize,
    family: &'a mut Family<W>,
    on_step: OnStep<'a, W>,
}

impl<const W: usize> Run<'_, W> {
    fn n_new(&self) -> usize {
        self.family.len() - self.n_before
    }

    /// Solves the program, which asks for sets of `m` cells or for a smallest one; breaks at a limit. A set is checked
    /// against the rules of the problem.
    fn solve(&self, model: &BinaryModel, m: Option<usize>) -> Result<ControlFlow<Stop, Step<W>>, SourceError> {
        let start = Instant::now();
        let (solved, effort) = self.solver.solve_measured(model, self.limits);
        let seconds = start.elapsed().as_secs_f64();
        let set = match solved {
            Solved::Optimal { values, .. } => {
                let witness = self.problem.witness(&values);
                let cells = self.problem.difference(&witness).map_err(|error| self.failure(error.to_string()))?;
                Some(UnavoidableSet { cells, witness })
            }
            Solved::Infeasible => None,
            Solved::Limit { stop, .. } => return Ok(ControlFlow::Break(stop)),
            Solved::Failed(reason) => return Err(self.failure(reason)),
        };
        let size = set.as_ref().map(|set| set.cells.len());
        Ok(ControlFlow::Continue(Step { record: IterationRecord { m, size, seconds, effort }, set }))
    }

    fn failure(&self, reason: String) -> SourceError {
        SourceError::Backend { backend: self.solver.name(), reason }
    }
}
