//! Records with a schema version. A field that is not known is left out; it is never null.
//!
//! Conventions: cells are 0-based and row-major, grids and puzzles are one line of text (see `sudoku::line`), counts
//! are `n_*`, and `seconds` is wall-clock time.

use serde::Serialize;
use serde_json::Value;

use minclue_core::base::harmless_json;

use super::head::{AnswerStatus, Head};
use super::picture::Figure;

/// The field at the end of the record of an answer that has the options that were said and are no defaults, by name with
/// `_` in place of `-`. It is left out where there are none. The program adds it to whatever it writes, so that no record
/// has to know the options of its subcommand.
pub const OPTIONS: &str = "options";

/// Any record as JSON. Whatever serializes is one, so a record has nothing to do for it but to derive `Serialize`.
pub trait Json {
    /// The text of one JSON value, on one line.
    ///
    /// # Errors
    /// What serde cannot write.
    fn json(&self) -> serde_json::Result<Vec<u8>>;

    /// The value itself.
    ///
    /// # Errors
    /// What serde cannot write.
    fn value(&self) -> serde_json::Result<Value>;
}

impl<T: Serialize> Json for T {
    fn json(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_string(self).map(harmless_json).map(String::into_bytes)
    }

    fn value(&self) -> serde_json::Result<Value> {
        serde_json::to_value(self)
    }
}

/// The answer of a verb for one input.
pub trait Record: Json + Send {
    /// The input and how it ended.
    fn head(&self) -> &Head;

    /// How it ended, and how each of several engines did: one of them may have proven what stopped another.
    fn statuses(&self) -> Vec<AnswerStatus> {
        vec![self.head().status]
    }

    /// Is there something to read in it? What was not answered has its message on standard error.
    fn says_something(&self) -> bool {
        self.head().error.is_none()
    }

    /// Is it a line of a list that may have millions? It does not repeat the options of its run.
    fn is_listed(&self) -> bool {
        false
    }

    /// What people read, painted if they see colors.
    fn text(&self, paint: bool) -> Text;

    /// The puzzle that it answers with, on one line: what other programs can play.
    fn puzzle(&self) -> Option<String> {
        let value = self.value().ok()?;
        let field = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        field("puzzle").or_else(|| field("minlex"))
    }

    /// The same on one line, for other programs and for long lists, where it has such a form.
    fn line(&self) -> Text {
        self.text(false)
    }

    /// What there is to draw.
    fn figure(&self) -> Option<Figure> {
        None
    }
}

/// What people read of a record, and how it stands among others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text {
    /// Nothing: all of it was written while it was found.
    Nothing,
    /// One line, with the name before it as in an input. Nothing stands between two, so that other programs can read
    /// them.
    Line(String),
    /// Lines below the name.
    Lines(String),
    /// Lines below the name, and an empty line between two of these.
    Block(String),
}

impl From<Option<String>> for Text {
    fn from(line: Option<String>) -> Self {
        line.map_or(Self::Nothing, Self::Line)
    }
}

/// A record that can be a row of a table with a head line.
pub trait Table: Record {
    /// What the columns are.
    const COLUMNS: Columns;
}

/// The columns of a table of records. A dot in the name of a field leads to a field within a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Columns {
    /// The fields that are columns for programs, with spaces between them.
    pub names: &'static str,
    /// The fields that are columns for people, each with its heading.
    pub shown: &'static [(&'static str, &'static str)],
    /// The field that has a list, where each item of it makes a row of its own.
    pub rows: Option<&'static str>,
}
