//! Points of a 0/1 model of which none is known.

use crate::base::{Limits, Stop};
use crate::ilp::{BinaryModel, VarId};
use crate::learning::{Learner, Lit, SearchGoal};

use super::learning::rules;
use super::rows::at_least;

/// Steps between two looks at the limits.
const PACE: u32 = 64;

/// Points of `model` at which all of `ones` are 1, at most `max` of them, no two alike in the variables `apart`; fewer
/// than `max` if there are no others. The objective plays no part.
///
/// # Errors
/// The limit that came first; [`Stop::Memory`] if the numbers of a row are too large to be added up.
pub fn points(
    model: &BinaryModel,
    ones: &[VarId],
    apart: &[VarId],
    max: usize,
    limits: &Limits,
) -> Result<Vec<Vec<bool>>, Stop> {
    let rows: Option<Vec<_>> = model.rows().iter().map(at_least).collect();
    let rows: Vec<_> = rows.ok_or(Stop::Memory)?.into_iter().flatten().collect();
    let assumed: Vec<Lit> = ones.iter().map(|var| Lit::new(var.get(), true)).collect();
    let mut pace = limits.pace(PACE);
    let mut found: Vec<Vec<bool>> = Vec::new();
    while found.len() < max {
        // A question without guesses is asked of the limits too.
        pace.step(0).map_or(Ok(()), Err)?;
        let mut rules = rules(model.n_vars(), &rows);
        for point in &found {
            let others: Vec<Lit> = apart.iter().map(|var| Lit::new(var.get(), !point[var.get()])).collect();
            rules.clause(&others);
        }
        let mut learner = Learner::new(rules, &vec![false; model.n_vars()]);
        if !learner.search(&assumed, SearchGoal::Any, &mut pace)? {
            break;
        }
        found.push(learner.point().to_vec());
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ilp::Sense;

    #[test]
    fn points_differ_where_they_should() {
        let mut model = BinaryModel::new("m");
        let [a, b, c] = ["a", "b", "c"].map(|name| model.add_var(name));
        model.add_row("r", [(a, 1), (b, 1)], Sense::Equal, 1);
        let of = |ones: &[VarId], apart: &[VarId], max: usize| {
            let found = points(&model, ones, apart, max, &Limits::none()).expect("there are no limits");
            assert!(
                found.iter().all(|point| model.violated_row(point).is_none() && ones.iter().all(|v| point[v.get()]))
            );
            found.len()
        };
        assert_eq!((of(&[], &[a, b, c], 9), of(&[], &[a], 9), of(&[], &[], 9)), (4, 2, 1));
        assert_eq!((of(&[a], &[a, b, c], 9), of(&[a, b], &[a, b, c], 9), of(&[], &[a, b, c], 3)), (2, 0, 3));
    }
}
