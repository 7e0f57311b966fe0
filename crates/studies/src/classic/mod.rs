//! The study of the teaching solvers: Tables 1 and 2 and Fig. 8 of abuluaih-2015 (section 5), and Fig. 3 and the
//! experiments of sections 6 and 7 of maniccam-2013, on puzzles that are made for it, with the papers' numbers beside
//! ours; `docs/formats/classic-study.md` has the files.

mod check;
mod figures;
mod paper;
mod recursions;
mod render;
mod run;
mod select;
mod settings;
mod solutions;
mod tries;
mod variant;
mod vega;

pub use check::contradictions;
pub use render::render;
pub use run::{BatchRecord, ClassicKey, ClassicRecord, FillTime, PuzzleMade, RemovalRecord, StudyPart, TrialRecord};
pub use select::Study;
pub use settings::{BATCH, Band, ClassicSettings, MAX_PUZZLES, PuzzleGroup, Removal};
pub use variant::{Method, Rule, StopAt, TieBreak, Variant};
