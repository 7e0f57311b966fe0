//! XY-chain: cells with two candidates each; every cell sees the next and has a common digit with it. If the first is
//! not z, it has its other digit, so the next cell has its other digit, and so on, until the last one is z.

use std::collections::VecDeque;

use crate::base::{Cell, Digit, Index as _};

use super::{Cells, Deduction, Find, Position, Technique, words};

pub(super) struct XyChain;

impl Find for XyChain {
    /// The shortest of all.
    fn find(&self, position: &Position) -> Option<Deduction> {
        let pairs = position.pairs();
        let starts = pairs.iter().flat_map(|&(cell, (a, b))| [(cell, a, b), (cell, b, a)]);
        let chains = starts.filter_map(|(cell, z, other)| shortest(position, &pairs, cell, z, other));
        let (cells, z) = chains.min_by_key(|(cells, _)| cells.len())?;
        let ends: Cells = [cells.first()?.0, cells.last()?.0].into_iter().collect();
        let removed = position.of_digit(z, position.common_peers(ends));
        Deduction::remove(position, Technique::XyChain, removed, || {
            let state = |&(cell, digit): &(Cell, Digit)| {
                format!("{} is {}", words::cell(position, cell), words::digit(position, digit))
            };
            let then: Vec<String> = cells[1..].iter().map(state).collect();
            let (first, z) = (words::cell(position, cells[0].0), words::digit(position, z));
            format!("if {first} is not {z}, {}, then {}", state(&cells[0]), then.join(", then "))
        })
    }
}

/// The shortest chain from this cell that removes something: each cell with the digit that it has if the first is not
/// z.
fn shortest(
    position: &Position,
    pairs: &[(Cell, (Digit, Digit))],
    start: Cell,
    z: Digit,
    other: Digit,
) -> Option<(Vec<(Cell, Digit)>, Digit)> {
    let n = position.shape().n();
    let number = |cell: Cell, digit: Digit| cell.get() * n + digit.index();
    let mut before: Vec<Option<(Cell, Digit)>> = vec![None; n * position.shape().n_cells()];
    let mut open = VecDeque::from([(start, other)]);
    while let Some((cell, digit)) = open.pop_front() {
        let ends: Cells = [start, cell].into_iter().collect();
        if digit == z && cell != start && position.places(z).intersects(&position.common_peers(ends)) {
            let mut chain = vec![(cell, digit)];
            let mut last = (cell, digit);
            while let Some(previous) = before[number(last.0, last.1)] {
                chain.push(previous);
                last = previous;
            }
            chain.reverse();
            return Some((chain, z));
        }
        for &(next, (a, b)) in pairs {
            if next == start || !position.peers(cell).contains(next) || (a != digit && b != digit) {
                continue;
            }
            let then = if a == digit { b } else { a };
            let slot = &mut before[number(next, then)];
            if slot.is_none() {
                *slot = Some((cell, digit));
                open.push_back((next, then));
            }
        }
    }
    None
}
