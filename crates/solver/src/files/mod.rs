//! What a run reads and keeps besides its input: sets of unavoidable sets, the journal of the no-good loop, the state
//! of a branch and cut. All of it is checked line by line, and a refusal names the place.

mod digest;
mod journal;
mod journal_file;
mod read_sets;
mod state;

pub use digest::digest;
pub use journal::{Journal, JournalError, JournalHead, solve_line, witness_line};
pub(crate) use journal_file::JournalFile;
pub use read_sets::{ReadSetsError, SETS_SCHEMA, SetFile, SetPlace, SetRecord};
pub use state::StateFile;
