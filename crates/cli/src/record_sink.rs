//! What belongs to the answer to an input and comes before its record, and what people read of it: it goes out at once,
//! or when it is the turn of the input. Who writes it need not know which.

use std::fmt;
use std::io;
use std::sync::Arc;

use minclue_report::{PuzzleRecord, Record, TraceRecord};

use super::message;
use super::output::Output;
use super::progress::aside_output;

/// Something that goes out before an answer.
pub(super) enum Event {
    /// For people, on standard error.
    Text(String),
    /// A record that is not the last one of its input.
    Record(Box<dyn Record>),
    /// A puzzle; see [`Output::puzzle`].
    Puzzle(PuzzleRecord),
    /// A change of the board; see [`Output::change`].
    Change(TraceRecord),
}

pub(super) trait RecordSink {
    /// # Errors
    /// The output does not take any more.
    fn put(&mut self, event: Event) -> io::Result<()>;

    fn record(&mut self, record: Box<dyn Record>) -> io::Result<()> {
        self.put(Event::Record(record))
    }

    fn puzzle(&mut self, puzzle: PuzzleRecord) -> io::Result<()> {
        self.put(Event::Puzzle(puzzle))
    }

    fn change(&mut self, change: TraceRecord) -> io::Result<()> {
        self.put(Event::Change(change))
    }
}

pub(super) struct Direct<'a>(pub(super) &'a mut dyn Output);

impl RecordSink for Direct<'_> {
    fn put(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Text(text) => {
                message::write(&text);
                Ok(())
            }
            Event::Record(record) => aside_output(|| self.0.record(&*record)),
            Event::Puzzle(puzzle) => aside_output(|| self.0.puzzle(&puzzle)),
            Event::Change(change) => self.0.change(&change),
        }
    }
}

/// Keeps events until it is the turn of their input; false if nobody takes them any more.
#[derive(Clone)]
pub(super) struct Deferred(pub(super) Arc<dyn Fn(Event) -> bool + Send + Sync>);

impl fmt::Debug for Deferred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Deferred")
    }
}

impl RecordSink for Deferred {
    fn put(&mut self, event: Event) -> io::Result<()> {
        // One who takes no results any more has closed the pipe.
        if (self.0)(event) { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
    }
}
