//! The clues of one third band where it is known how many each group of three cells has.
//!
//! That holds for most clue sets that a [`super::sieve`] keeps: with no spare clue a group has what it needs, and with
//! one, each group that can have it is a case. No two cases have a clue set in common. So a group in which its last clue
//! is chosen is closed, which leaves few cells; and a set that only one of them hits decides it.

use pulp::{Arch, NullaryFnOnce, Simd, WithSimd};

use crate::base::{CellSet, Pace, Stop};
use crate::problem::{ClueProblem, Oracle, SudokuClues};
use crate::unavoidable::unhit_set;

use super::bands::REGION;
use super::sieve::{GROUPS, Lane, MASKS, Sieve, Sort};
use super::slab::SLAB;

/// The first cells of all groups.
const FIRSTS: u32 = 0o111_111_111;

/// The search of one third band, with what it knows.
pub(super) struct Exact<'p> {
    problem: &'p SudokuClues<2>,
    oracle: Box<dyn Oracle<2> + 'p>,
    sieve: Sieve,
    lanes: Vec<Lane>,
    /// Clue sets with more spare clues, for another search.
    pub(super) rest: Vec<u64>,
    /// What was found and not said, and sets that were learned and not told.
    pub(super) found: Vec<CellSet<2>>,
    pub(super) learned: Vec<CellSet<2>>,
    pub(super) n_nodes: u64,
    pub(super) n_checks: u64,
}

/// Some clues of the third band.
#[derive(Clone, Copy, Debug)]
struct Node {
    chosen: u32,
    alive: u32,
    /// Clues that groups still have, in three bits each.
    counts: u32,
    /// The first sets that are not hit.
    unhit: [u64; MASKS],
}

impl Node {
    /// With one more clue, which is alive.
    #[inline(always)]
    fn with(mut self, cell: usize, hits: &[[u64; MASKS]; 27]) -> Self {
        let first = cell - cell % 3;
        self.chosen |= 1 << cell;
        self.alive &= !(1 << cell);
        self.counts -= 1 << first;
        self.alive &= if self.counts >> first & 7 == 0 { !(7 << first) } else { u32::MAX };
        remove(&mut self.unhit, &hits[cell]);
        self
    }
}

impl<'p> Exact<'p> {
    pub(super) fn new(problem: &'p SudokuClues<2>, n_clues: u32) -> Self {
        Self {
            problem,
            oracle: problem.oracle(),
            sieve: Sieve::new(n_clues),
            lanes: Vec::new(),
            rest: Vec::new(),
            found: Vec::new(),
            learned: Vec::new(),
            n_nodes: 0,
            n_checks: 0,
        }
    }

    /// Takes a set of the grid.
    pub(super) fn insert(&mut self, set: CellSet<2>) {
        self.sieve.insert(set);
    }

    /// Searches the clue sets of one sort, but for the rest.
    pub(super) fn finish(&mut self, arch: Arch, clues: &[u64], sort: Sort, pace: &mut Pace) -> Result<(), Stop> {
        for clues in clues.chunks(SLAB) {
            let mut lanes = std::mem::take(&mut self.lanes);
            self.sieve.sift(arch, clues, sort, &mut lanes, &mut self.rest);
            let done = arch.dispatch(OfLanes { search: self, lanes: &lanes, pace });
            lanes.clear();
            self.lanes = lanes;
            done?;
        }
        Ok(())
    }

    /// A minimal unavoidable set that clues do not hit, as its cells in the third band.
    fn ask(&mut self, clues: CellSet<2>, open: CellSet<2>, pace: &mut Pace) -> Result<Option<u32>, Stop> {
        self.n_checks += 1;
        let set = unhit_set(self.problem, &mut *self.oracle, clues, open, pace)?;
        Ok(set.map(|set| {
            self.learned.push(set);
            self.sieve.insert(set)
        }))
    }
}

/// All cases of some clue sets.
struct OfLanes<'s, 'p> {
    search: &'s mut Exact<'p>,
    lanes: &'s [Lane],
    pace: &'s mut Pace,
}

impl WithSimd for OfLanes<'_, '_> {
    type Output = Result<(), Stop>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let Self { search, lanes, pace } = self;
        let mut descent = Descent { simd, search, region: 0, pace };
        for lane in lanes {
            descent.region = lane.region;
            descent.lane(lane)?;
        }
        Ok(())
    }
}

struct Descent<'s, 'p, S> {
    simd: S,
    search: &'s mut Exact<'p>,
    /// The clues in the two bands.
    region: u64,
    pace: &'s mut Pace,
}

impl<S: Simd> Descent<'_, '_, S> {
    /// All cases of one clue set.
    #[inline(always)]
    fn lane(&mut self, lane: &Lane) -> Result<(), Stop> {
        let mut counts = 0;
        for group in 0..GROUPS {
            counts |= lane.needed(group) << (3 * group);
        }
        let node = Node { chosen: 0, alive: lane.useful(), counts, unhit: lane.unhit };
        if !lane.has_spare() {
            return self.step(node);
        }
        for group in 0..GROUPS {
            if lane.is_open(group) {
                let first = 3 * group;
                let node = Node { alive: node.alive | 7 << first, counts: node.counts + (1 << first), ..node };
                self.step(node)?;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn step(&mut self, node: Node) -> Result<(), Stop> {
        let simd = self.simd;
        simd.vectorize(Step { descent: self, node })
    }

    #[inline(always)]
    fn step_body(&mut self, mut node: Node) -> Result<(), Stop> {
        self.search.n_nodes += 1;
        if let Some(stop) = self.pace.step(0) {
            return Err(stop);
        }
        let hits = self.search.sieve.hits();
        let mut branch;
        loop {
            // All groups at once: the cells of each that are alive, and its clues, as numbers of two digits.
            let [a, b, c] = [node.alive & FIRSTS, node.alive >> 1 & FIRSTS, node.alive >> 2 & FIRSTS];
            let [low, high] = [a ^ b ^ c, (a & b) | (a & c) | (b & c)];
            let [n_low, n_high] = [node.counts & FIRSTS, node.counts >> 1 & FIRSTS];
            let differ = (low ^ n_low) | (high ^ n_high);
            if (n_high & !high) | (!(n_high ^ high) & n_low & !low) != 0 {
                return Ok(());
            }
            let full = (FIRSTS & !differ) * 7;
            let mut forced = node.alive & full;
            if forced != 0 {
                node.chosen |= forced;
                node.alive &= !forced;
                node.counts &= !full;
                while forced != 0 {
                    remove(&mut node.unhit, &hits[forced.trailing_zeros() as usize]);
                    forced &= forced - 1;
                }
            }
            // A group with two cells, if there is one.
            let two = differ & high & !low;
            let group = if two == 0 { differ } else { two };
            branch = node.alive & ((group & group.wrapping_neg()) * 7);
            if node.unhit == [0; MASKS] {
                return self.beyond(node);
            }
            // Sets that no cell can hit: most nodes end here.
            let (mut dead, mut cells) = (node.unhit, node.alive);
            while cells != 0 {
                remove(&mut dead, &hits[cells.trailing_zeros() as usize]);
                cells &= cells - 1;
            }
            if dead != [0; MASKS] {
                return Ok(());
            }
            // And those that just one cell can hit.
            let (mut once, mut twice) = ([0; MASKS], [0; MASKS]);
            let mut cells = node.alive;
            while cells != 0 {
                let hit = &hits[cells.trailing_zeros() as usize];
                cells &= cells - 1;
                for i in 0..MASKS {
                    twice[i] |= once[i] & hit[i];
                    once[i] |= hit[i];
                }
            }
            let mut single = None;
            for (i, twice) in twice.iter().enumerate() {
                let unit = node.unhit[i] & !twice;
                if unit != 0 {
                    single = Some(64 * i + unit.trailing_zeros() as usize);
                }
            }
            let Some(set) = single else { break };
            let cell = self.search.sieve.cells(set) & node.alive;
            node = node.with(cell.trailing_zeros() as usize, hits);
        }
        self.children(node, branch)
    }

    /// With each of some cells, of which there is one at least.
    #[inline(always)]
    fn children(&mut self, mut node: Node, mut branch: u32) -> Result<(), Stop> {
        while branch != 0 {
            let cell = branch.trailing_zeros() as usize;
            branch &= branch - 1;
            let child = node.with(cell, self.search.sieve.hits());
            node.alive &= !(1 << cell);
            self.step(child)?;
        }
        Ok(())
    }

    /// The first sets are hit: looks for another one, or for an answer.
    #[inline(always)]
    fn beyond(&mut self, node: Node) -> Result<(), Stop> {
        let set = match self.search.sieve.unhit(self.region, node.chosen) {
            Some(set) => set,
            None => match self.asked(node)? {
                Some(set) => set,
                None => {
                    self.complete(node.chosen, node.alive, node.counts);
                    return Ok(());
                }
            },
        };
        self.children(node, set & node.alive)
    }

    /// The cells in the third band of a set that is not hit, as far as they are of use; `None` if the clues are valid.
    #[inline(never)]
    fn asked(&mut self, node: Node) -> Result<Option<u32>, Stop> {
        let clues = joined(self.region, node.chosen);
        if node.alive != 0 {
            let open = joined(0, node.alive);
            if self.search.ask(clues | open, open, self.pace)?.is_some() {
                return Ok(Some(0));
            }
        }
        self.search.ask(clues, CellSet::EMPTY, self.pace)
    }

    /// Valid clues, and the ways to have all that groups have.
    fn complete(&mut self, chosen: u32, mut alive: u32, counts: u32) {
        let Some(first) = (0..3 * GROUPS).step_by(3).find(|first| counts >> first & 7 != 0) else {
            self.search.found.push(joined(self.region, chosen));
            return;
        };
        let mut cells = alive & 7 << first;
        while cells != 0 {
            let cell = cells & cells.wrapping_neg();
            cells &= cells - 1;
            alive &= !cell;
            self.complete(chosen | cell, alive, counts - (1 << first));
        }
    }
}

/// Takes those sets away that a cell hits.
#[inline(always)]
fn remove(sets: &mut [u64; MASKS], hit: &[u64; MASKS]) {
    for i in 0..MASKS {
        sets[i] &= !hit[i];
    }
}

/// Clues of the two bands and of the third one.
fn joined(region: u64, last: u32) -> CellSet<2> {
    CellSet::from_words([region | u64::from(last) << REGION, u64::from(last) >> (64 - REGION)])
}

/// A step of a descent, compiled for the instructions at hand.
struct Step<'d, D> {
    descent: &'d mut D,
    node: Node,
}

impl<S: Simd> NullaryFnOnce for Step<'_, Descent<'_, '_, S>> {
    type Output = Result<(), Stop>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        self.descent.step_body(self.node)
    }
}
