//! Grids with too many solutions to list: puzzles with enough clues that all their fillings can be listed.

use rand::Rng as _;
use serde_json::Value;

use super::{Shape, check_enumeration, clues_of, line, some_cells};
use crate::Rng;
use crate::ask::number;
use crate::lab::{Lab, Output, Wrong};
use crate::options;
use crate::solver::Houses;
use crate::truth::{Clues, Expected, Truth, set_of};

/// The maximum number of fillings that are listed.
const MAX_FILLINGS: usize = 4000;

const SHAPES: [(usize, usize); 9] = [(2, 2), (1, 5), (2, 3), (3, 2), (1, 6), (1, 7), (2, 4), (4, 2), (3, 3)];

/// A random grid, and one question.
pub(crate) fn case(rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    let (rows, columns) = SHAPES[rng.random_range(0..SHAPES.len())];
    let shape = Shape::new(rows, columns);
    let houses = shape.houses();
    let grid = houses.random(rng);
    if rng.random_bool(0.6) {
        check(shape, &houses, &grid, rng, lab)
    } else {
        enumerate(shape, &houses, &grid, rng, lab)
    }
}

/// How many solutions a puzzle has, and which of its clues are needed. Now and then a clue is wrong.
fn check(shape: Shape, houses: &Houses, grid: &[u8], rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    let share = rng.random_range(0.35..1.0);
    let mut puzzle = vec![0; grid.len()];
    for cell in some_cells(grid.len(), share, rng) {
        puzzle[cell] = grid[cell];
    }
    if rng.random_bool(0.3) {
        let cell = rng.random_range(0..grid.len());
        puzzle[cell] = rng.random_range(1..=shape.n()) as u8;
    }
    lab.write("puzzle.txt", &(line(&puzzle, '.') + "\n"))?;
    let shape_args = shape.args(rng);
    let last = ["--format", "jsonl", "puzzle.txt"].map(str::to_owned);
    let args: Vec<String> = ["check".to_owned()].iter().chain(&shape_args).chain(&last).cloned().collect();
    check_puzzle(&lab.run(&args)?, houses, &puzzle)
}

/// Holds the record against our own count.
pub(super) fn check_puzzle(output: &Output, houses: &Houses, puzzle: &[u8]) -> Result<(), Wrong> {
    let has_clash = (0..puzzle.len()).any(|cell| {
        let mut alone = puzzle.to_vec();
        alone[cell] = 0;
        puzzle[cell] != 0 && houses.clashes(&alone, cell, puzzle[cell])
    });
    if has_clash {
        return output.expect_code(3).map_err(|e| format!("two clues clash, but: {e}"));
    }
    output.expect_code(0)?;
    let record = output.record()?;
    let wanted = ["none", "one", "several"][houses.count(puzzle, 2)];
    if record["solutions"] != wanted || record["valid"] != (wanted == "one") {
        return Err(format!("the puzzle has {wanted}, and the record says {record}"));
    }
    let n_clues = puzzle.iter().filter(|value| **value != 0).count();
    if number(&record, "n_clues").map(|n| n as usize) != Some(n_clues) {
        return Err(format!("{n_clues} clues, and the record says {record}"));
    }
    if wanted != "one" {
        return Ok(());
    }
    let is_redundant = |cell: &usize| {
        let mut fewer = puzzle.to_vec();
        fewer[*cell] = 0;
        puzzle[*cell] != 0 && houses.count(&fewer, 2) == 1
    };
    let redundant: Vec<u64> = (0..puzzle.len()).filter(is_redundant).map(|cell| cell as u64).collect();
    let listed: Option<Vec<u64>> =
        record["redundant"].as_array().map(|all| all.iter().filter_map(Value::as_u64).collect());
    if listed.as_ref() != Some(&redundant) || record["minimal"] != redundant.is_empty() {
        return Err(format!("the cells {redundant:?} are redundant, and the record says {record}"));
    }
    Ok(())
}

/// All puzzles that have the cells of a large set and some more.
fn enumerate(shape: Shape, houses: &Houses, grid: &[u8], rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    let n = grid.len();
    let mut free = some_cells(n, 1.0, rng);
    free.truncate(rng.random_range(4..=n.min(18)));
    free.sort_unstable();
    let mut clues = grid.to_vec();
    free.iter().for_each(|cell| clues[*cell] = 0);
    let Some(all) = houses.all(&clues, MAX_FILLINGS) else { return Ok(()) };
    let differing = |other: &Vec<u8>| set_of((0..free.len()).filter(|i| other[free[*i]] != grid[free[*i]]));
    let others = all.iter().filter(|other| *other != grid).map(differing).collect();
    let truth = Truth::new(free.len(), others);
    let minimum = truth.minimum().ok_or("a grid has a minimum")?;
    let k = (minimum + rng.random_range(0..=2)).saturating_sub(rng.random_range(0..=1)).min(truth.n());
    let wanted = Expected::size(k);
    let expected = if truth.is_countable(k) { truth.all(&wanted) } else { return Ok(()) };
    if expected.len() > 5000 {
        return Ok(());
    }
    lab.write("grid.txt", &(line(grid, '.') + "\n"))?;
    let n_given = n - free.len();
    let mask: String = (0..n).map(|cell| if free.contains(&cell) { '.' } else { 'x' }).collect();
    let mut args: Vec<String> = ["enumerate", "--format", "jsonl", "--given", &mask].map(str::to_owned).to_vec();
    args.extend(["-k".to_owned(), (n_given + k as usize).to_string()]);
    args.extend(shape.args(rng));
    // The start sets of published searches take seconds on 9x9, and longer on 8x8.
    if shape.n() <= 6 && rng.random_bool(0.3) {
        args.extend(["--engine".to_owned(), options::published(rng)]);
    }
    options::native(rng, &mut args);
    args.push("grid.txt".to_owned());
    let output = lab.run(&args)?;
    output.expect_code(0)?;
    // In the grid's own cells, as the puzzles are written.
    let puzzle = |set: &Clues| -> Vec<u8> {
        let mut cells = clues.clone();
        (0..free.len()).filter(|i| set >> i & 1 == 1).for_each(|i| cells[free[i]] = grid[free[i]]);
        cells
    };
    if n < 64 {
        let all_clues = |set: &Clues| clues_of(&line(&puzzle(set), '.'), grid);
        let mut whole = expected.iter().map(all_clues).collect::<Result<Vec<_>, _>>()?;
        whole.sort_unstable();
        return check_enumeration(&output, grid, &whole, false);
    }
    let mut lines: Vec<String> = expected.iter().map(|set| line(&puzzle(set), '.')).collect();
    let mut found: Vec<String> =
        output.records()?.iter().filter_map(|record| Some(record["puzzle"].as_str()?.to_owned())).collect();
    lines.sort_unstable();
    found.sort_unstable();
    if found == lines { Ok(()) } else { Err(format!("{} puzzles are listed and {} wanted", found.len(), lines.len())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The square 12/21: one clue is enough, and each of two can be dropped.
    #[test]
    fn checks_are_held_against_our_own_count() {
        let houses = Shape::new(1, 2).houses();
        let said = |record: &str, code| Output { code: Some(code), stdout: record.to_owned(), stderr: String::new() };
        let two = r#"{"n_clues":2,"solutions":"one","valid":true,"minimal":false,"redundant":[0,3]}"#;
        let check = |record: &str, code, puzzle: [u8; 4]| check_puzzle(&said(record, code), &houses, &puzzle).is_ok();
        assert!(check(two, 0, [1, 0, 0, 1]));
        assert!(!check(&two.replace("[0,3]", "[0]"), 0, [1, 0, 0, 1]));
        assert!(!check(&two.replace("one", "several"), 0, [1, 0, 0, 1]));
        assert!(!check(two, 0, [1, 0, 0, 2]));
        assert!(check(r#"{"n_clues":2,"solutions":"none","valid":false}"#, 0, [1, 0, 0, 2]));
        assert!(check("", 3, [1, 1, 0, 0]) && !check(two, 0, [1, 1, 0, 0]));
    }
}
