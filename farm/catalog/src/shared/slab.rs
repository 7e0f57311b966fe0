//! Many clue sets at once against all third bands: counts as bits, one clue set a bit.
//!
//! A clue set of two bands leaves some fields open (see [`super::fields`]). They are collected, one word a box, and when
//! there are enough the matrix is turned, so that each field has a vector with a bit for each clue set. What the groups
//! of a third band need is then added by logic alone, for all clue sets together. Third bands that have the same three
//! groups in a box share the sum of this box.

use pulp::{NullaryFnOnce, Simd};

use crate::ThirdBand;

use super::fields::{Left, Open, TRIPLES, triple};

/// Words of a vector.
pub(super) const WORDS: usize = 8;
/// Clue sets of a slab.
pub(super) const SLAB: usize = 64 * WORDS;
/// A bit for each clue set.
pub(super) type Bits = [u64; WORDS];
pub(super) const NONE: Bits = [0; WORDS];

/// Bits of the word of a box, after those of its pairs and of its groups: the most clues of the box and the fewest,
/// three each, and two of the clues that are left for all three boxes.
const MOST: usize = 54;
const LEAST: usize = 57;
const LEFT: usize = 60;
/// What three groups of three cells can need, in a box and in all.
const MOST_NEEDED: [u32; 2] = [6, 18];

/// What the third band of a puzzle may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    /// Clues that are left for it.
    pub(super) left: u32,
    /// The most clues of each box.
    pub(super) most: [u32; 3],
    /// The fewest clues of each box, whatever its groups need; at most six.
    pub(super) least: [u32; 3],
}

impl Room {
    /// Without bounds on boxes.
    pub(super) fn any(left: u32) -> Self {
        Self { left, most: [left; 3], least: [0; 3] }
    }
}

/// The groups that the rows of a third band have in a box, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BoxGroups {
    square: usize,
    groups: [usize; 3],
}

/// What three groups count, for each clue set.
#[derive(Clone, Copy, Debug)]
struct Sum {
    /// Is there room for what they need?
    fits: Bits,
    /// The clues of their box, at least: three binary digits.
    n: [Bits; 3],
}

/// Third bands, and clue sets that wait for all of them.
#[derive(Debug)]
pub(super) struct Slab {
    boxes: Vec<BoxGroups>,
    sums: Vec<Sum>,
    /// For each third band the places of its boxes, and its number.
    thirds: Vec<([usize; 3], usize)>,
    n: usize,
    chosen: Box<[u64; SLAB]>,
    /// For each box of the third bands its words: those of clue sets whose numbers leave the same rest by 64 are in one
    /// row.
    words: Box<[[Bits; 64]; 3]>,
}

impl Slab {
    pub(super) fn new() -> Self {
        Self {
            boxes: Vec::new(),
            sums: Vec::new(),
            thirds: Vec::new(),
            n: 0,
            chosen: Box::new([0; SLAB]),
            words: Box::new([[NONE; 64]; 3]),
        }
    }

    pub(super) fn push_third(&mut self, number: usize, left: &Left, third: &ThirdBand) {
        let places = std::array::from_fn(|square| {
            let mut groups = third.map(|row| triple(left, &row, square));
            groups.sort_unstable();
            let of_box = BoxGroups { square, groups };
            self.boxes.iter().position(|other| *other == of_box).unwrap_or_else(|| {
                self.boxes.push(of_box);
                self.sums.push(Sum { fits: NONE, n: [NONE; 3] });
                self.boxes.len() - 1
            })
        });
        self.thirds.push((places, number));
    }

    /// The number of third bands.
    pub(super) fn n_thirds(&self) -> usize {
        self.thirds.len()
    }

    /// Adds a clue set; true if the slab is full and has to be emptied.
    #[inline(always)]
    pub(super) fn push(&mut self, chosen: u64, open: &Open, room: &Room) -> bool {
        let n = self.n;
        self.chosen[n] = chosen;
        let left = room.left.min(MOST_NEEDED[1]);
        for square in 0..3 {
            let (pairs, groups) = open.of_box(square);
            self.words[square][n % 64][n / 64] = u64::from(pairs)
                | u64::from(groups) << TRIPLES
                | u64::from(room.most[square].min(MOST_NEEDED[0])) << MOST
                | u64::from(room.least[square]) << LEAST
                | u64::from(left >> (2 * square) & 3) << LEFT;
        }
        self.n += 1;
        self.n == SLAB
    }

    /// Hands each clue set to the third bands that have room for what they need, and says how many these are.
    pub(super) fn empty<S: Simd>(&mut self, simd: S, survivors: &mut [Vec<u64>]) -> u64 {
        simd.vectorize(Empty { slab: self, survivors })
    }

    #[inline(always)]
    fn empty_body(&mut self, survivors: &mut [Vec<u64>]) -> u64 {
        if self.n == 0 {
            return 0;
        }
        let used = first_ones(self.n);
        self.n = 0;
        for square in 0..3 {
            turn(&mut self.words[square]);
        }
        for (of_box, sum) in self.boxes.iter().zip(&mut self.sums) {
            add_groups(&self.words[of_box.square], of_box.groups, sum);
        }
        let mut left = [NONE; 5];
        for (i, left) in left.iter_mut().enumerate() {
            *left = self.words[i / 2][LEFT + i % 2];
        }
        let mut n = 0;
        for (places, number) in &self.thirds {
            let [a, b, c] = places.map(|place| &self.sums[place]);
            let mut fits = NONE;
            for w in 0..WORDS {
                // Two numbers of three digits, then a third one.
                let (s0, carry) = half_add(a.n[0][w], b.n[0][w]);
                let (s1, carry) = full_add(a.n[1][w], b.n[1][w], carry);
                let (s2, s3) = full_add(a.n[2][w], b.n[2][w], carry);
                let (s0, carry) = half_add(s0, c.n[0][w]);
                let (s1, carry) = full_add(s1, c.n[1][w], carry);
                let (s2, carry) = full_add(s2, c.n[2][w], carry);
                let (s3, s4) = half_add(s3, carry);
                let many = is_more([s0, s1, s2, s3, s4], [left[0][w], left[1][w], left[2][w], left[3][w], left[4][w]]);
                fits[w] = used[w] & a.fits[w] & b.fits[w] & c.fits[w] & !many;
            }
            let passed = &mut survivors[*number];
            for (i, mut word) in fits.into_iter().enumerate() {
                n += u64::from(word.count_ones());
                while word != 0 {
                    passed.push(self.chosen[64 * i + word.trailing_zeros() as usize]);
                    word &= word - 1;
                }
            }
        }
        n
    }
}

/// The first `n` bits.
#[inline(always)]
pub(super) fn first_ones(n: usize) -> Bits {
    let mut ones = NONE;
    for (i, ones) in ones.iter_mut().enumerate() {
        let n = n.saturating_sub(64 * i);
        *ones = if n >= 64 { u64::MAX } else { (1 << n) - 1 };
    }
    ones
}

/// What three groups of a box need, and whether it has room for that.
#[inline(always)]
fn add_groups(word: &[Bits; 64], groups: [usize; 3], sum: &mut Sum) {
    let (mut one, mut two) = ([NONE; 3], [NONE; 3]);
    for i in 0..3 {
        let group = groups[i];
        let (a, b, c) = (group / 9, group / 3 % 3, group % 3);
        let (ab, ac, bc) = (&word[3 * a + b], &word[9 + 3 * a + c], &word[18 + 3 * b + c]);
        let whole = &word[TRIPLES as usize + group];
        for w in 0..WORDS {
            let all = ab[w] & ac[w] & bc[w];
            two[i][w] = all;
            one[i][w] = (ab[w] | ac[w] | bc[w] | whole[w]) & !all;
        }
    }
    for w in 0..WORDS {
        let n = add_needs([one[0][w], one[1][w], one[2][w]], [two[0][w], two[1][w], two[2][w]]);
        let [most, least] = [MOST, LEAST].map(|i| [word[i][w], word[i + 1][w], word[i + 2][w]]);
        let less = is_more(least, n);
        sum.fits[w] = !is_more(n, most);
        for i in 0..3 {
            sum.n[i][w] = (less & least[i]) | (!less & n[i]);
        }
    }
}

/// The digits of what three groups need, of which some need one clue and others two.
#[inline(always)]
pub(super) fn add_needs(one: [u64; 3], two: [u64; 3]) -> [u64; 3] {
    let (n0, carry) = full_add(one[0], one[1], one[2]);
    // Six at most, so there is no further digit.
    let (x, y) = (two[0] ^ two[1], two[2] ^ carry);
    [n0, x ^ y, (two[0] & two[1]) | (two[2] & carry) | (x & y)]
}

/// The digits of the sum of two digits.
#[inline(always)]
pub(super) fn half_add(a: u64, b: u64) -> (u64, u64) {
    (a ^ b, a & b)
}

/// The digits of the sum of three digits.
#[inline(always)]
pub(super) fn full_add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let x = a ^ b;
    (x ^ c, (a & b) | (x & c))
}

/// Where one number is more than another one, digits from the last one on.
#[inline(always)]
pub(super) fn is_more<const N: usize>(a: [u64; N], b: [u64; N]) -> u64 {
    let mut more = 0;
    for i in 0..N {
        more = (a[i] & !b[i]) | (!(a[i] ^ b[i]) & more);
    }
    more
}

/// Turns eight matrices of 64 times 64 bits.
#[inline(always)]
pub(super) fn turn(rows: &mut [Bits; 64]) {
    let (mut step, mut mask) = (32, u64::MAX >> 32);
    while step != 0 {
        for block in rows.chunks_exact_mut(2 * step) {
            let (upper, lower) = block.split_at_mut(step);
            // By number: an iterator that is not inlined has no vectors.
            for i in 0..step {
                for w in 0..WORDS {
                    let other = ((upper[i][w] >> step) ^ lower[i][w]) & mask;
                    upper[i][w] ^= other << step;
                    lower[i][w] ^= other;
                }
            }
        }
        step /= 2;
        mask ^= mask << step;
    }
}

/// [`Slab::empty`], compiled for the instructions at hand.
struct Empty<'s> {
    slab: &'s mut Slab,
    survivors: &'s mut [Vec<u64>],
}

impl NullaryFnOnce for Empty<'_> {
    type Output = u64;

    #[inline(always)]
    fn call(self) -> u64 {
        self.slab.empty_body(self.survivors)
    }
}

#[cfg(test)]
mod tests {
    use pulp::Scalar;
    use rand::Rng as _;

    use super::*;
    use crate::TwoBands;
    use crate::base::rng;
    use crate::shared::fields::left;
    use crate::sudoku::{Shape, UniformGrids};

    /// The clues that a group needs: two if all pairs are open.
    fn need(open: &Open, square: usize, group: usize) -> u32 {
        let (pairs, groups) = open.of_box(square);
        let (a, b, c) = (group / 9, group / 3 % 3, group % 3);
        let of_pairs = [3 * a + b, 9 + 3 * a + c, 18 + 3 * b + c].map(|pair| pairs >> pair & 1);
        let any = of_pairs.contains(&1) || groups >> group & 1 == 1;
        u32::from(any) + u32::from(of_pairs == [1; 3])
    }

    /// Against each clue set and third band by itself.
    #[test]
    fn clue_sets_go_where_there_is_room() {
        let mut rng = rng(1);
        let grid = UniformGrids::new(Shape::NINE).expect("9x9").draw(&mut rng);
        let bands = TwoBands::of(&grid, 2);
        let (left, thirds) = (left(bands.rows()), bands.third_bands());
        let mut slab = Slab::new();
        for (number, third) in thirds.iter().enumerate() {
            slab.push_third(number, &left, third);
        }
        let (mut n_fit, mut n_all) = (0, 0);
        for wanted in [1, 63, 64, 200, SLAB] {
            let mut survivors = vec![Vec::new(); thirds.len()];
            let mut expected = survivors.clone();
            for chosen in 0..wanted as u64 {
                let mut some = |n: u32| (0..n).fold((1 << 27) - 1, |word, _| word & rng.random::<u32>());
                let open = Open::new([some(1), some(2), some(3)], [some(4), some(5), some(6)]);
                let mut room = Room::any(rng.random_range(0..=20));
                if room.left < 10 {
                    room.most = std::array::from_fn(|_| rng.random_range(0..=6));
                    room.least = std::array::from_fn(|_| rng.random_range(0..=6));
                }
                for (third, expected) in thirds.iter().zip(&mut expected) {
                    let needs: [u32; 3] = std::array::from_fn(|square| {
                        third.iter().map(|row| need(&open, square, triple(&left, row, square))).sum()
                    });
                    let fits = (0..3).all(|square| needs[square] <= room.most[square]);
                    let n: u32 = (0..3).map(|square| needs[square].max(room.least[square])).sum();
                    n_all += 1;
                    if fits && n <= room.left {
                        expected.push(chosen);
                        n_fit += 1;
                    }
                }
                assert_eq!(slab.push(chosen, &open, &room), chosen + 1 == SLAB as u64);
            }
            let n = slab.empty(Scalar::new(), &mut survivors);
            assert_eq!(n, expected.iter().map(Vec::len).sum::<usize>() as u64);
            assert_eq!(survivors, expected);
        }
        assert!(n_fit > 1000 && n_all - n_fit > 1000, "{n_fit} of {n_all}");
    }
}
