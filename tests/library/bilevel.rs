//! The bilevel engine with every setting against the native one, as a library. What `solve` makes of it is in
//! `tests/cases/bilevel-engine.md` and `tests/program/bilevel_runs.rs`.

#![expect(clippy::print_stdout, reason = "a test that is run by hand says how far it came")]

use std::time::Duration;

use minclue_core::base::{Limits, Rng, rng};
use minclue_core::problem::{Minimum, Status, SudokuClues};
use minclue_core::sudoku::{Shape, all_grids, random_grid};
use minclue_core::unavoidable::Family;
use minclue_engines::bilevel::{
    BilevelOptions, BranchAndCut, Branching, Budgets, Heuristic, LeafMode, NodeOrder, RegionRows, RegionSearch,
};
use minclue_engines::search::{self, Native};
use rand::Rng as _;

use crate::ask;
use crate::common::{complete, is_valid, random, shape};

const REGIONS: [RegionRows; 4] = [RegionRows::None, RegionRows::Parts, RegionRows::Lines, RegionRows::Digits];
const SEARCHES: [RegionSearch; 3] = [RegionSearch::Auto, RegionSearch::Native, RegionSearch::Lp];
const HEURISTICS: [Heuristic; 4] = [Heuristic::None, Heuristic::Rounding, Heuristic::Covers, Heuristic::Local];
const BRANCHINGS: [Branching; 3] = [Branching::Set, Branching::Strong, Branching::Fractional];
const ORDERS: [NodeOrder; 2] = [NodeOrder::DepthFirst, NodeOrder::BestFirst];
const BUDGETS: [Budgets; 2] = [Budgets::Rising, Budgets::Falling];
const LEAVES: [LeafMode; 5] =
    [LeafMode::Lp, LeafMode::Auto, LeafMode::Below(2), LeafMode::Below(4), LeafMode::Below(usize::MAX)];

/// The bilevel engine with the native search as its leaf, as on the command line; its puzzle is looked at.
fn solve(problem: &SudokuClues<2>, family: &Family<2>, options: &BilevelOptions, limits: &Limits) -> Minimum<2> {
    let native = Native { options: search::SearchOptions { seed: options.seed, ..search::SearchOptions::default() } };
    let engine = BranchAndCut { leaves: Some(&native), ..ask::tree(options) };
    let found = ask::minimum(&engine, problem, family, limits);
    let clues = found.clues.expect("there is always a puzzle");
    assert!(is_valid(problem, clues), "{options:?}");
    found
}

fn minimum(problem: &SudokuClues<2>, family: &Family<2>, options: &BilevelOptions) -> usize {
    let found = solve(problem, family, options, &Limits::none());
    assert_eq!(found.status(), Status::Optimal, "{options:?}");
    found.lower_bound
}

fn by_native(problem: &SudokuClues<2>) -> usize {
    let found =
        ask::minimum(&ask::native(&search::SearchOptions::default()), problem, &complete(problem, 14), &Limits::none());
    assert_eq!(found.status(), Status::Optimal);
    found.lower_bound
}

/// `plain`, and for every other value of every setting one that has it.
fn one_by_one(plain: BilevelOptions) -> Vec<BilevelOptions> {
    let mut all = vec![
        plain,
        BilevelOptions { split: !plain.split, ..plain },
        BilevelOptions { even_split: !plain.even_split, ..plain },
        BilevelOptions { zero_half: !plain.zero_half, ..plain },
        BilevelOptions { fixing: !plain.fixing, ..plain },
        BilevelOptions { by_program: !plain.by_program, ..plain },
        BilevelOptions { symmetry: !plain.symmetry, ..plain },
        BilevelOptions { seed: plain.seed + 1, ..plain },
    ];
    all.extend(REGIONS.map(|regions| BilevelOptions { regions, ..plain }));
    all.extend(SEARCHES.map(|region_search| BilevelOptions { region_search, ..plain }));
    all.extend([2, 3].map(|threads| BilevelOptions { threads, ..plain }));
    all.extend(HEURISTICS.map(|heuristic| BilevelOptions { heuristic, ..plain }));
    all.extend(BRANCHINGS.map(|branching| BilevelOptions { branching, ..plain }));
    all.extend(ORDERS.map(|order| BilevelOptions { order, ..plain }));
    all.extend(BUDGETS.map(|budgets| BilevelOptions { budgets, ..plain }));
    all.extend(LEAVES.map(|leaf| BilevelOptions { leaf, ..plain }));
    all
}

fn one_of<T: Copy>(rng: &mut Rng, values: &[T]) -> T {
    values[rng.random_range(0..values.len())]
}

fn any_options(rng: &mut Rng) -> BilevelOptions {
    BilevelOptions {
        split: rng.random(),
        even_split: rng.random(),
        regions: one_of(rng, &REGIONS),
        region_search: one_of(rng, &SEARCHES),
        zero_half: rng.random(),
        fixing: rng.random(),
        heuristic: one_of(rng, &HEURISTICS),
        by_program: rng.random(),
        symmetry: rng.random(),
        branching: one_of(rng, &BRANCHINGS),
        order: one_of(rng, &ORDERS),
        budgets: one_of(rng, &BUDGETS),
        leaf: one_of(rng, &LEAVES),
        threads: rng.random_range(1..4),
        seed: rng.random(),
    }
}

#[test]
fn every_value_of_every_setting_gives_the_same_minimum() {
    settings_agree([(0, shape(2, 2)), (3, shape(1, 5))]);
}

#[test]
#[ignore = "long: each value of each setting on 6x6 cells"]
fn every_value_of_every_setting_gives_the_same_minimum_at_length() {
    settings_agree([(1, shape(2, 3)), (2, shape(3, 2))]);
}

fn settings_agree(grids: [(u64, Shape); 2]) {
    // Without heuristic and region rows the trees are not empty.
    let bare = BilevelOptions { heuristic: Heuristic::None, regions: RegionRows::None, ..BilevelOptions::default() };
    for (seed, shape) in grids {
        let problem = random::<2>(shape, seed);
        let (few, many) = (complete(&problem, 6), complete(&problem, 12));
        let wanted = by_native(&problem);
        for options in one_by_one(BilevelOptions::default()).iter().chain(&one_by_one(bare)) {
            for family in [&few, &many] {
                assert_eq!(minimum(&problem, family, options), wanted, "{shape}, {options:?}");
            }
        }
    }
}

/// On 9x9 the leaves do the work: the first trees alone would take hours.
#[test]
#[ignore = "long: three trees of 9x9 cells"]
fn on_nine_by_nine_at_length() {
    let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::NINE, &mut rng(1)));
    let family = complete(&problem, 14);
    let plain = BilevelOptions::default();
    for options in [
        BilevelOptions { seed: 2, ..plain },
        BilevelOptions { leaf: LeafMode::Below(14), order: NodeOrder::BestFirst, ..plain },
        BilevelOptions { budgets: Budgets::Falling, zero_half: false, ..plain },
    ] {
        assert_eq!(minimum(&problem, &family, &options), 19, "{options:?}");
    }
}

#[test]
fn runs_of_any_settings_agree_with_the_native_engine() {
    runs_agree(12, 90);
}

#[test]
#[ignore = "long: a thousand runs"]
fn runs_of_any_settings_agree_with_the_native_engine_at_length() {
    runs_agree(1, 1000);
}

/// As `--cross-check` compares them, `n_wanted` times: every `stride`-th 4x4 grid, and random ones of 6x6. Grids of
/// 9x9 are not among them, since one takes as long as a thousand others; those above, and those of the test below that
/// is run by hand, stand for them.
fn runs_agree(stride: usize, n_wanted: usize) {
    let mut rng = rng(20);
    let mut n_runs = 0;
    for grid in all_grids::<2>(shape(2, 2), usize::MAX).into_iter().step_by(stride) {
        let problem = SudokuClues::<2>::new(grid);
        let wanted = by_native(&problem);
        for max_size in [4, 12] {
            let options = any_options(&mut rng);
            assert_eq!(minimum(&problem, &complete(&problem, max_size), &options), wanted, "{options:?}");
            n_runs += 1;
        }
    }
    for seed in 1.. {
        let problem = random::<2>(one_of(&mut rng, &[shape(2, 3), shape(3, 2)]), seed);
        let wanted = by_native(&problem);
        for max_size in [8, 10, 12] {
            let options = any_options(&mut rng);
            let found = minimum(&problem, &complete(&problem, max_size), &options);
            assert_eq!(found, wanted, "seed {seed}, {}, {options:?}", problem.grid().shape());
            n_runs += 1;
        }
        if n_runs >= n_wanted {
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
        let problem = random::<2>(Shape::NINE, seed);
        let wanted = by_native(&problem);
        for _ in 0..3 {
            let options = any_options(&mut rng);
            let limits = Limits::none().with_time(Duration::from_secs(30));
            let found = solve(&problem, &complete(&problem, 14), &options, &limits);
            let upper = found.upper_bound().expect("there is always a puzzle");
            assert!(found.lower_bound <= wanted && wanted <= upper, "seed {seed}, {options:?}");
            n_solved += usize::from(found.status() == Status::Optimal);
        }
    }
    println!("{n_solved} of 120 solved");
}
