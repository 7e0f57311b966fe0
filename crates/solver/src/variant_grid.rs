//! A grid of a variant of Sudoku.

use minclue_core::sudoku::{Grid, Puzzle, Variant, VariantClash};

/// A grid that satisfies the rules of a variant of Sudoku.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantGrid {
    variant: Variant,
    grid: Grid,
}

impl VariantGrid {
    /// Creates the grid of a variant.
    ///
    /// # Errors
    /// The [`VariantClash`] if it breaks a rule.
    ///
    /// # Panics
    /// If the variant has another shape.
    pub fn new(variant: Variant, grid: Grid) -> Result<Self, VariantClash> {
        variant.check(&Puzzle::from(&grid))?;
        Ok(Self { variant, grid })
    }

    /// A grid that has no rules but those of its shape.
    pub(crate) fn plain(grid: Grid) -> Self {
        Self { variant: Variant::plain(grid.shape()), grid }
    }

    /// The rules.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }
}
