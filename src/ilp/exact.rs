//! Floats that stand for short decimals.

/// Most decimals of a number that is taken for exact.
pub(super) const MOST_PLACES: u32 = 9;

/// From here on, floats are no longer all integers.
const INTEGERS_END: f64 = (1_u64 << 53) as f64;

/// `digits * 10^-places`, with as few places as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    digits: i128,
    places: u32,
}

impl Decimal {
    /// The shortest decimal that is read as this float; `None` if it has more than [`MOST_PLACES`] places or is 2^53 or more.
    pub(super) fn new(value: f64) -> Option<Self> {
        if !value.is_finite() || value.abs() >= INTEGERS_END {
            return None;
        }
        // The standard library writes the shortest one, and never with an exponent.
        let text = value.to_string();
        let (whole, places) = text.split_once('.').unwrap_or((&text, ""));
        let n_places = u32::try_from(places.len()).ok().filter(|n| *n <= MOST_PLACES)?;
        let digits = format!("{whole}{places}").parse().ok()?;
        Some(Self { digits, places: n_places })
    }

    pub(super) fn is_zero(&self) -> bool {
        self.digits == 0
    }

    pub(super) fn places(&self) -> u32 {
        self.places
    }

    /// The number times 10^places, an integer if these are at least its own; `None` if 64 bits do not hold it.
    pub(super) fn times_ten_to(&self, places: u32) -> Option<i64> {
        let factor = 10_i128.checked_pow(places.checked_sub(self.places)?)?;
        i64::try_from(self.digits.checked_mul(factor)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_decimals_are_exact() {
        let scaled = |value: f64, places: u32| Decimal::new(value).and_then(|number| number.times_ten_to(places));
        assert_eq!(scaled(0.1, 1), Some(1));
        assert_eq!(scaled(-2.5, 3), Some(-2500));
        assert_eq!(scaled(-0.0, 0), Some(0));
        assert_eq!(scaled(1e-9, 9), Some(1));
        assert_eq!(scaled(9_007_199_254_740_991.0, 0), Some(9_007_199_254_740_991));
        assert_eq!(scaled(9_007_199_254_740_991.0, 9), None);
        assert_eq!(Decimal::new(0.25).map(|number| number.places()), Some(2));
        for bad in [1e-10, 0.1 + 0.2, 1.0 / 3.0, 9_007_199_254_740_992.0, f64::INFINITY, f64::NAN] {
            assert_eq!(Decimal::new(bad), None, "{bad}");
        }
    }
}
