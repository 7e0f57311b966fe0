//! What a run leaves behind: one record an input, the same for every format of the command line.

mod record;

pub use record::{
    Bounds, CheckRecord, EngineRecord, ErrorRecord, ExportRecord, Head, Record, ResultRecord, SetRecord, SetsRecord,
    Solutions, SpreadRecord, StatsRecord, Status, Work, seconds,
};
