//! What every engine of minclue stands on: grids, 0/1 models and their texts, clue problems and their oracles, hitting
//! sets, unavoidable sets with their witnesses, and the writer of certificates. No C, no threads, no `unsafe`.

#![forbid(unsafe_code)]

pub mod base;
pub mod hitting;
pub mod ilp;
pub mod learning;
pub mod problem;
pub mod proof;
pub mod sudoku;
pub mod unavoidable;
