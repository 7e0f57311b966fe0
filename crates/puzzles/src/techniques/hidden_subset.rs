//! Hidden pairs, triples and quads: some digits of a house have only as many places as there are digits, so these
//! places have no other digits.

use crate::base::Digit;

use super::combinations::combinations;
use super::{Candidate, Cells, Deduction, Digits, Find, Position, Technique, words};

/// Hidden subsets of one size.
pub(super) struct HiddenSubset {
    technique: Technique,
    size: usize,
}

impl HiddenSubset {
    pub(super) const PAIR: Self = Self { technique: Technique::HiddenPair, size: 2 };
    pub(super) const TRIPLE: Self = Self { technique: Technique::HiddenTriple, size: 3 };
    pub(super) const QUAD: Self = Self { technique: Technique::HiddenQuad, size: 4 };
}

impl Find for HiddenSubset {
    fn find(&self, position: &Position) -> Option<Deduction> {
        position.houses().iter().find_map(|(house, inside)| {
            let few = |digit: &Digit| (1..=self.size).contains(&(position.places(*digit) & *inside).len());
            let digits: Vec<Digit> = position.digits().filter(few).collect();
            combinations(&digits, self.size, &mut |chosen| {
                let cells = chosen.iter().fold(Cells::EMPTY, |all, &digit| all | (position.places(digit) & *inside));
                if cells.len() != self.size {
                    return None;
                }
                let chosen: Digits = chosen.iter().copied().collect();
                let of_cell = |cell| position.candidates(cell).minus(chosen).iter().map(move |d| (cell, d));
                let removed = cells.iter().flat_map(of_cell).map(|(cell, digit)| Candidate { cell, digit }).collect();
                Deduction::remove(position, self.technique, removed, || {
                    let (digits, cells) = (words::digits(position, chosen), words::cells(position, cells));
                    format!("in {house}, {digits} are in {cells} only")
                })
            })
        })
    }
}
