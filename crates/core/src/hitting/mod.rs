//! Hitting sets of hypergraphs: a set of cells is a *hitting set* of a family if it has a cell of every set.

mod block;
pub mod clique;
mod dual;
mod hgr;
mod leaf;
mod pool;
pub mod published;
pub mod reference;
mod split;
mod told;

pub use block::{Block, MAX_SLOTS, Slots};
pub use dual::{Dual, UNIT, Unhittable};
pub use hgr::{HgrError, HgrReason, Hypergraph, read_hgr, write_hgr};
pub use leaf::{Leaf, LeafEnd, Told};
pub use pool::Pool;
pub use split::{Cap, Part, budgets, cases, cheapest, costly_first, keeping, measured};
pub use told::{ToldCase, told_cases};
