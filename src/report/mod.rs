//! What a run leaves behind: one record an input, the same for every format of the command line: its fields as JSON,
//! what people read of it, and its columns where a table makes sense.

mod check;
mod classic;
mod enumeration;
mod export;
mod given;
mod head;
mod hitting_sets;
mod making;
mod node_log;
mod proof;
mod record;
mod result;
mod search;
mod sets;
pub mod study;
mod words;

pub use check::{AmbiguityRecord, CheckRecord, Solutions};
pub use classic::{BacktrackingRecord, FillRecord, RateRecord, SquareRecord, SquaresRecord, StrategyRecord};
pub use enumeration::{EnumerationRecord, PuzzleRecord};
pub use export::ExportRecord;
pub use given::GivenRecord;
pub use head::{Bounds, ErrorRecord, Head, ProblemRecord, Question, Status, seconds};
pub use hitting_sets::{HittingSetRecord, HittingSetsRecord};
pub use making::{CanonRecord, GeneratedRecord, MinimizeRecord, NeighborsRecord, RecipeRecord, TransformRecord};
pub use node_log::NodeLogRecord;
pub use proof::{Level, ProofRecord, VerdictRecord};
pub use record::{Columns, Json, Record, Table, Text};
pub use result::{EngineRecord, ResultRecord};
pub use search::{LevelRecord, PublishedRecord, SearchRecord, StartRecord};
pub use sets::{SetsRecord, SpreadRecord, StatsRecord};
pub use words::{clues, harmless, no_formula, why};
