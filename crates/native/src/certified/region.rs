//! The search inside the region, step by step in the order in which a checker reads it.

use crate::base::{CellSet, Index, ones};

use super::super::question::Interrupted;
use super::prover::{Node, Prover, Seen};

impl<const W: usize> Prover<'_, W> {
    /// Branches until the sets of the region are hit.
    pub(super) fn region(&mut self, mut node: Node) -> Result<(), Interrupted<W>> {
        self.enter(node.left)?;
        loop {
            let unhit = self.levels[node.level].region;
            let Some(first) = unhit.first().map(Index::get) else { return self.complete(node) };
            let room = node.room();
            if room == 0 {
                self.dead(self.masks[first].1);
                return Ok(());
            }
            let (mut used, mut packed, mut min, mut branch) = (0u64, 0, u32::MAX, 0);
            let mut picked = [0usize; 64];
            for bit in unhit.iter().map(Index::get) {
                let set = self.masks[bit].0 & node.alive;
                let size = set.count_ones();
                if size < min {
                    (min, branch) = (size, bit);
                    if size == 0 {
                        break;
                    }
                }
                if set & used == 0 {
                    used |= set;
                    picked[packed] = bit;
                    packed += 1;
                    if packed > room as usize {
                        break;
                    }
                }
            }
            if min == 0 {
                self.counters.prunes.dead_set += 1;
                self.dead(self.masks[branch].1);
                return Ok(());
            }
            if packed > room as usize {
                self.counters.prunes.packing += 1;
                self.disjoint(&node, &picked[..packed]);
                return Ok(());
            }
            if packed == room as usize {
                // As many disjoint sets as clues: each clue is in one of them.
                if node.alive & !used != 0 {
                    self.disjoint(&node, &picked[..packed]);
                    node.alive &= used;
                    if node.left <= node.inside {
                        node.last = 0;
                    }
                    continue;
                }
                if room == 1 {
                    return self.last_of_region(node, branch);
                }
            }
            let cells = self.masks[branch].0 & node.alive;
            self.try_each(&mut node, cells)?;
            self.dead(self.masks[branch].1);
            return Ok(());
        }
    }

    /// A sum of disjoint sets of the region, against what leaves less.
    fn disjoint(&mut self, node: &Node, bits: &[usize]) {
        self.sum((node.inside < node.left).then_some(0), bits, |prover, bit| prover.masks[bit].1);
    }

    /// Tries each of some cells of the region, those that hit many of its sets first.
    fn try_each(&mut self, node: &mut Node, cells: u64) -> Result<(), Interrupted<W>> {
        let mut rest = cells;
        while rest != 0 {
            let unhit = self.levels[node.level].region;
            let by_hits = ones(rest).max_by_key(|rank| (self.hits[*rank] & unhit).len());
            let rank = by_hits.unwrap_or(0);
            rest &= !(1 << rank);
            node.alive &= !(1 << rank);
            self.child(node, rank)?;
        }
        Ok(())
    }

    /// One clue left for the region, in all of its unhit sets.
    fn last_of_region(&mut self, mut node: Node, some: usize) -> Result<(), Interrupted<W>> {
        let unhit = self.levels[node.level].region;
        let (mut picked, mut n_picked) = ([0usize; 64], 0);
        loop {
            // The set that leaves the fewest cells is next; at the latest the 64th one leaves none.
            let (mut min, mut at) = (u32::MAX, some);
            for bit in unhit.iter().map(Index::get) {
                let size = (self.masks[bit].0 & node.alive).count_ones();
                (min, at) = if size < min { (size, bit) } else { (min, at) };
            }
            let set = self.masks[at].0;
            if min > 0 && node.alive & !set == 0 {
                break;
            }
            node.alive &= set;
            if node.inside == 1 {
                // The cap's weight grows with the rows, so one sum says what all of them leave.
                picked[n_picked] = at;
                n_picked += 1;
            } else if min > 0 {
                self.disjoint(&node, &[at]);
                node.last = 0;
            }
            if min == 0 {
                if node.inside == 1 && n_picked > 1 {
                    self.within_cap(&picked[..n_picked]);
                } else {
                    self.dead(self.masks[at].1);
                }
                return Ok(());
            }
        }
        if n_picked > 0 {
            self.within_cap(&picked[..n_picked]);
        }
        let candidates = node.alive;
        if !self.finish(&mut node, candidates)? {
            self.dead(self.masks[some].1);
        }
        Ok(())
    }

    /// A sum of sets of the region against its cap.
    fn within_cap(&mut self, bits: &[usize]) {
        self.sum(Some(0), bits, |prover, bit| prover.masks[bit].1);
    }

    /// Continues after the sets of the region are hit. The needs of the last part may close the node, or leave few
    /// cells of the region to try.
    fn complete(&mut self, mut node: Node) -> Result<(), Interrupted<W>> {
        if let Some(&(set, number)) = self.extras.iter().find(|(set, _)| set & node.chosen == 0) {
            let cells = set & node.alive;
            if node.room() > 0 {
                self.try_each(&mut node, cells)?;
            }
            self.dead(number);
            return Ok(());
        }
        if self.subproblem.relaxed {
            return self.found(self.layout.join(node.chosen, 0));
        }
        if node.room() == 0 {
            node.alive = 0;
        }
        if node.alive == 0 {
            return self.last(node);
        }
        let max = node.left.min(node.last_left);
        let cells = if self.gather(&node, None, node.alive, max + 1) {
            self.evidence.cover & node.alive
        } else {
            if let Some(set) = self.nothing_left(&node)? {
                // Nothing that is still free hits it.
                self.dead(set);
                return Ok(());
            }
            if !self.levels[node.level].region.is_empty() {
                return self.region(node);
            }
            if self.extras.iter().any(|(set, _)| set & node.chosen == 0) {
                return self.complete(node);
            }
            if self.gather(&node, None, node.alive, max + 1) { self.evidence.cover & node.alive } else { u64::MAX }
        };
        let mut rows = Vec::new();
        if cells != u64::MAX {
            rows.extend_from_slice(&self.evidence.rows);
        }
        let cells = cells & node.alive;
        let is_closed = if node.room() == 1 {
            self.finish(&mut node, cells)?
        } else {
            self.try_each(&mut node, cells).map(|()| false)?
        };
        if is_closed {
            return Ok(());
        }
        if !rows.is_empty() {
            self.script.packing(self.binding(node.left, node.last_left), &rows);
            return Ok(());
        }
        node.alive = 0;
        self.last(node)
    }

    /// Queries the oracle if no known set is unhit. If the learned set has no free cells, it is returned.
    fn nothing_left(&mut self, node: &Node) -> Result<Option<u32>, Interrupted<W>> {
        while !self.levels[node.level].mixed.is_some() && self.levels[node.level].region.is_empty() {
            let clues = self.layout.join(node.chosen, self.last_chosen);
            let unseen = |(region, last, _): &Seen| region & node.chosen == 0 && last & self.last_chosen == 0;
            if self.overflow.iter().any(unseen) {
                // It has no slot, so the last part finds it.
                return Ok(None);
            }
            if self.extras.iter().any(|(set, _)| set & node.chosen == 0) {
                return Ok(None);
            }
            let open = self.layout.join(node.alive, node.last);
            if let Some(set) = self.learner.unhit_set(clues | open, open).map_err(Interrupted::Limit)? {
                self.counters.prunes.oracle += 1;
                return Ok(Some(self.learn(set, node.level).2));
            }
            match self.learner.unhit_set(clues, CellSet::EMPTY).map_err(Interrupted::Limit)? {
                Some(set) => self.learn(set, node.level),
                None => return self.found(clues).map(|()| None),
            };
        }
        Ok(None)
    }

    /// The cap of the last part, where it leaves less than the budget.
    pub(super) fn binding(&self, left: u32, last_left: u32) -> Option<usize> {
        if last_left < left { self.last_cap } else { None }
    }

    /// The node with the region's last clue. That the rows at hand do not close it is known.
    fn last_child(&mut self, node: &Node, rank: usize) -> Result<(), Interrupted<W>> {
        let child = self.step_into(node, rank);
        let is_hit =
            self.levels[child.level].region.is_empty() && self.extras.iter().all(|(set, _)| set & child.chosen != 0);
        if is_hit && !self.subproblem.relaxed {
            self.last_without_evidence(Node { alive: 0, ..child })
        } else {
            self.region(child)
        }
    }

    /// Tries `candidates` as the last clue of the region, but for those that one sum after the other removes; no other
    /// cell of the region is of use. True if such a sum closed the node.
    fn finish(&mut self, node: &mut Node, candidates: u64) -> Result<bool, Interrupted<W>> {
        let mut rest = candidates;
        while rest != 0 {
            let rank = rest.trailing_zeros() as usize;
            let max = node.last_left.min(node.left - 1);
            if !self.gather(node, Some(rank), rest, max + 1) {
                rest &= !(1 << rank);
                node.alive &= !(1 << rank);
                self.last_child(node, rank)?;
                continue;
            }
            self.counters.prunes.groups += 1;
            let by_cap = node.last_left < node.left - 1;
            self.script.packing(if by_cap { self.last_cap } else { None }, &self.evidence.rows);
            let (once, twice) = (self.evidence.cover & node.alive, self.evidence.twice & node.alive);
            if by_cap && once == 0 {
                return Ok(true);
            }
            // What the sum removes: cells without load, where the room that the region's cap adds is used up.
            if twice == 0 {
                node.last &= self.evidence.last;
            }
            node.alive &= once;
            rest &= once;
        }
        Ok(false)
    }
}
