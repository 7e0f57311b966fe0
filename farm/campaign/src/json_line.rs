//! Lines of JSON in the files of a campaign.

use serde::Serialize;

use minclue_core::base::harmless_json;

/// The value as one line of JSON, with its end; no character in it steers a terminal.
///
/// # Panics
/// If the value is none of strings, numbers, lists and objects with names.
#[must_use]
pub fn json_line(value: &impl Serialize) -> String {
    harmless_json(serde_json::to_string(value).expect("strings and numbers are JSON")) + "\n"
}
