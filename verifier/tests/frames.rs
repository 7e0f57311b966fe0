//! Files: zstd frames around the stream.

mod common;

use std::io::{self, Read};

use common::{FOURS, all, four};
use minclue_verifier::{Reason, verify};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

fn packed(stream: &[u8]) -> Vec<u8> {
    compress_to_vec(stream, CompressionLevel::Fastest)
}

fn reason(file: &[u8]) -> String {
    verify(file).expect_err("must be refused").reason.to_string()
}

#[test]
fn one_frame() {
    for certificate in all() {
        assert_eq!(verify(&packed(&certificate.stream())[..]), certificate.verify());
        assert!(certificate.verify().is_ok());
    }
}

#[test]
fn several_frames_cut_anywhere() {
    let stream = four(FOURS[0]).stream();
    for at in 0..=stream.len() {
        let file = [packed(&stream[..at]), packed(&stream[at..])].concat();
        assert!(verify(&file[..]).is_ok());
    }
}

#[test]
fn every_proper_prefix_is_refused() {
    let file = packed(&four(FOURS[0]).stream());
    for at in 0..file.len() {
        let reason = reason(&file[..at]);
        assert!(reason == "the stream ends too early" || reason.starts_with("not zstd: "), "{at}: {reason}");
    }
}

#[test]
fn bytes_behind_the_last_frame() {
    let mut file = packed(&four(FOURS[0]).stream());
    file.push(0);
    assert!(reason(&file).starts_with("not zstd: "));
}

#[test]
fn a_frame_behind_the_certificate() {
    let file = [packed(&four(FOURS[0]).stream()), packed(b"\0")].concat();
    assert_eq!(reason(&file), "the stream goes on behind the certificate");
}

#[test]
fn an_unpacked_stream() {
    assert!(reason(&four(FOURS[0]).stream()).starts_with("not zstd: "));
}

#[test]
fn a_frame_that_wants_a_large_window() {
    // The magic number, no flags, and a window descriptor with exponent 18: 256 MiB.
    assert!(reason(b"\x28\xb5\x2f\xfd\0\x90\x01\0\0").starts_with("not zstd: "));
}

#[test]
fn a_file_that_cannot_be_read() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    assert!(matches!(verify(Broken).expect_err("must be refused").reason, Reason::Io(_)));
    let file = packed(&four(FOURS[0]).stream());
    assert!(matches!(verify((&file[..9]).chain(Broken)).expect_err("must be refused").reason, Reason::Io(_)));
}
