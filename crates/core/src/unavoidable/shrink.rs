//! Shrinks a second solution to one that differs in a minimal unavoidable set.

use crate::base::{CellSet, Pace, Stop};
use crate::problem::{ClueProblem, Oracle, Verdict, Witness};

use super::UnavoidableSet;

/// The outcome of [`shrink`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shrunk<const W: usize> {
    /// A minimal unavoidable set.
    Minimal(UnavoidableSet<W>),
    /// A limit was reached; this set is unavoidable, but may not be minimal.
    Limit(UnavoidableSet<W>, Stop),
}

impl<const W: usize> Shrunk<W> {
    /// The set, minimal or not.
    #[must_use]
    pub fn into_set(self) -> UnavoidableSet<W> {
        match self {
            Self::Minimal(set) | Self::Limit(set, _) => set,
        }
    }

    /// Returns the set, if it is minimal.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn minimal(self) -> Result<UnavoidableSet<W>, Stop> {
        match self {
            Self::Minimal(set) => Ok(set),
            Self::Limit(_, stop) => Err(stop),
        }
    }
}

/// Shrinks the set of `witness` to a minimal one: for each cell in turn, the oracle decides whether the rest still has
/// a second solution, and if so, that solution replaces the witness. Cells of `keep_out` come first, so the result
/// avoids them if possible.
///
/// # Panics
/// If `witness` is not a second solution of `problem`.
#[inline(never)]
pub fn shrink<const W: usize>(
    problem: &dyn ClueProblem<W>,
    oracle: &mut dyn Oracle<W>,
    witness: Witness,
    keep_out: CellSet<W>,
    pace: &mut Pace,
) -> Shrunk<W> {
    let all = problem.cells();
    let cells = problem.difference(&witness).expect("the oracle answers with second solutions");
    let mut set = UnavoidableSet { cells, witness };
    let mut needed = CellSet::EMPTY;
    loop {
        let open = set.cells - needed;
        let Some(cell) = (open & keep_out).first().or_else(|| open.first()) else { return Shrunk::Minimal(set) };
        match oracle.second_solution((all - set.cells) | CellSet::only(cell), pace) {
            Verdict::Unique => needed.insert(cell),
            Verdict::Second(witness) => {
                let cells = problem.difference(&witness).expect("the oracle answers with second solutions");
                debug_assert!(cells.is_subset(&set.cells) && !cells.contains(cell));
                set = UnavoidableSet { cells, witness };
            }
            Verdict::Limit(stop) => return Shrunk::Limit(set, stop),
        }
    }
}

/// Finds a minimal unavoidable set that `clues` do not hit, and that avoids the cells of `keep_out` if possible; `None`
/// if the clues leave the target as the only solution.
///
/// This is the inner loop of a search, which needs no witness, so an oracle may use a faster method than a second
/// solution and [`shrink`].
///
/// # Errors
/// The limit that came first.
///
/// # Panics
/// If the oracle's witness is not a second solution of `problem`.
pub fn unhit_set<const W: usize>(
    problem: &dyn ClueProblem<W>,
    oracle: &mut dyn Oracle<W>,
    clues: CellSet<W>,
    keep_out: CellSet<W>,
    pace: &mut Pace,
) -> Result<Option<CellSet<W>>, Stop> {
    if let Some(answer) = oracle.unhit_set(clues, keep_out, pace) {
        return answer;
    }
    Ok(unhit_witnessed(problem, oracle, clues, keep_out, pace)?.map(|set| set.cells))
}

/// The same with a second solution that proves the set.
pub(super) fn unhit_witnessed<const W: usize>(
    problem: &dyn ClueProblem<W>,
    oracle: &mut dyn Oracle<W>,
    clues: CellSet<W>,
    keep_out: CellSet<W>,
    pace: &mut Pace,
) -> Result<Option<UnavoidableSet<W>>, Stop> {
    match oracle.second_solution(clues, pace) {
        Verdict::Unique => Ok(None),
        Verdict::Second(witness) => shrink(problem, oracle, witness, keep_out, pace).minimal().map(Some),
        Verdict::Limit(stop) => Err(stop),
    }
}
