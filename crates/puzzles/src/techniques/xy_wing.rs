//! XY-wing: a pivot with x and y sees a cell with x and z and one with y and z. One of these two is z.

use super::{Cells, Deduction, Find, Position, Technique, words};

pub(super) struct XyWing;

impl Find for XyWing {
    fn find(&self, position: &Position) -> Option<Deduction> {
        let pairs = position.pairs();
        pairs.iter().find_map(|&(pivot, (x, y))| {
            let seen = position.peers(pivot);
            let wings = |with, without| {
                let fits = move |&(cell, (a, b)): &(_, (_, _))| {
                    let third = if a == with { b } else { a };
                    ((a == with || b == with) && third != without && seen.contains(cell)).then_some((cell, third))
                };
                pairs.iter().filter_map(fits)
            };
            wings(x, y).find_map(|(one, z)| {
                wings(y, x).filter(|&(_, third)| third == z).find_map(|(other, _)| {
                    let ends: Cells = [one, other].into_iter().collect();
                    let removed = position.of_digit(z, position.common_peers(ends));
                    Deduction::remove(position, Technique::XyWing, removed, || {
                        format!(
                            "if {} is {}, {} is {z}, and if it is {}, {} is {z}",
                            words::cell(position, pivot),
                            words::digit(position, x),
                            words::cell(position, one),
                            words::digit(position, y),
                            words::cell(position, other),
                            z = words::digit(position, z),
                        )
                    })
                })
            })
        })
    }
}
