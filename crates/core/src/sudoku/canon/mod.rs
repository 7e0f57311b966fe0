//! Minlex forms: of all grids or puzzles that a symmetry and names of the digits make of one, the smallest.
//!
//! Two puzzles are the same up to symmetry exactly if they have the same form. There are n! names and, on 9x9,
//! 3,359,232 symmetries, so neither is tried one by one: [`search`] makes the form row by row over [`state`]s that
//! leave open what the rows so far do not decide. The idea of ordered parts that are refined is that of B. D. McKay,
//! *Practical graph isomorphism* (1981); that parts of the columns and of the digits are linked and get their order
//! together is ours.
//!
//! Nothing is pruned by automorphisms: at the end there is one state for each of them, but for those that only exchange
//! lines without clues or open threads, which are counted by factorials.

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

/// The minlex form of a grid or puzzle and how it comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minlex<T> {
    /// The form: of all images, the one whose row-major sequence is the smallest; an empty cell is below every digit.
    pub form: T,
    /// Takes what was given to the form. If several do, it is one of them, the same in every run.
    pub transform: Transform,
    /// The symmetries of the shape that map what was given to itself up to names of digits, itself among them. A number
    /// beyond 64 bits, of a nearly empty puzzle of a large shape, is `u64::MAX`.
    pub n_automorphisms: u64,
}

/// The minlex form of a grid under the symmetries of its shape, as [`Transform`] has them, and all names of the digits.
///
/// The nodes that `limits` count are rows made, whole or in part, and choices in them: some 500 for a 9x9 grid, which
/// take about 0.03 ms. Grids with thousands of automorphisms cost time and memory for each of them; Latin squares cost
/// more, since nothing holds their lines together, and very symmetrical ones of order 16 and more are given up with
/// [`Stop::Memory`] when the states of a row would take more than half a gigabyte.
///
/// # Errors
/// The limit that came first, be it that on memory.
pub fn minlex_grid(grid: &Grid, limits: &Limits) -> Result<Minlex<Grid>, Stop> {
    let values: Vec<u8> = grid.digits().iter().map(|d| d.value() as u8).collect();
    let (transform, n_automorphisms) = smallest(grid.shape(), &values, limits)?;
    Ok(Minlex { form: transform.grid(grid), transform, n_automorphisms })
}

/// The minlex form of a puzzle under the symmetries of its shape, as [`Transform`] has them, and all names of the
/// digits.
///
/// Digits that the puzzle does not have get the names that are left over, in ascending order. The nodes that `limits`
/// count are rows made, whole or in part, and choices in them: some 70 for a 9x9 puzzle, which take less than 0.01 ms.
/// Lines without clues cost nothing, so that even the empty puzzle is not work; a puzzle with many other automorphisms
/// costs time and memory for each of them, and is given up as a grid is.
///
/// # Errors
/// The limit that came first, be it that on memory.
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
