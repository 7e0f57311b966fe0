//! The sets that reach into the last part, as bit vectors with a slot each.
//!
//! A set whose last part lies in one group of three cells has its slot in the group's own word, in the field of its
//! pair or of the group as a whole. So the words say at a glance how many clues the last part needs at least: one for
//! each group with an unhit set, and a second one where all three pairs are unhit.

use crate::base::ones;

use super::layout::GROUPS;
use super::patterns::Patterns;

/// Words of a slot vector for sets of any form.
pub(in crate::search) const GENERAL: usize = 16;
/// Words of a slot vector: one a group after the general ones.
const WORDS: usize = GENERAL + GROUPS;
/// Fields of a group's word: three pairs, then the group as a whole.
pub(in crate::search) const FIELDS: [(u32, u32); 4] = [(0, 18), (18, 18), (36, 18), (54, 10)];
const PAIR: u64 = (1 << 18) - 1;

/// A set of slots.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(in crate::search) struct Slots(pub(in crate::search) [u64; WORDS]);

impl Slots {
    pub(in crate::search) const EMPTY: Self = Self([0; WORDS]);

    /// These without those that a cell hits.
    #[inline(always)]
    pub(in crate::search) fn without(&self, hit: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !hit.0[i]))
    }

    /// Becomes `all` without those that a cell hits.
    #[inline(always)]
    pub(in crate::search) fn assign_without(&mut self, all: &Self, hit: &Self) {
        for (word, (all, hit)) in self.0.iter_mut().zip(all.0.iter().zip(&hit.0)) {
            *word = all & !hit;
        }
    }

    /// The slots for sets of any form.
    #[inline(always)]
    pub(in crate::search) fn general(&self) -> [u64; GENERAL] {
        std::array::from_fn(|i| self.0[i])
    }

    pub(in crate::search) fn insert(&mut self, slot: usize) {
        self.0[slot / 64] |= 1 << (slot % 64);
    }

    /// Is there a slot?
    pub(in crate::search) fn is_some(&self) -> bool {
        self.0 != [0; WORDS]
    }

    /// What the groups ask of the last part.
    #[inline(always)]
    pub(in crate::search) fn needs(&self) -> Needs {
        Needs::of(&std::array::from_fn(|g| self.0[GENERAL + g]))
    }

    /// The same for these without those that a cell hits.
    #[inline(always)]
    pub(in crate::search) fn needs_without(&self, hit: &Self) -> Needs {
        Needs::of(&std::array::from_fn(|g| self.0[GENERAL + g] & !hit.0[GENERAL + g]))
    }
}

/// The unhit sets inside groups, each flag at the first of the three bits of its group: of the pairs of the first and
/// the second cell, the first and the third, the second and the third, and of any kind.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Needs {
    pub(in crate::search) pairs: [u32; 3],
    pub(in crate::search) any: u32,
}

impl Needs {
    #[inline(always)]
    fn of(words: &[u64; GROUPS]) -> Self {
        let flags = |mask: u64| {
            let mut flags = 0;
            for (g, word) in words.iter().enumerate() {
                flags |= u32::from(word & mask != 0) << (3 * g);
            }
            flags
        };
        Self { pairs: [flags(PAIR), flags(PAIR << 18), flags(PAIR << 36)], any: flags(u64::MAX) }
    }

    /// Groups all of whose pairs are unhit.
    #[inline(always)]
    pub(in crate::search) fn all_pairs(&self) -> u32 {
        self.pairs[0] & self.pairs[1] & self.pairs[2]
    }

    /// The fewest clues that hit the sets inside groups.
    #[inline(always)]
    pub(in crate::search) fn min(&self) -> u32 {
        self.any.count_ones() + self.all_pairs().count_ones()
    }

    /// The cells of groups with unhit sets.
    #[inline(always)]
    pub(in crate::search) fn critical(&self) -> u32 {
        self.any * 7
    }

    /// The cells of critical groups that may be chosen if no group can have more than it needs.
    #[inline(always)]
    pub(in crate::search) fn tight(&self) -> u32 {
        let [ab, ac, bc] = self.pairs;
        let all = self.all_pairs();
        // A cell is of use if all unhit pairs of its group have it, or if two cells of the group are needed.
        (self.any & (!bc | all)) | (self.any & (!ac | all)) << 1 | (self.any & (!ab | all)) << 2
    }
}

/// The slots of one block.
#[derive(Clone, Debug)]
pub(in crate::search) struct Table {
    /// By rank, region first: the slots that a cell hits.
    pub(in crate::search) hits: Vec<Slots>,
    /// The cells of each slot in the last part, and in the region.
    pub(in crate::search) last: Vec<u32>,
    pub(in crate::search) region: Vec<u64>,
    pub(in crate::search) in_use: Slots,
    next_general: usize,
    next_in_field: [[u32; 4]; GROUPS],
    n_groups: usize,
    patterns: Patterns,
}

impl Table {
    pub(in crate::search) fn new(n_groups: usize) -> Self {
        Self {
            hits: vec![Slots::EMPTY; 96],
            last: vec![0; 64 * WORDS],
            region: vec![0; 64 * WORDS],
            in_use: Slots::EMPTY,
            next_general: 0,
            next_in_field: [[0; 4]; GROUPS],
            n_groups,
            patterns: Patterns::new(),
        }
    }

    /// Number of slots, in use or not.
    pub(in crate::search) fn n_slots(&self) -> usize {
        self.last.len()
    }

    pub(in crate::search) fn clear(&mut self) {
        self.hits.fill(Slots::EMPTY);
        self.patterns.clear();
        self.in_use = Slots::EMPTY;
        self.next_general = 0;
        self.next_in_field = [[0; 4]; GROUPS];
    }

    /// Gives a set a slot and returns it, or `None` if there is none left.
    pub(in crate::search) fn insert(&mut self, region: u64, last: u32) -> Option<usize> {
        let slot = self.slot_in_group(last).or_else(|| {
            let slot = self.next_general;
            self.next_general += usize::from(slot < 64 * GENERAL);
            (slot < 64 * GENERAL).then_some(slot)
        })?;
        for rank in ones(region) {
            self.hits[rank].insert(slot);
        }
        for rank in ones(u64::from(last)) {
            self.hits[64 + rank].insert(slot);
        }
        if slot < 64 * GENERAL {
            self.patterns.insert(slot, last);
        }
        self.last[slot] = last;
        self.region[slot] = region;
        self.in_use.insert(slot);
        Some(slot)
    }

    fn slot_in_group(&mut self, last: u32) -> Option<usize> {
        let g = (0..self.n_groups).find(|g| last & !(0b111 << (3 * g)) == 0)?;
        let field = [None, None, None, Some(0), None, Some(1), Some(2), Some(3)][(last >> (3 * g)) as usize]?;
        let next = &mut self.next_in_field[g][field];
        let (first, n) = FIELDS[field];
        if *next == n {
            return None;
        }
        *next += 1;
        Some(64 * (GENERAL + g) + (first + *next - 1) as usize)
    }

    /// The general slots that some of `cells` of the last part hit.
    #[inline(always)]
    pub(in crate::search) fn hit_by_any(&self, cells: u32) -> [u64; GENERAL] {
        self.patterns.hit_by_any(cells)
    }

    /// Takes the sets away that contain a pair of a group: 3 g and 0, 1 or 2 for its first two cells, the first and the
    /// third, the last two.
    #[inline(always)]
    pub(in crate::search) fn drop_with_pair(&self, sets: &mut [u64; GENERAL], pair: usize) {
        self.patterns.drop_with_pair(sets, pair);
    }
}

/// Takes slots away.
#[inline(always)]
pub(in crate::search) fn remove(slots: &mut [u64; GENERAL], others: &[u64; GENERAL]) {
    for (slots, others) in slots.iter_mut().zip(others) {
        *slots &= !others;
    }
}

/// Are these slots all among the others?
#[inline(always)]
pub(in crate::search) fn is_subset(slots: &[u64; GENERAL], others: &[u64; GENERAL]) -> bool {
    let mut open = 0;
    for (slots, others) in slots.iter().zip(others) {
        open |= slots & !others;
    }
    open == 0
}
