//! Certificates that cannot be texts in `invalid`: they have bytes that are not numbers, are too large to write out, or
//! have a fault that is looked for.

use crate::common::{
    Certificate, Cover, FOURS, Problem, by_children, bytes, cycle, four, grid, list, name_sets, undigested,
};
use minclue_verifier::{Reason, verify_stream};

const CUT: &str = "the stream ends too early";
const VARINT: &str = "a number has superfluous bytes or more than 64 bits";

fn stream_reason(stream: &[u8]) -> String {
    verify_stream(stream).expect_err("must be refused").reason.to_string()
}

mod stream {
    use super::*;

    #[test]
    fn another_first_line() {
        for other in
            ["minclue-cert/2\n", "minclue-cert/6\n", "minclue-cert/12\n", "minclue-cert/\n", "minclue-cert/1 \n"]
        {
            let expected = "this checker only supports `minclue-cert/1`";
            assert_eq!(stream_reason(other.as_bytes()), expected);
        }
    }

    #[test]
    fn what_is_not_a_certificate_says_so_without_a_place() {
        let refusal = verify_stream(&b"p cnf 3 2\n1 2 0\n"[..]).expect_err("must be refused");
        assert!(matches!(refusal.reason, Reason::Foreign(_)));
        let expected = "not a minclue certificate: its first line is not `minclue-cert/1`";
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
        let stream = undigested(&[vec![0], vec![0xff; 9], vec![2]].concat());
        assert_eq!(stream_reason(&stream), VARINT);
        let stream = undigested(&[vec![0], vec![0xff; 11]].concat());
        assert_eq!(stream_reason(&stream), VARINT);
    }
}

mod problem {
    use super::*;

    #[test]
    fn too_many_cells() {
        let options = (0..641).map(|item| vec![item]).collect();
        let mut certificate = four(FOURS[0]);
        certificate.problem = Problem::Cover(Cover { n_items: 641, options, target: (0..641).collect() });
        assert_eq!(certificate.reason(), "more than 640 cells, which is the limit of this checker");
    }
}

mod model {
    use super::*;

    #[test]
    fn too_many_terms() {
        let max = 1 << 20;
        // Seventeen rows of all variables.
        let row = [vec![max], vec![0; 2 * max as usize + 1]].concat();
        let stream = undigested(&[vec![2], bytes(&[max, 17]), bytes(&row.repeat(17))].concat());
        assert_eq!(stream_reason(&stream), "more than 16777216 terms in all rows");
    }
}

mod node {
    use super::*;

    fn with(tree: Vec<u64>) -> String {
        Certificate { tree, ..cycle() }.reason()
    }

    #[test]
    fn a_missing_child() {
        let certificate = by_children(grid(FOURS[0]));
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
        assert_eq!(with(split.repeat(1024)), CUT);
        assert_eq!(with(split.repeat(1025)), "more than 1024 caps and branch rows, which is the limit of this checker");
    }

    #[test]
    fn caps_without_end() {
        let tree = [name_sets([0]), [6, 0].repeat(1025)].concat();
        assert_eq!(with(tree), "more than 1024 caps and branch rows, which is the limit of this checker");
    }
}

mod claim {
    use super::*;

    #[test]
    #[ignore = "long: it searches up to the limit of a puzzle"]
    fn a_puzzle_too_hard_to_search_at_length() {
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
