//! Examines the listed sets of a node of the last part, many at once: sets without a cell, disjoint sets, sets with one
//! cell, and the set to branch on.
//!
//! With vectors, a step examines sixteen sets. The scalar code has the same results, so the nodes are the same on every
//! machine.

/// Sets that are looked at together. As many can be read and written behind the last one.
pub(super) const AT_ONCE: usize = 16;

/// Some sets at a glance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Look {
    /// Does one have no cell? Then nothing else is said.
    pub(crate) is_dead: bool,
    /// Disjoint ones, at least: all that are met one after the other, or one more than clues are left.
    pub(crate) packed: u32,
    /// Their cells, if they are no more than clues are left.
    pub(crate) used: u32,
    /// The cells of those with just one.
    pub(crate) units: u32,
    /// The first of those with the fewest cells.
    pub(crate) branch: u32,
}

/// The sets one by one; without branches, since which way they went would be hard to predict.
#[inline(always)]
pub(super) fn one_by_one(sets: &[u32], alive: u32) -> Look {
    let (mut used, mut packed, mut units, mut min, mut branch) = (0, 0, 0, u32::MAX, 0);
    for set in sets {
        let set = set & alive;
        let size = set.count_ones();
        (min, branch) = if size < min { (size, set) } else { (min, branch) };
        units |= if size == 1 { set } else { 0 };
        let is_apart = set & used == 0;
        used |= if is_apart { set } else { 0 };
        packed += u32::from(is_apart);
    }
    if min == 0 {
        Look { is_dead: true, ..Look::default() }
    } else {
        Look { is_dead: false, packed, used, units, branch }
    }
}

/// Copies those of `n` sets from `from` on that none of `cells` hits to a place not before it, or after the last;
/// returns where they end.
#[inline(always)]
pub(super) fn copy_one_by_one(arena: &mut [u32], from: usize, n: usize, to: usize, cells: u32) -> usize {
    let mut end = to;
    for i in from..from + n {
        let set = arena[i];
        arena[end] = set;
        end += usize::from(set & cells == 0);
    }
    end
}

/// AVX-512 alone has what this needs: masks of lanes, and a way to pack the lanes of one. With AVX2, both are more work
/// than one by one.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::__m512i;

    use pulp::cast;
    use pulp::x86::V4;

    use super::{AT_ONCE, Look, one_by_one};

    /// The same as [`one_by_one`] of the first `n`.
    #[inline(always)]
    pub(in super::super) fn by_vectors(simd: V4, sets: &[u32], n: usize, alive: u32, left: u32) -> Look {
        match n {
            0..=16 => up_to::<1>(simd, sets, n, alive, left),
            17..=32 => up_to::<2>(simd, sets, n, alive, left),
            33..=48 => up_to::<3>(simd, sets, n, alive, left),
            49..=64 => up_to::<4>(simd, sets, n, alive, left),
            _ => one_by_one(&sets[..n], alive),
        }
    }

    #[inline(always)]
    fn load(sets: &[u32], from: usize) -> __m512i {
        let sets: &[u32; AT_ONCE] = sets[from..].first_chunk().expect("room for whole vectors");
        cast(*sets)
    }

    /// For at most N vectors of sets.
    #[inline(always)]
    fn up_to<const N: usize>(simd: V4, sets: &[u32], n: usize, alive: u32, left: u32) -> Look {
        let f = simd.avx512f;
        let there = u64::MAX >> (64 - n);
        // One bit for each set that has none of these cells.
        let disjoint = |sets: &[__m512i; N], others: &[__m512i; N]| {
            let mask = |i: usize| u64::from(f._mm512_testn_epi32_mask(sets[i], others[i])) << (AT_ONCE * i);
            (0..N).fold(0, |bits, i| bits | mask(i)) & there
        };
        let (is_alive, minus) = (f._mm512_set1_epi32(alive.cast_signed()), f._mm512_set1_epi32(-1));
        let all: [__m512i; N] = std::array::from_fn(|i| f._mm512_and_si512(load(sets, AT_ONCE * i), is_alive));
        if disjoint(&all, &all) != 0 {
            return Look { is_dead: true, ..Look::default() };
        }
        // Each set without its first cell, until one has no more. Most nodes have a set of three cells or fewer.
        let less = |sets: [__m512i; N]| sets.map(|sets| f._mm512_and_si512(sets, f._mm512_add_epi32(sets, minus)));
        let (two, three) = (less(all), less(less(all)));
        let mut rest = less(three);
        let one = disjoint(&two, &two);
        let mut few = if one != 0 { one } else { disjoint(&three, &three) };
        if few == 0 {
            few = disjoint(&rest, &rest);
        }
        while few == 0 {
            rest = less(rest);
            few = disjoint(&rest, &rest);
        }
        let branch = sets[few.trailing_zeros() as usize] & alive;
        let (mut units, mut ones) = (0, one);
        while ones != 0 {
            units |= sets[ones.trailing_zeros() as usize] & alive;
            ones &= ones - 1;
        }
        let (mut free, mut used, mut packed) = (there, 0, 0);
        while free != 0 && packed <= left {
            let set = sets[free.trailing_zeros() as usize] & alive;
            used |= set;
            packed += 1;
            free &= disjoint(&all, &[f._mm512_set1_epi32(set.cast_signed()); N]);
        }
        Look { is_dead: false, packed, used, units, branch }
    }

    /// The same as [`copy_one_by_one`](super::copy_one_by_one).
    #[inline(always)]
    pub(in super::super) fn copy_by_vectors(
        simd: V4,
        arena: &mut [u32],
        from: usize,
        n: usize,
        to: usize,
        cells: u32,
    ) -> usize {
        let f = simd.avx512f;
        let hit = f._mm512_set1_epi32(cells.cast_signed());
        let (mut end, mut i) = (to, 0);
        while i < n {
            let sets = load(arena, from + i);
            let kept = f._mm512_testn_epi32_mask(sets, hit) & (u16::MAX >> AT_ONCE.saturating_sub(n - i));
            let packed: [u32; AT_ONCE] = cast(f._mm512_maskz_compress_epi32(kept, sets));
            arena[end..end + AT_ONCE].copy_from_slice(&packed);
            end += kept.count_ones() as usize;
            i += AT_ONCE;
        }
        end
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{by_vectors, copy_by_vectors};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::group_bounds::Lanes;
    use super::*;

    /// Many small sets, and few of any size.
    fn some_sets() -> impl Strategy<Value = Vec<u32>> {
        let small =
            (any::<u32>(), 1..4u32).prop_map(|(bits, n)| (0..n).fold(0, |set, i| set | 1 << (bits >> (5 * i) & 26)));
        let set = prop_oneof![small, any::<u32>()];
        prop::collection::vec(set, 1..80)
    }

    /// What vectors say, with what one by one says.
    fn compare(simd: impl Lanes, sets: &[u32], alive: u32, left: u32, cells: u32) -> Result<(), TestCaseError> {
        let n = sets.len();
        let mut arena = sets.to_vec();
        arena.resize(3 * n + 2 * AT_ONCE, 7);
        let (mut wanted, found) = (one_by_one(sets, alive), simd.look(&arena, n, alive, left));
        if wanted.packed > left {
            prop_assert!(found.packed > left);
            (wanted.packed, wanted.used) = (found.packed, found.used);
        }
        prop_assert_eq!(found, wanted);
        for to in [0, n] {
            let (mut one, mut many) = (arena.clone(), arena.clone());
            let end = copy_one_by_one(&mut one, 0, n, to, cells);
            prop_assert_eq!(simd.copy_unhit(&mut many, 0, n, to, cells), end);
            prop_assert_eq!(&many[..end], &one[..end]);
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn vectors_see_what_one_by_one_does(
            sets in some_sets(), dead in any::<u32>(), less in any::<u32>(), left in 0..8u32, cells in any::<u32>(),
        ) {
            let alive = !(dead & less);
            let cells = cells & cells.rotate_left(7) & cells.rotate_left(13);
            compare(pulp::Scalar::new(), &sets, alive, left, cells)?;
            #[cfg(target_arch = "x86_64")]
            {
                if let Some(simd) = pulp::x86::V3::try_new() {
                    compare(simd, &sets, alive, left, cells)?;
                }
                if let Some(simd) = pulp::x86::V4::try_new() {
                    compare(simd, &sets, alive, left, cells)?;
                }
            }
        }
    }
}
