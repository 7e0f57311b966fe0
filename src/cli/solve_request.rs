//! One question about the minimum, answered by one engine or by several that are compared.

use std::path::Path;
use std::time::Instant;

use crate::base::Limits;
use crate::problem::Certifiable as _;
use crate::report::{
    AnswerStatus, BoundQuestion, Bounds, EngineRecord, ErrorRecord, GivenRecord, Head, ResultRecord, seconds,
};

use super::answer::Answer;
use super::args::Engines;
use super::compare::{self, Verdict};
use super::context::Context;
use super::engine::{self, Begin, Run};
use super::instance::ProblemInstance;
use super::settings::Name;
use super::settings::Settings;
use super::shared;

/// A question, and who asks.
pub(super) struct SolveRequest<'a> {
    pub(super) engine: Engines,
    pub(super) settings: Settings<'a>,
    /// The limits of one engine: each has the whole of them, so that none hides behind another.
    pub(super) limits: &'a dyn Fn() -> Limits,
    pub(super) context: &'a Context,
    /// The head of the record.
    pub(super) head: &'a dyn Fn(AnswerStatus) -> Head,
    pub(super) start: Instant,
    /// The clues of the puzzle that was given in place of its grid.
    pub(super) n_given: Option<usize>,
}

impl SolveRequest<'_> {
    /// Asks every engine, and holds their answers against each other. The record says which problem it is about.
    pub(super) fn answer<const W: usize, S: ProblemInstance<W>>(&self, instance: &S, begin: Begin<'_, W>) -> Answer {
        let mut answer = self.compared(instance, begin);
        if let Answer::Known(record) | Answer::Unreliable(record, _) = &mut answer {
            record.problem_sha256 = Some(instance.problem().instance().sha256());
        }
        answer.boxed()
    }

    fn compared<const W: usize, S: ProblemInstance<W>>(
        &self,
        instance: &S,
        begin: Begin<'_, W>,
    ) -> Answer<ResultRecord> {
        let (context, names) = (self.context, Name::all(self.engine));
        let mut runs: Vec<Run> = Vec::new();
        for &name in &names {
            let (limits, several) = ((self.limits)(), names.len() > 1);
            match engine::run(name, instance, self.settings, begin, &limits, context.verbosity, several) {
                Ok(run) => runs.push(run),
                Err(message) if runs.is_empty() => return Answer::Failed(message),
                Err(message) => return self.one_failed(&runs, message),
            }
            if context.interrupt().is_raised() {
                break;
            }
        }
        if self.cross_check() && runs.len() == names.len() && !context.interrupt().is_raised() {
            // The puzzle is looked at by itself; what another engine must confirm is that there is none with fewer
            // clues.
            let lower = runs[0].record.bounds.lower_bound.unwrap_or(0);
            let settings = Settings { question: Some(BoundQuestion::AtLeast(lower)), certify: None, ..self.settings };
            let begin = Begin { sets: None, ..begin };
            match engine::run(Name::Native, instance, settings, begin, &(self.limits)(), context.verbosity, true) {
                Ok(run) => runs.push(run),
                Err(message) => return self.one_failed(&runs, message),
            }
        }
        self.together(instance, &runs, begin)
    }

    fn cross_check(&self) -> bool {
        self.settings.bilevel.cross_check
    }

    /// One answer from those of all engines.
    fn together<const W: usize, S: ProblemInstance<W>>(
        &self,
        instance: &S,
        runs: &[Run],
        begin: Begin<'_, W>,
    ) -> Answer<ResultRecord> {
        let records: Vec<_> = runs.iter().map(|run| run.record.clone()).collect();
        let shared = match self.shared(instance, begin, runs.len()) {
            Ok(shared) => shared,
            Err(message) => return self.one_failed(runs, message),
        };
        let record = |status, bounds: Bounds| {
            let mut result = record(self.engine, self.settings, (self.head)(status), bounds, &records, self.seconds());
            result.given = self.n_given.map(|n_clues| GivenRecord::new(n_clues, &result.bounds));
            result.shared = shared.clone();
            result
        };
        let n_asked = Name::all(self.engine).len() + usize::from(self.cross_check());
        if let Some(message) = runs.iter().find_map(|run| run.refused.clone()) {
            return Answer::Unreliable(record(AnswerStatus::Mismatch, Bounds::default()), message);
        }
        let unkept = runs.iter().find_map(|run| run.unkept.clone());
        match (compare::together(&records), unkept) {
            (Verdict::Agree(..), Some(message)) => self.one_failed(runs, message),
            // What one engine says is not yet what both say.
            (Verdict::Agree(_, bounds), None) if runs.len() < n_asked => {
                Answer::Known(record(AnswerStatus::Interrupted, bounds))
            }
            (Verdict::Agree(..), None) if self.cross_check() => {
                let (own, check) = (&records[0], &records[1]);
                let confirmed = matches!(check.status, AnswerStatus::Optimal | AnswerStatus::Decided);
                Answer::Known(record(if confirmed { own.status } else { check.status }, own.bounds.clone()))
            }
            (Verdict::Agree(status, bounds), None) => Answer::Known(record(status, bounds)),
            (Verdict::Contradict(message), _) => {
                let kept = compare::keep_logs(Path::new("."), &instance.line(), self.settings.native.seed, runs)
                    .unwrap_or_else(|e| format!("their logs cannot be written: {e}"));
                let id = (self.head)(AnswerStatus::Mismatch).id.map_or_else(String::new, |id| format!("{id}: "));
                let message = format!("{id}THE ENGINES CONTRADICT EACH OTHER: {message}; {kept}");
                Answer::Unreliable(record(AnswerStatus::Mismatch, Bounds::default()), message)
            }
        }
    }

    /// What the engines had in common, if there were two to compare.
    fn shared<const W: usize, S: ProblemInstance<W>>(
        &self,
        instance: &S,
        begin: Begin<'_, W>,
        n_runs: usize,
    ) -> Result<Option<Vec<&'static str>>, String> {
        if n_runs < 2 {
            return Ok(None);
        }
        // A check by the native engine takes no sets from elsewhere.
        let file: &[Name] = match begin.sets {
            None => &[],
            Some(_) if self.cross_check() => &[Name::Bilevel],
            Some(_) => &[Name::Native, Name::Bilevel],
        };
        shared::shared(instance, self.settings, file).map(Some)
    }

    fn seconds(&self) -> f64 {
        seconds(self.start.elapsed())
    }

    /// One engine failed after another had answered, or a state could not be kept: hours of work are not thrown away
    /// for that.
    fn one_failed(&self, runs: &[Run], message: String) -> Answer<ResultRecord> {
        let records: Vec<_> = runs.iter().map(|run| run.record.clone()).collect();
        let bounds = match compare::together(&records) {
            Verdict::Agree(_, bounds) => bounds,
            Verdict::Contradict(_) => Bounds::default(),
        };
        let mut head = (self.head)(AnswerStatus::Failed);
        head.error = Some(ErrorRecord::new(message.clone()));
        let record = record(self.engine, self.settings, head, bounds, &records, self.seconds());
        Answer::Unreliable(record, message)
    }
}

/// The record of the answers of `engines`, which may be none yet.
pub(super) fn record(
    engine: Engines,
    settings: Settings<'_>,
    head: Head,
    bounds: Bounds,
    engines: &[EngineRecord],
    seconds: f64,
) -> ResultRecord {
    let several = engine == Engines::Both;
    ResultRecord {
        head,
        bounds,
        question: settings.question,
        engine: engine.to_string().into(),
        search: if several { None } else { engines.first().and_then(|e| e.search.clone()) },
        work: if several { None } else { engines.first().map(|e| e.work) },
        start: if several { None } else { engines.first().and_then(|e| e.start) },
        cross_check: if settings.bilevel.cross_check { engines.get(1).cloned() } else { None },
        seconds,
        seed: settings.native.seed,
        version: env!("CARGO_PKG_VERSION"),
        problem_sha256: None,
        certified: engines.iter().any(|engine| engine.proof.is_some()),
        proof: if several { None } else { engines.first().and_then(|e| e.proof.clone()) },
        engines: if several { engines.to_vec() } else { Vec::new() },
        given: None,
        shared: None,
    }
}
