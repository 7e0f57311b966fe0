//! What verbs call, compiled here for each width that they ask for, and not again in the program.

use std::hint::black_box;

use super::{ambiguity, contradiction, find_neighbors, find_neighbors_without, generate, rate};

/// Names every instance, so that it is there: functions that are `#[inline(never)]` are taken from here by the crates
/// above. Nobody calls this, and it must not be left to those who might.
#[doc(hidden)]
#[inline(never)]
pub fn instances() {
    at_width::<2>();
    at_width::<10>();
    refusals_at_width::<2>();
    refusals_at_width::<4>();
    refusals_at_width::<10>();
}

fn at_width<const W: usize>() {
    black_box(generate::<W> as fn(_, _, _, _) -> _);
    black_box(rate::<W> as fn(_, _, _) -> _);
    black_box(find_neighbors::<W> as fn(_, _, _, _, _) -> _);
    black_box(find_neighbors_without::<W> as fn(_, _, _, _, _) -> _);
}

fn refusals_at_width<const W: usize>() {
    black_box(ambiguity::<W> as fn(_, _, _, _, _) -> _);
    black_box(contradiction::<W> as fn(_, _, _) -> _);
}
