//! Proofs that are too large for a text in `invalid`, or whose fault is looked for.

use crate::common;
use crate::common::{Certificate, FOURS, cycle, list, name_sets};

const CUT: &str = "the stream ends too early";

/// A certificate with another tree.
fn with(mut certificate: Certificate, tree: impl Into<Vec<u64>>) -> Certificate {
    certificate.tree = tree.into();
    certificate
}

mod node {
    use super::*;

    #[test]
    fn a_missing_child() {
        let certificate = common::by_children(common::grid(FOURS[0]));
        // Without the child of the last cell of the first set, that set can still be hit.
        let mut without = certificate.clone();
        let at = certificate.tree.len() - 2;
        let last = 10 + *certificate.sets[0].0.last().expect("it is not empty") as u64;
        let verdict = certificate.verify().expect("this is a proof");
        let root_child = (0..at).rev().find(|&step| {
            without.tree.truncate(step);
            without.tree.extend([7, 0]);
            certificate.tree[step] == last
                && without.reason() == "the row can hold: it needs 1, and 1 of its cells live"
        });
        assert!(root_child.is_some() && verdict.n_nodes > 10);
    }

    #[test]
    fn splits_below_splits() {
        let split: Vec<u64> = [vec![5], list(&[0]), vec![1]].concat();
        assert_eq!(with(cycle(), split.repeat(1024)).reason(), CUT);
        assert_eq!(
            with(cycle(), split.repeat(1025)).reason(),
            "more than 1024 caps and branch rows, which is the limit of this checker"
        );
    }

    #[test]
    fn caps_without_end() {
        let tree = [name_sets([0]), [6, 0].repeat(1025)].concat();
        assert_eq!(
            with(cycle(), tree).reason(),
            "more than 1024 caps and branch rows, which is the limit of this checker"
        );
    }
}
