//! The checker of certificates of bilevel programs, from outside.

#[path = "../common/mod.rs"]
mod common;

mod hostile;
mod knapsack;
mod maker;
mod pages;

mod program;
mod run;

mod values;
