//! Is a 9x9 puzzle unique, when its solution is not known: the lists of the shared data, counted up to two.
//!
//! One round of all lists after another, five of them, each in processor time of one thread, and one record a list and
//! round as JSON: what other programs need is measured between the rounds, by hand (see results/native). Reading the
//! text is not part of the time. Without the lists nothing is measured. `cargo bench --bench uniqueness -- ROUNDS`
//! makes more or fewer rounds.

#![expect(clippy::print_stdout, reason = "the records are the output")]

use std::fs;

use rand::Rng as _;

use minclue_core::base::{Digit, Limits, cpu_time, rng};
use minclue_core::sudoku::NinePuzzles;

type Clues = [Option<Digit>; 81];

fn read(name: &str) -> Vec<Clues> {
    let path = format!("../shared/data/{name}");
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: no {path}");
        return Vec::new();
    };
    let puzzle = |line: &str| -> Clues {
        let mut cells = [None; 81];
        for (cell, c) in cells.iter_mut().zip(line.chars()) {
            *cell = c.to_digit(10).filter(|d| *d > 0).map(|d| Digit::new(d as usize));
        }
        cells
    };
    text.lines().filter(|line| line.len() >= 81).map(puzzle).collect()
}

/// The same puzzles, each without one clue.
fn without_a_clue(mut puzzles: Vec<Clues>) -> Vec<Clues> {
    let mut rng = rng(1);
    for puzzle in &mut puzzles {
        let given: Vec<usize> = (0..81).filter(|at| puzzle[*at].is_some()).collect();
        puzzle[given[rng.random_range(0..given.len())]] = None;
    }
    puzzles
}

fn main() {
    // Cargo adds a word of its own, and one round is enough for `cargo test`.
    let is_bench = std::env::args().any(|word| word == "--bench");
    let n_rounds = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(if is_bench { 5 } else { 1 });
    let seventeen = read("royle_17_clue.txt");
    let lists = [
        ("17 clues", seventeen.clone(), 1),
        ("17 clues less one", without_a_clue(seventeen), 2),
        ("hardest", read("forum_hardest_11plus.txt"), 1),
    ];
    let mut pace = Limits::none().pace(1024);
    for round in 0..n_rounds {
        for (list, puzzles, n_solutions) in lists.iter().filter(|(_, puzzles, _)| !puzzles.is_empty()) {
            let mut nine = NinePuzzles::new();
            let before = cpu_time();
            let n_right = puzzles.iter().filter(|puzzle| nine.count(*puzzle, 2, &mut pace) == Ok(*n_solutions)).count();
            let seconds = (cpu_time() - before).as_secs_f64();
            assert_eq!(n_right, puzzles.len(), "{list}: wrong answers");
            println!(
                r#"{{"round":{round},"program":"minclue","list":"{list}","puzzles":{},"cpu_s":{seconds:.4},"guesses":{}}}"#,
                puzzles.len(),
                nine.n_guesses()
            );
        }
    }
}
