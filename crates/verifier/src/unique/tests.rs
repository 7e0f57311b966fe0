//! What a search of a puzzle counts: no work is left out.

use super::*;
use crate::{LinearRow, Problem};

/// Three free variables of which at most one flips, in a row with a hundred cells that are clues.
fn model(free: usize) -> Model {
    let is_free = |variable: usize| (free..free + 3).contains(&variable);
    let terms = (0..103).map(|variable| (variable as u32, if is_free(variable) { -1 } else { 1 })).collect();
    let cells = (0..103).filter(|&variable| !is_free(variable)).collect();
    let rows = vec![LinearRow { terms, rhs: -1 }];
    let problem = Problem::Model { n_vars: 103, rows, ones: vec![], cells, shown: (free..free + 3).collect() };
    Model::new(&problem).expect("the target holds")
}

/// The looks of a search that finds a second solution.
fn n_looks(model: &Model) -> u64 {
    let grouped = GroupedRows::new(model, |_| Ok(())).expect("no limit");
    let puzzle: Vec<usize> = (0..100).collect();
    let mut meter = Meter::new(u64::MAX, &|| false);
    let mut search = Search::new(model, &grouped, &puzzle, &mut meter).expect("no limit");
    assert_eq!(search.refute(&[]), Ok(false));
    search.n_looks
}

#[test]
fn a_guess_looks_at_the_terms_that_are_set() {
    assert_eq!(
        n_looks(&model(100)) - n_looks(&model(0)),
        100 * LOOKS_PER_TERM,
        "the free variables are the last or the first ones"
    );
}

#[test]
fn clauses_that_need_no_search_end_at_the_limit_too() {
    let (model, puzzle) = (model(0), [0]);
    let grouped = GroupedRows::new(&model, |_| Ok(())).expect("no limit");
    let mut meter = Meter::new(u64::MAX, &|| false);
    let mut search = Search::new(&model, &grouped, &puzzle, &mut meter).expect("no limit");
    search.is_settled = true;
    let clause = [Literal(0)];
    assert_eq!(search.refute(&clause), Ok(true));
    search.n_looks = MAX_LOOKS + 1;
    assert!(matches!(search.refute(&clause), Err(Reason::TooMuch(_))));
}
