//! What a certificate of the value of a bilevel program proves.

use minclue_core::base::harmless;
use minclue_core::ilp::ScaledObjective;
use minclue_report::{AnswerStatus, VerdictRecord};
use minclue_verifier::BilevelVerdict;

use super::super::bilevel::no_answer_word;

/// The kind of such a record.
pub(super) const KIND: &str = "bilevel";

/// Writes a verdict into the record.
pub(super) fn accept(record: &mut VerdictRecord, verdict: &BilevelVerdict) {
    (record.status, record.verified, record.kind) = (AnswerStatus::Done, true, Some(KIND));
    (record.value_at_least, record.value_at_most) = (verdict.lower, verdict.upper);
    record.scale = Some(verdict.scale).filter(|scale| *scale > 1);
    record.is_infeasible = verdict.is_infeasible.then_some(true);
    record.program = Some(verdict.name.clone());
    record.reading = Some(if verdict.is_pessimistic { "pessimistic" } else { "optimistic" });
    record.no_answer = Some(no_answer_word(verdict.is_prevented));
    let of = |is_follower: bool| {
        let own = verdict.variables.iter().zip(&verdict.point).filter(|(var, _)| var.is_follower == is_follower);
        own.filter(|(_, x)| **x != 0).map(|(var, x)| format!("{}={x}", var.name)).collect()
    };
    record.leader = verdict.upper.map(|_| of(false));
    record.follower = verdict.upper.filter(|_| verdict.has_answer).map(|_| of(true));
    (record.n_vars, record.n_rows) = (Some(verdict.variables.len()), Some(verdict.n_rows));
    (record.n_nodes, record.n_rules) = (Some(verdict.n_nodes), Some(verdict.n_rules as u64));
    (record.n_bytes, record.n_looks) = (Some(verdict.n_bytes), Some(verdict.n_looks));
    record.n_problem_bytes = Some(verdict.program.len() as u64);
}

/// One line that says it all, then what it is about.
pub(super) fn text(record: &VerdictRecord) -> String {
    let places = record.scale.map_or(0, |scale| scale.ilog10() as u8);
    let objective = ScaledObjective { places, ..ScaledObjective::default() };
    let shown = |value| objective.shown(value);
    let said = match (record.value_at_least, record.value_at_most) {
        (Some(lower), Some(upper)) if lower == upper => format!("value = {}, both halves", shown(lower)),
        (Some(lower), Some(upper)) => format!("{} <= value <= {}", shown(lower), shown(upper)),
        (Some(lower), None) => format!("value >= {}", shown(lower)),
        (None, Some(upper)) => format!("value <= {}", shown(upper)),
        (None, None) => "no choice of the leader is allowed".to_owned(),
    };
    let values = |values: &Option<Vec<String>>| {
        values.as_ref().map(|values| if values.is_empty() { "all 0".to_owned() } else { values.join(" ") })
    };
    let readings = record.reading.zip(record.no_answer);
    let lines = [
        ("program", record.program.clone()),
        ("input", record.input.clone()),
        ("reading", readings.map(|(reading, no_answer)| format!("{reading}, no-answer {no_answer}"))),
        ("leader", values(&record.leader)),
        ("follower", values(&record.follower).or(record.leader.as_ref().map(|_| "no answer".to_owned()))),
        ("sha256", record.sha256.clone()),
        ("program sha256", record.problem_sha256.clone()),
    ];
    let lines = lines.into_iter().filter_map(|(name, value)| Some(format!("{name} {}\n", harmless(&value?))));
    format!("VERIFIED {said}\n{}", lines.collect::<String>())
}
