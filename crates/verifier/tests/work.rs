//! What a small file may ask for: work and memory are bounded by its size, and what true proofs need is far below.

mod common;

use common::{Certificate, all, forged};
use minclue_verifier::{Reason, verify, verify_stream, verify_within};

/// Refused after the looks that are free and those that its bytes pay for.
#[track_caller]
fn too_much(certificate: &Certificate, place: &str) {
    let stream = certificate.stream();
    let refusal = verify_stream(&stream[..]).expect_err("must be refused");
    let Reason::TooMuch(why) = &refusal.reason else { panic!("{refusal}") };
    assert_eq!(refusal.place, place);
    assert!(refusal.byte <= stream.len() as u64);
    let max = (1 << 30) + 1024 * refusal.byte;
    assert_eq!(*why, format!("the work so far is more than {max} looks, all that so few bytes may cost"));
}

#[test]
fn symmetries_against_a_thousand_caps() {
    too_much(&forged::symmetries_against_caps(), "node 1000 of the tree");
}

#[test]
fn steps_below_a_thousand_caps() {
    too_much(&forged::steps_below_caps(), "node 1000 of the tree");
}

#[test]
fn rows_of_large_numbers() {
    too_much(&forged::rows_of_large_numbers(), "node 0 of the tree");
}

#[test]
fn sets_of_a_variable_in_very_many_rows() {
    let certificate = forged::sets_of_a_long_column();
    let refusal = certificate.verify().expect_err("must be refused");
    too_much(&certificate, &refusal.place);
    assert!(refusal.place.starts_with("set "), "{}", refusal.place);
    // With a set or a hundred of them it is a proof.
    for n in [1, 100] {
        let mut few = certificate.clone();
        few.sets.truncate(n);
        assert_eq!(few.verify().map(|verdict| (verdict.lower, verdict.n_sets)), Ok((1, n)));
    }
}

#[test]
fn symmetries_of_very_many_options() {
    let certificate = forged::symmetries_of_many_options();
    let refusal = certificate.verify().expect_err("must be refused");
    too_much(&certificate, &refusal.place);
    assert!(refusal.place.starts_with("symmetry "), "{}", refusal.place);
}

/// Accepted with this many looks of searches, and refused with half of them.
#[track_caller]
fn needs(stream: &[u8], looks: u64) {
    assert_eq!(verify_within(stream, looks).map(|verdict| verdict.n_nodes), Ok(0));
    let half = verify_within(stream, looks / 2).map(|verdict| verdict.n_nodes);
    let refusal = half.expect_err("must be refused");
    assert_eq!(refusal.place, "the claim");
    assert_eq!(refusal.reason, Reason::TooMuch("its searches take longer than they may".into()));
}

#[test]
fn rows_whose_variables_are_in_very_many_exclusions() {
    // Each row looks up what each exclusion has, at 16 looks for each of its members and its target.
    let n = 1000;
    needs(&forged::rows_against_exclusions(n).stream_with_searches(), 49 * (n * n) as u64);
}

#[test]
fn puzzles_of_very_many_variables() {
    // Nothing is to be searched, and 8 looks make a variable ready.
    let (certificate, puzzles) = forged::puzzles_of_many_variables(1 << 16, 101);
    needs(&certificate.stream_with_list(&puzzles), 9 * (1 << 16) * 100);
}

#[test]
fn a_file_that_unpacks_to_a_large_model() {
    let file = |n| forged::packed_runs(&forged::long_rows(n));
    let one = file(1);
    assert!(one.len() < 400, "{}", one.len());
    assert_eq!(verify(&one[..]).map(|verdict| verdict.upper), Ok(0));
    let sixteen = file(16);
    assert!(sixteen.len() < 2000, "{}", sixteen.len());
    let refusal = verify(&sixteen[..]).expect_err("must be refused");
    let Reason::TooMuch(why) = &refusal.reason else { panic!("{refusal}") };
    assert!(why.starts_with("the file unpacks to more than 256 times its size, and to more than 4"), "{why}");
    // The same in a file that is as long as that.
    assert!(verify_stream(&forged::long_rows(16)[..]).is_ok());
}

#[test]
fn true_proofs_need_next_to_nothing_of_it() {
    for certificate in all() {
        let verdict = certificate.verify().expect("this is a proof");
        assert!((1..100_000).contains(&verdict.n_looks), "{}", verdict.n_looks);
    }
}
