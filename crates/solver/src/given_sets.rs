//! Unavoidable sets from an external source, each proven before use.

use std::fmt;

use minclue_core::base::Limits;
use minclue_core::problem::ClueProblem;
use minclue_core::unavoidable::{Family, Found, ImportedSet, ImportedSets, InvalidSet, import_sets};

/// Start sets that replace those of a source.
#[derive(Clone, Default)]
pub struct GivenSets<'a> {
    /// The sets, in order.
    pub sets: Vec<ImportedSet>,
    /// The maximum number of cells of a set; larger sets are dropped after all were proven.
    pub max_size: Option<usize>,
    /// The maximum number of sets.
    pub max_sets: Option<usize>,
    /// A callback that receives the report.
    pub heard: Option<&'a dyn Fn(&GivenSetsReport)>,
}

/// The result of importing sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenSetsReport {
    /// The number of given sets.
    pub n_given: usize,
    /// The number of distinct sets.
    pub n_different: usize,
    /// The number of sets that were replaced by a smaller one.
    pub n_shrunk: usize,
    /// The number of sets that are not minimal and were kept.
    pub n_not_minimal: usize,
    /// Whether all sets were processed.
    pub is_complete: bool,
}

impl fmt::Debug for GivenSets<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GivenSets").field("sets", &self.sets.len()).finish_non_exhaustive()
    }
}

impl GivenSets<'_> {
    /// Proves all sets, and adds those within the limits to `family`.
    ///
    /// # Errors
    /// The number of the first invalid set, from 0, and the reason.
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
