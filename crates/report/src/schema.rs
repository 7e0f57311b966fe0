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
        (ResultRecord::SCHEMA, of::<ResultRecord>(ResultRecord::SCHEMA)),
        (EnumerationRecord::SCHEMA, of::<EnumerationRecord>(EnumerationRecord::SCHEMA)),
        (PuzzleRecord::SCHEMA, of::<PuzzleRecord>(PuzzleRecord::SCHEMA)),
        (HittingSetsRecord::SCHEMA, of::<HittingSetsRecord>(HittingSetsRecord::SCHEMA)),
        (HittingSetRecord::SCHEMA, of::<HittingSetRecord>(HittingSetRecord::SCHEMA)),
        (BilevelRecord::SCHEMA, of::<BilevelRecord>(BilevelRecord::SCHEMA)),
        (CheckRecord::SCHEMA, of::<CheckRecord>(CheckRecord::SCHEMA)),
        (SetsRecord::SCHEMA, of::<SetsRecord>(SetsRecord::SCHEMA)),
        (BlueprintsRecord::SCHEMA, of::<BlueprintsRecord>(BlueprintsRecord::SCHEMA)),
        (ExportRecord::SCHEMA, of::<ExportRecord>(ExportRecord::SCHEMA)),
        (VerdictRecord::SCHEMA, of::<VerdictRecord>(VerdictRecord::SCHEMA)),
        (GeneratedRecord::SCHEMA, of::<GeneratedRecord>(GeneratedRecord::SCHEMA)),
        (CatalogRecord::SCHEMA, of::<CatalogRecord>(CatalogRecord::SCHEMA)),
        (CatalogCountRecord::SCHEMA, of::<CatalogCountRecord>(CatalogCountRecord::SCHEMA)),
        (BandRecord::SCHEMA, of::<BandRecord>(BandRecord::SCHEMA)),
        (CatalogPuzzleRecord::SCHEMA, of::<CatalogPuzzleRecord>(CatalogPuzzleRecord::SCHEMA)),
        (RegionRecord::SCHEMA, of::<RegionRecord>(RegionRecord::SCHEMA)),
        (RegionsRecord::SCHEMA, of::<RegionsRecord>(RegionsRecord::SCHEMA)),
        (CanonRecord::SCHEMA, of::<CanonRecord>(CanonRecord::SCHEMA)),
        (MinimizeRecord::SCHEMA, of::<MinimizeRecord>(MinimizeRecord::SCHEMA)),
        (HuntRecord::SCHEMA, of::<HuntRecord>(HuntRecord::SCHEMA)),
        (NeighborsRecord::SCHEMA, of::<NeighborsRecord>(NeighborsRecord::SCHEMA)),
        (RateRecord::SCHEMA, of::<RateRecord>(RateRecord::SCHEMA)),
        (FillRecord::SCHEMA, of::<FillRecord>(FillRecord::SCHEMA)),
        (BacktrackingRecord::SCHEMA, of::<BacktrackingRecord>(BacktrackingRecord::SCHEMA)),
        (SquaresRecord::SCHEMA, of::<SquaresRecord>(SquaresRecord::SCHEMA)),
        (TraceRecord::SCHEMA, of::<TraceRecord>(TraceRecord::SCHEMA)),
        (CampaignStatusRecord::SCHEMA, of::<CampaignStatusRecord>(CampaignStatusRecord::SCHEMA)),
        (NodeLogRecord::SCHEMA, of::<NodeLogRecord<'static>>(NodeLogRecord::SCHEMA)),
    ]
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
