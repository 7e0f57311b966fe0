//! Seeded random numbers: the same seed gives the same run on every machine.

use rand::SeedableRng;

/// The random number generator used everywhere: small and fast, with the same stream on all platforms.
pub type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// Creates the generator for `seed`.
#[must_use]
pub fn rng(seed: u64) -> Rng {
    Rng::seed_from_u64(seed)
}
