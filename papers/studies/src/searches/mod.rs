//! The study of published searches: lin-wu-2013, section 4; `docs/formats/studies.md` describes the files.

mod algorithm;
mod check;
mod run;
mod settings;

pub use algorithm::StudiedSearch;
pub use run::{Run, SearchKey, SearchRun};
pub use settings::SearchSettings;
