//! Enumeration of all puzzles with a given number of clues.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use minclue_core::base::{CellSet, Limits, Stop, cpu_time};
use minclue_core::problem::{Certifiable, ClueProblem, Counters, Observer};
use minclue_core::proof::Proof;
use minclue_core::unavoidable::Family;
use minclue_engines::engine::{EnumerationQuery, LargerSets, Run, Start};
use minclue_engines::published::PublishedSearch;
use minclue_engines::search::{Native, SearchOptions};
use minclue_engines::width::Width;

use crate::bounds::seconds;
use crate::certificate::{self, Expected, Uncertified};
use crate::choice::EngineName;
use crate::engine_record::ProofRecord;
use crate::run::witnesses;
use crate::work::SearchRecord;

/// The parameters of an enumeration.
pub struct EnumerationRequest<'a, const W: usize> {
    /// The engine. The branch and cut does not enumerate; the native engine replaces it.
    pub engine: EngineName,
    /// The options of the native engine.
    pub options: SearchOptions,
    /// The start sets.
    pub sets: &'a Family<W>,
    /// Larger sets, for a search that is expected to be long.
    pub larger: Option<&'a dyn LargerSets<W>>,
    /// The clue sets to enumerate.
    pub query: &'a EnumerationQuery<W>,
    /// The limits.
    pub limits: &'a Limits,
    /// The observer of the search.
    pub observer: &'a mut dyn Observer<W>,
    /// The path of the certificate and the problem that it is about, if one is wanted.
    pub certify: Option<(&'a Path, &'a dyn Certifiable<W>)>,
}

/// The result of an enumeration.
#[derive(Clone, Debug)]
pub struct Enumerated {
    /// The limit that ended it; `None` if it is complete or the visitor ended it.
    pub stop: Option<Stop>,
    /// The work of the search.
    pub work: Counters,
    /// The search, without the generation of sets.
    pub search: SearchRecord,
    /// The certificate, after the check; `None` if none was requested or a limit came first.
    pub proof: Option<ProofRecord>,
    /// The reason why there is no certificate, or why it is not reliable.
    pub uncertified: Option<String>,
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
    let EnumerationRequest { engine: name, options, sets, larger, query, limits, observer, certify } = request;
    let (cpu, tally) = (cpu_time(), Mutex::default());
    let engine = match name {
        EngineName::Published(settings) => {
            CellSet::<W>::published(PublishedSearch { settings, seed: 1, local_search: false, tally: Some(&tally) })
        }
        EngineName::Native | EngineName::Bilevel => CellSet::<W>::native(Native { options }),
    };
    let mut log = match certify {
        Some((path, problem)) => Some((path, problem, certificate::log(path)?)),
        None => None,
    };
    let start = Start { larger, ..Start::from(sets) };
    let mut run = Run::new(limits, observer);
    run.proof = log.as_mut().map(|(.., log)| log);
    let found = engine.enumerate(problem, &start, query, &mut run, visit).map_err(|e| match certify {
        Some(_) => format!("--certify: {e}"),
        None => e.to_string(),
    })?;
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
    // At a limit it is clear why there is none.
    let certified =
        log.filter(|_| matches!(found.stop, None | Some(Stop::OracleFailed))).and_then(|(path, problem, log)| {
            let proof = certificate::proof(log, path).transpose()?;
            Some(proof.and_then(|proof| keep(problem, proof, sets, query.n_clues, path)))
        });
    let (proof, uncertified) = match certified {
        Some(Ok(proof)) => (Some(proof), None),
        Some(Err(message)) => (None, Some(message)),
        None => (None, None),
    };
    Ok(Enumerated { stop: found.stop, work: found.counters, search, proof, uncertified })
}

/// Writes the certificate of a proof and has it checked.
fn keep<const W: usize>(
    problem: &dyn Certifiable<W>,
    proof: Proof<W>,
    sets: &Family<W>,
    n_clues: usize,
    path: &Path,
) -> Result<ProofRecord, String> {
    let n_clues = n_clues.min(problem.cells().len());
    let n_puzzles = proof.puzzles.iter().filter(|puzzle| puzzle.len() <= n_clues).count();
    let certificate = problem.certificate(problem.cells(), proof, &witnesses(sets));
    let expected = Expected::List { n_puzzles, n_clues };
    certificate::write_and_check(certificate, path, problem, &expected).map_err(|why| match why {
        Uncertified::Unwritten(message) | Uncertified::Refused(message) => message,
    })
}
