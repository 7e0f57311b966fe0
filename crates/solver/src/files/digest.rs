//! A short digest of a text, the same on every machine and in every version.

/// Returns the FNV-1a digest of a text, 64 bits in hexadecimal. It detects accidental changes, and is not a proof that
/// two texts are equal.
#[must_use]
pub fn digest(text: &str) -> String {
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::digest;

    /// The published values of FNV-1a.
    #[test]
    fn it_is_the_published_function() {
        assert_eq!((digest(""), digest("a")), ("cbf29ce484222325".to_owned(), "af63dc4c8601ec8c".to_owned()));
    }
}
