//! Groups of cell permutations, as lists of their elements, with the operations that searches need.

use std::collections::BTreeSet;

use super::bits::CellSet;
use super::ids::{Cell, Index};
use super::permutation::CellPermutation;

/// A group of cell permutations: closed under products and inverses.
///
/// All elements are listed in ascending order, so two groups are equal exactly if they have the same elements. The
/// identity is the least permutation and comes first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    elements: Vec<CellPermutation>,
}

impl Group {
    /// The maximum number of elements of a group that a search uses. A larger group costs more than it saves.
    pub const MAX: usize = 10_000;

    /// Creates the group that contains only the identity on `n_cells` cells.
    #[must_use]
    pub fn trivial(n_cells: usize) -> Self {
        Self { elements: vec![CellPermutation::identity(n_cells)] }
    }

    /// Creates the smallest group with these elements, which must all act on `n_cells` cells; `None` if it has more
    /// than `max` elements.
    #[must_use]
    pub fn generated_by(n_cells: usize, generators: &[CellPermutation], max: usize) -> Option<Self> {
        let identity = CellPermutation::identity(n_cells);
        let mut found = BTreeSet::from([identity.clone()]);
        let mut open = vec![identity];
        // In a finite group inverses are powers, so products of generators reach every element.
        while let Some(element) = open.pop() {
            for generator in generators {
                let product = generator.compose(&element);
                if found.insert(product.clone()) {
                    open.push(product);
                }
            }
            if found.len() > max {
                return None;
            }
        }
        Some(Self { elements: found.into_iter().collect() })
    }

    /// A group from the list of its elements, which the caller knows to be closed.
    pub(crate) fn from_closed(mut elements: Vec<CellPermutation>) -> Self {
        elements.sort_unstable();
        let group = Self { elements };
        debug_assert!(group.elements.first().is_some_and(CellPermutation::is_identity));
        debug_assert!(group.order() > 50 || group.is_closed());
        group
    }

    /// Is every product of two elements an element? In a finite set of permutations this gives the inverses too.
    fn is_closed(&self) -> bool {
        self.elements.iter().all(|a| self.elements.iter().all(|b| self.contains(&a.compose(b))))
    }

    #[must_use]
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// Returns whether the identity is the only element.
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        self.order() == 1
    }

    /// The number of cells that it acts on.
    #[must_use]
    pub fn n_cells(&self) -> usize {
        self.elements[0].n_cells()
    }

    /// The elements, ascending; the first is the identity.
    #[must_use]
    pub fn elements(&self) -> &[CellPermutation] {
        &self.elements
    }

    /// Returns whether `permutation` is an element.
    #[must_use]
    pub fn contains(&self, permutation: &CellPermutation) -> bool {
        self.elements.binary_search(permutation).is_ok()
    }

    /// All images of a cell, including the cell itself.
    #[must_use]
    pub fn orbit<const W: usize>(&self, cell: Cell) -> CellSet<W> {
        self.elements.iter().map(|p| p.apply(cell)).collect()
    }

    /// The orbits of all cells, ordered by their first cells.
    #[must_use]
    pub fn orbits<const W: usize>(&self) -> Vec<CellSet<W>> {
        let mut left = CellSet::first_n(self.n_cells());
        let mut found = Vec::new();
        while let Some(cell) = left.first() {
            let orbit = self.orbit(cell);
            left -= orbit;
            found.push(orbit);
        }
        found
    }

    /// Returns a few elements whose images, taken one after the other, have the same orbits as the group.
    #[must_use]
    pub fn orbit_generators(&self) -> Vec<CellPermutation> {
        let n = self.n_cells();
        let mut orbit: Vec<usize> = (0..n).collect();
        let mut chosen = Vec::new();
        for p in &self.elements {
            let mut joins = false;
            for i in 0..n {
                let (a, b) = (orbit[i], orbit[p.apply(Cell::new(i)).get()]);
                if a != b {
                    joins = true;
                    orbit.iter_mut().filter(|o| **o == b).for_each(|o| *o = a);
                }
            }
            if joins {
                chosen.push(p.clone());
            }
        }
        chosen
    }

    /// The setwise stabilizer of `set`: the elements that map it onto itself.
    #[must_use]
    pub fn stabilizer<const W: usize>(&self, set: CellSet<W>) -> Self {
        self.subgroup(|p| set.iter().all(|cell| set.contains(p.apply(cell))))
    }

    /// The stabilizer of a cell: the elements that fix it.
    #[must_use]
    pub fn cell_stabilizer(&self, cell: Cell) -> Self {
        self.subgroup(|p| p.apply(cell) == cell)
    }

    /// The elements with a property that the identity has and that products and inverses preserve.
    pub fn subgroup(&self, keep: impl Fn(&CellPermutation) -> bool) -> Self {
        Self { elements: self.elements.iter().filter(|p| keep(p)).cloned().collect() }
    }

    /// Returns pairs (a, b) such that every set of cells has an image that contains a whenever it contains b, for all
    /// pairs at once: from each class of sets that are images of one another, a search may keep one for which `y(a) >=
    /// y(b)` holds for every pair. They are the rows of a Schreier-Sims table (Salvagnin 2018, "Symmetry breaking
    /// inequalities from the Schreier-Sims table").
    ///
    /// Each a is a cell of a base: the first cell with the largest orbit under the elements that fix the earlier cells
    /// of the base; it is paired with the rest of that orbit. The image to keep is one that contains the first cell of
    /// the base if any image does, among those one with the second cell if any has it, and so on. Suppose that it
    /// contained b but not a, where b is the image of a under some p that fixes the earlier cells of the base. Its
    /// image under the inverse of p would contain a and agree on the earlier cells, so that image would have been kept
    /// instead.
    #[must_use]
    #[inline(never)]
    pub fn first_rows<const W: usize>(&self) -> Vec<(Cell, Cell)> {
        let (mut group, mut rows) = (self.clone(), Vec::new());
        while !group.is_trivial() {
            let orbits = group.orbits::<W>();
            // `max_by_key` returns the last of the largest: of all in reverse order, the first.
            let Some(mut orbit) = orbits.into_iter().rev().max_by_key(CellSet::len) else { break };
            let Some(first) = orbit.first() else { break };
            orbit.remove(first);
            rows.extend(orbit.iter().map(|image| (first, image)));
            group = group.cell_stabilizer(first);
        }
        rows
    }

    /// All images of a set, including the set itself, without duplicates, ascending.
    #[must_use]
    #[inline(never)]
    pub fn images<const W: usize>(&self, set: CellSet<W>) -> Vec<CellSet<W>> {
        let mut found: Vec<CellSet<W>> = self.elements.iter().map(|p| p.apply_set(set)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The cells to which `generators` map those of `set`, applied repeatedly, including `set` itself.
#[must_use]
pub fn images_under<const W: usize>(generators: &[CellPermutation], mut set: CellSet<W>) -> CellSet<W> {
    loop {
        let images = generators.iter().fold(set, |all, p| all | p.apply_set(set));
        if images == set {
            return set;
        }
        set = images;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn permutation(images: &[usize]) -> CellPermutation {
        CellPermutation::new(images.iter().map(|&i| Cell::new(i)).collect::<Vec<_>>()).expect("a bijection")
    }

    /// The symmetries of a square with corners 0 to 3, beside a fixed cell 4.
    fn square() -> Group {
        let (turn, flip) = (permutation(&[1, 2, 3, 0, 4]), permutation(&[1, 0, 3, 2, 4]));
        Group::generated_by(5, &[turn, flip], 8).expect("eight symmetries")
    }

    fn set(cells: &[usize]) -> CellSet<1> {
        cells.iter().map(|&i| Cell::new(i)).collect()
    }

    #[test]
    fn a_square_has_eight_symmetries() {
        let group = square();
        assert_eq!((group.order(), group.n_cells()), (8, 5));
        assert!(group.is_closed() && group.elements()[0].is_identity());
        assert_eq!(group.orbits::<1>(), [set(&[0, 1, 2, 3]), set(&[4])]);
        assert_eq!(group.cell_stabilizer(Cell::new(0)).order(), 2);
        assert_eq!(group.stabilizer(set(&[0, 2])).order(), 4);
        assert_eq!(group.images(set(&[0, 2])), [set(&[0, 2]), set(&[1, 3])]);
        assert_eq!(group.images(set(&[0, 1])).len(), 4);
    }

    /// Corner 0 first, then 1 or 3 by the flip that keeps 0. One corner is always 0, two neighbors are 0 and 1.
    #[test]
    fn rows_single_out_the_first_image() {
        let rows: Vec<(usize, usize)> = square().first_rows::<1>().iter().map(|(a, b)| (a.get(), b.get())).collect();
        assert_eq!(rows, [(0, 1), (0, 2), (0, 3), (1, 3)]);
        assert_eq!(Group::trivial(5).first_rows::<1>(), []);
        let kept = |sets: Vec<CellSet<1>>| -> Vec<CellSet<1>> {
            let keeps =
                |set: &CellSet<1>| rows.iter().all(|&(a, b)| set.contains(Cell::new(a)) || !set.contains(Cell::new(b)));
            sets.into_iter().filter(keeps).collect()
        };
        assert_eq!(kept(square().images(set(&[2]))), [set(&[0])]);
        assert_eq!(kept(square().images(set(&[2, 3, 4]))), [set(&[0, 1, 4])]);
    }

    #[test]
    fn the_bound_on_the_order_holds_and_no_generators_give_the_identity() {
        let generators = square().elements().to_vec();
        assert_eq!(Group::generated_by(5, &generators, 7), None);
        assert_eq!(Group::generated_by(5, &[], 1), Some(Group::trivial(5)));
        assert!(Group::trivial(5).is_trivial());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        /// Orbits times stabilizers are the order, of cells and of sets, and stabilizers are groups.
        #[test]
        fn orbit_and_stabilizer(
            a in Just((0..6).collect::<Vec<_>>()).prop_shuffle(),
            b in Just((0..6).collect::<Vec<_>>()).prop_shuffle(),
            cells in prop::collection::vec(0usize..6, 0..6),
        ) {
            let group = Group::generated_by(6, &[permutation(&a), permutation(&b)], 720).expect("720 are all");
            let set = set(&cells);
            prop_assert!(group.is_closed());
            let rows = group.first_rows::<1>();
            let keeps = |set: &CellSet<1>| rows.iter().all(|(a, b)| set.contains(*a) || !set.contains(*b));
            let n_kept = group.images(set).iter().filter(|image| keeps(image)).count();
            prop_assert!(n_kept >= 1, "{:?} of {:?}", rows, set);
            prop_assert!(group.elements().iter().all(|p| group.contains(&p.inverse())));
            prop_assert_eq!(group.images(set).len() * group.stabilizer(set).order(), group.order());
            prop_assert!(group.stabilizer(set).is_closed());
            let generators = group.orbit_generators();
            prop_assert!(generators.len() < 6);
            for cell in (0..6).map(Cell::new) {
                prop_assert_eq!(images_under(&generators, CellSet::only(cell)), group.orbit::<1>(cell));
                prop_assert_eq!(group.orbit::<1>(cell).len() * group.cell_stabilizer(cell).order(), group.order());
            }
            prop_assert_eq!(group.orbits::<1>().iter().map(CellSet::len).sum::<usize>(), 6);
        }
    }
}
