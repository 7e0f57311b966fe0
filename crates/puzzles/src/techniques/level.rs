//! The difficulty of a puzzle for people, as a word.

use std::fmt;

/// The difficulty of a puzzle, which is that of the hardest technique that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum SolvingLevel {
    /// Singles.
    #[cfg_attr(feature = "clap", value(help = "Singles"))]
    Easy,
    /// Locked candidates and pairs.
    #[cfg_attr(feature = "clap", value(help = "Locked candidates and pairs"))]
    Medium,
    /// Triples, quads, X-wing, skyscraper and XY-wing.
    #[cfg_attr(feature = "clap", value(help = "Triples, quads, X-wing, skyscraper and XY-wing"))]
    Hard,
    /// W-wing, larger fish, colors and unique rectangles.
    #[cfg_attr(feature = "clap", value(help = "W-wing, larger fish, colors and unique rectangles"))]
    Expert,
    /// Chains.
    #[cfg_attr(feature = "clap", value(help = "Chains"))]
    Extreme,
    /// No technique that is known here is enough.
    #[cfg_attr(feature = "clap", value(help = "Not without a guess, or what is not known here"))]
    Beyond,
}

impl SolvingLevel {
    /// All levels, easiest first.
    pub const ALL: &[Self] = &[Self::Easy, Self::Medium, Self::Hard, Self::Expert, Self::Extreme, Self::Beyond];

    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
            Self::Extreme => "extreme",
            Self::Beyond => "beyond",
        }
    }
}

impl fmt::Display for SolvingLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
