//! The search inside the last part, after the region is finished.

use crate::base::{Cell, CellSet, Index, ones};

use super::super::question::Interrupted;
use super::prover::{Node, Prover};

/// The state of the region, for the last part.
#[derive(Clone, Copy, Debug)]
struct RegionState {
    level: usize,
    /// The clues in the region.
    region: u64,
    /// The index of the first set learned since the region was finished.
    recent: usize,
    /// The cap that sums use; `None` for the budget.
    cap: Option<usize>,
}

/// A node of the last part's search.
#[derive(Clone, Copy, Debug)]
struct NodeState {
    chosen: u32,
    alive: u32,
    left: u32,
}

impl<const W: usize> Prover<'_, W> {
    /// No more clues in the region: no cell of it is live.
    pub(super) fn last(&mut self, node: Node) -> Result<(), Interrupted<W>> {
        // A set inside the region may have been learned meanwhile.
        if let Some(bit) = self.levels[node.level].region.first().map(Index::get) {
            self.dead(self.masks[bit].1);
            return Ok(());
        }
        if let Some((_, number)) = self.extras.iter().find(|(set, _)| set & node.chosen == 0) {
            self.dead(*number);
            return Ok(());
        }
        let left = node.left.min(node.last_left);
        if self.gather(&node, None, 0, left + 1) {
            self.script.packing(self.binding(node.left, node.last_left), &self.evidence.rows);
            return Ok(());
        }
        self.last_without_evidence(node)
    }

    /// The same where the sets at hand are known not to be enough for one sum.
    pub(super) fn last_without_evidence(&mut self, node: Node) -> Result<(), Interrupted<W>> {
        self.enter(node.left)?;
        let left = node.left.min(node.last_left);
        let cap = self.binding(node.left, node.last_left);
        let start = self.arena.len();
        self.collect(&node);
        let above = RegionState { level: node.level, region: node.chosen, recent: self.recent.len(), cap };
        self.cover(above, start, NodeState { chosen: self.last_chosen, alive: node.last, left })?;
        self.arena.truncate(start);
        Ok(())
    }

    /// Puts the unhit sets of the last part into the arena, none that contains an unhit pair of a group.
    fn collect(&mut self, node: &Node) {
        let mixed = self.levels[node.level].mixed;
        let mut general = mixed.general();
        for g in 0..self.layout.n_groups {
            let pairs = [0, 1, 2].map(|kind| mixed.first_in(g, kind));
            for (i, slot) in pairs.iter().enumerate() {
                if let Some(slot) = slot {
                    self.arena.push((self.table.last[*slot], self.slot_sets[*slot]));
                    self.table.drop_with_pair(&mut general, 3 * g + i);
                }
            }
            if pairs == [None; 3]
                && let Some(slot) = mixed.first_in(g, 3)
            {
                self.arena.push((self.table.last[slot], self.slot_sets[slot]));
            }
        }
        for (w, word) in general.iter().enumerate() {
            for bit in ones(*word) {
                self.arena.push((self.table.last[64 * w + bit], self.slot_sets[64 * w + bit]));
            }
        }
    }

    /// Hits the sets of the arena from `start` on.
    fn cover(&mut self, above: RegionState, start: usize, mut place: NodeState) -> Result<(), Interrupted<W>> {
        loop {
            if self.arena.len() == start {
                let (set, number) = self.unhit(above, place)?;
                if set & place.alive == 0 || place.left == 0 {
                    self.dead(number);
                    return Ok(());
                }
                self.arena.push((set, number));
            }
            if place.left == 0 {
                self.dead(self.arena[start].1);
                return Ok(());
            }
            let (mut used, mut packed, mut min, mut branch) = (0, 0, u32::MAX, start);
            let mut picked = [0u32; 64];
            for (i, (set, _)) in self.arena[start..].iter().enumerate() {
                let set = set & place.alive;
                let size = set.count_ones();
                (min, branch) = if size < min { (size, start + i) } else { (min, branch) };
                let is_apart = set & used == 0;
                used |= if is_apart { set } else { 0 };
                picked[packed & 63] = i as u32;
                packed += usize::from(is_apart);
                if packed > place.left as usize {
                    break;
                }
            }
            if min == 0 {
                self.counters.prunes.dead_set += 1;
                self.dead(self.arena[branch].1);
                return Ok(());
            }
            if packed > place.left as usize {
                self.counters.prunes.packing += 1;
                self.disjoint_last(above, start, &picked[..packed]);
                return Ok(());
            }
            if packed == place.left as usize && place.alive & !used != 0 {
                self.disjoint_last(above, start, &picked[..packed]);
                place.alive &= used;
                continue;
            }
            if place.left == 1 {
                return self.last_clue(above, start, place);
            }
            self.enter(place.left)?;
            let end = self.arena.len();
            let (set, number) = self.arena[branch];
            for rank in ones(u64::from(set & place.alive)) {
                let cell = 1 << rank;
                place.alive &= !cell;
                self.copy_unhit(start, end, cell);
                self.script.child(self.last_cell(cell));
                self.cover(above, end, NodeState { chosen: place.chosen | cell, left: place.left - 1, ..place })?;
                self.arena.truncate(end);
            }
            self.dead(number);
            return Ok(());
        }
    }

    /// Copies those of the sets from `start` to `end` that a cell does not hit to the places after them.
    #[inline]
    fn copy_unhit(&mut self, start: usize, end: usize, cell: u32) {
        self.arena.resize(2 * end - start, (0, 0));
        let (old, new) = self.arena.split_at_mut(end);
        let mut kept = 0;
        for entry in &old[start..] {
            new[kept] = *entry;
            kept += usize::from(entry.0 & cell == 0);
        }
        self.arena.truncate(end + kept);
    }

    fn last_cell(&self, cell: u32) -> Cell {
        self.layout.join(0, cell).first().unwrap_or(Cell::new(0))
    }

    /// A sum of disjoint sets of the arena.
    fn disjoint_last(&mut self, above: RegionState, start: usize, places: &[u32]) {
        self.sum(above.cap, places, |prover, i| prover.arena[start + i as usize].1);
    }

    /// One clue left in all: it is in every unhit set.
    fn last_clue(&mut self, above: RegionState, start: usize, mut place: NodeState) -> Result<(), Interrupted<W>> {
        loop {
            // The set that leaves the fewest cells is returned; one that leaves none closes the node.
            let (mut min, mut at) = (u32::MAX, start);
            for (i, (set, _)) in self.arena[start..].iter().enumerate() {
                let size = (set & place.alive).count_ones();
                (min, at) = if size < min { (size, start + i) } else { (min, at) };
            }
            let (set, number) = self.arena[at];
            if min == 0 {
                self.dead(number);
                return Ok(());
            }
            if place.alive & !set != 0 {
                self.disjoint_last(above, at, &[0]);
                place.alive &= set;
                continue;
            }
            let cell = place.alive & place.alive.wrapping_neg();
            place.alive &= !cell;
            self.script.child(self.last_cell(cell));
            let with = NodeState { chosen: place.chosen | cell, alive: 0, left: 0 };
            let seen = self.unhit(above, with)?;
            self.dead(seen.1);
            // It does not hold this cell, so it is about the others.
            self.arena.push(seen);
        }
    }

    /// Every set with a slot is hit: finds one that is not, or the answer. Its cells in the last part, and its number.
    #[inline(never)]
    fn unhit(&mut self, above: RegionState, place: NodeState) -> Result<(u32, u32), Interrupted<W>> {
        let NodeState { chosen, alive, left } = place;
        let is_unhit = |&&(region, last, _): &&(u64, u32, u32)| region & above.region == 0 && last & chosen == 0;
        if let Some((_, last, number)) = self.recent[above.recent..].iter().chain(&self.overflow).find(is_unhit) {
            return Ok((*last, *number));
        }
        let clues = self.layout.join(above.region, chosen);
        if left > 0 {
            let open = self.layout.join(0, alive);
            if let Some(set) = self.learner.unhit_set(clues | open, open).map_err(Interrupted::Limit)? {
                self.counters.prunes.oracle += 1;
                let (_, last, number) = self.learn(set, above.level);
                return Ok((last, number));
            }
        }
        match self.learner.unhit_set(clues, CellSet::EMPTY).map_err(Interrupted::Limit)? {
            Some(set) => {
                let (_, last, number) = self.learn(set, above.level);
                Ok((last, number))
            }
            None => Err(Interrupted::Found(clues)),
        }
    }
}
