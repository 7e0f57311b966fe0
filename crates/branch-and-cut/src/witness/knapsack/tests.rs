//! Knapsack interdiction against all choices.

use crate::base::Limits;
use crate::witness::plain::Plain;
use crate::witness::tests::{knapsack, value};

use super::solve;

#[test]
fn values_are_those_of_all_choices() {
    let mut n_solved = 0;
    for seed in 0..400 {
        let program = knapsack(seed, 1 + seed as usize % 5);
        let plain = Plain::of(&program).expect("a plain form");
        let Some(outcome) = solve(&plain, 1, true, &Limits::none()) else {
            // Without a price or a worth it is no such program.
            continue;
        };
        n_solved += 1;
        let value = value(&program);
        assert_eq!(outcome.lower.map(|lower| lower + plain.constant), value, "{seed}\n{}", program.text());
        let (point, _) = outcome.best.expect("a point");
        assert_eq!((plain.broken(&point), Some(plain.value(&point))), (None, value), "{seed}");
    }
    assert!(n_solved > 350, "{n_solved}");
}
