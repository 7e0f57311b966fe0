//! Results on standard output: for people, as a table, as one JSON document, or one JSON record a line.

mod check;
mod csv;
mod json;
mod jsonl;
mod making;
mod remarks;
mod sink;
mod text;

use std::io;

use super::args::TableFormat;

pub(super) use sink::Output;
pub(super) use text::{clues, why};

/// The output for a format, to standard output, painted or not.
pub(super) fn standard(format: TableFormat, paint: bool) -> Box<dyn Output> {
    let out = io::stdout();
    match format {
        TableFormat::Text => Box::new(text::Text::new(out, paint)),
        TableFormat::Csv => Box::new(csv::Csv::new(out)),
        TableFormat::Json => Box::new(json::Json::new(out)),
        TableFormat::Jsonl => Box::new(jsonl::JsonLines::new(out)),
    }
}
