//! The native engine on grids that the project generates: questions that take a fraction of a second each, so that two
//! states of the code can be compared. `results/native/` has the long ones.

use std::ops::ControlFlow;

use criterion::{Criterion, criterion_group, criterion_main};

use minclue_core::base::{Limits, rng};
use minclue_core::problem::{NoObserver, SudokuClues};
use minclue_core::sudoku::{Shape, random_grid};
use minclue_core::unavoidable::{Complete, Family, Source};
use minclue_engines::engine::{Engine as _, EnumerationQuery, Run, Start, WantedPuzzles};
use minclue_engines::search::{Instructions, Native, SearchOptions};

fn problem(seed: u64) -> (SudokuClues<2>, Family<2>) {
    let problem = SudokuClues::new(random_grid::<2>(Shape::NINE, &mut rng(seed)));
    let mut family = Family::new();
    Complete { max_size: 14 }.find(&problem, &mut family, &Limits::none()).expect("no tool to fail");
    (problem, family)
}

/// All puzzles with `n_clues`, without the time for the start sets.
fn exhaust((problem, family): &(SudokuClues<2>, Family<2>), n_clues: usize, options: &SearchOptions) -> u64 {
    let query = EnumerationQuery { puzzles: WantedPuzzles::Minimal, ..EnumerationQuery::all(n_clues) };
    let (engine, limits, mut silent) = (Native { options: options.clone() }, Limits::none(), NoObserver);
    let (start, mut run) = (Start::from(family), Run::new(&limits, &mut silent));
    let end = engine.enumerate(problem, &start, &query, &mut run, &mut |_| ControlFlow::Continue(()));
    end.expect("it enumerates").counters.n_nodes
}

/// What refuting 16 and 17 clues costs, by grid.
fn budgets(c: &mut Criterion) {
    let mut group = c.benchmark_group("exhaust");
    group.sample_size(10);
    for seed in [1, 6, 10] {
        let grid = problem(seed);
        for n_clues in [16, 17] {
            group.bench_function(format!("{n_clues}, seed {seed}"), |b| {
                b.iter(|| exhaust(&grid, n_clues, &SearchOptions::default()));
            });
        }
    }
    group.finish();
}

/// The same search with other instructions and with two threads.
fn settings(c: &mut Criterion) {
    let mut group = c.benchmark_group("exhaust 17, seed 6");
    group.sample_size(10);
    let grid = problem(6);
    for instructions in [Instructions::Best, Instructions::Avx2, Instructions::Portable] {
        let options = SearchOptions { instructions, ..SearchOptions::default() };
        group.bench_function(format!("{instructions:?}"), |b| b.iter(|| exhaust(&grid, 17, &options)));
    }
    let options = SearchOptions { threads: 2, ..SearchOptions::default() };
    group.bench_function("2 threads", |b| b.iter(|| exhaust(&grid, 17, &options)));
    group.finish();
}

criterion_group!(benches, budgets, settings);
criterion_main!(benches);
