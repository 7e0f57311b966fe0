//! `seeds DIR` writes the certificates of the tests there, as files and as unpacked streams, for the fuzzer to begin with.

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::PathBuf;
use std::{env, fs, io};

use ruzstd::encoding::{CompressionLevel, compress_to_vec};

fn main() -> io::Result<()> {
    let dir = PathBuf::from(env::args_os().nth(1).ok_or(io::ErrorKind::InvalidInput)?);
    for (at, certificate) in common::all().iter().enumerate() {
        let stream = certificate.stream();
        fs::write(dir.join(format!("{at}.stream")), &stream)?;
        fs::write(dir.join(format!("{at}.zst")), compress_to_vec(&stream[..], CompressionLevel::Fastest))?;
    }
    Ok(())
}
