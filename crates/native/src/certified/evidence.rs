//! Rows of one sum that need many clues in the last part.

use crate::proof::RowNumber;

/// Rows that are disjoint in the last part.
#[derive(Clone, Debug, Default)]
pub(super) struct Evidence {
    pub(super) rows: Vec<RowNumber>,
    /// The cells of the region in some row, and those in several.
    pub(super) cover: u64,
    pub(super) twice: u64,
    /// The cells of the last part in some row.
    pub(super) last: u32,
    /// Clues that the rows need.
    pub(super) needs: u32,
}

impl Evidence {
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        (self.cover, self.twice, self.last, self.needs) = (0, 0, 0, 0);
    }

    /// Counts the cells of one more row.
    pub(super) fn load(&mut self, region: u64) {
        self.twice |= self.cover & region;
        self.cover |= region;
    }
}
