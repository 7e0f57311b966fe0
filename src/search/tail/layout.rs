//! Where the cells of a split question lie: the region to search first, and the last part.

use crate::base::{Cell, CellSet, Index};

/// Most cells of a region.
const REGION: usize = 64;
/// Most cells of a last part.
const LAST: usize = 32;
/// Groups of up to three cells in the last part.
pub(super) const GROUPS: usize = 9;

/// The ranks of the cells: a set becomes a word for the region and half a word for the last part.
#[derive(Clone, Debug)]
pub(in crate::search) struct Layout<const W: usize> {
    region: Vec<Cell>,
    last: Vec<Cell>,
    /// By cell: the rank in the region, or 64 and the rank in the last part.
    ranks: Vec<u8>,
    /// Groups of cells of the last part; the small ones may be empty.
    pub(super) groups: [u32; GROUPS],
}

impl<const W: usize> Layout<W> {
    /// The layout of a region and the part outside it, or `None` if one of them has too many cells.
    ///
    /// Many of `sets` have just two cells in the last part: in a band of a Sudoku grid, two cells of one row and box,
    /// since everything else that they disturb can be mended outside. Such pairs join cells to groups of three.
    pub(in crate::search) fn new<'a>(
        region: CellSet<W>,
        last: CellSet<W>,
        sets: impl Iterator<Item = &'a CellSet<W>>,
    ) -> Option<Self> {
        if region.len() > REGION || last.len() > LAST || region.intersects(&last) {
            return None;
        }
        let n_cells = (region | last).iter().last().map_or(0, |c| c.get() + 1);
        let mut ranks = vec![0; n_cells];
        for (rank, cell) in region.iter().enumerate() {
            ranks[cell.get()] = rank as u8;
        }
        for (rank, cell) in last.iter().enumerate() {
            ranks[cell.get()] = (REGION + rank) as u8;
        }
        let mut layout =
            Self { region: region.iter().collect(), last: last.iter().collect(), ranks, groups: [0; GROUPS] };
        layout.group(sets.map(|set| *set & last).filter(|pair| pair.len() == 2));
        Some(layout)
    }

    /// Joins cells along pairs as long as a group has at most three cells.
    fn group(&mut self, pairs: impl Iterator<Item = CellSet<W>>) {
        let mut groups: Vec<u32> = (0..self.last.len()).map(|rank| 1 << rank).collect();
        for pair in pairs {
            let (_, pair) = self.split(&pair);
            let of = |mask: u32| groups.iter().position(|g| g & mask != 0).expect("each cell is in a group");
            let (a, b) = (of(pair & pair.wrapping_neg()), of(pair & (pair - 1)));
            if a != b && (groups[a] | groups[b]).count_ones() <= 3 {
                groups[a] |= groups[b];
                groups.swap_remove(b);
            }
        }
        groups.retain(|g| g.count_ones() > 1);
        groups.sort_by_key(|g| g.trailing_zeros());
        for (group, found) in self.groups.iter_mut().zip(groups) {
            *group = found;
        }
    }

    pub(super) fn split(&self, set: &CellSet<W>) -> (u64, u32) {
        let (mut region, mut last) = (0, 0);
        for cell in set {
            let rank = self.ranks[cell.get()];
            if rank < REGION as u8 { region |= 1 << rank } else { last |= 1 << (rank - REGION as u8) }
        }
        (region, last)
    }

    pub(super) fn join(&self, region: u64, last: u32) -> CellSet<W> {
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

/// The numbers of the bits that are set.
#[inline(always)]
pub(super) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}
