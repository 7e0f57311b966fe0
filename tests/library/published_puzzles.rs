//! The published searches on grids: every engine finds the same puzzles, and those that the papers report.
//!
//! Grids of the data folder are read from beside the project (`MINCLUE_DATA` names another place). Where it is not
//! there, the tests that need it say so and check nothing.

#![expect(clippy::print_stdout, reason = "a test that checks nothing must say so")]

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;

use minclue_core::base::{Cell, CellSet, Index, Limits, rng};
use minclue_core::hitting::reference::all_of_size;
use minclue_core::problem::{ClueProblem, HypergraphClues, Minimum, Status, SudokuClues};
use minclue_core::sudoku::{Grid, Reader, Shape, Uniqueness, all_grids, classify, random_grid};
use minclue_core::unavoidable::{Family, UnavoidableSet};
use minclue_engines::engine::{EnumerationQuery, Question, Reference, WantedPuzzles};
use minclue_engines::published::{Published, PublishedSearch, Tally};
use minclue_engines::search::Native;
use minclue_testkit::shared_text;

use crate::ask;
use crate::common::{complete, is_valid, shape};

/// One setting of each search.
const SEARCHES: [&str; 9] = [
    "checker2006",
    "checker2006/form=clique",
    "v2",
    "dmus-basic",
    "v4",
    "dmus/sets=64/shrink=fixpoint",
    "checker2012",
    "checker2012/sets=100:4:20/pairs=200:3:5:50/triples=200:3:5:50:4:20/effective=3:2",
    "checker2012/shrink=down",
];

/// A puzzle with 16 clues and two solutions (mcguire-2012, section 5.7, knows of one such).
const PSEUDO: &str = "5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........";
/// The grid with 29 puzzles of 17 clues (mcguire-2012, section 5.3.1).
const SPECIAL: &str = "639241785284765193517983624123857946796432851458619237342178569861594372975326418";

fn search(text: &str) -> Published {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn wanted(n_clues: usize, given: CellSet<2>) -> EnumerationQuery<2> {
    EnumerationQuery { given, ..EnumerationQuery::all(n_clues) }
}

/// A search as an engine, which leaves its tally.
fn engine<'t>(text: &str, local_search: bool, tally: &'t Mutex<Tally>) -> PublishedSearch<'t> {
    PublishedSearch { local_search, tally: Some(tally), ..PublishedSearch::new(search(text)) }
}

/// What is asked about the minimum, with the nodes of the tally.
fn by_search(
    text: &str,
    local_search: bool,
    problem: &dyn ClueProblem<2>,
    family: &Family<2>,
    question: Question,
    limits: &Limits,
) -> (Minimum<2>, u64) {
    let tally = Mutex::default();
    let found = ask::asked(&engine(text, local_search, &tally), problem, family, question, limits);
    (found, tally.into_inner().expect("one thread").n_nodes)
}

fn by_published(
    problem: &dyn ClueProblem<2>,
    family: &Family<2>,
    wanted: &EnumerationQuery<2>,
    n_solutions: usize,
    text: &str,
) -> BTreeSet<CellSet<2>> {
    let (mut found, tally) = (BTreeSet::new(), Mutex::default());
    let mut take = |clues| {
        assert!(found.insert(clues), "{text} finds {clues:?} twice");
        ControlFlow::Continue(())
    };
    let (engine, query) = (engine(text, true, &tally), EnumerationQuery { n_solutions, ..*wanted });
    let end = ask::enumerated(&engine, problem, family, &query, &mut take);
    assert_eq!((end.stop, end.counters.n_nodes), (None, tally.lock().expect("one thread").n_nodes));
    found
}

fn by_native(problem: &dyn ClueProblem<2>, family: &Family<2>, wanted: &EnumerationQuery<2>) -> BTreeSet<CellSet<2>> {
    let mut found = BTreeSet::new();
    let end = ask::enumerated(&Native::default(), problem, family, wanted, &mut |clues| {
        found.insert(clues);
        ControlFlow::Continue(())
    });
    assert_eq!(end.stop, None);
    found
}

/// All searches against the native engine.
fn agree(problem: &SudokuClues<2>, family: &Family<2>, wanted: &EnumerationQuery<2>, searches: &[&str]) -> usize {
    let expected = by_native(problem, family, wanted);
    for text in searches {
        let found = by_published(problem, family, wanted, 1, text);
        assert!(found == expected, "{text} finds {} puzzles, not {}: {wanted:?}", found.len(), expected.len());
    }
    expected.len()
}

fn grid<const W: usize>(text: &str) -> Grid {
    let entry = Reader::new(text.as_bytes(), None).next().expect("a grid").expect("a grid");
    let Uniqueness::One(grid) = classify::<W>(&entry.puzzle) else { panic!("{text}") };
    grid
}

/// The clues of a puzzle in one line.
fn clues<const W: usize>(text: &str) -> CellSet<W> {
    text.bytes().enumerate().filter(|(_, b)| *b != b'.').map(|(i, _)| Cell::new(i)).collect()
}

/// The first `n` cells of a set.
fn some<const W: usize>(cells: CellSet<W>, n: usize) -> CellSet<W> {
    cells.iter().take(n).collect()
}

#[test]
fn four_by_four_with_every_number_of_clues() {
    let mut n_found = 0;
    for (i, grid) in all_grids::<2>(shape(2, 2), usize::MAX).into_iter().enumerate() {
        // Both classes are among the first few; the others keep this test from knowing only two grids.
        if i > 3 && i % 40 != 0 {
            continue;
        }
        let problem = SudokuClues::<2>::new(grid);
        for max_size in [16, 4] {
            let family = complete(&problem, max_size);
            for k in 0..=16 {
                n_found += agree(&problem, &family, &wanted(k, CellSet::EMPTY), &SEARCHES);
            }
        }
    }
    assert!(n_found > 100_000, "{n_found}");
}

#[test]
fn six_by_six_with_few_clues_and_with_many() {
    for seed in 1..=3 {
        let shape = shape(2, 3);
        let problem = SudokuClues::<2>::new(random_grid::<2>(shape, &mut rng(seed)));
        let family = complete(&problem, 12);
        let mut n_found = 0;
        for k in [7, 8, 9, 35, 36] {
            n_found += agree(&problem, &family, &wanted(k, CellSet::EMPTY), &SEARCHES);
        }
        assert!(n_found > 500, "{n_found}");
    }
}

/// Takes minutes: all of the puzzles up to 13 clues, some millions a grid.
#[test]
#[ignore = "takes minutes"]
fn six_by_six_with_more_clues() {
    for seed in 1..=3 {
        let shape = shape(2, 3);
        let problem = SudokuClues::<2>::new(random_grid::<2>(shape, &mut rng(seed)));
        let family = complete(&problem, 14);
        for k in (10..=12).chain(32..=34) {
            println!("seed {seed}, {k} clues: {}", agree(&problem, &family, &wanted(k, CellSet::EMPTY), &SEARCHES));
        }
    }
}

/// Two, three and four solutions against brute force.
#[test]
fn puzzles_with_some_solutions() {
    for text in ["1234341221434321", "1234341241232341"] {
        let problem = SudokuClues::<2>::new(grid::<2>(text));
        let (mut oracle, mut pace) = (problem.oracle(), Limits::none().pace(100));
        let all = all_of_size::<2>;
        for max_size in [16, 8] {
            let family = complete(&problem, max_size);
            for k in 2..=5 {
                for n in 1..=4 {
                    let mut few = |clues: &CellSet<2>| {
                        let counted = oracle.n_solutions(*clues, n + 1, &mut pace);
                        counted.is_some_and(|count| count.is_ok_and(|count| count <= n))
                    };
                    let expected: BTreeSet<_> =
                        all(&[], problem.cells(), k).into_iter().filter(|clues| few(clues)).collect();
                    for search in SEARCHES {
                        let found = by_published(&problem, &family, &wanted(k, CellSet::EMPTY), n, search);
                        assert!(found == expected, "{search}, {k} clues, {n} solutions: {text}");
                    }
                    let query = EnumerationQuery { n_solutions: n, ..wanted(k, CellSet::EMPTY) };
                    assert!(by_native(&problem, &family, &query) == expected, "{k} clues, {n} solutions: {text}");
                }
            }
        }
    }
}

/// Two ways that share nothing but the oracle, with cells that must and cells that must not be clues.
#[test]
fn puzzles_with_some_solutions_under_conditions() {
    let cells = |of: &[usize]| of.iter().copied().map(Cell::new).collect::<CellSet<2>>();
    let problem = SudokuClues::<2>::new(random_grid::<2>(shape(2, 3), &mut rng(4)));
    let family = complete(&problem, 12);
    let mut n_found = 0;
    for (given, forbidden) in
        [(cells(&[3]), cells(&[0, 7, 20])), (cells(&[1, 30]), cells(&[])), (cells(&[2]), cells(&[2]))]
    {
        for (n_clues, n_solutions) in [(7, 2), (8, 2), (7, 3), (36, 2)] {
            for puzzles in [WantedPuzzles::All, WantedPuzzles::Minimal] {
                let query = EnumerationQuery { n_clues, puzzles, given, forbidden, n_solutions };
                let expected = by_published(&problem, &family, &query, n_solutions, "v4");
                assert!(by_native(&problem, &family, &query) == expected, "{query:?}");
                n_found += expected.len();
            }
        }
    }
    assert!(n_found > 100, "{n_found}");
}

#[test]
fn only_minimal_puzzles_without_forbidden_cells() {
    let problem = SudokuClues::<2>::new(random_grid::<2>(shape(3, 2), &mut rng(9)));
    let family = complete(&problem, 10);
    let forbidden = [0, 7, 20].map(Cell::new).into_iter().collect();
    let mut n_found = 0;
    for n_clues in 8..=9 {
        for puzzles in [WantedPuzzles::All, WantedPuzzles::Minimal] {
            let given = CellSet::only(Cell::new(3));
            let wanted = EnumerationQuery { puzzles, given, forbidden, ..EnumerationQuery::all(n_clues) };
            n_found += agree(&problem, &family, &wanted, &SEARCHES);
        }
    }
    assert!(n_found > 100, "{n_found}");
}

/// The puzzle with two solutions, from both of them, with seven of its clues given: the whole search takes long.
/// [`Native`] finds it without.
#[test]
fn the_puzzle_with_sixteen_clues_and_two_solutions() {
    let entry = Reader::new(PSEUDO.as_bytes(), None).next().expect("a puzzle").expect("a puzzle");
    let Uniqueness::Many(one, other) = classify::<2>(&entry.puzzle) else { panic!("it has two solutions") };
    for solution in [one, other] {
        let problem = SudokuClues::<2>::new(solution);
        let family = complete(&problem, 12);
        let wanted = wanted(16, some(clues(PSEUDO), 8));
        for text in ["v4", "checker2012"] {
            let found = by_published(&problem, &family, &wanted, 2, text);
            assert!(found.contains(&clues(PSEUDO)), "{text}: {} others", found.len());
            assert!(by_published(&problem, &family, &wanted, 1, text).is_empty());
        }
    }
}

/// All puzzles with 16 clues and two solutions of both grids of the one above: none is missed, so it is the only one
/// (mcguire-2012, section 5.7, found it on neither grid by itself). Half a minute with checks.
#[test]
#[ignore = "takes half a minute"]
fn all_puzzles_with_sixteen_clues_and_two_solutions_of_its_grids() {
    let entry = Reader::new(PSEUDO.as_bytes(), None).next().expect("a puzzle").expect("a puzzle");
    let Uniqueness::Many(one, other) = classify::<2>(&entry.puzzle) else { panic!("it has two solutions") };
    for solution in [one, other] {
        let problem = SudokuClues::<2>::new(solution);
        let query = EnumerationQuery { n_solutions: 2, ..wanted(16, CellSet::EMPTY) };
        let found = by_native(&problem, &complete(&problem, 14), &query);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [clues(PSEUDO)]);
    }
}

/// Those of the 29 puzzles that have five clues of the first of them.
#[test]
fn puzzles_of_the_special_grid() {
    let problem = SudokuClues::<2>::new(grid::<2>(SPECIAL));
    let family = complete(&problem, 12);
    // Two of the puzzles share these cells, by the native search.
    let found = ask::asked(&Native::default(), &problem, &family, Question::AtMost(17), &Limits::none());
    let first = found.clues.expect("a puzzle");
    assert_eq!(first.len(), 17);
    let n = agree(&problem, &family, &wanted(17, some(first, 7)), &["v3", "v4", "v5", "checker2012"]);
    assert!(n > 0);
}

#[test]
fn sixteen_and_seventeen_clues_on_a_grid_of_the_paper() {
    sixteen_and_more_clues(&["22"]);
}

#[test]
#[ignore = "long: more grids"]
fn sixteen_and_seventeen_clues_on_a_grid_of_the_paper_at_length() {
    sixteen_and_more_clues(&["7", "31"]);
}

/// No puzzle with 16 clues, and the ones with the fewest that have some cells, in grids of tjusila-2023.
fn sixteen_and_more_clues(ids: &[&str]) {
    let Some(text) = shared_text("paper_9x9.txt") else { return };
    for entry in Reader::new(text.as_bytes(), Some(Shape::NINE)).map(|entry| entry.expect("a line of the data")) {
        let id = entry.id.clone().unwrap_or_default();
        if !ids.contains(&id.as_str()) {
            continue;
        }
        let Uniqueness::One(grid) = classify::<2>(&entry.puzzle) else { panic!("{id}") };
        let problem = SudokuClues::<2>::new(grid);
        let family = complete(&problem, 12);
        assert_eq!(agree(&problem, &family, &wanted(16, CellSet::EMPTY), &["v5", "checker2012"]), 0, "id {id}");
        let best = ask::minimum(&Native::default(), &problem, &family, &Limits::none()).clues.expect("a puzzle");
        let n = best.len();
        assert_eq!(n, if id == "31" { 19 } else { 17 });
        let given = some(best, n - 10);
        assert!(
            agree(&problem, &family, &wanted(n, given), &["v1", "v2", "v3", "v4", "v5", "checker2012"]) > 0,
            "id {id}"
        );
    }
}

#[test]
fn the_minimum_is_that_of_the_reference() {
    let shape = shape(2, 2);
    for grid in all_grids::<2>(shape, usize::MAX).into_iter().step_by(37) {
        let problem = SudokuClues::<2>::new(grid);
        let expected = ask::minimum(&Reference, &problem, &Family::new(), &Limits::none());
        for max_size in [4, 12] {
            for text in SEARCHES {
                let family = complete(&problem, max_size);
                let (found, n_nodes) =
                    by_search(text, max_size == 4, &problem, &family, Question::Minimum, &Limits::none());
                assert_eq!((found.status(), found.lower_bound), (Status::Optimal, expected.lower_bound), "{text}");
                assert_eq!(found.counters.n_nodes, n_nodes);
                let clues = found.clues.expect("optimal");
                assert!(is_valid(&problem, clues), "{text}");
            }
        }
    }
}

#[test]
fn a_question_is_answered_and_a_limit_leaves_bounds() {
    let problem = SudokuClues::<2>::new(random_grid::<2>(shape(2, 3), &mut rng(2)));
    let family = complete(&problem, 8);
    let truth = ask::minimum(&Native::default(), &problem, &family, &Limits::none()).lower_bound;
    for text in SEARCHES {
        for k in truth - 1..=truth + 1 {
            let (found, _) = by_search(text, false, &problem, &family, Question::AtMost(k), &Limits::none());
            let has = found.clues.is_some_and(|clues| clues.len() <= k);
            assert_eq!((has, found.lower_bound > k), (k >= truth, k < truth), "{text}, at most {k}");
        }
        let limits = Limits::none().with_nodes(40);
        let (found, _) = by_search(text, true, &problem, &family, Question::Minimum, &limits);
        assert!(found.lower_bound <= truth && found.clues.is_some_and(|clues| clues.len() >= truth), "{text}");
    }
}

/// Hypergraphs of more than 512 hyperedges, of which a search tracks only some.
#[test]
fn a_hypergraph_with_more_edges_than_are_tracked() {
    // All pairs of 40 vertices but those of two disjoint edges {0, 1} and {2, 3}: only 38 vertices or more hit all.
    let pairs = (0..40usize).flat_map(|a| (0..a).map(move |b| [b, a])).filter(|pair| ![[0, 1], [2, 3]].contains(pair));
    let edges: Vec<CellSet<2>> = pairs.map(|pair| pair.map(Cell::new).into_iter().collect()).collect();
    let problem = HypergraphClues::<2>::new(40, edges).expect("a hypergraph");
    let mut family = Family::new();
    for &cells in problem.edges() {
        family.insert(UnavoidableSet { cells, witness: problem.witness_of(cells) });
    }
    assert!(family.len() > 512);
    for text in SEARCHES {
        assert_eq!(by_published(&problem, &family, &wanted(37, CellSet::EMPTY), 1, text).len(), 0, "{text}");
        let found = by_published(&problem, &family, &wanted(38, CellSet::EMPTY), 1, text);
        assert_eq!(found, by_native(&problem, &family, &wanted(38, CellSet::EMPTY)), "{text}");
        assert_eq!(found.len(), 2);
    }
}
