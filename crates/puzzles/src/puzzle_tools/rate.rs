//! Rates the difficulty of a puzzle for people.

use minclue_core::with_wide_width;

use crate::base::{Limits, Stop};
use crate::sudoku::{Counter, Puzzle, Uniqueness, Variant};
use crate::techniques::{NoWalkthrough, Technique, Walkthrough, walkthrough};

use super::pace;

/// The solutions of a puzzle, for its rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatedSolve {
    None,
    One {
        /// Whether no clue is redundant.
        minimal: bool,
        /// The steps of a human solver. `None` above 11x11, if it was not requested, and if a puzzle with the rules of
        /// a variant needs a guess, because the solver does not use these rules.
        way: Option<Walkthrough>,
    },
    Several,
}

/// The difficulty of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    pub n_clues: usize,
    /// The solutions of the puzzle, unless a limit was reached.
    pub solved: Result<RatedSolve, Stop>,
}

/// Rates a puzzle of a variant, whose rules it must satisfy. With `for_people`, the rating includes the steps of a
/// human solver.
///
/// ```
/// # use minclue_core::base::Limits;
/// # use minclue_core::sudoku::{Puzzle, Variant};
/// # use minclue_puzzles::puzzle_tools::{RatedSolve, rate};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let puzzle: Puzzle = "12.4.........32.".parse()?;
/// let plain = Variant::plain(puzzle.shape());
/// let rating = rate(&plain, &puzzle, true, &Limits::none());
/// let Ok(RatedSolve::One { way: Some(way), .. }) = rating.solved else { panic!("it has one solution") };
/// assert_eq!((rating.n_clues, way.level().name()), (5, "easy"));
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn rate(variant: &Variant, puzzle: &Puzzle, for_people: bool, limits: &Limits) -> Rating {
    let limits = limits.clone().without_nodes();
    let solved = with_wide_width!(puzzle.shape().n_cells(), W => solved::<W>(variant, puzzle, for_people, &limits));
    Rating { n_clues: puzzle.n_clues(), solved }
}

fn solved<const W: usize>(
    variant: &Variant,
    puzzle: &Puzzle,
    for_people: bool,
    limits: &Limits,
) -> Result<RatedSolve, Stop> {
    let mut counter = Counter::<W>::of(variant.clone());
    let mut pace = pace(limits);
    Ok(match counter.uniqueness(puzzle, &mut pace)? {
        Uniqueness::None => RatedSolve::None,
        Uniqueness::Many(..) => RatedSolve::Several,
        Uniqueness::One(grid) => {
            let minimal = counter.is_minimal(&grid, puzzle.clues(), &mut pace)?;
            let way = match for_people.then(|| walkthrough(variant, puzzle, &grid, limits)) {
                Some(Ok(way)) => Some(way).filter(|way| variant.is_plain() || way.hardest() != Some(Technique::Guess)),
                None | Some(Err(NoWalkthrough::TooLarge(_))) => None,
                Some(Err(NoWalkthrough::Limit(stop))) => return Err(stop),
            };
            RatedSolve::One { minimal, way }
        }
    })
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
    fn a_rating_says_how_people_solve_a_puzzle_if_that_is_asked() {
        // Puzzle B of maniccam-2013, Fig. 4.
        let b = puzzle("12.4..3..3...1..5...6...1..7...9.....4.6.3.....3..2...5...8.7....7.....5.......98");
        let rating = rate(&Variant::plain(b.shape()), &b, true, &Limits::none().with_nodes(1));
        assert_eq!(rating.n_clues, 23);
        let Ok(RatedSolve::One { way: Some(way), .. }) = rating.solved else { panic!("no way") };
        assert_eq!(way.steps.iter().filter(|step| step.placed.is_some()).count(), 58);
        assert!(matches!(
            rate(&Variant::plain(b.shape()), &b, false, &Limits::none()).solved,
            Ok(RatedSolve::One { way: None, .. })
        ));
    }

    #[test]
    fn other_puzzles_are_told_apart() {
        let solved = |puzzle: &Puzzle| rate(&Variant::plain(puzzle.shape()), puzzle, true, &Limits::none()).solved;
        assert_eq!(solved(&Puzzle::empty(Shape::new(2, 2).expect("a shape"))), Ok(RatedSolve::Several));
        assert_eq!(solved(&puzzle("123........4....")), Ok(RatedSolve::None));
        assert!(matches!(solved(&puzzle("1234341221434321")), Ok(RatedSolve::One { minimal: false, .. })));
    }
}
