//! Computes the number of clues that the groups of the last part need, from their fields with unhit sets.
//!
//! A group has a field for each of its three pairs of cells, and one for the sets that have all three. The fields of
//! all groups lie side by side in eight words: those of pairs have 16 bits each, all first pairs before all second
//! ones, and the others follow with 8 bits each. So one comparison of a vector with zero finds the empty fields.

use pulp::{Scalar, Simd};

use super::layout::GROUPS;
use super::look::{self, Look};

/// Words of the fields of all groups.
pub(crate) const FIELD_WORDS: usize = 8;
/// Kinds of fields: the three pairs, and the group as a whole.
pub(crate) const FIELDS: usize = 4;
/// Bits of the field of a pair, and of a whole group.
const BITS: (u32, u32) = (16, 8);
/// The first bit of the fields of whole groups.
const WHOLE: u32 = 3 * GROUPS as u32 * BITS.0;
/// One flag a group.
const FLAGS: u32 = (1 << GROUPS) - 1;

/// The first bit of a field of group `g`, and how many it has.
pub(crate) fn field(g: usize, kind: usize) -> (u32, u32) {
    match kind {
        0..3 => ((kind * GROUPS + g) as u32 * BITS.0, BITS.0),
        _ => (WHOLE + g as u32 * BITS.1, BITS.1),
    }
}

/// The fields that have an unhit set, one bit a group: of each pair, and of the group as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flags {
    pairs: [u32; 3],
    whole: u32,
}

impl Flags {
    #[inline(always)]
    fn of(pairs: u32, whole: u32) -> Self {
        let of = |i: usize| pairs >> (i * GROUPS) & FLAGS;
        Self { pairs: [of(0), of(1), of(2)], whole: whole & FLAGS }
    }

    /// The fewest clues that hit these sets.
    #[inline(always)]
    pub(crate) fn min(self) -> u32 {
        let [ab, ac, bc] = self.pairs;
        let (any, all) = (ab | ac | bc | self.whole, ab & ac & bc);
        (any | all << GROUPS).count_ones()
    }

    /// The fewest clues that hit these sets in some of the groups, one bit each.
    #[inline(always)]
    pub(crate) fn min_in(self, groups: u32) -> u32 {
        let [ab, ac, bc] = self.pairs;
        let (any, all) = ((ab | ac | bc | self.whole) & groups, ab & ac & bc & groups);
        any.count_ones() + all.count_ones()
    }

    #[inline(always)]
    pub(crate) fn needs(self) -> Needs {
        let [ab, ac, bc] = self.pairs;
        let spread = |flags: u32| SPREAD[(flags & FLAGS) as usize];
        Needs { pairs: [spread(ab), spread(ac), spread(bc)], any: spread(ab | ac | bc | self.whole) }
    }
}

/// Flags of groups, each at the first of three bits.
const SPREAD: [u32; 1 << GROUPS] = {
    let mut table = [0; 1 << GROUPS];
    let mut flags = 0;
    while flags < table.len() {
        let mut g = 0;
        while g < GROUPS {
            table[flags] |= ((flags >> g & 1) as u32) << (3 * g);
            g += 1;
        }
        flags += 1;
    }
    table
};

/// The unhit sets inside groups, each flag at the first of the three bits of its group: of the pairs of the first and
/// the second cell, the first and the third, the second and the third, and of any kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Needs {
    pub(crate) pairs: [u32; 3],
    pub(crate) any: u32,
}

impl Needs {
    /// Groups all of whose pairs are unhit.
    #[inline(always)]
    pub(crate) fn all_pairs(&self) -> u32 {
        self.pairs[0] & self.pairs[1] & self.pairs[2]
    }

    /// The fewest clues that hit the sets inside groups.
    #[inline(always)]
    pub(crate) fn min(&self) -> u32 {
        self.any.count_ones() + self.all_pairs().count_ones()
    }

    /// The cells of groups with unhit sets.
    #[inline(always)]
    pub(crate) fn critical(&self) -> u32 {
        self.any * 7
    }

    /// Of two unhit pairs of a group the common cell, if no group can have more clues than it needs.
    #[inline(always)]
    pub(crate) fn forced(&self) -> u32 {
        let [ab, ac, bc] = self.pairs;
        (ab & ac & !bc) | (ab & bc & !ac) << 1 | (ac & bc & !ab) << 2
    }

    /// The cells of critical groups that may be chosen if no group can have more than it needs.
    #[inline(always)]
    pub(crate) fn tight(&self) -> u32 {
        let [ab, ac, bc] = self.pairs;
        let all = self.all_pairs();
        // A cell is of use if all unhit pairs of its group have it, or if two cells of the group are needed.
        (self.any & (!bc | all)) | (self.any & (!ac | all)) << 1 | (self.any & (!ab | all)) << 2
    }
}

/// The fields of all groups.
pub(crate) type Fields = [u64; FIELD_WORDS];

/// Vectors of a machine that show which lanes are zero.
pub(crate) trait Lanes: Simd {
    /// The fields of `all` that are not empty without what is `hit`.
    #[inline(always)]
    fn flags(self, all: &Fields, hit: &Fields) -> Flags {
        lane_by_lane(all, hit)
    }

    /// A look at the first `n` sets and their alive cells, with that many clues left; behind the last set there are
    /// [`look::AT_ONCE`] more to read.
    #[inline(always)]
    fn look(self, sets: &[u32], n: usize, alive: u32, _left: u32) -> Look {
        look::one_by_one(&sets[..n], alive)
    }

    /// Copies those of `n` sets from `from` on that none of `cells` hits to a place not before it, or after the last;
    /// returns where they end. Behind that, too, there is room for [`look::AT_ONCE`].
    #[inline(always)]
    fn copy_unhit(self, arena: &mut [u32], from: usize, n: usize, to: usize, cells: u32) -> usize {
        look::copy_one_by_one(arena, from, n, to, cells)
    }
}

/// With the instructions of every machine; the vectors are tested against this.
#[inline(always)]
fn lane_by_lane(all: &Fields, hit: &Fields) -> Flags {
    let (mut lanes, mut bytes) = (0, 0);
    for (w, (all, hit)) in all.iter().zip(hit).enumerate() {
        let word = all & !hit;
        for i in 0..4 {
            lanes |= u32::from(word >> (16 * i) & 0xffff != 0) << (4 * w + i);
        }
        for i in 0..8 {
            bytes |= u64::from(word >> (8 * i) & 0xff != 0) << (8 * w + i);
        }
    }
    Flags::of(lanes, (bytes >> (WHOLE / 8)) as u32)
}

impl Lanes for Scalar {}

#[cfg(target_arch = "aarch64")]
impl Lanes for pulp::aarch64::Neon {}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{__m256i, __m512i};

    use pulp::cast;
    use pulp::x86::{V3, V4};

    use super::{Fields, Flags, Lanes, Look, WHOLE, look};

    impl Lanes for V4 {
        #[inline(always)]
        fn flags(self, all: &Fields, hit: &Fields) -> Flags {
            let (all, hit): (__m512i, __m512i) = (cast(*all), cast(*hit));
            let open = self.avx512f._mm512_andnot_si512(hit, all);
            let lanes = self.avx512bw._mm512_test_epi16_mask(open, open);
            let bytes = self.avx512bw._mm512_test_epi8_mask(open, open);
            Flags::of(lanes, (bytes >> (WHOLE / 8)) as u32)
        }

        #[inline(always)]
        fn look(self, sets: &[u32], n: usize, alive: u32, left: u32) -> Look {
            look::by_vectors(self, sets, n, alive, left)
        }

        #[inline(always)]
        fn copy_unhit(self, arena: &mut [u32], from: usize, n: usize, to: usize, cells: u32) -> usize {
            look::copy_by_vectors(self, arena, from, n, to, cells)
        }
    }

    impl Lanes for V3 {
        #[inline(always)]
        fn flags(self, all: &Fields, hit: &Fields) -> Flags {
            let halves = |words: &Fields| -> [__m256i; 2] { cast(*words) };
            let (all, hit) = (halves(all), halves(hit));
            let (avx, avx2) = (self.avx, self.avx2);
            let open = [avx2._mm256_andnot_si256(hit[0], all[0]), avx2._mm256_andnot_si256(hit[1], all[1])];
            let zero = avx._mm256_setzero_si256();
            // One byte a lane, in the order of lanes once the middle quarters are exchanged.
            let empty = |i: usize| avx2._mm256_cmpeq_epi16(open[i], zero);
            let lanes = avx2._mm256_permute4x64_epi64::<0b11_01_10_00>(avx2._mm256_packs_epi16(empty(0), empty(1)));
            let bytes = avx2._mm256_movemask_epi8(avx2._mm256_cmpeq_epi8(open[1], zero));
            Flags::of(!avx2._mm256_movemask_epi8(lanes) as u32, !bytes as u32 >> (WHOLE / 8 - 32))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Fields of which about half are empty.
    fn some_fields() -> impl Strategy<Value = Fields> {
        prop::array::uniform8(prop_oneof![
            Just(0),
            any::<u64>().prop_map(|w| w & w.rotate_left(11) & w.rotate_left(29))
        ])
    }

    proptest! {
        /// Each field by itself, in its bits.
        #[test]
        fn flags_say_which_fields_are_empty(all in some_fields(), hit in some_fields()) {
            let flags = lane_by_lane(&all, &hit);
            for g in 0..GROUPS {
                for kind in 0..FIELDS {
                    let (first, n) = field(g, kind);
                    let word = all[first as usize / 64] & !hit[first as usize / 64];
                    let is_open = word >> (first % 64) & ((1 << n) - 1) != 0;
                    let flag = if kind < 3 { flags.pairs[kind] } else { flags.whole };
                    prop_assert_eq!(flag >> g & 1 == 1, is_open, "group {}, kind {}", g, kind);
                }
            }
            prop_assert_eq!(flags.min(), flags.needs().min());
            let by_three: u32 = [0b111, 0b111_000, 0b111_000_000].into_iter().map(|groups| flags.min_in(groups)).sum();
            prop_assert_eq!(flags.min(), by_three);
        }

        /// All vectors of this machine against lanes one by one.
        #[cfg(target_arch = "x86_64")]
        #[test]
        fn vectors_see_the_same_flags(all in some_fields(), hit in some_fields()) {
            let wanted = lane_by_lane(&all, &hit);
            if let Some(simd) = pulp::x86::V3::try_new() {
                prop_assert_eq!(simd.flags(&all, &hit), wanted);
            }
            if let Some(simd) = pulp::x86::V4::try_new() {
                prop_assert_eq!(simd.flags(&all, &hit), wanted);
            }
        }
    }
}
