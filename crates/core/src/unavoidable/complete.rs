//! Source "complete": every minimal unavoidable set of a grid up to a size, by forced displacements over all cells.

use crate::base::Limits;
use crate::problem::{ClueProblem, SudokuClues};
use crate::sudoku::Shape;

use super::displacement::displacements_told;
use super::{Family, Found, Source, SourceError};

/// A source of all minimal unavoidable sets of at most `max_size` cells.
#[derive(Clone, Copy, Debug)]
pub struct Complete {
    /// The maximum number of cells of a set.
    pub max_size: usize,
}

impl Complete {
    /// Creates the source with a size that takes about a tenth of a second on one core; on 9x9, it finds about 700 to
    /// 1,000 sets, enough to start a search.
    #[must_use]
    pub fn affordable(shape: Shape) -> Self {
        let max_size = match shape.n() {
            0..=9 => 14,
            10..=12 => 13,
            13..=16 => 12,
            _ => 9,
        };
        Self { max_size }
    }

    /// Creates the source for a search for puzzles with at most `max_clues` clues. Its size is the affordable one or
    /// less.
    ///
    /// A search for 16 clues of a 9x9 grid takes little longer than its start sets, and the largest of these take more
    /// time than they save.
    #[must_use]
    pub fn for_clues(shape: Shape, max_clues: usize) -> Self {
        let Self { max_size } = Self::affordable(shape);
        Self { max_size: if shape.n() == 9 && max_clues <= 16 { max_size.min(12) } else { max_size } }
    }

    /// Creates the source of larger sets, with two more cells, for a long search that started with the sets of
    /// `family`. Returns `None` if the family is empty, or if the sets would have more than 16 cells, as in variants,
    /// where the search for them takes seconds.
    ///
    /// On 9x9 grids, sets of up to 16 cells take a tenth of a second, and shorten a hard search by a seventh. One more
    /// cell would take twice as long, without a gain.
    #[must_use]
    pub fn after<const W: usize>(family: &Family<W>) -> Option<Self> {
        const MOST: usize = 16;
        let largest = family.sets().iter().map(|set| set.cells.len()).max()?;
        Some(Self { max_size: largest + 2 }).filter(|larger| larger.max_size <= MOST)
    }
}

impl<const W: usize> Source<W, SudokuClues<W>> for Complete {
    fn name(&self) -> &'static str {
        "complete"
    }

    fn find(
        &mut self,
        problem: &SudokuClues<W>,
        family: &mut Family<W>,
        limits: &Limits,
    ) -> Result<Found, SourceError> {
        let mut tell = |n_found, part| limits.note_found(n_found, part);
        let found = displacements_told(problem, problem.cells(), self.max_size, limits, &mut tell);
        for set in found.sets {
            family.insert(set);
        }
        Ok(found.stop.map_or(Found::Complete, Found::Limit))
    }
}

/// Source "complete" for a search of a variant: one size after the other, until there are enough sets.
///
/// More rules leave fewer small sets: a grid of Sudoku-X has about 50 of at most 14 cells, a plain grid 800, and the
/// search takes three times as long with 50 of them as with 400.
#[derive(Clone, Copy, Debug)]
pub struct CompleteByNumber {
    /// The first size, in cells.
    pub from_size: usize,
    /// The number of sets that are enough.
    pub n_sets: usize,
    /// The number of search nodes of a size after which the next size, with four times as many, is not tried.
    pub max_nodes: u64,
}

impl CompleteByNumber {
    /// Creates the source with numbers that take at most about a second on one core.
    #[must_use]
    pub fn affordable(shape: Shape) -> Self {
        Self { from_size: Complete::affordable(shape).max_size, n_sets: 400, max_nodes: 300_000 }
    }
}

impl<const W: usize> Source<W, SudokuClues<W>> for CompleteByNumber {
    fn name(&self) -> &'static str {
        "complete"
    }

    fn find(
        &mut self,
        problem: &SudokuClues<W>,
        family: &mut Family<W>,
        limits: &Limits,
    ) -> Result<Found, SourceError> {
        let mut max_size = self.from_size;
        loop {
            let mut tell = |n_found, _| limits.note_found(n_found, n_found as f64 / self.n_sets as f64);
            let found = displacements_told(problem, problem.cells(), max_size, limits, &mut tell);
            let is_enough = found.sets.len() >= self.n_sets || found.n_nodes > self.max_nodes;
            if is_enough || found.stop.is_some() || max_size >= problem.cells().len() {
                for set in found.sets {
                    family.insert(set);
                }
                return Ok(found.stop.map_or(Found::Complete, Found::Limit));
            }
            // Few sets have an odd number of cells.
            max_size += 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;

    use super::*;
    use crate::base::{CellSet, NodeMeter, rng};
    use crate::sudoku::{Grid, Nine, Puzzle, Rule, SudokuSolver, Variant, all_grids, random_grid, random_grid_of};
    use crate::unavoidable::Regions;

    fn family<const W: usize>(problem: &SudokuClues<W>, mut source: impl Source<W, SudokuClues<W>>) -> Family<W> {
        let mut family = Family::new();
        assert_eq!(source.find(problem, &mut family, &Limits::none()), Ok(Found::Complete));
        family
    }

    /// A minimal set has each of its digits at least twice, so up to nine cells it has at most four digits.
    #[test]
    fn up_to_nine_cells_the_regions_have_all_sets() {
        for seed in 1..=3 {
            let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::NINE, &mut rng(seed)));
            let complete = family(&problem, Complete { max_size: 9 });
            let regions = family(&problem, Regions::all().with_max_size(Some(9)));
            assert!(complete.len() > 20);
            assert_eq!(complete.by_size(), regions.by_size());
            assert!(regions.sets().iter().all(|set| complete.contains(&set.cells)));
            // None of size 1, 2, 3, 5 or 7 (mcguire-2012).
            assert!([1, 2, 3, 5, 7].iter().all(|size| !complete.by_size().contains_key(size)));
        }
    }

    #[test]
    fn a_meter_sees_how_many_there_are_and_that_it_is_done() {
        let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::NINE, &mut rng(1)));
        let meter = NodeMeter::default();
        let limits = Limits::none().with_meter(meter.clone());
        let mut family = Family::new();
        assert_eq!(Complete { max_size: 10 }.find(&problem, &mut family, &limits), Ok(Found::Complete));
        let (n_found, part) = meter.found();
        assert!(n_found >= family.len() as u64 && family.len() > 10, "{n_found} of {}", family.len());
        assert_eq!(part.to_bits(), 1_f64.to_bits());
    }

    #[test]
    fn sizes_grow_until_there_are_sets_enough() {
        let variant = Variant::new(Shape::new(2, 3).expect("a shape"), &[Rule::Diagonals]).expect("a variant");
        let grid = random_grid_of::<1>(&variant, &mut rng(1), &Limits::none()).expect("no limit").expect("a grid");
        let problem = SudokuClues::<1>::of(&variant, grid).expect("it is one of the variant");
        let of_size = |max_size| family(&problem, Complete { max_size }).len();
        let grown = |n_sets, max_nodes| family(&problem, CompleteByNumber { from_size: 6, n_sets, max_nodes }).len();
        assert!(of_size(6) < of_size(12) && of_size(12) < of_size(16), "{} {}", of_size(6), of_size(12));
        assert_eq!(grown(1, u64::MAX), of_size(6));
        assert_eq!(grown(of_size(12), u64::MAX), of_size(12));
        assert_eq!(grown(usize::MAX, 0), of_size(6));
        assert_eq!(grown(usize::MAX, u64::MAX), of_size(36));
    }

    #[test]
    fn the_witnesses_prove_their_sets() {
        let problem = SudokuClues::<4>::new(random_grid::<4>(Shape::new(3, 4).expect("a shape"), &mut rng(1)));
        for set in family(&problem, Complete { max_size: 8 }).sets() {
            assert_eq!(problem.difference(&set.witness), Ok(set.cells));
        }
    }

    /// The minimal ones among the differences to all other grids, which are all minimal unavoidable sets there are.
    fn by_comparison(problem: &SudokuClues<1>, grids: &[Grid]) -> Vec<CellSet<1>> {
        let mut all: Vec<CellSet<1>> = grids.iter().map(|other| problem.grid().difference(other.digits())).collect();
        all.retain(|cells| !cells.is_empty());
        all.sort_by_key(|cells| (cells.len(), *cells));
        let mut minimal: Vec<CellSet<1>> = Vec::new();
        for cells in all {
            if !minimal.iter().any(|smaller| smaller.is_subset(&cells)) {
                minimal.push(cells);
            }
        }
        minimal
    }

    #[test]
    fn nothing_is_missing_where_all_grids_can_be_compared() {
        for (rows, columns) in [(2, 2), (1, 4), (4, 1)] {
            let shape = Shape::new(rows, columns).expect("a shape");
            let grids = all_grids::<1>(shape, usize::MAX);
            for grid in grids.iter().step_by(5) {
                let problem = SudokuClues::<1>::new(grid.clone());
                let wanted = by_comparison(&problem, &grids);
                for max_size in 4..=shape.n_cells() {
                    let found = family(&problem, Complete { max_size });
                    let cells: Vec<CellSet<1>> = found.sets().iter().map(|set| set.cells).collect();
                    let wanted: Vec<_> = wanted.iter().copied().filter(|cells| cells.len() <= max_size).collect();
                    assert_eq!(cells, wanted, "{shape} up to {max_size}");
                }
            }
        }
    }

    /// Variants of small shapes, whose grids can all be compared.
    #[test]
    fn nothing_is_missing_of_variants_either() {
        let mut n_sets = 0;
        for (shape, rules) in [
            ("2x2", "x"),
            ("2x2", "disjoint-groups"),
            ("1x5", "x"),
            ("1x4", "jigsaw=AABBACCBACDBCDDD"),
            ("1x5", "anti-king"),
            ("1x5", "anti-knight"),
        ] {
            let rules: Vec<Rule> = rules.split(',').map(|rule| rule.parse().expect("a rule")).collect();
            let variant = Variant::new(shape.parse().expect("a shape"), &rules).expect("a variant");
            let shape = variant.shape();
            let grids = SudokuSolver::<1>::of(variant.clone()).solutions(&Puzzle::empty(shape), usize::MAX);
            assert!(!grids.is_empty(), "{variant} has no grid");
            for grid in grids.iter().step_by(1 + grids.len() / 20) {
                let problem = SudokuClues::<1>::of(&variant, grid.clone()).expect("it is one of the variant");
                let wanted = by_comparison(&problem, &grids);
                for max_size in 4..=shape.n_cells() {
                    let family = family(&problem, Complete { max_size });
                    let cells: Vec<CellSet<1>> = family.sets().iter().map(|set| set.cells).collect();
                    let wanted: Vec<_> = wanted.iter().copied().filter(|cells| cells.len() <= max_size).collect();
                    assert_eq!(cells, wanted, "{variant} up to {max_size}");
                    assert!(family.sets().iter().all(|set| problem.difference(&set.witness) == Ok(set.cells)));
                    n_sets += cells.len();
                }
            }
        }
        assert!(n_sets > 200, "{n_sets}");
    }

    /// The sets that the oracle of a 9x9 variant finds, and all that are found here are minimal.
    #[test]
    fn small_sets_of_the_oracle_are_there() {
        let max_size = 14;
        let mut n_small = 0;
        for rules in ["x", "windoku", "anti-knight", "x,anti-king", "disjoint-groups"] {
            let rules: Vec<Rule> = rules.split(',').map(|rule| rule.parse().expect("a rule")).collect();
            let variant = Variant::new(Shape::NINE, &rules).expect("a variant");
            let mut rng = rng(7);
            let grid = random_grid_of::<2>(&variant, &mut rng, &Limits::none()).expect("no limit").expect("a grid");
            let problem = SudokuClues::<2>::of(&variant, grid.clone()).expect("it is one of the variant");
            let family = family(&problem, Complete { max_size });
            let mut nine = Nine::of(&variant, grid.digits());
            let mut pace = Limits::none().pace(1000);
            for _ in 0..600 {
                let open: CellSet<2> = problem.cells().iter().filter(|_| rng.random_bool(0.45)).collect();
                let set = nine.minimal_set(open, CellSet::EMPTY, &mut pace).expect("no limit");
                if let Some(set) = set.filter(|set| set.len() <= max_size) {
                    assert!(family.contains(&set), "{variant}: {set:?}");
                    n_small += 1;
                }
            }
            for set in family.sets() {
                assert_eq!(nine.minimal_set(set.cells, CellSet::EMPTY, &mut pace), Ok(Some(set.cells)), "{variant}");
            }
        }
        assert!(n_small > 100, "{n_small}");
    }
}
