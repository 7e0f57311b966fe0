//! What every room stands on: bit sets over typed indices, limits, seeds.

mod bits;
mod ids;
mod limits;
mod seed;

pub use bits::{Bits, CellSet, Ones, SetBits};
pub use ids::{Cell, Digit, Index, SetId};
pub use limits::{Interrupt, Limits, Pace, Stop};
pub use seed::{Rng, rng};
