//! Certificates with one thing wrong in them, each of a kind that `accept.rs` has without it.

mod common;

use common::{
    Certificate, Cover, FOURS, Linear, Problem, bytes, cycle, cycle_by_row, cycle_by_split, cycle_by_symmetry, four,
    hidden, hypergraph, knapsack, list, matching, name_sets, pack, removal, two_cycles, two_triangles,
};
use minclue_verifier::verify_stream;

const BIG: u64 = 1 << 63;

const CUT: &str = "the stream ends too early";
const OVERFLOW: &str = "a number above 2^63 in a sum";
const OUTSIDE: &str = "cells outside the region of the lemma";
const VARINT: &str = "a number has superfluous bytes or more than 64 bits";
const TRAILING: &str = "the stream goes on behind the certificate";

/// A certificate with another tree.
fn with(mut certificate: Certificate, tree: impl Into<Vec<u64>>) -> Certificate {
    certificate.tree = tree.into();
    certificate
}

fn stream_reason(stream: &[u8]) -> String {
    verify_stream(stream).expect_err("must be refused").reason.to_string()
}

/// A 4x4 grid whose puzzle has a cell more than it needs, so that a bound of 5 can be claimed.
fn five_for_four() -> Certificate {
    let mut certificate = four(FOURS[0]);
    let more = (0..16).find(|cell| !certificate.puzzle.contains(cell)).expect("there are 12 others");
    certificate.puzzle.push(more);
    certificate.puzzle.sort_unstable();
    certificate
}

mod stream {
    use super::*;

    #[test]
    fn every_proper_prefix() {
        for certificate in common::all() {
            let stream = certificate.stream();
            for at in 0..stream.len() {
                assert_eq!(stream_reason(&stream[..at]), CUT);
            }
        }
    }

    #[test]
    fn a_byte_behind_the_end() {
        let mut stream = four(FOURS[0]).stream();
        stream.push(0);
        assert_eq!(stream_reason(&stream), TRAILING);
    }

    #[test]
    fn a_tree_for_a_bound_of_nothing() {
        let mut certificate = four(FOURS[0]);
        certificate.lower = 0;
        assert_eq!(certificate.reason(), TRAILING);
    }

    #[test]
    fn another_first_line() {
        assert_eq!(stream_reason(b"minclue-cert/2\n"), "the first line is not `minclue-cert/1`");
    }

    #[test]
    fn a_superfluous_byte_of_a_number() {
        let mut stream = four(FOURS[0]).stream();
        let last = stream.pop().expect("it is not empty");
        stream.extend([last | 0x80, 0]);
        assert_eq!(stream_reason(&stream), VARINT);
    }

    #[test]
    fn a_number_of_65_bits() {
        let stream = [b"minclue-cert/1\n\0".to_vec(), vec![0xff; 9], vec![2]].concat();
        assert_eq!(stream_reason(&stream), VARINT);
        let stream = [b"minclue-cert/1\n\0".to_vec(), vec![0xff; 11]].concat();
        assert_eq!(stream_reason(&stream), VARINT);
    }

    #[test]
    fn long_lists_of_nothing() {
        let stream = [b"minclue-cert/1\n".to_vec(), bytes(&[1, 1 << 20, 1 << 20, u64::MAX])].concat();
        assert_eq!(stream_reason(&stream), CUT);
    }

    #[test]
    fn a_list_whose_sum_overflows() {
        let stream = [b"minclue-cert/1\n".to_vec(), bytes(&[1, 9, 1, 3, 5, u64::MAX])].concat();
        assert_eq!(stream_reason(&stream), "there is no item 18446744073709551615, only 9 of them");
    }
}

mod problem {
    use super::*;

    fn cover(n_items: usize, options: &[&[usize]], target: &[usize]) -> String {
        let options = options.iter().map(|option| option.to_vec()).collect();
        let mut certificate = four(FOURS[0]);
        certificate.problem = Problem::Cover(Cover { n_items, options, target: target.to_vec() });
        certificate.reason()
    }

    #[test]
    fn another_kind() {
        assert_eq!(stream_reason(b"minclue-cert/1\n\x03"), "there is no kind of problem 3, only 3 of them");
    }

    #[test]
    fn shapes() {
        for (rows, columns) in [(0, 3), (3, 0), (26, 1), (2, 13), (1 << 32, 1 << 32)] {
            let stream = [b"minclue-cert/1\n\0".to_vec(), bytes(&[rows, columns])].concat();
            assert_eq!(
                stream_reason(&stream),
                format!("no grid of box shape {rows} x {columns} with at most 640 cells")
            );
        }
    }

    #[test]
    fn a_digit_too_large() {
        let mut certificate = four(FOURS[0]);
        let Problem::Sudoku { digits, .. } = &mut certificate.problem else { panic!("a grid") };
        digits[3] = 5;
        assert_eq!(certificate.reason(), "there is no digit 5, only 4 of them");
    }

    #[test]
    fn a_grid_with_a_digit_twice_in_a_row() {
        let mut certificate = four(FOURS[0]);
        let Problem::Sudoku { digits, .. } = &mut certificate.problem else { panic!("a grid") };
        digits[3] = 1;
        // The first row and its digit 1.
        assert_eq!(certificate.reason(), "the target breaks row 16");
    }

    #[test]
    fn a_target_that_leaves_an_item() {
        assert_eq!(cover(2, &[&[0], &[1]], &[0]), "the target breaks row 1");
    }

    #[test]
    fn a_target_with_an_item_twice() {
        assert_eq!(cover(2, &[&[0, 1], &[1]], &[0, 1]), "the target breaks row 1");
    }

    #[test]
    fn an_option_twice() {
        assert_eq!(cover(2, &[&[0, 1], &[0, 1]], &[0]), "two options cover the same items");
    }

    #[test]
    fn an_option_of_nothing() {
        assert_eq!(cover(2, &[&[0, 1], &[]], &[0]), "an option without items");
    }

    #[test]
    fn too_many_cells() {
        let options: Vec<Vec<usize>> = (0..641).map(|item| vec![item]).collect();
        let options: Vec<&[usize]> = options.iter().map(|option| &option[..]).collect();
        assert_eq!(
            cover(641, &options, &(0..641).collect::<Vec<_>>()),
            "more than 640 cells, which is the limit of this checker"
        );
    }

    #[test]
    fn too_many_options() {
        let stream = [b"minclue-cert/1\n".to_vec(), bytes(&[1, 1, 1 << 21])].concat();
        assert_eq!(stream_reason(&stream), "more than 1048576 options, which is the limit of this checker");
    }
}

mod model {
    use super::*;

    /// Of a certificate whose model was changed.
    fn changed(mut certificate: Certificate, change: impl FnOnce(&mut Linear)) -> String {
        let Problem::Model(model) = &mut certificate.problem else { panic!("a model") };
        change(model);
        certificate.reason()
    }

    #[test]
    fn a_target_that_breaks_a_row() {
        assert_eq!(changed(knapsack(), |model| model.rows[0].1 = 6), "the target breaks row 0");
        assert_eq!(changed(knapsack(), |model| model.rows[1].0[1].1 = -2), "the target breaks row 1");
        assert_eq!(changed(knapsack(), |model| model.ones = vec![1]), "the target breaks row 0");
        assert_eq!(changed(knapsack(), |model| model.rows.push((vec![], 1))), "the target breaks row 2");
    }

    #[test]
    fn a_variable_for_two_cells() {
        assert_eq!(changed(knapsack(), |model| model.cells[3] = 1), "two cells have the variable 1");
    }

    #[test]
    fn unknown_variables() {
        let unknown = "there is no variable 4, only 4 of them";
        assert_eq!(changed(knapsack(), |model| model.rows[0].0[3].0 = 4), unknown);
        assert_eq!(changed(knapsack(), |model| model.ones[1] = 4), unknown);
        assert_eq!(changed(knapsack(), |model| model.cells[0] = 4), unknown);
        assert_eq!(changed(knapsack(), |model| model.shown[3] = 4), unknown);
    }

    #[test]
    fn numbers_too_large() {
        let large = "the numbers of row 0 are together more than 1152921504606846976";
        for (a, rhs) in [((1 << 60) - 1, -2), (-(1 << 60), 1), (i64::MAX, i64::MIN), (i64::MIN, i64::MIN)] {
            assert_eq!(changed(knapsack(), |model| model.rows[0] = (vec![(0, a)], rhs)), large);
        }
    }

    #[test]
    fn too_many_parts() {
        let most = 1 << 20;
        for (numbers, what) in [
            (vec![most + 1], "more than 1048576 variables"),
            (vec![1, most + 1], "more than 1048576 rows"),
            (vec![1, 0, 0, 641], "more than 640 cells"),
        ] {
            let stream = [b"minclue-cert/1\n\x02".to_vec(), bytes(&numbers)].concat();
            assert_eq!(stream_reason(&stream), format!("{what}, which is the limit of this checker"));
        }
        // Seventeen rows of all variables.
        let row = [vec![most], vec![0; 2 * most as usize + 1]].concat();
        let stream = [b"minclue-cert/1\n\x02".to_vec(), bytes(&[most, 17]), bytes(&row.repeat(17))].concat();
        assert_eq!(stream_reason(&stream), "more than 16777216 terms in all rows");
    }

    #[test]
    fn a_puzzle_with_two_solutions() {
        let mut certificate = knapsack();
        (certificate.lower, certificate.puzzle) = (1, vec![1]);
        assert_eq!(certificate.reason(), "the puzzle has a second solution");
        // What is not shown decides nothing: the variable 5 is free, and 0 is.
        let free = |model: &mut Linear| model.shown = vec![0, 1, 2, 3, 4];
        assert_eq!(changed(hidden(), free), "the puzzle has a second solution");
    }

    #[test]
    fn a_set_without_cells() {
        let mut certificate = hidden();
        certificate.sets[0] = (vec![], vec![0]);
        assert_eq!(certificate.reason(), "an unavoidable set without cells");
    }

    #[test]
    fn a_second_solution_that_is_none() {
        let mut certificate = knapsack();
        certificate.sets[1] = (vec![0, 3], vec![0, 3]);
        assert_eq!(certificate.reason(), "the second solution breaks row 0");
        certificate.sets[1] = (vec![3], vec![3]);
        assert_eq!(certificate.reason(), "the second solution breaks row 1");
    }

    #[test]
    fn a_second_solution_that_differs_in_nothing_shown() {
        let mut certificate = hidden();
        let none = "the second solution differs in no shown variable";
        for flips in [vec![], vec![0], vec![5], vec![0, 5, 6]] {
            certificate.sets[0] = (vec![1], flips);
            assert_eq!(certificate.reason(), none);
        }
    }

    #[test]
    fn a_second_solution_that_differs_outside_the_set() {
        let mut certificate = knapsack();
        certificate.sets[1].0 = vec![1];
        assert_eq!(certificate.reason(), "variable 3 is a cell that cannot be listed here");
        certificate.sets[1].1 = vec![1, 4];
        assert_eq!(certificate.reason(), "there is no variable 4, only 4 of them");
    }

    #[test]
    fn a_symmetry() {
        let mut certificate = knapsack();
        certificate.symmetries = vec![vec![]];
        assert_eq!(certificate.reason(), "a symmetry of a linear model");
    }
}

mod claim {
    use super::*;

    #[test]
    fn a_bound_above_the_puzzle() {
        let mut certificate = four(FOURS[0]);
        certificate.lower = 5;
        assert_eq!(certificate.reason(), "the minimum is not 5: the puzzle has 4 cells");
        certificate.lower = u64::MAX;
        assert_eq!(certificate.reason(), "the minimum is not 18446744073709551615: the puzzle has 4 cells");
    }

    #[test]
    fn one_more_than_the_minimum() {
        let mut certificate = five_for_four();
        assert!(certificate.verify().is_ok());
        certificate.lower = 5;
        // The sum does not close the node, and the stream ends.
        assert_eq!(certificate.reason(), CUT);
        assert_eq!(certificate.verify().expect_err("must be refused").place, "node 0 of the tree");
    }

    #[test]
    fn a_puzzle_with_two_solutions() {
        let mut certificate = four(FOURS[0]);
        certificate.lower = 3;
        certificate.puzzle.pop();
        assert_eq!(certificate.reason(), "the puzzle has a second solution");
    }

    #[test]
    fn a_puzzle_of_unknown_cells() {
        let mut certificate = four(FOURS[0]);
        certificate.puzzle[3] = 16;
        assert_eq!(certificate.reason(), "there is no cell 16, only 16 of them");
    }

    #[test]
    fn a_puzzle_too_hard_to_search() {
        // An odd number of items has no partition into pairs, which a search finds after trying very many.
        let n_items = 99;
        let mut options: Vec<Vec<usize>> = vec![(0..n_items).collect()];
        options.extend((0..n_items).flat_map(|a| (0..a).map(move |b| vec![b, a])));
        let mut certificate = four(FOURS[0]);
        certificate.problem = Problem::Cover(Cover { n_items, options, target: vec![0] });
        certificate.lower = 0;
        certificate.puzzle.clear();
        assert_eq!(certificate.reason(), "a search of the puzzle takes more than 4294967296 looks");
    }
}

mod set {
    use super::*;

    #[test]
    fn without_cells() {
        let mut certificate = cycle_by_row();
        certificate.sets[1] = (vec![], vec![]);
        assert_eq!(certificate.reason(), "an unavoidable set without cells");
        assert_eq!(certificate.verify().expect_err("must be refused").place, "set 1");
    }

    #[test]
    fn whose_solution_is_the_target() {
        let mut certificate = cycle_by_row();
        certificate.sets[0].1 = vec![0, 1];
        assert_eq!(certificate.reason(), "variable 0 is a cell that cannot be listed here");
    }

    #[test]
    fn with_a_cell_too_few() {
        let mut certificate = cycle_by_row();
        certificate.sets[0].0 = vec![0];
        assert_eq!(certificate.reason(), "the second solution breaks row 1");
    }

    #[test]
    fn with_a_cell_too_many() {
        let mut certificate = cycle_by_row();
        certificate.sets[0].0 = vec![0, 1, 2];
        assert_eq!(certificate.reason(), "the second solution breaks row 2");
    }

    #[test]
    fn with_an_item_covered_twice() {
        let mut certificate = cycle_by_row();
        certificate.sets[0] = (vec![0, 1, 2], vec![5, 6]);
        assert_eq!(certificate.reason(), "the second solution breaks row 1");
        // Nor does it help that another one is left, so that the numbers agree.
        certificate.sets[0] = (vec![0, 1, 2, 3], vec![5, 6]);
        assert_eq!(certificate.reason(), "the second solution breaks row 1");
    }

    #[test]
    fn of_unknown_options() {
        let mut certificate = cycle_by_row();
        certificate.sets[0].1 = vec![10];
        assert_eq!(certificate.reason(), "there is no variable 10, only 10 of them");
    }
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
        assert_eq!(certificate.reason(), "the image of option 5 is no option");
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
        // The row does not close the node, and the bytes of the next lemma are no steps.
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
