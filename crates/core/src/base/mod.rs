//! Basic types: bit sets over typed indices, permutations and groups of cells, limits, seeds, and files that are
//! written atomically.

mod bits;
mod clock;
mod divisor;
mod greedy;
mod group;
mod ids;
mod limits;
mod permutation;
mod reading;
mod seed;
mod sorting;
mod spreadsheet;
mod steering;
mod system;
mod whole_file;
mod width;

pub use bits::{Bits, CellSet, Ones, SetBits, minimal_sets, ones, sort_by_size};
pub use clock::{add_cpu_time, cpu_time, microseconds};
pub use divisor::common_divisor;
pub use greedy::greedy_hitting_set;
pub use group::{Group, images_under};
pub use ids::{Cell, Digit, Index, SetId};
pub use limits::{Interrupt, Limits, NodeMeter, Pace, Stop, resident_memory};
pub use permutation::CellPermutation;
pub use reading::TextLimits;
pub use seed::{Rng, rng};
pub use sorting::{stable_sort_by, stable_sort_by_key};
pub use spreadsheet::no_formula;
pub use steering::{harmless, harmless_json, quoted, steers};
pub use whole_file::{PART, WholeFile, folder_of, nameless_file, ordinary_file, remove_if_there, write_whole};
pub use width::{with_wide_width, with_width};
