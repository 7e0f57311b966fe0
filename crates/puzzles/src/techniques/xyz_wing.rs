//! XYZ-wing: a pivot with x, y and z sees a cell with x and z and one with y and z. One of the three is z.

use super::{Cells, Deduction, Digits, Find, Position, Technique, words};

pub(super) struct XyzWing;

impl Find for XyzWing {
    fn find(&self, position: &Position) -> Option<Deduction> {
        let pairs = position.pairs();
        position.empty_cells().filter(|&cell| position.candidates(cell).len() == 3).find_map(|pivot| {
            let three = position.candidates(pivot);
            let seen = position.peers(pivot);
            let of_pair = |&(cell, (a, b)): &(_, (_, _))| (cell, [a, b].into_iter().collect::<Digits>());
            let fits = |&(cell, two): &(_, Digits)| seen.contains(cell) && two.minus(three).is_empty();
            let wings: Vec<_> = pairs.iter().map(of_pair).filter(fits).collect();
            wings.iter().enumerate().find_map(|(i, &(one, first))| {
                wings[i + 1..].iter().filter(|(_, second)| *second != first).find_map(|&(other, second)| {
                    let z = first.both(second).single()?;
                    let all: Cells = [pivot, one, other].into_iter().collect();
                    let removed = position.of_digit(z, position.common_peers(all));
                    Deduction::remove(position, Technique::XyzWing, removed, || {
                        format!(
                            "whatever {} is, it or {} or {} is {}",
                            words::cell(position, pivot),
                            words::cell(position, one),
                            words::cell(position, other),
                            words::digit(position, z),
                        )
                    })
                })
            })
        })
    }
}
