//! Certificates: written with an answer, and checked before the answer is returned.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::Instant;

use minclue_verifier::{Reason, Verdict, verify};

use minclue_core::base::nameless_file;
use minclue_core::problem::Certifiable;
use minclue_core::proof::{Certificate, Proof};
use minclue_engines::engine::ProofLog;

use crate::about;
use crate::bounds::{Bounds, seconds};
use crate::engine_record::{Level, ProofRecord};

/// Takes the proof of a run. Its trees go to files in the folder of the certificate. They have no names, so nothing is
/// left whatever happens.
///
/// # Errors
/// A message if there can be no such file: before hours of work, not after them.
pub(crate) fn log<const W: usize>(path: &Path) -> Result<ProofLog<W>, String> {
    nameless_file(path).map_err(|e| unwritten(path, &e))?;
    let path = path.to_owned();
    Ok(ProofLog::new(move || nameless_file(&path)))
}

/// The proof that a run has left, if there is one.
///
/// # Errors
/// A message that says why it cannot be written.
pub(crate) fn proof<const W: usize>(log: ProofLog<W>, path: &Path) -> Result<Option<Proof<W>>, String> {
    log.into_proof().map_err(|e| unwritten(path, &e))
}

/// The message if a file cannot be written.
pub(crate) fn unwritten(path: &Path, error: &io::Error) -> String {
    format!("the certificate {} cannot be written: {error}", path.display())
}

/// Why an answer has no certificate.
pub(crate) enum Uncertified {
    /// The file could not be written, or it would be too large for the checker.
    Unwritten(String),
    /// The checker refuses it, or it does not match the result of the search. The file is kept.
    Refused(String),
}

/// The statement that a certificate must prove.
pub(crate) enum Expected<'a> {
    Bounds(&'a Bounds),
    /// The certificate lists this number of puzzles, and proves that there are no others up to this number of clues.
    List {
        n_puzzles: usize,
        n_clues: usize,
    },
}

impl Expected<'_> {
    /// Returns the proven statement.
    ///
    /// # Errors
    /// The statement that the certificate proves instead.
    fn level(&self, verdict: &Verdict) -> Result<Level, String> {
        let &Verdict { lower, upper, listed_below, ref listed, .. } = verdict;
        match self {
            Self::Bounds(bounds) if (bounds.lower_bound, bounds.upper_bound) != (Some(lower), Some(upper)) => {
                Err(format!("at least {lower} and at most {upper} clues"))
            }
            Self::Bounds(bounds) => Ok(if bounds.minimum.is_some() { Level::Minimum } else { Level::Bounds }),
            Self::List { n_puzzles, n_clues } if (listed.len(), listed_below) != (*n_puzzles, n_clues + 1) => {
                Err(format!("{} puzzles with fewer than {listed_below} clues", listed.len()))
            }
            Self::List { .. } => Ok(Level::Puzzles),
        }
    }
}

/// Writes a certificate, and has it checked as by anyone else: from the file, for this problem, with what is expected.
///
/// # Errors
/// [`Uncertified`].
pub(crate) fn write_and_check<const W: usize>(
    certificate: Certificate<W>,
    path: &Path,
    problem: &dyn Certifiable<W>,
    expected: &Expected<'_>,
) -> Result<ProofRecord, Uncertified> {
    let written = certificate.write(path).map_err(|e| Uncertified::Unwritten(unwritten(path, &e)))?;
    let start = Instant::now();
    let refused = |reason: String| {
        let path = path.display();
        Uncertified::Refused(format!("internal error: the checker REFUSES the certificate {path}: {reason}"))
    };
    let file = File::open(path).map_err(|e| refused(e.to_string()))?;
    let verdict = verify(file).map_err(|refusal| match refusal.reason {
        Reason::TooMuch(what) => Uncertified::Unwritten(format!(
            "the certificate {} exceeds the limits of its checker: {what}; a puzzle with more clues, as found with --at-most, is \
             easier to check",
            path.display()
        )),
        Reason::Io(_) | Reason::Foreign(_) | Reason::Damaged(_) | Reason::Wrong(_) | Reason::Stopped => {
            refused(refusal.to_string())
        }
    })?;
    let wanted = problem.instance();
    if verdict.problem_sha256 != wanted.sha256() {
        return Err(refused(format!(
            "it is about another problem: {}",
            about::difference(&verdict.problem, &wanted, None)
        )));
    }
    let level = expected.level(&verdict);
    let level =
        level.map_err(|proven| refused(format!("it proves {proven}, which differs from the result of the search")))?;
    Ok(ProofRecord {
        level,
        file: path.display().to_string(),
        problem_sha256: verdict.problem_sha256,
        sha256: written.sha256,
        n_file_bytes: written.file_bytes,
        n_bytes: written.n_bytes,
        n_nodes: verdict.n_nodes,
        n_sets: verdict.n_sets as u64,
        check_seconds: seconds(start.elapsed()),
    })
}
