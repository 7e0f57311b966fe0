//! The study of numbers of inequalities: tjusila-2023, section 5. The paper's tables and figures made from the runs;
//! `docs/formats/study.md` has the files.

mod check;
mod figures;
mod groups;
mod paper;
mod render;
mod run;
mod settings;
mod tables;
mod vega;

pub use check::contradictions;
pub use groups::Study;
pub use paper::{Paper, PaperError};
pub use render::render;
pub use run::{Count, InequalityRun, Run, RunKey, RunKind};
pub use settings::StudySettings;
