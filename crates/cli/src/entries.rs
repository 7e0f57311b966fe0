//! All inputs of a run, read before any work: what is wrong with the last one is said before the first one took days.

use minclue_core::sudoku::{Entry, Place, ReadError};
use minclue_puzzles::grid_files::GridReader;

use super::args::Common;
use super::context::Context;
use super::exit::Exit;
use super::inputs::{Found, Inputs};
use super::runner::{exit_of, help, say_notes};

/// Why an entry is not taken, and what helps.
pub(super) type Reason = (String, Option<&'static str>);

/// Reads all grids and puzzles and gives them to `add`, which may refuse one.
///
/// # Errors
/// The exit code; what is wrong was said, of every entry that is.
pub(super) fn read_all(
    common: &Common,
    context: &Context,
    mut add: impl FnMut(Entry) -> Result<(), Reason>,
) -> Result<(), Exit> {
    let messages = &context.messages;
    let inputs = Inputs::of_grids(&common.input, common.shape, messages)?;
    if inputs.exit() != Exit::Answered {
        return Err(inputs.exit());
    }
    if inputs.is_typed() && !common.messages.quiet {
        messages.note("reading grids from the terminal, one a line; Ctrl-D ends");
    }
    let mut exit = Exit::Answered;
    let (shape, column) = (common.shape, common.column.clone());
    let read = move |text| GridReader::new(text, shape, column.clone());
    for (input, found) in inputs.read(context.interrupt(), read) {
        if context.interrupt().is_raised() {
            break;
        }
        let mut refuse = |place: &Place, message: &str, help: Option<&str>| {
            messages.refused(&input.name(), place, message, help);
            exit = exit.and(Exit::InvalidInput);
        };
        match found {
            Found::Whole(entry) => {
                let place = entry.place.clone();
                say_notes(&input.name(), &entry, common.messages.quiet, messages);
                if let Err((message, help)) = add(entry) {
                    refuse(&place, &message, help);
                }
            }
            Found::Wrong(ReadError::Refused { place, reason, .. }) => {
                refuse(&place, &reason.to_string(), help(&reason));
            }
            Found::Wrong(e @ ReadError::Io(_)) => {
                messages.error(&format!("{}: {e}", input.name()), None);
                return Err(exit_of(&e));
            }
            Found::Unopened(e) => {
                messages.error(&e.to_string(), e.help());
                return Err(Exit::Internal);
            }
            Found::Nothing => {
                messages.error(&format!("there is no grid in {}", input.name()), None);
                exit = exit.and(Exit::InvalidInput);
            }
        }
    }
    if context.interrupt().is_raised() {
        return Err(context.exit_of_signal());
    }
    if exit == Exit::Answered { Ok(()) } else { Err(exit) }
}
