//! An upper bound on the value of the follower's responses, by a sum of its rows in integers.

use crate::exact::SCALE;
use crate::ilp::{CoverRow, NodeLp, NodeLps};
use crate::problem::RowsLeft;

/// The largest weight: no sum of rows with it leaves 128 bits.
const MOST_WEIGHT: f64 = (1_u64 << 50) as f64;
/// Numbers in the linear program up to which it is solved: it hears no limit, and takes some tenths of a second then.
const MAX_SIZE: usize = 200_000;

/// Returns an upper bound on the value of all responses that satisfy these rows. A linear program proposes the weights
/// of the rows; the bound is valid for any weights, since their sum is computed in integers.
#[must_use]
pub fn most_worth(left: &RowsLeft, worths: &[i64], lps: &dyn NodeLps) -> i64 {
    let weights = match left.rows.len() * worths.len() {
        0 => Vec::new(),
        size if size > MAX_SIZE => Vec::new(),
        _ => weights(left, worths, lps),
    };
    let scale = i128::from(SCALE);
    let mut rest: Vec<i128> = worths.iter().map(|worth| i128::from(*worth) * scale).collect();
    let mut sum = 0_i128;
    for ((terms, rhs), weight) in left.rows.iter().zip(weights) {
        sum += i128::from(*rhs) * weight;
        terms.iter().for_each(|(var, b)| rest[*var] -= i128::from(*b) * weight);
    }
    left.zeros.iter().for_each(|var| rest[*var] = 0);
    sum += rest.into_iter().map(|rest| rest.max(0)).sum::<i128>();
    i64::try_from(sum.div_euclid(scale)).unwrap_or(i64::MAX)
}

/// The weight of each row in the best sum, in parts of [`SCALE`].
fn weights(left: &RowsLeft, worths: &[i64], lps: &dyn NodeLps) -> Vec<i128> {
    let (mut lp, unit) = follower_lp(left, worths, lps);
    // However it ends, its duals are weights.
    let _ = lp.run();
    let weight = |terms: &[(usize, i64)], dual: f64| {
        let weight = (dual * unit / divisor(terms) * SCALE as f64).round();
        if weight > 0.0 { weight.min(MOST_WEIGHT) as i128 } else { 0 }
    };
    left.rows.iter().zip(lp.row_duals()).map(|((terms, _), dual)| weight(terms, *dual)).collect()
}

/// The linear program of the follower: its costs are the worths, turned around and divided by the largest. That number
/// comes with it.
fn follower_lp(left: &RowsLeft, worths: &[i64], lps: &dyn NodeLps) -> (Box<dyn NodeLp>, f64) {
    let scale = worths.iter().map(|worth| worth.unsigned_abs()).max().unwrap_or(1).max(1) as f64;
    let cost: Vec<f64> = worths.iter().map(|worth| -(*worth as f64) / scale).collect();
    let mut lp = lps.lp(&cost);
    let for_lp = |(terms, rhs): &(Vec<(usize, i64)>, i64)| {
        let divisor = divisor(terms);
        let rhs = -(*rhs as f64) / divisor;
        CoverRow { terms: terms.iter().map(|(var, b)| (*var as u32, -(*b as f64) / divisor)).collect(), rhs }
    };
    lp.add_rows_ge(&left.rows.iter().map(for_lp).collect::<Vec<_>>());
    let mut zeros = left.zeros.clone();
    zeros.sort_unstable();
    zeros.dedup();
    lp.set_cols_bounds(&zeros.iter().map(|var| (*var as u32, 0.0, 0.0)).collect::<Vec<_>>());
    (lp, scale)
}

/// The divisor of a row in that program.
fn divisor(terms: &[(usize, i64)]) -> f64 {
    terms.iter().map(|(_, b)| b.unsigned_abs()).max().unwrap_or(1).max(1) as f64
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;

    use super::*;
    use crate::base::rng;
    use crate::dense_lp::DenseLps;

    /// Random rows, with numbers of any size, against all points: a bound always, and mostly the next integer to the
    /// best answer.
    #[test]
    fn no_answer_is_worth_more() {
        let mut rng = rng(21);
        let (mut n_tight, mut n) = (0, 0);
        for i in 0..600 {
            let n_vars = rng.random_range(1..7);
            let factor = [1, 1000, 1 << 53][i % 3];
            let number = |low: i64, high: i64, rng: &mut crate::base::Rng| {
                factor * rng.random_range(low..high) + rng.random_range(0..factor)
            };
            let mut rows = Vec::new();
            for _ in 0..rng.random_range(0..4) {
                let terms = (0..n_vars).map(|var| (var, number(-1, 6, &mut rng))).collect();
                rows.push((terms, number(0, 12, &mut rng)));
            }
            let zeros = (0..n_vars).filter(|_| rng.random_bool(0.1)).collect();
            let left = RowsLeft { rows, zeros };
            let worths: Vec<i64> = (0..n_vars).map(|_| number(-3, 9, &mut rng)).collect();
            let sum = |terms: &[(usize, i64)], bits: u32| -> i64 {
                terms.iter().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, a)| a).sum()
            };
            let keeps = |bits: &u32| {
                left.rows.iter().all(|(terms, rhs)| sum(terms, *bits) <= *rhs)
                    && left.zeros.iter().all(|var| bits >> var & 1 == 0)
            };
            let worth = |bits: u32| (0..n_vars).filter(|i| bits >> i & 1 == 1).map(|i| worths[i]).sum::<i64>();
            let Some(best) = (0..1_u32 << n_vars).filter(keeps).map(worth).max() else { continue };
            let most = most_worth(&left, &worths, &DenseLps);
            assert!(most >= best, "{most} < {best}: {left:?} {worths:?}");
            (n_tight, n) = (n_tight + usize::from(most - best <= 3 * factor), n + 1);
        }
        assert!(n > 300 && n_tight * 3 > n * 2, "{n_tight} of {n}");
    }
}
