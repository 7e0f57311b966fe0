//! The grids of tjusila-2023, read from the data folder beside the project (`MINCLUE_DATA` names another place). Where
//! it is not there, these tests say so and check nothing.

use minclue_core::base::{CellSet, Limits, Stop};
use minclue_core::problem::{Minimum, Status, SudokuClues};
use minclue_core::sudoku::Grid;
use minclue_engines::bilevel::{self, BranchAndCut};
use minclue_engines::engine::{Leaves, Question};
use minclue_engines::search::{self, Native};

use crate::ask;
use crate::common::{complete, is_valid, of_the_paper};

fn solve(grid: Grid, limits: &Limits) -> Minimum<2> {
    let problem = SudokuClues::<2>::new(grid);
    let start = complete(&problem, 14);
    let found = ask::minimum(&ask::native(&search::SearchOptions::default()), &problem, &start, limits);
    let clues: CellSet<2> = found.clues.expect("an engine always has a puzzle");
    assert!(is_valid(&problem, clues));
    found
}

fn has_minimum(id: &str, minimum: usize) {
    if let Some(grid) = of_the_paper(id) {
        let found = solve(grid.clone(), &Limits::none());
        assert_eq!((found.status(), found.upper_bound()), (Status::Optimal, Some(minimum)), "id {id}");
        let found = branch_and_cut(grid, true, Question::Minimum);
        assert_eq!((found.status(), found.upper_bound()), (Status::Optimal, Some(minimum)), "id {id}, bilevel");
    }
}

/// The branch and cut, with the native search at its leaves or by linear programs to the last clue.
fn branch_and_cut(grid: Grid, with_leaf: bool, question: Question) -> Minimum<2> {
    let options = &bilevel::BilevelOptions::default();
    let (problem, limits) = (SudokuClues::<2>::new(grid), Limits::none());
    let start = complete(&problem, 14);
    let native = Native::default();
    let leaves = with_leaf.then_some(&native as &dyn Leaves<2>);
    ask::asked(&BranchAndCut { leaves, ..ask::tree(options) }, &problem, &start, question, &limits)
}

/// No line of the native search runs here.
#[test]
fn linear_programs_alone_leave_no_sixteen_clues_for_id_31() {
    if let Some(grid) = of_the_paper("31") {
        let found = branch_and_cut(grid, false, Question::AtMost(16));
        assert_eq!((found.status(), found.lower_bound), (Status::Decided, 17));
        assert!(found.counters.n_nodes > 100 && found.counters.n_leaves == 0);
    }
}

#[test]
fn id_7_needs_seventeen() {
    has_minimum("7", 17);
}

#[test]
fn id_22_needs_seventeen() {
    has_minimum("22", 17);
}

#[test]
fn id_31_needs_nineteen() {
    has_minimum("31", 19);
}

/// The paper found 16 and more for every grid, and mcguire-2012 proved it: no grid has fewer than 17.
#[test]
fn a_limit_on_id_3_leaves_bounds_that_hold() {
    if let Some(grid) = of_the_paper("3") {
        let found = solve(grid, &Limits::none().with_nodes(100_000));
        assert_eq!(found.stop, Some(Stop::Nodes));
        assert!(found.lower_bound >= 12 && found.lower_bound <= 17, "{}", found.lower_bound);
        assert!(found.upper_bound().is_some_and(|upper| (17..=24).contains(&upper)));
    }
}
