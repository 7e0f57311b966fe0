//! Grids of all small shapes, compared with all their solutions, and larger grids with enough given cells that their
//! solutions can be listed too.

mod larger;

use std::sync::OnceLock;

use rand::Rng as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde_json::Value;

use crate::Rng;
use crate::ask::{Bound, check_certificate, check_listed, check_minimum, check_sets, expect_status, number};
use crate::lab::{Lab, Output, Wrong};
use crate::options::{self, Options, one_of};
use crate::solver::Houses;
use crate::truth::{Clues, Expected, Truth, members, set_of};

/// Boxes of this number of rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    rows: usize,
    columns: usize,
}

impl Shape {
    const fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns }
    }

    fn n(self) -> usize {
        self.rows * self.columns
    }

    fn houses(self) -> Houses {
        let all = [Houses::lines(self.n()), Houses::boxes(self.rows, self.columns)].concat();
        Houses::new(self.n() * self.n(), self.n(), &all)
    }

    /// Without its option, is a grid of this size taken for one of this shape?
    fn is_usual(self) -> bool {
        [(2, 2), (2, 3), (2, 4), (3, 3)].contains(&(self.rows, self.columns))
    }

    /// The option, where it is needed and now and then elsewhere.
    fn args(self, rng: &mut Rng) -> Vec<String> {
        if self.is_usual() && rng.random_bool(0.8) {
            return Vec::new();
        }
        ["--shape".to_owned(), format!("{}x{}", self.rows, self.columns)].to_vec()
    }
}

/// A target, all other solutions, and the file in which it stands.
struct Case {
    shape: Shape,
    grid: Vec<u8>,
    truth: Truth,
    shape_args: Vec<String>,
}

/// One grid, and some questions.
pub(crate) fn case(rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    if rng.random_bool(0.25) {
        return larger::case(rng, lab);
    }
    let shape = match rng.random_range(0..100) {
        0..8 => Shape::new(1, 2),
        8..28 => Shape::new(1, 3),
        28..50 => Shape::new(1, 4),
        50..53 => Shape::new(1, 5),
        _ => Shape::new(2, 2),
    };
    let all = solutions(shape);
    let grid = all.choose(rng).cloned().ok_or("there is no grid")?;
    let others = all.iter().filter(|other| **other != grid).map(|other| differing(&grid, other)).collect();
    let truth = Truth::new(grid.len(), others);
    let shape_args = shape.args(rng);
    let case = Case { shape, grid, truth, shape_args };
    let text = case.input(rng);
    lab.write("grid.txt", &text)?;
    for _ in 0..rng.random_range(1..=3) {
        match rng.random_range(0..10) {
            0..4 => case.ask_minimum(rng, lab)?,
            4..7 => case.ask_all(rng, lab)?,
            7 => case.ask_sets(rng, lab)?,
            8 => case.ask_resumed(rng, lab)?,
            _ => case.ask_minimize(rng, lab)?,
        }
    }
    Ok(())
}

/// A random grid of a small shape, in a line, and what may be said about it.
///
/// # Errors
/// There is no such shape.
pub(super) fn random(rng: &mut Rng, shape: &str) -> Result<(String, Truth), Wrong> {
    let shape = match shape {
        "1x3" => Shape::new(1, 3),
        "1x4" => Shape::new(1, 4),
        "2x2" => Shape::new(2, 2),
        other => return Err(format!("no small shape: {other}")),
    };
    let all = solutions(shape);
    let grid = all.choose(rng).ok_or("there is no grid")?;
    let others = all.iter().filter(|other| *other != grid).map(|other| differing(grid, other)).collect();
    Ok((line(grid, '.'), Truth::new(grid.len(), others)))
}

/// All grids of a small shape.
fn solutions(shape: Shape) -> &'static [Vec<u8>] {
    static ALL: [OnceLock<Vec<Vec<u8>>>; 6] = [const { OnceLock::new() }; 6];
    let place = if shape.rows == 1 { shape.n() } else { 0 };
    ALL[place].get_or_init(|| shape.houses().all(&vec![0; shape.n() * shape.n()], 1_000_000).unwrap_or_default())
}

/// The cells in which two fillings differ.
fn differing(a: &[u8], b: &[u8]) -> Clues {
    set_of((0..a.len()).filter(|cell| a[*cell] != b[*cell]))
}

/// Fillings as a line of text.
fn line(cells: &[u8], blank: char) -> String {
    cells.iter().map(|value| if *value == 0 { blank } else { char::from(b'0' + value) }).collect()
}

/// The clues of a line, which must agree with the grid.
pub(super) fn clues_of(text: &str, grid: &[u8]) -> Result<Clues, Wrong> {
    if text.chars().count() != grid.len() {
        return Err(format!("{text:?} is not a puzzle of {} cells", grid.len()));
    }
    let mut clues = 0;
    for (cell, c) in text.chars().enumerate() {
        if c != '.' {
            if c != char::from(b'0' + grid[cell]) {
                return Err(format!("{text:?} has a clue that is not in the grid {}", line(grid, '.')));
            }
            clues |= 1 << cell;
        }
    }
    Ok(clues)
}

impl Case {
    /// The grid as a file: a line, blocks, or a valid puzzle that stands for it.
    fn input(&self, rng: &mut Rng) -> String {
        let mut cells = self.grid.clone();
        if rng.random_bool(0.15) {
            let mut clues = self.truth.all_clues();
            for _ in 0..rng.random_range(0..40) {
                let cell = rng.random_range(0..cells.len());
                if self.truth.is_valid(clues & !(1 << cell)) {
                    clues &= !(1 << cell);
                    cells[cell] = 0;
                }
            }
        }
        let n = self.shape.n();
        match rng.random_range(0..5) {
            0 => cells.chunks(n).map(|row| line(row, '.') + "\n").collect(),
            1 => {
                let row = |row: &[u8]| row.iter().map(|v| line(&[*v], '_')).collect::<Vec<_>>().join(" ") + "\n";
                cells.chunks(n).map(row).collect()
            }
            2 => format!("# a comment\nname {}\n", line(&cells, '.')),
            _ => line(&cells, *['.', '0'].choose(rng).unwrap_or(&'.')) + "\n",
        }
    }

    fn command(&self, verb: &str, more: &[String]) -> Vec<String> {
        let last = ["--format", "jsonl", "grid.txt"].map(str::to_owned);
        [verb.to_owned()].iter().chain(&self.shape_args).chain(more).chain(&last).cloned().collect()
    }

    fn best(&self, record: &Value) -> Result<Option<Clues>, Wrong> {
        record["puzzle"].as_str().map(|text| clues_of(text, &self.grid)).transpose()
    }

    fn check(&self, output: &Output, is_limited: bool, bound: Option<Bound>) -> Result<(), Wrong> {
        check_minimum(output, &self.truth, is_limited, bound, &|record| self.best(record))
    }

    fn ask_minimum(&self, rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
        let Options { args: mut more, is_limited, certificate } = options::of_minimum(rng);
        let minimum = self.truth.minimum().ok_or("a grid has a minimum")?;
        let bound = rng.random_bool(0.25).then(|| Bound::random(rng, minimum, self.truth.n(), true));
        more.extend(bound.map(Bound::args).into_iter().flatten());
        let has_own_sets = more.iter().any(|word| word == "--engine") && !more.iter().any(|word| word == "native");
        let is_independent = more.iter().any(|word| word == "--independent");
        if (has_own_sets || is_independent) && rng.random_bool(0.3) {
            let sources: &[&str] = if is_independent {
                &["blueprint", "ilp"]
            } else {
                &["complete", "region", "blueprint", "ilp", "checker"]
            };
            let source = one_of(rng, sources);
            more.extend(["--source".to_owned(), source.to_owned()]);
            if rng.random_bool(0.5) {
                more.extend(["--max-sets".to_owned(), rng.random_range(1..20).to_string()]);
            }
        }
        if let Some(file) = certificate {
            lab.remove(file);
        }
        let output = lab.run(&self.command("solve", &more))?;
        self.check(&output, is_limited, bound)?;
        certificate.map_or(Ok(()), |file| check_certificate(lab, &output, file))
    }

    /// A run that stops again and again, with other settings each time.
    fn ask_resumed(&self, rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
        lab.remove("states");
        let mut is_solved = false;
        for turn in 0..12 {
            let mut more = ["--engine", "bilevel", "--state", "states"].map(str::to_owned).to_vec();
            // With the same leaves and rows, or the state would not be of this run.
            if rng.random_bool(0.5) {
                more.extend(["--branching".to_owned(), one_of(rng, &["set", "strong", "fractional"]).to_owned()]);
            }
            if rng.random_bool(0.7) {
                more.extend(["--leaf".to_owned(), one_of(rng, &["lp", "auto"]).to_owned()]);
            }
            if rng.random_bool(0.5) {
                more.extend(["--region-rows".to_owned(), one_of(rng, &["none", "parts"]).to_owned()]);
            }
            if rng.random_bool(0.5) {
                more.extend(["--heuristic".to_owned(), one_of(rng, &["none", "rounding"]).to_owned()]);
            }
            if turn < 11 {
                more.extend(["--node-limit".to_owned(), rng.random_range(1..6).to_string()]);
            }
            let output = lab.run(&self.command("solve", &more))?;
            self.check(&output, turn < 11, None)?;
            if output.record()?["status"] == "optimal" {
                is_solved = true;
                break;
            }
        }
        if is_solved {
            Ok(())
        } else {
            Err("it is not solved after twelve turns, the last one without a limit".to_owned())
        }
    }

    fn ask_all(&self, rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
        let n = self.grid.len();
        let minimum = self.truth.minimum().ok_or("a grid has a minimum")?;
        let k = match rng.random_range(0..5) {
            0 => minimum.saturating_sub(1),
            1 => minimum,
            2 => minimum + 1,
            3 => minimum + 2,
            _ => rng.random_range(0..=self.truth.n()),
        };
        let some = |rng: &mut Rng| set_of((0..n).filter(|_| rng.random_bool(0.1)));
        let given = if rng.random_bool(0.25) { some(rng) } else { 0 };
        let forbidden = if rng.random_bool(0.25) { some(rng) } else { 0 };
        let max_solutions = if n < 25 && rng.random_bool(0.15) { rng.random_range(2..=6) } else { 1 };
        let wanted = Expected { given, forbidden, minimal: rng.random_bool(0.35), max_solutions, k };
        if !self.truth.is_countable(k) {
            return Ok(());
        }
        let expected = self.truth.all(&wanted);
        // A list of all is read in a moment; one of millions is not.
        if expected.len() > 20_000 {
            return Ok(());
        }
        let mut more = vec!["-k".to_owned(), k.to_string()];
        for (name, cells) in [("--given", given), ("--forbidden", forbidden)] {
            if cells != 0 {
                more.extend([name.to_owned(), self.cells(cells, rng)]);
            }
        }
        if wanted.minimal {
            more.push("--minimal".to_owned());
        }
        if max_solutions > 1 {
            more.extend(["--max-solutions".to_owned(), max_solutions.to_string()]);
        }
        if max_solutions > 1 || rng.random_bool(0.4) {
            more.extend(["--engine".to_owned(), options::published(rng)]);
            if rng.random_bool(0.3) {
                more.extend([
                    "--source".to_owned(),
                    one_of(rng, &["complete", "region", "checker", "blueprint"]).to_owned(),
                ]);
            }
        }
        options::native(rng, &mut more);
        let is_counted = rng.random_bool(0.15);
        if is_counted {
            more.push("--count".to_owned());
        }
        let output = lab.run(&self.command("enumerate", &more))?;
        output.expect_code(0)?;
        check_enumeration(&output, &self.grid, &expected, is_counted)
    }

    /// Cells as names, or as a line in which they are marked.
    fn cells(&self, cells: Clues, rng: &mut Rng) -> String {
        if rng.random_bool(0.5) {
            (0..self.grid.len()).map(|cell| if cells >> cell & 1 == 1 { 'x' } else { '.' }).collect()
        } else {
            let n = self.shape.n();
            let name = |cell: u32| format!("r{}c{}", cell as usize / n + 1, cell as usize % n + 1);
            members(cells).map(name).collect::<Vec<_>>().join(",")
        }
    }

    fn ask_sets(&self, rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
        let mut more = vec!["--list".to_owned()];
        let source = one_of(rng, &["complete", "region", "blueprint", "ilp", "checker"]);
        if source != "complete" || rng.random_bool(0.5) {
            more.extend(["--source".to_owned(), source.to_owned()]);
        }
        let max_size = rng.random_bool(0.6).then(|| rng.random_range(1..=self.truth.n().min(16)));
        let max_sets = rng.random_bool(0.2).then(|| rng.random_range(1..10));
        // Types of sets, integer programs and squares of order 5: all of them would take minutes.
        let max_size = match (source, self.grid.len()) {
            ("blueprint", _) => Some(max_size.unwrap_or(8).min(8)),
            (_, 25) => Some(max_size.unwrap_or(8).min(8)),
            _ => max_size,
        };
        more.extend(max_size.iter().flat_map(|size| ["--max-size".to_owned(), size.to_string()]));
        more.extend(max_sets.iter().flat_map(|max| ["--max-sets".to_owned(), max.to_string()]));
        if source == "ilp" {
            if rng.random_bool(0.5) {
                more.extend(["--backend".to_owned(), one_of(rng, &["highs", "cbc"]).to_owned()]);
            }
            if rng.random_bool(0.5) {
                more.extend(["--form".to_owned(), one_of(rng, &["sizes", "minimize"]).to_owned()]);
            }
        }
        let output = lab.run(&self.command("sets", &more))?;
        output.expect_code(0)?;
        let record = output.record()?;
        let is_whole = max_size.is_none() && max_sets.is_none() && matches!(source, "complete" | "ilp");
        // What a source does not look for, or has no room for, may be missing; `complete_to` says what is not.
        let (size, max) = if is_whole { (None, None) } else { (Some(max_size.unwrap_or(64)), max_sets) };
        check_sets(&record, &self.truth, size, max, None)?;
        for set in record["sets"].as_array().into_iter().flatten() {
            self.check_witness(set)?;
        }
        Ok(())
    }

    /// The second grid of a set keeps the rules, and differs in just these cells.
    fn check_witness(&self, set: &Value) -> Result<(), Wrong> {
        let text = set["witness"].as_str().unwrap_or_default();
        let witness: Vec<u8> = text.bytes().map(|b| b.wrapping_sub(b'0')).collect();
        let cells = set["cells"].as_array().into_iter().flatten().filter_map(Value::as_u64);
        let wanted = set_of(cells.filter_map(|cell| usize::try_from(cell).ok()));
        let is_grid = witness.len() == self.grid.len() && solutions(self.shape).contains(&witness);
        if is_grid && differing(&self.grid, &witness) == wanted { Ok(()) } else { Err(format!("wrong witness: {set}")) }
    }

    fn ask_minimize(&self, rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
        let more = [
            "--orders".to_owned(),
            rng.random_range(1..4).to_string(),
            "--seed".to_owned(),
            rng.random_range(0..9).to_string(),
        ];
        let output = lab.run(&self.command("minimize", &more))?;
        output.expect_code(0)?;
        let record = output.record()?;
        let text = record["puzzle"].as_str().ok_or_else(|| format!("no puzzle: {record}"))?;
        let clues = clues_of(text, &self.grid)?;
        if !self.truth.is_valid(clues) || self.truth.redundant(clues) != 0 {
            return Err(format!("{text} is not a minimal puzzle"));
        }
        Ok(())
    }
}

/// Puzzles and their count, held against all that are wanted.
fn check_enumeration(output: &Output, grid: &[u8], wanted: &[Clues], is_counted: bool) -> Result<(), Wrong> {
    let mut records = output.records()?;
    let last = records.pop().ok_or("no record")?;
    expect_status(&last, "done")?;
    let n = number(&last, "n_puzzles").map(|n| n as usize);
    if last["complete"] != true || n != Some(wanted.len()) || !is_counted && records.len() != wanted.len() {
        return Err(format!(
            "{} puzzles are wanted, {} listed, and the record says {last}",
            wanted.len(),
            records.len()
        ));
    }
    if is_counted {
        return Ok(());
    }
    let puzzle = |record: &Value| clues_of(record["puzzle"].as_str().unwrap_or_default(), grid);
    check_listed(&records.iter().map(puzzle).collect::<Result<Vec<_>, _>>()?, wanted)
}

/// A random subset with about this share of the cells.
fn some_cells(n: usize, share: f64, rng: &mut Rng) -> Vec<usize> {
    let mut cells: Vec<usize> = (0..n).collect();
    cells.shuffle(rng);
    cells.truncate((n as f64 * share) as usize);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 14 or 26 minimal sets and four clues, as tjusila-2023 and others have for the two kinds of 4x4 grids; squares of
    /// order 2 and 3 need one and two clues.
    #[test]
    fn small_grids_have_their_known_minima() {
        for (shape, minima) in [(Shape::new(1, 2), [1, 1]), (Shape::new(1, 3), [2, 2]), (Shape::new(2, 2), [4, 4])] {
            let all = solutions(shape);
            for grid in [&all[0], &all[all.len() - 1]] {
                let others = all.iter().filter(|other| *other != grid).map(|other| differing(grid, other)).collect();
                let truth = Truth::new(grid.len(), others);
                assert!(truth.minimum().is_some_and(|minimum| minima.contains(&minimum)), "{shape:?}");
                if shape == Shape::new(2, 2) {
                    assert!([14, 26].contains(&truth.sets().len()));
                }
            }
        }
    }

    #[test]
    fn puzzles_of_other_grids_are_seen() {
        assert_eq!(clues_of("1..1", &[1, 2, 2, 1]), Ok(0b1001));
        assert!(clues_of("2..1", &[1, 2, 2, 1]).is_err() && clues_of("1..", &[1, 2, 2, 1]).is_err());
    }
}
