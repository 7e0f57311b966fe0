//! The checker of 2012 (mcguire-2012, section 5.3.2): cliques of two to five unavoidable sets are tracked by hitting vectors
//! like the sets themselves, and close a node as soon as fewer clues are left than an unhit clique has sets.
//!
//! The vectors shrink on the way down: after the first clues what is hit is dropped ("consolidated").

use crate::base::{Cell, CellSet, Index, Limits, Pace, Stop};

use super::cliques::unions;
use super::settings::{Cut, FEW_SETS, FEW_UNHIT, N_DEGREES, Tradeoffs};
use super::tally::Tally;
use super::walk::Visit;
use super::{PACE, Root};

/// The sets themselves, then the cliques by degree from 2.
const N_TRACKS: usize = 1 + N_DEGREES;
/// Words that are looked at before anything is asked about them.
const CHUNK: usize = 4;

/// One search.
pub(super) struct Checker2012<'a, 'v, const W: usize> {
    tradeoffs: &'a Tradeoffs,
    n_clues: usize,
    /// The last one is in use; those before it wait for the search to come back.
    stages: Vec<Stage<W>>,
    pace: Pace,
    tally: &'a mut Tally,
    visit: &'a mut Visit<'v, W>,
}

/// The vectors between two consolidations.
struct Stage<const W: usize> {
    tracks: [Track<W>; N_TRACKS],
}

/// Sets, or unions of cliques of one degree, in a fixed order; bit vectors over them.
struct Track<const W: usize> {
    members: Vec<CellSet<W>>,
    n_words: usize,
    /// For each cell which members have it.
    hits: Vec<u64>,
    /// For each number of clues chosen which members are not hit.
    unhit: Vec<u64>,
}

impl<const W: usize> Track<W> {
    fn new(members: Vec<CellSet<W>>, n_levels: usize) -> Self {
        let n_words = members.len().div_ceil(64).next_multiple_of(CHUNK);
        let mut hits = vec![0; CellSet::<W>::CAPACITY * n_words];
        for (i, member) in members.iter().enumerate() {
            for cell in member {
                hits[cell.get() * n_words + i / 64] |= 1 << (i % 64);
            }
        }
        Self { members, n_words, hits, unhit: vec![0; n_levels * n_words] }
    }

    /// Nothing but `chosen` was chosen, at this level.
    fn begin(&mut self, level: usize, chosen: CellSet<W>) {
        let n = self.n_words;
        for (i, member) in self.members.iter().enumerate() {
            if !member.intersects(&chosen) {
                self.unhit[level * n + i / 64] |= 1 << (i % 64);
            }
        }
    }

    fn hits(&self, cell: Cell) -> &[u64] {
        &self.hits[cell.get() * self.n_words..(cell.get() + 1) * self.n_words]
    }

    fn unhit(&self, level: usize) -> &[u64] {
        &self.unhit[level * self.n_words..(level + 1) * self.n_words]
    }

    /// One more cell is chosen.
    #[inline(always)]
    fn choose(&mut self, level: usize, cell: Cell) {
        let n = self.n_words;
        let (before, after) = self.unhit.split_at_mut((level + 1) * n);
        let hits = &self.hits[cell.get() * n..(cell.get() + 1) * n];
        for ((after, before), hit) in after[..n].iter_mut().zip(&before[level * n..]).zip(hits) {
            *after = before & !hit;
        }
    }

    /// Would one be unhit if this cell were chosen? Most often the first words tell.
    #[inline(always)]
    fn stays_unhit(&self, level: usize, cell: Cell) -> bool {
        let pairs = self.unhit(level).chunks_exact(CHUNK).zip(self.hits(cell).chunks_exact(CHUNK));
        pairs.into_iter().any(|(before, hits)| before.iter().zip(hits).fold(0, |any, (b, h)| any | (b & !h)) != 0)
    }

    fn is_hit(&self, level: usize) -> bool {
        self.unhit(level).iter().all(|word| *word == 0)
    }

    /// The members that are not hit, in order.
    fn members_unhit(&self, level: usize) -> impl Iterator<Item = (usize, CellSet<W>)> + '_ {
        let words = self.unhit(level).iter().enumerate();
        words.flat_map(|(w, &word)| Ones(word).map(move |bit| 64 * w + bit)).map(|i| (i, self.members[i]))
    }

    /// Those with all of these cells need not be hit any more.
    fn release(&mut self, level: usize, cells: CellSet<W>) {
        for w in 0..self.n_words {
            let all = cells.iter().fold(u64::MAX, |all, cell| all & self.hits[cell.get() * self.n_words + w]);
            self.unhit[level * self.n_words + w] &= !all;
        }
    }
}

/// The places of the ones of a word.
struct Ones(u64);

impl Iterator for Ones {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let bit = (self.0 != 0).then(|| self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

/// A node; what is unhit is in the tracks of the stage.
#[derive(Clone, Copy)]
struct Node<const W: usize> {
    chosen: CellSet<W>,
    alive: CellSet<W>,
    left: usize,
    spare: usize,
}

impl<'a, 'v, const W: usize> Checker2012<'a, 'v, W> {
    pub(super) fn new(
        sets: Vec<CellSet<W>>,
        n_clues: usize,
        tradeoffs: &'a Tradeoffs,
        limits: &Limits,
        tally: &'a mut Tally,
        visit: &'a mut Visit<'v, W>,
    ) -> Self {
        let mut members = vec![sets];
        for (i, cliques) in tradeoffs.cliques.iter().enumerate() {
            members.push(unions(&members[0], i + 2, cliques));
            tally.n_cliques[i] = members[i + 1].len() as u64;
        }
        let mut members = members.into_iter();
        let tracks = std::array::from_fn(|_| Track::new(members.next().unwrap_or_default(), n_clues + 1));
        let pace = limits.pace(PACE);
        Self { tradeoffs, n_clues, stages: vec![Stage { tracks }], pace, tally, visit }
    }

    pub(super) fn run(&mut self, root: &Root<W>) -> Result<(), Stop> {
        let level = self.n_clues - root.left;
        for track in &mut self.stages[0].tracks {
            track.begin(level, root.given);
        }
        let node = Node { chosen: root.given, alive: root.open, left: root.left, spare: root.spare };
        self.tally.enter(level);
        // What is checked at a child holds for the root as well; nothing has been checked there yet.
        if (1..=N_DEGREES).any(|i| node.left + node.spare < i + 1 && !self.stages[0].tracks[i].is_hit(level)) {
            return Ok(());
        }
        self.node(node)
    }

    /// Everything below a node that was counted and whose cliques were looked at.
    fn node(&mut self, node: Node<W>) -> Result<(), Stop> {
        if let Some(stop) = self.pace.step(self.tally.n_nodes) {
            return Err(stop);
        }
        let level = self.n_clues - node.left;
        if node.left == 0 {
            return self.complete(&node, level);
        }
        if !self.is_cut_at(node.left) {
            return self.expand(node);
        }
        let stage = self.consolidated(level, node);
        self.stages.push(stage);
        self.tally.n_rebuilds += 1;
        let end = self.expand(node);
        self.stages.pop();
        end
    }

    fn is_cut_at(&self, left: usize) -> bool {
        // The root has nothing to drop.
        left < self.n_clues
            && (self.tradeoffs.sets.left == left || self.tradeoffs.cliques.iter().any(|c| c.cut.left == left))
    }

    /// The stage without what is hit at this node. Dead cells stay: what is hit there is dropped.
    fn consolidated(&self, level: usize, node: Node<W>) -> Stage<W> {
        let cut = |i: usize| if i == 0 { self.tradeoffs.sets } else { self.tradeoffs.cliques[i - 1].cut };
        let tracks = std::array::from_fn(|i| {
            let Cut { left, keep } = cut(i);
            let most = if left == node.left { keep } else { usize::MAX };
            let members = self.stage().tracks[i].members_unhit(level).map(|(_, member)| member).take(most).collect();
            let mut track = Track::new(members, self.n_clues + 1);
            track.begin(level, node.chosen);
            track
        });
        Stage { tracks }
    }

    fn stage(&self) -> &Stage<W> {
        self.stages.last().expect("there is always one")
    }

    fn stage_mut(&mut self) -> &mut Stage<W> {
        self.stages.last_mut().expect("there is always one")
    }

    fn expand(&mut self, mut node: Node<W>) -> Result<(), Stop> {
        let level = self.n_clues - node.left;
        loop {
            if self.stage().tracks[0].is_hit(level) {
                return self.fill(node);
            }
            let set = self.branching_set(level, &node);
            for cell in set & node.alive {
                node.alive.remove(cell);
                self.child(
                    level,
                    Node { chosen: node.chosen | CellSet::only(cell), left: node.left - 1, ..node },
                    cell,
                )?;
            }
            if node.spare == 0 {
                return Ok(());
            }
            // What is left to look for does not hit this set, nor need it hit a clique with it.
            node.spare -= 1;
            node.alive = node.alive - set;
            let degree = node.left + node.spare + 1;
            let tracks = &mut self.stage_mut().tracks;
            tracks.iter_mut().for_each(|track| track.release(level, set));
            if (2..N_TRACKS + 1).contains(&degree) && !tracks[degree - 1].is_hit(level) {
                return Ok(());
            }
        }
    }

    /// Chooses a cell and goes on below, unless a clique says no.
    fn child(&mut self, level: usize, node: Node<W>, cell: Cell) -> Result<(), Stop> {
        self.tally.enter(level + 1);
        // An unhit clique of this degree needs one clue more than are left; larger ones were hit before.
        let degree = node.left + node.spare + 1;
        let stage = self.stages.last_mut().expect("there is always one");
        if (2..=N_TRACKS).contains(&degree) && stage.tracks[degree - 1].stays_unhit(level, cell) {
            self.tally.levels[level + 1].n_closed_by_clique[degree - 2] += 1;
            return Ok(());
        }
        // Larger cliques than those still to be looked at are done with.
        let used = degree.clamp(2, N_TRACKS + 1) - 1;
        for track in &mut stage.tracks[..used] {
            track.choose(level, cell);
        }
        self.node(node)
    }

    fn complete(&mut self, node: &Node<W>, level: usize) -> Result<(), Stop> {
        let track = &self.stage().tracks[0];
        if !track.is_hit(level) && (node.spare == 0 || track.members_unhit(level).count() > node.spare) {
            return Ok(());
        }
        self.tally.n_candidates += 1;
        (self.visit)(node.chosen)
    }

    /// All sets are hit: every cell that is alive will do.
    fn fill(&mut self, mut node: Node<W>) -> Result<(), Stop> {
        let level = self.n_clues - node.left;
        while node.alive.len() >= node.left
            && let Some(cell) = node.alive.first()
        {
            node.alive.remove(cell);
            self.child(level, Node { chosen: node.chosen | CellSet::only(cell), left: node.left - 1, ..node }, cell)?;
        }
        Ok(())
    }

    /// The set to branch on: with many clues left one with the fewest cells alive, then the best of a few, then the first one
    /// (footnote 10).
    fn branching_set(&self, level: usize, node: &Node<W>) -> CellSet<W> {
        let track = &self.stage().tracks[0];
        let Tradeoffs { effective_from, few_from, .. } = *self.tradeoffs;
        let effective = |set: &CellSet<W>| (*set & node.alive).len();
        let unhit = track.members_unhit(level).map(|(_, set)| set);
        let first = || track.members_unhit(level).map(|(_, set)| set).next();
        let chosen = if node.left >= effective_from {
            unhit.min_by_key(effective)
        } else if node.left >= few_from {
            let few = track.members_unhit(level).take_while(|(i, _)| *i < FEW_SETS);
            few.map(|(_, set)| set).min_by_key(effective).or_else(first)
        } else if node.left + 1 >= few_from {
            unhit.take(FEW_UNHIT).min_by_key(effective)
        } else {
            first()
        };
        chosen.expect("a set is not hit")
    }
}
