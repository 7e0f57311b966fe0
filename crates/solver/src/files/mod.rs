//! Files that a run reads and writes besides its input: unavoidable sets, the journal of the no-good loop, and the
//! state of a branch and cut. All of them are checked line by line, and errors name the place.

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
