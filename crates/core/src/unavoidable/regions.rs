//! Source "region": all minimal unavoidable sets inside chosen regions of a grid.
//!
//! This is the remove-region approach (lin-wu-2013, sections 2.2.1 and 4.2; mcguire-2012, section 5.2): the solutions
//! of a grid with an emptied region differ from the grid in unavoidable sets. Lin and Wu solve the emptied grid and
//! keep the smallest differences; we follow forced displacements inside the region, which find the same sets and can
//! stop at a size.
//!
//! A set that is minimal among those inside its region is minimal in the grid: a smaller unavoidable set inside it
//! would lie inside the same region. This also holds with a size limit, since a smaller set satisfies the limit too.
//!
//! A minimal set has each of its digits at least twice, so a set of at most 2k + 1 cells has at most k digits. All of
//! them are inside regions of k digits.

use crate::base::{CellSet, Limits};
use crate::problem::SudokuClues;
use crate::sudoku::{House, Shape};

use super::displacement::displacements;
use super::{Family, Found, Source, SourceError};

/// A kind of region: all choices of this number of parts of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionKind {
    /// All cells of this number of digits.
    Digits(usize),
    /// A band: a full-width row of boxes.
    Band,
    /// A stack: a full-height column of boxes.
    Stack,
    /// The boxes that two bands and two stacks have in common.
    TwoByTwo,
    /// This number of boxes, anywhere.
    Boxes(usize),
}

/// The limit on the size of the sets of one kind of region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeCap {
    None,
    /// At most this many cells: the kind is only used for these sets.
    Needed(usize),
    /// At most this many cells, since larger sets would take too long; a size limit of the user replaces it.
    Affordable(usize),
}

/// A source of all minimal unavoidable sets inside the regions of some kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    /// The kinds of regions, with the limit on the size of the sets inside each.
    pub kinds: Vec<(RegionKind, SizeCap)>,
    /// The maximum number of cells of a set of any kind.
    pub max_size: Option<usize>,
}

impl Default for Regions {
    fn default() -> Self {
        Self::all()
    }
}

impl Regions {
    /// The maximum number of cells of the sets that [`Self::all`] looks for among five digits. Measured on random 9x9
    /// grids: there are one to two thousand such sets of up to 16 cells, found in half a second; with every two more
    /// cells, both numbers double.
    pub const FIVE_DIGITS: usize = 16;

    /// Creates the source with the regions of the original CHECKER: bands, stacks, 2x2 boxes and three digits
    /// (lin-wu-2013, section 2.2.1).
    #[must_use]
    pub fn checker() -> Self {
        let kinds = [RegionKind::Digits(3), RegionKind::Band, RegionKind::Stack, RegionKind::TwoByTwo];
        Self { kinds: kinds.map(|kind| (kind, SizeCap::None)).into(), max_size: None }
    }

    /// Creates the source with the larger regions of lin-wu-2013, section 4.2: those of CHECKER, all combinations of
    /// four boxes, "and some more combinations to ensure to find all the MUSs with size 10 or less".
    ///
    /// The paper does not specify the latter. We use five digits with sets of at most 11 cells, which gives all sets of
    /// at most 11 cells; their Table 3 has all sets of size 11 too.
    #[must_use]
    pub fn lin_wu() -> Self {
        let mut regions = Self::checker();
        regions.kinds.push((RegionKind::Boxes(4), SizeCap::None));
        regions.kinds.push((RegionKind::Digits(5), SizeCap::Needed(11)));
        regions
    }

    /// Creates the source with two to five digits, bands, stacks, 2x2 and any four boxes; five digits up to
    /// [`Self::FIVE_DIGITS`] cells.
    #[must_use]
    pub fn all() -> Self {
        let mut regions = Self::lin_wu();
        regions.kinds.push((RegionKind::Digits(4), SizeCap::None));
        regions.kinds.push((RegionKind::Digits(5), SizeCap::Affordable(Self::FIVE_DIGITS)));
        regions
    }

    /// Returns the same regions with sets of at most `max_size` cells.
    #[must_use]
    pub fn with_max_size(mut self, max_size: Option<usize>) -> Self {
        self.max_size = max_size;
        self
    }

    /// The size up to which these regions contain every minimal unavoidable set of a grid of this shape.
    #[must_use]
    pub fn complete_to(&self, shape: Shape) -> usize {
        let sizes = self.kinds.iter().map(|&(kind, cap)| complete_to(kind, self.max_cells(cap), shape));
        sizes.max().unwrap_or(0)
    }

    /// The most cells of a set of a kind with this cap.
    fn max_cells(&self, cap: SizeCap) -> usize {
        let max = self.max_size.unwrap_or(usize::MAX);
        match cap {
            SizeCap::None => max,
            SizeCap::Needed(cap) => cap.min(max),
            SizeCap::Affordable(cap) => self.max_size.unwrap_or(cap),
        }
    }

    /// The regions to search in a grid, each with the most cells of its sets. Kinds that add nothing are left out:
    /// those whose regions all lie inside those of another kind, and those whose sets are so small that another kind
    /// has all.
    fn regions<const W: usize>(&self, problem: &SudokuClues<W>) -> Vec<(CellSet<W>, usize)> {
        let shape = problem.grid().shape();
        let kinds: Vec<(RegionKind, usize)> = self
            .kinds
            .iter()
            // The boxes of a Latin square are its rows, and four whole rows hold more sets than anyone wants.
            .filter(|(kind, _)| !(shape.is_latin() && matches!(kind, RegionKind::Boxes(_))))
            .map(|&(kind, cap)| match (kind, self.max_cells(cap)) {
                // So few cells have no more digits.
                (RegionKind::Digits(k), max) => (RegionKind::Digits(k.min(max / 2)), max),
                other => other,
            })
            .collect();
        let covers = |(b, most_b), (a, most_a)| {
            (is_inside(a, b, shape) && most_a <= most_b) || complete_to(b, most_b, shape) >= most_a
        };
        let adds = |&(i, a): &(usize, &(RegionKind, usize))| {
            let covered =
                |(j, b): (usize, &(RegionKind, usize))| i != j && covers(*b, *a) && (j < i || !covers(*a, *b));
            !kinds.iter().enumerate().any(covered)
        };
        let searched = kinds.iter().enumerate().filter(adds).map(|(_, one)| one);
        searched.flat_map(|&(kind, max)| of_kind(problem, kind).into_iter().map(move |cells| (cells, max))).collect()
    }
}

/// The size up to which the regions of a kind, searched for sets of at most `max` cells, hold all sets of a grid.
fn complete_to(kind: RegionKind, max: usize, shape: Shape) -> usize {
    match kind {
        RegionKind::Digits(k) if k >= shape.n() => max.min(shape.n_cells()),
        RegionKind::Digits(k) => max.min(2 * k + 1),
        RegionKind::Band | RegionKind::Stack | RegionKind::TwoByTwo | RegionKind::Boxes(_) => 0,
    }
}

/// Does each region of kind `a` lie inside one of kind `b`?
fn is_inside(a: RegionKind, b: RegionKind, shape: Shape) -> bool {
    let n_boxes = |kind| match kind {
        RegionKind::Digits(_) => None,
        // A band has one box in each stack.
        RegionKind::Band => Some(shape.n_stacks()),
        RegionKind::Stack => Some(shape.n_bands()),
        RegionKind::TwoByTwo => Some(4),
        RegionKind::Boxes(k) => Some(k),
    };
    match (a, b) {
        (RegionKind::Digits(a), RegionKind::Digits(b)) => a.min(shape.n()) <= b.min(shape.n()),
        (_, RegionKind::Boxes(max)) => n_boxes(a).is_some_and(|n| n.min(shape.n()) <= max.min(shape.n())),
        _ => a == b,
    }
}

/// All regions of one kind.
fn of_kind<const W: usize>(problem: &SudokuClues<W>, kind: RegionKind) -> Vec<CellSet<W>> {
    let (grid, geometry) = (problem.grid(), problem.geometry());
    let shape = grid.shape();
    let bands = || -> Vec<CellSet<W>> { (0..shape.n_bands()).map(|i| geometry.band(i)).collect() };
    let stacks = || -> Vec<CellSet<W>> { (0..shape.n_stacks()).map(|i| geometry.stack(i)).collect() };
    // The one stack of a Latin square is the whole of it, which is not a region but the grid.
    let proper = |parts: Vec<CellSet<W>>| if parts.len() > 1 { parts } else { Vec::new() };
    match kind {
        RegionKind::Digits(k) => {
            let holders: Vec<CellSet<W>> =
                (0..shape.n()).map(|d| shape.cells().filter(|&c| grid.get(c).index() == d).collect()).collect();
            unions(&holders, k)
        }
        RegionKind::Band => proper(bands()),
        RegionKind::Stack => proper(stacks()),
        RegionKind::TwoByTwo => {
            let two_stacks = unions(&stacks(), 2);
            unions(&bands(), 2).into_iter().flat_map(|b| two_stacks.iter().map(move |s| b & *s)).collect()
        }
        RegionKind::Boxes(k) => {
            let boxes: Vec<CellSet<W>> = (0..shape.n()).map(|i| geometry.house(House::Box(i as u8))).collect();
            unions(&boxes, k)
        }
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
        let regions = self.regions(problem);
        for (n_done, &(region, max_size)) in regions.iter().enumerate() {
            limits.note_found(family.len(), n_done as f64 / regions.len() as f64);
            let found = displacements(problem, region, max_size, limits);
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
    use crate::problem::{ClueProblem, Oracle, Verdict};
    use crate::sudoku::{all_grids, random_grid};
    use crate::unavoidable::Complete;

    fn family<const W: usize>(problem: &SudokuClues<W>, mut source: impl Source<W, SudokuClues<W>>) -> Family<W> {
        let mut family = Family::new();
        assert_eq!(source.find(problem, &mut family, &Limits::none()), Ok(Found::Complete));
        family
    }

    fn nine(seed: u64) -> SudokuClues<2> {
        SudokuClues::new(random_grid::<2>(Shape::NINE, &mut rng(seed)))
    }

    fn is_part_of<const W: usize>(a: &Family<W>, b: &Family<W>) -> bool {
        a.sets().iter().all(|set| b.contains(&set.cells))
    }

    #[test]
    fn the_two_classes_of_four_by_four_grids() {
        let (mut a, mut b) = (0, 0);
        for grid in all_grids::<1>(Shape::new(2, 2).expect("a shape"), usize::MAX) {
            let problem = SudokuClues::<1>::new(grid);
            let counts: Vec<(usize, usize)> = family(&problem, Regions::all()).by_size().into_iter().collect();
            match &counts[..] {
                [(4, 8), (8, 2), (12, 4)] => a += 1,
                [(4, 4), (8, 6), (10, 16)] => b += 1,
                other => panic!("no 4x4 grid has sets {other:?}"),
            }
        }
        assert_eq!((a, b), (96, 192));
    }

    /// CHECKER's 6 band and stack regions, 9 of 2x2 boxes and 84 of three digits (lin-wu-2013, section 2.2.1).
    #[test]
    fn regions_inside_one_another_are_searched_once() {
        let problem = nine(1);
        let n = |regions: Regions| {
            let found = regions.regions(&problem);
            for (i, (region, max)) in found.iter().enumerate() {
                assert!(
                    found
                        .iter()
                        .enumerate()
                        .all(|(j, (other, others_most))| { i == j || !region.is_subset(other) || max > others_most })
                );
            }
            found.len()
        };
        assert_eq!(n(Regions::checker()), 84 + 3 + 3 + 9);
        // Bands, stacks and 2x2 boxes are parts of the 126 choices of four boxes; so are, with a limit for all sizes,
        // three and four digits of the 126 choices of five.
        assert_eq!(n(Regions::lin_wu()), 84 + 126 + 126);
        assert_eq!(n(Regions::all()), 126 + 126 + 126);
        assert_eq!(n(Regions::all().with_max_size(Some(20))), 126 + 126);
        // Five digits have all sets of 11 cells, four all of 9.
        assert_eq!(n(Regions::lin_wu().with_max_size(Some(11))), 126);
        assert_eq!(n(Regions::all().with_max_size(Some(9))), 126);
        assert_eq!(n(Regions::checker().with_max_size(Some(5))), 36);
    }

    /// The minimality of a set, asked of the oracle cell by cell.
    fn is_minimal(problem: &SudokuClues<2>, oracle: &mut dyn Oracle<2>, cells: CellSet<2>) -> bool {
        let mut pace = Limits::none().pace(1);
        let rest = problem.cells() - cells;
        cells.iter().all(|cell| oracle.second_solution(rest | CellSet::only(cell), &mut pace) == Verdict::Unique)
    }

    #[test]
    fn every_set_is_minimal_and_has_a_true_witness() {
        let problem = nine(5);
        let mut oracle = problem.oracle();
        for regions in [Regions::checker(), Regions::lin_wu(), Regions::all()] {
            let family = family(&problem, regions);
            assert!(family.len() > 500);
            for set in family.sets() {
                assert_eq!(problem.difference(&set.witness), Ok(set.cells));
                assert!(is_minimal(&problem, &mut *oracle, set.cells), "{:?}", set.cells);
            }
        }
    }

    #[test]
    fn each_preset_has_the_sets_of_the_smaller_one() {
        for seed in 1..=2 {
            let problem = nine(seed);
            let presets = [Regions::checker(), Regions::lin_wu(), Regions::all()].map(|r| family(&problem, r));
            assert!(is_part_of(&presets[0], &presets[1]) && is_part_of(&presets[1], &presets[2]));
            assert!(presets[0].len() < presets[1].len() && presets[1].len() < presets[2].len());
        }
    }

    /// The claim of lin-wu-2013, section 4.2, and one size more.
    #[test]
    fn lin_wu_and_all_have_every_set_of_at_most_eleven_cells() {
        for seed in 1..=2 {
            let problem = nine(seed);
            let complete = family(&problem, Complete { max_size: 11 });
            for regions in [Regions::lin_wu(), Regions::all()] {
                assert_eq!(regions.complete_to(Shape::NINE), 11);
                assert!(is_part_of(&complete, &family(&problem, regions)));
            }
        }
    }

    #[test]
    fn complete_to_is_no_more_than_was_looked_for() {
        let four = Shape::new(2, 2).expect("a shape");
        assert_eq!(Regions::checker().complete_to(Shape::NINE), 7);
        assert_eq!(Regions::all().with_max_size(Some(10)).complete_to(Shape::NINE), 10);
        assert_eq!(Regions::all().complete_to(four), 16);
        // Of grids with five digits or fewer the whole grid is a region.
        assert_eq!(Regions::lin_wu().complete_to(four), 11);
        assert_eq!(Regions { kinds: vec![(RegionKind::Boxes(4), SizeCap::None)], max_size: None }.complete_to(four), 0);
    }

    /// The user's limit replaces one that is there only to save time, and no other.
    #[test]
    fn a_size_limit_of_the_user() {
        let problem = nine(2);
        let largest = |regions: Regions| family(&problem, regions).by_size().into_keys().next_back();
        assert!(largest(Regions::checker()) > Some(18));
        assert_eq!(largest(Regions::all().with_max_size(Some(9))), Some(9));
        let five = |cap, max_size| largest(Regions { kinds: vec![(RegionKind::Digits(5), cap)], max_size });
        assert_eq!(five(SizeCap::Affordable(12), None), Some(12));
        assert_eq!(five(SizeCap::Affordable(12), Some(14)), Some(14));
        assert_eq!(five(SizeCap::Needed(11), Some(14)), Some(11));
    }

    #[test]
    fn a_latin_square_has_no_region_that_is_all_of_it() {
        let shape = Shape::new(1, 7).expect("a shape");
        let problem = SudokuClues::<1>::new(random_grid::<1>(shape, &mut rng(1)));
        assert!(Regions::all().regions(&problem).iter().all(|(region, _)| *region != problem.cells()));
    }
}
