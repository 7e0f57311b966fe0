//! Any bytes, as a file and as an unpacked stream: no panic, and no small problem with a minimum that is not its own.
#![no_main]

#[path = "../tests/common/mod.rs"]
mod common;

use common::Cover;
use libfuzzer_sys::fuzz_target;
use minclue_verifier::{Problem, Verdict, verify, verify_stream};

fuzz_target!(|bytes: &[u8]| {
    for verdict in [verify(bytes), verify_stream(bytes)].into_iter().flatten() {
        check(&verdict);
    }
});

/// Small problems are solved by brute force.
fn check(verdict: &Verdict) {
    assert!(verdict.lower <= verdict.upper && verdict.upper == verdict.puzzle.len());
    let Problem::ExactCover { n_items, options, target } = &verdict.problem else { return };
    if *n_items <= 12 && options.len() <= 20 {
        let options = options.iter().map(|option| option.iter().map(|&item| item as usize).collect()).collect();
        let cover = Cover { n_items: *n_items, options, target: target.clone() };
        assert!(cover.solutions().contains(target) && cover.valid(&verdict.puzzle));
        assert!(verdict.lower <= cover.smallest().len());
    }
}
