//! `minclue fcp`: the fewest clues of other puzzles, and of any 0/1 model with a known solution (tjusila-2023, section 6).
//!
//! A puzzle and a model come to the same: a [`Stated`] problem, which has every engine, sets, models and certificates.

mod check;
mod enumerate;
mod export;
mod sets;
mod solve;
mod stated;

use std::ops::ControlFlow;
use std::time::Instant;

use crate::problem::Verdict;
use crate::puzzles::{PoseError, Reader};
use crate::report::{ErrorRecord, Head, Record, ResultRecord, Status};
use crate::sudoku::Place;

use super::answers::Answers;
use super::args::FcpArgs;
use super::certify;
use super::exit::Exit;
use super::input::Input;
use super::session::{Answer, Context};
use super::width::with_wide_width;

use stated::{ReadingEnd, Source, Stated, Unstated};

/// How often limits are asked while it is seen whether the clues suffice, in guesses.
const PACE: u32 = 1024;

/// Runs the verb.
#[must_use]
pub fn fcp(args: &FcpArgs) -> Exit {
    let context = match Context::of(args.color, args.verbose, args.quiet) {
        Ok(context) => context,
        Err(exit) => return exit,
    };
    let mut run = Run { args, answers: Answers::new(context, args.format), n_problems: 0 };
    let end = match (&args.model, &args.solution) {
        (Some(model), Some(solution)) => run.model(model, solution),
        _ => run.puzzles(),
    };
    run.answers.is_interrupted();
    run.answers.finish(end)
}

struct Run<'a> {
    args: &'a FcpArgs,
    answers: Answers,
    n_problems: usize,
}

impl Run<'_> {
    fn model(&mut self, model: &std::path::Path, solution: &std::path::Path) -> ControlFlow<()> {
        let start = Instant::now();
        let limits = self.answers.context.limits(self.args.time_limit, None);
        match Source::of_model(model, solution, &limits, self.args.memory_limit) {
            Ok(source) => self.one(source, (1, 1)),
            Err(ReadingEnd::Unstated(unstated)) => self.unstated(None, *unstated),
            Err(ReadingEnd::Stopped(stop)) => {
                let id = model.file_stem().map(|stem| stem.to_string_lossy().into_owned());
                self.answers.known(&solve::unread(self.args, id, stop, start))
            }
        }
    }

    /// All puzzles of the input; breaks where nothing more can be written.
    fn puzzles(&mut self) -> ControlFlow<()> {
        let opened = Input::file_of(&self.args.input).and_then(|i| Ok((i.open(self.answers.context.interrupt())?, i)));
        let (text, input) = match opened {
            Ok(opened) => opened,
            Err(e) => {
                let help = "give a file of puzzles, or - for standard input";
                self.answers.fail(&e.to_string(), Some(help), Exit::Internal);
                return ControlFlow::Continue(());
            }
        };
        if input.is_typed() && !self.args.quiet {
            self.answers
                .context
                .messages
                .note("reading puzzles from the terminal, a blank line between two; Ctrl-D ends");
        }
        for posed in Reader::new(text) {
            // An interrupted input ends anywhere, perhaps within a puzzle.
            if self.answers.context.interrupt().is_raised() {
                return ControlFlow::Continue(());
            }
            match posed {
                Ok(posed) => self.one(Source::Puzzle(Box::new(posed)), (1, 1))?,
                Err(PoseError { line, column, id, text, message }) => {
                    let place = Place { line, column, width: 1, text };
                    self.unstated(id, *Unstated::at(input.name(), place, message))?;
                }
            }
        }
        if self.n_problems == 0 && self.answers.exit == Exit::Answered && !self.answers.context.interrupt().is_raised()
        {
            let help = "a puzzle begins with a line such as `latin NAME`; docs/puzzles.md has the formats";
            self.answers.fail(&format!("there is no puzzle in {}", input.name()), Some(help), Exit::InvalidInput);
        }
        ControlFlow::Continue(())
    }

    fn one(&mut self, source: Source, place: (usize, usize)) -> ControlFlow<()> {
        self.n_problems += 1;
        let id = source.id();
        let certify = self.args.certify.as_deref().map(|path| certify::path_of(path, self.n_problems)).transpose();
        let answer = match certify.map_err(Answer::Failed).and_then(|certify| {
            let cells = source.cells(self.args).map_err(|message| Answer::BadFile(refusal(id.as_deref(), &message)))?;
            Ok(with_wide_width!(cells.len(), W => {
                let stated = Stated::<W>::new(source, &cells, self.args);
                match stated {
                    Ok(stated) => self.answer(&stated, certify.as_deref(), place),
                    Err(message) => Answer::BadFile(refusal(id.as_deref(), &message)),
                }
            }))
        }) {
            Ok(answer) | Err(answer) => answer,
        };
        let args = self.args;
        self.answers.take(answer, |status, message| unanswered(args, id, place, status, message))
    }

    fn answer<const W: usize>(
        &mut self,
        stated: &Stated<W>,
        certify: Option<&std::path::Path>,
        place: (usize, usize),
    ) -> Answer {
        let start = Instant::now();
        let asked = Asked { args: self.args, context: &self.answers.context, stated, start, place };
        if let Some(patterns) = &self.args.check {
            return check::check(&asked, patterns);
        }
        if let Some(prefix) = &self.args.export {
            return export::export(&asked, prefix, self.n_problems);
        }
        // Without that no engine has anything to look for.
        let limits = self.answers.context.limits(self.args.time_limit, None);
        match stated.problem.suffices(&mut limits.pace(PACE)) {
            Verdict::Unique => {}
            Verdict::Second(witness) => {
                let id = stated.id.as_deref();
                return Answer::BadFile(refusal(id, &stated.not_enough(&witness)));
            }
            Verdict::Limit(stop) => return solve::stopped(&asked, stop),
        }
        if self.args.sets {
            sets::sets(&asked)
        } else if let Some(k) = self.args.enumerate {
            enumerate::enumerate(&asked, k, self.answers.out.as_mut())
        } else {
            solve::solve(&asked, certify)
        }
    }

    /// Says why there is no problem.
    fn unstated(&mut self, id: Option<String>, unstated: Unstated) -> ControlFlow<()> {
        self.n_problems += 1;
        let Unstated { file, place, line, message, exit } = unstated;
        let at = match &place {
            Some(place) => {
                self.answers.context.messages.refused(&file, place, &message, None);
                (place.line, place.column)
            }
            None => {
                self.answers.context.messages.error(&format!("{file}: {message}"), None);
                (line.unwrap_or(1), 1)
            }
        };
        let status = if exit == Exit::Internal { Status::Failed } else { Status::InvalidInput };
        self.answers.put(&unanswered(self.args, id, at, status, message), exit)
    }
}

/// The record of a problem without an answer.
fn unanswered(
    args: &FcpArgs,
    id: Option<String>,
    (line, column): (usize, usize),
    status: Status,
    message: String,
) -> Record {
    let error = ErrorRecord { line, column, message };
    solve::unasked(args, Head::unanswered(ResultRecord::SCHEMA, id, status, error))
}

/// A refusal with the name of the problem, where it has one.
fn refusal(id: Option<&str>, message: &str) -> String {
    id.map_or_else(|| message.to_owned(), |id| format!("{id}: {message}"))
}

/// A problem, and what is asked about it.
struct Asked<'a, const W: usize> {
    args: &'a FcpArgs,
    context: &'a Context,
    stated: &'a Stated<W>,
    start: Instant,
    /// Line and column of the input.
    place: (usize, usize),
}

impl<const W: usize> Asked<'_, W> {
    fn head(&self, schema: &'static str, status: Status) -> Head {
        Head {
            schema,
            id: self.stated.id.clone(),
            grid: None,
            input: None,
            shape: None,
            problem: Some(self.stated.record()),
            status,
            error: None,
        }
    }
}
