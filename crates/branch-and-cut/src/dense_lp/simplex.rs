//! The dual simplex on a dictionary: steepest edge, and a ratio test that passes bounds.
//!
//! Every column has two finite bounds, so a nonbasic column can be at the bound that its reduced cost requires, and the
//! dictionary is dual feasible for any bounds: a solve continues from the end of the last one. A basic variable outside
//! its bounds leaves. Of the nonbasic variables that would push it back, those whose reduced costs change their sign
//! first move to their other bounds, as long as that is not enough, and the next one enters.

use pulp::Simd;

use crate::ilp::LpStatus;

use super::dictionary::{Dictionary, Place, Variable};
use super::lanes::dot;

/// The tolerance for variables outside their bounds.
const PRIMAL: f64 = 1e-7;
/// A smaller entry is not a pivot.
const PIVOT: f64 = 1e-7;
/// Reduced costs this close to zero are zero.
const DUAL: f64 = 1e-12;
/// Ratios this close to one another are one: the largest entry is the pivot.
const TIE: f64 = 1e-9;
/// Pivots of one solve before it is given up.
const MAX_PIVOTS: u64 = 5000;
/// The status of a solve that was given up.
const GIVEN_UP: LpStatus = LpStatus::Other(1);

/// A nonbasic variable that would push the leaving one back.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    place: usize,
    /// The amount of it that changes the sign of its reduced cost.
    ratio: f64,
    entry: f64,
}

/// Solves; the number of pivots comes with the status.
#[inline(always)]
pub(super) fn run<S: Simd>(simd: S, dictionary: &mut Dictionary, objective_bound: f64) -> (LpStatus, u64) {
    place_all(dictionary);
    dictionary.evaluate(simd);
    let mut candidates = Vec::with_capacity(dictionary.n_cols());
    for n_pivots in 0..MAX_PIVOTS {
        if dot(simd, &dictionary.reduced, &dictionary.at) > objective_bound {
            return (LpStatus::ObjectiveBound, n_pivots);
        }
        let Some((i, excess)) = leaving(dictionary) else { return (LpStatus::Optimal, n_pivots) };
        let Some(j) = entering(dictionary, i, excess, &mut candidates) else {
            return (LpStatus::Infeasible, n_pivots);
        };
        let (lo, hi) = dictionary.bounds_of(dictionary.basic[i]);
        dictionary.exchange(simd, i, j);
        dictionary.at[j] = if excess < 0.0 { lo } else { hi };
        place_all(dictionary);
        dictionary.substitute(simd, i, j);
    }
    (GIVEN_UP, MAX_PIVOTS)
}

/// Makes the basis of `other`, which has the same rows, that of a dictionary without a basis; the number of pivots.
#[inline(always)]
pub(super) fn repeat_basis<S: Simd>(simd: S, dictionary: &mut Dictionary, other: &Dictionary) -> u64 {
    let mut n_pivots = 0;
    for column in 0..other.n_cols() {
        let (Place::Basic(_), Place::Nonbasic(j)) = (other.place_of_column(column), dictionary.place_of_column(column))
        else {
            continue;
        };
        // Of the slacks that are to leave, the one with the largest entry.
        let mut best = (TIE, None);
        for i in 0..dictionary.n_rows() {
            let entry = dictionary.row(i)[j].abs();
            if let Variable::Slack(row) = dictionary.basic[i]
                && matches!(other.place_of_slack(row), Place::Nonbasic(_))
                && entry > best.0
            {
                best = (entry, Some(i));
            }
        }
        // A column without one stays nonbasic: another vertex to start from, as good as this.
        if let (_, Some(i)) = best {
            dictionary.exchange(simd, i, j);
            dictionary.substitute(simd, i, j);
            n_pivots += 1;
        }
    }
    n_pivots
}

/// Puts each nonbasic variable where its reduced cost wants it.
#[inline(always)]
fn place_all(dictionary: &mut Dictionary) {
    let Dictionary { reduced, at, low, high, .. } = dictionary;
    for (((d, x), &lo), &hi) in reduced.iter_mut().zip(at.iter_mut()).zip(&*low).zip(&*high) {
        if hi == f64::INFINITY {
            // A slack that wants to grow without end is a mistake of rounding.
            *d = d.max(0.0);
            *x = lo;
        } else if *d > DUAL {
            *x = lo;
        } else if *d < -DUAL {
            *x = hi;
        } else {
            *x = x.clamp(lo, hi);
            // Between its bounds it would be no vertex.
            if *x != hi {
                *x = lo;
            }
        }
    }
}

/// The row whose basic variable is farthest out of its bounds, by the length of its edge, and by how much.
#[inline(always)]
pub(super) fn leaving(dictionary: &Dictionary) -> Option<(usize, f64)> {
    let mut best = (0.0, None);
    for (i, ((&variable, &x), &norm)) in
        dictionary.basic.iter().zip(&dictionary.values).zip(&dictionary.norms).enumerate()
    {
        let (lo, hi) = dictionary.bounds_of(variable);
        let excess = if x < lo - PRIMAL {
            x - lo
        } else if x > hi + PRIMAL {
            x - hi
        } else {
            continue;
        };
        let score = excess * excess / norm;
        if score > best.0 {
            best = (score, Some((i, excess)));
        }
    }
    best.1
}

/// The place that enters for the variable of row `i`, which is out of its bounds by `excess`; `None` if nothing brings
/// it back.
#[inline(always)]
fn entering(dictionary: &Dictionary, i: usize, excess: f64, candidates: &mut Vec<Candidate>) -> Option<usize> {
    let sign = if excess < 0.0 { 1.0 } else { -1.0 };
    candidates.clear();
    for place in 0..dictionary.n_cols() {
        let (lo, hi) = (dictionary.low[place], dictionary.high[place]);
        let entry = sign * dictionary.row(i)[place];
        let is_low = dictionary.at[place] == lo;
        if lo < hi && if is_low { entry > PIVOT } else { entry < -PIVOT } {
            let ratio = dictionary.reduced[place].abs() / entry.abs();
            candidates.push(Candidate { place, ratio, entry: entry.abs() });
        }
    }
    // What is missing while all candidates before are at their other bounds.
    let mut missing = excess.abs();
    loop {
        let first = candidates.iter().map(|c| c.ratio).min_by(f64::total_cmp)?;
        let tied = candidates.iter().enumerate().filter(|(_, c)| c.ratio <= first + TIE);
        let (k, next) = tied.max_by(|(_, a), (_, b)| a.entry.total_cmp(&b.entry))?;
        let (place, entry) = (next.place, next.entry);
        missing -= entry * (dictionary.high[place] - dictionary.low[place]);
        if missing <= 0.0 || (candidates.len() == 1 && missing <= PRIMAL) {
            return Some(place);
        }
        candidates.swap_remove(k);
    }
}
