use std::collections::BTreeMap;

use rand::Rng as _;
use rand::seq::{IndexedRandom, SliceRandom};

use super::*;
use crate::base::{Cell, CellPermutation, Index, Rng, rng};
use crate::sudoku::{all_grids, automorphisms, random_grid};

const MAX_CANONICAL: &str = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn shape(text: &str) -> Shape {
    text.parse().expect("a shape")
}

fn grid_of(shape: Shape, text: &str) -> Grid {
    let digits: Vec<Digit> = text.bytes().map(|b| Digit::new(usize::from(b - b'0'))).collect();
    Grid::new(shape, &digits).expect("a grid")
}

fn values(puzzle: &Puzzle) -> Vec<usize> {
    puzzle.cells().iter().map(|c| c.map_or(0, Digit::value)).collect()
}

/// The cells of a grid, each shown with the same chance, so that about `n_clues` are.
fn some_clues(grid: &Grid, n_clues: usize, rng: &mut Rng) -> Puzzle {
    let shape = grid.shape();
    let mut cells: Vec<Cell> = shape.cells().collect();
    cells.shuffle(rng);
    let mut clues = vec![None; shape.n_cells()];
    for cell in &cells[..n_clues] {
        clues[cell.get()] = Some(grid.get(*cell));
    }
    Puzzle::new(shape, clues).expect("part of a grid")
}

fn full(grid: &Grid) -> Puzzle {
    Puzzle::new(grid.shape(), grid.digits().iter().copied().map(Some).collect::<Box<[_]>>()).expect("a grid")
}

/// All orders of `0..n`.
fn orders(n: usize) -> Vec<Vec<u8>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let insert = |order: Vec<u8>| {
        (0..n).map(move |at| {
            let mut order = order.clone();
            order.insert(at, n as u8 - 1);
            order
        })
    };
    orders(n - 1).into_iter().flat_map(insert).collect()
}

/// All symmetries of a shape, by trying all orders of all lines.
fn symmetries(shape: Shape) -> Vec<CellPermutation> {
    let keeps = |width: usize| {
        move |order: &Vec<u8>| {
            order.chunks(width).all(|c| c.iter().all(|i| usize::from(*i) / width == usize::from(c[0]) / width))
        }
    };
    let [height, width] = if shape.is_latin() { [shape.n(); 2] } else { [shape.box_rows(), shape.box_cols()] };
    let rows: Vec<Vec<u8>> = orders(shape.n()).into_iter().filter(keeps(height)).collect();
    let columns: Vec<Vec<u8>> = orders(shape.n()).into_iter().filter(keeps(width)).collect();
    let digits: Box<[Digit]> = (0..shape.n()).map(Digit::from_index).collect();
    let turns: &[bool] = if shape.is_latin() || height == width { &[false, true] } else { &[false] };
    let mut found = Vec::new();
    for turned in turns {
        for rows in &rows {
            for columns in &columns {
                found.push(Transform::from_lines(shape, rows, columns, *turned, digits.clone()).cells().clone());
            }
        }
    }
    found
}

/// The smallest image and the number of symmetries that lead to it: each symmetry with the names in order of
/// appearance.
fn slow(puzzle: &Puzzle, symmetries: &[CellPermutation]) -> (Vec<usize>, u64) {
    let before = values(puzzle);
    let (mut best, mut n_best) = (vec![usize::MAX], 0);
    for symmetry in symmetries {
        let mut image = vec![0; before.len()];
        for (i, value) in before.iter().enumerate() {
            image[symmetry.apply(Cell::new(i)).get()] = *value;
        }
        let mut names = vec![0; puzzle.shape().n() + 1];
        let mut n_named = 0;
        for value in &mut image {
            if *value > 0 && names[*value] == 0 {
                n_named += 1;
                names[*value] = n_named;
            }
            *value = names[*value];
        }
        match image.cmp(&best) {
            std::cmp::Ordering::Less => (best, n_best) = (image, 1),
            std::cmp::Ordering::Equal => n_best += 1,
            std::cmp::Ordering::Greater => {}
        }
    }
    (best, n_best)
}

fn check_against_slow(puzzle: &Puzzle, symmetries: &[CellPermutation]) {
    let fast = minlex_puzzle(puzzle, &Limits::none()).expect("no limit");
    let (form, n_automorphisms) = slow(puzzle, symmetries);
    assert_eq!((values(&fast.form), fast.n_automorphisms), (form, n_automorphisms), "{:?}", values(puzzle));
    assert_eq!(fast.transform.puzzle(puzzle), fast.form);
}

#[test]
fn puzzles_of_4x4_have_the_form_that_all_symmetries_have() {
    let shape = shape("2x2");
    let symmetries = symmetries(shape);
    assert_eq!(symmetries.len(), 128);
    let grids = all_grids::<1>(shape, 1000);
    let mut rng = rng(1);
    for n_clues in 0..=16 {
        for _ in 0..100 {
            let grid = grids.choose(&mut rng).expect("288 grids");
            check_against_slow(&some_clues(grid, n_clues, &mut rng), &symmetries);
        }
    }
}

#[test]
fn so_do_puzzles_of_other_shapes() {
    let mut rng = rng(2);
    for (text, order, times) in
        [("1x2", 8, 20), ("1x3", 72, 50), ("4x1", 1152, 20), ("1x5", 28800, 2), ("2x3", 3456, 8), ("3x2", 3456, 8)]
    {
        let shape = shape(text);
        let symmetries = symmetries(shape);
        assert_eq!(symmetries.len(), order);
        for n_clues in 0..=shape.n_cells() {
            for _ in 0..times {
                let grid = random_grid::<1>(shape, &mut rng);
                check_against_slow(&some_clues(&grid, n_clues, &mut rng), &symmetries);
            }
        }
    }
}

/// Puzzles need not have a solution: the same digit on a diagonal, empty boxes, and what else chance makes.
#[test]
fn so_do_clues_without_a_solution() {
    let shape = shape("2x2");
    let symmetries = symmetries(shape);
    let mut rng = rng(3);
    for _ in 0..1000 {
        let mut puzzle = Puzzle::empty(shape);
        for _ in 0..rng.random_range(0..30) {
            let mut cells = puzzle.cells().to_vec();
            cells[rng.random_range(0..16)] = Some(Digit::new(rng.random_range(1..=4)));
            puzzle = Puzzle::new(shape, cells).unwrap_or(puzzle);
        }
        check_against_slow(&puzzle, &symmetries);
    }
}

/// 288 grids in 2 classes, whose sizes are 4! * 128 / `n_automorphisms`: 96 + 192.
#[test]
fn the_grids_of_4x4_fall_into_two_classes() {
    let mut classes = BTreeMap::new();
    for grid in all_grids::<1>(shape("2x2"), 1000) {
        let minlex = minlex_grid(&grid, &Limits::none()).expect("no limit");
        let class = classes.entry(minlex.form.digits().to_vec()).or_insert((0, minlex.n_automorphisms));
        assert_eq!(class.1, minlex.n_automorphisms);
        class.0 += 1;
    }
    let mut sizes: Vec<u64> = classes.values().map(|(size, _)| *size).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [96, 192]);
    assert!(classes.values().all(|(size, n_automorphisms)| size * n_automorphisms == 24 * 128));
}

/// Order 5 has two isotopy classes (B. D. McKay, A. Meynert and W. Myrvold, *Small Latin squares, quasigroups and
/// loops*, 2007, table 2). They have different numbers of automorphisms, so that transposition does not join them.
#[test]
fn all_latin_squares_of_order_5_have_two_forms() {
    let mut classes = BTreeMap::new();
    let mut rng = rng(4);
    for _ in 0..300 {
        let grid = random_grid::<1>(shape("1x5"), &mut rng);
        let minlex = minlex_grid(&grid, &Limits::none()).expect("no limit");
        *classes.entry(minlex.form.digits().to_vec()).or_insert(0) += 1;
    }
    assert_eq!(classes.len(), 2);
}

#[test]
fn the_most_canonical_grid_is_its_own_form() {
    let grid = grid_of(Shape::NINE, MAX_CANONICAL);
    let minlex = minlex_grid(&grid, &Limits::none()).expect("no limit");
    assert_eq!(minlex.form, grid);
    assert_eq!(minlex.n_automorphisms, 648);
}

#[test]
fn automorphisms_are_as_many_as_the_group_has() {
    let (mut rng, mut grids) = (rng(5), rng(50));
    let mut check = |grid: &Grid| {
        let image = Transform::random(grid.shape(), &mut rng).grid(grid);
        let minlex = minlex_grid(&image, &Limits::none()).expect("no limit");
        let group = automorphisms(grid, 100_000, &Limits::none());
        assert!(group.is_whole);
        assert_eq!(minlex.n_automorphisms, group.group.order() as u64);
    };
    check(&grid_of(Shape::NINE, MAX_CANONICAL));
    for text in ["2x2", "2x3", "3x2", "1x4", "1x5", "1x6", "2x4", "3x3"] {
        for _ in 0..30 {
            check(&random_grid::<2>(shape(text), &mut grids));
        }
    }
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 4), (5, 5), (1, 6), (1, 9)] {
        check(&pattern_grid(Shape::new(rows, columns).expect("a shape")));
    }
}

/// The sums of the vectors of four bits, in rows that are ordered so that a box holds them all.
#[test]
fn a_grid_with_very_many_automorphisms() {
    let shape = shape("4x4");
    let digits: Vec<Digit> = (0..256).map(|i| Digit::from_index((i / 16 % 4 * 4 + i / 64) ^ (i % 16))).collect();
    let grid = Grid::new(shape, &digits).expect("a grid");
    let minlex = minlex_grid(&grid, &Limits::none()).expect("no limit");
    let group = automorphisms(&grid, 100_000, &Limits::none());
    assert!(group.is_whole);
    assert_eq!(minlex.n_automorphisms, group.group.order() as u64);
}

/// The grid whose rows are shifts of the first: very symmetrical.
fn pattern_grid(shape: Shape) -> Grid {
    let (n, height, width) = (shape.n(), shape.box_rows(), shape.box_cols());
    let digit = |i: usize| {
        let (row, column) = (i / n, i % n);
        Digit::from_index((row % height * width + row / height + column) % n)
    };
    let digits: Vec<Digit> = (0..n * n).map(digit).collect();
    Grid::new(shape, &digits).expect("shifts by a box in a band, and by one from band to band")
}

fn check_invariance(puzzle: &Puzzle, times: usize, rng: &mut Rng) {
    let minlex = minlex_puzzle(puzzle, &Limits::none()).expect("no limit");
    assert_eq!(minlex.transform.puzzle(puzzle), minlex.form);
    assert!(values(&minlex.form) <= values(puzzle));
    let again = minlex_puzzle(&minlex.form, &Limits::none()).expect("no limit");
    assert_eq!(again.form, minlex.form);
    for _ in 0..times {
        let image = Transform::random(puzzle.shape(), rng).puzzle(puzzle);
        let its = minlex_puzzle(&image, &Limits::none()).expect("no limit");
        assert_eq!((&its.form, its.n_automorphisms), (&minlex.form, minlex.n_automorphisms));
        assert_eq!(its.transform.puzzle(&image), minlex.form);
    }
    if let Some(grid) = puzzle.as_grid() {
        let its = minlex_grid(&grid, &Limits::none()).expect("no limit");
        assert_eq!(
            (full(&its.form), its.transform, its.n_automorphisms),
            (minlex.form, minlex.transform, minlex.n_automorphisms)
        );
    }
}

#[test]
fn the_form_is_the_same_for_all_images() {
    let mut rng = rng(6);
    for n_clues in [0, 1, 4, 7, 12, 17, 21, 25, 30, 40, 60, 80, 81] {
        for _ in 0..20 {
            let grid = random_grid::<2>(Shape::NINE, &mut rng);
            check_invariance(&some_clues(&grid, n_clues, &mut rng), 50, &mut rng);
        }
    }
    for text in ["2x2", "2x3", "3x2", "2x4", "1x5", "1x7", "3x4", "4x4"] {
        let grid = random_grid::<4>(shape(text), &mut rng);
        let n_cells = grid.digits().len();
        for n_clues in [n_cells / 4, n_cells / 3, n_cells / 2, n_cells - 1, n_cells] {
            check_invariance(&some_clues(&grid, n_clues, &mut rng), 5, &mut rng);
        }
    }
}

#[test]
fn digits_that_are_not_there_get_the_names_left_over_in_order() {
    let shape = shape("2x2");
    let mut cells = vec![None; 16];
    cells[3] = Some(Digit::new(3));
    let puzzle = Puzzle::new(shape, cells).expect("no clash");
    let minlex = minlex_puzzle(&puzzle, &Limits::none()).expect("no limit");
    assert_eq!([1, 2, 3, 4].map(|d| minlex.transform.digit(Digit::new(d)).value()), [2, 3, 1, 4]);
    assert_eq!(values(&minlex.form), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    // The 128 symmetries take its one cell to 16 cells, to each equally often.
    assert_eq!(minlex.n_automorphisms, 128 / 16);
}

/// 2 * (3!)^8 symmetries of 9x9, and 2 * 25!^2 of a Latin square, which 64 bits do not hold.
#[test]
fn the_empty_puzzle_has_all_symmetries() {
    let of =
        |text: &str| minlex_puzzle(&Puzzle::empty(shape(text)), &Limits::none()).expect("no limit").n_automorphisms;
    assert_eq!(of("3x3"), 2 * 6_u64.pow(8));
    assert_eq!(of("2x3"), 3456);
    assert_eq!(of("4x4"), 2 * 24_u64.pow(10));
    assert_eq!(of("1x25"), u64::MAX);
}

#[test]
fn limits_end_it() {
    let grid = grid_of(Shape::NINE, MAX_CANONICAL);
    let of = |nodes: u64| minlex_grid(&grid, &Limits::none().with_nodes(nodes));
    assert_eq!(of(10), Err(Stop::Nodes));
    assert!(of(1_000_000).is_ok());
}
