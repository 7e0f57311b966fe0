//! Records with a schema version. A field that is not known is left out; it is never null.
//!
//! Conventions: cells are 0-based and row-major, grids and puzzles are one line of text (see `sudoku::line`), counts
//! are `n_*`, and `seconds` is wall-clock time.

use serde::Serialize;
use serde_json::Value;

use minclue_core::base::harmless_json;
use minclue_core::problem::Drawing;

use super::head::{AnswerStatus, Head};
use super::picture::Figure;

/// The field at the end of the record of an answer that has the options that were said and are no defaults, by name with
/// `_` in place of `-`. It is omitted if there are none. The program adds it to whatever it writes, so that no record
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

/// What begins with a head.
pub trait Headed {
    /// The input and how it ended.
    fn head(&self) -> &Head;
}

/// The answer of a verb for one input.
pub trait Record: Headed + Json + Send {
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

    /// The puzzle that it answers with as a square with rules, where it was asked about as a model.
    fn drawing(&self) -> Option<&Drawing> {
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
    /// The fields that are columns for people, each with its heading: `id: name, n_clues: clues`.
    pub shown: &'static str,
    /// The field that has a list, where each item of it makes a row of its own.
    pub rows: Option<&'static str>,
}

impl Columns {
    /// The fields that are columns for people, each with its heading.
    pub fn headings(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        self.shown.split(", ").filter_map(|column| column.split_once(": "))
    }
}

/// The type of an answer, from its fields after the head. Beside it come the name of its layout, its columns where it
/// can be a row of a table, and what [`record!`] does with fields.
macro_rules! answer {
    (@rows) => { None };
    (@rows $rows:literal) => { Some($rows) };
    ($(#[$meta:meta])* pub struct $name:ident = $schema:expr; names: $names:literal; shown: $shown:literal $(in $rows:literal)?; $($fields:tt)*) => {
        answer! { $(#[$meta])* pub struct $name = $schema; $($fields)* }

        impl $crate::record::Table for $name {
            const COLUMNS: $crate::record::Columns =
                $crate::record::Columns { names: $names, shown: $shown, rows: answer!(@rows $($rows)?) };
        }
    };
    ($(#[$meta:meta])* pub struct $name:ident = $schema:expr; $($fields:tt)*) => {
        $crate::record::record! {
            $(#[$meta])*
            pub struct $name;
            /// The input and how it ended.
            #[serde(flatten)]
            pub head: $crate::head::Head,
            $($fields)*
        }

        impl $name {
            /// The layout's name and version.
            pub const SCHEMA: &'static str = $schema;

            /// A record of this version of minclue that knows nothing but its input yet.
            #[must_use]
            pub fn new(head: $crate::head::Head, version: &'static str) -> Self {
                Self { head, version, ..Self::default() }
            }
        }

        impl $crate::record::Headed for $name {
            fn head(&self) -> &$crate::head::Head {
                &self.head
            }
        }
    };
}

/// The type of a record or of a part of one, from its fields. One that is an `Option` and has no attribute for serde is
/// left out where it is not known. `seconds`, `seed` and `version` alone are fields that many records have.
macro_rules! record {
    ($(#[$meta:meta])* pub struct $name:ident; $($fields:tt)*) => {
        $crate::record::record! { @[$(#[$meta])* $name] {} $($fields)* }
    };
    (@[$(#[$meta:meta])* $name:ident] { $($done:tt)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, serde::Serialize, schemars::JsonSchema)]
        pub struct $name { $($done)* }
    };
    (@$type:tt { $($done:tt)* } seconds, $($rest:tt)*) => {
        $crate::record::record! { @$type { $($done)* /** Wall-clock seconds.*/ pub seconds: f64, } $($rest)* }
    };
    (@$type:tt { $($done:tt)* } seed, $($rest:tt)*) => {
        $crate::record::record! { @$type { $($done)* /** The seed of every random choice.*/ pub seed: u64, } $($rest)* }
    };
    (@$type:tt { $($done:tt)* } version, $($rest:tt)*) => {
        $crate::record::record! { @$type { $($done)* /** The version of minclue.*/ pub version: &'static str, } $($rest)* }
    };
    (@$type:tt { $($done:tt)* } $(#[doc = $doc:literal])+ pub $field:ident: Option<$known:ty>, $($rest:tt)*) => {
        $crate::record::record! {
            @$type {
                $($done)*
                $(#[doc = $doc])+
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $field: Option<$known>,
            }
            $($rest)*
        }
    };
    (@$type:tt { $($done:tt)* } $(#[$meta:meta])+ pub $field:ident: $always:ty, $($rest:tt)*) => {
        $crate::record::record! { @$type { $($done)* $(#[$meta])+ pub $field: $always, } $($rest)* }
    };
}

pub(crate) use {answer, record};
