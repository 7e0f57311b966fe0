//! The last part: what the first one leaves unhit, with the cells that are left.

use super::table::{MAX_GROUPS, Slots};
use super::{LOOKS_PER_NODE, Search, ones};
use crate::Reason;
use crate::work::{each, step};

/// Looks of a node of the last part, beside its sets.
const LOOKS_PER_COVER: u64 = 8;

/// A node of the last part.
#[derive(Clone, Copy)]
struct Here {
    /// The cells of the first part.
    above: u64,
    chosen: u32,
    alive: u32,
    left: u32,
    /// Its sets in the arena.
    start: usize,
    end: usize,
}

impl<const W: usize> Search<'_, W> {
    /// At most `max` cells of the last part beside `above` in the first.
    pub(super) fn last(&mut self, slots: &Slots, above: u64, max: u32) -> Result<(), Reason> {
        self.n_nodes += 1;
        let (mut needs, mut whole, mut cells, mut end) = (0, 0, 0, 0);
        for g in 0..MAX_GROUPS {
            let case = &self.table.cases[slots.kinds(g)];
            if case.n > 0 {
                needs += case.n;
                whole |= 0b111 << (3 * g);
                cells |= case.cells << (3 * g);
                self.arena[end..end + 3].copy_from_slice(&case.sets.map(|set| set << (3 * g)));
                end += case.n_sets;
            }
        }
        // Sets apart from those groups and from each other need one more cell each.
        let mut apart = 0;
        for (word, &unhit) in slots.general.iter().enumerate() {
            for bit in ones(unhit) {
                let set = self.table.last[64 * word + bit];
                self.arena[end] = set;
                end += 1;
                if set & (whole | apart) == 0 {
                    (apart, needs) = (apart | set, needs + 1);
                    if needs > max {
                        return self.spend(LOOKS_PER_NODE + end as u64);
                    }
                }
            }
        }
        self.spend(LOOKS_PER_NODE + end as u64)?;
        // With no cell to spare, each is one that a group or a set apart needs.
        let alive = if needs == max { self.last_live & (cells | apart) } else { self.last_live };
        self.cover(Here { above, chosen: 0, alive, left: max, start: 0, end })
    }

    /// Shows that so few cells do not hit the sets of the arena and those that have no place in the table.
    fn cover(&mut self, mut here: Here) -> Result<(), Reason> {
        self.n_nodes += 1;
        let start = here.start;
        loop {
            self.spend(LOOKS_PER_COVER + (here.end - start) as u64)?;
            if here.end == start {
                let Here { above, chosen, alive, .. } = here;
                let is_unhit = |(first, last): &(u64, u32)| first & above == 0 && last & chosen == 0;
                let at = each(self.overflow.iter()).position(is_unhit);
                self.spend(at.unwrap_or(self.overflow.len()) as u64)?;
                let Some(at) = at else { return self.found(above, chosen) };
                let last = self.overflow[at].1;
                self.arena[start] = last & alive;
                here.end += 1;
            }
            let (mut used, mut packed, mut units, mut has_empty) = (0, 0, 0, here.left == 0);
            for set in each(self.arena[start..here.end].iter()) {
                let set = set & here.alive;
                has_empty |= set == 0;
                units |= if set & set.wrapping_sub(1) == 0 { set } else { 0 };
                let is_apart = set & used == 0;
                used |= if is_apart { set } else { 0 };
                packed += u32::from(is_apart);
            }
            if has_empty || packed > here.left {
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
                break;
            }
        }
        // The smallest set, each of its cells in turn.
        let sets = each(self.arena[start..here.end].iter()).map(|set| set & here.alive);
        let branch = sets.min_by_key(|set| set.count_ones()).unwrap_or(0);
        for cell in ones(u64::from(branch)).map(|cell| 1 << cell) {
            here.alive &= !cell;
            self.spend((here.end - start) as u64)?;
            let end = self.copy_unhit(here, here.end, cell);
            let (chosen, left) = (here.chosen | cell, here.left - 1);
            self.cover(Here { chosen, left, start: here.end, end, ..here })?;
        }
        Ok(())
    }

    /// Copies the sets of the node that these cells do not hit to a place in the arena, and returns its end.
    #[inline(always)]
    fn copy_unhit(&mut self, here: Here, to: usize, cells: u32) -> usize {
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
