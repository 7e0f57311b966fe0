//! The leader's variables as cells, if they cost more than 1 or occur in rows that a larger choice may violate.
//!
//! **Prices.** Engines count clues, and certificates count cells. A variable that costs p > 1 units therefore becomes p
//! cells, with a row `sum of the cells - x <= p - 1` that forces x to 1 if all of them are taken. Otherwise the
//! follower may set x = 0, and x only restricts it. So the follower stays monotone, a smallest choice of cells never
//! contains only some cells of a variable, and engines, certificates and checkers do not have to support prices.
//!
//! **Rows.** The choices that satisfy a row `a x <= b` with a > 0 are not closed upwards: a larger choice may violate
//! the row. So each variable x gets a second cell k, "the leader does not take x", with the demand x + k >= 1, and rows
//! have 1 - k in place of x where a larger x would violate them. Then the valid choices are closed upwards again, and
//! any choice of n cells that meets the demands of n variables has exactly one cell of each pair. So the leader has a
//! choice that satisfies its rows and prevents all responses exactly if some n cells are a valid set of clues.

use std::ops::Range;

use crate::base::{Cell, CellSet, Index};
use crate::ilp::{Row, Sense, VarId};

use super::MonotoneFollower;
use super::unmet::{free_name, free_row};

/// Most cells that variables with prices may have together.
pub(super) const MAX_CELLS: usize = 640;

/// A variable of the leader, and its cells: as many as it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) var: VarId,
    cells: Range<usize>,
    /// The cell for not taking it, if there are rows that need one.
    keep: Option<usize>,
}

impl Item {
    /// A variable that costs one unit.
    pub(super) fn unit(var: VarId, cell: usize) -> Self {
        Self { var, cells: cell..cell + 1, keep: None }
    }

    /// Is this the row that says that one of its two cells is taken?
    fn is_pair(&self, row: &Row, cells: &[VarId]) -> bool {
        let keep = self.keep.map(|keep| cells[keep]);
        row.terms.iter().all(|(var, _)| *var == self.var || Some(*var) == keep)
    }
}

impl MonotoneFollower {
    /// Sets the prices of the leader's variables, which are 1 by default. A variable with price 0 has no cell, and is
    /// always taken.
    ///
    /// # Panics
    /// If the number of prices differs from the number of the leader's variables, or if prices were set before.
    #[must_use]
    pub fn with_prices(mut self, prices: &[usize]) -> Self {
        assert_eq!(prices.len(), self.n_cells(), "a price for each variable");
        let mut cells = Vec::new();
        for (item, &price) in self.items.iter_mut().zip(prices) {
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

    /// Adds rows `sum a x <= rhs` over the leader's variables, with coefficients of any sign. A choice then has as many
    /// cells as the leader has variables; [`Self::choice`] returns it.
    ///
    /// # Panics
    /// If prices or rows were set before.
    #[must_use]
    pub fn with_rows(mut self, rows: &[Row]) -> Self {
        assert!(!self.has_prices() && !self.has_rows(), "prices are rows here, and all rows come at once");
        for item in &mut self.items {
            let name = self.model.var_name(item.var).to_owned();
            let keep = self.model.add_var(free_name(&self.model, &format!("keep_{name}")));
            item.keep = Some(self.cells.len());
            self.cells.push(keep);
            let terms = vec![(item.var, 1), (keep, 1)];
            self.demands.push(Row { name: format!("one_of_{name}"), terms, sense: Sense::GreaterEqual, rhs: 1 });
        }
        rows.iter().for_each(|row| self.add_row(row));
        self
    }

    /// One more row `sum a x <= rhs` for a leader that has a second cell for each variable.
    pub(super) fn add_row(&mut self, row: &Row) {
        let keep = |var: VarId| {
            let item = self.items.iter().find(|item| item.var == var);
            item.and_then(|item| item.keep).map(|keep| self.cells[keep])
        };
        let term = |&(var, a): &(VarId, i64)| if a > 0 { keep(var).map(|keep| (keep, a)) } else { Some((var, -a)) };
        let terms: Vec<(VarId, i64)> = row.terms.iter().filter_map(term).collect();
        let most: i64 = row.terms.iter().map(|(_, a)| a.max(&0)).sum();
        let rhs = most - row.rhs;
        // Every choice keeps a row that asks for nothing.
        if rhs > 0 {
            self.demands.push(Row { name: row.name.clone(), terms, sense: Sense::GreaterEqual, rhs });
        }
    }

    /// Returns whether the leader has rows that a larger choice may violate.
    #[must_use]
    pub fn has_rows(&self) -> bool {
        self.items.iter().any(|item| item.keep.is_some())
    }

    /// The item of which this demand says that it is taken or kept off, if it is one of these.
    pub(super) fn pair_of(&self, row: &Row) -> Option<usize> {
        self.items.iter().position(|item| row.terms.len() == 2 && item.is_pair(row, &self.cells))
    }

    /// The number of the leader's variables.
    #[must_use]
    pub fn n_items(&self) -> usize {
        self.items.len()
    }

    /// The leader's variables in the model, in order.
    pub(super) fn item_vars(&self) -> impl Iterator<Item = VarId> {
        self.items.iter().map(|item| item.var)
    }

    /// Each of the leader's variables, and the cell that says that it is kept off, if it has one.
    pub(super) fn item_pairs(&self) -> impl Iterator<Item = (VarId, Option<VarId>)> {
        self.items.iter().map(|item| (item.var, item.keep.map(|keep| self.cells[keep])))
    }

    /// The first cell of the leader's variable with this number; its only one if it costs 1.
    #[must_use]
    pub fn item_cell(&self, item: usize) -> usize {
        self.items[item].cells.start
    }

    /// The cell for not taking the leader's variable with this number, if it has one.
    #[must_use]
    pub fn keep_cell(&self, item: usize) -> Option<usize> {
        self.items[item].keep
    }

    /// The number of rows that the leader must satisfy, including those that require a variable to be taken or not
    /// taken.
    #[must_use]
    pub fn n_demands(&self) -> usize {
        self.demands.len()
    }

    /// Returns whether the prices of the leader's variables differ.
    #[must_use]
    pub fn has_prices(&self) -> bool {
        self.items.iter().any(|item| item.cells.len() != 1)
    }

    /// The name of the leader's variable with this number.
    #[must_use]
    pub fn item_name(&self, item: usize) -> &str {
        self.model.var_name(self.items[item].var)
    }

    /// The cells of the leader's variable with this number, as many as its price.
    #[must_use]
    pub fn item_cells<const W: usize>(&self, item: usize) -> CellSet<W> {
        self.items[item].cells.clone().map(Cell::new).collect()
    }

    /// The numbers of the leader's variables of which all cells are taken.
    #[must_use]
    pub fn items_in<const W: usize>(&self, taken: CellSet<W>) -> Vec<usize> {
        let is_whole = |item: &usize| self.items[*item].cells.clone().all(|cell| taken.contains(Cell::new(cell)));
        (0..self.n_items()).filter(is_whole).collect()
    }

    /// The cells of the choice in which the leader takes exactly these variables.
    #[must_use]
    pub fn choice<const W: usize>(&self, items: &[usize]) -> CellSet<W> {
        let cells = |(i, item): (usize, &Item)| match items.contains(&i) {
            true => self.item_cells::<W>(i),
            false => item.keep.into_iter().map(Cell::new).collect(),
        };
        self.items.iter().enumerate().flat_map(cells).collect()
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
