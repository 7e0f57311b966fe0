//! What is counted bounds what is done: steps of inner loops against looks and bytes, over files of every kind.

#[path = "../../tests/common/mod.rs"]
mod common;

use common::{Certificate, Random, all, costly_certificates, list, searches_within};

use super::counted;
use crate::{Reason, verify_stream_within};

/// Steps that a look may be. A set of cells has up to ten words, which are one step and ten looks; a look at a term of
/// a row is several looks, and so is what is made ready.
const STEPS_PER_LOOK: u64 = 4;
/// Steps that a byte may be: what is read once is looked at a few times.
const STEPS_PER_BYTE: u64 = 100;
/// Steps before anything is read.
const FIRST_STEPS: u64 = 10_000;

/// Checks a stream, and that what it counted covers what it did. Returns the steps.
#[track_caller]
fn covered(stream: &[u8]) -> u64 {
    counted::take();
    let verdict = verify_stream_within(stream, &searches_within(1 << 22));
    let (steps, looks) = counted::take();
    let max = FIRST_STEPS + STEPS_PER_BYTE * stream.len() as u64 + STEPS_PER_LOOK * looks;
    assert!(steps <= max, "{steps} steps, {looks} looks, {} bytes: {verdict:?}", stream.len());
    steps
}

#[test]
fn small_files_with_random_numbers() {
    let mut random = Random(77);
    let certificates = all();
    let mut n_steps = 0;
    for round in 0..5000 {
        let mut certificate = certificates[round % certificates.len()].clone();
        for _ in 0..random.below(4) {
            if certificate.tree.is_empty() {
                break;
            }
            let at = random.below(certificate.tree.len());
            let number = random.below(24) as u64;
            match random.below(3) {
                0 => certificate.tree.insert(at, number),
                1 => drop(certificate.tree.remove(at)),
                _ => certificate.tree[at] = number,
            }
        }
        let stream = certificate.stream();
        n_steps += covered(&stream);
    }
    assert!(n_steps > 1_000_000, "{n_steps}");
}

#[test]
fn searches_of_random_sets() {
    let mut random = Random(78);
    let mut n_long = 0;
    for _ in 0..300 {
        let (n_first, n_last) = (10 + random.below(30), 1 + random.below(20));
        let sets: Vec<Vec<usize>> = (0..1 + random.below(200))
            .map(|_| {
                let mut set: Vec<usize> = (0..2 + random.below(3)).map(|_| random.below(n_first + n_last)).collect();
                set.sort_unstable();
                set.dedup();
                set
            })
            .collect();
        let budget = 2 + random.below(6);
        let first: Vec<usize> = (0..n_first).collect();
        let groups = if random.below(2) == 0 && n_last >= 3 {
            vec![1, n_first as u64, n_first as u64 + 1, n_first as u64 + 2]
        } else {
            vec![0]
        };
        let split = [vec![5], list(&first), vec![random.below(budget + 1) as u64, 8, 1, sets.len() as u64]].concat();
        let tree = [split, groups, vec![0, 1, 1, 0, 2, 1, 0]].concat();
        let certificate = Certificate { tree, ..costly_certificates::free_cells(n_first + n_last, budget, sets) };
        n_long += u64::from(covered(&certificate.stream()) > 5000);
    }
    assert!(n_long > 30, "{n_long} searches of some length");
}

#[test]
fn what_was_made_to_take_long() {
    let four = |i: usize| vec![0, 20 + i % 11, 31 + i / 11 % 11, 42 + i / 121 % 11, 53 + i / 1331 % 11];
    for stream in [
        costly_certificates::sets_without_bits(5000, 10, |_| vec![0, 5, 7]).stream(),
        costly_certificates::sets_without_bits(5000, 10, four).stream(),
        costly_certificates::sets_without_places(4000, 8).stream(),
        costly_certificates::search_below_caps(900).stream(),
        costly_certificates::rows_against_exclusions(300).stream(),
        costly_certificates::pigeons(12),
    ] {
        assert!(covered(&stream) > 100_000);
    }
}

/// The count is no constant of the file: it sees work that is left out.
#[test]
fn a_step_that_nobody_paid_for_is_seen() {
    counted::take();
    super::each(0..1000).for_each(drop);
    assert_eq!(counted::take(), (1000, 0));
    assert!(matches!(super::Meter::new(10, &|| false).spend(11), Err(Reason::TooMuch(_))));
    assert_eq!(counted::take(), (0, 11));
}
