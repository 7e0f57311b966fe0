//! Studies: many runs that differ in one thing. What every study has is here: its settings, its runs as
//! lines of a file, tables, and figures; what is compared has a folder of its own. Nothing here searches or writes;
//! `docs/formats/study.md`, `search-study.md` and `classic-study.md` beside it have the files.

#![forbid(unsafe_code)]

pub mod classic;
pub mod inequalities;
pub mod searches;

mod design;
mod instance;
mod math;
mod output;
mod plot;
mod run;
mod table;

pub use design::{RunOf, Study, StudyDesign};
pub use instance::StudyInstance;
pub use output::OutputFile;
pub use run::{RunHead, RunLines, RunLinesError, RunOutcome, StudyRun, latest};
