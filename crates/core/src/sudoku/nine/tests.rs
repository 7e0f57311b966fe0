//! The 9x9 path against the solver of all shapes.

use rand::Rng as _;
use rand::seq::SliceRandom;

use super::*;
use crate::base::{Cell, Index, Limits, Rng, rng};
use crate::sudoku::{Grid, SecondSolution, Shape, SudokuSolver, random_grid};

type Set = CellSet<2>;

fn all() -> Set {
    Set::first_n(81)
}

fn grid(rng: &mut Rng) -> Grid {
    random_grid::<2>(Shape::NINE, rng)
}

fn random_cells(n: usize, rng: &mut Rng) -> Set {
    let mut order: Vec<Cell> = Shape::NINE.cells().collect();
    order.shuffle(rng);
    order[..n].iter().copied().collect()
}

/// Is there a second solution, by the solver of all shapes?
fn by_any_shape(solver: &mut SudokuSolver<2>, target: &Grid, clues: Set) -> bool {
    match solver.second_of_any_shape(target.digits(), clues, &mut Limits::none().pace(1000)) {
        SecondSolution::Found(_) => true,
        SecondSolution::None => false,
        SecondSolution::Limit(_) => panic!("there was no limit"),
    }
}

/// The witness is a grid that differs from the target exactly in `cells`.
fn check_witness(nine: &Nine, target: &Grid, cells: Set) {
    let witness = Grid::new(Shape::NINE, &nine.witness()).expect("the witness is a grid");
    assert_eq!(target.difference::<2>(witness.digits()), cells);
    assert!(!cells.is_empty());
}

#[test]
fn agrees_with_the_solver_of_all_shapes() {
    let mut rng = rng(1);
    let (mut solver, mut pace) = (SudokuSolver::<2>::new(Shape::NINE), Limits::none().pace(1000));
    let (mut some, mut none) = (0, 0);
    for _ in 0..40 {
        let target = grid(&mut rng);
        let mut nine = Nine::new(target.digits());
        for _ in 0..300 {
            let n = rng.random_range(17..=65);
            let clues = random_cells(n, &mut rng);
            let found = nine.second_solution(clues, &mut pace).expect("there is no limit");
            assert_eq!(found.is_some(), by_any_shape(&mut solver, &target, clues), "{clues:?}");
            if let Some(cells) = found {
                assert!(!cells.intersects(&clues));
                check_witness(&nine, &target, cells);
                some += 1;
            } else {
                none += 1;
            }
        }
    }
    assert!(some > 3000 && none > 3000, "the test must see both answers: {some} and {none}");
}

#[test]
fn sets_are_minimal_and_not_hit() {
    let mut rng = rng(2);
    let (mut solver, mut pace) = (SudokuSolver::<2>::new(Shape::NINE), Limits::none().pace(1000));
    let mut n_sets = 0;
    for round in 0..1500 {
        let target = grid(&mut rng);
        let mut nine = Nine::new(target.digits());
        let clues = random_cells(17 + round % 30, &mut rng);
        let keep_out = if round % 3 == 0 { Set::EMPTY } else { random_cells(round % 60, &mut rng) };
        let Some(cells) = nine.unhit_set(clues, keep_out, &mut pace).expect("there is no limit") else { continue };
        assert!(!cells.intersects(&clues));
        check_witness(&nine, &target, cells);
        for cell in cells {
            let rest = (all() - cells) | Set::only(cell);
            assert!(!by_any_shape(&mut solver, &target, rest), "{cells:?} is unavoidable without {cell:?}");
        }
        n_sets += 1;
    }
    assert!(n_sets > 500, "{n_sets}");
}

/// Unwanted cells are asked first, one after the other: no promise to avoid them all, but fewer are left.
#[test]
fn unwanted_cells_are_avoided() {
    let mut rng = rng(3);
    let mut pace = Limits::none().pace(1000);
    let [mut careless, mut careful, mut first] = [0; 3];
    for round in 0..1000 {
        let target = grid(&mut rng);
        let mut nine = Nine::new(target.digits());
        let clues = random_cells(20 + round % 10, &mut rng);
        let keep_out = random_cells(40, &mut rng);
        for (avoid, n_unwanted) in [(Set::EMPTY, &mut careless), (keep_out, &mut careful)] {
            let cells = nine.unhit_set(clues, avoid, &mut pace).expect("there is no limit");
            *n_unwanted += cells.map_or(0, |cells| (cells & keep_out).len());
        }
        let Some(start) = nine.second_solution(clues, &mut pace).expect("there is no limit") else { continue };
        let mut inside = |cells: Set, keep_out| {
            let found = nine.minimal_set(cells, keep_out, &mut pace).expect("there is no limit");
            if let Some(set) = found {
                assert!(set.is_subset(&cells));
                check_witness(&nine, &target, set);
            }
            found
        };
        // One unwanted cell is avoided exactly if the rest holds a set.
        let cell = start.first().expect("it has a cell");
        let with = inside(start, Set::only(cell)).expect("it holds a set").contains(cell);
        assert_eq!(with, inside(start - Set::only(cell), Set::EMPTY).is_none());
        first += usize::from(!with);
    }
    assert!(careful * 20 < careless * 19 && first > 100, "{careful} of {careless} unwanted cells, {first}");
}

#[test]
fn the_extremes() {
    let target = grid(&mut rng(4));
    let mut nine = Nine::new(target.digits());
    let mut pace = Limits::none().pace(1);
    assert_eq!(nine.witness(), target.digits());
    assert_eq!(nine.second_solution(all(), &mut pace), Ok(None));
    assert_eq!(nine.unhit_set(all(), all(), &mut pace), Ok(None));
    assert_eq!(nine.minimal_set(Set::EMPTY, Set::EMPTY, &mut pace), Ok(None));
    for cell in Shape::NINE.cells() {
        assert_eq!(nine.second_solution(all() - Set::only(cell), &mut pace), Ok(None));
        let cells = nine.second_solution(Set::only(cell), &mut pace).expect("no limit").expect("a second solution");
        assert!(!cells.contains(cell));
        check_witness(&nine, &target, cells);
    }
    let cells = nine.second_solution(Set::EMPTY, &mut pace).expect("no limit").expect("a second solution");
    check_witness(&nine, &target, cells);
    let cells = nine.unhit_set(Set::EMPTY, Set::EMPTY, &mut pace).expect("no limit").expect("a set");
    check_witness(&nine, &target, cells);
}

#[test]
fn every_width_gives_the_same() {
    let mut rng = rng(5);
    let target = grid(&mut rng);
    let (mut two, mut ten) = (Nine::new(target.digits()), Nine::new(target.digits()));
    for n in 20..50 {
        let clues = random_cells(n, &mut rng);
        let wide: CellSet<10> = clues.iter().collect();
        let narrow = two.unhit_set(clues, Set::EMPTY, &mut Limits::none().pace(1)).expect("no limit");
        let wide = ten.unhit_set(wide, CellSet::EMPTY, &mut Limits::none().pace(1)).expect("no limit");
        assert_eq!(narrow.map(|c| c.iter().collect::<Vec<_>>()), wide.map(|c| c.iter().collect::<Vec<_>>()));
    }
}

#[test]
fn a_limit_is_no_answer() {
    let target = grid(&mut rng(6));
    let mut nine = Nine::new(target.digits());
    // With so few clues the rules alone decide nothing.
    let mut pace = Limits::none().with_nodes(2).pace(1000);
    assert_eq!(nine.second_solution(Set::EMPTY, &mut pace), Err(Stop::Nodes));
    assert_eq!(nine.n_guesses(), 2);
    assert_eq!(nine.unhit_set(Set::EMPTY, Set::EMPTY, &mut pace), Err(Stop::Nodes));
    assert_eq!(nine.second_solution(all(), &mut pace), Ok(None));
}

#[test]
#[should_panic(expected = "the target is a grid")]
fn a_target_that_is_no_grid_is_refused() {
    let _ = Nine::new(&[Digit::new(1); 81]);
}

#[test]
fn cells_and_bands_are_the_same_sets() {
    let mut rng = rng(7);
    for n in 0..=81 {
        let cells = random_cells(n, &mut rng);
        assert_eq!(Bands::from_set(cells).to_set::<2>(), cells);
        assert_eq!(cells.iter().fold(Bands::EMPTY, |all, c| all | Bands::only(c)), Bands::from_set(cells));
        assert_eq!(Bands::from_set(cells).first().to_set::<2>().first(), cells.first());
        assert_eq!(Bands::from_set(cells).len() as usize, cells.len());
        // Rows, one cell alone in its row, and rows with two.
        let row = |c: Cell| (all() & (0..9).map(|k| Cell::new(c.get() / 9 * 9 + k)).collect()) & cells;
        let rows: Set = Shape::NINE.cells().filter(|c| !row(*c).is_empty()).collect();
        assert_eq!(Bands::from_set(cells).rows().to_set::<2>(), rows);
        let crowded = cells.iter().any(|c| row(c).len() > 1);
        assert_eq!(!Bands::from_set(cells).second_in_row().is_empty(), crowded);
        if rows == all() {
            let alone: Set = cells.iter().filter(|c| row(*c).len() == 1).collect();
            assert_eq!(Bands::from_set(cells).alone_in_row().to_set::<2>(), alone);
        }
    }
}

/// The locks keep exactly the cells that some permutation of minirows, or of minicolumns, goes through.
#[test]
fn locks_are_permutations() {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut rng = rng(8);
    for n in (5..=75).flat_map(|n| [n; 20]) {
        let cells = random_cells(n, &mut rng);
        // In each band: row r through box order[r]. In each stack: band b through column order[b].
        let minirow = |row: usize, at: usize| -> Set { (0..3).map(|k| Cell::new(9 * row + 3 * at + k)).collect() };
        let minicolumn =
            |band: usize, column: usize| -> Set { (0..3).map(|k| Cell::new(27 * band + 9 * k + column)).collect() };
        let kept = |part: &dyn Fn(usize, usize, usize) -> Set| -> Set {
            (0..3).fold(Set::EMPTY, |kept, region| {
                ORDERS.iter().fold(kept, |kept, order| {
                    let parts = [0, 1, 2].map(|i| part(region, i, order[i]) & cells);
                    if parts.iter().any(Set::is_empty) { kept } else { parts.iter().fold(kept, |all, p| all | *p) }
                })
            })
        };
        let rows = kept(&|band, row, at| minirow(3 * band + row, at));
        assert_eq!(Bands::from_set(cells).lock_rows().to_set::<2>(), rows);
        let columns = kept(&|stack, band, at| minicolumn(band, 3 * stack + at));
        assert_eq!(Bands::from_set(cells).lock_columns().to_set::<2>(), columns);
    }
}

mod puzzles;
mod variants;
