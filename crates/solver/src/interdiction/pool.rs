//! Sets that were found for some targets, for the targets that follow.

use minclue_core::base::{CellSet, Limits, Pace};
use minclue_core::problem::{ClueProblem as _, InterdictionClues, Verdict};
use minclue_core::unavoidable::{Family, UnavoidableSet};

/// Most sets that are taken over to another target: each costs a question.
const MAX_SETS: usize = 2000;
/// How often limits are asked, in guesses.
const PACE: u32 = 1024;

/// The sets of each target: an answer worth as much is worth every lower target too.
pub(super) struct Pool<const W: usize> {
    sets: Vec<(i64, CellSet<W>)>,
}

impl<const W: usize> Pool<W> {
    pub(super) fn new() -> Self {
        Self { sets: Vec::new() }
    }

    /// Takes what was found for a target.
    pub(super) fn add(&mut self, target: i64, found: Vec<CellSet<W>>) {
        self.sets.extend(found.into_iter().map(|set| (target, set)));
    }

    /// Sets of a target, each with an answer that proves it. Of a set of a higher target the answer may show a smaller
    /// one.
    pub(super) fn of(&self, target: i64, clues: &InterdictionClues<'_, W>, limits: &Limits) -> Family<W> {
        let mut family = Family::new();
        let mut oracle = clues.oracle();
        let mut pace: Pace = limits.clone().without_nodes().pace(PACE);
        let newest = self.sets.iter().rev().filter(|(other, _)| *other >= target).take(MAX_SETS);
        for (_, set) in newest {
            match oracle.second_solution(clues.cells() - *set, &mut pace) {
                Verdict::Second(witness) => {
                    if let Ok(cells) = clues.difference(&witness) {
                        family.insert(UnavoidableSet { cells, witness });
                    }
                }
                Verdict::Unique => {}
                Verdict::Limit(_) => break,
            }
        }
        family.keep_minimal();
        family
    }
}
