//! Puzzles in any format: the text of this program, or the JSON and the links of other programs.

use std::io::BufRead;

use crate::base::Limits;
use crate::grid_files::GridReader;
use crate::sudoku::{Entry, Place, ReadError};

use super::{OpenPuzzle, PuzzleError, PuzzleInstance, PuzzleReader};

/// Returns the puzzles of an input: blocks of text as read by [`PuzzleReader`], or JSON or an address as read by
/// [`GridReader`], with its rules. `limits` apply to the search for the solution of an unsolved puzzle.
pub fn puzzles_in<'a>(
    mut input: impl BufRead + Send + 'a,
    limits: Limits,
) -> Box<dyn Iterator<Item = Result<PuzzleInstance, PuzzleError>> + Send + 'a> {
    // What cannot be read is said by the reader.
    let beginning = input.fill_buf().map(<[u8]>::trim_ascii_start).unwrap_or_default();
    let line = beginning.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_address = line.windows(3).any(|three| three == b"://") && !line.starts_with(b"#");
    if matches!(beginning.first(), Some(b'{' | b'[')) || is_address {
        let read = GridReader::new(input, None, None).with_rules();
        Box::new(read.map(move |entry| entry.map_err(refused).and_then(|entry| solved(entry, &limits))))
    } else {
        Box::new(PuzzleReader::new(input).within(limits))
    }
}

/// An entry with its solution.
fn solved(entry: Entry, limits: &Limits) -> Result<PuzzleInstance, PuzzleError> {
    let Entry { id, place, puzzle, rules, .. } = entry;
    let at = |error: PuzzleError| {
        let Place { line, column, text, .. } = place.clone();
        PuzzleError { line, column, text, id: id.clone(), ..error }
    };
    OpenPuzzle::new(&puzzle, &rules, id.as_deref()).and_then(|open| open.only(limits)).map_err(at)
}

/// Converts the error of an entry.
fn refused(error: ReadError) -> PuzzleError {
    match error {
        ReadError::Refused { id, place: Place { line, column, text, .. }, reason } => {
            PuzzleError { line, column, id, text, message: reason.to_string(), stop: None }
        }
        ReadError::Io(e) => {
            let message = format!("the input cannot be read: {e}");
            PuzzleError { line: 1, column: 1, id: None, text: String::new(), message, stop: None }
        }
    }
}
