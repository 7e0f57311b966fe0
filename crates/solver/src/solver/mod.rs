//! The solver of a problem, with its options.

mod choices;
mod chosen;
mod clues;
mod export;
mod leader;
mod list;
mod sets;
mod validity;

use std::path::PathBuf;
use std::time::Duration;

use minclue_core::base::{Interrupt, Limits};
use minclue_core::sudoku::Grid;

pub use choices::Choices;
pub use export::{ExportFormat, ExportModel, ExportOptions, Exported};
pub use list::{ListEnd, ListOptions};
pub use sets::{GivenCounts, SetsFound, SetsFrom, SetsOptions, Unavoidable};

use crate::answer::{Answer, Choice};
use crate::bounds::BoundQuestion;
use crate::choice::Engines;
use crate::error::Error;
use crate::given_sets::GivenSets;
use crate::interdiction::FollowerChoice;
use crate::monitor::Monitor;
use crate::problem::{Problem, Subject};
use crate::settings::Settings;

/// A builder for a run on one problem. Set its options, then call [`run`](Self::run):
///
/// ```
/// # use std::time::Duration;
/// # use minclue_solver::{Problem, Solver};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let problem: Problem = "1234341221434321".parse()?;
/// let answer = Solver::new(&problem).threads(2).time_limit(Duration::from_secs(60)).run()?;
/// assert_eq!(answer.minimum(), Some(4));
/// # Ok(())
/// # }
/// ```
///
/// No setting changes the minimum; settings change how it is found, how long that may take, and what else the answer
/// contains.
#[must_use = "a `Solver` does nothing unless it is run"]
pub struct Solver<'a> {
    problem: &'a Problem,
    /// The engines; `None` for the default of the problem.
    engines: Option<Engines>,
    follower: FollowerChoice,
    settings: Settings,
    time: Option<Duration>,
    nodes: Option<u64>,
    memory: Option<u64>,
    interrupt: Interrupt,
    limits_by: Option<&'a dyn Fn() -> Limits>,
    start: Option<Choice>,
    sets: Option<GivenSets<'a>>,
    monitor: Option<&'a mut dyn Monitor>,
}

impl<'a> Solver<'a> {
    /// Creates a solver that finds the minimum of `problem`.
    pub fn new(problem: &'a Problem) -> Self {
        Self {
            problem,
            engines: None,
            follower: FollowerChoice::default(),
            settings: Settings::default(),
            time: None,
            nodes: None,
            memory: None,
            interrupt: Interrupt::default(),
            limits_by: None,
            start: None,
            sets: None,
            monitor: None,
        }
    }

    /// Sets the engines for clues, vertices and constraints; the default is the native engine. [`Engines::Both`] runs
    /// two and returns an answer only if they agree. Problems with weights or rows and bilevel programs choose their
    /// own engine, and naming one is an error.
    pub fn engine(mut self, engines: Engines) -> Self {
        self.engines = Some(engines);
        self
    }

    /// Runs two engines that share no search or decision code, instead of [`Self::engine`].
    pub fn independent(mut self) -> Self {
        (self.engines, self.settings.independent) = (Some(Engines::Both), true);
        self
    }

    /// Sets the solver for the follower of a bilevel program, or for constraints. The default is an exact search, with
    /// HiGHS for problems that are too hard for it.
    pub fn follower(mut self, follower: FollowerChoice) -> Self {
        self.follower = follower;
        self
    }

    /// Replaces all settings of the engines, including those made so far.
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// Sets the number of threads of the native engine, at least one. The answer does not depend on it.
    pub fn threads(mut self, n: usize) -> Self {
        self.settings.threads = n.max(1);
        self
    }

    /// Sets the seed of all random choices; the default is 1.
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = seed;
        self
    }

    /// Sets a time limit for each engine. At the limit, the answer has the bounds proven so far.
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Sets a limit on the number of search nodes of each engine. With one thread, it ends a run at the same place
    /// every time.
    pub fn node_limit(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Sets a limit on the memory of the process, in bytes.
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Ends the run soon after any thread [raises](Interrupt::raise) `interrupt`.
    pub fn interrupt(mut self, interrupt: Interrupt) -> Self {
        self.interrupt = interrupt;
        self
    }

    /// Sets the function that creates the limits of each engine when it starts; it replaces the limits of time, nodes,
    /// memory and the interrupt. A leader's search takes its node limit from [`Self::node_limit`].
    pub fn limits_by(mut self, limits: &'a dyn Fn() -> Limits) -> Self {
        self.limits_by = Some(limits);
        self
    }

    /// Asks only whether a valid choice has at most this many cells. The run ends as soon as that is known.
    pub fn at_most(mut self, n: usize) -> Self {
        self.settings.question = Some(BoundQuestion::AtMost(n));
        self
    }

    /// Asks only whether every valid choice has at least this many cells. The run ends as soon as that is known.
    pub fn at_least(mut self, n: usize) -> Self {
        self.settings.question = Some(BoundQuestion::AtLeast(n));
        self
    }

    /// Writes a certificate of the answer, and checks it before the answer is returned. The native engine and the
    /// branch and cut write certificates. A leader's search writes that of the lower bound to `file`, and that of the
    /// upper bound to the same name with `.upper` appended.
    pub fn certificate(mut self, file: impl Into<PathBuf>) -> Self {
        self.settings.certificate = Some(file.into());
        self
    }

    /// Sets the observer of the engines.
    pub fn monitor(mut self, monitor: &'a mut dyn Monitor) -> Self {
        self.monitor = Some(monitor);
        self
    }

    /// Starts from a known choice. The answer never has more cells than it.
    pub fn start(mut self, choice: &Choice) -> Self {
        self.start = Some(choice.clone());
        self
    }

    /// Starts from known unavoidable sets, instead of those that engines find.
    pub fn start_sets(mut self, sets: GivenSets<'a>) -> Self {
        self.sets = Some(sets);
        self
    }

    /// Runs the engines.
    ///
    /// A limit is not an error: the bounds of the answer then do not meet.
    ///
    /// # Errors
    /// [`Error`] if the settings do not fit the problem, if engines contradict each other, or if something failed.
    pub fn run(self) -> Result<Answer, Error> {
        self.check()?;
        self.problem.check_hyperedges()?;
        match self.problem.subject() {
            Subject::Program(program) => self.program(program),
            Subject::Integers(program) => self.integers(program),
            _ if self.is_of_leader() => self.least_weight(),
            _ => self.fewest(),
        }
    }

    /// Returns an iterator over all valid choices with exactly `n` cells, minimal or not, in the order in which the
    /// native engine or a published search finds them. Their number and the time grow very fast beyond the minimum. The
    /// search runs in its own thread, some choices ahead, and ends when the iterator is dropped; [`Self::interrupt`]
    /// has no effect. After a limit, [`Choices::stop`] returns it.
    ///
    /// ```
    /// # use minclue_solver::{Problem, Solver};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let problem: Problem = "1234341221434321".parse()?;
    /// assert_eq!(Solver::new(&problem).all_with(3)?.count(), 0);
    /// assert!(Solver::new(&problem).all_with(4)?.next().is_some_and(|choice| choice.len() == 4));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Settings`] if the problem or the settings do not support it.
    pub fn all_with(self, n: usize) -> Result<Choices, Error> {
        Choices::begin(self, n)
    }

    /// Is it a question for a leader, who pays or has rows? Weights of vertices and constraints are units otherwise.
    fn is_of_leader(&self) -> bool {
        self.problem.conditions().has_leader() && !self.problem.is_in_units()
    }

    /// Checks that the settings fit the problem.
    fn check(&self) -> Result<(), Error> {
        self.problem.check()?;
        self.check_settings()
    }

    /// Do the settings fit each other, and the problem?
    fn check_settings(&self) -> Result<(), Error> {
        let refused = |message: &str| Err(Error::Settings(message.to_owned()));
        let (problem, conditions) = (self.problem, self.problem.conditions());
        let (is_program, is_of_leader) = (problem.is_program(), self.is_of_leader());
        if is_program && !conditions.is_none() {
            return refused("the conditions of a bilevel program are rows of the program itself");
        }
        if (is_program || is_of_leader) && self.engines.is_some() {
            return refused("a leader's search chooses its own engine; do not set one");
        }
        let starts = self.start.is_some() || self.sets.is_some();
        if (is_program || is_of_leader) && (self.settings.question.is_some() || starts) {
            return refused("a leader's search only finds the value: it supports no bound, start choice or start sets");
        }
        if self.settings.independent && self.engines != Some(Engines::Both) {
            return refused("two independent engines are `Engines::Both`");
        }
        if self.settings.certificate.is_some() {
            if matches!(self.engines, Some(Engines::Both | Engines::Published(_))) {
                return refused("one engine writes one certificate: the native one or the branch and cut");
            }
            let is_hypergraph = matches!(problem.subject(), Subject::Hypergraph(_));
            if conditions.has_cells() && !is_of_leader && !is_hypergraph {
                return refused("a certificate does not support given or forbidden cells");
            }
        }
        Ok(())
    }

    /// Limits of one engine, which begin now.
    fn limits(&self) -> Limits {
        if let Some(limits) = self.limits_by {
            return limits();
        }
        let limits = self.limits_without_nodes();
        self.nodes.map_or(limits.clone(), |nodes| limits.with_nodes(nodes))
    }

    /// The same where nodes are counted by whoever asks.
    fn limits_without_nodes(&self) -> Limits {
        if let Some(limits) = self.limits_by {
            return limits().without_nodes();
        }
        let mut limits = Limits::none().with_interrupt(self.interrupt.clone());
        if let Some(time) = self.time {
            limits = limits.with_time(time);
        }
        if let Some(bytes) = self.memory {
            limits = limits.with_memory(bytes);
        }
        limits
    }
}

/// Finds the minimum number of clues of a grid, and a puzzle with that many clues, by a [`Solver`] with default
/// settings. There is no limit, and some 9x9 grids take hours.
///
/// # Errors
/// [`Error`] if an engine failed.
pub fn minimum(grid: &Grid) -> Result<Answer, Error> {
    Solver::new(&Problem::of_grid(grid)).run()
}
