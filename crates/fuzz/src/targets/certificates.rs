//! Certificates, as files and as unpacked streams.

#[path = "../../../verifier/tests/common/mod.rs"]
mod common;

pub(super) use common::digested;
use common::{Cover, Linear};
use minclue_verifier::{LinearRow, Problem, Verdict, verify, verify_stream_within};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// Looks that searches may take: some hundredths of a second.
const SEARCH_LOOKS: u64 = 1 << 24;

/// A file.
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
    match &verdict.problem {
        Problem::ExactCover { n_items, options, target } if *n_items <= 12 && options.len() <= 20 => {
            let options = options.iter().map(|option| option.iter().map(|&item| item as usize).collect()).collect();
            let cover = Cover { n_items: *n_items, options, target: target.clone() };
            assert!(cover.solutions().contains(target));
            compare(&common::Problem::Cover(cover), verdict);
        }
        Problem::Model { n_vars, rows, ones, cells, shown } if *n_vars <= 12 => {
            let terms = |row: &LinearRow| row.terms.iter().map(|&(variable, a)| (variable as usize, a)).collect();
            let rows = rows.iter().map(|row| (terms(row), row.rhs)).collect();
            let (ones, cells, shown) = (ones.clone(), cells.clone(), shown.clone());
            let model = Linear { n_vars: *n_vars, rows, ones, cells, shown };
            assert!(model.holds(&[]));
            compare(&common::Problem::Model(model), verdict);
        }
        _ => {}
    }
}

fn compare(problem: &common::Problem, verdict: &Verdict) {
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
