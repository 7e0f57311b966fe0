//! One grid or puzzle as the value of an option.

use std::ffi::OsStr;

use minclue_core::base::Interrupt;
use minclue_core::sudoku::{Entry, ReadError};
use minclue_puzzles::grid_files::GridReader;

use super::args::Common;
use super::exit::Exit;
use super::input::Input;
use super::inputs::say_notes;
use super::message::Messages;

/// The first entry of what `option` names: the argument itself, or a file. What is wrong with it is said here, with
/// `help`. Beside the entry its name in further messages.
///
/// # Errors
/// The exit code.
pub(super) fn entry(
    option: &str,
    argument: &str,
    help: &'static str,
    common: &Common,
) -> Result<(Entry, String), Exit> {
    let messages = Messages::new(common.messages.color);
    let opened = match Input::of(OsStr::new(argument), common.shape) {
        Ok(Input::Standard) => {
            messages.error(&format!("{option} cannot come from standard input"), Some(help));
            return Err(Exit::Usage);
        }
        Ok(input) => input.open(&Interrupt::default()).map(|text| (text, input)),
        Err(e) => Err(e),
    };
    let (text, input) = opened.map_err(|e| {
        messages.error(&format!("{option}: {e}"), Some(help));
        Exit::Usage
    })?;
    let name = format!("{option} {}", input.name());
    match GridReader::new(text, common.shape, None).next() {
        Some(Ok(entry)) => {
            say_notes(&name, &entry, common.messages.quiet, &messages);
            Ok((entry, name))
        }
        Some(Err(ReadError::Refused { place, reason, .. })) => {
            messages.refused(&name, &place, &reason.to_string(), Some(help));
            Err(Exit::Usage)
        }
        Some(Err(e @ ReadError::Io(_))) => {
            messages.error(&format!("{name}: {e}"), None);
            Err(Exit::Internal)
        }
        None => {
            messages.error(&format!("{name} has no grid"), Some(help));
            Err(Exit::Usage)
        }
    }
}
