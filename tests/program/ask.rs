//! The one answer that tests of the program take from the library: the minimum by its slowest and simplest search,
//! which the program itself never runs.

use minclue_core::base::Limits;
use minclue_core::problem::{NoObserver, Status, SudokuClues};
use minclue_core::sudoku::Grid;
use minclue_core::unavoidable::{Complete, Family, Source as _};
use minclue_engines::engine::{Engine as _, Reference, Run, Start};

/// The minimum of a grid of up to 128 cells, by the reference.
pub(crate) fn minimum(grid: Grid) -> usize {
    let (problem, limits) = (SudokuClues::<2>::new(grid), Limits::none());
    let mut family = Family::new();
    Complete { max_size: 12 }.find(&problem, &mut family, &limits).expect("no tool to fail");
    let (mut silent, start) = (NoObserver, Start::from(&family));
    let found = Reference.minimum(&problem, &start, &mut Run::new(&limits, &mut silent)).expect("no proof is wanted");
    assert_eq!(found.status(), Status::Optimal);
    found.lower_bound
}
