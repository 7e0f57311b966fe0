//! Weights of vertices and constraints as units: each is a cell of the engines, and a certificate can be about them.

use std::borrow::Cow;

use minclue_core::base::{Cell, CellSet, Index as _};
use minclue_core::problem::MonotoneFollower;

use super::{Conditions, MAX_CELLS, Problem, Subject};
use crate::error::Error;

/// A problem as engines have it, whose choices have as many cells as they weigh.
pub(crate) struct InUnits<'p> {
    pub(crate) subject: Cow<'p, Subject>,
    /// What is given and forbidden, in units.
    pub(crate) conditions: Conditions,
}

impl Problem {
    /// Are its weights units? Where there are rows too, or too many units, a leader pays for them.
    pub(crate) fn is_in_units(&self) -> bool {
        let is_chosen = matches!(self.subject, Subject::Hypergraph(_) | Subject::Contradiction(_));
        let weighs = |weights: &Vec<i64>| weights.iter().sum::<i64>() <= MAX_CELLS as i64;
        is_chosen && self.conditions.rows.is_empty() && self.conditions.weights.as_ref().is_some_and(weighs)
    }

    /// It in units, if its weights are some, else as it is.
    ///
    /// # Errors
    /// [`Error`] if there are weights already, or if what is forbidden would be needed.
    pub(crate) fn in_units(&self) -> Result<InUnits<'_>, Error> {
        let weights = self.conditions.weights.as_ref().filter(|_| self.is_in_units());
        let prices = || -> Vec<usize> { weights.into_iter().flatten().map(|weight| *weight as usize).collect() };
        let subject = match (&self.subject, weights) {
            (Subject::Hypergraph(hypergraph), Some(_)) => {
                let [given, forbidden] = self.conditions.numbers();
                let left = hypergraph.under(&given, &forbidden);
                if left.edges.iter().any(Vec::is_empty) {
                    return Err(Error::Unhittable);
                }
                let follower = MonotoneFollower::of_hypergraph(left.n_vertices, &left.edges, self.subject.model_name());
                Cow::Owned(Subject::Weighed(Box::new(follower.with_prices(&prices())), forbidden))
            }
            (Subject::Contradiction(follower), Some(_)) if follower.has_prices() => {
                return Err(Error::Settings("these constraints have weights of their own".to_owned()));
            }
            (Subject::Contradiction(follower), Some(_)) => {
                Cow::Owned(Subject::Contradiction(Box::new((**follower).clone().with_prices(&prices()))))
            }
            (subject, _) => Cow::Borrowed(subject),
        };
        let mut in_units = InUnits { subject, conditions: Conditions::default() };
        let [given, forbidden] = [&self.conditions.given, &self.conditions.forbidden]
            .map(|cells| in_units.units_of(&cells.iter().copied().collect::<Vec<_>>()).into_iter().collect());
        in_units.conditions = Conditions { given, forbidden, ..Conditions::default() };
        Ok(in_units)
    }
}

impl InUnits<'_> {
    fn follower(&self) -> Option<&MonotoneFollower> {
        match &*self.subject {
            Subject::Contradiction(follower) | Subject::Weighed(follower, _) => Some(follower),
            _ => None,
        }
    }

    /// The units of these cells.
    pub(crate) fn units_of(&self, cells: &[Cell]) -> Vec<Cell> {
        match self.follower() {
            Some(follower) => cells.iter().flat_map(|cell| follower.item_cells::<10>(cell.get())).collect(),
            None => cells.to_vec(),
        }
    }

    /// The cells of which these units are all there are.
    pub(crate) fn cells_of(&self, units: &[Cell]) -> Vec<Cell> {
        let Some(follower) = self.follower() else { return units.to_vec() };
        let taken = follower.items_in(units.iter().copied().collect::<CellSet<10>>());
        // What weighs nothing has no unit, so that none is missing of it.
        let forbidden: &[usize] = if let Subject::Weighed(_, forbidden) = &*self.subject { forbidden } else { &[] };
        taken.into_iter().filter(|item| !forbidden.contains(item)).map(Cell::new).collect()
    }
}
