//! The counts of a puzzle that the teaching papers compare.

use std::ops::ControlFlow;

use crate::base::{Limits, Stop};
use crate::sudoku::Puzzle;

use super::fill::{FillEnd, Values, fill};
use super::search::{SearchEnd, search};
use super::settings::{Strategy, TrialSettings};
use super::squares::Squares;

/// A count; at a limit, the error has the count so far.
pub type Counted = Result<u64, (u64, Stop)>;

/// All counts of one puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourseCounts {
    /// The number of blank squares (TBS of abuluaih-2015).
    pub n_blank: usize,
    /// The number of candidates of all blank squares (TRC).
    pub n_candidates: usize,
    /// Recursions of backtracking with forward checking in the order of contribution numbers.
    pub ctn: Counted,
    /// Recursions in the order of fewest candidates.
    pub mrv: Counted,
    /// Recursions in the order of rows.
    pub fc: Counted,
    /// Tries of the brute-force fill up to its first solution (maniccam-2013, section 3).
    pub tries: Counted,
}

impl CourseCounts {
    /// Counts those of a puzzle. The nodes of `limits` apply to each count: recursions, or tries.
    #[must_use]
    pub fn of(puzzle: &Puzzle, limits: &Limits) -> Self {
        let squares = Squares::of(puzzle);
        Self {
            n_blank: squares.n_blank(),
            n_candidates: squares.n_candidates,
            ctn: ctn(puzzle, limits),
            mrv: recursions(puzzle, Strategy::Mrv, limits),
            fc: recursions(puzzle, Strategy::Fc, limits),
            tries: tries(puzzle, limits),
        }
    }

    /// The neutralisation number, TBS / TRC; `None` if there are no blank squares, or no candidates.
    #[must_use]
    pub fn ntn(&self) -> Option<f64> {
        (self.n_blank > 0 && self.n_candidates > 0).then(|| self.n_blank as f64 / self.n_candidates as f64)
    }

    /// The limit that ended one of the counts.
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        [self.ctn, self.mrv, self.fc, self.tries].into_iter().find_map(|count| count.err().map(|(_, stop)| stop))
    }
}

/// Counts recursions in the order of contribution numbers.
///
/// # Errors
/// The count so far and the limit.
pub fn ctn(puzzle: &Puzzle, limits: &Limits) -> Counted {
    recursions(puzzle, Strategy::Ctn, limits)
}

/// Recursions of one strategy, with the rules that the published numbers have.
fn recursions(puzzle: &Puzzle, strategy: Strategy, limits: &Limits) -> Counted {
    let trial = search(puzzle, &TrialSettings::new(strategy), limits);
    match trial.outcome {
        SearchEnd::Limit(stop) => Err((trial.recursions, stop)),
        SearchEnd::Solved(_) | SearchEnd::NoSolution => Ok(trial.recursions),
    }
}

/// Counts tries of the brute-force fill, with ascending values, up to the first solution.
///
/// # Errors
/// The count so far and the limit.
pub fn tries(puzzle: &Puzzle, limits: &Limits) -> Counted {
    let filled = fill(puzzle, &Values::Ascending, 1, limits, &mut |_| ControlFlow::Continue(()));
    match filled.end {
        FillEnd::Limit(stop) => Err((filled.tries, stop)),
        FillEnd::Enough | FillEnd::Exhausted => Ok(filled.tries),
    }
}

#[cfg(test)]
mod tests {
    use crate::given;
    use crate::sudoku::Shape;

    use super::*;

    /// Puzzle B of maniccam-2013, Fig. 4.
    fn b() -> Puzzle {
        given::puzzle(Shape::NINE, "12.4..3..3...1..5...6...1..7...9.....4.6.3.....3..2...5...8.7....7.....5.......98")
    }

    #[test]
    fn all_counts_are_those_of_the_single_solvers() {
        let counts = CourseCounts::of(&b(), &Limits::none());
        assert_eq!(counts.tries, Ok(3_004_926));
        assert_eq!((counts.n_blank, counts.stop()), (58, None));
        assert!(counts.ntn().is_some_and(|ntn| ntn > 1.0 / 9.0 && ntn < 1.0));
        let fc = search(&b(), &TrialSettings::new(Strategy::Fc), &Limits::none()).recursions;
        assert_eq!(counts.fc, Ok(fc));
    }

    #[test]
    fn limits_leave_what_is_known() {
        let counts = CourseCounts::of(&b(), &Limits::none().with_nodes(1000));
        assert!(matches!(counts.tries, Err((n, Stop::Nodes)) if (1000..1011).contains(&n)));
        assert_eq!(counts.stop(), Some(Stop::Nodes));
    }

    #[test]
    fn a_grid_leaves_nothing_to_count() {
        let counts = CourseCounts::of(&given::puzzle(given::shape("2x2"), "1234341221434321"), &Limits::none());
        assert_eq!((counts.tries, counts.ntn(), counts.stop()), (Ok(0), None, None));
    }
}
