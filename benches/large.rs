//! Grids larger than 9x9: the solver that learns beside the solver of all shapes, and a minimum of any 0/1 model beside
//! that of its grid.

use criterion::{Criterion, criterion_group, criterion_main};
use rand::seq::SliceRandom;
use std::hint::black_box;

use minclue_core::base::{Cell, CellSet, Limits, Pace, rng};
use minclue_core::problem::{ClueProblem, LinearProblem as _, ModelClues, NoObserver, SudokuClues, positive};
use minclue_core::sudoku::{Large, Shape, SudokuSolver, random_grid};
use minclue_core::unavoidable::Family;
use minclue_engines::engine::{Engine as _, Run, Start};
use minclue_engines::search::Native;

fn pace() -> Pace {
    Limits::none().pace(1024)
}

fn shape(r: u8, c: u8) -> Shape {
    Shape::new(r, c).expect("a shape")
}

/// Twenty questions about random clues of one 16x16 grid.
fn second_solution(c: &mut Criterion) {
    let mut rng = rng(1);
    let shape = shape(4, 4);
    let grid = random_grid::<4>(shape, &mut rng);
    for n_clues in [130, 160] {
        let clues: Vec<CellSet<4>> = (0..20)
            .map(|_| {
                let mut order: Vec<Cell> = shape.cells().collect();
                order.shuffle(&mut rng);
                order[..n_clues].iter().copied().collect()
            })
            .collect();
        let mut large = Large::new(shape, grid.digits());
        c.bench_function(&format!("learning, 20 of {n_clues} random clues"), |b| {
            b.iter(|| {
                for clues in &clues {
                    black_box(large.second_solution(*clues, &mut pace())).expect("no limit");
                }
            });
        });
        let mut solver = SudokuSolver::<4>::new(shape);
        c.bench_function(&format!("all shapes, 20 of {n_clues} random clues"), |b| {
            b.iter(|| {
                for clues in &clues {
                    black_box(solver.second_of_any_shape(grid.digits(), *clues, &mut pace()));
                }
            });
        });
    }
}

/// The minimum of a 6x6 grid by the native search, with the oracle of grids and with that of models.
fn minimum(c: &mut Criterion) {
    let grids = SudokuClues::<2>::new(random_grid::<2>(shape(2, 3), &mut rng(2)));
    let model = grids.model();
    let mut target = vec![false; model.n_vars()];
    grids.cells().iter().for_each(|cell| target[grids.agreement(cell).var.get()] = true);
    let shown: Vec<_> = model.vars().collect();
    let models = ModelClues::<2>::new(model, target.clone(), &positive(&target), &shown).expect("a clue problem");
    let (limits, family) = (Limits::none(), Family::new());
    let minimum = |problem: &dyn ClueProblem<2>| {
        let mut silent = NoObserver;
        Native::default().minimum(problem, &Start::from(&family), &mut Run::new(&limits, &mut silent))
    };
    c.bench_function("minimum of a 6x6 grid", |b| {
        b.iter(|| black_box(minimum(&grids)));
    });
    c.bench_function("minimum of a 6x6 grid as a model", |b| {
        b.iter(|| black_box(minimum(&models)));
    });
}

criterion_group! {
    name = large;
    config = Criterion::default().sample_size(10);
    targets = second_solution, minimum
}
criterion_main!(large);
