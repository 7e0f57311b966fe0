//! Hitting sets of hypergraphs: a set of cells is a *hitting set* of a family if it has a cell of every set.

pub mod reference;
