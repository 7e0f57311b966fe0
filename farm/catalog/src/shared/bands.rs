//! The cells of two bands, and of a third one below them.

use crate::ThirdBand;
use crate::base::{Cell, CellSet, Index};

/// Cells of two bands.
pub(super) const REGION: usize = 54;
/// The cells of each stack.
pub(super) const STACKS: [u64; 3] = [0o7007007007007007007, 0o70070070070070070070, 0o700700700700700700700];

/// The cells of each stack of all three bands.
pub(super) fn stacks() -> [CellSet<2>; 3] {
    std::array::from_fn(|stack| (0..81).filter(|cell| cell % 9 / 3 == stack).map(Cell::new).collect())
}

/// The most clues of a band, or stack, of a balanced puzzle.
pub(super) const BALANCED: u32 = 6;

/// The cell of row 6, 7 or 8 with this digit in a column.
pub(super) fn cell_below(third: &ThirdBand, column: u8, digit: u8) -> Option<Cell> {
    let column = usize::from(column);
    let row = third.iter().position(|row| row[column] == digit)?;
    Some(Cell::new(REGION + 9 * row + column))
}
