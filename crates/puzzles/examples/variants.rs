//! Makes random solved puzzles as text, for `instances/puzzles`: `variants KIND N SEED [NAME]`, with N rows.
//!
//! The kinds are the modifiers with a drawing, those of one word, `killer`, and the puzzles on boards. If the clues may
//! not determine the solution, boards are drawn until all clues together leave one solution.

use std::io::{self, Write as _};
use std::process::ExitCode;

use minclue_core::base::{Limits, Rng, rng};
use minclue_core::problem::{ModelClues, Verdict};
use minclue_puzzles::puzzles::{MODIFIERS, PuzzleReader};
use rand::Rng as _;
use rand::seq::{IndexedRandom as _, SliceRandom as _};

/// Steps of one search for a square, before it begins anew.
const MAX_STEPS: u32 = 200_000;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers = words.get(1).and_then(|n| n.parse().ok()).zip(words.get(2).and_then(|seed| seed.parse().ok()));
    let (Some(kind), Some((n, seed))) = (words.first(), numbers) else {
        return ExitCode::from(2);
    };
    let name = words.get(3).cloned().unwrap_or_else(|| format!("{kind}-{n}-{seed}"));
    let mut rng = rng(seed);
    let text = loop {
        let Some(text) = made(kind, n, &name, &mut rng) else { return ExitCode::from(2) };
        if has_one_solution(&text) {
            break text;
        }
    };
    match io::stdout().write_all(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Do all clues together leave the solution alone? Not, if the text is not an instance.
fn has_one_solution(text: &str) -> bool {
    let Some(Ok(posed)) = PuzzleReader::new(text.as_bytes()).next() else { return false };
    let vars: Vec<_> = posed.model.vars().collect();
    let problem = ModelClues::<10>::new(posed.model, posed.solution, &posed.clues, &vars);
    problem.is_ok_and(|problem| problem.suffices(&mut Limits::none().pace(1024)) == Verdict::Unique)
}

/// A candidate; `None` for an unknown kind.
fn made(kind: &str, n: usize, name: &str, rng: &mut Rng) -> Option<String> {
    match kind {
        "minesweeper" => Some(format!("minesweeper {name}\n{}", board(n, 0.2, '*', rng))),
        "nonogram" => Some(format!("nonogram {name}\n{}", board(n, 0.6, '#', rng))),
        "star-battle" => Some(format!("star-battle {name}\n{}", stars(n, rng))),
        _ => {
            let rule = if kind == "killer" { "cages" } else { kind };
            let modifier = MODIFIERS.iter().find(|modifier| modifier.name == rule)?;
            let word = if modifier.lines.is_empty() { format!(" {rule}") } else { String::new() };
            let square = square(n, rule, rng);
            let rows: String =
                square.chunks(n).map(|row| text_of(row.iter().map(|d| char::from(b'0' + *d as u8)))).collect();
            let base = if rule == "non-consecutive" { "latin" } else { "sudoku" };
            Some(format!("{base}{word} {name}\n{rows}{}", rules(rule, n, &square, rng)?))
        }
    }
}

fn text_of(row: impl Iterator<Item = char>) -> String {
    row.chain(['\n']).collect()
}

/// The cells of a box: the squarest shape.
fn box_of(n: usize, cell: usize) -> usize {
    let rows = (1..=n).filter(|rows| n.is_multiple_of(*rows) && rows * rows <= n).max().unwrap_or(1);
    let columns = n / rows;
    cell / n / rows * rows + cell % n / columns
}

/// May these digits stand in two cells?
fn fit(n: usize, rule: &str, a: (usize, usize), b: (usize, usize)) -> bool {
    let rows = (1..=n).filter(|rows| n.is_multiple_of(*rows) && rows * rows <= n).max().unwrap_or(1);
    let (down, right) = ((a.0 / n).abs_diff(b.0 / n), (a.0 % n).abs_diff(b.0 % n));
    let place = |cell: usize| (cell / n % rows, cell % n % (n / rows));
    // Sudoku grids without neighbors that follow each other are too rare for this search.
    let has_boxes = rule != "non-consecutive";
    let meet = down == 0 || right == 0 || has_boxes && box_of(n, a.0) == box_of(n, b.0);
    let meet = meet
        || match rule {
            "anti-knight" => down + right == 3 && down.min(right) == 1,
            "anti-king" => down == 1 && right == 1,
            "disjoint-groups" => place(a.0) == place(b.0),
            "falling-diagonal" => [a.0, b.0].iter().all(|cell| cell / n == cell % n),
            "rising-diagonal" => [a.0, b.0].iter().all(|cell| cell / n + cell % n + 1 == n),
            _ => false,
        };
    let is_apart = rule != "non-consecutive" || down + right != 1 || a.1.abs_diff(b.1) != 1;
    is_apart && (!meet || a.1 != b.1)
}

/// A random square with a rule.
fn square(n: usize, rule: &str, rng: &mut Rng) -> Vec<usize> {
    loop {
        let mut square = vec![0; n * n];
        let mut steps = 0;
        if fill(n, rule, &mut square, &mut steps, rng) {
            return square;
        }
    }
}

/// Fills the cell with the fewest digits left, until all are full or there were too many steps.
fn fill(n: usize, rule: &str, square: &mut [usize], steps: &mut u32, rng: &mut Rng) -> bool {
    *steps += 1;
    let left = |cell: usize, square: &[usize]| -> Vec<usize> {
        let fits = |digit: &usize| {
            (0..n * n).all(|other| square[other] == 0 || fit(n, rule, (cell, *digit), (other, square[other])))
        };
        (1..=n).filter(fits).collect()
    };
    let empty = (0..n * n).filter(|cell| square[*cell] == 0);
    let Some((cell, mut digits)) = empty.map(|cell| (cell, left(cell, square))).min_by_key(|(_, left)| left.len())
    else {
        return true;
    };
    digits.shuffle(rng);
    for digit in digits {
        if *steps > MAX_STEPS / (n * n) as u32 {
            return false;
        }
        square[cell] = digit;
        if fill(n, rule, square, steps, rng) {
            return true;
        }
        square[cell] = 0;
    }
    false
}

fn key(n: usize, cell: usize) -> String {
    format!("r{}c{}", cell / n + 1, cell % n + 1)
}

/// The cells around a cell, with those at its corners or without.
fn around(n: usize, cell: usize, with_corners: bool) -> Vec<usize> {
    let far = |other: usize| ((other / n).abs_diff(cell / n), (other % n).abs_diff(cell % n));
    let is_near = |other: &usize| match far(*other) {
        (0, 1) | (1, 0) => true,
        (1, 1) => with_corners,
        _ => false,
    };
    (0..n * n).filter(is_near).collect()
}

/// The lines of a modifier.
fn rules(rule: &str, n: usize, square: &[usize], rng: &mut Rng) -> Option<String> {
    Some(match rule {
        "cages" => cages(n, square, rng),
        "thermometers" => {
            let rises = |path: &[usize], next: usize| square[next] > square[path[path.len() - 1]];
            paths(n, rng, &rises)
                .iter()
                .filter(|path| path.len() > 2)
                .map(|path| line("thermometer", n, path))
                .collect()
        }
        "arrows" => {
            let sum = |path: &[usize]| path[1..].iter().map(|cell| square[*cell]).sum::<usize>();
            let fits = |path: &[usize], next: usize| sum(path) + square[next] <= square[path[0]];
            let all = paths(n, rng, &fits);
            let whole = all.iter().filter(|path| path.len() > 2 && sum(path) == square[path[0]]);
            whole.map(|path| line("arrow", n, path)).collect()
        }
        "signs" | "kropki" => {
            let pairs = (0..n * n).flat_map(|a| around(n, a, false).into_iter().map(move |b| (a, b)));
            let mut lines: Vec<String> = pairs
                .filter_map(|(a, b)| match (rule, square[a], square[b]) {
                    ("signs", x, y) if x > y => Some(line("greater", n, &[a, b])),
                    ("kropki", x, y) if a < b && x.abs_diff(y) == 1 => Some(line("kropki white", n, &[a, b])),
                    ("kropki", x, y) if a < b && (x == 2 * y || y == 2 * x) => Some(line("kropki black", n, &[a, b])),
                    _ => None,
                })
                .collect();
            lines.retain(|_| rng.random_bool(0.4));
            lines.concat()
        }
        "little-killer" => {
            let starts = (1..n - 1).flat_map(|i| {
                [(i, "down-right"), (i * n, "down-right"), (i, "down-left"), ((n - 1) * n + i, "up-right")]
            });
            let mut lines: Vec<String> =
                starts.map(|(cell, direction)| format!("little-killer {} {direction}\n", key(n, cell))).collect();
            lines.retain(|_| rng.random_bool(0.4));
            lines.concat()
        }
        _ if MODIFIERS.iter().any(|modifier| modifier.name == rule && modifier.lines.is_empty()) => String::new(),
        _ => return None,
    })
}

fn line(word: &str, n: usize, cells: &[usize]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| key(n, *cell)).collect();
    format!("{word} {}\n", cells.join(" "))
}

/// Random ways over cells that are in no other one, as long as `fits` lets them go on.
fn paths(n: usize, rng: &mut Rng, fits: &dyn Fn(&[usize], usize) -> bool) -> Vec<Vec<usize>> {
    let mut is_free = vec![true; n * n];
    let mut starts: Vec<usize> = (0..n * n).collect();
    starts.shuffle(rng);
    let mut all = Vec::new();
    for start in starts {
        if !is_free[start] {
            continue;
        }
        let mut path = vec![start];
        while path.len() < 6 {
            let mut next = around(n, path[path.len() - 1], true);
            next.retain(|cell| is_free[*cell] && !path.contains(cell) && fits(&path, *cell));
            let Some(cell) = next.choose(rng) else { break };
            path.push(*cell);
        }
        if path.len() > 2 {
            path.iter().for_each(|cell| is_free[*cell] = false);
            all.push(path);
        }
    }
    all
}

/// A drawing of cages of up to five cells that cover the square.
fn cages(n: usize, square: &[usize], rng: &mut Rng) -> String {
    let names: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').collect();
    let mut cage = vec![None; n * n];
    let mut n_cages = 0;
    for start in 0..n * n {
        if cage[start].is_some() {
            continue;
        }
        let wanted = rng.random_range(2..=if n > 6 { 5 } else { 3 });
        let mut cells = vec![start];
        while cells.len() < wanted {
            let next = cells.iter().flat_map(|cell| around(n, *cell, false));
            let is_new =
                |cell: &usize| cage[*cell].is_none() && cells.iter().all(|other| square[*other] != square[*cell]);
            let next: Vec<usize> = next.filter(is_new).collect();
            let Some(cell) = next.choose(rng) else { break };
            cells.push(*cell);
        }
        cells.iter().for_each(|cell| cage[*cell] = names.get(n_cages).copied());
        n_cages += 1;
    }
    let rows: String = cage.chunks(n).map(|row| text_of(row.iter().map(|letter| letter.unwrap_or('.')))).collect();
    format!("cages\n{rows}")
}

/// Marks in some cells of a board.
fn board(n: usize, density: f64, mark: char, rng: &mut Rng) -> String {
    (0..n).map(|_| text_of((0..n).map(|_| if rng.random_bool(density) { mark } else { '.' }))).collect()
}

/// A star in each row and column, no two of them touching, and regions that grow around them.
fn stars(n: usize, rng: &mut Rng) -> String {
    let mut columns: Vec<usize> = (0..n).collect();
    while columns.windows(2).any(|pair| pair[0].abs_diff(pair[1]) <= 1) {
        columns.shuffle(rng);
    }
    let mut region = vec![None; n * n];
    columns.iter().enumerate().for_each(|(row, column)| region[row * n + column] = Some(row));
    while region.contains(&None) {
        let cell = rng.random_range(0..n * n);
        if region[cell].is_none()
            && let Some(near) = around(n, cell, false).choose(rng)
        {
            region[cell] = region[*near];
        }
    }
    let row = |row: usize| text_of((0..n).map(|column| if columns[row] == column { '*' } else { '.' }));
    let letters = |row: &[Option<usize>]| text_of(row.iter().map(|r| char::from(b'A' + r.unwrap_or(0) as u8)));
    (0..n).map(row).chain(region.chunks(n).map(letters)).collect()
}
