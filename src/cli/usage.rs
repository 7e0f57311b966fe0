//! Help, version, and arguments that make no sense.

use super::exit::Exit;

/// Prints what clap has to say: help and version to standard output, errors to standard error.
#[must_use]
pub fn usage(said: &clap::Error) -> Exit {
    // A closed pipe is no error here either.
    let _ = said.print();
    if said.use_stderr() { Exit::Usage } else { Exit::Answered }
}
