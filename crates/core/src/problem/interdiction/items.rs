//! The leader's variables as cells, where they cost more than 1 or stand in rows that taking more may break.
//!
//! **Prices.** Clues are counted, and so are the cells of certificates. A variable that costs more than one unit
//! therefore becomes as many cells as it costs, and a row `sum of the cells - x <= p - 1` that holds x up once all of
//! them are taken. The follower is free to have x = 0 before that, and x only hinders it. So nothing else changes: the
//! follower stays monotone, a smallest choice of cells never takes a part of a variable, and engines, certificates and
//! checkers need not know of prices.
//!
//! **Rows.** What keeps a row `a x <= b` with a > 0 is not closed upwards: taking more breaks it. But keeping off more
//! never does. So each variable x gets a second cell k, "the leader keeps off it", with the demand x + k >= 1, and in
//! rows 1 - k stands for x where more x would break them. Then all is closed upwards again, and of n variables exactly
//! one cell of each pair is in any choice of n cells. So the leader has a choice that keeps its rows and prevents all
//! answers exactly if some n cells are a valid set of clues.

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
    /// The cell that says that it is not taken, where there are rows that ask for that.
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
    /// The same follower, whose leader pays these prices in place of 1 for each variable. What costs nothing has no
    /// cell, and is always taken.
    ///
    /// # Panics
    /// Unless there is a price for each variable of the leader, none of which has another price yet.
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

    /// The same follower, whose leader has to keep these rows `sum a x <= rhs` over its variables too, whatever their
    /// signs. A choice is then one of as many cells as the leader has variables, and [`Self::choice`] makes it.
    ///
    /// # Panics
    /// If the variables have prices or rows already.
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

    /// Has the leader rows that taking more may break?
    #[must_use]
    pub fn has_rows(&self) -> bool {
        self.items.iter().any(|item| item.keep.is_some())
    }

    /// The item of which this demand says that it is taken or kept off, if it is one of these.
    pub(super) fn pair_of(&self, row: &Row) -> Option<usize> {
        self.items.iter().position(|item| row.terms.len() == 2 && item.is_pair(row, &self.cells))
    }

    /// Number of the leader's variables.
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

    /// The first cell of the leader's variable with this number; the only one where it costs 1.
    #[must_use]
    pub fn item_cell(&self, item: usize) -> usize {
        self.items[item].cells.start
    }

    /// The cell that says that the leader's variable with this number is kept off, if it has one.
    #[must_use]
    pub fn keep_cell(&self, item: usize) -> Option<usize> {
        self.items[item].keep
    }

    /// Number of rows that the leader must keep, those included that a variable is taken or kept off.
    #[must_use]
    pub fn n_demands(&self) -> usize {
        self.demands.len()
    }

    /// Do the prices of the leader's variables differ?
    #[must_use]
    pub fn has_prices(&self) -> bool {
        self.items.iter().any(|item| item.cells.len() != 1)
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

    /// The cells of the choice in which the leader takes these variables and no others.
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
