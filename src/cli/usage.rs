//! Help, version, and arguments that make no sense.

use std::io::{self, Write};

use clap::error::{ContextKind, ErrorKind};

use super::exit::Exit;

/// Prints what clap has to say: help and version to standard output, errors to standard error.
#[must_use]
pub fn usage(said: &clap::Error) -> Exit {
    // A closed pipe is no error here either.
    let _ = said.print();
    // Nothing like a verb: most likely the input itself, as other tools take it.
    if said.kind() == ErrorKind::InvalidSubcommand && said.get(ContextKind::SuggestedSubcommand).is_none() {
        let _ = writeln!(io::stderr(), "To solve a grid or a file of grids, say: minclue solve INPUT");
    }
    if said.use_stderr() { Exit::Usage } else { Exit::Answered }
}
