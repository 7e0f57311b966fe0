//! The teaching solvers at work, step by step, for the page to play.

use std::ops::ControlFlow;

use minclue_core::base::{Index as _, Limits};
use minclue_core::sudoku::Puzzle;
use minclue_teaching::{
    BoardChange, FillEnd, SearchEnd, Strategy, TrialSettings, Values, fill_watched, search_watched,
};

use crate::protocol::Message;
use crate::question::{ParsedPuzzle, Question, posed};

/// Changes that are kept of each solver: more than anybody watches.
const TOLD: usize = 20_000;
/// Tries or recursions after which a solver is given up: a second or two.
const MOST: u64 = 20_000_000;

/// What each solver does with the puzzle, until its first solution. They know no rules but those of its shape.
pub(crate) fn watch(question: Question<'_>) -> Vec<Message> {
    match posed(question) {
        Ok(ParsedPuzzle { puzzle, .. }) => {
            vec![fill(&puzzle), search(&puzzle, Strategy::Mrv), search(&puzzle, Strategy::Ctn)]
        }
        Err(trouble) => vec![trouble.into()],
    }
}

/// The changes as they are reported.
#[derive(Default)]
struct StepMessages {
    steps: Vec<[u64; 3]>,
    n_steps: u64,
}

impl StepMessages {
    fn add(&mut self, change: BoardChange) {
        self.n_steps += 1;
        if self.steps.len() < TOLD {
            let digit = change.digit.map_or(0, |digit| digit.value() as u64);
            self.steps.push([change.cell.get() as u64, digit, change.count]);
        }
    }

    fn said(self, solver: &'static str, count: u64, ended: bool) -> Message {
        Message::Watched { solver, steps: self.steps, n_steps: self.n_steps, count, ended }
    }
}

fn fill(puzzle: &Puzzle) -> Message {
    let mut told = StepMessages::default();
    let limits = Limits::none().with_nodes(MOST);
    let mut visit = |_: &_| ControlFlow::Continue(());
    let filled = fill_watched(puzzle, &Values::Ascending, 1, &limits, &mut visit, &mut |change| told.add(change));
    told.said("fill", filled.tries, !matches!(filled.end, FillEnd::Limit(_)))
}

fn search(puzzle: &Puzzle, strategy: Strategy) -> Message {
    let mut told = StepMessages::default();
    // A recursion is some hundred times the work of a try.
    let limits = Limits::none().with_nodes(MOST / 100);
    let trial = search_watched(puzzle, &TrialSettings::new(strategy), &limits, &mut |change| told.add(change));
    told.said(strategy.name(), trial.recursions, !matches!(trial.outcome, SearchEnd::Limit(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts of docs/teaching.md, which the program says too.
    #[test]
    fn three_solvers_tell_their_steps_and_their_counts() {
        let text = "..2..9.8.......1..64..1..7..8.3...6....2.1....1...6.4..5..8..93..7.......3.9..7..";
        let told = watch(text.into());
        let expected = [("fill", 96_645), ("mrv", 155), ("ctn", 43)];
        assert_eq!(told.len(), expected.len());
        for (said, (name, number)) in told.iter().zip(expected) {
            let Message::Watched { solver, steps, n_steps, count, ended: true } = said else { panic!("{said:?}") };
            assert_eq!((*solver, *count), (name, number));
            assert_eq!(steps.len() as u64, (*n_steps).min(TOLD as u64));
            assert!(steps.windows(2).all(|two| two[0][2] <= two[1][2]));
        }
        let Message::Watched { steps, .. } = &told[2] else { panic!("ctn") };
        assert!(steps.iter().all(|[_, digit, _]| *digit > 0), "nothing is undone by CtN here");
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        assert!(matches!(&watch("12".into())[..], [Message::Refused { .. }]));
    }

    /// By hand: without boxes each of the three empty cells has one value, at which CtN stops; with the usual boxes 4
    /// occurs twice in one of them.
    #[test]
    fn boxes_are_those_of_the_question() {
        let text = "..3423413412412.";
        let told = watch(Question { text, rules: "1x4" });
        assert_eq!(told.len(), 3);
        for (said, n) in told.iter().zip([3, 3, 0]) {
            let Message::Watched { n_steps, ended: true, .. } = said else { panic!("{said:?}") };
            assert_eq!(*n_steps, n, "{said:?}");
        }
        assert!(matches!(&watch(text.into())[..], [Message::Refused { .. }]));
    }
}
