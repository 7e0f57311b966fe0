//! How results are written.

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// How results are written. Not every verb has every form: see [`formats`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// Pictures on a terminal, otherwise one line for each answer
    Auto,
    /// Pictures and sentences
    Text,
    /// One line for each answer
    Lines,
    /// Aligned columns
    Table,
    /// Comma-separated values with a header
    Csv,
    /// One array of all records
    Json,
    /// One record a line, each as soon as it is known
    Jsonl,
    /// Pictures, as one SVG file
    Svg,
    /// Puzzles as the text of .sdk files
    Sdk,
    /// Addresses that open the puzzles in `SudokuPad`
    #[value(help = "Addresses that open the puzzles in SudokuPad")]
    Link,
}

impl FormatArg {
    /// What verbs answer that have pictures.
    pub(in super::super) const ALL: &'static [Self] =
        &[Self::Auto, Self::Text, Self::Lines, Self::Table, Self::Csv, Self::Json, Self::Jsonl, Self::Svg];
    /// What verbs answer that have puzzles.
    pub(in super::super) const PUZZLES: &'static [Self] = &[
        Self::Auto,
        Self::Text,
        Self::Lines,
        Self::Table,
        Self::Csv,
        Self::Json,
        Self::Jsonl,
        Self::Svg,
        Self::Sdk,
        Self::Link,
    ];
    /// What verbs answer that draw nothing, but have rows.
    pub(in super::super) const ROWS: &'static [Self] =
        &[Self::Auto, Self::Text, Self::Lines, Self::Table, Self::Csv, Self::Json, Self::Jsonl];
    /// The same, and pictures and links of squares with rules.
    pub(in super::super) const PUZZLE: &'static [Self] =
        &[Self::Auto, Self::Text, Self::Lines, Self::Table, Self::Csv, Self::Json, Self::Jsonl, Self::Svg, Self::Link];
    pub(in super::super) const PICTURES: &'static [Self] = &[Self::Text, Self::Svg, Self::Sdk, Self::Link];

    /// Are puzzles alone written, in a form of other programs?
    pub(in super::super) fn is_of_puzzles(self) -> bool {
        matches!(self, Self::Sdk | Self::Link)
    }

    /// Are only grids and puzzles written, so that nothing else has a place?
    pub(in super::super) fn is_of_grids(self) -> bool {
        self.is_of_puzzles() || self == Self::Svg
    }

    /// What is wrong with it where `--count` wants numbers alone.
    pub(in super::super) fn of_counts(self) -> Option<&'static str> {
        self.is_of_grids().then_some("--count writes no puzzles; omit it, or omit --format svg, sdk and link")
    }

    /// Do people read it, so that what has no place in it is said to them?
    pub(in super::super) fn is_for_people(self) -> bool {
        matches!(self, Self::Auto | Self::Text | Self::Lines | Self::Table)
    }
}

/// What is wrong with a form that has no place for hypergraphs.
pub(in super::super) fn of_hypergraph(format: FormatArg) -> Option<&'static str> {
    format.is_of_grids().then_some("--format svg, sdk and link are for grids, and a hypergraph has none")
}

/// Reads one of the forms that a verb has.
pub(in super::super) fn formats(forms: &'static [FormatArg]) -> impl TypedValueParser<Value = FormatArg> {
    PossibleValuesParser::new(forms.iter().filter_map(ValueEnum::to_possible_value))
        .try_map(|name| FormatArg::from_str(&name, false))
}
