//! Exact decimal numbers of model files. A float is read as the decimal that a program means when it writes its 17
//! digits.

use std::fmt;

/// Most decimals of a number that is taken for exact.
pub(super) const MAX_PLACES: u8 = 9;

/// A number of at least 10 to this power stands for "no limit", as it does in every solver: HiGHS takes numbers from
/// 10^20 on for infinite, CBC and GLPK larger ones.
const INFINITE_POWER: i64 = 20;

/// The usual feasibility tolerance of solvers.
const TOLERANCE: f64 = 1e-6;

/// The same in units of 10^-[`MAX_PLACES`].
const TOLERANCE_UNITS: i128 = 1000;

/// `digits * 10^-places`, with as few places as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(in crate::ilp) struct Decimal {
    digits: i64,
    places: u8,
}

/// A number as it stands in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ilp) enum Number {
    Finite(Decimal),
    /// A number from 10^20 on, which means "no limit".
    Infinite,
    MinusInfinite,
}

/// Why a number is not exact here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ilp) enum NoNumber {
    /// It is not a number.
    Form,
    /// It has more than [`MAX_PLACES`] decimals.
    Places,
    /// It does not fit into 64 bits as an integer, perhaps because of its decimals.
    Large,
}

impl Number {
    /// Reads `[+-] digits [. digits] [e [+-] digits]`; one of the two groups of digits before the `e` may be empty.
    pub(in crate::ilp) fn parse(text: &str) -> Result<Self, NoNumber> {
        let bytes = text.as_bytes();
        let (negative, bytes) = match bytes.first() {
            Some(b'-') => (true, &bytes[1..]),
            Some(b'+') => (false, &bytes[1..]),
            _ => (false, bytes),
        };
        let (mantissa, exponent) = match bytes.iter().position(|b| matches!(b, b'e' | b'E')) {
            Some(at) => (&bytes[..at], exponent(&bytes[at + 1..])?),
            None => (bytes, 0),
        };
        let significant = Significant::of(mantissa)?;
        let Some(lead) = significant.lead() else { return Ok(Self::Finite(Decimal::default())) };
        if lead.saturating_add(exponent) >= INFINITE_POWER {
            return Ok(if negative { Self::MinusInfinite } else { Self::Infinite });
        }
        let last = significant.last.saturating_add(exponent);
        if last < -i64::from(MAX_PLACES) {
            return shortest(text, significant.n_digits).ok_or(NoNumber::Places).and_then(|short| Self::parse(&short));
        }
        // Now there are at most 20 digits before the point and nine after it.
        let places = if last < 0 { last.unsigned_abs() as u8 } else { 0 };
        let power = u32::try_from(last.max(0)).map_err(|_| NoNumber::Large)?;
        let digits = 10_i128.checked_pow(power).and_then(|factor| significant.digits.checked_mul(factor));
        let digits = digits.map(|digits| if negative { -digits } else { digits }).and_then(|d| i64::try_from(d).ok());
        Ok(Self::Finite(Decimal { digits: digits.ok_or(NoNumber::Large)?, places }))
    }

    /// The same with `inf` and `infinity` in any case, with or without a sign.
    pub(super) fn parse_bound(text: &str) -> Result<Self, NoNumber> {
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        match is_infinity(rest) {
            true => Ok(if negative { Self::MinusInfinite } else { Self::Infinite }),
            false => Self::parse(text),
        }
    }

    /// The number with the other sign; `None` for -2^63.
    pub(super) fn negated(self) -> Option<Self> {
        Some(match self {
            Self::Finite(Decimal { digits, places }) => Self::Finite(Decimal { digits: digits.checked_neg()?, places }),
            Self::Infinite => Self::MinusInfinite,
            Self::MinusInfinite => Self::Infinite,
        })
    }
}

/// The decimal of few places that a program had as a float and wrote with all 17 digits: 0.1 is 0.10000000000000001 so.
/// A float has only one such decimal, since 15 digits survive it. `None` for every other number.
fn shortest(text: &str, n_digits: i64) -> Option<String> {
    if n_digits != 17 {
        return None;
    }
    let short = text.parse::<f64>().ok()?.to_string();
    let (whole, places) = short.split_once('.').unwrap_or((&short, ""));
    let n_short = whole.len() + places.len();
    (places.len() <= usize::from(MAX_PLACES) && n_short <= 15).then_some(short)
}

/// The whole number within 10^-6 of this one, the tolerance of solvers; `None` if the number is whole itself, or far
/// from all of them, or too large or no number at all.
pub(in crate::ilp) fn near_whole(text: &str) -> Option<i64> {
    match Number::parse(text) {
        Ok(Number::Finite(number)) => number.near_multiple(Decimal::ONE).map(Decimal::floor),
        // It is refused anyway, so a float may say what is meant.
        Err(NoNumber::Places) => {
            let value: f64 = text.parse().ok()?;
            let is_near = (value - value.round()).abs() <= TOLERANCE && value.abs() < 1e15;
            is_near.then(|| value.round() as i64)
        }
        _ => None,
    }
}

/// Is this word the name of infinity?
pub(super) fn is_infinity(word: &str) -> bool {
    word.eq_ignore_ascii_case("inf") || word.eq_ignore_ascii_case("infinity")
}

/// The digits of a number from the first to the last that is not zero.
struct Significant {
    /// The digits, as long as they fit.
    digits: i128,
    n_digits: i64,
    /// The power of ten of the last digit.
    last: i64,
}

impl Significant {
    fn of(mantissa: &[u8]) -> Result<Self, NoNumber> {
        let (mut digits, mut n_digits, mut zeros) = (0_i128, 0_i64, 0_i64);
        let (mut n_all, mut n_behind, mut is_behind) = (0_i64, 0_i64, false);
        for &byte in mantissa {
            match byte {
                b'.' if !is_behind => is_behind = true,
                b'0'..=b'9' => {
                    n_all += 1;
                    n_behind += i64::from(is_behind);
                    if byte == b'0' {
                        zeros += i64::from(n_digits > 0);
                        continue;
                    }
                    for _ in 0..=zeros.min(MAX_KEPT) {
                        digits = digits.saturating_mul(10);
                    }
                    digits = digits.saturating_add(i128::from(byte - b'0'));
                    n_digits += zeros + 1;
                    zeros = 0;
                }
                _ => return Err(NoNumber::Form),
            }
        }
        if n_all == 0 { Err(NoNumber::Form) } else { Ok(Self { digits, n_digits, last: zeros - n_behind }) }
    }

    /// The power of ten of the first one; `None` for zero.
    fn lead(&self) -> Option<i64> {
        (self.n_digits > 0).then(|| self.last + self.n_digits - 1)
    }
}

/// Digits that an `i128` certainly holds.
const MAX_KEPT: i64 = 38;

/// An exponent; one that is too long to matter counts as a large one.
fn exponent(bytes: &[u8]) -> Result<i64, NoNumber> {
    let (negative, digits) = match bytes.first() {
        Some(b'-') => (true, &bytes[1..]),
        Some(b'+') => (false, &bytes[1..]),
        _ => (false, bytes),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(NoNumber::Form);
    }
    let value = digits.iter().fold(0_i64, |sum, d| sum.saturating_mul(10).saturating_add(i64::from(d - b'0')));
    Ok(if negative { -value } else { value })
}

impl Decimal {
    pub(super) const ONE: Self = Self::whole(1);

    /// This integer.
    pub(in crate::ilp) const fn whole(number: i64) -> Self {
        Self { digits: number, places: 0 }
    }

    pub(super) fn is_zero(self) -> bool {
        self.digits == 0
    }

    pub(super) fn is_negative(self) -> bool {
        self.digits < 0
    }

    pub(in crate::ilp) fn places(self) -> u8 {
        self.places
    }

    /// The number times 10^places, an integer if these are at least its own; `None` if 64 bits do not hold it.
    pub(in crate::ilp) fn times_ten_to(self, places: u8) -> Option<i64> {
        let factor = 10_i64.checked_pow(u32::from(places.checked_sub(self.places)?))?;
        self.digits.checked_mul(factor)
    }

    /// The sum; `None` if it does not fit.
    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let places = self.places.max(other.places);
        let scaled = |d: Self| Some(i128::from(d.digits) * 10_i128.checked_pow(u32::from(places - d.places))?);
        Self::normal(scaled(self)? + scaled(other)?, places)
    }

    /// The number with the other sign; `None` for -2^63.
    pub(super) fn negated(self) -> Option<Self> {
        Some(Self { digits: self.digits.checked_neg()?, places: self.places })
    }

    /// The number without its sign; `None` for -2^63.
    pub(super) fn size(self) -> Option<Self> {
        if self.is_negative() { self.negated() } else { Some(self) }
    }

    /// The largest integer that is not greater.
    pub(super) fn floor(self) -> i64 {
        self.digits.div_euclid(self.unit())
    }

    /// The smallest integer that is not less.
    pub(super) fn ceil(self) -> i64 {
        self.floor() + i64::from(self.digits.rem_euclid(self.unit()) != 0)
    }

    pub(super) fn is_below(self, other: Self) -> bool {
        self.in_units() < other.in_units()
    }

    /// The multiple of `step` that is not this number but within 10^-6 of it, if there is one. `step` is positive.
    pub(super) fn near_multiple(self, step: Self) -> Option<Self> {
        let (own, step) = (self.in_units(), step.in_units());
        let rest = own.rem_euclid(step);
        let is_below = rest <= step - rest;
        let far = if is_below { rest } else { step - rest };
        let near = if is_below { own - rest } else { own + (step - rest) };
        if rest == 0 || far > TOLERANCE_UNITS { None } else { Self::normal(near, MAX_PLACES) }
    }

    /// The largest number of which both are multiples, without a sign.
    pub(super) fn common(self, other: Self) -> Option<Self> {
        let (mut a, mut b) = (self.in_units().abs(), other.in_units().abs());
        while b > 0 {
            (a, b) = (b, a % b);
        }
        Self::normal(a, MAX_PLACES)
    }

    fn in_units(self) -> i128 {
        i128::from(self.digits) * 10_i128.pow(u32::from(MAX_PLACES - self.places))
    }

    fn unit(self) -> i64 {
        10_i64.pow(u32::from(self.places))
    }

    fn normal(mut digits: i128, mut places: u8) -> Option<Self> {
        while places > 0 && digits % 10 == 0 {
            digits /= 10;
            places -= 1;
        }
        Some(Self { digits: i64::try_from(digits).ok()?, places })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negative() { "-" } else { "" };
        let (unit, places) = (self.unit().unsigned_abs(), usize::from(self.places));
        let (whole, behind) = (self.digits.unsigned_abs() / unit, self.digits.unsigned_abs() % unit);
        if places == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{behind:0places$}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finite(text: &str) -> Decimal {
        match Number::parse(text) {
            Ok(Number::Finite(decimal)) => decimal,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn parts(text: &str) -> (i64, u8) {
        let decimal = finite(text);
        (decimal.digits, decimal.places)
    }

    #[test]
    fn numbers_are_read_digit_by_digit() {
        for (text, digits, places) in [
            ("0", 0, 0),
            ("-0.000", 0, 0),
            ("0e99999999999999999999", 0, 0),
            ("+7", 7, 0),
            ("0.1", 1, 1),
            (".5", 5, 1),
            ("5.", 5, 0),
            ("-2.50", -25, 1),
            ("1e2", 100, 0),
            ("1.5E+1", 15, 0),
            ("12.5e-3", 125, 4),
            ("1e-9", 1, 9),
            ("0.000000001000", 1, 9),
            ("100e-2", 1, 0),
            ("10000000000000000000000000000000000000000e-40", 1, 0),
            ("9223372036854775807", i64::MAX, 0),
            ("-9223372036854775808", i64::MIN, 0),
            ("9007199254740993", 9_007_199_254_740_993, 0),
            // Floats with all their digits, as HiGHS and others write them.
            ("0.10000000000000001", 1, 1),
            ("-0.10000000000000001", -1, 1),
            ("0.29999999999999999", 3, 1),
            ("2.2000000000000002", 22, 1),
            ("1.0000000000000001e-01", 1, 1),
            ("1.2345678899999999", 123_456_789, 8),
            ("1000.333333", 1_000_333_333, 6),
        ] {
            assert_eq!(parts(text), (digits, places), "{text}");
        }
    }

    #[test]
    fn what_is_not_exact_says_why() {
        for text in ["", ".", "-", "e1", "1e", "1e+", "1.2.3", "1,5", "0x10", "nan", "inf", "1d5", "1e1e1", " 1", "++1"]
        {
            assert_eq!(Number::parse(text), Err(NoNumber::Form), "{text}");
        }
        for text in [
            "1e-10",
            "0.3333333333",
            "1.00000000001",
            "0.1234567890123456789012345678901234567890123",
            "1e-999",
            // A sum of floats, thirds of all digits, and decimals that are not floats with all their digits.
            "0.30000000000000004",
            "0.33333333333333331",
            "0.100000000000000005",
            "0.1000000000000001",
        ] {
            assert_eq!(Number::parse(text), Err(NoNumber::Places), "{text}");
        }
        for text in ["9223372036854775808", "99999999999999999999", "9999999999999.0000001"] {
            assert_eq!(Number::parse(text), Err(NoNumber::Large), "{text}");
        }
        for text in ["1e20", "100000000000000000000", "1e30", "1e999999999999999999999", "123456789012345678901.5"] {
            assert_eq!(Number::parse(text), Ok(Number::Infinite), "{text}");
            assert_eq!(Number::parse(&format!("-{text}")), Ok(Number::MinusInfinite), "{text}");
        }
    }

    #[test]
    fn infinity_has_two_names() {
        assert_eq!(Number::parse_bound("Inf"), Ok(Number::Infinite));
        assert_eq!(Number::parse_bound("+infinity"), Ok(Number::Infinite));
        assert_eq!(Number::parse_bound("-INF"), Ok(Number::MinusInfinite));
        assert_eq!(Number::parse_bound("inf_1"), Err(NoNumber::Form));
        assert_eq!(Number::parse_bound("-1").map(Number::negated), Ok(Some(Number::Finite(Decimal::ONE))));
    }

    /// One tenth and two tenths are three tenths, which they are not as floats.
    #[test]
    fn sums_are_exact() {
        assert_eq!(finite("0.1").plus(finite("0.2")), Some(finite("0.3")));
        assert_eq!(finite("0.5").plus(finite("-0.5")), Some(Decimal::default()));
        assert_eq!(finite("0.000000001").plus(finite("0.999999999")), Some(Decimal::ONE));
        assert_eq!(finite("9223372036854775807").plus(finite("1")), None);
        assert_eq!(finite("9223372036854775807").plus(finite("0.1")), None);
    }

    #[test]
    fn a_number_near_a_whole_one_is_told_from_it() {
        for (text, wanted) in [
            ("0.999999999", Some(1)),
            ("-0.999999999", Some(-1)),
            ("0.9999999999999999999999", Some(1)),
            ("9.999999e-1", Some(1)),
            ("2.000001", Some(2)),
            ("1e-9", Some(0)),
            ("-1e-300", Some(0)),
            ("123456789.0000001", Some(123_456_789)),
            ("1", None),
            ("1.000", None),
            ("0.999998", None),
            ("1.00000100001", None),
            ("0.5", None),
            ("1e20", None),
            ("inf", None),
        ] {
            assert_eq!(near_whole(text), wanted, "{text}");
        }
        let near = |text: &str, step: &str| finite(text).near_multiple(finite(step)).map(|near| near.to_string());
        assert_eq!(near("1", "0.333333333").as_deref(), Some("0.999999999"));
        assert_eq!(near("-0.4999995", "0.25").as_deref(), Some("-0.5"));
        assert_eq!((near("1", "0.000000001"), near("0.1", "0.25")), (None, None));
        assert_eq!(finite("0.6").common(finite("-0.45")), Some(finite("0.15")));
    }

    #[test]
    fn a_number_is_between_two_integers() {
        for (text, floor, ceil) in [("0.3", 0, 1), ("-0.3", -1, 0), ("2", 2, 2), ("-2.5", -3, -2), ("1.0", 1, 1)] {
            assert_eq!((finite(text).floor(), finite(text).ceil()), (floor, ceil), "{text}");
        }
        assert_eq!((finite("0.25").times_ten_to(3), finite("0.25").times_ten_to(1)), (Some(250), None));
        assert_eq!(finite("9223372036854775807").times_ten_to(1), None);
    }
}
