//! `--trace` and `--steps`: every change of the board as it happens, as a line of JSON or as one for people.

use std::io;

use minclue_core::base::{Digit, Index as _};
use minclue_core::sudoku::{Shape, cell_name};
use minclue_report::TraceRecord;
use minclue_teaching::BoardChange;

use super::super::args::FormatArg;
use super::super::record_sink::RecordSink;

/// The format of a run: a trace is lines of JSON.
pub(super) fn format(is_traced: bool, format: FormatArg) -> FormatArg {
    if is_traced { FormatArg::Jsonl } else { format }
}

/// Writes the changes of one solver and one puzzle.
pub(super) struct Trace<'a> {
    out: &'a mut dyn RecordSink,
    id: Option<&'a str>,
    shape: Shape,
    solver: &'static str,
    n_steps: u64,
    /// Does the solver undo what it did last, so that it is somewhere below its begin?
    has_depth: bool,
    depth: usize,
    /// Why nothing more is written.
    pub(super) failed: Option<io::Error>,
}

impl<'a> Trace<'a> {
    /// Of a solver that goes back and forth over the cells.
    pub(super) fn new(out: &'a mut dyn RecordSink, id: Option<&'a str>, shape: Shape, solver: &'static str) -> Self {
        Self { out, id, shape, solver, n_steps: 0, has_depth: false, depth: 0, failed: None }
    }

    /// Of one that undoes what it did last.
    pub(super) fn of_search(
        out: &'a mut dyn RecordSink,
        id: Option<&'a str>,
        shape: Shape,
        solver: &'static str,
    ) -> Self {
        Self { has_depth: true, ..Self::new(out, id, shape, solver) }
    }

    pub(super) fn write(&mut self, change: BoardChange) {
        if self.failed.is_some() {
            return;
        }
        self.n_steps += 1;
        if self.has_depth && change.digit.is_none() {
            self.depth = self.depth.saturating_sub(1);
        }
        let record = TraceRecord {
            schema: TraceRecord::SCHEMA,
            id: self.id.map(str::to_owned),
            solver: self.solver,
            step: self.n_steps,
            cell: change.cell.get(),
            digit: change.digit.map(Digit::value),
            count: change.count,
            cell_name: cell_name(self.shape, change.cell),
            depth: self.depth,
        };
        if self.has_depth && change.digit.is_some() {
            self.depth += 1;
        }
        self.failed = self.out.change(record).err();
    }
}
