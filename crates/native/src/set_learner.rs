//! The queries of one thread of a search, the sets learned from them, and the valid clue sets found on the way.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use minclue_engine as engine;

use crate::base::{CellSet, Limits};
use crate::hitting::Pool;
use crate::problem::ClueProblem;

use super::question::{FoundSet, Goal, Interrupted};
use super::stream::{FILL, Stream};

/// The oracle of one thread with the sets that it knows, and what was found.
pub(super) struct SetLearner<'a, const W: usize> {
    inner: engine::SetLearner<'a, W>,
    /// The results so far, if all answers are requested.
    pub(super) finds: Vec<FoundSet<W>>,
    /// The stream for many results, and the number of the task that finds them.
    pub(super) stream: Option<(Arc<Stream<W>>, usize)>,
}

impl<'a, const W: usize> Deref for SetLearner<'a, W> {
    type Target = engine::SetLearner<'a, W>;

    fn deref(&self) -> &Self::Target {
        &self.inner
    }
}

impl<const W: usize> DerefMut for SetLearner<'_, W> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.inner
    }
}

impl<'a, const W: usize> SetLearner<'a, W> {
    pub(super) fn new(problem: &'a dyn ClueProblem<W>, pool: Pool<W>, limits: &Limits) -> Self {
        Self { inner: engine::SetLearner::new(problem, pool, limits), finds: Vec::new(), stream: None }
    }

    /// These clues are valid, and so are they with any of `open` beside them.
    pub(super) fn found(&mut self, goal: Goal, clues: CellSet<W>, open: CellSet<W>) -> Result<(), Interrupted<W>> {
        match goal {
            Goal::First => Err(Interrupted::Found(clues)),
            Goal::All => {
                self.finds.push(FoundSet { clues, open });
                let Some((stream, task)) = self.stream.as_ref().filter(|_| self.finds.len() >= FILL) else {
                    return Ok(());
                };
                if stream.pass(*task, &mut self.finds) { Ok(()) } else { Err(Interrupted::Spent) }
            }
        }
    }
}
