//! The arguments of the verbs that make puzzles of puzzles: `canon`, `minimize`, `neighbors`, `rate`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;

use super::values::{at_least_one, n_clues, seed, time};
use super::{Common, Format, TableFormat};

/// The arguments of `canon`.
#[derive(Debug, ClapArgs)]
pub struct CanonArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// How results are written to standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: TableFormat,

    /// The minlex form of the grid that a puzzle has, not of the puzzle
    #[arg(long)]
    pub grids: bool,

    /// One line for each class: only the first of those that are isomorphic
    #[arg(long)]
    pub distinct: bool,

    /// Write the order of the automorphism group after the form
    #[arg(long)]
    pub order: bool,

    /// Is the input isomorphic to this one?
    #[arg(long, value_name = "GRID|PUZZLE")]
    pub same_as: Option<String>,

    /// At most so long for each input
    #[arg(long, value_name = "SECONDS", value_parser = time, allow_hyphen_values = true)]
    pub time_limit: Option<Duration>,
}

/// The arguments of `minimize`.
#[derive(Debug, ClapArgs)]
pub struct MinimizeArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// How results are written to standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: TableFormat,

    /// Drop clues in N random orders, and take the puzzle with the fewest clues
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = at_least_one, allow_hyphen_values = true)]
    pub orders: u64,

    /// Fixes the random orders
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_hyphen_values = true)]
    pub seed: u64,

    /// At most so long for each puzzle
    #[arg(long, value_name = "SECONDS", value_parser = time, allow_hyphen_values = true)]
    pub time_limit: Option<Duration>,
}

/// The arguments of `neighbors`.
#[derive(Debug, ClapArgs)]
pub struct NeighborsArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// How results are written to standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,

    /// Take P clues away
    #[arg(short = 'p', long, value_name = "P", value_parser = n_clues, allow_hyphen_values = true)]
    pub remove: usize,

    /// Put Q clues in, with any digits
    #[arg(short = 'q', long, value_name = "Q", value_parser = n_clues, allow_hyphen_values = true)]
    pub add: usize,

    /// Only puzzles from which no clue can be taken
    #[arg(long)]
    pub minimal: bool,

    /// Also puzzles that are isomorphic to one before them
    #[arg(long, conflicts_with = "known")]
    pub all: bool,

    /// Puzzles that are not new, one a line
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,

    /// Write how many there are, not the puzzles
    #[arg(long)]
    pub count: bool,

    /// Stop after N new puzzles of each input
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    pub max_puzzles: Option<u64>,

    /// At most so long for each puzzle
    #[arg(long, value_name = "SECONDS", value_parser = time, allow_hyphen_values = true)]
    pub time_limit: Option<Duration>,
}

impl NeighborsArgs {
    /// Options that do not go together.
    pub(super) fn conflict(&self) -> Option<&'static str> {
        (self.remove == 0 && self.add == 0)
            .then_some("without a clue taken away or put in there is no neighbour; give -p or -q")
    }
}

/// The arguments of `rate`.
#[derive(Debug, ClapArgs)]
pub struct RateArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// How results are written to standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: TableFormat,

    /// Count at most so many tries, and as many recursions
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    pub max_tries: Option<u64>,

    /// At most so long for each puzzle
    #[arg(long, value_name = "SECONDS", value_parser = time, allow_hyphen_values = true)]
    pub time_limit: Option<Duration>,
}
