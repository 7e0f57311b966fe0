//! HiGHS and CBC behind the traits of `minclue_core::ilp`: solvers of whole 0/1 models, and an LP that stays warm at
//! the nodes of a branch and cut. This crate has the only C and C++ code of minclue, and its only `unsafe`.

mod backend;
#[cfg(feature = "cbc")]
mod cbc;
#[cfg(any(feature = "cbc", feature = "highs"))]
mod claim;
#[cfg(feature = "highs")]
mod highs;
#[cfg(feature = "highs")]
mod highs_handle;
#[cfg(feature = "highs")]
mod read_back;
#[cfg(feature = "highs")]
mod warm_lp;

/// Returns the version of HiGHS, such as `1.15.0`, if this build includes it.
#[must_use]
pub fn highs_version() -> Option<String> {
    #[cfg(feature = "highs")]
    return Some(highs_handle::version());
    #[cfg(not(feature = "highs"))]
    None
}

/// Returns the version of the system's CBC library, such as `2.10.8`, if this build uses it.
#[must_use]
pub fn cbc_version() -> Option<String> {
    #[cfg(feature = "cbc")]
    return Some(cbc::version());
    #[cfg(not(feature = "cbc"))]
    None
}

pub use backend::{Backend, BackendError};
#[cfg(feature = "cbc")]
pub use cbc::Cbc;
#[cfg(feature = "highs")]
pub use highs::Highs;
#[cfg(feature = "highs")]
pub use read_back::{Optimum, ReadBack, ReadBackError, read_back};
#[cfg(feature = "highs")]
pub use warm_lp::{Basis, WarmLp};
