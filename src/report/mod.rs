//! What a run leaves behind: one record an input, the same for every format of the command line. Records of unavoidable
//! sets, and the lists of other programs, are read back too.

mod classic;
mod digest;
mod enumeration;
mod given;
mod hitting_sets;
mod journal;
mod making;
mod node_log;
mod pickle;
mod proof;
mod read_sets;
mod record;
mod search;
mod state;
pub mod study;
mod work;

pub use classic::{BacktrackingRecord, FillRecord, RateRecord, SquareRecord, SquaresRecord, StrategyRecord};
pub use enumeration::{EnumerationRecord, PuzzleRecord};
pub use given::GivenRecord;
pub use hitting_sets::{HittingSetRecord, HittingSetsRecord};
pub use journal::{Journal, JournalError, JournalHead, solve_line, witness_line};
pub use making::{CanonRecord, GeneratedRecord, MinimizeRecord, NeighborsRecord, RecipeRecord, TransformRecord};
pub use node_log::NodeLogRecord;
pub use pickle::{PickleError, PickleFlaw};
pub use proof::{Level, ProofRecord, VerdictRecord};
pub use read_sets::{ReadSetsError, SetFile, SetPlace};
pub use record::{
    AmbiguityRecord, Bounds, CheckRecord, EngineRecord, ErrorRecord, ExportRecord, Head, ProblemRecord, Question,
    Record, ResultRecord, SetRecord, SetsRecord, Solutions, SolveRecord, SpreadRecord, StatsRecord, Status, seconds,
};
pub use search::{LevelRecord, PublishedRecord, SearchRecord};
pub use state::StateFile;
pub use work::{PrunesRecord, StartRecord, Work};
