//! Random numbers that a seed fixes: the same seed gives the same run on every machine.

use rand::SeedableRng;

/// The generator used everywhere: small, fast, and with a stream that does not change between platforms.
pub type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// The generator for `seed`.
#[must_use]
pub fn rng(seed: u64) -> Rng {
    Rng::seed_from_u64(seed)
}
