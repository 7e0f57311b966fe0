//! The study of numbers of inequalities: tjusila-2023, section 5; `docs/formats/studies.md` describes the files.

mod check;
mod run;
mod settings;
mod summary;

pub use run::{Count, InequalityRun, Run, RunKey, RunKind, SearchWork};
pub use settings::StudySettings;
