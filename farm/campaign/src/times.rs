//! Records without what differs from run to run, so that two runs of one chunk can be compared.

use serde_json::Value;

/// A JSON value without its times: every field whose name has `seconds` in it is left out, at any depth.
#[must_use]
pub fn without_times(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields.into_iter().filter(|(name, _)| !name.contains("seconds"));
            Value::Object(kept.map(|(name, value)| (name, without_times(value))).collect())
        }
        Value::Array(values) => Value::Array(values.into_iter().map(without_times).collect()),
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn times_are_left_out_at_any_depth() {
        let value = json!({"seconds": 1.5, "n": 1, "work": [{"cpu_seconds": 2, "n": 2}, 3], "seed": 1});
        assert_eq!(without_times(value), json!({"n": 1, "work": [{"n": 2}, 3], "seed": 1}));
    }
}
