//! Where unavoidable sets come from.

use clap::ValueEnum;

/// Where unavoidable sets come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SetSource {
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

impl SetSource {
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
pub enum BackendArg {
    /// `HiGHS`, built in.
    #[value(help = "HiGHS, built in")]
    #[default]
    Highs,
    /// CBC, if minclue was built with it
    Cbc,
}

impl BackendArg {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Highs => "highs",
            Self::Cbc => "cbc",
        }
    }
}
