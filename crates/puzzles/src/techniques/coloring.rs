//! Simple coloring: the places of a digit that are joined by conjugate pairs get two alternating colors, and all places
//! of one color are true. A color with two places in one house is the false one; a place that sees both colors is false
//! too.

use crate::base::{Cell, Digit, Index as _};

use super::conjugate::ConjugatePair;
use super::{Cells, Deduction, Find, Position, Technique, words};

pub(super) struct SimpleColoring;

impl Find for SimpleColoring {
    fn find(&self, position: &Position) -> Option<Deduction> {
        position.digits().find_map(|digit| {
            components(position, digit)
                .into_iter()
                .find_map(|colors| wrap(position, digit, colors).or_else(|| trap(position, digit, colors)))
        })
    }
}

/// The places of a digit that hang together, in two colors.
fn components(position: &Position, digit: Digit) -> Vec<[Cells; 2]> {
    let mut joined: Vec<Vec<Cell>> = vec![Vec::new(); position.shape().n_cells()];
    for pair in ConjugatePair::all(position, digit) {
        for (one, other) in pair.ways() {
            joined[one.get()].push(other);
        }
    }
    let (mut seen, mut components) = (Cells::EMPTY, Vec::new());
    for start in position.places(digit) {
        if seen.contains(start) || joined[start.get()].is_empty() {
            continue;
        }
        let mut colors = [Cells::only(start), Cells::EMPTY];
        let mut open = vec![(start, 0)];
        while let Some((cell, color)) = open.pop() {
            for &next in &joined[cell.get()] {
                if !colors[1 - color].contains(next) {
                    colors[1 - color].insert(next);
                    open.push((next, 1 - color));
                }
            }
        }
        seen |= colors[0] | colors[1];
        components.push(colors);
    }
    components
}

fn wrap(position: &Position, digit: Digit, colors: [Cells; 2]) -> Option<Deduction> {
    colors.into_iter().find_map(|color| {
        let (house, two) = position.houses().iter().find_map(|&(house, cells)| {
            let inside = color & cells;
            (inside.len() > 1).then_some((house, inside))
        })?;
        Deduction::remove(position, Technique::SimpleColoring, position.of_digit(digit, color), || {
            format!(
                "of {}, all or none are {digit}, and {} share {house}",
                words::cells(position, color),
                words::cells(position, two),
                digit = words::digit(position, digit),
            )
        })
    })
}

fn trap(position: &Position, digit: Digit, [one, other]: [Cells; 2]) -> Option<Deduction> {
    let sees_both = |cell: &Cell| {
        let seen = position.peers(*cell);
        seen.intersects(&one) && seen.intersects(&other)
    };
    let cells: Cells = (position.places(digit) - one - other).iter().filter(sees_both).collect();
    Deduction::remove(position, Technique::SimpleColoring, position.of_digit(digit, cells), || {
        format!(
            "either {} or {} are all {}",
            words::cells(position, one),
            words::cells(position, other),
            words::digit(position, digit),
        )
    })
}
