//! Disjoint sets at the nodes of the checker of 2012, and Shrink: the rule of improved DMUS (lin-wu-2013, section 3.2)
//! beside the cliques of mcguire-2012.
//!
//! The last section of lin-wu-2013 leaves the combination of both as an open question. Cliques are found once, before
//! the search, and close a node with at most four clues left by one lookup; disjoint sets are searched at each node,
//! with any number of clues left. If there are exactly as many of them as clues left, every clue left is in one of
//! them, and they shrink. Only cells that are still alive count, so sets are disjoint more often than in the paper.

use crate::base::{CellSet, ones};

use super::LevelTally;
use super::settings::{Shrinks, Shrunk};
use super::track::Track;

/// Looks for disjoint unhit sets, the first one each time, and shrinks them.
pub(super) struct Parts<const W: usize> {
    shrinks: Shrinks,
    /// The sets Z of the paper.
    parts: Vec<CellSet<W>>,
    /// For each of them the sets that have one of its cells, one after the other.
    hits: Vec<u64>,
    active: Vec<u64>,
    others: Vec<u64>,
}

/// The consequence of disjoint sets for a node.
pub(super) enum Found<const W: usize> {
    /// Nothing is below it.
    TooMany,
    /// One of these cells must be chosen.
    Part(CellSet<W>),
    /// There are fewer than clues left.
    Nothing,
}

impl<const W: usize> Parts<W> {
    pub(super) fn new(shrinks: Shrinks) -> Self {
        Self { shrinks, parts: Vec::new(), hits: Vec::new(), active: Vec::new(), others: Vec::new() }
    }

    /// Looks at a node from which at most `max` sets can be hit; they may shrink if all have to be.
    pub(super) fn look(
        &mut self,
        track: &Track<W>,
        level: usize,
        alive: CellSet<W>,
        max: usize,
        may_shrink: bool,
        tally: &mut LevelTally,
    ) -> Found<W> {
        let unhit = track.unhit(level);
        self.active.clear();
        self.active.extend_from_slice(unhit);
        self.parts.clear();
        self.hits.clear();
        while self.parts.len() <= max
            && let Some(word) = self.active.iter().position(|word| *word != 0)
        {
            let slot = 64 * word + self.active[word].trailing_zeros() as usize;
            let part = track.members[slot] & alive;
            if part.is_empty() && may_shrink {
                return Found::TooMany;
            }
            // One without a cell must stay unhit, and counts as well.
            self.active[word] &= !(1 << (slot % 64));
            self.parts.push(part);
            let begin = self.hits.len();
            self.hits.resize(begin + unhit.len(), 0);
            gather(track, part, &mut self.hits[begin..]);
            self.active.iter_mut().zip(&self.hits[begin..]).for_each(|(active, hit)| *active &= !hit);
        }
        tally.n_disjoint += self.parts.len() as u64;
        if self.parts.len() > max {
            tally.n_more += 1;
            return Found::TooMany;
        }
        if self.parts.len() < max || !may_shrink {
            return Found::Nothing;
        }
        let (shrinks, n) = (self.shrinks, self.parts.len());
        match shrinks.sequence(n, |i| self.shrink(track, unhit, i)) {
            Shrunk::Empty => {
                tally.n_equal_prune += 1;
                return Found::TooMany;
            }
            Shrunk::Smaller => tally.n_equal_shrink += 1,
            Shrunk::Same => tally.n_equal_none += 1,
        }
        let smallest = self.parts.iter().min_by_key(|part| part.len()).copied().unwrap_or(CellSet::EMPTY);
        tally.n_equal_children += smallest.len() as u64;
        Found::Part(smallest)
    }

    /// Shrink(i) of the paper, as in [`rules`](super::rules).
    fn shrink(&mut self, track: &Track<W>, unhit: &[u64], i: usize) -> Shrunk {
        let n = unhit.len();
        self.others.clear();
        self.others.resize(n, 0);
        for (j, hits) in self.hits.chunks_exact(n).enumerate() {
            if j != i {
                self.others.iter_mut().zip(hits).for_each(|(others, hit)| *others |= hit);
            }
        }
        let mut part = self.parts[i];
        for (word, (unhit, others)) in unhit.iter().zip(&self.others).enumerate() {
            for bit in ones(unhit & !others) {
                part &= track.members[64 * word + bit];
                if part.is_empty() {
                    return Shrunk::Empty;
                }
            }
        }
        if part == self.parts[i] {
            return Shrunk::Same;
        }
        self.parts[i] = part;
        let hits = &mut self.hits[i * n..(i + 1) * n];
        hits.fill(0);
        gather(track, part, hits);
        Shrunk::Smaller
    }
}

/// Adds the sets that have one of these cells.
fn gather<const W: usize>(track: &Track<W>, cells: CellSet<W>, into: &mut [u64]) {
    for cell in cells {
        into.iter_mut().zip(track.hits(cell)).for_each(|(into, hit)| *into |= hit);
    }
}
