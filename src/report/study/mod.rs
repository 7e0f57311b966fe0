//! Studies: many runs of this program that differ in one thing. What every study has is here: its settings, its runs as
//! lines of a file, tables, and figures; what is compared has a folder of its own. Nothing here searches or writes;
//! `docs/formats/study.md` and `docs/formats/search-study.md` have the files.

pub mod inequalities;
pub mod searches;

mod instance;
mod math;
mod output;
mod plan;
mod plot;
mod run;
mod table;

pub use instance::StudyInstance;
pub use output::OutputFile;
pub use plan::{Plan, RunOf, Study};
pub use run::{Outcome, Run, RunHead, RunLines, RunLinesError, latest};
