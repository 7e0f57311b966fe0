//! Source "blueprint": the types of minimal unavoidable sets, matched against a grid.
//!
//! A *blueprint* is a representative of all minimal unavoidable sets that the symmetries of Sudoku map to each other
//! (mcguire-2012, section 5.2.1). Those of 9x9 with at most twelve cells are stored in `blueprints.txt`; a test
//! generates them again and compares. Those of other shapes and sizes are generated on demand.

mod exchange;
mod generate;
mod images;
mod matching;

use std::ops::ControlFlow;
use std::sync::LazyLock;

use crate::base::{Cell, CellSet, Digit, Index, Limits, Stop, with_width};
use crate::problem::{ClueProblem, SudokuClues, Witness};
use crate::sudoku::{Entry, Puzzle, ReadError, Reader, Shape, SudokuSolver, WalkEnd};

use super::pattern::Pattern;
use super::{Family, Found, Source, SourceError, UnavoidableSet};
use exchange::Exchange;
pub use images::TypeImages;
use matching::{Plan, Target};

/// The stored blueprints: one a line, as a puzzle of 9x9.
const STORED: &str = include_str!("blueprints.txt");

/// A type of minimal unavoidable sets: a pattern of digits, and the digits of the witness in its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blueprint {
    /// In the canonical form of its type.
    pattern: Pattern,
    /// The other digit of each cell.
    new: Vec<Digit>,
}

impl Blueprint {
    /// Creates the blueprint of a pattern; `None` if it is not a minimal unavoidable set.
    #[must_use]
    pub fn new(shape: Shape, pattern: Pattern) -> Option<Self> {
        let new = Exchange::new(shape, &pattern).of_minimal()?;
        Some(Self { pattern, new })
    }

    #[must_use]
    pub fn size(&self) -> usize {
        self.pattern.len()
    }

    /// Its cells and their digits, ascending.
    #[must_use]
    pub fn pattern(&self) -> &[(Cell, Digit)] {
        &self.pattern
    }

    /// Returns the pattern as a puzzle.
    ///
    /// # Panics
    /// If the blueprint has another shape.
    #[must_use]
    pub fn puzzle(&self, shape: Shape) -> Puzzle {
        puzzle(shape, self.pattern.iter().copied())
    }

    /// Returns the witness's digits in its cells, as a puzzle.
    ///
    /// # Panics
    /// If the blueprint has another shape.
    #[must_use]
    pub fn exchanged(&self, shape: Shape) -> Puzzle {
        puzzle(shape, self.pattern.iter().map(|(cell, _)| *cell).zip(self.new.iter().copied()))
    }

    /// Returns whether some grid contains it. On large shapes, the search may take long.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn is_in_a_grid(&self, shape: Shape, limits: &Limits) -> Result<bool, Stop> {
        let end = with_width!(shape.n_cells(), W => {
            SudokuSolver::<W>::new(shape).walk(&self.puzzle(shape), limits, |_| ControlFlow::Break(()))
        });
        match end {
            WalkEnd::Stopped => Ok(true),
            WalkEnd::Exhausted => Ok(false),
            WalkEnd::Limit(stop) => Err(stop),
        }
    }
}

fn puzzle(shape: Shape, digits: impl Iterator<Item = (Cell, Digit)>) -> Puzzle {
    let mut cells = vec![None; shape.n_cells()];
    digits.for_each(|(cell, digit)| cells[cell.get()] = Some(digit));
    Puzzle::new(shape, cells).expect("a blueprint keeps the rules")
}

/// The largest size of the stored blueprints of 9x9.
const STORED_TO: usize = 12;

/// The stored blueprints of 9x9, by size: 525 with at most twelve cells.
pub fn stored_blueprints() -> impl Iterator<Item = &'static Blueprint> {
    stored().iter().map(|planned| &planned.blueprint)
}

/// A blueprint and how it is matched.
#[derive(Clone, Debug)]
struct Planned {
    blueprint: Blueprint,
    plans: Vec<Plan>,
}

impl Planned {
    fn new(blueprint: Blueprint, shape: Shape) -> Self {
        let plans = Plan::of(&blueprint, shape);
        Self { blueprint, plans }
    }
}

/// Read once, since many grids are matched against them.
fn stored() -> &'static [Planned] {
    static PLANNED: LazyLock<Vec<Planned>> = LazyLock::new(|| {
        let planned = |entry: Result<Entry, ReadError>| {
            let puzzle = entry.expect("the stored blueprints are puzzles").puzzle;
            let digits = puzzle.cells().iter().enumerate();
            let pattern = digits.filter_map(|(i, digit)| Some((Cell::new(i), (*digit)?))).collect();
            let blueprint = Blueprint::new(Shape::NINE, pattern).expect("the stored blueprints are minimal");
            Planned::new(blueprint, Shape::NINE)
        };
        Reader::new(STORED.as_bytes(), Some(Shape::NINE)).map(planned).collect()
    });
    &PLANNED
}

/// Returns all blueprints of `shape` with at most `max_size` cells, by size. Some of them may not be in any grid, since
/// the surrounding cells are not considered (see [`Blueprint::is_in_a_grid`]).
///
/// # Errors
/// The limit that was reached.
pub fn blueprints(shape: Shape, max_size: usize, limits: &Limits) -> Result<Vec<Blueprint>, Stop> {
    let mut patterns = with_width!(shape.n_cells(), W => generate::displaced_patterns::<W>(shape, max_size, limits))?;
    patterns.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    Ok(patterns.into_iter().filter_map(|pattern| Blueprint::new(shape, pattern)).collect())
}

/// A source of all minimal unavoidable sets of at most `max_size` cells, by matching blueprints.
#[derive(Clone, Copy, Debug)]
pub struct Blueprints {
    /// The maximum number of cells of a set.
    pub max_size: usize,
}

impl Default for Blueprints {
    fn default() -> Self {
        Self { max_size: STORED_TO }
    }
}

impl Blueprints {
    /// Creates the source with a size for which a grid of this shape takes a fraction of a second; for shapes other
    /// than 9x9, the blueprints must be generated first.
    #[must_use]
    pub fn affordable(shape: Shape) -> Self {
        Self { max_size: if shape.n() <= 9 { STORED_TO } else { 10 } }
    }
}

impl<const W: usize> Source<W, SudokuClues<W>> for Blueprints {
    fn name(&self) -> &'static str {
        "blueprint"
    }

    fn find(
        &mut self,
        problem: &SudokuClues<W>,
        family: &mut Family<W>,
        limits: &Limits,
    ) -> Result<Found, SourceError> {
        let shape = problem.grid().shape();
        let generated;
        let blueprints = if shape == Shape::NINE && self.max_size <= STORED_TO {
            stored()
        } else {
            match blueprints(shape, self.max_size, limits) {
                Ok(new) => generated = new.into_iter().map(|b| Planned::new(b, shape)).collect::<Vec<_>>(),
                Err(stop) => return Ok(Found::Limit(stop)),
            }
            &generated
        };
        let target = Target::new(problem.grid());
        let n_wanted = blueprints.iter().take_while(|b| b.blueprint.size() <= self.max_size).count();
        for (n_done, Planned { blueprint, plans }) in blueprints[..n_wanted].iter().enumerate() {
            limits.note_found(family.len(), n_done as f64 / n_wanted as f64);
            if let Some(stop) = limits.reached(0) {
                return Ok(Found::Limit(stop));
            }
            for plan in plans {
                target.images(plan, |cells, digit_of| {
                    let set: CellSet<W> = cells.iter().copied().collect();
                    if !family.contains(&set) {
                        let witness = witness(problem, cells, &blueprint.new, digit_of);
                        family.insert(UnavoidableSet { cells: set, witness });
                    }
                });
            }
        }
        family.sort();
        Ok(Found::Complete)
    }
}

/// The grid with the new digits of a blueprint in its image.
fn witness<const W: usize>(
    problem: &SudokuClues<W>,
    cells: &[Cell],
    new: &[Digit],
    digit_of: &dyn Fn(usize) -> usize,
) -> Witness {
    let mut values: Box<[u8]> = problem.grid().digits().iter().map(|digit| digit.value() as u8).collect();
    for (cell, digit) in cells.iter().zip(new) {
        values[cell.get()] = digit_of(digit.index()) as u8 + 1;
    }
    let witness = Witness(values);
    debug_assert_eq!(problem.difference(&witness), Ok(cells.iter().copied().collect()));
    witness
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::base::rng;
    use crate::sudoku::random_grid;
    use crate::unavoidable::pattern::canonical_pattern;
    use crate::unavoidable::{Complete, pattern_of};

    fn family<const W: usize>(problem: &SudokuClues<W>, mut source: impl Source<W, SudokuClues<W>>) -> Family<W> {
        let mut family = Family::new();
        assert_eq!(source.find(problem, &mut family, &Limits::none()), Ok(Found::Complete));
        family
    }

    /// mcguire-2012, section 5.2.1: 525 of at most twelve cells.
    #[test]
    fn the_stored_blueprints_are_those_of_the_paper() {
        let mut by_size = BTreeMap::new();
        for blueprint in stored_blueprints() {
            assert_eq!(canonical_pattern(Shape::NINE, blueprint.pattern()), blueprint.pattern());
            let (old, new) = (blueprint.puzzle(Shape::NINE), blueprint.exchanged(Shape::NINE));
            let cells = || old.cells().iter().zip(new.cells());
            assert!(cells().all(|(old, new)| old.is_some() == new.is_some() && (old.is_none() || old != new)));
            *by_size.entry(blueprint.size()).or_insert(0) += 1;
        }
        assert_eq!(by_size.values().sum::<usize>(), 525);
        assert!(!by_size.contains_key(&5) && !by_size.contains_key(&7) && by_size.keys().all(|size| *size >= 4));
    }

    #[test]
    fn matching_finds_what_the_complete_source_finds() {
        for seed in 1..=100 {
            let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::NINE, &mut rng(seed)));
            let matched = family(&problem, Blueprints::default());
            let complete = family(&problem, Complete { max_size: 12 });
            assert!(
                matched.sets().iter().map(|set| set.cells).eq(complete.sets().iter().map(|set| set.cells)),
                "{seed}"
            );
            assert!(matched.sets().iter().all(|set| problem.difference(&set.witness) == Ok(set.cells)));
        }
    }

    #[test]
    fn other_shapes_have_blueprints_too() {
        fn check<const W: usize>(rows: u8, columns: u8, max_size: usize) {
            let shape = Shape::new(rows, columns).expect("a shape");
            let problem = SudokuClues::<W>::new(random_grid::<W>(shape, &mut rng(1)));
            let matched = family(&problem, Blueprints { max_size });
            let complete = family(&problem, Complete { max_size });
            assert!(complete.len() > 3, "{shape}");
            assert!(
                matched.sets().iter().map(|set| set.cells).eq(complete.sets().iter().map(|set| set.cells)),
                "{shape}"
            );
        }
        check::<1>(2, 2, 16);
        check::<1>(2, 3, 12);
        check::<1>(1, 5, 12);
        check::<3>(3, 4, 10);
        check::<4>(4, 4, 9);
    }

    /// A conjecture of tjusila-2023 for 9x9, which is true for boxes of every shape (docs/papers.md has a proof).
    #[test]
    fn no_minimal_set_of_any_shape_has_five_or_seven_cells() {
        let by_size = |rows, columns| {
            let shape = Shape::new(rows, columns).expect("a shape");
            let mut by_size = BTreeMap::new();
            for blueprint in blueprints(shape, 8, &Limits::none()).expect("no limit") {
                *by_size.entry(blueprint.size()).or_insert(0) += 1;
            }
            by_size
        };
        let sizes = |rows, columns| by_size(rows, columns).into_keys().collect::<Vec<usize>>();
        // Patterns, whether they are in a grid or not: with four digits, those of six cells are not.
        for (rows, columns) in
            [(1, 4), (2, 2), (1, 5), (1, 9), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (2, 6), (3, 5), (4, 4)]
        {
            assert_eq!(sizes(rows, columns), [4, 6, 8], "{rows}x{columns}");
            if rows > 1 {
                assert_eq!(by_size(rows, columns), by_size(columns, rows), "{rows}x{columns}, transposed");
            }
        }
    }

    /// Every set of a grid is of a generated type, and every type generated that is in some grid is a set of that grid.
    #[test]
    fn generated_types_and_sets_of_grids_are_the_same() {
        let types = blueprints(Shape::NINE, 10, &Limits::none()).expect("no limit");
        for seed in 1..=10 {
            let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::NINE, &mut rng(seed)));
            for set in family(&problem, Complete { max_size: 10 }).sets() {
                let form = canonical_pattern(Shape::NINE, &pattern_of(problem.grid(), set.cells));
                assert!(types.iter().any(|blueprint| blueprint.pattern() == form));
            }
        }
        let mut solver = SudokuSolver::<2>::new(Shape::NINE);
        for blueprint in types {
            if let Some(grid) = solver.solutions(&blueprint.puzzle(Shape::NINE), 1).pop() {
                let problem = SudokuClues::<2>::new(grid);
                let cells: CellSet<2> = blueprint.pattern().iter().map(|(cell, _)| *cell).collect();
                assert!(family(&problem, Complete { max_size: blueprint.size() }).contains(&cells));
            }
        }
    }

    #[test]
    fn a_pattern_that_is_not_minimal_is_no_blueprint() {
        let entry = |cell, digit| (Cell::new(cell), Digit::new(digit));
        // Two sets of four cells each.
        let one = vec![entry(0, 1), entry(3, 2), entry(9, 2), entry(12, 1)];
        let both = [one.clone(), vec![entry(40, 1), entry(42, 2), entry(67, 2), entry(69, 1)]].concat();
        assert!(Blueprint::new(Shape::NINE, one.clone()).is_some());
        assert_eq!(Blueprint::new(Shape::NINE, both), None);
        // A cell that nothing can be exchanged with.
        assert_eq!(Blueprint::new(Shape::NINE, [one, vec![entry(80, 5)]].concat()), None);
    }

    #[test]
    fn a_limit_ends_the_search_for_a_grid() {
        let blueprint = stored_blueprints().next().expect("a type");
        assert_eq!(blueprint.is_in_a_grid(Shape::NINE, &Limits::none()), Ok(true));
        assert_eq!(blueprint.is_in_a_grid(Shape::NINE, &Limits::none().with_nodes(5)), Err(Stop::Nodes));
    }

    #[test]
    fn a_limit_ends_the_generator() {
        let limits = Limits::none().with_nodes(10);
        assert_eq!(blueprints(Shape::NINE, 12, &limits), Err(Stop::Nodes));
    }
}
