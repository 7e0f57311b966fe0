//! The arguments of `enumerate`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args as ClapArgs;

use minclue_solver::{Engines, RegionPreset, SetSource};

use super::heading;
use super::values::{at_least_one, range};
use super::{
    Common, FormatArg, JobArgs, LimitArgs, NO_BILEVEL, NativeArgs, REGIONS, VariantArgs, formats, of_hypergraph,
};

/// The arguments of `enumerate`.
#[derive(Debug, ClapArgs)]
pub struct EnumerateArgs {
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

    /// Engine: native, or a published search such as dmus
    ///
    /// Published searches: checker2006, dmus-basic, dmus, checker2012 and v1 to v5, with settings such as
    /// dmus/sets=512/shrink=up; see docs/searches.md.
    #[arg(long, default_value_t, value_name = "ENGINE")]
    #[arg(help_heading = heading::ENGINE)]
    #[cfg_attr(not(feature = "papers"), arg(help = "native", long_help = "native"))]
    pub engine: Engines,

    /// Source of the start sets [default: complete, or that of the published search's paper]
    #[arg(long, value_enum, value_name = "SOURCE")]
    #[arg(help_heading = heading::SETS, hide_short_help = true)]
    pub source: Option<SetSource>,

    /// Regions of --source region [default: all]
    #[arg(long, value_enum, value_name = "REGIONS")]
    #[arg(help_heading = heading::SETS, hide_short_help = true)]
    pub regions: Option<RegionPreset>,

    /// List the hitting sets with K vertices of a hypergraph (- is standard input), one a line; CELLS are then vertex
    /// numbers from 1
    #[arg(
        long,
        value_name = "FILE.hgr",
        conflicts_with_all = ["input", "column", "shape", "variant", "jobs", "source", "regions", "max_solutions"]
    )]
    #[arg(help_heading = heading::INPUT, hide_short_help = true)]
    pub hypergraph: Option<PathBuf>,

    /// Number of clues, or a range such as 17..18, both ends included
    #[arg(short = 'k', long, value_name = "K|RANGE", value_parser = range, allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION)]
    pub clues: RangeInclusive<u64>,

    /// Only minimal puzzles, in which every clue is needed
    #[arg(long)]
    #[arg(help_heading = heading::QUESTION)]
    pub minimal: bool,

    /// Puzzles with at most N solutions, one of which is the grid
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION, hide_short_help = true)]
    pub max_solutions: u64,

    /// Cells that are clues of every puzzle: r1c1,r2c3,...
    ///
    /// Or a line with a character for each cell, in which all but . and 0 marks a cell.
    #[arg(long, value_name = "CELLS", allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION)]
    pub given: Option<String>,

    /// Cells that are clues of no puzzle, in the same form
    #[arg(long, value_name = "CELLS", allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION)]
    pub forbidden: Option<String>,

    /// Write a certificate that these are all the puzzles, and check it
    ///
    /// {} is the number of the grid.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["given", "forbidden", "hypergraph"])]
    #[arg(help_heading = heading::PROOF)]
    pub certify: Option<PathBuf>,

    /// Write the number of puzzles, not the puzzles
    #[arg(long)]
    #[arg(help_heading = heading::OUTPUT)]
    pub count: bool,

    #[command(flatten)]
    pub limits: LimitArgs,

    /// How many at a time.
    #[command(flatten)]
    pub jobs: JobArgs,

    /// How the search works.
    #[command(flatten)]
    pub native: NativeArgs,
}

impl EnumerateArgs {
    /// Options that do not go together.
    pub(in super::super) fn contradiction(&self) -> Option<&'static str> {
        if self.hypergraph.is_some() && self.clues.start() != self.clues.end() {
            return Some("--hypergraph takes one number of vertices: give -k a number, not a range");
        }
        if let Some(message) = self.hypergraph.as_ref().and_then(|_| of_hypergraph(self.format)) {
            return Some(message);
        }
        if self.count
            && let Some(message) = self.format.of_counts()
        {
            return Some(message);
        }
        if self.certify.is_some() && self.clues.start() != self.clues.end() {
            return Some(
                "--certify takes one number of clues, which covers all smaller ones: give -k a number, not a range",
            );
        }
        match self.engine {
            Engines::Published(_) if self.certify.is_some() => {
                Some("published searches write no certificates; use --certify with --engine native")
            }
            Engines::Bilevel | Engines::Both => Some(NO_BILEVEL),
            Engines::Native if self.max_solutions > 1 && self.certify.is_some() => {
                Some("a certificate is about puzzles with one solution; omit --max-solutions or --certify")
            }
            _ => (self.regions.is_some() && self.source != Some(SetSource::Region))
                .then_some(REGIONS)
                .or_else(|| self.of_rules(&self.variant)),
        }
    }

    /// What these rules, of `--variant` or of an entry, do not go with.
    pub(in super::super) fn of_rules(&self, rules: &VariantArgs) -> Option<&'static str> {
        rules.of_engines(self.engine, self.source, false)
    }
}
