//! Statistics of a family of unavoidable sets.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{Cell, CellSet, Index, Limits, Stop, sort_by_size};
use crate::problem::SudokuClues;

use super::{
    CliqueNumber, DegreeKind, DegreePacking, DegreeSet, DegreeSets, Family, UnavoidableSet, clique_number, degree_sets,
};

/// Statistics of a family of minimal unavoidable sets of a Sudoku grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Stats {
    /// The most pairwise disjoint sets; `None` if a limit was reached.
    pub clique: Option<DisjointSets>,
    /// The number of minimal sets of degrees 2, 3, ..., as far as requested. A degree is omitted if a limit was
    /// reached, or if the family is not known to be complete up to [`Degrees::complete_for`] cells.
    pub degrees: Vec<DegreeCounts>,
    /// The disjoint sets, including those of higher degrees, that together need the most clues; `None` if a limit was
    /// reached.
    pub packing: Option<PackedSets>,
    /// The number of sets for each number of digits in a set.
    pub by_digits: BTreeMap<usize, usize>,
    /// The number of sets for each number of bands and stacks that a set touches (mcguire-2012, section 5.2.1). If rows
    /// and columns can be exchanged, the smaller number comes first.
    pub by_boxes: BTreeMap<(usize, usize), usize>,
    /// The number of sets that contain a cell.
    pub cells_in_sets: Spread,
    /// The limit that ended the work.
    pub stop: Option<Stop>,
}

/// The most pairwise disjoint sets found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisjointSets {
    /// The cells of each, smallest first.
    pub sets: Vec<Vec<Cell>>,
    /// Whether this is the maximum of the grid, for sets of all sizes.
    pub is_exact: bool,
}

/// The sets of higher degree to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Degrees {
    /// The highest degree; 1 for none.
    pub max: usize,
    pub max_size: usize,
}

impl Default for Degrees {
    /// Those of mcguire-2012, section 5.2.2.
    fn default() -> Self {
        Self::up_to(2)
    }
}

impl Degrees {
    /// Creates the settings for degrees up to `max`. A set has at least four cells, so disjoint ones have four for each
    /// clue that they need; three more cells leave room for others.
    #[must_use]
    pub fn up_to(max: usize) -> Self {
        Self { max, max_size: 4 * max + 3 }
    }

    /// The size up to which all minimal unavoidable sets must be present to find all minimal sets of a degree.
    #[must_use]
    pub fn complete_for(&self, degree: usize) -> usize {
        (self.max_size + 1).saturating_sub(degree)
    }
}

/// The number of minimal sets of one degree, by size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DegreeCounts {
    pub degree: usize,
    pub max_size: usize,
    pub all: BTreeMap<usize, usize>,
    /// The number of sets that are not the disjoint union of sets of lower degree.
    pub nontrivial: BTreeMap<usize, usize>,
}

/// The range of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    pub min: usize,
    pub mean: f64,
    pub max: usize,
}

impl Stats {
    /// Computes the statistics of `family`, which has every minimal set of at most `complete_to` cells; `None` if no
    /// such size is known. Simple counts are included even after a limit.
    #[must_use]
    #[inline(never)]
    pub fn of<const W: usize>(
        problem: &SudokuClues<W>,
        family: &Family<W>,
        complete_to: Option<usize>,
        degrees: Degrees,
        limits: &Limits,
    ) -> Self {
        let grid = problem.grid();
        let shape = grid.shape();
        let (mut by_digits, mut by_boxes) = (BTreeMap::new(), BTreeMap::new());
        let mut in_sets = vec![0; shape.n_cells()];
        for set in family.sets() {
            let different = |number: &dyn Fn(_) -> usize| set.cells.iter().map(number).collect::<BTreeSet<_>>().len();
            *by_digits.entry(different(&|cell| grid.get(cell).index())).or_insert(0) += 1;
            let (bands, stacks) = (different(&|cell| shape.band(cell)), different(&|cell| shape.stack(cell)));
            let turned = shape.box_rows() == shape.box_cols() && stacks < bands;
            *by_boxes.entry(if turned { (stacks, bands) } else { (bands, stacks) }).or_insert(0) += 1;
            set.cells.iter().for_each(|cell| in_sets[cell.get()] += 1);
        }
        let cells_in_sets = Spread {
            min: in_sets.iter().copied().min().unwrap_or(0),
            mean: in_sets.iter().sum::<usize>() as f64 / in_sets.len() as f64,
            max: in_sets.iter().copied().max().unwrap_or(0),
        };
        let mut clique = None;
        // The limit may have ended the search for the sets already.
        let mut stop = limits.reached(0);
        if stop.is_none() {
            match clique_number(problem, family, complete_to, limits) {
                CliqueNumber::Exact(sets) => clique = Some(DisjointSets::new(&sets, true)),
                CliqueNumber::AtLeast(sets) => clique = Some(DisjointSets::new(&sets, false)),
                CliqueNumber::Limit(_, limit) => stop = Some(limit),
            }
        }
        let (mut counts, mut higher) = (Vec::new(), Vec::new());
        for degree in 2..=degrees.max {
            if stop.is_some() || complete_to.is_none_or(|size| size < degrees.complete_for(degree)) {
                continue;
            }
            match degree_sets(family, degree, degrees.max_size, limits) {
                DegreeSets::Complete(sets) => {
                    counts.push(DegreeCounts::of(&sets, degree, degrees.max_size));
                    higher.extend(sets);
                }
                DegreeSets::Limit(_, limit) => stop = Some(limit),
            }
        }
        let mut packing = None;
        if stop.is_none() {
            packing = Some(PackedSets::of(&DegreePacking::of(family, &higher, limits)));
            stop = limits.reached(0);
        }
        Self { clique, degrees: counts, packing, by_digits, by_boxes, cells_in_sets, stop }
    }
}

/// Disjoint sets that together need the most clues, as found by [`DegreePacking`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedSets {
    /// The degree and the cells of each.
    pub sets: Vec<(usize, Vec<Cell>)>,
    /// The sum of their degrees: a lower bound on the number of clues.
    pub weight: usize,
    /// Whether it is proven that no other disjoint sets need more clues.
    pub is_maximum: bool,
}

impl PackedSets {
    fn of<const W: usize>(packing: &DegreePacking<W>) -> Self {
        let DegreePacking { sets, weight, is_maximum } = packing;
        let sets = sets.iter().map(|set| (set.degree, set.cells.iter().collect())).collect();
        Self { sets, weight: *weight, is_maximum: *is_maximum }
    }
}

impl DisjointSets {
    fn new<const W: usize>(sets: &[UnavoidableSet<W>], is_exact: bool) -> Self {
        let mut sets: Vec<CellSet<W>> = sets.iter().map(|set| set.cells).collect();
        sort_by_size(&mut sets);
        Self { sets: sets.iter().map(|cells| cells.iter().collect()).collect(), is_exact }
    }
}

impl DegreeCounts {
    #[inline(never)]
    fn of<const W: usize>(sets: &[DegreeSet<W>], degree: usize, max_size: usize) -> Self {
        let (mut all, mut nontrivial) = (BTreeMap::new(), BTreeMap::new());
        for set in sets {
            *all.entry(set.cells.len()).or_insert(0) += 1;
            if set.kind == DegreeKind::Nontrivial {
                *nontrivial.entry(set.cells.len()).or_insert(0) += 1;
            }
        }
        Self { degree, max_size, all, nontrivial }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng;
    use crate::sudoku::{Shape, random_grid};
    use crate::unavoidable::{Complete, Source};

    fn stats<const W: usize>(shape: Shape, max_size: usize, limits: &Limits) -> (Family<W>, Stats) {
        let problem = SudokuClues::<W>::new(random_grid::<W>(shape, &mut rng(1)));
        let mut family = Family::new();
        let found = Complete { max_size }.find(&problem, &mut family, &Limits::none());
        assert_eq!(found, Ok(crate::unavoidable::Found::Complete));
        let stats = Stats::of(&problem, &family, Some(max_size), Degrees::default(), limits);
        (family, stats)
    }

    #[test]
    fn every_set_is_counted_once() {
        for shape in [Shape::NINE, Shape::new(2, 3).expect("a shape")] {
            let (family, stats) = stats::<2>(shape, 10, &Limits::none());
            assert_eq!(stats.by_digits.values().sum::<usize>(), family.len());
            assert_eq!(stats.by_boxes.values().sum::<usize>(), family.len());
            let entries: usize = family.by_size().into_iter().map(|(size, n)| size * n).sum();
            assert!((stats.cells_in_sets.mean - entries as f64 / shape.n_cells() as f64).abs() < 1e-9);
            assert!(stats.cells_in_sets.min <= entries / shape.n_cells());
            assert_eq!(stats.degrees.iter().map(|counts| counts.degree).collect::<Vec<_>>(), [2]);
            let n_disjoint = stats.clique.expect("no limit").sets.len();
            assert!(stats.packing.is_some_and(|packing| packing.weight >= n_disjoint) && stats.stop.is_none());
            // Only where boxes are square does a set in two bands and one stack count as 1x2.
            assert_eq!(stats.by_boxes.contains_key(&(2, 1)), shape != Shape::NINE);
        }
    }

    #[test]
    fn what_the_family_does_not_give_is_left_out() {
        assert_eq!(stats::<2>(Shape::NINE, 9, &Limits::none()).1.degrees, []);
        let (_, stats) = stats::<2>(Shape::NINE, 10, &Limits::none().with_nodes(1));
        assert_eq!((stats.clique, stats.packing, stats.stop), (None, None, Some(Stop::Nodes)));
        assert_eq!(stats.degrees, []);
        assert!(!stats.by_digits.is_empty());
    }

    /// Sets that need three clues in at most 13 cells of a 9x9 grid are three disjoint sets of four cells, or of four,
    /// four and five, of which there are none; a family up to 11 cells has them all.
    #[test]
    fn higher_degrees_are_counted_where_they_are_asked_for() {
        let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::NINE, &mut rng(1)));
        let mut family = Family::new();
        let found = Complete { max_size: 11 }.find(&problem, &mut family, &Limits::none());
        assert_eq!(found, Ok(crate::unavoidable::Found::Complete));
        let of =
            |max_size| Stats::of(&problem, &family, Some(11), Degrees { max: 3, max_size }, &Limits::none()).degrees;
        let counts = of(12);
        assert_eq!(
            counts.iter().map(|counts| (counts.degree, counts.max_size)).collect::<Vec<_>>(),
            [(2, 12), (3, 12)]
        );
        let fours: Vec<CellSet<2>> = family.sets().iter().map(|set| set.cells).filter(|set| set.len() == 4).collect();
        let mut threes = BTreeSet::new();
        for (i, a) in fours.iter().enumerate() {
            for (j, b) in fours[..i].iter().enumerate() {
                let apart = |c: &&CellSet<2>| !c.intersects(a) && !c.intersects(b) && !a.intersects(b);
                threes.extend(fours[..j].iter().filter(apart).map(|c| *c | *a | *b));
            }
        }
        assert_eq!(counts[1].all, BTreeMap::from([(12, threes.len())]));
        assert_eq!(counts[1].nontrivial, BTreeMap::new());
        // For 13 cells, sets of 12 would have to be there for degree 2.
        assert_eq!(of(13).iter().map(|counts| counts.degree).collect::<Vec<_>>(), [3]);
    }
}
