//! The question of a search, and its end.

use crate::base::{CellSet, Stop};
use crate::hitting::AtMost;

/// A question: which valid clue sets are there?
#[derive(Clone, Debug)]
pub(super) struct Question<const W: usize> {
    /// At most this many clues.
    pub(super) max: usize,
    /// At least this many, counted with the cells that may still be added: a branch with fewer cells has no answer.
    pub(super) min: usize,
    /// Cells that every answer has.
    pub(super) given: CellSet<W>,
    /// The cells that an answer may have, with the given ones.
    pub(super) cells: CellSet<W>,
    /// Caps that every answer must keep. The first one is the region that is searched first.
    pub(super) caps: Vec<AtMost<W>>,
    pub(super) goal: Goal,
    /// Ask only for a hitting set of the known sets inside `cells`, not for a valid puzzle.
    pub(super) relaxed: bool,
    /// Give up once the search has visited this many nodes in all.
    pub(super) until: u64,
}

/// The requested part of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// One clue set, or a proof that there is none.
    First,
    /// All minimal clue sets, and perhaps others.
    All,
}

/// A valid clue set, and cells that may be added to it: no other branch of the search has these clue sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FoundSet<const W: usize> {
    pub(super) clues: CellSet<W>,
    pub(super) open: CellSet<W>,
}

/// Why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interrupted<const W: usize> {
    Found(CellSet<W>),
    Limit(Stop),
    /// The node budget of the question was exhausted, or its answer is no longer needed.
    Spent,
    /// The visitor of an enumeration ended it.
    Left,
}

impl<const W: usize> From<Stop> for Interrupted<W> {
    fn from(stop: Stop) -> Self {
        Self::Limit(stop)
    }
}

impl<const W: usize> Question<W> {
    /// Any valid clue set of at most `max` of `cells`.
    pub(super) fn any(max: usize, cells: CellSet<W>) -> Self {
        let caps = Vec::new();
        Self { max, min: 0, given: CellSet::EMPTY, cells, caps, goal: Goal::First, relaxed: false, until: u64::MAX }
    }

    /// The cells that a full cap forbids.
    pub(super) fn exhausted(&self, chosen: CellSet<W>) -> CellSet<W> {
        let full = self.caps.iter().filter(|cap| (cap.region & chosen).len() >= cap.max);
        full.fold(CellSet::EMPTY, |dead, cap| dead | cap.region)
    }

    /// The cells that may be chosen beside `chosen`; `None` if that breaks a cap, is too much, or can never be enough.
    pub(super) fn open(&self, chosen: CellSet<W>, alive: CellSet<W>) -> Option<CellSet<W>> {
        let holds = self.caps.iter().all(|cap| (cap.region & chosen).len() <= cap.max);
        let alive = alive - chosen - self.exhausted(chosen);
        (holds && chosen.len() <= self.max && self.is_reached(chosen, alive)).then_some(alive)
    }

    /// Are there cells enough for the least number of clues?
    pub(super) fn is_reached(&self, chosen: CellSet<W>, alive: CellSet<W>) -> bool {
        self.min == 0 || chosen.len() + alive.len() >= self.min
    }
}
