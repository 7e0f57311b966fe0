//! Files packed by gzip or zstd.

use minclue_cli::readers;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// No more is unpacked.
const MAX: u64 = 1 << 20;

/// Whatever is not packed is read as it is; of what is packed, no more than was asked for. And every text comes back
/// from another program's zstd.
pub(crate) fn run(bytes: &[u8]) {
    let is_packed = bytes.starts_with(b"\x1f\x8b") || bytes.starts_with(b"\x28\xb5\x2f\xfd");
    match readers::unpacked(bytes, MAX) {
        Ok(text) => assert!(text.len() as u64 <= MAX && (is_packed || text == bytes)),
        Err(error) => assert!(is_packed && !error.to_string().is_empty(), "{error}"),
    }
    let packed = compress_to_vec(bytes, CompressionLevel::Fastest);
    assert_eq!(readers::unpacked(&packed, MAX).expect("what is packed"), bytes);
}

pub(crate) fn made() -> Vec<Vec<u8>> {
    vec![compress_to_vec(&super::GRID.as_bytes().repeat(9)[..], CompressionLevel::Fastest)]
}
