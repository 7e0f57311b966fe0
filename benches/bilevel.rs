//! The branch and cut on grids that the project generates: questions that take some tenths of a second to some seconds
//! each, so that two states of the code can be compared. `results/bilevel/` has the long ones.

use criterion::{Criterion, criterion_group, criterion_main};

use minclue_core::base::{Limits, rng};
use minclue_core::problem::{Minimum, NoObserver, SudokuClues};
use minclue_core::sudoku::{Shape, random_grid};
use minclue_core::unavoidable::{Complete, Family, Source};
use minclue_engines::bilevel::{BilevelOptions, BranchAndCut, Branching, LeafMode, RegionRows};
use minclue_engines::engine::{Engine as _, EngineError, Question, Run, Start};
use minclue_engines::search::Native;
use minclue_lp::Highs;

fn problem(seed: u64) -> (SudokuClues<2>, Family<2>) {
    let problem = SudokuClues::new(random_grid::<2>(Shape::NINE, &mut rng(seed)));
    let mut family = Family::new();
    Complete { max_size: 14 }.find(&problem, &mut family, &Limits::none()).expect("no tool to fail");
    (problem, family)
}

/// Do 16 clues suffice?
fn sixteen(
    engine: BranchAndCut<'_, 2>,
    problem: &SudokuClues<2>,
    family: &Family<2>,
    limits: &Limits,
) -> Result<Minimum<2>, EngineError> {
    let mut silent = NoObserver;
    let mut run = Run::new(limits, &mut silent).asking(Question::AtMost(16));
    engine.minimum(problem, &Start::from(family), &mut run)
}

/// Some nodes of a tree by linear programs to the last clue: what a node costs.
fn nodes(c: &mut Criterion) {
    let mut group = c.benchmark_group("500 nodes by linear programs");
    group.sample_size(10);
    let (problem, family) = problem(6);
    let limits = Limits::none().with_nodes(500);
    let plain = BilevelOptions { leaf: LeafMode::Lp, ..BilevelOptions::default() };
    for (name, options) in [
        ("default", plain),
        ("without region rows", BilevelOptions { regions: RegionRows::None, ..plain }),
        ("fractional branching", BilevelOptions { branching: Branching::Fractional, ..plain }),
    ] {
        group.bench_function(name, |b| {
            b.iter(|| sixteen(BranchAndCut { options, ..BranchAndCut::new(&Highs) }, &problem, &family, &limits));
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
        let native = Native::default();
        let engine = BranchAndCut { leaves: Some(&native), ..BranchAndCut::new(&Highs) };
        group.bench_function(format!("seed {seed}"), |b| {
            b.iter(|| sixteen(engine, &problem, &family, &Limits::none()));
        });
    }
    group.finish();
}

criterion_group!(benches, nodes, exhaust);
criterion_main!(benches);
