//! Asks one engine for the minimum, or several engines whose answers are compared.

use minclue_core::base::{Cell, CellSet, Limits, Stop};
use minclue_engines::bilevel::AnswerBy;
use minclue_engines::width::Width;

use crate::bounds::{AnswerStatus, BoundQuestion, Bounds};
use crate::choice::{EngineName, Engines};
use crate::compare::{self, Agreement};
use crate::engine_record::EngineRecord;
use crate::instance::ProblemInstance;
use crate::monitor::Monitor;
use crate::programs::{largest_sum, too_large};
use crate::run::{self, EngineRun, WarmStart};
use crate::settings::Settings;
use crate::shared;

/// A question, with its observer.
pub struct SolveRequest<'a> {
    /// The engines that answer.
    pub engines: Engines,
    /// The settings of the engines, and the question.
    pub settings: &'a Settings,
    /// Creates the limits of one engine when it starts. Each engine has the full limits, including the second engine of
    /// a cross-check, so a slow engine does not reduce the time of the next.
    pub limits: &'a dyn Fn() -> Limits,
    /// The observer of the engines.
    pub monitor: &'a mut dyn Monitor,
}

/// The result of a question.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub status: AnswerStatus,
    /// The bounds; for several engines, the better of each. Empty if the engines contradict each other.
    pub bounds: Bounds,
    /// The record of each engine, in the order in which they ran. With
    /// [`BilevelSettings::cross_check`](crate::BilevelSettings::cross_check), the last one confirms the first.
    pub runs: Vec<EngineRun>,
    /// The search and decision code that two compared engines share.
    pub shared: Option<Vec<&'static str>>,
    /// The SHA-256 of the problem as a certificate states it, in hexadecimal; `None` if no certificate can be about it.
    pub problem_sha256: Option<String>,
    /// The reason why the bounds are not reliable, or not a full answer.
    pub trouble: Option<Trouble>,
    /// A message about a puzzle that is not in the bounds, because a limit ended its second check.
    pub unchecked: Option<String>,
}

impl Outcome {
    /// The clues of the best puzzle: the first one found with the fewest clues.
    #[must_use]
    pub fn cells(&self) -> Option<&[Cell]> {
        self.runs.iter().filter_map(|run| run.cells.as_deref()).min_by_key(|cells| cells.len())
    }
}

/// A problem with an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The engines contradict each other, in the point that the message states.
    Contradiction(String),
    /// The checker refused a certificate.
    Refused(String),
    /// An engine failed after another had answered, or a state or a certificate could not be written.
    Failed(String),
}

/// The reason why there is no outcome.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoOutcome {
    /// The problem is not supported under these settings; the text states the reason and an alternative.
    #[error("{0}")]
    Refused(String),
    /// The first engine failed.
    #[error("{0}")]
    Failed(String),
}

/// Asks every engine about `instance`, and holds their answers against each other.
///
/// # Errors
/// [`NoOutcome`].
pub(crate) fn ask<const W: usize>(
    instance: &dyn ProblemInstance<W>,
    begin: WarmStart<'_, W>,
    request: &mut SolveRequest<'_>,
) -> Result<Outcome, NoOutcome>
where
    CellSet<W>: Width<W>,
{
    let mut runs: Vec<EngineRun> = Vec::new();
    let names = EngineName::all(request.engines);
    suited(instance, &names, request.settings)?;
    let cross_check = request.settings.bilevel.cross_check;
    let n_asked = names.len() + usize::from(cross_check);
    let n_cells = instance.problem().cells().len();
    let beside = request.settings.native_beside(n_cells, request.settings.independent);
    for &name in &names {
        let limits = (request.limits)();
        let settings = if names.len() > 1 && name == EngineName::Native { &beside } else { request.settings };
        match run::run(name, instance, settings, begin, &limits, request.monitor, n_asked > 1) {
            Ok(run) => runs.push(run),
            Err(message) if runs.is_empty() => return Err(NoOutcome::Failed(message)),
            Err(message) => return Ok(failed(instance, runs, message)),
        }
        if limits.reached(0) == Some(Stop::Interrupted) {
            break;
        }
        if cross_check && runs.len() == names.len() {
            let question = to_confirm(&runs[0].record, request.settings.question);
            let settings = request.settings.native_check(n_cells, question);
            let begin = WarmStart { sets: None, ..begin };
            let limits = (request.limits)();
            match run::run(EngineName::Native, instance, &settings, begin, &limits, request.monitor, true) {
                Ok(run) => runs.push(run),
                Err(message) => return Ok(failed(instance, runs, message)),
            }
        }
    }
    together(instance, runs, n_asked, begin.sets.is_some(), request.settings).map_err(NoOutcome::Failed)
}

/// Are the numbers of the problem small enough for the solver of integer programs that is to answer an engine, if one is?
fn suited<const W: usize>(
    instance: &dyn ProblemInstance<W>,
    names: &[EngineName],
    settings: &Settings,
) -> Result<(), NoOutcome> {
    for &name in names {
        let by = settings.answer_by(name, instance.is_grid()).map_err(NoOutcome::Failed)?;
        let instead = if settings.independent { "--engine both" } else { "--follower oracle" };
        let is_by_ilp = matches!(by, AnswerBy::Ilp(_));
        if let Some(why) = is_by_ilp.then(|| too_large(&largest_sum(&instance.problem().model()), instead)).flatten() {
            return Err(NoOutcome::Refused(why));
        }
    }
    Ok(())
}

/// The question of a check. A puzzle is checked separately; another engine must confirm that there is none with fewer
/// clues. If there is no answer to confirm, it gets the question of the first engine.
fn to_confirm(own: &EngineRecord, asked: Option<BoundQuestion>) -> Option<BoundQuestion> {
    let at_least = || BoundQuestion::AtLeast(own.bounds.lower_bound.unwrap_or(0));
    if own.status.is_answered() { Some(at_least()) } else { asked }
}

/// One answer from those of all engines. `from_file` says whether start sets were given.
fn together<const W: usize>(
    instance: &dyn ProblemInstance<W>,
    runs: Vec<EngineRun>,
    n_asked: usize,
    from_file: bool,
    settings: &Settings,
) -> Result<Outcome, String> {
    let shared = match shared_by(instance, settings, from_file, runs.len()) {
        Ok(shared) => shared,
        Err(message) => return Ok(failed(instance, runs, message)),
    };
    let refused = runs.iter().find_map(|run| run.refused.clone());
    let unkept = runs.iter().find_map(|run| run.unkept.clone());
    let records: Vec<_> = runs.iter().map(|run| run.record.clone()).collect();
    let (status, bounds, trouble) = match (refused, compare::together(&records), unkept) {
        (Some(message), ..) => (AnswerStatus::Mismatch, Bounds::default(), Some(Trouble::Refused(message))),
        (None, Agreement::Agree(..), Some(message)) => return Ok(failed(instance, runs, message)),
        // What one engine says is not yet what both say.
        (None, Agreement::Agree(_, bounds), None) if runs.len() < n_asked => (AnswerStatus::Interrupted, bounds, None),
        // What the check found beyond the first engine holds as well, but nobody has confirmed that.
        (None, Agreement::Agree(_, bounds), None) if settings.bilevel.cross_check => {
            let (own, check) = (&records[0], &records[records.len() - 1]);
            let status = match (own.status.is_answered(), check.status.is_answered()) {
                (true, true) if bounds.minimum.is_some() => AnswerStatus::Optimal,
                (true, false) => check.status,
                _ => own.status,
            };
            (status, bounds, None)
        }
        (None, Agreement::Agree(status, bounds), None) => (status, bounds, None),
        (None, Agreement::Contradict(message), _) => {
            (AnswerStatus::Mismatch, Bounds::default(), Some(Trouble::Contradiction(message)))
        }
    };
    let unchecked = unchecked(&runs);
    Ok(Outcome { status, bounds, runs, shared, problem_sha256: sha256(instance), trouble, unchecked })
}

/// The code that the engines share, if there were two to compare.
fn shared_by<const W: usize>(
    instance: &dyn ProblemInstance<W>,
    settings: &Settings,
    from_file: bool,
    n_runs: usize,
) -> Result<Option<Vec<&'static str>>, String> {
    if n_runs < 2 {
        return Ok(None);
    }
    // A check by the native engine takes no sets from elsewhere.
    let file: &[EngineName] = match from_file {
        false => &[],
        true if settings.bilevel.cross_check => &[EngineName::Bilevel],
        true => &[EngineName::Native, EngineName::Bilevel],
    };
    let n_cells = instance.problem().cells().len();
    let native = match settings.bilevel.cross_check {
        true => settings.native_check(n_cells, None),
        false => settings.native_beside(n_cells, settings.independent),
    };
    shared::shared(instance, &native, settings, file).map(Some)
}

/// One engine failed after another had answered, or a state could not be kept: hours of work are not thrown away for
/// that.
fn failed<const W: usize>(instance: &dyn ProblemInstance<W>, runs: Vec<EngineRun>, message: String) -> Outcome {
    let records: Vec<_> = runs.iter().map(|run| run.record.clone()).collect();
    let bounds = match compare::together(&records) {
        Agreement::Agree(_, bounds) => bounds,
        Agreement::Contradict(_) => Bounds::default(),
    };
    let unchecked = unchecked(&runs);
    Outcome {
        unchecked,
        status: AnswerStatus::Failed,
        bounds,
        runs,
        shared: None,
        problem_sha256: sha256(instance),
        trouble: Some(Trouble::Failed(message)),
    }
}

/// The message about a puzzle of any run whose second check did not end.
fn unchecked(runs: &[EngineRun]) -> Option<String> {
    runs.iter().find_map(|run| run.unchecked.clone())
}

/// The digest of the problem, where it has one.
fn sha256<const W: usize>(instance: &dyn ProblemInstance<W>) -> Option<String> {
    instance.certifiable().map(|problem| problem.instance().sha256())
}
