//! Locked candidates: all places of a digit in one house are in a second house, so the rest of the second house does
//! not have the digit.

use super::{Deduction, Find, House, Position, Technique, words};

/// Pointing goes from boxes to lines, claiming from lines to boxes.
pub(super) struct Locked {
    technique: Technique,
    from_box: bool,
}

impl Locked {
    pub(super) const POINTING: Self = Self { technique: Technique::Pointing, from_box: true };
    pub(super) const CLAIMING: Self = Self { technique: Technique::Claiming, from_box: false };
}

impl Find for Locked {
    fn find(&self, position: &Position) -> Option<Deduction> {
        let is_from = |house: &House| matches!(house, House::Box(_)) == self.from_box;
        let (from, to): (Vec<_>, Vec<_>) = position.houses().iter().partition(|(house, _)| is_from(house));
        from.iter().find_map(|(first, inside)| {
            position.digits().find_map(|digit| {
                let places = position.places(digit) & *inside;
                let second = to.iter().filter(|(_, cells)| !places.is_empty() && places.is_subset(cells));
                second.into_iter().find_map(|(second, cells)| {
                    let removed = position.of_digit(digit, *cells - *inside);
                    Deduction::remove(position, self.technique, removed, || {
                        format!("in {first}, {} is in {second} only", words::digit(position, digit))
                    })
                })
            })
        })
    }
}
