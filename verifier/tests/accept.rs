//! Certificates that are proofs.

mod common;

use common::{FOURS, four};

#[test]
fn both_classes_of_4x4_grids_need_four_clues() {
    for text in FOURS {
        let certificate = four(text);
        let verdict = certificate.verify().expect("this is a proof");
        assert_eq!((verdict.lower, verdict.upper, verdict.cells), (4, 4, 16));
        assert_eq!(verdict.puzzle, certificate.puzzle);
        assert_eq!((verdict.n_sets, verdict.n_nodes, verdict.n_steps), (4, 1, 2));
        assert_eq!(verdict.n_bytes, certificate.stream().len() as u64);
    }
}
