//! The branch and cut on grids that the project generates: questions that take some tenths of a second to some seconds
//! each, so that two states of the code can be compared. `results/bilevel/` has the long ones.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

use minclue::base::{Limits, rng};
use minclue::bilevel::{self, Branching, Helpers, LeafMode, Options, RegionRows};
use minclue::problem::{Minimum, Silent, SudokuClues};
use minclue::search::{self, NativeLeaf};
use minclue::sudoku::{Shape, random_grid};
use minclue::unavoidable::{Complete, Family, Source};

fn problem(seed: u64) -> (SudokuClues<2>, Family<2>) {
    let problem = SudokuClues::new(random_grid::<2>(Shape::NINE, &mut rng(seed)));
    let mut family = Family::new();
    Complete { max_size: 14 }.find(&problem, &mut family, &Limits::none()).expect("no tool to fail");
    (problem, family)
}

/// Some nodes of a tree by linear programs alone: what a node costs.
fn nodes(c: &mut Criterion) {
    let mut group = c.benchmark_group("500 nodes by linear programs");
    group.sample_size(10);
    let (problem, family) = problem(6);
    let limits = Limits::none().with_nodes(500);
    let plain = Options { leaf: LeafMode::Lp, at_most: Some(16), ..Options::default() };
    for (name, options) in [
        ("default", plain),
        ("without region rows", Options { regions: RegionRows::None, ..plain }),
        ("fractional branching", Options { branching: Branching::Fractional, ..plain }),
    ] {
        group.bench_function(name, |b| {
            b.iter(|| bilevel::minimum(&problem, &family, &options, Helpers::default(), &limits, &mut Silent));
        });
    }
    group.finish();
}

/// 16 clues refuted, with the native search at the leaves.
fn exhaust(c: &mut Criterion) {
    let mut group = c.benchmark_group("exhaust 16 with leaves");
    group.sample_size(10);
    for seed in [1, 6] {
        let (problem, family) = problem(seed);
        let (limits, options) = (Limits::none(), Options { at_most: Some(16), ..Options::default() });
        let solve = |mut leaf: NativeLeaf<'_, 2>| -> Minimum<2> {
            let helpers = Helpers { leaf: Some(&mut leaf), ..Helpers::default() };
            bilevel::minimum(&problem, &family, &options, helpers, &limits, &mut Silent)
        };
        let leaf = || NativeLeaf::new(&problem, &family, &search::Options::default(), &limits);
        group.bench_function(format!("seed {seed}"), |b| b.iter_batched(leaf, solve, BatchSize::PerIteration));
    }
    group.finish();
}

criterion_group!(benches, nodes, exhaust);
criterion_main!(benches);
