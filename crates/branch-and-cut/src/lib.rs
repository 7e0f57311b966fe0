//! Branch and cut over linear programs: [`bilevel`] for clue problems, [`cuts`] for clues with weights, [`witness`] for
//! bilevel programs over integers. [`dense_lp`] solves the small linear programs at the nodes; larger ones need another
//! solver.

#![forbid(unsafe_code)]

#[cfg(test)]
use minclue_core::sudoku;
use minclue_core::{base, hitting, ilp, problem, proof, unavoidable};

pub mod bilevel;
pub mod cuts;
pub mod dense_lp;
mod dot;
mod exact;
mod open;
mod warm_lp;
pub mod witness;
