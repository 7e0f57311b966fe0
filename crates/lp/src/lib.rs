//! HiGHS and CBC behind the traits of `minclue_core::ilp`: whole 0/1 models, and an LP that stays warm at the nodes of
//! a branch and cut. The only C and C++ of minclue, and its only `unsafe`.

mod backend;
#[cfg(feature = "cbc")]
mod cbc;
mod highs;
mod highs_handle;
mod read_back;
mod warm_lp;

pub use backend::{Backend, BackendError};
#[cfg(feature = "cbc")]
pub use cbc::Cbc;
pub use highs::Highs;
pub use read_back::{Optimum, ReadBack, ReadBackError, read_back};
pub use warm_lp::{Basis, WarmLp};
