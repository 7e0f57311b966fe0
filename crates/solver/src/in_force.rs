//! The settings in force: those that were set, and the defaults chosen for the problem.

use minclue_engines::bilevel::{BilevelOptions, LeafMode};

use crate::choice::{EngineName, Relaxation};
use crate::settings::{Settings, dense_lps};

/// The settings that an engine used, by their names on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineSettings {
    /// The source of its start sets, or `file`; omitted if only the engine itself finds sets.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub source: Option<&'static str>,
    /// The maximum number of start sets.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub max_sets: Option<usize>,
    /// Whether it uses the symmetries of the problem, if there are any.
    pub symmetry: bool,
    /// The maximum number of threads.
    pub threads: usize,
    /// Whether the native engine looks for puzzles by local search.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub local_search: Option<bool>,
    /// The settings of the branch and cut.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub tree: Option<TreeSettings>,
}

/// The settings that a branch and cut used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeSettings {
    /// The rows of the linear programs besides the inequalities of unavoidable sets: `published` for none, down to the
    /// last clue; otherwise `full`.
    pub relaxation: &'static str,
    /// The solver of small subtrees: `lp`, `native` or `auto`.
    pub leaf: &'static str,
    /// With `native`, the number of clues left from which it takes over.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub leaf_clues: Option<usize>,
    /// The solver of the linear programs of the whole problem: `dense` or `highs`.
    pub lp_solver: &'static str,
    /// The regions whose minima are rows.
    pub region_rows: &'static str,
    /// The search for these minima: `native` or `lp`; omitted if there are none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub region_search: Option<&'static str>,
    /// Other cutting planes: `zero-half` or `none`.
    pub cuts: &'static str,
    /// The branching rule.
    pub branching: &'static str,
    /// The order in which nodes are processed.
    pub node_order: &'static str,
    /// The order in which numbers of clues are refuted.
    pub budgets: &'static str,
    /// The search for puzzles besides the tree.
    pub heuristic: &'static str,
    /// Whether a number of clues is split over the bands or stacks.
    pub split: bool,
    /// Whether cells are excluded by their reduced costs.
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
