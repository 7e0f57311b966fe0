//! The essentially different grids of shapes that have only a few.

use crate::base::{Digit, Limits};
use crate::sudoku::Shape;
use crate::sudoku::SudokuSolver;
use crate::sudoku::{Grid, Puzzle};
use crate::sudoku::{Minlex, minlex_grid};

/// The essentially different grids of a shape with up to six digits that is not a Latin square's, in ascending order:
/// 2 of 2x2, 49 of 2x3 and of 3x2. `None` for other shapes.
#[must_use]
pub fn small_catalog(shape: Shape) -> Option<Vec<Minlex<Grid>>> {
    if shape.n() > 6 || shape.is_latin() {
        return None;
    }
    // The first row of a form ascends.
    let mut cells = vec![None; shape.n_cells()];
    for (digit, cell) in cells[..shape.n()].iter_mut().enumerate() {
        *cell = Some(Digit::from_index(digit));
    }
    let first_row = Puzzle::new(shape, cells).ok()?;
    let mut grids = SudokuSolver::<1>::new(shape).solutions(&first_row, usize::MAX);
    grids.retain(is_sorted);
    grids.sort_unstable_by(|a, b| a.digits().cmp(b.digits()));
    let forms = grids.iter().filter_map(|grid| {
        let minlex = minlex_grid(grid, &Limits::none()).ok()?;
        (minlex.form == *grid).then_some(minlex)
    });
    Some(forms.collect())
}

/// Are the rows of each band, and the bands, in the order of their first digits?
fn is_sorted(grid: &Grid) -> bool {
    let shape = grid.shape();
    let first = |row: usize| grid.get(shape.cell(row, 0));
    (1..shape.n()).all(|row| {
        let above = if row.is_multiple_of(shape.box_rows()) { row - shape.box_rows() } else { row - 1 };
        first(above) < first(row)
    })
}
