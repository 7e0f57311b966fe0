//! The path of large grids against the solver of all shapes.

use rand::Rng as _;
use rand::seq::SliceRandom as _;

use super::*;
use crate::base::{Limits, Rng, rng};
use crate::sudoku::{
    Counter, JigsawRegions, Puzzle, Rule, SecondSolution, SudokuSolver, Uniqueness, random_grid, random_grid_of,
};

fn shape(text: &str) -> Shape {
    text.parse().expect("a shape")
}

fn random_cells<const W: usize>(shape: Shape, n: usize, rng: &mut Rng) -> CellSet<W> {
    let mut order: Vec<Cell> = shape.cells().collect();
    order.shuffle(rng);
    order[..n].iter().copied().collect()
}

/// Is there a second solution, by the solver of all shapes?
fn by_any_shape<const W: usize>(solver: &mut SudokuSolver<W>, target: &Grid, clues: CellSet<W>) -> bool {
    match solver.second_of_any_shape(target.digits(), clues, &mut Limits::none().pace(1000)) {
        SecondSolution::Found(_) => true,
        SecondSolution::None => false,
        SecondSolution::Limit(_) => panic!("there was no limit"),
    }
}

/// The witness is a grid that differs from the target exactly in `cells`.
fn check_witness<const W: usize>(large: &Large, target: &Grid, cells: CellSet<W>) {
    let witness = Grid::new(target.shape(), large.witness()).expect("the witness is a grid");
    assert_eq!(target.difference::<W>(witness.digits()), cells);
    assert!(!cells.is_empty());
}

/// Asks about random clues of at least `min` cells and compares; the number of answers "yes" and "no".
fn compare<const W: usize>(text: &str, rules: &[Rule], min: usize, n_grids: usize, n_questions: usize) -> [usize; 2] {
    let (shape, mut rng, mut pace) = (shape(text), rng(1), Limits::none().pace(1000));
    let variant = Variant::new(shape, rules).expect("a variant");
    let mut solver = SudokuSolver::<W>::of(variant.clone());
    let mut answers = [0; 2];
    for _ in 0..n_grids {
        let target = random_grid_of::<W>(&variant, &mut rng, &Limits::none()).expect("no limit").expect("a grid");
        let mut large = Large::of(&variant, target.digits());
        for _ in 0..n_questions {
            let n = rng.random_range(min..=shape.n_cells());
            let clues = random_cells::<W>(shape, n, &mut rng);
            let found = large.second_solution(clues, &mut pace).expect("there is no limit");
            assert_eq!(found.is_some(), by_any_shape(&mut solver, &target, clues), "{text} {clues:?}");
            if let Some(cells) = found {
                assert!(!cells.intersects(&clues));
                check_witness(&large, &target, cells);
                assert_eq!(large.core::<W>(), None);
                answers[0] += 1;
            } else {
                let core: CellSet<W> = large.core().expect("known after a proof");
                assert!(core.is_subset(&clues) && !by_any_shape(&mut solver, &target, core), "{text} {core:?}");
                answers[1] += 1;
            }
        }
    }
    answers
}

#[test]
fn agrees_with_the_solver_of_all_shapes() {
    for (text, min, answers) in [
        ("2x2", 0, compare::<1>("2x2", &[], 0, 60, 60)),
        ("2x3", 4, compare::<1>("2x3", &[], 4, 40, 100)),
        ("1x7", 8, compare::<1>("1x7", &[], 8, 20, 100)),
        ("2x4", 10, compare::<1>("2x4", &[], 10, 20, 100)),
        ("3x3", 20, compare::<2>("3x3", &[], 20, 20, 100)),
        ("3x4", 50, compare::<4>("3x4", &[], 50, 10, 100)),
        ("4x4", 110, compare::<4>("4x4", &[], 110, 10, 100)),
        ("2x5 x", 35, compare::<2>("2x5", &[Rule::Diagonals], 35, 10, 100)),
        ("2x5 anti-knight", 30, compare::<2>("2x5", &[Rule::AntiKnight], 30, 10, 100)),
        ("3x4 disjoint groups", 50, compare::<4>("3x4", &[Rule::DisjointGroups], 50, 10, 100)),
    ] {
        let [yes, no] = answers;
        assert!(yes > 100 && no > 100, "{text} from {min} clues must give both answers: {yes} and {no}");
    }
}

/// Puzzles from which no clue can be taken are the hard questions of every shape, and every clue says so twice.
#[test]
fn agrees_on_minimal_puzzles() {
    let (shape, mut rng, mut pace) = (shape("3x4"), rng(2), Limits::none().pace(1000));
    let mut solver = SudokuSolver::<4>::new(shape);
    for _ in 0..3 {
        let target = random_grid::<4>(shape, &mut rng);
        let mut large = Large::new(shape, target.digits());
        let mut clues = CellSet::first_n(shape.n_cells());
        let mut order: Vec<Cell> = shape.cells().collect();
        order.shuffle(&mut rng);
        for cell in order {
            if large.second_solution(clues - CellSet::only(cell), &mut pace).expect("no limit").is_none() {
                clues.remove(cell);
            }
        }
        assert!(!by_any_shape(&mut solver, &target, clues) && clues.len() < 60);
        assert!(clues.iter().all(|cell| by_any_shape(&mut solver, &target, clues - CellSet::only(cell))));
    }
}

#[test]
fn sets_are_minimal_and_not_hit() {
    let mut rng = rng(3);
    let mut pace = Limits::none().pace(1000);
    let [mut careless, mut careful, mut n_sets] = [0; 3];
    for (text, n_clues) in [("2x3", 9), ("3x4", 50), ("4x4", 100)] {
        let shape = shape(text);
        let mut solver = SudokuSolver::<4>::new(shape);
        for _ in 0..40 {
            let target = random_grid::<4>(shape, &mut rng);
            let mut large = Large::new(shape, target.digits());
            let clues = random_cells::<4>(shape, n_clues, &mut rng);
            let keep_out = random_cells::<4>(shape, shape.n_cells() / 2, &mut rng);
            for (avoid, n_unwanted) in [(CellSet::EMPTY, &mut careless), (keep_out, &mut careful)] {
                let Some(cells) = large.unhit_set(clues, avoid, &mut pace).expect("no limit") else { continue };
                assert!(!cells.intersects(&clues));
                check_witness(&large, &target, cells);
                for cell in cells {
                    let rest = (CellSet::first_n(shape.n_cells()) - cells) | CellSet::only(cell);
                    assert!(!by_any_shape(&mut solver, &target, rest), "{cells:?} is unavoidable without {cell:?}");
                }
                *n_unwanted += (cells & keep_out).len();
                n_sets += 1;
            }
        }
    }
    assert!(n_sets > 150, "{n_sets}");
    assert!(careful < careless, "unwanted cells: {careful} where they are avoided, {careless} where not");
}

/// What was learned changes neither "yes" nor "no"; without it, all answers are those of a new path.
#[test]
fn forgets_all_it_learned() {
    let (shape, mut rng, mut pace) = (shape("4x4"), rng(4), Limits::none().pace(1000));
    let target = random_grid::<4>(shape, &mut rng);
    let (mut old, mut new) = (Large::new(shape, target.digits()), Large::new(shape, target.digits()));
    let questions: Vec<CellSet<4>> = (0..60).map(|i| random_cells(shape, 80 + i, &mut rng)).collect();
    let mut answers = |large: &mut Large| -> Vec<_> {
        questions.iter().map(|clues| large.unhit_set(*clues, CellSet::EMPTY, &mut pace)).collect()
    };
    let first = answers(&mut old);
    assert_ne!(answers(&mut old), first, "the second time, it knows more");
    old.forget();
    assert_eq!(answers(&mut old), first);
    assert_eq!(answers(&mut new), first);
}

#[test]
fn a_limit_is_no_answer() {
    let shape = shape("4x4");
    let target = random_grid::<4>(shape, &mut rng(5));
    let mut large = Large::new(shape, target.digits());
    let clues = random_cells::<4>(shape, 40, &mut rng(6));
    let mut pace = Limits::none().with_nodes(3).pace(1);
    assert_eq!(large.second_solution(clues, &mut pace), Err(Stop::Nodes));
    assert!(large.second_solution(clues, &mut Limits::none().pace(1)).is_ok_and(|found| found.is_some()));
}

/// What the solver of all shapes says of a puzzle: none, one or several solutions.
fn kind<const W: usize>(variant: &Variant, puzzle: &Puzzle) -> usize {
    SudokuSolver::<W>::of(variant.clone()).solutions(puzzle, 2).len()
}

/// Puzzles of random clues, some of them wrong, so that there are none, one and several solutions.
#[test]
fn puzzles_whose_solution_is_not_known_are_solved_alike() {
    let plain = |text| Variant::plain(shape(text));
    let x = Variant::new(shape("2x3"), &[Rule::Diagonals]).expect("all shapes have diagonals");
    let (mut rng, mut pace) = (rng(7), Limits::none().pace(1000));
    let mut answers = [0; 3];
    for (variant, min) in [(plain("2x2"), 4), (plain("2x3"), 9), (plain("1x7"), 15), (x, 7), (plain("3x3"), 24)] {
        let shape = variant.shape();
        let mut solver = LargePuzzles::of(&variant);
        let mut counter = Counter::<2>::of(variant.clone()).with_patience(0);
        for _ in 0..200 {
            let grid = random_grid_of::<2>(&variant, &mut rng, &Limits::none()).expect("no limit").expect("a grid");
            let n_clues = rng.random_range(min..=2 * min);
            let clues = random_cells::<2>(shape, n_clues, &mut rng);
            let mut cells: Vec<_> = grid.puzzle(clues).cells().to_vec();
            if rng.random_bool(0.5) {
                let empty: Vec<usize> = (0..shape.n_cells()).filter(|cell| cells[*cell].is_none()).collect();
                let cell = empty[rng.random_range(0..empty.len())];
                cells[cell] = Some(Digit::new(rng.random_range(1..=shape.n())));
            }
            let Ok(puzzle) = Puzzle::new(shape, cells) else { continue };
            let wanted = kind::<2>(&variant, &puzzle);
            answers[wanted] += 1;
            let found = solver.solution(puzzle.cells(), &mut pace).expect("no limit");
            assert_eq!(found.is_some(), wanted > 0, "{variant} {puzzle:?}");
            let n_solutions = match counter.uniqueness(&puzzle, &mut pace).expect("no limit") {
                Uniqueness::None => 0,
                Uniqueness::One(grid) => {
                    assert!(found.is_some_and(|found| found == grid));
                    1
                }
                Uniqueness::Many(one, other) => {
                    assert!(one != other && variant.keeps(one.digits()) && variant.keeps(other.digits()));
                    2
                }
            };
            assert_eq!(n_solutions, wanted, "{variant} {puzzle:?}");
        }
    }
    assert!(answers.iter().all(|n| *n > 50), "{answers:?}");
}

/// Nine regions that no Latin square fits. A search that does not learn takes hours to see it.
#[test]
fn regions_without_a_grid_are_seen() {
    let drawing = "AAAAAAAAA BBBBBBBBE CCCCCCCBE DDDDDFCCE DDFFDFFEE DGFFFFEEH IGGGGEEHH IGGIGGHHH IIIIIIHHH";
    let regions: JigsawRegions = drawing.parse().expect("nine regions");
    let variant = Variant::new(regions.shape(), &[Rule::Jigsaw(regions)]).expect("a jigsaw");
    let mut pace = Limits::none().pace(1000);
    assert_eq!(LargePuzzles::of(&variant).has_grid(&mut pace), Ok(false));
    assert_eq!(random_grid_of::<2>(&variant, &mut rng(1), &Limits::none()), Ok(None));
    let empty = Puzzle::empty(variant.shape());
    assert_eq!(Counter::<2>::of(variant).uniqueness(&empty, &mut pace), Ok(Uniqueness::None));
    assert_eq!(LargePuzzles::of(&Variant::plain(shape("3x3"))).has_grid(&mut pace), Ok(true));
}

/// Of no solution at all, none is looked for.
#[test]
fn none_are_counted_up_to_zero() {
    for shape in ["2x2", "3x3"].map(shape) {
        let empty = Puzzle::empty(shape);
        let mut counter = Counter::<2>::new(shape);
        for max in [0, 1, 2] {
            assert_eq!(counter.count(empty.cells(), max, &mut Limits::none().pace(1)), Ok(max));
        }
    }
}

/// A limit on guesses holds for both searches.
#[test]
fn a_puzzle_is_given_up_at_a_limit() {
    let empty = Puzzle::empty(shape("4x4"));
    let mut counter = Counter::<4>::new(empty.shape()).with_patience(2);
    assert_eq!(counter.uniqueness(&empty, &mut Limits::none().with_nodes(1).pace(1)), Err(Stop::Nodes));
    let mut counter = Counter::<4>::new(empty.shape()).with_patience(2);
    assert_eq!(counter.uniqueness(&empty, &mut Limits::none().with_nodes(3).pace(1)), Err(Stop::Nodes));
    assert!(matches!(counter.uniqueness(&empty, &mut Limits::none().pace(1)), Ok(Uniqueness::Many(..))));
}
