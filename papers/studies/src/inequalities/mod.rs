//! The study of numbers of inequalities: tjusila-2023, section 5; `docs/formats/studies.md` describes the files.

mod check;
mod run;
mod settings;

pub use run::{Count, InequalityRun, Run, RunKey, RunKind};
pub use settings::StudySettings;
