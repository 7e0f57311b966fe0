//! The last part: the sets that the first part leaves unhit, and the remaining cells.

use super::table::{General, Needs, PACKED, first_of, remove};
use super::{LOOKS_PER_NODE, Search, ones};
use crate::Reason;
use crate::work::{each, step};

/// Looks of a node of the last part, beside its sets.
const LOOKS_PER_COVER: u64 = 8;
/// Looks at the words of the general sets: where some cells hit them, and what is left.
const LOOKS_PER_ROWS: u64 = 32;
/// General sets that are listed at first. Sets that replace hit ones are searched when all are hit.
pub(super) const LISTED: usize = 24;

/// A node of the last part.
#[derive(Clone, Copy)]
struct Here {
    /// The cells of the first part.
    above: u64,
    chosen: u64,
    alive: u64,
    left: u32,
    /// Its sets in the arena.
    start: usize,
    end: usize,
}

impl<const W: usize> Search<'_, W> {
    /// At most `max` cells of the last part, beside `above` in the first: those of a level, and `cell`, which leave
    /// groups with these needs.
    pub(super) fn last(
        &mut self,
        level: usize,
        cell: usize,
        mut needs: Needs,
        above: u64,
        max: u32,
    ) -> Result<(), Reason> {
        self.n_nodes += 1;
        self.spend(LOOKS_PER_NODE)?;
        // Each group needs its number of cells among these. A set apart from all of these, and from the sets apart
        // before it, needs one more.
        let (mut n, mut apart) = (needs.count(), needs.least_cells());
        let mut rest: [u64; PACKED] = self.general(level, cell);
        remove(&mut rest, &self.table.hit_by(apart));
        while let Some(set) = first_of(&rest) {
            n += 1;
            if n > max {
                return Ok(());
            }
            self.spend(LOOKS_PER_ROWS)?;
            let cells = self.table.last[set];
            apart |= cells;
            remove(&mut rest, &self.table.hit_by(cells));
        }
        let mut general: General = self.general(level, cell);
        let (mut alive, mut chosen) = (self.last_live, 0);
        if n == max {
            // With no cell to spare, each is one of these, and no group has more of its own than it needs.
            alive &= apart;
            (chosen, needs, alive) = needs.forced(alive);
            remove(&mut general, &self.table.hit_by(chosen));
            // A set of which no cell is left cannot be hit.
            let mut dead = general;
            remove(&mut dead, &self.table.hit_by(alive));
            if first_of(&dead).is_some() {
                return Ok(());
            }
        }
        self.unhit = general;
        let end = self.list(needs, general);
        self.spend(LOOKS_PER_ROWS + 2 * end as u64)?;
        self.cover(Here { above, chosen, alive, left: max - chosen.count_ones(), start: 0, end })
    }

    /// The first words of the general sets that the cells of a level and this one leave unhit.
    #[inline(always)]
    fn general<const N: usize>(&self, level: usize, cell: usize) -> [u64; N] {
        let (here, unhit) = (&self.levels[level].slots.general, &self.table.unhit_by[cell].general);
        std::array::from_fn(|i| here[i] & unhit[i])
    }

    /// Lists unhit sets in the arena, and says how many: those in groups, and some others without a listed pair. All
    /// others are looked at once these are hit.
    #[inline(always)]
    fn list(&mut self, needs: Needs, mut general: General) -> usize {
        let mut end = 0;
        let [ab, ac, bc] = needs.pairs;
        for (groups, kind) in [(ab, 0b011), (ac, 0b101), (bc, 0b110), (needs.any & !(ab | ac | bc), 0b111)] {
            for bit in ones(groups) {
                self.arena[end] = kind << bit;
                end += 1;
                if kind != 0b111 {
                    self.table.remove_with_pair(&mut general, kind << bit);
                }
            }
        }
        let most = end + LISTED;
        for (w, word) in general.iter().enumerate() {
            for bit in ones(*word) {
                if end == most {
                    return end;
                }
                self.arena[end] = self.table.last[64 * w + bit];
                end += 1;
            }
        }
        end
    }

    /// Shows that so few cells do not hit the sets of the arena and those that are not listed there.
    fn cover(&mut self, mut here: Here) -> Result<(), Reason> {
        self.n_nodes += 1;
        let start = here.start;
        let branch = loop {
            self.spend(LOOKS_PER_COVER + (here.end - start) as u64)?;
            if here.end == start {
                let Some(set) = self.unlisted(here)? else { return self.found(here.above, here.chosen) };
                self.arena[start] = set;
                here.end += 1;
            }
            match here.left {
                0 => return Ok(()),
                1 => return self.last_cell(here),
                _ => {}
            }
            let (mut used, mut packed, mut units, mut pair, mut has_empty) = (0, 0, 0, 0, false);
            for set in each(self.arena[start..here.end].iter()) {
                let set = set & here.alive;
                let others = set & set.wrapping_sub(1);
                has_empty |= set == 0;
                units |= if others == 0 { set } else { 0 };
                pair = if others & others.wrapping_sub(1) == 0 { set } else { pair };
                let is_apart = set & used == 0;
                used |= if is_apart { set } else { 0 };
                packed += u32::from(is_apart);
                // A set without a cell counts as apart, and closes the node anyway.
                if packed > here.left {
                    return Ok(());
                }
            }
            if has_empty {
                return Ok(());
            }
            let before = here.alive;
            if packed == here.left {
                // As many disjoint sets as cells: each cell is in one of them.
                here.alive &= used;
            }
            if units != 0 {
                // Sets with one cell: it is chosen.
                if units.count_ones() > here.left {
                    return Ok(());
                }
                here.left -= units.count_ones();
                (here.chosen, here.alive) = (here.chosen | units, here.alive & !units);
                here.end = self.copy_unhit(here, start, units);
            } else if here.alive == before {
                break pair;
            }
        };
        // A set of two cells, or else the smallest one: each of its cells in turn.
        let sets = || each(self.arena[start..here.end].iter()).map(|set| set & here.alive);
        let smallest = || sets().min_by_key(|set| set.count_ones()).unwrap_or(0);
        let branch = if branch == 0 { smallest() } else { branch };
        for cell in ones(branch).map(|cell| 1 << cell) {
            here.alive &= !cell;
            self.spend((here.end - start) as u64)?;
            let end = self.copy_unhit(here, here.end, cell);
            let (chosen, left) = (here.chosen | cell, here.left - 1);
            self.cover(Here { chosen, left, start: here.end, end, ..here })?;
        }
        Ok(())
    }

    /// At most one more cell: it is in every set that is not hit, listed or not.
    fn last_cell(&mut self, here: Here) -> Result<(), Reason> {
        let Here { above, chosen, alive, left: _, start, end } = here;
        let mut common = each(self.arena[start..end].iter()).fold(alive, |common, set| common & set);
        if common == 0 {
            return Ok(());
        }
        self.spend(LOOKS_PER_ROWS)?;
        let mut unhit = self.unhit;
        remove(&mut unhit, &self.table.hit_by(chosen));
        while let Some(set) = first_of(&unhit) {
            self.spend(LOOKS_PER_ROWS)?;
            common &= self.table.last[set];
            if common == 0 {
                return Ok(());
            }
            unhit[set / 64] &= !(1 << (set % 64));
        }
        while let Some(set) = self.without_place(above, chosen, common)? {
            common &= set;
            if common == 0 {
                return Ok(());
            }
        }
        ones(common).try_for_each(|cell| self.found(above, chosen | 1 << cell))
    }

    /// The cells of a set that the chosen ones do not hit and that need not be listed, if there is one.
    fn unlisted(&mut self, here: Here) -> Result<Option<u64>, Reason> {
        self.spend(LOOKS_PER_ROWS)?;
        let mut unhit = self.unhit;
        remove(&mut unhit, &self.table.hit_by(here.chosen));
        match first_of(&unhit) {
            Some(set) => Ok(Some(self.table.last[set])),
            None => self.without_place(here.above, here.chosen, u64::MAX),
        }
    }

    /// A set without a place in the table that these cells do not hit, and that has not all of `common`.
    fn without_place(&mut self, above: u64, chosen: u64, common: u64) -> Result<Option<u64>, Reason> {
        let is_wanted = |(first, last): &(u64, u64)| first & above == 0 && last & chosen == 0 && common & !last != 0;
        let at = each(self.overflow.iter()).position(is_wanted);
        self.spend(at.unwrap_or(self.overflow.len()) as u64)?;
        // One that was of use is found earlier the next time.
        Ok(at.map(|at| {
            self.overflow.swap(at, at / 2);
            self.overflow[at / 2].1
        }))
    }

    /// Copies the sets of the node that these cells do not hit to a place in the arena, and returns its end.
    #[inline(always)]
    fn copy_unhit(&mut self, here: Here, to: usize, cells: u64) -> usize {
        let mut end = to;
        for i in here.start..here.end {
            step();
            let set = self.arena[i];
            self.arena[end] = set;
            end += usize::from(set & cells == 0);
        }
        end
    }
}
