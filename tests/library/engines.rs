//! The engines against each other: two hundred generated grids of several shapes, each engine through the same
//! contract.

use crate::ask;

use minclue::base::{Limits, rng};
use minclue::bilevel::BranchAndCut;
use minclue::engine::Engine;
use minclue::ilp::Highs;
use minclue::problem::{ClueProblem, Status, SudokuClues, Verdict};
use minclue::search::{Native, PublishedSearch, Reference, SearchOptions};
use minclue::sudoku::{Shape, random_grid};
use minclue::unavoidable::{Complete, Family, Source};

fn problem(rows: u8, columns: u8, seed: u64) -> SudokuClues<2> {
    let shape = Shape::new(rows, columns).expect("a shape");
    SudokuClues::new(random_grid::<2>(shape, &mut rng(seed)))
}

fn start(problem: &SudokuClues<2>, max_size: usize) -> Family<2> {
    let mut family = Family::new();
    Complete { max_size }.find(problem, &mut family, &Limits::none()).expect("no tool to fail");
    family
}

/// The minimum by an engine, after a look at the puzzle that has it.
fn of(engine: &dyn Engine<2>, problem: &SudokuClues<2>, family: &Family<2>) -> usize {
    let (found, name) = (ask::minimum(engine, problem, family, &Limits::none()), engine.name());
    assert_eq!(found.status(), Status::Optimal, "{name}");
    let clues = found.clues.expect("an engine always has a puzzle");
    let unique = problem.oracle().second_solution(clues, &mut Limits::none().pace(1));
    assert_eq!((unique, clues.len()), (Verdict::Unique, found.lower_bound), "{name}");
    found.lower_bound
}

/// The fast engines on all grids, and the slow ones on every tenth.
fn agree(rows: u8, columns: u8, seeds: std::ops::RangeInclusive<u64>) {
    let published = |text: &str| {
        let settings = text.parse().expect("a published search");
        PublishedSearch { settings, options: SearchOptions::default(), tally: None }
    };
    let (native, tree) = (Native::default(), BranchAndCut::new(&Highs));
    let (dmus, checker) = (published("dmus"), published("checker2012"));
    for seed in seeds {
        let problem = problem(rows, columns, seed);
        let wanted = of(&native, &problem, &start(&problem, 10));
        let mut others: Vec<(&dyn Engine<2>, usize)> = vec![(&tree, 10)];
        if seed % 10 == 1 {
            others.extend([(&Reference as &dyn Engine<2>, 12), (&dmus, 12), (&checker, 12)]);
        }
        for (engine, max_size) in others {
            let found = of(engine, &problem, &start(&problem, max_size));
            assert_eq!(found, wanted, "{}: {rows}x{columns}, seed {seed}", engine.name());
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
