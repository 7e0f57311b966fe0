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

    /// The fewest clues of the last part that the groups ask for.
    #[inline(always)]
    pub(super) fn need(&self) -> u32 {
        need(&self.0)
    }

    /// The same for these without those that a cell hits.
    #[inline(always)]
    pub(super) fn need_without(&self, hit: &Self) -> u32 {
        let left: [u64; GROUPS] = std::array::from_fn(|i| self.0[i] & !hit.0[i]);
        need(&left)
    }
}

#[inline(always)]
fn need(words: &[u64]) -> u32 {
    let mut sum = 0;
    for &word in &words[..GROUPS] {
        let all = (word & PAIR != 0) & (word >> 18 & PAIR != 0) & (word >> 36 & PAIR != 0);
        sum += u32::from(word != 0) + u32::from(all);
    }
    sum
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
    groups: [u32; GROUPS],
}

impl Table {
    pub(super) fn new(groups: [u32; GROUPS]) -> Self {
        Self {
            hits: vec![Slots::EMPTY; 96],
            last: vec![0; SLOTS],
            in_use: Slots::EMPTY,
            next_general: GENERAL,
            next_in_field: [[0; 4]; GROUPS],
            groups,
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
        let g = self.groups.iter().position(|g| last & !g == 0)?;
        let group = self.groups[g];
        let field = match (last.count_ones(), group.count_ones()) {
            (2, 2) => 0,
            (3, 3) => 3,
            // A pair is known by the cell that it lacks.
            (2, 3) => [2, 1, 0][(group & ((group & !last) - 1)).count_ones() as usize],
            _ => return None,
        };
        let next = &mut self.next_in_field[g][field];
        let (first, n) = FIELDS[field];
        if *next == n {
            return None;
        }
        *next += 1;
        Some(64 * g + (first + *next - 1) as usize)
    }

    /// The pairs of a group that have an unhit set, or the group if only it has one.
    #[inline(always)]
    pub(super) fn unhit_of_group(&self, g: usize, word: u64) -> ([u32; 3], usize) {
        let group = self.groups[g];
        let first = group & group.wrapping_neg();
        let third = 1 << (31 - group.leading_zeros());
        let second = group & !first & !third;
        let mut sets = [0; 3];
        let mut n = 0;
        for (field, pair) in [(0, if second == 0 { group } else { first | second }), (18, first | third), (36, second | third)] {
            if word >> field & PAIR != 0 {
                sets[n] = pair;
                n += 1;
            }
        }
        if n == 0 {
            sets[0] = group;
            n = 1;
        }
        (sets, n)
    }
}
