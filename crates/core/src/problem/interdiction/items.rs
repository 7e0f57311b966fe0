//! What the leader pays: a variable with the price p is p cells, and it is taken when all of them are.
//!
//! Clues are counted, and so are the cells of certificates. A variable that costs more than one unit therefore becomes as many
//! cells as it costs, and a row `sum of the cells - x <= p - 1` that holds x up once all of them are taken. The follower is
//! free to have x = 0 before that, and x only hinders it. So nothing else changes: the follower stays monotone, a smallest
//! choice of cells never takes a part of a variable, and engines, certificates and checkers need not know of prices.

use std::ops::Range;

use crate::base::{Cell, CellSet, Index};
use crate::ilp::{Sense, VarId};

use super::MonotoneFollower;
use super::unmet::{free_name, free_row};

/// Most cells that variables with prices may have together.
pub(super) const MAX_CELLS: usize = 640;

/// A variable of the leader, and its cells: as many as it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) var: VarId,
    cells: Range<usize>,
}

impl Item {
    /// A variable that costs one unit.
    pub(super) fn unit(var: VarId, cell: usize) -> Self {
        Self { var, cells: cell..cell + 1 }
    }
}

impl MonotoneFollower {
    /// The same follower, whose leader pays these prices in place of 1 for each variable.
    ///
    /// # Panics
    /// Unless there is a price of at least 1 for each variable of the leader, none of which has another price yet.
    #[must_use]
    pub fn with_prices(mut self, prices: &[usize]) -> Self {
        assert_eq!(prices.len(), self.n_cells(), "a price for each variable");
        let mut cells = Vec::new();
        for (item, &price) in self.items.iter_mut().zip(prices) {
            assert!(price >= 1, "what costs nothing is no choice");
            let begin = cells.len();
            if price == 1 {
                cells.push(item.var);
            } else {
                let name = self.model.var_name(item.var).to_owned();
                for part in 1..=price {
                    let wanted = free_name(&self.model, &format!("{name}_unit{part}"));
                    cells.push(self.model.add_var(wanted));
                }
                let parts = cells[begin..].iter().map(|var| (*var, 1));
                let terms: Vec<(VarId, i64)> = parts.chain([(item.var, -1)]).collect();
                let row = free_row(&self.model, &format!("price_{name}"));
                self.model.add_row(row, terms, Sense::LessEqual, price as i64 - 1);
            }
            item.cells = begin..cells.len();
        }
        self.cells = cells;
        self
    }

    /// Number of the leader's variables.
    #[must_use]
    pub fn n_items(&self) -> usize {
        self.items.len()
    }

    /// Do the prices of the leader's variables differ?
    #[must_use]
    pub fn has_prices(&self) -> bool {
        self.n_items() < self.n_cells()
    }

    /// The name of the leader's variable with this number.
    #[must_use]
    pub fn item_name(&self, item: usize) -> &str {
        self.model.var_name(self.items[item].var)
    }

    /// The cells of the leader's variable with this number: as many as it costs.
    #[must_use]
    pub fn item_cells<const W: usize>(&self, item: usize) -> CellSet<W> {
        self.items[item].cells.clone().map(Cell::new).collect()
    }

    /// The leader's variables of which all cells are taken, by their numbers.
    #[must_use]
    pub fn items_in<const W: usize>(&self, taken: CellSet<W>) -> Vec<usize> {
        let is_whole = |item: &usize| self.items[*item].cells.clone().all(|cell| taken.contains(Cell::new(cell)));
        (0..self.n_items()).filter(is_whole).collect()
    }

    /// The cells that are taken, without those of variables that are not taken as a whole.
    #[must_use]
    pub fn whole_items<const W: usize>(&self, taken: CellSet<W>) -> CellSet<W> {
        self.items_in(taken).into_iter().flat_map(|item| self.item_cells::<W>(item)).collect()
    }

    /// What these variables cost together.
    #[must_use]
    pub fn price_of(&self, items: &[usize]) -> usize {
        items.iter().map(|item| self.items[*item].cells.len()).sum()
    }

    /// Writes into `values` which of the leader's variables are taken, and their cells.
    pub(super) fn take<const W: usize>(&self, taken: CellSet<W>, values: &mut [bool]) {
        for (i, var) in self.cells.iter().enumerate() {
            values[var.get()] = taken.contains(Cell::new(i));
        }
        for item in &self.items {
            values[item.var.get()] = item.cells.clone().all(|cell| taken.contains(Cell::new(cell)));
        }
    }

    /// Is this a variable of the leader, or one of its cells?
    pub(super) fn is_of_leader(&self, var: VarId) -> bool {
        self.cells.contains(&var) || self.items.iter().any(|item| item.var == var)
    }
}
