//! The rules for one digit, of plain Sudoku and of its variants.
//!
//! The board and the searches are compiled for each of the two, so the variants do not slow down plain Sudoku.

use std::fmt;
use std::sync::Arc;

use crate::sudoku::shape::Shape;
use crate::sudoku::variant::Variant;

use super::bands::{Bands, PLACES};

/// The rules for the cells of one digit.
pub(super) trait Rules: Clone + fmt::Debug {
    /// Can a question take so long that it should be given up?
    const CAN_BE_LONG: bool;

    /// Takes away the cells that the digit cannot take. `solved` are cells that had their digit the last time: what
    /// follows from them was taken away then.
    fn narrow(&self, cells: Bands, solved: Bands) -> Narrowed;

    /// Are these the places of a digit in a complete grid? Says so without [`Self::narrow`].
    fn is_complete(&self, cells: Bands) -> bool;
}

/// The remaining cells of a digit.
#[derive(Clone, Copy)]
pub(super) struct Narrowed {
    /// The cells that are left.
    pub(super) cells: Bands,
    /// Those that the digit must take.
    pub(super) alone: Bands,
    /// Some bits of [`Bands::ALL`] if the digit has no place in some house, and no others.
    pub(super) empty: Bands,
    /// Have the rules to be applied once more?
    pub(super) again: bool,
}

/// Rows, columns and boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain;

impl Rules for Plain {
    const CAN_BE_LONG: bool = false;

    #[inline(always)]
    fn narrow(&self, cells: Bands, _: Bands) -> Narrowed {
        let rows = cells.lock_rows();
        let both = rows.lock_columns();
        // Both locks are idempotent, so only a change by the second calls for the first again.
        Narrowed { cells: both, alone: both.alone_in_row(), empty: both.empty_bands(), again: both != rows }
    }

    fn is_complete(&self, cells: Bands) -> bool {
        cells.is_complete(true)
    }
}

/// Rows and columns, boxes or not, and the houses and moves of a variant.
#[derive(Clone, Debug)]
pub(super) struct Extra(Arc<Tables>);

#[derive(Debug)]
struct Tables {
    has_boxes: bool,
    /// The houses besides rows, columns and boxes.
    houses: Vec<Bands>,
    /// For each place, the cells that the digit cannot take if it takes this one: those excluded by [`Self::houses`],
    /// by moves and, without boxes, by its column. Locks and rows exclude the others.
    barred: Box<[Bands; PLACES]>,
}

impl Extra {
    /// The rules of a variant of 9x9 grids.
    pub(super) fn new(variant: &Variant) -> Self {
        let shape = variant.shape();
        let has_boxes = !shape.is_latin();
        let houses: Vec<Bands> = variant
            .houses()
            .iter()
            .map(|house| house.cells.iter().fold(Bands::EMPTY, |all, cell| all | Bands::only(*cell)))
            .collect();
        let mut barred = Box::new([Bands::EMPTY; PLACES]);
        for cell in shape.cells() {
            let own = Bands::only(cell);
            let around = houses.iter().filter(|house| !(**house & own).is_empty()).fold(Bands::EMPTY, |a, h| a | *h);
            let moves = variant.moves(cell).iter().fold(around, |all, other| all | Bands::only(*other));
            let column = shape.cells().filter(|other| !has_boxes && shape.column(*other) == shape.column(cell));
            let all = column.fold(moves, |all, other| all | Bands::only(other));
            barred[Bands::place(cell)] = all.without(own);
        }
        Self(Arc::new(Tables { has_boxes, houses, barred }))
    }

    /// Can it have the rules of this variant?
    pub(super) fn serves(variant: &Variant) -> bool {
        let shape = variant.shape();
        shape == Shape::NINE || (shape.n() == Shape::NINE.n() && shape.is_latin() && !variant.is_plain())
    }
}

/// The digit has no place in some house.
const DEAD: Narrowed = Narrowed { cells: Bands::EMPTY, alone: Bands::EMPTY, empty: Bands::ALL, again: false };

impl Rules for Extra {
    const CAN_BE_LONG: bool = true;

    #[inline]
    fn narrow(&self, cells: Bands, solved: Bands) -> Narrowed {
        let Tables { has_boxes, houses, barred } = &*self.0;
        let start = if *has_boxes { cells.lock_rows() } else { cells };
        let mut left = start;
        if *has_boxes {
            left = left.lock_columns();
            if !(left.empty_bands() & Bands::ALL).is_empty() {
                return DEAD;
            }
        } else {
            if left.rows() != Bands::ALL {
                return DEAD;
            }
            let Some(alone) = left.alone_in_column() else { return DEAD };
            if !alone.second_in_row().is_empty() {
                return DEAD;
            }
            left = left.without(alone.rows()) | alone;
        }
        let mut alone = left.alone_in_row();
        for house in houses {
            let here = left & *house;
            if here.is_at_most_one() {
                if here.is_empty() {
                    return DEAD;
                }
                left = left.without(here.rows()) | here;
                alone = alone | here;
            }
        }
        let mut barred_now = Bands::EMPTY;
        alone.without(solved).each_place(|place| barred_now = barred_now | barred[place]);
        left = left.without(barred_now);
        Narrowed { cells: left, alone, empty: Bands::EMPTY, again: left != start }
    }

    fn is_complete(&self, cells: Bands) -> bool {
        let Tables { has_boxes, houses, barred } = &*self.0;
        let mut meets = false;
        cells.each_place(|place| meets |= !(barred[place] & cells).is_empty());
        let is_one = |house: &Bands| (*house & cells).len() == 1;
        cells.is_complete(*has_boxes) && houses.iter().all(is_one) && !meets
    }
}
