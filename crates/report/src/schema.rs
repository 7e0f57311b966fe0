//! The JSON Schemas of all records, made from their types, so that they say what is written.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

use super::*;

/// The names of all records, such as `minclue-result/1`, each with its JSON Schema (draft 2020-12).
#[must_use]
pub fn schemas() -> Vec<(&'static str, Schema)> {
    macro_rules! of_each {
        ($($kind:ident $record:ty,)*) => { vec![$((<$record>::SCHEMA, $kind::<$record>(<$record>::SCHEMA))),*] };
    }
    of_each! {
        answer ResultRecord, answer EnumerationRecord, of PuzzleRecord, answer HittingSetsRecord, of HittingSetRecord,
        answer BilevelRecord, answer CheckRecord, answer SetsRecord, answer BlueprintsRecord, answer ExportRecord,
        of VerdictRecord, answer GeneratedRecord, of CatalogRecord, answer CatalogCountRecord, of BandRecord,
        of CatalogPuzzleRecord, of RegionRecord, answer RegionsRecord, of TwoBandsRecord, answer RegionCountRecord, answer CanonRecord, answer MinimizeRecord,
        answer NeighborsRecord, answer RateRecord, answer FillRecord, answer BacktrackingRecord, answer SquaresRecord,
        of TraceRecord, of CampaignStatusRecord, of NodeLogRecord<'static>,
    }
}

/// The schema of answers of type `R`, which end with the options that were said.
fn answer<R: JsonSchema>(name: &'static str) -> Schema {
    let mut schema = of::<R>(name);
    if let Some(Value::Object(fields)) = schema.pointer_mut("/properties") {
        let field = json!({
            "description": "The options given that are not defaults: `true` for a flag, otherwise the value.",
            "type": "object",
            "additionalProperties": {"type": ["boolean", "integer", "string", "array"]},
        });
        fields.insert(OPTIONS.to_owned(), field);
    }
    schema
}

/// The schema of records of type `R`, whose field `schema` is `name`.
fn of<R: JsonSchema>(name: &'static str) -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(RecursiveTransform(never_null));
    let mut schema = settings.into_generator().into_root_schema_for::<R>();
    schema.insert("title".to_owned(), json!(name));
    if let Some(Value::Object(field)) = schema.pointer_mut("/properties/schema") {
        field.insert("const".to_owned(), json!(name));
    }
    schema
}

/// A field that is not known is left out, and never null.
fn never_null(schema: &mut Schema) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [one] = &types[..] {
            let one = one.clone();
            schema.insert("type".to_owned(), one);
        }
    }
    let Some(Value::Array(choices)) = schema.get_mut("anyOf") else { return };
    choices.retain(|choice| choice.get("type") != Some(&json!("null")));
    if let [Value::Object(one)] = &choices[..] {
        let one = one.clone();
        schema.remove("anyOf");
        for (key, value) in one {
            schema.insert(key, value);
        }
    }
}
