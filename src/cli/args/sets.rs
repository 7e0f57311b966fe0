//! The arguments of `sets`, and where sets come from.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, ValueEnum};

use super::values::{at_least_one, number, time};
use super::{Common, Format};

/// The arguments of `sets`.
#[derive(Debug, ClapArgs)]
pub struct SetsArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// How results are written to standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,

    /// Where the sets come from
    #[arg(long, value_enum, default_value_t, value_name = "SOURCE")]
    pub source: Source,

    /// The solver of --source ilp [default: highs]
    #[arg(long, value_enum, value_name = "BACKEND")]
    pub backend: Option<Backend>,

    /// The regions of --source region [default: all]
    #[arg(long, value_enum, value_name = "REGIONS")]
    pub regions: Option<RegionPreset>,

    /// Unavoidable sets from a file in place of a source: records of sets --list, cut lists, lines of cell numbers
    #[arg(long, value_name = "FILE", conflicts_with_all = ["source", "backend", "regions", "form", "journal"])]
    pub from: Option<PathBuf>,

    /// What each program of --source ilp asks for [default: sizes]
    #[arg(long, value_enum, value_name = "FORM")]
    pub form: Option<Form>,

    /// Write every solve of --source ilp to FILE, or go on from there
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,

    /// Sets of at most so many cells
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    pub max_size: Option<u64>,

    /// At most so many sets; 0 is none
    #[arg(long, value_name = "N", value_parser = number, allow_hyphen_values = true)]
    pub max_sets: Option<u64>,

    /// At most so long for each grid
    #[arg(long, value_name = "SECONDS", value_parser = time, allow_hyphen_values = true)]
    pub time_limit: Option<Duration>,

    /// Write the sets themselves, not only their number
    #[arg(long)]
    pub list: bool,

    /// Write what the sets say of the grid: disjoint sets, sets that need two clues, digits and boxes
    #[arg(long)]
    pub stats: bool,
}

/// What is wrong with `--regions` beside another source.
pub(super) const REGIONS: &str = "--regions chooses what is searched for sets; it goes with --source region only";

/// Where unavoidable sets come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Source {
    /// Every minimal set up to a size, by forced displacements
    #[default]
    Complete,
    /// Region by region: digits, bands, stacks, boxes
    Region,
    /// By the types of sets up to symmetry, matched against the grid
    Blueprint,
    /// One integer program after the other, smallest sets first
    Ilp,
    /// Those of CHECKER, the program of 2006: all of at most 12 cells, and of at most 14 in its regions
    Checker,
}

impl Source {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Region => "region",
            Self::Blueprint => "blueprint",
            Self::Ilp => "ilp",
            Self::Checker => "checker",
        }
    }
}

/// The regions of source "region".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum RegionPreset {
    /// Three digits, bands, stacks, 2x2 boxes
    Checker,
    /// These, any four boxes, and all sets of at most 11 cells
    LinWu,
    /// Two to five digits, bands, stacks, 2x2 and any four boxes
    #[default]
    All,
}

impl RegionPreset {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Checker => "checker",
            Self::LinWu => "lin-wu",
            Self::All => "all",
        }
    }
}

/// What solves integer programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Backend {
    /// `HiGHS`, built in.
    #[value(help = "HiGHS, built in")]
    #[default]
    Highs,
    /// CBC, if minclue was built with it
    Cbc,
}

impl Backend {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Highs => "highs",
            Self::Cbc => "cbc",
        }
    }
}

/// Which integer programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Sets of 1, 2, 3, ... cells, until there is none of that size
    #[default]
    Sizes,
    /// A smallest set that is left
    Minimise,
}

impl SetsArgs {
    /// Options that do not go together.
    pub(super) fn conflict(&self) -> Option<&'static str> {
        let is_ilp = self.source == Source::Ilp;
        if self.regions.is_some() && self.source != Source::Region {
            Some(REGIONS)
        } else if self.backend.is_some() && !is_ilp {
            Some("--backend chooses an ILP solver; it goes with --source ilp only")
        } else if self.form.is_some() && !is_ilp {
            Some("--form chooses the integer programs; it goes with --source ilp only")
        } else if self.journal.is_some() && !is_ilp {
            Some("--journal keeps the solves of integer programs; it goes with --source ilp only")
        } else if self.backend == Some(Backend::Cbc) && !cfg!(feature = "cbc") {
            Some("this minclue was built without CBC; take --backend highs")
        } else {
            None
        }
    }
}
