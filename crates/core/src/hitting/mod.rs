//! Hitting sets of hypergraphs: a set of cells is a *hitting set* of a family if it contains a cell of every set.

mod block;
mod dual;
mod hgr;
mod joined;
mod leaf;
pub mod packing;
mod pool;
mod proved;
pub mod reference;
mod split;

pub use block::{Block, MAX_SLOTS, Slots};
pub use dual::{Dual, UNIT, Unhittable};
pub use hgr::{HgrError, HgrReason, Hypergraph, read_hgr, write_hgr};
pub use joined::joined;
pub use leaf::{Leaf, LeafEnd, Proved};
pub use packing::{Packing, Weighted, max_clique, max_packing};
pub use pool::Pool;
pub use proved::{ProvedCase, proved_cases};
pub use split::{AtMost, Part, budgets, cases, cheapest, costly_first, keeping, measured};
