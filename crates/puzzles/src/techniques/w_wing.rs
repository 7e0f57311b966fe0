//! W-wing: two cells with the same two candidates, and a conjugate pair of one of these such that each cell sees one
//! end. One of the two cells has the other digit.

use super::conjugate::ConjugatePair;
use super::{Cells, Deduction, Find, Position, Technique, words};

pub(super) struct WWing;

impl Find for WWing {
    fn find(&self, position: &Position) -> Option<Deduction> {
        let pairs = position.pairs();
        pairs.iter().enumerate().find_map(|(i, &(one, digits))| {
            pairs[i + 1..].iter().filter(|(_, same)| *same == digits).find_map(|&(other, _)| {
                let ends: Cells = [one, other].into_iter().collect();
                let (a, b) = digits;
                [(a, b), (b, a)].into_iter().find_map(|(link, rest)| {
                    let removed = position.of_digit(rest, position.common_peers(ends));
                    if removed.is_empty() {
                        return None;
                    }
                    let joins = |pair: &ConjugatePair| {
                        pair.ways().iter().any(|&(near, far)| {
                            position.peers(one).contains(near) && position.peers(other).contains(far)
                        }) && !pair.ends.iter().any(|&end| ends.contains(end))
                    };
                    let pair = ConjugatePair::all(position, link).into_iter().find(joins)?;
                    Deduction::remove(position, Technique::WWing, removed, || {
                        let (cells, link) = (words::cells(position, ends), words::digit(position, link));
                        let rest = words::digit(position, rest);
                        format!(
                            "{cells} cannot both be {link}, which {} would miss, so one of them is {rest}",
                            pair.house
                        )
                    })
                })
            })
        })
    }
}
