//! Third bands as vectors: the counts of up to 32 at once.

use pulp::Scalar;

use crate::ThirdBand;

use super::fields::{Left, Needs, OpenFields, triple};

/// Third bands of a block.
pub(super) const BLOCK: usize = 32;
/// A lane that no third band may have.
const NOBODY: u16 = 31;
/// More clues than anybody has.
const MANY: u16 = 99;

/// Third bands side by side.
#[derive(Clone, Debug, Default)]
pub(super) struct Thirds {
    blocks: Vec<Block>,
    /// The numbers of the third bands.
    pub(super) numbers: Vec<u32>,
}

/// For each box and row of up to 32 third bands, the number of its group.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Block([[[u16; BLOCK]; 3]; 3]);

/// What the third band of a puzzle may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// Clues that are left for it.
    pub(super) left: u32,
    /// The most clues of each box.
    pub(super) most: [u32; 3],
    /// The fewest clues of each box, whatever its groups need.
    pub(super) least: [u32; 3],
}

impl Thirds {
    pub(super) fn push(&mut self, number: usize, left: &Left, third: &ThirdBand) {
        let lane = self.numbers.len() % BLOCK;
        if lane == 0 {
            self.blocks.push(Block([[[NOBODY; BLOCK]; 3]; 3]));
        }
        self.numbers.push(number as u32);
        let Some(block) = self.blocks.last_mut() else { return };
        for (square, rows) in block.0.iter_mut().enumerate() {
            for (row, lanes) in rows.iter_mut().enumerate() {
                lanes[lane] = triple(left, &third[row], square) as u16;
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The third bands, by block, whose boxes find room for what they need.
    #[inline(always)]
    pub(super) fn blocks(&self) -> &[Block] {
        &self.blocks
    }
}

/// Vectors of a machine that count what third bands need.
pub(super) trait CountThirds: OpenFields {
    /// The third bands of a block that have room for what their groups need, one bit each.
    #[inline(always)]
    fn fitting(self, block: &Block, needs: &Needs, room: &Room) -> u32 {
        lane_by_lane(block, needs, room)
    }
}

/// With the instructions of every machine; the vectors are tested against this.
#[inline(always)]
fn lane_by_lane(block: &Block, needs: &Needs, room: &Room) -> u32 {
    let mut fitting = 0;
    for lane in 0..BLOCK {
        let (mut n, mut fits) = (0, true);
        for square in 0..3 {
            let mut of_box = 0;
            for row in 0..3 {
                let group = block.0[square][row][lane];
                of_box += if group == NOBODY { u32::from(MANY) } else { needs.of(square, usize::from(group)) };
            }
            fits &= of_box <= room.most[square];
            n += of_box.max(room.least[square]);
        }
        fitting |= u32::from(fits && n <= room.left) << lane;
    }
    fitting
}

impl CountThirds for Scalar {}

#[cfg(target_arch = "aarch64")]
impl CountThirds for pulp::aarch64::Neon {}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::__m512i;

    use pulp::cast;
    use pulp::x86::{V3, V4};

    use super::{Block, CountThirds, MANY, NOBODY, Needs, Room};

    impl CountThirds for V4 {
        #[inline(always)]
        fn fitting(self, block: &Block, needs: &Needs, room: &Room) -> u32 {
            let (avx, bw) = (self.avx512f, self.avx512bw);
            let splat = |n: u32| avx._mm512_set1_epi16(n as i16);
            let one = splat(1);
            let nobody = bw._mm512_maskz_mov_epi16(1 << NOBODY, splat(u32::from(MANY)));
            let (mut n, mut fitting) = (splat(0), u32::MAX);
            for square in 0..3 {
                let (any, two) = needs.masks(square);
                // What each group needs, in the lane of its number.
                let groups = bw._mm512_mask_add_epi16(nobody, any, nobody, one);
                let groups = bw._mm512_mask_add_epi16(groups, two, groups, one);
                let mut of_box = splat(0);
                for row in 0..3 {
                    let lanes: __m512i = cast(block.0[square][row]);
                    of_box = bw._mm512_add_epi16(of_box, bw._mm512_permutexvar_epi16(lanes, groups));
                }
                fitting &= bw._mm512_cmple_epu16_mask(of_box, splat(room.most[square]));
                n = bw._mm512_add_epi16(n, bw._mm512_max_epu16(of_box, splat(room.least[square])));
            }
            fitting & bw._mm512_cmple_epu16_mask(n, splat(room.left))
        }
    }

    impl CountThirds for V3 {}
}
