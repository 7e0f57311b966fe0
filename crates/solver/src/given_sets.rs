//! Unavoidable sets that somebody else found, each proven before it is used.

use std::fmt;

use minclue_core::base::Limits;
use minclue_core::problem::ClueProblem;
use minclue_core::unavoidable::{Family, Found, ImportedSet, ImportedSets, InvalidSet, import_sets};

/// Sets to start from, in place of those of a source.
#[derive(Clone, Default)]
pub struct GivenSets<'a> {
    /// The sets, in order.
    pub sets: Vec<ImportedSet>,
    /// The most cells of those that are taken, once all were proven.
    pub max_size: Option<usize>,
    /// The most that are taken.
    pub max_sets: Option<usize>,
    /// Hears what came of them.
    pub heard: Option<&'a dyn Fn(&GivenSetsReport)>,
}

/// What came of given sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenSetsReport {
    /// How many there were.
    pub n_given: usize,
    /// How many different ones they are.
    pub n_different: usize,
    /// In place of how many a smaller one was taken.
    pub n_shrunk: usize,
    /// How many are not minimal and were kept.
    pub n_not_minimal: usize,
    /// Were all of them looked at?
    pub is_complete: bool,
}

impl fmt::Debug for GivenSets<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GivenSets").field("sets", &self.sets.len()).finish_non_exhaustive()
    }
}

impl GivenSets<'_> {
    /// Proves all of them, and adds those that are taken to `family`.
    ///
    /// # Errors
    /// The number of the first set that is wrong, from 0, and what is wrong with it.
    pub fn prove<const W: usize>(
        &self,
        problem: &dyn ClueProblem<W>,
        family: &mut Family<W>,
        limits: &Limits,
    ) -> Result<ImportedSets<W>, (usize, InvalidSet)> {
        let mut all = Family::new();
        let mut proven = import_sets(problem, &self.sets, &mut all, limits)?;
        if let Some(heard) = self.heard {
            heard(&GivenSetsReport {
                n_given: self.sets.len(),
                n_different: all.len(),
                n_shrunk: proven.n_shrunk,
                n_not_minimal: proven.not_minimal.len(),
                is_complete: proven.found == Found::Complete,
            });
        }
        for set in all.sets().iter().filter(|set| self.max_size.is_none_or(|max| set.cells.len() <= max)) {
            if self.max_sets.is_some_and(|max| family.len() >= max) {
                // A limit that came before says more.
                if proven.found == Found::Complete {
                    proven.found = Found::Enough;
                }
                break;
            }
            family.insert(set.clone());
        }
        proven.not_minimal.retain(|cells| family.contains(cells));
        Ok(proven)
    }
}
