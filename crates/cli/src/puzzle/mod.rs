//! `minclue puzzle`: the fewest clues of other puzzles, and of any 0/1 model with a known solution (tjusila-2023,
//! section 6).
//!
//! A puzzle and a model come to the same: a [`LoadedModel`], which has every engine, sets, models and
//! certificates.

mod check;
mod enumerate;
mod expected_model;
mod export;
mod model_input;
mod request;
mod sets;
mod solve;

use std::ops::ControlFlow;
use std::time::Instant;

use clap::ArgMatches;

use minclue_core::base::Limits;
use minclue_puzzles::puzzles::puzzles_in;
use minclue_report::{
    AnswerStatus, BilevelRecord, CheckRecord, ErrorRecord, ExportRecord, Head, PuzzleRecord, Record, ResultRecord,
    SetsRecord,
};
use minclue_solver::Error;

use super::answer::Answer;
use super::answers::Answers;
use super::args::{PuzzleArgs, about_bilevel, choose_bilevel, engines, has_bilevel, independent, is_engine_said};
use super::certificates::Certificates;
use super::cheapest::{self, Asked};
use super::command::Command;
use super::context::Context;
use super::exit::Exit;
use super::file_guard::{self, FileGuard, Refusal};
use super::input::Input;
use super::inputs::{self, Inputs};
use super::load_error::{LoadEnd, LoadError};
use super::output::Layout;
use super::progress;
use super::weights::LeaderFiles;

pub(super) use expected_model::{of_model, of_puzzles};
pub(super) use model_input::{LoadedModel, Source};
use request::FcpRequest;

impl Command for PuzzleArgs {
    fn run(&self) -> Exit {
        puzzles(self)
    }

    fn conflict(&self) -> Option<String> {
        if self.leader().is_some() && self.is_engine_said {
            return Some(cheapest::ENGINE.to_owned());
        }
        if let Some(option) = self.bilevel.tuned_by().filter(|_| self.leader().is_some()) {
            return Some(format!("{option} is an option of the bilevel engine; omit it, or --weights and --rows"));
        }
        let of_engine = self.bilevel.tuned_by().filter(|_| !self.independent).filter(|_| !has_bilevel(self.engine));
        let apart = || independent(self.engine, &self.bilevel, None, false);
        let apart = || self.independent.then(apart).flatten();
        let engines = || engines(self.engine, &self.bilevel, self.certify.is_some());
        let more = || self.contradiction().or_else(|| engines().or_else(apart).map(str::to_owned));
        of_engine.map(about_bilevel).or_else(more)
    }

    fn choose(&mut self, matches: &ArgMatches) {
        self.is_engine_said = is_engine_said(matches);
        self.bilevel.note_explicit(matches);
        if !self.independent {
            choose_bilevel(&mut self.engine, self.bilevel.tuned_by(), matches);
        }
    }
}

impl PuzzleArgs {
    /// What is said of the choice of clues.
    pub(super) fn leader(&self) -> LeaderFiles<'_> {
        LeaderFiles { weights: self.weights.as_ref(), rows: self.rows.as_deref() }
    }

    /// Who answers where something is.
    pub(super) fn asked(&self) -> Asked {
        cheapest::asked(self.native_engine.seed)
    }
}

fn puzzles(args: &PuzzleArgs) -> Exit {
    let context = match Context::new(&args.messages) {
        Ok(context) => context,
        Err(exit) => return exit,
    };
    let certificates = Certificates::new(args.certify.as_deref()).in_pairs(args.leader().is_some());
    let mut run = Run { args, answers: Answers::new(context, layout(args)), n_problems: 0, certificates };
    let end = match (&args.model, &args.solution) {
        (Some(model), Some(solution)) => run.model(model, solution),
        _ => run.puzzles(),
    };
    run.answers.is_interrupted();
    run.answers.finish(end)
}

/// In a table, what is listed are the rows.
fn layout(args: &PuzzleArgs) -> Layout {
    if args.check.is_some() {
        Layout::of::<CheckRecord>(args.format)
    } else if args.sets {
        Layout::with(args.format, SetsRecord::LISTED)
    } else if args.enumerate.is_some() {
        Layout::list(args.format, PuzzleRecord::COLUMNS)
    } else if args.export.is_some() {
        Layout::of::<ExportRecord>(args.format)
    } else {
        cheapest::layout(args.leader().is_some(), args.format)
    }
}

struct Run<'a> {
    args: &'a PuzzleArgs,
    answers: Answers,
    n_problems: usize,
    certificates: Certificates<'a>,
}

impl Run<'_> {
    fn model(&mut self, model: &std::path::Path, solution: &std::path::Path) -> ControlFlow<()> {
        let mut claims = FileGuard::output();
        claims.reads(&file_guard::file_of("--model"), model);
        claims.reads(&file_guard::file_of("--solution"), solution);
        if !self.claim(claims) {
            return ControlFlow::Continue(());
        }
        let start = Instant::now();
        let limits = self.answers.context.limits(self.args.limits.time_limit, None);
        match Source::of_model(model, solution, self.args.backend, &limits, self.args.limits.memory_limit) {
            Ok(source) => self.one(source),
            Err(LoadEnd::Error(error)) => self.invalid(None, &error),
            Err(LoadEnd::Stopped(stop)) => {
                let id = model.file_stem().map(|stem| stem.to_string_lossy().into_owned());
                self.answers.known(&solve::unread(self.args, id, stop, start))
            }
        }
    }

    /// Claims the files that are to be written; false if that is refused, which was said.
    fn claim(&mut self, mut claims: FileGuard) -> bool {
        let claimed = self.args.leader().claim(&mut claims);
        let claimed = claimed.and_then(|()| self.certificates.claim(claims, Some(&self.args.bilevel)));
        claimed.map_err(|refusal| self.refused(refusal)).is_ok()
    }

    fn refused(&mut self, refusal: Refusal) {
        self.answers.exit = self.answers.exit.and(refusal.report(&self.answers.context.messages));
    }

    /// All puzzles of the input; breaks where nothing more can be written.
    fn puzzles(&mut self) -> ControlFlow<()> {
        let help = "give a file of puzzles, or - for standard input";
        let messages = &self.answers.context.messages;
        let inputs = match Inputs::of(&self.args.input, Input::file_or_address_of, (None, Some(help)), messages) {
            Ok(inputs) => inputs,
            Err(exit) => {
                self.answers.exit = self.answers.exit.and(exit);
                return ControlFlow::Continue(());
            }
        };
        self.answers.exit = self.answers.exit.and(inputs.exit());
        if inputs.is_typed() && !self.args.messages.quiet {
            messages.note("reading puzzles from the terminal, separated by empty lines; press Ctrl-D to end");
        }
        if !self.claim(FileGuard::of(inputs.iter())) {
            return ControlFlow::Continue(());
        }
        progress::of(0, inputs.counted(|text| puzzles_in(text, Limits::none()).count()));
        let limits = self.answers.context.limits(self.args.limits.time_limit, None);
        let mut all = inputs.puzzles(self.answers.context.interrupt(), limits);
        if let Some(refusal) = self.certificates.only_one() {
            all = match inputs::single(all) {
                Some(all) => all,
                None => {
                    self.refused(refusal);
                    return ControlFlow::Continue(());
                }
            };
        }
        for (_, loaded) in all {
            // An interrupted input ends anywhere, perhaps within a puzzle.
            if self.answers.context.interrupt().is_raised() {
                return ControlFlow::Continue(());
            }
            match loaded {
                Ok(posed) => self.one(Source::Puzzle(Box::new(posed)))?,
                Err(error) if error.place.is_some() => self.invalid(error.id.clone(), &error)?,
                Err(error) => {
                    self.answers.exit = self.answers.exit.and(error.report(&self.answers.context.messages));
                    continue;
                }
            }
            progress::done();
        }
        ControlFlow::Continue(())
    }

    fn one(&mut self, source: Source) -> ControlFlow<()> {
        self.n_problems += 1;
        let id = source.id();
        progress::begin(id.as_deref());
        let certify = self.certificates.of(self.n_problems).map_err(Refusal::answer);
        let answer = certify.and_then(|certify| {
            let instance = LoadedModel::new(source, &self.args.which)
                .map_err(|message| Answer::BadFile(refusal(id.as_deref(), &message)))?;
            Ok(self.answer(&instance, certify.as_deref()))
        });
        let (Ok(answer) | Err(answer)) = answer;
        let args = self.args;
        let unanswered = |status, message| unanswered(args, id, status, ErrorRecord::new(message));
        self.answers.take(answer, unanswered)
    }

    fn answer(&mut self, instance: &LoadedModel, certify: Option<&std::path::Path>) -> Answer {
        let start = Instant::now();
        let request = FcpRequest { args: self.args, context: &self.answers.context, instance, start };
        if let Some(patterns) = &self.args.check {
            return check::check(&request, patterns);
        }
        if let Some(prefix) = &self.args.export {
            return self.certificates.with_claims(|claims| export::export(&request, prefix, self.n_problems, claims));
        }
        let is_listed = self.args.sets || self.args.enumerate.is_some();
        if is_listed && let Some(answer) = solve::not_enough(&request) {
            return answer;
        }
        if self.args.sets {
            sets::sets(&request)
        } else if let Some(k) = self.args.enumerate {
            enumerate::enumerate(&request, k, self.answers.out.as_mut())
        } else {
            let is_cheapest = self.args.leader().is_some();
            let asked = if is_cheapest { solve::cheapest(&request, certify) } else { solve::solve(&request, certify) };
            asked.unwrap_or_else(|e| match e {
                // Which second solution there is, is looked for once more.
                Error::NoPuzzle => solve::not_enough(&request).unwrap_or_else(|| Answer::of_error(e)),
                e => Answer::of_error(e),
            })
        }
    }

    /// Says why there is no problem.
    fn invalid(&mut self, id: Option<String>, error: &LoadError) -> ControlFlow<()> {
        self.n_problems += 1;
        let exit = error.report(&self.answers.context.messages);
        self.answers.put(unanswered(self.args, id, error.status(), error.record()).as_ref(), exit)
    }
}

/// The record of a problem without an answer.
fn unanswered(args: &PuzzleArgs, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record> {
    if args.leader().is_some() {
        return Box::new(cheapest::unanswered(
            args.asked(),
            Head::unanswered(BilevelRecord::SCHEMA, id, status, error),
        ));
    }
    Box::new(solve::unanswered_record(args, Head::unanswered(ResultRecord::SCHEMA, id, status, error)))
}

/// A refusal with the name of the problem, where it has one.
fn refusal(id: Option<&str>, message: &str) -> String {
    id.map_or_else(|| message.to_owned(), |id| format!("{id}: {message}"))
}
