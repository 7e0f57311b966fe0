//! Variants of Sudoku: more rules on the grids of a shape.
//!
//! A [`Variant`] is a shape with any of the [`Rule`]s that people set puzzles with. Each of them is made of two things:
//! *houses*, which are n cells with every digit once, and *moves*, pairs of cells that may not be equal. A jigsaw is
//! the Latin square of its order with regions for houses, so that no rule ever takes one of the shape away: a grid of a
//! variant is always a [`Grid`](super::Grid) of its shape.

mod check;
mod drawn;
mod minlex;
mod regions;
mod rule;
mod symmetry;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::base::{Cell, Index};

use super::shape::Shape;

pub use check::VariantClash;
pub use drawn::{CellAt, Direction, DrawnRule};
pub use regions::{JigsawRegions, RegionsError};
pub use rule::{Rule, RuleError};

/// The rules of a grid: those of its shape, and others beside them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    shape: Shape,
    rules: Vec<Rule>,
    houses: Vec<ExtraHouse>,
    /// For each cell those that may not be equal to it because of a move; none at all without such a rule.
    moves: Vec<Vec<Cell>>,
}

/// A house beside the rows, columns and boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtraHouse {
    /// Its name in a sentence, such as "window 1".
    pub name: String,
    /// Houses with the same number come from one rule and have no cell in common.
    pub kind: usize,
    /// Its n cells, ascending.
    pub cells: Vec<Cell>,
}

/// Why rules make no variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariantError {
    /// A rule is named twice.
    #[error("{0} stands twice")]
    Twice(&'static str),
    /// A rule that is neither houses nor moves.
    #[error("{0} goes with a puzzle as a model, which `solve`, `check` and `puzzle` ask about")]
    Model(&'static str),
    /// A rule that wants other boxes than the shape has.
    #[error("{rule} goes with {wanted}, and this grid has boxes of {shape}")]
    Shape {
        rule: &'static str,
        /// What it goes with.
        wanted: String,
        shape: Shape,
    },
}

impl Variant {
    /// The rules of a shape, and no others.
    #[must_use]
    pub fn plain(shape: Shape) -> Self {
        Self { shape, rules: Vec::new(), houses: Vec::new(), moves: Vec::new() }
    }

    /// The grids of `shape` that keep all of these rules.
    ///
    /// # Errors
    /// [`VariantError`] if a rule stands twice, does not go with the shape, or is neither houses nor moves.
    pub fn new(shape: Shape, rules: &[Rule]) -> Result<Self, VariantError> {
        let mut variant = Self::plain(shape);
        for rule in rules {
            if variant.rules.iter().any(|other| other.has(rule) || rule.has(other)) {
                return Err(VariantError::Twice(rule.name()));
            }
            rule.fits(shape)?;
            let first_kind = variant.houses.last().map_or(0, |house| house.kind + 1);
            variant.houses.extend(rule.houses(shape, first_kind));
            if let Some(steps) = rule.steps() {
                variant.moves.resize(shape.n_cells(), Vec::new());
                for cell in shape.cells() {
                    let met = steps.iter().filter_map(|step| after(shape, cell, *step));
                    variant.moves[cell.get()].extend(met);
                }
            }
            variant.rules.push(rule.clone());
        }
        for cells in &mut variant.moves {
            cells.sort_unstable();
            cells.dedup();
        }
        Ok(variant)
    }

    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The rules beside those of the shape, in the order in which they were named.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Has it no rules but those of its shape?
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.rules.is_empty()
    }

    /// The houses beside rows, columns and boxes.
    #[must_use]
    pub fn houses(&self) -> &[ExtraHouse] {
        &self.houses
    }

    /// The number of kinds of [`Self::houses`].
    #[must_use]
    pub fn n_kinds(&self) -> usize {
        self.houses.last().map_or(0, |house| house.kind + 1)
    }

    /// Are there moves, so that pairs of cells may not be equal?
    #[must_use]
    pub fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// The cells that are one move away from `cell`, ascending, and may not be equal to it.
    #[must_use]
    pub fn moves(&self, cell: Cell) -> &[Cell] {
        self.moves.get(cell.get()).map_or(&[], |cells| cells)
    }

    /// Has it regions in place of boxes?
    #[must_use]
    pub fn regions(&self) -> Option<&JigsawRegions> {
        self.rules.iter().find_map(|rule| if let Rule::Jigsaw(regions) = rule { Some(regions) } else { None })
    }
}

/// The rules as they are written after `--variant`, separated by commas; nothing if there are none.
impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, rule) in self.rules.iter().enumerate() {
            write!(f, "{}{rule}", if i > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

/// The cell that is this many rows and columns away.
fn after(shape: Shape, cell: Cell, (down, right): (i8, i8)) -> Option<Cell> {
    let row = shape.row(cell).checked_add_signed(down.into())?;
    let column = shape.column(cell).checked_add_signed(right.into())?;
    (row < shape.n() && column < shape.n()).then(|| shape.cell(row, column))
}
