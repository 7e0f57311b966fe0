//! Certificates of bilevel programs.

#[allow(dead_code, reason = "each target uses its own part")]
#[path = "../../../verifier/tests/bilevel/program.rs"]
mod program;

use std::io::sink;

use minclue_interop::{BilevelProof, OutsideError};
use minclue_verifier::verify_bilevel;

use super::certificates::common;
use program::Program;

/// Looks that a check may take: some hundredths of a second.
const LOOKS: u64 = 1 << 24;
/// Points of a program whose value is found by going through them.
const MAX_POINTS: i64 = 4096;

/// Small programs are solved by brute force: an accepted claim is true.
pub(crate) fn run(bytes: &[u8]) {
    let Ok(verdict) = verify_bilevel(bytes, &common::searches_within(LOOKS)) else { return };
    assert!(
        verdict.upper.is_none_or(|upper| !verdict.is_infeasible && verdict.lower.is_none_or(|lower| lower <= upper))
    );
    let program = Program::read(&verdict.program);
    if program.is_small() && program.n_points() <= MAX_POINTS {
        match program.truth() {
            Some((value, _)) => {
                assert!(!verdict.is_infeasible && verdict.lower.is_none_or(|lower| lower <= value));
                assert!(verdict.upper.is_none_or(|upper| value <= upper));
            }
            None => assert!(verdict.upper.is_none()),
        }
    }
    let proof = match BilevelProof::read(bytes, 1 << 20) {
        Err(OutsideError::Knapsack) => return,
        proof => proof.expect("it was accepted"),
    };
    for written in [proof.write_lower(&mut sink(), &mut sink()), proof.write_upper(&mut sink(), &mut sink())] {
        assert!(matches!(written, Ok(_) | Err(OutsideError::TooLarge)));
    }
}

/// Those of the checker's tests.
pub(crate) fn made() -> Vec<Vec<u8>> {
    let page = include_str!("../../../verifier/tests/bilevel/valid.txt");
    let certificate = |section: &str| -> Option<Vec<u8>> {
        let begin = section.find("minclue-bilevel-cert/1\n")?;
        let end = section.find("\nend\n")? + "\nend\n".len();
        Some(section.as_bytes()[begin..end].to_vec())
    };
    page.split("\n## ").filter_map(certificate).collect()
}
