//! What must be taken, and what must not: the one place that makes a problem of it.
//!
//! A condition holds for the whole problem, or for none of it. Where a choice is free but for the sets that it has to
//! hit, sets can say it. Where rows or prices have a say as well, what sets say can be undone by those, so there a
//! condition is a row. Whoever asks gets both from here.

use minclue_core::hitting::Hypergraph;
use minclue_core::problem::{LeaderRow, MonotoneFollower};

/// Things by their numbers, ascending, that must be taken, and those that must not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ItemConditions {
    pub(super) given: Vec<usize>,
    pub(super) forbidden: Vec<usize>,
}

impl ItemConditions {
    pub(super) const NONE: Self = Self { given: Vec::new(), forbidden: Vec::new() };

    /// The first thing that is to be taken and not to be taken, which nothing can keep.
    pub(super) fn clash(&self) -> Option<usize> {
        self.given.iter().copied().find(|item| self.forbidden.contains(item))
    }

    /// The same with the names of a follower's items.
    ///
    /// # Errors
    /// A message that names the first thing that is to be taken and not to be taken.
    pub(super) fn check(&self, follower: &MonotoneFollower) -> Result<(), String> {
        match self.clash() {
            Some(item) => Err(format!("{} is both given and forbidden", follower.item_name(item))),
            None => Ok(()),
        }
    }

    /// Rows that say that these items are taken, and those are not: whatever else is asked of a choice, it keeps them.
    pub(super) fn rows(&self) -> Vec<LeaderRow> {
        let row = |item: &usize, a: i64, rhs: i64| LeaderRow { demand: None, terms: vec![(*item, a)], rhs };
        let (given, forbidden) = (self.given.iter(), self.forbidden.iter());
        given.map(|item| row(item, 1, 1)).chain(forbidden.map(|item| row(item, -1, 0))).collect()
    }

    /// The hypergraph that is left where nothing but its hyperedges says what is taken. A forbidden vertex is in no
    /// hyperedge of it; that none is taken is to be said beside it.
    pub(super) fn left_of(&self, hypergraph: &Hypergraph) -> Hypergraph {
        hypergraph.under(&self.given, &self.forbidden)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_condition_is_a_row() {
        let conditions = ItemConditions { given: vec![2], forbidden: vec![0, 3] };
        let keeps = |taken: &[usize]| {
            let value = |row: &LeaderRow| -> i64 {
                row.terms.iter().filter(|(item, _)| taken.contains(item)).map(|(_, a)| a).sum()
            };
            conditions.rows().iter().all(|row| value(row) >= row.rhs)
        };
        assert_eq!(
            [&[2][..], &[1, 2], &[0, 2], &[2, 3], &[1], &[]].map(keeps),
            [true, true, false, false, false, false]
        );
        assert_eq!(conditions.clash(), None);
        assert_eq!(ItemConditions { given: vec![1, 4], forbidden: vec![4] }.clash(), Some(4));
    }
}
