//! What a run leaves behind: one record an input, the same for every format of the command line: its fields as JSON,
//! what people read of it, and its columns where a table makes sense.

#![forbid(unsafe_code)]

mod bilevel;
mod blueprints;
mod campaign;
mod catalog;
mod check;
mod classic;
mod enumeration;
mod export;
mod given_puzzle;
mod head;
mod hitting_sets;
mod node_log;
mod number;
pub mod page;
pub mod picture;
mod proof;
mod puzzle_tools;
mod rate;
mod record;
mod result;
mod schema;
mod sets;
mod show;
mod words;
mod worksheet;

pub use bilevel::BilevelRecord;
pub use blueprints::{BlueprintRecord, BlueprintsRecord};
pub use campaign::CampaignStatusRecord;
pub use catalog::{
    BandRecord, CatalogCountRecord, CatalogGroupRecord, CatalogPuzzleRecord, CatalogRecord, RegionCountRecord,
    RegionGroupRecord, RegionRecord, RegionWorkRecord, RegionsRecord, TwoBandsRecord,
};
pub use check::{AmbiguityRecord, CheckRecord, Solutions};
pub use classic::{BacktrackingRecord, FillRecord, SquareRecord, SquaresRecord, StrategyRecord, TraceRecord};
pub use enumeration::{EnumerationRecord, FoundPuzzle, PuzzleRecord};
pub use export::ExportRecord;
pub use given_puzzle::GivenRecord;
pub use head::{AnswerStatus, BoundQuestion, Bounds, ErrorRecord, Head, ProblemRecord, seconds};
pub use hitting_sets::{HittingSetRecord, HittingSetsRecord};
pub use minclue_solver::{EngineSettings, LevelRecord, PublishedRecord, SearchRecord, StartRecord};
pub use node_log::NodeLogRecord;
pub use number::{Number, grouped};
pub use proof::{Level, ProofRecord, VerdictRecord};
pub use puzzle_tools::{CanonRecord, GeneratedRecord, MinimizeRecord, NeighborsRecord, RecipeRecord, TransformRecord};
pub use rate::{CandidateRecord, PeopleRecord, RateRecord, StepRecord};
pub use record::{Columns, Headed, Json, OPTIONS, Record, Table, Text};
pub use result::{EngineRecord, ResultRecord, certificate};
pub use schema::schemas;
pub use sets::{DegreeRecord, PackedRecord, PackingRecord, SetsRecord, SpreadRecord, StatsRecord};
pub use show::ShowRecord;
pub use words::{clue_name, clue_variable, clues, conditions, harmless, why, wrapped};
pub use worksheet::{SheetPuzzle, Worksheet};
