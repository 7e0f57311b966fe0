//! Certificates that cannot be texts in `invalid`: they have bytes that are not numbers, or are too large to write out.

use crate::common::{Cover, FOURS, Problem, bytes, four, undigested};
use minclue_verifier::{Reason, verify_stream};

const CUT: &str = "the stream ends too early";
const VARINT: &str = "a number has superfluous bytes or more than 64 bits";
const TRAILING: &str = "the stream goes on after the certificate";

fn stream_reason(stream: &[u8]) -> String {
    verify_stream(stream).expect_err("must be refused").reason.to_string()
}

mod stream {
    use super::*;

    #[test]
    fn a_byte_behind_the_end() {
        let mut stream = four(FOURS[0]).stream();
        stream.push(0);
        assert_eq!(stream_reason(&stream), TRAILING);
    }

    #[test]
    fn another_first_line() {
        for other in
            ["minclue-cert/2\n", "minclue-cert/6\n", "minclue-cert/12\n", "minclue-cert/\n", "minclue-cert/1 \n"]
        {
            let expected = "this checker knows `minclue-cert/1`, and no other version";
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

    #[test]
    fn long_lists_of_nothing() {
        let stream = undigested(&bytes(&[1, 1 << 20, 1 << 20, u64::MAX]));
        assert_eq!(stream_reason(&stream), CUT);
    }

    #[test]
    fn a_list_whose_sum_overflows() {
        let stream = undigested(&bytes(&[1, 9, 1, 3, 5, u64::MAX]));
        assert_eq!(stream_reason(&stream), "there is no item 18446744073709551615, only 9 of them");
    }
}

mod problem {
    use super::*;

    #[test]
    fn another_kind() {
        assert_eq!(stream_reason(&undigested(b"\x03")), "there is no kind of problem 3, only 3 of them");
    }

    #[test]
    fn shapes() {
        for (rows, columns) in [(0, 3), (3, 0), (26, 1), (2, 13), (1 << 32, 1 << 32)] {
            let stream = undigested(&[vec![0], bytes(&[rows, columns])].concat());
            assert_eq!(
                stream_reason(&stream),
                format!("no grid of box shape {rows} x {columns} with at most 640 cells")
            );
        }
    }

    #[test]
    fn too_many_cells() {
        let options = (0..641).map(|item| vec![item]).collect();
        let mut certificate = four(FOURS[0]);
        certificate.problem = Problem::Cover(Cover { n_items: 641, options, target: (0..641).collect() });
        assert_eq!(certificate.reason(), "more than 640 cells, which is the limit of this checker");
    }

    #[test]
    fn too_many_options() {
        let stream = undigested(&bytes(&[1, 1, 1 << 21]));
        assert_eq!(stream_reason(&stream), "more than 1048576 options, which is the limit of this checker");
    }
}

mod model {
    use super::*;

    #[test]
    fn too_many_parts() {
        let max = 1 << 20;
        for (numbers, what) in [
            (vec![max + 1], "more than 1048576 variables"),
            (vec![1, max + 1], "more than 1048576 rows"),
            (vec![1, 0, 0, 641], "more than 640 cells"),
        ] {
            let stream = undigested(&[vec![2], bytes(&numbers)].concat());
            assert_eq!(stream_reason(&stream), format!("{what}, which is the limit of this checker"));
        }
        // Seventeen rows of all variables.
        let row = [vec![max], vec![0; 2 * max as usize + 1]].concat();
        let stream = undigested(&[vec![2], bytes(&[max, 17]), bytes(&row.repeat(17))].concat());
        assert_eq!(stream_reason(&stream), "more than 16777216 terms in all rows");
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
