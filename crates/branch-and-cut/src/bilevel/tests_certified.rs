//! Certificates of the branch and cut, checked by the checker.

use std::fs::File;
use std::io;

use minclue_lp::Highs;

use super::driver::Driver;
use super::tests::Liars;
use super::*;
use crate::base::{Limits, Stop, rng};
use crate::dense_lp::DenseLps;
use crate::problem::{Certifiable as _, NoObserver, Status, SudokuClues};
use crate::sudoku::{Grid, Shape, all_grids, random_grid};
use crate::unavoidable::{Complete, Family, Source as _};
use minclue_engine::ProofLog;

fn shape(r: u8, c: u8) -> Shape {
    Shape::new(r, c).expect("a shape")
}

fn start(problem: &SudokuClues<2>, max_size: usize) -> Family<2> {
    let mut family = Family::new();
    Complete { max_size }.find(problem, &mut family, &Limits::none()).expect("no tool to fail");
    family
}

/// Settings that leave a certificate.
fn all_options() -> Vec<BilevelOptions> {
    let plain = BilevelOptions { leaf: LeafMode::Lp, ..BilevelOptions::default() };
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
        BilevelOptions { heuristic: Heuristic::None, ..plain },
        BilevelOptions { heuristic: Heuristic::None, branching: Branching::Fractional, ..plain },
        BilevelOptions { symmetry: true, ..bare },
        BilevelOptions { symmetry: true, branching: Branching::Fractional, ..bare },
        BilevelOptions { symmetry: true, fixing: true, zero_half: true, ..bare },
        BilevelOptions { regions: RegionRows::Lines, branching: Branching::Strong, ..plain },
        BilevelOptions { regions: RegionRows::Digits, ..plain },
        BilevelOptions { split: true, regions: RegionRows::None, fixing: true, ..bare },
    ]
}

/// What came of a run with a proof.
fn proven(
    engine: &BranchAndCut<'_, 2>,
    problem: &SudokuClues<2>,
    family: &Family<2>,
    limits: &Limits,
    mut log: ProofLog<2>,
) -> (Minimum<2>, io::Result<Proof<2>>) {
    let mut silent = NoObserver;
    let found = engine.run(problem, &Start::from(family), &mut Run::new(limits, &mut silent).proving(&mut log));
    let proof = log.into_proof().map(|proof| proof.expect("a run leaves one"));
    (found.expect("options that leave a certificate"), proof)
}

fn plain(problem: &SudokuClues<2>, family: &Family<2>, options: &BilevelOptions) -> Minimum<2> {
    let engine = BranchAndCut { options: *options, ..BranchAndCut::new(&DenseLps) };
    let (limits, mut silent) = (Limits::none(), NoObserver);
    engine.run(problem, &Start::from(family), &mut Run::new(&limits, &mut silent)).expect("no proof is wanted")
}

/// Writes a certificate, has it checked, and returns what it proves.
fn checked(
    problem: &SudokuClues<2>,
    family: &Family<2>,
    options: &BilevelOptions,
    limits: &Limits,
) -> (usize, Minimum<2>) {
    let engine = BranchAndCut { options: *options, ..BranchAndCut::new(&Highs) };
    let (found, proof) = proven(&engine, problem, family, limits, ProofLog::new(tempfile::tempfile));
    check(problem, &found, proof.expect("temporary files can be written"), options);
    (found.lower_bound, found)
}

fn check(problem: &SudokuClues<2>, found: &Minimum<2>, proof: Proof<2>, options: &BilevelOptions) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("certificate");
    let clues = found.clues.expect("there is always a puzzle");
    problem.certificate(clues, proof, &|_| None).write(&path).expect("written");
    let verdict = minclue_verifier::verify(File::open(&path).expect("a file"));
    let verdict = verdict.unwrap_or_else(|refusal| panic!("{options:?}: {refusal}"));
    assert_eq!((verdict.lower, verdict.upper), (found.lower_bound, clues.len()), "{options:?}");
}

fn certified(grid: Grid, max_size: usize, options: &BilevelOptions) -> usize {
    let problem = SudokuClues::<2>::new(grid);
    let family = start(&problem, max_size);
    let (lower, found) = checked(&problem, &family, options, &Limits::none());
    assert_eq!(found.status(), Status::Optimal);
    let wanted = plain(&problem, &family, options);
    assert_eq!(lower, wanted.lower_bound);
    lower
}

#[test]
fn four_by_four_grids_are_proven_to_need_four_clues() {
    let options = all_options();
    for (i, grid) in all_grids::<2>(shape(2, 2), usize::MAX).into_iter().step_by(10).enumerate() {
        let max_size = if i % 2 == 0 { 12 } else { 0 };
        assert_eq!(certified(grid, max_size, &options[i % options.len()]), 4);
    }
}

#[test]
fn six_by_six_grids_are_proven_with_every_setting() {
    let options = all_options();
    for seed in 1..=6 {
        for (i, shape) in [shape(2, 3), shape(3, 2)].into_iter().enumerate() {
            let grid = random_grid::<2>(shape, &mut rng(seed));
            let options = &options[(2 * seed as usize + i) % options.len()];
            certified(grid, if seed % 2 == 0 { 10 } else { 0 }, options);
        }
    }
}

#[test]
fn latin_squares_are_proven() {
    let grid = random_grid::<2>(shape(1, 5), &mut rng(1));
    for options in &all_options()[..3] {
        certified(grid.clone(), 8, options);
    }
}

/// Every subtree of a symmetric grid is checked to be kept by the symmetries that are used in it.
#[test]
fn symmetric_grids_are_proven() {
    let digits = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]].concat();
    let digits: Vec<_> = digits.into_iter().map(crate::base::Digit::new).collect();
    let grid = Grid::new(shape(2, 2), &digits).expect("a grid");
    for options in all_options() {
        assert_eq!(certified(grid.clone(), 0, &options), 4);
    }
    let cyclic: Vec<_> = (0..25).map(|i| crate::base::Digit::new((i / 5 + i % 5) % 5 + 1)).collect();
    let square = Grid::new(shape(1, 5), &cyclic).expect("a square");
    for options in &all_options()[4..8] {
        assert_eq!(certified(square.clone(), 8, options), 6);
    }
}

/// Whatever the LP solver says, what is written is a proof.
#[test]
fn a_solver_that_lies_leaves_a_proof() {
    let options = all_options();
    for (i, grid) in all_grids::<2>(shape(2, 2), usize::MAX).into_iter().step_by(4).enumerate() {
        let problem = SudokuClues::<2>::new(grid);
        let family = start(&problem, if i % 2 == 0 { 12 } else { 0 });
        let sets = family.sets().iter().map(|set| set.cells);
        let (options, limits, mut silent) = (&options[i % options.len()], Limits::none(), NoObserver);
        let driver = Driver::new(&problem, &Liars, sets, options, Hooks::default(), &limits, &mut silent);
        let (found, recorder) = driver.with_recorder(Recorder::new(None)).run_recorded();
        let (lower, tree, numbers, lemmas) = recorder.expect("it was given one").finish().expect("in memory");
        assert_eq!((lower, found.lower_bound), (4, 4), "grid {i}, {options:?}");
        check(&problem, &found, Proof { lower, puzzles: Vec::new(), numbers, lemmas, tree }, options);
    }
}

#[test]
fn a_limit_leaves_a_proof_of_the_bound() {
    let problem = SudokuClues::<2>::new(random_grid::<2>(shape(2, 3), &mut rng(5)));
    let options = BilevelOptions { heuristic: Heuristic::None, regions: RegionRows::None, ..all_options()[0] };
    let mut bounds = Vec::new();
    for nodes in [0, 5, 20, 40] {
        let (lower, found) = checked(&problem, &Family::new(), &options, &Limits::none().with_nodes(nodes));
        assert!(found.stop.is_none_or(|stop| stop == Stop::Nodes));
        bounds.push(lower);
    }
    assert!(bounds.is_sorted() && bounds[0] < bounds[3], "{bounds:?}");
}

#[test]
fn what_leaves_no_certificate_is_refused() {
    let problem = SudokuClues::<2>::new(random_grid::<2>(shape(2, 2), &mut rng(1)));
    let certify = |options: &BilevelOptions, resume: Option<&State<2>>| {
        let engine = BranchAndCut { options: *options, resume, ..BranchAndCut::new(&Highs) };
        let (family, limits, mut silent) = (Family::new(), Limits::none(), NoObserver);
        let mut log = ProofLog::new(tempfile::tempfile);
        let mut run = Run::new(&limits, &mut silent).proving(&mut log);
        engine.run(&problem, &Start::from(&family), &mut run).expect_err("no certificate").to_string()
    };
    let plain = BilevelOptions::default();
    let best_first = BilevelOptions { order: NodeOrder::BestFirst, ..plain };
    assert!(certify(&best_first, None).contains("depth-first order"));
    let falling = BilevelOptions { budgets: Budgets::Falling, ..plain };
    assert!(certify(&falling, None).contains("rising budgets"));
    assert!(certify(&plain, Some(&State::default())).contains("resumes from a state"));
}

/// However many files could be made before the disk was full, the bounds hold, and the run says that it has no proof.
#[test]
fn a_full_disk_leaves_the_bounds() {
    let problem = SudokuClues::<2>::new(random_grid::<2>(shape(2, 3), &mut rng(1)));
    let family = start(&problem, 6);
    let options = BilevelOptions {
        leaf: LeafMode::Lp,
        regions: RegionRows::None,
        heuristic: Heuristic::None,
        ..BilevelOptions::default()
    };
    let wanted = plain(&problem, &family, &options);
    let (mut lowers, mut n_most) = (Vec::new(), 0);
    loop {
        let mut n_made = 0;
        let files = move || {
            n_made += 1;
            if n_made > n_most { Err(io::ErrorKind::StorageFull.into()) } else { tempfile::tempfile() }
        };
        let engine = BranchAndCut { options, ..BranchAndCut::new(&Highs) };
        let (found, proof) = proven(&engine, &problem, &family, &Limits::none(), ProofLog::new(files));
        lowers.push(found.lower_bound);
        assert!(found.upper_bound() >= wanted.upper_bound() && found.lower_bound <= wanted.lower_bound);
        match proof {
            Ok(_) => break assert_eq!((found.stop, found.lower_bound), (None, wanted.lower_bound)),
            Err(e) => assert_eq!((e.kind(), found.stop), (io::ErrorKind::StorageFull, Some(Stop::OracleFailed))),
        }
        n_most += 1;
    }
    assert!(lowers.len() > 2 && lowers.is_sorted() && lowers[0] > 0, "{lowers:?}");
}
