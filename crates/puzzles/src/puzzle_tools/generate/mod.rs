//! Generates puzzles to a specification: removes clues from a grid until the rest meets it.
//!
//! Every puzzle has its own random numbers, determined by the seed and the number of the puzzle, so each can be
//! generated again without the others.

mod dig;
mod mask;
mod pattern;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use minclue_core::with_wide_width;
use rand::Rng as _;

use crate::base::{Cell, CellSet, Digit, Limits, Rng, Stop, rng};
use crate::sudoku::{Counter, Grid, Puzzle, Shape, UniformGrids, Variant, random_grid_of};
use crate::techniques::{NoWalkthrough, SolvingLevel, Walkthrough, walkthrough};

use super::pace;

pub use dig::RemovalOrder;
pub use pattern::Pattern;

/// A function that draws a random grid of a shape, unless a limit is reached. The nodes are those of its own search.
pub type GridDraw = fn(Shape, &mut Rng, &Limits) -> Result<Grid, Stop>;

/// A function that counts a property of a puzzle, such as the steps of a solver; at a limit, the error has the count so
/// far.
pub type PuzzleCount = fn(&Puzzle, &Limits) -> Result<u64, (u64, Stop)>;

/// The range of allowed counts of a puzzle.
#[derive(Clone, Debug)]
pub struct CountRange {
    pub range: RangeInclusive<u64>,
    pub count: PuzzleCount,
}

/// The source of grids.
#[derive(Clone, Debug)]
pub enum GridSource {
    /// The brute-force fill of the empty board with a random order of values for each cell (maniccam-2013, section 7),
    /// by the given function. On larger boards it may not end.
    Permutations(Shape, GridDraw),
    /// The solver of a shape or variant, whose guesses try values in random order.
    Solver(Variant),
    /// A uniform draw: all grids have the same probability. The requirements on a puzzle, or a mask, may still favor
    /// some grids.
    Uniform(UniformGrids),
    /// A given grid of a variant.
    Given(Variant, Grid),
}

impl GridSource {
    /// The shape of the grids.
    #[must_use]
    pub fn shape(&self) -> Shape {
        match self {
            Self::Permutations(shape, _) => *shape,
            Self::Uniform(grids) => grids.shape(),
            Self::Solver(variant) | Self::Given(variant, _) => variant.shape(),
        }
    }

    /// The rules of the grids and of their puzzles.
    #[must_use]
    pub fn variant(&self) -> Variant {
        match self {
            Self::Solver(variant) | Self::Given(variant, _) => variant.clone(),
            Self::Permutations(..) | Self::Uniform(_) => Variant::plain(self.shape()),
        }
    }
}

/// The method of removing clues from a grid.
#[derive(Clone, Debug, PartialEq)]
pub enum Erasure {
    /// Each cell is kept with this probability, from 0 to 1 (maniccam-2013, section 7). Such a puzzle is rarely valid.
    Density(f64),
    /// Removes one clue, or one group of a pattern, after the other, as long as the puzzle stays valid.
    Dig {
        /// The order in which clues are tried.
        order: RemovalOrder,
        /// The symmetry of the clues.
        pattern: Pattern,
    },
    /// Clues in exactly these cells, in a valid puzzle. The grid is changed until it has one, unless it is a given
    /// grid.
    Mask(Vec<Cell>),
}

/// The specification of a puzzle. Puzzles are generated until one meets it.
#[derive(Clone, Debug)]
pub struct PuzzleSpec {
    /// The source of its grid.
    pub grid: GridSource,
    /// The method of removing clues.
    pub erasure: Erasure,
    /// Whether it must be valid. Dug puzzles always are.
    pub valid: bool,
    /// Whether it must be minimal. Only valid puzzles are.
    pub minimal: bool,
    pub clues: Option<RangeInclusive<usize>>,
    /// The range of tries of the brute-force fill.
    pub tries: Option<CountRange>,
    /// The range of recursions in the order of contribution numbers.
    pub ctn: Option<CountRange>,
    /// The difficulty for people, which is only known up to 11x11.
    pub level: Option<SolvingLevel>,
    /// The maximum number of grids, or of puzzles of a given grid.
    pub max_attempts: u64,
}

impl PuzzleSpec {
    /// Creates the specification of puzzles of these grids, dug in random order until no clue, or no group of the
    /// pattern, can be removed.
    #[must_use]
    pub fn dug(grid: GridSource, pattern: Pattern) -> Self {
        Self {
            grid,
            erasure: Erasure::Dig { order: RemovalOrder::Random, pattern },
            valid: true,
            minimal: false,
            clues: None,
            tries: None,
            ctn: None,
            level: None,
            max_attempts: 100_000,
        }
    }

    /// Creates the specification of puzzles for people. Easy puzzles have slightly more than two fifths of the cells as
    /// clues, as in newspapers; puzzles without a level have three tenths; the others are dug to the end.
    #[must_use]
    pub fn for_people(grid: GridSource, pattern: Pattern, level: Option<SolvingLevel>) -> Self {
        let n_cells = grid.shape().n_cells();
        let fewest = match level {
            Some(SolvingLevel::Easy) => Some(2 * n_cells / 5),
            None => Some(3 * n_cells / 10),
            Some(_) => None,
        };
        let clues = fewest.map(|fewest| fewest..=fewest + n_cells / 16);
        Self { clues, level, ..Self::dug(grid, pattern) }
    }
}

/// A generated puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    pub puzzle: Puzzle,
    /// The grid of its clues.
    pub grid: Grid,
    /// The number of the successful attempt, from 1.
    pub attempt: u64,
    /// Whether the grid is its only solution.
    pub valid: bool,
    /// Whether no clue is redundant; only known for valid puzzles.
    pub minimal: Option<bool>,
    /// The tries of the brute-force fill, if the specification has a range.
    pub tries: Option<u64>,
    /// The recursions in the order of contribution numbers, if the specification has a range.
    pub ctn: Option<u64>,
    /// The steps of a human solver, if the specification has a level.
    pub walkthrough: Option<Walkthrough>,
}

/// The reason why no puzzle was generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotMade {
    Attempts,
    /// The variant has no grid at all.
    NoGrid,
    /// A limit was reached.
    Limit(Stop),
}

/// Brute-force fills that take more tries are dropped for a new one: some get lost for hours.
const PATIENCE: u64 = 2_000_000;

/// The generator of puzzle `number` of a seed.
#[must_use]
fn rng_of(seed: u64, number: u64) -> Rng {
    // Two generators in a row, so that neighboring seeds and numbers share nothing.
    let base = rng(seed).random::<u64>();
    rng(base ^ rng(number).random::<u64>())
}

/// Generates puzzle `number` of a seed, which is the same on every machine.
///
/// ```
/// # use minclue_core::base::Limits;
/// # use minclue_core::sudoku::{Shape, Variant};
/// # use minclue_puzzles::puzzle_tools::{GridSource, Pattern, PuzzleSpec, generate};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let grids = GridSource::Solver(Variant::plain("2x3".parse::<Shape>()?));
/// let wanted = PuzzleSpec { clues: Some(10..=14), ..PuzzleSpec::dug(grids, Pattern::HalfTurn) };
/// let made = generate(&wanted, 1, 0, &Limits::none()).expect("there are many");
/// assert!(made.valid && (10..=14).contains(&made.puzzle.n_clues()));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The reason why there is none.
pub fn generate(wanted: &PuzzleSpec, seed: u64, number: u64, limits: &Limits) -> Result<Made, NotMade> {
    with_wide_width!(wanted.grid.shape().n_cells(), W => generate_at::<W>(wanted, seed, number, limits))
}

/// Does the same for grids whose cells fit into `W` words. A program that only uses this function is compiled for that
/// width alone.
///
/// # Errors
/// The reason why there is none.
pub fn generate_at<const W: usize>(
    wanted: &PuzzleSpec,
    seed: u64,
    number: u64,
    limits: &Limits,
) -> Result<Made, NotMade> {
    let mut rng = rng_of(seed, number);
    let mut counter = Counter::<W>::of(wanted.grid.variant());
    let quiet = limits.clone().without_meter();
    for attempt in 1..=wanted.max_attempts {
        // What a part of an attempt counts says little of how far this is.
        limits.note(attempt);
        if let Some(stop) = quiet.reached(0) {
            return Err(NotMade::Limit(stop));
        }
        let mut maker = Maker { wanted, counter: &mut counter, rng: &mut rng, limits: &quiet };
        let grid = maker.grid().map_err(NotMade::Limit)?.ok_or(NotMade::NoGrid)?;
        if let Some(made) = maker.attempt(grid, attempt).map_err(NotMade::Limit)? {
            return Ok(made);
        }
    }
    Err(NotMade::Attempts)
}

struct Maker<'a, const W: usize> {
    wanted: &'a PuzzleSpec,
    counter: &'a mut Counter<W>,
    rng: &'a mut Rng,
    limits: &'a Limits,
}

impl<const W: usize> Maker<'_, W> {
    /// A grid; `None` if there is none.
    fn grid(&mut self) -> Result<Option<Grid>, Stop> {
        match &self.wanted.grid {
            GridSource::Given(_, grid) => Ok(Some(grid.clone())),
            GridSource::Solver(variant) => random_grid_of::<W>(variant, self.rng, self.limits),
            GridSource::Uniform(grids) => Ok(Some(grids.draw(self.rng))),
            GridSource::Permutations(shape, draw) => loop {
                match draw(*shape, self.rng, &self.limits.clone().with_nodes(PATIENCE)) {
                    Ok(grid) => return Ok(Some(grid)),
                    Err(Stop::Nodes) => {}
                    Err(stop) => return Err(stop),
                }
            },
        }
    }

    /// One puzzle of a grid; `None` if it is not as wanted.
    fn attempt(&mut self, grid: Grid, attempt: u64) -> Result<Option<Made>, Stop> {
        let Some((grid, puzzle)) = self.erase(grid)? else { return Ok(None) };
        let clues = puzzle.clues::<W>();
        if self.wanted.clues.as_ref().is_some_and(|range| !range.contains(&clues.len())) {
            return Ok(None);
        }
        let mut pace = pace(self.limits);
        let valid = match self.wanted.erasure {
            Erasure::Density(_) => self.counter.is_valid(&grid, clues, &mut pace)?,
            Erasure::Dig { .. } | Erasure::Mask(_) => true,
        };
        if (self.wanted.valid || self.wanted.minimal) && !valid {
            return Ok(None);
        }
        let minimal = if valid { Some(self.counter.is_minimal(&grid, clues, &mut pace)?) } else { None };
        if self.wanted.minimal && minimal != Some(true) {
            return Ok(None);
        }
        let walkthrough = match self.wanted.level {
            Some(level) if valid => match self.walkthrough(&puzzle, &grid)?.filter(|way| way.level() == level) {
                Some(way) => Some(way),
                None => return Ok(None),
            },
            Some(_) => return Ok(None),
            None => None,
        };
        let ctn = match self.measured(&self.wanted.ctn, &puzzle)? {
            Fit::Unasked => None,
            Fit::Inside(n) => Some(n),
            Fit::Outside => return Ok(None),
        };
        let tries = match self.measured(&self.wanted.tries, &puzzle)? {
            Fit::Unasked => None,
            Fit::Inside(n) => Some(n),
            Fit::Outside => return Ok(None),
        };
        Ok(Some(Made { puzzle, grid, attempt, valid, minimal, tries, ctn, walkthrough }))
    }

    /// A puzzle, and the grid that it is of.
    fn erase(&mut self, grid: Grid) -> Result<Option<(Grid, Puzzle)>, Stop> {
        match &self.wanted.erasure {
            Erasure::Density(density) => {
                let puzzle = erase_by_density(&grid, *density, self.rng);
                Ok(Some((grid, puzzle)))
            }
            &Erasure::Dig { order, pattern } => {
                let goal = dig::Goal { order, pattern, clues: self.wanted.clues.clone(), minimal: self.wanted.minimal };
                let clues: CellSet<W> = dig::dig(self.counter, &grid, &goal, self.rng, self.limits)?;
                let puzzle = grid.puzzle(clues);
                Ok(Some((grid, puzzle)))
            }
            Erasure::Mask(cells) => {
                let clues: CellSet<W> = cells.iter().copied().collect();
                let grid = match &self.wanted.grid {
                    GridSource::Given(..) => {
                        self.counter.is_valid(&grid, clues, &mut pace(self.limits))?.then_some(grid)
                    }
                    source => mask::grid_of(&source.variant(), self.counter, &grid, cells, self.rng, self.limits)?,
                };
                Ok(grid.map(|grid| {
                    let puzzle = grid.puzzle(clues);
                    (grid, puzzle)
                }))
            }
        }
    }

    /// How people solve a valid puzzle; of a grid that is too large nothing is known.
    fn walkthrough(&self, puzzle: &Puzzle, grid: &Grid) -> Result<Option<Walkthrough>, Stop> {
        match walkthrough(&self.wanted.grid.variant(), puzzle, grid, self.limits) {
            Ok(way) => Ok(Some(way)),
            Err(NoWalkthrough::TooLarge(_)) => Ok(None),
            Err(NoWalkthrough::Limit(stop)) => Err(stop),
        }
    }

    /// Is a count in its range? Nothing is counted beyond the end of the range.
    fn measured(&self, wanted: &Option<CountRange>, puzzle: &Puzzle) -> Result<Fit, Stop> {
        let Some(CountRange { range, count }) = wanted else { return Ok(Fit::Unasked) };
        match count(puzzle, &self.limits.clone().with_nodes(range.end().saturating_add(1))) {
            Ok(n) if range.contains(&n) => Ok(Fit::Inside(n)),
            Ok(_) | Err((_, Stop::Nodes)) => Ok(Fit::Outside),
            Err((_, stop)) => Err(stop),
        }
    }
}

/// The grid with some cells erased: the cells are visited row-major, each draws a number from 0 to below 1, and is
/// erased if that is more than `density`, the share of cells to keep, 0 to 1. Nobody asks whether it has
/// one solution: maniccam-2013 does not, and most sparse puzzles have many.
fn erase_by_density(grid: &Grid, density: f64, rng: &mut Rng) -> Puzzle {
    let erase = |digit: &Digit, u: f64| (u <= density).then_some(*digit);
    let cells: Vec<_> = grid.digits().iter().map(|digit| erase(digit, rng.random())).collect();
    Puzzle::new(grid.shape(), cells).expect("clues of a grid do not clash")
}

/// How a measure stands to what is wanted.
enum Fit {
    Unasked,
    Inside(u64),
    Outside,
}
