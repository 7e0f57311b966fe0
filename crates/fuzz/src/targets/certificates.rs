//! Certificates, as files and as unpacked streams.

#[path = "../../../verifier/tests/common/mod.rs"]
pub(super) mod common;

pub(super) use common::digested;
use minclue_verifier::{Verdict, verify, verify_stream_within};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// Looks that searches may take: some hundredths of a second.
const SEARCH_LOOKS: u64 = 1 << 24;

pub(crate) fn file(bytes: &[u8]) {
    if let Ok(verdict) = verify(bytes) {
        check(&verdict);
    }
}

/// A stream without frames, whose problem may be any: the digest is made to fit.
pub(crate) fn stream(bytes: &[u8]) {
    let stream = digested(bytes.to_vec());
    if let Ok(verdict) = verify_stream_within(&stream[..], &common::searches_within(SEARCH_LOOKS)) {
        check(&verdict);
    }
}

/// Small problems are solved by brute force: an accepted claim is true.
fn check(verdict: &Verdict) {
    assert!(verdict.lower <= verdict.upper && verdict.upper == verdict.puzzle.len());
    let problem = common::Problem::from(&verdict.problem);
    match &problem {
        common::Problem::Cover(cover) if cover.n_items <= 12 && cover.options.len() <= 20 => {
            assert!(cover.solutions().contains(&cover.target));
        }
        common::Problem::Model(model) if model.n_vars <= 12 => assert!(model.holds(&[])),
        _ => return,
    }
    assert!(problem.valid(&verdict.puzzle) && verdict.lower <= problem.smallest().len());
}

/// The certificates of the checker's tests.
pub(crate) fn made_streams() -> Vec<Vec<u8>> {
    common::all().iter().map(common::Certificate::stream).collect()
}

/// The same as files.
pub(crate) fn made_files() -> Vec<Vec<u8>> {
    made_streams().iter().map(|stream| compress_to_vec(&stream[..], CompressionLevel::Fastest)).collect()
}
