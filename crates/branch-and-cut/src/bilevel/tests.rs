//! The branch and cut on small problems, with every setting, with limits, with a solver that lies, and from saved
//! states.

use std::ops::RangeInclusive;
use std::sync::Mutex;

use minclue_lp::Highs;
use rand::Rng as _;

use super::driver::Driver;
use super::*;
use crate::base::{Limits, Rng, Stop, rng};
use crate::dense_lp::DenseLps;
use crate::ilp::{CoverRow, LpStatus, NodeLp};
use crate::problem::{NoObserver, Region, Status, SudokuClues, Verdict};
use crate::sudoku::{Shape, all_grids, random_grid};
use crate::unavoidable::{Family, RegionKind, Regions, Source as _};

fn shape(r: u8, c: u8) -> Shape {
    Shape::new(r, c).expect("a shape")
}

fn start<const W: usize>(problem: &SudokuClues<W>, max_digits: usize) -> Family<W> {
    let mut family = Family::new();
    let mut source = Regions::checker();
    source.kinds[0].0 = RegionKind::Digits(max_digits);
    source.find(problem, &mut family, &Limits::none()).expect("no tool to fail");
    family
}

fn solve<const W: usize>(
    problem: &dyn ClueProblem<W>,
    start: &Family<W>,
    options: &BilevelOptions,
    limits: &Limits,
) -> Minimum<W> {
    solve_by(&Highs, problem, start, options, limits)
}

fn solve_by<const W: usize>(
    lps: &dyn NodeLps,
    problem: &dyn ClueProblem<W>,
    start: &Family<W>,
    options: &BilevelOptions,
    limits: &Limits,
) -> Minimum<W> {
    let engine = BranchAndCut { options: *options, ..BranchAndCut::new(lps) };
    let found = run(&engine, problem, start, limits);
    if let Some(clues) = found.clues {
        let answer = problem.oracle().second_solution(clues, &mut Limits::none().pace(1));
        assert_eq!(answer, Verdict::Unique, "every incumbent is a valid puzzle");
    }
    found
}

fn run<const W: usize>(
    engine: &BranchAndCut<'_, W>,
    problem: &dyn ClueProblem<W>,
    start: &Family<W>,
    limits: &Limits,
) -> Minimum<W> {
    engine.run(problem, &Start::from(start), &mut Run::new(limits, &mut NoObserver)).expect("no proof is wanted")
}

/// Settings that differ from the default ones in one thing each, and some in several.
fn all_options() -> Vec<BilevelOptions> {
    let plain = BilevelOptions::default();
    let bare = BilevelOptions {
        split: false,
        regions: RegionRows::None,
        zero_half: false,
        fixing: false,
        heuristic: Heuristic::None,
        symmetry: false,
        ..plain
    };
    vec![
        plain,
        bare,
        BilevelOptions { split: false, ..plain },
        BilevelOptions { regions: RegionRows::Lines, ..plain },
        BilevelOptions { regions: RegionRows::Digits, ..plain },
        BilevelOptions { branching: Branching::Strong, ..plain },
        BilevelOptions { branching: Branching::Fractional, ..plain },
        BilevelOptions { branching: Branching::Fractional, symmetry: true, ..bare },
        BilevelOptions { order: NodeOrder::BestFirst, ..plain },
        BilevelOptions { budgets: Budgets::Falling, ..plain },
        BilevelOptions { budgets: Budgets::Falling, order: NodeOrder::BestFirst, ..bare },
        BilevelOptions { heuristic: Heuristic::Rounding, fixing: false, ..plain },
        BilevelOptions { heuristic: Heuristic::Covers, even_split: true, leaf: LeafMode::Lp, ..plain },
        BilevelOptions { heuristic: Heuristic::Covers, threads: 2, ..bare },
        BilevelOptions { heuristic: Heuristic::Covers, by_program: true, leaf: LeafMode::Lp, ..bare },
        BilevelOptions { leaf: LeafMode::Lp, regions: RegionRows::Lines, region_search: RegionSearch::Lp, ..plain },
        BilevelOptions { threads: 2, ..plain },
        BilevelOptions { threads: 3, order: NodeOrder::BestFirst, ..bare },
        BilevelOptions { threads: 2, budgets: Budgets::Falling, ..bare },
    ]
}

#[test]
fn every_four_by_four_grid_needs_four_clues() {
    let options = all_options();
    for (i, grid) in all_grids::<2>(shape(2, 2), usize::MAX).into_iter().enumerate() {
        let problem = SudokuClues::<2>::new(grid);
        // With all inequalities from the start, and with none but the follower's.
        let family = if i % 2 == 0 { start(&problem, 4) } else { Family::new() };
        let found = solve(&problem, &family, &options[i / 2 % options.len()], &Limits::none());
        assert_eq!((found.status(), found.upper_bound()), (Status::Optimal, Some(4)));
    }
}

#[test]
fn a_follower_that_is_dear_is_asked_about_few_covers_and_its_answers_are_kept() {
    let problem = SudokuClues::<2>::new(random_grid::<2>(shape(2, 3), &mut rng(1)));
    let family = start(&problem, 2);
    let bounds = |by_program| {
        let options = BilevelOptions { heuristic: Heuristic::Covers, by_program, ..BilevelOptions::default() };
        let (limits, mut silent) = (Limits::none(), NoObserver);
        let sets = family.sets().iter().map(|set| set.cells);
        let mut driver = Driver::new(&problem, &Highs, sets, &options, Hooks::default(), &limits, &mut silent);
        driver.root().and_then(|()| driver.first_puzzles()).expect("no limit");
        (driver.n_cover_checks, driver.pool.n_learned(), driver.counters.n_checks)
    };
    let (n_dear, n_kept, n_checks) = bounds(true);
    assert!((1..=10).contains(&n_dear) && n_kept > 0, "{n_dear} questions, {n_kept} sets");
    assert!(n_checks < bounds(false).2);
}

#[test]
fn no_setting_changes_a_minimum() {
    settings_agree(1..=1, &[shape(2, 3), shape(1, 5)]);
}

#[test]
#[ignore = "long: more grids"]
fn no_setting_changes_a_minimum_at_length() {
    settings_agree(1..=3, &[shape(2, 3), shape(3, 2), shape(1, 5)]);
}

fn settings_agree(seeds: RangeInclusive<u64>, shapes: &[Shape]) {
    for seed in seeds {
        for &shape in shapes {
            let problem = SudokuClues::<2>::new(random_grid::<2>(shape, &mut rng(seed)));
            let family = start(&problem, 2);
            let lps: [&dyn NodeLps; 2] = [&Highs, &DenseLps];
            let minima: Vec<_> = lps
                .iter()
                .flat_map(|lps| all_options().into_iter().map(|options| (*lps, options)))
                .map(|(lps, options)| {
                    let found = solve_by(lps, &problem, &family, &options, &Limits::none());
                    assert_eq!(found.status(), Status::Optimal);
                    found.upper_bound()
                })
                .collect();
            assert!(minima.iter().all(|minimum| *minimum == minima[0]), "seed {seed}, {shape}: {minima:?}");
        }
    }
}

/// The answer and the work are the same for any number of threads above one, and so is what a limit leaves.
#[test]
fn threads_do_the_same_work() {
    let mut n_tasks = 0;
    for seed in 1..=4 {
        let problem = SudokuClues::<2>::new(random_grid::<2>(shape(2, 3), &mut rng(seed)));
        let family = start(&problem, 2);
        for max_nodes in [40, u64::MAX] {
            let limits = Limits::none().with_nodes(max_nodes);
            let of = |threads: usize| {
                let options = BilevelOptions {
                    threads,
                    split: seed % 2 == 0,
                    regions: RegionRows::None,
                    heuristic: Heuristic::None,
                    ..BilevelOptions::default()
                };
                let found = solve_by(&DenseLps, &problem, &family, &options, &limits);
                (found.lower_bound, found.clues, found.status(), found.counters)
            };
            let (one, two, four) = (of(1), of(2), of(4));
            assert_eq!(two, four, "seed {seed}, {max_nodes} nodes");
            if max_nodes == u64::MAX {
                assert_eq!((one.0, one.2), (two.0, two.2), "seed {seed}");
                n_tasks += two.3.n_lps;
            }
        }
    }
    assert!(n_tasks > 100, "trees that are cut into tasks: {n_tasks}");
}

#[test]
fn a_limit_leaves_bounds_that_hold() {
    let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::NINE, &mut rng(2)));
    let family = start(&problem, 3);
    let found = solve(&problem, &family, &BilevelOptions::default(), &Limits::none().with_nodes(30));
    assert_eq!(found.status(), Status::Stopped(Stop::Nodes));
    assert!(found.lower_bound >= 10 && found.upper_bound().is_some_and(|upper| upper < 35));
    let nothing = solve(&problem, &Family::new(), &BilevelOptions::default(), &Limits::none().with_nodes(0));
    assert_eq!((nothing.lower_bound, nothing.upper_bound()), (0, Some(81)));
}

/// A row of a region that needs too many clues would make the minimum too large: each is compared with the minimum of
/// the region as a problem of its own.
#[test]
fn a_region_is_a_problem_of_its_own() {
    let problem = SudokuClues::<2>::new(random_grid::<2>(shape(2, 3), &mut rng(4)));
    let options = BilevelOptions { split: false, regions: RegionRows::None, ..BilevelOptions::default() };
    for region in problem.partitions().into_iter().flatten().map(|part| problem.cells() - part) {
        let within = Region::new(&problem, region);
        let found = solve(&within, &Family::new(), &options, &Limits::none());
        assert_eq!(found.status(), Status::Optimal);
        let clues = found.clues.expect("optimal");
        assert!(clues.is_subset(&region));
        let with_all_else = clues | (problem.cells() - region);
        let answer = problem.oracle().second_solution(with_all_else, &mut Limits::none().pace(1));
        assert_eq!(answer, Verdict::Unique);
    }
}

/// Keeps the last state, which a stop leaves.
#[derive(Default)]
struct Last(Mutex<Option<State<2>>>);

impl Checkpoint<2> for Last {
    fn is_due(&self) -> bool {
        false
    }

    fn keep(&self, state: &State<2>) {
        *self.0.lock().expect("one thread") = Some(state.clone());
    }
}

#[derive(Default)]
struct Every(Mutex<Vec<State<2>>>);

impl Checkpoint<2> for Every {
    fn is_due(&self) -> bool {
        true
    }

    fn keep(&self, state: &State<2>) {
        self.0.lock().expect("one thread").push(state.clone());
    }
}

/// What a killed run leaves is one of these, and nothing of the search may be missing from it: a state with a case too
/// few would prove a bound that does not hold.
#[test]
fn every_state_on_the_way_leads_to_the_same_minimum() {
    states_lead_on(13);
}

#[test]
#[ignore = "long: a third of all states"]
fn every_state_on_the_way_leads_to_the_same_minimum_at_length() {
    states_lead_on(3);
}

fn states_lead_on(stride: usize) {
    let bare = BilevelOptions {
        heuristic: Heuristic::None,
        symmetry: false,
        regions: RegionRows::None,
        ..BilevelOptions::default()
    };
    for options in [bare, BilevelOptions { budgets: Budgets::Falling, order: NodeOrder::BestFirst, ..bare }] {
        let problem = SudokuClues::<2>::new(random_grid::<2>(shape(2, 3), &mut rng(5)));
        let every = Every::default();
        let plain = BranchAndCut { options, ..BranchAndCut::new(&Highs) };
        let engine = BranchAndCut { checkpoint: Some(&every), ..plain };
        let wanted = run(&engine, &problem, &Family::new(), &Limits::none());
        let states = every.0.into_inner().expect("one thread");
        assert!(states.len() > 20, "{}", states.len());
        for state in states.into_iter().step_by(stride) {
            let engine = BranchAndCut { resume: Some(&state), ..plain };
            let found = run(&engine, &problem, &Family::new(), &Limits::none());
            assert_eq!((found.lower_bound, found.upper_bound()), (wanted.lower_bound, wanted.upper_bound()));
        }
    }
}

/// A run that is stopped every few nodes and goes on from its state comes to the same end.
#[test]
fn a_stopped_run_goes_on_from_its_state() {
    let bare = BilevelOptions { heuristic: Heuristic::None, symmetry: false, ..BilevelOptions::default() };
    let kinds = [
        bare,
        BilevelOptions { order: NodeOrder::BestFirst, ..bare },
        BilevelOptions { budgets: Budgets::Falling, split: false, ..bare },
        BilevelOptions { branching: Branching::Fractional, regions: RegionRows::None, ..bare },
    ];
    for (seed, options) in (1..).zip(kinds) {
        let problem = SudokuClues::<2>::new(random_grid::<2>(shape(2, 3), &mut rng(seed)));
        let wanted = solve(&problem, &Family::new(), &options, &Limits::none());
        let (mut state, mut n_runs, mut lower) = (None, 0, 0);
        loop {
            n_runs += 1;
            assert!(n_runs < 1000, "every run visits some nodes");
            let n_nodes = state.as_ref().map_or(0, |state: &State<2>| state.n_nodes);
            let limits = Limits::none().with_nodes(n_nodes + 7);
            let last = Last::default();
            let engine =
                BranchAndCut { options, checkpoint: Some(&last), resume: state.as_ref(), ..BranchAndCut::new(&Highs) };
            let found = run(&engine, &problem, &Family::new(), &limits);
            assert!(found.lower_bound >= lower, "no bound is lost");
            lower = found.lower_bound;
            if found.stop.is_none() {
                assert_eq!((found.lower_bound, found.upper_bound()), (wanted.lower_bound, wanted.upper_bound()));
                break;
            }
            state = last.0.into_inner().expect("one thread");
            assert!(state.is_some(), "a stopped run leaves its state");
        }
        assert!(n_runs > 2, "it was stopped: {n_runs}");
    }
}

/// An LP solver that lies: about statuses, duals, points and activities, with numbers that are none.
struct Liar {
    rng: Rng,
    x: Vec<f64>,
    duals: Vec<f64>,
    activities: Vec<f64>,
    n_rows: usize,
}

impl Liar {
    fn number(&mut self) -> f64 {
        match self.rng.random_range(0..12) {
            0 => f64::NAN,
            1 => f64::INFINITY,
            2 => f64::NEG_INFINITY,
            3 => 1e300,
            4 => -1.0,
            5 => 1.0,
            6 | 7 => 0.0,
            _ => self.rng.random_range(-0.5..1.5),
        }
    }

    fn numbers(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.number()).collect()
    }
}

pub(super) struct Liars;

impl NodeLps for Liars {
    fn lp(&self, cost: &[f64]) -> Box<dyn NodeLp> {
        let (n_cols, duals, activities) = (cost.len(), Vec::new(), Vec::new());
        Box::new(Liar { rng: rng(n_cols as u64), x: vec![0.0; n_cols], duals, activities, n_rows: 0 })
    }
}

impl NodeLp for Liar {
    fn add_rows_ge(&mut self, rows: &[CoverRow]) {
        self.n_rows += rows.len();
    }

    fn add_row_le(&mut self, _: &[(u32, f64)], _: f64) {
        self.n_rows += 1;
    }

    fn delete_rows(&mut self, mask: &[bool]) {
        self.n_rows -= mask.iter().filter(|gone| **gone).count();
    }

    fn set_cols_bounds(&mut self, _: &[(u32, f64, f64)]) {}

    fn set_objective_bound(&mut self, _: f64) {}

    fn run(&mut self) -> LpStatus {
        self.x = self.numbers(self.x.len());
        self.duals = self.numbers(self.n_rows);
        self.activities = self.numbers(self.n_rows);
        let statuses = [LpStatus::Optimal, LpStatus::Infeasible, LpStatus::ObjectiveBound, LpStatus::Other(4)];
        statuses[self.rng.random_range(0..statuses.len())]
    }

    fn infeasibility(&mut self) -> Option<Vec<f64>> {
        None
    }

    fn x(&self) -> &[f64] {
        &self.x
    }

    fn row_duals(&self) -> &[f64] {
        &self.duals
    }

    fn row_activities(&self) -> &[f64] {
        &self.activities
    }

    fn n_rows(&self) -> usize {
        self.n_rows
    }

    fn simplex_iterations(&self) -> u64 {
        0
    }

    fn cold_restarts(&self) -> u64 {
        0
    }
}

#[test]
fn a_solver_that_lies_changes_no_answer() {
    let options = all_options();
    for (i, grid) in all_grids::<2>(shape(2, 2), usize::MAX).into_iter().enumerate() {
        let problem = SudokuClues::<2>::new(grid);
        let family = if i % 2 == 0 { start(&problem, 4) } else { Family::new() };
        let sets = family.sets().iter().map(|set| set.cells);
        let (limits, hooks) = (Limits::none(), Hooks::default());
        let options = &options[i % options.len()];
        let found = Driver::new(&problem, &Liars, sets, options, hooks, &limits, &mut NoObserver).run();
        assert_eq!((found.lower_bound, found.upper_bound()), (4, Some(4)), "grid {i}, {options:?}");
    }
    for seed in 1..=2 {
        let problem = SudokuClues::<2>::new(random_grid::<2>(shape(2, 3), &mut rng(seed)));
        let family = start(&problem, 3);
        let wanted = solve(&problem, &family, &BilevelOptions::default(), &Limits::none());
        let sets = family.sets().iter().map(|set| set.cells);
        let (limits, hooks) = (Limits::none(), Hooks::default());
        let found =
            Driver::new(&problem, &Liars, sets, &BilevelOptions::default(), hooks, &limits, &mut NoObserver).run();
        assert_eq!((found.lower_bound, found.upper_bound()), (wanted.lower_bound, wanted.upper_bound()));
    }
}
