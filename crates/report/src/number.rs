//! Numbers with the decimals that their files have.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use minclue_core::ilp::decimal_text;

/// A number of units of 10^-places: a whole number in records where it is one, and otherwise one with decimals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Number {
    /// Number of units.
    pub units: i64,
    /// Number of decimals of a unit.
    pub places: u8,
}

/// A whole number with a comma between thousands.
#[must_use]
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

impl From<i64> for Number {
    fn from(units: i64) -> Self {
        Self { units, places: 0 }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&decimal_text(self.units, self.places))
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let scale = 10_i64.pow(u32::from(self.places));
        match self.units % scale {
            0 => serializer.serialize_i64(self.units / scale),
            _ => serializer.serialize_f64(self.to_string().parse().unwrap_or(f64::NAN)),
        }
    }
}

impl JsonSchema for Number {
    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number" })
    }
}
