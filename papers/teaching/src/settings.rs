//! The settings of [`search`](super::search()): the choices, the stop rule and the count, as far as abuluaih-2015
//! leaves them open.

/// The choice of the next blank square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Strategy {
    /// Forward checking alone: the first, row-major.
    #[cfg_attr(feature = "clap", value(help = "Row by row"))]
    Fc,
    /// Minimum remaining values: one with the fewest candidates.
    #[cfg_attr(feature = "clap", value(help = "Fewest candidates first"))]
    Mrv,
    /// Contribution number: one with the largest [`Weight`](super::Weight).
    #[cfg_attr(feature = "clap", value(help = "Largest contribution number first"))]
    Ctn,
}

impl Strategy {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Fc => "fc",
            Self::Mrv => "mrv",
            Self::Ctn => "ctn",
        }
    }
}

/// The rule for the end of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum StopRule {
    /// When every square has a value.
    #[cfg_attr(feature = "clap", value(help = "Every square has its value"))]
    Solved,
    /// When every blank square is neutralised.
    #[cfg_attr(feature = "clap", value(help = "Every blank square is neutralised"))]
    Neutralised,
    /// When there are as many candidates as blank squares. The completion is then tested, and if two peers have the
    /// same single candidate, the search goes on. As forward checking leaves no square empty, this test fails exactly
    /// where the squares are not neutralised: both rules stop in the same place, and differ in what is looked at.
    #[cfg_attr(feature = "clap", value(help = "NtN is 1, and the completion turns out to be a solution"))]
    Ratio,
}

impl StopRule {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Neutralised => "neutralised",
            Self::Ratio => "ratio",
        }
    }
}

/// The choice among equally good squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first, row-major.
    First,
    /// A random square with equal probability, from this seed.
    Random(u64),
}

/// The definition of a recursion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum CountRule {
    /// Every value tried in a square.
    #[cfg_attr(feature = "clap", value(help = "Every value tried in a square"))]
    #[default]
    Assignments,
    /// Every recursive call, that for the puzzle itself included. Only an assignment that leaves each blank square a
    /// candidate leads to one.
    #[cfg_attr(
        feature = "clap",
        value(help = "Recursive calls, the first included: values that leave no square without candidates")
    )]
    Calls,
}

impl CountRule {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Assignments => "assignments",
            Self::Calls => "calls",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrialSettings {
    /// The choice of the next square.
    pub strategy: Strategy,
    /// The stop rule; `None` for the rule that fits the published numbers: neutralised for contribution numbers, solved
    /// for the others.
    pub stop: Option<StopRule>,
    /// The choice among equally good squares; FC has no ties.
    pub ties: Ties,
    /// The definition of a recursion.
    pub count: CountRule,
}

impl TrialSettings {
    /// Creates the settings of a strategy as published, with the first of ties, counting assignments.
    #[must_use]
    pub fn new(strategy: Strategy) -> Self {
        Self { strategy, stop: None, ties: Ties::First, count: CountRule::Assignments }
    }

    /// Returns the stop rule in force.
    #[must_use]
    pub fn stop_rule(&self) -> StopRule {
        self.stop.unwrap_or(match self.strategy {
            Strategy::Fc | Strategy::Mrv => StopRule::Solved,
            Strategy::Ctn => StopRule::Neutralised,
        })
    }
}
