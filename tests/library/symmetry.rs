//! The automorphisms of grids: held against trying all symmetries of the shape one by one, against numbers of classes
//! that others counted, and against what they promise to searches.

use std::collections::BTreeMap;

use minclue_core::base::{Cell, CellPermutation, CellSet, Digit, Group, Index, Limits, Rng, rng};
use minclue_core::problem::{ClueProblem, SudokuClues, Verdict};
use minclue_core::sudoku::{
    Automorphisms, Geometry, Grid, Puzzle, Shape, SudokuSolver, all_grids, automorphisms, random_grid,
};
use proptest::prelude::*;
use rand::Rng as _;
use rand::seq::SliceRandom;

use crate::common::published;

const MAX: usize = 100_000;

fn shape(text: &str) -> Shape {
    text.parse().expect("a shape")
}

fn whole_group(grid: &Grid) -> Group {
    let found = automorphisms(grid, MAX, &Limits::none());
    assert!(found.is_whole);
    found.group
}

fn is_squared(shape: Shape) -> bool {
    shape.box_rows() == shape.box_cols() || shape.is_latin()
}

/// All orders of `0..n`.
fn orders(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let insert = |order: Vec<usize>| {
        (0..n).map(move |at| {
            let mut order = order.clone();
            order.insert(at, n - 1);
            order
        })
    };
    orders(n - 1).into_iter().flat_map(insert).collect()
}

/// All orders of the lines that keep blocks of `width` together.
fn line_orders(n_blocks: usize, width: usize) -> Vec<Vec<usize>> {
    let inner = orders(width);
    let mut found = Vec::new();
    for blocks in orders(n_blocks) {
        let mut level = vec![Vec::new()];
        for block in blocks {
            let longer = |start: &Vec<usize>| -> Vec<Vec<usize>> {
                inner
                    .iter()
                    .map(|o| start.iter().copied().chain(o.iter().map(|k| block * width + k)).collect())
                    .collect()
            };
            level = level.iter().flat_map(longer).collect();
        }
        found.append(&mut level);
    }
    found
}

/// Rows to rows and columns to columns, and these exchanged if `turned`.
fn symmetry(shape: Shape, rows: &[usize], columns: &[usize], turned: bool) -> CellPermutation {
    let image = |cell: Cell| {
        let (row, column) = (rows[shape.row(cell)], columns[shape.column(cell)]);
        if turned { shape.cell(column, row) } else { shape.cell(row, column) }
    };
    CellPermutation::new(shape.cells().map(image).collect::<Vec<_>>()).expect("lines to lines")
}

fn all_symmetries(shape: Shape) -> Vec<CellPermutation> {
    // A Latin square has one stack or one band, and in the other direction nothing but single lines.
    let rows = line_orders(shape.n_bands(), shape.box_rows());
    let columns = line_orders(shape.n_stacks(), shape.box_cols());
    let turns = if is_squared(shape) { &[false, true][..] } else { &[false] };
    let mut found = Vec::new();
    for &turned in turns {
        for rows in &rows {
            found.extend(columns.iter().map(|columns| symmetry(shape, rows, columns, turned)));
        }
    }
    found
}

fn random_symmetry(shape: Shape, rng: &mut Rng) -> CellPermutation {
    let shuffled = |n: usize, rng: &mut Rng| {
        let mut all: Vec<usize> = (0..n).collect();
        all.shuffle(rng);
        all
    };
    let lines = |n_blocks: usize, width: usize, rng: &mut Rng| -> Vec<usize> {
        let blocks = shuffled(n_blocks, rng);
        blocks.iter().flat_map(|b| shuffled(width, rng).into_iter().map(move |k| b * width + k)).collect()
    };
    let rows = lines(shape.n_bands(), shape.box_rows(), rng);
    let columns = lines(shape.n_stacks(), shape.box_cols(), rng);
    symmetry(shape, &rows, &columns, is_squared(shape) && rng.random())
}

/// The digits of the grid moved by `p` and renamed.
fn moved(grid: &Grid, p: &CellPermutation, rng: &mut Rng) -> Grid {
    let shape = grid.shape();
    let mut names: Vec<usize> = (0..shape.n()).collect();
    names.shuffle(rng);
    let back = p.inverse();
    let digits: Vec<Digit> = shape.cells().map(|c| Digit::from_index(names[grid.get(back.apply(c)).index()])).collect();
    Grid::new(shape, &digits).expect("a symmetry keeps the rules")
}

/// Does `p` map the grid to itself up to the names of the digits? One name each is enough: both grids have n of each.
fn is_automorphism(grid: &Grid, p: &CellPermutation) -> bool {
    let mut names = [None; Shape::MAX_N + 1];
    grid.shape().cells().all(|cell| {
        let image = grid.get(p.apply(cell));
        *names[grid.get(cell).value()].get_or_insert(image) == image
    })
}

/// What the whole list of symmetries gives.
fn by_trying(grid: &Grid, symmetries: &[CellPermutation]) -> Vec<CellPermutation> {
    let mut found: Vec<CellPermutation> = symmetries.iter().filter(|p| is_automorphism(grid, p)).cloned().collect();
    found.sort_unstable();
    found
}

fn is_as_tried(grid: &Grid, symmetries: &[CellPermutation]) -> usize {
    let group = whole_group(grid);
    assert_eq!(group.elements(), by_trying(grid, symmetries), "{grid:?}");
    group.order()
}

#[test]
fn all_grids_of_four_by_four_as_tried() {
    let symmetries = all_symmetries(shape("2x2"));
    assert_eq!(symmetries.len(), 128);
    let mut orders = BTreeMap::new();
    for grid in all_grids::<1>(shape("2x2"), usize::MAX) {
        *orders.entry(is_as_tried(&grid, &symmetries)).or_insert(0) += 1;
    }
    // Two classes, of 96 and 192 grids: 128 * 24 symmetries of the shape and the digits over the size of the class.
    assert_eq!(orders, BTreeMap::from([(32, 96), (16, 192)]));
}

#[test]
fn random_grids_of_other_shapes_as_tried() {
    let mut rng = rng(1);
    for (text, n_symmetries, n_grids) in
        [("2x3", 3456, 60), ("3x2", 3456, 60), ("1x5", 28_800, 20), ("5x1", 28_800, 20), ("1x2", 8, 2)]
    {
        let symmetries = all_symmetries(shape(text));
        assert_eq!(symmetries.len(), n_symmetries);
        for _ in 0..n_grids {
            is_as_tried(&random_grid::<1>(shape(text), &mut rng), &symmetries);
        }
    }
}

#[test]
fn all_latin_squares_of_order_four_as_tried() {
    let symmetries = all_symmetries(shape("1x4"));
    let grids = all_grids::<1>(shape("1x4"), usize::MAX);
    assert_eq!((symmetries.len(), grids.len()), (1152, 576));
    grids.iter().for_each(|grid| assert!(is_as_tried(grid, &symmetries) > 1));
}

/// The solutions of the puzzle with these clues, `.` for none; what the text leaves out is empty.
fn completions(shape: Shape, text: &str) -> Vec<Grid> {
    let mut cells: Vec<Option<Digit>> =
        text.chars().map(|c| c.to_digit(10).map(|value| Digit::new(value as usize))).collect();
    cells.resize(shape.n_cells(), None);
    SudokuSolver::<1>::new(shape).solutions(&Puzzle::new(shape, cells).expect("no clash"), usize::MAX)
}

/// The sum of the orders of the groups of these grids.
fn sum_of_orders(grids: &[Grid]) -> usize {
    grids.iter().map(|grid| whole_group(grid).order()).sum()
}

/// The orders of the groups of all grids add up to the number of symmetries times that of classes (Burnside's lemma),
/// and of those grids that differ in the names of the digits one is enough.
#[test]
fn the_orders_add_up_to_the_known_number_of_classes() {
    // 28,200,960 grids of 6x6 in 49 classes.
    let six = completions(shape("2x3"), "123456");
    assert_eq!(six.len() * 720, 28_200_960);
    assert_eq!(sum_of_orders(&six), 3456 * 49);
}

/// Classes of Latin squares up to the order and the names of rows, columns and digits, and transposition: the "types"
/// of B. D. McKay, A. Meynert and W. Myrvold, *Small Latin squares, quasigroups and loops*, 2007.
#[test]
fn the_orders_add_up_to_the_known_number_of_types_of_latin_squares() {
    for (text, reduced, n_reduced, n_types) in [
        ("1x3", "123231312", 1, 1),
        ("1x4", "12342...3...4", 4, 2),
        ("1x5", "123452....3....4....5", 56, 2),
        ("1x6", "1234562.....3.....4.....5.....6", 9408, 17),
    ] {
        let grids = completions(shape(text), reduced);
        assert_eq!(grids.len(), n_reduced, "{text}");
        // Squares in reduced form stand for n! (n - 1)! each; the symmetries and the digits make 2 n!^3.
        let n = shape(text).n();
        let factorial: usize = (1..=n).product();
        assert_eq!(sum_of_orders(&grids), 2 * factorial * n * n_types, "{text}");
    }
}

#[test]
fn orders_of_well_known_grids() {
    for (name, order) in [("most-canonical", 648), ("mcguire-2012-lemma7", 54), ("mcguire-2012-sec5.3.1", 1)] {
        assert_eq!(whole_group(&published(name)).order(), order, "{name}");
    }
}

#[test]
fn nine_by_nine_as_tried() {
    let symmetries = all_symmetries(Shape::NINE);
    assert_eq!(symmetries.len(), 2 * 1296 * 1296);
    for name in ["most-canonical", "mcguire-2012-lemma7"] {
        assert!(is_as_tried(&published(name), &symmetries) > 1);
    }
    let mut orders = Vec::new();
    for (turn, n_times) in turns() {
        let grid = symmetric_grid(&turn, n_times, &mut rng(1));
        let order = is_as_tried(&grid, &symmetries);
        assert_eq!(order % n_times, 0);
        orders.push(order);
    }
    orders.sort_unstable();
    assert_eq!(orders, [2, 3, 6], "no more symmetry than was built in");
}

/// Symmetries of 9x9 of orders 2, 3 and 6: half a turn, the stacks in a circle, and bands and stacks in a circle with a
/// transposition.
fn turns() -> [(CellPermutation, usize); 3] {
    let id: Vec<usize> = (0..9).collect();
    let back: Vec<usize> = (0..9).rev().collect();
    let circle: Vec<usize> = (0..9).map(|i| (i + 3) % 9).collect();
    [
        (symmetry(Shape::NINE, &back, &back, false), 2),
        (symmetry(Shape::NINE, &id, &circle, false), 3),
        (symmetry(Shape::NINE, &circle, &circle, true), 6),
    ]
}

/// A random 9x9 grid that `turn`, which has order `n_times`, maps to itself with some names of the digits.
fn symmetric_grid(turn: &CellPermutation, n_times: usize, rng: &mut Rng) -> Grid {
    // The circles in which the digits go round.
    let circles: &[usize] = match n_times {
        2 => &[2, 2, 2, 2, 1],
        3 => &[3, 3, 3],
        _ => &[6, 3],
    };
    let mut names = Vec::new();
    for &length in circles {
        let start = names.len();
        names.extend((0..length).map(|k| start + (k + 1) % length));
    }
    let mut fill = Fill { geometry: Geometry::new(Shape::NINE), turn, names, values: [None; 81], left: 100_000 };
    assert!(fill.complete(rng), "a grid has this symmetry");
    let digits: Vec<Digit> = fill.values.iter().map(|v| Digit::from_index(v.expect("complete"))).collect();
    Grid::new(Shape::NINE, &digits).expect("the rules were kept")
}

struct Fill<'a> {
    geometry: Geometry<2>,
    turn: &'a CellPermutation,
    names: Vec<usize>,
    values: [Option<usize>; 81],
    left: u32,
}

impl Fill<'_> {
    fn fits(&self, cell: Cell, value: usize) -> bool {
        self.geometry.peers(cell).iter().all(|peer| self.values[peer.get()] != Some(value))
    }

    /// Sets a cell and all its images; `false` if that breaks a rule.
    fn set(&mut self, cell: Cell, value: usize) -> bool {
        let (mut at, mut name) = (cell, value);
        loop {
            match self.values[at.get()] {
                Some(known) => return known == name,
                None if !self.fits(at, name) => return false,
                None => self.values[at.get()] = Some(name),
            }
            (at, name) = (self.turn.apply(at), self.names[name]);
        }
    }

    fn complete(&mut self, rng: &mut Rng) -> bool {
        let n_fitting = |cell: &Cell| (0..9).filter(|&value| self.fits(*cell, value)).count();
        let open = Shape::NINE.cells().filter(|cell| self.values[cell.get()].is_none());
        let Some(cell) = open.min_by_key(n_fitting) else { return true };
        let mut values: Vec<usize> = (0..9).collect();
        values.shuffle(rng);
        for value in values {
            let before = self.values;
            self.left = self.left.saturating_sub(1);
            if self.left > 0 && self.set(cell, value) && self.complete(rng) {
                return true;
            }
            self.values = before;
        }
        false
    }
}

#[test]
fn random_grids_mostly_have_no_symmetry() {
    let mut rng = rng(2);
    // Few nodes are enough to know it.
    let limits = Limits::none().with_nodes(1000);
    let has_none = |found: &Automorphisms| found.is_whole && found.group.is_trivial();
    let grids = (0..200).map(|_| random_grid::<2>(Shape::NINE, &mut rng));
    assert!(grids.map(|grid| automorphisms(&grid, MAX, &limits)).filter(has_none).count() >= 198);
    for text in ["3x4", "4x4", "1x9", "1x16"] {
        assert!(whole_group(&random_grid::<4>(shape(text), &mut rng)).is_trivial(), "{text}");
    }
}

/// The grid in which cell (r, c) holds r' + c, where r' takes the rows in the order that keeps boxes whole.
fn cyclic(shape: Shape) -> Grid {
    let (n, rows, cols) = (shape.n(), shape.box_rows(), shape.box_cols());
    let shift = |row: usize| row % rows * cols + row / rows;
    let digits: Vec<Digit> =
        shape.cells().map(|c| Digit::from_index((shift(shape.row(c)) + shape.column(c)) % n)).collect();
    Grid::new(shape, &digits).expect("the rules were kept")
}

/// The addition table of the vectors of `dimension` coordinates modulo `q`, written in base `q`.
fn vectors(q: usize, dimension: u32) -> Grid {
    let n = q.pow(dimension);
    let shape = Shape::new(1, n as u8).expect("a shape");
    let sum = |a: usize, b: usize| (0..dimension).map(|k| q.pow(k)).map(|p| (a / p + b / p) % q * p).sum::<usize>();
    let digits: Vec<Digit> = shape.cells().map(|c| Digit::from_index(sum(shape.row(c), shape.column(c)))).collect();
    Grid::new(shape, &digits).expect("a Latin square")
}

/// The addition table of a group A has |A|^2 |Aut A| autotopisms, and twice as many with the transposition.
#[test]
fn tables_of_groups() {
    assert_eq!(whole_group(&cyclic(shape("1x25"))).order(), 2 * 625 * 20);
    assert_eq!(whole_group(&vectors(2, 3)).order(), 2 * 64 * 168);
    assert_eq!(whole_group(&vectors(3, 2)).order(), 2 * 81 * 48);
}

fn is_group(group: &Group) -> bool {
    let elements = group.elements();
    elements.iter().all(|p| group.contains(&p.inverse()) && elements.iter().all(|q| group.contains(&p.compose(q))))
}

#[test]
fn every_limit_leaves_a_subgroup() {
    for grid in [published("most-canonical"), cyclic(shape("2x3")), vectors(2, 3)] {
        let whole = automorphisms(&grid, MAX, &Limits::none());
        assert!(whole.is_whole && whole.group.order() > 1);
        let is_fine = |part: &Automorphisms| {
            assert!(part.group.elements().iter().all(|p| whole.group.contains(p)));
            assert!(part.group.order() > 700 || is_group(&part.group));
            assert_eq!(part.is_whole, part.group == whole.group);
        };
        for max in [0, 1, 2, 10, 50, 300, whole.group.order() - 1, whole.group.order()] {
            let part = automorphisms(&grid, max, &Limits::none());
            is_fine(&part);
            assert!(part.group.order() <= max.max(1));
        }
        for nodes in [0, 1, 5, 20, 50] {
            let part = automorphisms(&grid, MAX, &Limits::none().with_nodes(nodes));
            assert!(nodes > 0 || part.group.is_trivial());
            is_fine(&part);
        }
    }
    // More than ten million elements, of which those that fix two rows, a column and two vectors come at once.
    let part = automorphisms(&vectors(2, 4), 1000, &Limits::none());
    assert_eq!((part.is_whole, part.group.order()), (false, 12 * 8));
}

#[test]
fn houses_go_to_houses_and_the_grid_to_itself() {
    for grid in [published("most-canonical"), cyclic(shape("2x3")), cyclic(shape("3x4")), cyclic(shape("1x7"))] {
        let geometry = Geometry::<3>::new(grid.shape());
        let group = whole_group(&grid);
        assert!(group.order() > 1);
        // Of the large groups every few elements will do.
        for p in group.elements().iter().step_by(1 + group.order() / 100) {
            assert!(is_automorphism(&grid, p));
            assert!(geometry.houses().iter().all(|house| geometry.houses().contains(&p.apply_set(*house))));
        }
        assert!(group.order() > 700 || is_group(&group));
    }
}

/// A minimal puzzle: clues dropped in random order as long as the rest is valid.
fn minimal<const W: usize>(problem: &SudokuClues<W>, rng: &mut Rng) -> CellSet<W> {
    let (mut oracle, mut pace) = (problem.oracle(), Limits::none().pace(1024));
    let mut order: Vec<Cell> = problem.cells().iter().collect();
    order.shuffle(rng);
    order.into_iter().fold(problem.cells(), |clues, cell| {
        let without = clues - CellSet::only(cell);
        if oracle.second_solution(without, &mut pace) == Verdict::Unique { without } else { clues }
    })
}

#[test]
fn valid_puzzles_go_to_valid_puzzles() {
    let mut rng = rng(5);
    for grid in
        [published("most-canonical"), cyclic(shape("2x3")), cyclic(shape("1x5")), published("mcguire-2012-lemma7")]
    {
        let problem = SudokuClues::<2>::new(grid);
        let (mut oracle, mut pace) = (problem.oracle(), Limits::none().pace(1024));
        let group = problem.automorphisms(MAX, &Limits::none());
        assert!(!group.is_trivial());
        for _ in 0..3 {
            let clues = minimal(&problem, &mut rng);
            let images = group.images(clues);
            assert_eq!(images.len() * group.stabilizer(clues).order(), group.order());
            for image in images {
                assert_eq!(oracle.second_solution(image, &mut pace), Verdict::Unique);
                let first = image.first().expect("a puzzle has clues");
                let less = oracle.second_solution(image - CellSet::only(first), &mut pace);
                assert!(matches!(less, Verdict::Second(_)), "an image of a minimal puzzle is minimal");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// A symmetry that maps one grid to another takes the group of the one to that of the other.
    #[test]
    fn a_moved_grid_has_the_conjugate_group(seed in any::<u64>()) {
        let mut rng = rng(seed);
        let mut grids: Vec<Grid> =
            ["2x2", "2x3", "3x2", "1x4", "3x3"].map(|text| random_grid::<2>(shape(text), &mut rng)).into();
        grids.extend([cyclic(shape("2x3")), cyclic(Shape::NINE), cyclic(shape("1x6"))]);
        for grid in grids {
            let p = random_symmetry(grid.shape(), &mut rng);
            let back = p.inverse();
            let mut conjugate: Vec<CellPermutation> =
                whole_group(&grid).elements().iter().map(|q| p.compose(&q.compose(&back))).collect();
            conjugate.sort_unstable();
            let image = whole_group(&moved(&grid, &p, &mut rng));
            prop_assert_eq!(image.elements(), conjugate);
        }
    }
}
