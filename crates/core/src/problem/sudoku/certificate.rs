//! The contents of a certificate of a grid.
//!
//! A plain grid is written as such. A grid of a variant is written as an exact cover problem if the variant has only
//! houses, otherwise as a linear model, in which cells a move apart may not have the same digit. So neither the checker
//! nor the reader of a certificate has to know variants.

use crate::base::{Cell, CellPermutation, CellSet, Index, Pace, Stop};
use crate::problem::certifiable::told;
use crate::problem::{Certifiable, Witness};
use crate::proof::{Instance, LinearInstance, LinearRow};
use crate::sudoku::{Large, Shape};

use super::SudokuClues;

impl<const W: usize> SudokuClues<W> {
    /// For each cell and digit the items that they cover: the cell, and of each house the digit.
    fn options(&self) -> Vec<Vec<usize>> {
        let (n, shape) = (self.shape().n(), self.shape());
        let option = |cell: Cell, digit: usize| {
            let own = self.geometry.houses().iter().enumerate().filter(|(_, house)| house.contains(cell));
            std::iter::once(cell.get()).chain(own.map(|(i, _)| (n + i) * n + digit)).collect()
        };
        shape.cells().flat_map(|cell| (0..n).map(move |digit| (cell, digit))).map(|(c, d)| option(c, d)).collect()
    }

    /// The variables that are 1 in the target, one a cell.
    fn ones(&self) -> Vec<usize> {
        self.shape().cells().map(|cell| self.x(cell, self.grid.get(cell)).get()).collect()
    }

    /// Every item is covered once, and cells a move apart are not equal.
    #[inline(never)]
    pub(super) fn linear_instance(&self) -> LinearInstance {
        let n = self.shape().n();
        let options = self.options();
        let mut items = vec![Vec::new(); (n + self.geometry.houses().len()) * n];
        for (option, own) in options.iter().enumerate() {
            own.iter().for_each(|&item| items[item].push(option));
        }
        let row = |vars: &[usize], a, rhs| LinearRow { terms: vars.iter().map(|&var| (var, a)).collect(), rhs };
        let once = items.iter().flat_map(|vars| [row(vars, 1, 1), row(vars, -1, -1)]);
        let apart = self
            .pairs()
            .flat_map(|(a, b)| (0..n).map(move |digit| row(&[a.get() * n + digit, b.get() * n + digit], -1, -1)));
        let rows = once.chain(apart).collect();
        LinearInstance { n_vars: options.len(), rows, ones: self.ones(), cells: self.ones(), shown: self.ones() }
    }
}

impl<const W: usize> Certifiable<W> for SudokuClues<W> {
    #[inline(never)]
    fn instance(&self) -> Instance {
        let (shape, variant) = (self.shape(), self.variant());
        if variant.has_moves() {
            return Instance::Model(self.linear_instance());
        }
        if !variant.is_plain() {
            let n_items = (shape.n() + self.geometry.houses().len()) * shape.n();
            return Instance::ExactCover { n_items, options: self.options(), target: self.ones() };
        }
        let digits = self.grid.digits().iter().map(|digit| digit.value()).collect();
        Instance::Sudoku { box_rows: shape.box_rows(), box_columns: shape.box_cols(), digits }
    }

    fn replacement(&self, set: CellSet<W>, witness: &Witness) -> Vec<usize> {
        let n = self.shape().n();
        let new = |cell: Cell| cell.get() * n + usize::from(witness.0[cell.get()]) - 1;
        if !self.variant().has_moves() {
            return set.iter().map(new).collect();
        }
        // Of a linear model all variables that change are listed, those of the cells too.
        let both = |cell: Cell| {
            let (old, new) = (self.x(cell, self.grid.get(cell)).get(), new(cell));
            [old.min(new), old.max(new)]
        };
        set.iter().flat_map(both).collect()
    }

    /// Of 9x9 and smaller grids none are needed.
    #[inline(never)]
    fn refutation(&self, puzzle: CellSet<W>, pace: &mut Pace) -> Result<Vec<Vec<usize>>, Stop> {
        let n = self.shape().n();
        if n <= Shape::NINE.n() {
            return Ok(Vec::new());
        }
        let mut large = Large::of(self.variant(), self.grid.digits());
        let clauses = large.refutation(puzzle, pace)?.unwrap_or_default();
        Ok(told(clauses, |var| self.grid.get(Cell::new(var / n)).index() == var % n))
    }

    fn item_images(&self, symmetry: &CellPermutation) -> Vec<usize> {
        let shape = self.shape();
        let n = shape.n();
        let mut digit_images = vec![0; n];
        for cell in shape.cells() {
            digit_images[self.grid.get(cell).index()] = self.grid.get(symmetry.apply(cell)).index();
        }
        if self.variant().has_moves() {
            // Of a linear model, those of the variables.
            let of_cell = |cell: Cell| digit_images.iter().map(move |image| symmetry.apply(cell).get() * n + image);
            return shape.cells().flat_map(of_cell).collect();
        }
        // The items in their order: cells, then (house, digit). A house's image is the house of its cells' images; a
        // region may have the cells of a row, and each of the two has an image of its own.
        let houses = self.geometry.houses();
        let mut is_taken = vec![false; houses.len()];
        let mut images: Vec<usize> = shape.cells().map(|cell| symmetry.apply(cell).get()).collect();
        for house in houses {
            let there = symmetry.apply_set(*house);
            let image = (0..houses.len()).find(|&i| !is_taken[i] && houses[i] == there).unwrap_or(0);
            is_taken[image] = true;
            images.extend(digit_images.iter().map(|digit| (n + image) * n + digit));
        }
        images
    }
}
