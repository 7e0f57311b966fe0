//! The clauses of a second solution against all grids.

use crate::{Cover, write_second};

const FOUR: &str = "1234341221434321";

fn digits(grid: &str) -> Vec<u32> {
    grid.chars().map(|c| c.to_digit(10).expect("a digit")).collect()
}

/// Can the clauses be satisfied with these values? By unit propagation, and by trying both values of a variable.
fn satisfiable(clauses: &[Vec<i64>], values: &mut Vec<i8>) -> bool {
    let value = |values: &[i8], literal: i64| {
        let value = values[literal.unsigned_abs() as usize];
        if literal < 0 { -value } else { value }
    };
    let before = values.clone();
    loop {
        let mut changed = false;
        let mut open = None;
        for clause in clauses {
            if clause.iter().any(|literal| value(values, *literal) == 1) {
                continue;
            }
            let mut free = clause.iter().copied().filter(|literal| value(values, *literal) == 0);
            match (free.next(), free.next()) {
                (None, _) => {
                    *values = before;
                    return false;
                }
                (Some(literal), None) => {
                    values[literal.unsigned_abs() as usize] = if literal < 0 { -1 } else { 1 };
                    changed = true;
                }
                (Some(literal), Some(_)) => open = Some(literal),
            }
        }
        match open {
            _ if changed => {}
            None => return true,
            Some(literal) => {
                let at = literal.unsigned_abs() as usize;
                for sign in [1, -1] {
                    let mut tried = values.clone();
                    tried[at] = if literal < 0 { -sign } else { sign };
                    if satisfiable(clauses, &mut tried) {
                        *values = tried;
                        return true;
                    }
                }
                *values = before;
                return false;
            }
        }
    }
}

/// All grids of 4x4, by trying digits.
fn grids() -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for cell in 0..16_usize {
        let sees = |other: usize| {
            other / 4 == cell / 4 || other % 4 == cell % 4 || (other / 8 == cell / 8 && other % 4 / 2 == cell % 4 / 2)
        };
        all = all
            .iter()
            .flat_map(|grid: &Vec<u32>| {
                (1..=4).filter(|d| !(0..cell).any(|other| sees(other) && grid[other] == *d)).map(|d| {
                    let mut grid = grid.clone();
                    grid.push(d);
                    grid
                })
            })
            .collect();
    }
    all
}

#[test]
fn a_second_solution_is_clauses() {
    let problem = Cover::of_grid(2, 2, digits(FOUR));
    for (clues, has_second) in [(&[0, 5, 10, 15][..], None), (&[0], Some(true)), (&[0, 1, 2, 3, 4, 5, 6, 8], None)] {
        let mut out = Vec::new();
        write_second(&problem, clues, "a second solution", &mut out).expect("memory");
        let text = String::from_utf8(out).expect("text");
        assert!(text.starts_with("c a second solution\n"));
        let clauses: Vec<Vec<i64>> = text
            .lines()
            .filter(|line| !line.starts_with(['c', 'p']))
            .map(|line| line.split(' ').map(|w| w.parse().expect("a number")).take_while(|n| *n != 0).collect())
            .collect();
        let solution = digits(FOUR);
        let agreeing = grids().into_iter().filter(|grid| clues.iter().all(|c| grid[*c] == solution[*c])).count();
        assert_eq!(satisfiable(&clauses, &mut vec![0; 65]), agreeing > 1, "{clues:?}");
        assert!(has_second.is_none_or(|second| second == (agreeing > 1)));
    }
}
