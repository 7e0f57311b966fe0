//! Calls the bilevel engine with the settings of its arguments.

use std::io;
use std::time::{Duration, Instant};

use crate::base::{CellSet, Limits};
use crate::bilevel::{self, AnswerBy, Branching, Budgets, Helpers, Keeper, LeafMode, NodeOrder, Options, State};
use crate::hitting::Leaf;
use crate::local_search::LARGE;
use crate::problem::{ClueProblem, Minimum};
use crate::proof::{Files, Proof};
use crate::report::{Question, StateFile};
use crate::search;
use crate::unavoidable::Family;

use super::args::{BranchingRule, BudgetOrder, Cuts, Follower, Heuristic, Leaf as LeafArg, Order, RegionRows, Source};
use super::certify;
use super::engine::Name;
use super::progress::Watch;
use super::settings::{self, Settings};
use super::subject::Subject;

/// So long a run works between two states that are kept.
const KEEP_EVERY: Duration = Duration::from_secs(30);
/// Start inequalities of `--leaf lp`.
const LP_SETS: usize = 3000;
/// From so many clues left on, `--leaf native` hands over.
const LEAF_CLUES: usize = 14;

/// What came of a run.
pub(super) struct Solved<const W: usize> {
    pub(super) minimum: Minimum<W>,
    /// Why the state cannot be kept, or the proof not written.
    pub(super) unkept: Option<String>,
    /// The proof of the lower bound, if a certificate is asked for.
    pub(super) proof: Option<Proof<W>>,
}

/// Solves `problem`, which is that of `subject` and perhaps has another oracle, from the sets of `family` and valid clues that
/// are known.
///
/// # Errors
/// A message if the state of an earlier run cannot be read, or the settings leave no certificate.
pub(super) fn solve<const W: usize, P: ClueProblem<W>, S: Subject<W>>(
    problem: &P,
    subject: &S,
    (family, incumbent): (&Family<W>, Option<CellSet<W>>),
    settings: Settings<'_>,
    limits: &Limits,
    watch: &mut Watch,
) -> Result<Solved<W>, String> {
    let mut files = settings.certify.map(certify::files);
    let files = files.as_mut().map(|files| files as &mut Files<'_>);
    let args = settings.bilevel;
    let options = options(settings, problem.cells().len());
    let mut kept = match args.state.as_deref().and_then(|folder| subject.state_file(folder)) {
        Some(file) => Some(Kept::open(file, subject.problem().cells())?),
        None => None,
    };
    let resume = kept.as_mut().and_then(|kept| kept.found.take());
    let keeper = kept.as_mut().map(|kept| kept as &mut dyn Keeper<W>);
    // The native search asks the problem's own oracle.
    let mut leaf = (settings.answer_by(Name::Bilevel, S::IS_GRID)? == AnswerBy::Problem)
        .then(|| search::NativeLeaf::new(problem, family, &settings::native(settings.native, None), limits));
    let leaf = leaf.as_mut().map(|leaf| leaf as &mut dyn Leaf<W>);
    let helpers = Helpers { leaf, keeper, resume, incumbent };
    let (minimum, proof) = call(problem, family, &options, helpers, limits, watch, files)?;
    let unkept = kept.and_then(|kept| kept.close(&minimum).err());
    Ok(match (proof.transpose(), settings.certify) {
        (Err(e), Some(path)) => Solved { minimum, unkept: Some(certify::unwritten(path, &e)), proof: None },
        (proof, _) => Solved { minimum, unkept, proof: proof.ok().flatten() },
    })
}

/// Calls the engine, with a proof if there are files for it; the proof may be one that cannot be written.
fn call<'a, const W: usize, P: ClueProblem<W>>(
    problem: &'a P,
    family: &Family<W>,
    options: &Options,
    helpers: Helpers<'a, W>,
    limits: &'a Limits,
    watch: &'a mut Watch,
    files: Option<&'a mut Files<'a>>,
) -> Result<(Minimum<W>, Option<io::Result<Proof<W>>>), String> {
    match files {
        None => Ok((bilevel::minimum(problem, family, options, helpers, limits, watch), None)),
        Some(files) => bilevel::minimum_certified(problem, family, options, helpers, limits, watch, files)
            .map(|(minimum, proof)| (minimum, Some(proof)))
            .map_err(|e| format!("--certify: {e}")),
    }
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
    // The minima of regions of a large problem take longer than they spare, and a split needs them.
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
        at_most: settings.question.map(Question::at_most),
        seed: settings.native.seed,
    }
}

/// The state of one grid in its file.
struct Kept<const W: usize> {
    file: StateFile,
    found: Option<State<W>>,
    /// When the last state was written.
    last: Instant,
    /// Why the last state could not be written.
    error: Option<String>,
}

impl<const W: usize> Kept<W> {
    fn open(file: StateFile, cells: CellSet<W>) -> Result<Self, String> {
        file.remove_leftovers();
        let found = file.read::<W>(cells)?;
        Ok(Self { file, found, last: Instant::now(), error: None })
    }

    /// Removes the state of a grid that is solved; then it does not matter whether it could be written.
    fn close(self, minimum: &Minimum<W>) -> Result<(), String> {
        match self.error {
            _ if minimum.stop.is_none() => self.file.remove(),
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

impl<const W: usize> Keeper<W> for Kept<W> {
    fn is_due(&mut self) -> bool {
        let is_due = self.last.elapsed() >= KEEP_EVERY;
        if is_due {
            self.last = Instant::now();
        }
        is_due
    }

    fn keep(&mut self, state: &State<W>) {
        self.error = self.file.write(state).err();
    }
}
