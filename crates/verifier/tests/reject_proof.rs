//! Proofs with one thing wrong in them, each of a kind that `accept.rs` has without it.

mod common;

use common::{
    Certificate, FOURS, cycle, cycle_by_row, cycle_by_split, cycle_by_symmetry, hypergraph, list, matching, name_sets,
    pack, removal, two_cycles, two_triangles,
};

const BIG: u64 = 1 << 63;

const CUT: &str = "the stream ends too early";
const OVERFLOW: &str = "a number above 2^63 in a sum";
const OUTSIDE: &str = "cells outside the region of the lemma";

/// A certificate with another tree.
fn with(mut certificate: Certificate, tree: impl Into<Vec<u64>>) -> Certificate {
    certificate.tree = tree.into();
    certificate
}

mod symmetry {
    use super::*;

    #[test]
    fn no_permutation() {
        let mut certificate = cycle_by_symmetry();
        certificate.symmetries[0] = vec![1, 1, 3, 4, 0];
        assert_eq!(certificate.reason(), "two items have the same image");
    }

    #[test]
    fn images_of_options_that_are_none() {
        let mut certificate = cycle_by_symmetry();
        certificate.symmetries[0] = vec![0, 2, 1, 3, 4];
        assert_eq!(certificate.reason(), "the image of option 5 is not an option");
    }

    #[test]
    fn a_target_that_moves() {
        let mut certificate = matching();
        certificate.symmetries = vec![vec![1, 2, 3, 4, 5, 0]];
        assert_eq!(certificate.reason(), "the image of cell 0 is not in the target");
        certificate.symmetries = vec![vec![2, 3, 4, 5, 0, 1]];
        assert!(certificate.verify().is_ok());
    }

    #[test]
    fn chosen_cells_that_move() {
        let tree = [name_sets(0..5), vec![8, 4, 1, 0]].concat();
        assert_eq!(with(cycle_by_symmetry(), tree).reason(), "the symmetry does not keep the chosen cells");
    }

    #[test]
    fn alive_cells_that_move() {
        // In the first side of a split 0 is dead already.
        let tree = [name_sets(0..5), vec![8, 2, 2, 1, 3, 5], list(&[]), vec![0, 4, 1, 0]].concat();
        assert_eq!(with(cycle_by_symmetry(), tree).reason(), "the symmetry does not keep the alive cells");
    }

    #[test]
    fn caps_that_move() {
        let tree = [vec![5], list(&[0, 1, 2]), vec![1, 4, 1, 0]].concat();
        assert_eq!(with(cycle_by_symmetry(), tree).reason(), "the symmetry does not keep the caps");
    }

    #[test]
    fn branch_rows_that_move() {
        let tree = [name_sets(0..5), vec![5], list(&[0, 1, 2]), vec![1, 2, 4, 0, 1, 2, 4, 4, 1, 0]].concat();
        assert_eq!(with(cycle_by_symmetry(), tree).reason(), "the symmetry does not keep the branch rows");
    }

    #[test]
    fn a_name_of_none() {
        let tree = [4, 1, 1];
        assert_eq!(with(cycle_by_symmetry(), tree).reason(), "there is no symmetry 1, only 1 of them");
    }

    #[test]
    fn in_a_lemma() {
        let mut certificate = cycle_by_symmetry();
        certificate.lemmas = vec![((0..5).collect(), 3, certificate.tree.clone())];
        assert_eq!(certificate.reason(), "a symmetry in the proof of a lemma");
    }

    #[test]
    fn more_cells_than_were_removed() {
        // Nothing was removed, so nothing is.
        let tree = [name_sets(0..5), vec![4, 1, 0, 7, 0]].concat();
        assert_eq!(with(cycle_by_symmetry(), tree).reason(), "the row can hold: it needs 1, and 2 of its cells live");
    }
}

mod lemma {
    use super::*;

    #[test]
    fn a_row_outside() {
        let mut certificate = two_cycles();
        certificate.lemmas[0].0.pop();
        assert_eq!(certificate.reason(), OUTSIDE);
        assert_eq!(certificate.verify().expect_err("must be refused").place, "node 0 of lemma 0");
    }

    #[test]
    fn a_row_outside_in_each_step() {
        let names = name_sets([4]);
        for step in [vec![1, 1, 0, 1, 0, 0], vec![2, 1, 0], vec![6, 0], vec![7, 0]] {
            let mut certificate = cycle_by_row();
            certificate.lemmas = vec![(vec![0, 1], 1, [names.clone(), step].concat())];
            assert_eq!(certificate.reason(), OUTSIDE);
        }
    }

    #[test]
    fn a_split_outside() {
        let mut certificate = cycle_by_row();
        certificate.lemmas = vec![(vec![0, 1], 1, [vec![5], list(&[2]), vec![0]].concat())];
        assert_eq!(certificate.reason(), OUTSIDE);
    }

    #[test]
    fn a_child_outside() {
        let mut certificate = cycle_by_row();
        certificate.lemmas = vec![(vec![0, 1], 2, vec![8 + 2])];
        assert_eq!(certificate.reason(), "cell 2 is not live");
    }

    #[test]
    fn more_than_is_proven() {
        let mut certificate = two_cycles();
        certificate.lemmas[0].1 = 4;
        // The row does not close the node, and the bytes of the next lemma are not steps.
        assert_eq!(certificate.verify().expect_err("must be refused").place, "node 0 of lemma 0");
    }

    #[test]
    fn itself() {
        let mut certificate = cycle_by_row();
        certificate.lemmas = vec![((0..5).collect(), 3, vec![0, 1, 0, 0, 0, 2, 1, 0])];
        assert_eq!(certificate.reason(), "there is no lemma 0, only 0 of them");
    }

    #[test]
    fn needed_too_often() {
        let mut certificate = cycle_by_row();
        certificate.lemmas = vec![(vec![0, 1], BIG, vec![])];
        assert_eq!(certificate.reason(), OVERFLOW);
    }
}

mod node {
    use super::*;

    #[test]
    fn an_unknown_step() {
        assert_eq!(with(cycle(), [8 + 5]).reason(), "there is no cell 5, only 5 of them");
        assert_eq!(with(cycle(), [u64::MAX]).reason(), "there is no cell 18446744073709551607, only 5 of them");
    }

    #[test]
    fn a_missing_child() {
        let certificate = common::by_children(common::grid(FOURS[0]));
        // Without the child of the last cell of the first set, that set can still be hit.
        let mut without = certificate.clone();
        let at = certificate.tree.len() - 2;
        let last = 8 + *certificate.sets[0].0.last().expect("it is not empty") as u64;
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
    fn a_dead_child() {
        let tree = [name_sets(0..5), vec![8, 2, 2, 1, 3, 8]].concat();
        assert_eq!(with(cycle(), tree).reason(), "cell 0 is not live");
    }

    #[test]
    fn a_chosen_child() {
        assert_eq!(with(cycle(), [8, 8]).reason(), "cell 0 is not live");
    }

    #[test]
    fn a_child_over_budget() {
        assert_eq!(with(cycle(), [8, 9, 10]).reason(), "cell 2 is not live");
    }

    #[test]
    fn a_child_in_a_full_cap() {
        let tree = [vec![5], list(&[0, 1]), vec![1, 8, 9]].concat();
        assert_eq!(with(cycle(), tree).reason(), "cell 1 is not live");
    }

    #[test]
    fn a_set_that_can_be_hit() {
        let tree = [name_sets([0]), vec![7, 0]].concat();
        assert_eq!(with(cycle(), tree).reason(), "the row can hold: it needs 1, and 2 of its cells live");
    }

    #[test]
    fn a_set_that_is_hit() {
        let tree = [name_sets([0]), vec![8, 7, 0]].concat();
        assert_eq!(with(cycle(), tree).reason(), "the row can hold: it needs 0, and 1 of its cells live");
        // Nor where nothing may be chosen any more.
        let tree = [name_sets([4]), vec![8, 9, 7, 0]].concat();
        assert_eq!(with(cycle(), tree).reason(), "the row can hold: it needs 0, and 0 of its cells live");
    }

    #[test]
    fn a_set_twice_in_a_packing() {
        let tree = [name_sets([0, 2]), vec![2, 3, 0, 1, 0]].concat();
        assert_eq!(with(cycle(), tree).reason(), CUT);
    }

    #[test]
    fn sets_that_meet_in_a_packing() {
        let tree = [name_sets(0..5), pack(5)].concat();
        assert_eq!(with(cycle(), tree).reason(), CUT);
    }

    #[test]
    fn an_unknown_row() {
        assert_eq!(with(cycle(), [2, 1, 0]).reason(), "there is no row 0, only 0 of them");
        let tree = [name_sets(0..5), vec![2, 1, 5]].concat();
        assert_eq!(with(cycle(), tree).reason(), "there is no row 5, only 5 of them");
    }

    #[test]
    fn a_row_of_a_node_that_ended() {
        let inner = [name_sets(0..5), vec![2, 2, 1, 3]].concat();
        assert_eq!(with(cycle(), [vec![8], inner, vec![7, 0]].concat()).reason(), "there is no row 0, only 0 of them");
    }

    #[test]
    fn a_row_that_was_replaced() {
        let tree = [name_sets(0..5), name_sets([0]), vec![7, 1]].concat();
        assert_eq!(with(cycle(), tree).reason(), "there is no row 1, only 1 of them");
    }

    #[test]
    fn an_unknown_set() {
        assert_eq!(with(cycle(), name_sets([5])).reason(), "there is no set 5, only 5 of them");
    }

    #[test]
    fn an_unknown_branch_row() {
        assert_eq!(with(cycle(), [0, 1, 1, 0]).reason(), "there is no branch row 0, only 0 of them");
        // The first side has the cap, and not the branch row.
        let tree = [vec![5], list(&[0, 1, 2]), vec![1, 0, 1, 1, 0]].concat();
        assert_eq!(with(cycle(), tree).reason(), "there is no branch row 0, only 0 of them");
    }

    #[test]
    fn an_unknown_cap() {
        assert_eq!(with(cycle(), [3, 0]).reason(), "there is no cap 0, only 0 of them");
        assert_eq!(with(cycle(), [1, 1, 1, 0]).reason(), "there is no cap 0, only 0 of them");
        // The second side has the branch row, and not the cap.
        let mut certificate = cycle_by_split();
        let second = certificate.tree.len() - 9;
        certificate.tree.splice(second.., [3, 0]);
        assert_eq!(certificate.reason(), "there is no cap 0, only 0 of them");
    }

    #[test]
    fn a_missing_side() {
        let mut certificate = cycle_by_split();
        certificate.tree.truncate(certificate.tree.len() - 9);
        assert_eq!(certificate.reason(), CUT);
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
    fn a_split_at_a_number_too_large() {
        let tree = |at| [vec![5], list(&[0]), vec![at]].concat();
        assert_eq!(with(cycle(), tree(BIG)).reason(), OVERFLOW);
        assert_eq!(with(cycle(), tree(BIG - 1)).reason(), OVERFLOW);
    }

    #[test]
    fn a_cap_from_a_row_with_a_coefficient_of_two() {
        let tree = [0, 3, 2, 3, 0, 1, 2, 0, 1, 1, 1, 6, 2];
        assert_eq!(with(cycle(), tree).reason(), "a cap from a row with a coefficient above 1");
    }

    #[test]
    fn caps_without_end() {
        let tree = [name_sets([0]), [6, 0].repeat(1025)].concat();
        assert_eq!(
            with(cycle(), tree).reason(),
            "more than 1024 caps and branch rows, which is the limit of this checker"
        );
    }

    #[test]
    fn the_wrong_cell_removed() {
        // Of the cells 0, 1 and 4, only 4 is outside of the packing.
        let mut certificate = removal();
        let last = certificate.tree.len() - 5;
        certificate.tree.splice(last.., [7, 0]);
        assert_eq!(certificate.reason(), "the row can hold: it needs 1, and 2 of its cells live");
    }
}

mod sum {
    use super::*;

    /// Two triangles, with this instead of the last step.
    fn last(step: &[u64]) -> Certificate {
        let mut certificate = two_triangles();
        let at = certificate.tree.len() - 6;
        certificate.tree.splice(at.., step.iter().copied());
        certificate
    }

    #[test]
    fn a_weight_of_a_cap_too_small() {
        assert!(last(&[1, 0, 1, 0, 2, 3, 3, 1, 4, 1, 5, 1]).verify().is_ok());
        assert_eq!(last(&[1, 0, 1, 0, 1, 3, 3, 1, 4, 1, 5, 1]).reason(), CUT);
    }

    #[test]
    fn a_weight_of_a_row_too_small() {
        assert_eq!(last(&[1, 0, 1, 0, 2, 3, 3, 1, 4, 1, 5, 0]).reason(), CUT);
    }

    #[test]
    fn too_few_rows_for_a_full_cap() {
        assert_eq!(last(&[3, 0, 2, 3, 4]).reason(), CUT);
    }

    #[test]
    fn a_divisor_of_nothing() {
        assert_eq!(with(cycle(), [0, 1, 0, 0, 0]).reason(), "there is no lemma 0, only 0 of them");
    }

    #[test]
    fn a_divisor_too_large() {
        let mut certificate = cycle_by_row();
        let divisor = 8;
        assert_eq!(certificate.tree[divisor], 2);
        certificate.tree[divisor] = 5;
        // At least one of the five cells.
        assert_eq!(certificate.reason(), CUT);
    }

    #[test]
    fn a_row_of_rows_behind_it() {
        assert_eq!(with(cycle(), [0, 2, 0, 1, 1, 0, 1]).reason(), "there is no row 0, only 0 of them");
    }

    #[test]
    fn weights_that_overflow() {
        let rows = || name_sets(0..5);
        for (step, expected) in [
            (vec![1, 0, 0, 1, 0, BIG], OVERFLOW),
            (vec![1, 0, 0, 2, 0, BIG - 1, 1, BIG - 1], OVERFLOW),
            (vec![1, BIG - 1, 0, 1, 0, 1], OVERFLOW),
            (vec![1, BIG, 0, 1, 0, 1], OVERFLOW),
            (vec![1, 0, 0, 1, 0, BIG - 1], OVERFLOW),
            // D, the weight and the gap, which is D here, are each far below 2^63, but not their sum.
            (vec![1, BIG / 2 - 1, 0, 1, 0, BIG / 2 - 1], OVERFLOW),
            (vec![1, BIG / 4, 0, 1, 0, BIG / 4], CUT),
        ] {
            assert_eq!(with(cycle(), [rows(), step].concat()).reason(), expected);
        }
    }

    #[test]
    fn rows_that_overflow() {
        let tree = |weight| with(cycle(), [0, 3, 2, 0, 1, 1, 0, weight, 0, 1, 2, 0, weight, 1, weight]);
        assert_eq!(tree(BIG).reason(), OVERFLOW);
        assert_eq!(tree(BIG - 1).reason(), OVERFLOW);
        assert_eq!(tree(1 << 32).reason(), OVERFLOW);
        assert_eq!(tree(1 << 31).reason(), CUT);
    }

    #[test]
    fn a_lemma_of_a_large_number_in_a_cap() {
        // h - 1 cells are allowed, so that even the largest numbers are no cause to fail.
        let mut certificate = hypergraph(2, &[&[0, 1]]);
        certificate.lemmas = vec![(vec![0, 1], BIG - 1, [name_sets([0]), vec![6, 0, 3, 0, 1, 0]].concat())];
        assert!(certificate.verify().is_err());
    }
}
