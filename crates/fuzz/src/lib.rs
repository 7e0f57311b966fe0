//! Fuzz targets: every reader of files that come from elsewhere takes any bytes without a panic, and what it says of
//! them is true as far as something simpler can see.
//!
//! A target is a function of bytes, so that libFuzzer, a test and a person with a file can all call it.

#![forbid(unsafe_code)]

mod targets;

pub use targets::{TARGETS, Target};

/// The target of this name.
#[must_use]
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
