//! Partitions of square puzzles, for splits in a search.
//!
//! Variables of squares have names with their cell and digit, such as `x_r2c5_3`, so the rows, columns and digits of
//! the clues follow from their names.

use std::collections::BTreeMap;

use crate::ilp::{BinaryModel, VarId};

/// Partitions of the clues of a puzzle. Every partition is valid in every search; puzzles other than squares have none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Partitions into a few large parts: three bands of rows, or three stacks of columns.
    pub partitions: Vec<Vec<Vec<VarId>>>,
    /// Partitions into rows, into columns, and by digits.
    pub classes: Vec<Vec<Vec<VarId>>>,
}

/// A square with fewer rows has no bands: a search ends without them.
const FEWEST_ROWS: usize = 6;
const BANDS: usize = 3;

impl Parts {
    /// Returns the partitions of these clues, if they are one digit for each cell of a square.
    #[must_use]
    pub fn of(model: &BinaryModel, clues: &[VarId]) -> Self {
        let places: Option<Vec<[usize; 3]>> = clues.iter().map(|var| place(model.var_name(*var))).collect();
        let Some(places) = places else { return Self::default() };
        let n = places.len().isqrt();
        let mut cells: Vec<usize> = places.iter().map(|[row, column, _]| row * n + column).collect();
        cells.sort_unstable();
        let is_square = n >= FEWEST_ROWS && cells.into_iter().eq(0..n * n);
        if !is_square || places.iter().any(|[row, column, _]| *row >= n || *column >= n) {
            return Self::default();
        }
        let by = |part: &dyn Fn(&[usize; 3]) -> usize| -> Vec<Vec<VarId>> {
            let mut parts: BTreeMap<usize, Vec<VarId>> = BTreeMap::new();
            for (place, var) in places.iter().zip(clues) {
                parts.entry(part(place)).or_default().push(*var);
            }
            parts.into_values().collect()
        };
        Self {
            partitions: vec![by(&|place| place[0] * BANDS / n), by(&|place| place[1] * BANDS / n)],
            classes: vec![by(&|place| place[0]), by(&|place| place[1]), by(&|place| place[2])],
        }
    }
}

/// Row and column, from 0, and the digit of a variable such as `x_r2c5_3`.
fn place(name: &str) -> Option<[usize; 3]> {
    let (cell, digit) = name.strip_prefix("x_r")?.split_once('_')?;
    let (row, column) = cell.split_once('c')?;
    let number = |text: &str| text.parse::<usize>().ok();
    Some([number(row)?.checked_sub(1)?, number(column)?.checked_sub(1)?, number(digit)?])
}

#[cfg(test)]
mod tests {
    use super::super::tests::only;
    use super::*;

    #[test]
    fn squares_have_bands_stacks_and_lines() {
        let posed = only("latin\n123456\n234561\n345612\n456123\n561234\n612345\n").expect("a square");
        let parts = Parts::of(&posed.model, &posed.clues);
        let sizes = |cuts: &[Vec<Vec<VarId>>]| -> Vec<Vec<usize>> {
            cuts.iter().map(|parts| parts.iter().map(Vec::len).collect()).collect()
        };
        assert_eq!(sizes(&parts.partitions), [[12; 3], [12; 3]]);
        assert_eq!(sizes(&parts.classes), [[6; 6], [6; 6], [6; 6]]);
        let names = |part: &Vec<VarId>| part.iter().map(|var| posed.model.var_name(*var)).collect::<Vec<_>>().join(" ");
        assert_eq!(names(&parts.classes[1][4]), "x_r1c5_5 x_r2c5_6 x_r3c5_1 x_r4c5_2 x_r5c5_3 x_r6c5_4");
        assert_eq!(names(&parts.classes[2][0]), "x_r1c1_1 x_r2c6_1 x_r3c5_1 x_r4c4_1 x_r5c3_1 x_r6c2_1");
        // Without one of its cells it is not a square.
        assert_eq!(Parts::of(&posed.model, &posed.clues[1..]), Parts::default());
    }

    #[test]
    fn other_puzzles_have_none() {
        for name in ["kakuro-sums", "slitherlink", "matching", "queens"] {
            let kind = super::super::PUZZLES.iter().find(|kind| kind.name == name).expect("a puzzle");
            let posed = only(kind.example).expect("an instance");
            assert_eq!(Parts::of(&posed.model, &posed.clues), Parts::default(), "{name}");
        }
    }
}
