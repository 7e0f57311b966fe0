//! Products of lists, side by side.

use std::iter::Sum;
use std::ops::{AddAssign, Mul};

/// Numbers that are multiplied side by side.
pub(crate) const LANES: usize = 8;

/// The sum of products of two lists whose length [`LANES`] divides.
pub(crate) fn dot<T>(a: &[T], b: &[T]) -> T
where
    T: Copy + Default + AddAssign + Mul<Output = T> + Sum,
{
    let mut sums = [T::default(); LANES];
    for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += *a * *b;
        }
    }
    sums.into_iter().sum()
}
