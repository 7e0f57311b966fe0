//! Results on standard output: for people, as a table, as one JSON document, or one JSON record a line.

mod csv;
mod json;
mod jsonl;
mod sink;
mod text;

use minclue_report::{Columns, Table};

use super::args::{FormatArg, TableFormat};
use super::embedded;

pub(super) use sink::Output;

/// A format, with what it must know before the first record.
#[derive(Clone, Copy, Debug)]
pub(super) enum Layout {
    Text,
    Csv(Columns),
    Json,
    JsonLines,
}

impl From<FormatArg> for Layout {
    fn from(format: FormatArg) -> Self {
        match format {
            FormatArg::Text => Self::Text,
            FormatArg::Json => Self::Json,
            FormatArg::Jsonl => Self::JsonLines,
        }
    }
}

impl Layout {
    /// The layout of records that can be rows.
    pub(super) fn of<R: Table>(format: TableFormat) -> Self {
        match format {
            TableFormat::Text => Self::Text,
            TableFormat::Csv => Self::Csv(R::COLUMNS),
            TableFormat::Json => Self::Json,
            TableFormat::Jsonl => Self::JsonLines,
        }
    }
}

/// The output in a layout, to standard output, painted or not.
pub(super) fn standard(layout: Layout, paint: bool) -> Box<dyn Output> {
    let out = embedded::stdout();
    match layout {
        Layout::Text => Box::new(text::People::new(out, paint)),
        Layout::Csv(columns) => Box::new(csv::Csv::new(out, columns)),
        Layout::Json => Box::new(json::Json::new(out)),
        Layout::JsonLines => Box::new(jsonl::JsonLines::new(out)),
    }
}
