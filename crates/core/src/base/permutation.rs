//! Permutations of the cells of a problem.

use super::bits::CellSet;
use super::ids::{Cell, Index};

/// A bijection of the cells `0..n` onto themselves.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CellPermutation {
    images: Box<[Cell]>,
}

impl CellPermutation {
    /// The identity on `n_cells` cells.
    #[must_use]
    pub fn identity(n_cells: usize) -> Self {
        Self { images: (0..n_cells).map(Cell::new).collect() }
    }

    /// The permutation that maps cell `i` to `images[i]`; `None` unless every cell of `0..images.len()` occurs in it
    /// exactly once.
    #[must_use]
    pub fn new(images: impl Into<Box<[Cell]>>) -> Option<Self> {
        let images = images.into();
        let mut seen = vec![false; images.len()];
        for image in &images {
            if std::mem::replace(seen.get_mut(image.get())?, true) {
                return None;
            }
        }
        Some(Self { images })
    }

    /// The number of cells that it acts on.
    #[must_use]
    pub fn n_cells(&self) -> usize {
        self.images.len()
    }

    /// The image of a cell, which must be below [`Self::n_cells`].
    #[inline]
    #[must_use]
    pub fn apply(&self, cell: Cell) -> Cell {
        self.images[cell.get()]
    }

    /// The images of all cells of a set.
    #[inline]
    #[must_use]
    pub fn apply_set<const W: usize>(&self, set: CellSet<W>) -> CellSet<W> {
        set.iter().map(|cell| self.apply(cell)).collect()
    }

    /// The product that applies `first` and then `self`. Both must act on the same number of cells.
    #[must_use]
    pub fn compose(&self, first: &Self) -> Self {
        assert_eq!(self.n_cells(), first.n_cells());
        Self { images: first.images.iter().map(|cell| self.apply(*cell)).collect() }
    }

    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut images: Box<[Cell]> = self.images.clone();
        for (i, image) in self.images.iter().enumerate() {
            images[image.get()] = Cell::new(i);
        }
        Self { images }
    }

    /// Returns whether every cell is mapped to itself.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.images.iter().enumerate().all(|(i, image)| image.get() == i)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn permutation(n: usize) -> impl Strategy<Value = CellPermutation> {
        Just((0..n).map(Cell::new).collect::<Vec<_>>())
            .prop_shuffle()
            .prop_map(|images| CellPermutation::new(images).expect("a shuffle is a bijection"))
    }

    #[test]
    fn only_bijections_are_permutations() {
        let of = |images: &[usize]| CellPermutation::new(images.iter().map(|&i| Cell::new(i)).collect::<Vec<_>>());
        assert_eq!(of(&[0, 1, 2]), Some(CellPermutation::identity(3)));
        assert!(of(&[2, 0, 1]).is_some());
        assert_eq!(of(&[2, 0, 2]), None);
        assert_eq!(of(&[1, 2, 3]), None);
    }

    proptest! {
        #[test]
        fn products_and_inverses(p in permutation(81), q in permutation(81), cells in prop::collection::vec(0usize..81, 0..30)) {
            let set: CellSet<2> = cells.into_iter().map(Cell::new).collect();
            prop_assert!(p.compose(&p.inverse()).is_identity());
            prop_assert!(p.inverse().compose(&p).is_identity());
            prop_assert_eq!(p.compose(&q).apply_set(set), p.apply_set(q.apply_set(set)));
            prop_assert_eq!(p.compose(&q).inverse(), q.inverse().compose(&p.inverse()));
            prop_assert_eq!(p.apply_set(set).len(), set.len());
            prop_assert_eq!(p.is_identity(), p == CellPermutation::identity(81));
        }
    }
}
