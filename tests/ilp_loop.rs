//! The no-good loop finds exactly the minimal unavoidable sets, whichever backend answers.

use std::collections::BTreeMap;
use std::time::Duration;

use minclue::base::{CellSet, Limits, Stop, rng};
use minclue::ilp::Backend;
use minclue::problem::{ClueProblem, Oracle, SudokuClues, Verdict};
use minclue::sudoku::{Grid, Shape, all_grids, random_grid};
use minclue::unavoidable::{Family, Found, NoGoodLoop, NoGoodOptions, Regions, Source};

type Problem = SudokuClues<1>;

fn four_by_four() -> Vec<Grid> {
    all_grids::<1>(Shape::new(2, 2).expect("a shape"), usize::MAX)
}

/// All minimal unavoidable sets, and the loop that found them.
fn run(problem: &Problem, options: NoGoodOptions) -> (Family<1>, NoGoodLoop) {
    let (mut family, mut source) = (Family::new(), NoGoodLoop::new(options));
    let found = source.find(problem, &mut family, &Limits::none()).expect("the backend answers");
    assert_eq!(found, Found::Complete);
    (family, source)
}

fn with(backend: Backend) -> NoGoodOptions {
    NoGoodOptions { backend, ..NoGoodOptions::default() }
}

fn cells(family: &Family<1>) -> Vec<CellSet<1>> {
    let mut sorted = family.clone();
    sorted.sort();
    sorted.sets().iter().map(|set| set.cells).collect()
}

/// The two classes of 4x4 grids have these sets, and no others exist.
fn is_known(family: &Family<1>) -> bool {
    let sizes = family.by_size();
    sizes == BTreeMap::from([(4, 8), (8, 2), (12, 4)]) || sizes == BTreeMap::from([(4, 4), (8, 6), (10, 16)])
}

/// Every witness differs in exactly its set, and no set can do without one of its cells.
fn assert_minimal(problem: &Problem, family: &Family<1>) {
    let mut oracle = problem.oracle();
    for set in family.sets() {
        assert_eq!(problem.difference(&set.witness), Ok(set.cells));
        for cell in set.cells {
            let clues = (problem.cells() - set.cells) | CellSet::only(cell);
            assert_eq!(oracle.second_solution(clues, &mut Limits::none().pace(1)), Verdict::Unique);
        }
    }
}

#[test]
fn both_backends_find_the_same_sets_in_both_classes() {
    let grids = four_by_four();
    let mut classes = BTreeMap::new();
    for grid in grids {
        let problem = Problem::new(grid);
        // The class shows in the sets of size 4, which are quick to find.
        let small = run(&problem, NoGoodOptions { max_size: Some(4), ..NoGoodOptions::default() }).0;
        classes.entry(small.len()).or_insert(problem);
        if classes.len() == 2 {
            break;
        }
    }
    let n_sets: Vec<usize> = classes
        .values()
        .map(|problem| {
            let families: Vec<_> = Backend::ALL.iter().map(|&backend| run(problem, with(backend)).0).collect();
            for family in &families {
                assert!(is_known(family), "{:?}", family.by_size());
                assert_minimal(problem, family);
                assert_eq!(cells(family), cells(&families[0]));
            }
            families[0].len()
        })
        .collect();
    assert_eq!(n_sets, [26, 14]);
}

/// The loop on every backend, and the regions, which on 4x4 are the whole grid, find the same sets.
fn check_every(stride: usize) {
    for grid in four_by_four().into_iter().step_by(stride) {
        let problem = Problem::new(grid);
        let mut regions = Family::new();
        assert_eq!(Regions::default().find(&problem, &mut regions, &Limits::none()), Ok(Found::Complete));
        assert!(is_known(&regions), "{:?}", regions.by_size());
        for &backend in Backend::ALL {
            let (family, _) = run(&problem, with(backend));
            assert_eq!(cells(&family), cells(&regions));
            assert_minimal(&problem, &family);
        }
    }
}

#[test]
fn four_by_four_grids_from_everywhere() {
    check_every(10);
}

#[test]
#[ignore = "takes minutes; the sample above is a tenth of it"]
fn all_four_by_four_grids() {
    check_every(1);
}

#[test]
fn the_records_tell_the_loop() {
    let problem = Problem::new(four_by_four().remove(0));
    let (family, source) = run(&problem, NoGoodOptions::default());
    let found: Vec<usize> = source.records().iter().filter_map(|record| record.size).collect();
    assert_eq!(found, family.sets().iter().map(|set| set.cells.len()).collect::<Vec<_>>());
    // Each size from 1 to 16 ends with a solve that finds nothing.
    let exhausted: Vec<usize> = source.records().iter().filter(|r| r.size.is_none()).map(|r| r.m).collect();
    assert_eq!(exhausted, (1..=16).collect::<Vec<_>>());
}

#[test]
fn a_stopped_loop_can_be_continued() {
    let problem = Problem::new(four_by_four().remove(0));
    let all = run(&problem, NoGoodOptions::default()).0;
    let (mut family, few) = (Family::new(), NoGoodOptions { max_sets: Some(3), ..NoGoodOptions::default() });
    let mut ends = Vec::new();
    while ends.last() != Some(&Found::Complete) {
        ends.push(NoGoodLoop::new(few).find(&problem, &mut family, &Limits::none()).expect("the backend answers"));
        assert!(family.len() <= 3 * ends.len());
    }
    assert_eq!(cells(&family), cells(&all));
}

#[test]
fn a_time_limit_ends_the_loop_inside_a_solve() {
    let grid = random_grid::<2>(Shape::new(3, 3).expect("a shape"), &mut rng(1));
    for &backend in Backend::ALL {
        let mut family = Family::new();
        let limits = Limits::none().with_time(Duration::from_millis(1500));
        let found = NoGoodLoop::new(with(backend)).find(&SudokuClues::<2>::new(grid.clone()), &mut family, &limits);
        assert_eq!(found, Ok(Found::Limit(Stop::Time)));
    }
}
