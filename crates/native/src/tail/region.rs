//! The search inside the region.

use super::batch_bound::BatchBound;
use super::group_bounds::Lanes;
use super::layout::closed;
use super::{Body, Descent, Interrupted, Level, Node};
use crate::base::ones;

/// With this many clues left for the region, the cells of a branch are ordered.
const ORDERED: u32 = 3;
/// From this many candidates for the last clue on, sets that are apart are counted once for all of them.
const MANY: u32 = 4;

impl<const W: usize, S: Lanes> Descent<'_, '_, W, S> {
    /// Branches until the sets of the region are hit.
    pub(super) fn region(&mut self, node: Node) -> Result<(), Interrupted<W>> {
        self.enter(node.left)?;
        self.step(Region(node))
    }

    #[inline(always)]
    fn region_body(&mut self, mut node: Node) -> Result<(), Interrupted<W>> {
        if node.left_inside == 0 {
            return Ok(());
        }
        if node.left_inside == 1 {
            return self.last_of_region(node);
        }
        let mut branch;
        loop {
            let unhit = self.tail.levels[node.level].region;
            let (mut used, mut packed, mut min) = (0u64, 0, u32::MAX);
            branch = 0u64;
            for slot in ones(unhit) {
                let set = self.tail.masks[slot] & node.alive;
                let size = set.count_ones();
                if size < min {
                    (min, branch) = (size, set);
                }
                if set & used == 0 {
                    used |= set;
                    packed += 1;
                }
            }
            if min == 0 || packed > node.left_inside {
                let prunes = &mut self.job.counters.prunes;
                *(if min == 0 { &mut prunes.dead_set } else { &mut prunes.packing }) += 1;
                return Ok(());
            }
            // As many disjoint sets as clues: each clue is in one of them.
            if packed == node.left_inside && node.alive & !used != 0 {
                node.alive &= used;
            } else {
                break;
            }
        }
        self.children(node, branch)
    }

    #[inline(always)]
    fn children(&mut self, mut node: Node, branch: u64) -> Result<(), Interrupted<W>> {
        let mut rest = branch;
        while rest != 0 {
            let rank = self.next_cell(&node, rest);
            rest &= !(1 << rank);
            node.alive &= !(1 << rank);
            let here = self.tail.levels[node.level];
            let there = Level {
                region: here.region & !self.tail.hits[rank],
                mixed: here.mixed.without(&self.tail.table.hits[rank]),
            };
            self.tail.levels[node.level + 1] = there;
            let child = self.child(&node, rank);
            if there.region == 0 {
                self.complete(child)?;
            } else if child.left_inside == 1 {
                self.enter(child.left)?;
                self.last_of_region(child)?;
            } else if child.left_inside > 0 {
                self.region(child)?;
            }
        }
        Ok(())
    }

    /// Cells that hit many sets first, where the subtrees are large enough to pay for that.
    #[inline(always)]
    fn next_cell(&self, node: &Node, rest: u64) -> usize {
        if node.left_inside < ORDERED {
            return rest.trailing_zeros() as usize;
        }
        let unhit = self.tail.levels[node.level].region;
        let hits = |rank: usize| (self.tail.hits[rank] & unhit).count_ones();
        ones(rest).max_by_key(|&rank| hits(rank)).unwrap_or(0)
    }

    #[inline(always)]
    fn child(&self, node: &Node, rank: usize) -> Node {
        let chosen = node.chosen | 1 << rank;
        Node {
            level: node.level + 1,
            chosen,
            alive: node.alive & !closed(&self.root.caps, chosen),
            left_inside: node.left_inside - 1,
            left: node.left - 1,
        }
    }

    /// One clue left for the region: it is in every unhit set.
    #[inline(always)]
    fn last_of_region(&mut self, node: Node) -> Result<(), Interrupted<W>> {
        let unhit = self.tail.levels[node.level].region;
        let common = ones(unhit).fold(node.alive, |common, slot| common & self.tail.masks[slot]);
        self.finish(&node, common)
    }

    /// Tries each of `candidates` as the last clue of the region.
    #[inline(always)]
    fn finish(&mut self, node: &Node, candidates: u64) -> Result<(), Interrupted<W>> {
        let max = self.root.last_left.min(node.left - 1);
        let with_room = self.with_room(node.level, candidates, max);
        self.job.counters.prunes.groups += u64::from((candidates & !with_room).count_ones());
        let bound = if with_room.count_ones() < MANY { BatchBound::NONE } else { self.batch_bound(node.level) };
        for rank in ones(with_room) {
            let here = &self.tail.levels[node.level];
            let hit = &self.tail.table.hits[rank];
            if bound.is_some() && here.mixed.flags_without(self.simd, hit).min() + bound.unhit(rank) > max {
                // A node all the same: splits are compared by their nodes.
                self.enter(max)?;
                self.job.counters.prunes.packing += 1;
                continue;
            }
            let mixed = here.mixed.without(hit);
            // A set of the region that was learned meanwhile may be unhit.
            let region = self.tail.levels[node.level].region & !self.tail.hits[rank];
            if region == 0 {
                self.tail.levels[node.level + 1] = Level { region, mixed };
                let chosen = node.chosen | 1 << rank;
                self.finished(node.level + 1, chosen, max)?;
            }
        }
        Ok(())
    }

    /// The candidates for the last clue of the region for which the groups need at most `max` clues.
    ///
    /// Without branches: which of them stay would be hard to predict.
    #[inline(always)]
    fn with_room(&self, level: usize, candidates: u64, max: u32) -> u64 {
        let unhit = &self.tail.levels[level].mixed;
        let mut with_room = 0;
        for rank in ones(candidates) {
            let flags = unhit.flags_without(self.simd, &self.tail.table.hits[rank]);
            with_room |= u64::from(flags.min() <= max) << rank;
        }
        with_room
    }

    /// The sets of the region are hit: what the last part needs, then more clues in the region all the same.
    pub(super) fn complete(&mut self, node: Node) -> Result<(), Interrupted<W>> {
        self.step(Complete(node))
    }

    #[inline(always)]
    fn complete_body(&mut self, node: Node) -> Result<(), Interrupted<W>> {
        if let Some(&set) = self.tail.extras.iter().find(|set| **set & node.chosen == 0) {
            let branch = set & node.alive;
            return if node.left_inside == 0 { Ok(()) } else { self.children(node, branch) };
        }
        let max = self.root.last_left.min(node.left);
        let flags = self.tail.levels[node.level].mixed.flags(self.simd);
        if flags.min() <= max {
            self.finished(node.level, node.chosen, max)?;
        }
        if node.left_inside == 0 {
            return Ok(());
        }
        if self.tail.levels[node.level].region != 0 {
            // A set inside the region was learned just now.
            return self.region(node);
        }
        if node.left_inside == 1 {
            return self.finish(&node, node.alive);
        }
        self.enter(node.left)?;
        let branch = node.alive;
        self.children(node, branch)
    }

    /// No more clues in the region.
    #[inline(always)]
    fn finished(&mut self, level: usize, chosen: u64, max: u32) -> Result<(), Interrupted<W>> {
        if self.tail.extras.iter().any(|set| set & chosen == 0) {
            return Ok(());
        }
        self.last(level, chosen, max)
    }
}

/// The step of [`Descent::region`].
struct Region(Node);

impl<'t, 'a, const W: usize, S: Lanes> Body<Descent<'t, 'a, W, S>> for Region {
    type Output = Result<(), Interrupted<W>>;

    #[inline(always)]
    fn run(self, descent: &mut Descent<'t, 'a, W, S>) -> Self::Output {
        descent.region_body(self.0)
    }
}

/// The step of [`Descent::complete`].
struct Complete(Node);

impl<'t, 'a, const W: usize, S: Lanes> Body<Descent<'t, 'a, W, S>> for Complete {
    type Output = Result<(), Interrupted<W>>;

    #[inline(always)]
    fn run(self, descent: &mut Descent<'t, 'a, W, S>) -> Self::Output {
        descent.complete_body(self.0)
    }
}
