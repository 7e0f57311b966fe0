//! Fuzz targets: every reader of external files must accept any bytes without a panic, and its result must be correct
//! as far as a simpler check can tell.
//!
//! A target is a function of bytes, so libFuzzer, a test, and a user with a file can all call it.

#![forbid(unsafe_code)]

mod targets;

pub use targets::{TARGETS, Target};

/// Returns the target with this name.
#[must_use]
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
