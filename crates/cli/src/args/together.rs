//! Which settings of engines go together.

use clap::ArgMatches;
use clap::parser::ValueSource;

use minclue_engines::bilevel::{Budgets, Heuristic, NodeOrder, RegionRows, RegionSearch};
use minclue_solver::{Cuts, Engines, Follower, LeafChoice, Relaxation, SetSource};

use super::{BilevelArgs, JobArgs};

/// What is wrong with an enumeration by the bilevel engine.
pub(in super::super) const NO_BILEVEL: &str =
    "puzzles are enumerated by the native engine or by a published search, not by the bilevel engine";

/// What is wrong with `--regions` beside another source.
pub(in super::super) const REGIONS: &str =
    "--regions chooses what is searched for sets; it goes with --source region only";

/// What is wrong with an option of the bilevel engine beside another.
pub(in super::super) fn about_bilevel(option: &str) -> String {
    // Of both engines, neither need be confirmed by the other.
    let both = if option == "--cross-check" { "" } else { " or --engine both" };
    format!("{option} is about the bilevel engine: take --engine bilevel{both}, or leave it out")
}

/// Is the bilevel engine among those that are asked?
pub(in super::super) fn has_bilevel(engine: Engines) -> bool {
    matches!(engine, Engines::Bilevel | Engines::Both)
}

/// Was the engine named on the command line?
pub(in super::super) fn is_engine_said(matches: &ArgMatches) -> bool {
    matches.value_source("engine") == Some(ValueSource::CommandLine)
}

/// Takes the bilevel engine where no engine was said and an option was that no other can follow.
pub(in super::super) fn choose_bilevel(engine: &mut Engines, asked_for: Option<&str>, matches: &ArgMatches) {
    if asked_for.is_some() && !is_engine_said(matches) {
        *engine = Engines::Bilevel;
    }
}

/// What is wrong with the settings of engines, and with a certificate beside them.
pub(in super::super) fn engines(engine: Engines, bilevel: &BilevelArgs, certify: bool) -> Option<&'static str> {
    if let Some(message) = published(bilevel) {
        return Some(message);
    }
    let message = if certify && matches!(engine, Engines::Both | Engines::Published(_)) {
        "one engine writes one certificate; --certify goes with --engine native or bilevel"
    } else if certify && bilevel.settings.node_order != NodeOrder::DepthFirst {
        "a certificate is written node by node; --certify goes with --node-order depth"
    } else if certify && bilevel.settings.budgets != Budgets::Rising {
        "a certificate refutes one number of clues; --certify goes with --budgets rising"
    } else if certify && bilevel.state.is_some() {
        "a run that goes on from a state has no proof of what came before; --certify goes without --state"
    } else if bilevel.settings.cross_check && engine != Engines::Bilevel {
        "--cross-check confirms answers of the bilevel engine; it goes with --engine bilevel"
    } else if bilevel.settings.follower == Follower::Cbc && !cfg!(feature = "cbc") {
        "this minclue was built without CBC; take --follower highs"
    } else if bilevel.settings.follower != Follower::Oracle
        && bilevel.settings.leaf.is_some_and(|l| l != LeafChoice::Lp)
    {
        "the native search has its own follower; --follower highs and cbc go with --leaf lp"
    } else if bilevel.settings.leaf_clues.is_some() && bilevel.settings.leaf != Some(LeafChoice::Native) {
        "--leaf-clues says when the native search takes over; it goes with --leaf native only"
    } else {
        return None;
    };
    Some(message)
}

/// What contradicts `--relaxation published`, and what to do about it.
fn published(bilevel: &BilevelArgs) -> Option<&'static str> {
    let settings = &bilevel.settings;
    if settings.relaxation != Relaxation::Published {
        None
    } else if settings.leaf.is_some_and(|leaf| leaf != LeafChoice::Lp) {
        Some("the published relaxation goes down to the last clue; it goes with --leaf lp, which need not be said")
    } else if settings.region_rows.is_some_and(|rows| rows != RegionRows::None)
        || settings.region_search != RegionSearch::Auto
    {
        Some("the published relaxation knows no minima of regions; for these, leave --relaxation published out")
    } else if settings.cuts == Some(Cuts::ZeroHalf) {
        Some("the published relaxation has no other cutting planes; it goes with --cuts none, which need not be said")
    } else {
        None
    }
}

/// What belongs to one search at a time, and what to do about it.
pub(in super::super) fn one_at_a_time(jobs: JobArgs, bilevel: &BilevelArgs) -> Option<&'static str> {
    if jobs.jobs.is_none_or(|n| n == 1) {
        None
    } else if bilevel.state.is_some() {
        Some("a state belongs to one search at a time; --jobs goes without --state")
    } else if bilevel.log.is_some() {
        Some("the node log is one file, in the order of the nodes; --jobs goes without --log")
    } else {
        None
    }
}

/// What contradicts `--independent`, and what to do about it. `source` and `from` are where start sets come from, if
/// that is said.
pub(in super::super) fn independent(
    engine: Engines,
    bilevel: &BilevelArgs,
    source: Option<SetSource>,
    from: bool,
) -> Option<&'static str> {
    let message = if engine != Engines::Both {
        "--independent holds two engines against each other; it goes with --engine both, which need not be said"
    } else if bilevel.settings.leaf.is_some_and(|leaf| leaf != LeafChoice::Lp) {
        "with --independent no node is handed to the native search; it goes with --leaf lp, which need not be said"
    } else if bilevel.settings.region_search == RegionSearch::Native {
        "with --independent the native search measures no region; it goes with --region-search lp"
    } else if matches!(bilevel.settings.region_rows, Some(RegionRows::Lines | RegionRows::Digits))
        && bilevel.settings.region_search != RegionSearch::Lp
    {
        "the native search measures regions of lines and digits; --independent goes with --region-rows parts or none, \
         or with --region-search lp"
    } else if bilevel.settings.heuristic == Some(Heuristic::Local) {
        "the local search is the native engine's; --independent goes with --heuristic covers, rounding or none"
    } else if bilevel.state.is_some() {
        "a state may hold what the native search has proven; --independent goes without --state"
    } else if from {
        "--from gives both engines the same sets; --independent goes without it"
    } else if matches!(source, Some(SetSource::Complete | SetSource::Region | SetSource::Checker)) {
        "the native engine has its sets from the same search; --independent goes with --source blueprint or ilp"
    } else {
        return None;
    };
    Some(message)
}
