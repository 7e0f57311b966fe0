//! The checker from outside: certificates that it accepts and refuses, damaged ones, and the program.

#[path = "../common/mod.rs"]
mod common;

mod accept;
mod clauses;
mod digest;
mod files;
mod frames;
mod hostile;
mod lists;
mod models;
mod program;
mod random;
mod reject;
mod searches;
mod weights;
mod work;
