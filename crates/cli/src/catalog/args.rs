//! The arguments of `catalog`.

use std::time::Duration;

use clap::Args as ClapArgs;

use minclue_catalog::{ChunkTextError, MinlexBand, REGION_CLUES, RegionChunk};
use minclue_core::sudoku::Shape;

use super::super::args::heading;
use super::super::args::values::time;
use super::super::args::{Color, FormatArg, formats};

/// The arguments of `catalog`.
#[derive(Clone, Debug, ClapArgs)]
pub struct CatalogArgs {
    /// Bands, 1 to 416, or parts of them: 17.0.1000 has the grids of band 17 whose prefix number is below 1000
    /// [default: all bands]
    #[arg(value_name = "PART", value_parser = part)]
    pub parts: Vec<String>,

    /// List all puzzles with K clues, 16 to 18, of all grids; parts are then regions (docs/catalog.md)
    #[arg(short = 'k', long = "clues", value_name = "K", value_parser = region_clues, allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["shape", "bands"], help_heading = heading::QUESTION)]
    pub clues: Option<usize>,

    /// List the regions of a grid, each as a part for -k; of a puzzle with 16 to 18 clues, those that must find it
    #[arg(long, value_name = "GRID", conflicts_with_all = ["parts", "shape", "count", "bands", "clues", "regions"])]
    #[arg(help_heading = heading::QUESTION)]
    pub find: Option<String>,

    /// With -k: only minimal puzzles, in which every clue is needed
    #[arg(long, requires = "clues")]
    #[arg(help_heading = heading::QUESTION)]
    pub minimal: bool,

    /// List the regions, or with --count their numbers; with -k, write a record for each region
    #[arg(long, conflicts_with_all = ["shape", "bands"])]
    #[arg(help_heading = heading::OUTPUT)]
    pub regions: bool,

    /// With --regions: count the sets of M cells, 1 to 11, of its two bands that leave one solution
    #[arg(long, value_name = "M", requires = "regions", conflicts_with_all = ["clues", "count"])]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=11), help_heading = heading::OUTPUT)]
    pub valid: Option<u8>,

    /// Box shape: 3x3, or all grids of 2x2, 2x3 or 3x2 [default: 3x3]
    #[arg(long, value_name = "RxC", conflicts_with_all = ["parts", "bands"], allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION)]
    pub shape: Option<Shape>,

    /// Write only the number of grids of each part
    #[arg(long)]
    #[arg(help_heading = heading::QUESTION)]
    pub count: bool,

    /// List the bands, each with its numbers of automorphisms, prefixes, candidates and second bands
    #[arg(long, conflicts_with_all = ["parts", "count", "time_limit"])]
    #[arg(help_heading = heading::QUESTION)]
    pub bands: bool,

    /// Output format
    #[arg(long, value_parser = formats(FormatArg::PUZZLES), default_value = "auto", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: FormatArg,

    /// Time limit for each part: seconds, or 500ms, 5m, 1h30m
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    #[arg(help_heading = heading::LIMITS)]
    pub time_limit: Option<Duration>,

    /// Show no progress
    #[arg(short, long)]
    #[arg(help_heading = heading::OUTPUT)]
    pub quiet: bool,

    #[arg(help = "Use colors; auto obeys NO_COLOR")]
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    #[arg(help_heading = heading::OUTPUT)]
    pub color: Color,
}

impl CatalogArgs {
    /// The parts with `-k`, and of regions.
    pub(super) fn region_parts(&self) -> Vec<RegionChunk> {
        if self.parts.is_empty() {
            return MinlexBand::all().map(RegionChunk::whole).collect();
        }
        self.parts.iter().filter_map(|part| part.parse().ok()).collect()
    }
}

/// A part, which may have all second bands.
fn part(text: &str) -> Result<String, ChunkTextError> {
    text.parse::<RegionChunk>().map(|_| text.to_owned())
}

fn region_clues(text: &str) -> Result<usize, String> {
    let wanted =
        format!("complete catalogs can be searched for {} to {} clues", REGION_CLUES.start(), REGION_CLUES.end());
    text.parse().ok().filter(|n| REGION_CLUES.contains(n)).ok_or(wanted)
}
