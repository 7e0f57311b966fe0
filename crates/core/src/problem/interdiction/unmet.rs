//! The 0/1 model of the responses that the leader has not prevented.

use crate::ilp::{BinaryModel, Sense, VarId};
use crate::problem::ModelCluesError;

use super::MonotoneFollower;

/// The model of [`MonotoneFollower::clues_at`], and the variables that say that something was not prevented.
pub(super) fn model(
    follower: &MonotoneFollower,
    target: Option<i64>,
) -> Result<(BinaryModel, Vec<VarId>), ModelCluesError> {
    let plain = &follower.model;
    let mut model = BinaryModel::new(plain.name.clone());
    plain.var_names().for_each(|name| _ = model.add_var(name));
    let answer = model.add_var(free_name(plain, "answer"));
    let mut shown = vec![answer];
    let taken: Vec<bool> = plain.vars().map(|var| follower.is_of_leader(var)).collect();
    // What everything that the leader takes adds to the left side of a row.
    let all = |terms: &[(VarId, i64)]| -> Option<i64> {
        let all = terms.iter().filter(|(var, _)| taken[var.get()]);
        all.map(|(_, a)| *a).try_fold(0_i64, i64::checked_add)
    };
    for row in plain.rows() {
        let too_large = || ModelCluesError::Overflow(row.name.clone());
        let left = all(&row.terms).ok_or_else(too_large)?;
        for (sense, name) in sides(row.sense, &row.name) {
            let broken = match sense {
                Sense::LessEqual => left.checked_sub(row.rhs),
                _ => row.rhs.checked_sub(left),
            };
            let broken = broken.ok_or_else(too_large)?.max(0);
            // `left - broken (1 - answer) <= rhs`, and the same with the other sign.
            let (factor, rhs) = match sense {
                Sense::LessEqual => (broken, row.rhs.checked_add(broken)),
                _ => (-broken, row.rhs.checked_sub(broken)),
            };
            let terms = row.terms.iter().copied().chain((factor != 0).then_some((answer, factor)));
            model.add_row(name, terms, sense, rhs.ok_or_else(too_large)?);
        }
    }
    if let Some(target) = target {
        // Without an answer the value is 0; a target below that is met then too.
        let factor = -target.max(0);
        let terms = follower.value.iter().copied().chain((factor != 0).then_some((answer, factor)));
        let name = free_row(plain, "target");
        model.add_row(name, terms, Sense::GreaterEqual, target.min(0));
    }
    for row in &follower.demands {
        // Two demands are the halves of an equation, and have its name.
        let name = free_name(&model, &format!("unmet_{}", row.name));
        let unmet = model.add_var(name);
        shown.push(unmet);
        let too_large = || ModelCluesError::Overflow(row.name.clone());
        let left = all(&row.terms).ok_or_else(too_large)?;
        // The opposite of `left >= rhs`, loosened until taking everything keeps it.
        let most = row.rhs.checked_sub(1).ok_or_else(too_large)?;
        let broken = left.checked_sub(most).ok_or_else(too_large)?.max(0);
        let terms = row.terms.iter().copied().chain((broken != 0).then_some((unmet, broken)));
        let rhs = most.checked_add(broken).ok_or_else(too_large)?;
        let name = free_row(&model, &format!("unmet_{}", row.name));
        model.add_row(name, terms, Sense::LessEqual, rhs);
    }
    Ok((model, shown))
}

impl MonotoneFollower {
    /// The variable of the model here that says that the follower answers.
    pub(super) fn answer(&self) -> VarId {
        VarId::new(self.model.n_vars())
    }

    /// The variable of the model here that says that this demand is not met.
    pub(super) fn unmet(&self, demand: usize) -> VarId {
        VarId::new(self.model.n_vars() + 1 + demand)
    }
}

/// A row as one or two inequalities, each with its name.
fn sides(sense: Sense, name: &str) -> Vec<(Sense, String)> {
    match sense {
        Sense::Equal => vec![(Sense::LessEqual, name.to_owned()), (Sense::GreaterEqual, format!("{name}_least"))],
        other => vec![(other, name.to_owned())],
    }
}

/// The name, with as many `_` after it as make it a new one.
pub(super) fn free_name(model: &BinaryModel, wanted: &str) -> String {
    let mut name = wanted.to_owned();
    while model.var_names().any(|other| other == name) {
        name.push('_');
    }
    name
}

/// The same for a row.
pub(super) fn free_row(model: &BinaryModel, wanted: &str) -> String {
    let mut name = wanted.to_owned();
    while model.rows().iter().any(|row| row.name == name) {
        name.push('_');
    }
    name
}
