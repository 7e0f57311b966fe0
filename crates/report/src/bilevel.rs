//! The record of `bilevel`: what leader and follower do, and how far both are proven.

use std::borrow::Cow;
use std::fmt::Write as _;

use minclue_core::problem::Counters;

use super::head::AnswerStatus;
use super::number::Number;
use super::proof::ProofRecord;
use super::record::{Record, Text, answer};
use super::words::{conditions, harmless, why};

answer! {
    /// The answer of `bilevel` for one program: `minclue-bilevel/1`.
    pub struct BilevelRecord = "minclue-bilevel/1";
    names: "id file status infeasible error.message goal lower_bound upper_bound optimum gap leader_cost follower_value \
            upper_proof engine engine_reason n_nodes n_sets n_follower_solves follower_seconds seconds seed certified";
    shown: "id: name, goal: goal, optimum: optimum, lower_bound: at least, upper_bound: at most, status: status, \
            infeasible: infeasible, n_nodes: nodes, n_follower_solves: solves, seconds: seconds";
    /// The model file, as it was given.
    pub file: Option<String>,
    /// `blocker`, where the leader takes as few as can be to keep the follower's best answer below a limit, `clues`,
    /// where it pays for clues that leave one solution, or `integers`, any other program over integers.
    pub goal: Option<&'static str>,
    /// Of a program over integers, which of its best answers the follower takes: `optimistic`, that which is best for the
    /// leader, or `pessimistic`, the worst.
    pub reading: Option<&'static str>,
    /// Of a program over integers, whether a choice that leaves the follower without an answer is `forbidden`, or the
    /// leader has `prevented` all answers.
    pub no_answer: Option<&'static str>,
    /// Proven: no choice of the leader is allowed, or none that goes with a best answer of the follower.
    pub infeasible: Option<bool>,
    /// Proven: the leader's objective is at least this, whatever it takes.
    pub lower_bound: Option<Number>,
    /// Proven: the leader's objective is at most this at the best choice known, whatever the follower answers to it.
    pub upper_bound: Option<Number>,
    /// The optimum; only where the bounds meet.
    pub optimum: Option<Number>,
    /// The gap between the bounds, as a part of the upper bound.
    pub gap: Option<f64>,
    /// The cost of the leader's choice, if choices have prices.
    pub leader_cost: Option<i64>,
    /// If the goal is `clues`, the cells or vertices that had to be chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given_cells: Vec<usize>,
    /// The cells or vertices that must not be chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbidden_cells: Vec<usize>,
    /// Number of rows that the clues satisfy.
    pub n_rows: Option<usize>,
    /// The puzzle with these clues, where it can be shown.
    pub puzzle: Option<String>,
    /// The leader's variables that are 1; of a program over integers those that are not 0, as `name=value`.
    pub leader: Option<Vec<String>>,
    /// What the follower's answer is worth to it, where it maximizes; minus that where the file has it minimize. Of a
    /// program over integers, its objective as the file has it.
    pub follower_value: Option<Number>,
    /// The follower's variables that are 1 in its answer; of a program over integers those that are not 0, as
    /// `name=value`. Omitted beside `leader` if it has no answer.
    pub follower: Option<Vec<String>>,
    /// The proof that no answer is worth more, or, with the goal `blocker`, more than it may be: `search`, our own in
    /// integers, `dual`, a sum of the follower's rows in integers, or a solver of integer programs. Omitted where a limit
    /// came first: then `follower` is the best answer that was found, and the upper bound is that of a sum of rows.
    pub upper_proof: Option<&'static str>,
    /// Solver of the follower's answers: `oracle`, `auto`, `highs` or `cbc`.
    pub answers_by: &'static str,
    /// Questions to the follower.
    pub n_follower_solves: u64,
    /// The number of these that were integer programs.
    pub n_follower_programs: u64,
    /// Seconds in all of them.
    pub follower_seconds: f64,
    /// The engine.
    pub engine: Cow<'static, str>,
    /// Why it was taken, where there was a choice.
    pub engine_reason: Option<&'static str>,
    /// The work of the engines.
    #[serde(flatten)]
    pub work: Counters,
    /// Whether certificates of both bounds were written and checked.
    pub certified: bool,
    /// The certificate of the lower bound; of a blocker problem that of both.
    pub lower_certificate: Option<ProofRecord>,
    /// The certificate of the upper bound.
    pub upper_certificate: Option<ProofRecord>,
    /// The reason why a requested certificate is missing.
    pub uncertified: Option<String>,
    seconds, seed, version,
}

impl BilevelRecord {
    /// The goal of a program over integers.
    pub const INTEGERS: &'static str = "integers";

    /// The goal where the leader pays for clues.
    pub const CLUES: &'static str = "clues";

    /// What the leader's objective is called where it has this goal.
    pub(super) fn value_name(goal: Option<&str>) -> &'static str {
        match goal {
            Some("blocker") => "cheapest blocker",
            Some(Self::CLUES) => "least weight",
            _ => "value",
        }
    }

    /// How far bounds are apart, as a part of the upper one; of an upper bound of 0, of 1.
    #[must_use]
    pub fn gap_of(lower: Option<i64>, upper: Option<i64>) -> Option<f64> {
        let (lower, upper) = (lower? as f64, upper? as f64);
        Some((upper - lower) / upper.abs().max(1.0))
    }
}

impl Record for BilevelRecord {
    fn says_something(&self) -> bool {
        self.head.error.is_none() || self.lower_bound.is_some()
    }

    fn text(&self, _: bool) -> Text {
        let mut text = String::new();
        for sentence in std::iter::once(answer(self)).chain(moves(self)).chain(proofs(self)) {
            let _ = writeln!(text, "{sentence}");
        }
        Text::Block(text)
    }

    fn line(&self) -> Text {
        let sentences = std::iter::once(answer(self)).chain(moves(self)).chain(uncertified(self));
        Text::Line(sentences.collect::<Vec<_>>().join("; "))
    }
}

/// What is known of the optimum.
fn answer(record: &BilevelRecord) -> String {
    let what = BilevelRecord::value_name(record.goal);
    let (engine, time) = (&record.engine, record.seconds);
    let status = why(record.head.status);
    if record.infeasible == Some(true) {
        return format!("no choice of the leader is allowed, proven by {engine} in {time:.1} s");
    }
    let asked = conditions(&record.head, &record.given_cells, &record.forbidden_cells);
    let rows = record.n_rows.map(|n| format!(" under {n} {}", if n == 1 { "row" } else { "rows" })).unwrap_or_default();
    let asked = asked + &rows;
    match (record.optimum, record.lower_bound, record.upper_bound) {
        (Some(optimum), ..) => format!("{what} {optimum}{asked}, proven by {engine} in {time:.1} s"),
        (None, Some(lower), Some(upper)) => {
            let gap = record.gap.map_or_else(String::new, |gap| format!(", gap {:.1}%", 100.0 * gap));
            format!("{what} between {lower} and {upper}{asked}{gap}: {status} ({engine}, {time:.1} s)")
        }
        (None, Some(lower), None) => format!("{what} at least {lower}{asked}: {status} ({engine}, {time:.1} s)"),
        (None, None, Some(upper)) => format!("{what} at most {upper}{asked}: {status} ({engine}, {time:.1} s)"),
        (None, None, None) => format!("no bound: {status} ({engine}, {time:.1} s)"),
    }
}

/// What leader and follower do at the upper bound.
fn moves(record: &BilevelRecord) -> Vec<String> {
    let names = |names: &[String]| match names {
        [] => "nothing".to_owned(),
        names => names.iter().map(|name| harmless(name)).collect::<Vec<_>>().join(" "),
    };
    let mut moves = Vec::new();
    let is_integers = record.goal == Some(BilevelRecord::INTEGERS);
    if let Some(leader) = &record.leader {
        match &record.puzzle {
            Some(puzzle) => moves.push(harmless(puzzle)),
            None if record.goal == Some(BilevelRecord::CLUES) => moves.push(names(leader)),
            None if is_integers => moves.push(format!("leader chooses {}", names(leader))),
            None => moves.push(format!("leader takes {}", names(leader))),
        }
    }
    if let (Some(follower), Some(value)) = (&record.follower, record.follower_value) {
        let unproven = match record.upper_proof {
            Some(_) => "",
            None => ", not proven to be its best",
        };
        let gets = if is_integers { "objective" } else { "worth" };
        moves.push(format!("follower answers {} ({gets} {value}{unproven})", names(follower)));
    } else if is_integers && record.leader.is_some() {
        moves.push("follower has no answer".to_owned());
    }
    moves
}

/// What the answer rests on.
fn proofs(record: &BilevelRecord) -> Vec<String> {
    let mut proofs = Vec::new();
    if record.reading == Some("pessimistic") {
        proofs.push("pessimistic: of its best answers, the follower takes the worst for the leader".to_owned());
    }
    if record.no_answer == Some("prevented") {
        proofs.push("a choice that leaves the follower without an answer counts as prevented".to_owned());
    }
    if let Some(why) = record.engine_reason {
        proofs.push(format!("engine {}: {why}", record.engine));
    }
    match record.upper_proof {
        None | Some("search" | "dual") => {}
        Some(solver) => {
            proofs.push(format!("the follower's optimum is the answer of {solver}, in floating-point numbers"));
        }
    }
    for proof in [&record.lower_certificate, &record.upper_certificate].into_iter().flatten() {
        let (file, time) = (harmless(&proof.file), proof.check_seconds);
        proofs.push(format!("certificate {file}, checked in {time:.1} s"));
    }
    proofs.extend(uncertified(record));
    proofs
}

/// Why a certificate that was wanted is not there.
fn uncertified(record: &BilevelRecord) -> Option<String> {
    let why = record.uncertified.as_ref().filter(|_| record.head.status == AnswerStatus::Optimal)?;
    Some(format!("one half has no certificate: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_a_part_of_the_upper_bound() {
        assert_eq!(BilevelRecord::gap_of(Some(75), Some(100)), Some(0.25));
        assert_eq!(BilevelRecord::gap_of(Some(-3), Some(0)), Some(3.0));
        assert_eq!(BilevelRecord::gap_of(None, Some(1)), None);
    }
}
