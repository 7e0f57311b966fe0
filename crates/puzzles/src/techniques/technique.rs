//! The techniques, in the order in which they are tried.

use std::fmt;

use super::alternating::Alternating;
use super::coloring::SimpleColoring;
use super::fish::Fish;
use super::hidden_subset::HiddenSubset;
use super::locked::Locked;
use super::naked_subset::NakedSubset;
use super::rectangle::UniqueRectangle;
use super::singles::{FullHouse, HiddenSingle, NakedSingle};
use super::turbot::{Skyscraper, TwoStringKite};
use super::w_wing::WWing;
use super::xy_chain::XyChain;
use super::xy_wing::XyWing;
use super::xyz_wing::XyzWing;
use super::{Find, SolvingLevel};

/// Makes the list of techniques: each has its name, its level, and what finds it.
macro_rules! techniques {
    ($($(#[$doc:meta])* $variant:ident, $name:literal, $level:ident, $finder:expr;)*) => {
        /// A technique, easiest first.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Technique {
            $($(#[$doc])* $variant,)*
        }

        impl Technique {
            /// All techniques, easiest first; the last is a guess.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            #[must_use]
            pub fn level(self) -> SolvingLevel {
                match self {
                    $(Self::$variant => SolvingLevel::$level,)*
                }
            }

            /// Returns its finder; a guess has none.
            pub(super) fn finder(self) -> Option<&'static dyn Find> {
                match self {
                    $(Self::$variant => $finder,)*
                }
            }
        }
    };
}

techniques! {
    /// A house has one empty cell.
    FullHouse, "full house", Easy, Some(&FullHouse);
    /// A digit has one place in a house.
    HiddenSingle, "hidden single", Easy, Some(&HiddenSingle);
    /// A cell has one candidate.
    NakedSingle, "naked single", Easy, Some(&NakedSingle);
    /// In a box, a digit is in one line only (locked candidates, type 1).
    Pointing, "pointing", Medium, Some(&Locked::POINTING);
    /// In a line, a digit is in one box only (locked candidates, type 2).
    Claiming, "claiming", Medium, Some(&Locked::CLAIMING);
    /// Two cells of a house have two digits.
    NakedPair, "naked pair", Medium, Some(&NakedSubset::PAIR);
    /// Two digits of a house have two places.
    HiddenPair, "hidden pair", Medium, Some(&HiddenSubset::PAIR);
    /// Three cells of a house have three digits.
    NakedTriple, "naked triple", Hard, Some(&NakedSubset::TRIPLE);
    /// Three digits of a house have three places.
    HiddenTriple, "hidden triple", Hard, Some(&HiddenSubset::TRIPLE);
    /// Four cells of a house have four digits.
    NakedQuad, "naked quad", Hard, Some(&NakedSubset::QUAD);
    /// Four digits of a house have four places.
    HiddenQuad, "hidden quad", Hard, Some(&HiddenSubset::QUAD);
    /// In two lines, a digit is in two crossing lines only.
    XWing, "X-wing", Hard, Some(&Fish::X_WING);
    /// Two parallel lines with two places each, two of which share a line.
    Skyscraper, "skyscraper", Hard, Some(&Skyscraper);
    /// A row and a column with two places each, two of which share a box.
    TwoStringKite, "two-string kite", Hard, Some(&TwoStringKite);
    /// Three cells with two candidates each: a pivot, and two cells that it sees.
    XyWing, "XY-wing", Hard, Some(&XyWing);
    /// An XY-wing whose pivot has three candidates.
    XyzWing, "XYZ-wing", Hard, Some(&XyzWing);
    /// Two cells with the same two candidates, and a house that excludes one of these from one of the cells.
    WWing, "W-wing", Expert, Some(&WWing);
    /// In three lines, a digit is in three crossing lines only.
    Swordfish, "swordfish", Expert, Some(&Fish::SWORDFISH);
    /// The places of a digit in houses with two of them, colored with two colors.
    SimpleColoring, "simple coloring", Expert, Some(&SimpleColoring);
    /// Four cells whose digits could be exchanged if they had no other candidates. Only used if a unique solution is
    /// assumed.
    UniqueRectangle, "unique rectangle", Expert, Some(&UniqueRectangle);
    /// In four lines, a digit is in four crossing lines only.
    Jellyfish, "jellyfish", Expert, Some(&Fish::JELLYFISH);
    /// A chain of cells with two candidates each.
    XyChain, "XY-chain", Extreme, Some(&XyChain);
    /// A chain of candidates, each true if the previous one is false (AIC).
    AlternatingChain, "alternating inference chain", Extreme, Some(&Alternating);
    /// No other technique applies.
    Guess, "guess", Beyond, None;
}

impl Technique {
    /// The position in [`Technique::ALL`], from 1.
    #[must_use]
    pub fn rank(self) -> usize {
        self as usize + 1
    }

    /// Returns whether it is invalid for puzzles with several solutions.
    #[must_use]
    pub fn assumes_uniqueness(self) -> bool {
        self == Self::UniqueRectangle
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_never_fall_from_one_technique_to_the_next() {
        assert!(Technique::ALL.windows(2).all(|two| two[0] < two[1] && two[0].level() <= two[1].level()));
        assert!(Technique::ALL.iter().enumerate().all(|(i, t)| t.rank() == i + 1));
        assert_eq!(Technique::ALL.last(), Some(&Technique::Guess));
    }
}
