//! Second solutions of a 0/1 model by a search that learns: best for hard questions.

use rustc_hash::FxHashMap;

use crate::base::{CellSet, Pace, Stop};
use crate::learning::{Lit, Rules, SecondPoints};

use super::rows::{AtLeast, Form};
use super::{Linear, NO_CLUES};

/// The search for second solutions of a model: points of its rows and (NG). The values of the target are tried first: so
/// a second solution differs from it in few cells.
pub(super) fn learning(linear: &Linear) -> SecondPoints {
    let agrees = linear.cells.iter().map(|var| Lit::new(var.get(), linear.target[var.get()])).collect();
    let mut rules = rules(linear.target.len(), &linear.rows);
    match linear.another().form() {
        Form::Clause(lits) => rules.clause(&lits),
        // Nothing is shown, so nothing differs.
        _ => rules.clause(&[]),
    }
    SecondPoints::new(rules, &linear.target, agrees)
}

/// Is there a second solution that agrees with the target on the clues?
pub(super) fn second<const W: usize>(
    points: &mut SecondPoints,
    clues: CellSet<W>,
    pace: &mut Pace,
) -> Result<bool, Stop> {
    // A question without guesses is asked of the limits too.
    pace.step(0).map_or(Ok(()), Err)?;
    points.search(clues, pace)
}

/// A minimal set that the clues do not hit, with few cells of `keep_out`; `None` if they are enough.
///
/// # Panics
/// If there is a second solution that differs in no cell.
pub(super) fn unhit_set<const W: usize>(
    points: &mut SecondPoints,
    clues: CellSet<W>,
    keep_out: CellSet<W>,
    pace: &mut Pace,
) -> Result<Option<CellSet<W>>, Stop> {
    pace.step(0).map_or(Ok(()), Err)?;
    if !points.search_minimal(clues, keep_out, pace)? {
        return Ok(None);
    }
    let set: CellSet<W> = points.differing();
    assert!(!set.is_empty(), "{NO_CLUES}");
    Ok(Some(set))
}

/// Rows over `n_vars` variables as rules: clauses and items where they are such, else rows.
pub(super) fn rules(n_vars: usize, rows: &[AtLeast]) -> Rules {
    let mut rules = Rules::new(n_vars);
    let forms: Vec<Form<'_>> = rows.iter().map(AtLeast::form).collect();
    let mut clauses: FxHashMap<&[Lit], bool> = FxHashMap::default();
    for form in &forms {
        if let Form::Clause(lits) = form {
            clauses.insert(lits, false);
        }
    }
    for form in &forms {
        if let Form::AtMostOne(lits) = form {
            match clauses.get_mut(&lits[..]) {
                Some(is_item) if *is_item => {}
                Some(is_item) => {
                    *is_item = true;
                    rules.exactly_one(lits);
                }
                None => rules.at_most_one(lits),
            }
        }
    }
    for form in &forms {
        match form {
            Form::Clause(lits) if !clauses[&lits[..]] => rules.clause(lits),
            Form::Row(row) => {
                let terms: Vec<(Lit, i64)> = row.terms.iter().map(|(var, a)| (Lit::new(*var, true), *a)).collect();
                rules.at_least(&terms, row.rhs);
            }
            Form::Clause(_) | Form::AtMostOne(_) | Form::Always => {}
        }
    }
    rules
}
