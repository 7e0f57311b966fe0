//! Plain texts rather than records: completions, man pages, schemas, versions.

use std::io::{self, Write};

use super::args::Color;
use super::exit::Exit;
use super::message::Messages;

/// Writes a text to standard output.
pub(super) fn text(text: &[u8]) -> Exit {
    written(io::stdout().write_all(text))
}

/// The exit code of what was written, or not. A closed pipe is not an error.
pub(super) fn written(written: io::Result<()>) -> Exit {
    match written {
        Ok(()) => Exit::Answered,
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Exit::Answered,
        Err(e) => {
            Messages::new(Color::Auto).error(&format!("results cannot be written: {e}"), None);
            Exit::Internal
        }
    }
}
