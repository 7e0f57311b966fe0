//! Bounds that follow from rows: `x + y <= 8`, with both variables at least 0, implies that neither exceeds 8.
//!
//! Only missing bounds are filled in, so the follower's problem does not change. A bound of a follower's variable must
//! follow from the follower's rows alone, since the follower may violate the leader's rows. A bound of a leader's
//! variable may follow from any row: a choice outside it has no response that satisfies all rows.

use crate::ilp::{LevelRow, Sense};

use super::LARGEST_SUM;

/// The lower and the upper bound of a variable, as far as they are known.
pub(super) type Bounds = [Option<i64>; 2];

/// A bound that a row gives.
#[derive(Clone, Copy, Debug)]
struct Implied {
    value: i64,
    /// Whether it only holds if the follower has a feasible response.
    leans: bool,
}

/// Fills in what the rows give. Answers with the first variable of the leader that has a bound only because a choice
/// without an answer is not allowed.
pub(super) fn complete(bounds: &mut [Bounds], rows: &[LevelRow], is_follower: &[bool]) -> Option<usize> {
    let mut leaning: Option<usize> = None;
    let mut is_missing = bounds.iter().any(|bounds| bounds.contains(&None));
    while is_missing {
        let mut found: Vec<[Option<Implied>; 2]> = vec![[None; 2]; bounds.len()];
        for row in rows {
            imply(row, bounds, is_follower, &mut found);
        }
        is_missing = false;
        for (var, (own, found)) in bounds.iter_mut().zip(found).enumerate() {
            let [lower, upper] = found;
            for (side, implied) in [lower, upper].into_iter().enumerate() {
                let Some(implied) = implied else { continue };
                // Rows that contradict the other bound are for the solver: a variable has a value.
                let other = own[1 - side].unwrap_or(implied.value);
                own[side] = Some(if side == 0 { implied.value.min(other) } else { implied.value.max(other) });
                is_missing = true;
                if implied.leans && !is_follower[var] && leaning.is_none_or(|first| var < first) {
                    leaning = Some(var);
                }
            }
        }
    }
    leaning
}

/// Derives missing bounds from one row; the best of all rows is kept.
fn imply(level: &LevelRow, bounds: &[Bounds], is_follower: &[bool], found: &mut [[Option<Implied>; 2]]) {
    let LevelRow { row, is_follower: of_follower } = level;
    let leans = *of_follower || row.terms.iter().any(|(var, _)| is_follower[var.get()]);
    let signs: &[i128] = match row.sense {
        Sense::LessEqual => &[1],
        Sense::GreaterEqual => &[-1],
        Sense::Equal => &[1, -1],
    };
    for sign in signs {
        // The row as `sum a v <= rhs`: the least of each term, if it has one.
        let rhs = sign * i128::from(row.rhs);
        let least = |var: usize, a: i128| bounds[var][usize::from(a < 0)].map(|value| a * i128::from(value));
        let terms = || row.terms.iter().map(|(var, a)| (var.get(), sign * i128::from(*a)));
        let (mut sum, mut endless, mut n_endless) = (0_i128, 0, 0);
        for (var, a) in terms() {
            match least(var, a) {
                Some(value) => sum += value,
                None => (endless, n_endless) = (var, n_endless + 1),
            }
        }
        if n_endless > 1 {
            continue;
        }
        for (var, a) in terms() {
            let side = usize::from(a > 0);
            let is_bounded = bounds[var][side].is_some() || (is_follower[var] && !of_follower);
            if is_bounded || (n_endless == 1 && endless != var) {
                continue;
            }
            let room = rhs - (sum - least(var, a).unwrap_or(0));
            // v <= room / a, or v >= room / a where a is negative: rounded to the inside.
            let value = if a > 0 { room.div_euclid(a) } else { -room.div_euclid(-a) };
            let Ok(value) = i64::try_from(value) else { continue };
            if value.abs() > LARGEST_SUM {
                continue;
            }
            let known = &mut found[var][side];
            let is_better = known.is_none_or(|known| if side == 0 { value > known.value } else { value < known.value });
            if is_better || known.is_some_and(|known| known.value == value && known.leans && !leans) {
                *known = Some(Implied { value, leans });
            }
        }
    }
}
