//! Results on standard output: for people, as a table, as pictures, as one JSON document, or one JSON record a line.

mod csv;
mod json;
mod jsonl;
mod puzzles;
mod rows;
mod sink;
mod svg;
mod table;
mod text;

use minclue_report::{Columns, Table};

use super::args::values::as_usize;
use super::args::{FormatArg, VariantArgs};
use super::embedded;

pub(super) use csv::Csv;
pub(super) use sink::Output;
pub(super) use table::Aligned;

/// On a terminal, the most inputs that are answered by pictures, and the most puzzles that are drawn.
pub(super) const FEW: usize = 4;

/// A format, with what it must know before the first record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    format: FormatArg,
    columns: Columns,
    /// Has what is found a row of its own, and the input none?
    is_list: bool,
    /// Are there more inputs than are drawn?
    is_long: bool,
    /// Figures side by side on a sheet, if that was said.
    n_columns: Option<u64>,
}

impl Layout {
    /// The layout of records that are rows.
    pub(super) fn of<R: Table>(format: FormatArg) -> Self {
        Self::with(format, R::COLUMNS)
    }

    /// The same with other columns.
    pub(super) fn with(format: FormatArg, columns: Columns) -> Self {
        Self { format, columns, is_list: false, is_long: false, n_columns: None }
    }

    /// The layout of a list of what is found, puzzles or hitting sets: in a table, these are the rows.
    pub(super) fn list(format: FormatArg, columns: Columns) -> Self {
        Self { is_list: true, ..Self::with(format, columns) }
    }

    /// The same with this number of figures side by side on a sheet.
    pub(super) fn in_columns(self, n_columns: Option<u64>) -> Self {
        Self { n_columns, ..self }
    }

    /// Why these rules have no place in it.
    pub(super) fn refuses(self, rules: &VariantArgs) -> Option<&'static str> {
        rules.of_format(self.format)
    }

    /// Does it matter how many inputs there are?
    pub(super) fn depends_on_inputs(self) -> bool {
        self.format == FormatArg::Auto && embedded::is_shown()
    }

    /// The layout for `n` inputs, or more.
    pub(super) fn for_inputs(self, n: usize) -> Self {
        Self { is_long: n > FEW, ..self }
    }
}

/// The output in a layout, to standard output, painted or not.
pub(super) fn standard(layout: Layout, paint: bool) -> Box<dyn Output> {
    let out = embedded::stdout();
    let is_terminal = embedded::is_shown();
    let Layout { format, columns, is_list, .. } = layout;
    match format {
        FormatArg::Auto if layout.is_long || !is_terminal => Box::new(text::People::lines(out)),
        FormatArg::Auto => Box::new(text::People::few(out, paint)),
        FormatArg::Text => Box::new(text::People::drawn(out, paint)),
        FormatArg::Lines => Box::new(text::People::lines(out)),
        FormatArg::Table => Box::new(Aligned::new(out, columns, is_list)),
        FormatArg::Csv => Box::new(Csv::new(out, columns, is_list)),
        FormatArg::Json => Box::new(json::Json::new(out)),
        FormatArg::Jsonl => Box::new(jsonl::JsonLines::new(out)),
        FormatArg::Sdk => Box::new(puzzles::Puzzles::new(out, puzzles::Form::Sdk)),
        FormatArg::Link => Box::new(puzzles::Puzzles::new(out, puzzles::Form::Link)),
        FormatArg::Svg => Box::new(svg::Sheet::new(out, layout.n_columns.map(as_usize))),
    }
}
