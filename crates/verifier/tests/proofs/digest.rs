//! The digest of the problem: computed for every certificate, and compared where the second line states it.

use crate::common;
use crate::common::{FOURS, all, four, knapsack, matching};
use minclue_verifier::{Reason, Refusal, verify_stream};
use sha2::{Digest as _, Sha256};

/// `printf '\0\2\2\1\2\3\4\3\4\1\2\2\1\4\3\4\3\2\1' | sha256sum`.
const FOUR: &str = "aecf28675b7f7fb25f8c010531a50fd60f3cf2dfa3b7e5a5a8eb30edbe134397";
/// The same of the 36 bytes of the format's example with a linear model.
const KNAPSACK: &str = "87c546960e3b0f8f0f774137e8eab451101b400867508df6abe05ddc22ee0d91";
/// The same of 1 6 6, 2 0 0, 2 1 0, 2 2 0, 2 3 0, 2 4 0, 2 0 4 and 3 0 1 1.
const MATCHING: &str = "fff144b8b99905cae6c5dabc19f545b1b24359a3cd1353fedc212e6126a8332b";

fn refusal(stream: &[u8]) -> Refusal {
    verify_stream(stream).expect_err("must be refused")
}

#[test]
fn known_problems_have_their_known_digests() {
    for (certificate, sha256, n_bytes) in
        [(four(FOURS[0]), FOUR, 19), (knapsack(), KNAPSACK, 36), (matching(), MATCHING, 25)]
    {
        for stream in [certificate.stream(), certificate.stream_with(sha256)] {
            let verdict = verify_stream(&stream[..]).expect("this is a proof");
            assert_eq!((&verdict.problem_sha256[..], verdict.n_problem_bytes), (sha256, n_bytes));
        }
    }
}

#[test]
fn a_stream_ends_too_early_wherever_it_is_cut() {
    for certificate in all() {
        let sha256 = format!("{:x}", Sha256::digest(certificate.problem_bytes()));
        let stream = certificate.stream_with(&sha256);
        assert_eq!(verify_stream(&stream[..]).map(|verdict| verdict.problem_sha256), Ok(sha256));
        for at in 0..stream.len() {
            assert_eq!(refusal(&stream[..at]).reason, Reason::Wrong("the stream ends too early".into()), "{at}");
        }
    }
}

#[test]
fn a_problem_longer_than_what_is_read_at_once() {
    // 100,000 bytes of rows, which say nothing.
    let rows = vec![(vec![], 0); 50_000];
    let mut certificate = knapsack();
    let common::Problem::Model(model) = &mut certificate.problem else { panic!("a model") };
    model.rows.extend(rows);
    let sha256 = format!("{:x}", Sha256::digest(certificate.problem_bytes()));
    assert_eq!(certificate.verify().map(|verdict| verdict.problem_sha256), Ok(sha256.clone()));
    assert!(verify_stream(&certificate.stream_with(&sha256)[..]).is_ok());
}

#[test]
fn a_digest_of_another_problem() {
    let other = refusal(&four(FOURS[1]).stream_with(FOUR));
    assert_eq!((other.byte, &other.place[..]), (80 + 19, "the problem"));
    let own = format!("{:x}", Sha256::digest(four(FOURS[1]).problem_bytes()));
    let expected = format!("its SHA-256 is {own}, and the second line says {FOUR}");
    assert_eq!(other.reason, Reason::Wrong(expected));
}

#[test]
fn every_bit_of_the_problem_and_of_its_digest_counts() {
    let stream = four(FOURS[0]).stream_with(FOUR);
    for bit in 8 * 15..8 * (80 + 19) {
        let mut flipped = stream.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        refusal(&flipped);
    }
}

#[test]
fn a_second_line_that_is_no_digest() {
    let upper = FOUR.to_uppercase();
    let longer = format!("{FOUR}0");
    let spaced = format!("{FOUR} ");
    for line in ["", "0", &FOUR[..63], &upper, &longer, &spaced, "sha256", &FOUR.replace('e', "g")] {
        let refusal = refusal(&four(FOURS[0]).stream_with(line));
        assert_eq!(refusal.place, "the second line", "{line}");
        let expected = "this is not a SHA-256 in 64 digits of lower-case hexadecimal";
        assert_eq!(refusal.reason, Reason::Wrong(expected.into()), "{line}");
    }
    // Nor can it be left out.
    let without = [&b"minclue-cert/1\n"[..], &four(FOURS[0]).stream()[80..]].concat();
    refusal(&without);
}
