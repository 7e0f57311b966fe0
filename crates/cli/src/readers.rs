//! Readers of files that are private to the command line, for the fuzz targets of `crates/fuzz`. They change with the
//! program, and nothing else should call them.

use minclue_core::base::Cell;
use minclue_core::sudoku::{JigsawRegions, Place, Puzzle, RegionsError, Shape};
use minclue_puzzles::puzzle_tools::Hunt;

use super::args::jigsaw_regions;
use super::cells::Cells;
use super::neighbors::pool_file;

/// What the things with these names weigh by the text of `--weights`; groups of clauses up to `n_groups` may be named
/// beside them.
///
/// # Errors
/// A message that names the line.
pub fn weights(text: &str, names: &[&str], n_groups: u64) -> Result<Vec<usize>, String> {
    super::weights::weights(text, &super::weights::Things::new(names, n_groups))
}

/// The cells of `--given` and its like in a grid of this shape.
///
/// # Errors
/// The place in the text, and a message.
pub fn cells(text: &str, shape: Shape) -> Result<Vec<Cell>, (Place, String)> {
    Cells::read(text).and_then(|cells| cells.of(shape)).map_err(|e| (e.place, e.message))
}

/// The regions in the file of a jigsaw.
///
/// # Errors
/// What is wrong with them.
pub fn jigsaw(text: &str) -> Result<JigsawRegions, RegionsError> {
    jigsaw_regions(text)
}

/// Does again what the pool of the hunt from the class of `first` has, and returns the bytes of its whole lines.
///
/// # Errors
/// The line, from 1, and a message.
pub fn pool(bytes: &[u8], first: &Puzzle, to: usize, hunt: &mut Hunt) -> Result<usize, (usize, String)> {
    pool_file::replay(bytes, first, to, hunt)
}
