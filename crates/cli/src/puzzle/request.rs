//! What every question of `puzzle` is about.

use std::time::Instant;

use minclue_report::{AnswerStatus, Head};

use super::super::args::PuzzleArgs;
use super::super::context::Context;
use super::posed_instance::PosedInstance;

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
}
