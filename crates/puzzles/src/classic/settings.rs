//! How [`search`](super::search()) chooses, stops and counts: what abuluaih-2015 leaves open, as choices.

/// Which blank square is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Forward checking alone: the first, row-major.
    Fc,
    /// Minimum remaining values: one with the fewest candidates.
    Mrv,
    /// Contribution number: one with the largest [`Weight`](super::Weight).
    Ctn,
}

/// When the search is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopRule {
    /// When every square has a value.
    Solved,
    /// When every blank square is neutralised.
    Neutralised,
    /// When there are as many candidates as blank squares. The completion is then tested, and if two peers have the
    /// same single candidate, the search goes on. As forward checking leaves no square empty, this test fails exactly
    /// where the squares are not neutralised: both rules stop in the same place, and differ in what is looked at.
    Ratio,
}

/// Which of several equally good squares is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first, row-major.
    First,
    /// Any of them with equal chance, from this seed.
    Random(u64),
}

/// What counts as a recursion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountRule {
    /// Every value tried in a square.
    Assignments,
    /// Every recursive call, that for the puzzle itself included. Only an assignment that leaves each blank square a
    /// candidate leads to one.
    Calls,
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Which square is next.
    pub strategy: Strategy,
    /// When to stop; `None` is what fits the published numbers: neutralised for contribution numbers, solved for the
    /// others.
    pub stop: Option<StopRule>,
    /// Which of equally good squares; FC has none.
    pub ties: Ties,
    /// What is counted as a recursion.
    pub count: CountRule,
}

impl Settings {
    /// The strategy as published, with the first of ties, counting assignments.
    #[must_use]
    pub fn new(strategy: Strategy) -> Self {
        Self { strategy, stop: None, ties: Ties::First, count: CountRule::Assignments }
    }

    /// The rule in force.
    #[must_use]
    pub fn stop_rule(&self) -> StopRule {
        self.stop.unwrap_or(match self.strategy {
            Strategy::Fc | Strategy::Mrv => StopRule::Solved,
            Strategy::Ctn => StopRule::Neutralised,
        })
    }
}
