//! `--trace`: every change of the board as a line of JSON, as it happens.

use std::io;

use minclue_core::base::{Digit, Index as _};
use minclue_puzzles::classic::BoardChange;
use minclue_report::TraceRecord;

use super::super::args::FormatArg;
use super::super::output::Output;

/// The format of a run: a trace is lines of JSON.
pub(super) fn format(is_traced: bool, format: FormatArg) -> FormatArg {
    if is_traced { FormatArg::Jsonl } else { format }
}

/// Writes the changes of one solver and one puzzle.
pub(super) struct Trace<'a> {
    out: &'a mut dyn Output,
    id: Option<&'a str>,
    solver: &'static str,
    n_steps: u64,
    /// Why nothing more is written.
    pub(super) failed: Option<io::Error>,
}

impl<'a> Trace<'a> {
    pub(super) fn new(out: &'a mut dyn Output, id: Option<&'a str>, solver: &'static str) -> Self {
        Self { out, id, solver, n_steps: 0, failed: None }
    }

    pub(super) fn write(&mut self, change: BoardChange) {
        if self.failed.is_some() {
            return;
        }
        self.n_steps += 1;
        let record = TraceRecord {
            schema: TraceRecord::SCHEMA,
            id: self.id.map(str::to_owned),
            solver: self.solver,
            step: self.n_steps,
            cell: change.cell.get(),
            digit: change.digit.map(Digit::value),
            count: change.count,
        };
        self.failed = self.out.change(&record).err();
    }
}
