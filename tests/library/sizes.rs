//! Grids of several sizes in full: all classes of 6x6, all minimal puzzles of 4x4.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use minclue_core::base::{CellSet, Limits};
use minclue_core::problem::{Status, SudokuClues};
use minclue_core::sudoku::all_grids;
use minclue_core::unavoidable::Family;
use minclue_engines::bilevel;
use minclue_engines::engine::{EnumerationQuery, WantedPuzzles};
use minclue_engines::search::{Native, SearchOptions};
use minclue_testkit::project_text;

use crate::ask;
use crate::common::{complete, grids, is_valid, shape};

/// The minima of `instances/known.tsv` by name.
fn known() -> BTreeMap<String, usize> {
    let text = project_text("instances/known.tsv");
    let lines = text.lines().filter_map(|line| line.split('\t').collect::<Vec<_>>().try_into().ok());
    let minima = lines.filter(|[_, kind, ..]: &[&str; 4]| *kind == "=opt=");
    minima.map(|[id, _, value, _]| (id.to_owned(), value.parse().expect("a number"))).collect()
}

/// No grid of 6x6 has a puzzle with fewer than eight clues, as others found too. The rest is ours, by two engines.
#[test]
fn every_six_by_six_grid_needs_eight_to_ten() {
    let known = known();
    let mut counts = BTreeMap::new();
    for (id, grid) in grids(&project_text("instances/6x6-classes.txt")) {
        let (problem, limits) = (SudokuClues::<2>::new(grid), Limits::none());
        // The first without sets to start from.
        let native = ask::minimum(&ask::native(&SearchOptions::default()), &problem, &Family::new(), &limits);
        let options = bilevel::BilevelOptions::default();
        let tree = ask::minimum(&ask::tree(&options), &problem, &complete(&problem, 10), &limits);
        for found in [&native, &tree] {
            assert_eq!((found.status(), found.lower_bound), (Status::Optimal, known[&id]), "{id}");
            let clues = found.clues.expect("an answer");
            assert!(is_valid(&problem, clues), "{id}");
        }
        *counts.entry(native.lower_bound).or_insert(0) += 1;
    }
    assert_eq!(counts, BTreeMap::from([(8, 29), (9, 18), (10, 2)]));
}

/// Some of 8x8, among them one of each minimum that random grids have. Over all grids, 14 is the fewest that others
/// found.
#[test]
fn grids_of_eight_by_eight_need_fourteen_to_sixteen() {
    let known = known();
    let mut met = BTreeSet::new();
    for (id, grid) in
        grids(&project_text("instances/8x8.txt")).filter(|(id, _)| ["8x8-05", "8x8-10", "8x8-29"].contains(&&id[..]))
    {
        let (problem, limits) = (SudokuClues::<2>::new(grid), Limits::none());
        let found = ask::minimum(&ask::native(&SearchOptions::default()), &problem, &complete(&problem, 10), &limits);
        assert_eq!((found.status(), found.lower_bound), (Status::Optimal, known[&id]), "{id}");
        met.insert(found.lower_bound);
    }
    assert!(met.into_iter().eq(14..=16));
}

/// The minimal puzzles of all 288 grids together, as a program that only tries everything counted them.
#[test]
fn all_minimal_puzzles_of_four_by_four() {
    let grids = all_grids::<2>(shape(2, 2), usize::MAX);
    assert_eq!(grids.len(), 288);
    let mut counts = [0; 8];
    for grid in grids {
        let problem = SudokuClues::<2>::new(grid);
        let family = complete(&problem, 8);
        for (n_clues, count) in counts.iter_mut().enumerate() {
            let query = EnumerationQuery { puzzles: WantedPuzzles::Minimal, ..EnumerationQuery::all(n_clues) };
            let mut visit = |clues: CellSet<2>| {
                assert_eq!(clues.len(), n_clues);
                *count += 1;
                ControlFlow::Continue(())
            };
            let end = ask::enumerated(&Native::default(), &problem, &family, &query, &mut visit);
            assert_eq!(end.stop, None);
        }
    }
    assert_eq!(counts, [0, 0, 0, 0, 25_728, 58_368, 1_536, 0]);
}
