//! Unavoidable sets that many third bands have in common.
//!
//! A set of one grid is a set of every other one that has the same digits in its cells, since its witness changes
//! nothing else. Third bands of two bands have the same three digits in each column; they differ in which row each
//! digit is in. So the cells of a third band are the 27 *slots* (a column and a digit of it), the band is a partition
//! of these into rows, and a set with some slots belongs to all bands that part these slots alike, in whatever order of
//! rows.

use rustc_hash::FxHashSet;

use crate::ThirdBand;
use crate::base::{Cell, CellSet, Index, ones};

use super::bands::REGION;
use super::fields::{Left, WalkSet, lane};

/// The cells of a third band by slot, and its rows as sets of slots.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    rows: [u32; 3],
    /// The cell of each slot in a grid with the third band below.
    cells: [Cell; 27],
}

impl Slots {
    pub(super) fn new(left: &Left, third: &ThirdBand) -> Self {
        let (mut rows, mut cells) = ([0; 3], [Cell::new(0); 27]);
        for (row, digits) in third.iter().enumerate() {
            for (column, digit) in digits.iter().enumerate() {
                let place = left[column].iter().position(|left| left == digit).unwrap_or_default();
                let slot = 3 * column + place;
                rows[row] |= 1 << slot;
                cells[slot] = Cell::new(REGION + 9 * row + column);
            }
        }
        Self { rows, cells }
    }

    /// The set in a grid with this third band.
    fn set(&self, member: &Member) -> CellSet<2> {
        let slots = member.rows.iter().fold(0, |slots, row| slots | row);
        let mut set = CellSet::from_words([member.inside, 0]);
        for slot in ones(u64::from(slots)) {
            set.insert(self.cells[slot]);
        }
        set
    }

    fn has(&self, member: &Member) -> bool {
        let slots = member.rows.iter().fold(0, |slots, row| slots | row);
        sorted(self.rows.map(|row| row & slots)) == member.rows
    }
}

/// A set: its cells in the two bands, and its slots in each row of a third band, in descending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Member {
    inside: u64,
    rows: [u32; 3],
}

fn sorted(mut rows: [u32; 3]) -> [u32; 3] {
    rows.sort_unstable_by(|a, b| b.cmp(a));
    rows
}

impl Member {
    /// The set for a walk, if its cells in third bands are two or three of one row and box.
    fn walk_set(&self) -> Option<WalkSet> {
        let [slots, second, _] = self.rows;
        if second != 0 {
            return None;
        }
        if slots == 0 {
            return Some(WalkSet { inside: self.inside, lane: None });
        }
        let square = slots.trailing_zeros() / 9;
        if slots >> (9 * square) > 511 {
            return None;
        }
        let of_box = ones(u64::from(slots)).map(|slot| (slot / 3 % 3, slot % 3));
        let lane = lane(square as usize, &of_box.collect::<Vec<_>>())?;
        Some(WalkSet { inside: self.inside, lane: Some(lane) })
    }
}

/// Sets of all third bands together.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedFamily {
    members: Vec<Member>,
    known: FxHashSet<Member>,
    /// The first member that the walk has not been given.
    untold: usize,
}

impl SharedFamily {
    /// Takes a set of the grid with a third band; false if it is known.
    pub(super) fn insert(&mut self, slots: &Slots, set: CellSet<2>) -> bool {
        let [low, high] = *set.words();
        let mut rows = [0; 3];
        for (slot, cell) in slots.cells.iter().enumerate() {
            if set.contains(*cell) {
                rows[(cell.get() - REGION) / 9] |= 1 << slot;
            }
        }
        debug_assert!(high >> 17 == 0, "81 cells");
        let member = Member { inside: low & ((1 << REGION) - 1), rows: sorted(rows) };
        let is_new = self.known.insert(member);
        if is_new {
            self.members.push(member);
        }
        is_new
    }

    /// The walk knows all sets so far.
    pub(super) fn tell_no_more(&mut self) {
        self.untold = self.members.len();
    }

    /// The sets since the call before that a walk can use.
    pub(super) fn untold(&mut self) -> impl Iterator<Item = WalkSet> + '_ {
        let first = std::mem::replace(&mut self.untold, self.members.len());
        self.members[first..].iter().filter_map(Member::walk_set)
    }

    /// How many there are.
    pub(super) fn n_members(&self) -> usize {
        self.members.len()
    }

    /// The sets of the grid with a third band, but for the first `n_before` of all.
    pub(super) fn of<'s>(&'s self, slots: &'s Slots, n_before: usize) -> impl Iterator<Item = CellSet<2>> + 's {
        self.members[n_before..].iter().filter(|member| slots.has(member)).map(|member| slots.set(member))
    }
}
