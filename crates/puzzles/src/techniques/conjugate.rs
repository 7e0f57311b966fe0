//! Conjugate pairs: the two places of a digit in a house that has only two. If one is false, the other is true.

use crate::base::{Cell, Digit};

use super::{House, Position};

/// Two places of a digit, and the house that has no third one.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConjugatePair {
    pub(super) house: House,
    pub(super) ends: [Cell; 2],
}

impl ConjugatePair {
    /// All of one digit, in the order of the houses.
    pub(super) fn all(position: &Position, digit: Digit) -> Vec<Self> {
        let of_house = |&(house, cells): &(House, _)| {
            let mut places = (position.places(digit) & cells).iter();
            match (places.next(), places.next(), places.next()) {
                (Some(a), Some(b), None) => Some(Self { house, ends: [a, b] }),
                _ => None,
            }
        };
        position.houses().iter().filter_map(of_house).collect()
    }

    /// Each end with the other one.
    pub(super) fn ways(self) -> [(Cell, Cell); 2] {
        let [a, b] = self.ends;
        [(a, b), (b, a)]
    }
}
