//! The unavoidable sets of the grids of tjusila-2023, counted by the authors' integer programs and by us.
//!
//! The data is read from the folder beside the project (`MINCLUE_DATA` names another place). Where it is not there, these
//! tests say so and check nothing.

#![expect(clippy::print_stdout, reason = "a test that checks nothing must say so")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use minclue::base::Limits;
use minclue::problem::{ClueProblem, SudokuClues};
use minclue::sudoku::{Grid, Reader};
use minclue::unavoidable::{Complete, Family, Found, Source};

/// The authors' lists go on to 5,000 sets and have every one up to this size.
const COMPLETE_TO: usize = 16;

/// A file of the data folder, or `None` with a message if it is not there.
fn data(name: &str) -> Option<String> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let path = std::env::var_os("MINCLUE_DATA").map_or_else(beside, PathBuf::from).join(name);
    let text = fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("skipped: {} is not there", path.display());
    }
    text
}

/// Number of sets of each size up to [`COMPLETE_TO`] by grid, where the authors' logs tell them.
fn published() -> Option<BTreeMap<String, BTreeMap<usize, usize>>> {
    let text = data("paper_9x9_set_generation.csv")?;
    let counts = |field: &str| -> BTreeMap<usize, usize> {
        let pair = |pair: &str| {
            let (size, count) = pair.split_once(':').expect("size:count");
            (size.parse().expect("a size"), count.parse().expect("a count"))
        };
        field.split_whitespace().map(pair).filter(|(size, _)| *size <= COMPLETE_TO).collect()
    };
    let rows = text.lines().skip(1).filter_map(|row| {
        let (id, sizes) = (row.split(',').next()?, row.rsplit(',').next()?);
        (!sizes.is_empty()).then(|| (id.to_owned(), counts(sizes)))
    });
    Some(rows.collect())
}

fn grids() -> Option<BTreeMap<String, Grid>> {
    let text = data("paper_9x9.txt")?;
    let entries = Reader::new(text.as_bytes(), None).map(|entry| entry.expect("a line of the data"));
    Some(entries.map(|e| (e.id.expect("an id"), e.puzzle.as_grid().expect("a grid"))).collect())
}

#[test]
fn the_counts_of_the_paper_up_to_size_sixteen() {
    let (Some(published), Some(grids)) = (published(), grids()) else { return };
    assert!(published.len() >= 25, "{} rows", published.len());
    for (id, counts) in published {
        let problem = SudokuClues::<2>::new(grids[&id].clone());
        let mut family = Family::new();
        let found = Complete { max_size: COMPLETE_TO }.find(&problem, &mut family, &Limits::none());
        assert_eq!(found, Ok(Found::Complete));
        assert_eq!(family.by_size(), counts, "id {id}");
        for set in family.sets() {
            assert_eq!(problem.difference(&set.witness), Ok(set.cells), "id {id}");
        }
    }
}
