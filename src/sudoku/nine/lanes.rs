//! Four 32-bit words side by side: the one place that knows how a machine works on them at once.
//!
//! The baseline of x86-64 has registers of four words. Left to itself the compiler makes loops over four words into a
//! mixture of such instructions and plain ones that takes twice as long, so there the instructions are named, through
//! `pulp`, which needs no `unsafe`; elsewhere plain loops do the same.

#[cfg(any(test, not(target_arch = "x86_64")))]
mod plain;
#[cfg(target_arch = "x86_64")]
mod sse2;

#[cfg(not(target_arch = "x86_64"))]
pub(super) use plain::Lanes;
#[cfg(target_arch = "x86_64")]
pub(super) use sse2::Lanes;
