//! What crates above call, compiled here for each width.
//!
//! A generic function is compiled anew in each crate that calls it, unless it is `#[inline(never)]` and a crate below has
//! an instance of it already: then that one is called. The large functions that verbs call are marked so, and those that
//! nothing in this crate calls have their instances from here. Without them a changed message of the program would
//! compile a good part of `core` again.

use std::hint::black_box;

use minclue_core::base::Group;
use minclue_core::sudoku::SudokuSolver;

/// Names every instance, so that it is there. Nobody calls this, and it must not be left to those who might.
#[doc(hidden)]
#[inline(never)]
pub fn instances() {
    at_width::<2>();
    at_width::<4>();
    at_width::<10>();
}

fn at_width<const W: usize>() {
    black_box(SudokuSolver::<W>::random_solution as fn(_, _, _, _) -> _);
    black_box(SudokuSolver::<W>::second_solution as fn(_, _, _, _) -> _);
    black_box(SudokuSolver::<W>::count as fn(_, _, _, _, _) -> _);
    black_box(Group::first_rows::<W> as fn(_) -> _);
    #[cfg(feature = "serde")]
    black_box(crate::files::Journal::<W>::read as fn(_, _, _, _) -> _);
}
