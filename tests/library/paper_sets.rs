//! The unavoidable sets of the grids of tjusila-2023, counted by the authors' integer programs and by us.
//!
//! The data is read from the folder beside the project (`MINCLUE_DATA` names another place). Where it is not there,
//! these tests say so and check nothing.

use std::collections::BTreeMap;

use minclue_core::base::Limits;
use minclue_core::problem::{ClueProblem, SudokuClues};
use minclue_core::sudoku::Grid;
use minclue_core::unavoidable::{Complete, Family, Found, Source};
use minclue_testkit::shared_text;

use crate::common::grids;

/// The authors' lists go on to 5,000 sets and have every one up to this size.
const COMPLETE_TO: usize = 16;

/// Number of sets of each size up to [`COMPLETE_TO`] by grid, where the authors' logs have them.
fn published() -> Option<BTreeMap<String, BTreeMap<usize, usize>>> {
    let text = shared_text("paper_9x9_set_generation.csv")?;
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

#[test]
fn the_counts_of_the_paper_up_to_size_sixteen() {
    let (Some(published), Some(text)) = (published(), shared_text("paper_9x9.txt")) else { return };
    let grids: BTreeMap<String, Grid> = grids(&text).collect();
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
