//! Certificates of the branch and cut with the native search as its leaf, checked by the checker.

use std::fs::File;

use minclue_core::base::{Digit, Limits, rng};
use minclue_core::problem::{Certifiable as _, Status, SudokuClues};
use minclue_core::sudoku::{Grid, Shape, random_grid};
use minclue_core::unavoidable::Family;
use minclue_engines::bilevel::{BilevelOptions, BranchAndCut, LeafMode};
use minclue_engines::search::{self, Native};
use minclue_testkit::project_text;
use minclue_verifier::Verdict;

use crate::ask;
use crate::common::{complete, shape};

fn certified(problem: &SudokuClues<2>, family: &Family<2>, options: &BilevelOptions) -> Verdict {
    let limits = Limits::none();
    let native = Native::default();
    let engine = BranchAndCut { leaves: Some(&native), ..ask::tree(options) };
    let (found, proof) = ask::proven(&engine, problem, family, &limits, tempfile::tempfile);
    assert_eq!(found.status(), Status::Optimal, "{options:?}");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("certificate");
    let known = |set: &_| family.sets().iter().find(|known| known.cells == *set).map(|known| known.witness.clone());
    let proof = proof.expect("temporary files can be written");
    problem.certificate(found.clues.expect("optimal"), proof, &known).write(&path).expect("written");
    let verdict = minclue_verifier::verify(File::open(&path).expect("a file"));
    let verdict = verdict.unwrap_or_else(|refusal| panic!("{options:?}: {refusal}"));
    assert_eq!((verdict.lower, verdict.upper), (found.lower_bound, found.lower_bound), "{options:?}");
    verdict
}

/// The native search finds and proves the same minima.
#[test]
fn grids_with_a_leaf() {
    certified_with_leaves(&[(0, shape(2, 3)), (1, shape(3, 2)), (2, shape(1, 5)), (4, shape(2, 2))]);
}

#[test]
#[ignore = "long: trees of 8x8 cells"]
fn grids_of_eight_by_eight_with_a_leaf_at_length() {
    certified_with_leaves(&[(3, shape(2, 4))]);
}

/// Grids of these shapes, each with leaves that its number chooses.
fn certified_with_leaves(shapes: &[(usize, Shape)]) {
    let leaves = [LeafMode::Auto, LeafMode::Below(2), LeafMode::Below(4), LeafMode::Below(usize::MAX), LeafMode::Lp];
    for seed in 1..=4 {
        for &(i, shape) in shapes {
            let problem = SudokuClues::<2>::new(random_grid::<2>(shape, &mut rng(seed)));
            let family = complete(&problem, if seed % 2 == 0 { 10 } else { 6 });
            let native =
                ask::minimum(&ask::native(&search::SearchOptions::default()), &problem, &family, &Limits::none());
            // Linear programs alone take too long for the largest grids.
            let mode = leaves[(i + seed as usize) % if shape.n() > 6 { 1 } else { leaves.len() }];
            let verdict = certified(&problem, &family, &BilevelOptions { leaf: mode, ..BilevelOptions::default() });
            assert_eq!(verdict.lower, native.lower_bound, "seed {seed}, {shape}");
        }
    }
}

/// The grid of a file with the least known number of solutions to try: a minimum of 9x9 cells in a test's time.
#[test]
#[ignore = "long: a tree of 9x9 cells"]
fn a_nine_by_nine_grid_of_a_file_at_length() {
    let text = project_text("instances/9x9-generated.txt");
    let grid = text.lines().find_map(|line| line.strip_prefix("seed-01 ")).expect("the grid");
    let digits: Vec<_> = grid.bytes().map(|b| Digit::new(usize::from(b - b'0'))).collect();
    let problem = SudokuClues::<2>::new(Grid::new(Shape::NINE, &digits).expect("a grid"));
    let verdict = certified(&problem, &complete(&problem, 12), &BilevelOptions::default());
    assert_eq!(verdict.cells, 81);
    assert!(verdict.lower >= 17);
}
