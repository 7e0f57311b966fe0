//! A lower bound on hitting sets by dual ascent: fractional packings in integers.
//!
//! Every unhit set gets a weight, such that the weights on each alive cell sum to at most [`UNIT`]. Each chosen cell
//! then accounts for at most one unit, so at least (sum of all weights) / UNIT more cells are needed. These are the
//! feasible solutions of the dual of the covering LP, in whole parts of a unit, so the bound is exact and needs no
//! tolerance. A cell whose own slack would push the sum over the budget cannot be chosen: it dies (reduced-cost
//! fixing).

use crate::base::{CellSet, Index, SetId};

use super::block::{Block, MAX_SLOTS, Slots};

/// The capacity of a cell. 120 is divisible by 2, 3, 4, 5 and 6, so ties are shared without loss.
pub const UNIT: u32 = 120;

/// Weights on the sets of a block.
#[derive(Clone, Debug)]
pub struct Dual {
    weights: Vec<u8>,
    /// The remaining capacity of each alive cell; undefined for other cells.
    slack: Vec<u8>,
    sum: u32,
    positive: Slots,
}

/// Some unhit set has no alive cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unhittable;

impl Dual {
    #[must_use]
    pub fn new(n_cells: usize) -> Self {
        Self { weights: vec![0; MAX_SLOTS], slack: vec![UNIT as u8; n_cells], sum: 0, positive: Slots::EMPTY }
    }

    /// Copies the weights of `other` without allocating.
    pub fn copy_from(&mut self, other: &Self) {
        self.weights.copy_from_slice(&other.weights);
        self.slack.copy_from_slice(&other.slack);
        self.sum = other.sum;
        self.positive = other.positive;
    }

    /// Sets all weights to zero.
    pub fn clear(&mut self) {
        self.weights.fill(0);
        self.slack.fill(UNIT as u8);
        self.sum = 0;
        self.positive = Slots::EMPTY;
    }

    /// The sum of the weights: at least `sum / UNIT` more cells are needed.
    #[inline]
    #[must_use]
    pub fn sum(&self) -> u32 {
        self.sum
    }

    /// The weight of a set, in parts of [`UNIT`].
    #[must_use]
    pub fn weight(&self, slot: SetId) -> u8 {
        self.weights[slot.get()]
    }

    /// Removes the weights of sets that are now hit.
    pub fn release<const W: usize>(&mut self, block: &Block<W>, hit: &Slots) {
        for slot in hit.iter_and(&self.positive) {
            let weight = std::mem::take(&mut self.weights[slot.get()]);
            for cell in block.set(slot) {
                // Slack of dead cells is not kept, so it may wrap.
                let slack = &mut self.slack[cell.get()];
                *slack = slack.wrapping_add(weight);
            }
            self.sum -= u32::from(weight);
            self.positive.remove(slot);
        }
    }

    /// Raises weights in slot order until none can be raised.
    ///
    /// # Errors
    /// [`Unhittable`] if a set of `unhit` has no cell in `alive`.
    pub fn ascend<const W: usize>(
        &mut self,
        block: &Block<W>,
        unhit: &Slots,
        alive: CellSet<W>,
    ) -> Result<(), Unhittable> {
        let mut blocked = Slots::EMPTY;
        for cell in alive {
            if self.slack[cell.get()] == 0 {
                blocked |= *block.hits(cell);
            }
        }
        let mut free = *unhit - blocked;
        while let Some(slot) = free.first() {
            free.remove(slot);
            let cells = block.set(slot) & alive;
            let Some(raise) = cells.iter().map(|cell| self.slack[cell.get()]).min() else { return Err(Unhittable) };
            for cell in cells {
                let slack = &mut self.slack[cell.get()];
                *slack -= raise;
                if *slack == 0 {
                    free -= *block.hits(cell);
                }
            }
            self.lift(slot, raise);
        }
        Ok(())
    }

    /// Halves every weight, so that the next ascent can distribute the capacity again.
    pub fn halve<const W: usize>(&mut self, block: &Block<W>) {
        for slot in self.positive {
            let weight = &mut self.weights[slot.get()];
            let off = weight.div_ceil(2);
            *weight -= off;
            if *weight == 0 {
                self.positive.remove(slot);
            }
            self.sum -= u32::from(off);
            for cell in block.set(slot) {
                let slack = &mut self.slack[cell.get()];
                *slack = slack.wrapping_add(off);
            }
        }
    }

    fn lift(&mut self, slot: SetId, raise: u8) {
        self.weights[slot.get()] += raise;
        self.sum += u32::from(raise);
        self.positive.insert(slot);
    }

    /// The cells of `alive` that cannot be in a hitting set with at most `budget` more cells.
    #[must_use]
    pub fn fixed<const W: usize>(&self, alive: CellSet<W>, budget: usize) -> CellSet<W> {
        let left = (budget as u32 * UNIT).saturating_sub(self.sum);
        if left >= UNIT {
            return CellSet::EMPTY;
        }
        alive.iter().filter(|cell| u32::from(self.slack[cell.get()]) > left).collect()
    }
}
