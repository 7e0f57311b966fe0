//! The cell sets of a shape, as bit sets.

use crate::base::{Cell, CellSet, Index};

use super::shape::{House, Shape};
use super::variant::Variant;

/// The houses and peers of a shape or a variant, as cell sets. All n * n cells must fit into `W` words.
#[derive(Clone, Debug)]
pub struct Geometry<const W: usize> {
    variant: Variant,
    all: CellSet<W>,
    houses: Vec<CellSet<W>>,
    peers: Vec<CellSet<W>>,
}

impl<const W: usize> Geometry<W> {
    /// The geometry of `shape`.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Self::of(Variant::plain(shape))
    }

    /// The geometry of a variant.
    #[must_use]
    pub fn of(variant: Variant) -> Self {
        let shape = variant.shape();
        // The boxes of a Latin square repeat its lines.
        let distinct = if shape.is_latin() { 2 * shape.n() } else { 3 * shape.n() };
        let houses: Vec<CellSet<W>> = shape
            .houses()
            .take(distinct)
            .map(|house| shape.cells().filter(|&cell| shape.is_in(cell, house)).collect())
            .chain(variant.houses().iter().map(|house| house.cells.iter().copied().collect()))
            .collect();
        let peers = shape
            .cells()
            .map(|cell| {
                let around = houses.iter().filter(|h| h.contains(cell)).fold(CellSet::EMPTY, |all, h| all | *h);
                let moves: CellSet<W> = variant.moves(cell).iter().copied().collect();
                (around | moves) - CellSet::only(cell)
            })
            .collect();
        Self { variant, all: CellSet::first_n(shape.n_cells()), houses, peers }
    }

    #[must_use]
    pub fn shape(&self) -> Shape {
        self.variant.shape()
    }

    /// The rules of its grids.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    #[must_use]
    pub fn all(&self) -> CellSet<W> {
        self.all
    }

    /// The distinct houses: rows, columns, boxes (unless it is a Latin square), and those of the variant.
    #[must_use]
    pub fn houses(&self) -> &[CellSet<W>] {
        &self.houses
    }

    /// The cells that share a house with `cell` or are a move away, without `cell` itself.
    #[inline]
    #[must_use]
    pub fn peers(&self, cell: Cell) -> CellSet<W> {
        self.peers[cell.get()]
    }

    /// The cells of a house.
    #[must_use]
    pub fn house(&self, house: House) -> CellSet<W> {
        let shape = self.shape();
        shape.cells().filter(|&cell| shape.is_in(cell, house)).collect()
    }

    /// The cells of band `i`.
    #[must_use]
    pub fn band(&self, i: usize) -> CellSet<W> {
        self.shape().cells().filter(|&cell| self.shape().band(cell) == i).collect()
    }

    /// The cells of stack `i`.
    #[must_use]
    pub fn stack(&self, i: usize) -> CellSet<W> {
        self.shape().cells().filter(|&cell| self.shape().stack(cell) == i).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_of_the_usual_sudoku_has_twenty_peers() {
        let geometry = Geometry::<2>::new(Shape::NINE);
        assert!(Shape::NINE.cells().all(|cell| geometry.peers(cell).len() == 20));
        assert_eq!(geometry.houses().len(), 27);
    }

    #[test]
    fn a_latin_square_has_no_boxes_of_its_own() {
        let geometry = Geometry::<1>::new(Shape::new(1, 5).expect("a shape"));
        assert_eq!(geometry.houses().len(), 10);
        assert_eq!(geometry.peers(Cell::new(0)).len(), 8);
    }
}
