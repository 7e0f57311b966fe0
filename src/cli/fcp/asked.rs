//! What every question of `fcp` is about.

use std::time::Instant;

use crate::report::{Head, Status};

use super::super::args::FcpArgs;
use super::super::context::Context;
use super::stated::Stated;

/// How often limits are asked while it is seen whether the clues suffice, in guesses.
pub(super) const PACE: u32 = 1024;

/// A problem, and what is asked about it.
pub(super) struct Asked<'a, const W: usize> {
    pub(super) args: &'a FcpArgs,
    pub(super) context: &'a Context,
    pub(super) stated: &'a Stated<W>,
    pub(super) start: Instant,
}

impl<const W: usize> Asked<'_, W> {
    pub(super) fn head(&self, schema: &'static str, status: Status) -> Head {
        Head {
            schema,
            id: self.stated.id.clone(),
            grid: None,
            input: None,
            shape: None,
            problem: Some(self.stated.record()),
            status,
            error: None,
        }
    }
}
