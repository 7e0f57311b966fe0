//! The sets that reach into the last part, as bit vectors with a slot each.
//!
//! A set whose last part lies in one group of three cells has its slot in the group's own word, in the field of its pair
//! or of the group as a whole. So the words say at a glance how many clues the last part needs at least: one for each
//! group with an unhit set, and a second one where all three pairs are unhit.

use super::layout::{GROUPS, ones};

/// Words of a slot vector: one a group, the rest for sets of any form.
pub(super) const WORDS: usize = 24;
/// Fields of a group's word: three pairs, then the group as a whole.
const FIELDS: [(u32, u32); 4] = [(0, 18), (18, 18), (36, 18), (54, 10)];
const PAIR: u64 = (1 << 18) - 1;
/// The first slot for sets of any form.
const GENERAL: usize = 64 * GROUPS;
const SLOTS: usize = 64 * WORDS;

/// A set of slots.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Slots(pub(super) [u64; WORDS]);

impl Slots {
    pub(super) const EMPTY: Self = Self([0; WORDS]);

    /// These without those that a cell hits.
    #[inline(always)]
    pub(super) fn without(&self, hit: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !hit.0[i]))
    }

    pub(super) fn insert(&mut self, slot: usize) {
        self.0[slot / 64] |= 1 << (slot % 64);
    }

    /// What the groups ask of the last part.
    #[inline(always)]
    pub(super) fn needs(&self) -> Needs {
        Needs::of(&std::array::from_fn(|g| self.0[g]))
    }

    /// The same for these without those that a cell hits.
    #[inline(always)]
    pub(super) fn needs_without(&self, hit: &Self) -> Needs {
        Needs::of(&std::array::from_fn(|g| self.0[g] & !hit.0[g]))
    }
}

/// The unhit sets inside groups, each flag at the first of the three bits of its group: of the pairs of the first and the
/// second cell, the first and the third, the second and the third, and of any kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needs {
    pub(super) pairs: [u32; 3],
    pub(super) any: u32,
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
    pub(super) fn all_pairs(&self) -> u32 {
        self.pairs[0] & self.pairs[1] & self.pairs[2]
    }

    /// The fewest clues that hit the sets inside groups.
    #[inline(always)]
    pub(super) fn least(&self) -> u32 {
        self.any.count_ones() + self.all_pairs().count_ones()
    }

    /// The cells of groups with unhit sets.
    #[inline(always)]
    pub(super) fn critical(&self) -> u32 {
        self.any * 7
    }

    /// The cells of critical groups that may be chosen if no group can have more than it needs.
    #[inline(always)]
    pub(super) fn tight(&self) -> u32 {
        let [ab, ac, bc] = self.pairs;
        let all = self.all_pairs();
        // A cell is of use if all unhit pairs of its group have it, or if two cells of the group are needed.
        (self.any & (!bc | all)) | (self.any & (!ac | all)) << 1 | (self.any & (!ab | all)) << 2
    }

    /// Does a set contain an unhit pair? Then it is hit with the pair.
    #[inline(always)]
    pub(super) fn imply(&self, set: u32) -> bool {
        let [ab, ac, bc] = self.pairs;
        let (b, c) = (set >> 1, set >> 2);
        (set & b & ab) | (set & c & ac) | (b & c & bc) | (set & b & c & self.any) != 0
    }
}

/// The slots of one block.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// By rank, region first: the slots that a cell hits.
    pub(super) hits: Vec<Slots>,
    /// The cells of each slot in the last part.
    pub(super) last: Vec<u32>,
    pub(super) in_use: Slots,
    next_general: usize,
    next_in_field: [[u32; 4]; GROUPS],
    n_groups: usize,
}

impl Table {
    pub(super) fn new(n_groups: usize) -> Self {
        Self {
            hits: vec![Slots::EMPTY; 96],
            last: vec![0; SLOTS],
            in_use: Slots::EMPTY,
            next_general: GENERAL,
            next_in_field: [[0; 4]; GROUPS],
            n_groups,
        }
    }

    pub(super) fn clear(&mut self) {
        self.hits.fill(Slots::EMPTY);
        self.in_use = Slots::EMPTY;
        self.next_general = GENERAL;
        self.next_in_field = [[0; 4]; GROUPS];
    }

    /// Gives a set a slot and returns it, or `None` if there is none left.
    pub(super) fn insert(&mut self, region: u64, last: u32) -> Option<usize> {
        let slot = self.slot_in_group(last).or_else(|| {
            let slot = self.next_general;
            self.next_general += usize::from(slot < SLOTS);
            (slot < SLOTS).then_some(slot)
        })?;
        for rank in ones(region) {
            self.hits[rank].insert(slot);
        }
        for rank in ones(u64::from(last)) {
            self.hits[64 + rank].insert(slot);
        }
        self.last[slot] = last;
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
        Some(64 * g + (first + *next - 1) as usize)
    }
}
