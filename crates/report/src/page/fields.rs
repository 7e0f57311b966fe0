//! Fields of a record.

use serde_json::Value;

/// A field that is text, if it is there.
pub(super) fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name).and_then(Value::as_str).map(str::to_owned)
}

/// A field that `read` takes for a number, if it is there.
pub(super) fn number<N>(record: &Value, name: &str, read: impl Fn(&Value) -> Option<N>) -> Result<Option<N>, String> {
    record
        .get(name)
        .map(|value| read(value).ok_or_else(|| format!("`{name}` is not a number of this record: {value}")))
        .transpose()
}
