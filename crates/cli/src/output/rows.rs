//! Records as rows.

use serde_json::Value;

/// The rows of a record: one, or one for each item of the list that makes rows.
pub(super) fn rows(mut whole: Value, list: Option<&str>) -> Vec<Value> {
    let items = list.and_then(|list| whole.get_mut(list)).map(Value::take);
    let Some(Value::Array(items)) = items.filter(|items| items.as_array().is_some_and(|items| !items.is_empty()))
    else {
        return vec![whole];
    };
    let row = |item: Value| {
        let mut row = whole.clone();
        if let (Value::Object(row), Value::Object(fields)) = (&mut row, item) {
            row.extend(fields);
        }
        row
    };
    items.into_iter().map(row).collect()
}

/// A field, or one within a field.
pub(super) fn field<'a>(row: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(row, |value, name| value.get(name)).filter(|value| !value.is_null())
}

/// What a field says: text as it is, and the items of a list with blanks between them.
pub(super) fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(written).collect::<Vec<_>>().join(" "),
        value => value.to_string(),
    }
}
