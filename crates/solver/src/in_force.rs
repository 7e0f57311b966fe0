//! The settings that an engine worked with: what was said, and for the rest what was chosen for the problem.

use minclue_engines::bilevel::{BilevelOptions, LeafMode};

use crate::choice::{EngineName, Relaxation};
use crate::settings::{Settings, dense_lps};

/// The settings that an engine worked with, by the names of the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineSettings {
    /// Where its start sets come from, or `file`; left out where nothing but the engine finds sets.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub source: Option<&'static str>,
    /// It starts from at most this many sets.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub max_sets: Option<usize>,
    /// Does it use the symmetries of the problem, if there are any?
    pub symmetry: bool,
    /// Threads that it may use.
    pub threads: usize,
    /// Does the native engine look for puzzles by local search?
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub local_search: Option<bool>,
    /// Those of the branch and cut.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub tree: Option<TreeSettings>,
}

/// The settings that a branch and cut worked with.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeSettings {
    /// What the linear programs know beside the inequalities of unavoidable sets: `published` for nothing, down to the
    /// last clue; else `full`.
    pub relaxation: &'static str,
    /// What closes small subtrees: `lp`, `native` or `auto`.
    pub leaf: &'static str,
    /// With `native`: from this many clues left on.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub leaf_clues: Option<usize>,
    /// What solves the linear programs of the whole problem: `dense` or `highs`.
    pub lp_solver: &'static str,
    /// Minima of regions as rows.
    pub region_rows: &'static str,
    /// What finds them: `native` or `lp`; left out where there are none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub region_search: Option<&'static str>,
    /// Other cutting planes: `zero-half` or `none`.
    pub cuts: &'static str,
    /// How nodes are cut.
    pub branching: &'static str,
    /// Which node is next.
    pub node_order: &'static str,
    /// Which number of clues is refuted next.
    pub budgets: &'static str,
    /// How puzzles are looked for beside the tree.
    pub heuristic: &'static str,
    /// Is a number of clues split over the bands or stacks?
    pub split: bool,
    /// Are cells left out by their reduced costs?
    pub fixing: bool,
}

impl EngineSettings {
    /// Those of the engine `name` for a problem of this many cells. A grid has sources of start sets; `from_file` says
    /// that sets were given in place of them.
    pub(crate) fn of(name: EngineName, settings: &Settings, n_cells: usize, is_grid: bool, from_file: bool) -> Self {
        let by_source = is_grid.then(|| settings.start_source(name).name());
        let is_tree = name == EngineName::Bilevel;
        let tree = is_tree.then(|| TreeSettings::of(settings, &settings.branch_and_cut(n_cells), n_cells));
        Self {
            source: if from_file { Some("file") } else { by_source },
            max_sets: settings.most_sets(name),
            symmetry: settings.symmetry,
            threads: settings.threads,
            local_search: (name == EngineName::Native).then_some(settings.local_search),
            tree,
        }
    }
}

impl TreeSettings {
    fn of(settings: &Settings, options: &BilevelOptions, n_cells: usize) -> Self {
        let (leaf, leaf_clues) = match options.leaf {
            LeafMode::Lp => ("lp", None),
            LeafMode::Below(n) => ("native", Some(n)),
            LeafMode::Auto => ("auto", None),
        };
        let is_measured = options.measures_regions();
        let relaxation = if options.is_published() { Relaxation::Published } else { Relaxation::Full };
        let region_search = if options.asks_leaf_for_regions() { "native" } else { "lp" };
        Self {
            relaxation: relaxation.name(),
            leaf,
            leaf_clues,
            lp_solver: if dense_lps(settings.bilevel.lp_solver, n_cells) { "dense" } else { "highs" },
            region_rows: options.regions.name(),
            region_search: is_measured.then_some(region_search),
            cuts: if options.zero_half { "zero-half" } else { "none" },
            branching: options.branching.name(),
            node_order: options.order.name(),
            budgets: options.budgets.name(),
            heuristic: options.heuristic.name(),
            split: options.split,
            fixing: options.fixing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::{Follower, LeafChoice, LpSolver};
    use crate::settings::BilevelSettings;

    fn tree(bilevel: BilevelSettings, n_cells: usize) -> TreeSettings {
        let settings = Settings { bilevel, ..Settings::default() };
        EngineSettings::of(EngineName::Bilevel, &settings, n_cells, true, false).tree.expect("a tree")
    }

    #[test]
    fn what_was_not_said_is_what_was_chosen() {
        let auto = tree(BilevelSettings::default(), 81);
        assert_eq!((auto.leaf, auto.region_rows, auto.heuristic), ("auto", "parts", "local"));
        assert_eq!(auto.region_search, Some("native"));
        let lp = tree(BilevelSettings { leaf: Some(LeafChoice::Lp), ..BilevelSettings::default() }, 81);
        assert_eq!((lp.leaf, lp.region_rows, lp.region_search), ("lp", "lines", Some("native")));
        let program = tree(BilevelSettings { follower: Follower::Highs, ..BilevelSettings::default() }, 81);
        assert_eq!((program.leaf, program.heuristic, program.region_search), ("lp", "covers", Some("lp")));
        let large = tree(BilevelSettings::default(), 256);
        assert_eq!((large.region_rows, large.region_search, large.split), ("none", None, false));
    }

    #[test]
    fn the_solver_of_linear_programs_is_the_one_at_work() {
        let solver = |lp_solver, n_cells| tree(BilevelSettings { lp_solver, ..BilevelSettings::default() }, n_cells);
        assert_eq!(solver(LpSolver::Auto, 81).lp_solver, "dense");
        assert_eq!(solver(LpSolver::Dense, 256).lp_solver, "dense");
        #[cfg(feature = "highs")]
        {
            assert_eq!(solver(LpSolver::Auto, 256).lp_solver, "highs");
            assert_eq!(solver(LpSolver::Highs, 16).lp_solver, "highs");
        }
    }

    #[test]
    fn only_a_tree_has_the_settings_of_one() {
        let settings = Settings { max_sets: Some(7), ..Settings::default() };
        let native = EngineSettings::of(EngineName::Native, &settings, 81, true, false);
        assert_eq!((native.tree, native.source, native.max_sets), (None, Some("complete"), Some(7)));
        assert_eq!(EngineSettings::of(EngineName::Native, &settings, 81, true, true).source, Some("file"));
        assert_eq!(EngineSettings::of(EngineName::Native, &settings, 81, false, false).source, None);
    }
}
