//! Calls the bilevel engine with the settings of its arguments.

use std::io;
use std::time::{Duration, Instant};

use crate::base::{CellSet, Limits};
use crate::bilevel::{self, AnswerBy, Helpers, Keeper, Options, State};
use crate::hitting::Leaf;
use crate::problem::{ClueProblem, Minimum};
use crate::proof::{Files, Proof};
use crate::report::StateFile;
use crate::search;
use crate::unavoidable::Family;

use super::certify;
use super::progress::Watch;
use super::settings::{self, Name, Settings};
use super::subject::Subject;

/// So long a run works between two states that are kept.
const KEEP_EVERY: Duration = Duration::from_secs(30);

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
    let options = settings.branch_and_cut(problem.cells().len());
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
