//! What the two sides of `enumerate`, grids and hypergraphs, have in common: the call of an engine, and what is said at the end.

use std::ops::ControlFlow;

use crate::base::{CellSet, Limits, Stop, cpu_time};
use crate::problem::{ClueProblem, Counters};
use crate::report::{SearchRecord, Status, seconds, why};
use crate::search::{self, Puzzles, Wanted};
use crate::unavoidable::Family;

use super::args::{Engine, EnumerateArgs};
use super::progress::Watch;
use super::settings;
use super::settings::Name;

/// What an engine did.
pub(super) struct Enumerated {
    pub(super) stop: Option<Stop>,
    pub(super) work: Counters,
    pub(super) search: SearchRecord,
}

/// The engine that enumerates.
pub(super) fn searcher(args: &EnumerateArgs) -> Name {
    match args.engine {
        Engine::Published(settings) => Name::Published(settings),
        // The others were refused.
        Engine::Native | Engine::Bilevel | Engine::Both => Name::Native,
    }
}

/// Which of the puzzles, or hitting sets, are wanted.
pub(super) fn puzzles(args: &EnumerateArgs) -> Puzzles {
    if args.minimal { Puzzles::Minimal } else { Puzzles::All }
}

/// At most so many solutions may have what is found.
pub(super) fn n_solutions(args: &EnumerateArgs) -> usize {
    usize::try_from(args.max_solutions).unwrap_or(usize::MAX - 1)
}

/// Runs the engine of the arguments and tells `visit` what it finds, until it breaks.
pub(super) fn enumerate<const W: usize, P: ClueProblem<W>>(
    args: &EnumerateArgs,
    problem: &P,
    family: &Family<W>,
    wanted: &Wanted<W>,
    limits: &Limits,
    watch: &mut Watch,
    visit: &mut dyn FnMut(CellSet<W>) -> ControlFlow<()>,
) -> Enumerated {
    let cpu = cpu_time();
    let cpu = || seconds(cpu_time() - cpu);
    let (found, search) = match searcher(args) {
        Name::Published(settings) => {
            let n = n_solutions(args);
            let (found, tally) = search::enumerate_published(problem, family, wanted, n, &settings, limits, visit);
            (found, SearchRecord::published(&tally, cpu()))
        }
        Name::Native | Name::Bilevel => {
            let options = settings::native(args.native, None);
            let found = search::enumerate(problem, family, wanted, &options, limits, watch, visit);
            let n_nodes = found.counters.n_nodes;
            (found, SearchRecord { cpu_seconds: cpu(), n_nodes, published: None })
        }
    };
    let work = found.counters;
    watch.sum_up(&work);
    Enumerated { stop: found.stop, work, search }
}

/// How it ended, for people: `found` says what was found, such as "3 puzzles with 17 clues".
pub(super) fn ending(found: &str, status: Status, seconds: f64) -> String {
    let (end, more) = match status {
        Status::Optimal => ("all there are", ""),
        Status::Feasible => (why(status), ""),
        _ => (why(status), ", there may be more"),
    };
    format!("{found}: {end}{more} ({seconds:.1} s)")
}
