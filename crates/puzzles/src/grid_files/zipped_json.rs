//! The JSON of `SudokuPad`'s own addresses, where names have no quotes, texts have single ones, empty objects are left out,
//! `t` and `f` are truth values, six hexadecimal digits are a color, and frequent names are two letters.

use std::iter::Peekable;
use std::str::Chars;

use serde_json::{Map, Number, Value};

/// The short names of fields that are read; those of drawings stay short.
const NAMES: &[(&str, &str)] = &[
    ("a", "arrows"),
    ("ca", "cages"),
    ("ce", "cells"),
    ("cs", "cellSize"),
    ("l", "lines"),
    ("o", "overlays"),
    ("re", "regions"),
    ("t", "title"),
    ("u", "underlays"),
    ("v", "value"),
];

/// The most values within each other.
const DEEPEST: usize = 32;

/// The value of a text in this form; `None` where it is not one.
pub(super) fn read(text: &str) -> Option<Value> {
    let mut rest = text.chars().peekable();
    let value = value(&mut rest, 0)?;
    rest.next().is_none().then_some(value)
}

fn value(rest: &mut Peekable<Chars<'_>>, depth: usize) -> Option<Value> {
    if depth > DEEPEST {
        return None;
    }
    match rest.peek()? {
        '{' => object(rest, depth),
        '[' => array(rest, depth),
        '\'' | '"' => quoted(rest).map(Value::String),
        _ => {
            let mut word = String::new();
            while let Some(c) = rest.next_if(|c| !matches!(c, ',' | ']' | '}')) {
                word.push(c);
            }
            word_value(&word)
        }
    }
}

/// The value of a word without quotes; nothing at all is an empty object.
fn word_value(word: &str) -> Option<Value> {
    let is_color = word.len() == 6 && word.bytes().all(|b| b.is_ascii_hexdigit());
    Some(match word {
        "" => Value::Object(Map::new()),
        "t" | "true" => Value::Bool(true),
        "f" | "false" => Value::Bool(false),
        "null" => Value::Null,
        _ if is_color || word.starts_with('#') => Value::String(format!("#{}", word.trim_start_matches('#'))),
        _ => Value::Number(word.parse::<Number>().ok()?),
    })
}

fn array(rest: &mut Peekable<Chars<'_>>, depth: usize) -> Option<Value> {
    rest.next();
    let mut items = Vec::new();
    if rest.next_if_eq(&']').is_some() {
        return Some(Value::Array(items));
    }
    loop {
        items.push(value(rest, depth + 1)?);
        match rest.next()? {
            ',' => {}
            ']' => return Some(Value::Array(items)),
            _ => return None,
        }
    }
}

fn object(rest: &mut Peekable<Chars<'_>>, depth: usize) -> Option<Value> {
    rest.next();
    let mut fields = Map::new();
    if rest.next_if_eq(&'}').is_some() {
        return Some(Value::Object(fields));
    }
    loop {
        let name = match rest.peek()? {
            '\'' | '"' => quoted(rest)?,
            _ => {
                let mut name = String::new();
                while let Some(c) = rest.next_if(|c| c.is_alphanumeric()) {
                    name.push(c);
                }
                name
            }
        };
        if rest.next()? != ':' {
            return None;
        }
        let long = NAMES.iter().find(|(short, _)| *short == name).map_or(name.as_str(), |(_, long)| long);
        fields.insert(long.to_owned(), value(rest, depth + 1)?);
        match rest.next()? {
            ',' => {}
            '}' => return Some(Value::Object(fields)),
            _ => return None,
        }
    }
}

/// A text in single or double quotes, in which a backslash is one of JSON, or stands before a single quote.
fn quoted(rest: &mut Peekable<Chars<'_>>) -> Option<String> {
    let quote = rest.next()?;
    let mut json = String::from('"');
    loop {
        match rest.next()? {
            c if c == quote => break,
            '\\' => match rest.next()? {
                '\'' => json.push('\''),
                c => json.extend(['\\', c]),
            },
            '"' => json.push_str("\\\""),
            c => json.push(c),
        }
    }
    json.push('"');
    serde_json::from_str(&json).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_texts_colors_and_empty_objects_are_read() {
        let text =
            "{cs:50,ce:[[{v:5},,{}],[,,{v:'A'}]],ca:[{ce:[[0,1]],unique:t,hidden:f,c1:ff00AA,v:'it\\'s: \\n\"x\"'}]}";
        let expected = json!({
            "cellSize": 50,
            "cells": [[{"value": 5}, {}, {}], [{}, {}, {"value": "A"}]],
            "cages": [{"cells": [[0, 1]], "unique": true, "hidden": false, "c1": "#ff00AA", "value": "it's: \n\"x\""}],
        });
        assert_eq!(read(text), Some(expected));
        // JSON itself is such a text.
        assert_eq!(read("{\"a b\":[-1.5,null,\"#0\"]}"), Some(json!({"a b": [-1.5, null, "#0"]})));
        for wrong in ["", "{", "[1", "{a}", "{a:'b}", "[1]x", "[word]", &"[".repeat(40)] {
            assert_eq!(read(wrong).filter(|value| *value != json!({})), None, "{wrong}");
        }
    }
}
