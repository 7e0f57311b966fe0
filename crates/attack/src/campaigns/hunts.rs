//! Hunts in 4x4 grids, compared with all puzzles that exchanges of clues lead to, and resumed pools.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use rand::Rng as _;
use rand::seq::IndexedRandom as _;
use serde_json::Value;

use super::grids;
use crate::Rng;
use crate::ask::{expect_status, number};
use crate::lab::{Lab, Wrong};
use crate::solver::Houses;

const N: usize = 4;
const CELLS: usize = N * N;

/// A puzzle: 0 where there is no clue.
type Puzzle = [u8; CELLS];

/// All 288 grids, as the grids that have a digit in a cell: a bit each.
struct Grids {
    with: Vec<[[u64; 5]; N]>,
}

impl Grids {
    fn all() -> &'static Self {
        static ALL: OnceLock<Grids> = OnceLock::new();
        ALL.get_or_init(|| {
            let houses = Houses::new(CELLS, N, &[Houses::lines(N), Houses::boxes(2, 2)].concat());
            let grids = houses.all(&[0; CELLS], 288).unwrap_or_default();
            let mut with = vec![[[0; 5]; N]; CELLS];
            for (i, grid) in grids.iter().enumerate() {
                for (cell, digit) in grid.iter().enumerate() {
                    with[cell][usize::from(*digit) - 1][i / 64] |= 1 << (i % 64);
                }
            }
            Self { with }
        })
    }

    fn n_solutions(&self, puzzle: &Puzzle) -> u32 {
        let mut left = [u64::MAX, u64::MAX, u64::MAX, u64::MAX, u64::MAX >> 32];
        for (cell, digit) in puzzle.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            let with = &self.with[cell][usize::from(*digit) - 1];
            left.iter_mut().zip(with).for_each(|(left, with)| *left &= with);
        }
        left.iter().map(|word| word.count_ones()).sum()
    }
}

/// The 128 ways to place the cells that keep all houses.
fn placings() -> &'static [[usize; CELLS]] {
    static ALL: OnceLock<Vec<[usize; CELLS]>> = OnceLock::new();
    ALL.get_or_init(|| {
        let lines = |i: usize| {
            let pair =
                |swapped: bool, pair: usize| if swapped { [2 * pair + 1, 2 * pair] } else { [2 * pair, 2 * pair + 1] };
            let (first, second) = (pair(i & 1 == 1, 0), pair(i & 2 == 2, 1));
            let all = if i & 4 == 4 { [second, first] } else { [first, second] };
            all.concat()
        };
        let mut all = Vec::new();
        for rows in (0..8).map(lines) {
            for columns in (0..8).map(lines) {
                for is_turned in [false, true] {
                    all.push(std::array::from_fn(|cell| {
                        let (r, c) = (rows[cell / N], columns[cell % N]);
                        if is_turned { N * c + r } else { N * r + c }
                    }));
                }
            }
        }
        all
    })
}

/// The smallest image of a puzzle, digits in the order in which they come: that of its class.
fn class(puzzle: &Puzzle) -> Puzzle {
    let image = |from: &[usize; CELLS]| -> Puzzle {
        let mut names = [0; N + 1];
        let mut n = 0;
        std::array::from_fn(|cell| {
            let digit = usize::from(puzzle[from[cell]]);
            if digit != 0 && names[digit] == 0 {
                n += 1;
                names[digit] = n;
            }
            names[digit]
        })
    };
    placings().iter().map(image).min().unwrap_or(*puzzle)
}

fn n_clues(puzzle: &Puzzle) -> usize {
    puzzle.iter().filter(|digit| **digit != 0).count()
}

/// The classes of valid puzzles to which {-removed+1} leads.
fn exchanged(puzzle: &Puzzle, removed: usize) -> BTreeSet<Puzzle> {
    let clues: Vec<usize> = (0..CELLS).filter(|cell| puzzle[*cell] != 0).collect();
    let mut found = BTreeSet::new();
    for (i, first) in clues.iter().enumerate() {
        for second in if removed == 2 { &clues[i + 1..] } else { &clues[i..=i] } {
            let mut left = *puzzle;
            (left[*first], left[*second]) = (0, 0);
            // A clue that comes back where it was, or a digit in a cell that has another clue, is not an exchange.
            for cell in (0..CELLS).filter(|cell| puzzle[*cell] == 0 || cell == first || cell == second) {
                for digit in 1..=N as u8 {
                    let mut new = left;
                    new[cell] = digit;
                    if new != *puzzle && Grids::all().n_solutions(&new) == 1 {
                        found.insert(class(&new));
                    }
                }
            }
        }
    }
    found
}

/// All classes that a hunt for puzzles with `to` clues comes to, by their numbers of clues.
fn reachable(first: &Puzzle, to: usize) -> BTreeMap<usize, BTreeSet<Puzzle>> {
    let mut all: BTreeMap<usize, BTreeSet<Puzzle>> = BTreeMap::new();
    let mut open = vec![class(first)];
    all.entry(n_clues(first)).or_default().insert(class(first));
    while let Some(puzzle) = open.pop() {
        if n_clues(&puzzle) <= to {
            continue;
        }
        for removed in [1, 2] {
            for new in exchanged(&puzzle, removed) {
                if all.entry(n_clues(&new)).or_default().insert(new) {
                    open.push(new);
                }
            }
        }
    }
    all
}

fn line(puzzle: &Puzzle) -> String {
    puzzle.iter().map(|digit| if *digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

fn puzzle(line: &str) -> Option<Puzzle> {
    let digit = |c: char| if c == '.' { Some(0) } else { c.to_digit(10).map(|digit| digit as u8) };
    line.chars().map(digit).collect::<Option<Vec<u8>>>()?.try_into().ok()
}

/// A hunt to its end or for some puzzles, in one go or by a pool that ends again and again.
pub(crate) fn case(rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    let Some(first) = start(rng)? else { return Ok(()) };
    let to = n_clues(&first) - 1;
    let name = line(&first);
    let mut words: Vec<String> = ["hunt", "--format", "jsonl", "--shape", "2x2", "--to"].map(str::to_owned).to_vec();
    words.push(to.to_string());
    if rng.random_bool(0.3) {
        words.extend(["--threads".to_owned(), rng.random_range(1..=3).to_string()]);
    }
    let all = reachable(&first, to);
    let wanted = all.get(&to).cloned().unwrap_or_default();
    match rng.random_range(0..3) {
        0 => {
            let n = rng.random_range(1..=5);
            let output = lab.run(&[&words[..], &["--max-puzzles".to_owned(), n.to_string(), name]].concat())?;
            output.expect_code(0)?;
            let (found, record) = found(&output.records()?, to)?;
            expect_number(&found, &record)?;
            let is_enough = found.len() == n.min(wanted.len()) || found.len() > n && record["status"] == "max_reached";
            if !is_enough || !found.is_subset(&wanted) {
                return Err(format!("{n} are wanted, of {}: {record}", wanted.len()));
            }
            Ok(())
        }
        1 => {
            let output = lab.run(&[&words[..], std::slice::from_ref(&name)].concat())?;
            output.expect_code(0)?;
            let (found, record) = found(&output.records()?, to)?;
            expect_number(&found, &record)?;
            is_whole(&found, &wanted, &record, &all)
        }
        _ => in_turns(&words, &name, to, &all, rng, lab),
    }
}

/// A valid puzzle with 5 or 6 clues.
fn start(rng: &mut Rng) -> Result<Option<Puzzle>, Wrong> {
    let (grid, _) = grids::random(rng, "2x2")?;
    let Some(mut left) = puzzle(&grid) else { return Ok(None) };
    let wanted = *[5, 5, 5, 6].choose(rng).unwrap_or(&5);
    for _ in 0..200 {
        let cell = rng.random_range(0..CELLS);
        let without = Puzzle::from(std::array::from_fn(|i| if i == cell { 0 } else { left[i] }));
        if n_clues(&left) > wanted && Grids::all().n_solutions(&without) == 1 {
            left = without;
        }
    }
    Ok((n_clues(&left) == wanted).then_some(left))
}

/// A pool that is stopped after a few moves each time finds the same, each puzzle once.
fn in_turns(
    words: &[String],
    name: &str,
    to: usize,
    all: &BTreeMap<usize, BTreeSet<Puzzle>>,
    rng: &mut Rng,
    lab: &mut Lab,
) -> Result<(), Wrong> {
    lab.remove("pool.jsonl");
    let mut listed: BTreeSet<Puzzle> = BTreeSet::new();
    for turn in 0..8 {
        let mut more = vec!["--pool".to_owned(), "pool.jsonl".to_owned()];
        if turn < 7 {
            more.extend(["--max-moves".to_owned(), rng.random_range(1..40).to_string()]);
        }
        more.push(name.to_owned());
        let output = lab.run(&[words, &more].concat())?;
        output.expect_code(0)?;
        let (new, record) = found(&output.records()?, to)?;
        if let Some(twice) = new.intersection(&listed).next() {
            return Err(format!("{} was found before the pool was left", line(twice)));
        }
        listed.extend(new);
        if record["status"] == "done" {
            let wanted = all.get(&to).cloned().unwrap_or_default();
            return is_whole(&listed, &wanted, &record, all);
        }
    }
    Err("the hunt has no end, though its last turn had no limit".to_owned())
}

/// The classes of the puzzles that were found, which are valid, and in no class twice; and the record of the hunt.
fn found(records: &[Value], to: usize) -> Result<(BTreeSet<Puzzle>, Value), Wrong> {
    let (last, puzzles) = records.split_last().ok_or("no record")?;
    let mut classes = BTreeSet::new();
    for record in puzzles {
        let text = record["puzzle"].as_str().unwrap_or_default();
        let puzzle = puzzle(text).ok_or_else(|| format!("no puzzle: {record}"))?;
        if Grids::all().n_solutions(&puzzle) != 1 || n_clues(&puzzle) != to {
            return Err(format!("{text} is not a valid puzzle with {to} clues"));
        }
        if !classes.insert(class(&puzzle)) {
            return Err(format!("{text} is isomorphic to one before it"));
        }
    }
    Ok((classes, last.clone()))
}

/// The record of a hunt without a pool counts what it found.
fn expect_number(found: &BTreeSet<Puzzle>, record: &Value) -> Result<(), Wrong> {
    if number(record, "n_found") == u32::try_from(found.len()).ok() {
        Ok(())
    } else {
        Err(format!("{} puzzles are found: {record}", found.len()))
    }
}

/// The hunt came to its end: all was found, and counted.
fn is_whole(
    found: &BTreeSet<Puzzle>,
    wanted: &BTreeSet<Puzzle>,
    record: &Value,
    all: &BTreeMap<usize, BTreeSet<Puzzle>>,
) -> Result<(), Wrong> {
    expect_status(record, "done")?;
    if found != wanted {
        return Err(format!("{} classes are found, and {} can be reached: {record}", found.len(), wanted.len()));
    }
    let counted: serde_json::Map<String, Value> =
        all.iter().map(|(n, classes)| (n.to_string(), classes.len().into())).collect();
    let counted = Value::from(counted);
    if record["n_classes"] != counted || record["complete"] != true {
        return Err(format!("the classes are {counted}: {record}"));
    }
    if number(record, "n_found").is_none() { Err(format!("no number: {record}")) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_counted() {
        let count = |text: &str| Grids::all().n_solutions(&puzzle(text).expect("a puzzle"));
        assert_eq!([count("................"), count("1234............"), count("1234341221434321")], [288, 12, 1]);
        assert_eq!(count("11.............."), 0);
    }

    /// 4x4 grids have two classes, and 13 of minimal puzzles with 4 clues.
    #[test]
    fn classes_are_those_that_are_known() {
        assert_eq!(placings().iter().collect::<BTreeSet<_>>().len(), 128);
        let houses = Houses::new(CELLS, N, &[Houses::lines(N), Houses::boxes(2, 2)].concat());
        let grids = houses.all(&[0; CELLS], 288).expect("all");
        let classes: BTreeSet<Puzzle> =
            grids.iter().map(|grid| class(&Puzzle::try_from(&grid[..]).expect("a grid"))).collect();
        assert_eq!(classes.len(), 2);
        let mut with_four = BTreeSet::new();
        for grid in &classes {
            for clues in (0_u32..1 << CELLS).filter(|clues| clues.count_ones() == 4) {
                let puzzle = std::array::from_fn(|cell| if clues >> cell & 1 == 1 { grid[cell] } else { 0 });
                if Grids::all().n_solutions(&puzzle) == 1 {
                    with_four.insert(class(&puzzle));
                }
            }
        }
        assert_eq!(with_four.len(), 13);
    }

    #[test]
    fn finds_that_are_wrong_are_seen() {
        let said = |puzzles: &[&str]| {
            let records = puzzles.iter().map(|puzzle| serde_json::json!({ "puzzle": puzzle }));
            let records: Vec<Value> = records.chain([serde_json::json!({"status": "done"})]).collect();
            found(&records, 4)
                .map(|(classes, _)| classes.len())
                .map_err(|why| why.split(' ').next_back().unwrap_or_default().to_owned())
        };
        assert_eq!(said(&["1..4.........32."]), Ok(1));
        // The same turned, and with other digits; several solutions; five clues; no puzzle.
        assert_eq!(said(&["1..4.........32.", "2......4...31..."]), Err("it".to_owned()));
        for wrong in ["1..4.........3..", "1234............", "1..4...2.....32.", "1..4", "x..4.........32."] {
            assert!(said(&[wrong]).is_err(), "{wrong}");
        }
    }
}
