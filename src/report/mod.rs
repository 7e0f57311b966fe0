//! What a run leaves behind: one record an input, the same for every format of the command line.

mod journal;
mod record;

pub use journal::{Journal, JournalError, JournalHead, solve_line, witness_line};
pub use record::{
    Bounds, CheckRecord, EngineRecord, ErrorRecord, ExportRecord, Head, Record, ResultRecord, SetRecord, SetsRecord,
    Solutions, SolveRecord, Status, Work, seconds,
};
