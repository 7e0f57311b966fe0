//! `minclue solve`: the minimum number of clues of each grid.

use std::path::Path;
use std::time::Instant;

use crate::base::{Limits, Stop};
use crate::problem::SudokuClues;
use crate::report::{Bounds, EngineRecord, ErrorRecord, Head, Question, Record, ResultRecord, Status, seconds};
use crate::sudoku::{Entry, Grid};
use crate::unavoidable::Family;

use super::args::{Engine, SolveArgs};
use super::certify;
use super::compare::{self, Verdict};
use super::engine::{self, Name, Run};
use super::exit::Exit;
use super::given::{self, Most};
use super::output::Output;
use super::session::{self, Answer, Ask, Context};
use super::settings::Settings;
use super::target::{self, grid_line};
use super::width::with_width;

/// Runs the verb.
#[must_use]
pub fn solve(args: &SolveArgs) -> Exit {
    match given::Sets::open(args.from.as_deref(), &args.common) {
        Ok(from) => session::run(&args.common, args.format, &mut Solve { args, n_inputs: 0, from }),
        Err(exit) => exit,
    }
}

struct Solve<'a> {
    args: &'a SolveArgs,
    /// Inputs so far.
    n_inputs: usize,
    from: Option<given::Sets>,
}

impl Ask for Solve<'_> {
    fn answer(&mut self, entry: &Entry, context: &Context, _: &mut dyn Output) -> Answer {
        self.n_inputs += 1;
        let certify = self.args.certify.as_deref().map(|path| certify::path_of(path, self.n_inputs));
        match certify.transpose() {
            Ok(certify) => {
                with_width!(entry.puzzle.shape().n_cells(), W => self.one::<W>(entry, certify.as_deref(), context))
            }
            Err(message) => Answer::Failed(message),
        }
    }

    fn unanswered(&self, id: Option<String>, status: Status, error: ErrorRecord) -> Record {
        self.record(Head::unanswered(ResultRecord::SCHEMA, id, status, error), Bounds::default(), &[], 0.0)
    }
}

impl Solve<'_> {
    /// What is asked, if it is not the minimum.
    fn question(&self) -> Option<Question> {
        self.args.at_most.map(Question::AtMost).or(self.args.at_least.map(Question::AtLeast))
    }

    fn one<const W: usize>(&self, entry: &Entry, certify: Option<&Path>, context: &Context) -> Answer {
        let start = Instant::now();
        let limits = context.limits(self.args.time_limit, None);
        let grid = match target::of::<W>(&entry.puzzle, &limits).grid() {
            Ok(grid) => grid,
            Err(no_grid) => return no_grid.answer(|stop| Answer::Known(self.stopped(entry, stop, start))),
        };
        let problem = SudokuClues::<W>::new(grid);
        let settings = Settings {
            native: self.args.native,
            bilevel: &self.args.bilevel,
            question: self.question(),
            source: self.args.source,
            regions: self.args.regions.unwrap_or_default(),
            max_sets: self.args.max_sets.map(|n| usize::try_from(n).unwrap_or(usize::MAX)),
            certify,
        };
        let mut start_sets = None;
        if let Some(from) = &self.from {
            let most = Most { size: None, sets: settings.max_sets };
            // Stopped by a limit, there are as many as there are; the engine sees the same limit next.
            if let Err(answer) = from.find(&problem, most, start_sets.insert(Family::new()), &limits) {
                return answer;
            }
        }
        let names = Name::all(self.args.engine);
        let mut runs: Vec<Run> = Vec::new();
        for &name in &names {
            // Each engine has the whole limit, so that neither hides behind the other.
            let limits = self.limits(context);
            match engine::run(name, &problem, settings, start_sets.as_ref(), &limits, context.audience, names.len() > 1)
            {
                Ok(run) => runs.push(run),
                Err(message) if runs.is_empty() => return Answer::Failed(message),
                Err(message) => return self.one_failed(entry, problem.grid(), &runs, message, start),
            }
            if context.interrupt().is_raised() {
                break;
            }
        }
        if self.args.bilevel.cross_check && runs.len() == names.len() && !context.interrupt().is_raised() {
            // The puzzle is looked at by itself; what another engine must confirm is that there is none with fewer clues.
            let lower = runs[0].record.bounds.lower_bound.unwrap_or(0);
            let settings = Settings { question: Some(Question::AtLeast(lower)), certify: None, ..settings };
            let limits = self.limits(context);
            match engine::run(Name::Native, &problem, settings, None, &limits, context.audience, true) {
                Ok(run) => runs.push(run),
                Err(message) => return self.one_failed(entry, problem.grid(), &runs, message, start),
            }
        }
        self.together(entry, problem.grid(), &runs, start)
    }

    /// The limits of one engine.
    fn limits(&self, context: &Context) -> Limits {
        let limits = context.limits(self.args.time_limit, self.args.node_limit);
        match self.args.memory_limit {
            Some(megabytes) => limits.with_memory(megabytes.saturating_mul(1 << 20)),
            None => limits,
        }
    }

    /// One answer from those of all engines.
    fn together(&self, entry: &Entry, grid: &Grid, runs: &[Run], start: Instant) -> Answer {
        let records: Vec<_> = runs.iter().map(|run| run.record.clone()).collect();
        let record = |status, bounds| {
            let head = target::head(ResultRecord::SCHEMA, entry, Some(grid), status);
            self.record(head, bounds, &records, seconds(start.elapsed()))
        };
        let n_asked = Name::all(self.args.engine).len() + usize::from(self.args.bilevel.cross_check);
        if let Some(message) = runs.iter().find_map(|run| run.refused.clone()) {
            return Answer::Broken(record(Status::Mismatch, Bounds::default()), message);
        }
        let unkept = runs.iter().find_map(|run| run.unkept.clone());
        match (compare::together(&records), unkept) {
            (Verdict::Agree(..), Some(message)) => self.one_failed(entry, grid, runs, message, start),
            // What one engine says is not yet what both say.
            (Verdict::Agree(_, bounds), None) if runs.len() < n_asked => {
                Answer::Known(record(Status::Interrupted, bounds))
            }
            (Verdict::Agree(..), None) if self.args.bilevel.cross_check => {
                let (own, check) = (&records[0], &records[1]);
                let confirmed = matches!(check.status, Status::Optimal | Status::Decided);
                Answer::Known(record(if confirmed { own.status } else { check.status }, own.bounds.clone()))
            }
            (Verdict::Agree(status, bounds), None) => Answer::Known(record(status, bounds)),
            (Verdict::Contradict(message), _) => {
                let kept = compare::keep_logs(Path::new("."), &grid_line(grid), self.args.native.seed, runs)
                    .unwrap_or_else(|e| format!("their logs cannot be written: {e}"));
                let id = entry.id.as_ref().map_or_else(String::new, |id| format!("{id}: "));
                let message = format!("{id}THE ENGINES CONTRADICT EACH OTHER: {message}; {kept}");
                Answer::Broken(record(Status::Mismatch, Bounds::default()), message)
            }
        }
    }

    /// One engine failed after another had answered, or a state could not be kept: hours of work are not thrown away for
    /// that.
    fn one_failed(&self, entry: &Entry, grid: &Grid, runs: &[Run], message: String, start: Instant) -> Answer {
        let records: Vec<_> = runs.iter().map(|run| run.record.clone()).collect();
        let bounds = match compare::together(&records) {
            Verdict::Agree(_, bounds) => bounds,
            Verdict::Contradict(_) => Bounds::default(),
        };
        let (line, column) = (entry.place.line, entry.place.column);
        let mut head = target::head(ResultRecord::SCHEMA, entry, Some(grid), Status::Failed);
        head.error = Some(ErrorRecord { line, column, message: message.clone() });
        Answer::Broken(self.record(head, bounds, &records, seconds(start.elapsed())), message)
    }

    /// The record of a puzzle whose solution was not found in time.
    fn stopped(&self, entry: &Entry, stop: Stop, start: Instant) -> Record {
        let head = target::head(ResultRecord::SCHEMA, entry, None, stop.into());
        self.record(head, Bounds::default(), &[], seconds(start.elapsed()))
    }

    fn record(&self, head: Head, bounds: Bounds, engines: &[EngineRecord], seconds: f64) -> Record {
        let several = self.args.engine == Engine::Both;
        Record::Result(Box::new(ResultRecord {
            head,
            bounds,
            question: self.question(),
            engine: self.args.engine.to_string().into(),
            search: if several { None } else { engines.first().and_then(|e| e.search.clone()) },
            work: if several { None } else { engines.first().map(|e| e.work.clone()) },
            start: if several { None } else { engines.first().and_then(|e| e.start) },
            cross_check: if self.args.bilevel.cross_check { engines.get(1).cloned() } else { None },
            seconds,
            seed: self.args.native.seed,
            version: env!("CARGO_PKG_VERSION"),
            certified: engines.iter().any(|engine| engine.proof.is_some()),
            proof: if several { None } else { engines.first().and_then(|e| e.proof.clone()) },
            engines: if several { engines.to_vec() } else { Vec::new() },
        }))
    }
}
