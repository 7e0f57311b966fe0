//! What every question of `puzzle` is about.

use std::time::Instant;

use minclue_report::{AnswerStatus, Head};

use super::super::args::PuzzleArgs;
use super::super::context::Context;
use super::model_input::LoadedModel;

/// A problem, and the request about it.
pub(super) struct FcpRequest<'a> {
    pub(super) args: &'a PuzzleArgs,
    pub(super) context: &'a Context,
    pub(super) instance: &'a LoadedModel,
    pub(super) start: Instant,
}

impl FcpRequest<'_> {
    pub(super) fn head(&self, schema: &'static str, status: AnswerStatus) -> Head {
        let (id, problem) = (self.instance.id.clone(), Some(self.instance.record()));
        Head { id, problem, ..Head::new(schema, status) }
    }
}
