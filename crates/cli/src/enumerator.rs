//! What the two sides of `enumerate`, grids and hypergraphs, have in common: what the arguments ask for, and what is
//! said at the end.

use minclue_engines::engine::WantedPuzzles;
use minclue_report::{AnswerStatus, why};
use minclue_solver::ListOptions;

use super::args::EnumerateArgs;

/// Which choices the arguments ask for.
pub(super) fn list_options(args: &EnumerateArgs) -> ListOptions {
    ListOptions {
        wanted: if args.minimal { WantedPuzzles::Minimal } else { WantedPuzzles::All },
        n_solutions: n_solutions(args),
        source: args.source,
        regions: args.regions.unwrap_or_default(),
    }
}

/// At most this many solutions may have what is found.
pub(super) fn n_solutions(args: &EnumerateArgs) -> usize {
    usize::try_from(args.max_solutions).unwrap_or(usize::MAX - 1)
}

/// What is said where more is asked for than the `n` that there are, which `whole` says, such as "the grid has 36 cells".
/// Numbers without an end ask for no more than there is.
pub(super) fn beyond(asked: u64, n: usize, whole: &str, found: &str) -> Option<String> {
    let is_beyond = asked != u64::MAX && asked > n as u64;
    is_beyond.then(|| format!("{whole}, so there is no {found}"))
}

/// How it ended, for people: `found` says what was found, such as "3 puzzles with 17 clues".
pub(super) fn ending(found: &str, status: AnswerStatus, seconds: f64) -> String {
    match status {
        AnswerStatus::Done => format!("{found} (complete, {seconds:.1} s)"),
        AnswerStatus::MaxReached => format!("{found}: {} ({seconds:.1} s)", why(status)),
        _ => format!("{found}: {}, there may be more ({seconds:.1} s)", why(status)),
    }
}
