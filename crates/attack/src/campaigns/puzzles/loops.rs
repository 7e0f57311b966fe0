//! Slitherlink: a single closed loop, by its sides.

use std::collections::BTreeMap;
use std::sync::Mutex;

use rand::Rng as _;
use rand::seq::IndexedRandom as _;

use super::{PuzzleInstance, title};
use crate::Rng;

/// A loop: the faces inside, bit by bit, and the number of every face.
type Loop = (u32, Vec<u8>);

/// The sides of the faces inside that have no face inside behind them, as pairs of corners.
fn sides(rows: usize, columns: usize, inside: u32) -> Vec<(usize, usize)> {
    let is_inside = |r: usize, c: usize| r < rows && c < columns && inside >> (r * columns + c) & 1 == 1;
    let corner = |r: usize, c: usize| r * (columns + 1) + c;
    let mut sides = Vec::new();
    for r in 0..=rows {
        for c in 0..=columns {
            // Above the face, and left of it. Going below 0 wraps to a face that is not there.
            if c < columns && is_inside(r, c) != is_inside(r.wrapping_sub(1), c) {
                sides.push((corner(r, c), corner(r, c + 1)));
            }
            if r < rows && is_inside(r, c) != is_inside(r, c.wrapping_sub(1)) {
                sides.push((corner(r, c), corner(r + 1, c)));
            }
        }
    }
    sides
}

/// Is this one closed loop, without a corner that it meets twice?
fn is_loop(sides: &[(usize, usize)]) -> bool {
    let Some(first) = sides.first() else { return false };
    let mut ends: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (a, b) in sides {
        ends.entry(*a).or_default().push(*b);
        ends.entry(*b).or_default().push(*a);
    }
    if ends.values().any(|next| next.len() != 2) {
        return false;
    }
    let (mut before, mut at, mut n) = (first.0, first.1, 1);
    while at != first.0 {
        let next = &ends[&at];
        let to = if next[0] == before { next[1] } else { next[0] };
        (before, at, n) = (at, to, n + 1);
    }
    n == sides.len()
}

/// All loops of a board.
fn loops(rows: usize, columns: usize) -> Vec<Loop> {
    static KNOWN: Mutex<BTreeMap<(usize, usize), Vec<Loop>>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    known.entry((rows, columns)).or_insert_with(|| all_loops(rows, columns)).clone()
}

fn all_loops(rows: usize, columns: usize) -> Vec<Loop> {
    let mut all = Vec::new();
    for inside in 1..1_u32 << (rows * columns) {
        let sides = sides(rows, columns, inside);
        if is_loop(&sides) {
            let corner = |r: usize, c: usize| r * (columns + 1) + c;
            let number = |face: usize| {
                let (r, c) = (face / columns, face % columns);
                let around = [
                    (corner(r, c), corner(r, c + 1)),
                    (corner(r + 1, c), corner(r + 1, c + 1)),
                    (corner(r, c), corner(r + 1, c)),
                    (corner(r, c + 1), corner(r + 1, c + 1)),
                ];
                around.iter().filter(|side| sides.contains(side)).count() as u8
            };
            all.push((inside, (0..rows * columns).map(number).collect()));
        }
    }
    all
}

pub(super) fn slitherlink(rng: &mut Rng) -> Option<PuzzleInstance> {
    let (rows, columns) = *[(1, 1), (1, 3), (2, 2), (2, 3), (3, 2), (3, 3), (3, 3), (2, 5), (3, 4)].choose(rng)?;
    let all = loops(rows, columns);
    let target = rng.random_range(0..all.len());
    let (inside, numbers) = &all[target];
    let face = |face: usize| if inside >> face & 1 == 1 { '#' } else { '.' };
    let row = |r: usize| (0..columns).map(|c| face(r * columns + c)).chain(['\n']).collect::<String>();
    let text = format!("slitherlink{}\n{}", title(rng), (0..rows).map(row).collect::<String>());
    let name = |(face, number): (usize, &u8)| format!("n_r{}c{}_{number}", face / columns + 1, face % columns + 1);
    let names = numbers.iter().enumerate().map(name).collect();
    let mut others: Vec<Vec<u8>> = all.iter().map(|(_, numbers)| numbers.clone()).collect();
    others.remove(target);
    // Two loops with the same numbers are two solutions: the other one stays, and differs nowhere.
    let differing = |other: &Vec<u8>| crate::truth::set_of((0..numbers.len()).filter(|i| other[*i] != numbers[*i]));
    let truth = crate::truth::Truth::new(numbers.len(), others.iter().map(differing).collect());
    Some(PuzzleInstance { text, names, truth })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: all connected sets of faces of 2x2 but the two diagonals, which meet in a corner. 13 simple cycles are
    /// in the 3x3 grid graph of corners, and 213 in the 4x4 one (OEIS A140517).
    #[test]
    fn loops_are_counted() {
        assert_eq!((all_loops(1, 1).len(), all_loops(1, 3).len()), (1, 6));
        assert_eq!((all_loops(2, 2).len(), all_loops(3, 3).len()), (13, 213));
    }

    /// The example of the puzzle's documents.
    #[test]
    fn numbers_count_sides() {
        let inside = 0b010_110_011;
        let known = all_loops(3, 3);
        let found = known.iter().find(|(faces, _)| *faces == inside).expect("a loop");
        assert_eq!(found.1, [3, 2, 2, 2, 1, 3, 1, 3, 2]);
    }
}
