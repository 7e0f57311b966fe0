//! The record of `rate`: how hard a puzzle is for people, and the counts of the teaching papers.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::check::Solutions;
use super::record::{Record, Text, answer, record};
use super::words::{clues, drawn};

/// A digit of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CandidateRecord {
    /// The cell.
    pub cell: usize,
    /// The digit, from 1.
    pub digit: usize,
}

/// One step of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StepRecord {
    /// The technique.
    pub technique: &'static str,
    /// The digit that is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placed: Option<CandidateRecord>,
    /// The candidates that are removed beyond those that a written digit forbids.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<CandidateRecord>,
    /// The step as a sentence, with its reason.
    pub text: String,
}

record! {
    /// How people solve a valid puzzle of at most 11x11.
    #[derive(Eq)]
    pub struct PeopleRecord;
    /// `easy`, `medium`, `hard`, `expert`, `extreme` or `beyond`: that of the hardest technique.
    pub level: &'static str,
    /// 100 times the rank of the hardest technique, and how often it was used, at most 99.
    pub score: usize,
    /// The hardest technique that was needed; omitted for a complete grid.
    pub technique: Option<&'static str>,
    /// Steps to the solution.
    pub n_steps: usize,
    /// How often each technique was used, by name.
    pub techniques: BTreeMap<&'static str, usize>,
    /// The steps, with `--steps`.
    pub steps: Option<Vec<StepRecord>>,
}

impl PeopleRecord {
    /// `medium 702 (hidden pair)`.
    fn words(&self) -> String {
        let technique = self.technique.map_or_else(String::new, |technique| format!(" ({technique})"));
        format!("{} {}{technique}", self.level, self.score)
    }
}

answer! {
    /// The answer of `rate` for one input: `minclue-rate/1`. A count that a limit cut short is omitted.
    pub struct RateRecord = "minclue-rate/1";
    names: "id input grid shape variant status error.message n_clues solutions minimal people.level people.score \
            people.technique people.n_steps tries fc mrv ctn ntn at_least.tries at_least.fc at_least.mrv at_least.ctn \
            seconds";
    shown: "id: name, n_clues: clues, solutions: solutions, minimal: minimal, people.level: level, people.score: \
            score, tries: tries, fc: FC, mrv: MRV, ctn: CtN, ntn: NtN, status: status";
    /// Number of clues.
    pub n_clues: Option<usize>,
    /// `none`, `one` or `several`.
    pub solutions: Option<Solutions>,
    /// Whether every clue is needed; for valid puzzles only.
    pub minimal: Option<bool>,
    /// The rating for people, of valid puzzles up to 11x11.
    pub people: Option<PeopleRecord>,
    /// Tries of the brute-force fill up to its first solution. This and the counts below are for courses, not for
    /// people.
    pub tries: Option<u64>,
    /// Recursions of forward checking, row by row.
    pub fc: Option<u64>,
    /// Recursions with the fewest candidates first.
    pub mrv: Option<u64>,
    /// Recursions with the largest contribution number first.
    pub ctn: Option<u64>,
    /// The neutralisation number: blank squares by candidates.
    pub ntn: Option<f64>,
    /// The counts at the limit, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub at_least: BTreeMap<&'static str, u64>,
    seconds, version,
}

impl Record for RateRecord {
    fn text(&self, paint: bool) -> Text {
        match self.people.as_ref().and_then(|people| Some((people, people.steps.as_ref()?))) {
            Some((people, steps)) => Text::Block(walkthrough(self, people, steps, paint)),
            None => rate(self).into(),
        }
    }
}

/// One line: the puzzle, its rating and its counts.
fn rate(record: &RateRecord) -> Option<String> {
    let mut line = record.head.input.as_ref().or(record.head.grid.as_ref())?.clone();
    let _ = write!(line, "  {}", validity(record));
    if let Some(people) = &record.people {
        let _ = write!(line, "  {}", people.words());
    }
    line.push_str(&counts(record).map_or_else(String::new, |counts| format!("  {counts}")));
    Some(line)
}

fn validity(record: &RateRecord) -> String {
    let validity = match (record.solutions, record.minimal) {
        (Some(Solutions::One), Some(true)) => ", minimal",
        (Some(Solutions::One), _) => "",
        (Some(Solutions::None), _) => ", no solution",
        (Some(Solutions::Several), _) => ", several solutions",
        (None, _) => ", solutions unknown",
    };
    format!("{}{validity}", clues(record.n_clues.unwrap_or(0)))
}

/// What the teaching papers count, if anything was counted.
fn counts(record: &RateRecord) -> Option<String> {
    let counts = [
        ("tries", "tries", record.tries),
        ("FC", "fc", record.fc),
        ("MRV", "mrv", record.mrv),
        ("CtN", "ctn", record.ctn),
    ];
    let count = |(name, field, value): (&str, &str, Option<u64>)| match (value, record.at_least.get(field)) {
        (Some(n), _) => Some(format!("{name} {n}")),
        (None, Some(n)) => Some(format!("{name} {n} or more")),
        (None, None) => None,
    };
    let ntn = record.ntn.map(|ntn| format!("NtN {ntn:.3}"));
    let all: Vec<String> = counts.into_iter().filter_map(count).chain(ntn).collect();
    (!all.is_empty()).then(|| format!("counts: {}", all.join("  ")))
}

/// The puzzle, its rating, and its steps as hints.
fn walkthrough(record: &RateRecord, people: &PeopleRecord, steps: &[StepRecord], paint: bool) -> String {
    let mut text = String::new();
    if let Some(puzzle) = record.head.input.as_ref().or(record.head.grid.as_ref()) {
        text.push_str(&drawn(puzzle, record.head.shape.as_deref(), paint));
    }
    let _ = writeln!(text, "{}, {} steps, {}", people.words(), people.n_steps, validity(record));
    let width = steps.len().to_string().len();
    for (number, step) in (1..).zip(steps) {
        let _ = writeln!(text, "{number:>width$}  {} ({})", step.text, step.technique);
    }
    if let Some(counts) = counts(record) {
        let _ = writeln!(text, "{counts}");
    }
    text
}
