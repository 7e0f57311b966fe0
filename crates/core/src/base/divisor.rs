/// Returns the greatest common divisor of `a` and `b`; if one is 0, returns the other.
#[must_use]
pub fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}
