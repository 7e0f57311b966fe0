//! The foundation of all engines of minclue: grids, 0/1 models and their file formats, clue problems and their oracles,
//! hitting sets, unavoidable sets with their witnesses, and the writer of certificates. It has no C code, no threads
//! and no `unsafe`.

#![forbid(unsafe_code)]

pub mod base;
pub mod hitting;
pub mod ilp;
pub mod learning;
pub mod problem;
pub mod proof;
pub mod sudoku;
pub mod unavoidable;
