//! Fewest clues problems beyond Sudoku, the whole way from a text to the minimum: known values, brute force, and every
//! instance of `instances/puzzles`, each by both engines.

mod brute;
mod instances;
mod loops;
mod reference_values;

use minclue_core::base::{CellSet, Limits};
use minclue_core::ilp::VarId;
use minclue_core::problem::{Minimum, ModelClues, Status};
use minclue_core::unavoidable::Family;
use minclue_engines::bilevel::BranchAndCut;
use minclue_engines::engine::Question;
use minclue_engines::search::Native;
use minclue_lp::Highs;
use minclue_puzzles::puzzles::{PuzzleInstance, PuzzleReader};

use crate::ask;
use crate::common::is_valid;

/// Two words are enough for the 81 cells of the largest instance.
type Problem = ModelClues<2>;

fn posed(text: &str) -> PuzzleInstance {
    let mut all: Vec<PuzzleInstance> =
        PuzzleReader::new(text.as_bytes()).map(|found| found.unwrap_or_else(|e| panic!("{e}: {text}"))).collect();
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

fn problem(posed: &PuzzleInstance) -> Problem {
    let all: Vec<VarId> = posed.model.vars().collect();
    ModelClues::new(posed.model.clone(), posed.solution.clone(), &posed.clues, &all).expect("a clue problem")
}

fn question(at_most: Option<usize>) -> Question {
    at_most.map_or(Question::Minimum, Question::AtMost)
}

fn native(problem: &Problem, at_most: Option<usize>, limits: &Limits) -> Minimum<2> {
    ask::asked(&Native::default(), problem, &Family::new(), question(at_most), limits)
}

fn branch_and_cut(problem: &Problem, at_most: Option<usize>, limits: &Limits) -> Minimum<2> {
    ask::asked(&BranchAndCut::new(&Highs), problem, &Family::new(), question(at_most), limits)
}

/// Clues that are enough, as few as possible: by both engines, which must agree, after a look at what they found.
fn answer(problem: &Problem, name: &str) -> CellSet<2> {
    let limits = Limits::none();
    let found = [native(problem, None, &limits), branch_and_cut(problem, None, &limits)];
    for one in &found {
        assert_eq!(one.status(), Status::Optimal, "{name}");
        let clues = one.clues.expect("all clues together suffice");
        assert_eq!(clues.len(), one.lower_bound, "{name}");
        assert!(is_valid(problem, clues), "{name}");
    }
    assert_eq!(found[0].lower_bound, found[1].lower_bound, "{name}");
    found[0].clues.expect("seen above")
}

/// The minimum, by both engines.
fn both(problem: &Problem, name: &str) -> usize {
    answer(problem, name).len()
}

/// The minimum of one instance, from its text.
fn minimum(text: &str) -> usize {
    both(&problem(&posed(text)), text)
}
