//! Full houses, hidden singles and naked singles.

use super::{Candidate, Cells, Deduction, Find, House, Position, Technique, words};

/// One cell of a house is left.
pub(super) struct FullHouse;

impl Find for FullHouse {
    fn find(&self, position: &Position) -> Option<Deduction> {
        let empty: Cells = position.empty_cells().collect();
        position.houses().iter().find_map(|(house, cells)| {
            let cell = (empty & *cells).single()?;
            let digit = position.candidates(cell).single()?;
            let why = format!("it is the last empty cell of {house}");
            Some(Deduction::place(position, Technique::FullHouse, Candidate { cell, digit }, &why))
        })
    }
}

/// A digit has one place in a house: boxes first, as people look.
pub(super) struct HiddenSingle;

impl Find for HiddenSingle {
    fn find(&self, position: &Position) -> Option<Deduction> {
        let houses = position.houses().iter();
        let (boxes, lines): (Vec<_>, Vec<_>) = houses.partition(|(house, _)| matches!(house, House::Box(_)));
        boxes.into_iter().chain(lines).find_map(|(house, cells)| {
            position.digits().find_map(|digit| {
                let cell = (position.places(digit) & cells).single()?;
                let why = format!("it is the only place for {} in {house}", words::digit(position, digit));
                Some(Deduction::place(position, Technique::HiddenSingle, Candidate { cell, digit }, &why))
            })
        })
    }
}

/// A cell has one candidate.
pub(super) struct NakedSingle;

impl Find for NakedSingle {
    fn find(&self, position: &Position) -> Option<Deduction> {
        position.empty_cells().find_map(|cell| {
            let digit = position.candidates(cell).single()?;
            let why = "no other digit is left for this cell";
            Some(Deduction::place(position, Technique::NakedSingle, Candidate { cell, digit }, why))
        })
    }
}
