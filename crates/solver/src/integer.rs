//! Bilevel programs over integers: solving, certifying and checking.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write as _};
use std::path::Path;
use std::time::Instant;

use minclue_core::base::Limits;
use minclue_core::ilp::IntegerBilevel;
use minclue_core::problem::Counters;
use minclue_core::proof::HashedFile;
use minclue_engines::witness::{WitnessAnswer, WitnessObserver, WitnessProof, solve};
use minclue_verifier::{BilevelVerdict, verify_bilevel};

use crate::bounds::{AnswerStatus, seconds};
use crate::certificate::unwritten;
use crate::choice::LpSolver;
use crate::engine_record::{Level, ProofRecord};
use crate::error::Error;
use crate::monitor::Monitor;
use crate::settings::node_lps;

/// The result of a bilevel program over integers: two proven bounds, and the values of all variables at the upper
/// bound. All values are in units of the program's scale.
#[derive(Clone, Debug, PartialEq)]
pub struct IntegerOutcome {
    /// The status of the run.
    pub status: AnswerStatus,
    /// A lower bound on the leader's objective over all bilevel feasible points; `None` if none is proven, or if there
    /// is no such point.
    pub lower: Option<i64>,
    /// Whether it is proven that there is no bilevel feasible point.
    pub is_infeasible: bool,
    /// The best point found, one value for each variable, and the leader's objective value there. All rows were checked
    /// there in integers.
    pub best: Option<(Vec<i64>, i64)>,
    /// Whether it is proven that the follower has no better response at that point. Otherwise the value is not a bound.
    pub is_best_proven: bool,
    /// The number of follower problems that were solved.
    pub n_follower_solves: u64,
    /// The work of the search.
    pub work: Counters,
    /// The certificate of all proven statements, after the check.
    pub certificate: Option<ProofRecord>,
    /// The failure, if something failed although there are bounds.
    pub failure: Option<String>,
}

impl IntegerOutcome {
    /// The upper bound on the leader's objective.
    #[must_use]
    pub fn upper(&self) -> Option<i64> {
        self.best.as_ref().filter(|_| self.is_best_proven).map(|(_, value)| *value)
    }
}

/// Passes bounds on to a monitor.
struct Told<'m>(&'m mut dyn Monitor, &'m IntegerBilevel);

impl WitnessObserver for Told<'_> {
    fn bounds(&mut self, lower: i64, best: Option<i64>, work: &Counters) {
        let shown = |value: i64| self.1.leader.shown(value);
        self.0.log(&|| {
            let best = best.map_or_else(|| "no choice known".to_owned(), |best| format!("at most {}", shown(best)));
            let (nodes, solves) = (work.n_nodes, work.n_checks);
            format!("at least {}, {best}, {nodes} nodes, {solves} questions to the follower", shown(lower))
        });
    }
}

/// Solves the program, or says what is known of it at a limit.
///
/// # Errors
/// [`Error`] if it cannot be asked about, if the checker refuses its certificate, or if something failed.
pub(crate) fn solve_integers(
    program: &IntegerBilevel,
    certificate: Option<&Path>,
    limits: &Limits,
    monitor: &mut dyn Monitor,
) -> Result<IntegerOutcome, Error> {
    let lps = node_lps(LpSolver::Auto).map_err(Error::failed)?;
    let mut told = Told(monitor, program);
    let answer =
        solve(program, lps, certificate.is_some(), limits, &mut told).map_err(|e| Error::Impossible(e.to_string()))?;
    let WitnessAnswer { lower, best, is_best_proven, stop, work, n_follower_solves, proof } = answer;
    let is_infeasible = stop.is_none() && lower.is_none();
    let upper = best.as_ref().filter(|_| is_best_proven).map(|(_, value)| *value);
    let status = match stop {
        None if is_infeasible => AnswerStatus::Decided,
        None if upper.is_some() && upper == lower => AnswerStatus::Optimal,
        Some(stop) => stop.into(),
        // A limit came while it was proven that the follower has no better answer.
        None => limits.reached(0).map_or(AnswerStatus::Failed, AnswerStatus::from),
    };
    let mut outcome = IntegerOutcome {
        status,
        lower: lower.filter(|lower| *lower > i64::MIN),
        is_infeasible,
        best,
        is_best_proven,
        n_follower_solves,
        work,
        certificate: None,
        failure: None,
    };
    if let Some((path, proof)) = certificate.zip(proof) {
        match write(&proof, path) {
            Err(e) => outcome.failure = Some(unwritten(path, &e)),
            Ok(written) => outcome.certificate = Some(check(path, written, program, &outcome, proof.n_witnesses())?),
        }
    }
    Ok(outcome)
}

fn write(proof: &WitnessProof, path: &Path) -> io::Result<(String, u64)> {
    let mut out = BufWriter::new(HashedFile::create(path)?);
    proof.write(&mut out)?;
    out.flush()?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.keep()
}

/// Has a certificate checked as by anyone else: from the file, for this program, with what was found.
fn check(
    path: &Path,
    (sha256, n_file_bytes): (String, u64),
    program: &IntegerBilevel,
    outcome: &IntegerOutcome,
    n_sets: u64,
) -> Result<ProofRecord, Error> {
    let start = Instant::now();
    let refused = |reason: String| {
        let path = path.display();
        let message = format!("internal error: the checker REFUSES the certificate {path}: {reason}");
        Error::Contradiction { message, outcome: None }
    };
    let opened = || File::open(path).map(BufReader::new).map_err(|e| refused(e.to_string()));
    let verdict =
        verify_bilevel(opened()?, &minclue_verifier::Limits::default()).map_err(|e| refused(e.to_string()))?;
    let BilevelVerdict { lower, is_infeasible, upper, .. } = verdict;
    if verdict.program != program.text() {
        return Err(refused("it is about another program".to_owned()));
    }
    if (lower, is_infeasible, upper) != (outcome.lower, outcome.is_infeasible, outcome.upper()) {
        return Err(refused(format!("it proves {lower:?} to {upper:?}, which differs from the result of the search")));
    }
    Ok(ProofRecord {
        level: if outcome.status == AnswerStatus::Optimal { Level::Minimum } else { Level::Bounds },
        file: path.display().to_string(),
        problem_sha256: verdict.program_sha256,
        sha256,
        n_file_bytes,
        n_bytes: verdict.n_bytes,
        n_nodes: verdict.n_nodes,
        n_sets,
        check_seconds: seconds(start.elapsed()),
    })
}
