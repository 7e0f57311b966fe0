//! One step of a human solver.

use super::{Candidate, Position, Technique, words};

/// A digit that is placed, or candidates that are removed, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deduction {
    pub technique: Technique,
    /// The digit that is placed.
    pub placed: Option<Candidate>,
    /// The candidates that are removed, beyond those that a placed digit excludes. Each is a candidate of the position.
    pub removed: Vec<Candidate>,
    /// The conclusion and the reason, as a sentence without a full stop.
    pub text: String,
}

impl Deduction {
    /// A digit that is written.
    pub(super) fn place(position: &Position, technique: Technique, placed: Candidate, why: &str) -> Self {
        let text = format!("{}: {why}", words::placed(position.shape(), placed));
        Self { technique, placed: Some(placed), removed: Vec::new(), text: position.named(text) }
    }

    /// Candidates that are removed; nothing if there are none. The reason is made only where it is said.
    pub(super) fn remove(
        position: &Position,
        technique: Technique,
        mut removed: Vec<Candidate>,
        why: impl FnOnce() -> String,
    ) -> Option<Self> {
        if removed.is_empty() {
            return None;
        }
        removed.sort_unstable();
        removed.dedup();
        let text = format!("{}: {}", words::removed(position.shape(), &removed), why());
        Some(Self { technique, placed: None, removed, text: position.named(text) })
    }
}
