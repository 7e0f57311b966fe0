//! How a run of `study inequalities` ends its branches, and who answers for the follower.

use std::str::FromStr;

use clap::ValueEnum;

use minclue_solver::{Follower, LeafChoice};

/// One value of `--leaves`: that of `--leaf`, and after a plus that of `--follower`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StudyLeaf {
    /// How the engine ends a branch.
    leaf: LeafChoice,
    /// What answers for the follower.
    follower: Follower,
}

impl StudyLeaf {
    /// As it is written.
    pub(super) fn name(self) -> String {
        match self.follower.to_possible_value() {
            Some(follower) if self.follower != Follower::Oracle => {
                format!("{}+{}", self.leaf.name(), follower.get_name())
            }
            _ => self.leaf.name().to_owned(),
        }
    }

    /// Does it leave no branch to the native search?
    pub(super) fn is_lp(self) -> bool {
        self.leaf == LeafChoice::Lp
    }

    /// The options of `solve` for the name of one.
    pub(super) fn options(name: &str) -> Vec<(&'static str, String)> {
        let (leaf, follower) = name.split_once('+').map_or((name, None), |(leaf, follower)| (leaf, Some(follower)));
        let mut options = vec![("--leaf", leaf.to_owned())];
        options.extend(follower.map(|follower| ("--follower", follower.to_owned())));
        options
    }
}

impl FromStr for StudyLeaf {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "write lp, native or auto; or lp+highs or lp+cbc for an integer program as follower".to_owned();
        let (leaf, follower) = text.split_once('+').unwrap_or((text, "oracle"));
        let leaf = LeafChoice::from_str(leaf, false).map_err(|_| wrong())?;
        let follower = Follower::from_str(follower, false).map_err(|_| wrong())?;
        // The native search has its own follower; and one that need not be said has one name.
        if text.contains('+') && (leaf != LeafChoice::Lp || follower == Follower::Oracle) {
            return Err(wrong());
        }
        Ok(Self { leaf, follower })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_are_read_as_they_are_written() {
        for text in ["lp", "auto", "native", "lp+highs", "lp+cbc"] {
            assert_eq!(text.parse::<StudyLeaf>().expect("a leaf").name(), text);
        }
        assert_eq!(StudyLeaf::options("lp+cbc"), [("--leaf", "lp".to_owned()), ("--follower", "cbc".to_owned())]);
        assert_eq!(StudyLeaf::options("auto"), [("--leaf", "auto".to_owned())]);
        for text in ["", "lp+", "lp+oracle", "auto+highs", "+highs", "LP", "lp+highs+cbc"] {
            assert!(text.parse::<StudyLeaf>().is_err(), "{text}");
        }
    }
}
