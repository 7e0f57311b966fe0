//! Loops over lines of numbers with the vector instructions of this machine.
//!
//! Sums are computed lane by lane for [`LANES`] lanes on every machine, without fused operations, so all machines round
//! in the same way.

use pulp::Simd;

/// Numbers that are added up side by side. Lines have a multiple of it.
pub(super) const LANES: usize = 8;

/// The sum of products.
#[inline(always)]
pub(super) fn dot<S: Simd>(simd: S, a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [simd.splat_f64s(0.0); LANES];
    let (a, b) = (S::as_simd_f64s(a).0, S::as_simd_f64s(b).0);
    for (a, b) in a.chunks_exact(n_vectors::<S>()).zip(b.chunks_exact(n_vectors::<S>())) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum = simd.add_f64s(*sum, simd.mul_f64s(*a, *b));
        }
    }
    total::<S>(&sums)
}

/// `line *= factor`.
#[inline(always)]
pub(super) fn scale<S: Simd>(simd: S, line: &mut [f64], factor: f64) {
    let factor = simd.splat_f64s(factor);
    S::as_mut_simd_f64s(line).0.iter_mut().for_each(|a| *a = simd.mul_f64s(*a, factor));
}

/// `line += factor * other`.
#[inline(always)]
pub(super) fn add_scaled<S: Simd>(simd: S, line: &mut [f64], factor: f64, other: &[f64]) {
    let factor = simd.splat_f64s(factor);
    for (a, b) in S::as_mut_simd_f64s(line).0.iter_mut().zip(S::as_simd_f64s(other).0) {
        *a = simd.add_f64s(*a, simd.mul_f64s(factor, *b));
    }
}

/// Sums over a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums {
    /// Of the squares of its numbers.
    pub(super) squares: f64,
    /// Of their products with those of another line.
    pub(super) products: f64,
}

/// `line += factor * other`; and, of the new line, the squares and the products with `at`.
#[inline(always)]
pub(super) fn eliminate<S: Simd>(simd: S, line: &mut [f64], factor: f64, other: &[f64], at: &[f64]) -> Sums {
    let zero = simd.splat_f64s(0.0);
    let (mut squares, mut products) = ([zero; LANES], [zero; LANES]);
    let factor = simd.splat_f64s(factor);
    let n = n_vectors::<S>();
    let lines = S::as_mut_simd_f64s(line).0.chunks_exact_mut(n).zip(S::as_simd_f64s(other).0.chunks_exact(n));
    for ((a, b), x) in lines.zip(S::as_simd_f64s(at).0.chunks_exact(n)) {
        for k in 0..n {
            let new = simd.add_f64s(a[k], simd.mul_f64s(factor, b[k]));
            squares[k] = simd.add_f64s(squares[k], simd.mul_f64s(new, new));
            products[k] = simd.add_f64s(products[k], simd.mul_f64s(new, x[k]));
            a[k] = new;
        }
    }
    Sums { squares: total::<S>(&squares), products: total::<S>(&products) }
}

/// Vectors that hold [`LANES`] numbers.
const fn n_vectors<S: Simd>() -> usize {
    LANES / S::F64_LANES
}

#[inline(always)]
fn total<S: Simd>(sums: &[S::f64s; LANES]) -> f64 {
    let mut s = [0.0; LANES];
    S::as_mut_simd_f64s(&mut s).0.copy_from_slice(&sums[..n_vectors::<S>()]);
    ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
}
