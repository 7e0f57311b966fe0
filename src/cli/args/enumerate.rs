//! The arguments of `enumerate`.

use std::time::Duration;

use clap::Args as ClapArgs;

use super::values::{at_least_one, n_clues, time};
use super::{Common, Format, NativeArgs};

/// The arguments of `enumerate`.
#[derive(Debug, ClapArgs)]
pub struct EnumerateArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// How results are written to standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,

    /// Puzzles with exactly K clues
    #[arg(short = 'k', long, value_name = "K", value_parser = n_clues, allow_hyphen_values = true)]
    pub clues: usize,

    /// Only puzzles from which no clue can be taken
    #[arg(long)]
    pub minimal: bool,

    /// Cells that are clues of every puzzle: r1c1,r2c3,... or a line that marks them, such as X...............
    #[arg(long, value_name = "CELLS", allow_hyphen_values = true)]
    pub given: Option<String>,

    /// Cells that are clues of no puzzle, written in the same way
    #[arg(long, value_name = "CELLS", allow_hyphen_values = true)]
    pub forbidden: Option<String>,

    /// Write how many there are, not the puzzles
    #[arg(long)]
    pub count: bool,

    /// At most so long for each grid
    #[arg(long, value_name = "SECONDS", value_parser = time, allow_hyphen_values = true)]
    pub time_limit: Option<Duration>,

    /// At most so many search nodes for each grid
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    pub node_limit: Option<u64>,

    /// How the search works.
    #[command(flatten)]
    pub native: NativeArgs,
}
