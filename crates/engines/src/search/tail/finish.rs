//! The last parts of many finished regions, one after the other.
//!
//! A part of the groups, such as a box of a third band, may have bounds on its clues. Most clue sets of a region leave no
//! room at all: what the groups of a part need is the most that it may have, so only cells that they need are of use
//! there. So the unhit sets stay bits as long as possible, and what the cells of use cannot hit is seen at once.

use super::last::{Above, NodeState, Span};
use super::needs::{FIELD_WORDS, Flags, Lanes, Needs};
use super::table::{GENERAL, Table, is_subset, remove};
use super::{Begin, Body, Descent, Interrupted, Job, Root, Tail};

/// Sets of any form that are listed at first, smallest first: more of them seldom say more.
const LISTED: usize = 48;

/// Finished regions whose last parts are wanted.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Finishes<'r> {
    /// The clues of each.
    pub(in crate::search) regions: &'r [u64],
    /// Clues in all, at most.
    pub(in crate::search) max: u32,
    /// What three parts of the groups may have and must, if that is known: for regions with this many clues or more.
    pub(in crate::search) balanced_from: u32,
    /// The parts, in the region and as groups.
    pub(in crate::search) parts: [Part; 3],
}

/// Cells of the region, and groups of the last part, that have some clues together.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Part {
    /// The cells of the region.
    pub(in crate::search) region: u64,
    /// One bit for each group of the last part.
    pub(in crate::search) groups: u32,
    /// The cells of the last part, by rank.
    pub(in crate::search) last: u32,
    /// The most clues of both together.
    pub(in crate::search) most: u32,
    /// The fewest.
    pub(in crate::search) least: u32,
}

/// What is left for a part.
#[derive(Clone, Copy, Debug)]
struct Room {
    groups: u32,
    last: u32,
    most: u32,
    least: u32,
}

/// Where a last part begins.
#[derive(Clone, Copy, Debug)]
struct Spot {
    /// The clues of the region.
    region: u64,
    /// Clues of the last part, and cells that may follow.
    chosen: u32,
    alive: u32,
    /// Clues that may follow.
    left: u32,
    rooms: [Room; 3],
}

impl Finishes<'_> {
    /// What is left for the parts beside clues of the region.
    #[inline(always)]
    fn rooms(&self, region: u64) -> [Room; 3] {
        let size = region.count_ones();
        let is_balanced = size >= self.balanced_from;
        let mut rooms = [Room { groups: 0, last: 0, most: 0, least: 0 }; 3];
        for (room, part) in rooms.iter_mut().zip(&self.parts) {
            let inside = (region & part.region).count_ones();
            let (most, least) = if is_balanced {
                (part.most.saturating_sub(inside), part.least.saturating_sub(inside))
            } else {
                (self.max - size, 0)
            };
            *room = Room { groups: part.groups, last: part.last, most, least };
        }
        rooms
    }
}

/// What each part needs of these, and what all need together, at least; `None` if there is no room for that.
#[inline(always)]
fn needed(rooms: &[Room; 3], left: u32, flags: Flags) -> Option<([u32; 3], u32)> {
    let (mut needed, mut n, mut fits) = ([0; 3], 0, true);
    for i in 0..3 {
        needed[i] = flags.min_in(rooms[i].groups);
        fits &= needed[i] <= rooms[i].most;
        n += needed[i].max(rooms[i].least);
    }
    (fits && n <= left).then_some((needed, n))
}

impl Spot {
    /// With more clues.
    #[inline(always)]
    fn take(&mut self, cells: u32) {
        self.chosen |= cells;
        self.alive &= !cells;
        self.left -= cells.count_ones();
        for room in &mut self.rooms {
            let n = (cells & room.last).count_ones();
            room.most -= n;
            room.least = room.least.saturating_sub(n);
            self.alive &= if room.most == 0 { !room.last } else { u32::MAX };
        }
    }
}

impl<const W: usize> Tail<W> {
    /// Walks what is left when the region is finished: all cells of the last part are open.
    pub(in crate::search) fn finish<'t, 'a>(
        &'t mut self,
        job: Job<'t, 'a, W>,
        finishes: Finishes<'_>,
    ) -> Result<(), Interrupted<W>> {
        let root = Root { caps: Vec::new(), last_chosen: 0, last_alive: self.last_alive, last_left: 0 };
        self.walk(job, root, finishes)
    }
}

impl<const W: usize> Begin<W> for Finishes<'_> {
    fn begin<S: Lanes>(self, descent: &mut Descent<'_, '_, W, S>) -> Result<(), Interrupted<W>> {
        descent.step(self)
    }
}

impl<'t, 'a, const W: usize, S: Lanes> Body<Descent<'t, 'a, W, S>> for Finishes<'_> {
    type Output = Result<(), Interrupted<W>>;

    #[inline(always)]
    fn run(self, descent: &mut Descent<'t, 'a, W, S>) -> Self::Output {
        let alive = descent.root.last_alive;
        for &region in self.regions {
            let table = &descent.tail.table;
            let fields = table.unhit_fields(region);
            let flags = descent.simd.flags(&fields, &[0; FIELD_WORDS]);
            let (rooms, left) = (self.rooms(region), self.max - region.count_ones());
            if needed(&rooms, left, flags).is_none() {
                descent.job.counters.prunes.groups += 1;
                continue;
            }
            let general = table.unhit_general(region);
            let tail = &mut *descent.tail;
            tail.levels[0].mixed.assign(&general, &fields);
            tail.levels[0].region = 0;
            tail.n_masks = 0;
            tail.extras.clear();
            tail.recent.clear();
            descent.enter(left)?;
            descent.spot(Spot { region, chosen: 0, alive, left, rooms })?;
        }
        Ok(())
    }
}

/// The cells that may still be chosen, since disjoint sets need all clues that are left; `None` if they need more.
///
/// A group counts as what it needs: two clues among its cells, or one in an unhit set.
#[inline(always)]
fn packed(table: &Table, spot: &Spot, needs: Needs, general: [u64; GENERAL]) -> Option<u32> {
    let [ab, ac, bc] = needs.pairs;
    let all = needs.all_pairs();
    let first = ((ab & !all) * 0b011) | ((ac & !ab) * 0b101) | ((bc & !ab & !ac) * 0b110);
    let mut used = first | ((needs.any & !(ab | ac | bc) | all) * 0b111);
    let (mut packed, mut rest) = (needs.min(), general);
    remove(&mut rest, &table.hit_by_any(used & spot.alive));
    for w in 0..GENERAL {
        while rest[w] != 0 {
            let set = table.last[64 * w + rest[w].trailing_zeros() as usize] & spot.alive;
            packed += 1;
            if packed > spot.left || set == 0 {
                return None;
            }
            used |= set;
            remove(&mut rest, &table.hit_by_any(set));
        }
    }
    Some(if packed == spot.left { spot.alive & used } else { spot.alive })
}

impl<const W: usize, S: Lanes> Descent<'_, '_, W, S> {
    #[inline(always)]
    fn spot(&mut self, mut spot: Spot) -> Result<(), Interrupted<W>> {
        let needs = loop {
            let Tail { table, levels, .. } = &mut *self.tail;
            let slots = &mut levels[0].mixed;
            let flags = slots.flags(self.simd);
            let Some((needed, n)) = needed(&spot.rooms, spot.left, flags) else {
                self.job.counters.prunes.groups += 1;
                return Ok(());
            };
            let (needs, is_full) = (flags.needs(), n == spot.left);
            // In a part with no clue to spare, every clue is one that a group needs.
            let mut tight = 0;
            for (room, needed) in spot.rooms.iter().zip(needed) {
                let is_tight = needed == room.most || is_full && needed >= room.least;
                tight |= if is_tight { room.last } else { 0 };
            }
            spot.alive &= !tight | needs.tight();
            if !is_subset(&slots.general(), &table.hit_by_any(spot.alive)) {
                self.job.counters.prunes.packing += 1;
                return Ok(());
            }
            // Two pairs of a group and one clue for it: it is their common cell.
            let [ab, ac, bc] = needs.pairs;
            let forced = (ab & ac & !bc) | (ab & bc & !ac) << 1 | (ac & bc & !ab) << 2;
            let forced = forced & tight;
            if forced == 0 {
                let Some(alive) = packed(table, &spot, needs, slots.general()) else {
                    self.job.counters.prunes.packing += 1;
                    return Ok(());
                };
                if alive == spot.alive {
                    break needs;
                }
                spot.alive = alive;
                continue;
            }
            if forced & !spot.alive != 0 {
                self.job.counters.prunes.dead_set += 1;
                return Ok(());
            }
            let mut rest = forced;
            while rest != 0 {
                slots.remove(&table.hits[64 + rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
            spot.take(forced);
        };
        let mut place = NodeState { chosen: spot.chosen, alive: spot.alive, left: spot.left };
        match self.collect(0, needs, &mut place, LISTED) {
            Some(n) => {
                let above = Above { level: 0, region: spot.region, recent: 0, all_listed: false };
                self.cover(above, Span { start: 0, end: n }, place)
            }
            None => {
                self.job.counters.prunes.packing += 1;
                Ok(())
            }
        }
    }
}
