//! Four 32-bit words side by side. Only this module depends on how a machine processes them at once.
//!
//! The baseline of x86-64 has registers of four words. The compiler translates loops over four words into a mixture of
//! vector and plain instructions that takes twice as long, so on x86-64 the code names the instructions, through
//! `pulp`, which needs no `unsafe`; on other machines, plain loops do the same.

#[cfg(any(test, not(target_arch = "x86_64")))]
mod plain;
#[cfg(target_arch = "x86_64")]
mod sse2;

#[cfg(not(target_arch = "x86_64"))]
pub(super) use plain::Lanes;
#[cfg(target_arch = "x86_64")]
pub(super) use sse2::Lanes;

/// Both kinds do the same.
#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use rand::Rng as _;

    use super::{plain, sse2};
    use crate::base::rng;

    /// The words of an expression in `Lanes` of both kinds.
    macro_rules! same {
        ($a:ident, $b:ident, $e:expr) => {{
            let by_array = {
                let ($a, $b) = (plain::Lanes::new($a), plain::Lanes::new($b));
                $e
            };
            let by_register = {
                let ($a, $b) = (sse2::Lanes::new($a), sse2::Lanes::new($b));
                $e
            };
            assert_eq!(by_array.words(), by_register.words(), stringify!($e));
        }};
    }

    #[test]
    fn arrays_and_registers_do_the_same() {
        let mut rng = rng(1);
        for round in 0..200 {
            // Few bits, so that lanes are equal or 0 now and then.
            let mask = if round % 2 == 0 { u32::MAX } else { 1 };
            let [a, b] = [(); 2].map(|()| [(); 4].map(|()| rng.random::<u32>() & mask));
            same!(a, b, a & b);
            same!(a, b, a | b);
            same!(a, b, a + b);
            same!(a, b, a - b);
            same!(a, b, a.without(b));
            same!(a, b, a.up::<10>() | b.down::<1>());
            same!(a, b, a.turn() | b.turn_back().up::<16>());
            same!(a, b, a.same(b));
            assert_eq!(plain::Lanes::new(a) == plain::Lanes::new(b), a == b);
            assert_eq!(sse2::Lanes::new(a) == sse2::Lanes::new(b), a == b);
            assert_eq!(plain::Lanes::new(a).is_zero(), a == [0; 4]);
            assert_eq!(sse2::Lanes::new(a).is_zero(), a == [0; 4]);
        }
        assert_eq!(plain::Lanes::splat(7).words(), sse2::Lanes::splat(7).words());
    }
}
