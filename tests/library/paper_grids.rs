//! The grids of tjusila-2023, read from the data folder beside the project (`MINCLUE_DATA` names another place). Where it
//! is not there, these tests say so and check nothing.

use minclue::base::{CellSet, Limits, Stop};
use minclue::bilevel;
use minclue::problem::{Minimum, Silent, Status, SudokuClues};
use minclue::search;
use minclue::sudoku::Grid;

use crate::common::{complete, is_valid, of_the_paper};

fn solve(grid: Grid, limits: &Limits) -> Minimum<2> {
    let problem = SudokuClues::<2>::new(grid);
    let start = complete(&problem, 14);
    let found = search::minimum(&problem, &start, &search::Options::default(), limits, &mut Silent);
    let clues: CellSet<2> = found.clues.expect("an engine always has a puzzle");
    assert!(is_valid(&problem, clues));
    found
}

fn has_minimum(id: &str, minimum: usize) {
    if let Some(grid) = of_the_paper(id) {
        let found = solve(grid.clone(), &Limits::none());
        assert_eq!((found.status(), found.upper_bound()), (Status::Optimal, Some(minimum)), "id {id}");
        let found = branch_and_cut(grid, true, &bilevel::Options::default());
        assert_eq!((found.status(), found.upper_bound()), (Status::Optimal, Some(minimum)), "id {id}, bilevel");
    }
}

/// The branch and cut, with the native search at its leaves or by linear programs alone.
fn branch_and_cut(grid: Grid, with_leaf: bool, options: &bilevel::Options) -> Minimum<2> {
    let (problem, limits) = (SudokuClues::<2>::new(grid), Limits::none());
    let start = complete(&problem, 14);
    let mut leaf = search::NativeLeaf::new(&problem, &start, &search::Options::default(), &limits);
    let helpers = if with_leaf {
        bilevel::Helpers { leaf: Some(&mut leaf), ..bilevel::Helpers::default() }
    } else {
        bilevel::Helpers::default()
    };
    bilevel::minimum(&problem, &start, options, helpers, &limits, &mut Silent)
}

/// No line of the native search runs here.
#[test]
fn linear_programs_alone_leave_no_sixteen_clues_for_id_31() {
    if let Some(grid) = of_the_paper("31") {
        let found = branch_and_cut(grid, false, &bilevel::Options { at_most: Some(16), ..bilevel::Options::default() });
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
