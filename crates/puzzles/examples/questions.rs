//! Measures the cost of second solutions, and prints the questions for other solvers: `questions N <PUZZLE.txt`.
//!
//! A leader greedily proposes clues that hit every unavoidable set found so far, and gets one more set; when the clues
//! are valid, it starts again. The first line of the output is JSON: the number of clues, the processor seconds of the
//! answers, and the number of questions without an answer. The N questions follow, one per line: the numbers of the
//! clues, from 0, in the order of the rows `y_...` of an exported model. See `results/puzzles/oracle.py`.

use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use minclue_core::base::{CellSet, Index as _, Limits, cpu_time, greedy_hitting_set, rng};
use minclue_core::problem::{ClueProblem as _, ModelClues, Verdict};
use minclue_puzzles::puzzles::PuzzleReader;

type Cells = CellSet<10>;

fn main() -> ExitCode {
    let Some(n) = std::env::args().nth(1).and_then(|n| n.parse().ok()) else { return ExitCode::from(2) };
    let mut text = Vec::new();
    if io::stdin().read_to_end(&mut text).is_err() {
        return ExitCode::FAILURE;
    }
    let Some(Ok(posed)) = PuzzleReader::new(text.as_slice()).next() else { return ExitCode::from(3) };
    let shown: Vec<_> = posed.model.vars().collect();
    let Ok(problem) = ModelClues::<10>::new(posed.model, posed.solution, &posed.clues, &shown) else {
        return ExitCode::from(3);
    };
    let lines = answered(&problem, n);
    match io::stdout().write_all(lines.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// The questions and what they cost.
fn answered(problem: &ModelClues<10>, n: usize) -> String {
    let pace = &mut Limits::none().pace(1024);
    let mut oracle = problem.oracle();
    let (mut questions, mut sets, mut sizes) = (Vec::new(), Vec::new(), 0);
    let (mut n_valid, mut minimal) = (0, Duration::ZERO);
    let mut rng = rng(1);
    // The first question of a problem measures which search answers; that is not a part of the cost.
    assert!(
        matches!(oracle.unhit_set(problem.cells(), Cells::EMPTY, pace), Some(Ok(None))),
        "all clues are not enough"
    );
    while questions.len() < n {
        let clues = greedy_hitting_set(&sets, &mut rng);
        let before = cpu_time();
        let found = oracle.unhit_set(clues, Cells::EMPTY, pace);
        minimal += cpu_time() - before;
        questions.push(clues);
        match found {
            Some(Ok(Some(set))) => {
                sizes += set.len();
                sets.push(set);
            }
            _ => {
                n_valid += 1;
                sets.clear();
            }
        }
    }
    // Any second solution, by the search that learns alone.
    let mut oracle = problem.oracle();
    let before = cpu_time();
    let n_unique = questions.iter().filter(|q| oracle.second_solution(**q, pace) == Verdict::Unique).count();
    let second = cpu_time() - before;
    assert_eq!(n_unique, n_valid, "the searches contradict each other");
    let mut text = format!(
        "{{\"n_clues\":{},\"n_valid\":{n_valid},\"size\":{:.2},\"minimal_s\":{:.4},\"second_s\":{:.4}}}\n",
        problem.cells().len(),
        f64::from(sizes as u32) / (n - n_valid).max(1) as f64,
        minimal.as_secs_f64(),
        second.as_secs_f64()
    );
    for clues in questions {
        let numbers: Vec<String> = clues.iter().map(|cell| cell.get().to_string()).collect();
        text += &format!("{}\n", numbers.join(" "));
    }
    text
}
