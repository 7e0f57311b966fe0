//! What every question of `puzzle` is about.

use std::time::Instant;

use minclue_core::problem::Verdict;
use minclue_report::{AnswerStatus, Head};

use super::super::answer::Answer;
use super::super::args::PuzzleArgs;
use super::super::context::Context;
use super::posed_instance::PosedInstance;
use super::refusal;
use super::solve::stopped;

/// How often limits are asked while it is seen whether the clues suffice, in guesses.
pub(super) const PACE: u32 = 1024;

/// A problem, and the request about it.
pub(super) struct FcpRequest<'a, const W: usize> {
    pub(super) args: &'a PuzzleArgs,
    pub(super) context: &'a Context,
    pub(super) instance: &'a PosedInstance<W>,
    pub(super) start: Instant,
}

impl<const W: usize> FcpRequest<'_, W> {
    pub(super) fn head(&self, schema: &'static str, status: AnswerStatus) -> Head {
        let (id, problem) = (self.instance.id.clone(), Some(self.instance.record()));
        Head { id, problem, ..Head::new(schema, status) }
    }

    /// The answer where even all clues together are not enough, or where a limit came before that was known.
    pub(super) fn not_enough(&self) -> Option<Answer> {
        let limits = self.context.limits(self.args.limits.time_limit, None);
        match self.instance.problem.suffices(&mut limits.pace(PACE)) {
            Verdict::Unique => None,
            Verdict::Second(witness) => {
                let message = self.instance.not_enough(&witness, &self.args.which);
                Some(Answer::BadFile(refusal(self.instance.id.as_deref(), &message)))
            }
            Verdict::Limit(stop) => Some(stopped(self, stop)),
        }
    }
}
