use crate::base::{Cell, CellSet, Index as _, Limits};
use crate::sudoku::{Uniqueness, classify, random_grid};

use minclue_teaching::{ctn, random_fill, tries};

use super::*;

fn shape(r: u8, c: u8) -> Shape {
    Shape::new(r, c).expect("a shape")
}

fn dig(pattern: Pattern) -> Erasure {
    Erasure::Dig { order: RemovalOrder::Random, pattern }
}

fn wanted(shape: Shape, erasure: Erasure) -> PuzzleSpec {
    PuzzleSpec {
        grid: GridSource::Permutations(shape, random_fill),
        erasure,
        valid: false,
        minimal: false,
        clues: None,
        tries: None,
        ctn: None,
        level: None,
        max_attempts: 10_000,
    }
}

fn make(wanted: &PuzzleSpec, number: u64) -> Made {
    generate(wanted, 11, number, &Limits::none()).expect("it can be made")
}

/// What is said of a puzzle is true, asked of the solver for all shapes.
fn check(made: &Made) {
    assert!(made.puzzle.cells().iter().zip(made.grid.digits()).all(|(clue, digit)| clue.is_none_or(|c| c == *digit)));
    let is_one = |puzzle: &Puzzle| matches!(classify::<4>(puzzle), Uniqueness::One(_));
    assert_eq!(made.valid, is_one(&made.puzzle));
    let clues = made.puzzle.clues::<4>();
    let minimal = clues.iter().all(|cell| !is_one(&made.grid.puzzle(clues - CellSet::only(cell))));
    assert_eq!(made.minimal, made.valid.then_some(minimal));
}

#[test]
fn dug_puzzles_are_valid_and_minimal_by_default() {
    for shape in [shape(2, 2), shape(2, 3), shape(3, 2), shape(1, 5), Shape::NINE] {
        for number in 0..5 {
            let made = make(&wanted(shape, dig(Pattern::Free)), number);
            check(&made);
            assert_eq!(made.minimal, Some(true), "{shape}");
        }
    }
}

#[test]
fn a_seed_and_a_number_fix_a_puzzle() {
    let nine = wanted(Shape::NINE, dig(Pattern::Free));
    assert_eq!(make(&nine, 3), make(&nine, 3));
    assert_ne!(make(&nine, 3).grid, make(&nine, 4).grid);
    let other = generate(&nine, 12, 3, &Limits::none()).expect("a puzzle");
    assert_ne!(make(&nine, 3).grid, other.grid);
}

#[test]
fn numbers_of_clues_are_kept_and_all_of_them_come() {
    let mut seen = std::collections::BTreeSet::new();
    for number in 0..60 {
        let made = make(&PuzzleSpec { clues: Some(30..=34), ..wanted(Shape::NINE, dig(Pattern::Free)) }, number);
        check(&made);
        seen.insert(made.puzzle.n_clues());
    }
    assert_eq!(seen, (30..=34).collect());
    // Digging rarely gets to 21 clues; exchanging does.
    let few = make(&PuzzleSpec { clues: Some(0..=21), minimal: true, ..wanted(Shape::NINE, dig(Pattern::Free)) }, 0);
    check(&few);
    assert!(few.puzzle.n_clues() <= 21 && few.minimal == Some(true));
}

#[test]
fn patterns_are_symmetric() {
    for pattern in [Pattern::HalfTurn, Pattern::QuarterTurn, Pattern::LeftRight, Pattern::Antidiagonal, Pattern::Full] {
        let made = make(&wanted(Shape::NINE, dig(pattern)), 0);
        check(&made);
        assert!(made.valid);
        let clues = made.puzzle.clues::<2>();
        assert!(
            pattern.groups(Shape::NINE).iter().all(|g| g.is_subset(&clues) || !g.intersects(&clues)),
            "{pattern:?}"
        );
    }
}

#[test]
fn density_keeps_what_it_says_and_validity_is_asked_for() {
    let free = wanted(Shape::NINE, Erasure::Density(0.5));
    let n: usize = (0..100).map(|number| make(&free, number).puzzle.n_clues()).sum();
    assert!((3700..4400).contains(&n), "about half of 8100: {n}");
    let made: Vec<Made> = (0..30).map(|number| make(&free, number)).collect();
    made.iter().for_each(check);
    assert!(made.iter().any(|m| m.valid) && made.iter().any(|m| !m.valid));
    let valid = PuzzleSpec { valid: true, ..free };
    assert!((0..10).all(|number| make(&valid, number).valid));
    let whole = make(&wanted(Shape::NINE, Erasure::Density(1.0)), 0);
    assert_eq!(whole.puzzle.as_grid(), Some(whole.grid));
}

#[test]
fn difficulty_is_in_its_range() {
    let base = wanted(Shape::NINE, dig(Pattern::Free));
    let hard = make(
        &PuzzleSpec {
            tries: Some(CountRange { range: 19_836..=473_842, count: tries }),
            clues: Some(24..=30),
            ..base.clone()
        },
        0,
    );
    let n = tries(&hard.puzzle, &Limits::none()).ok();
    assert!(n == hard.tries && n.is_some_and(|n| (19_836..=473_842).contains(&n)), "{n:?}");
    let made = make(&PuzzleSpec { ctn: Some(CountRange { range: 100..=200, count: ctn }), ..base.clone() }, 0);
    let n = ctn(&made.puzzle, &Limits::none()).ok();
    assert!(n == made.ctn && n.is_some_and(|n| (100..=200).contains(&n)), "{n:?}");
    let impossible = PuzzleSpec { clues: Some(0..=16), max_attempts: 2, ..base };
    assert_eq!(generate(&impossible, 1, 0, &Limits::none()), Err(NotMade::Attempts));
}

#[test]
fn a_given_grid_is_kept_and_large_shapes_work() {
    let grid = random_grid::<2>(Shape::NINE, &mut rng(1));
    let given = PuzzleSpec {
        grid: GridSource::Given(Variant::plain(Shape::NINE), grid.clone()),
        ..wanted(Shape::NINE, dig(Pattern::Free))
    };
    assert_eq!(make(&given, 0).grid, grid);
    let sixteen = PuzzleSpec {
        grid: GridSource::Solver(Variant::plain(shape(4, 4))),
        clues: Some(130..=140),
        ..wanted(shape(4, 4), dig(Pattern::Free))
    };
    let made = make(&sixteen, 0);
    assert!(made.valid && (130..=140).contains(&made.puzzle.n_clues()));
}

#[test]
fn limits_end_it() {
    let limits = Limits::none().with_time(std::time::Duration::ZERO);
    let ended = generate(&wanted(Shape::NINE, dig(Pattern::Free)), 1, 0, &limits);
    assert!(matches!(ended, Err(NotMade::Limit(_))));
}

#[test]
fn clues_stand_where_the_pattern_says() {
    let nine = "XX..X....X..XXX....XX....X.X...X...XX..X.X..XX...X...X.X....XX....XXX..X....X..XX";
    let six = "X.XX.X.X..X.X....X.X..X...XX..XX..XX";
    for (shape, mask) in [(Shape::NINE, nine), (shape(2, 3), six)] {
        let cells: Vec<Cell> =
            shape.cells().zip(mask.chars()).filter(|(_, c)| *c == 'X').map(|(cell, _)| cell).collect();
        let wanted = wanted(shape, Erasure::Mask(cells.clone()));
        for number in 0..3 {
            let made = make(&wanted, number);
            check(&made);
            assert!(made.valid && made.puzzle.clues::<4>().iter().eq(cells.iter().copied()), "{number}");
        }
        assert_eq!(make(&wanted, 1), make(&wanted, 1));
    }
}

#[test]
fn a_given_grid_is_not_changed_for_a_pattern() {
    let grid: Grid = "1234341221434321".parse().expect("a grid");
    let made = |cells: &[usize]| {
        let cells = cells.iter().map(|&cell| Cell::new(cell)).collect();
        let wanted = PuzzleSpec {
            grid: GridSource::Given(Variant::plain(grid.shape()), grid.clone()),
            ..wanted(grid.shape(), Erasure::Mask(cells))
        };
        generate(&PuzzleSpec { max_attempts: 3, ..wanted }, 1, 0, &Limits::none())
    };
    // The corners are valid in this grid or not, as the solver for all shapes says; all cells are.
    let corners = grid.puzzle::<1>([0, 3, 12, 15].map(Cell::new).into_iter().collect());
    let is_one = matches!(classify::<1>(&corners), Uniqueness::One(_));
    assert_eq!(made(&[0, 3, 12, 15]).is_ok(), is_one);
    assert_eq!(made(&(0..16).collect::<Vec<_>>()).map(|made| made.grid), Ok(grid.clone()));
    assert_eq!(made(&[0]), Err(NotMade::Attempts));
}

#[test]
fn a_level_is_what_the_puzzle_needs_and_no_puzzle_has_two() {
    for (number, &level) in SolvingLevel::ALL.iter().enumerate() {
        let spec = PuzzleSpec { level: Some(level), max_attempts: 5000, ..wanted(Shape::NINE, dig(Pattern::Free)) };
        let made = make(&spec, number as u64);
        let way = made.walkthrough.expect("it was asked for");
        assert_eq!(way.level(), level);
        let needs = |l: &&SolvingLevel| way.steps.iter().map(|step| step.technique.level()).max() == Some(**l);
        assert_eq!(SolvingLevel::ALL.iter().filter(needs).collect::<Vec<_>>(), [&level]);
    }
    let turned = PuzzleSpec { level: Some(SolvingLevel::Medium), ..wanted(Shape::NINE, dig(Pattern::HalfTurn)) };
    let clues = make(&PuzzleSpec { max_attempts: 5000, ..turned }, 1).puzzle;
    assert!(Shape::NINE.cells().all(|c| clues.get(c).is_some() == clues.get(Cell::new(80 - c.get())).is_some()));
    // A puzzle with several solutions has no level.
    let density =
        PuzzleSpec { level: Some(SolvingLevel::Easy), max_attempts: 3, ..wanted(Shape::NINE, Erasure::Density(0.1)) };
    assert_eq!(generate(&density, 1, 0, &Limits::none()), Err(NotMade::Attempts));
}

#[test]
fn density_is_the_share_of_cells_that_stay() {
    let grid = random_fill(Shape::NINE, &mut rng(4), &Limits::none().with_nodes(100_000_000)).expect("a grid");
    let mut rng = rng(5);
    for density in [0.25, 0.5, 0.75] {
        let n: usize = (0..1000)
            .map(|_| {
                let puzzle = erase_by_density(&grid, density, &mut rng);
                assert!(Shape::NINE.cells().all(|c| puzzle.get(c).is_none_or(|d| d == grid.get(c))));
                puzzle.n_clues()
            })
            .sum();
        // The deviation of the share over 81,000 cells is at most 0.0018.
        assert!((n as f64 / 81_000.0 - density).abs() < 0.01, "{n}");
    }
    assert_eq!(erase_by_density(&grid, 1.0, &mut rng).as_grid(), Some(grid.clone()));
    // Nothing above 1 is drawn, and 0 hardly ever.
    assert_eq!(erase_by_density(&grid, 0.0, &mut rng).n_clues(), 0);
}
