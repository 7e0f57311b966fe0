//! Certificates that a list of puzzles is complete, from the search to the checker.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use minclue_core::base::{CellSet, Index, Limits, Stop};
use minclue_core::problem::{Certifiable, ClueProblem as _, NoObserver, SudokuClues};
use minclue_core::sudoku::all_grids;
use minclue_core::unavoidable::Family;
use minclue_engines::engine::{Engine as _, EngineError, EnumerationQuery, ProofLog, Run, Start, WantedPuzzles};
use minclue_engines::search::SearchOptions;
use minclue_verifier::{Verdict, verify};

use crate::ask;
use crate::certificates::sets;
use crate::common::{matching, of_the_paper, published, random, shape};

fn numbers(clues: &CellSet<2>) -> Vec<usize> {
    clues.iter().map(Index::get).collect()
}

/// What is found by the search that keeps no proof.
fn plain(problem: &dyn Certifiable<2>, family: &Family<2>, query: &EnumerationQuery<2>) -> BTreeSet<Vec<usize>> {
    let mut found = BTreeSet::new();
    let native = ask::native(&SearchOptions::default());
    ask::enumerated(&native, problem, family, query, &mut |clues| {
        assert!(found.insert(numbers(&clues)), "{clues:?} occurs twice");
        ControlFlow::Continue(())
    });
    found
}

/// Enumerates with a certificate: all is found that the plain search finds, and the list is accepted.
fn accepted(problem: &dyn Certifiable<2>, family: &Family<2>, k: usize, threads: usize) -> Verdict {
    let native = ask::native(&SearchOptions { threads, ..SearchOptions::default() });
    let all = EnumerationQuery::all(k);
    let (end, found, proof) = ask::listed(&native, problem, family, &all, &Limits::none(), tempfile::tempfile);
    assert_eq!(end.stop, None);
    let wanted = plain(problem, family, &all);
    assert_eq!(found.len(), wanted.len(), "each comes once");
    assert_eq!(found.iter().map(numbers).collect::<BTreeSet<_>>(), wanted);

    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("certificate");
    let certificate = problem.certificate(problem.cells(), proof.expect("it can be written"), &|_| None);
    certificate.write(&path).expect("it can be written");
    let verdict = verify(std::fs::File::open(&path).expect("it was written")).expect("accepted");
    let minimal = EnumerationQuery { puzzles: WantedPuzzles::Minimal, ..all };
    let of_size: BTreeSet<_> = verdict.listed.iter().filter(|puzzle| puzzle.len() == k).cloned().collect();
    assert_eq!(of_size, plain(problem, family, &minimal));
    assert!(verdict.listed_below == k + 1 && verdict.listed.iter().all(|puzzle| puzzle.len() <= k));
    assert_eq!(verdict.lower, if verdict.listed.is_empty() { k + 1 } else { verdict.upper });
    verdict
}

#[test]
fn four_by_four() {
    for (i, grid) in all_grids::<2>(shape(2, 2), usize::MAX).into_iter().enumerate().filter(|(i, _)| i % 48 == 0) {
        let problem = SudokuClues::<2>::new(grid);
        let family = if i % 96 == 0 { sets(&problem, 16) } else { Family::new() };
        for k in [0, 3, 4, 5, 6, 11, 16] {
            let verdict = accepted(&problem, &family, k, 1 + k % 2);
            assert!((verdict.listed.is_empty() == (k < 4)) && (k < 4 || verdict.upper == 4));
        }
    }
}

#[test]
fn six_by_six_and_latin_squares() {
    for seed in 1..=4 {
        let problem = random::<2>(shape(2, 3), seed);
        let minimum = (7..).find(|k| !accepted(&problem, &sets(&problem, 8), *k, 2).listed.is_empty());
        assert!(minimum.is_some_and(|k| (8..=10).contains(&k)), "{minimum:?}");
        let square = random::<2>(shape(1, 4), seed);
        for k in 3..=6 {
            accepted(&square, &Family::new(), k, 1);
        }
    }
}

/// More clues than there are cells: no puzzle has them, and the list is that of all numbers.
#[test]
fn more_clues_than_cells() {
    let problem = random::<2>(shape(2, 2), 1);
    let (native, family) = (ask::native(&SearchOptions::default()), Family::new());
    let listed = |k| {
        let query = EnumerationQuery::all(k);
        ask::listed(&native, &problem, &family, &query, &Limits::none(), tempfile::tempfile)
    };
    let (of_all, of_more) = (listed(16), listed(17));
    assert_eq!((of_all.1.len(), of_more.1.len()), (1, 0));
    let (all, more) = (of_all.2.expect("a proof"), of_more.2.expect("a proof"));
    assert_eq!((all.lower, more.lower), (17, 17));
    assert_eq!(all.puzzles, more.puzzles);
}

/// Edges that leave a perfect matching as the only one.
#[test]
fn matchings() {
    // A ring of six vertices with its three long diagonals: the matching joins 2 i and 2 i + 1.
    let edges = [(0, 1), (2, 3), (4, 5), (1, 2), (3, 4), (0, 5), (0, 3), (1, 4), (2, 5)];
    let problem = matching(6, &edges, &[0, 1, 2]);
    for k in 0..=3 {
        accepted(&problem, &Family::new(), k, 1);
    }
}

/// mcguire-2012, section 5.3.1: a grid with 29 puzzles of 17 clues; and id 0 of tjusila-2023, which has one.
#[test]
#[ignore = "long: two lists of 9x9 cells"]
fn all_seventeens_of_a_grid_at_length() {
    let mut grids = vec![(published("mcguire-2012-sec5.3.1"), 29)];
    grids.extend(of_the_paper("0").map(|grid| (grid, 1)));
    for (grid, n) in grids {
        let problem = SudokuClues::<2>::new(grid);
        let verdict = accepted(&problem, &sets(&problem, 14), 17, 2);
        assert_eq!((verdict.lower, verdict.upper, verdict.listed.len()), (17, 17, n));
        assert!(verdict.n_searched > 0);
    }
}

/// Without the end of the search it is not known whether these are all.
#[test]
fn a_limit_leaves_puzzles_and_no_proof() {
    let problem = random::<2>(shape(2, 3), 3);
    let (native, family) = (ask::native(&SearchOptions::default()), sets(&problem, 8));
    let all = plain(&problem, &family, &EnumerationQuery::all(9)).len();
    let limits = Limits::none().with_nodes(3000);
    let query = EnumerationQuery::all(9);
    let (end, found, proof) = ask::listed(&native, &problem, &family, &query, &limits, tempfile::tempfile);
    assert_eq!(end.stop, Some(Stop::Nodes));
    assert!(!found.is_empty() && found.len() < all, "{} of {all}", found.len());
    assert!(proof.is_err_and(|error| error.to_string().contains("did not finish")));
}

#[test]
fn conditions_have_no_certificate() {
    let problem = random::<2>(shape(2, 2), 1);
    let given = problem.cells().iter().take(1).collect();
    let query = EnumerationQuery { given, ..EnumerationQuery::all(4) };
    let (limits, mut silent) = (Limits::none(), NoObserver);
    let mut log = ProofLog::new(tempfile::tempfile);
    let mut run = Run::new(&limits, &mut silent).proving(&mut log);
    let (family, native) = (Family::new(), ask::native(&SearchOptions::default()));
    let start = Start::from(&family);
    let mut visit = |_| ControlFlow::Continue(());
    let refused = native.enumerate(&problem, &start, &query, &mut run, &mut visit);
    assert!(matches!(refused, Err(EngineError::Proof(why)) if why.contains("does not support given")));
}
