//! Naked pairs, triples and quads: some cells of a house have only as many digits as there are cells, so the other
//! cells do not have these digits.

use crate::base::Cell;

use super::combinations::combinations;
use super::{Cells, Deduction, Digits, Find, Position, Technique, words};

/// Naked subsets of one size.
pub(super) struct NakedSubset {
    technique: Technique,
    size: usize,
}

impl NakedSubset {
    pub(super) const PAIR: Self = Self { technique: Technique::NakedPair, size: 2 };
    pub(super) const TRIPLE: Self = Self { technique: Technique::NakedTriple, size: 3 };
    pub(super) const QUAD: Self = Self { technique: Technique::NakedQuad, size: 4 };
}

impl Find for NakedSubset {
    fn find(&self, position: &Position) -> Option<Deduction> {
        position.houses().iter().find_map(|(house, inside)| {
            let few = |cell: &Cell| (1..=self.size).contains(&position.candidates(*cell).len());
            let cells: Vec<Cell> = inside.iter().filter(few).collect();
            combinations(&cells, self.size, &mut |chosen| {
                let digits = chosen.iter().fold(Digits::EMPTY, |all, &cell| all.union(position.candidates(cell)));
                if digits.len() != self.size {
                    return None;
                }
                let chosen: Cells = chosen.iter().copied().collect();
                let around = position.common_peers(chosen);
                let removed = digits.iter().flat_map(|digit| position.of_digit(digit, around)).collect();
                Deduction::remove(position, self.technique, removed, || {
                    let (cells, digits) = (words::cells(position, chosen), words::digits(position, digits));
                    format!("{cells} of {house} have {digits} between them")
                })
            })
        })
    }
}
