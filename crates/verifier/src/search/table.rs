//! The sets that reach into the last part, each at its own place in a few words.
//!
//! Cell i of group g of the last part is bit 6 g + i of a word, and all other cells there have bits between these. A
//! set with two or three cells in one group, and none in the rest of the last part, has its place in a word of its
//! kind: one of five bits from bit 6 g on. The bit after them is never a place, so one addition finds the groups with
//! unhit sets, and a few more give a lower bound on the cells of the last part.

use super::ones;
use crate::work::step;

/// Groups of three cells.
pub(crate) const MAX_GROUPS: usize = 9;
/// Bits from one group to the next.
pub(super) const STRIDE: usize = 6;
/// The first bit of each group.
const GROUPS: u64 = 0o1_01_01_01_01_01_01_01_01;
/// Places in a word that each group has, and all of them.
const PLACES: usize = STRIDE - 1;
const ALL_PLACES: u64 = GROUPS * ((1 << PLACES) - 1);
/// The cells of a group that a set may have: two of the three cells, or all.
const KINDS: [u64; 4] = [0b011, 0b101, 0b110, 0b111];
/// Words of each kind.
const WORDS_OF_KIND: usize = 3;
/// Words of the general sets: those that are not of such a kind, or find no place there.
pub(super) const WORDS: usize = 16;
/// The first of these words, with the sets that have the fewest cells in the last part.
pub(super) const PACKED: usize = 4;
/// Runs of three bits of the last part. Bit 63 is of no cell.
const RUNS: usize = 21;

/// Some of the sets.
#[derive(Clone, Copy)]
pub(super) struct Slots {
    pub(super) general: General,
    in_groups: [[u64; WORDS_OF_KIND]; KINDS.len()],
}

/// Some of the general sets.
pub(super) type General = [u64; WORDS];

/// The sets by their places.
pub(super) struct Table {
    /// Those that a cell of the first part does not hit.
    pub(super) unhit_by: Vec<Slots>,
    /// The cells of each general set in the last part.
    pub(super) last: Vec<u64>,
    pub(super) slots: Slots,
    n_general: usize,
    n_in_groups: [[usize; MAX_GROUPS]; KINDS.len()],
    /// By run and by which of its cells: the general sets that these hit.
    hit_by: Vec<General>,
}

/// The groups that have unhit sets of a kind, each at its first bit.
#[derive(Clone, Copy)]
pub(super) struct Needs {
    pub(super) pairs: [u64; 3],
    pub(super) any: u64,
}

impl Needs {
    /// Groups of which each pair is unhit. A cell is in two pairs only, so they need two cells.
    #[inline(always)]
    fn all_pairs(self) -> u64 {
        self.pairs[0] & self.pairs[1] & self.pairs[2]
    }

    /// The number of cells that the groups need: one for each with an unhit set, and two for each whose pairs are all
    /// unhit.
    #[inline(always)]
    pub(super) fn count(self) -> u32 {
        // Two at most in six bits each; the product has their sum, 18 at most, in the bits of the last group.
        let sum = (self.any + self.all_pairs()).wrapping_mul(GROUPS);
        (sum >> (STRIDE * (MAX_GROUPS - 1))) as u32 & 0b111111
    }

    /// Cells of each of these groups among which it needs as many: those of one unhit set, or all.
    #[inline(always)]
    pub(super) fn least_cells(self) -> u64 {
        let ([ab, ac, bc], all) = (self.pairs, self.all_pairs());
        let whole = self.any & !(ab | ac | bc) | all;
        let by_kind = [ab & !all, ac & !ab, bc & !ab & !ac, whole];
        (0..KINDS.len()).fold(0, |cells, k| cells | (by_kind[k] * KINDS[k]))
    }

    /// Where each group has just as many of its [`Self::least_cells`] as it needs, and other cells only if they are
    /// alive: of a group with two unhit pairs whose third cell is dead, the cell that hits both is chosen. Returns such
    /// cells, what the other groups need, and the cells that are alive in them.
    #[inline(always)]
    pub(super) fn forced(self, alive: u64) -> (u64, Self, u64) {
        let ([ab, ac, bc], all) = (self.pairs, self.all_pairs());
        let is_dead = |i: usize| (!alive >> i) & GROUPS & !all;
        // One of a and b is chosen, not c, where ab is unhit; else one of a and c, not b.
        let (a, b, c) = (ab & ac & is_dead(2), ab & bc & is_dead(2), ac & bc & !ab & is_dead(1));
        let settled = a | b | c;
        let needs = Self { pairs: [ab & !settled, ac & !settled, bc & !settled], any: self.any & !settled };
        (a | b << 1 | c << 2, needs, alive & !(settled * 0b111))
    }
}

impl Slots {
    const ALL: Self = Self { general: [u64::MAX; WORDS], in_groups: [[u64::MAX; WORDS_OF_KIND]; KINDS.len()] };
    const NONE: Self = Self { general: [0; WORDS], in_groups: [[0; WORDS_OF_KIND]; KINDS.len()] };

    /// Those of both.
    #[inline(always)]
    pub(super) fn and(&self, other: &Self) -> Self {
        step();
        let word = |i: usize| self.general[i] & other.general[i];
        let in_group = |k: usize, i: usize| self.in_groups[k][i] & other.in_groups[k][i];
        Self {
            general: std::array::from_fn(word),
            in_groups: std::array::from_fn(|k| std::array::from_fn(|i| in_group(k, i))),
        }
    }

    /// The groups that have sets in both tables.
    #[inline(always)]
    pub(super) fn needs(&self, other: &Self) -> Needs {
        step();
        let [ab, ac, bc, abc] = std::array::from_fn(|k| {
            let words: [u64; WORDS_OF_KIND] = std::array::from_fn(|i| self.in_groups[k][i] & other.in_groups[k][i]);
            // What is added carries into the bit after the places of a group if one of them is taken.
            (((words[0] | words[1] | words[2]) + ALL_PLACES) >> PLACES) & GROUPS
        });
        Needs { pairs: [ab, ac, bc], any: ab | ac | bc | abc }
    }
}

impl Default for Table {
    fn default() -> Self {
        Self {
            unhit_by: vec![Slots::ALL; super::MAX_FIRST + 1],
            last: vec![0; 64 * WORDS],
            slots: Slots::NONE,
            n_general: 0,
            n_in_groups: Default::default(),
            hit_by: vec![[0; WORDS]; 8 * RUNS],
        }
    }
}

impl Table {
    pub(super) fn clear(&mut self) {
        self.unhit_by.fill(Slots::ALL);
        self.hit_by.fill([0; WORDS]);
        (self.slots, self.n_general, self.n_in_groups) = (Slots::NONE, 0, Default::default());
    }

    /// Takes a set; false if there is no place for it.
    pub(super) fn insert(&mut self, first: u64, last: u64, n_groups: usize) -> bool {
        if let Some((k, g)) = self.kind_and_group(last, n_groups) {
            let place = self.n_in_groups[k][g];
            self.n_in_groups[k][g] += 1;
            let (word, bit) = (place / PLACES, 1 << (STRIDE * g + place % PLACES));
            self.slots.in_groups[k][word] |= bit;
            ones(first).for_each(|cell| self.unhit_by[cell].in_groups[k][word] &= !bit);
            return true;
        }
        if self.n_general == 64 * WORDS {
            return false;
        }
        let (word, bit) = (self.n_general / 64, 1 << (self.n_general % 64));
        self.last[self.n_general] = last;
        self.n_general += 1;
        self.slots.general[word] |= bit;
        ones(first).for_each(|cell| self.unhit_by[cell].general[word] &= !bit);
        ones(last).for_each(|cell| self.hit_by[8 * (cell / 3) + (1 << (cell % 3))][word] |= bit);
        true
    }

    /// The kind and the group of a set with a place there.
    fn kind_and_group(&self, last: u64, n_groups: usize) -> Option<(usize, usize)> {
        let g = (0..n_groups).find(|g| last & !(0b111 << (STRIDE * g)) == 0)?;
        let k = KINDS.iter().position(|kind| kind << (STRIDE * g) == last)?;
        (self.n_in_groups[k][g] < PLACES * WORDS_OF_KIND).then_some((k, g))
    }

    /// After the last set: what several cells of a run hit is what the first of them does, and the others.
    pub(super) fn finish(&mut self) {
        for run in self.hit_by.chunks_exact_mut(8) {
            for cells in [3, 5, 6, 7_usize] {
                let (first, others) = (run[cells & cells.wrapping_neg()], run[cells & (cells - 1)]);
                run[cells] = std::array::from_fn(|i| first[i] | others[i]);
            }
        }
    }

    /// Takes the general sets away that have both cells of a pair of a group.
    #[inline(always)]
    pub(super) fn remove_with_pair(&self, general: &mut General, pair: u64) {
        let run = pair.trailing_zeros() as usize / 3;
        let (cells, rows) = ((pair >> (3 * run)) as usize, &self.hit_by[8 * run..]);
        let (a, b) = (&rows[cells & cells.wrapping_neg()], &rows[cells & (cells - 1)]);
        (0..WORDS).for_each(|i| general[i] &= !(a[i] & b[i]));
    }

    /// The general sets that these cells of the last part hit: the first words of them.
    #[inline(always)]
    pub(super) fn hit_by<const N: usize>(&self, mut cells: u64) -> [u64; N] {
        let mut hit = [0; N];
        while cells != 0 {
            step();
            let run = cells.trailing_zeros() as usize / 3;
            let row = &self.hit_by[8 * run + (cells >> (3 * run) & 7) as usize];
            (0..N).for_each(|i| hit[i] |= row[i]);
            cells &= !(7 << (3 * run));
        }
        hit
    }
}

/// The first of these.
#[inline(always)]
pub(super) fn first_of<const N: usize>(general: &[u64; N]) -> Option<usize> {
    let word = general.iter().position(|word| *word != 0)?;
    Some(64 * word + general[word].trailing_zeros() as usize)
}

/// Takes those away.
#[inline(always)]
pub(super) fn remove<const N: usize>(general: &mut [u64; N], others: &[u64; N]) {
    (0..N).for_each(|i| general[i] &= !others[i]);
}

#[cfg(test)]
mod tests;
