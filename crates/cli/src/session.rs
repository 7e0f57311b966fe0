//! The run of one verb over all inputs: read, answer, write, and keep the exit code.

use std::ops::ControlFlow;

use minclue_core::sudoku::{Entry, Foreign, Place, ReadError, Reader, Reason};
use minclue_report::{AnswerStatus, ErrorRecord, Record};

use super::ahead::{self, Several};
use super::answer::Answer;
use super::answers::Answers;
use super::args::Common;
use super::claims::{Claims, Refusal};
use super::context::Context;
use super::exit::Exit;
use super::input::Input;
use super::output::{Layout, Output};

/// What a verb does with each input.
pub(super) trait EntryVerb {
    /// Answers one grid or puzzle. What belongs to the answer and is known before its record may go to `out` at once.
    fn answer(&mut self, entry: &Entry, context: &Context, out: &mut dyn Output) -> Answer;

    /// Looks at the files that the run will write, before anything is answered; `claims` has the input.
    ///
    /// # Errors
    /// One of them cannot be written, or something else would be lost.
    fn claim(&mut self, _claims: Claims) -> Result<(), Refusal> {
        // Most verbs write to standard output only.
        Ok(())
    }

    /// What is wrong with a second input, where only one can be answered.
    fn only_one(&self) -> Option<Refusal> {
        None
    }

    /// The record of an input without an answer.
    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record>;
}

/// Runs `verb` over every grid and puzzle of the input.
pub(super) fn run(common: &Common, layout: impl Into<Layout>, verb: &mut dyn EntryVerb) -> Exit {
    let context = match Context::new(common) {
        Ok(context) => context,
        Err(exit) => return exit,
    };
    let messages = context.messages;
    let opened = Input::of(&common.input, common.shape).and_then(|input| Ok((input.open(context.interrupt())?, input)));
    let (text, input) = match opened {
        Ok(opened) => opened,
        Err(e) => {
            messages.error(&e.to_string(), e.help());
            return Exit::Internal;
        }
    };
    if input.is_typed() && !common.quiet {
        messages.note("reading grids from the terminal, one a line; Ctrl-D ends");
    }
    if let Err(refusal) = verb.claim(Claims::of(&input)) {
        return refusal.report(messages);
    }
    let mut reader = Reader::new(text, common.shape);
    let mut first = Vec::new();
    if let Some(refusal) = verb.only_one() {
        match ahead::at_most_one(reader.by_ref()) {
            Ok(all) => first = all,
            Err(Several) => return refusal.report(messages),
        }
    }
    let mut run = Run { verb, input, answers: Answers::new(context, layout), n_entries: 0 };
    let end = run.all(first.into_iter().chain(reader));
    run.answers.finish(end)
}

struct Run<'a> {
    verb: &'a mut dyn EntryVerb,
    input: Input,
    answers: Answers,
    n_entries: usize,
}

impl Run<'_> {
    /// Breaks where nothing more can be written.
    fn all(&mut self, reader: impl Iterator<Item = Result<Entry, ReadError>>) -> ControlFlow<()> {
        for entry in reader {
            // An interrupted input ends anywhere, perhaps within a grid.
            if self.answers.is_interrupted() {
                return ControlFlow::Continue(());
            }
            match entry {
                Ok(entry) => {
                    self.n_entries += 1;
                    self.one(&entry)?;
                }
                Err(ReadError::Refused { id, place, reason }) => {
                    self.n_entries += 1;
                    self.refuse(id, &place, reason.to_string(), help(&reason))?;
                }
                Err(e @ ReadError::Io(_)) => {
                    self.answers.fail(&format!("{}: {e}", self.input.name()), None, Exit::Internal);
                }
            }
        }
        if !self.answers.is_interrupted() && self.n_entries == 0 && self.answers.exit == Exit::Answered {
            let message = format!("there is no grid in {}", self.input.name());
            self.answers.fail(&message, Some(NO_GRID), Exit::InvalidInput);
        }
        ControlFlow::Continue(())
    }

    fn one(&mut self, entry: &Entry) -> ControlFlow<()> {
        let answer = self.verb.answer(entry, &self.answers.context, self.answers.out.as_mut());
        if let Answer::Refused { message, help } = answer {
            return self.refuse(entry.id.clone(), &entry.place, message, help);
        }
        self.answers.take(answer, |status, message| {
            self.verb.unanswered(entry.id.clone(), status, ErrorRecord::at(&entry.place, message))
        })
    }

    /// Refuses an entry at its place in the input.
    fn refuse(
        &mut self,
        id: Option<String>,
        place: &Place,
        message: String,
        help: Option<&'static str>,
    ) -> ControlFlow<()> {
        let literal = matches!(self.input, Input::Literal(_));
        let help = help.or_else(|| literal.then_some("no file has this name, so it was read as a grid"));
        self.answers.context.messages.refused(&self.input.name(), place, &message, help);
        let record = self.verb.unanswered(id, AnswerStatus::InvalidInput, ErrorRecord::at(place, message));
        self.answers.put(&*record, Exit::InvalidInput)
    }
}

/// What helps where there is no grid.
pub(super) const NO_GRID: &str = "one grid a line, or blocks of rows; # begins a comment";

/// What helps against a refusal, where the refusal itself does not say it.
pub(super) fn help(reason: &Reason) -> Option<&'static str> {
    match reason {
        Reason::Length { .. } => {
            Some("a grid is n x n cells in one line, or a block of n rows; write . for an empty cell")
        }
        Reason::BlockEnd { rows: 1, n: 25 } => {
            Some("25 cells are a row of a 25x25 grid; a Latin square of order 5 needs --shape 1x5")
        }
        Reason::BlockEnd { rows: 1, n: 16 } => {
            Some("16 cells in one line are a 4x4 grid if its digits are 1 to 4, and a row of a 16x16 grid otherwise")
        }
        Reason::BlockRow { .. } | Reason::BlockEnd { .. } => {
            Some("a block of n rows has n cells in each; an empty cell is written . and not as a space")
        }
        Reason::NotText => Some("save the input as UTF-8 or plain ASCII text"),
        Reason::LongLine => Some("one grid a line; the largest grid, 25x25, has 625 cells"),
        Reason::NotAGrid => {
            Some("one grid a line, or a block of n rows of n cells; an empty cell is written . and not as a space")
        }
        Reason::Several => Some("one grid or puzzle a line; only the solution of a puzzle may follow it"),
        Reason::Candidates => Some("give the puzzle itself: its clues, and . for every other cell"),
        Reason::Foreign(Foreign::Zstd) => Some("if it is a certificate: minclue verify FILE"),
        Reason::NoShape { .. }
        | Reason::Character { .. }
        | Reason::Clash(..)
        | Reason::Solution { .. }
        | Reason::Foreign(_) => None,
    }
}
