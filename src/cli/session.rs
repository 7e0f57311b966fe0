//! The run of one verb over all inputs: read, answer, write, and keep the exit code.

use std::io;
use std::ops::ControlFlow;
use std::time::Duration;

use crate::base::{Interrupt, Limits};
use crate::report::{ErrorRecord, Record, Status};
use crate::sudoku::{Entry, Place, ReadError, Reader, Reason};

use super::args::{Color, Common, TableFormat};
use super::exit::Exit;
use super::input::Input;
use super::message::Messages;
use super::output::{self, Output};
use super::progress::Audience;
use super::signal::Signals;

/// What one verb says to one input.
pub(super) trait Ask {
    /// Answers one grid or puzzle. What belongs to the answer and is known before its record may go to `out` at once.
    fn answer(&mut self, entry: &Entry, context: &Context, out: &mut dyn Output) -> Answer;

    /// The record of an input without an answer.
    fn unanswered(&self, id: Option<String>, status: Status, error: ErrorRecord) -> Record;
}

/// How an input was answered.
pub(super) enum Answer {
    /// As far as the limits allow.
    Known(Record),
    /// Answered, and there is nothing to write.
    Silent,
    /// Answered, and it is not what the user required.
    Unwanted(Record),
    /// What is known is not to be relied on: the engines contradict each other, or one of them failed. The message
    /// says how; the record keeps what the others found.
    Broken(Record, String),
    /// The input does not stand for what is needed.
    Refused {
        /// Why.
        message: String,
        /// What helps.
        help: Option<&'static str>,
    },
    /// An option does not fit to this input.
    Misused(String),
    /// A file that an option names is not what is needed; the message names the place in it.
    BadFile(String),
    /// What an option says does not fit to this input.
    Misfit {
        /// The option.
        option: &'static str,
        /// Where in its value.
        place: Place,
        /// What is wrong.
        message: String,
    },
    /// This program, a tool or the machine failed.
    Failed(String),
    /// The output does not take any more.
    Unwritten(io::Error),
}

/// What every answer may need.
pub(super) struct Context {
    signals: Signals,
    pub(super) messages: Messages,
    pub(super) audience: Audience,
}

impl Context {
    /// Listens for signals, and knows who wants to know what.
    ///
    /// # Errors
    /// The exit code if signals cannot be heard; that was said.
    pub(super) fn new(common: &Common) -> Result<Self, Exit> {
        Self::of(common.color, common.verbose, common.quiet)
    }

    /// The same from single arguments.
    ///
    /// # Errors
    /// As of [`Self::new`].
    pub(super) fn of(color: Color, verbose: bool, quiet: bool) -> Result<Self, Exit> {
        let messages = Messages::new(color);
        let signals = Signals::listen().map_err(|e| {
            messages.error(&format!("signals cannot be heard: {e}"), None);
            Exit::Internal
        })?;
        Ok(Self { signals, messages, audience: Audience::new(verbose, quiet) })
    }

    /// The exit code of a run that a signal ended.
    pub(super) fn exit_of_signal(&self) -> Exit {
        self.signals.exit()
    }

    pub(super) fn interrupt(&self) -> &Interrupt {
        self.signals.interrupt()
    }

    /// Limits that begin now.
    pub(super) fn limits(&self, time: Option<Duration>, nodes: Option<u64>) -> Limits {
        let limits = Limits::none().with_interrupt(self.interrupt().clone());
        let limits = time.map_or_else(|| limits.clone(), |time| limits.clone().with_time(time));
        nodes.map_or_else(|| limits.clone(), |nodes| limits.clone().with_nodes(nodes))
    }

    /// Limits of one engine that begin now; the memory in megabytes.
    pub(super) fn limits_of_engine(&self, time: Option<Duration>, nodes: Option<u64>, memory: Option<u64>) -> Limits {
        let limits = self.limits(time, nodes);
        memory.map_or_else(|| limits.clone(), |megabytes| limits.clone().with_memory(megabytes.saturating_mul(1 << 20)))
    }

    /// The exit code that an answer with this status asks for.
    pub(super) fn exit_of(&self, status: Status) -> Exit {
        match status {
            Status::Optimal | Status::Decided | Status::Feasible => Exit::Answered,
            Status::TimeLimit | Status::NodeLimit | Status::MemoryLimit => Exit::Limit,
            Status::Interrupted => self.exit_of_signal(),
            Status::InvalidInput => Exit::InvalidInput,
            Status::Mismatch => Exit::CheckFailed,
            Status::Failed => Exit::Internal,
        }
    }
}

/// Runs `ask` over every grid and puzzle of the input.
pub(super) fn run(common: &Common, format: impl Into<TableFormat>, ask: &mut dyn Ask) -> Exit {
    let context = match Context::new(common) {
        Ok(context) => context,
        Err(exit) => return exit,
    };
    let messages = context.messages;
    let opened = Input::of(&common.input).and_then(|input| Ok((input.open(context.interrupt())?, input)));
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
    let mut run = Run { ask, context, input, out: output::standard(format.into()), exit: Exit::Answered, n_entries: 0 };
    let reader = Reader::new(text, common.shape);
    let (ControlFlow::Continue(exit) | ControlFlow::Break(exit)) = run.all(reader);
    exit
}

struct Run<'a> {
    ask: &'a mut dyn Ask,
    context: Context,
    input: Input,
    out: Box<dyn Output>,
    exit: Exit,
    n_entries: usize,
}

impl Run<'_> {
    /// Breaks where nothing more can be written.
    fn all(&mut self, reader: impl Iterator<Item = Result<Entry, ReadError>>) -> ControlFlow<Exit, Exit> {
        for entry in reader {
            // An interrupted input ends anywhere, perhaps within a grid.
            if self.context.interrupt().is_raised() {
                break;
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
                    self.context.messages.error(&format!("{}: {e}", self.input.name()), None);
                    self.exit = self.exit.and(Exit::Internal);
                }
            }
        }
        if self.context.interrupt().is_raised() {
            self.exit = self.exit.and(self.context.exit_of_signal());
        } else if self.n_entries == 0 && self.exit == Exit::Answered {
            let message = format!("there is no grid in {}", self.input.name());
            self.context.messages.error(&message, Some("one grid a line, or blocks of rows; # begins a comment"));
            self.exit = Exit::InvalidInput;
        }
        let finished = self.out.finish();
        self.written(finished)?;
        ControlFlow::Continue(self.exit)
    }

    fn one(&mut self, entry: &Entry) -> ControlFlow<Exit> {
        let messages = self.context.messages;
        match self.ask.answer(entry, &self.context, self.out.as_mut()) {
            Answer::Known(record) => {
                let exit =
                    record.statuses().fold(Exit::Answered, |exit, status| exit.and(self.context.exit_of(status)));
                self.put(&record, exit)
            }
            Answer::Silent => ControlFlow::Continue(()),
            Answer::Unwanted(record) => self.put(&record, Exit::CheckFailed),
            Answer::Broken(record, message) => {
                let status = record.head().status;
                let report = "this is a defect of minclue: please report it with the files that were kept";
                messages.error(&message, (status == Status::Mismatch).then_some(report));
                self.put(&record, self.context.exit_of(status))
            }
            Answer::Refused { message, help } => self.refuse(entry.id.clone(), &entry.place, message, help),
            Answer::Misused(message) => {
                messages.error(&message, None);
                self.unanswered(entry.id.clone(), &entry.place, Status::InvalidInput, message, Exit::Usage)
            }
            Answer::BadFile(message) => {
                messages.error(&message, None);
                self.unanswered(entry.id.clone(), &entry.place, Status::InvalidInput, message, Exit::InvalidInput)
            }
            Answer::Misfit { option, place, message } => {
                messages.refused(option, &place, &message, None);
                let message = format!("{option}: {message}");
                self.unanswered(entry.id.clone(), &entry.place, Status::InvalidInput, message, Exit::InvalidInput)
            }
            Answer::Unwritten(e) => self.written(Err(e)),
            Answer::Failed(message) => {
                messages.error(&message, None);
                self.unanswered(entry.id.clone(), &entry.place, Status::Failed, message, Exit::Internal)
            }
        }
    }

    fn refuse(
        &mut self,
        id: Option<String>,
        place: &Place,
        message: String,
        help: Option<&'static str>,
    ) -> ControlFlow<Exit> {
        let literal = matches!(self.input, Input::Literal(_));
        let help = help.or_else(|| literal.then_some("no file has this name, so it was read as a grid"));
        self.context.messages.refused(&self.input.name(), place, &message, help);
        self.unanswered(id, place, Status::InvalidInput, message, Exit::InvalidInput)
    }

    fn unanswered(
        &mut self,
        id: Option<String>,
        place: &Place,
        status: Status,
        message: String,
        exit: Exit,
    ) -> ControlFlow<Exit> {
        let error = ErrorRecord { line: place.line, column: place.column, message };
        let record = self.ask.unanswered(id, status, error);
        self.put(&record, exit)
    }

    fn put(&mut self, record: &Record, exit: Exit) -> ControlFlow<Exit> {
        self.exit = self.exit.and(exit);
        let written = self.out.record(record);
        self.written(written)
    }

    /// A reader that has closed the pipe has seen enough: no error, and nothing left to do.
    fn written(&mut self, written: io::Result<()>) -> ControlFlow<Exit> {
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => ControlFlow::Break(self.exit),
            Err(e) => {
                self.context.messages.error(&format!("results cannot be written: {e}"), None);
                ControlFlow::Break(self.exit.and(Exit::Internal))
            }
        }
    }
}

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
        Reason::NoShape { .. } | Reason::Character { .. } | Reason::Clash(..) | Reason::Trailing => None,
    }
}
