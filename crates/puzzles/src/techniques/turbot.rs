//! Skyscraper and two-string kite: two conjugate pairs of a digit, with one end of each in a common house. One of these
//! two ends is false, so one of the other ends is true.

use crate::base::{Cell, Digit};

use super::conjugate::ConjugatePair;
use super::{Cells, Deduction, Find, House, Position, Technique, words};

/// Two rows or two columns, joined by a line.
pub(super) struct Skyscraper;

impl Find for Skyscraper {
    fn find(&self, position: &Position) -> Option<Deduction> {
        let shape = position.shape();
        find(position, Technique::Skyscraper, |one, other, [a, b]| match (one, other) {
            (House::Row(_), House::Row(_)) => shape.column(a) == shape.column(b),
            (House::Column(_), House::Column(_)) => shape.row(a) == shape.row(b),
            _ => false,
        })
    }
}

/// A row and a column, joined by a box.
pub(super) struct TwoStringKite;

impl Find for TwoStringKite {
    fn find(&self, position: &Position) -> Option<Deduction> {
        let shape = position.shape();
        find(position, Technique::TwoStringKite, |one, other, [a, b]| {
            let crosses = matches!((one, other), (House::Row(_), House::Column(_)));
            crosses && !shape.is_latin() && shape.box_of(a) == shape.box_of(b)
        })
    }
}

/// Two conjugate pairs whose inner ends are joined as stated. No cell is in both.
fn find(
    position: &Position,
    technique: Technique,
    is_joined: impl Fn(House, House, [Cell; 2]) -> bool,
) -> Option<Deduction> {
    let of_pairs = |digit: Digit, one: ConjugatePair, other: ConjugatePair| {
        let ways = one.ways().into_iter().flat_map(|first| other.ways().map(|second| (first, second)));
        ways.into_iter().find_map(|((outer, inner), (inner_too, outer_too))| {
            let cells: Cells = [outer, inner, inner_too, outer_too].into_iter().collect();
            if cells.len() < 4 || !is_joined(one.house, other.house, [inner, inner_too]) {
                return None;
            }
            let ends: Cells = [outer, outer_too].into_iter().collect();
            let removed = position.of_digit(digit, position.common_peers(ends));
            Deduction::remove(position, technique, removed, || {
                let inner: Cells = [inner, inner_too].into_iter().collect();
                format!(
                    "{} has two places in {} and two in {}; {} cannot both have it, so one of {} has",
                    words::digit(position, digit),
                    one.house,
                    other.house,
                    words::cells(position, inner),
                    words::cells(position, ends),
                )
            })
        })
    };
    position.digits().find_map(|digit| {
        let pairs = ConjugatePair::all(position, digit);
        let two = pairs.iter().enumerate().flat_map(|(i, &one)| pairs[i + 1..].iter().map(move |&other| (one, other)));
        two.into_iter().find_map(|(one, other)| of_pairs(digit, one, other))
    })
}
