//! The study of numbers of inequalities: tjusila-2023, section 5. Its runs as lines of a file, and the paper's tables and
//! figures made from them. Nothing here searches or writes; `docs/formats/study.md` has the files.

mod check;
mod figures;
mod groups;
mod math;
mod paper;
mod render;
mod run;
mod settings;
mod table;
mod tables;
mod vega;

pub use check::contradictions;
pub use groups::Study;
pub use paper::{Paper, PaperError};
pub use render::{OutputFile, render};
pub use run::{Run, RunHead, RunKey, RunKind, RunLines, RunLinesError, RunRecord, latest};
pub use settings::{Count, StudyInstance, StudySettings};
