//! The parts that the engines spend their time in, on grids that the project generates.

use criterion::{Criterion, criterion_group, criterion_main};
use rand::seq::SliceRandom;
use std::hint::black_box;

use minclue_core::base::{Cell, CellSet, Digit, Index, Limits, rng};
use minclue_core::problem::{ClueProblem, NoObserver, SudokuClues, Verdict};
use minclue_core::sudoku::{Grid, Shape, automorphisms, random_grid};
use minclue_core::unavoidable::{Blueprints, Complete, Family, Regions, Source, clique_number, degree_sets};
use minclue_engines::engine::{Engine as _, Run, Start};
use minclue_engines::search::Native;

fn problem(seed: u64) -> SudokuClues<2> {
    SudokuClues::new(random_grid::<2>(Shape::NINE, &mut rng(seed)))
}

fn family(problem: &SudokuClues<2>, mut source: impl Source<2, SudokuClues<2>>) -> Family<2> {
    let mut family = Family::new();
    source.find(problem, &mut family, &Limits::none()).expect("no tool to fail");
    family
}

/// A minimal puzzle: clues dropped in random order as long as the rest is valid.
fn minimal(problem: &SudokuClues<2>, seed: u64) -> CellSet<2> {
    let (mut oracle, mut pace) = (problem.oracle(), Limits::none().pace(1));
    let mut order: Vec<Cell> = problem.cells().iter().collect();
    order.shuffle(&mut rng(seed));
    let mut clues = problem.cells();
    for cell in order {
        let without = clues - CellSet::only(cell);
        if oracle.second_solution(without, &mut pace) == Verdict::Unique {
            clues = without;
        }
    }
    clues
}

/// The three kinds of questions to the oracle.
fn oracle(c: &mut Criterion) {
    let problem = problem(1);
    let (mut oracle, mut pace) = (problem.oracle(), Limits::none().pace(1024));
    let puzzles: Vec<CellSet<2>> = (0..50).map(|seed| minimal(&problem, seed)).collect();
    let less: Vec<CellSet<2>> =
        puzzles.iter().map(|p| *p - CellSet::only(p.first().expect("a puzzle has clues"))).collect();
    let mut order: Vec<Cell> = (0..81).map(Cell::new).collect();
    let seventeen: Vec<CellSet<2>> = (0..50)
        .map(|seed| {
            order.shuffle(&mut rng(seed));
            order[..17].iter().copied().collect()
        })
        .collect();
    for (name, questions) in
        [("minimal puzzles", puzzles), ("minimal puzzles less a clue", less), ("random 17 cells", seventeen)]
    {
        c.bench_function(&format!("oracle, 50 {name}"), |b| {
            b.iter(|| {
                for clues in &questions {
                    black_box(oracle.second_solution(*clues, &mut pace));
                }
            });
        });
    }
}

fn sources(c: &mut Criterion) {
    let problem = problem(1);
    for max_size in [12, 14, 16] {
        c.bench_function(&format!("all sets up to {max_size}"), |b| {
            b.iter(|| family(&problem, Complete { max_size }));
        });
    }
    c.bench_function("all sets up to 12 by blueprints", |b| b.iter(|| family(&problem, Blueprints::default())));
    c.bench_function("all sets in regions", |b| b.iter(|| family(&problem, Regions::default())));
}

/// What a family says of its grid.
fn stats(c: &mut Criterion) {
    let problem = problem(1);
    let sets = family(&problem, Complete { max_size: 14 });
    let limits = Limits::none();
    c.bench_function("clique number from the sets up to 14", |b| {
        b.iter(|| clique_number(&problem, &sets, Some(14), &limits));
    });
    c.bench_function("degree 2 up to 11 cells", |b| b.iter(|| degree_sets(&sets, 2, 11, &limits)));
}

/// From grids without symmetry, where only dead ends take time, to one with many elements to write down.
fn symmetry(c: &mut Criterion) {
    let text = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let digits: Vec<Digit> = text.bytes().map(|d| Digit::new(usize::from(d - b'0'))).collect();
    let canonical = Grid::new(Shape::NINE, &digits).expect("the most canonical grid");
    let limits = Limits::none();
    let grids = [
        ("an ordinary grid", random_grid::<2>(Shape::NINE, &mut rng(1))),
        ("the most canonical grid", canonical),
        ("an ordinary 16x16 grid", random_grid::<4>(Shape::new(4, 4).expect("a shape"), &mut rng(1))),
        ("an ordinary 25x25 grid", random_grid::<10>(Shape::new(5, 5).expect("a shape"), &mut rng(3))),
        ("a Latin square of order 20", random_grid::<7>(Shape::new(1, 20).expect("a shape"), &mut rng(1))),
    ];
    for (name, grid) in grids {
        c.bench_function(&format!("automorphisms of {name}"), |b| {
            b.iter(|| automorphisms(black_box(&grid), 100_000, &limits));
        });
    }
}

/// A fixed number of nodes of the native search.
fn native(c: &mut Criterion) {
    let problem = problem(1);
    let start = family(&problem, Complete { max_size: 14 });
    let limits = Limits::none().with_nodes(200_000);
    c.bench_function("native, 200,000 nodes", |b| {
        b.iter(|| Native::default().minimum(&problem, &Start::from(&start), &mut Run::new(&limits, &mut NoObserver)));
    });
}

criterion_group! {
    name = rooms;
    config = Criterion::default().sample_size(10);
    targets = oracle, sources, stats, symmetry, native
}
criterion_main!(rooms);
