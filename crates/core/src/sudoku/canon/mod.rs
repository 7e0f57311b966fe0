//! Minlex forms: the smallest of all images of a grid or puzzle under symmetries and renamings of the digits.
//!
//! Two puzzles are isomorphic exactly if they have the same form. There are n! renamings and, on 9x9, 3,359,232
//! symmetries, so the search does not try them one by one: [`search`] builds the form row by row over [`state`]s, which
//! leave open all choices that the rows so far do not determine. The refinement of ordered parts is due to B. D. McKay,
//! *Practical graph isomorphism* (1981); linking the parts of the columns and of the digits, so that they are ordered
//! together, is ours.
//!
//! Automorphisms are not used for pruning: at the end there is one state for each of them, except those that only
//! exchange lines without clues or open threads, which are counted by factorials.

mod search;
mod side;
mod state;
#[cfg(test)]
mod tests;

use crate::base::{Digit, Limits, Stop};

use super::grid::{Grid, Puzzle};
use super::shape::Shape;
use super::transform::{Transform, block_sizes, can_turn};

use search::attain;
use side::Side;
use state::FREE;

/// The minlex form of a grid or puzzle, with the transform to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minlex<T> {
    /// The form: the image with the smallest row-major sequence; an empty cell is less than every digit.
    pub form: T,
    /// A transform of the input to the form. If there are several, it is the same one in every run.
    pub transform: Transform,
    /// The number of automorphisms: the symmetries of the shape that map the input to itself up to a renaming of the
    /// digits, including the identity. A number beyond 64 bits, for a nearly empty puzzle of a large shape, is
    /// `u64::MAX`.
    pub n_automorphisms: u64,
}

/// Returns the minlex form of a grid under the symmetries of its shape (see [`Transform`]) and all renamings of the
/// digits.
///
/// A node of the limits is a complete or partial row, or a choice in one: about 500 for a 9x9 grid, which take about
/// 0.03 ms. Time and memory grow with the number of automorphisms. Latin squares take longer, since their lines are
/// independent; very symmetrical ones of order 16 and more fail with [`Stop::Memory`] if the states of a row would take
/// more than half a gigabyte.
///
/// # Errors
/// The limit that was reached, including that on memory.
pub fn minlex_grid(grid: &Grid, limits: &Limits) -> Result<Minlex<Grid>, Stop> {
    let values: Vec<u8> = grid.digits().iter().map(|d| d.value() as u8).collect();
    let (transform, n_automorphisms) = smallest(grid.shape(), &values, limits)?;
    Ok(Minlex { form: transform.grid(grid), transform, n_automorphisms })
}

/// Returns the minlex form of a puzzle under the symmetries of its shape (see [`Transform`]) and all renamings of the
/// digits.
///
/// Digits that the puzzle does not contain get the remaining names, in ascending order. A node of the limits is a
/// complete or partial row, or a choice in one: about 70 for a 9x9 puzzle, which take less than 0.01 ms. Lines without
/// clues take no time, so even the empty puzzle is easy. Time and memory grow with the number of other automorphisms,
/// with the same limit as for grids.
///
/// # Errors
/// The limit that was reached, including that on memory.
pub fn minlex_puzzle(puzzle: &Puzzle, limits: &Limits) -> Result<Minlex<Puzzle>, Stop> {
    let values: Vec<u8> = puzzle.cells().iter().map(|c| c.map_or(0, |d| d.value() as u8)).collect();
    let (transform, n_automorphisms) = smallest(puzzle.shape(), &values, limits)?;
    Ok(Minlex { form: transform.puzzle(puzzle), transform, n_automorphisms })
}

/// A transform to the form of `values`, row-major with 0 for empty cells, and the number of automorphisms.
fn smallest(shape: Shape, values: &[u8], limits: &Limits) -> Result<(Transform, u64), Stop> {
    match shape.n() {
        0..=9 => smallest_of::<9>(shape, values, limits),
        10..=16 => smallest_of::<16>(shape, values, limits),
        _ => smallest_of::<{ Shape::MAX_N }>(shape, values, limits),
    }
}

/// [`smallest`] for up to `N` rows.
fn smallest_of<const N: usize>(shape: Shape, values: &[u8], limits: &Limits) -> Result<(Transform, u64), Stop> {
    let n = shape.n();
    let mut cells = [[[0; N]; N]; 2];
    for cell in shape.cells() {
        let (row, column) = (shape.row(cell), shape.column(cell));
        let value = values[row * n + column];
        (cells[0][row][column], cells[1][column][row]) = (value, value);
    }
    let n_sides = if can_turn(shape) { 2 } else { 1 };
    let [height, width] = block_sizes(shape);
    let sides = cells.map(|cells| Side::new(cells, n, height, width));
    let states = attain(&sides[..n_sides], n, limits)?;
    let n_automorphisms = states.iter().fold(0_u64, |sum, state| {
        let empty_lines = sides[usize::from(state.side)].n_orders(n);
        sum.saturating_add(state.n_orders(n, width).saturating_mul(empty_lines))
    });
    let state = &states[0];
    let mut n_named = usize::from(state.n_named);
    let digits: Box<[Digit]> = (0..n)
        .map(|digit| match state.name[digit] {
            FREE => {
                n_named += 1;
                Digit::new(n_named)
            }
            name => Digit::from_index(usize::from(name)),
        })
        .collect();
    let is_turned = state.side == 1;
    let transform = Transform::from_lines(shape, &state.rows[..n], &state.columns.item[..n], is_turned, digits);
    Ok((transform, n_automorphisms))
}
