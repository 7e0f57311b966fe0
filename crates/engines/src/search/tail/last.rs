//! The search inside the last part, when the region is finished.

use pulp::Simd;

use crate::base::{CellSet, ones};

use super::table::{Needs, remove};
use super::{Body, Descent, Interrupted};

/// What the last part knows of the region.
#[derive(Clone, Copy, Debug)]
struct Above {
    level: usize,
    /// The clues in the region.
    region: u64,
    /// The first set learned since the region was finished.
    recent: usize,
}

/// A node of the last part's search.
#[derive(Clone, Copy, Debug)]
struct NodeState {
    chosen: u32,
    alive: u32,
    left: u32,
}

impl<const W: usize, S: Simd> Descent<'_, '_, W, S> {
    /// At most `max` more clues, all in the last part; `needs` are those of `level`.
    pub(super) fn last(&mut self, level: usize, region: u64, needs: Needs, max: u32) -> Result<(), Interrupted<W>> {
        self.enter(max)?;
        self.step(Last { level, region, needs, max })
    }

    #[inline(always)]
    fn last_body(&mut self, level: usize, region: u64, needs: Needs, max: u32) -> Result<(), Interrupted<W>> {
        let start = self.tail.arena.len();
        let mut place = NodeState { chosen: self.root.last_chosen, alive: self.root.last_alive, left: max };
        if self.collect(level, needs, &mut place) {
            let tail = &mut *self.tail;
            let above = Above { level, region, recent: tail.recent.len() };
            self.cover(above, start, place)?;
        } else {
            self.job.counters.prunes.packing += 1;
        }
        self.tail.arena.truncate(start);
        Ok(())
    }

    /// Puts the unhit sets of the last part into the arena; false if they need too many clues.
    #[inline(always)]
    fn collect(&mut self, level: usize, needs: Needs, place: &mut NodeState) -> bool {
        let tail = &mut *self.tail;
        let [ab, ac, bc] = needs.pairs;
        let mut sets = tail.levels[level].mixed.general();
        let (mut packed, mut used) = (needs.min(), 0);
        if packed < place.left {
            // Sets apart from the groups that need clues anyway.
            let mut apart = sets;
            remove(&mut apart, &tail.table.hit_by_any(needs.critical()));
            for set in tail.table.sets(&apart) {
                let set = set & place.alive;
                if set & used == 0 {
                    used |= set;
                    packed += 1;
                    if packed > place.left {
                        return false;
                    }
                }
            }
        }
        let mut settled = 0;
        if packed == place.left {
            // No clue to spare. Two pairs of a group and one clue for it: it is their common cell.
            let forced = (ab & ac & !bc) | (ab & bc & !ac) << 1 | (ac & bc & !ab) << 2;
            if forced & !place.alive != 0 {
                return false;
            }
            place.alive &= needs.tight() | used;
            let hit = tail.table.hit_by_any(place.alive);
            if sets.iter().zip(&hit).any(|(set, hit)| set & !hit != 0) {
                return false;
            }
            remove(&mut sets, &tail.table.hit_by_any(forced));
            settled = (forced | forced >> 1 | forced >> 2) & needs.any;
            place.chosen |= forced;
            place.alive &= !forced;
            place.left -= forced.count_ones();
        }
        for (pairs, shape, a, b) in [(ab, 0b011, 0, 1), (ac, 0b101, 0, 2), (bc, 0b110, 1, 2)] {
            for bit in ones(u64::from(pairs & !settled)) {
                tail.arena.push(shape << bit);
                tail.table.drop_with_pair(&mut sets, bit + a, bit + b);
            }
        }
        for bit in ones(u64::from(needs.any & !(ab | ac | bc))) {
            tail.arena.push(0b111 << bit);
        }
        tail.arena.extend(tail.table.sets(&sets).map(|set| set & place.alive));
        true
    }

    /// Hits the sets of the arena from `start` on.
    fn cover(&mut self, above: Above, start: usize, place: NodeState) -> Result<(), Interrupted<W>> {
        self.step(Cover { above, start, place })
    }

    #[inline(always)]
    fn cover_body(&mut self, above: Above, start: usize, mut place: NodeState) -> Result<(), Interrupted<W>> {
        let branch = loop {
            if self.tail.arena.len() == start {
                match self.unhit(above, place)? {
                    Some(set) if set != 0 && place.left > 0 => self.tail.arena.push(set),
                    _ => return Ok(()),
                }
            }
            if place.left == 0 {
                return Ok(());
            }
            let (mut used, mut packed, mut units, mut min, mut branch) = (0, 0, 0, u32::MAX, 0);
            for set in &self.tail.arena[start..] {
                // Without branches: which way they went would be hard to predict.
                let set = set & place.alive;
                let size = set.count_ones();
                (min, branch) = if size < min { (size, set) } else { (min, branch) };
                units |= if size == 1 { set } else { 0 };
                let is_apart = set & used == 0;
                used |= if is_apart { set } else { 0 };
                packed += u32::from(is_apart);
            }
            if min == 0 || packed > place.left {
                let prunes = &mut self.job.counters.prunes;
                *(if min == 0 { &mut prunes.dead_set } else { &mut prunes.packing }) += 1;
                return Ok(());
            }
            if place.left == 1 {
                return self.last_clue(above, start, place);
            }
            let before = place.alive;
            if packed == place.left {
                // As many disjoint sets as clues: each clue is in one of them.
                place.alive &= used;
            }
            if units != 0 {
                if units.count_ones() > place.left {
                    return Ok(());
                }
                place = NodeState {
                    chosen: place.chosen | units,
                    alive: place.alive & !units,
                    left: place.left - units.count_ones(),
                };
                self.keep_unhit(start, units);
            } else if place.alive == before {
                break branch;
            }
        };
        self.enter(place.left)?;
        let end = self.tail.arena.len();
        for rank in ones(u64::from(branch)) {
            let cell = 1 << rank;
            place.alive &= !cell;
            self.copy_unhit(start, end, cell);
            let child = NodeState { chosen: place.chosen | cell, left: place.left - 1, ..place };
            self.cover(above, end, child)?;
            self.tail.arena.truncate(end);
        }
        Ok(())
    }

    /// Puts those of the sets from `start` to `end` behind them that a cell does not hit.
    #[inline(always)]
    fn copy_unhit(&mut self, start: usize, end: usize, cell: u32) {
        let arena = &mut self.tail.arena;
        arena.resize(2 * end - start, 0);
        let (old, new) = arena.split_at_mut(end);
        let mut kept = 0;
        for set in &old[start..] {
            new[kept] = *set;
            kept += usize::from(set & cell == 0);
        }
        arena.truncate(end + kept);
    }

    /// Drops the sets from `start` on that some of `cells` hit.
    #[inline(always)]
    fn keep_unhit(&mut self, start: usize, cells: u32) {
        let arena = &mut self.tail.arena;
        let mut kept = start;
        for i in start..arena.len() {
            let set = arena[i];
            arena[kept] = set;
            kept += usize::from(set & cells == 0);
        }
        arena.truncate(kept);
    }

    /// One clue left in all: it is in every unhit set.
    fn last_clue(&mut self, above: Above, start: usize, place: NodeState) -> Result<(), Interrupted<W>> {
        let mut common = self.tail.arena[start..].iter().fold(place.alive, |common, set| common & set);
        while common != 0 {
            let cell = common & common.wrapping_neg();
            common &= !cell;
            let with = NodeState { chosen: place.chosen | cell, alive: 0, left: 0 };
            if let Some(set) = self.unhit(above, with)? {
                // It holds neither the clues nor this cell: every other candidate must be in it.
                common &= set;
            }
        }
        Ok(())
    }

    /// Every set with a slot is hit: finds one that is not, as its alive cells, or the answer.
    #[inline(never)]
    fn unhit(&mut self, above: Above, place: NodeState) -> Result<Option<u32>, Interrupted<W>> {
        let NodeState { chosen, alive, left } = place;
        let tail = &*self.tail;
        let is_unhit = |&&(region, last): &&(u64, u32)| region & above.region == 0 && last & chosen == 0;
        if let Some((_, last)) = tail.recent[above.recent..].iter().chain(&tail.overflow).find(is_unhit) {
            return Ok(Some(if left == 0 { *last } else { last & alive }));
        }
        let tail = &*self.tail;
        let clues = tail.layout.join(above.region, chosen);
        if left > 0 {
            let open = tail.layout.join(0, alive);
            if let Some(set) = self.job.learner.unhit_set(clues | open, open).map_err(Interrupted::Limit)? {
                self.learn(set, above.level);
                self.job.counters.prunes.oracle += 1;
                return Ok(Some(0));
            }
        }
        match self.job.learner.unhit_set(clues, CellSet::EMPTY).map_err(Interrupted::Limit)? {
            None => {
                let open = self.tail.layout.join(0, alive);
                self.job.learner.found(self.job.question.goal, clues, open).map(|()| None)
            }
            Some(set) => {
                let (_, last) = self.learn(set, above.level);
                Ok(Some(if left == 0 { last } else { last & alive }))
            }
        }
    }
}

/// The step of [`Descent::last`].
struct Last {
    level: usize,
    region: u64,
    needs: Needs,
    max: u32,
}

impl<'t, 'a, const W: usize, S: Simd> Body<Descent<'t, 'a, W, S>> for Last {
    type Output = Result<(), Interrupted<W>>;

    #[inline(always)]
    fn run(self, descent: &mut Descent<'t, 'a, W, S>) -> Self::Output {
        descent.last_body(self.level, self.region, self.needs, self.max)
    }
}

/// The step of [`Descent::cover`].
struct Cover {
    above: Above,
    start: usize,
    place: NodeState,
}

impl<'t, 'a, const W: usize, S: Simd> Body<Descent<'t, 'a, W, S>> for Cover {
    type Output = Result<(), Interrupted<W>>;

    #[inline(always)]
    fn run(self, descent: &mut Descent<'t, 'a, W, S>) -> Self::Output {
        descent.cover_body(self.above, self.start, self.place)
    }
}
