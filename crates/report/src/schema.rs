//! The JSON Schemas of all records, made from their types, so that they say what is written.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

use super::*;

/// The names of all records, such as `minclue-result/1`, each with its JSON Schema (draft 2020-12).
#[must_use]
pub fn schemas() -> Vec<(&'static str, Schema)> {
    vec![
        (ResultRecord::SCHEMA, answer::<ResultRecord>(ResultRecord::SCHEMA)),
        (EnumerationRecord::SCHEMA, answer::<EnumerationRecord>(EnumerationRecord::SCHEMA)),
        (PuzzleRecord::SCHEMA, of::<PuzzleRecord>(PuzzleRecord::SCHEMA)),
        (HittingSetsRecord::SCHEMA, answer::<HittingSetsRecord>(HittingSetsRecord::SCHEMA)),
        (HittingSetRecord::SCHEMA, of::<HittingSetRecord>(HittingSetRecord::SCHEMA)),
        (BilevelRecord::SCHEMA, answer::<BilevelRecord>(BilevelRecord::SCHEMA)),
        (CheckRecord::SCHEMA, answer::<CheckRecord>(CheckRecord::SCHEMA)),
        (SetsRecord::SCHEMA, answer::<SetsRecord>(SetsRecord::SCHEMA)),
        (BlueprintsRecord::SCHEMA, answer::<BlueprintsRecord>(BlueprintsRecord::SCHEMA)),
        (ExportRecord::SCHEMA, answer::<ExportRecord>(ExportRecord::SCHEMA)),
        (VerdictRecord::SCHEMA, of::<VerdictRecord>(VerdictRecord::SCHEMA)),
        (GeneratedRecord::SCHEMA, answer::<GeneratedRecord>(GeneratedRecord::SCHEMA)),
        (CatalogRecord::SCHEMA, of::<CatalogRecord>(CatalogRecord::SCHEMA)),
        (CatalogCountRecord::SCHEMA, answer::<CatalogCountRecord>(CatalogCountRecord::SCHEMA)),
        (BandRecord::SCHEMA, of::<BandRecord>(BandRecord::SCHEMA)),
        (CatalogPuzzleRecord::SCHEMA, of::<CatalogPuzzleRecord>(CatalogPuzzleRecord::SCHEMA)),
        (RegionRecord::SCHEMA, of::<RegionRecord>(RegionRecord::SCHEMA)),
        (RegionsRecord::SCHEMA, answer::<RegionsRecord>(RegionsRecord::SCHEMA)),
        (CanonRecord::SCHEMA, answer::<CanonRecord>(CanonRecord::SCHEMA)),
        (MinimizeRecord::SCHEMA, answer::<MinimizeRecord>(MinimizeRecord::SCHEMA)),
        (NeighborsRecord::SCHEMA, answer::<NeighborsRecord>(NeighborsRecord::SCHEMA)),
        (RateRecord::SCHEMA, answer::<RateRecord>(RateRecord::SCHEMA)),
        (FillRecord::SCHEMA, answer::<FillRecord>(FillRecord::SCHEMA)),
        (BacktrackingRecord::SCHEMA, answer::<BacktrackingRecord>(BacktrackingRecord::SCHEMA)),
        (SquaresRecord::SCHEMA, answer::<SquaresRecord>(SquaresRecord::SCHEMA)),
        (TraceRecord::SCHEMA, of::<TraceRecord>(TraceRecord::SCHEMA)),
        (CampaignStatusRecord::SCHEMA, of::<CampaignStatusRecord>(CampaignStatusRecord::SCHEMA)),
        (NodeLogRecord::SCHEMA, of::<NodeLogRecord<'static>>(NodeLogRecord::SCHEMA)),
    ]
}

/// The schema of answers of type `R`, which end with the options that were said.
fn answer<R: JsonSchema>(name: &'static str) -> Schema {
    let mut schema = of::<R>(name);
    if let Some(Value::Object(fields)) = schema.pointer_mut("/properties") {
        let field = json!({
            "description": "The options that were said and are no defaults: true of a flag, and of a value what was given.",
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
