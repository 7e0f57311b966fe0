//! The code that the engines of one answer share, which limits how far one of them confirms another.

use minclue_core::base::{Group, Limits};
use minclue_engines::bilevel::{AnswerBy, Heuristic, LeafMode, RegionRows};

use crate::choice::{EngineName, SetSource};
use crate::instance::ProblemInstance;
use crate::settings::Settings;

/// Parts that search or decide, possibly for both engines. The names are those of records.
mod names {
    pub(super) const ORACLE: &str = "oracle";
    pub(super) const START_SETS: &str = "start_sets";
    pub(super) const LOCAL_SEARCH: &str = "local_search";
    pub(super) const NATIVE_LEAVES: &str = "native_leaves";
    pub(super) const REGION_MINIMA: &str = "region_minima";
    pub(super) const CASE_SPLIT: &str = "case_split";
    pub(super) const SYMMETRIES: &str = "symmetries";
}

/// The search that start sets come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Search {
    /// One file of sets for both.
    File,
    /// Forced displacements, in the whole grid or in regions.
    Displacements,
    Types,
    Programs,
}

impl Search {
    fn of(source: SetSource) -> Self {
        match source {
            // The regions of CHECKER are searched by displacements.
            SetSource::Complete | SetSource::Region | SetSource::Checker => Self::Displacements,
            SetSource::Blueprint => Self::Types,
            SetSource::Ilp => Self::Programs,
        }
    }
}

/// Returns the search and decision code that the native engine and the branch and cut share under their settings. The
/// sets of a file, if there is one, are those of the engines that `file` names.
///
/// # Errors
/// A message if this build does not have the solver in the settings.
pub(crate) fn shared<const W: usize>(
    instance: &dyn ProblemInstance<W>,
    native: &Settings,
    branch_and_cut: &Settings,
    file: &[EngineName],
) -> Result<Vec<&'static str>, String> {
    let problem = instance.problem();
    let bilevel = branch_and_cut.branch_and_cut(problem.cells().len());
    let settings = |name| if name == EngineName::Native { native } else { branch_and_cut };
    let answers = |name| settings(name).answer_by(name, instance.is_grid());
    let has_leaf = matches!(answers(EngineName::Bilevel)?, AnswerBy::Problem);
    let source = |name: EngineName| {
        let by_source = instance.is_grid().then(|| Search::of(settings(name).start_source(name)));
        if file.contains(&name) { Some(Search::File) } else { by_source }
    };
    let has_parts = problem.partitions().iter().any(|parts| parts.len() > 2);
    let measures = has_parts && (bilevel.split || bilevel.regions >= RegionRows::Parts)
        || bilevel.regions >= RegionRows::Lines && !problem.classes().is_empty();
    let sets = source(EngineName::Bilevel);
    // Of a grid they are looked for in any case; few models have any.
    let has_symmetries = instance.is_grid() || !problem.automorphisms(Group::MAX, &Limits::none()).is_trivial();
    let both = [
        (names::ORACLE, answers(EngineName::Native)?.name() == answers(EngineName::Bilevel)?.name()),
        (names::START_SETS, sets.is_some() && source(EngineName::Native) == sets),
        (names::LOCAL_SEARCH, native.local_search && bilevel.heuristic >= Heuristic::Local),
        (names::NATIVE_LEAVES, has_leaf && bilevel.leaf != LeafMode::Lp),
        (names::REGION_MINIMA, has_leaf && bilevel.asks_leaf_for_regions() && measures),
        (names::CASE_SPLIT, bilevel.split && !bilevel.even_split && has_parts),
        (names::SYMMETRIES, native.symmetry && bilevel.symmetry && has_symmetries),
    ];
    Ok(both.into_iter().filter(|(_, is_shared)| *is_shared).map(|(name, _)| name).collect())
}
