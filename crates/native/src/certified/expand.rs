//! The searches that a certificate leaves to its checker, step by step.

use crate::base::{CellSet, Limits};
use crate::hitting::{AtMost, Pool};
use crate::problem::HypergraphClues;
use crate::proof::Numbers;

use super::prover::{Prover, Subproblem};

/// Words of sets of cells. What a search of a checker takes has at most 96 cells.
const WORDS: usize = 2;

/// A node, as a search is asked about it.
#[derive(Clone, Debug)]
pub struct SearchedNode {
    /// At most this many cells in all.
    pub max: usize,
    /// The caps of the path.
    pub caps: Vec<AtMost<WORDS>>,
    /// The cap whose cells are searched first.
    pub first: Option<usize>,
    /// The chosen cells, and those that may be chosen.
    pub chosen: CellSet<WORDS>,
    /// The cells that may be chosen.
    pub alive: CellSet<WORDS>,
}

/// Steps that close a node, as bytes of a certificate in which `sets` have their numbers: nothing that the node stands
/// for hits them all. `None` if something does, or if the cells or the caps are none that our own searches have.
#[must_use]
pub fn expand(n_cells: usize, sets: &[CellSet<WORDS>], node: &SearchedNode) -> Option<Vec<u8>> {
    let problem = HypergraphClues::new(n_cells, sets.iter().copied()).ok()?;
    let cells = CellSet::first_n(n_cells);
    let pool = Pool::new(cells, sets.iter().copied());
    let region = match (node.first, node.caps.first()) {
        (Some(0), Some(cap)) => cap.region,
        (None, None) => cells,
        _ => return None,
    };
    let subproblem = Subproblem { max: node.max, caps: node.caps.clone(), relaxed: false };
    let mut prover = Prover::new(&problem, &pool, &Limits::none(), subproblem, region)?;
    prover.subtree(node.chosen, node.alive, 0).ok()?;
    let mut numbers = Numbers::default();
    numbers.know(sets);
    Some(numbers.resolve(&prover.script))
}
