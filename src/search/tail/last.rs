//! The search inside the last part, when the region is finished.

use crate::base::CellSet;
use crate::problem::ClueProblem;

use super::layout::{GROUPS, ones};
use super::table::WORDS;
use super::{Descent, Halt};

/// What the last part knows of the region.
#[derive(Clone, Copy, Debug)]
struct Above {
    level: usize,
    /// The clues in the region.
    region: u64,
    /// The first set learned since the region was finished.
    recent: usize,
}

impl<const W: usize, P: ClueProblem<W>> Descent<'_, '_, W, P> {
    /// At most `most` more clues, all in the last part.
    pub(super) fn last(&mut self, level: usize, region: u64, most: u32) -> Result<(), Halt<W>> {
        self.enter()?;
        let tail = &mut *self.tail;
        let start = tail.arena.len();
        let unhit = &tail.levels[level].mixed.0;
        // The groups: how many clues they need, and where these are if there is none to spare.
        let (mut need, mut tight, mut critical) = (0, 0, 0);
        for g in 0..GROUPS {
            if unhit[g] == 0 {
                continue;
            }
            let (sets, n) = tail.table.unhit_of_group(g, unhit[g]);
            let (mut all, mut common) = (0, u32::MAX);
            for set in &sets[..n] {
                tail.arena.push(*set);
                all |= set;
                common &= set;
            }
            critical |= all;
            need += if n == 3 { 2 } else { 1 };
            tight |= if n == 3 { all } else { common };
        }
        let mut alive = self.last_alive;
        let mut used = 0;
        let mut packed = need;
        for (w, word) in unhit[GROUPS..WORDS].iter().enumerate() {
            for bit in ones(*word) {
                let set = tail.table.last[64 * (GROUPS + w) + bit] & alive;
                tail.arena.push(set);
                if set & (critical | used) == 0 {
                    used |= set;
                    packed += 1;
                }
            }
        }
        if packed <= most {
            if packed == most {
                alive &= tight | used;
            }
            let above = Above { level, region, recent: tail.recent.len() };
            self.cover(above, start, self.last_chosen, alive, most)?;
        }
        self.tail.arena.truncate(start);
        Ok(())
    }

    /// Hits the sets of the arena from `start` on.
    fn cover(&mut self, above: Above, start: usize, chosen: u32, mut alive: u32, left: u32) -> Result<(), Halt<W>> {
        let mut branch;
        loop {
            if self.tail.arena.len() == start {
                match self.unhit(above, chosen, alive, left)? {
                    Some(set) if set != 0 && left > 0 => self.tail.arena.push(set),
                    _ => return Ok(()),
                }
            }
            if left == 0 {
                return Ok(());
            }
            let (mut used, mut packed, mut least) = (0u32, 0, u32::MAX);
            branch = 0;
            for set in &self.tail.arena[start..] {
                let set = set & alive;
                let size = set.count_ones();
                if size < least {
                    (least, branch) = (size, set);
                }
                if set & used == 0 {
                    used |= set;
                    packed += 1;
                }
            }
            if least == 0 || packed > left {
                return Ok(());
            }
            if left > 1 && packed == left && alive & !used != 0 {
                alive &= used;
            } else {
                break;
            }
        }
        if left == 1 {
            return self.last_clue(above, start, chosen, alive);
        }
        self.enter()?;
        let end = self.tail.arena.len();
        for rank in ones(u64::from(branch)) {
            let cell = 1 << rank;
            alive &= !cell;
            for i in start..end {
                let set = self.tail.arena[i];
                if set & cell == 0 {
                    self.tail.arena.push(set);
                }
            }
            self.cover(above, end, chosen | cell, alive, left - 1)?;
            self.tail.arena.truncate(end);
        }
        Ok(())
    }

    /// One clue left in all: it is in every unhit set.
    fn last_clue(&mut self, above: Above, start: usize, chosen: u32, alive: u32) -> Result<(), Halt<W>> {
        let mut common = self.tail.arena[start..].iter().fold(alive, |common, set| common & set);
        while common != 0 {
            let cell = common & common.wrapping_neg();
            common &= !cell;
            if let Some(set) = self.unhit(above, chosen | cell, 0, 0)? {
                // It holds neither the clues nor this cell: every other candidate must be in it.
                common &= set;
            }
        }
        Ok(())
    }

    /// Every set with a slot is hit: finds one that is not, as its alive cells, or the answer.
    fn unhit(&mut self, above: Above, chosen: u32, alive: u32, left: u32) -> Result<Option<u32>, Halt<W>> {
        let tail = &*self.tail;
        let is_unhit = |&&(region, last): &&(u64, u32)| region & above.region == 0 && last & chosen == 0;
        if let Some((_, last)) = tail.recent[above.recent..].iter().chain(&tail.overflow).find(is_unhit) {
            return Ok(Some(if left == 0 { *last } else { last & alive }));
        }
        let clues = tail.layout.join(above.region, chosen);
        if left > 0 {
            let open = tail.layout.join(0, alive);
            if let Some(set) = self.follower.unhit_set(clues | open, open).map_err(Halt::Limit)? {
                self.learn(set, above.level);
                return Ok(Some(0));
            }
        }
        match self.follower.unhit_set(clues, CellSet::EMPTY).map_err(Halt::Limit)? {
            None => Err(Halt::Found(clues)),
            Some(set) => {
                let (_, last) = self.learn(set, above.level);
                Ok(Some(if left == 0 { last } else { last & alive }))
            }
        }
    }
}
