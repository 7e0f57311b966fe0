//! The search inside the region, step by step as a checker reads it.

use crate::base::CellSet;
use crate::problem::ClueProblem;

use super::super::question::Halt;
use super::super::tail::layout::ones;
use super::prover::{Node, Prover};

impl<const W: usize, P: ClueProblem<W>> Prover<'_, W, P> {
    /// Branches until the sets of the region are hit.
    pub(super) fn region(&mut self, mut node: Node) -> Result<(), Halt<W>> {
        self.enter(node.left)?;
        loop {
            let unhit = self.levels[node.level].region;
            let Some(first) = unhit.first() else { return self.complete(node) };
            let room = node.room();
            if room == 0 {
                self.dead(self.masks[first].1);
                return Ok(());
            }
            let (mut used, mut packed, mut least, mut branch) = (0u64, 0, u32::MAX, 0);
            let mut picked = [0usize; 64];
            for bit in unhit.iter() {
                let set = self.masks[bit].0 & node.alive;
                let size = set.count_ones();
                if size < least {
                    (least, branch) = (size, bit);
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
            if least == 0 {
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
        let mut rows = std::mem::take(&mut self.picked);
        rows.clear();
        rows.extend(bits.iter().map(|bit| self.row(self.masks[*bit].1)));
        self.script.packing((node.inside < node.left).then_some(0), &rows);
        self.picked = rows;
    }

    /// Tries each of some cells of the region, those that hit many of its sets first.
    fn try_each(&mut self, node: &mut Node, cells: u64) -> Result<(), Halt<W>> {
        let mut rest = cells;
        while rest != 0 {
            let unhit = self.levels[node.level].region;
            let by_hits = ones(rest).max_by_key(|rank| self.hits[*rank].n_common(&unhit));
            let rank = by_hits.unwrap_or(0);
            rest &= !(1 << rank);
            node.alive &= !(1 << rank);
            self.child(node, rank)?;
        }
        Ok(())
    }

    /// One clue left for the region, in all of its unhit sets.
    fn last_of_region(&mut self, mut node: Node, some: usize) -> Result<(), Halt<W>> {
        for bit in self.levels[node.level].region.iter() {
            let set = self.masks[bit].0;
            if node.alive & !set != 0 {
                if node.alive & set == 0 {
                    self.dead(self.masks[bit].1);
                    return Ok(());
                }
                self.disjoint(&node, &[bit]);
                node.alive &= set;
                if node.left <= node.inside {
                    node.last = 0;
                }
            }
        }
        let candidates = node.alive;
        if !self.finish(&mut node, candidates)? {
            self.dead(self.masks[some].1);
        }
        Ok(())
    }

    /// The sets of the region are hit. What the last part needs may close the node, or leave few cells of the region to try.
    fn complete(&mut self, mut node: Node) -> Result<(), Halt<W>> {
        if let Some(&(set, number)) = self.extras.iter().find(|(set, _)| set & node.chosen == 0) {
            let cells = set & node.alive;
            if node.room() > 0 {
                self.try_each(&mut node, cells)?;
            }
            self.dead(number);
            return Ok(());
        }
        if self.aim.relaxed {
            return self.found(self.layout.join(node.chosen, 0));
        }
        if node.room() == 0 {
            node.alive = 0;
        }
        if node.alive == 0 {
            return self.last(node);
        }
        let most = node.left.min(node.last_left);
        let cells = if self.gather(&node, None, most + 1) {
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
            if self.gather(&node, None, most + 1) { self.evidence.cover & node.alive } else { u64::MAX }
        };
        let mut rows = Vec::new();
        if cells != u64::MAX {
            rows.extend_from_slice(&self.evidence.rows);
        }
        let cells = cells & node.alive;
        let is_closed =
            if node.room() == 1 { self.finish(&mut node, cells)? } else { self.try_each(&mut node, cells).map(|()| false)? };
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

    /// Where nothing known is unhit, asks the oracle. A set that it learns may lie outside all that is free: then that is
    /// returned.
    fn nothing_left(&mut self, node: &Node) -> Result<Option<u32>, Halt<W>> {
        while !self.levels[node.level].mixed.is_some() && self.levels[node.level].region.is_empty() {
            let clues = self.layout.join(node.chosen, self.last_chosen);
            let unseen = |(region, last, _): &&(u64, u32, u32)| region & node.chosen == 0 && last & self.last_chosen == 0;
            if self.overflow.iter().any(|seen| unseen(&seen)) {
                // It has no slot, so the last part finds it.
                return Ok(None);
            }
            if self.extras.iter().any(|(set, _)| set & node.chosen == 0) {
                return Ok(None);
            }
            let open = self.layout.join(node.alive, node.last);
            if let Some(set) = self.follower.unhit_set(clues | open, open).map_err(Halt::Limit)? {
                self.counters.prunes.oracle += 1;
                return Ok(Some(self.learn(set, node.level).2));
            }
            match self.follower.unhit_set(clues, CellSet::EMPTY).map_err(Halt::Limit)? {
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

    /// Tries `candidates` as the last clue of the region, but for those that one sum after the other removes; no other cell of
    /// the region is of use. True if such a sum closed the node.
    fn finish(&mut self, node: &mut Node, candidates: u64) -> Result<bool, Halt<W>> {
        let mut rest = candidates;
        while rest != 0 {
            let rank = rest.trailing_zeros() as usize;
            let most = node.last_left.min(node.left - 1);
            if !self.gather(node, Some(rank), most + 1) {
                rest &= !(1 << rank);
                node.alive &= !(1 << rank);
                self.child(node, rank)?;
                continue;
            }
            self.counters.prunes.groups += 1;
            let by_cap = node.last_left < node.left - 1;
            let rows = std::mem::take(&mut self.evidence.rows);
            self.script.packing(if by_cap { self.last_cap } else { None }, &rows);
            self.evidence.rows = rows;
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
