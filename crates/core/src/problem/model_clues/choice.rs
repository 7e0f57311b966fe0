//! Chooses between the two searches of a model by running both.
//!
//! A search that learns is slower per question, but never gets lost; a plain search answers many questions in a few
//! steps, and gets lost in some. The better one depends on the model rather than its kind, so both answer the same
//! questions: those of a leader who proposes clues that hit every known set, and learns a set from each answer. Their
//! work is counted in list entries, not in seconds, so the choice is the same in every run and for every thread.

use crate::base::{CellSet, Pace, Stop, greedy_hitting_set, rng};

use super::Linear;
use super::learning::{learning, unhit_set};
use super::plain::PlainOracle;
use super::search::Halt;

/// The search that is asked first for unhit sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Only the search that learns.
    Learning,
    /// The plain search, which gives up after a limit on its work; then the search that learns.
    Plain {
        /// The limit on the work of one question.
        patience: u64,
    },
}

/// Questions of the conversation, at most.
const QUESTIONS: usize = 48;
/// Its end once it has cost so much, some hundredths of a second: where questions are that hard, there is no choice.
const ENOUGH: u64 = 3_000_000;
/// Those at the end of which both are asked: the first ones have so few clues that no search asks them again.
const COMPARED: usize = 16;
/// The plain search is given up when it has cost so much more.
const MOST: u64 = 4;
/// A question is left to the other search once it has cost this many times what questions cost.
const PATIENCE: u64 = 32;
/// Questions that a search is asked before it has to forget them: a task of an engine has about as many.
const TASK: usize = 12;

impl Choice {
    /// Asks both searches.
    ///
    /// # Errors
    /// The limit that came first.
    pub(super) fn measure<const W: usize>(linear: &Linear, pace: &mut Pace) -> Result<Self, Stop> {
        let mut learning = learning(linear);
        let mut rng = rng(0);
        let mut sets: Vec<CellSet<W>> = Vec::new();
        let mut questions: Vec<(CellSet<W>, u64)> = Vec::new();
        for i in 0..QUESTIONS {
            let clues = greedy_hitting_set(&sets, &mut rng);
            if i % TASK == 0 {
                learning.forget();
            }
            let before = learning.learner().work();
            let found = unhit_set(&mut learning, clues, CellSet::EMPTY, pace)?;
            questions.push((clues, learning.learner().work() - before));
            match found {
                Some(set) if learning.learner().work() < ENOUGH => sets.push(set),
                _ => break,
            }
        }
        let last = &questions[questions.len().saturating_sub(COMPARED)..];
        let by_learning: u64 = last.iter().map(|(_, work)| work).sum();
        let mut plain = PlainOracle::new(linear);
        let (start, most) = (plain.work(), by_learning.saturating_mul(MOST));
        for (clues, _) in last {
            let left = most.saturating_sub(plain.work() - start);
            match plain.unhit_set(*clues, CellSet::EMPTY, left, pace) {
                Ok(_) => {}
                Err(Halt::Spent) => return Ok(Self::Learning),
                Err(Halt::Limit(stop)) => return Err(stop),
            }
        }
        let by_plain = plain.work() - start;
        let patience = PATIENCE * by_plain.max(by_learning) / last.len().max(1) as u64;
        Ok(if by_plain < by_learning { Self::Plain { patience } } else { Self::Learning })
    }
}
