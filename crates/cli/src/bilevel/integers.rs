//! Bilevel programs over integers, which are of no special class: asked, looked at once more, and told.

use std::path::Path;
use std::time::Instant;

use minclue_core::base::harmless;
use minclue_core::ilp::PlacedIntegerBilevel;
use minclue_report::{AnswerStatus, BilevelRecord, Head, Number, ProblemRecord, seconds};
use minclue_solver::IntegerOutcome;

use super::super::version::VERSION;
use super::read::Pair;
use super::solution;

/// What the record of such a program is made of.
#[derive(Clone, Copy)]
pub(super) struct AnsweredIntegers<'a> {
    pub(super) pair: &'a Pair,
    pub(super) start: Instant,
    pub(super) placed: &'a PlacedIntegerBilevel,
    /// Why it was solved so, where it is of a class with an engine of its own.
    pub(super) reason: Option<&'static str>,
    pub(super) seed: u64,
}

impl AnsweredIntegers<'_> {
    pub(super) fn record(&self, status: AnswerStatus, outcome: Option<&IntegerOutcome>) -> BilevelRecord {
        let program = &self.placed.program;
        let described = ProblemRecord {
            kind: BilevelRecord::INTEGERS,
            n_variables: program.variables.len(),
            n_rows: program.rows.len(),
            cells: Vec::new(),
        };
        let head = Head {
            id: Some(self.pair.id.clone()),
            problem: Some(described),
            ..Head::new(BilevelRecord::SCHEMA, status)
        };
        let value = |units: i64| Number { units, places: program.leader.places };
        let lower = outcome.and_then(|outcome| outcome.lower);
        let upper = outcome.and_then(IntegerOutcome::upper);
        let best = outcome.and_then(|outcome| outcome.best.as_ref());
        // Without an answer, the values of the follower's variables say nothing.
        let answer = best.filter(|(point, _)| program.has_answer(point));
        let mut work = outcome.map(|outcome| outcome.work).unwrap_or_default();
        work.root_bound += program.leader.constant as f64;
        work.root_bound /= 10_f64.powi(program.leader.places.into());
        let certificate = outcome.and_then(|outcome| outcome.certificate.clone());
        BilevelRecord {
            file: Some(self.pair.model.display().to_string()),
            goal: Some(BilevelRecord::INTEGERS),
            reading: Some(program.reading.name()),
            no_answer: Some(program.no_answer.name()),
            infeasible: outcome.is_some_and(|outcome| outcome.is_infeasible).then_some(true),
            lower_bound: lower.map(value),
            upper_bound: upper.map(value),
            optimum: lower.filter(|lower| Some(*lower) == upper && status == AnswerStatus::Optimal).map(value),
            gap: BilevelRecord::gap_of(lower, upper),
            leader: best.map(|(point, _)| program.named_values(point, false)),
            follower: answer.map(|(point, _)| program.named_values(point, true)),
            follower_value: answer.map(|(point, _)| {
                let sign = if self.placed.is_follower_maximized { -1 } else { 1 };
                Number { units: sign * program.follower.value(point), places: program.follower.places }
            }),
            upper_proof: upper.map(|_| "search"),
            answers_by: "oracle",
            n_follower_solves: outcome.map_or(0, |outcome| outcome.n_follower_solves),
            engine: "witnesses".into(),
            engine_reason: self.reason,
            certified: certificate.is_some(),
            lower_certificate: certificate,
            work,
            seconds: seconds(self.start.elapsed()),
            seed: self.seed,
            ..BilevelRecord::new(head, VERSION)
        }
    }
}

/// Writes a line of a name and a value for each variable that is not 0.
///
/// # Errors
/// A message if the file cannot be written.
pub(super) fn write(path: &Path, record: &BilevelRecord) -> Result<(), String> {
    let Some(leader) = &record.leader else { return solution::write_nothing(path, record.infeasible == Some(true)) };
    let number = |number: Option<Number>| number.map_or_else(|| "unknown".to_owned(), |number| number.to_string());
    let mut text = format!("# Objective value = {}\n", number(record.upper_bound));
    match record.follower {
        Some(_) => text.push_str(&format!("# Follower value = {}\n", number(record.follower_value))),
        None => text.push_str("# The follower has no answer\n"),
    }
    for variable in leader.iter().chain(record.follower.iter().flatten()) {
        // A name may have a sign of its own.
        let (name, value) = variable.rsplit_once('=').unwrap_or((variable, ""));
        text.push_str(&harmless(&format!("{name} {value}")));
        text.push('\n');
    }
    solution::put(path, &text)
}
