//! Hashes: SHA-256 in hexadecimal, as `sha256sum` writes it.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use sha2::{Digest as _, Sha256};

/// The hash of some bytes.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    let mut hash = Running::default();
    hash.add(bytes);
    hash.end()
}

/// The hash of a file.
///
/// # Errors
/// The file cannot be read.
pub fn file_sha256(path: &Path) -> io::Result<String> {
    let (mut file, mut hash) = (File::open(path)?, Running::default());
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hash.end()),
            n => hash.add(&buffer[..n]),
        }
    }
}

/// The hash of what comes piece by piece.
#[derive(Clone, Default)]
pub(super) struct Running(Sha256);

impl Running {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    pub(super) fn end(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_what_sha256sum_writes() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), abc);
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), "abc").expect("written");
        assert_eq!(file_sha256(file.path()).expect("read"), abc);
    }
}
