//! Bit sets of a fixed width, over a typed index.
//!
//! The width is a number of 64-bit words and a constant of the type, so a set is a plain value without allocation, and
//! the compiler unrolls every loop: `W = 2` holds the 81 cells of a 9x9 grid, and `W = 10` the 625 of a 25x25 grid.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Sub, SubAssign};

use super::ids::{Cell, Index, SetId};

/// A set of indices below `64 * W`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits<I, const W: usize> {
    words: [u64; W],
    index: PhantomData<I>,
}

/// A set of cells.
pub type CellSet<const W: usize> = Bits<Cell, W>;

/// Sorts sets by size, then by their cells.
///
/// Like all functions that sort sets, it is generic only in the width, because each instance contains a complete
/// sorting algorithm.
#[inline(never)]
pub fn sort_by_size<const W: usize>(sets: &mut [CellSet<W>]) {
    sets.sort_unstable_by_key(|set| (set.len(), *set));
}

/// Returns the sets that contain no other set, without duplicates, sorted by size, then by their cells.
#[must_use]
#[inline(never)]
pub fn minimal_sets<const W: usize>(mut sets: Vec<CellSet<W>>) -> Vec<CellSet<W>> {
    sort_by_size(&mut sets);
    if sets.first().is_some_and(CellSet::is_empty) {
        sets.truncate(1);
    }
    // A set inside another one begins with a cell of it, so few are looked at.
    let mut by_first: Vec<Vec<CellSet<W>>> = vec![Vec::new(); CellSet::<W>::CAPACITY];
    sets.retain(|set| {
        let is_minimal = !set.iter().flat_map(|cell| &by_first[cell.get()]).any(|smaller| smaller.is_subset(set));
        if let Some(first) = set.first().filter(|_| is_minimal) {
            by_first[first.get()].push(*set);
        }
        is_minimal
    });
    sets
}

/// A set of set numbers, such as the sets that one cell hits.
pub type SetBits<const W: usize> = Bits<SetId, W>;

impl<I: Index, const W: usize> Bits<I, W> {
    pub const EMPTY: Self = Self { words: [0; W], index: PhantomData };

    /// The number of different indices that the type can hold.
    pub const CAPACITY: usize = 64 * W;

    /// The set of the first `n` indices, `0..n`. `n` must not exceed [`Self::CAPACITY`].
    #[must_use]
    pub fn first_n(n: usize) -> Self {
        assert!(n <= Self::CAPACITY, "{n} indices do not fit into {W} words");
        let mut set = Self::EMPTY;
        for (w, word) in set.words.iter_mut().enumerate() {
            let here = n.saturating_sub(64 * w).min(64);
            *word = if here == 64 { u64::MAX } else { (1 << here) - 1 };
        }
        set
    }

    /// The set with this single member.
    #[inline]
    #[must_use]
    pub fn only(i: I) -> Self {
        let mut set = Self::EMPTY;
        set.insert(i);
        set
    }

    #[inline]
    pub fn insert(&mut self, i: I) {
        self.words[i.get() / 64] |= 1 << (i.get() % 64);
    }

    #[inline]
    pub fn remove(&mut self, i: I) {
        self.words[i.get() / 64] &= !(1 << (i.get() % 64));
    }

    /// Returns whether `i` is a member.
    #[inline]
    #[must_use]
    pub fn contains(&self, i: I) -> bool {
        self.words[i.get() / 64] >> (i.get() % 64) & 1 == 1
    }

    /// Returns whether the set has no members.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().fold(0, |any, w| any | w) == 0
    }

    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Returns whether the two sets have a common member.
    #[inline]
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// Returns whether every member of `self` is a member of `other`.
    #[inline]
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        (*self - *other).is_empty()
    }

    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<I> {
        self.words.iter().enumerate().find(|(_, w)| **w != 0).map(|(k, w)| I::new(64 * k + w.trailing_zeros() as usize))
    }

    /// The single member of a set of size 1; `None` for all other sets.
    #[inline]
    #[must_use]
    pub fn single(&self) -> Option<I> {
        let mut found = None;
        for (k, w) in self.words.iter().enumerate() {
            if *w != 0 {
                if found.is_some() || w & (w - 1) != 0 {
                    return None;
                }
                found = Some(I::new(64 * k + w.trailing_zeros() as usize));
            }
        }
        found
    }

    /// Returns whether the set has at most one member.
    #[inline]
    #[must_use]
    pub fn at_most_one(&self) -> bool {
        let mut seen = false;
        for w in &self.words {
            if *w != 0 {
                if seen || w & (w - 1) != 0 {
                    return false;
                }
                seen = true;
            }
        }
        true
    }

    /// Returns an iterator over the members, ascending.
    #[inline]
    pub fn iter(&self) -> Ones<I, W> {
        Ones { rest: *self }
    }

    /// Returns an iterator over the common members of two sets, ascending.
    #[inline]
    pub fn iter_and(&self, other: &Self) -> Ones<I, W> {
        (*self & *other).iter()
    }

    /// The words, lowest indices first.
    #[inline]
    #[must_use]
    pub fn words(&self) -> &[u64; W] {
        &self.words
    }

    /// The set with these words, lowest indices first.
    #[inline]
    #[must_use]
    pub fn from_words(words: [u64; W]) -> Self {
        Self { words, index: PhantomData }
    }

    /// Returns the same set with another number of words.
    ///
    /// # Panics
    /// If a member does not fit.
    #[inline]
    #[must_use]
    pub fn resized<const V: usize>(&self) -> Bits<I, V> {
        let (kept, beyond) = self.words.split_at(W.min(V));
        assert!(beyond.iter().all(|word| *word == 0), "a member does not fit into {V} words");
        let mut words = [0; V];
        words[..kept.len()].copy_from_slice(kept);
        Bits { words, index: PhantomData }
    }

    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.words;
        for (a, b) in words.iter_mut().zip(other.words) {
            *a = f(*a, b);
        }
        Self { words, index: PhantomData }
    }
}

impl<I: Index, const W: usize> Default for Bits<I, W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

macro_rules! operator {
    ($trait:ident $method:ident, $($assign:ident $assign_method:ident,)? |$a:ident, $b:ident| $body:expr) => {
        impl<I: Index, const W: usize> $trait for Bits<I, W> {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                self.zip(other, |$a, $b| $body)
            }
        }
        $(impl<I: Index, const W: usize> $assign for Bits<I, W> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        })?
    };
}
operator!(BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
operator!(BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
operator!(BitXor bitxor, |a, b| a ^ b);
operator!(Sub sub, SubAssign sub_assign, |a, b| a & !b);

impl<I: Index, const W: usize> FromIterator<I> for Bits<I, W> {
    fn from_iter<T: IntoIterator<Item = I>>(members: T) -> Self {
        let mut set = Self::EMPTY;
        for i in members {
            set.insert(i);
        }
        set
    }
}

impl<I: Index, const W: usize> IntoIterator for &Bits<I, W> {
    type Item = I;
    type IntoIter = Ones<I, W>;
    fn into_iter(self) -> Ones<I, W> {
        self.iter()
    }
}

impl<I: Index, const W: usize> IntoIterator for Bits<I, W> {
    type Item = I;
    type IntoIter = Ones<I, W>;
    fn into_iter(self) -> Ones<I, W> {
        self.iter()
    }
}

impl<I: Index, const W: usize> fmt::Debug for Bits<I, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// An iterator over the members of a [`Bits`], ascending.
#[derive(Clone, Debug)]
pub struct Ones<I: Index, const W: usize> {
    rest: Bits<I, W>,
}

impl<I: Index, const W: usize> Iterator for Ones<I, W> {
    type Item = I;

    #[inline]
    fn next(&mut self) -> Option<I> {
        // From the first word every time: W is small, and no position need be kept between calls.
        for (k, w) in self.rest.words.iter_mut().enumerate() {
            if *w != 0 {
                let bit = w.trailing_zeros() as usize;
                *w &= *w - 1;
                return Some(I::new(64 * k + bit));
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.rest.len();
        (n, Some(n))
    }
}

impl<I: Index, const W: usize> ExactSizeIterator for Ones<I, W> {}

/// Returns the positions of the ones of a word, ascending.
#[inline(always)]
pub fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    use super::*;

    fn set(members: &BTreeSet<usize>) -> CellSet<2> {
        members.iter().map(|&i| Cell::new(i)).collect()
    }

    fn members() -> impl Strategy<Value = BTreeSet<usize>> {
        prop::collection::btree_set(0usize..128, 0..40)
    }

    proptest! {
        /// Every operation agrees with the tree set of the standard library.
        #[test]
        fn agrees_with_a_tree_set(a in members(), b in members()) {
            let (x, y) = (set(&a), set(&b));
            prop_assert_eq!(x & y, set(&(&a & &b)));
            prop_assert_eq!(x | y, set(&(&a | &b)));
            prop_assert_eq!(x - y, set(&(&a - &b)));
            prop_assert_eq!(x ^ y, set(&(&a ^ &b)));
            prop_assert_eq!(x.len(), a.len());
            prop_assert_eq!(x.is_empty(), a.is_empty());
            prop_assert_eq!(x.is_subset(&y), a.is_subset(&b));
            prop_assert_eq!(x.intersects(&y), !a.is_disjoint(&b));
            prop_assert_eq!(x.first().map(Index::get), a.first().copied());
            prop_assert_eq!(x.single().is_some(), a.len() == 1);
            prop_assert_eq!(x.at_most_one(), a.len() <= 1);
            prop_assert_eq!(x.iter().map(Index::get).collect::<Vec<_>>(), a.iter().copied().collect::<Vec<_>>());
        }

        #[test]
        fn another_number_of_words_changes_no_member(a in members()) {
            let wide = set(&a).resized::<5>();
            prop_assert_eq!(wide.iter().map(Index::get).collect::<Vec<_>>(), a.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(wide.resized::<2>(), set(&a));
        }

        #[test]
        fn the_first_n(n in 0usize..=128) {
            prop_assert_eq!(CellSet::<2>::first_n(n), (0..n).map(Cell::new).collect());
        }
    }
}
