//! Rows in one form: at least so much.

use crate::ilp::{Row, Sense};

/// `sum a x >= rhs` over variables, ascending, with coefficients other than 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AtLeast {
    pub(super) terms: Vec<(usize, i64)>,
    pub(super) rhs: i64,
}

/// No sum of the numbers of a row is above this, so that a few of them can be added without thought.
const MAX: i128 = i64::MAX as i128 / 8;

/// The row as one or, if it is an equation, two rows of that form; `None` if its numbers are too large.
pub(super) fn at_least(row: &Row) -> Option<Vec<AtLeast>> {
    let size: i128 = row.terms.iter().map(|(_, a)| i128::from(*a).abs()).sum::<i128>() + i128::from(row.rhs).abs();
    if size > MAX {
        return None;
    }
    let mut terms: Vec<(usize, i64)> = row.terms.iter().map(|(var, a)| (var.get(), *a)).collect();
    terms.sort_unstable();
    terms.dedup_by(|next, sum| {
        let is_same = next.0 == sum.0;
        if is_same {
            sum.1 += next.1;
        }
        is_same
    });
    terms.retain(|(_, a)| *a != 0);
    let negated = || AtLeast { terms: terms.iter().map(|(var, a)| (*var, -a)).collect(), rhs: -row.rhs };
    Some(match row.sense {
        Sense::GreaterEqual => vec![AtLeast { terms, rhs: row.rhs }],
        Sense::LessEqual => vec![negated()],
        Sense::Equal => {
            let other = negated();
            vec![AtLeast { terms, rhs: row.rhs }, other]
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ilp::VarId;

    fn row(terms: &[(usize, i64)], sense: Sense, rhs: i64) -> Row {
        let terms = terms.iter().map(|(var, a)| (VarId::new(*var), *a)).collect();
        Row { name: "row".into(), terms, sense, rhs }
    }

    #[test]
    fn every_sense_becomes_at_least() {
        let of = |sense| at_least(&row(&[(4, 2), (1, -3), (4, 1), (2, 5), (2, -5)], sense, 6)).expect("small numbers");
        let plain = AtLeast { terms: vec![(1, -3), (4, 3)], rhs: 6 };
        let negated = AtLeast { terms: vec![(1, 3), (4, -3)], rhs: -6 };
        assert_eq!(of(Sense::GreaterEqual), std::slice::from_ref(&plain));
        assert_eq!(of(Sense::LessEqual), std::slice::from_ref(&negated));
        assert_eq!(of(Sense::Equal), [plain, negated]);
    }

    #[test]
    fn large_numbers_are_refused() {
        let large = i64::MAX / 16;
        assert!(at_least(&row(&[(0, large), (1, -large)], Sense::Equal, 0)).is_some());
        assert_eq!(at_least(&row(&[(0, large), (1, -large)], Sense::Equal, 9)), None);
        assert_eq!(at_least(&row(&[(0, 1)], Sense::Equal, i64::MIN)), None);
    }
}
