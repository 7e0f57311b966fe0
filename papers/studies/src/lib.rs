//! Studies: series of runs that differ in one setting. This module has the parts that all studies share: the settings,
//! the runs as lines of a file, and the checks for contradictory answers; each kind of study has its own folder. It
//! neither searches nor writes files; `docs/formats/studies.md` describes them.
//! `python/minclue/analysis` makes tables and figures of these files.

#![forbid(unsafe_code)]

pub mod classic;
pub mod inequalities;
pub mod searches;

mod design;
mod instance;
mod run;

pub use design::{RunOf, Study, StudyDesign};
pub use instance::StudyInstance;
pub use run::{RunHead, RunLines, RunLinesError, RunOutcome, StudyRun, latest};
