//! The checker of 2012 (mcguire-2012, section 5.3.2): cliques of two to five unavoidable sets are tracked by hitting
//! vectors like the sets themselves, and close a node as soon as fewer clues are left than an unhit clique has sets.
//!
//! The vectors shrink on the way down: after the first clues, sets that are hit are dropped ("consolidated").

use crate::base::{Cell, CellSet, Limits, Pace};

use super::cliques::unions;
use super::parts::{Found, Parts};
use minclue_engine::tally::N_DEGREES;

use super::Tally;
use super::settings::{Cut, FEW_SETS, FEW_UNHIT, Tradeoffs};
use super::track::Track;
use super::{Interrupted, PACE, Root, Visit};

/// The sets themselves, then the cliques by degree from 2.
const N_TRACKS: usize = 1 + N_DEGREES;
/// How often the limits are asked while cliques are collected, in passes over the sets.
const CLIQUE_PACE: u32 = 64;

pub(super) struct Checker2012<'a, 'v, const W: usize> {
    tradeoffs: &'a Tradeoffs,
    n_clues: usize,
    /// See [`super::walk::Walk`].
    counts_cells: bool,
    tracks: [Track<W>; N_TRACKS],
    /// By the number of clues left: is something dropped there?
    is_cut: Vec<bool>,
    pace: Pace,
    tally: &'a mut Tally,
    visit: &'a mut Visit<'v, W>,
    /// The search for disjoint sets at a node, if it is requested.
    parts: Option<Parts<W>>,
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
    /// The search of `root` for hitting sets of `sets`, which come in their order.
    pub(super) fn new(
        sets: &[CellSet<W>],
        root: &Root<W>,
        tradeoffs: &'a Tradeoffs,
        limits: &Limits,
        tally: &'a mut Tally,
        visit: &'a mut Visit<'v, W>,
    ) -> Result<Self, Interrupted> {
        let n_clues = root.given.len() + root.left;
        let mut members = vec![sets.to_vec()];
        let mut pace = limits.clone().without_nodes().pace(CLIQUE_PACE);
        for (i, cliques) in tradeoffs.cliques.iter().enumerate() {
            members.push(unions(sets, i + 2, cliques, &mut pace).map_err(Interrupted::Limit)?);
            tally.n_cliques[i] = members[i + 1].len() as u64;
        }
        let tracks = std::array::from_fn(|i| {
            let mut members = std::mem::take(&mut members[i]);
            members.retain(|member| !member.intersects(&root.given));
            Track::new(members, root.open, root.given.len(), n_clues + 1)
        });
        let counts_cells = root.counts_cells();
        let parts = tradeoffs.shrink.map(Parts::new);
        let cuts = || std::iter::once(&tradeoffs.sets).chain(tradeoffs.cliques.iter().map(|of| &of.cuts)).flatten();
        // The root has nothing to drop.
        let is_cut = (0..=n_clues).map(|left| left < n_clues && cuts().any(|cut| cut.left == left)).collect();
        Ok(Self { tradeoffs, n_clues, counts_cells, tracks, is_cut, pace: limits.pace(PACE), tally, visit, parts })
    }

    pub(super) fn run(&mut self, root: &Root<W>) -> Result<(), Interrupted> {
        let level = root.given.len();
        self.tally.enter(level);
        // At a child one degree is looked at, since the larger ones were before.
        let needed = root.left + root.spare;
        if (1..N_TRACKS).any(|i| needed <= i && !self.tracks[i].is_hit(level)) {
            return Ok(());
        }
        self.node(Node { chosen: root.given, alive: root.open, left: root.left, spare: root.spare })
    }

    /// Everything below a node that was counted and whose cliques were looked at.
    fn node(&mut self, node: Node<W>) -> Result<(), Interrupted> {
        if let Some(stop) = self.pace.step(self.tally.n_nodes) {
            return Err(Interrupted::Limit(stop));
        }
        if node.left == 0 {
            return self.complete(&node);
        }
        if !self.is_cut[node.left] {
            return self.expand(node);
        }
        let cuts: [Option<Cut>; N_TRACKS] = std::array::from_fn(|i| self.cut(i, &node));
        self.tally.n_rebuilds += 1;
        let before = std::array::from_fn(|i| {
            let cut = cuts[i]?;
            let short = self.consolidated(i, &node, cut);
            Some(std::mem::replace(&mut self.tracks[i], short))
        });
        let end = self.expand(node);
        for (track, before) in self.tracks.iter_mut().zip::<[Option<Track<W>>; N_TRACKS]>(before) {
            if let Some(before) = before {
                *track = before;
            }
        }
        end
    }

    /// The cut of a track at this node.
    fn cut(&self, track: usize, node: &Node<W>) -> Option<Cut> {
        let cuts = if track == 0 { &self.tradeoffs.sets } else { &self.tradeoffs.cliques[track - 1].cuts };
        cuts.iter().find(|cut| cut.left == node.left).copied()
    }

    /// A track without what is hit at this node.
    fn consolidated(&self, track: usize, node: &Node<W>, cut: Cut) -> Track<W> {
        let level = self.n_clues - node.left;
        let members = self.tracks[track].members_unhit(level).map(|(_, member)| member).take(cut.keep).collect();
        Track::new(members, node.alive, level, self.n_clues + 1)
    }

    fn expand(&mut self, mut node: Node<W>) -> Result<(), Interrupted> {
        let level = self.n_clues - node.left;
        loop {
            if self.tracks[0].is_hit(level) {
                return self.fill(node);
            }
            let Some(set) = self.branch(level, &node) else { return Ok(()) };
            let too_much = node.left - 1 + node.spare;
            // Nearly all children are closed: they are counted together.
            let mut n_closed = 0;
            for cell in set & node.alive {
                node.alive.remove(cell);
                if self.counts_cells && node.alive.len() + 1 < node.left {
                    self.count_closed(level, too_much, n_closed);
                    return Ok(());
                }
                if self.is_closed(level, too_much, cell) {
                    n_closed += 1;
                    continue;
                }
                // Limits on nodes are asked below.
                self.count_closed(level, too_much, n_closed);
                n_closed = 0;
                self.choose(level, &node, cell)?;
            }
            self.count_closed(level, too_much, n_closed);
            if node.spare == 0 {
                return Ok(());
            }
            // What is left to look for does not hit this set, nor need it hit a clique with it.
            node.spare -= 1;
            node.alive -= set;
            self.tracks.iter_mut().for_each(|track| track.release(level, set));
            let needed = node.left + node.spare;
            if (1..N_TRACKS).contains(&needed) && !self.tracks[needed].is_hit(level) {
                return Ok(());
            }
        }
    }

    /// The set to branch on, or a part of it that is enough; `None` if nothing is below the node.
    fn branch(&mut self, level: usize, node: &Node<W>) -> Option<CellSet<W>> {
        // One of the sets may stay unhit, and nobody knows which: then no more than their number counts.
        if let Some(parts) = &mut self.parts {
            let max = node.left + node.spare;
            let tally = &mut self.tally.levels[level];
            match parts.look(&self.tracks[0], level, node.alive, max, node.spare == 0, tally) {
                Found::TooMany => return None,
                Found::Part(part) => return Some(part),
                Found::Nothing => {}
            }
        }
        Some(self.branching_set(level, node))
    }

    /// Does a clique close the child of this cell? Of the tracks, that of the smallest degree which is too much says
    /// so; larger ones were looked at further up.
    #[inline(always)]
    fn is_closed(&self, level: usize, too_much: usize, cell: Cell) -> bool {
        (1..N_TRACKS).contains(&too_much) && self.tracks[too_much].stays_unhit(level, cell)
    }

    #[inline]
    fn count_closed(&mut self, level: usize, too_much: usize, n_closed: u64) {
        if n_closed > 0 {
            self.tally.n_nodes += n_closed;
            let tally = &mut self.tally.levels[level + 1];
            tally.n_nodes += n_closed;
            tally.n_closed_by_clique[too_much - 1] += n_closed;
        }
    }

    /// Chooses a cell at a node, and goes on below the child, which no clique closes.
    #[inline(always)]
    fn choose(&mut self, level: usize, node: &Node<W>, cell: Cell) -> Result<(), Interrupted> {
        self.tally.enter(level + 1);
        let n_used = (node.left - 1 + node.spare).clamp(1, N_TRACKS);
        for track in &mut self.tracks[..n_used] {
            track.choose(level, cell);
        }
        self.node(Node { chosen: node.chosen | CellSet::only(cell), left: node.left - 1, ..*node })
    }

    fn complete(&mut self, node: &Node<W>) -> Result<(), Interrupted> {
        let (track, level) = (&self.tracks[0], self.n_clues);
        if !track.is_hit(level) && (node.spare == 0 || track.members_unhit(level).count() > node.spare) {
            return Ok(());
        }
        self.tally.n_candidates += 1;
        (self.visit)(node.chosen)
    }

    /// All sets are hit: every cell that is alive will do.
    fn fill(&mut self, mut node: Node<W>) -> Result<(), Interrupted> {
        let level = self.n_clues - node.left;
        while node.alive.len() >= node.left
            && let Some(cell) = node.alive.first()
        {
            node.alive.remove(cell);
            let too_much = node.left - 1 + node.spare;
            if self.is_closed(level, too_much, cell) {
                self.count_closed(level, too_much, 1);
            } else {
                self.choose(level, &node, cell)?;
            }
        }
        Ok(())
    }

    /// The set to branch on: with many clues left one with the fewest cells alive, then the best of a few, then the
    /// first one (footnote 10).
    fn branching_set(&self, level: usize, node: &Node<W>) -> CellSet<W> {
        let Tradeoffs { effective_from, few_from, .. } = *self.tradeoffs;
        let effective = |set: &CellSet<W>| (*set & node.alive).len();
        let unhit = || self.tracks[0].members_unhit(level).map(|(_, set)| set);
        let chosen = if node.left >= effective_from {
            unhit().min_by_key(effective)
        } else if node.left >= few_from {
            let few = self.tracks[0].members_unhit(level).take_while(|(i, _)| *i < FEW_SETS);
            few.map(|(_, set)| set).min_by_key(effective).or_else(|| unhit().next())
        } else if node.left + 1 >= few_from {
            unhit().take(FEW_UNHIT).min_by_key(effective)
        } else {
            unhit().next()
        };
        chosen.expect("a set is not hit")
    }
}
