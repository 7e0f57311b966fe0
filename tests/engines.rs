//! The engines against each other: two hundred generated grids of several shapes.

use minclue::base::{Limits, rng};
use minclue::bilevel;
use minclue::problem::{ClueProblem, Minimum, Silent, Status, SudokuClues, Verdict};
use minclue::search::{self, Options, reference};
use minclue::sudoku::{Shape, random_grid};
use minclue::unavoidable::{Complete, Family, Source};

fn problem(rows: u8, columns: u8, seed: u64) -> SudokuClues<1> {
    let shape = Shape::new(rows, columns).expect("a shape");
    SudokuClues::new(random_grid::<1>(shape, &mut rng(seed)))
}

fn start(problem: &SudokuClues<1>, max_size: usize) -> Family<1> {
    let mut family = Family::new();
    Complete { max_size }.find(problem, &mut family, &Limits::none()).expect("no tool to fail");
    family
}

/// The minimum, after a look at the puzzle that has it.
fn of(engine: &str, problem: &SudokuClues<1>, found: &Minimum<1>) -> usize {
    assert_eq!(found.status(), Status::Optimal, "{engine}");
    let clues = found.clues.expect("an engine always has a puzzle");
    let unique = problem.oracle().second_solution(clues, &mut Limits::none().pace(1));
    assert_eq!((unique, clues.len()), (Verdict::Unique, found.lower_bound), "{engine}");
    found.lower_bound
}

/// The fast engines on all grids, and the reference on every tenth.
fn agree(rows: u8, columns: u8, seeds: std::ops::RangeInclusive<u64>) {
    for seed in seeds {
        let problem = problem(rows, columns, seed);
        let limits = Limits::none();
        let family = start(&problem, 10);
        let native = search::minimum(&problem, &family, &Options::default(), &limits, &mut Silent);
        let native = of("native", &problem, &native);
        let tree = bilevel::minimum(
            &problem,
            &family,
            &bilevel::Options::default(),
            bilevel::Helpers::default(),
            &limits,
            &mut Silent,
        );
        assert_eq!(of("bilevel", &problem, &tree), native, "{rows}x{columns}, seed {seed}");
        // The reference is slow.
        if seed % 10 == 1 {
            let slow = reference::minimum(&problem, &start(&problem, 12));
            assert_eq!(of("reference", &problem, &slow), native, "{rows}x{columns}, seed {seed}");
        }
    }
}

#[test]
fn on_six_by_six_in_two_rows() {
    agree(2, 3, 101..=170);
}

#[test]
fn on_six_by_six_in_three_rows() {
    agree(3, 2, 201..=270);
}

#[test]
fn on_latin_squares_of_order_five() {
    agree(1, 5, 301..=360);
}
