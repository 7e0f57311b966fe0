//! Seeds for what is meant to be random.

use std::hash::{BuildHasher as _, RandomState};

/// The number of bits of a drawn seed: every reader of JSON reads it exactly.
const BITS: u32 = 48;

/// The seed that was asked for, or one that no other run has.
///
/// A run whose output is meant to vary differs from the one before; its record has the seed, which makes it again.
pub(super) fn asked_or_drawn(asked: Option<u64>) -> u64 {
    // The standard library seeds its hash tables from the system.
    asked.unwrap_or_else(|| RandomState::new().hash_one(std::process::id()) >> (u64::BITS - BITS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_that_is_asked_for_is_taken_and_others_differ() {
        assert_eq!(asked_or_drawn(Some(0)), 0);
        let drawn: std::collections::BTreeSet<u64> = (0..8).map(|_| asked_or_drawn(None)).collect();
        assert_eq!(drawn.len(), 8);
        assert!(drawn.iter().all(|seed| *seed < 1 << BITS));
    }
}
