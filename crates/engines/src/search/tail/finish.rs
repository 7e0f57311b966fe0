//! The last part of many finished regions, one after the other.

use pulp::{Arch, Scalar};

use super::needs::{FIELD_WORDS, Flags, Lanes};
use super::{Body, Descent, Interrupted, Job, Root, Tail};

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
    /// The most clues of both together.
    pub(in crate::search) most: u32,
    /// The fewest.
    pub(in crate::search) least: u32,
}

impl Finishes<'_> {
    /// Is there room for what these groups need?
    #[inline(always)]
    fn fits(&self, region: u64, flags: Flags) -> bool {
        let size = region.count_ones();
        if size < self.balanced_from {
            return size + flags.min() <= self.max;
        }
        let (mut fits, mut n) = (true, size);
        for part in &self.parts {
            let inside = (region & part.region).count_ones();
            let min = flags.min_in(part.groups);
            fits &= inside + min <= part.most;
            n += min.max(part.least.saturating_sub(inside));
        }
        fits && n <= self.max
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
        let arch = self.arch;
        let start = Start { tail: self, job, root, finishes };
        match arch {
            #[cfg(target_arch = "x86_64")]
            Arch::V4(simd) => start.run(simd),
            #[cfg(target_arch = "x86_64")]
            Arch::V3(simd) => start.run(simd),
            #[cfg(target_arch = "aarch64")]
            Arch::Neon(simd) => start.run(simd),
            _ => start.run(Scalar::new()),
        }
    }
}

/// A run of descents before the instructions are chosen.
struct Start<'t, 'a, 'r, const W: usize> {
    tail: &'t mut Tail<W>,
    job: Job<'t, 'a, W>,
    root: Root,
    finishes: Finishes<'r>,
}

impl<const W: usize> Start<'_, '_, '_, W> {
    fn run<S: Lanes>(self, simd: S) -> Result<(), Interrupted<W>> {
        let mut descent = Descent { simd, tail: self.tail, job: self.job, root: self.root };
        descent.step(self.finishes)
    }
}

impl<'t, 'a, const W: usize, S: Lanes> Body<Descent<'t, 'a, W, S>> for Finishes<'_> {
    type Output = Result<(), Interrupted<W>>;

    #[inline(always)]
    fn run(self, descent: &mut Descent<'t, 'a, W, S>) -> Self::Output {
        for &region in self.regions {
            let table = &descent.tail.table;
            let fields = table.unhit_fields(region);
            let flags = descent.simd.flags(&fields, &[0; FIELD_WORDS]);
            if !self.fits(region, flags) {
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
            descent.last(0, region, flags.needs(), self.max - region.count_ones())?;
        }
        Ok(())
    }
}
