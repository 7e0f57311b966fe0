//! Checks a puzzle: whether it is valid, and which clues are redundant. If it is not valid: two solutions that differ
//! in few cells, or clues that contradict each other.

use std::ops::ControlFlow;

use minclue_core::with_width;

use crate::base::{Cell, CellSet, Digit, Limits, Stop};
use crate::problem::{ClueProblem as _, SudokuClues, Witness};
use crate::sudoku::{Counter, Grid, LargePuzzles, Puzzle, SecondSolution, SudokuSolver, Uniqueness, Variant, WalkEnd};
use crate::unavoidable::shrink;

/// Solutions that are looked at for a pair that differs in few cells.
const LOOKED_AT: usize = 64;
/// Guesses that the count of solutions may take: about a second on the largest grids.
const COUNT_GUESSES: u64 = 20_000;
/// Guesses that one question for a contradiction may take.
const CONTRADICTION_GUESSES: u64 = 2_000;

/// The result of [`check`]. Cells are numbered row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The puzzle has no solution.
    Contradictory {
        /// Clues that already exclude every solution, usually such that none of them is redundant; empty if no grid
        /// satisfies the rules. Or the limit that was reached before they were found.
        clues: Result<Vec<Cell>, Stop>,
    },
    Valid {
        grid: Grid,
        /// The clues that are redundant, each by itself; the puzzle is minimal if there are none. Or the limit that was
        /// reached before all were tested.
        redundant: Result<Vec<Cell>, Stop>,
    },
    /// The puzzle has several solutions.
    Ambiguous(Ambiguity),
}

/// Checks whether a puzzle of a variant is valid and minimal, and explains why it is not valid. Solutions are counted
/// up to `max`.
///
/// ```
/// # use minclue_core::base::Limits;
/// # use minclue_core::sudoku::{Puzzle, Variant};
/// # use minclue_puzzles::puzzle_tools::{Checked, check};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let puzzle: Puzzle = "12.4.........32.".parse()?;
/// let plain = Variant::plain(puzzle.shape());
/// let Checked::Valid { grid, redundant } = check(&plain, &puzzle, 1000, &Limits::none())? else { panic!("valid") };
/// assert_eq!((grid.to_string().as_str(), redundant?), ("1234341221434321", vec![puzzle.shape().cell(0, 1)]));
///
/// let few: Puzzle = "1234............".parse()?;
/// let Checked::Ambiguous(two) = check(&plain, &few, 1000, &Limits::none())? else { panic!("there are 12") };
/// assert_eq!((two.n_solutions, two.is_exact, two.cells.len()), (12, true, 4));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The limit that was reached before the solutions were counted.
pub fn check(variant: &Variant, puzzle: &Puzzle, max: u64, limits: &Limits) -> Result<Checked, Stop> {
    with_width!(puzzle.shape().n_cells(), W => check_at::<W>(variant, puzzle, max, limits))
}

/// Does the same for puzzles whose cells fit into `W` words. A program that only uses this function is compiled for
/// that width alone.
///
/// # Errors
/// Those of [`check`].
pub fn check_at<const W: usize>(
    variant: &Variant,
    puzzle: &Puzzle,
    max: u64,
    limits: &Limits,
) -> Result<Checked, Stop> {
    let solutions = Counter::<W>::of(variant.clone()).uniqueness(puzzle, &mut super::pace(limits))?;
    Ok(match solutions {
        Uniqueness::None => Checked::Contradictory {
            clues: contradiction::<W>(variant, puzzle, limits).map(|clues| clues.iter().collect()),
        },
        Uniqueness::One(grid) => {
            let redundant = redundant::<W>(variant, &grid, puzzle.clues(), limits);
            Checked::Valid { grid, redundant }
        }
        Uniqueness::Many(one, other) => Checked::Ambiguous(ambiguity::<W>(variant, puzzle, [one, other], max, limits)),
    })
}

/// The clues of a valid puzzle that can each be dropped alone.
fn redundant<const W: usize>(
    variant: &Variant,
    grid: &Grid,
    clues: CellSet<W>,
    limits: &Limits,
) -> Result<Vec<Cell>, Stop> {
    let mut solver = SudokuSolver::<W>::of(variant.clone());
    let mut pace = super::pace(limits);
    let mut found = Vec::new();
    for clue in clues {
        match solver.second_solution(grid.digits(), clues - CellSet::only(clue), &mut pace) {
            SecondSolution::None => found.push(clue),
            SecondSolution::Found(_) => {}
            SecondSolution::Limit(stop) => return Err(stop),
        }
    }
    Ok(found)
}

/// The solutions of a puzzle with several solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ambiguity {
    /// Two of its solutions.
    pub solutions: [Grid; 2],
    /// The cells in which they differ, a minimal unavoidable set of both unless a limit was reached. A clue in one of
    /// these cells excludes one of them.
    pub cells: Vec<Cell>,
    /// The number of solutions, counted up to the limit.
    pub n_solutions: u64,
    pub is_exact: bool,
}

/// Counts the solutions of a puzzle of a variant that has `two`, up to `max`, and finds two that differ in few cells.
///
/// The count ends early where it costs much, so that a large grid with few clues is answered too. Limits end it as
/// well, and nothing that is said then is wrong.
fn ambiguity<const W: usize>(
    variant: &Variant,
    puzzle: &Puzzle,
    two: [Grid; 2],
    max: u64,
    limits: &Limits,
) -> Ambiguity {
    let shape = puzzle.shape();
    let (mut n, mut found) = (0, Vec::new());
    let mut pace = super::pace(&limits.clone().with_nodes(COUNT_GUESSES));
    let walk = Counter::<W>::of(variant.clone()).walk(puzzle.cells(), &mut pace, |digits| {
        n += 1;
        if found.len() < LOOKED_AT {
            found.push(Grid::new(shape, digits).expect("a solver keeps the rules"));
        }
        if n > max { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let (n_solutions, is_exact) = (n.clamp(2, max.max(2)), walk == WalkEnd::Exhausted);
    let (one, other) = closest::<W>(&found).unwrap_or_else(|| two.into());
    let problem = SudokuClues::<W>::of(variant, one.clone()).expect("a solver keeps the rules");
    let witness = Witness(other.digits().iter().map(|digit| digit.value() as u8).collect());
    let set = shrink(&problem, &mut *problem.oracle(), witness, CellSet::EMPTY, &mut super::pace(limits)).into_set();
    let digits: Vec<Digit> = set.witness.0.iter().map(|value| Digit::new(usize::from(*value))).collect();
    let other = Grid::new(shape, &digits).expect("a witness is a grid");
    Ambiguity { solutions: [one, other], cells: set.cells.iter().collect(), n_solutions, is_exact }
}

/// The two that differ in the fewest cells.
fn closest<const W: usize>(grids: &[Grid]) -> Option<(Grid, Grid)> {
    let pairs = grids.iter().enumerate().flat_map(|(i, one)| grids[..i].iter().map(move |other| (other, one)));
    let distance = |(one, other): &(&Grid, &Grid)| one.difference::<W>(other.digits()).len();
    pairs.min_by_key(distance).map(|(one, other)| (one.clone(), other.clone()))
}

/// Clues of a puzzle of a variant without a solution that already leave none, mostly so that each is needed for that;
/// none at all if no grid keeps the rules.
///
/// # Errors
/// The limit that came first.
fn contradiction<const W: usize>(variant: &Variant, puzzle: &Puzzle, limits: &Limits) -> Result<CellSet<W>, Stop> {
    let mut kept = puzzle.clues::<W>();
    let (mut solver, mut pace) = (LargePuzzles::of(variant), super::pace(limits));
    for clue in puzzle.clues::<W>() {
        let fewer = kept - CellSet::only(clue);
        let cells: Vec<_> =
            puzzle.shape().cells().map(|cell| puzzle.get(cell).filter(|_| fewer.contains(cell))).collect();
        // The guesses of a solver add up.
        let guesses = solver.n_guesses() + CONTRADICTION_GUESSES;
        match pace.within(guesses, |pace| solver.solution(&cells, pace)) {
            Ok(None) => kept = fewer,
            // Perhaps it has a solution: then the clue stays.
            Ok(Some(_)) | Err(Stop::Nodes) => {}
            Err(stop) => return Err(stop),
        }
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Index;
    use crate::sudoku::{Reader, Shape, Uniqueness, classify, count_solutions};

    fn puzzle(text: &str) -> Puzzle {
        Reader::new(text.as_bytes(), None).flatten().next().expect("a puzzle").puzzle
    }

    fn of<const W: usize>(text: &str, max: u64) -> Ambiguity {
        let puzzle = puzzle(text);
        let checked = check_at::<W>(&Variant::plain(puzzle.shape()), &puzzle, max, &Limits::none());
        let Ok(Checked::Ambiguous(said)) = checked else { panic!("{text} has several solutions") };
        let ([one, other], cells) = (&said.solutions, said.cells.iter().copied().collect::<CellSet<W>>());
        assert_eq!(cells, one.difference(other.digits()));
        assert!(!cells.intersects(&puzzle.clues()), "clues are the same in all solutions");
        for grid in &said.solutions {
            assert!(puzzle.shape().cells().all(|c| puzzle.get(c).is_none_or(|d| d == grid.get(c))), "{text}");
        }
        said
    }

    /// All 288 grids, and of these one in 4! has the first row 1234. No two grids differ in fewer than 4 cells.
    #[test]
    fn the_solutions_of_a_small_puzzle_are_counted_and_two_are_close() {
        let said = of::<1>("1234............", 1000);
        assert_eq!((said.n_solutions, said.is_exact, said.cells.len()), (12, true, 4));
        let said = of::<1>("................", 1000);
        assert_eq!((said.n_solutions, said.is_exact, said.cells.len()), (288, true, 4));
        let said = of::<1>("................", 287);
        assert_eq!((said.n_solutions, said.is_exact), (287, false));
        assert!(of::<1>("................", 288).is_exact);
    }

    /// The puzzle with exactly two solutions of `uniqueness.rs`: a clue in any of the cells makes it valid.
    #[test]
    fn with_two_solutions_a_clue_in_each_of_the_cells_is_enough() {
        let text = "5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........";
        let said = of::<2>(text, 1000);
        assert_eq!((said.n_solutions, said.is_exact), (2, true));
        for grid in &said.solutions {
            for &cell in &said.cells {
                let more = grid.puzzle(puzzle(text).clues::<2>() | CellSet::only(cell));
                assert_eq!(classify::<2>(&more), Uniqueness::One(grid.clone()));
            }
        }
    }

    /// An empty 9x9 grid and a large one have solutions without number; the answer comes all the same.
    #[test]
    fn a_puzzle_with_solutions_without_number_is_answered() {
        let said = of::<2>(&".".repeat(81), 1000);
        assert_eq!((said.n_solutions, said.is_exact, said.cells.len()), (1000, false, 4));
        let said = of::<4>(&format!("1{}", ".".repeat(255)), 1000);
        assert!(said.n_solutions >= 2 && !said.is_exact);
    }

    /// R1C4 sees 1, 2, 3 in its row and 4 in its column. With more clues there may be other reasons; what is named is
    /// one.
    #[test]
    fn clues_that_contradict_each_other_are_found() {
        for text in ["123........4....", "123........4...1"] {
            let puzzle = puzzle(text);
            let clues =
                contradiction::<1>(&Variant::plain(puzzle.shape()), &puzzle, &Limits::none()).expect("no limit");
            let solutions = |clues: CellSet<1>| {
                let cells = puzzle.shape().cells().map(|c| puzzle.get(c).filter(|_| clues.contains(c)));
                let fewer = Puzzle::new(puzzle.shape(), cells.collect::<Vec<_>>()).expect("no clash");
                count_solutions::<1>(&fewer, 2, &Limits::none()).0
            };
            assert!(clues.is_subset(&puzzle.clues()) && solutions(clues) == 0, "{text}");
            assert!(clues.iter().all(|clue| solutions(clues - CellSet::only(clue)) > 0), "{text}");
        }
        let plain = Variant::plain(Shape::new(2, 2).expect("a shape"));
        let four = contradiction::<1>(&plain, &puzzle("123........4...."), &Limits::none()).expect("no limit");
        assert_eq!(four.iter().map(Index::get).collect::<Vec<_>>(), [0, 1, 2, 11]);
        let zero = Limits::none().with_time(std::time::Duration::ZERO);
        assert!(
            matches!(contradiction::<2>(&Variant::plain(Shape::NINE), &Puzzle::empty(Shape::NINE), &zero), Ok(cells) if cells.is_empty())
        );
    }
}
