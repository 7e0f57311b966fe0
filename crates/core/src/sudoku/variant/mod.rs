//! Variants of Sudoku: additional rules on the grids of a shape.
//!
//! A [`Variant`] is a shape with some of the common [`Rule`]s of puzzles. Each of its rules consists of *houses*, which
//! are n cells with every digit once, and *moves*, pairs of cells that must differ. A jigsaw is the Latin square of its
//! order with regions as houses, so no rule ever removes one of the shape: a grid of a variant is always a
//! [`Grid`](super::Grid) of its shape.

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

/// The rules of a grid: those of its shape, and additional ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    shape: Shape,
    rules: Vec<Rule>,
    houses: Vec<ExtraHouse>,
    /// For each cell, the cells that must differ from it because of a move; empty without such a rule.
    moves: Vec<Vec<Cell>>,
}

/// A house in addition to the rows, columns and boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtraHouse {
    /// Its name in a sentence, such as "window 1".
    pub name: String,
    /// The number of its kind. Houses of one kind come from one rule, and have no common cells.
    pub kind: usize,
    /// Its n cells, ascending.
    pub cells: Vec<Cell>,
}

/// The reason why rules do not form a variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariantError {
    /// A rule occurs twice.
    #[error("{0} occurs twice")]
    Twice(&'static str),
    /// A rule includes another one.
    #[error("{1} includes {0}; give only one of them")]
    Included(&'static str, &'static str),
    /// A rule consists of neither houses nor moves.
    #[error("{0} is only supported for puzzles as models, by `solve`, `check` and `puzzle`")]
    Model(&'static str),
    /// A rule needs another shape.
    #[error("{rule} needs {wanted}, but this grid has boxes of {shape}")]
    Shape { rule: &'static str, wanted: String, shape: Shape },
}

impl Variant {
    /// Creates the variant without additional rules.
    #[must_use]
    pub fn plain(shape: Shape) -> Self {
        Self { shape, rules: Vec::new(), houses: Vec::new(), moves: Vec::new() }
    }

    /// Creates the variant of `shape` with these rules.
    ///
    /// # Errors
    /// [`VariantError`] if a rule occurs twice or in another one, does not fit the shape, or consists of neither houses
    /// nor moves.
    pub fn new(shape: Shape, rules: &[Rule]) -> Result<Self, VariantError> {
        let mut variant = Self::plain(shape);
        for rule in rules {
            if let Some(other) = variant.rules.iter().find(|other| other.has(rule) || rule.has(other)) {
                return Err(match (rule.has(other), other.has(rule)) {
                    (true, true) => VariantError::Twice(rule.name()),
                    (true, false) => VariantError::Included(other.name(), rule.name()),
                    (false, _) => VariantError::Included(rule.name(), other.name()),
                });
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

    /// The additional rules, in their original order.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Returns whether there are no additional rules.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.rules.is_empty()
    }

    /// The houses in addition to rows, columns and boxes.
    #[must_use]
    pub fn houses(&self) -> &[ExtraHouse] {
        &self.houses
    }

    /// The number of kinds of [`Self::houses`].
    #[must_use]
    pub fn n_kinds(&self) -> usize {
        self.houses.last().map_or(0, |house| house.kind + 1)
    }

    /// Returns whether there are moves, so that pairs of cells must differ.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// The cells that are one move away from `cell`, ascending, and must differ from it.
    #[must_use]
    pub fn moves(&self, cell: Cell) -> &[Cell] {
        self.moves.get(cell.get()).map_or(&[], |cells| cells)
    }

    /// The regions that replace the boxes, for a jigsaw.
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
