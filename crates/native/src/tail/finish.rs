//! The last parts of many finished regions, one after the other.
//!
//! A part of the groups, such as a box of a third band, may have bounds on its clues. For most clue sets of a region,
//! the groups of a part need as many clues as allowed, or more.

use super::group_bounds::{FIELD_WORDS, Lanes};
use super::last_part_state::{LastPartState, PartBounds, needed};
use super::{Begin, Body, Descent, Interrupted, Job, Root, Tail};

/// Finished regions whose last parts are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finishes<'r> {
    /// The clues of each.
    pub(crate) regions: &'r [u64],
    /// Clues in all, at most.
    pub(crate) max: u32,
    /// What three parts of the groups may have and must, if that is known: for regions with this many clues or more.
    pub(crate) balanced_from: u32,
    /// The parts, in the region and as groups.
    pub(crate) parts: [Part; 3],
}

/// Cells of the region, and groups of the last part, that have some clues together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    /// The cells of the region.
    pub(crate) region: u64,
    /// One bit for each group of the last part.
    pub(crate) groups: u32,
    /// The cells of the last part, by rank.
    pub(crate) last: u32,
    /// The most clues of both together.
    pub(crate) most: u32,
    pub(crate) least: u32,
}

impl Finishes<'_> {
    /// The bounds that remain for the parts, given the clues of the region.
    #[inline(always)]
    fn bounds(&self, region: u64) -> [PartBounds; 3] {
        let size = region.count_ones();
        let is_balanced = size >= self.balanced_from;
        let mut bounds = [PartBounds { groups: 0, last: 0, most: 0, least: 0 }; 3];
        for (bound, part) in bounds.iter_mut().zip(&self.parts) {
            let inside = (region & part.region).count_ones();
            let (most, least) = if is_balanced {
                (part.most.saturating_sub(inside), part.least.saturating_sub(inside))
            } else {
                (self.max - size, 0)
            };
            *bound = PartBounds { groups: part.groups, last: part.last, most, least };
        }
        bounds
    }
}

impl<const W: usize> Tail<W> {
    /// Walks what is left when the region is finished: all cells of the last part are open.
    pub(crate) fn finish<'t, 'a>(
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
            let (bounds, left) = (self.bounds(region), self.max - region.count_ones());
            if needed(&bounds, left, flags).is_none() {
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
            let unhit = tail.levels[0].mixed;
            descent.enter(left)?;
            descent.search_last_part(0, unhit, LastPartState { region, chosen: 0, alive, left, bounds })?;
        }
        Ok(())
    }
}
