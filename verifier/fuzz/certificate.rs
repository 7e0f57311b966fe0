//! Any bytes, as a file and as an unpacked stream: no panic, and no small problem with a minimum that is not its own.
#![no_main]

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Cover, Linear};
use libfuzzer_sys::fuzz_target;
use minclue_verifier::{LinearRow, Problem, Verdict, verify, verify_stream};

fuzz_target!(|bytes: &[u8]| {
    for verdict in [verify(bytes), verify_stream(bytes)].into_iter().flatten() {
        check(&verdict);
    }
});

/// Small problems are solved by brute force.
fn check(verdict: &Verdict) {
    assert!(verdict.lower <= verdict.upper && verdict.upper == verdict.puzzle.len());
    match &verdict.problem {
        Problem::ExactCover { n_items, options, target } if *n_items <= 12 && options.len() <= 20 => {
            let options = options.iter().map(|option| option.iter().map(|&item| item as usize).collect()).collect();
            let cover = Cover { n_items: *n_items, options, target: target.clone() };
            assert!(cover.solutions().contains(target));
            compare(&common::Problem::Cover(cover), verdict);
        }
        Problem::Model { n_vars, rows, ones, cells, shown } if *n_vars <= 12 => {
            let terms = |row: &LinearRow| row.terms.iter().map(|&(variable, a)| (variable as usize, a)).collect();
            let rows = rows.iter().map(|row| (terms(row), row.rhs)).collect();
            let (ones, cells, shown) = (ones.clone(), cells.clone(), shown.clone());
            let model = Linear { n_vars: *n_vars, rows, ones, cells, shown };
            assert!(model.holds(&[]));
            compare(&common::Problem::Model(model), verdict);
        }
        _ => {}
    }
}

fn compare(problem: &common::Problem, verdict: &Verdict) {
    assert!(problem.valid(&verdict.puzzle) && verdict.lower <= problem.smallest().len());
}
