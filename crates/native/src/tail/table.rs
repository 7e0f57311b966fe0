//! The sets that reach into the last part, as bit vectors with one slot per set.
//!
//! A set whose last part lies in one group of three cells has its slot in the field of its pair or of the group as a
//! whole. So the fields give a lower bound on the clues of the last part (see [`needs`]): one for each group with an
//! unhit set, and a second one where all three pairs are unhit.

use crate::base::ones;

use super::group_bounds::{self, FIELD_WORDS, FIELDS, Fields, Flags, Lanes};
use super::layout::GROUPS;
use super::patterns::Patterns;

/// Words of a slot vector for sets of any form.
pub(crate) const GENERAL: usize = 16;
/// Words of a slot vector: the fields of all groups follow on the general ones.
const WORDS: usize = GENERAL + FIELD_WORDS;
/// Ranks of a region, and of a last part.
const RANKS: usize = 96;

/// A set of slots.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Slots(pub(crate) [u64; WORDS]);

impl Slots {
    pub(crate) const EMPTY: Self = Self([0; WORDS]);

    /// These without those that a cell hits.
    #[inline(always)]
    pub(crate) fn without(&self, hit: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !hit.0[i]))
    }

    /// Takes those away that a cell hits.
    #[inline(always)]
    pub(crate) fn remove(&mut self, hit: &Self) {
        for w in 0..WORDS {
            self.0[w] &= !hit.0[w];
        }
    }

    /// Becomes `all` without those that a cell hits.
    #[inline(always)]
    pub(crate) fn assign_without(&mut self, all: &Self, hit: &Self) {
        for (word, (all, hit)) in self.0.iter_mut().zip(all.0.iter().zip(&hit.0)) {
            *word = all & !hit;
        }
    }

    /// The slots for sets of any form.
    #[inline(always)]
    pub(crate) fn general(&self) -> [u64; GENERAL] {
        std::array::from_fn(|i| self.0[i])
    }

    pub(crate) fn insert(&mut self, slot: usize) {
        self.0[slot / 64] |= 1 << (slot % 64);
    }

    /// Is there a slot?
    pub(crate) fn is_some(&self) -> bool {
        self.0 != [0; WORDS]
    }

    /// The fields of all groups.
    #[inline(always)]
    fn fields(&self) -> &Fields {
        self.0.last_chunk().expect("it has more words")
    }

    /// Returns the fields of the groups that have a slot.
    #[inline(always)]
    pub(crate) fn flags<S: Lanes>(&self, simd: S) -> Flags {
        simd.flags(self.fields(), &[0; FIELD_WORDS])
    }

    /// The same for these without those that a cell hits.
    #[inline(always)]
    pub(crate) fn flags_without<S: Lanes>(&self, simd: S, hit: &Self) -> Flags {
        simd.flags(self.fields(), hit.fields())
    }

    /// Becomes the slots for sets of any form, and the fields of all groups.
    #[inline(always)]
    pub(crate) fn assign(&mut self, general: &[u64; GENERAL], fields: &Fields) {
        self.0[..GENERAL].copy_from_slice(general);
        self.0[GENERAL..].copy_from_slice(fields);
    }

    /// The first slot in a field of group `g`: of a pair, or of the group as a whole.
    pub(crate) fn first_in(&self, g: usize, kind: usize) -> Option<usize> {
        let (first, n) = group_bounds::field(g, kind);
        let word = GENERAL + first as usize / 64;
        let field = self.0[word] & (((1 << n) - 1) << (first % 64));
        (field != 0).then(|| 64 * word + field.trailing_zeros() as usize)
    }
}

/// The slots of one block.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// By rank, region first: the slots that a cell hits.
    pub(crate) hits: Box<[Slots; RANKS]>,
    /// The cells of each slot in the last part, and in the region.
    pub(crate) last: Vec<u32>,
    pub(crate) region: Vec<u64>,
    pub(crate) in_use: Slots,
    next_general: usize,
    next_in_field: [[u32; FIELDS]; GROUPS],
    n_groups: usize,
    patterns: Patterns,
}

impl Table {
    pub(crate) fn new(n_groups: usize) -> Self {
        Self {
            hits: vec![Slots::EMPTY; RANKS].try_into().unwrap_or_else(|_| unreachable!("as many as there are ranks")),
            last: vec![0; 64 * WORDS],
            region: vec![0; 64 * WORDS],
            in_use: Slots::EMPTY,
            next_general: 0,
            next_in_field: [[0; FIELDS]; GROUPS],
            n_groups,
            patterns: Patterns::new(),
        }
    }

    /// Disjoint ones of some sets, smallest first: the clues that they need beside `n` others, and their cells; `None`
    /// if that is more than `max`, or if one has no cell that is alive.
    #[inline(always)]
    pub(crate) fn disjoint(&self, mut sets: [u64; GENERAL], alive: u32, mut n: u32, max: u32) -> Option<(u32, u32)> {
        let mut used = 0;
        for w in 0..GENERAL {
            while sets[w] != 0 {
                let set = self.last[64 * w + sets[w].trailing_zeros() as usize] & alive;
                n += 1;
                if n > max || set == 0 {
                    return None;
                }
                used |= set;
                remove(&mut sets, &self.hit_by_any(set));
            }
        }
        Some((n, used))
    }

    /// The fields of all groups that some cells of the region leave unhit.
    #[inline(always)]
    pub(crate) fn unhit_fields(&self, region: u64) -> Fields {
        // By value: what is written to memory at each step has to be read again at the next one.
        let mut unhit = *self.in_use.fields();
        let mut rest = region;
        while rest != 0 {
            let hit = self.hits[rest.trailing_zeros() as usize].fields();
            for w in 0..FIELD_WORDS {
                unhit[w] &= !hit[w];
            }
            rest &= rest - 1;
        }
        unhit
    }

    /// The slots for sets of any form that some cells of the region leave unhit.
    #[inline(always)]
    pub(crate) fn unhit_general(&self, region: u64) -> [u64; GENERAL] {
        let mut unhit = self.in_use.general();
        let mut rest = region;
        while rest != 0 {
            let hit = &self.hits[rest.trailing_zeros() as usize].0;
            for w in 0..GENERAL {
                unhit[w] &= !hit[w];
            }
            rest &= rest - 1;
        }
        unhit
    }

    /// Number of slots, in use or not.
    pub(crate) fn n_slots(&self) -> usize {
        self.last.len()
    }

    pub(crate) fn clear(&mut self) {
        self.hits.fill(Slots::EMPTY);
        self.in_use = Slots::EMPTY;
        self.next_general = 0;
        self.next_in_field = [[0; FIELDS]; GROUPS];
    }

    /// Gives a set a slot and returns it, or `None` if there is none left.
    pub(crate) fn insert(&mut self, region: u64, last: u32) -> Option<usize> {
        let slot = self.load(region, last)?;
        if slot < 64 * GENERAL {
            self.patterns.insert(slot, last);
        }
        Some(slot)
    }

    /// After the last [`Self::load`].
    #[inline(always)]
    pub(crate) fn finish(&mut self) {
        self.patterns.fill(&self.hits[64..]);
    }

    /// The same as [`Self::insert`] for the sets of a new block: the tables are of use after [`Self::finish`].
    pub(crate) fn load(&mut self, region: u64, last: u32) -> Option<usize> {
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
        self.last[slot] = last;
        self.region[slot] = region;
        self.in_use.insert(slot);
        Some(slot)
    }

    fn slot_in_group(&mut self, last: u32) -> Option<usize> {
        let g = (0..self.n_groups).find(|g| last & !(0b111 << (3 * g)) == 0)?;
        let kind = [None, None, None, Some(0), None, Some(1), Some(2), Some(3)][(last >> (3 * g)) as usize]?;
        let next = &mut self.next_in_field[g][kind];
        let (first, n) = group_bounds::field(g, kind);
        if *next == n {
            return None;
        }
        *next += 1;
        Some(64 * GENERAL + (first + *next - 1) as usize)
    }

    /// The general slots that some of `cells` of the last part hit.
    #[inline(always)]
    pub(crate) fn hit_by_any(&self, cells: u32) -> [u64; GENERAL] {
        self.patterns.hit_by_any(cells)
    }

    /// Takes the sets away that contain a pair of a group: 3 g and 0, 1 or 2 for its first two cells, the first and the
    /// third, the last two.
    #[inline(always)]
    pub(crate) fn drop_with_pair(&self, sets: &mut [u64; GENERAL], pair: usize) {
        self.patterns.drop_with_pair(sets, pair);
    }
}

#[inline(always)]
pub(crate) fn remove(slots: &mut [u64; GENERAL], others: &[u64; GENERAL]) {
    for (slots, others) in slots.iter_mut().zip(others) {
        *slots &= !others;
    }
}

/// Are these slots all among the others?
#[inline(always)]
pub(crate) fn is_subset(slots: &[u64; GENERAL], others: &[u64; GENERAL]) -> bool {
    let mut open = 0;
    for (slots, others) in slots.iter().zip(others) {
        open |= slots & !others;
    }
    open == 0
}
