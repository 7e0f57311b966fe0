//! Files packed by gzip or zstd.

use std::io::{self, Cursor, Read as _};

use minclue_solver::Unpacked;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// No more is unpacked.
const MAX: u64 = 1 << 20;

/// Whatever is not packed is read as it is; of what is packed, no more than was asked for. And every text comes back
/// from another program's zstd.
pub(crate) fn run(bytes: &[u8]) {
    let is_packed = bytes.starts_with(b"\x1f\x8b") || bytes.starts_with(b"\x28\xb5\x2f\xfd");
    match unpacked(bytes) {
        Ok(text) => assert!(text.len() as u64 <= MAX && (is_packed || text == bytes)),
        Err(error) => assert!(is_packed && !error.to_string().is_empty(), "{error}"),
    }
    let packed = compress_to_vec(bytes, CompressionLevel::Fastest);
    assert_eq!(unpacked(&packed).expect("what is packed"), bytes);
}

/// The first bytes of what is packed in a file, or of the file itself.
fn unpacked(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    Unpacked::new(Box::new(Cursor::new(bytes.to_vec()))).take(MAX).read_to_end(&mut text)?;
    Ok(text)
}

pub(crate) fn made() -> Vec<Vec<u8>> {
    vec![compress_to_vec(&super::GRID.as_bytes().repeat(9)[..], CompressionLevel::Fastest)]
}
