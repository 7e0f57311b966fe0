//! Patterns of digits in cells, up to the symmetries of Sudoku.
//!
//! Two patterns are *of one type* if some symmetry maps the one to the other: rows may change places within their band,
//! and bands as a whole; columns and stacks likewise; rows may become columns where a box has as many rows as columns;
//! and digits may be renamed. [`canonical_pattern`] returns the same form for all patterns of a type, and different
//! forms for different types. It classifies unavoidable sets (mcguire-2012, section 5.2.1) as well as sets of higher
//! degree.
//!
//! Only the lines that a pattern touches matter, since the others can be permuted freely. So a pattern is a small
//! colored structure: its entries, and for each two of them whether they share a row, band, column, stack or digit. The
//! entries are distinguished by refining a partition until entries of one class have the same relations to the same
//! classes. If a class still has several entries, each of them in turn is made the first ("individualization" in B. D.
//! McKay, *Practical graph isomorphism*, 1981). Each leaf of this tree is an order of the entries; numbering bands,
//! rows, stacks, columns and digits as they come gives an image of the pattern, and the least image is the form. The
//! tree is built from the relations alone, so patterns of one type have trees with the same leaves.

use crate::base::{Cell, CellSet, Digit, Index};
use crate::sudoku::{Grid, Shape};

/// The digits of some cells of a grid.
pub type Pattern = Vec<(Cell, Digit)>;

/// Returns the pattern of a grid's digits in `cells`, ascending.
#[must_use]
pub fn pattern_of<const W: usize>(grid: &Grid, cells: CellSet<W>) -> Pattern {
    cells.iter().map(|cell| (cell, grid.get(cell))).collect()
}

/// Returns the canonical form of the type of a pattern, ascending by cell; it is itself a pattern of the type.
///
/// The pattern is taken as a set, so neither order nor repetition matters. The digits are labels: they may break the
/// rules, and a cell may have several. The 12 entries of an unavoidable set take two or three microseconds.
///
/// # Panics
/// If a cell is outside the shape.
#[must_use]
pub fn canonical_pattern(shape: Shape, pattern: &[(Cell, Digit)]) -> Pattern {
    let mut pattern = pattern.to_vec();
    pattern.sort_unstable();
    pattern.dedup();
    assert!(pattern.iter().all(|(cell, _)| cell.get() < shape.n_cells()), "a pattern has the cells of its shape");
    let upright = Structure::new(shape, &pattern, false);
    let mut image = if shape.box_rows() == shape.box_cols() {
        let turned = Structure::new(shape, &pattern, true);
        match upright.invariant.cmp(&turned.invariant) {
            std::cmp::Ordering::Less => upright.least_image(),
            std::cmp::Ordering::Greater => turned.least_image(),
            std::cmp::Ordering::Equal => upright.least_image().min(turned.least_image()),
        }
    } else {
        upright.least_image()
    };
    image.sort_unstable();
    image
}

/// The place of an entry.
#[derive(Clone, Copy)]
struct Entry {
    band: u8,
    row: u8,
    stack: u8,
    column: u8,
    digit: Digit,
}

/// A pattern as entries and relations, and the coarsest partition of the entries that the relations give.
struct Structure {
    shape: Shape,
    entries: Vec<Entry>,
    /// For each two entries what they share, one bit a relation.
    relations: Vec<u8>,
    /// The class of each entry.
    partition: Vec<u16>,
    /// Equal for patterns that a symmetry without a turn maps to each other.
    invariant: u64,
}

impl Structure {
    /// `turned`: with rows and columns exchanged.
    fn new(shape: Shape, pattern: &[(Cell, Digit)], turned: bool) -> Self {
        let entry = |&(cell, digit): &(Cell, Digit)| {
            let (row, column) = (shape.row(cell), shape.column(cell));
            let (band, stack) = (shape.band(cell), shape.stack(cell));
            let [band, row, stack, column] =
                if turned { [stack, column, band, row] } else { [band, row, stack, column] }.map(|i| i as u8);
            Entry { band, row, stack, column, digit }
        };
        let entries: Vec<Entry> = pattern.iter().map(entry).collect();
        let mut relations = Vec::with_capacity(entries.len() * entries.len());
        for a in &entries {
            relations.extend(entries.iter().map(|b| {
                u8::from(a.row == b.row)
                    | u8::from(a.band == b.band) << 1
                    | u8::from(a.column == b.column) << 2
                    | u8::from(a.stack == b.stack) << 3
                    | u8::from(a.digit == b.digit) << 4
            }));
        }
        let partition = vec![0; entries.len()];
        let mut structure = Self { shape, entries, relations, partition: Vec::new(), invariant: 0 };
        (structure.partition, structure.invariant) = structure.refined(partition);
        structure
    }

    /// Splits classes until all entries of a class see each class by the same relations. A class is named by the number
    /// of entries in the classes before it, and a part stays in the place of the whole. The second value is an
    /// invariant.
    fn refined(&self, mut partition: Vec<u16>) -> (Vec<u16>, u64) {
        let n = self.entries.len();
        let mut n_classes = count_classes(&partition);
        let mut order: Vec<(u16, u64, u16)> = Vec::with_capacity(n);
        loop {
            order.clear();
            for i in 0..n {
                let row = &self.relations[i * n..(i + 1) * n];
                // A sum does not depend on the order. A collision would only leave a class whole.
                let seen = row.iter().zip(&partition).fold(0u64, |sum, (&relation, &class)| {
                    sum.wrapping_add(scrambled(u64::from(class) << 8 | u64::from(relation)))
                });
                order.push((partition[i], seen, i as u16));
            }
            order.sort_unstable();
            let mut class = 0;
            for k in 0..n {
                if k == 0 || (order[k].0, order[k].1) != (order[k - 1].0, order[k - 1].1) {
                    class = k as u16;
                }
                partition[usize::from(order[k].2)] = class;
            }
            let n_before = std::mem::replace(&mut n_classes, count_classes(&partition));
            if n_classes == n_before || n_classes == n {
                let invariant = order.iter().fold(0u64, |sum, &(_, seen, i)| {
                    sum.wrapping_add(scrambled(seen ^ u64::from(partition[usize::from(i)])))
                });
                return (partition, invariant);
            }
        }
    }

    fn least_image(&self) -> Pattern {
        let mut search = Search { structure: self, path: Vec::new(), best: None };
        search.below(&self.partition);
        search.best.map(|(image, _)| image).unwrap_or_default()
    }

    /// The image in which everything is numbered in the order of the entries, which a discrete partition fixes.
    fn image(&self, partition: &[u16]) -> Pattern {
        let mut order = vec![0; partition.len()];
        for (i, &place) in partition.iter().enumerate() {
            order[usize::from(place)] = i;
        }
        let (mut bands, mut stacks) = (Lines::new(self.shape.box_rows()), Lines::new(self.shape.box_cols()));
        let mut digits = Numbers::default();
        order
            .into_iter()
            .map(|i| {
                let entry = &self.entries[i];
                let row = bands.place(entry.band, entry.row);
                let column = stacks.place(entry.stack, entry.column);
                (self.shape.cell(row, column), Digit::from_index(digits.number(entry.digit.index())))
            })
            .collect()
    }
}

/// Numbers things as they come.
#[derive(Default)]
struct Numbers {
    known: [u8; Shape::MAX_N],
    n: u8,
}

impl Numbers {
    fn number(&mut self, thing: usize) -> usize {
        if self.known[thing] == 0 {
            self.n += 1;
            self.known[thing] = self.n;
        }
        usize::from(self.known[thing]) - 1
    }
}

/// Numbers the lines of each band, and the bands.
struct Lines {
    width: usize,
    bands: Numbers,
    lines: Numbers,
    used: [u8; Shape::MAX_N],
    places: [u8; Shape::MAX_N],
}

impl Lines {
    fn new(width: usize) -> Self {
        let none = [0; Shape::MAX_N];
        Self { width, bands: Numbers::default(), lines: Numbers::default(), used: none, places: none }
    }

    fn place(&mut self, band: u8, line: u8) -> usize {
        let band = self.bands.number(usize::from(band));
        let n_before = self.lines.n;
        let line = self.lines.number(usize::from(line));
        if self.lines.n > n_before {
            self.places[line] = self.used[band];
            self.used[band] += 1;
        }
        band * self.width + usize::from(self.places[line])
    }
}

struct Search<'a> {
    structure: &'a Structure,
    /// The entries made first, from the root.
    path: Vec<usize>,
    /// The least image, in the order of its leaf, and the path to that leaf.
    best: Option<(Pattern, Vec<usize>)>,
}

impl Search<'_> {
    /// Looks at the leaves below a node, and answers with the level at which to go on.
    ///
    /// Two leaves with the same image show a symmetry of the pattern itself, which maps the one path to the other. At
    /// the point where the paths differ, it maps a branch that was searched to the current one, whose rest has nothing
    /// new.
    fn below(&mut self, partition: &[u16]) -> usize {
        let level = self.path.len();
        let Some((class, size)) = branching_class(partition) else { return self.leaf(partition) };
        for first in (0..partition.len()).filter(|&i| partition[i] == class) {
            debug_assert!(size > 1);
            let apart = |(i, &c): (usize, &u16)| c + u16::from(c == class && i != first);
            let (finer, _) = self.structure.refined(partition.iter().enumerate().map(apart).collect());
            self.path.push(first);
            let back = self.below(&finer);
            self.path.pop();
            if back < level {
                return back;
            }
        }
        level
    }

    fn leaf(&mut self, partition: &[u16]) -> usize {
        let image = self.structure.image(partition);
        match &self.best {
            Some((best, path)) if *best == image => {
                return path.iter().zip(&self.path).take_while(|(a, b)| a == b).count();
            }
            Some((best, _)) if *best < image => {}
            _ => self.best = Some((image, self.path.clone())),
        }
        self.path.len()
    }
}

/// The smallest class of several entries and its size; of several, the first.
fn branching_class(partition: &[u16]) -> Option<(u16, u16)> {
    let mut sizes = vec![0u16; partition.len()];
    for &class in partition {
        sizes[usize::from(class)] += 1;
    }
    let classes = sizes.iter().enumerate().filter(|(_, size)| **size > 1);
    classes.min_by_key(|(_, size)| **size).map(|(class, &size)| (class as u16, size))
}

fn count_classes(partition: &[u16]) -> usize {
    let mut is_class = vec![false; partition.len()];
    partition.iter().for_each(|&class| is_class[usize::from(class)] = true);
    is_class.into_iter().filter(|is| *is).count()
}

/// The finalizer of the generator `SplitMix64`.
fn scrambled(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::Rng as _;
    use rand::seq::SliceRandom;
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::base::{Rng, rng};
    use crate::sudoku::{all_grids, random_grid};

    fn shape(text: &str) -> Shape {
        text.parse().expect("a shape")
    }

    fn random_lines(n_bands: usize, width: usize, rng: &mut Rng) -> Vec<usize> {
        let shuffled = |n: usize, rng: &mut Rng| {
            let mut all: Vec<usize> = (0..n).collect();
            all.shuffle(rng);
            all
        };
        let bands = shuffled(n_bands, rng);
        bands.iter().flat_map(|band| shuffled(width, rng).into_iter().map(move |k| band * width + k)).collect()
    }

    /// Rows to rows and columns to columns; before that, rows and columns exchanged if `turned`.
    fn moved(shape: Shape, pattern: &[(Cell, Digit)], turned: bool, rows: &[usize], columns: &[usize]) -> Pattern {
        let to = |&(cell, digit): &(Cell, Digit)| {
            let (row, column) = (shape.row(cell), shape.column(cell));
            let (row, column) = if turned { (column, row) } else { (row, column) };
            (shape.cell(rows[row], columns[column]), digit)
        };
        pattern.iter().map(to).collect()
    }

    fn random_image(shape: Shape, pattern: &[(Cell, Digit)], rng: &mut Rng) -> Pattern {
        let rows = random_lines(shape.n_bands(), shape.box_rows(), rng);
        let columns = random_lines(shape.n_stacks(), shape.box_cols(), rng);
        let digits = random_lines(1, shape.n(), rng);
        let turned = shape.box_rows() == shape.box_cols() && rng.random();
        let mut image = moved(shape, pattern, turned, &rows, &columns);
        image.iter_mut().for_each(|(_, digit)| *digit = Digit::from_index(digits[digit.index()]));
        image.shuffle(rng);
        image
    }

    fn random_pattern<const W: usize>(shape: Shape, size: usize, rng: &mut Rng) -> Pattern {
        let grid = random_grid::<W>(shape, rng);
        let mut cells: Vec<Cell> = shape.cells().collect();
        cells.shuffle(rng);
        cells[..size].iter().map(|&cell| (cell, grid.get(cell))).collect()
    }

    /// Every order of the lines that keeps the bands together.
    fn all_lines(n_bands: usize, width: usize) -> Vec<Vec<usize>> {
        fn orders(n: usize) -> Vec<Vec<usize>> {
            if n == 0 {
                return vec![Vec::new()];
            }
            let shorter = orders(n - 1);
            (0..n)
                .flat_map(|at| {
                    shorter.iter().map(move |order| {
                        let mut order = order.clone();
                        order.insert(at, n - 1);
                        order
                    })
                })
                .collect()
        }
        let mut found = Vec::new();
        for bands in orders(n_bands) {
            let mut level = vec![Vec::new()];
            for band in bands {
                let longer = |start: &Vec<usize>| {
                    let start = start.clone();
                    orders(width).into_iter().map(move |inner| {
                        start.iter().copied().chain(inner.into_iter().map(|k| band * width + k)).collect()
                    })
                };
                level = level.iter().flat_map(longer).collect();
            }
            found.append(&mut level);
        }
        found
    }

    /// The least of all images under the whole group; of all ways to rename digits, that by first appearance is the
    /// least.
    fn slow_form(shape: Shape, rows: &[Vec<usize>], columns: &[Vec<usize>], pattern: &[(Cell, Digit)]) -> Pattern {
        let mut best: Option<Pattern> = None;
        let turns: &[bool] = if shape.box_rows() == shape.box_cols() { &[false, true] } else { &[false] };
        for &turned in turns {
            for rows in rows {
                for columns in columns {
                    let mut image = moved(shape, pattern, turned, rows, columns);
                    image.sort_unstable();
                    let mut digits = Numbers::default();
                    for (_, digit) in &mut image {
                        *digit = Digit::from_index(digits.number(digit.index()));
                    }
                    if best.as_ref().is_none_or(|best| image < *best) {
                        best = Some(image);
                    }
                }
            }
        }
        best.expect("a group has a member")
    }

    /// The two forms must sort the patterns into the same types.
    fn same_types(shape: Shape, patterns: impl IntoIterator<Item = Pattern>) -> usize {
        let rows = all_lines(shape.n_bands(), shape.box_rows());
        let columns = all_lines(shape.n_stacks(), shape.box_cols());
        let mut types: BTreeMap<Pattern, Pattern> = BTreeMap::new();
        for pattern in patterns {
            let slow = slow_form(shape, &rows, &columns, &pattern);
            let fast = canonical_pattern(shape, &pattern);
            assert_eq!(slow_form(shape, &rows, &columns, &fast), slow, "the form is of the type");
            assert_eq!(types.entry(fast).or_insert_with(|| slow.clone()), &slow, "one form, one type");
        }
        assert_eq!(types.values().collect::<BTreeSet<_>>().len(), types.len(), "one type, one form");
        types.len()
    }

    #[test]
    fn all_small_patterns_of_a_four_by_four_grid() {
        let shape = shape("2x2");
        for grid in [0, 100].map(|i| all_grids::<1>(shape, 288).swap_remove(i)) {
            let subsets = (0u32..1 << 16).filter(|bits| bits.count_ones() <= 4 || bits % 97 == 0);
            let pattern =
                |bits: u32| shape.cells().filter(|c| bits >> c.get() & 1 == 1).map(|c| (c, grid.get(c))).collect();
            assert!(same_types(shape, subsets.map(pattern)) > 100);
        }
    }

    #[test]
    fn random_patterns_of_small_shapes() {
        for (text, n) in [("2x3", 60), ("3x2", 60), ("1x4", 200), ("1x3", 100)] {
            let shape = shape(text);
            let mut rng = rng(1);
            let patterns: Vec<Pattern> = (0..n)
                .map(|_| {
                    let size = rng.random_range(0..=shape.n_cells().min(10));
                    random_pattern::<1>(shape, size, &mut rng)
                })
                .collect();
            same_types(shape, patterns);
        }
    }

    /// Any digit in any cell.
    #[test]
    fn patterns_that_break_the_rules() {
        let shape = shape("2x2");
        let mut rng = rng(2);
        let patterns: Vec<Pattern> = (0..300)
            .map(|_| {
                let n = rng.random_range(1..=6);
                (0..n).map(|_| (Cell::new(rng.random_range(0..16)), Digit::new(rng.random_range(1..=3)))).collect()
            })
            .collect();
        for pattern in &patterns {
            assert_eq!(
                canonical_pattern(shape, pattern),
                canonical_pattern(shape, &random_image(shape, pattern, &mut rng)),
                "also where a cell has several digits"
            );
        }
        // The slow form knows the least names only where each cell has one digit.
        let one_a_cell = |pattern: Pattern| pattern.into_iter().collect::<BTreeMap<_, _>>().into_iter().collect();
        same_types(shape, patterns.into_iter().map(one_a_cell));
    }

    #[test]
    fn a_column_is_a_row_only_where_boxes_are_square() {
        for (text, same) in [("3x3", true), ("2x3", false), ("1x4", false)] {
            let shape = shape(text);
            let line = |cells: [Cell; 2]| canonical_pattern(shape, &cells.map(|c| (c, Digit::new(1 + c.get()))));
            let (in_row, in_column) =
                (line([shape.cell(0, 0), shape.cell(0, 1)]), line([shape.cell(0, 0), shape.cell(1, 0)]));
            assert_eq!(in_row == in_column, same, "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_symmetry_does_not_change_the_form(seed: u64, size in 0usize..=40) {
            let mut rng = rng(seed);
            for text in ["3x3", "2x3", "3x4", "2x2"] {
                let shape = shape(text);
                let pattern = random_pattern::<4>(shape, size.min(shape.n_cells()), &mut rng);
                let form = canonical_pattern(shape, &pattern);
                prop_assert_eq!(form.len(), pattern.len());
                prop_assert_eq!(&canonical_pattern(shape, &random_image(shape, &pattern, &mut rng)), &form);
                prop_assert_eq!(&canonical_pattern(shape, &form), &form);
            }
        }
    }

    /// The grid with the most symmetries, and a set with many.
    #[test]
    fn highly_symmetric_patterns() {
        let (shape, mut rng) = (Shape::NINE, rng(3));
        let text = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
        let grid: Pattern =
            text.bytes().enumerate().map(|(i, d)| (Cell::new(i), Digit::new(usize::from(d - b'0')))).collect();
        let diagonal: Pattern = (0..9).map(|i| (shape.cell(i, i), Digit::from_index(i))).collect();
        let alike: Pattern = (0..9).map(|i| (shape.cell(i, i), Digit::new(1))).collect();
        for pattern in [grid, diagonal, alike] {
            let form = canonical_pattern(shape, &pattern);
            assert_eq!(canonical_pattern(shape, &random_image(shape, &pattern, &mut rng)), form);
        }
    }
}
