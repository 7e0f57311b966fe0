//! What every format of results can take.

use std::io;

use minclue_report::{HittingSetRecord, PuzzleRecord, Record, TraceRecord};

/// Writes results. Every record is out before the next input is looked at.
pub(in super::super) trait Output {
    fn record(&mut self, record: &dyn Record) -> io::Result<()>;

    /// Writes one puzzle of an enumeration; the record of its grid follows. An output that has no place for it waits
    /// for that record, which then holds them all.
    fn puzzle(&mut self, _: &PuzzleRecord) -> io::Result<()> {
        Ok(())
    }

    /// Writes one hitting set, as [`Self::puzzle`] a puzzle.
    fn hitting_set(&mut self, _: &HittingSetRecord) -> io::Result<()> {
        Ok(())
    }

    /// Writes one change of the board, which only people and lines of JSON have a place for.
    fn change(&mut self, _: &TraceRecord) -> io::Result<()> {
        Ok(())
    }

    /// Writes what follows the last record.
    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}
