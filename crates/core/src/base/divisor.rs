/// The greatest common divisor of both; the other one if one is 0.
#[must_use]
pub fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}
