//! What every answer may need: who listens, what ends a run, and which exit code an outcome has.

use std::sync::Arc;
use std::time::Duration;

use minclue_core::base::{Interrupt, Limits, NodeMeter};
use minclue_report::AnswerStatus;

use super::args::{Color, MessageArgs};
use super::embedded;
use super::exit::Exit;
use super::message::{self, Messages};
use super::progress::{self, Shown, Verbosity};
use super::record_sink::Deferred;
use super::signal::Signals;

/// What every answer may need.
pub(super) struct Context {
    signals: Signals,
    pub(super) messages: Messages,
    pub(super) verbosity: Verbosity,
    /// Are results for people painted?
    pub(super) paint: bool,
    /// The line of progress, as long as anything is at work.
    _shown: Arc<Shown>,
}

impl Context {
    /// Listens for signals, and knows who wants to know what.
    ///
    /// # Errors
    /// The exit code if signals cannot be heard; that was said.
    pub(super) fn new(args: &MessageArgs) -> Result<Self, Exit> {
        Self::of(args.color, args.verbose, args.quiet)
    }

    /// The same from single arguments.
    ///
    /// # Errors
    /// As of [`Self::new`].
    pub(super) fn of(color: Color, verbose: bool, quiet: bool) -> Result<Self, Exit> {
        let messages = Messages::new(color);
        let signals = Signals::listen().map_err(|e| {
            messages.error(&format!("cannot listen for signals: {e}"), None);
            Exit::Internal
        })?;
        let paint = message::is_painted(color, embedded::is_shown());
        let verbosity = Verbosity::new(verbose, quiet, &messages);
        let _shown = Arc::new(verbosity.show());
        Ok(Self { signals, messages, verbosity, paint, _shown })
    }

    /// The same for one of several inputs that are answered in parallel: what people read of it is kept in this queue.
    pub(super) fn with_queue(&self, queue: &Deferred) -> Self {
        Self {
            signals: self.signals.clone(),
            messages: self.messages.in_queue(queue),
            verbosity: self.verbosity.in_queue(queue),
            paint: self.paint,
            _shown: Arc::clone(&self._shown),
        }
    }

    /// The exit code of a run that a signal ended.
    pub(super) fn exit_of_signal(&self) -> Exit {
        self.signals.exit()
    }

    /// From now on the first signal ends the program.
    pub(super) fn end_at_once(&self) {
        self.signals.end_at_once();
    }

    pub(super) fn interrupt(&self) -> &Interrupt {
        self.signals.interrupt()
    }

    /// Limits that begin now; the line of progress shows how far they are.
    pub(super) fn limits(&self, time: Option<Duration>, nodes: Option<u64>) -> Limits {
        self.limiter(true).limits(time, nodes)
    }

    /// What makes limits. Only of one input at a time can the line of progress show how far it is.
    pub(super) fn limiter(&self, is_shown: bool) -> Limiter {
        Limiter { interrupt: self.interrupt().clone(), is_shown }
    }

    /// Limits of one engine that begin now; the memory in megabytes.
    pub(super) fn limits_of_engine(&self, time: Option<Duration>, nodes: Option<u64>, memory: Option<u64>) -> Limits {
        let limits = self.limits(time, nodes);
        memory.map_or_else(|| limits.clone(), |megabytes| limits.clone().with_memory(megabytes.saturating_mul(1 << 20)))
    }

    /// The exit code that an answer with this status asks for.
    pub(super) fn exit_of(&self, status: AnswerStatus) -> Exit {
        match status {
            AnswerStatus::Optimal | AnswerStatus::Decided | AnswerStatus::Done | AnswerStatus::MaxReached => {
                Exit::Answered
            }
            AnswerStatus::TimeLimit | AnswerStatus::NodeLimit | AnswerStatus::MemoryLimit => Exit::Limit,
            AnswerStatus::Interrupted => self.exit_of_signal(),
            AnswerStatus::InvalidInput => Exit::InvalidInput,
            AnswerStatus::Mismatch => Exit::CheckFailed,
            AnswerStatus::Failed => Exit::Internal,
        }
    }
}

/// Makes the limits of one piece of work, in whatever thread.
#[derive(Clone, Debug)]
pub(super) struct Limiter {
    interrupt: Interrupt,
    is_shown: bool,
}

impl Limiter {
    /// Limits that begin now.
    pub(super) fn limits(&self, time: Option<Duration>, nodes: Option<u64>) -> Limits {
        let limits = Limits::none().with_interrupt(self.interrupt.clone());
        let limits = if self.is_shown {
            let meter = NodeMeter::default();
            progress::limited(time, meter.clone());
            limits.with_meter(meter)
        } else {
            limits
        };
        let limits = time.map_or_else(|| limits.clone(), |time| limits.clone().with_time(time));
        nodes.map_or_else(|| limits.clone(), |nodes| limits.clone().with_nodes(nodes))
    }

    /// Was the run interrupted?
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.is_raised()
    }
}
