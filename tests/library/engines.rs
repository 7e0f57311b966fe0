//! The engines against each other: two hundred generated grids of several shapes, each engine through the same
//! contract; and what they make of clues that they are given.

use minclue_core::base::{Cell, CellSet, Index, Limits};
use minclue_core::problem::{Minimum, NoObserver, Status, SudokuClues};
use minclue_core::sudoku::{Puzzle, Reader};
use minclue_core::unavoidable::Family;
use minclue_engines::bilevel::BranchAndCut;
use minclue_engines::engine::{Engine, ProofLog, Reference, Run, Start};
use minclue_engines::published::PublishedSearch;
use minclue_engines::search::Native;
use minclue_lp::Highs;

use crate::ask;
use crate::common::{complete, is_valid, random, shape};

/// The minimum by an engine, after a look at the puzzle that has it.
fn of(engine: &dyn Engine<2>, problem: &SudokuClues<2>, family: &Family<2>) -> usize {
    let (found, name) = (ask::minimum(engine, problem, family, &Limits::none()), engine.name());
    assert_eq!(found.status(), Status::Optimal, "{name}");
    let clues = found.clues.expect("an engine always has a puzzle");
    assert!(is_valid(problem, clues), "{name}");
    assert_eq!(clues.len(), found.lower_bound, "{name}");
    found.lower_bound
}

/// The fast engines on all grids, and the slow ones on every tenth.
fn agree(rows: u8, columns: u8, seeds: std::ops::RangeInclusive<u64>) {
    let published = |text: &str| {
        let settings = text.parse().expect("a published search");
        PublishedSearch::new(settings)
    };
    let (native, tree) = (Native::default(), BranchAndCut::new(&Highs));
    let (dmus, checker) = (published("dmus"), published("checker2012"));
    for seed in seeds {
        let problem = random(shape(rows, columns), seed);
        let wanted = of(&native, &problem, &complete(&problem, 10));
        let mut others: Vec<(&dyn Engine<2>, usize)> = vec![(&tree, 10)];
        if seed % 10 == 1 {
            others.extend([(&Reference as &dyn Engine<2>, 12), (&dmus, 12), (&checker, 12)]);
        }
        for (engine, max_size) in others {
            let found = of(engine, &problem, &complete(&problem, max_size));
            assert_eq!(found, wanted, "{}: {rows}x{columns}, seed {seed}", engine.name());
        }
    }
}

#[test]
fn on_six_by_six_in_two_rows() {
    agree(2, 3, 101..=114);
}

#[test]
fn on_six_by_six_in_three_rows() {
    agree(3, 2, 201..=214);
}

#[test]
fn on_latin_squares_of_order_five() {
    agree(1, 5, 301..=314);
}

#[test]
#[ignore = "long: a hundred and fifty more of them"]
fn on_many_small_grids_at_length() {
    agree(2, 3, 115..=170);
    agree(3, 2, 215..=270);
    agree(1, 5, 315..=360);
}

/// A puzzle of 9x9 with 17 clues, which is minimum: no grid has one with 16 (mcguire-2012).
const NINE: &str = "...64.2..1.8....3............9.18....7....6...........3......1.4..7......2.5.....";
const NINE_GRID: &str = "953647281168925437742183956639418725271359648584276193397864512415732869826591374";

fn read(line: &str) -> Puzzle {
    Reader::new(line.as_bytes(), None).next().expect("an entry").expect("it reads").puzzle
}

/// What every engine makes of `incumbent` with so few nodes that it finds next to nothing by itself.
fn with(incumbent: CellSet<2>) -> [Minimum<2>; 4] {
    let grid = read(NINE_GRID).as_grid().expect("a grid");
    let problem = SudokuClues::<2>::new(grid);
    let limits = Limits::none().with_nodes(0);
    let family = Family::new();
    let published = PublishedSearch::new("dmus".parse().expect("a search"));
    let run = |engine: &dyn Engine<2>, log: Option<&mut ProofLog<2>>| {
        let (start, mut silent) = (Start { incumbent: Some(incumbent), ..Start::from(&family) }, NoObserver);
        let mut run = Run { proof: log, ..Run::new(&limits, &mut silent) };
        engine.minimum(&problem, &start, &mut run).expect("what the engine can do")
    };
    let native = Native::default();
    [
        run(&native, None),
        run(&BranchAndCut::new(&Highs), None),
        run(&published, None),
        run(&native, Some(&mut ProofLog::new(tempfile::tempfile))),
    ]
}

#[test]
fn clues_are_asked_about_before_they_are_believed() {
    let puzzle: CellSet<2> = read(NINE).clues();
    for found in with(puzzle) {
        assert_eq!(found.upper_bound(), Some(17));
    }
    // One clue less, and there are several solutions.
    let first = puzzle.first().expect("a clue");
    for found in with(puzzle - CellSet::only(first)) {
        assert_eq!(found.upper_bound(), Some(81));
    }
    assert_ne!(first, Cell::new(0));
}
