//! A solution of a 0/1 model of which none is known.

use crate::base::{Limits, Stop};
use crate::ilp::BinaryModel;
use crate::learning::{Learner, SearchGoal};

use super::learning::rules_of;
use super::rows::{AtLeast, at_least};
use super::{ModelCluesError, PACE};

/// A solution of `model`, one value for each variable, by the search that learns: the same one in every run; `None` if
/// it has none. The objective plays no part. A node of the limits is a guess.
///
/// # Errors
/// [`ModelCluesError::Overflow`] for a row whose numbers are too large; inside, the limit that came first.
pub fn any_solution(model: &BinaryModel, limits: &Limits) -> Result<Result<Option<Vec<bool>>, Stop>, ModelCluesError> {
    let mut rows: Vec<AtLeast> = Vec::new();
    for row in model.rows() {
        rows.extend(at_least(row).ok_or_else(|| ModelCluesError::Overflow(row.name.clone()))?);
    }
    // That something is chosen says more than that it is not.
    let mut learner = Learner::new(rules_of(&rows, model.n_vars()), &vec![true; model.n_vars()]);
    Ok(learner.search(&[], SearchGoal::Any, &mut limits.pace(PACE)).map(|found| {
        let values = found.then(|| learner.point()[..model.n_vars()].to_vec());
        // It is believed after a check that shares nothing with the search.
        let broken = values.as_ref().and_then(|values| model.violated_row(values));
        assert!(broken.is_none(), "the path that learns found a solution that is none");
        values
    }))
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
}
