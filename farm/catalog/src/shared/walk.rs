//! All clue sets of two bands that hit every set inside them, and which third bands each of them is for.

use pulp::{NullaryFnOnce, Scalar};

use minclue_native::Instructions;

use crate::ThirdBand;
use crate::base::{Pace, Stop, ones};

use super::bands::{BALANCED, REGION, STACKS};
use super::fields::{Fields, LANES, Left, Open, OpenFields, WalkSet};
use super::side::Sides;
use super::slab::{Room, Slab};

/// Words of a vector with a bit for each set inside the two bands.
const WORDS: usize = 8;
/// Sets that have a bit.
const SETS: usize = 64 * WORDS;
/// Survivors are handed over when there are more than these, each of eight bytes.
const WAITING: u64 = 1 << 18;
/// The first time when there are more than these, and then as often as the number is twice as large: what is learned
/// from the first ones spares most of the others.
const FIRST_WAITING: u64 = 1 << 12;
/// With this many clues left, the cells of a branch are ordered.
const ORDERED: u32 = 3;
/// Levels of the search: more clues than two bands may have.
const LEVELS: usize = 20;

/// The third bands of a walk.
#[derive(Debug)]
pub(super) struct Below {
    /// Those of grids that are searched by their bands.
    by_bands: Slab,
    /// Of these, the bands that come last if the first one has six clues too, if the second one has, and if both have.
    with_ties: [Slab; 3],
    /// Those of other grids. Only puzzles are wanted of which this band has more than six clues, and no stack has.
    by_stacks: Slab,
    n: usize,
}

impl Below {
    pub(super) fn new() -> Self {
        let slab = Slab::new;
        Self { by_bands: slab(), with_ties: [slab(), slab(), slab()], by_stacks: slab(), n: 0 }
    }

    /// One third band, for all clue sets that hit what the walk knows.
    pub(super) fn any(left: &Left, third: &ThirdBand) -> Self {
        let mut below = Self { n: 1, ..Self::new() };
        below.by_bands.push_third(0, left, third);
        below
    }

    pub(super) fn push(&mut self, left: &Left, third: &ThirdBand, sides: Sides) {
        let number = self.n;
        self.n += 1;
        if sides.by_bands() {
            self.by_bands.push_third(number, left, third);
            let [first, second] = sides.comes_last();
            for (slab, comes_last) in self.with_ties.iter_mut().zip([first, second, first && second]) {
                if comes_last {
                    slab.push_third(number, left, third);
                }
            }
        } else {
            self.by_stacks.push_third(number, left, third);
        }
    }

    /// How many grids are searched by their bands.
    pub(super) fn n_by_bands(&self) -> usize {
        self.by_bands.n_thirds()
    }

    /// The third bands that are wanted where six clues are left for them, by the clues in either band.
    #[inline(always)]
    fn last(&mut self, upper: u32, lower: u32) -> &mut Slab {
        match (upper == BALANCED, lower == BALANCED) {
            (false, false) => &mut self.by_bands,
            (true, false) => &mut self.with_ties[0],
            (false, true) => &mut self.with_ties[1],
            // Eighteen clues.
            (true, true) => &mut self.with_ties[2],
        }
    }
}

/// What passes the counts, for each third band: the clues in the two bands.
pub(super) type Survivors = Vec<Vec<u64>>;

/// The cells of the first band.
const BAND: u64 = (1 << 27) - 1;

/// The tables of a walk.
pub(super) struct Walk<'a> {
    pub(super) n_clues: u32,
    /// The most clues in the two bands.
    pub(super) most: u32,
    below: Below,
    /// For each number of clues in the first band, as a bit: are sets of the two bands wanted that leave six clues?
    wanted: u32,
    sets: Vec<u64>,
    /// More sets than there are bits.
    extras: Vec<u64>,
    hits: Box<[[u64; WORDS]; REGION]>,
    field_hits: Box<[Fields; REGION]>,
    levels: Vec<Level>,
    survivors: Survivors,
    /// Their number, and the one from which on they are handed over.
    n_waiting: u64,
    full: u64,
    /// Sets of each field.
    n_in_field: [usize; LANES],
    /// Sets learned from the survivors.
    learned: Vec<WalkSet>,
    pub(super) counts: WalkCounts,
    pace: &'a mut Pace,
    sink: &'a mut Sink<'a>,
}

/// Takes the survivors, all of them, when there are many and at the end, and adds what it learns from them.
pub(super) type Sink<'a> = dyn FnMut(&mut Survivors, &mut Vec<WalkSet>) -> Result<(), Stop> + 'a;

/// Work of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkCounts {
    /// Nodes of the search in two bands.
    pub n_nodes: u64,
    /// Clue sets that hit every set inside the two bands.
    pub n_candidates: u64,
    /// Of these with a third band each: what passes the counts.
    pub n_survivors: u64,
}

/// What is unhit at one level.
#[derive(Clone, Copy, Debug)]
struct Level {
    chosen: u64,
    sets: [u64; WORDS],
    fields: Fields,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    level: usize,
    chosen: u64,
    alive: u64,
    /// Clues that may still be added.
    left: u32,
}

impl<'a> Walk<'a> {
    /// `sets` are those inside the two bands, smallest first; `fields` those with two or three cells in one group of
    /// the third one.
    pub(super) fn new(
        n_clues: u32,
        mut below: Below,
        sets: &[u64],
        fields: impl Iterator<Item = WalkSet>,
        pace: &'a mut Pace,
        sink: &'a mut Sink<'a>,
    ) -> Self {
        let full = n_clues - BALANCED;
        let is_wanted = |upper: &u32| below.last(*upper, full - upper).n_thirds() > 0;
        let wanted = (full - BALANCED..=BALANCED).filter(is_wanted).fold(0, |wanted, upper| wanted | 1 << upper);
        let most = full - u32::from(wanted == 0);
        let root = Level { chosen: 0, sets: [0; WORDS], fields: Fields::EMPTY };
        let mut walk = Self {
            n_clues,
            most,
            survivors: vec![Vec::new(); below.n],
            below,
            wanted,
            sets: Vec::new(),
            extras: Vec::new(),
            hits: Box::new([[0; WORDS]; REGION]),
            field_hits: Box::new([Fields::EMPTY; REGION]),
            levels: vec![root; LEVELS],
            n_waiting: 0,
            full: FIRST_WAITING,
            n_in_field: [0; LANES],
            learned: Vec::new(),
            counts: WalkCounts::default(),
            pace,
            sink,
        };
        sets.iter().for_each(|set| walk.insert(0, WalkSet { inside: *set, lane: None }));
        fields.for_each(|set| walk.insert(0, set));
        walk
    }

    /// Gives a set a bit, in all levels to this one at which it is not hit.
    fn insert(&mut self, level: usize, set: WalkSet) {
        let levels = &mut self.levels[..=level];
        let unhit = levels.iter_mut().filter(|level| level.chosen & set.inside == 0);
        let Some(lane) = set.lane else {
            let number = self.sets.len();
            if number == SETS {
                self.extras.push(set.inside);
                return;
            }
            self.sets.push(set.inside);
            let (word, bit) = (number / 64, 1 << (number % 64));
            unhit.for_each(|level| level.sets[word] |= bit);
            ones(set.inside).for_each(|cell| self.hits[cell][word] |= bit);
            return;
        };
        let number = self.n_in_field[lane];
        self.n_in_field[lane] += 1;
        unhit.for_each(|level| level.fields.insert(lane, number));
        ones(set.inside).for_each(|cell| self.field_hits[cell].insert(lane, number));
    }

    /// Walks with the instructions of this machine, of those that are asked for.
    pub(super) fn run(&mut self, instructions: Instructions) -> Result<(), Stop> {
        match instructions.arch() {
            #[cfg(target_arch = "x86_64")]
            pulp::Arch::V4(simd) => self.run_with(simd),
            #[cfg(target_arch = "x86_64")]
            pulp::Arch::V3(simd) => self.run_with(simd),
            #[cfg(target_arch = "aarch64")]
            pulp::Arch::Neon(simd) => self.run_with(simd),
            _ => self.run_with(Scalar::new()),
        }
    }

    fn run_with<S: OpenFields>(&mut self, simd: S) -> Result<(), Stop> {
        let node = Node { level: 0, chosen: 0, alive: (1 << REGION) - 1, left: self.most };
        self.go(simd, node)?;
        let Below { by_bands, with_ties, by_stacks, .. } = &mut self.below;
        for slab in std::iter::once(by_bands).chain(with_ties).chain([by_stacks]) {
            self.n_waiting += slab.empty(simd, &mut self.survivors);
        }
        self.hand_over(0)
    }

    /// The survivors leave, and what was learned from them joins the sets, for all levels to this one.
    #[cold]
    fn hand_over(&mut self, level: usize) -> Result<(), Stop> {
        self.counts.n_survivors += self.n_waiting;
        self.n_waiting = 0;
        self.full = WAITING.min(2 * self.full);
        let mut learned = std::mem::take(&mut self.learned);
        (self.sink)(&mut self.survivors, &mut learned)?;
        learned.drain(..).for_each(|set| self.insert(level, set));
        self.learned = learned;
        Ok(())
    }

    fn go<S: OpenFields>(&mut self, simd: S, node: Node) -> Result<(), Stop> {
        simd.vectorize(Go { walk: self, simd, node })
    }

    #[inline(always)]
    fn go_body<S: OpenFields>(&mut self, simd: S, mut node: Node) -> Result<(), Stop> {
        self.counts.n_nodes += 1;
        if let Some(stop) = self.pace.step(self.counts.n_nodes) {
            return Err(stop);
        }
        if self.n_waiting > self.full {
            self.hand_over(node.level)?;
        }
        let unhit = self.levels[node.level].sets;
        if unhit == [0; WORDS] {
            return self.complete(simd, node);
        }
        if node.left == 0 {
            return Ok(());
        }
        if node.left == 1 {
            let candidates = self.in_all(&unhit, node.alive);
            self.last_clue(simd, node, candidates);
            return Ok(());
        }
        loop {
            let (mut rest, mut used, mut packed) = (unhit, 0u64, 0);
            while let Some(number) = first_bit(&rest) {
                let mut set = self.sets[number] & node.alive;
                packed += 1;
                if set == 0 || packed > node.left {
                    return Ok(());
                }
                used |= set;
                while set != 0 {
                    let hit = &self.hits[set.trailing_zeros() as usize];
                    for w in 0..WORDS {
                        rest[w] &= !hit[w];
                    }
                    set &= set - 1;
                }
            }
            // As many disjoint sets as clues: each clue is in one of them.
            if packed == node.left && node.alive & !used != 0 {
                node.alive &= used;
            } else {
                break;
            }
        }
        let (mut branch, mut fewest) = (0, u32::MAX);
        for (w, mut word) in unhit.into_iter().enumerate() {
            while word != 0 {
                let set = self.sets[64 * w + word.trailing_zeros() as usize] & node.alive;
                word &= word - 1;
                let size = set.count_ones();
                (fewest, branch) = if size < fewest { (size, set) } else { (fewest, branch) };
            }
        }
        if fewest == 0 {
            return Ok(());
        }
        self.children(simd, node, branch)
    }

    #[inline(always)]
    fn children<S: OpenFields>(&mut self, simd: S, mut node: Node, mut branch: u64) -> Result<(), Stop> {
        while branch != 0 {
            let cell = self.next_cell(&node, branch);
            branch &= !(1 << cell);
            node.alive &= !(1 << cell);
            let chosen = node.chosen | 1 << cell;
            let alive = self.open(chosen, node.alive);
            let mut child = Node { level: node.level + 1, chosen, left: node.left - 1, alive };
            if self.is_unwanted(chosen, child.left) {
                if child.left == 0 {
                    continue;
                }
                child.left -= 1;
            }
            let mut sets = self.levels[node.level].sets;
            for (sets, hit) in sets.iter_mut().zip(&self.hits[cell]) {
                *sets &= !hit;
            }
            if child.left == 1 && sets != [0; WORDS] {
                // Most nodes: there is seldom a cell that hits all of these, so nothing is written before it is known.
                self.counts.n_nodes += 1;
                let candidates = self.in_all(&sets, alive);
                if candidates != 0 {
                    self.descend(&node, cell, sets);
                    self.last_clue(simd, child, candidates);
                }
                continue;
            }
            self.descend(&node, cell, sets);
            self.go(simd, child)?;
        }
        Ok(())
    }

    /// Is no set wanted that has these clues and `left` more?
    #[inline(always)]
    fn is_unwanted(&self, chosen: u64, left: u32) -> bool {
        let size = chosen.count_ones();
        if size + left != self.n_clues - BALANCED {
            return false;
        }
        let upper = (chosen & BAND).count_ones();
        let mut is_balanced = true;
        for stack in STACKS {
            is_balanced &= (chosen & stack).count_ones() <= BALANCED;
        }
        !is_balanced || self.wanted >> upper & ((2 << left) - 1) == 0
    }

    /// Fills the level below a node.
    #[inline(always)]
    fn descend(&mut self, node: &Node, cell: usize, sets: [u64; WORDS]) {
        let (here, below) = self.levels.split_at_mut(node.level + 1);
        let (here, below) = (&here[node.level], &mut below[0]);
        below.chosen = node.chosen | 1 << cell;
        below.sets = sets;
        below.fields.assign_without(&here.fields, &self.field_hits[cell]);
    }

    /// The cells of `alive` that hit all of these sets, of which there are some.
    #[inline(always)]
    fn in_all(&self, sets: &[u64; WORDS], alive: u64) -> u64 {
        let Some(first) = first_bit(sets) else { return alive };
        let (mut rest, mut common) = (self.sets[first] & alive, 0);
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize;
            let mut unhit = 0;
            for (sets, hit) in sets.iter().zip(&self.hits[cell]) {
                unhit |= sets & !hit;
            }
            common |= if unhit == 0 { rest & rest.wrapping_neg() } else { 0 };
            rest &= rest - 1;
        }
        common
    }

    /// What may be added, since no band has more clues than the third one.
    #[inline(always)]
    fn open(&self, chosen: u64, alive: u64) -> u64 {
        let size = chosen.count_ones();
        let upper = (chosen & BAND).count_ones();
        let most = self.n_clues.saturating_sub(size + 1);
        let lower = size - upper;
        if upper > most || lower > most {
            return 0;
        }
        let full = |n: u32, band: u64| if n == most { band } else { 0 };
        alive & !full(upper, BAND) & !full(lower, !BAND)
    }

    /// Cells that hit many sets first, where the subtrees are large enough to pay for that.
    #[inline(always)]
    fn next_cell(&self, node: &Node, branch: u64) -> usize {
        if node.left < ORDERED {
            return branch.trailing_zeros() as usize;
        }
        let unhit = &self.levels[node.level].sets;
        let (mut best, mut most) = (0, 0);
        for cell in ones(branch) {
            let mut n_hit = 1;
            for (hit, unhit) in self.hits[cell].iter().zip(unhit) {
                n_hit += (hit & unhit).count_ones();
            }
            (best, most) = if n_hit > most { (cell, n_hit) } else { (best, most) };
        }
        best
    }

    /// Every set with a bit is hit: these clues, and with more of them.
    #[inline(always)]
    fn complete<S: OpenFields>(&mut self, simd: S, node: Node) -> Result<(), Stop> {
        if let Some(set) = self.extras.iter().find(|set| *set & node.chosen == 0) {
            return if node.left == 0 { Ok(()) } else { self.children(simd, node, set & node.alive) };
        }
        let open = simd.open(&self.levels[node.level].fields, &Fields::EMPTY);
        self.test(simd, open, node.chosen);
        match node.left {
            0 => Ok(()),
            1 => {
                self.last_clue(simd, node, node.alive);
                Ok(())
            }
            _ => self.children(simd, node, node.alive),
        }
    }

    /// Each of `candidates` as the last clue.
    #[inline(always)]
    fn last_clue<S: OpenFields>(&mut self, simd: S, node: Node, mut candidates: u64) {
        if node.chosen.count_ones() + 1 == self.n_clues - BALANCED {
            let wanted = self.wanted >> (node.chosen & BAND).count_ones();
            candidates &= if wanted & 1 == 0 { BAND } else { u64::MAX };
            candidates &= if wanted & 2 == 0 { !BAND } else { u64::MAX };
        }
        for cell in ones(candidates) {
            let chosen = node.chosen | 1 << cell;
            let open = simd.open(&self.levels[node.level].fields, &self.field_hits[cell]);
            if self.extras.iter().all(|set| set & chosen != 0) {
                self.test(simd, open, chosen);
            }
        }
    }

    /// For which third bands are these clues? They wait for an answer.
    #[inline(always)]
    fn test<S: OpenFields>(&mut self, simd: S, open: Open, chosen: u64) {
        self.counts.n_candidates += 1;
        let size = chosen.count_ones();
        let (left, balanced) = (self.n_clues - size, balanced(self.n_clues, chosen));
        let Self { below, survivors, n_waiting, .. } = self;
        let mut push = |slab: &mut Slab, room: &Room| {
            if slab.n_thirds() > 0 && slab.push(chosen, &open, room) {
                *n_waiting += slab.empty(simd, survivors);
            }
        };
        if left > BALANCED {
            push(&mut below.by_bands, &Room::any(left));
            if let Some(room) = balanced {
                push(&mut below.by_stacks, &room);
            }
        } else if let Some(room) = balanced {
            let upper = (chosen & BAND).count_ones();
            push(below.last(upper, size - upper), &room);
        }
    }
}

/// What the third band may have, and must, if no stack has more than six clues; `None` if there is no such band.
#[inline(always)]
fn balanced(n_clues: u32, chosen: u64) -> Option<Room> {
    let left = n_clues - chosen.count_ones();
    let (mut room, mut is_balanced) = (Room { left, most: [0; 3], least: [0; 3] }, true);
    for (j, stack) in STACKS.iter().enumerate() {
        let n = (chosen & stack).count_ones();
        is_balanced &= n <= BALANCED;
        room.most[j] = BALANCED.saturating_sub(n);
        room.least[j] = (n_clues - 2 * BALANCED).saturating_sub(n);
    }
    let [a, b, c] = room.least;
    (is_balanced && a + b + c <= left).then_some(room)
}

/// The first bit of some words.
#[inline(always)]
fn first_bit(words: &[u64; WORDS]) -> Option<usize> {
    for (w, word) in words.iter().enumerate() {
        if *word != 0 {
            return Some(64 * w + word.trailing_zeros() as usize);
        }
    }
    None
}

/// A step of the walk, compiled for the instructions of `simd`.
struct Go<'w, 'a, S> {
    walk: &'w mut Walk<'a>,
    simd: S,
    node: Node,
}

impl<S: OpenFields> NullaryFnOnce for Go<'_, '_, S> {
    type Output = Result<(), Stop>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        self.walk.go_body(self.simd, self.node)
    }
}
