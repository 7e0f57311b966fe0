//! What third bands need at least, all at once, from which pairs of their cells have an unhit set.
//!
//! Most unavoidable sets that reach into a third band have just two cells there, which lie in one row and box. Such a
//! set depends only on the columns of the two cells and on their digits (see [`super::sets`]): a box has three pairs of
//! columns, and a pair of columns three digits each, so 81 *fields* hold the pairs of all third bands. In one third
//! band, three cells of a row and a box are a *group*. It needs a clue if one of its three pairs has an unhit set, and
//! two if all have one. Sets with all three cells of a group have 81 fields more, one for each triple of digits; with
//! an unhit one the group needs a clue.

use pulp::{Scalar, Simd};

use crate::ThirdBand;
use crate::base::{CellSet, Index};

use super::bands::{REGION, cell_below};
use super::sets::Place;

/// Fields of all boxes.
pub(super) const FIELDS: usize = 81;
/// Sets of a field that have a bit. With twice as many, 3 % fewer clue sets pass, which does not pay.
const SLOTS: usize = 16;
/// Lanes of the fields of one kind: 27 fields a box, and room up to the next 32.
pub(super) const KIND: usize = 96;
/// Lanes of a vector of fields: those of pairs, and those of groups.
pub(super) const LANES: usize = 2 * KIND;
/// The columns of a box that a kind of pair lies in.
const COLUMNS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

/// For each box, the fields that have an unhit set: of pairs, and of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Open {
    pairs: [u32; 3],
    groups: [u32; 3],
}

impl Open {
    /// The pairs of a box, and its groups: one bit each, below 27.
    #[inline(always)]
    pub(super) fn of_box(&self, square: usize) -> (u32, u32) {
        (self.pairs[square], self.groups[square])
    }

    #[cfg(test)]
    pub(super) fn new(pairs: [u32; 3], groups: [u32; 3]) -> Self {
        Self { pairs, groups }
    }

    #[inline(always)]
    fn of(open: [u32; 6]) -> Self {
        Self { pairs: [open[0], open[1], open[2]], groups: [open[3], open[4], open[5]] }
    }
}

/// For each field its sets, as bits.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Fields([[u16; 32]; LANES / 32]);

impl Fields {
    pub(super) const EMPTY: Self = Self([[0; 32]; LANES / 32]);

    /// Becomes `all` without those that a cell hits.
    #[inline(always)]
    pub(super) fn assign_without(&mut self, all: &Self, hit: &Self) {
        for square in 0..LANES / 32 {
            for i in 0..32 {
                self.0[square][i] = all.0[square][i] & !hit.0[square][i];
            }
        }
    }

    /// Gives a field a set, by its number there. What is more than there are bits is left out.
    pub(super) fn insert(&mut self, lane: usize, number: usize) {
        if number < SLOTS {
            self.0[lane / 32][lane % 32] |= 1 << number;
        }
    }
}

/// Vectors of a machine that show which fields are empty.
pub(super) trait OpenFields: Simd {
    /// The fields of `all` that have a set without those that a cell hits.
    #[inline(always)]
    fn open(self, all: &Fields, hit: &Fields) -> Open {
        lane_by_lane(all, hit)
    }
}

/// With the instructions of every machine; the vectors are tested against this.
#[inline(always)]
fn lane_by_lane(all: &Fields, hit: &Fields) -> Open {
    let mut open = [0; 6];
    for i in 0..LANES {
        open[i / 32] |= u32::from(all.0[i / 32][i % 32] & !hit.0[i / 32][i % 32] != 0) << (i % 32);
    }
    Open::of(open)
}

impl OpenFields for Scalar {}

#[cfg(target_arch = "aarch64")]
impl OpenFields for pulp::aarch64::Neon {}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{__m256i, __m512i};

    use pulp::cast;
    use pulp::x86::{V3, V4};

    use super::{Fields, Open, OpenFields};

    impl OpenFields for V4 {
        #[inline(always)]
        fn open(self, all: &Fields, hit: &Fields) -> Open {
            let (all, hit): ([__m512i; 6], [__m512i; 6]) = (cast(all.0), cast(hit.0));
            let mut open = [0; 6];
            for square in 0..6 {
                let lanes = self.avx512f._mm512_andnot_si512(hit[square], all[square]);
                open[square] = self.avx512bw._mm512_test_epi16_mask(lanes, lanes);
            }
            Open::of(open)
        }
    }

    impl OpenFields for V3 {
        #[inline(always)]
        fn open(self, all: &Fields, hit: &Fields) -> Open {
            let (all, hit): ([__m256i; 12], [__m256i; 12]) = (cast(all.0), cast(hit.0));
            let (avx, avx2) = (self.avx, self.avx2);
            let zero = avx._mm256_setzero_si256();
            let mut open = [0; 6];
            for square in 0..6 {
                let low = avx2._mm256_andnot_si256(hit[2 * square], all[2 * square]);
                let high = avx2._mm256_andnot_si256(hit[2 * square + 1], all[2 * square + 1]);
                // One byte a lane, in the order of lanes once the middle quarters are exchanged.
                let empty =
                    avx2._mm256_packs_epi16(avx2._mm256_cmpeq_epi16(low, zero), avx2._mm256_cmpeq_epi16(high, zero));
                let empty = avx2._mm256_permute4x64_epi64::<0b11_01_10_00>(empty);
                open[square] = !avx2._mm256_movemask_epi8(empty) as u32;
            }
            Open::of(open)
        }
    }
}

/// The digits that each column has left for a third band, ascending.
pub(super) type Left = [[u8; 3]; 9];

/// The digits that two bands leave to the columns.
pub(super) fn left(rows: &[[u8; 9]; 6]) -> Left {
    std::array::from_fn(|column| {
        let mut digits = (0..9u8).filter(|digit| rows.iter().all(|row| row[column] != *digit));
        std::array::from_fn(|_| digits.next().unwrap_or_default())
    })
}

/// What a walk of the two bands has of a set: its cells there, and the lane of its cells in third bands; none if it has
/// no such cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WalkSet {
    pub(super) inside: u64,
    pub(super) lane: Option<usize>,
}

/// The sets that have just two cells in a third band, of all third bands with these two.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// Its lane of [`Fields`]: that of its box, its kind, and its digits.
    pub(super) lane: usize,
    pub(super) places: [Place; 2],
    /// What the sets have in the two bands.
    pub(super) sets: Vec<u64>,
}

impl Field {
    /// Its sets as a walk sees them.
    pub(super) fn walk_sets(&self) -> impl Iterator<Item = WalkSet> + '_ {
        self.sets.iter().map(|set| WalkSet { inside: *set, lane: Some(self.lane) })
    }

    /// The sets of the grid with this third band; none if it has the two cells in different rows.
    pub(super) fn of(&self, third: &ThirdBand) -> impl Iterator<Item = CellSet<2>> + '_ {
        let cells = self.places.map(|place| cell_below(third, place.column, place.digit));
        let pair = match cells {
            [Some(a), Some(b)] if (a.get() - REGION) / 9 == (b.get() - REGION) / 9 => {
                Some([a, b].into_iter().collect::<CellSet<2>>())
            }
            _ => None,
        };
        pair.into_iter().flat_map(|pair| self.sets.iter().map(move |set| CellSet::from_words([*set, 0]) | pair))
    }
}

/// The lane of the sets that have just these cells of a third band: the columns of a box, and for each the place of its
/// digit. `None` for a single cell.
pub(super) fn lane(square: usize, cells: &[(usize, usize)]) -> Option<usize> {
    match *cells {
        [(a, first), (b, second)] => {
            let kind = COLUMNS.iter().position(|columns| *columns == (a, b))?;
            Some(32 * square + 9 * kind + 3 * first + second)
        }
        [(_, first), (_, second), (_, third)] => Some(KIND + 32 * square + 9 * first + 3 * second + third),
        _ => None,
    }
}

/// All pairs, without sets: by box, kind of pair, and the places of the digits among those of their columns.
pub(super) fn pairs(left: &Left) -> Vec<Field> {
    let field = |field: usize| {
        let (square, kind, first, second) = (field / 27, field / 9 % 3, field / 3 % 3, field % 3);
        let (a, b) = COLUMNS[kind];
        let place = |column: usize, digit: usize| {
            let column = 3 * square + column;
            Place { row: 0, column: column as u8, digit: left[column][digit] }
        };
        let lane = 32 * square + field % 27;
        debug_assert_eq!(self::lane(square, &[(a, first), (b, second)]), Some(lane), "the same numbers");
        Field { lane, places: [place(a, first), place(b, second)], sets: Vec::new() }
    };
    (0..FIELDS).map(field).collect()
}

/// The groups of a box: triples of digits of its columns.
pub(super) const TRIPLES: u32 = 27;

/// The number of the group that a row of a third band has in a box, below 27.
pub(super) fn triple(left: &Left, row: &[u8; 9], square: usize) -> usize {
    (3 * square..3 * square + 3).fold(0, |triple, column| {
        let place = left[column].iter().position(|digit| *digit == row[column]);
        3 * triple + place.unwrap_or_default()
    })
}
