//! The run of one verb over all inputs: read, answer, write, and keep the exit code.

use std::ops::ControlFlow;
use std::rc::Rc;

use minclue_core::sudoku::{Entry, Foreign, Place, ReadError, Reader, Reason};
use minclue_report::{AnswerStatus, ErrorRecord, Record};

use super::answer::Answer;
use super::answers::Answers;
use super::args::Common;
use super::claims::{Claims, Refusal};
use super::context::Context;
use super::exit::Exit;
use super::input::Input;
use super::inputs::{self, Found, Inputs};
use super::output::{Layout, Output};
use super::progress;

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
    let inputs = match Inputs::of_grids(&common.input, common.shape, messages) {
        Ok(inputs) => inputs,
        Err(exit) => return exit,
    };
    if inputs.is_typed() && !common.quiet {
        messages.note("reading grids from the terminal, one a line; Ctrl-D ends");
    }
    if let Err(refusal) = verb.claim(Claims::of(inputs.iter())) {
        return refusal.report(messages);
    }
    progress::of(0, inputs.counted_grids(common.shape));
    let shape = common.shape;
    let all = inputs.read(context.interrupt(), move |text| Reader::new(text, shape));
    let only_one = verb.only_one();
    let Ok(all) = inputs::at_most_one(all, only_one.is_some()) else {
        return only_one.map_or(Exit::Usage, |refusal| refusal.report(messages));
    };
    let mut answers = Answers::new(context, layout);
    answers.exit = inputs.exit();
    let mut run = Run { verb, answers };
    let end = run.all(all);
    run.answers.finish(end)
}

struct Run<'a> {
    verb: &'a mut dyn EntryVerb,
    answers: Answers,
}

impl Run<'_> {
    /// Breaks where nothing more can be written.
    fn all(&mut self, all: impl Iterator<Item = (Rc<Input>, Found<Entry, ReadError>)>) -> ControlFlow<()> {
        for (input, found) in all {
            // An interrupted input ends anywhere, perhaps within a grid.
            if self.answers.is_interrupted() {
                return ControlFlow::Continue(());
            }
            match found {
                Found::Whole(entry) => {
                    progress::begin(entry.id.as_deref());
                    self.one(&input, &entry)?;
                    progress::done();
                }
                Found::Wrong(ReadError::Refused { id, place, reason }) => {
                    self.refuse(&input, id, &place, reason.to_string(), help(&reason))?;
                    progress::done();
                }
                Found::Wrong(e @ ReadError::Io(_)) => {
                    self.answers.fail(&format!("{}: {e}", input.name()), None, Exit::Internal);
                }
                Found::Unopened(e) => self.answers.fail(&e.to_string(), e.help(), Exit::Internal),
                Found::Nothing => {
                    let message = format!("there is no grid in {}", input.name());
                    self.answers.fail(&message, Some(NO_GRID), Exit::InvalidInput);
                }
            }
        }
        self.answers.is_interrupted();
        ControlFlow::Continue(())
    }

    fn one(&mut self, input: &Input, entry: &Entry) -> ControlFlow<()> {
        let answer = self.verb.answer(entry, &self.answers.context, self.answers.out.as_mut());
        if let Answer::Refused { message, help } = answer {
            return self.refuse(input, entry.id.clone(), &entry.place, message, help);
        }
        self.answers.take(answer, |status, message| {
            self.verb.unanswered(entry.id.clone(), status, ErrorRecord::at(&entry.place, message))
        })
    }

    /// Refuses an entry at its place in the input.
    fn refuse(
        &mut self,
        input: &Input,
        id: Option<String>,
        place: &Place,
        message: String,
        help: Option<&'static str>,
    ) -> ControlFlow<()> {
        let literal = matches!(input, Input::Literal(_));
        let help = help.or_else(|| literal.then_some("no file has this name, so it was read as a grid"));
        self.answers.context.messages.refused(&input.name(), place, &message, help);
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
