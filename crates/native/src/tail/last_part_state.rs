//! The last part when the region is finished: its possible clues, before any of them is tried.
//!
//! Most candidates for a region leave too few clues for the last part, and most others leave none to spare: then only
//! cells that a group needs, or that are in disjoint sets, are useful. So the unhit sets are kept as bits as long as
//! possible, which quickly shows sets that the useful cells cannot hit.

use super::group_bounds::{Flags, Lanes, Needs};
use super::last::{NodeState, RegionState, Span};
use super::table::{GENERAL, Slots, Table, is_subset, remove};
use super::{Descent, Interrupted};

/// The remaining bounds of a part.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartBounds {
    pub(super) groups: u32,
    pub(super) last: u32,
    pub(super) most: u32,
    pub(super) least: u32,
}

/// The initial state of a last part.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastPartState {
    /// The clues of the region.
    pub(super) region: u64,
    /// Clues of the last part, and cells that may follow.
    pub(super) chosen: u32,
    pub(super) alive: u32,
    /// Clues that may follow.
    pub(super) left: u32,
    pub(super) bounds: [PartBounds; 3],
}

/// Returns lower bounds on the needs of each part and of all together; `None` if they do not fit.
#[inline(always)]
pub(super) fn needed(bounds: &[PartBounds; 3], left: u32, flags: Flags) -> Option<([u32; 3], u32)> {
    let (mut needed, mut n, mut fits) = ([0; 3], 0, true);
    for i in 0..3 {
        needed[i] = flags.min_in(bounds[i].groups);
        fits &= needed[i] <= bounds[i].most;
        n += needed[i].max(bounds[i].least);
    }
    (fits && n <= left).then_some((needed, n))
}

impl LastPartState {
    /// One without bounds on parts of it.
    #[inline(always)]
    pub(super) fn new(region: u64, chosen: u32, alive: u32, left: u32) -> Self {
        let whole = PartBounds { groups: u32::MAX, last: u32::MAX, most: left, least: 0 };
        let nothing = PartBounds { groups: 0, last: 0, most: 0, least: 0 };
        Self { region, chosen, alive, left, bounds: [whole, nothing, nothing] }
    }

    #[inline(always)]
    fn take(&mut self, cells: u32) {
        self.chosen |= cells;
        self.alive &= !cells;
        self.left -= cells.count_ones();
        for bound in &mut self.bounds {
            let n = (cells & bound.last).count_ones();
            bound.most -= n;
            bound.least = bound.least.saturating_sub(n);
            self.alive &= if bound.most == 0 { !bound.last } else { u32::MAX };
        }
    }
}

/// The cells that may still be chosen, since disjoint sets need all clues that are left; `None` if they need more.
///
/// A group counts as what it needs: two clues among its cells, or one in an unhit set.
#[inline(always)]
fn packed(table: &Table, state: &LastPartState, needs: Needs, general: [u64; GENERAL]) -> Option<u32> {
    let [ab, ac, bc] = needs.pairs;
    let all = needs.all_pairs();
    let first = ((ab & !all) * 0b011) | ((ac & !ab) * 0b101) | ((bc & !ab & !ac) * 0b110);
    let groups = first | ((needs.any & !(ab | ac | bc) | all) * 0b111);
    let mut apart = general;
    remove(&mut apart, &table.hit_by_any(groups & state.alive));
    let (n, used) = table.disjoint(apart, state.alive, needs.min(), state.left)?;
    Some(if n == state.left { state.alive & (groups | used) } else { state.alive })
}

impl<const W: usize, S: Lanes> Descent<'_, '_, W, S> {
    /// Searches from there; `unhit` are the sets of `level` that the region leaves.
    #[inline(always)]
    pub(super) fn search_last_part(
        &mut self,
        level: usize,
        mut unhit: Slots,
        mut state: LastPartState,
    ) -> Result<(), Interrupted<W>> {
        let table = &self.tail.table;
        let needs = loop {
            let flags = unhit.flags(self.simd);
            let Some((needed, n)) = needed(&state.bounds, state.left, flags) else {
                self.job.counters.prunes.groups += 1;
                return Ok(());
            };
            let (needs, is_full) = (flags.needs(), n == state.left);
            // In a part with no clue to spare, every clue is one that a group needs.
            let mut tight = 0;
            for (bound, needed) in state.bounds.iter().zip(needed) {
                let is_tight = needed == bound.most || is_full && needed >= bound.least;
                tight |= if is_tight { bound.last } else { 0 };
            }
            state.alive &= !tight | needs.tight();
            // Without such a part it says nothing that the packing would not.
            if tight != 0 && !is_subset(&unhit.general(), &table.hit_by_any(state.alive)) {
                self.job.counters.prunes.packing += 1;
                return Ok(());
            }
            let forced = needs.forced() & tight;
            if forced == 0 {
                let Some(alive) = packed(table, &state, needs, unhit.general()) else {
                    self.job.counters.prunes.packing += 1;
                    return Ok(());
                };
                if alive == state.alive {
                    break needs;
                }
                state.alive = alive;
                continue;
            }
            if forced & !state.alive != 0 {
                self.job.counters.prunes.dead_set += 1;
                return Ok(());
            }
            let mut rest = forced;
            while rest != 0 {
                unhit.remove(&table.hits[64 + rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
            state.take(forced);
        };
        let mut place = NodeState { chosen: state.chosen, alive: state.alive, left: state.left };
        let Some(n) = self.list(unhit.general(), needs, &mut place) else {
            self.job.counters.prunes.packing += 1;
            return Ok(());
        };
        let above = RegionState { level, region: state.region, recent: self.tail.recent.len() };
        self.cover(above, Span { start: 0, end: n }, place)
    }
}
