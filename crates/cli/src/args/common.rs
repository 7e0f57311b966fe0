//! What all verbs have in common.

use std::ffi::OsString;

use clap::{Args as ClapArgs, ValueEnum};

use minclue_core::sudoku::Shape;
use minclue_puzzles::grid_files::Column;

use super::heading;

/// What all verbs have in common.
#[derive(Debug, ClapArgs)]
pub struct Common {
    /// Files, grids themselves, or - for standard input, one after the other [default: -]
    #[arg(value_name = "INPUT")]
    pub input: Vec<OsString>,

    /// The column of a table, by its name or its number from 1, or the field of JSON, that has the puzzle
    #[arg(long, value_name = "NAME|NUMBER")]
    #[arg(help_heading = heading::INPUT)]
    pub column: Option<Column>,

    /// Box shape, rows x columns: 3x2 and 2x3 differ, and 1x5 is the Latin square of order 5
    #[arg(long, value_name = "RxC", allow_hyphen_values = true)]
    #[arg(help_heading = heading::INPUT)]
    pub shape: Option<Shape>,

    /// Log to standard error: the machine, the work, and what the engines report
    #[arg(short, long)]
    #[arg(help_heading = heading::OUTPUT)]
    pub verbose: bool,

    /// No progress on standard error
    #[arg(short, long, conflicts_with = "verbose")]
    #[arg(help_heading = heading::OUTPUT)]
    pub quiet: bool,

    /// Colors in messages.
    #[arg(help = "Colors in messages; auto also obeys NO_COLOR")]
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    #[arg(help_heading = heading::OUTPUT)]
    pub color: Color,
}

/// When messages are colored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
