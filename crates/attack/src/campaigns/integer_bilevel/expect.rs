//! The output about a bilevel program over integers: the fields of its record, its exit codes, the lines of its
//! certificates and the output of `verify`. If one of them changes, only this file has to change.

use serde_json::Value;

use crate::lab::{Output, Wrong};

use super::files;

/// The certificate is asked for by this name.
pub(super) const CERTIFICATE: &str = "answer.cert";

/// How a certificate of both halves in one file begins.
const FIRST_LINE: &str = "minclue-bilevel-cert/1";

/// What a record says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The value, a choice and an answer.
    Solved,
    /// No choice of the leader is allowed.
    Infeasible,
    /// A limit came first.
    Open,
    /// The question was refused.
    Refused,
}

/// What was answered, from the exit code and the record.
///
/// # Errors
/// If they do not fit.
pub(super) fn answer(output: &Output, is_limited: bool) -> Result<(Answer, Value), Wrong> {
    if output.code == Some(3) && output.stdout.trim().is_empty() {
        return Ok((Answer::Refused, Value::Null));
    }
    let record = output.record()?;
    let said = match (record["status"].as_str().unwrap_or("none"), output.code) {
        ("optimal", Some(0)) => Answer::Solved,
        // The limit came when nothing was left to do.
        ("optimal", Some(4)) if is_limited => Answer::Solved,
        ("decided", Some(0)) if record["infeasible"] == true => Answer::Infeasible,
        ("invalid_input", Some(3)) => Answer::Refused,
        ("node_limit", Some(4)) if is_limited => Answer::Open,
        (status, code) => return Err(format!("status {status}, code {code:?}: {}", output.stderr.trim())),
    };
    Ok((said, record))
}

/// A number of the record with its decimals, times ten to the power of `places`; `None` if there is none.
///
/// # Errors
/// If it is not such a number.
pub(super) fn number(record: &Value, field: &str, places: u32) -> Result<Option<i64>, Wrong> {
    let word = match &record[field] {
        Value::Null => return Ok(None),
        Value::String(word) => word.clone(),
        other => other.to_string(),
    };
    let (whole, behind) = word.split_once('.').unwrap_or((&word, ""));
    let behind = behind.trim_end_matches('0');
    let digits = format!("{whole}{behind:0<width$}", width = places as usize);
    match digits.parse() {
        Ok(number) if behind.len() <= places as usize => Ok(Some(number)),
        _ => Err(format!("{field} is {word}, which has more than {places} decimals")),
    }
}

/// The bounds, and the value where it is known: `lower_bound`, `upper_bound`, `optimum`.
///
/// # Errors
/// If one is not a number of this kind.
pub(super) fn bounds(record: &Value, places: u32) -> Result<[Option<i64>; 3], Wrong> {
    let of = |field| number(record, field, places);
    Ok([of("lower_bound")?, of("upper_bound")?, of("optimum")?])
}

/// The point that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Point {
    /// All values of the leader's variables.
    pub(super) x: Vec<i64>,
    /// Those of the follower's, if they are shown.
    pub(super) y: Option<Vec<i64>>,
}

/// The point of a record; `None` if there is none. Lists have `name=value` for what is not 0, or the names of what is 1.
///
/// # Errors
/// If a name is not one of the program's, or occurs twice.
pub(super) fn point(record: &Value, n: usize, m: usize) -> Result<Option<Point>, Wrong> {
    if !record["leader"].is_array() {
        return Ok(None);
    }
    let x = level(&record["leader"], &(0..n).map(files::x).collect::<Vec<_>>())?;
    let y = if record["follower"].is_array() {
        Some(level(&record["follower"], &(0..m).map(files::y).collect::<Vec<_>>())?)
    } else {
        None
    };
    Ok(Some(Point { x, y }))
}

fn level(list: &Value, names: &[String]) -> Result<Vec<i64>, Wrong> {
    let mut values = vec![0; names.len()];
    for entry in list.as_array().into_iter().flatten() {
        let word = entry.as_str().ok_or_else(|| format!("{entry} is not a word"))?;
        let (name, value) = word.split_once('=').unwrap_or((word, "1"));
        let value: i64 = value.parse().map_err(|_| format!("{word} has no integer"))?;
        let place = names.iter().position(|other| other == name).ok_or_else(|| format!("{word} is unknown"))?;
        if value == 0 || values[place] != 0 {
            return Err(format!("{word} is 0, or occurs twice"));
        }
        values[place] = value;
    }
    Ok(values)
}

/// Does the file have both halves, as those of general programs do?
pub(super) fn has_both_halves(certificate: &str) -> bool {
    certificate.lines().next() == Some(FIRST_LINE)
}

/// Was it solved as a program of the older class? Then certificates may have another form, or one may be missing for a
/// reason that is said.
pub(super) fn is_of_older_class(record: &Value) -> bool {
    matches!(record["goal"].as_str(), Some("interdiction" | "blocker" | "clues"))
}

/// What `verify` says of the certificate of a value, or that there is no choice.
pub(super) fn verdict(value: Option<i64>, places: u32) -> String {
    match value {
        Some(value) => format!("VERIFIED value = {}, both halves", files::decimal(value, places)),
        None => "VERIFIED no choice of the leader is allowed".to_owned(),
    }
}

/// The exit code of `verify` where a certificate does not prove what it says.
pub(super) const REFUTED: i32 = 5;

/// Certificates that say something else with the same proof: something false, or something about another program.
pub(super) fn falsified(certificate: &str) -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    // The line is replaced by what `to` makes of its number.
    let mut replace = |what, key: &str, to: &dyn Fn(i64) -> String| {
        let mut is_changed = false;
        let lines = certificate.lines().map(|line| {
            let number = line.strip_prefix(key).and_then(|rest| rest.trim().parse::<i64>().ok());
            let Some(number) = number.filter(|_| !is_changed) else { return line.to_owned() };
            is_changed = true;
            to(number)
        });
        let text = lines.collect::<Vec<_>>().join("\n") + "\n";
        if is_changed {
            all.push((what, text));
        }
    };
    replace("a higher lower bound", "lower ", &|value| format!("lower {}", value + 1));
    replace("no choice at all", "lower ", &|_| "infeasible".to_owned());
    replace("a lower upper bound", "upper ", &|value| format!("upper {}", value - 1));
    replace("a higher upper bound", "upper ", &|value| format!("upper {}", value + 1));
    all.push(("another program", moved(certificate)));
    all
}

/// The constant of the leader's objective is one more, and so are the bounds: as right a proof as before, but about a
/// program that is not in the files.
fn moved(certificate: &str) -> String {
    let mut text = String::new();
    for line in certificate.lines() {
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let place = match words[0].as_str() {
            "leader" => 2,
            "lower" | "upper" => 1,
            _ => words.len(),
        };
        if let Some(word) = words.get_mut(place)
            && let Ok(number) = word.parse::<i64>()
        {
            *word = (number + 1).to_string();
        }
        text += &words.join(" ");
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_are_read_with_their_decimals() {
        let read = |value: Value, places| number(&json!({ "v": value }), "v", places);
        assert_eq!(read(json!(-22), 0), Ok(Some(-22)));
        assert_eq!(read(json!(-0.05), 2), Ok(Some(-5)));
        assert_eq!(read(json!("1.2"), 2), Ok(Some(120)));
        assert_eq!(read(json!(3.0), 1), Ok(Some(30)));
        assert_eq!(read(Value::Null, 1), Ok(None));
        assert!(read(json!("1.25"), 1).is_err() && read(json!("much"), 1).is_err());
    }

    #[test]
    fn points_are_read() {
        let read = |leader: Value, follower: Value| point(&json!({"leader": leader, "follower": follower}), 2, 1);
        assert_eq!(read(json!(["x2=-3"]), json!(["y1=2"])), Ok(Some(Point { x: vec![0, -3], y: Some(vec![2]) })));
        assert_eq!(read(json!(["x1", "x2"]), Value::Null), Ok(Some(Point { x: vec![1, 1], y: None })));
        assert_eq!(read(Value::Null, Value::Null), Ok(None));
        for leader in [json!(["x3=1"]), json!(["x1=1", "x1=1"]), json!(["x1=0"]), json!(["x1=a"]), json!([1])] {
            assert!(read(leader.clone(), json!([])).is_err(), "{leader}");
        }
    }

    #[test]
    fn claims_are_changed() {
        let certificate =
            "minclue-bilevel-cert/1\nleader 1 0 0 -1\nlower -22\nd 1 0\nupper -22\npoint 2 2\nd 1 0\nend\n";
        assert!(has_both_halves(certificate) && !has_both_halves("minclue-cert/5\n"));
        let all = falsified(certificate);
        let changed: Vec<&str> = all
            .iter()
            .map(|(_, text)| text.lines().find(|line| !certificate.lines().any(|other| other == *line)).expect("one"))
            .collect();
        assert_eq!(changed, ["lower -21", "infeasible", "upper -23", "upper -21", "leader 1 1 0 -1"]);
        let moved = &all[4].1;
        assert!(moved.contains("\nlower -21\n") && moved.contains("\nupper -21\n"), "{moved}");
        assert!(all.iter().all(|(_, text)| text.lines().count() == certificate.lines().count()));
    }

    #[test]
    fn verdicts_have_the_decimals_of_the_file() {
        assert_eq!(verdict(Some(-1250), 2), "VERIFIED value = -12.5, both halves");
    }
}
