//! Do rows over 0/1 variables contradict each other? A search that shares nothing with the others: it sets one variable
//! after the other, and follows what that leaves in each row.

use std::cell::Cell;

use minclue_core::ilp::{BinaryModel, Row, Sense, VarId};

/// Terms of rows that a search looks at, some hundredths of a second: it is to see what is wrong with a problem, not to
/// solve it.
const MAX_LOOKS: usize = 4_000_000;

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Searched {
    /// These values, one for each variable, keep all rows.
    Solution(Vec<bool>),
    Nothing,
    /// It took too long.
    Unknown,
}

/// What many searches may look at together.
#[derive(Debug)]
pub(super) struct Patience(Cell<usize>);

impl Patience {
    /// As much as `n_searches` long searches take.
    pub(super) fn of(n_searches: usize) -> Self {
        Self(Cell::new(n_searches * MAX_LOOKS))
    }

    /// Looks for values of all variables of `model` that keep these rows.
    pub(super) fn solution(&self, model: &BinaryModel, rows: &[&Row]) -> Searched {
        let mut search = Search { rows, n_looks: 0, max_looks: MAX_LOOKS.min(self.0.get()) };
        let mut values = vec![None; model.n_vars()];
        let is_found = search.run(&mut values);
        self.0.set(self.0.get().saturating_sub(search.n_looks));
        if is_found {
            Searched::Solution(values.into_iter().map(|value| value.unwrap_or(false)).collect())
        } else if search.n_looks > search.max_looks {
            Searched::Unknown
        } else {
            Searched::Nothing
        }
    }
}

struct Search<'a> {
    rows: &'a [&'a Row],
    n_looks: usize,
    max_looks: usize,
}

impl Search<'_> {
    /// Do some values of the variables that are not set keep the rows? If so, they stand in `values`; those of which
    /// none matters are not set.
    fn run(&mut self, values: &mut Vec<Option<bool>>) -> bool {
        // Where each guess was made, with the values before it and the one that is still to be tried.
        let mut guesses: Vec<(Vec<Option<bool>>, usize)> = Vec::new();
        loop {
            let holds = self.follow(values);
            if self.n_looks > self.max_looks {
                return false;
            }
            let open = self.rows.iter().filter(|_| holds).find(|row| is_open(row, values));
            let free = open.and_then(|row| row.terms.iter().find(|(var, _)| values[var.get()].is_none()));
            match (holds, free) {
                (true, None) => return true,
                (true, Some((var, _))) => {
                    guesses.push((values.clone(), var.get()));
                    values[var.get()] = Some(true);
                }
                (false, _) => {
                    let Some((before, var)) = guesses.pop() else { return false };
                    *values = before;
                    values[var] = Some(false);
                }
            }
        }
    }

    /// Sets what rows leave no choice about; false if one cannot hold any more, or if it takes too long.
    fn follow(&mut self, values: &mut [Option<bool>]) -> bool {
        loop {
            let mut has_changed = false;
            for row in self.rows {
                self.n_looks += 1 + 2 * row.terms.len();
                if self.n_looks > self.max_looks {
                    return false;
                }
                let (from, to) = wanted(row);
                let (mut least, mut most) = range(row, values);
                if most < from || least > to {
                    return false;
                }
                for (var, a) in &row.terms {
                    if values[var.get()].is_some() {
                        continue;
                    }
                    let a = i128::from(*a);
                    let of_one = (least + a.max(0), most + a.min(0));
                    let of_zero = (least - a.min(0), most - a.max(0));
                    let can_be = |(least, most): (i128, i128)| most >= from && least <= to;
                    match (can_be(of_one), can_be(of_zero)) {
                        (true, true) => continue,
                        (false, false) => return false,
                        (one, _) => {
                            values[var.get()] = Some(one);
                            (least, most) = if one { of_one } else { of_zero };
                            has_changed = true;
                        }
                    }
                }
            }
            if !has_changed {
                return true;
            }
        }
    }
}

/// The least and the most that the left side can come to.
fn range(row: &Row, values: &[Option<bool>]) -> (i128, i128) {
    row.terms.iter().fold((0, 0), |(least, most), (var, a)| {
        let a = i128::from(*a);
        match values[var.get()] {
            Some(true) => (least + a, most + a),
            Some(false) => (least, most),
            None => (least + a.min(0), most + a.max(0)),
        }
    })
}

/// What the terms come to at these values.
pub(super) fn sum(terms: &[(VarId, i64)], values: &[bool]) -> i128 {
    terms.iter().filter(|(var, _)| values[var.get()]).map(|(_, a)| i128::from(*a)).sum()
}

/// Do these values keep the row?
pub(super) fn holds(row: &Row, values: &[bool]) -> bool {
    let (from, to) = wanted(row);
    (from..=to).contains(&sum(&row.terms, values))
}

/// What the left side must be at least and at most.
fn wanted(row: &Row) -> (i128, i128) {
    let rhs = i128::from(row.rhs);
    match row.sense {
        Sense::LessEqual => (i128::MIN, rhs),
        Sense::Equal => (rhs, rhs),
        Sense::GreaterEqual => (rhs, i128::MAX),
    }
}

fn is_open(row: &Row, values: &[Option<bool>]) -> bool {
    let ((least, most), (from, to)) = (range(row, values), wanted(row));
    least < from || most > to
}
