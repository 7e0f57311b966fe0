//! The native engine against what is known of single grids, against brute force, and against itself with other
//! settings.

#![expect(clippy::print_stdout, reason = "a test that checks nothing must say so")]

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Instant;

use minclue_core::base::{Cell, CellSet, Index, Limits, rng};
use minclue_core::problem::{ClueProblem, Minimum, Oracle, Status, SudokuClues, Verdict};
use minclue_core::sudoku::{Grid, all_grids, random_grid};
use minclue_core::unavoidable::Family;
use minclue_engines::engine::{Engine, EnumerationQuery, Question, WantedPuzzles};
use minclue_engines::published::PublishedSearch;
use minclue_engines::search::{Instructions, SearchOptions};
use rand::Rng as _;

use crate::ask;
use crate::common::{complete, of_the_paper, published, shape};

/// A grid that stands in a paper, by its name in the project's instances.
fn of_a_paper(name: &str) -> SudokuClues<2> {
    SudokuClues::new(published(name))
}

fn all(n_clues: usize, puzzles: WantedPuzzles) -> EnumerationQuery<2> {
    EnumerationQuery { puzzles, ..EnumerationQuery::all(n_clues) }
}

/// All puzzles that are wanted, each checked; fails if one comes twice.
fn enumerate(
    problem: &SudokuClues<2>,
    family: &Family<2>,
    wanted: &EnumerationQuery<2>,
    options: &SearchOptions,
) -> BTreeSet<CellSet<2>> {
    let mut found = BTreeSet::new();
    let mut oracle = problem.oracle();
    let mut visit = |clues: CellSet<2>| {
        assert!(is_valid(&mut *oracle, clues) && clues.len() == wanted.n_clues);
        assert!(wanted.given.is_subset(&clues) && !wanted.forbidden.intersects(&clues));
        assert!(found.insert(clues), "{clues:?} came twice");
        ControlFlow::Continue(())
    };
    let end = ask::enumerated(&ask::native(options), problem, family, wanted, &mut visit);
    assert_eq!(end.stop, None);
    found
}

fn is_valid<const W: usize>(oracle: &mut dyn Oracle<W>, clues: CellSet<W>) -> bool {
    oracle.second_solution(clues, &mut Limits::none().pace(1)) == Verdict::Unique
}

fn count(problem: &SudokuClues<2>, n_clues: usize, puzzles: WantedPuzzles) -> usize {
    let time = Instant::now();
    let n = enumerate(problem, &complete(problem, 14), &all(n_clues, puzzles), &SearchOptions::default()).len();
    println!("{n} {puzzles:?} puzzles with {n_clues} clues in {:.2} s", time.elapsed().as_secs_f64());
    n
}

fn minimum(problem: &SudokuClues<2>, options: &SearchOptions) -> Minimum<2> {
    asked(problem, options, Question::Minimum)
}

fn asked(problem: &SudokuClues<2>, options: &SearchOptions, question: Question) -> Minimum<2> {
    let max_size = if problem.cells().len() <= 64 { 12 } else { 14 };
    let family = complete(problem, max_size);
    let found = ask::asked(&ask::native(options), problem, &family, question, &Limits::none());
    assert!(is_valid(&mut *problem.oracle(), found.clues.expect("an engine always has a puzzle")));
    found
}

fn has_minimum(problem: &SudokuClues<2>, wanted: usize) {
    let found = minimum(problem, &SearchOptions::default());
    assert_eq!((found.status(), found.lower_bound, found.upper_bound()), (Status::Optimal, wanted, Some(wanted)));
}

#[test]
fn id_22_has_one_17_and_nine_minimal_18s() {
    if let Some(problem) = of_the_paper("22").map(SudokuClues::new) {
        assert_eq!(count(&problem, 16, WantedPuzzles::All), 0);
        assert_eq!(count(&problem, 17, WantedPuzzles::All), 1);
        assert_eq!(count(&problem, 18, WantedPuzzles::Minimal), 9);
        assert_eq!(count(&problem, 18, WantedPuzzles::All), 73);
    }
}

#[test]
fn id_7_has_one_17_and_five_minimal_18s() {
    if let Some(problem) = of_the_paper("7").map(SudokuClues::new) {
        assert_eq!(count(&problem, 17, WantedPuzzles::All), 1);
        assert_eq!(count(&problem, 18, WantedPuzzles::Minimal), 5);
    }
}

#[test]
#[ignore = "takes a quarter of a minute"]
fn id_0_has_one_17_and_forty_one_minimal_18s() {
    if let Some(problem) = of_the_paper("0").map(SudokuClues::new) {
        assert_eq!(count(&problem, 17, WantedPuzzles::All), 1);
        assert_eq!(count(&problem, 18, WantedPuzzles::Minimal), 41);
    }
}

/// mcguire-2012, section 5.3.1.
#[test]
fn the_printed_grid_has_twenty_nine_17s() {
    assert_eq!(count(&of_a_paper("mcguire-2012-sec5.3.1"), 17, WantedPuzzles::Minimal), 29);
}

/// mcguire-2012, Lemma 7: nine disjoint sets that need two clues each.
#[test]
fn the_grid_of_lemma_7_needs_eighteen() {
    has_minimum(&of_a_paper("mcguire-2012-lemma7"), 18);
}

#[test]
fn the_most_canonical_grid_needs_twenty() {
    has_minimum(&of_a_paper("most-canonical"), 20);
}

#[test]
fn minima_of_the_papers_grids() {
    for (id, wanted) in [("0", 17), ("3", 17), ("30", 18)] {
        if let Some(problem) = of_the_paper(id).map(SudokuClues::new) {
            let time = Instant::now();
            has_minimum(&problem, wanted);
            println!("id {id}: {wanted} in {:.2} s", time.elapsed().as_secs_f64());
        }
    }
}

/// Grids with symmetries, where skipping what is symmetric must change no answer.
#[test]
fn symmetry_changes_no_answer() {
    let without = SearchOptions { symmetry: false, ..SearchOptions::default() };
    for grid in all_grids::<2>(shape(2, 2), usize::MAX).into_iter().step_by(7) {
        let problem = SudokuClues::<2>::new(grid);
        let family = complete(&problem, 16);
        for n_clues in 4..=6 {
            for puzzles in [WantedPuzzles::All, WantedPuzzles::Minimal] {
                let wanted = all(n_clues, puzzles);
                let with = enumerate(&problem, &family, &wanted, &SearchOptions::default());
                assert_eq!(with, enumerate(&problem, &family, &wanted, &without));
            }
        }
    }
    let lemma7 = of_a_paper("mcguire-2012-lemma7");
    let found = minimum(&lemma7, &SearchOptions { symmetry: false, ..SearchOptions::default() });
    assert_eq!((found.status(), found.lower_bound), (Status::Optimal, 18));
}

/// 6x6 grids of both shapes, most with few symmetries: all puzzles with the fewest clues, and with one more.
#[test]
fn symmetry_and_threads_change_no_answer_on_six_by_six() {
    let others = [
        SearchOptions { symmetry: false, ..SearchOptions::default() },
        SearchOptions { threads: 2, ..SearchOptions::default() },
        SearchOptions { threads: 3, symmetry: false, ..SearchOptions::default() },
    ];
    for seed in 1..=10 {
        let shape = if seed % 2 == 0 { shape(2, 3) } else { shape(3, 2) };
        let problem = SudokuClues::<2>::new(random_grid::<2>(shape, &mut rng(seed)));
        let family = complete(&problem, 10);
        let min = minimum(&problem, &SearchOptions::default());
        for options in &others {
            let other = minimum(&problem, options);
            assert_eq!((other.lower_bound, other.upper_bound()), (min.lower_bound, min.upper_bound()));
        }
        for n_clues in min.lower_bound..=min.lower_bound + 1 {
            for puzzles in [WantedPuzzles::All, WantedPuzzles::Minimal] {
                let wanted = all(n_clues, puzzles);
                let found = enumerate(&problem, &family, &wanted, &SearchOptions::default());
                for options in &others {
                    assert_eq!(found, enumerate(&problem, &family, &wanted, options), "seed {seed}, {options:?}");
                }
            }
        }
    }
}

/// With few sets to start from, nearly all are learned deep in the search, where storing one too short or forgetting to
/// go on with it would lose puzzles.
#[test]
fn the_start_sets_change_no_answer() {
    for seed in 1..=6 {
        let shape = if seed % 2 == 0 { shape(2, 3) } else { shape(3, 2) };
        let problem = SudokuClues::<2>::new(random_grid::<2>(shape, &mut rng(seed)));
        for n_clues in 8..=9 {
            let wanted = all(n_clues, WantedPuzzles::All);
            let of = |max_size| enumerate(&problem, &complete(&problem, max_size), &wanted, &SearchOptions::default());
            let many = of(14);
            assert_eq!(many, of(4), "seed {seed}");
            assert_eq!(many, of(8), "seed {seed}");
        }
    }
    if let Some(problem) = of_the_paper("22").map(SudokuClues::<2>::new) {
        let few = complete(&problem, 8);
        for (n_clues, n) in [(16, 0), (17, 1), (18, 9)] {
            let wanted = all(n_clues, WantedPuzzles::Minimal);
            assert_eq!(enumerate(&problem, &few, &wanted, &SearchOptions::default()).len(), n);
        }
    }
}

#[test]
fn a_visitor_that_leaves_is_not_called_again() {
    let shape = shape(2, 3);
    let problem = SudokuClues::<2>::new(random_grid::<2>(shape, &mut rng(2)));
    let family = complete(&problem, 10);
    let min = minimum(&problem, &SearchOptions::default()).lower_bound;
    for (puzzles, threads) in
        [(WantedPuzzles::All, 1), (WantedPuzzles::All, 3), (WantedPuzzles::Minimal, 1), (WantedPuzzles::Minimal, 3)]
    {
        let (wanted, options) = (all(min + 1, puzzles), SearchOptions { threads, ..SearchOptions::default() });
        assert!(enumerate(&problem, &family, &wanted, &options).len() > 3);
        let settings = "dmus".parse().expect("a published search");
        let published = PublishedSearch::new(settings);
        for engine in [&ask::native(&options) as &dyn Engine<2>, &published] {
            let mut n = 0;
            let mut visit = |_| {
                n += 1;
                if n < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let end = ask::enumerated(engine, &problem, &family, &wanted, &mut visit);
            assert_eq!((end.stop, n), (None, 3), "{}, {puzzles:?}, {threads} threads", engine.name());
        }
    }
}

/// Any number of threads: the same puzzle and the same work, not only the same minimum.
#[test]
fn threads_change_nothing_at_all() {
    let problem = of_a_paper("mcguire-2012-sec5.2");
    let limits = Limits::none();
    let family = complete(&problem, 14);
    let with = |threads| {
        let options = SearchOptions { threads, ..SearchOptions::default() };
        ask::asked(&ask::native(&options), &problem, &family, Question::AtMost(17), &limits)
    };
    let (one, two, three) = (with(1), with(2), with(3));
    assert_eq!(one, two);
    assert_eq!(one, three);
}

/// Any vector instructions: the same puzzle and the same work. Where a machine has none of them, this compares less.
#[test]
fn instructions_change_nothing_at_all() {
    let problem = of_a_paper("mcguire-2012-sec5.2");
    let family = complete(&problem, 12);
    let with = |instructions| {
        let options = SearchOptions { instructions, ..SearchOptions::default() };
        ask::asked(&ask::native(&options), &problem, &family, Question::AtMost(17), &Limits::none())
    };
    let best = with(Instructions::Best);
    assert_eq!(best, with(Instructions::Avx2));
    assert_eq!(best, with(Instructions::Portable));
}

/// All subsets of the cells of a grid that are valid, by asking the oracle about each.
fn by_brute_force(problem: &SudokuClues<2>, wanted: &EnumerationQuery<2>) -> BTreeSet<CellSet<2>> {
    let n = problem.cells().len();
    let mut oracle = problem.oracle();
    let subsets = (0u64..1 << n).filter(|bits| bits.count_ones() as usize == wanted.n_clues);
    let sets = subsets.map(|bits| (0..n).filter(|i| bits >> i & 1 == 1).map(Cell::new).collect::<CellSet<2>>());
    let mut valid = |clues: CellSet<2>| is_valid(&mut *oracle, clues);
    let sets: Vec<_> = sets
        .filter(|set| wanted.given.is_subset(set) && !wanted.forbidden.intersects(set))
        .filter(|set| valid(*set))
        .collect();
    let minimal =
        |set: &CellSet<2>| set.iter().all(|cell| !is_valid(&mut *problem.oracle(), *set - CellSet::only(cell)));
    sets.into_iter().filter(|set| wanted.puzzles == WantedPuzzles::All || minimal(set)).collect()
}

/// Given and forbidden cells at random, on 4x4 grids and Latin squares of order 4.
#[test]
fn given_and_forbidden_cells_agree_with_brute_force() {
    let mut rng = rng(1);
    let mut n_found = 0;
    for (r, c) in [(2, 2), (1, 4)] {
        let shape = shape(r, c);
        for grid in all_grids::<2>(shape, usize::MAX).into_iter().step_by(41) {
            let problem = SudokuClues::<2>::new(grid);
            for round in 0..6u32 {
                let (mut given, mut forbidden) = (CellSet::EMPTY, CellSet::EMPTY);
                for cell in problem.cells() {
                    match rng.random_range(0..12) {
                        0 => given.insert(cell),
                        1 | 2 => forbidden.insert(cell),
                        _ => {}
                    }
                }
                let puzzles = if round % 2 == 0 { WantedPuzzles::All } else { WantedPuzzles::Minimal };
                let n_clues = 4 + round as usize % 4;
                let wanted = EnumerationQuery { puzzles, given, forbidden, ..EnumerationQuery::all(n_clues) };
                let family = complete(&problem, if round < 3 { 16 } else { 4 });
                let found = enumerate(&problem, &family, &wanted, &SearchOptions::default());
                assert_eq!(found, by_brute_force(&problem, &wanted), "{wanted:?}");
                n_found += found.len();
            }
        }
    }
    assert!(n_found > 1000, "the test must see puzzles: {n_found}");
}

/// The question "at most k clues?" has the right answer on both sides of the minimum.
#[test]
fn at_most_is_answered_and_no_more() {
    for seed in 1..=6 {
        let problem = SudokuClues::<2>::new(random_grid::<2>(shape(2, 3), &mut rng(seed)));
        let min = minimum(&problem, &SearchOptions::default()).lower_bound;
        for k in min - 2..=min + 2 {
            let found = asked(&problem, &SearchOptions::default(), Question::AtMost(k));
            let upper = found.upper_bound().expect("a puzzle");
            assert!(found.lower_bound <= min && upper >= min);
            assert_eq!(found.lower_bound > k, k < min, "seed {seed}, at most {k}");
            assert_eq!(upper <= k, k >= min, "seed {seed}, at most {k}");
        }
    }
}

/// A grid of another kind: 8x8, whose parts are four bands of 2x4 or two stacks.
#[test]
fn eight_by_eight_agrees_with_itself() {
    let grid: Grid = random_grid::<2>(shape(2, 4), &mut rng(5));
    let problem = SudokuClues::<2>::new(grid);
    let with = minimum(&problem, &SearchOptions::default());
    let few = ask::minimum(&ask::native(&SearchOptions::default()), &problem, &complete(&problem, 6), &Limits::none());
    assert_eq!(with.upper_bound(), few.upper_bound());
}
