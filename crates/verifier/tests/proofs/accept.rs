//! Certificates that are proofs, and what the verdict says of them. More of them are in `valid`.

use crate::common;
use crate::common::{
    Certificate, FOURS, as_model, by_children, cycle_by_row, cycle_by_split, four, grid, knapsack, latin, matching,
    name_sets, pack, removal, two_cycles,
};
use minclue_verifier::{LinearRow, Problem};

/// Accepted, with this minimum.
#[track_caller]
fn proves(certificate: &Certificate, minimum: usize) {
    let verdict = certificate.verify().expect("this is a proof");
    assert_eq!((verdict.lower, verdict.upper), (minimum, minimum));
    assert_eq!(verdict.puzzle, certificate.puzzle);
    assert_eq!(verdict.n_bytes, certificate.stream().len() as u64);
}

#[test]
fn a_verdict_states_the_problem() {
    let stated = |certificate: &Certificate| certificate.verify().expect("this is a proof").problem;
    for text in FOURS {
        let digits = text.bytes().map(|byte| u32::from(byte - b'0')).collect();
        assert_eq!(stated(&four(text)), Problem::Sudoku { box_rows: 2, box_columns: 2, digits });
    }
    proves(&matching(), 1);
    assert!(matches!(stated(&matching()), Problem::ExactCover { n_items: 6, target, .. } if target == [0, 2, 4]));
    let rows = vec![
        LinearRow { terms: vec![(0, 3), (1, 2), (2, 2), (3, 1)], rhs: 4 },
        LinearRow { terms: vec![(0, -1), (1, -1), (2, -1), (3, -1)], rhs: -2 },
    ];
    let (ones, cells, shown) = (vec![0, 1], vec![0, 1, 2, 3], vec![0, 1, 2, 3]);
    assert_eq!(stated(&knapsack()), Problem::Model { n_vars: 4, rows, ones, cells, shown });
}

#[test]
fn nodes_below_nodes() {
    proves(&by_children(grid(FOURS[0])), 4);
}

#[test]
fn the_example_of_the_format() {
    let model =
        [2, 4, 2, 4, 0, 0, 0, 0, 6, 4, 4, 2, 8, 4, 0, 0, 0, 0, 1, 1, 1, 1, 3, 2, 0, 0, 4, 0, 1, 2, 3, 4, 0, 0, 0, 0];
    let proof = [2, 1, 2, 0, 0, 0, 2, 2, 0, 1, 2, 0, 1, 2, 1, 1, 2, 1, 1, 0, 0, 0, 0, 2, 2, 3, 2, 2, 0, 1];
    assert_eq!(knapsack().stream()[80..], [&model[..], &proof].concat());
}

#[test]
fn an_exact_cover_problem_as_a_linear_model() {
    let fours = FOURS.map(four);
    for certificate in fours.iter().chain(&[cycle_by_row(), cycle_by_split(), two_cycles(), removal(), latin()]) {
        proves(&as_model(certificate), certificate.lower as usize);
    }
}

#[test]
fn grids_of_all_sizes() {
    for (box_rows, box_columns) in [(1, 1), (1, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4), (5, 5), (25, 1)] {
        let n = box_rows * box_columns;
        let digit = |row: usize, column: usize| (row % box_rows * box_columns + row / box_rows + column) % n;
        let digits: Vec<usize> = (0..n * n).map(|cell| digit(cell / n, cell % n) + 1).collect();
        // All cells with two digits are unavoidable: these digits can be swapped.
        let swap = |pair: usize| {
            let cells: Vec<usize> = (0..n * n).filter(|&cell| (digits[cell] - 1) / 2 == pair).collect();
            let options = cells.iter().map(|&cell| cell * n + ((digits[cell] - 1) ^ 1)).collect();
            (cells, options)
        };
        let sets: Vec<_> = (0..n / 2).map(swap).collect();
        let last = digits[n * n - 1];
        let mut tree = name_sets(0..sets.len());
        if n > 1 {
            // First the last cell, then without it.
            let others: Vec<u64> = (0..n as u64 / 2).filter(|&pair| pair != (last as u64 - 1) / 2).collect();
            if n > 3 {
                tree.push(10 + (n * n - 1) as u64);
                tree.extend([2, others.len() as u64].iter().chain(&others));
            }
            tree.extend(pack(n as u64 / 2));
        } else {
            tree.clear();
        }
        let problem = common::Problem::Sudoku { box_rows, box_columns, digits };
        let about = Certificate::about(problem, (0..n * n).collect());
        let certificate = Certificate { lower: n as u64 / 2, sets, tree, ..about };
        let verdict = certificate.verify().expect("this is a proof");
        assert_eq!((verdict.lower, verdict.upper, verdict.cells), (n / 2, n * n, n * n));
    }
}
