//! The 9x9 path beside the solver of all shapes: the questions that a search asks, on grids that the project generates.
//!
//! A bench asks 500 questions, each of another grid, so 1 ms is 2 microseconds a question.

use criterion::{Criterion, criterion_group, criterion_main};
use rand::seq::SliceRandom;
use std::hint::black_box;

use minclue_core::base::{Cell, CellSet, Index, Limits, Pace, Rng, rng};
use minclue_core::problem::{ClueProblem, SudokuClues, Verdict};
use minclue_core::sudoku::{Nine, Shape, SudokuSolver, random_grid};
use minclue_core::unavoidable::shrink;

const QUESTIONS: usize = 500;

/// Clues of a grid, with the means to ask about them.
struct Question {
    problem: SudokuClues<2>,
    nine: Nine,
    clues: CellSet<2>,
}

fn pace() -> Pace {
    Limits::none().pace(1024)
}

fn shuffled(rng: &mut Rng) -> Vec<Cell> {
    let mut order: Vec<Cell> = (0..81).map(Cell::new).collect();
    order.shuffle(rng);
    order
}

/// A minimal puzzle: clues dropped in random order as long as the rest is valid.
fn minimal(nine: &mut Nine, rng: &mut Rng) -> CellSet<2> {
    let mut clues = CellSet::first_n(81);
    for cell in shuffled(rng) {
        let without = clues - CellSet::only(cell);
        if nine.second_solution(without, &mut pace()) == Ok(None) {
            clues = without;
        }
    }
    clues
}

fn questions(seed: u64, mut clues: impl FnMut(&mut Nine, &mut Rng) -> CellSet<2>) -> Vec<Question> {
    let mut rng = rng(seed);
    (0..QUESTIONS)
        .map(|_| {
            let grid = random_grid::<2>(Shape::NINE, &mut rng);
            let mut nine = Nine::new(grid.digits());
            let clues = clues(&mut nine, &mut rng);
            Question { problem: SudokuClues::new(grid), nine, clues }
        })
        .collect()
}

fn kinds() -> [(&'static str, Vec<Question>); 4] {
    let less = |nine: &mut Nine, rng: &mut Rng| {
        let clues = minimal(nine, rng);
        let gone = shuffled(rng).into_iter().find(|c| clues.contains(*c)).expect("a puzzle has clues");
        clues - CellSet::only(gone)
    };
    let seventeen = |_: &mut Nine, rng: &mut Rng| shuffled(rng)[..17].iter().copied().collect();
    let thirty = |_: &mut Nine, rng: &mut Rng| shuffled(rng)[..30].iter().copied().collect();
    [
        ("minimal puzzles", questions(1, minimal)),
        ("minimal puzzles less a clue", questions(2, less)),
        ("random 17 cells", questions(3, seventeen)),
        ("random 30 cells", questions(4, thirty)),
    ]
}

fn second_solution(c: &mut Criterion) {
    for (name, mut questions) in kinds() {
        c.bench_function(&format!("nine, {QUESTIONS} {name}"), |b| {
            b.iter(|| {
                for q in &mut questions {
                    black_box(q.nine.second_solution(q.clues, &mut pace())).expect("no limit");
                }
            });
        });
        let mut solver = SudokuSolver::<2>::new(Shape::NINE);
        c.bench_function(&format!("all shapes, {QUESTIONS} {name}"), |b| {
            b.iter(|| {
                for q in &questions {
                    black_box(solver.second_of_any_shape(q.nine.target(), q.clues, &mut pace()));
                }
            });
        });
    }
}

/// A minimal set, by the 9x9 path in one, and from its second solution by the code for every problem.
fn minimal_set(c: &mut Criterion) {
    for (name, mut questions) in kinds() {
        c.bench_function(&format!("nine, {QUESTIONS} sets for {name}"), |b| {
            b.iter(|| {
                for q in &mut questions {
                    black_box(q.nine.unhit_set(q.clues, CellSet::EMPTY, &mut pace())).expect("no limit");
                }
            });
        });
        let mut oracles: Vec<_> = questions.iter().map(|q| q.problem.oracle()).collect();
        c.bench_function(&format!("shrink, {QUESTIONS} sets for {name}"), |b| {
            b.iter(|| {
                for (q, oracle) in questions.iter().zip(&mut oracles) {
                    if let Verdict::Second(witness) = oracle.second_solution(q.clues, &mut pace()) {
                        black_box(shrink(&q.problem, &mut **oracle, witness, CellSet::EMPTY, &mut pace()));
                    }
                }
            });
        });
    }
}

criterion_group! {
    name = solver;
    config = Criterion::default().sample_size(20);
    targets = second_solution, minimal_set
}
criterion_main!(solver);
