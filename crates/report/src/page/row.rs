//! What the page knows of a line.

use serde_json::Value;

use super::fields::{number, text};
use super::unit::Unit;
use crate::ProblemRecord;
use crate::picture::{Figure, Picture, sheet};

/// Fields of a run of a study, and of a task of a campaign, that say nothing of its settings.
const NOT_SETTINGS: [&str; 9] =
    ["schema", "instance", "record", "records", "process_seconds", "seconds", "exit", "jobs", "message"];
/// Fields of a record that tell of a certificate.
const PROOFS: [&str; 3] = ["proof", "lower_certificate", "upper_certificate"];
/// How a run without a record ended.
const FAILED: &str = "failed";

#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) name: String,
    /// What made it, such as `solve`.
    pub(super) subcommand: String,
    /// The question about the minimum, where it was not for the minimum itself.
    pub(super) question: Option<Question>,
    pub(super) status: String,
    /// What the run said, if something was wrong.
    message: Option<String>,
    /// What the bounds count.
    pub(super) unit: Unit,
    pub(super) lower: Option<i64>,
    pub(super) upper: Option<i64>,
    pub(super) nodes: Option<u64>,
    pub(super) seconds: Option<f64>,
    /// What the study varied.
    pub(super) settings: String,
    /// The files of its certificates: one, or one for each bound of a bilevel program.
    pub(super) certificates: Vec<String>,
    /// Its grid in one line, by which a node log is of it.
    pub(super) grid: Option<String>,
    /// Its grid with the puzzle in it, as SVG.
    pub(super) picture: Option<String>,
    /// The puzzle in one line, for those who do not see the picture.
    pub(super) puzzle: Option<String>,
}

/// A question about the minimum, such as `at most 17 clues`, and its answer if that is known.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) text: String,
    pub(super) yes: Option<bool>,
}

impl Question {
    /// That of a record, if it has one.
    fn of(record: &Value, unit: Unit, lower: Option<i64>, upper: Option<i64>) -> Result<Option<Self>, String> {
        let asked = |name| number(record, name, Value::as_i64);
        let (at_most, at_least) = (asked("at_most")?, asked("at_least")?);
        let Some((word, k)) = at_most.map(|k| ("at most", k)).or(at_least.map(|k| ("at least", k))) else {
            return Ok(None);
        };
        // The question is whether a puzzle has at most this number of clues.
        let most = if at_most.is_some() { k } else { k - 1 };
        let has = match (lower, upper) {
            (_, Some(upper)) if upper <= most => Some(true),
            (Some(lower), _) if lower > most => Some(false),
            _ => None,
        };
        Ok(Some(Self { text: format!("{word} {}", unit.counted(k)), yes: has.map(|has| has == at_most.is_some()) }))
    }

    /// The answer as one word.
    pub(super) fn answer(&self) -> &'static str {
        match self.yes {
            Some(true) => "yes",
            Some(false) => "no",
            None => "not known",
        }
    }
}

impl Row {
    /// Of a record, and of what stands around it.
    pub(super) fn of(schema: &str, record: &Value, run: Option<&Value>) -> Result<Self, String> {
        let kind = kind_of(schema);
        let unit = Unit::of(kind, record);
        let (lower, upper) = bounds(record, unit)?;
        let instance = run.and_then(|run| text(run, "instance"));
        let puzzle = text(record, "puzzle");
        Ok(Self {
            name: text(record, "id").or(instance).unwrap_or_default(),
            subcommand: subcommand(kind, record),
            question: Question::of(record, unit, lower, upper)?,
            status: text(record, "status").ok_or("this record has no `status`")?,
            message: run.and_then(message),
            unit,
            lower,
            upper,
            nodes: number(record, "n_nodes", Value::as_u64)?,
            seconds: record.get("seconds").and_then(Value::as_f64),
            settings: run.map(settings).unwrap_or_default(),
            certificates: PROOFS.iter().filter_map(|name| text(record.get(*name)?, "file")).collect(),
            grid: text(record, "grid"),
            picture: picture(record, puzzle.as_deref())?,
            puzzle,
        })
    }

    /// Of a run that left no record.
    pub(super) fn failed(schema: &str, run: &Value) -> Self {
        Self {
            name: text(run, "instance").unwrap_or_default(),
            subcommand: kind_of(schema).to_owned(),
            question: None,
            status: FAILED.to_owned(),
            message: message(run),
            unit: Unit::Chosen(None),
            lower: None,
            upper: None,
            nodes: None,
            seconds: None,
            settings: settings(run),
            certificates: Vec::new(),
            grid: None,
            picture: None,
            puzzle: None,
        }
    }

    /// The minimum, where it is known.
    pub(super) fn minimum(&self) -> Option<i64> {
        self.lower.filter(|_| self.lower == self.upper)
    }

    /// How it ended, and what was said of that.
    pub(super) fn ended(&self) -> String {
        self.message.as_ref().map_or_else(|| self.status.clone(), |said| format!("{}: {said}", self.status))
    }
}

/// Such as `result` of `minclue-result/1`.
pub(super) fn kind_of(schema: &str) -> &str {
    schema.trim_start_matches("minclue-").split('/').next().unwrap_or_default()
}

/// The subcommand that writes records of this kind; the kind itself of what is no record of one.
fn subcommand(kind: &str, record: &Value) -> String {
    let problem = record.get("problem").and_then(|problem| text(problem, "kind"));
    let name = match (kind, problem.as_deref()) {
        ("result" | "bilevel", Some(ProblemRecord::EXPLANATION | ProblemRecord::WEIGHTED_EXPLANATION)) => "explain",
        ("result", None | Some(ProblemRecord::HYPERGRAPH | ProblemRecord::WEIGHTED_HYPERGRAPH)) => "solve",
        ("result", Some(_)) => "puzzle",
        ("enumeration" | "hitting-sets" | "hitting-set", _) => "enumerate",
        ("verdict", _) => "verify",
        ("catalog-count" | "catalog-puzzle" | "band" | "region" | "regions" | "two-bands" | "region-count", _) => {
            "catalog"
        }
        ("fill", _) => "classic fill",
        ("backtracking", _) => "classic search",
        ("squares", _) => "classic squares",
        _ => kind,
    };
    name.to_owned()
}

/// What a run said, on one line.
fn message(run: &Value) -> Option<String> {
    text(run, "message").map(|said| said.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Both bounds, as far as there are some.
fn bounds(record: &Value, unit: Unit) -> Result<(Option<i64>, Option<i64>), String> {
    let bound = |name| number(record, name, |value| value.as_i64().filter(|bound| unit.fits(*bound)));
    match (bound("lower_bound")?, bound("upper_bound")?) {
        (Some(lower), Some(upper)) if lower > upper => {
            Err(format!("this record contradicts itself: at least {lower} and at most {upper}"))
        }
        both => Ok(both),
    }
}

/// The fields of a run that say how it was made.
fn settings(run: &Value) -> String {
    let fields = run.as_object().into_iter().flatten();
    let fields = fields.filter(|(name, value)| !NOT_SETTINGS.contains(&name.as_str()) && !value.is_object());
    let texts: Vec<String> = fields
        .map(|(name, value)| format!("{name}={}", value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
        .collect();
    texts.join(", ")
}

/// The grid with its puzzle, if the record has one.
fn picture(record: &Value, puzzle: Option<&str>) -> Result<Option<String>, String> {
    let text = |name: &str| record.get(name).and_then(Value::as_str);
    let Some(grid) = text("grid").or_else(|| text("input")) else { return Ok(None) };
    // Records of other puzzles have neither.
    let Some(shape) = text("shape") else { return Ok(None) };
    let unfit = || format!("the grid of this record does not have the cells of its shape {shape}");
    let picture = match puzzle {
        Some(puzzle) => Picture::of(Some(shape), puzzle).ok_or_else(unfit)?.solved(grid),
        None => Picture::of(Some(shape), grid).ok_or_else(unfit)?,
    };
    Ok(Some(sheet(&[Figure { pictures: vec![picture], ..Figure::default() }], 1)))
}

/// Bounds over time of one grid, from its node log.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    pub(super) grid: String,
    /// Seconds, and the bounds from then on.
    pub(super) points: Vec<(f64, i64, i64)>,
}

impl Trace {
    /// Adds a line to the curve of its grid; where the clock begins anew, so does a curve.
    pub(super) fn extend(traces: &mut Vec<Self>, line: &Value) -> Result<(), String> {
        let grid = line.get("grid").and_then(Value::as_str).unwrap_or_default();
        let seconds = line.get("seconds").and_then(Value::as_f64);
        let (Some(at), (Some(lower), Some(upper))) = (seconds, bounds(line, Unit::Chosen(None))?) else {
            return Err("this line of a node log does not have a time and both bounds".to_owned());
        };
        match traces.last_mut() {
            Some(trace) if trace.grid == grid && trace.points.last().is_none_or(|(last, ..)| *last <= at) => {
                trace.points.push((at, lower, upper));
            }
            _ => traces.push(Self { grid: grid.to_owned(), points: vec![(at, lower, upper)] }),
        }
        Ok(())
    }
}
