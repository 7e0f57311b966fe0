//! The study of published searches: lin-wu-2013, section 4. Its Tables 2, 4 and 5 and Figs. 10 to 14 made from the
//! runs, with the paper's numbers beside ours; `docs/formats/search-study.md` has the files.

mod algorithm;
mod check;
mod comparison;
mod figures;
mod groups;
mod levels;
mod published;
mod render;
mod run;
mod sequences;
mod settings;
mod times;
mod vega;

pub use algorithm::StudiedSearch;
pub use check::contradictions;
pub use groups::Study;
pub use render::render;
pub use run::{Run, SearchKey, SearchRun};
pub use settings::SearchSettings;
