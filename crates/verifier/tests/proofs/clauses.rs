//! Clauses that shorten the search for a second solution of a puzzle.

use crate::common::{Certificate, Cover, FOURS, Linear, Problem, Random, grid};
use minclue_verifier::{Reason, Refusal, Verdict, verify_stream};

fn verify(certificate: &Certificate, clauses: &[Vec<usize>]) -> Result<Verdict, Refusal> {
    verify_stream(&certificate.stream_with_clauses(clauses)[..])
}

/// Some literals of different variables.
fn clause(n_vars: usize, random: &mut Random) -> Vec<usize> {
    let mut literals: Vec<usize> = (0..random.below(4)).map(|_| random.below(2 * n_vars)).collect();
    literals.sort_unstable();
    literals.dedup_by_key(|literal| *literal / 2);
    literals
}

/// If there is no second solution, every clause about them is true, and otherwise no clauses can make it so.
#[test]
fn clauses_change_no_answer() {
    let mut random = Random(7);
    let [mut n_valid, mut n_false, mut n_second] = [0; 3];
    for round in 0..1500 {
        let problem = grid(FOURS[round % FOURS.len()]);
        let puzzle: Vec<usize> = (0..16).filter(|_| random.below(3) == 0).collect();
        let is_valid = problem.valid(&puzzle);
        let certificate = Certificate::about(problem, puzzle);
        let clauses: Vec<Vec<usize>> = (0..random.below(5)).map(|_| clause(64, &mut random)).collect();
        match verify(&certificate, &clauses) {
            Ok(verdict) => {
                assert!(is_valid);
                assert_eq!(verdict.puzzle, certificate.puzzle);
                n_valid += 1;
            }
            Err(refusal) => {
                assert!(!is_valid, "{refusal}");
                let Reason::Wrong(reason) = refusal.reason else { panic!("{refusal}") };
                if reason == "the puzzle has a second solution" {
                    n_second += 1;
                } else {
                    assert!(reason.starts_with("clause ") && reason.ends_with(" of the puzzle does not follow"));
                    n_false += 1;
                }
            }
        }
    }
    assert!(n_valid > 100 && n_false > 100 && n_second > 100, "{n_valid} {n_false} {n_second}");
}

/// A number of points that has no partition into pairs; with clauses that say so bit by bit, in few looks.
#[test]
fn clauses_make_a_search_short() {
    let n_items = 9;
    let mut options: Vec<Vec<usize>> = vec![(0..n_items).collect()];
    let pairs: Vec<(usize, usize)> = (0..n_items).flat_map(|a| (0..a).map(move |b| (b, a))).collect();
    options.extend(pairs.iter().map(|(a, b)| vec![*a, *b]));
    let problem = Problem::Cover(Cover { n_items, options, target: vec![0] });
    let certificate = Certificate::about(problem, Vec::new());
    let plain = verify(&certificate, &[]).expect("a proof");
    // Not 0 with 1, not 0 with 2, ...: the literal says that the option does not differ from the target.
    let first: Vec<Vec<usize>> = (0..pairs.len()).filter(|i| pairs[*i].0 == 0).map(|i| vec![2 * (i + 1) + 1]).collect();
    let with = verify(&certificate, &first).expect("a proof");
    assert_eq!((with.lower, with.upper), (plain.lower, plain.upper));
}

/// Cells with one digit each, in one or two sums: what follows from groups of digits is what all points say.
#[test]
fn sums_of_cells_have_the_solutions_that_they_have() {
    let mut random = Random(11);
    let (mut n_valid, mut n_second) = (0, 0);
    for _ in 0..3000 {
        let (n_cells, n_digits) = (2 + random.below(2), 2 + random.below(2));
        let var = |cell: usize, digit: usize| cell * n_digits + digit;
        let ones: Vec<usize> = (0..n_cells).map(|cell| var(cell, random.below(n_digits))).collect();
        let mut rows = Vec::new();
        for cell in 0..n_cells {
            let digits = |a: i64| (0..n_digits).map(|digit| (var(cell, digit), a)).collect::<Vec<_>>();
            rows.push((digits(-1), -1));
            // Sometimes a cell may have no digit.
            if random.below(4) > 0 {
                rows.push((digits(1), 1));
            }
        }
        for _ in 0..1 + random.below(2) {
            let mut terms: Vec<(usize, i64)> =
                (0..n_cells * n_digits).map(|variable| (variable, random.below(9) as i64 - 4)).collect();
            terms.retain(|term| term.1 != 0);
            let sum: i64 = terms.iter().filter(|term| ones.contains(&term.0)).map(|term| term.1).sum();
            rows.push((terms.iter().map(|term| (term.0, -term.1)).collect(), -sum - random.below(2) as i64));
            rows.push((terms, sum));
        }
        let n_vars = n_cells * n_digits;
        let problem = Problem::Model(Linear {
            n_vars,
            rows,
            ones: ones.clone(),
            cells: ones.clone(),
            shown: (0..n_vars).collect(),
        });
        let puzzle: Vec<usize> = (0..n_cells).filter(|_| random.below(3) == 0).collect();
        let is_valid = problem.valid(&puzzle);
        let found = verify(&Certificate::about(problem, puzzle), &[]);
        assert_eq!(found.is_ok(), is_valid, "{found:?}");
        n_valid += usize::from(is_valid);
        n_second += usize::from(!is_valid);
    }
    assert!(n_valid > 300 && n_second > 300, "{n_valid} {n_second}");
}
