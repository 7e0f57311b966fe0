//! Where answers go: records to the output, what went wrong to standard error, and all of it into one exit code.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use minclue_report::{AnswerStatus, Record};

use super::answer::Answer;
use super::context::Context;
use super::exit::Exit;
use super::output::{self, Layout, Output};
use super::progress;
use super::record_sink::{Direct, Event, RecordSink as _};

/// How to report a defect. Logs are kept where engines contradict each other, and the message names them.
pub(super) const REPORT: &str =
    "this is a defect of minclue: please report it with the command, its input files, and the logs named here, if any";

/// Takes the answers of one run.
pub(super) struct Answers {
    pub(super) context: Arc<Context>,
    pub(super) out: Box<dyn Output>,
    pub(super) exit: Exit,
}

impl Answers {
    pub(super) fn new(context: Context, layout: Layout) -> Self {
        let out = output::standard(layout, context.paint);
        Self { context: Arc::new(context), out, exit: Exit::Answered }
    }

    /// Takes one answer; `unanswered` makes the record of an input that has none, with the message why. Breaks where
    /// nothing more can be written.
    pub(super) fn take(
        &mut self,
        answer: Answer,
        unanswered: impl FnOnce(AnswerStatus, String) -> Box<dyn Record>,
    ) -> ControlFlow<()> {
        let messages = self.context.messages.clone();
        let (status, message, exit) = match answer {
            Answer::Known(record) => return self.known(&*record),
            Answer::NoRecord => return ControlFlow::Continue(()),
            Answer::InOrder(finish) => return self.take(finish(), unanswered),
            Answer::CheckFailed(record) => return self.put(&*record, Exit::CheckFailed),
            Answer::Unreliable(record, message) => {
                let status = record.head().status;
                messages.error(&message, (status == AnswerStatus::Mismatch).then_some(REPORT));
                return self.put(&*record, self.context.exit_of(status));
            }
            Answer::Unsaved(record, message) => {
                messages.error(&message, None);
                return self.put(&*record, Exit::Internal);
            }
            Answer::Output(e) => return self.written(Err(e)),
            Answer::BadValue { option, place, message } => {
                messages.refused(option, &place, &message, None);
                (AnswerStatus::InvalidInput, format!("{option}: {message}"), Exit::InvalidInput)
            }
            Answer::Refused { message, help } => {
                messages.error(&message, help);
                (AnswerStatus::InvalidInput, message, Exit::InvalidInput)
            }
            Answer::Usage(message) => {
                messages.error(&message, None);
                (AnswerStatus::InvalidInput, message, Exit::Usage)
            }
            Answer::BadFile(message) => {
                messages.error(&message, None);
                (AnswerStatus::InvalidInput, message, Exit::InvalidInput)
            }
            Answer::Failed(message) => {
                messages.error(&message, None);
                (AnswerStatus::Failed, message, Exit::Internal)
            }
        };
        self.put(&*unanswered(status, message), exit)
    }

    /// Writes a record; how it ended is the exit code.
    pub(super) fn known(&mut self, record: &dyn Record) -> ControlFlow<()> {
        let exit =
            record.statuses().into_iter().fold(Exit::Answered, |exit, status| exit.and(self.context.exit_of(status)));
        self.put(record, exit)
    }

    pub(super) fn put(&mut self, record: &dyn Record, exit: Exit) -> ControlFlow<()> {
        self.exit = self.exit.and(exit);
        let written = progress::aside_output(|| self.out.record(record));
        self.written(written)
    }

    /// Writes something that has no say in how the run ends.
    pub(super) fn event(&mut self, event: Event) -> ControlFlow<()> {
        let written = Direct(self.out.as_mut()).put(event);
        self.written(written)
    }

    /// A message about what has no record.
    pub(super) fn fail(&mut self, message: &str, help: Option<&str>, exit: Exit) {
        self.context.messages.error(message, help);
        self.exit = self.exit.and(exit);
    }

    /// Has a signal ended the run? Then its exit code counts.
    pub(super) fn is_interrupted(&mut self) -> bool {
        let is_raised = self.context.interrupt().is_raised();
        if is_raised {
            self.exit = self.exit.and(self.context.exit_of_signal());
        }
        is_raised
    }

    /// Writes what follows the last record, unless nothing more can be written, and returns the exit code.
    pub(super) fn finish(mut self, end: ControlFlow<()>) -> Exit {
        if end.is_continue() {
            let finished = progress::aside_output(|| self.out.finish());
            let (ControlFlow::Continue(()) | ControlFlow::Break(())) = self.written(finished);
        }
        self.exit
    }

    /// A reader that has closed the pipe has seen enough: no error, and nothing left to do.
    fn written(&mut self, written: io::Result<()>) -> ControlFlow<()> {
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => ControlFlow::Break(()),
            // What has no place in the format leaves the others.
            Err(e) if e.kind() == io::ErrorKind::Unsupported => {
                self.fail(&e.to_string(), None, Exit::Usage);
                ControlFlow::Continue(())
            }
            Err(e) => {
                self.fail(&format!("results cannot be written: {e}"), None, Exit::Internal);
                ControlFlow::Break(())
            }
        }
    }
}
