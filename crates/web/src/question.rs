//! The puzzle of a question.

use minclue_core::base::Limits;
use minclue_core::sudoku::{Counter, Grid, Puzzle, Shape, Uniqueness, line};
use minclue_puzzles::grid_files::GridReader;

use crate::said::Trouble;

/// Words of a bit set that holds the cells of all grids of the page.
pub(crate) const W: usize = 2;
/// The largest grids of the page have this many rows: beyond that an answer takes longer than anybody watches, and cells
/// are too small for a phone.
pub(crate) const MAX_N: usize = 10;

/// A puzzle or grid, and the name before it, in any form that the program reads: only the first counts.
pub(crate) fn puzzle(text: &str) -> Result<(Puzzle, Option<String>), Trouble> {
    let entry = match GridReader::new(text.as_bytes(), None, None).next() {
        Some(Ok(entry)) => entry,
        Some(Err(error)) => return Err(Trouble::Refused(error.to_string())),
        None => return Err(Trouble::Refused("there is nothing to read".to_owned())),
    };
    let n = entry.puzzle.shape().n();
    if n > MAX_N {
        let message = format!("a grid of {n} x {n} is for the program: the page takes up to {MAX_N} x {MAX_N}");
        return Err(Trouble::Refused(message));
    }
    Ok((entry.puzzle, entry.id))
}

/// How many solutions a puzzle has.
pub(crate) fn solutions(puzzle: &Puzzle) -> Result<Uniqueness, Trouble> {
    Counter::<W>::new(puzzle.shape())
        .uniqueness(puzzle, &mut Limits::none().pace(u32::MAX))
        .map_err(|stop| Trouble::Failed(stop.to_string()))
}

/// The grid that is meant.
pub(crate) fn grid(puzzle: &Puzzle) -> Result<Grid, Trouble> {
    match solutions(puzzle)? {
        Uniqueness::One(grid) => Ok(grid),
        Uniqueness::None => Err(Trouble::Refused("this puzzle has no solution".to_owned())),
        Uniqueness::Many(..) => Err(Trouble::Refused("this puzzle has several solutions".to_owned())),
    }
}

/// A grid as a line.
pub(crate) fn grid_line(grid: &Grid) -> String {
    line(&Puzzle::from(grid))
}

/// Rows and columns of a box.
pub(crate) fn boxes(shape: Shape) -> [usize; 2] {
    [shape.box_rows(), shape.box_cols()]
}
