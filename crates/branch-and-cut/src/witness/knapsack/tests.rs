//! Knapsack interdiction against all choices.

use crate::base::Limits;
use crate::witness::plain::Plain;
use crate::witness::tests::{certificate, checked, interdiction, is_right_from, value};

use super::solve;

#[test]
fn values_are_those_of_all_choices() {
    let mut n_solved = 0;
    for seed in 0..400 {
        let program = interdiction(seed, 1 + seed as usize % 5);
        let plain = Plain::of(&program).expect("a plain form");
        let Some(outcome) = solve(&plain, 1, true, &Limits::none()) else {
            // A program without a price or a worth is not of this kind.
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

#[test]
fn certificates_close_nodes_by_the_table() {
    let (mut n_by_table, mut n_refused) = (0, 0);
    for seed in 0..400 {
        let program = interdiction(seed, 1 + seed as usize % 5);
        let value = value(&program);
        let text = certificate(&is_right_from(1, &program, value));
        let (head, tree) = text.split_once("\nlower ").expect("a lower half");
        let lines: Vec<&str> = tree.lines().collect();
        n_by_table += usize::from(lines.contains(&"k"));
        // No other tree shows more, and one that does not follow the order of the items shows nothing.
        for at in 1..lines.iter().position(|line| line.starts_with("upper")).expect("an upper half") {
            for v in 0..program.variables.len() {
                let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
                lines[at] = format!("b {v} 0\nk\nk");
                let changed = format!("{head}\nlower {}\n", lines.join("\n"));
                match checked(&changed) {
                    Ok(verdict) => assert_eq!((verdict.lower, verdict.upper), (value, value), "{changed}"),
                    Err(_) => n_refused += 1,
                }
                let least = value.expect("a value") + 1;
                lines[0] = least.to_string();
                let changed = format!("{head}\nlower {}\n", lines.join("\n"));
                assert!(checked(&changed).is_err(), "{changed}");
            }
        }
    }
    assert!(n_by_table > 350 && n_refused > 1000, "{n_by_table}, {n_refused}");
}
