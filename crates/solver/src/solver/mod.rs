//! The front door: a question about one problem, put together step by step.

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

/// A question about one problem. Put it together, then [`run`](Self::run) it:
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
/// Whatever is set, the minimum is the same; settings change how it is found, how long that may take and what comes
/// with it.
#[must_use = "a question is only asked by `run`"]
pub struct Solver<'a> {
    problem: &'a Problem,
    /// `None` where the one is taken that suits the problem.
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
    /// What is the minimum of `problem`?
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

    /// Who answers for clues, vertices and constraints; without it the native engine. [`Engines::Both`] asks two, and an
    /// answer is one only if they agree. Where there are weights, rows or a leader's program, the program itself says
    /// what suits it, and no engine can be named.
    pub fn engine(mut self, engines: Engines) -> Self {
        self.engines = Some(engines);
        self
    }

    /// Asks two engines that share nothing that searches or decides, in place of [`Self::engine`].
    pub fn independent(mut self) -> Self {
        (self.engines, self.settings.independent) = (Some(Engines::Both), true);
        self
    }

    /// Who answers for the follower of a bilevel program, or for constraints; by default our own search, and HiGHS for
    /// what is too hard for it.
    pub fn follower(mut self, follower: FollowerChoice) -> Self {
        self.follower = follower;
        self
    }

    /// All settings of the engines at once, in place of those that were made so far.
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
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

    /// Limits of each engine, which `limits` makes when it begins, in place of those of time, nodes, memory and the
    /// interrupt. A leader's search takes the number of nodes from [`Self::node_limit`].
    pub fn limits_by(mut self, limits: &'a dyn Fn() -> Limits) -> Self {
        self.limits_by = Some(limits);
        self
    }

    /// Asks only whether a valid choice has at most this many cells; the run ends as soon as that is known.
    pub fn at_most(mut self, n: usize) -> Self {
        self.settings.question = Some(BoundQuestion::AtMost(n));
        self
    }

    /// Asks only whether every valid choice has at least this many cells.
    pub fn at_least(mut self, n: usize) -> Self {
        self.settings.question = Some(BoundQuestion::AtLeast(n));
        self
    }

    /// Writes a certificate of the answer, which is checked before the answer is returned: by the native engine or the
    /// branch and cut. Of a leader's search it is that of the lower bound, and that of the upper one is written to the
    /// name with `.upper` behind it.
    pub fn certificate(mut self, file: impl Into<PathBuf>) -> Self {
        self.settings.certificate = Some(file.into());
        self
    }

    /// Follows the engines while they work.
    pub fn monitor(mut self, monitor: &'a mut dyn Monitor) -> Self {
        self.monitor = Some(monitor);
        self
    }

    /// Starts from a choice that is known: the answer has no more cells than it.
    pub fn start(mut self, choice: &Choice) -> Self {
        self.start = Some(choice.clone());
        self
    }

    /// Starts from unavoidable sets that are known, in place of those that engines look for.
    pub fn start_sets(mut self, sets: GivenSets<'a>) -> Self {
        self.sets = Some(sets);
        self
    }

    /// Asks the engines.
    ///
    /// A limit is not an error: then the bounds of the answer do not meet.
    ///
    /// # Errors
    /// [`Error`] if the question cannot be asked, if engines contradict each other, or if something failed.
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

    /// All valid choices with exactly `n` cells, minimal or not, as they are found by the native engine or by a
    /// published search; how many there are and how long it takes grows very fast beyond the minimum. The search works
    /// in a thread of its own, some choices ahead, and ends when the iterator is dropped, not by
    /// [`Self::interrupt`]. After a limit, [`Choices::stop`] says which.
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
    /// [`Error::Settings`] if this question cannot be asked about the problem, or not under these settings.
    pub fn all_with(self, n: usize) -> Result<Choices, Error> {
        Choices::begin(self, n)
    }

    /// Is it a question for a leader, who pays or has rows? Weights of vertices and constraints are units otherwise.
    fn is_of_leader(&self) -> bool {
        self.problem.conditions().has_leader() && !self.problem.is_in_units()
    }

    /// What does not fit.
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
            return refused("a leader's search has its own engine; name none");
        }
        let starts = self.start.is_some() || self.sets.is_some();
        if (is_program || is_of_leader) && (self.settings.question.is_some() || starts) {
            return refused("of a leader's search the value is wanted, without a bound and from nothing known");
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
                return refused("a certificate is about a whole solution, without given or forbidden cells");
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

/// The minimum number of clues of a grid, and a puzzle that has it: a [`Solver`] with nothing else said. It has no
/// limit, and some 9x9 grids take hours.
///
/// # Errors
/// [`Error`] if something failed.
pub fn minimum(grid: &Grid) -> Result<Answer, Error> {
    Solver::new(&Problem::of_grid(grid)).run()
}
