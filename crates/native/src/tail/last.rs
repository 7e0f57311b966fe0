//! The search inside the last part, after the region is finished.

use crate::base::CellSet;

use super::group_bounds::{Lanes, Needs};
use super::last_part_state::LastPartState;
use super::layout::GROUPS;
use super::look::{self, Look};
use super::table::{GENERAL, is_subset, remove};
use super::{Body, Descent, Interrupted, Root, Tail};

/// Sets of any form that are listed at first, smallest first: more of them seldom say more, and cost the same at every
/// node. With all of them a jigsaw took 1.6 times as long.
const LISTED: usize = 32;
/// Sets that [`Descent::list`] finds at most: three pairs a group, and those.
const MOST_SETS: usize = 3 * GROUPS + LISTED;

/// The state of the region, for the last part.
#[derive(Clone, Copy, Debug)]
pub(super) struct RegionState {
    pub(super) level: usize,
    /// The clues in the region.
    pub(super) region: u64,
    /// The first set learned since the region was finished.
    pub(super) recent: usize,
}

/// Sets in the arena, which is as long as it was ever needed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A node of the last part's search.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeState {
    pub(super) chosen: u32,
    pub(super) alive: u32,
    pub(super) left: u32,
}

impl<const W: usize, S: Lanes> Descent<'_, '_, W, S> {
    /// At most `max` more clues, all in the last part.
    pub(super) fn last(&mut self, level: usize, region: u64, max: u32) -> Result<(), Interrupted<W>> {
        self.enter(max)?;
        self.step(Last { level, region, max })
    }

    /// Lists unhit sets of the last part in the arena, and says how many; `None` if they need too many clues.
    ///
    /// Plain loops: an iterator that is not inlined has no vectors.
    #[inline(always)]
    pub(super) fn list(&mut self, mut sets: [u64; GENERAL], needs: Needs, place: &mut NodeState) -> Option<usize> {
        let Tail { table, arena, .. } = &mut *self.tail;
        let [ab, ac, bc] = needs.pairs;
        // Sets apart from the groups that need clues anyway.
        let mut apart = sets;
        remove(&mut apart, &table.hit_by_any(needs.critical()));
        let (n_needed, used) = table.disjoint(apart, place.alive, needs.min(), place.left)?;
        let mut settled = 0;
        if n_needed == place.left {
            // No clue to spare.
            let forced = needs.forced();
            if forced & !place.alive != 0 {
                return None;
            }
            place.alive &= needs.tight() | used;
            if !is_subset(&sets, &table.hit_by_any(place.alive)) {
                return None;
            }
            remove(&mut sets, &table.hit_by_any(forced));
            settled = (forced | forced >> 1 | forced >> 2) & needs.any;
            place.chosen |= forced;
            place.alive &= !forced;
            place.left -= forced.count_ones();
        }
        if arena.len() < MOST_SETS + look::AT_ONCE {
            arena.resize(MOST_SETS + look::AT_ONCE, 0);
        }
        let arena: &mut [u32] = &mut arena[..MOST_SETS];
        let mut n = 0;
        for (i, pairs) in [ab, ac, bc].into_iter().enumerate() {
            let shape = [0b011, 0b101, 0b110][i];
            let mut pairs = pairs & !settled;
            while pairs != 0 {
                let bit = pairs.trailing_zeros();
                pairs &= pairs - 1;
                arena[n] = shape << bit;
                n += 1;
                table.drop_with_pair(&mut sets, bit as usize + i);
            }
        }
        let mut whole = needs.any & !(ab | ac | bc);
        while whole != 0 {
            arena[n] = 0b111 << whole.trailing_zeros();
            whole &= whole - 1;
            n += 1;
        }
        let end = (n + LISTED).min(MOST_SETS);
        for (w, mut slots) in sets.into_iter().enumerate() {
            while slots != 0 && n < end {
                arena[n] = table.last[64 * w + slots.trailing_zeros() as usize] & place.alive;
                slots &= slots - 1;
                n += 1;
            }
        }
        Some(n)
    }

    /// Hits the sets of a span of the arena.
    pub(super) fn cover(&mut self, above: RegionState, sets: Span, place: NodeState) -> Result<(), Interrupted<W>> {
        self.step(Cover { above, sets, place })
    }

    #[inline(always)]
    fn cover_body(&mut self, above: RegionState, mut sets: Span, mut place: NodeState) -> Result<(), Interrupted<W>> {
        let branch = loop {
            if sets.start == sets.end {
                match self.unhit(above, place)? {
                    Some(set) if set != 0 && place.left > 0 => {
                        self.room(sets.end + 1);
                        self.tail.arena[sets.end] = set;
                        sets.end += 1;
                    }
                    _ => return Ok(()),
                }
            }
            if place.left == 0 {
                return Ok(());
            }
            let (listed, n) = (&self.tail.arena[sets.start..], sets.end - sets.start);
            let Look { is_dead, packed, used, units, branch } = self.simd.look(listed, n, place.alive, place.left);
            if is_dead || packed > place.left {
                let prunes = &mut self.job.counters.prunes;
                *(if is_dead { &mut prunes.dead_set } else { &mut prunes.packing }) += 1;
                return Ok(());
            }
            if place.left == 1 {
                return self.last_clue(above, sets, place);
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
                sets.end = self.copy_unhit(sets, sets.start, units);
            } else if place.alive == before {
                break branch;
            }
        };
        self.enter(place.left)?;
        self.room(2 * sets.end - sets.start);
        let mut rest = branch;
        while rest != 0 {
            let cell = rest & rest.wrapping_neg();
            rest &= !cell;
            place.alive &= !cell;
            let end = self.copy_unhit(sets, sets.end, cell);
            let child = NodeState { chosen: place.chosen | cell, left: place.left - 1, ..place };
            self.cover(above, Span { start: sets.end, end }, child)?;
        }
        Ok(())
    }

    /// Makes the arena at least this long, with room for a vector behind it.
    #[inline(always)]
    fn room(&mut self, len: usize) {
        let len = len + look::AT_ONCE;
        if self.tail.arena.len() < len {
            self.tail.arena.resize(2 * len, 0);
        }
    }

    /// Copies those sets of a span that none of `cells` hits to a place not before it; returns where they end.
    #[inline(always)]
    fn copy_unhit(&mut self, sets: Span, to: usize, cells: u32) -> usize {
        self.simd.copy_unhit(&mut self.tail.arena, sets.start, sets.end - sets.start, to, cells)
    }

    /// One clue left in all: it is in every unhit set.
    #[inline(always)]
    fn last_clue(&mut self, above: RegionState, sets: Span, place: NodeState) -> Result<(), Interrupted<W>> {
        let mut common = place.alive;
        for set in &self.tail.arena[sets.start..sets.end] {
            common &= set;
        }
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

    /// Every listed set is hit: finds one that is not, as its alive cells, or the answer.
    #[inline(never)]
    pub(super) fn unhit(&mut self, above: RegionState, place: NodeState) -> Result<Option<u32>, Interrupted<W>> {
        let NodeState { chosen, alive, left } = place;
        if let Some(last) = self.step(KnownUnhit { above, chosen }) {
            return Ok(Some(if left == 0 { last } else { last & alive }));
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

    /// The cells in the last part of a known set that is not hit.
    #[inline(always)]
    fn known_unhit(&mut self, above: RegionState, chosen: u32) -> Option<u32> {
        let tail = &mut *self.tail;
        let mut sets = tail.levels[above.level].mixed.general();
        remove(&mut sets, &tail.table.hit_by_any(chosen));
        if let Some(w) = sets.iter().position(|slots| *slots != 0) {
            return Some(tail.table.last[64 * w + sets[w].trailing_zeros() as usize]);
        }
        let is_unhit = |&(region, last): &(u64, u32)| region & above.region == 0 && last & chosen == 0;
        let found = tail.recent[above.recent..].iter().copied().find(is_unhit);
        found.map(|(_, last)| last).or_else(|| tail.overflow.take_forward(above.region, chosen))
    }
}

/// The step of [`Descent::last`].
struct Last {
    level: usize,
    region: u64,
    max: u32,
}

impl<'t, 'a, const W: usize, S: Lanes> Body<Descent<'t, 'a, W, S>> for Last {
    type Output = Result<(), Interrupted<W>>;

    #[inline(always)]
    fn run(self, descent: &mut Descent<'t, 'a, W, S>) -> Self::Output {
        let Root { last_chosen, last_alive, .. } = descent.root;
        let unhit = descent.tail.levels[self.level].mixed;
        descent.search_last_part(self.level, unhit, LastPartState::new(self.region, last_chosen, last_alive, self.max))
    }
}

/// The step of [`Descent::unhit`].
struct KnownUnhit {
    above: RegionState,
    chosen: u32,
}

impl<'t, 'a, const W: usize, S: Lanes> Body<Descent<'t, 'a, W, S>> for KnownUnhit {
    type Output = Option<u32>;

    #[inline(always)]
    fn run(self, descent: &mut Descent<'t, 'a, W, S>) -> Self::Output {
        descent.known_unhit(self.above, self.chosen)
    }
}

/// The step of [`Descent::cover`].
struct Cover {
    above: RegionState,
    sets: Span,
    place: NodeState,
}

impl<'t, 'a, const W: usize, S: Lanes> Body<Descent<'t, 'a, W, S>> for Cover {
    type Output = Result<(), Interrupted<W>>;

    #[inline(always)]
    fn run(self, descent: &mut Descent<'t, 'a, W, S>) -> Self::Output {
        descent.cover_body(self.above, self.sets, self.place)
    }
}
