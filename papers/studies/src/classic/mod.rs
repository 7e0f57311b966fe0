//! The study of the teaching solvers: Tables 1 and 2 and Fig. 8 of abuluaih-2015 (section 5), and Fig. 3 and the
//! experiments of sections 6 and 7 of maniccam-2013, on puzzles generated for it. `docs/formats/studies.md`
//! describes the files.

mod check;
mod run;
mod settings;
mod variant;

pub use run::{BatchRecord, ClassicKey, ClassicRecord, FillTime, PuzzleMade, RemovalRecord, StudyPart, TrialRecord};
pub use settings::{BATCH, Band, ClassicSettings, MAX_PUZZLES, PuzzleGroup, Removal};
pub use variant::{Method, SearchRule, SearchVariant, StopAt, TieBreak};
