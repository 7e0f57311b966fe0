//! The bilevel engine with every setting against the native one, as a library. What `solve` makes of it is in
//! `tests/bilevel_runs.rs`.

#![expect(clippy::print_stdout, reason = "a test that is run by hand says how far it came")]

use std::time::Duration;

use minclue::base::{Limits, Rng, rng};
use minclue::bilevel::{self, Branching, Budgets, Helpers, Heuristic, LeafMode, NodeOrder, Options, RegionRows};
use minclue::problem::{ClueProblem, Minimum, Silent, Status, SudokuClues, Verdict};
use minclue::search::{self, NativeLeaf};
use minclue::sudoku::{Shape, all_grids, random_grid};
use minclue::unavoidable::{Complete, Family, Source};
use rand::Rng as _;

const REGIONS: [RegionRows; 4] = [RegionRows::None, RegionRows::Parts, RegionRows::Lines, RegionRows::Digits];
const HEURISTICS: [Heuristic; 3] = [Heuristic::None, Heuristic::Rounding, Heuristic::Local];
const BRANCHINGS: [Branching; 3] = [Branching::Set, Branching::Strong, Branching::Fractional];
const ORDERS: [NodeOrder; 2] = [NodeOrder::DepthFirst, NodeOrder::BestFirst];
const BUDGETS: [Budgets; 2] = [Budgets::Rising, Budgets::Falling];
const LEAVES: [LeafMode; 5] =
    [LeafMode::Lp, LeafMode::Auto, LeafMode::Below(2), LeafMode::Below(4), LeafMode::Below(usize::MAX)];

fn shape(rows: u8, columns: u8) -> Shape {
    Shape::new(rows, columns).expect("a shape")
}

fn problem(shape: Shape, seed: u64) -> SudokuClues<1> {
    SudokuClues::new(random_grid::<1>(shape, &mut rng(seed)))
}

fn start<const W: usize>(problem: &SudokuClues<W>, max_size: usize) -> Family<W> {
    let mut family = Family::new();
    Complete { max_size }.find(problem, &mut family, &Limits::none()).expect("no tool to fail");
    family
}

/// The bilevel engine with the native search as its leaf, as on the command line; its puzzle is looked at.
fn solve<const W: usize>(
    problem: &SudokuClues<W>,
    family: &Family<W>,
    options: &Options,
    limits: &Limits,
) -> Minimum<W> {
    let native = search::Options { seed: options.seed, ..search::Options::default() };
    let mut leaf = NativeLeaf::new(problem, family, &native, limits);
    let helpers = Helpers { leaf: Some(&mut leaf), ..Helpers::default() };
    let found = bilevel::minimum(problem, family, options, helpers, limits, &mut Silent);
    let clues = found.clues.expect("there is always a puzzle");
    let answer = problem.oracle().second_solution(clues, &mut Limits::none().pace(1));
    assert_eq!(answer, Verdict::Unique, "{options:?}");
    found
}

fn minimum<const W: usize>(problem: &SudokuClues<W>, family: &Family<W>, options: &Options) -> usize {
    let found = solve(problem, family, options, &Limits::none());
    assert_eq!(found.status(), Status::Optimal, "{options:?}");
    found.lower_bound
}

fn by_native<const W: usize>(problem: &SudokuClues<W>) -> usize {
    let found =
        search::minimum(problem, &start(problem, 14), &search::Options::default(), &Limits::none(), &mut Silent);
    assert_eq!(found.status(), Status::Optimal);
    found.lower_bound
}

/// `plain`, and for every other value of every setting one that has it.
fn one_by_one(plain: Options) -> Vec<Options> {
    let mut all = vec![
        plain,
        Options { split: !plain.split, ..plain },
        Options { even_split: !plain.even_split, ..plain },
        Options { zero_half: !plain.zero_half, ..plain },
        Options { fixing: !plain.fixing, ..plain },
        Options { symmetry: !plain.symmetry, ..plain },
        Options { seed: plain.seed + 1, ..plain },
    ];
    all.extend(REGIONS.map(|regions| Options { regions, ..plain }));
    all.extend(HEURISTICS.map(|heuristic| Options { heuristic, ..plain }));
    all.extend(BRANCHINGS.map(|branching| Options { branching, ..plain }));
    all.extend(ORDERS.map(|order| Options { order, ..plain }));
    all.extend(BUDGETS.map(|budgets| Options { budgets, ..plain }));
    all.extend(LEAVES.map(|leaf| Options { leaf, ..plain }));
    all
}

fn one_of<T: Copy>(rng: &mut Rng, values: &[T]) -> T {
    values[rng.random_range(0..values.len())]
}

fn any_options(rng: &mut Rng) -> Options {
    Options {
        at_most: None,
        split: rng.random(),
        even_split: rng.random(),
        regions: one_of(rng, &REGIONS),
        zero_half: rng.random(),
        fixing: rng.random(),
        heuristic: one_of(rng, &HEURISTICS),
        symmetry: rng.random(),
        branching: one_of(rng, &BRANCHINGS),
        order: one_of(rng, &ORDERS),
        budgets: one_of(rng, &BUDGETS),
        leaf: one_of(rng, &LEAVES),
        seed: rng.random(),
    }
}

#[test]
fn every_value_of_every_setting_gives_the_same_minimum() {
    // Without heuristic and region rows the trees are not empty.
    let bare = Options { heuristic: Heuristic::None, regions: RegionRows::None, ..Options::default() };
    for (i, shape) in [shape(2, 2), shape(2, 3), shape(3, 2), shape(1, 5)].into_iter().enumerate() {
        let problem = problem(shape, i as u64);
        let (few, many) = (start(&problem, 6), start(&problem, 12));
        let wanted = by_native(&problem);
        for options in one_by_one(Options::default()).iter().chain(&one_by_one(bare)) {
            for family in [&few, &many] {
                assert_eq!(minimum(&problem, family, options), wanted, "{shape}, {options:?}");
            }
        }
    }
}

/// On 9x9 the leaves do the work: the first trees alone would take hours.
#[test]
fn on_nine_by_nine_too() {
    let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::NINE, &mut rng(1)));
    let family = start(&problem, 14);
    let plain = Options::default();
    for options in [
        Options { seed: 2, ..plain },
        Options { leaf: LeafMode::Below(14), order: NodeOrder::BestFirst, ..plain },
        Options { budgets: Budgets::Falling, zero_half: false, ..plain },
    ] {
        assert_eq!(minimum(&problem, &family, &options), 19, "{options:?}");
    }
}

/// What `--cross-check` does, 1,000 times. Grids of 9x9 are not among them, since one takes as long as all others; those
/// above, and those of the test below that is run by hand, stand for them.
#[test]
fn a_thousand_runs_agree_with_the_native_engine() {
    let mut rng = rng(20);
    let mut n_runs = 0;
    for grid in all_grids::<1>(shape(2, 2), usize::MAX) {
        let problem = SudokuClues::<1>::new(grid);
        let wanted = by_native(&problem);
        for max_size in [4, 12] {
            let options = any_options(&mut rng);
            assert_eq!(minimum(&problem, &start(&problem, max_size), &options), wanted, "{options:?}");
            n_runs += 1;
        }
    }
    for seed in 1.. {
        let problem = problem(one_of(&mut rng, &[shape(2, 3), shape(3, 2)]), seed);
        let wanted = by_native(&problem);
        for max_size in [8, 10, 12] {
            let options = any_options(&mut rng);
            let found = minimum(&problem, &start(&problem, max_size), &options);
            assert_eq!(found, wanted, "seed {seed}, {}, {options:?}", problem.grid().shape());
            n_runs += 1;
        }
        if n_runs >= 1000 {
            break;
        }
    }
}

/// Runs that are too long are stopped, and their bounds are held against the minimum all the same.
#[test]
#[ignore = "takes an hour"]
fn on_many_grids_of_nine_by_nine() {
    let mut rng = rng(21);
    let mut n_solved = 0;
    for seed in 1..=40 {
        let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::NINE, &mut minclue::base::rng(seed)));
        let wanted = by_native(&problem);
        for _ in 0..3 {
            let options = any_options(&mut rng);
            let limits = Limits::none().with_time(Duration::from_secs(30));
            let found = solve(&problem, &start(&problem, 14), &options, &limits);
            let upper = found.upper_bound().expect("there is always a puzzle");
            assert!(found.lower_bound <= wanted && wanted <= upper, "seed {seed}, {options:?}");
            n_solved += usize::from(found.status() == Status::Optimal);
        }
    }
    println!("{n_solved} of 120 solved");
}
