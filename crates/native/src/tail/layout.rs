//! The layout of the cells of a split question: the region to search first, and the last part.

use std::cmp::Reverse;

use crate::base::{Cell, CellSet, Index, ones};
use crate::problem::ClueProblem;

/// Most cells of a region.
const REGION: usize = 64;
/// Most cells of a last part.
pub(super) const LAST: usize = 32;
/// Groups of up to three cells in the last part.
pub(crate) const GROUPS: usize = 9;

/// The ranks of the cells: a set becomes a word for the region and half a word for the last part.
#[derive(Clone, Debug)]
pub(crate) struct Layout<const W: usize> {
    region: Vec<Cell>,
    last: Vec<Cell>,
    /// For each cell, its rank in the region, or 64 plus its rank in the last part.
    ranks: Vec<u8>,
    /// The first cells of the last part are in this many groups of three.
    pub(crate) n_groups: usize,
}

impl<const W: usize> Layout<W> {
    /// The layout of a region and the part outside it, or `None` if one of them has too many cells.
    ///
    /// Many of `sets` have just two cells in the last part: in a band of a Sudoku grid, two cells of one row and box,
    /// since everything else that they disturb can be repaired outside. Such pairs join cells to groups of three.
    pub(crate) fn new<'a>(
        region: CellSet<W>,
        last: CellSet<W>,
        sets: impl Iterator<Item = &'a CellSet<W>>,
    ) -> Option<Self> {
        if !Self::fits(region, last) || region.intersects(&last) {
            return None;
        }
        let n_cells = (region | last).iter().last().map_or(0, |c| c.get() + 1);
        let mut ranks = vec![0; n_cells];
        for (rank, cell) in region.iter().enumerate() {
            ranks[cell.get()] = rank as u8;
        }
        let mut layout = Self { region: region.iter().collect(), last: last.iter().collect(), ranks, n_groups: 0 };
        layout.group(sets.map(|set| *set & last).filter(|pair| pair.len() == 2));
        Some(layout)
    }

    /// The layout of a case that begins with a region, or with all cells. The checker lays out all cells that the
    /// certificate states, also those that may not be clues, so there is none either if these are too many.
    pub(crate) fn of_case<'a>(
        problem: &dyn ClueProblem<W>,
        first: Option<CellSet<W>>,
        sets: impl Iterator<Item = &'a CellSet<W>>,
    ) -> Option<Self> {
        let (cells, stated) = (problem.cells(), problem.stated_cells());
        let (region, of_checker) = (first.unwrap_or(cells), first.unwrap_or(stated));
        let fits = Self::fits(of_checker, stated - of_checker);
        fits.then(|| Self::new(region, cells - region, sets)).flatten()
    }

    /// Are a region and the part outside it small enough for words?
    fn fits(region: CellSet<W>, last: CellSet<W>) -> bool {
        region.len() <= REGION && last.len() <= LAST
    }

    /// Joins cells along pairs as long as a group has at most three cells, and ranks the cells by groups: group g has
    /// the ranks from 3 g on.
    fn group(&mut self, pairs: impl Iterator<Item = CellSet<W>>) {
        let mut groups: Vec<Vec<Cell>> = self.last.iter().map(|&cell| vec![cell]).collect();
        for pair in pairs {
            let of = |cell: Cell| groups.iter().position(|g| g.contains(&cell)).expect("each cell is in a group");
            let mut cells = pair.iter();
            let (Some(a), Some(b)) = (cells.next().map(of), cells.next().map(of)) else { continue };
            if a != b && groups[a].len() + groups[b].len() <= 3 {
                let joined = groups[a.max(b)].clone();
                groups[a.min(b)].extend(joined);
                groups.swap_remove(a.max(b));
            }
        }
        order(&mut groups);
        self.n_groups = groups.iter().take_while(|group| group.len() == 3).count().min(GROUPS);
        self.last = groups.into_iter().flatten().collect();
        for (rank, cell) in self.last.iter().enumerate() {
            self.ranks[cell.get()] = (REGION + rank) as u8;
        }
    }

    /// The groups of three.
    pub(crate) fn groups(&self) -> Vec<[Cell; 3]> {
        self.last.chunks_exact(3).take(self.n_groups).map(|group| [group[0], group[1], group[2]]).collect()
    }

    /// The cells of the last part by rank.
    pub(crate) fn last(&self) -> &[Cell] {
        &self.last
    }

    pub(crate) fn split(&self, set: &CellSet<W>) -> (u64, u32) {
        let (mut region, mut last) = (0, 0);
        for cell in set {
            let rank = self.ranks[cell.get()];
            if rank < REGION as u8 { region |= 1 << rank } else { last |= 1 << (rank - REGION as u8) }
        }
        (region, last)
    }

    pub(crate) fn join(&self, region: u64, last: u32) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        for rank in ones(region) {
            set.insert(self.region[rank]);
        }
        for rank in ones(u64::from(last)) {
            set.insert(self.last[rank]);
        }
        set
    }
}

/// The cells of the region that full caps close beside `chosen`; a cap has its cells and the most of them.
#[inline(always)]
pub(crate) fn closed(caps: &[(u64, u32)], chosen: u64) -> u64 {
    let full = caps.iter().filter(|(cap, max)| (cap & chosen).count_ones() >= *max);
    full.fold(0, |closed, (cap, _)| closed | cap)
}

/// Sorts each group, and the largest groups first.
fn order(groups: &mut [Vec<Cell>]) {
    groups.iter_mut().for_each(|group| group.sort_unstable());
    groups.sort_unstable_by_key(|group| (Reverse(group.len()), group[0]));
}
