//! Fewest clues problems beyond Sudoku, the whole way from a text to the minimum: known values, brute force, and every instance of
//! `instances/puzzles`, each by both engines.

mod brute;
mod instances;
mod known;
mod loops;

use minclue::base::{CellSet, Limits};
use minclue::bilevel;
use minclue::ilp::VarId;
use minclue::problem::{ClueProblem as _, Minimum, ModelClues, Silent, Status, Verdict};
use minclue::puzzles::{Posed, Reader};
use minclue::search;
use minclue::unavoidable::Family;

/// Two words are enough for the 81 cells of the largest instance.
type Problem = ModelClues<2>;

fn posed(text: &str) -> Posed {
    let mut all: Vec<Posed> =
        Reader::new(text.as_bytes()).map(|found| found.unwrap_or_else(|e| panic!("{e}: {text}"))).collect();
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

fn problem(posed: &Posed) -> Problem {
    let all: Vec<VarId> = posed.model.vars().collect();
    ModelClues::new(posed.model.clone(), posed.solution.clone(), &posed.clues, &all).expect("a clue problem")
}

fn native(problem: &Problem, at_most: Option<usize>, limits: &Limits) -> Minimum<2> {
    let options = search::Options { at_most, ..search::Options::default() };
    search::minimum(problem, &Family::new(), &options, limits, &mut Silent)
}

fn branch_and_cut(problem: &Problem, at_most: Option<usize>, limits: &Limits) -> Minimum<2> {
    let options = bilevel::Options { at_most, ..bilevel::Options::default() };
    bilevel::minimum(problem, &Family::new(), &options, bilevel::Helpers::default(), limits, &mut Silent)
}

/// Clues that are enough, as few as possible: by both engines, which must agree, after a look at what they found.
fn answer(problem: &Problem, name: &str) -> CellSet<2> {
    let limits = Limits::none();
    let found = [native(problem, None, &limits), branch_and_cut(problem, None, &limits)];
    for one in &found {
        assert_eq!(one.status(), Status::Optimal, "{name}");
        let clues = one.clues.expect("all clues together suffice");
        assert_eq!(clues.len(), one.lower_bound, "{name}");
        assert_eq!(problem.oracle().second_solution(clues, &mut limits.pace(1)), Verdict::Unique, "{name}");
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
