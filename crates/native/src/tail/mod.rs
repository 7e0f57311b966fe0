//! The last clues of a split question: the region is finished first, then the part outside it.
//!
//! When only a few clues may still go into the region, the sets inside it are few: one word has a bit for each, and a
//! node is a few instructions. Once they are hit, the sets that reach into the last part give a lower bound on its
//! clues (see [`group_bounds`]), and only a few candidates remain; they are searched in the last part alone, where a
//! set is half a word.
//!
//! The fast open-source tools split a grid in the same way: some part has few clues, so the rest is searched first. The
//! counts by groups of three cells come from them as well.

mod batch_bound;
mod build_tables;
mod finish;
pub(super) mod group_bounds;
mod last;
mod last_part_state;
pub(super) mod layout;
mod look;
mod overflow;
mod patterns;
mod region;
pub(super) mod table;

use pulp::{Arch, NullaryFnOnce, Scalar};

use crate::base::{CellSet, Pace, ones};
use crate::problem::Counters;

use self::build_tables::Loader;
use self::group_bounds::Lanes;
use self::overflow::Overflow;
use self::table::{Slots, Table};
use super::Instructions;
use super::question::{Interrupted, Question};
use super::set_learner::SetLearner;

pub(super) use self::finish::{Finishes, Part};
pub(super) use self::layout::Layout;

/// Sets of the region that have a bit.
const BITS: usize = 64;
/// Levels of the part of a descent that keeps slot vectors.
const LEVELS: usize = 12;

/// The tables of one block, and the memory of the descents below it.
#[derive(Debug)]
pub(super) struct Tail<const W: usize> {
    layout: Layout<W>,
    loader: Loader,
    table: Table,
    /// The sets inside the region, smallest first.
    region_sets: Vec<u64>,
    overflow: Overflow,
    /// The cells of the last part that were alive at the block's root.
    last_alive: u32,
    /// The unhit sets of the region at the root of the descent: their alive cells, and by cell those that it hits.
    masks: [u64; BITS],
    n_masks: usize,
    hits: [u64; BITS],
    /// More such sets than there are bits.
    extras: Vec<u64>,
    levels: Vec<Level>,
    arena: Vec<u32>,
    /// Sets learned in the descent.
    recent: Vec<(u64, u32)>,
    fresh: Vec<CellSet<W>>,
    arch: Arch,
}

/// The unhit sets at one level of a descent.
#[derive(Clone, Copy, Debug)]
struct Level {
    region: u64,
    mixed: Slots,
}

/// A node of the region's search.
#[derive(Clone, Copy, Debug)]
struct Node {
    level: usize,
    chosen: u64,
    alive: u64,
    /// Clues that may still go into the region.
    left_inside: u32,
    /// Clues left in all.
    left: u32,
}

/// The context of a descent: the data of the thread, and the question.
pub(super) struct Job<'t, 'a, const W: usize> {
    pub(super) learner: &'t mut SetLearner<'a, W>,
    pub(super) counters: &'t mut Counters,
    pub(super) pace: &'t mut Pace,
    /// Nodes that the limits count beside those of `counters`.
    pub(super) nodes_before: u64,
    pub(super) question: &'t Question<W>,
}

/// The data of the root of a descent, besides the region.
struct Root {
    /// Caps on parts of the region.
    caps: Vec<(u64, u32)>,
    /// Cells of the last part.
    last_chosen: u32,
    last_alive: u32,
    /// Clues that the last part may still take.
    last_left: u32,
}

struct Descent<'t, 'a, const W: usize, S> {
    /// The instructions to use.
    simd: S,
    tail: &'t mut Tail<W>,
    job: Job<'t, 'a, W>,
    root: Root,
}

/// The start of a descent.
trait Begin<const W: usize> {
    fn begin<S: Lanes>(self, descent: &mut Descent<'_, '_, W, S>) -> Result<(), Interrupted<W>>;
}

impl<const W: usize> Begin<W> for Node {
    fn begin<S: Lanes>(self, descent: &mut Descent<'_, '_, W, S>) -> Result<(), Interrupted<W>> {
        if descent.tail.n_masks == 0 { descent.complete(self) } else { descent.region(self) }
    }
}

impl<const W: usize> Tail<W> {
    pub(super) fn new(layout: Layout<W>, instructions: Instructions) -> Self {
        Self {
            table: Table::new(layout.n_groups),
            layout,
            loader: Loader::default(),
            region_sets: Vec::new(),
            overflow: Overflow::default(),
            last_alive: 0,
            masks: [0; BITS],
            n_masks: 0,
            hits: [0; BITS],
            extras: Vec::new(),
            levels: vec![Level { region: 0, mixed: Slots::EMPTY }; LEVELS],
            arena: Vec::new(),
            recent: Vec::new(),
            fresh: Vec::new(),
            arch: arch(instructions),
        }
    }

    fn insert(&mut self, region: u64, last: u32) -> Option<usize> {
        let slot = self.table.insert(region, last);
        if slot.is_none() {
            self.overflow.push(region, last);
        }
        slot
    }

    /// The sets learned since the last call.
    pub(super) fn take_fresh(&mut self) -> Vec<CellSet<W>> {
        std::mem::take(&mut self.fresh)
    }

    /// Walks everything below a node of the tree. `left_inside` is what the region may still take.
    pub(super) fn descend<'t, 'a>(
        &'t mut self,
        job: Job<'t, 'a, W>,
        chosen: CellSet<W>,
        alive: CellSet<W>,
        left_inside: usize,
    ) -> Result<(), Interrupted<W>> {
        let left = (job.question.max - chosen.len()) as u32;
        let (region_chosen, last_chosen) = self.layout.split(&chosen);
        let (region_alive, last_alive) = self.layout.split(&alive);
        let mut root = Root { caps: Vec::new(), last_chosen, last_alive, last_left: left };
        for cap in &job.question.caps[1..] {
            let (region, last) = self.layout.split(&cap.region);
            if last == 0 {
                root.caps.push((region, cap.max as u32));
            } else {
                root.last_left = root.last_left.min(cap.max as u32 - (last & last_chosen).count_ones());
            }
        }
        if !self.gather(region_chosen, region_alive) {
            job.counters.prunes.dead_set += 1;
            return Ok(());
        }
        let chosen = ones(region_chosen).chain(ones(u64::from(last_chosen)).map(|rank| 64 + rank));
        let mixed = chosen.fold(self.table.in_use, |unhit, rank| unhit.without(&self.table.hits[rank]));
        let region = if self.n_masks == BITS { u64::MAX } else { (1 << self.n_masks) - 1 };
        self.levels[0] = Level { region, mixed };
        self.recent.clear();
        let node = Node { level: 0, chosen: region_chosen, alive: region_alive, left_inside: left_inside as u32, left };
        self.walk(job, root, node)
    }

    /// Walks from there, with the instructions that were chosen.
    fn walk<'t, 'a>(&'t mut self, job: Job<'t, 'a, W>, root: Root, from: impl Begin<W>) -> Result<(), Interrupted<W>> {
        match self.arch {
            #[cfg(target_arch = "x86_64")]
            Arch::V4(simd) => from.begin(&mut Descent { simd, tail: self, job, root }),
            #[cfg(target_arch = "x86_64")]
            Arch::V3(simd) => from.begin(&mut Descent { simd, tail: self, job, root }),
            #[cfg(target_arch = "aarch64")]
            Arch::Neon(simd) => from.begin(&mut Descent { simd, tail: self, job, root }),
            _ => from.begin(&mut Descent { simd: Scalar::new(), tail: self, job, root }),
        }
    }

    /// Collects the unhit sets of the region, without those that contain another one; false if one has no cell.
    fn gather(&mut self, chosen: u64, alive: u64) -> bool {
        let mut found: Vec<u64> = Vec::with_capacity(64);
        for set in &self.region_sets {
            if set & chosen == 0 {
                let set = set & alive;
                if set == 0 {
                    return false;
                }
                found.push(set);
            }
        }
        smallest_first(&mut found);
        self.n_masks = 0;
        self.hits = [0; BITS];
        self.extras.clear();
        for set in found {
            if self.masks[..self.n_masks].iter().any(|smaller| smaller & !set == 0) {
                continue;
            }
            self.add_mask(set);
        }
        true
    }

    /// Gives a set of the region a bit and returns it, or 0 if there is none left.
    fn add_mask(&mut self, set: u64) -> u64 {
        if self.n_masks == BITS {
            self.extras.push(set);
            return 0;
        }
        let bit = 1 << self.n_masks;
        self.masks[self.n_masks] = set;
        self.n_masks += 1;
        for rank in ones(set) {
            self.hits[rank] |= bit;
        }
        bit
    }
}

impl<const W: usize, S: Lanes> Descent<'_, '_, W, S> {
    /// Runs a step with the instructions in use.
    #[inline(always)]
    fn step<A: Body<Self>>(&mut self, kind: A) -> A::Output {
        let simd = self.simd;
        simd.vectorize(Step { descent: self, kind })
    }

    /// Counts a node, and asks the limits now and then.
    #[inline(always)]
    fn enter(&mut self, left: u32) -> Result<(), Interrupted<W>> {
        let Job { counters, pace, nodes_before, question, .. } = &mut self.job;
        counters.enter(question.max - left as usize);
        pace.step(*nodes_before + counters.n_nodes).map_or(Ok(()), |stop| Err(Interrupted::Limit(stop)))
    }

    /// A new set, not hit by what is chosen at `level`: all levels above have it as well.
    fn learn(&mut self, set: CellSet<W>, level: usize) -> (u64, u32) {
        let tail = &mut *self.tail;
        let (region, last) = tail.layout.split(&set);
        let effective = last & tail.last_alive;
        tail.recent.push((region, last));
        tail.fresh.push(set);
        if effective == 0 {
            tail.region_sets.push(region);
            let bit = tail.add_mask(region);
            for above in &mut tail.levels[..=level] {
                above.region |= bit;
            }
        } else if let Some(slot) = tail.insert(region, effective) {
            for above in &mut tail.levels[..=level] {
                above.mixed.insert(slot);
            }
        }
        (region, last)
    }
}

fn smallest_first(sets: &mut [u64]) {
    sets.sort_unstable_by_key(|set| set.count_ones());
}

/// The instructions that this machine has, of those that are asked for.
pub(super) fn arch(instructions: Instructions) -> Arch {
    match instructions {
        Instructions::Best => Arch::new(),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 => pulp::x86::V3::try_new().map_or(Arch::Scalar, Arch::V3),
        #[cfg(not(target_arch = "x86_64"))]
        Instructions::Avx2 => Arch::Scalar,
        Instructions::Portable => Arch::Scalar,
    }
}

/// The name of the vector instructions that are used on this machine.
pub(super) fn chosen(instructions: Instructions) -> &'static str {
    match arch(instructions) {
        #[cfg(target_arch = "x86_64")]
        Arch::V4(_) => "AVX-512",
        #[cfg(target_arch = "x86_64")]
        Arch::V3(_) => "AVX2",
        #[cfg(target_arch = "aarch64")]
        Arch::Neon(_) => "NEON",
        _ => "portable",
    }
}

/// One step of a descent, for [`pulp::Simd::vectorize`].
///
/// A closure would be shorter, but where one is not inlined, its code is compiled without the instructions; the body of
/// a step always is.
struct Step<'d, D, A> {
    descent: &'d mut D,
    kind: A,
}

/// The body of a step.
trait Body<D> {
    type Output;

    fn run(self, descent: &mut D) -> Self::Output;
}

impl<D, A: Body<D>> NullaryFnOnce for Step<'_, D, A> {
    type Output = A::Output;

    #[inline(always)]
    fn call(self) -> A::Output {
        self.kind.run(self.descent)
    }
}
