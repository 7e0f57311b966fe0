//! The `.sdk` format: a puzzle as rows of digits and dots, with lines of notes at the top.

use crate::base::steers;
use crate::sudoku::{Puzzle, line};

/// Returns the text of an `.sdk` file with the puzzle: a note with its name, if it has one, and its rows.
///
/// ```
/// use minclue_puzzles::grid_files::to_sdk;
///
/// let puzzle: minclue_core::sudoku::Puzzle = "1..............4".parse()?;
/// assert_eq!(to_sdk(&puzzle, Some("corners")), "#Dcorners\n[Puzzle]\n1...\n....\n....\n...4\n");
/// # Ok::<(), minclue_core::sudoku::ParseError>(())
/// ```
#[must_use]
pub fn to_sdk(puzzle: &Puzzle, name: Option<&str>) -> String {
    let cells: Vec<char> = line(puzzle).chars().collect();
    let rows = cells.chunks(puzzle.shape().n()).flat_map(|row| row.iter().copied().chain(['\n']));
    // A name of several lines must not become a row.
    let note = name.map(|name| name.chars().map(|c| if steers(c) { ' ' } else { c }));
    let note = note.map_or_else(String::new, |name| format!("#D{}\n", name.collect::<String>()));
    note + "[Puzzle]\n" + &rows.collect::<String>()
}
