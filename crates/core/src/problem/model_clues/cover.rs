//! Models that are exact covers: options cover each item exactly once, or at most once.

use rustc_hash::FxHashSet;

use crate::base::{Cell, Index};
use crate::learning::Lit;

use super::ModelClues;
use super::rows::{AtLeast, Form};

/// A model in which every row requires that exactly one of some variables is 1, or at most one.
///
/// Its *options* are the variables, its *items* the rows. The options of the target that are cells are *owners*: each
/// covers its items in the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelCover {
    /// For each item, whether it must be covered, rather than at most once.
    pub is_exact: Vec<bool>,
    /// For each item, the cell that covers it in the target.
    pub owner: Vec<Option<Cell>>,
    /// For each option, its items.
    pub items: Vec<Vec<usize>>,
    /// For each cell, its option.
    pub options: Vec<usize>,
}

impl<const W: usize> ModelClues<W> {
    /// Returns the model as an exact cover. `None` if it is not an exact cover, or unless its cells are the variables
    /// that are 1 in the target, and all of them are shown.
    #[must_use]
    pub fn cover(&self) -> Option<ModelCover> {
        let linear = &self.linear;
        let mut cell_of = vec![None; linear.target.len()];
        for (cell, var) in linear.cells.iter().enumerate() {
            linear.shown.binary_search(var).ok()?;
            cell_of[var.get()] = Some(Cell::new(cell));
        }
        if linear.target.iter().zip(&cell_of).any(|(value, cell)| *value != cell.is_some()) {
            return None;
        }
        let (mut must, mut at_most) = (FxHashSet::default(), Vec::new());
        for form in linear.rows.iter().map(AtLeast::form) {
            match form {
                Form::Always => {}
                Form::Clause(lits) if lits.iter().all(|lit| lit.is_positive()) => _ = must.insert(lits),
                // Not both.
                Form::Clause(lits) if lits.len() == 2 && lits.iter().all(|lit| !lit.is_positive()) => {
                    at_most.push(lits.into_iter().map(Lit::not).collect());
                }
                Form::AtMostOne(lits) if lits.iter().all(|lit| lit.is_positive()) => at_most.push(lits),
                Form::Clause(_) | Form::AtMostOne(_) | Form::Row(_) => return None,
            }
        }
        let mut cover = ModelCover {
            is_exact: Vec::new(),
            owner: Vec::new(),
            items: vec![Vec::new(); linear.target.len()],
            options: linear.cells.iter().map(|var| var.get()).collect(),
        };
        for lits in at_most {
            cover.is_exact.push(must.remove(&lits));
            cover.owner.push(lits.iter().find_map(|lit| cell_of[lit.var()]));
            let item = cover.owner.len() - 1;
            lits.iter().for_each(|lit| cover.items[lit.var()].push(item));
        }
        for lits in must {
            // An item is covered at most once, so other rows make none; one option alone is always there.
            let [lit] = lits[..] else { return None };
            cover.is_exact.push(true);
            cover.owner.push(cell_of[lit.var()]);
            cover.items[lit.var()].push(cover.owner.len() - 1);
        }
        Some(cover)
    }
}
