//! Which settings of engines go together.

use clap::ArgMatches;
use clap::parser::ValueSource;

use minclue_engines::bilevel::{Budgets, Heuristic, NodeOrder, RegionRows, RegionSearch};
use minclue_solver::{Cuts, Engines, Follower, LeafChoice, Relaxation, SetSource};

use super::{BilevelArgs, JobArgs};

/// What is wrong with an enumeration by the bilevel engine.
pub(in super::super) const NO_BILEVEL: &str =
    "the bilevel engine does not enumerate; use --engine native or a published search";

/// What is wrong with `--regions` beside another source.
pub(in super::super) const REGIONS: &str = "--regions requires --source region";

/// What is wrong with an option of the bilevel engine beside another.
pub(in super::super) fn about_bilevel(option: &str) -> String {
    // Of both engines, neither need be confirmed by the other.
    let both = if option == "--cross-check" { "" } else { " or --engine both" };
    format!("{option} is an option of the bilevel engine: use --engine bilevel{both}, or omit it")
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
        "one engine writes one certificate; use --certify with --engine native or bilevel"
    } else if certify && bilevel.settings.node_order != NodeOrder::DepthFirst {
        "a certificate is written node by node; use --certify with --node-order depth"
    } else if certify && bilevel.settings.budgets != Budgets::Rising {
        "a certificate refutes one number of clues; use --certify with --budgets rising"
    } else if certify && bilevel.state.is_some() {
        "a run that continues from a state has no proof of the earlier part; omit --state or --certify"
    } else if bilevel.settings.cross_check && engine != Engines::Bilevel {
        "--cross-check confirms answers of the bilevel engine; use --engine bilevel"
    } else if bilevel.settings.follower == Follower::Cbc && !cfg!(feature = "cbc") {
        "this build has no CBC; use --follower highs"
    } else if bilevel.settings.follower != Follower::Oracle
        && bilevel.settings.leaf.is_some_and(|l| l != LeafChoice::Lp)
    {
        "the native search has its own follower; use --follower highs and cbc with --leaf lp"
    } else if bilevel.settings.leaf_clues.is_some() && bilevel.settings.leaf != Some(LeafChoice::Native) {
        "--leaf-clues requires --leaf native"
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
        Some("the published relaxation goes down to the last clue: omit --leaf, which is then lp")
    } else if settings.region_rows.is_some_and(|rows| rows != RegionRows::None)
        || settings.region_search != RegionSearch::Auto
    {
        Some("the published relaxation has no minima of regions: omit --relaxation published or --region-rows")
    } else if settings.cuts == Some(Cuts::ZeroHalf) {
        Some("the published relaxation has no other cutting planes: omit --cuts, which is then none")
    } else {
        None
    }
}

/// What belongs to one search at a time, and what to do about it.
pub(in super::super) fn one_at_a_time(jobs: JobArgs, bilevel: &BilevelArgs) -> Option<&'static str> {
    if jobs.jobs.is_none_or(|n| n == 1) {
        None
    } else if bilevel.state.is_some() {
        Some("--state belongs to one search; omit --jobs or --state")
    } else if bilevel.log.is_some() {
        Some("--log belongs to one search; omit --jobs or --log")
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
        "--independent compares two engines: omit --engine, which is then both"
    } else if bilevel.settings.leaf.is_some_and(|leaf| leaf != LeafChoice::Lp) {
        "--independent hands no node to the native search: omit --leaf, which is then lp"
    } else if bilevel.settings.region_search == RegionSearch::Native {
        "--independent does not measure regions by the native search: use --region-search lp"
    } else if matches!(bilevel.settings.region_rows, Some(RegionRows::Lines | RegionRows::Digits))
        && bilevel.settings.region_search != RegionSearch::Lp
    {
        "the native search measures regions of lines and digits: with --independent, use --region-rows parts or none, or --region-search lp"
    } else if bilevel.settings.heuristic == Some(Heuristic::Local) {
        "the local search belongs to the native engine: with --independent, use --heuristic covers, rounding or none"
    } else if bilevel.state.is_some() {
        "a state may have results of the native search: omit --state or --independent"
    } else if from {
        "--from gives both engines the same sets: omit --from or --independent"
    } else if matches!(source, Some(SetSource::Complete | SetSource::Region | SetSource::Checker)) {
        "the native engine has its sets from the same search: with --independent, use --source blueprint or ilp"
    } else {
        return None;
    };
    Some(message)
}
