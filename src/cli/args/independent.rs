//! What `--independent` goes with.

use super::{BilevelArgs, Engine, Heuristic, Leaf, RegionRows, Source};

/// What contradicts `--independent`, and what to do about it. `source` and `from` are where start sets come from, if that is said.
pub(super) fn conflict(
    engine: Engine,
    bilevel: &BilevelArgs,
    source: Option<Source>,
    from: bool,
) -> Option<&'static str> {
    let message = if engine != Engine::Both {
        "--independent holds two engines against each other; it goes with --engine both, which need not be said"
    } else if bilevel.leaf.is_some_and(|leaf| leaf != Leaf::Lp) {
        "with --independent no node is handed to the native search; it goes with --leaf lp, which need not be said"
    } else if matches!(bilevel.region_rows, Some(RegionRows::Lines | RegionRows::Digits)) {
        "the native search measures regions of lines and digits; --independent goes with --region-rows parts or none"
    } else if bilevel.heuristic == Some(Heuristic::Local) {
        "the local search is the native engine's; --independent goes with --heuristic rounding or none"
    } else if bilevel.state.is_some() {
        "a state may hold what the native search has proven; --independent goes without --state"
    } else if from {
        "--from gives both engines the same sets; --independent goes without it"
    } else if matches!(source, Some(Source::Complete | Source::Region | Source::Checker)) {
        "the native engine has its sets from the same search; --independent goes with --source blueprint or ilp"
    } else {
        return None;
    };
    Some(message)
}
