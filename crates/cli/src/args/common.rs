//! What all verbs have in common.

use std::ffi::OsString;

use clap::Args as ClapArgs;

use minclue_core::sudoku::Shape;
use minclue_puzzles::grid_files::Column;

use super::{MessageArgs, heading};

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

    #[command(flatten)]
    pub messages: MessageArgs,
}
