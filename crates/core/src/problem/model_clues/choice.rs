//! Which of the two searches answers for a model: found out by asking both.
//!
//! A search that learns is slower by question and never lost; a plain one answers many questions by a few looks, and
//! is lost in some. Which is better depends on the model, not on its kind, so both are asked the same questions: those
//! of a leader who proposes clues that hit every set he knows, and learns one by each answer. What they cost is counted
//! in entries of lists, not in seconds, so the choice is the same in every run and for every thread.

use crate::base::{CellSet, Pace, Stop, greedy_hitting_set, rng};

use super::Linear;
use super::learning::{learning, unhit_set};
use super::plain::PlainOracle;
use super::search::Halt;

/// The search that is asked first for unhit sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// The one that learns, alone.
    Learning,
    /// The plain one, which gives up after so much work; then the one that learns.
    Plain {
        /// The work that one question may cost.
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
