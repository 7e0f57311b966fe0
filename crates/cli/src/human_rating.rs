//! How people solve a puzzle, as a record.

use minclue_core::base::Index as _;
use minclue_puzzles::techniques::{Candidate, Deduction, Technique, Walkthrough};
use minclue_report::{CandidateRecord, PeopleRecord, StepRecord};

/// The record of a way, with its first steps if a number of them was asked for.
pub(super) fn people(way: &Walkthrough, n_steps: Option<usize>) -> PeopleRecord {
    PeopleRecord {
        level: way.level().name(),
        score: way.score(),
        technique: way.hardest().map(Technique::name),
        n_steps: way.steps.len(),
        techniques: way.counts().into_iter().map(|(technique, n)| (technique.name(), n)).collect(),
        steps: n_steps.map(|n| way.steps.iter().take(n).map(step).collect()),
    }
}

fn step(step: &Deduction) -> StepRecord {
    StepRecord {
        technique: step.technique.name(),
        placed: step.placed.as_ref().map(candidate),
        removed: step.removed.iter().map(candidate).collect(),
        text: step.text.clone(),
    }
}

fn candidate(candidate: &Candidate) -> CandidateRecord {
    CandidateRecord { cell: candidate.cell.get(), digit: candidate.digit.value() }
}
