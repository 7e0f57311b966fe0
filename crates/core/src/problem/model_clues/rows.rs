//! Rows in the form `sum >= bound`.

use crate::ilp::{Row, Sense};
use crate::learning::Lit;

/// `sum a x >= rhs` over variables, ascending, with coefficients other than 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AtLeast {
    pub(super) terms: Vec<(usize, i64)>,
    pub(super) rhs: i64,
}

/// The form of a row. Lists of literals are sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form<'r> {
    Always,
    /// One of these holds.
    Clause(Vec<Lit>),
    /// At most one of these holds.
    AtMostOne(Vec<Lit>),
    Row(&'r AtLeast),
}

impl AtLeast {
    /// The form of the row.
    pub(super) fn form(&self) -> Form<'_> {
        // `-a x` is `a (1 - x) - a`.
        let need = self.rhs + self.terms.iter().filter(|(_, a)| *a < 0).map(|(_, a)| -a).sum::<i64>();
        let sizes = || self.terms.iter().map(|(_, a)| a.abs());
        let lits = |value: bool| {
            let mut lits: Vec<Lit> = self.terms.iter().map(|(var, a)| Lit::new(*var, (*a > 0) == value)).collect();
            lits.sort_unstable();
            lits
        };
        let (Some(least), Some(most)) = (sizes().min(), sizes().max()) else {
            return if need > 0 { Form::Clause(Vec::new()) } else { Form::Always };
        };
        let total: i64 = sizes().sum();
        if need <= 0 {
            Form::Always
        } else if least >= need {
            Form::Clause(lits(true))
        } else if total - most >= need && total - 2 * least < need && least == most {
            Form::AtMostOne(lits(false))
        } else {
            Form::Row(self)
        }
    }
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
    fn clauses_and_items_are_known_by_their_form() {
        let of = |terms: &[(usize, i64)], rhs| AtLeast { terms: terms.to_vec(), rhs };
        let lit = Lit::new;
        let one = of(&[(0, 1), (1, 1), (2, 1)], 1);
        assert_eq!(one.form(), Form::Clause(vec![lit(0, true), lit(1, true), lit(2, true)]));
        assert_eq!(of(&[(0, 4), (3, -3)], 0).form(), Form::Clause(vec![lit(0, true), lit(3, false)]));
        let at_most = of(&[(0, -2), (1, -2), (2, -2)], -3);
        assert_eq!(at_most.form(), Form::AtMostOne(vec![lit(0, true), lit(1, true), lit(2, true)]));
        assert_eq!(
            of(&[(0, -1), (1, 1), (2, -1)], 0).form(),
            Form::AtMostOne(vec![lit(0, true), lit(1, false), lit(2, true)])
        );
        assert_eq!(of(&[(0, 1), (1, -1)], -1).form(), Form::Always);
        assert_eq!(of(&[], 1).form(), Form::Clause(Vec::new()));
        for row in
            [of(&[(0, 1), (1, 1), (2, 1), (3, 1)], 2), of(&[(0, 1), (1, 1)], 2), of(&[(0, 1), (1, 2), (2, 2)], 3)]
        {
            assert_eq!(row.form(), Form::Row(&row));
        }
    }

    #[test]
    fn large_numbers_are_refused() {
        let large = i64::MAX / 16;
        assert!(at_least(&row(&[(0, large), (1, -large)], Sense::Equal, 0)).is_some());
        assert_eq!(at_least(&row(&[(0, large), (1, -large)], Sense::Equal, 9)), None);
        assert_eq!(at_least(&row(&[(0, 1)], Sense::Equal, i64::MIN)), None);
    }
}
