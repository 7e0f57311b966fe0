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

    /// Output format
    #[arg(long, value_parser = formats(FormatArg::PUZZLES), default_value = "auto", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: FormatArg,

    /// The rules beside those of the shape.
    #[command(flatten)]
    pub variant: VariantArgs,

    /// Find a minimum hitting set of a hypergraph in the format of PACE 2025 (- is standard input); CELLS are then
    /// vertex numbers from 1
    #[arg(
        long,
        value_name = "FILE.hgr",
        conflicts_with_all = ["input", "column", "shape", "variant", "jobs", "source", "regions", "from", "state"]
    )]
    #[arg(help_heading = heading::INPUT, hide_short_help = true)]
    pub hypergraph: Option<PathBuf>,

    /// Find clues of the least weight; FILE has lines of a cell (or vertex) and a weight, and others weigh 1
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = heading::QUESTION, hide_short_help = true)]
    pub weights: Option<WeightsFile>,

    /// Rows that the clues must satisfy: an LP, MPS or OPB file over the names of cells or vertices, without objective
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = heading::QUESTION, hide_short_help = true)]
    pub rows: Option<PathBuf>,

    /// Was the engine named?
    #[arg(skip)]
    pub is_engine_said: bool,

    /// Engine: native, bilevel, both (compared), or a published search
    ///
    /// Published searches: checker2006, dmus-basic, dmus, checker2012 and v1 to v5, with settings such as
    /// dmus/sets=512/shrink=up; see docs/searches.md.
    #[arg(long, default_value_t, default_value_if("independent", "true", "both"), value_name = "ENGINE")]
    #[arg(help_heading = heading::ENGINE)]
    #[cfg_attr(
        not(feature = "papers"),
        arg(
            help = "Engine: native, bilevel or both (compared)",
            long_help = "Engine: native, bilevel or both (compared)"
        )
    )]
    pub engine: Engines,

    /// Solve twice with independent engines and compare (implies --engine both)
    #[arg(long)]
    #[arg(help_heading = heading::ENGINE)]
    pub independent: bool,

    #[command(flatten)]
    pub limits: LimitArgs,

    /// Limit on the processor time of each thread, for each input and engine
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

    /// Cells that must be clues (they count toward the total): r1c1,r2c3,...
    ///
    /// Or a line with a character for each cell, in which all but . and 0 marks a cell.
    #[arg(long, value_name = "CELLS", allow_hyphen_values = true, conflicts_with = "from")]
    #[arg(help_heading = heading::QUESTION)]
    pub given: Option<String>,

    /// Cells that must not be clues, in the same form
    #[arg(long, value_name = "CELLS", allow_hyphen_values = true, conflicts_with = "from")]
    #[arg(help_heading = heading::QUESTION)]
    pub forbidden: Option<String>,

    /// Write a certificate of the answer, and check it
    ///
    /// {} is the number of the grid.
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = heading::PROOF)]
    pub certify: Option<PathBuf>,

    /// How many at a time.
    #[command(flatten)]
    pub jobs: JobArgs,

    /// How the native engine works.
    #[command(flatten)]
    pub native: NativeArgs,

    /// Source of the start sets of the bilevel engine or of a published search [default: complete, or that of its
    /// paper]
    #[arg(long, value_enum, value_name = "SOURCE")]
    #[arg(help_heading = heading::SETS, hide_short_help = true)]
    pub source: Option<SetSource>,

    /// Regions of --source region [default: all]
    #[arg(long, value_enum, value_name = "REGIONS")]
    #[arg(help_heading = heading::SETS, hide_short_help = true)]
    pub regions: Option<RegionPreset>,

    /// Read the start sets of every engine from FILE: records of sets --list, or lines of cell numbers
    #[arg(long, value_name = "FILE", conflicts_with_all = ["source", "regions"])]
    #[arg(help_heading = heading::SETS, hide_short_help = true)]
    pub from: Option<PathBuf>,

    /// Start from at most N sets; 0 means none
    #[arg(long, value_name = "N", value_parser = number, allow_hyphen_values = true)]
    #[arg(help_heading = heading::SETS, hide_short_help = true)]
    pub max_sets: Option<u64>,

    /// How the bilevel engine works.
    #[command(flatten)]
    pub bilevel: BilevelArgs,
}
