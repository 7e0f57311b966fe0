//! What a run leaves behind: one record an input, the same for every format of the command line. Records of unavoidable
//! sets, and the lists of other programs, are read back too.

mod check;
mod classic;
mod digest;
mod enumeration;
mod export;
mod given;
mod head;
mod hitting_sets;
mod journal;
mod making;
mod node_log;
mod pickle;
mod proof;
mod read_sets;
mod record;
mod result;
mod search;
mod sets;
mod state;
pub mod study;
mod words;

pub use check::{AmbiguityRecord, CheckRecord, Solutions};
pub use classic::{BacktrackingRecord, FillRecord, RateRecord, SquareRecord, SquaresRecord, StrategyRecord};
pub use enumeration::{EnumerationRecord, PuzzleRecord};
pub use export::ExportRecord;
pub use given::GivenRecord;
pub use head::{Bounds, ErrorRecord, Head, ProblemRecord, Question, Status, seconds};
pub use hitting_sets::{HittingSetRecord, HittingSetsRecord};
pub use journal::{Journal, JournalError, JournalHead, solve_line, witness_line};
pub use making::{CanonRecord, GeneratedRecord, MinimizeRecord, NeighborsRecord, RecipeRecord, TransformRecord};
pub use node_log::NodeLogRecord;
pub use pickle::{PickleError, PickleFlaw};
pub use proof::{Level, ProofRecord, VerdictRecord};
pub use read_sets::{ReadSetsError, SetFile, SetPlace};
pub use record::{Columns, Json, Record, Table, Text};
pub use result::{EngineRecord, ResultRecord};
pub use search::{LevelRecord, PublishedRecord, SearchRecord, StartRecord};
pub use sets::{SetRecord, SetsRecord, SpreadRecord, StatsRecord};
pub use state::StateFile;
pub use words::{clues, harmless, why};
