//! Source "region": all minimal unavoidable sets inside small regions of a grid.
//!
//! The regions are the cells of two, three and four digits, the bands, the stacks, and the rectangles of 2x2 boxes
//! (mcguire-2012, section 5.2; lin-wu-2013, section 2.2.1). Every set on at most four digits is found, which are all sets
//! of at most nine cells: a minimal set has each of its digits at least twice.

use crate::base::{CellSet, Limits};
use crate::problem::SudokuClues;

use super::displacement::displacements;
use super::{Family, Found, Source, SourceError};

/// All minimal unavoidable sets inside regions.
#[derive(Clone, Debug)]
pub struct Regions {
    /// Most digits of a digit region.
    pub max_digits: usize,
    /// Most cells of a set.
    pub max_size: usize,
}

impl Default for Regions {
    fn default() -> Self {
        Self { max_digits: 4, max_size: usize::MAX }
    }
}

impl Regions {
    /// The regions of a grid, each with fewer cells than the grid unless the grid is that small.
    fn regions<const W: usize>(&self, problem: &SudokuClues<W>) -> Vec<CellSet<W>> {
        let (grid, geometry) = (problem.grid(), problem.geometry());
        let shape = grid.shape();
        let holders: Vec<CellSet<W>> =
            (0..shape.n()).map(|d| shape.cells().filter(|&c| grid.get(c).index() == d).collect()).collect();
        // Regions of fewer digits lie inside those of the most digits.
        let mut regions = unions(&holders, self.max_digits.min(shape.n()));
        let bands: Vec<CellSet<W>> = (0..shape.n_bands()).map(|i| geometry.band(i)).collect();
        let stacks: Vec<CellSet<W>> = (0..shape.n_stacks()).map(|i| geometry.stack(i)).collect();
        for two_bands in unions(&bands, 2) {
            for two_stacks in unions(&stacks, 2) {
                regions.push(two_bands & two_stacks);
            }
        }
        regions.extend(bands);
        regions.extend(stacks);
        regions
    }
}

/// The unions of `k` different ones of `parts`; of all of them if there are fewer.
fn unions<const W: usize>(parts: &[CellSet<W>], k: usize) -> Vec<CellSet<W>> {
    let k = k.min(parts.len());
    let mut level = vec![(0, CellSet::EMPTY)];
    for _ in 0..k {
        level = level
            .into_iter()
            .flat_map(|(from, union)| (from..parts.len()).map(move |i| (i + 1, union | parts[i])))
            .collect();
    }
    level.into_iter().map(|(_, union)| union).collect()
}

impl<const W: usize> Source<W, SudokuClues<W>> for Regions {
    fn name(&self) -> &'static str {
        "region"
    }

    fn find(
        &mut self,
        problem: &SudokuClues<W>,
        family: &mut Family<W>,
        limits: &Limits,
    ) -> Result<Found, SourceError> {
        for region in self.regions(problem) {
            let found = displacements(problem, region, self.max_size, limits);
            for set in found.sets {
                family.insert(set);
            }
            if let Some(stop) = found.stop {
                family.sort();
                return Ok(Found::Limit(stop));
            }
        }
        family.sort();
        Ok(Found::Complete)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng;
    use crate::problem::ClueProblem;
    use crate::sudoku::{Shape, all_grids, random_grid};

    fn family<const W: usize>(problem: &SudokuClues<W>) -> Family<W> {
        let mut family = Family::new();
        assert_eq!(Regions::default().find(problem, &mut family, &Limits::none()), Ok(Found::Complete));
        family
    }

    #[test]
    fn the_two_classes_of_four_by_four_grids() {
        let (mut a, mut b) = (0, 0);
        for grid in all_grids::<1>(Shape::new(2, 2).expect("a shape"), usize::MAX) {
            let counts: Vec<(usize, usize)> = family(&SudokuClues::<1>::new(grid)).by_size().into_iter().collect();
            match &counts[..] {
                [(4, 8), (8, 2), (12, 4)] => a += 1,
                [(4, 4), (8, 6), (10, 16)] => b += 1,
                other => panic!("no 4x4 grid has sets {other:?}"),
            }
        }
        assert_eq!((a, b), (96, 192));
    }

    #[test]
    fn every_set_has_a_true_witness() {
        let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::NINE, &mut rng(5)));
        let family = family(&problem);
        assert!(family.len() > 1000);
        for set in family.sets() {
            assert_eq!(problem.difference(&set.witness), Ok(set.cells));
        }
    }
}
