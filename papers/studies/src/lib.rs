//! Studies: many runs that differ in one thing. What every study has is here: its settings, its runs as lines of a
//! file, and answers that cannot all be true; what is compared has a folder of its own. Nothing here searches or
//! writes; `docs/formats/studies.md` has the files. Tables and
//! figures are made of these files by `python/minclue/analysis`.

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
