//! The sets that reach into the last part, each at a place of its own in a few words.
//!
//! A set with two or three cells in one group of three, and none in the rest of the last part, has its place in a word
//! of that group, by which cells they are. So a look at these words says how many cells the last part needs at least.

use super::ones;
use crate::work::step;

/// Groups of three cells.
pub(crate) const MAX_GROUPS: usize = 9;
/// What the sets in a group have of it: two of its three cells, or all.
const KINDS: [u32; 4] = [0b011, 0b101, 0b110, 0b111];
/// Sets of one kind in one group; the others have a place among the general ones.
const IN_WORD: usize = 16;
/// Words of sets in groups: some more than there are groups, so that they are added up at once.
const LANES: usize = 16;
/// Words of the general sets.
const WORDS: usize = 16;

/// Some of the sets.
#[derive(Clone, Copy)]
pub(super) struct Slots {
    pub(super) general: [u64; WORDS],
    /// By kind and group.
    groups: [[u16; LANES]; KINDS.len()],
}

/// The sets by their places.
pub(super) struct Table {
    /// Those that a cell of the first part hits.
    pub(super) hits: Vec<Slots>,
    /// The cells of each general set in the last part.
    pub(super) last: Vec<u32>,
    pub(super) slots: Slots,
    n_general: usize,
    n_in_group: [[usize; LANES]; KINDS.len()],
    /// By which kinds are unhit, a bit each.
    pub(super) cases: [Case; 1 << KINDS.len()],
}

/// What a group needs.
#[derive(Clone, Copy, Default)]
pub(super) struct Case {
    /// How many of its cells.
    pub(super) n: u32,
    /// The cells that may be chosen if it has no more than that.
    pub(super) cells: u32,
    /// The smallest unhit sets, and how many they are.
    pub(super) sets: [u32; 3],
    pub(super) n_sets: usize,
}

impl Case {
    /// The case of these kinds.
    fn new(kinds: usize) -> Self {
        let unhit = || (0..KINDS.len()).filter(|k| kinds >> k & 1 == 1).map(|k| KINDS[k]);
        // A choice of cells that hits all, with as few as possible; what such choices have together may be chosen.
        let choices = || (0..8_u32).filter(|choice| unhit().all(|set| set & choice != 0));
        let n = choices().map(u32::count_ones).min().unwrap_or(0);
        let cells = choices().filter(|choice| choice.count_ones() == n).fold(0, |cells, choice| cells | choice);
        let mut case = Self { n, cells, ..Self::default() };
        // Who hits a pair hits the whole group.
        for set in unhit().filter(|set| *set != 0b111 || kinds == 0b1000) {
            case.sets[case.n_sets] = set;
            case.n_sets += 1;
        }
        case
    }
}

impl Slots {
    const NONE: Self = Self { general: [0; WORDS], groups: [[0; LANES]; KINDS.len()] };

    #[inline(always)]
    pub(super) fn without(&self, hit: &Self) -> Self {
        step();
        let word = |i: usize| self.general[i] & !hit.general[i];
        let group = |k: usize, g: usize| self.groups[k][g] & !hit.groups[k][g];
        Self {
            general: std::array::from_fn(word),
            groups: std::array::from_fn(|k| std::array::from_fn(|g| group(k, g))),
        }
    }

    /// How many cells the groups need together of what is left without those that a cell hits: one of each group with
    /// an unhit set, and two where each pair is unhit, since a cell is in two pairs only.
    #[inline(always)]
    pub(super) fn needs_without(&self, hit: &Self) -> u32 {
        step();
        let mut needs = 0_u16;
        for g in 0..LANES {
            let [ab, ac, bc, abc]: [u16; 4] = std::array::from_fn(|k| self.groups[k][g] & !hit.groups[k][g]);
            needs += u16::from(ab | ac | bc | abc != 0);
            needs += u16::from(ab != 0) & u16::from(ac != 0) & u16::from(bc != 0);
        }
        needs.into()
    }

    pub(super) fn needs(&self) -> u32 {
        self.needs_without(&Self::NONE)
    }

    /// Which kinds of sets of a group are unhit.
    #[inline(always)]
    pub(super) fn kinds(&self, g: usize) -> usize {
        (0..KINDS.len()).fold(0, |kinds, k| kinds | usize::from(self.groups[k][g] != 0) << k)
    }
}

impl Default for Table {
    fn default() -> Self {
        Self {
            hits: vec![Slots::NONE; super::MAX_FIRST],
            last: vec![0; 64 * WORDS],
            slots: Slots::NONE,
            n_general: 0,
            n_in_group: Default::default(),
            cases: std::array::from_fn(Case::new),
        }
    }
}

impl Table {
    pub(super) fn clear(&mut self) {
        self.hits.fill(Slots::NONE);
        (self.slots, self.n_general, self.n_in_group) = (Slots::NONE, 0, Default::default());
    }

    /// Takes a set; false if there is no place for it.
    pub(super) fn insert(&mut self, first: u64, last: u32, n_groups: usize) -> bool {
        if let Some((k, g)) = self.place_in_group(last, n_groups) {
            let bit = 1 << self.n_in_group[k][g];
            self.n_in_group[k][g] += 1;
            self.slots.groups[k][g] |= bit;
            ones(first).for_each(|cell| self.hits[cell].groups[k][g] |= bit);
            return true;
        }
        if self.n_general == 64 * WORDS {
            return false;
        }
        let (word, bit) = (self.n_general / 64, 1 << (self.n_general % 64));
        self.last[self.n_general] = last;
        self.n_general += 1;
        self.slots.general[word] |= bit;
        ones(first).for_each(|cell| self.hits[cell].general[word] |= bit);
        true
    }

    /// The kind and the group of a set with a place there.
    fn place_in_group(&self, last: u32, n_groups: usize) -> Option<(usize, usize)> {
        let g = (0..n_groups).find(|g| last & !(0b111 << (3 * g)) == 0)?;
        let k = KINDS.iter().position(|kind| kind << (3 * g) == last)?;
        (self.n_in_group[k][g] < IN_WORD).then_some((k, g))
    }
}
