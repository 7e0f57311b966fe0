//! The quantified formula, read again apart from its writer and expanded: every set of clues, then every grid.

use std::process::Command;

use crate::{Cover, write_qdimacs, write_second};

/// A grid whose minimum is four clues, which the test finds by trying every set of three.
const FOUR: &str = "1234341221434321";

fn digits(grid: &str) -> Vec<u32> {
    grid.chars().map(|c| c.to_digit(10).expect("a digit")).collect()
}

/// A file as its blocks and clauses.
struct Formula {
    blocks: Vec<(char, Vec<i64>)>,
    clauses: Vec<Vec<i64>>,
}

fn read(text: &str) -> Formula {
    let mut formula = Formula { blocks: Vec::new(), clauses: Vec::new() };
    let mut counts = (0, 0);
    for line in text.lines() {
        let numbers = |from: usize| -> Vec<i64> {
            let all: Vec<i64> = line[from..].split_whitespace().map(|word| word.parse().expect("a number")).collect();
            assert_eq!(all.last(), Some(&0), "{line}");
            all[..all.len() - 1].to_vec()
        };
        match line.chars().next() {
            Some('c') => {}
            Some('p') => {
                let words: Vec<&str> = line.split(' ').collect();
                counts = (words[2].parse().expect("variables"), words[3].parse().expect("clauses"));
            }
            Some(letter @ ('e' | 'a')) => formula.blocks.push((letter, numbers(1))),
            _ => formula.clauses.push(numbers(0)),
        }
    }
    // Every variable stands in one block, and none is left.
    let mut all: Vec<i64> = formula.blocks.iter().flat_map(|(_, block)| block.iter().copied()).collect();
    all.sort_unstable();
    assert_eq!(all, (1..=counts.0).collect::<Vec<i64>>());
    assert_eq!(formula.clauses.len(), counts.1);
    formula
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

fn formula(k: usize) -> (String, Formula) {
    let mut out = Vec::new();
    write_qdimacs(&Cover::of_grid(2, 2, digits(FOUR)), k, &mut out).expect("memory");
    let text = String::from_utf8(out).expect("text");
    let formula = read(&text);
    (text, formula)
}

/// Is the formula true for these clues, whatever options are chosen? The choices that are not grids are left out: that
/// they go wrong is what [`a_choice_that_is_no_grid_goes_wrong`] tests.
fn holds(formula: &Formula, clues: u32, grids: &[Vec<u32>]) -> bool {
    let n_vars = formula.blocks.iter().map(|(_, block)| block.len()).sum::<usize>();
    let mut values = vec![0; n_vars + 1];
    (0..16).for_each(|cell| values[cell + 1] = if clues >> cell & 1 == 1 { 1 } else { -1 });
    let options = &formula.blocks[1].1;
    grids.iter().all(|grid| {
        let mut values = values.clone();
        for (i, option) in options.iter().enumerate() {
            values[usize::try_from(*option).expect("a variable")] =
                if grid[i / 4] as usize == i % 4 + 1 { 1 } else { -1 };
        }
        satisfiable(&formula.clauses, &mut values)
    })
}

#[test]
fn the_formula_is_true_from_four_clues_on() {
    let grids = grids();
    assert_eq!(grids.len(), 288);
    let solution = digits(FOUR);
    let is_valid = |clues: u32| {
        let agrees = |grid: &&Vec<u32>| (0..16).all(|cell| clues >> cell & 1 == 0 || grid[cell] == solution[cell]);
        grids.iter().filter(agrees).count() == 1
    };
    for (k, expected) in [(0, false), (1, false), (3, false), (4, true)] {
        let (_, formula) = formula(k);
        assert_eq!(formula.blocks.iter().map(|(letter, _)| *letter).collect::<String>(), "eae");
        let mut is_true = false;
        for clues in (0..1_u32 << 16).filter(|clues| clues.count_ones() as usize <= k) {
            // Of four clues those that hold, and some of the others.
            if k == 4 && !is_valid(clues) && clues % 97 != 0 {
                continue;
            }
            let found = holds(&formula, clues, &grids);
            assert_eq!(found, is_valid(clues), "{k} {clues:b}");
            is_true |= found;
        }
        assert_eq!(is_true, expected, "{k}");
        // One clue too many is refused, valid or not.
        let too_many = (1_u32 << (k + 1)) - 1;
        assert!(!holds(&formula, too_many, &grids[..1]), "{k}");
    }
}

#[test]
fn a_choice_that_is_no_grid_goes_wrong() {
    let (_, formula) = formula(4);
    let n_vars = formula.blocks.iter().map(|(_, block)| block.len()).sum::<usize>();
    let options = &formula.blocks[1].1;
    let grid = &grids()[7];
    let chosen = |i: usize| grid[i / 4] as usize == i % 4 + 1;
    // One option more, or one less, than a grid; no clue says anything against it.
    for changed in 0..options.len() {
        let mut values = vec![0; n_vars + 1];
        (1..=16).for_each(|cell| values[cell] = -1);
        for (i, option) in options.iter().enumerate() {
            let is_true = chosen(i) != (i == changed);
            values[usize::try_from(*option).expect("a variable")] = if is_true { 1 } else { -1 };
        }
        assert!(satisfiable(&formula.clauses, &mut values), "{changed}");
    }
}

#[test]
fn a_solver_of_others_agrees() {
    let folder = tempfile::tempdir().expect("a folder");
    for (k, expected) in [(3, 20), (4, 10)] {
        let file = folder.path().join(format!("{k}.qdimacs"));
        std::fs::write(&file, formula(k).0).expect("written");
        let output = Command::new("depqbf").arg(&file).output();
        let output = output.unwrap_or_else(|e| panic!("depqbf is needed (Debian: depqbf): {e}"));
        assert_eq!(output.status.code(), Some(expected), "{k}: {output:?}");
    }
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
