//! Certificates with one thing wrong in them, each of a kind that `accept.rs` has without it.

mod common;

use common::{Certificate, Cover, FOURS, Linear, Problem, bytes, cycle_by_row, four, hidden, knapsack};
use minclue_verifier::{Reason, verify_stream};

const CUT: &str = "the stream ends too early";
const VARINT: &str = "a number has superfluous bytes or more than 64 bits";
const TRAILING: &str = "the stream goes on after the certificate";

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
        for other in ["minclue-cert/7\n", "minclue-cert/12\n", "minclue-cert/\n", "minclue-cert/1 \n"] {
            let expected = "this checker knows `minclue-cert/1` to `/6`, and no other version";
            assert_eq!(stream_reason(other.as_bytes()), expected);
        }
    }

    #[test]
    fn what_is_not_a_certificate_says_so_without_a_place() {
        let refusal = verify_stream(&b"p cnf 3 2\n1 2 0\n"[..]).expect_err("must be refused");
        assert!(matches!(refusal.reason, Reason::Foreign(_)));
        let expected =
            "not a minclue certificate: its first line is not `minclue-cert/1`, `/2`, `/3`, `/4`, `/5` or `/6`";
        assert_eq!(refusal.to_string(), expected);
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
        let max = 1 << 20;
        for (numbers, what) in [
            (vec![max + 1], "more than 1048576 variables"),
            (vec![1, max + 1], "more than 1048576 rows"),
            (vec![1, 0, 0, 641], "more than 640 cells"),
        ] {
            let stream = [b"minclue-cert/1\n\x02".to_vec(), bytes(&numbers)].concat();
            assert_eq!(stream_reason(&stream), format!("{what}, which is the limit of this checker"));
        }
        // Seventeen rows of all variables.
        let row = [vec![max], vec![0; 2 * max as usize + 1]].concat();
        let stream = [b"minclue-cert/1\n\x02".to_vec(), bytes(&[max, 17]), bytes(&row.repeat(17))].concat();
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
        assert_eq!(certificate.reason(), "a search of the puzzle takes more than 17179869184 looks");
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
