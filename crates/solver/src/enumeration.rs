//! All puzzles with a given number of clues, by an engine that enumerates.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use minclue_core::base::{CellSet, Limits, Stop, cpu_time};
use minclue_core::problem::{ClueProblem, Counters, Observer};
use minclue_core::unavoidable::Family;
use minclue_engines::engine::{EnumerationQuery, Run, Start};
use minclue_engines::search::{Native, PublishedSearch, SearchOptions};
use minclue_engines::width::Width;

use crate::bounds::seconds;
use crate::choice::EngineName;
use crate::work::SearchRecord;

/// What is enumerated, and how.
pub struct EnumerationRequest<'a, const W: usize> {
    /// The engine; the branch and cut does not enumerate, so the native one stands in for it.
    pub engine: EngineName,
    /// How the native engine works.
    pub options: SearchOptions,
    /// Sets to start from.
    pub sets: &'a Family<W>,
    /// What is looked for.
    pub query: &'a EnumerationQuery<W>,
    /// When to stop.
    pub limits: &'a Limits,
    /// Follows the search.
    pub observer: &'a mut dyn Observer<W>,
}

/// What an enumeration did.
#[derive(Clone, Debug)]
pub struct Enumerated {
    /// The limit that ended it; `None` if all was found, or if whoever looked at it had seen enough.
    pub stop: Option<Stop>,
    /// Its work.
    pub work: Counters,
    /// The search without the generation of sets.
    pub search: SearchRecord,
}

/// Shows `visit` each set of clues that is found, until it breaks.
///
/// # Errors
/// A message if the engine cannot do it.
pub(crate) fn enumerate<const W: usize>(
    problem: &dyn ClueProblem<W>,
    request: EnumerationRequest<'_, W>,
    visit: &mut dyn FnMut(CellSet<W>) -> ControlFlow<()>,
) -> Result<Enumerated, String>
where
    CellSet<W>: Width<W>,
{
    let EnumerationRequest { engine: name, options, sets, query, limits, observer } = request;
    let (cpu, tally) = (cpu_time(), Mutex::default());
    let engine = match name {
        EngineName::Published(settings) => {
            CellSet::<W>::published(PublishedSearch { settings, options, tally: Some(&tally) })
        }
        EngineName::Native | EngineName::Bilevel => CellSet::<W>::native(Native { options }),
    };
    let mut run = Run::new(limits, observer);
    let found = engine.enumerate(problem, &Start::from(sets), query, &mut run, visit).map_err(|e| e.to_string())?;
    drop(engine);
    let cpu_seconds = seconds(cpu_time() - cpu);
    let search = match name {
        EngineName::Published(_) => {
            SearchRecord::published(&tally.into_inner().unwrap_or_else(PoisonError::into_inner), cpu_seconds)
        }
        EngineName::Native | EngineName::Bilevel => {
            SearchRecord { cpu_seconds, n_nodes: found.counters.n_nodes, published: None }
        }
    };
    Ok(Enumerated { stop: found.stop, work: found.counters, search })
}
