//! The no-good loop of tjusila-2023, section 4: a 0/1 program finds one minimal unavoidable set after the other.
//!
//! It is the generator of the paper, and slow: a further set of a 9x9 grid soon takes seconds. It is the reference for
//! the fast generators, and it works for any clue problem with a 0/1 model.

mod images;
mod programs;
mod split;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::base::{Limits, Stop, cpu_time, microseconds};
use crate::ilp::{BinaryModel, Effort, IlpSolver, Propagation, Solved};
use crate::problem::LinearProblem;

use super::history::{Place, first_place};
use super::{Family, Found, History, IterationRecord, LoopForm, LoopSplit, Source, SourceError, Step, UnavoidableSet};
pub use images::{GridImages, Images, NoImages};
use programs::add_cut;
pub use programs::{set_model, smallest_set_model};
use split::{Branch, Programs};

/// Settings of the no-good loop.
#[derive(Clone, Copy, Debug)]
pub struct NoGoodOptions {
    pub form: LoopForm,
    /// The split of the programs of [`LoopForm::Sizes`] into smaller ones; the other form has no parts.
    pub split: LoopSplit,
    /// The number of variables up to which [`LoopSplit::Deep`] does not split a program; `None` for [`Self::MAX_VARS`],
    /// or half of all variables if that is less.
    pub max_vars: Option<usize>,
    /// The maximum size of a set.
    pub max_size: Option<usize>,
    /// The number of new sets after which the loop stops, including those of a history.
    pub max_sets: Option<usize>,
}

impl NoGoodOptions {
    /// The default limit of [`LoopSplit::Deep`]. On 9x9, programs of this size still need linear programs from 7 cells
    /// on, and those of 200 variables hardly ever do: see `results/study`. A program of 6x6 has 216 variables, so it
    /// would never be split.
    pub const MAX_VARS: usize = 350;

    /// The number of variables up to which a program is not split, if the whole one has `n_vars`.
    fn max_vars(&self, n_vars: usize) -> usize {
        self.max_vars.unwrap_or(Self::MAX_VARS.min(n_vars / 2))
    }
}

impl Default for NoGoodOptions {
    fn default() -> Self {
        Self { form: LoopForm::Sizes, split: LoopSplit::None, max_vars: None, max_size: None, max_sets: None }
    }
}

/// The loop: solves the programs of one [`LoopForm`], each with (N2) for all sets so far, until there are no further
/// sets.
///
/// - [`LoopForm::Sizes`] solves [`set_model`] for m = 1, 2, 3, ..., for each m until it is infeasible. The sizes below
///   4, of which a Sudoku grid has no sets, take one easy solve each.
/// - [`LoopForm::Minimize`] solves [`smallest_set_model`] until it is infeasible or its optimum exceeds `max_size`.
///
/// Every set it adds is minimal (Proposition 3), since all smaller ones are in the family by then. A family that
/// already has sets is continued: none of its sets is found again. The claims that a size is exhausted, or that a set
/// is a smallest one, are those of the backend.
#[derive(Clone, Debug)]
pub struct NoGoodLoop<'s> {
    solver: &'s dyn IlpSolver,
    options: NoGoodOptions,
    records: Vec<IterationRecord>,
}

/// A callback that gets each solve as soon as it has ended; an error ends the loop.
pub type OnStep<'a, const W: usize> = &'a mut dyn FnMut(&Step<W>) -> Result<(), String>;

impl<'s> NoGoodLoop<'s> {
    /// Creates a loop whose programs `solver` solves.
    #[must_use]
    pub fn new(solver: &'s dyn IlpSolver, options: NoGoodOptions) -> Self {
        Self { solver, options, records: Vec::new() }
    }

    /// All solves so far that ended with an answer, in order, including those of a history. The last one of
    /// [`LoopForm::Minimize`] may report a set larger than `max_size`, which is then not in the family.
    #[must_use]
    pub fn records(&self) -> &[IterationRecord] {
        &self.records
    }

    /// Does the same as [`Source::find`], but continues after `history`, and reports every new solve.
    ///
    /// First it adds the sets of the history that have at most `max_size` cells to the family; sizes that the history
    /// exhausted are not searched again. A history belongs to a loop that started without sets, so `family` must be
    /// empty, unless the history is empty.
    ///
    /// # Errors
    /// [`SourceError`] if the backend or `on_step` failed, if the history has another form, if only one of the history
    /// and this loop has parts, or if a nonempty history meets a family with sets. The sets found before are in the
    /// family.
    pub fn resume<const W: usize>(
        &mut self,
        problem: &dyn LinearProblem<W>,
        family: &mut Family<W>,
        history: &History<W>,
        limits: &Limits,
        on_step: OnStep<'_, W>,
    ) -> Result<Found, SourceError> {
        self.resume_with(problem, family, history, &NoImages, limits, on_step)
    }

    /// Does the same as [`Self::resume`], and adds the images of each set that is found.
    ///
    /// # Errors
    /// Those of [`Self::resume`].
    #[inline(never)]
    pub fn resume_with<const W: usize>(
        &mut self,
        problem: &dyn LinearProblem<W>,
        family: &mut Family<W>,
        history: &History<W>,
        images: &dyn Images<W>,
        limits: &Limits,
        on_step: OnStep<'_, W>,
    ) -> Result<Found, SourceError> {
        let NoGoodOptions { form, split, .. } = self.options;
        let is_ours = history.form() == form && history.has_parts() == History::<W>::of(form, split).has_parts();
        if !is_ours || !(history.steps().is_empty() || family.is_empty()) {
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
        let mut run = Run { problem, solver: self.solver, images, limits, n_before, family, on_step };
        match self.options.form {
            LoopForm::Sizes => self.by_sizes(&mut run, history.next()),
            LoopForm::Minimize => {
                // An earlier run that found nothing, or nothing small enough, has said all there is to say.
                let ended = history.has_ended() || history.sets().last().is_some_and(|set| !self.fits(set));
                self.by_minimum(&mut run, ended)
            }
        }
    }

    fn by_sizes<const W: usize>(&mut self, run: &mut Run<'_, W>, mut place: Place) -> Result<Found, SourceError> {
        let n_cells = run.problem.cells().len();
        let last = self.options.max_size.map_or(n_cells, |max| max.min(n_cells));
        while place.m <= last {
            let m = place.m;
            let mut programs = Programs::new(run.problem, set_model(run.problem, m, run.family), self.options.split);
            while place.m == m {
                if let ControlFlow::Break(found) = self.exhaust(run, &mut programs, place)? {
                    return Ok(found);
                }
                place = place.after(self.options.split.has_parts(), n_cells);
            }
        }
        Ok(Found::Complete)
    }

    /// Finds what is left of a part, and adds (N2) for it to the program of its size; breaks if the loop ends before.
    fn exhaust<const W: usize>(
        &mut self,
        run: &mut Run<'_, W>,
        programs: &mut Programs,
        place: Place,
    ) -> Result<ControlFlow<Found>, SourceError> {
        let part = self.options.split.has_parts().then_some(place.part);
        let (m, watch) = (place.m, Watch::start());
        let mut rest = Answered { set: None, effort: Effort::NONE, time: Time::default() };
        let mut branches: Vec<Branch> = programs.part(place.part).into_iter().collect();
        rest.time = rest.time.and(watch.read());
        while let Some(branch) = branches.pop() {
            if let Branch::Open(values) = &branch {
                if let Some(stop) = run.limits.reached(0) {
                    return Ok(ControlFlow::Break(Found::Limit(stop)));
                }
                let watch = Watch::start();
                branches.extend(
                    programs.cut(values, self.options.max_vars(programs.rows.model().n_vars())).into_iter().rev(),
                );
                rest.time = rest.time.and(watch.read());
                continue;
            }
            loop {
                if self.has_enough(run.n_new()) {
                    return Ok(ControlFlow::Break(Found::Enough));
                }
                let answered = match run.solve_branch(&programs.rows, &branch)? {
                    ControlFlow::Continue(answered) => answered,
                    ControlFlow::Break(stop) => return Ok(ControlFlow::Break(Found::Limit(stop))),
                };
                let Some(set) = &answered.set else {
                    rest.effort = rest.effort.and(answered.effort);
                    rest.time = rest.time.and(answered.time);
                    break;
                };
                if set.cells.len() != m {
                    let size = set.cells.len();
                    return Err(run.failure(format!("it found a set of {size} cells where {m} were asked for")));
                }
                if part.is_some_and(|part| first_place(run.problem.cells(), set.cells) != Some(part)) {
                    return Err(run.failure("it changed the value of a fixed variable".into()));
                }
                programs.rows.extend(|model| add_cut(model, run.problem, set));
                let images = run.images.of(set);
                self.keep(run, &answered.step(Some(m), part))?;
                for image in images {
                    if self.has_enough(run.n_new()) {
                        return Ok(ControlFlow::Break(Found::Enough));
                    }
                    if let Some(image) = self.keep_image(run, image, Some(place))? {
                        programs.rows.extend(|model| add_cut(model, run.problem, &image));
                    }
                }
            }
        }
        self.keep(run, &rest.step(Some(m), part))?;
        Ok(ControlFlow::Continue(()))
    }

    /// Takes the image of a set that was just found into the family, unless it is there. An image has as many cells as
    /// its set, so it is as minimal as that one. In a loop with parts it lies in none that is exhausted.
    fn keep_image<const W: usize>(
        &mut self,
        run: &mut Run<'_, W>,
        set: UnavoidableSet<W>,
        place: Option<Place>,
    ) -> Result<Option<UnavoidableSet<W>>, SourceError> {
        if run.family.contains(&set.cells) {
            return Ok(None);
        }
        let watch = Watch::start();
        debug_assert_eq!(run.problem.difference(&set.witness), Ok(set.cells));
        let place = place.filter(|_| self.options.split.has_parts()).zip(first_place(run.problem.cells(), set.cells));
        if let Some((place, part)) = place
            && part < place.part
        {
            return Err(run.failure(format!("it called part {part} exhausted, which still had a set")));
        }
        let (size, part) = (Some(set.cells.len()), place.map(|(_, part)| part));
        let m = size.filter(|_| self.options.form == LoopForm::Sizes);
        let Time { seconds, cpu_seconds } = watch.read();
        let cpu_seconds = Some(microseconds(cpu_seconds));
        let record = IterationRecord { m, part, image: true, size, seconds, cpu_seconds, effort: Effort::NONE };
        self.keep(run, &Step { record, set: Some(set.clone()) })?;
        Ok(Some(set))
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
            let step = match run.solve(&model)? {
                ControlFlow::Continue(answered) => answered.step(None, None),
                ControlFlow::Break(stop) => return Ok(Found::Limit(stop)),
            };
            let mut images = Vec::new();
            if let Some(set) = &step.set {
                let size = set.cells.len();
                if size < smallest {
                    return Err(run.failure(format!("it called {smallest} the smallest size, then found {size}")));
                }
                smallest = size;
                add_cut(&mut model, run.problem, set);
                if self.fits(set) {
                    images = run.images.of(set);
                }
            }
            ended = !step.set.as_ref().is_some_and(|set| self.fits(set));
            self.keep(run, &step)?;
            for image in images {
                if self.has_enough(run.n_new()) {
                    return Ok(Found::Enough);
                }
                if let Some(image) = self.keep_image(run, image, None)? {
                    add_cut(&mut model, run.problem, &image);
                }
            }
        }
    }

    /// Notes a solve, adds its set to the family and reports it.
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
        self.resume(problem, family, &History::of(self.options.form, self.options.split), limits, &mut |_| Ok(()))
    }
}

/// One call of the loop.
struct Run<'a, const W: usize> {
    problem: &'a dyn LinearProblem<W>,
    solver: &'a dyn IlpSolver,
    images: &'a dyn Images<W>,
    limits: &'a Limits,
    /// The number of sets that the family had before the call.
    n_before: usize,
    family: &'a mut Family<W>,
    on_step: OnStep<'a, W>,
}

impl<const W: usize> Run<'_, W> {
    fn n_new(&self) -> usize {
        self.family.len() - self.n_before
    }

    /// Solves what a branch left of the program.
    fn solve_branch(&self, rows: &Propagation, branch: &Branch) -> Result<ControlFlow<Stop, Answered<W>>, SourceError> {
        let Branch::Small(values) = branch else { return self.solve(rows.model()) };
        let watch = Watch::start();
        let reduced = rows.reduced(values.clone());
        let (solved, effort) = self.solver.solve_measured(&reduced.model, self.limits);
        let solved = match solved {
            Solved::Optimal { values, objective } => Solved::Optimal { values: reduced.whole(&values), objective },
            other => other,
        };
        self.answered(solved, effort, watch.read())
    }

    /// Solves a program; breaks at a limit.
    fn solve(&self, model: &BinaryModel) -> Result<ControlFlow<Stop, Answered<W>>, SourceError> {
        let watch = Watch::start();
        let (solved, effort) = self.solver.solve_measured(model, self.limits);
        self.answered(solved, effort, watch.read())
    }

    /// A set is checked against the rules of the problem.
    fn answered(
        &self,
        solved: Solved,
        effort: Effort,
        time: Time,
    ) -> Result<ControlFlow<Stop, Answered<W>>, SourceError> {
        let set = match solved {
            Solved::Optimal { values, .. } => {
                let witness = self.problem.witness(&values);
                let cells = self.problem.difference(&witness).map_err(|error| self.failure(error.to_string()))?;
                Some(UnavoidableSet { cells, witness })
            }
            Solved::Infeasible => None,
            Solved::Limit { stop, .. } => return Ok(ControlFlow::Break(stop)),
            Solved::TooLarge(reason) | Solved::Failed(reason) => return Err(self.failure(reason)),
        };
        Ok(ControlFlow::Continue(Answered { set, effort, time }))
    }

    fn failure(&self, reason: String) -> SourceError {
        SourceError::Backend { backend: self.solver.name(), reason }
    }
}

/// The answer to a program.
struct Answered<const W: usize> {
    set: Option<UnavoidableSet<W>>,
    effort: Effort,
    time: Time,
}

impl<const W: usize> Answered<W> {
    /// The solve of a program that asked for `m` cells in a part.
    fn step(self, m: Option<usize>, part: Option<usize>) -> Step<W> {
        let Self { set, effort, time: Time { seconds, cpu_seconds } } = self;
        let size = set.as_ref().map(|set| set.cells.len());
        let cpu_seconds = Some(microseconds(cpu_seconds));
        Step { record: IterationRecord { m, part, image: false, size, seconds, cpu_seconds, effort }, set }
    }
}

/// Seconds by the clock on the wall and of the processor.
#[derive(Clone, Copy, Default)]
struct Time {
    seconds: f64,
    cpu_seconds: f64,
}

impl Time {
    fn and(self, other: Self) -> Self {
        Self { seconds: self.seconds + other.seconds, cpu_seconds: self.cpu_seconds + other.cpu_seconds }
    }
}

struct Watch {
    start: Instant,
    cpu: Duration,
}

impl Watch {
    fn start() -> Self {
        Self { start: Instant::now(), cpu: cpu_time() }
    }

    fn read(&self) -> Time {
        Time { seconds: self.start.elapsed().as_secs_f64(), cpu_seconds: (cpu_time() - self.cpu).as_secs_f64() }
    }
}
