//! Chunks of campaigns that were changed with care: with new hashes, so that only what is answered can show it.

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// The text of a chunk in which the first record of the first task is another one.
pub(crate) fn changed(text: &str, change: impl Fn(&mut Value)) -> String {
    with_records(text, |records| change(&mut records[0]))
}

/// The text of a chunk whose first task has other records.
pub(crate) fn with_records(text: &str, change: impl FnOnce(&mut Vec<Value>)) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut task: Value = serde_json::from_str(&lines[1]).expect("a task");
    change(task["records"].as_array_mut().expect("records"));
    lines[1] = task.to_string();
    let mut end: Value = serde_json::from_str(&lines.pop().expect("an end")).expect("an end");
    let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let answers: String = lines[1..].iter().map(|line| format!("{}\n", answer(line))).collect();
    end["end"]["sha256"] = sha256(&body).into();
    end["end"]["answers_sha256"] = sha256(&answers).into();
    format!("{body}{end}\n")
}

/// What is hashed of a task, without times.
fn answer(line: &str) -> Value {
    let task: Value = serde_json::from_str(line).expect("a task");
    json!({ "task": task["task"], "exit": task["exit"], "records": without_times(&task["records"]) })
}

fn without_times(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, _)| !name.contains("seconds"))
            .map(|(name, value)| (name.clone(), without_times(value)))
            .collect(),
        Value::Array(values) => values.iter().map(without_times).collect(),
        value => value.clone(),
    }
}

fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
