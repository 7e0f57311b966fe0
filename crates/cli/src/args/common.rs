//! What all verbs have in common.

use std::ffi::OsString;

use clap::Args as ClapArgs;

use minclue_core::sudoku::Shape;
use minclue_puzzles::grid_files::Column;

use super::{MessageArgs, heading};

/// What all verbs have in common.
#[derive(Debug, ClapArgs)]
pub struct Common {
    /// Files, grids themselves, or - for standard input [default: -]
    #[arg(value_name = "INPUT")]
    pub input: Vec<OsString>,

    /// Column of a table (name or number from 1) or field of JSON that has the puzzle
    #[arg(long, value_name = "NAME|NUMBER")]
    #[arg(help_heading = heading::INPUT, hide_short_help = true)]
    pub column: Option<Column>,

    /// Box shape, rows x columns, such as 2x3
    ///
    /// 2x3 and 3x2 differ; 1x5 is the Latin square of order 5. By default the size decides.
    #[arg(long, value_name = "RxC", allow_hyphen_values = true)]
    #[arg(help_heading = heading::INPUT)]
    pub shape: Option<Shape>,

    #[command(flatten)]
    pub messages: MessageArgs,
}
