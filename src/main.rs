//! minclue
fn main() {}
