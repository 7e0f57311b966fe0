//! The bilevel engine's settings from its arguments, and the state that it keeps.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::base::CellSet;
use crate::bilevel::{self, AnswerBy, Branching, Budgets, Keeper, LeafMode, NodeOrder, Options, State};
use crate::engine::Leaves;
use crate::problem::{ClueProblem as _, Minimum};
use crate::report::StateFile;
use crate::search::Native;
use crate::width::Width as _;

use super::args::{BranchingRule, BudgetOrder, Cuts, Follower, Heuristic, Leaf as LeafArg, Order, RegionRows, Source};
use super::engine::Name;
use super::settings::{self, Settings};
use super::subject::Subject;

/// So long a run works between two states that are kept.
const KEEP_EVERY: Duration = Duration::from_secs(30);
/// Start inequalities of `--leaf lp`.
const LP_SETS: usize = 3000;
/// From so many clues left on, `--leaf native` hands over.
const LEAF_CLUES: usize = 14;

/// The minima of regions of a problem with more cells take longer than they spare, and a split needs them.
const LARGE: usize = 128;

/// What answers small subproblems: the native search, where the problem's own oracle answers the branch and cut.
pub(super) fn leaves<const W: usize, S: Subject<W>>(
    settings: Settings<'_>,
) -> Result<Option<Box<dyn Leaves<W>>>, String> {
    let by_oracle = matches!(settings.answer_by(Name::Bilevel, S::IS_GRID)?, AnswerBy::Problem);
    Ok(by_oracle.then(|| S::Width::leaves(Native { options: settings::native(settings.native) })))
}

/// How many start inequalities there are, if nothing is said and the source is not to decide: linear programs alone make
/// good use of some thousands, which halve their trees; five thousand cost more than they spare.
pub(super) fn start_sets(settings: Settings<'_>) -> Option<usize> {
    let is_lp = settings.bilevel.leaf == Some(LeafArg::Lp) && settings.bilevel.follower == Follower::Oracle;
    (is_lp && Name::Bilevel.start_source(settings) == Source::Complete).then_some(LP_SETS)
}

/// What the settings ask for, in a problem of so many cells.
///
/// An independent branch and cut closes every node by linear programs and measures regions by trees of its own.
pub(super) fn options(settings: Settings<'_>, n_cells: usize) -> Options {
    let args = settings.bilevel;
    let by_program = args.follower != Follower::Oracle || settings.independent;
    let leaf = args.leaf.unwrap_or(if by_program { LeafArg::Lp } else { LeafArg::Auto });
    let heuristic = args.heuristic.unwrap_or(if by_program { Heuristic::Rounding } else { Heuristic::Local });
    let is_large = n_cells > LARGE;
    let regions = match (is_large, leaf) {
        (true, _) => RegionRows::None,
        (false, LeafArg::Lp) if !by_program => RegionRows::Lines,
        (false, _) => RegionRows::Parts,
    };
    Options {
        split: !args.no_split && !is_large,
        even_split: settings.independent,
        regions: match args.region_rows.unwrap_or(regions) {
            RegionRows::None => bilevel::RegionRows::None,
            RegionRows::Parts => bilevel::RegionRows::Parts,
            RegionRows::Lines => bilevel::RegionRows::Lines,
            RegionRows::Digits => bilevel::RegionRows::Digits,
        },
        zero_half: args.cuts == Cuts::ZeroHalf,
        fixing: !args.no_fixing,
        heuristic: match heuristic {
            Heuristic::None => bilevel::Heuristic::None,
            Heuristic::Rounding => bilevel::Heuristic::Rounding,
            Heuristic::Local => bilevel::Heuristic::Local,
        },
        symmetry: !settings.native.no_symmetry,
        branching: match args.branching {
            BranchingRule::Set => Branching::Set,
            BranchingRule::Strong => Branching::Strong,
            BranchingRule::Fractional => Branching::Fractional,
        },
        order: match args.node_order {
            Order::Depth => NodeOrder::DepthFirst,
            Order::Best => NodeOrder::BestFirst,
        },
        budgets: match args.budgets {
            BudgetOrder::Rising => Budgets::Rising,
            BudgetOrder::Falling => Budgets::Falling,
        },
        leaf: match leaf {
            LeafArg::Lp => LeafMode::Lp,
            LeafArg::Native => {
                LeafMode::Below(args.leaf_clues.map_or(LEAF_CLUES, |n| usize::try_from(n).unwrap_or(usize::MAX)))
            }
            LeafArg::Auto => LeafMode::Auto,
        },
        seed: settings.native.seed,
    }
}

/// The state of one grid in its file.
pub(super) struct Kept<const W: usize> {
    file: StateFile,
    /// That of an earlier run.
    pub(super) found: Option<State<W>>,
    /// What came of the last state.
    last: Mutex<Last>,
}

/// The last state that was written.
struct Last {
    time: Instant,
    /// Why it could not be written.
    error: Option<String>,
}

impl<const W: usize> Kept<W> {
    /// The state of `subject`, where the settings ask for one.
    ///
    /// # Errors
    /// A message if that of an earlier run cannot be read.
    pub(super) fn of<S: Subject<W>>(subject: &S, settings: Settings<'_>) -> Result<Option<Self>, String> {
        let file = settings.bilevel.state.as_deref().and_then(|folder| subject.state_file(folder));
        file.map(|file| Self::open(file, subject.problem().cells())).transpose()
    }

    fn open(file: StateFile, cells: CellSet<W>) -> Result<Self, String> {
        file.remove_leftovers();
        let found = file.read::<W>(cells)?;
        Ok(Self { file, found, last: Mutex::new(Last { time: Instant::now(), error: None }) })
    }

    fn last(&self) -> MutexGuard<'_, Last> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes the state of a grid that is solved; then it does not matter whether it could be written.
    pub(super) fn close(self, minimum: &Minimum<W>) -> Result<(), String> {
        let error = self.last().error.take();
        match error {
            _ if minimum.stop.is_none() => self.file.remove(),
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

impl<const W: usize> Keeper<W> for Kept<W> {
    fn is_due(&self) -> bool {
        let mut last = self.last();
        let is_due = last.time.elapsed() >= KEEP_EVERY;
        if is_due {
            last.time = Instant::now();
        }
        is_due
    }

    fn keep(&self, state: &State<W>) {
        let error = self.file.write(state).err();
        self.last().error = error;
    }
}
