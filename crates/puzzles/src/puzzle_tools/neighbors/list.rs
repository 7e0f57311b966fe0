//! Lists of solutions, and the clues that only one of them has.

use rustc_hash::FxHashSet;

use crate::base::Digit;
use crate::sudoku::Shape;

/// Solutions as their digits and as bits, one for each cell and digit.
pub(super) struct List {
    n_digits: usize,
    n_cells: usize,
    /// Words of a solution's bits.
    words: usize,
    digits: Vec<Digit>,
    bits: Vec<u64>,
    pub(super) n: usize,
}

impl List {
    pub(super) fn new(shape: Shape) -> Self {
        let words = (shape.n_cells() * shape.n()).div_ceil(64);
        Self { n_digits: shape.n(), n_cells: shape.n_cells(), words, digits: Vec::new(), bits: Vec::new(), n: 0 }
    }

    pub(super) fn push(&mut self, digits: &[Digit]) {
        self.digits.extend_from_slice(digits);
        let start = self.bits.len();
        self.bits.resize(start + self.words, 0);
        for (at, digit) in digits.iter().enumerate() {
            let bit = at * self.n_digits + digit.index();
            self.bits[start + bit / 64] |= 1 << (bit % 64);
        }
        self.n += 1;
    }

    pub(super) fn digit(&self, solution: u32, at: usize) -> Digit {
        self.digits[solution as usize * self.n_cells + at]
    }

    pub(super) fn has(&self, bits: &[u64], at: usize, digit: Digit) -> bool {
        let bit = at * self.n_digits + digit.index();
        bits[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// The clues that one solution has, and those that several have.
    fn once_and_more(&self, solutions: &[u32]) -> (Vec<u64>, Vec<u64>) {
        let (mut some, mut several) = (vec![0; self.words], vec![0; self.words]);
        for &solution in solutions {
            let start = solution as usize * self.words;
            for (word, (some, several)) in
                self.bits[start..][..self.words].iter().zip(some.iter_mut().zip(&mut several))
            {
                *several |= *some & word;
                *some |= word;
            }
        }
        (some, several)
    }

    pub(super) fn of_one_alone(&self, solutions: &[u32]) -> Vec<u64> {
        let (some, several) = self.once_and_more(solutions);
        some.iter().zip(&several).map(|(some, several)| some & !several).collect()
    }
}

/// The clues that some solution has, and those that several have, updated with each solution.
pub(super) struct Seen {
    some: Vec<u64>,
    pub(super) several: Vec<u64>,
    solutions: FxHashSet<Box<[Digit]>>,
}

impl Seen {
    pub(super) fn new(list: &List) -> Self {
        let all: Vec<u32> = (0..list.n as u32).collect();
        let (some, several) = list.once_and_more(&all);
        let solutions = list.digits.chunks(list.n_cells).map(Into::into).collect();
        Self { some, several, solutions }
    }

    pub(super) fn add(&mut self, list: &List, digits: Box<[Digit]>) {
        if self.solutions.contains(&digits) {
            return;
        }
        for (at, digit) in digits.iter().enumerate() {
            let bit = at * list.n_digits + digit.index();
            let mask = 1 << (bit % 64);
            self.several[bit / 64] |= self.some[bit / 64] & mask;
            self.some[bit / 64] |= mask;
        }
        self.solutions.insert(digits);
    }
}
