//! What no clues of one third band can complete, for many clue sets at once.
//!
//! As in [`super::slab`] a bit stands for a clue set, and all of them leave the same number of clues for the third band;
//! but here all sets are asked that are known of this one.
//!
//! - Each group of the third band needs no clue, one, or two. What the third band has beyond that is *spare*.
//! - In a group without a spare clue, only *useful* cells can be chosen: those that hit all its open sets, or all three
//!   if it needs two clues. A set is *missed* if neither the clues nor any useful cell hit it.
//! - With no spare clue, no set may be missed. With one, it has to be in a group in which all missed sets have a cell.
//!   With two, three missed sets without a common group are too many.
//! - If the boxes have bounds, they say where there can be a spare clue, and where there must be one. A set that is
//!   missed in all of its groups, of which none can have a spare clue, is enough by itself.
//!
//! For clue sets with at most one spare clue it is known then how many clues each group has, or which few groups may
//! have the spare one. They go on in [`super::exact`].

use std::cmp::Reverse;

use pulp::{Arch, Simd, WithSimd};

use crate::base::{CellSet, ones};

use super::bands::{BALANCED, REGION, STACKS};
use super::slab::{Bits, NONE, SLAB, WORDS, add_needs, first_ones, full_add, half_add, is_more, turn};

/// Words of the sets that have a bit in [`Lane`]: those that are missed most often.
pub(super) const MASKS: usize = 2;
/// Such sets.
const ASKED: usize = 64 * MASKS;
/// Groups of a third band: three cells of a row and a box.
pub(super) const GROUPS: usize = 9;
/// Rows of what is said of a clue set: its useful cells, the groups that need one clue and those that need two, the
/// groups that can have no spare clue, and whether there is one.
const ONE: usize = 27;
const TWO: usize = 36;
const CLOSED: usize = 45;
const SPARE: usize = 54;

/// Clue sets with the same number of clues.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sort {
    /// Clues that are left for the third band.
    pub(super) left: u32,
    /// Is it known that no column has more than six clues?
    pub(super) is_balanced: bool,
}

/// A set with cells in more than one group of the third band.
#[derive(Clone, Copy, Debug)]
struct Set {
    inside: u64,
    /// Its cells in the third band.
    last: u32,
    /// How often it was missed.
    n_missed: u64,
}

/// A clue set that is kept, with at most one spare clue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    pub(super) region: u64,
    word: u64,
    /// The first sets that the clues do not hit.
    pub(super) unhit: [u64; MASKS],
}

impl Lane {
    /// The cells that may be chosen in groups without a spare clue.
    #[inline(always)]
    pub(super) fn useful(&self) -> u32 {
        self.word as u32 & ((1 << 27) - 1)
    }

    /// The clues that a group needs.
    #[inline(always)]
    pub(super) fn needed(&self, group: usize) -> u32 {
        (self.word >> (ONE + group) & 1) as u32 + 2 * (self.word >> (TWO + group) & 1) as u32
    }

    pub(super) fn has_spare(&self) -> bool {
        self.word >> SPARE & 1 == 1
    }

    /// Can a group have the spare clue?
    #[inline(always)]
    pub(super) fn is_open(&self, group: usize) -> bool {
        self.word >> (CLOSED + group) & 1 == 0
    }
}

/// The sets of one third band.
#[derive(Debug)]
pub(super) struct Sieve {
    n_clues: u32,
    /// Sets with cells in one group: the group, its pair, or 3 for all three cells, and the cells in the two bands.
    of_groups: Vec<(usize, usize, u64)>,
    /// Those that were missed most often in front.
    sets: Vec<Set>,
    /// The number of those that are asked about all clue sets.
    n_asked: usize,
    n_batches: u64,
    /// Sets that came since the last batch.
    recent: Vec<(u64, u32)>,
    /// For each cell of the third band the first sets that it hits.
    hits: Box<[[u64; MASKS]; 27]>,
    /// The others.
    other_insides: Vec<u64>,
    other_lasts: Vec<u64>,
}

/// Sets that are looked at together, without a branch.
const LANES: usize = 8;

impl Sieve {
    pub(super) fn new(n_clues: u32) -> Self {
        Self {
            n_clues,
            of_groups: Vec::new(),
            sets: Vec::new(),
            n_asked: 0,
            n_batches: 0,
            recent: Vec::new(),
            hits: Box::new([[0; MASKS]; 27]),
            other_insides: Vec::new(),
            other_lasts: Vec::new(),
        }
    }

    /// Takes a set of the grid; returns its cells in the third band.
    pub(super) fn insert(&mut self, set: CellSet<2>) -> u32 {
        let [low, high] = *set.words();
        let last = (low >> REGION) as u32 | (high << (64 - REGION)) as u32;
        self.recent.push((low & ((1 << REGION) - 1), last));
        last
    }

    /// Brings the tables up to date for the next batch.
    fn settle(&mut self) {
        if self.n_batches.is_power_of_two() {
            self.sets.sort_unstable_by_key(|set| Reverse(set.n_missed));
            self.n_asked = self.sets.len().min(ASKED);
            *self.hits = [[0; MASKS]; 27];
            self.other_insides.clear();
            self.other_lasts.clear();
            (0..self.sets.len()).for_each(|number| self.tabulate(number));
        }
        self.n_batches += 1;
        while let Some((inside, last)) = self.recent.pop() {
            if last == 0 {
                continue;
            }
            let group = last.trailing_zeros() as usize / 3;
            let kind = match last >> (3 * group) {
                0b011 => 0,
                0b101 => 1,
                0b110 => 2,
                0b111 => 3,
                _ => {
                    let number = self.sets.len();
                    self.sets.push(Set { inside, last, n_missed: 0 });
                    self.tabulate(number);
                    // Asked until it is known how often it is missed. If others are not, there are too many of them.
                    if self.n_asked < number {
                        self.exchange(self.n_asked - ASKED, number - ASKED);
                    }
                    self.n_asked += 1;
                    continue;
                }
            };
            self.of_groups.push((group, kind, inside));
        }
    }

    /// Takes the next set into the tables.
    fn tabulate(&mut self, number: usize) {
        let Set { inside, last, .. } = self.sets[number];
        if number < ASKED {
            for cell in ones(u64::from(last)) {
                self.hits[cell][number / 64] |= 1 << (number % 64);
            }
        } else {
            self.other_insides.push(inside);
            self.other_lasts.push(u64::from(last));
        }
    }

    /// Exchanges two of the other sets.
    fn exchange(&mut self, a: usize, b: usize) {
        self.sets.swap(ASKED + a, ASKED + b);
        self.other_insides.swap(a, b);
        self.other_lasts.swap(a, b);
    }

    /// Of clue sets of one sort, [`SLAB`] at most, those that are kept: with at most one spare clue to `lanes`, and to
    /// `rest` the others.
    pub(super) fn sift(&mut self, arch: Arch, clues: &[u64], sort: Sort, lanes: &mut Vec<Lane>, rest: &mut Vec<u64>) {
        debug_assert!(clues.len() <= SLAB);
        self.settle();
        arch.dispatch(Sift { sieve: self, clues, sort, lanes, rest });
    }

    /// For each cell of the third band the first sets that it hits.
    #[inline(always)]
    pub(super) fn hits(&self) -> &[[u64; MASKS]; 27] {
        &self.hits
    }

    /// The cells in the third band of one of the first sets.
    #[inline(always)]
    pub(super) fn cells(&self, number: usize) -> u32 {
        self.sets[number].last
    }

    /// The cells in the third band of a set that these clues do not hit, and that is none of the first ones.
    #[inline(always)]
    pub(super) fn unhit(&mut self, region: u64, last: u32) -> Option<u32> {
        let is_unhit = |set: &&(u64, u32)| set.0 & region == 0 && set.1 & last == 0;
        if let Some(set) = self.recent.iter().rev().find(is_unhit) {
            return Some(set.1);
        }
        let at = self.first_other(region, u64::from(last))?;
        self.sets[ASKED + at].n_missed += 1;
        // Half the way to the front: a set that was of use soon is again.
        self.exchange(at, at / 2);
        Some(self.other_lasts[at / 2] as u32)
    }

    #[inline(always)]
    fn first_other(&self, region: u64, last: u64) -> Option<usize> {
        let is_unhit = |(inside, below): (&u64, &u64)| inside & region | below & last == 0;
        let (insides, more_insides) = self.other_insides.as_chunks::<LANES>();
        let (lasts, more_lasts) = self.other_lasts.as_chunks::<LANES>();
        for (n, (insides, lasts)) in insides.iter().zip(lasts).enumerate() {
            let mut is_any = false;
            for i in 0..LANES {
                is_any |= insides[i] & region | lasts[i] & last == 0;
            }
            if is_any {
                return insides.iter().zip(lasts).position(is_unhit).map(|i| LANES * n + i);
            }
        }
        let n_before = self.other_insides.len() - more_insides.len();
        more_insides.iter().zip(more_lasts).position(is_unhit).map(|i| n_before + i)
    }

    #[inline(always)]
    fn sift_body(&mut self, clues: &[u64], sort: Sort, lanes: &mut Vec<Lane>, rest: &mut Vec<u64>) {
        // For each cell of the two bands, and for each digit of what a box may have, the clue sets.
        let mut words = [NONE; 64];
        for (n, chosen) in clues.iter().enumerate() {
            let mut word = *chosen;
            for (square, stack) in STACKS.iter().enumerate() {
                word |= u64::from(BALANCED.saturating_sub((chosen & stack).count_ones())) << (REGION + 3 * square);
            }
            words[n % 64][n / 64] = word;
        }
        turn(&mut words);
        let mut alive = first_ones(clues.len());
        let mut open = [[NONE; 4]; GROUPS];
        for &(group, kind, inside) in &self.of_groups {
            let unhit = unhit(&words, &[u64::MAX; WORDS], inside);
            let field = &mut open[group][kind];
            for w in 0..WORDS {
                field[w] |= unhit[w];
            }
        }
        let mut said = [NONE; 64];
        let bounds = self.count(&words, &open, sort, &mut alive, &mut said);
        // The first sets that clue sets do not hit.
        let mut masks = [[NONE; 64]; MASKS];
        let (mut used, mut apart) = ([NONE; GROUPS], [NONE; 2]);
        let sets = &mut self.sets[..self.n_asked];
        for number in 0..sets.len() {
            let set = &mut sets[number];
            let mut missed = unhit(&words, &alive, set.inside);
            if number < ASKED {
                masks[number / 64][number % 64] = missed;
            }
            let (mut cells, mut groups) = (set.last, 0u32);
            while cells != 0 {
                let cell = cells.trailing_zeros() as usize;
                cells &= cells - 1;
                groups |= 1 << (cell / 3);
                for w in 0..WORDS {
                    missed[w] &= !said[cell][w];
                }
            }
            if missed == NONE {
                continue;
            }
            let (mut dead, mut is_apart, mut n_missed) = (missed, missed, 0);
            let mut rest = groups;
            while rest != 0 {
                let group = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let (closed, used) = (&bounds.closed[group % 3], &used[group]);
                for w in 0..WORDS {
                    dead[w] &= closed[w];
                    is_apart[w] &= !used[w];
                }
            }
            let mut rest = groups;
            while rest != 0 {
                let used = &mut used[rest.trailing_zeros() as usize];
                rest &= rest - 1;
                for w in 0..WORDS {
                    used[w] |= is_apart[w];
                }
            }
            // Where no cell of the set is, a spare clue does not help.
            let mut rest = !groups & ((1 << GROUPS) - 1);
            while rest != 0 {
                let closed = &mut said[CLOSED + rest.trailing_zeros() as usize];
                rest &= rest - 1;
                for w in 0..WORDS {
                    closed[w] |= missed[w];
                }
            }
            for w in 0..WORDS {
                // The third set of those with two spare clues is too many.
                alive[w] &= !(dead[w] | (is_apart[w] & apart[1][w] & bounds.has_two[w]));
                apart[1][w] |= is_apart[w] & apart[0][w];
                apart[0][w] |= is_apart[w];
                n_missed += u64::from(missed[w].count_ones());
            }
            set.n_missed += n_missed;
        }
        let mut is_known = NONE;
        for w in 0..WORDS {
            let mut nowhere = u64::MAX;
            for group in 0..GROUPS {
                said[CLOSED + group][w] |= bounds.closed[group % 3][w];
                nowhere &= said[CLOSED + group][w];
            }
            said[SPARE][w] = bounds.has_one[w];
            alive[w] &= !(nowhere & bounds.has_one[w]);
            is_known[w] = bounds.has_one[w] | bounds.has_none[w];
        }
        turn(&mut said);
        // A loop: an iterator that is not inlined has no vectors.
        for masks in &mut masks {
            turn(masks);
        }
        for (w, (alive, is_known)) in alive.into_iter().zip(is_known).enumerate() {
            let mut word = alive;
            while word != 0 {
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                let region = clues[64 * w + bit];
                if is_known >> bit & 1 == 1 {
                    let unhit = std::array::from_fn(|i| masks[i][bit][w]);
                    lanes.push(Lane { region, word: said[bit][w], unhit });
                } else {
                    rest.push(region);
                }
            }
        }
    }

    /// What groups need, which cells are useful, and what is spare.
    #[inline(always)]
    fn count(
        &self,
        words: &[Bits; 64],
        open: &[[Bits; 4]; GROUPS],
        sort: Sort,
        alive: &mut Bits,
        said: &mut [Bits; 64],
    ) -> Bounds {
        let mut bounds = Bounds { has_none: NONE, has_one: NONE, has_two: NONE, closed: [NONE; 3] };
        let mut total = [NONE; 5];
        // Boxes that have all they may have, and those that must have one more, or two.
        let (mut full, mut less, mut least_less) = ([NONE; 3], [NONE; 3], [NONE; 3]);
        for square in 0..3 {
            let (mut one, mut two) = ([NONE; 3], [NONE; 3]);
            for row in 0..3 {
                let group = 3 * row + square;
                let [ab, ac, bc, whole] = &open[group];
                for w in 0..WORDS {
                    let (any, all) = (ab[w] | ac[w] | bc[w] | whole[w], ab[w] & ac[w] & bc[w]);
                    (one[row][w], two[row][w]) = (any & !all, all);
                    said[3 * group][w] = any & (!bc[w] | all);
                    said[3 * group + 1][w] = any & (!ac[w] | all);
                    said[3 * group + 2][w] = any & (!ab[w] | all);
                }
                said[ONE + group] = one[row];
                said[TWO + group] = two[row];
            }
            for w in 0..WORDS {
                let n = add_needs([one[0][w], one[1][w], one[2][w]], [two[0][w], two[1][w], two[2][w]]);
                if sort.is_balanced {
                    let first = REGION + 3 * square;
                    let most = [words[first][w], words[first + 1][w], words[first + 2][w]];
                    alive[w] &= !is_more(n, most);
                    full[square][w] = !((n[0] ^ most[0]) | (n[1] ^ most[1]) | (n[2] ^ most[2]));
                    // What a column has in all is six, or less by one or two.
                    let mut least = most;
                    for _ in self.n_clues..3 * BALANCED {
                        least = one_less(least);
                    }
                    less[square][w] = is_more(least, n);
                    least_less[square][w] = is_more(one_less(least), n);
                }
                let (s0, carry) = half_add(total[0][w], n[0]);
                let (s1, carry) = full_add(total[1][w], n[1], carry);
                let (s2, carry) = full_add(total[2][w], n[2], carry);
                let (s3, carry) = half_add(total[3][w], carry);
                total[0][w] = s0;
                total[1][w] = s1;
                total[2][w] = s2;
                total[3][w] = s3;
                total[4][w] |= carry;
            }
        }
        let [none, one, two] = [0, 1, 2].map(|spare| digits(sort.left - spare));
        let left = digits(sort.left);
        for w in 0..WORDS {
            let total = [total[0][w], total[1][w], total[2][w], total[3][w], total[4][w]];
            let [none, one, two] = [equal(total, none), equal(total, one), equal(total, two)];
            alive[w] &= !is_more(total, left) & !(none & (less[0][w] | less[1][w] | less[2][w]));
            for square in 0..3 {
                let elsewhere = less[(square + 1) % 3][w] | less[(square + 2) % 3][w];
                bounds.closed[square][w] = full[square][w] | none | (one & (elsewhere | least_less[square][w]));
            }
            bounds.has_none[w] = none;
            bounds.has_one[w] = one;
            bounds.has_two[w] = two;
        }
        bounds
    }
}

/// What is left beside what groups need.
struct Bounds {
    has_none: Bits,
    has_one: Bits,
    has_two: Bits,
    /// The boxes that can have no spare clue.
    closed: [Bits; 3],
}

/// Those of some clue sets that have none of these cells.
#[inline(always)]
fn unhit(words: &[Bits; 64], among: &Bits, mut cells: u64) -> Bits {
    let mut unhit = *among;
    while cells != 0 {
        let cell = &words[cells.trailing_zeros() as usize];
        cells &= cells - 1;
        for w in 0..WORDS {
            unhit[w] &= !cell[w];
        }
    }
    unhit
}

/// The same number for all clue sets.
#[inline(always)]
fn digits(n: u32) -> [u64; 5] {
    let mut digits = [0; 5];
    for (i, digit) in digits.iter_mut().enumerate() {
        *digit = if n >> i & 1 == 1 { u64::MAX } else { 0 };
    }
    digits
}

/// Where two numbers are equal.
#[inline(always)]
fn equal(a: [u64; 5], b: [u64; 5]) -> u64 {
    !((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3]) | (a[4] ^ b[4]))
}

/// Numbers less one, but not below zero.
#[inline(always)]
fn one_less([a, b, c]: [u64; 3]) -> [u64; 3] {
    let some = a | b | c;
    [!a & some, (b ^ !a) & some, (c ^ (!a & !b)) & some]
}

/// [`Sieve::sift`], compiled for the instructions at hand.
struct Sift<'s> {
    sieve: &'s mut Sieve,
    clues: &'s [u64],
    sort: Sort,
    lanes: &'s mut Vec<Lane>,
    rest: &'s mut Vec<u64>,
}

impl WithSimd for Sift<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.sieve.sift_body(self.clues, self.sort, self.lanes, self.rest);
    }
}
