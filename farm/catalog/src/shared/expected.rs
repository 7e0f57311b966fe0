//! Which two bands of a grid are the ones to find a puzzle.

use crate::TwoBands;
use crate::base::CellSet;
use crate::sudoku::{Geometry, Grid, Shape};

use super::bands::BALANCED;
use super::side::Sides;

/// The pairs of bands, or of stacks, whose search with [`TwoBandsSearch`](super::TwoBandsSearch) has to find the puzzle
/// that shows `clues` of a 9x9 grid: at least one, since every puzzle with 16 to 18 clues is found. Others may find it
/// too.
///
/// So a search of some regions can be asked for the puzzles that it must have.
///
/// # Panics
/// If the grid has another shape.
#[must_use]
pub fn two_bands_that_find(grid: &Grid, clues: CellSet<2>) -> Vec<TwoBands> {
    let geometry = Geometry::<2>::new(Shape::NINE);
    let counts = [
        [0, 1, 2].map(|band| (clues & geometry.band(band)).len() as u32),
        [0, 1, 2].map(|stack| (clues & geometry.stack(stack)).len() as u32),
    ];
    let sides = [grid.clone(), grid.turned()];
    let mut found = Vec::new();
    for is_turned in [false, true] {
        let scores = Sides::of(&sides[usize::from(is_turned)]);
        if !scores.by_bands() {
            continue;
        }
        let rows = counts[usize::from(is_turned)];
        let columns = counts[usize::from(!is_turned)];
        let (most, most_across) = (rows.into_iter().max(), columns.into_iter().max());
        let with = |counts: [u32; 3], most| (0..3).filter(move |i| Some(counts[*i]) == most);
        if most > Some(BALANCED) {
            found.extend(with(rows, most).map(|last| TwoBands::of(&sides[usize::from(is_turned)], last)));
        } else if most_across > Some(BALANCED) {
            found.extend(with(columns, most_across).map(|last| TwoBands::of(&sides[usize::from(!is_turned)], last)));
        } else {
            let best = with(rows, most).map(|band| scores.without(band)).max();
            let last = with(rows, most).filter(|band| Some(scores.without(*band)) == best);
            found.extend(last.map(|last| TwoBands::of(&sides[usize::from(is_turned)], last)));
        }
    }
    found
}
