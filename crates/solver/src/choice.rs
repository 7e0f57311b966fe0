//! What can be chosen: which engines answer, where their sets come from, and what stands in for their parts.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use minclue_engines::published::Published;

/// What searches.
#[cfg_attr(
    feature = "papers",
    expect(clippy::large_enum_variant, reason = "settings are few, and plain values to pass around")
)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engines {
    /// Hitting-set search of our own.
    #[default]
    Native,
    /// Branch and cut over linear programs.
    Bilevel,
    /// The native engine, then the branch and cut, compared.
    Both,
    /// A search as it was published.
    Published(Published),
}

impl FromStr for Engines {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "native" => Ok(Self::Native),
            "bilevel" => Ok(Self::Bilevel),
            "both" => Ok(Self::Both),
            _ if Published::named(text.split('/').next().unwrap_or_default()).is_some() => {
                text.parse().map(Self::Published)
            }
            _ if cfg!(not(feature = "papers")) => Err("take native, bilevel or both".to_owned()),
            _ => Err("take native, bilevel, both, checker2006, dmus-basic, dmus, checker2012, or v1 to v5".to_owned()),
        }
    }
}

impl fmt::Display for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Native => f.write_str("native"),
            Self::Bilevel => f.write_str("bilevel"),
            Self::Both => f.write_str("both"),
            Self::Published(settings) => settings.fmt(f),
        }
    }
}

/// The name of a single engine.
#[cfg_attr(
    feature = "papers",
    expect(clippy::large_enum_variant, reason = "settings are few, and plain values to pass around")
)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineName {
    /// The native search.
    Native,
    /// The branch and cut.
    Bilevel,
    /// A published search.
    Published(Published),
}

impl EngineName {
    /// Returns the engines for an argument, in the order in which they run.
    #[must_use]
    pub fn all(asked: Engines) -> Vec<Self> {
        match asked {
            Engines::Native => vec![Self::Native],
            Engines::Bilevel => vec![Self::Bilevel],
            Engines::Both => vec![Self::Native, Self::Bilevel],
            Engines::Published(settings) => vec![Self::Published(settings)],
        }
    }

    /// The name in records. For a published search, it includes all of its settings.
    #[must_use]
    pub fn text(self) -> Cow<'static, str> {
        match self {
            Self::Native => "native".into(),
            Self::Bilevel => "bilevel".into(),
            Self::Published(settings) => settings.to_string().into(),
        }
    }

    /// Where its start sets come from, if nothing is said.
    pub(crate) fn source(self) -> SetSource {
        match self {
            Self::Native | Self::Bilevel => SetSource::Complete,
            Self::Published(search) if search.takes_blueprints() => SetSource::Blueprint,
            Self::Published(_) => SetSource::Checker,
        }
    }
}

/// What closes small subtrees of the bilevel engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum LeafChoice {
    /// Linear programs, down to the last clue
    Lp,
    /// The native search, once --leaf-clues are left
    Native,
    /// The native search, where a subtree does not cost it too much
    #[default]
    Auto,
}

impl LeafChoice {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Lp => "lp",
            Self::Native => "native",
            Self::Auto => "auto",
        }
    }
}

/// What the linear programs of the bilevel engine know beside the inequalities of unavoidable sets, and how far down
/// they go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Relaxation {
    /// Minima of regions, cutting planes, a split over bands or stacks, and leaves, as the other options set
    #[default]
    Full,
    /// Nothing, as in tjusila-2023: no line of the native search runs
    ///
    /// That is --region-rows none --cuts none --no-split --leaf lp.
    Published,
}

impl Relaxation {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Published => "published",
        }
    }
}

/// What answers for the follower.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Follower {
    /// The solver for the kind of problem
    #[default]
    Oracle,
    /// The follower's integer program on HiGHS
    Highs,
    /// The follower's integer program on CBC
    Cbc,
}

/// What solves the linear programs of the branch and cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum LpSolver {
    /// Dense up to 110 columns (10x10), HiGHS beyond
    #[default]
    Auto,
    /// Our own, on dense dictionaries
    Dense,
    /// HiGHS
    Highs,
}

impl LpSolver {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Dense => "dense",
            Self::Highs => "highs",
        }
    }
}

/// Other cutting planes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Cuts {
    /// None
    None,
    /// Zero-half rows
    #[default]
    ZeroHalf,
}

/// Where unavoidable sets come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
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

/// Further sets of a set that source "ilp" found, for which nothing is solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum LoopImages {
    /// None, as published
    None,
    /// Its images under the symmetries of the grid itself
    Grid,
    /// All sets of its type in the grid
    #[default]
    Types,
}

impl LoopImages {
    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Grid => "grid",
            Self::Types => "types",
        }
    }
}

/// The regions of source "region".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_reads_as_it_is_written() {
        let published = if cfg!(feature = "papers") { &["dmus/sets=12", "checker2012"][..] } else { &[] };
        for text in ["native", "bilevel", "both"].iter().chain(published) {
            let engine: Engines = text.parse().expect(text);
            assert_eq!(engine.to_string().parse(), Ok(engine));
        }
        assert!("simplex".parse::<Engines>().is_err_and(|e| e.contains("take native")));
        #[cfg(feature = "papers")]
        assert!("dmus/sets=0".parse::<Engines>().is_err_and(|e| e.contains("1 to 512")));
    }
}
