//! The checker as a program.
#![forbid(unsafe_code)]
fn main() {}
