//! The arguments of `solve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;

use minclue_solver::{Engines, RegionPreset, SetSource};

use super::super::weights::WeightsFile;
use super::heading;
use super::values::{n_clues, number, some_clues, time};
use super::{BilevelArgs, Common, FormatArg, JobArgs, LimitArgs, NativeArgs, VariantArgs, formats};

/// The arguments of `solve`.
#[derive(Debug, ClapArgs)]
pub struct SolveArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// How results are written to standard output
    #[arg(long, value_parser = formats(FormatArg::PUZZLES), default_value = "auto", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: FormatArg,

    /// The rules beside those of the shape.
    #[command(flatten)]
    pub variant: VariantArgs,

    /// In place of grids a hypergraph in the format of PACE 2025, or - for standard input: a minimum hitting set; CELLS
    /// are vertex numbers from 1
    #[arg(
        long,
        value_name = "FILE.hgr",
        conflicts_with_all = ["input", "column", "shape", "variant", "jobs", "source", "regions", "from", "state"]
    )]
    #[arg(help_heading = heading::INPUT, hide_short_help = true)]
    pub hypergraph: Option<PathBuf>,

    /// Look for clues of the least weight: lines of a cell, or a vertex of --hypergraph, and a weight; those that are
    /// not named weigh 1
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = heading::QUESTION, hide_short_help = true)]
    pub weights: Option<WeightsFile>,

    /// Rows that the clues must keep: an LP, MPS or OPB file over the names of cells or vertices, without objective
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = heading::QUESTION, hide_short_help = true)]
    pub rows: Option<PathBuf>,

    /// Was the engine named?
    #[arg(skip)]
    pub is_engine_said: bool,

    /// native, bilevel, both (one after the other, compared), or a published search: checker2006, dmus-basic, dmus,
    /// checker2012, v1 to v5, with settings such as dmus/sets=512/shrink=up
    #[arg(long, default_value_t, default_value_if("independent", "true", "both"), value_name = "ENGINE")]
    #[arg(help_heading = heading::ENGINE)]
    #[cfg_attr(not(feature = "papers"), arg(help = "native, bilevel or both (one after the other, compared)"))]
    pub engine: Engines,

    /// Solve twice with independent engines and compare (implies --engine both)
    #[arg(long)]
    #[arg(help_heading = heading::ENGINE)]
    pub independent: bool,

    #[command(flatten)]
    pub limits: LimitArgs,

    /// Limit on the processor time of each thread, for each input and engine, written as a time
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    #[arg(help_heading = heading::LIMITS, hide_short_help = true)]
    pub cpu_limit: Option<Duration>,

    /// Stop as soon as it is known whether a puzzle has at most K clues
    #[arg(long, value_name = "K", value_parser = n_clues, allow_hyphen_values = true, conflicts_with = "at_least")]
    #[arg(help_heading = heading::QUESTION)]
    pub at_most: Option<usize>,

    /// Stop as soon as it is known whether the minimum is at least K
    #[arg(long, value_name = "K", value_parser = some_clues, allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION)]
    pub at_least: Option<usize>,

    /// Cells that must be clues (they count toward the total): r1c1,r2c3,... or a line that marks them, such as
    /// X...............
    #[arg(long, value_name = "CELLS", allow_hyphen_values = true, conflicts_with = "from")]
    #[arg(help_heading = heading::QUESTION)]
    pub given: Option<String>,

    /// Cells that must not be clues, written in the same way
    #[arg(long, value_name = "CELLS", allow_hyphen_values = true, conflicts_with = "from")]
    #[arg(help_heading = heading::QUESTION)]
    pub forbidden: Option<String>,

    /// Write a certificate of the answer, and check it before the answer is shown; {} stands for the number of the grid
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = heading::PROOF)]
    pub certify: Option<PathBuf>,

    /// How many at a time.
    #[command(flatten)]
    pub jobs: JobArgs,

    /// How the native engine works.
    #[command(flatten)]
    pub native: NativeArgs,

    /// Where the start sets of the bilevel engine or of a published search come from [default: complete, or those of
    /// its paper]
    #[arg(long, value_enum, value_name = "SOURCE")]
    #[arg(help_heading = heading::SETS, hide_short_help = true)]
    pub source: Option<SetSource>,

    /// The regions of --source region [default: all]
    #[arg(long, value_enum, value_name = "REGIONS")]
    #[arg(help_heading = heading::SETS, hide_short_help = true)]
    pub regions: Option<RegionPreset>,

    /// Start sets of every engine from a file: records of sets --list, or lines of cell numbers
    #[arg(long, value_name = "FILE", conflicts_with_all = ["source", "regions"])]
    #[arg(help_heading = heading::SETS, hide_short_help = true)]
    pub from: Option<PathBuf>,

    /// Start from at most N sets; with 0 an engine starts from none
    #[arg(long, value_name = "N", value_parser = number, allow_hyphen_values = true)]
    #[arg(help_heading = heading::SETS, hide_short_help = true)]
    pub max_sets: Option<u64>,

    /// How the bilevel engine works.
    #[command(flatten)]
    pub bilevel: BilevelArgs,
}
