//! Files: zstd frames around the stream.

use std::io::{self, Read};

use crate::common::{FOURS, all, four};
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
        let refusal = verify(&file[..at]).expect_err("must be refused");
        let expected = match at {
            0 => "not a minclue certificate: it is empty".to_owned(),
            1..=3 => "not a minclue certificate: it is not a zstd file".to_owned(),
            _ => format!("the file is cut off or damaged: it ends at byte {at}, in a zstd frame"),
        };
        // It is the file that is wrong; no place in the stream is named.
        assert_eq!(refusal.to_string(), expected);
    }
}

#[test]
fn bytes_behind_the_last_frame() {
    let file = packed(&four(FOURS[0]).stream());
    let (n, with) = (file.len(), |more: &[u8]| reason(&[&file[..], more].concat()));
    assert_eq!(with(b"\0"), format!("the file is cut off or damaged: it ends at byte {}, in a zstd frame", n + 1));
    let begins = |at| format!("the file is damaged at byte {at}: no zstd frame as in certificates begins here");
    assert_eq!(with(b"more of it"), begins(n + 4));
    // A skippable frame of four bytes.
    assert_eq!(with(b"\x50\x2a\x4d\x18\x04\0\0\0text"), begins(n + 8));
}

#[test]
fn a_frame_behind_the_certificate() {
    let file = [packed(&four(FOURS[0]).stream()), packed(b"\0")].concat();
    assert_eq!(reason(&file), "the stream goes on after the certificate");
}

#[test]
fn an_unpacked_stream() {
    let expected = "not a minclue certificate: it is an uncompressed stream; compress it with zstd";
    assert_eq!(reason(&four(FOURS[0]).stream()), expected);
    assert_eq!(reason(b"# a text about certificates\n"), "not a minclue certificate: it is not a zstd file");
}

#[test]
fn a_frame_that_wants_a_large_window() {
    // The magic number, no flags, and a window descriptor with exponent 18: 256 MiB.
    let expected = "a zstd frame wants a window of more than 134217728 bytes";
    assert_eq!(reason(b"\x28\xb5\x2f\xfd\0\x90\x01\0\0"), expected);
}

#[test]
fn a_frame_that_cannot_be_unpacked() {
    // A block of the reserved kind, in a frame with a window of 1 KiB.
    let expected = "the file is damaged at byte 9 or before: zstd cannot unpack it";
    assert_eq!(reason(b"\x28\xb5\x2f\xfd\0\0\x07\0\0\0\0\0\0"), expected);
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
