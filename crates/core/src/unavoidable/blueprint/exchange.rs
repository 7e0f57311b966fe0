//! Exchanges of the digits of a pattern, without a surrounding grid.

use crate::base::Digit;
use crate::sudoku::Shape;
use crate::unavoidable::pattern::Pattern;

/// The ways to fill the cells of a pattern again so that every house holds the same digits as before. The rest of the
/// grid does not matter: a digit that a house loses can only come from its own cells.
pub(super) struct Exchange {
    /// For each entry the row, column and box, numbered through.
    houses: Vec<[usize; 3]>,
    old: Vec<u32>,
    /// For each house the digits that it holds in the pattern.
    held: Vec<u32>,
}

impl Exchange {
    pub(super) fn new(shape: Shape, pattern: &Pattern) -> Self {
        let n = shape.n();
        let mut held = vec![0; 3 * n];
        let mut houses = Vec::with_capacity(pattern.len());
        for &(cell, digit) in pattern {
            let of_cell = [shape.row(cell), n + shape.column(cell), 2 * n + shape.box_of(cell)];
            of_cell.iter().for_each(|&house| held[house] |= 1 << digit.index());
            houses.push(of_cell);
        }
        Self { houses, old: pattern.iter().map(|(_, digit)| 1 << digit.index()).collect(), held }
    }

    /// The digits that the entries get when every one of them changes, if the pattern is a minimal unavoidable set.
    pub(super) fn of_minimal(&self) -> Option<Vec<Digit>> {
        let n = self.old.len();
        // Where some other filling keeps an entry, the pattern has an unavoidable set without that entry.
        if (0..n).any(|kept| self.other(Some(kept)).is_some()) {
            return None;
        }
        let new = self.other(None)?;
        Some(new.iter().map(|digit| Digit::from_index(digit.trailing_zeros() as usize)).collect())
    }

    /// A filling other than the pattern, in which the entry `kept` stays.
    fn other(&self, kept: Option<usize>) -> Option<Vec<u32>> {
        let (mut left, mut new) = (self.held.clone(), vec![0; self.old.len()]);
        if let Some(kept) = kept {
            self.houses[kept].iter().for_each(|&house| left[house] &= !self.old[kept]);
            new[kept] = self.old[kept];
        }
        self.fill(&mut left, &mut new).then_some(new)
    }

    /// `left` are the digits that each house has still to place, `new` the digits placed.
    fn fill(&self, left: &mut [u32], new: &mut [u32]) -> bool {
        let fits = |left: &[u32], i: usize| self.houses[i].iter().fold(u32::MAX, |all, &house| all & left[house]);
        let open = (0..new.len()).filter(|&i| new[i] == 0);
        let Some(i) = open.min_by_key(|&i| fits(left, i).count_ones()) else { return new != self.old };
        let mut digits = fits(left, i);
        while digits != 0 {
            let digit = digits & digits.wrapping_neg();
            digits &= digits - 1;
            self.houses[i].iter().for_each(|&house| left[house] &= !digit);
            new[i] = digit;
            let filled = self.fill(left, new);
            self.houses[i].iter().for_each(|&house| left[house] |= digit);
            if filled {
                return true;
            }
            new[i] = 0;
        }
        false
    }
}
