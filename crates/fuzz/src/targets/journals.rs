//! Journals of the no-good loop.

use std::sync::OnceLock;

use minclue_core::problem::SudokuClues;
use minclue_core::sudoku::{Reader, Shape};
use minclue_core::unavoidable::LoopForm;
use minclue_solver::files::{Journal, JournalHead, solve_line};

use super::GRID;

/// The grid, its shape and the header of its journal.
fn wanted() -> &'static (SudokuClues<1>, Shape, JournalHead) {
    static WANTED: OnceLock<(SudokuClues<1>, Shape, JournalHead)> = OnceLock::new();
    WANTED.get_or_init(|| {
        let entry = Reader::new(GRID.as_bytes(), None).next().and_then(Result::ok).expect("a grid");
        let problem = SudokuClues::new(entry.puzzle.as_grid().expect("it is complete"));
        let head = JournalHead::new(&problem, "highs", LoopForm::Sizes);
        (problem, entry.puzzle.shape(), head)
    })
}

/// With and without a header before it; what is read is the same when it is written and read again.
pub(crate) fn run(bytes: &[u8]) {
    check(bytes);
    check(&[wanted().2.line().as_bytes(), bytes].concat());
}

fn check(bytes: &[u8]) {
    let (problem, shape, head) = wanted();
    let Ok(journal) = Journal::<1>::read(bytes, head, LoopForm::Sizes, problem) else { return };
    assert!(journal.n_bytes <= bytes.len() && journal.torn.is_some() == (journal.n_bytes < bytes.len()));
    for set in journal.history.sets() {
        assert!(set.cells.iter().all(|cell| shape.cells().any(|other| other == cell)));
    }
    let lines: String = journal.history.steps().iter().map(|step| solve_line(*shape, step)).collect();
    let again = Journal::<1>::read(format!("{}{lines}", head.line()).as_bytes(), head, LoopForm::Sizes, problem);
    let again = again.expect("what is written");
    assert_eq!(again.history.steps().len(), journal.history.steps().len());
    assert!(again.history.sets().eq(journal.history.sets()));
}

/// The header, and what follows it in a run on our grid.
pub(crate) fn made() -> Vec<Vec<u8>> {
    let head = wanted().2.line();
    let solves = "{\"m\":1,\"seconds\":0.1,\"simplex_iterations\":3,\"nodes\":1}\n{\"m\":2,\"seconds\":0}\n{\"m\":3,\"seconds\":0.5}\n\
                  {\"m\":4,\"size\":4,\"cells\":[0,2,4,6],\"witness\":\"3214143221434321\",\"seconds\":1e-3}\n";
    vec![head.clone().into_bytes(), format!("{head}{solves}").into_bytes(), solves.as_bytes().to_vec()]
}
