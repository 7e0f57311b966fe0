//! Finds solutions of a 0/1 model by the search that learns: the same ones in every run.

use crate::base::{Limits, Stop};
use crate::ilp::{BinaryModel, VarId};
use crate::learning::{Learner, Lit, SearchGoal};

use super::learning::rules;
use super::rows::{AtLeast, at_least};
use super::{ModelCluesError, PACE};

/// Finds a solution of `model`, one value for each variable; `None` if it has none. The objective is ignored. A node of
/// the limits is a guess.
///
/// # Errors
/// [`ModelCluesError::Overflow`] for a row whose numbers are too large; the inner result has the limit that was
/// reached.
pub fn any_solution(model: &BinaryModel, limits: &Limits) -> Result<Result<Option<Vec<bool>>, Stop>, ModelCluesError> {
    Ok(points(model, &[], &[], 1, limits)?.map(|mut found| found.pop()))
}

/// Finds at most `max` solutions of `model` at which all of `ones` are 1, such that any two differ in the variables
/// `apart`. There are fewer than `max` only if there are no others.
///
/// # Errors
/// Those of [`any_solution`].
pub fn points(
    model: &BinaryModel,
    ones: &[VarId],
    apart: &[VarId],
    max: usize,
    limits: &Limits,
) -> Result<Result<Vec<Vec<bool>>, Stop>, ModelCluesError> {
    let mut rows: Vec<AtLeast> = Vec::new();
    for row in model.rows() {
        rows.extend(at_least(row).ok_or_else(|| ModelCluesError::Overflow(row.name.clone()))?);
    }
    Ok(search(model, &rows, (ones, apart), max, limits))
}

fn search(
    model: &BinaryModel,
    rows: &[AtLeast],
    (ones, apart): (&[VarId], &[VarId]),
    max: usize,
    limits: &Limits,
) -> Result<Vec<Vec<bool>>, Stop> {
    let assumed: Vec<Lit> = ones.iter().map(|var| Lit::new(var.get(), true)).collect();
    let mut pace = limits.pace(PACE);
    let mut found: Vec<Vec<bool>> = Vec::new();
    while found.len() < max {
        // A question without guesses is asked of the limits too.
        pace.step(0).map_or(Ok(()), Err)?;
        let mut rules = rules(model.n_vars(), rows);
        for point in &found {
            let others: Vec<Lit> = apart.iter().map(|var| Lit::new(var.get(), !point[var.get()])).collect();
            rules.clause(&others);
        }
        // That something is chosen says more than that it is not.
        let mut learner = Learner::new(rules, &vec![true; model.n_vars()]);
        if !learner.search(&assumed, SearchGoal::Any, &mut pace)? {
            break;
        }
        let point = learner.point()[..model.n_vars()].to_vec();
        // It is believed after a check that shares nothing with the search.
        assert!(model.violated_row(&point).is_none(), "the path that learns found a solution that is none");
        found.push(point);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ilp::Sense;

    /// Every model of three variables and two rows of small numbers, against all eight points.
    #[test]
    fn a_solution_is_found_where_there_is_one() {
        let mut n_without = 0;
        for code in 0..3_usize.pow(8) {
            let digit = |i: u32| (code / 3_usize.pow(i) % 3) as i64 - 1;
            let mut model = BinaryModel::new("m");
            let vars = ["a", "b", "c"].map(|name| model.add_var(name));
            let senses = [Sense::GreaterEqual, Sense::Equal];
            for (row, sense) in senses.into_iter().enumerate() {
                let row = 4 * row as u32;
                let terms: Vec<_> = vars.iter().zip(0..).map(|(var, i)| (*var, digit(row + i) * 2)).collect();
                let terms = terms.into_iter().filter(|(_, a)| *a != 0);
                model.add_row("r", terms, sense, digit(row + 3) + 1);
            }
            let points = (0..8).map(|n| [n & 1 != 0, n & 2 != 0, n & 4 != 0]);
            let has_one = points.clone().any(|point| model.violated_row(&point).is_none());
            let found = any_solution(&model, &Limits::none()).expect("small numbers").expect("no limit");
            assert_eq!(found.is_some(), has_one, "{model:?}");
            n_without += usize::from(!has_one);
        }
        assert!(n_without > 100);
    }

    #[test]
    fn numbers_that_cannot_be_added_are_refused() {
        let mut model = BinaryModel::new("m");
        let a = model.add_var("a");
        model.add_row("large", [(a, i64::MAX)], Sense::LessEqual, 0);
        assert_eq!(any_solution(&model, &Limits::none()), Err(ModelCluesError::Overflow("large".to_owned())));
    }

    #[test]
    fn points_differ_where_they_should() {
        let mut model = BinaryModel::new("m");
        let [a, b, c] = ["a", "b", "c"].map(|name| model.add_var(name));
        model.add_row("r", [(a, 1), (b, 1)], Sense::Equal, 1);
        let of = |ones: &[VarId], apart: &[VarId], max: usize| {
            let found = points(&model, ones, apart, max, &Limits::none()).expect("small numbers").expect("no limit");
            assert!(
                found.iter().all(|point| model.violated_row(point).is_none() && ones.iter().all(|v| point[v.get()]))
            );
            found.len()
        };
        assert_eq!((of(&[], &[a, b, c], 9), of(&[], &[a], 9), of(&[], &[], 9)), (4, 2, 1));
        assert_eq!((of(&[a], &[a, b, c], 9), of(&[a, b], &[a, b, c], 9), of(&[], &[a, b, c], 3)), (2, 0, 3));
    }
}
