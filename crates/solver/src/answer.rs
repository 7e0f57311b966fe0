//! The answer to a question: two bounds, the best choice found, and the work behind them.

use std::fmt;
use std::sync::OnceLock;

use minclue_core::base::{Cell, Index as _};
use minclue_core::ilp::IntegerBilevel;
use minclue_core::problem::BilevelProblem;
use minclue_core::sudoku::{Puzzle, cell_name};

use crate::ask::Outcome;
use crate::bounds::AnswerStatus;
use crate::engine_record::{EngineRecord, ProofRecord};
use crate::integer::IntegerOutcome;
use crate::interdiction::BilevelOutcome;

/// A set of cells of a problem: the clues of a puzzle, vertices, constraints, or variables that a leader takes.
#[derive(Clone, Debug)]
pub struct Choice {
    cells: Vec<Cell>,
    /// The names are computed on demand: a list has many puzzles, and most callers do not need the names.
    names: OnceLock<Vec<String>>,
    puzzle: Option<Puzzle>,
    shown: Option<String>,
}

impl Choice {
    /// Clues of a grid, and the puzzle with them.
    pub(crate) fn of_puzzle(cells: Vec<Cell>, puzzle: Puzzle) -> Self {
        Self { cells, names: OnceLock::new(), puzzle: Some(puzzle), shown: None }
    }

    /// Other cells, with their names, and how they are shown together if not by these.
    pub(crate) fn named(cells: Vec<Cell>, names: Vec<String>, shown: Option<String>) -> Self {
        Self { cells, names: names.into(), puzzle: None, shown }
    }

    /// The cells, ascending.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns whether there are no cells.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The names of the cells, in the same order.
    #[must_use]
    pub fn names(&self) -> &[String] {
        self.names.get_or_init(|| {
            let shape = self.puzzle.as_ref().map(Puzzle::shape);
            shape.map_or_else(Vec::new, |shape| self.cells.iter().map(|cell| cell_name(shape, *cell)).collect())
        })
    }

    /// The puzzle with these clues, for a problem of a grid.
    #[must_use]
    pub fn puzzle(&self) -> Option<&Puzzle> {
        self.puzzle.as_ref()
    }
}

impl PartialEq for Choice {
    fn eq(&self, other: &Self) -> bool {
        (&self.cells, &self.puzzle, &self.shown, self.names())
            == (&other.cells, &other.puzzle, &other.shown, other.names())
    }
}

impl Eq for Choice {}

/// As people read it: a puzzle, or the names.
impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.puzzle, &self.shown) {
            (Some(puzzle), _) => puzzle.fmt(f),
            (None, Some(shown)) => f.write_str(shown.trim_end()),
            (None, None) => f.write_str(&self.names().join(" ")),
        }
    }
}

/// The minimum of a problem, or the bounds proven so far. For clues, vertices and constraints, this is the size of a
/// smallest valid choice, or its weight; for a bilevel program, it is the leader's optimal objective value.
#[derive(Clone, Debug)]
pub struct Answer {
    lower_bound: Option<i64>,
    upper_bound: Option<i64>,
    choice: Option<Choice>,
    evidence: Evidence,
}

/// The evidence for an answer.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// Engines for clue problems.
    Engines(Box<Outcome>),
    /// A search over the leader's choices: for a bilevel program, for weighted cells, or for a problem with rows.
    Leader(Box<LeaderEvidence>),
    /// A tree of witnesses for a bilevel program over integers.
    Integer(Box<IntegerEvidence>),
}

/// A bilevel program over integers and its result.
#[derive(Clone, Debug)]
pub struct IntegerEvidence {
    /// The program.
    pub program: IntegerBilevel,
    /// The result, in units of the program's scale.
    pub outcome: IntegerOutcome,
}

/// A leader's problem and its result.
#[derive(Clone, Debug)]
pub struct LeaderEvidence {
    /// The problem, whose objective is the leader's cost.
    pub problem: BilevelProblem,
    /// The result, in the numbers of the search.
    pub outcome: BilevelOutcome,
}

impl Answer {
    pub(crate) fn of_engines(lower_bound: i64, upper_bound: i64, choice: Choice, outcome: Outcome) -> Self {
        let (lower_bound, upper_bound) = (Some(lower_bound), Some(upper_bound));
        Self { lower_bound, upper_bound, choice: Some(choice), evidence: Evidence::Engines(Box::new(outcome)) }
    }

    pub(crate) fn of_leader(problem: BilevelProblem, choice: Option<Choice>, outcome: BilevelOutcome) -> Self {
        let [lower_bound, upper_bound] =
            [outcome.lower, outcome.upper].map(|bound| bound.map(|bound| problem.objective(bound)));
        let evidence = Evidence::Leader(Box::new(LeaderEvidence { problem, outcome }));
        Self { lower_bound, upper_bound, choice, evidence }
    }

    /// The values are in units of the program's scale.
    pub(crate) fn of_integers(program: IntegerBilevel, choice: Option<Choice>, outcome: IntegerOutcome) -> Self {
        let (lower_bound, upper_bound) = (outcome.lower, outcome.upper());
        let evidence = Evidence::Integer(Box::new(IntegerEvidence { program, outcome }));
        Self { lower_bound, upper_bound, choice, evidence }
    }

    /// The proven lower bound; `None` if a limit came before one was proven.
    #[must_use]
    pub fn lower_bound(&self) -> Option<i64> {
        self.lower_bound
    }

    /// The value of [`Self::choice`]; `None` if a limit came before a choice was found.
    #[must_use]
    pub fn upper_bound(&self) -> Option<i64> {
        self.upper_bound
    }

    /// The minimum, if the bounds meet.
    #[must_use]
    pub fn minimum(&self) -> Option<i64> {
        self.lower_bound.filter(|lower| Some(*lower) == self.upper_bound)
    }

    /// The best choice found. Its validity was confirmed separately, whichever engine found it.
    #[must_use]
    pub fn choice(&self) -> Option<&Choice> {
        self.choice.as_ref()
    }

    /// The best choice as a puzzle, for a problem of a grid.
    #[must_use]
    pub fn puzzle(&self) -> Option<&Puzzle> {
        self.choice().and_then(Choice::puzzle)
    }

    /// The status of the run.
    #[must_use]
    pub fn status(&self) -> AnswerStatus {
        match &self.evidence {
            Evidence::Engines(outcome) => outcome.status,
            Evidence::Leader(leader) => leader.outcome.status,
            Evidence::Integer(integer) => integer.outcome.status,
        }
    }

    /// The evidence for the answer.
    #[must_use]
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// Consumes the answer and returns its evidence.
    #[must_use]
    pub fn into_evidence(self) -> Evidence {
        self.evidence
    }

    /// The follower's best response to the choice, for a bilevel program: the names of the variables that it sets, and
    /// its objective value.
    #[must_use]
    pub fn follower(&self) -> Option<(Vec<String>, i64)> {
        match &self.evidence {
            Evidence::Engines(_) => None,
            Evidence::Leader(leader) => {
                let (values, worth) = leader.outcome.answer.as_ref()?;
                Some((leader.problem.follower.chosen(values), leader.problem.follower_value(*worth)))
            }
            Evidence::Integer(integer) => {
                let (point, _) = integer.outcome.best.as_ref()?;
                Some((integer.program.named_values(point, true), -integer.program.follower.value(point)))
            }
        }
    }

    /// The record of each engine, in the order in which the engines ran; empty for a leader's search.
    pub fn engines(&self) -> impl Iterator<Item = &EngineRecord> {
        let runs = match &self.evidence {
            Evidence::Engines(outcome) => &outcome.runs[..],
            Evidence::Leader(_) | Evidence::Integer(_) => &[],
        };
        runs.iter().map(|run| &run.record)
    }

    /// The search and decision code that two compared engines share; empty after
    /// [`Solver::independent`](crate::Solver::independent) and for a single engine.
    #[must_use]
    pub fn shared(&self) -> &[&'static str] {
        match &self.evidence {
            Evidence::Engines(outcome) => outcome.shared.as_deref().unwrap_or_default(),
            Evidence::Leader(_) | Evidence::Integer(_) => &[],
        }
    }

    /// The certificates that were written and checked.
    #[must_use]
    pub fn certificates(&self) -> Vec<&ProofRecord> {
        match &self.evidence {
            Evidence::Engines(outcome) => outcome.runs.iter().filter_map(|run| run.record.proof.as_ref()).collect(),
            Evidence::Leader(leader) => {
                let LeaderEvidence { outcome, .. } = &**leader;
                outcome.lower_certificate.iter().chain(&outcome.upper_certificate).collect()
            }
            Evidence::Integer(integer) => integer.outcome.certificate.iter().collect(),
        }
    }

    /// The error of a step that failed although there are bounds, such as a file that could not be written, or the
    /// reason why a requested certificate is missing.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        match &self.evidence {
            Evidence::Engines(_) => None,
            Evidence::Leader(leader) => leader.outcome.failure.as_deref().or(leader.outcome.uncertified.as_deref()),
            Evidence::Integer(integer) => integer.outcome.failure.as_deref(),
        }
    }
}

/// The cells with these numbers.
pub(crate) fn cells_of(numbers: &[usize]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = numbers.iter().map(|number| Cell::new(*number)).collect();
    cells.sort_unstable();
    cells
}
