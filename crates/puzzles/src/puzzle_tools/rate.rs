//! How hard a puzzle is: for people, and by every measure of the teaching papers.

use std::ops::ControlFlow;

use minclue_core::with_wide_width;

use crate::base::{Limits, Stop};
use crate::classic::{FillEnd, SearchEnd, Squares, Strategy, TrialSettings, Values, fill, search};
use crate::sudoku::{Counter, Puzzle, Uniqueness};
use crate::techniques::{NoWalkthrough, Walkthrough, walkthrough};

use super::pace;

/// A count that a limit may have cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// It is this.
    Exactly(u64),
    /// It was this when the limit came.
    AtLeast(u64, Stop),
}

impl Measure {
    /// The count, if it is known.
    #[must_use]
    pub fn known(self) -> Option<u64> {
        match self {
            Self::Exactly(n) => Some(n),
            Self::AtLeast(..) => None,
        }
    }

    /// What stopped the count.
    #[must_use]
    pub fn stop(self) -> Option<Stop> {
        match self {
            Self::Exactly(_) => None,
            Self::AtLeast(_, stop) => Some(stop),
        }
    }
}

/// What is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Measures {
    /// Both.
    #[default]
    #[cfg_attr(feature = "clap", value(help = "Both"))]
    All,
    /// How people solve it.
    #[cfg_attr(feature = "clap", value(help = "The hardest technique that people need"))]
    People,
    /// What the teaching papers count.
    #[cfg_attr(feature = "clap", value(help = "The counts of the teaching papers"))]
    Courses,
}

/// How many solutions a puzzle has, for its rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatedSolve {
    /// None.
    None,
    /// One.
    One {
        /// Is no clue redundant?
        minimal: bool,
        /// How people find it; `None` above 11x11, or if that was not asked.
        way: Option<Walkthrough>,
    },
    /// Several.
    Several,
}

/// All measures of one puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// Number of clues.
    pub n_clues: usize,
    /// How many solutions it has, unless a limit came first.
    pub solved: Result<RatedSolve, Stop>,
    /// Blank squares (TBS of abuluaih-2015).
    pub n_blank: usize,
    /// Candidates of all blank squares (TRC).
    pub n_candidates: usize,
    /// Recursions of backtracking with forward checking in the order of contribution numbers.
    pub ctn: Option<Measure>,
    /// The same in the order of fewest candidates.
    pub mrv: Option<Measure>,
    /// The same in the order of rows.
    pub fc: Option<Measure>,
    /// Tries of the brute-force fill up to its first solution (maniccam-2013, section 3).
    pub tries: Option<Measure>,
}

impl Rating {
    /// The neutralisation number, TBS / TRC; `None` if nothing is blank, or nothing is left to write.
    #[must_use]
    pub fn ntn(&self) -> Option<f64> {
        (self.n_blank > 0 && self.n_candidates > 0).then(|| self.n_blank as f64 / self.n_candidates as f64)
    }

    /// The limit that kept some measure from being known.
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        let measures = [self.ctn, self.mrv, self.fc, self.tries];
        let solved = self.solved.as_ref().err().copied();
        solved.or_else(|| measures.into_iter().flatten().find_map(Measure::stop))
    }
}

/// Measures a puzzle, the cheap measures first. Of `limits`, the nodes hold for each count: recursions, or tries.
///
/// ```
/// # use minclue_core::base::Limits;
/// # use minclue_puzzles::puzzle_tools::{Measures, RatedSolve, rate};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let puzzle = "12.4.........32.".parse()?;
/// let rating = rate(&puzzle, Measures::People, &Limits::none());
/// let Ok(RatedSolve::One { way: Some(way), .. }) = rating.solved else { panic!("it has one solution") };
/// assert_eq!((rating.n_clues, way.level().name()), (5, "easy"));
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn rate(puzzle: &Puzzle, measures: Measures, limits: &Limits) -> Rating {
    let squares = Squares::of(puzzle);
    let counted = |count: &dyn Fn() -> Measure| (measures != Measures::People).then(count);
    let recursions = |strategy| counted(&|| recursions(puzzle, strategy, limits));
    Rating {
        n_clues: puzzle.n_clues(),
        n_blank: squares.n_blank(),
        n_candidates: squares.n_candidates,
        solved: with_wide_width!(puzzle.shape().n_cells(), W => {
            solved::<W>(puzzle, measures, &limits.clone().without_nodes())
        }),
        ctn: recursions(Strategy::Ctn),
        mrv: recursions(Strategy::Mrv),
        fc: recursions(Strategy::Fc),
        tries: counted(&|| tries(puzzle, limits)),
    }
}

fn solved<const W: usize>(puzzle: &Puzzle, measures: Measures, limits: &Limits) -> Result<RatedSolve, Stop> {
    let mut counter = Counter::<W>::new(puzzle.shape());
    let mut pace = pace(limits);
    Ok(match counter.uniqueness(puzzle, &mut pace)? {
        Uniqueness::None => RatedSolve::None,
        Uniqueness::Many(..) => RatedSolve::Several,
        Uniqueness::One(grid) => {
            let minimal = counter.is_minimal(&grid, puzzle.clues(), &mut pace)?;
            let way = match measures {
                Measures::Courses => None,
                Measures::All | Measures::People => match walkthrough(puzzle, &grid, limits) {
                    Ok(way) => Some(way),
                    Err(NoWalkthrough::TooLarge(_)) => None,
                    Err(NoWalkthrough::Limit(stop)) => return Err(stop),
                },
            };
            RatedSolve::One { minimal, way }
        }
    })
}

/// Recursions of one strategy, with the rules that the published numbers have.
#[must_use]
pub fn recursions(puzzle: &Puzzle, strategy: Strategy, limits: &Limits) -> Measure {
    let trial = search(puzzle, &TrialSettings::new(strategy), limits);
    match trial.outcome {
        SearchEnd::Limit(stop) => Measure::AtLeast(trial.recursions, stop),
        SearchEnd::Solved(_) | SearchEnd::NoSolution => Measure::Exactly(trial.recursions),
    }
}

/// Tries of the brute-force fill, values ascending, up to the first solution.
#[must_use]
pub fn tries(puzzle: &Puzzle, limits: &Limits) -> Measure {
    let filled = fill(puzzle, &Values::Ascending, 1, limits, &mut |_| ControlFlow::Continue(()));
    match filled.end {
        FillEnd::Limit(stop) => Measure::AtLeast(filled.tries, stop),
        FillEnd::Enough | FillEnd::Exhausted => Measure::Exactly(filled.tries),
    }
}

#[cfg(test)]
mod tests {
    use crate::base::Limits;
    use crate::sudoku::{Reader, Shape};

    use super::*;

    fn puzzle(text: &str) -> Puzzle {
        Reader::new(text.as_bytes(), None).next().expect("an entry").expect("a puzzle").puzzle
    }

    #[test]
    fn a_rating_says_what_the_single_measures_say() {
        // Puzzle B of maniccam-2013, Fig. 4.
        let b = puzzle("12.4..3..3...1..5...6...1..7...9.....4.6.3.....3..2...5...8.7....7.....5.......98");
        let rating = rate(&b, Measures::All, &Limits::none());
        assert_eq!(rating.tries, Some(Measure::Exactly(3_004_926)));
        assert_eq!((rating.n_clues, rating.n_blank, rating.stop()), (23, 58, None));
        assert!(matches!(rating.solved, Ok(RatedSolve::One { .. })));
        assert!(rating.ntn().is_some_and(|ntn| ntn > 1.0 / 9.0 && ntn < 1.0));
        let fc = search(&b, &TrialSettings::new(Strategy::Fc), &Limits::none()).recursions;
        assert_eq!(rating.fc, Some(Measure::Exactly(fc)));
        let Ok(RatedSolve::One { way: Some(way), .. }) = rating.solved else { panic!("no way") };
        assert_eq!(way.steps.iter().filter(|step| step.placed.is_some()).count(), 58);
        let people = rate(&b, Measures::People, &Limits::none());
        assert_eq!((people.tries, people.ctn, people.stop()), (None, None, None));
        assert!(matches!(people.solved, Ok(RatedSolve::One { way: Some(w), .. }) if w == way));
        let courses = rate(&b, Measures::Courses, &Limits::none());
        assert!(matches!(courses.solved, Ok(RatedSolve::One { way: None, .. })) && courses.tries == rating.tries);
    }

    #[test]
    fn limits_leave_what_is_known() {
        let b = puzzle("12.4..3..3...1..5...6...1..7...9.....4.6.3.....3..2...5...8.7....7.....5.......98");
        let rating = rate(&b, Measures::All, &Limits::none().with_nodes(1000));
        assert!(matches!(rating.tries, Some(Measure::AtLeast(n, Stop::Nodes)) if (1000..1011).contains(&n)));
        assert_eq!(rating.stop(), Some(Stop::Nodes));
        assert!(rating.solved.is_ok(), "the solver has no such limit");
    }

    #[test]
    fn other_puzzles_are_told_apart() {
        assert_eq!(
            rate(&Puzzle::empty(Shape::new(2, 2).expect("a shape")), Measures::All, &Limits::none()).solved,
            Ok(RatedSolve::Several)
        );
        let none = rate(&puzzle("123........4...."), Measures::All, &Limits::none());
        assert_eq!((&none.solved, none.stop()), (&Ok(RatedSolve::None), None));
        let grid = rate(&puzzle("1234341221434321"), Measures::All, &Limits::none());
        assert_eq!((grid.tries, grid.ntn()), (Some(Measure::Exactly(0)), None));
        assert!(matches!(grid.solved, Ok(RatedSolve::One { minimal: false, .. })));
    }
}
