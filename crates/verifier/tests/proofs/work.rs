//! What a small file may ask for: work and memory are bounded by its size, and what true proofs need is far below.

use crate::common::{Certificate, all, costly_certificates, searches_within};
use std::cell::Cell;

use minclue_verifier::{Limits, Reason, verify, verify_stream, verify_stream_within};

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

/// The same wherever that is, at a place of this kind.
#[track_caller]
fn too_much_at_some(certificate: &Certificate, kind: &str) {
    let refusal = certificate.verify().expect_err("must be refused");
    too_much(certificate, &refusal.place);
    assert!(refusal.place.starts_with(kind), "{}", refusal.place);
}

#[test]
fn symmetries_against_a_thousand_caps() {
    too_much(&costly_certificates::symmetries_against_caps(), "node 1000 of the tree");
}

#[test]
fn steps_below_a_thousand_caps() {
    too_much(&costly_certificates::steps_below_caps(), "node 1000 of the tree");
}

#[test]
fn rows_of_large_numbers() {
    too_much(&costly_certificates::rows_of_large_numbers(), "node 0 of the tree");
}

#[test]
fn sets_of_a_variable_in_very_many_rows() {
    let certificate = costly_certificates::sets_of_a_long_column();
    too_much_at_some(&certificate, "set ");
    // With a set or a hundred of them it is a proof.
    for n in [1, 100] {
        let mut few = certificate.clone();
        few.sets.truncate(n);
        assert_eq!(few.verify().map(|verdict| (verdict.lower, verdict.n_sets)), Ok((1, n)));
    }
}

#[test]
fn symmetries_of_very_many_options() {
    too_much_at_some(&costly_certificates::symmetries_of_many_options(), "symmetry ");
}

/// Accepted with this many looks of searches, and refused with half of them.
#[track_caller]
fn needs(stream: &[u8], looks: u64) {
    assert_eq!(verify_stream_within(stream, &searches_within(looks)).map(|verdict| verdict.n_nodes), Ok(0));
    let half = verify_stream_within(stream, &searches_within(looks / 2)).map(|verdict| verdict.n_nodes);
    let refusal = half.expect_err("must be refused");
    assert_eq!(refusal.place, "the claim");
    assert_eq!(refusal.reason, Reason::TooMuch("its searches exceed the work limit".into()));
}

#[test]
fn rows_whose_variables_are_in_very_many_exclusions() {
    // Each row looks up what each exclusion has, at 16 looks for each of its members and its target.
    let n = 1000;
    needs(&costly_certificates::rows_against_exclusions(n).stream(), 49 * (n * n) as u64);
}

#[test]
fn puzzles_of_very_many_variables() {
    // Nothing is to be searched, and 8 looks make a variable ready.
    let (certificate, puzzles) = costly_certificates::puzzles_of_many_variables(1 << 16, 101);
    needs(&certificate.stream_with_list(&puzzles), 9 * (1 << 16) * 100);
}

#[test]
fn a_file_that_unpacks_to_a_large_model() {
    let file = |n| costly_certificates::packed_runs(&costly_certificates::long_rows(n));
    let one = file(1);
    assert!(one.len() < 800, "{}", one.len());
    assert_eq!(verify(&one[..]).map(|verdict| verdict.upper), Ok(0));
    let sixteen = file(16);
    assert!(sixteen.len() < 2000, "{}", sixteen.len());
    let refusal = verify(&sixteen[..]).expect_err("must be refused");
    let Reason::TooMuch(why) = &refusal.reason else { panic!("{refusal}") };
    assert!(why.starts_with("the file unpacks to more than 256 times its size, and to more than 4"), "{why}");
    // The same in a file that is as long as that.
    assert!(verify_stream(&costly_certificates::long_rows(16)[..]).is_ok());
}

/// What a search says that takes no more than some tens of milliseconds.
#[track_caller]
fn ends_soon(stream: &[u8], place: &str) {
    let refusal = verify_stream_within(stream, &searches_within(1 << 24)).expect_err("it would take days");
    assert_eq!(refusal.reason, Reason::TooMuch("its searches exceed the work limit".into()));
    assert!(!refusal.reason.is_refusal(), "nothing is wrong with it as far as anybody knows");
    assert_eq!(refusal.place, place);
}

#[test]
fn sets_that_have_no_bit_are_paid_for_at_every_node() {
    // A list that is long is not longer for the same set time and again.
    let same = costly_certificates::sets_without_bits(20_000, 5, |_| vec![0, 5, 7]).stream();
    let few = costly_certificates::sets_without_bits(1, 5, |_| vec![0, 5, 7]).stream();
    let looks = |stream: &[u8]| verify_stream(stream).expect("it is a proof").n_search_looks;
    assert!(looks(&same) < looks(&few) + 20_000 * 300, "{} {}", looks(&same), looks(&few));
    ends_soon(&costly_certificates::sets_without_bits(20_000, 10, |_| vec![0, 5, 7]).stream(), "node 1 of the tree");
    // Different ones are: four cells beside the first.
    let four = |i: usize| vec![0, 20 + i % 11, 31 + i / 11 % 11, 42 + i / 121 % 11, 53 + i / 1331 % 11];
    ends_soon(&costly_certificates::sets_without_bits(14_000, 10, four).stream(), "node 1 of the tree");
}

#[test]
fn sets_that_have_no_place_in_the_table_are_paid_for() {
    let stream = costly_certificates::sets_without_places(6000, 8).stream();
    ends_soon(&stream, "node 1 of the tree");
}

#[test]
fn caps_are_paid_for_in_every_search() {
    let one = costly_certificates::search_below_caps(1).stream();
    let many = costly_certificates::search_below_caps(900).stream();
    let looks = |stream: &[u8]| verify_stream(stream).expect("it is a proof").n_search_looks;
    assert!(looks(&many) > looks(&one) + 899 * 100, "{} {}", looks(&many), looks(&one));
}

#[test]
fn pigeons_without_a_hole_each_end_at_the_limit_of_a_puzzle_or_of_all() {
    ends_soon(&costly_certificates::pigeons(30), "the claim");
    // Few of them are refuted at once.
    assert_eq!(verify_stream(&costly_certificates::pigeons(4)[..]).map(|verdict| verdict.upper), Ok(0));
}

#[test]
fn whoever_started_a_check_can_end_it() {
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 5
    };
    let limits = Limits { stop: &stop, ..Limits::default() };
    for stream in [
        costly_certificates::pigeons(30),
        costly_certificates::sets_without_bits(1000, 10, |_| vec![0, 5, 7]).stream(),
        costly_certificates::symmetries_against_caps().stream(),
        costly_certificates::long_rows(2),
    ] {
        asked.set(0);
        let refusal = verify_stream_within(&stream[..], &limits).expect_err("it was ended");
        assert_eq!(refusal.reason, Reason::Stopped, "{}", refusal.place);
        assert!(!refusal.reason.is_refusal());
        assert_eq!(asked.get(), 6, "it is not asked again");
    }
}

#[test]
fn true_proofs_need_next_to_nothing_of_it() {
    for certificate in all() {
        let verdict = certificate.verify().expect("this is a proof");
        assert!((1..100_000).contains(&verdict.n_looks), "{}", verdict.n_looks);
    }
}
