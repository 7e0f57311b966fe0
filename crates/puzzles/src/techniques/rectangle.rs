//! Unique rectangles: two rows, two columns and two boxes cross in four cells. If these had two alternating digits, the
//! digits could be exchanged, and the puzzle would have a second solution. So one of the cells has another digit.
//!
//! Types 1, 2 and 4 are implemented. The four cells must not be clues.

use crate::base::{Cell, Digit};

use super::{Candidate, Cells, Deduction, Digits, Find, Position, Technique, words};

pub(super) struct UniqueRectangle;

impl Find for UniqueRectangle {
    fn find(&self, position: &Position) -> Option<Deduction> {
        let shape = position.shape();
        let pairs = position.pairs();
        // Every type has two corners in one line, or opposite ones, with the two digits alone: from each cell with two
        // candidates, all rectangles are met.
        pairs.iter().find_map(|&(first, digits)| {
            let (row, column) = (shape.row(first), shape.column(first));
            (0..shape.n()).filter(|&r| r != row).find_map(|r| {
                (0..shape.n()).filter(|&c| c != column).find_map(|c| {
                    let corners = [first, shape.cell(row, c), shape.cell(r, column), shape.cell(r, c)];
                    deadly(position, corners, digits).and_then(|corners| Corners { position, digits, corners }.find())
                })
            })
        })
    }
}

/// The corners, if these two digits in turn would fill them and could be exchanged.
fn deadly(position: &Position, corners: [Cell; 4], (a, b): (Digit, Digit)) -> Option<[Cell; 4]> {
    let shape = position.shape();
    let could_be = |&cell: &Cell| {
        let candidates = position.candidates(cell);
        candidates.contains(a) && candidates.contains(b) && !position.is_clue(cell)
    };
    let boxes: Digits = corners.iter().map(|&cell| Digit::from_index(shape.box_of(cell))).collect();
    ((shape.is_latin() || boxes.len() == 2) && corners.iter().all(could_be)).then_some(corners)
}

struct Corners<'a> {
    position: &'a Position,
    digits: (Digit, Digit),
    corners: [Cell; 4],
}

impl Corners<'_> {
    fn find(&self) -> Option<Deduction> {
        let (a, b) = self.digits;
        let pair: Digits = [a, b].into_iter().collect();
        let more = |cell: &Cell| self.position.candidates(*cell) != pair;
        let roof: Vec<Cell> = self.corners.into_iter().filter(more).collect();
        match roof[..] {
            [corner] => {
                let removed = [a, b].map(|digit| Candidate { cell: corner, digit }).to_vec();
                self.remove(removed, "otherwise")
            }
            [one, other] => self.type_2(pair, one, other).or_else(|| self.type_4(one, other)),
            _ => None,
        }
    }

    /// Both have the same third digit, and one of them is it.
    fn type_2(&self, pair: Digits, one: Cell, other: Cell) -> Option<Deduction> {
        let extra = self.position.candidates(one).minus(pair).single()?;
        let same = self.position.candidates(other).minus(pair).single() == Some(extra);
        let ends: Cells = [one, other].into_iter().collect();
        let around = self.position.common_peers(ends);
        let removed = if same { self.position.of_digit(extra, around) } else { Vec::new() };
        let why = format!("if neither {} were {}", self.names(ends), words::digit(self.position, extra));
        self.remove(removed, &why.replace(" and ", " nor "))
    }

    /// In a house of both, one of the digits has no other place, so the other digit cannot be in either.
    fn type_4(&self, one: Cell, other: Cell) -> Option<Deduction> {
        let (a, b) = self.digits;
        let ends: Cells = [one, other].into_iter().collect();
        [(a, b), (b, a)].into_iter().find_map(|(locked, rest)| {
            let houses = self.position.houses().iter().filter(|(_, cells)| ends.is_subset(cells));
            let (house, _) = houses.into_iter().find(|(_, cells)| self.position.places(locked) & *cells == ends)?;
            let why = format!(
                "{} has no other place in {house}; with {} there too",
                words::digit(self.position, locked),
                words::digit(self.position, rest)
            );
            self.remove(self.position.of_digit(rest, ends), &why)
        })
    }

    fn names(&self, cells: Cells) -> String {
        words::cells(self.position, cells)
    }

    fn remove(&self, removed: Vec<Candidate>, condition: &str) -> Option<Deduction> {
        Deduction::remove(self.position, Technique::UniqueRectangle, removed, || {
            let (a, b) = self.digits;
            format!(
                "{condition}, {} and {} could be exchanged in {}, and there would be two solutions",
                words::digit(self.position, a),
                words::digit(self.position, b),
                self.names(self.corners.into_iter().collect()),
            )
        })
    }
}
