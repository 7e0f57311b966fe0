//! What the page knows of a line.

use serde_json::Value;

use crate::picture::{Figure, Picture, sheet};

/// Fields of a run of a study that say nothing of its settings.
const NOT_SETTINGS: [&str; 6] = ["schema", "instance", "record", "process_seconds", "exit", "jobs"];

/// One record.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) name: String,
    /// Such as `result` of `minclue-result/1`.
    pub(super) kind: String,
    pub(super) status: String,
    pub(super) lower: Option<u64>,
    pub(super) upper: Option<u64>,
    pub(super) nodes: Option<u64>,
    pub(super) seconds: Option<f64>,
    /// What the study varied.
    pub(super) settings: String,
    /// The file of its certificate.
    pub(super) certificate: Option<String>,
    /// Its grid with the puzzle in it, as SVG.
    pub(super) picture: Option<String>,
    /// The puzzle in one line, for those who do not see the picture.
    pub(super) puzzle: Option<String>,
}

impl Row {
    /// Of a record, and of what stands around it.
    pub(super) fn of(schema: &str, record: &Value, run: Option<&Value>) -> Result<Self, String> {
        let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        let (lower, upper) = bounds(record)?;
        let instance = run.and_then(|run| text(run, "instance"));
        let puzzle = text(record, "puzzle");
        Ok(Self {
            name: text(record, "id").or(instance).unwrap_or_default(),
            kind: schema.trim_start_matches("minclue-").split('/').next().unwrap_or_default().to_owned(),
            status: text(record, "status").ok_or("this record has no `status`")?,
            lower,
            upper,
            nodes: number(record, "n_nodes")?,
            seconds: record.get("seconds").and_then(Value::as_f64),
            settings: run.map(settings).unwrap_or_default(),
            certificate: record.get("proof").and_then(|proof| text(proof, "file")),
            picture: picture(record, puzzle.as_deref())?,
            puzzle,
        })
    }

    /// The minimum, where it is known.
    pub(super) fn minimum(&self) -> Option<u64> {
        self.lower.filter(|_| self.lower == self.upper)
    }
}

/// Both bounds, as far as there are some.
fn bounds(record: &Value) -> Result<(Option<u64>, Option<u64>), String> {
    let (lower, upper) = (number(record, "lower_bound")?, number(record, "upper_bound")?);
    match (lower, upper) {
        (Some(lower), Some(upper)) if lower > upper => {
            Err(format!("this record contradicts itself: at least {lower} and at most {upper} clues"))
        }
        both => Ok(both),
    }
}

/// A field that is a number from 0, if it is there.
fn number(record: &Value, name: &str) -> Result<Option<u64>, String> {
    record
        .get(name)
        .map(|value| value.as_u64().ok_or(format!("`{name}` is not a number of this record: {value}")))
        .transpose()
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
    let unfit = || format!("the grid of this record has not the cells of its shape {shape}");
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
    pub(super) points: Vec<(f64, u64, u64)>,
}

impl Trace {
    /// Adds a line to the curve of its grid; where the clock begins anew, so does a curve.
    pub(super) fn extend(traces: &mut Vec<Self>, line: &Value) -> Result<(), String> {
        let grid = line.get("grid").and_then(Value::as_str).unwrap_or_default();
        let seconds = line.get("seconds").and_then(Value::as_f64);
        let (Some(at), (Some(lower), Some(upper))) = (seconds, bounds(line)?) else {
            return Err("this line of a node log has not its time and both bounds".to_owned());
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
