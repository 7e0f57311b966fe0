//! The engines: each takes a clue problem and answers with bounds that hold at any moment.
//!
//! [`engine`] is their contract, [`width`] the one place where they are compiled. [`search`] is the native hitting-set
//! search, [`bilevel`] the branch and cut over linear programs, [`cuts`] that of interdiction problems with rows that
//! have coefficients, [`published`] the searches of mcguire-2012 and
//! lin-wu-2013 as published, and [`local_search`] finds puzzles for all of them. [`dense_lp`] solves the small linear
//! programs at the nodes of a branch and cut; for larger ones it is given another solver.

#![forbid(unsafe_code)]

use minclue_core::{base, hitting, ilp, problem, proof, sudoku, unavoidable};

pub mod bilevel;
pub mod cuts;
pub mod dense_lp;
pub mod engine;
pub mod local_search;
pub mod published;
mod rounds;
pub mod search;
pub mod width;
