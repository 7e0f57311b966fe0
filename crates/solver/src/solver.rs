//! The front door: a question put together step by step, and its answer.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use minclue_core::base::{Cell, CellSet, Index as _, Interrupt, Limits};
use minclue_core::problem::Verdict;
use minclue_core::sudoku::Grid;

use crate::answer::EngineRecord;
use crate::ask::{NoOutcome, Outcome, SolveRequest, Trouble};
use crate::asks::Asks;
use crate::bounds::{AnswerStatus, BoundQuestion};
use crate::choice::Engines;
use crate::error::Error;
use crate::instance::ProblemInstance;
use crate::model_instance::ModelInstance;
use crate::monitor::{Monitor, Unmonitored};
use crate::part::PartialInstance;
use crate::run::Begin;
use crate::settings::Settings;
use crate::solution::{Solution, VariantGrid};
use crate::with_width;

/// How often limits are asked while it is seen whether some clues suffice, in guesses.
const PACE: u32 = 1024;

/// A question about the fewest clues of one solution. Put it together, then [`run`](Self::run) it:
///
/// ```
/// # use std::time::Duration;
/// # use minclue_solver::{Error, Solver};
/// # fn main() -> Result<(), Error> {
/// let grid = "1234341221434321".parse()?;
/// let answer = Solver::new(&grid).threads(2).time_limit(Duration::from_secs(60)).run()?;
/// assert_eq!(answer.minimum(), Some(4));
/// # Ok(())
/// # }
/// ```
///
/// Whatever is set, the minimum is the same; settings change how it is found, how long that may take and what comes
/// with it.
#[must_use = "a question is only asked by `run`"]
pub struct Solver<'a, S: Solution> {
    solution: &'a S,
    engines: Engines,
    settings: Settings,
    time: Option<Duration>,
    nodes: Option<u64>,
    memory: Option<u64>,
    interrupt: Interrupt,
    given: BTreeSet<Cell>,
    forbidden: BTreeSet<Cell>,
    start: Option<S::Puzzle>,
    monitor: Option<&'a mut dyn Monitor>,
}

impl<'a> Solver<'a, Grid> {
    /// How few clues leave `grid` as the only solution?
    pub fn new(grid: &'a Grid) -> Self {
        Self::of(grid)
    }
}

impl<'a> Solver<'a, VariantGrid> {
    /// How few clues leave this grid as the only solution of its variant?
    ///
    /// ```
    /// # use minclue_core::sudoku::{Grid, Rule, Shape, Variant};
    /// # use minclue_solver::{Solver, VariantGrid};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let grid: Grid = "1234341243212143".parse()?;
    /// let x = VariantGrid::new(Variant::new(grid.shape(), &[Rule::Diagonals])?, grid)?;
    /// assert_eq!(Solver::of_variant(&x).run()?.minimum(), Some(3));
    /// # Ok(())
    /// # }
    /// ```
    pub fn of_variant(grid: &'a VariantGrid) -> Self {
        Self::of(grid)
    }
}

impl<'a> Solver<'a, ModelInstance> {
    /// How few of its variables leave this solution of a 0/1 model as the only one?
    pub fn of_model(instance: &'a ModelInstance) -> Self {
        Self::of(instance)
    }
}

impl<'a, S: Solution> Solver<'a, S> {
    fn of(solution: &'a S) -> Self {
        Self {
            solution,
            engines: Engines::default(),
            settings: Settings::default(),
            time: None,
            nodes: None,
            memory: None,
            interrupt: Interrupt::default(),
            given: BTreeSet::new(),
            forbidden: BTreeSet::new(),
            start: None,
            monitor: None,
        }
    }

    /// Who answers; the native engine by default. [`Engines::Both`] asks two, and an answer is one only if they agree.
    pub fn engine(mut self, engines: Engines) -> Self {
        self.engines = engines;
        self
    }

    /// Asks two engines that share nothing that searches or decides, in place of [`Self::engine`].
    pub fn independent(mut self) -> Self {
        (self.engines, self.settings.independent) = (Engines::Both, true);
        self
    }

    /// Threads of the native engine, at least one; the answer is the same for any number.
    pub fn threads(mut self, n: usize) -> Self {
        self.settings.threads = n.max(1);
        self
    }

    /// Fixes every random choice; 1 by default.
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = seed;
        self
    }

    /// At most this time for each engine. What is known then is the answer.
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// At most this many nodes of the search for each engine: with one thread, a limit that comes at the same place
    /// every time.
    pub fn node_limit(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// At most this much memory for the process, in bytes.
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Ends the run soon after somebody [raises](Interrupt::raise) `interrupt`, from any thread.
    pub fn interrupt(mut self, interrupt: Interrupt) -> Self {
        self.interrupt = interrupt;
        self
    }

    /// Asks only whether a puzzle has at most this many clues; the run ends as soon as that is known.
    pub fn at_most(mut self, n_clues: usize) -> Self {
        self.settings.question = Some(BoundQuestion::AtMost(n_clues));
        self
    }

    /// Asks only whether every puzzle has at least this many clues.
    pub fn at_least(mut self, n_clues: usize) -> Self {
        self.settings.question = Some(BoundQuestion::AtLeast(n_clues));
        self
    }

    /// These cells are among the clues, and count as such. Cells are numbered row by row from 0; a [`Shape`] has them
    /// by row and column.
    ///
    /// [`Shape`]: minclue_core::sudoku::Shape
    pub fn given(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.given.extend(cells);
        self
    }

    /// These cells are not clues.
    pub fn forbidden(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.forbidden.extend(cells);
        self
    }

    /// Writes a certificate of the answer, which is checked before the answer is returned: by the native engine or the
    /// branch and cut, and with no given or forbidden cells.
    pub fn certificate(mut self, file: impl Into<PathBuf>) -> Self {
        self.settings.certificate = Some(file.into());
        self
    }

    /// Follows the engines while they work.
    pub fn monitor(mut self, monitor: &'a mut dyn Monitor) -> Self {
        self.monitor = Some(monitor);
        self
    }

    /// Starts from a puzzle that is known: the answer has no more clues than it.
    pub fn start(mut self, puzzle: &S::Puzzle) -> Self {
        self.start = Some(puzzle.clone());
        self
    }

    /// Asks.
    ///
    /// A limit is not an error: then the bounds of the answer do not meet.
    ///
    /// # Errors
    /// [`Error`] if the question cannot be asked, if engines contradict each other, or if something failed.
    pub fn run(self) -> Result<Answer<S>, Error> {
        self.check()?;
        with_width!(self.solution.n_cells(), W => self.run_in::<W>())
    }

    /// What does not fit.
    fn check(&self) -> Result<(), Error> {
        let refused = |message: &str| Err(Error::Settings(message.to_owned()));
        if self.settings.independent && self.engines != Engines::Both {
            return refused("two independent engines are `Engines::Both`");
        }
        if self.settings.certificate.is_some() {
            if matches!(self.engines, Engines::Both | Engines::Published(_)) {
                return refused("one engine writes one certificate: the native one or the branch and cut");
            }
            if !self.given.is_empty() || !self.forbidden.is_empty() {
                return refused("a certificate is about a whole solution, without given or forbidden cells");
            }
        }
        let n_cells = self.solution.n_cells();
        if let Some(cell) = self.given.iter().chain(&self.forbidden).find(|cell| cell.get() >= n_cells) {
            return Err(Error::Cells(format!("there is no cell {}; there are {n_cells}, from 0", cell.get())));
        }
        match self.given.intersection(&self.forbidden).next() {
            Some(cell) => Err(Error::Cells(format!("cell {} is both given and forbidden", cell.get()))),
            None => Ok(()),
        }
    }

    /// Limits of one engine, which begin now.
    fn limits(&self) -> Limits {
        let mut limits = Limits::none().with_interrupt(self.interrupt.clone());
        if let Some(time) = self.time {
            limits = limits.with_time(time);
        }
        if let Some(nodes) = self.nodes {
            limits = limits.with_nodes(nodes);
        }
        if let Some(bytes) = self.memory {
            limits = limits.with_memory(bytes);
        }
        limits
    }

    fn run_in<const W: usize>(mut self) -> Result<Answer<S>, Error>
    where
        CellSet<W>: Asks<W>,
    {
        let whole = self.solution.instance::<W>()?;
        let given: CellSet<W> = self.given.iter().copied().collect();
        let part = PartialInstance::new(&*whole, given, self.forbidden.iter().copied().collect());
        let is_part = !self.given.is_empty() || !self.forbidden.is_empty();
        let instance: &dyn ProblemInstance<W> = if is_part { &part } else { &*whole };
        let cells = instance.problem().cells();
        let suffices = |clues: CellSet<W>| match instance
            .problem()
            .oracle()
            .second_solution(clues, &mut self.limits().without_nodes().pace(PACE))
        {
            Verdict::Unique => Ok(true),
            Verdict::Second(_) => Ok(false),
            Verdict::Limit(stop) => Err(Error::Stopped(stop)),
        };
        // All cells of a whole grid always do.
        if (is_part || !instance.is_grid()) && !suffices(cells)? {
            return Err(Error::NoPuzzle);
        }
        let start = self.start.as_ref().map(|puzzle| self.solution.clues(puzzle)).transpose()?;
        let start: Option<CellSet<W>> = start.map(|clues| clues.into_iter().collect());
        if let Some(clues) = start {
            if !given.is_subset(&clues) || !(clues - given).is_subset(&cells) {
                return Err(Error::Start("a given cell is missing, or a forbidden one is there".to_owned()));
            }
            if !suffices(clues - given)? {
                return Err(Error::Start("they leave a second solution".to_owned()));
            }
        }
        let monitor = self.monitor.take();
        let mut unmonitored = Unmonitored;
        let mut request = SolveRequest {
            engines: self.engines,
            settings: &self.settings,
            limits: &|| self.limits(),
            monitor: monitor.unwrap_or(&mut unmonitored),
        };
        let begin = Begin { sets: None, puzzle: start.map(|clues| clues - given) };
        let outcome = CellSet::<W>::ask(instance, begin, &mut request);
        let mut outcome = outcome.map_err(|e| match e {
            NoOutcome::Refused(message) => Error::Settings(message),
            NoOutcome::Failed(message) => Error::failed(message),
        })?;
        match outcome.trouble.take() {
            None => {}
            Some(Trouble::Contradiction(message)) => {
                return Err(Error::Contradiction { message, outcome: Box::new(outcome) });
            }
            Some(Trouble::Refused(message)) => return Err(Error::Uncertified { message, outcome: Box::new(outcome) }),
            Some(Trouble::Failed(message)) => return Err(Error::Failed { message, outcome: Some(Box::new(outcome)) }),
        }
        // Before an engine has found any puzzle there is the solution itself.
        let all: Vec<Cell> = (cells | given).iter().collect();
        let clues = outcome.cells().map_or(all, <[Cell]>::to_vec);
        let is_missing = self.given.iter().find(|cell| !clues.contains(cell));
        if let Some(cell) = is_missing.or_else(|| clues.iter().find(|cell| self.forbidden.contains(cell))) {
            let message = format!("the answer contradicts what was asked of cell {}", cell.get());
            return Err(Error::Contradiction { message, outcome: Box::new(outcome) });
        }
        let puzzle = self.solution.puzzle(&clues);
        Ok(Answer { lower_bound: outcome.bounds.lower_bound.unwrap_or(given.len()), clues, puzzle, outcome })
    }
}

/// The fewest clues of one solution, or what is known of them.
#[derive(Clone, Debug)]
pub struct Answer<S: Solution> {
    lower_bound: usize,
    clues: Vec<Cell>,
    puzzle: S::Puzzle,
    outcome: Outcome,
}

impl<S: Solution> Answer<S> {
    /// Proven: no fewer clues will do.
    #[must_use]
    pub fn lower_bound(&self) -> usize {
        self.lower_bound
    }

    /// The number of clues of [`Self::puzzle`].
    #[must_use]
    pub fn upper_bound(&self) -> usize {
        self.clues.len()
    }

    /// The minimum number of clues, if the bounds meet.
    #[must_use]
    pub fn minimum(&self) -> Option<usize> {
        (self.lower_bound == self.clues.len()).then_some(self.lower_bound)
    }

    /// The best puzzle that was found: a solver has found it to have only this solution.
    #[must_use]
    pub fn puzzle(&self) -> &S::Puzzle {
        &self.puzzle
    }

    /// The clues of this puzzle as cells, ascending.
    #[must_use]
    pub fn clues(&self) -> &[Cell] {
        &self.clues
    }

    /// How it ended.
    #[must_use]
    pub fn status(&self) -> AnswerStatus {
        self.outcome.status
    }

    /// What each engine did, in the order in which they ran.
    pub fn engines(&self) -> impl ExactSizeIterator<Item = &EngineRecord> {
        self.outcome.runs.iter().map(|run| &run.record)
    }

    /// What two engines that were compared had in common, as far as it searches or decides; none after
    /// [`Solver::independent`] or of a single engine.
    #[must_use]
    pub fn shared(&self) -> &[&'static str] {
        self.outcome.shared.as_deref().unwrap_or_default()
    }
}

/// The minimum number of clues of a grid, and a puzzle that has it: [`Solver::new`] with nothing else said. It has no
/// limit, and some 9x9 grids take hours.
///
/// # Errors
/// [`Error`] if something failed.
pub fn minimum(grid: &Grid) -> Result<Answer<Grid>, Error> {
    Solver::new(grid).run()
}
