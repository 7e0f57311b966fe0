//! Variable-length integers of the format.

/// Appends a number as LEB128.
#[inline]
pub(super) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a number with a sign: 2n for n >= 0, and -2n - 1 for n < 0.
pub(super) fn put_signed(bytes: &mut Vec<u8>, number: i64) {
    put(bytes, (number << 1 ^ number >> 63).cast_unsigned());
}

/// Appends a list of strictly ascending numbers.
pub(super) fn put_list(bytes: &mut Vec<u8>, numbers: &[usize]) {
    put(bytes, numbers.len() as u64);
    let mut next = 0;
    for &number in numbers {
        debug_assert!(number >= next, "a list ascends");
        put(bytes, (number - next) as u64);
        next = number + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_lists() {
        let mut bytes = Vec::new();
        put(&mut bytes, 0);
        put(&mut bytes, 127);
        put(&mut bytes, 128);
        put(&mut bytes, u64::MAX);
        assert_eq!(bytes[..4], [0, 127, 0x80, 1]);
        assert_eq!(bytes.len(), 14);
        let mut bytes = Vec::new();
        put_list(&mut bytes, &[3, 4, 10]);
        assert_eq!(bytes, [3, 3, 0, 5]);
    }

    #[test]
    fn numbers_with_signs() {
        let mut bytes = Vec::new();
        [0, -1, 1, -2, 63, -64, 64].into_iter().for_each(|number| put_signed(&mut bytes, number));
        assert_eq!(bytes, [0, 1, 2, 3, 126, 127, 0x80, 1]);
        let (mut min, mut max) = (Vec::new(), Vec::new());
        put_signed(&mut min, i64::MIN);
        put(&mut max, u64::MAX);
        assert_eq!(min, max);
    }
}
