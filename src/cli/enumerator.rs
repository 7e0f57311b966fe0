//! What the two sides of `enumerate`, grids and hypergraphs, have in common: the call of an engine, and what is said at
//! the end.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use crate::base::{CellSet, Limits, Stop, cpu_time};
use crate::engine::{EnumerationQuery, Puzzles, Run, Start};
use crate::problem::{ClueProblem, Counters};
use crate::report::{AnswerStatus, SearchRecord, seconds, why};
use crate::search::{Native, PublishedSearch};
use crate::unavoidable::Family;
use crate::width::Width;

use super::args::{Engines, EnumerateArgs};
use super::progress::Progress;
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
        Engines::Published(settings) => Name::Published(settings),
        // The others were refused.
        Engines::Native | Engines::Bilevel | Engines::Both => Name::Native,
    }
}

/// Which of the puzzles, or hitting sets, are wanted.
pub(super) fn puzzles(args: &EnumerateArgs) -> Puzzles {
    if args.minimal { Puzzles::Minimal } else { Puzzles::All }
}

/// At most this many solutions may have what is found.
pub(super) fn n_solutions(args: &EnumerateArgs) -> usize {
    usize::try_from(args.max_solutions).unwrap_or(usize::MAX - 1)
}

/// Runs the engine of the arguments and tells `visit` what it finds, until it breaks.
///
/// # Errors
/// A message if the engine cannot do it.
pub(super) fn enumerate<const W: usize>(
    args: &EnumerateArgs,
    problem: &dyn ClueProblem<W>,
    family: &Family<W>,
    query: &EnumerationQuery<W>,
    limits: &Limits,
    progress: &mut Progress,
    visit: &mut dyn FnMut(CellSet<W>) -> ControlFlow<()>,
) -> Result<Enumerated, String>
where
    CellSet<W>: Width<W>,
{
    let cpu = cpu_time();
    let (tally, options) = (Mutex::default(), settings::native(args.native));
    let name = searcher(args);
    let engine = match name {
        Name::Published(settings) => {
            <CellSet<W> as Width<W>>::published(PublishedSearch { settings, options, tally: Some(&tally) })
        }
        Name::Native | Name::Bilevel => <CellSet<W> as Width<W>>::native(Native { options }),
    };
    let mut run = Run::new(limits, progress);
    let found = engine.enumerate(problem, &Start::from(family), query, &mut run, visit).map_err(|e| e.to_string())?;
    drop(engine);
    let cpu_seconds = seconds(cpu_time() - cpu);
    let search = match name {
        Name::Published(_) => {
            SearchRecord::published(&tally.into_inner().unwrap_or_else(PoisonError::into_inner), cpu_seconds)
        }
        Name::Native | Name::Bilevel => SearchRecord { cpu_seconds, n_nodes: found.counters.n_nodes, published: None },
    };
    let work = found.counters;
    progress.sum_up(&work);
    Ok(Enumerated { stop: found.stop, work, search })
}

/// How it ended, for people: `found` says what was found, such as "3 puzzles with 17 clues".
pub(super) fn ending(found: &str, status: AnswerStatus, seconds: f64) -> String {
    let (end, more) = match status {
        AnswerStatus::Optimal => ("all there are", ""),
        AnswerStatus::Feasible => (why(status), ""),
        _ => (why(status), ", there may be more"),
    };
    format!("{found}: {end}{more} ({seconds:.1} s)")
}
