//! Minlex forms under the symmetries of a variant.
//!
//! A variant has few symmetries, so each of them is tried; the digits of the image are renamed in the order of their
//! first occurrence. The smallest of these images is the form. It differs from the form of the shape, whose symmetries
//! would break the rules.

use crate::base::{Digit, Group, Index};
use crate::sudoku::canon::Minlex;
use crate::sudoku::grid::Puzzle;
use crate::sudoku::transform::Transform;

use super::Variant;

impl Variant {
    /// Returns the minlex form of a puzzle, or of a grid as a puzzle of all its cells, under `symmetries`, which must
    /// be those of [`Self::symmetries`], and all renamings of the digits. Digits that it does not contain get the
    /// remaining names, in ascending order.
    ///
    /// # Panics
    /// If the puzzle has another shape.
    #[must_use]
    pub fn minlex(&self, puzzle: &Puzzle, symmetries: &Group) -> Minlex<Puzzle> {
        assert_eq!(self.shape, puzzle.shape());
        let n = self.shape.n();
        let mut best: Vec<u8> = vec![u8::MAX; self.shape.n_cells()];
        let (mut chosen, mut n_best) = (0, 0);
        let mut image = vec![None; self.shape.n_cells()];
        for (at, symmetry) in symmetries.elements().iter().enumerate() {
            for cell in self.shape.cells() {
                image[symmetry.apply(cell).get()] = puzzle.get(cell);
            }
            let mut names = Names::new(n);
            let form = image.iter().map(|clue| clue.map_or(0, |digit| names.of(digit)));
            // Compared as it is made: most images are larger after a few cells.
            let mut order = std::cmp::Ordering::Equal;
            let mut written: Vec<u8> = Vec::new();
            for (value, least) in form.zip(&best) {
                if order.is_eq() {
                    order = value.cmp(least);
                    if order.is_gt() {
                        break;
                    }
                }
                written.push(value);
            }
            match order {
                std::cmp::Ordering::Less => {
                    (best, chosen, n_best) = (written, at, 1);
                }
                std::cmp::Ordering::Equal => n_best += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
        let symmetry = &symmetries.elements()[chosen];
        for cell in self.shape.cells() {
            image[symmetry.apply(cell).get()] = puzzle.get(cell);
        }
        let mut names = Names::new(n);
        for digit in image.iter().flatten() {
            names.of(*digit);
        }
        let transform = Transform::new(self.shape, symmetry.clone(), names.all());
        Minlex { form: transform.puzzle(puzzle), transform, n_automorphisms: n_best }
    }
}

/// Names of digits in the order in which they come, from 1; 0 is none yet.
struct Names {
    names: Vec<u8>,
    n_given: u8,
}

impl Names {
    fn new(n: usize) -> Self {
        Self { names: vec![0; n], n_given: 0 }
    }

    fn of(&mut self, digit: Digit) -> u8 {
        let name = &mut self.names[digit.index()];
        if *name == 0 {
            self.n_given += 1;
            *name = self.n_given;
        }
        *name
    }

    /// The name of each digit; those without one get the rest.
    fn all(mut self) -> Box<[Digit]> {
        for i in 0..self.names.len() {
            self.of(Digit::from_index(i));
        }
        self.names.iter().map(|name| Digit::new(usize::from(*name))).collect()
    }
}
