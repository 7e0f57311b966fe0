//! Symmetries of linear models: what is accepted, and what is refused.

use crate::common::{Certificate, Linear, Problem, as_model, cycle_by_symmetry};
use minclue_verifier::{Refusal, Verdict, verify_stream};

/// The cycle as a model, with the symmetries of its items as those of its options.
fn cycle() -> Certificate {
    let by_items = cycle_by_symmetry();
    let options = &by_items.problem.cover().options;
    let image = |of: &[usize], option: &Vec<usize>| {
        let mut items: Vec<usize> = option.iter().map(|&item| of[item]).collect();
        items.sort_unstable();
        options.iter().position(|other| *other == items).expect("the image of an option")
    };
    let images = |of: &Vec<usize>| options.iter().map(|option| image(of, option)).collect();
    let mut model = as_model(&by_items);
    model.symmetries = by_items.symmetries.iter().map(images).collect();
    model
}

fn verdict(certificate: &Certificate) -> Result<Verdict, Refusal> {
    verify_stream(&certificate.stream()[..])
}

fn reason(certificate: &Certificate) -> String {
    verdict(certificate).expect_err("must be refused").reason.to_string()
}

#[test]
fn a_proof_by_symmetry() {
    let certificate = cycle();
    let verdict = verdict(&certificate).expect("it is right");
    assert_eq!((verdict.lower, verdict.n_symmetries), (3, 1));
    let mut without = certificate;
    without.symmetries[0] = (0..without.symmetries[0].len()).collect();
    let reason = reason(&without);
    assert!(!reason.contains("image") && !reason.contains("symmetry"), "the identity proves nothing: {reason}");
}

#[test]
fn no_permutation() {
    let mut certificate = cycle();
    certificate.symmetries[0][1] = certificate.symmetries[0][0];
    assert_eq!(reason(&certificate), "two variables have the same image");
    let n = certificate.symmetries[0].len();
    certificate.symmetries[0][1] = n;
    assert_eq!(reason(&certificate), format!("there is no variable {n}, only {n} of them"));
}

#[test]
fn rows_that_are_not_mapped_to_rows() {
    let mut certificate = cycle();
    let n = certificate.symmetries[0].len();
    let mut n_refused = 0;
    for (i, j) in (0..n).flat_map(|j| (0..j).map(move |i| (i, j))) {
        certificate.symmetries[0] = (0..n).collect();
        certificate.symmetries[0].swap(i, j);
        n_refused += usize::from(reason(&certificate).contains("is not a row"));
    }
    assert_eq!(n_refused, n * (n - 1) / 2);
}

/// Two of three variables are 1, and the second and the third look the same.
fn two_of_three(cells: &[usize], shown: &[usize]) -> Certificate {
    let rows = vec![(vec![(0, 1), (1, 1), (2, 1)], 2), (vec![(0, -1), (1, -1), (2, -1)], -2)];
    let (cells, shown) = (cells.to_vec(), shown.to_vec());
    let mut certificate = Certificate::new(Problem::Model(Linear { n_vars: 3, rows, ones: vec![0, 1], cells, shown }));
    certificate.lower = 0;
    certificate.tree.clear();
    certificate
}

#[test]
fn a_one_may_not_change_places_with_a_zero_where_rows_tell_them_apart() {
    let mut certificate = two_of_three(&[0, 1, 2], &[0, 1, 2]);
    certificate.symmetries = vec![vec![1, 0, 2]];
    assert_eq!(verdict(&certificate).expect("two ones").n_symmetries, 1);
    certificate.symmetries = vec![vec![0, 2, 1]];
    assert_eq!(reason(&certificate), "the image of row 0 is not a row");
}

#[test]
fn a_cell_that_is_mapped_to_none_and_a_shown_variable_to_a_hidden_one() {
    let mut certificate = two_of_three(&[0, 2], &[0, 1, 2]);
    certificate.symmetries = vec![vec![1, 0, 2]];
    assert_eq!(reason(&certificate), "the image of cell 0 is not a cell");
    let mut certificate = two_of_three(&[0, 1, 2], &[0, 2]);
    certificate.symmetries = vec![vec![1, 0, 2]];
    assert_eq!(reason(&certificate), "the image of a shown variable is not shown");
}
