//! The arguments of the bilevel engine.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use minclue_engines::bilevel::{Branching, Budgets, Heuristic, NodeOrder, RegionRows, RegionSearch};
use minclue_solver::{BilevelSettings, Cuts, Follower, LeafChoice, LpSolver};

use super::heading;
use super::values::{as_usize, at_least_one};

/// How the bilevel engine works: nothing here changes what is true, only the way there.
#[derive(Clone, Debug, ClapArgs)]
#[command(next_help_heading = heading::BILEVEL)]
pub struct BilevelArgs {
    /// What closes small subtrees
    #[arg(long, value_enum, value_name = "LEAF")]
    #[arg(hide_short_help = true)]
    pub leaf: Option<LeafChoice>,

    /// With --leaf native: hand subtrees over once N clues or fewer are left [default: 14]
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(hide_short_help = true)]
    pub leaf_clues: Option<u64>,

    /// What answers for the follower; an integer program goes with --leaf lp
    #[arg(long, value_enum, default_value_t, value_name = "FOLLOWER")]
    #[arg(hide_short_help = true)]
    pub follower: Follower,

    /// Minima of regions as rows of the linear programs [default: lines with --leaf lp, else parts]
    #[arg(long, value_enum, value_name = "ROWS")]
    #[arg(hide_short_help = true)]
    pub region_rows: Option<RegionRows>,

    /// What finds the minima of regions
    #[arg(long, value_enum, default_value_t, value_name = "SEARCH")]
    #[arg(hide_short_help = true)]
    pub region_search: RegionSearch,

    /// What solves the linear programs
    #[arg(long, value_enum, default_value_t, value_name = "SOLVER")]
    #[arg(hide_short_help = true)]
    pub lp_solver: LpSolver,

    /// Other cutting planes at the root
    #[arg(long, value_enum, default_value_t, value_name = "CUTS")]
    #[arg(hide_short_help = true)]
    pub cuts: Cuts,

    /// How a node is cut into children
    #[arg(long, value_enum, default_value_t, value_name = "RULE")]
    #[arg(hide_short_help = true)]
    pub branching: Branching,

    /// Which open node is next
    #[arg(long, value_enum, default_value_t, value_name = "ORDER")]
    #[arg(hide_short_help = true)]
    pub node_order: NodeOrder,

    /// Which number of clues is refuted next
    #[arg(long, value_enum, default_value_t, value_name = "BUDGETS")]
    #[arg(hide_short_help = true)]
    pub budgets: Budgets,

    /// How puzzles are looked for outside the tree [default: local, or rounding with a follower that is an integer
    /// program]
    #[arg(long, value_enum, value_name = "HEURISTIC")]
    #[arg(hide_short_help = true)]
    pub heuristic: Option<Heuristic>,

    /// Do not split a budget over the bands or stacks
    #[arg(long)]
    #[arg(hide_short_help = true)]
    pub no_split: bool,

    /// Do not leave out cells by their reduced costs
    #[arg(long)]
    #[arg(hide_short_help = true)]
    pub no_fixing: bool,

    /// Confirm each answer by the native engine
    #[arg(long)]
    #[arg(hide_short_help = true)]
    pub cross_check: bool,

    /// Append the node log to a file, one JSON record a line
    #[arg(long, value_name = "FILE")]
    #[arg(hide_short_help = true)]
    pub log: Option<PathBuf>,

    /// Keep what is left to do in this directory, and go on from there
    #[arg(long, value_name = "DIR")]
    #[arg(hide_short_help = true)]
    pub state: Option<PathBuf>,
}

impl BilevelArgs {
    /// The same for the solver.
    pub(in super::super) fn settings(&self) -> BilevelSettings {
        BilevelSettings {
            leaf: self.leaf,
            leaf_clues: self.leaf_clues.map(as_usize),
            follower: self.follower,
            region_rows: self.region_rows,
            region_search: self.region_search,
            lp_solver: self.lp_solver,
            zero_half: self.cuts == Cuts::ZeroHalf,
            branching: self.branching,
            node_order: self.node_order,
            budgets: self.budgets,
            heuristic: self.heuristic,
            split: !self.no_split,
            fixing: !self.no_fixing,
            cross_check: self.cross_check,
            state: self.state.clone(),
        }
    }

    /// The first option that is said and that only this engine can follow.
    pub(in super::super) fn asked_for(&self) -> Option<&'static str> {
        if self.follower != Follower::Oracle { Some("--follower") } else { self.tuned_by() }
    }

    /// The same of all options but the one that every engine of `puzzle` has.
    pub(in super::super) fn tuned_by(&self) -> Option<&'static str> {
        [
            ("--leaf", self.leaf.is_some()),
            ("--leaf-clues", self.leaf_clues.is_some()),
            ("--region-rows", self.region_rows.is_some()),
            ("--region-search", self.region_search != RegionSearch::default()),
            ("--lp-solver", self.lp_solver != LpSolver::default()),
            ("--cuts", self.cuts != Cuts::default()),
            ("--branching", self.branching != Branching::default()),
            ("--node-order", self.node_order != NodeOrder::default()),
            ("--budgets", self.budgets != Budgets::default()),
            ("--heuristic", self.heuristic.is_some()),
            ("--no-split", self.no_split),
            ("--no-fixing", self.no_fixing),
            ("--cross-check", self.cross_check),
            ("--log", self.log.is_some()),
            ("--state", self.state.is_some()),
        ]
        .into_iter()
        .find_map(|(option, is_said)| is_said.then_some(option))
    }
}
