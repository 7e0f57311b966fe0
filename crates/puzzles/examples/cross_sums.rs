//! Makes cross sums whose sums have one filling, for `instances/puzzles`: `cross_sums N SEED [NAME]`, with N rows.
//!
//! The sums of a random board rarely have only one. So digits are changed in cells where other fillings differ, as long
//! as the number of open cells does not grow, until there are none. If this gets stuck, another board is tried.

use std::io::{self, Write as _};
use std::process::ExitCode;

use minclue_core::base::{Limits, Rng, rng};
use minclue_core::ilp::VarId;
use minclue_core::problem::{ModelClues, Verdict};
use minclue_puzzles::puzzles::PuzzleReader;
use rand::Rng as _;
use rand::seq::IndexedRandom as _;

/// Changes in a row that gain nothing, before a board is left.
const PATIENCE: u32 = 200;
/// Ways to change digits that break a rule, in a row, before a board is left.
const TRIES: u32 = 10_000;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers = words.first().and_then(|n| n.parse().ok()).zip(words.get(1).and_then(|seed| seed.parse().ok()));
    let Some((n @ 3..=25, seed)) = numbers else { return ExitCode::from(2) };
    let name = words.get(2).cloned().unwrap_or_else(|| format!("sums-{n}-{seed}"));
    let mut rng = rng(seed);
    let board = loop {
        if let Some(board) = Board::random(n, &mut rng).and_then(|board| forced(board, &mut rng)) {
            break board;
        }
    };
    match io::stdout().write_all(board.text(&name).as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Changes digits until the sums leave one filling.
fn forced(mut board: Board, rng: &mut Rng) -> Option<Board> {
    let mut open = board.open()?;
    let mut left = PATIENCE;
    while !open.is_empty() {
        left = left.checked_sub(1)?;
        let next = board.changed(&open, rng)?;
        let next_open = next.open()?;
        if next_open.len() < open.len() {
            left = PATIENCE;
        }
        if next_open.len() <= open.len() {
            (board, open) = (next, next_open);
        }
    }
    Some(board)
}

#[derive(Clone)]
struct Board {
    n: usize,
    /// The digit of each cell, row by row; `None` for black ones.
    digits: Vec<Option<usize>>,
    /// The cells of each run.
    runs: Vec<Vec<usize>>,
}

impl Board {
    /// Black cells that look the same from below, runs of two to five cells, and digits that fit. `None` if cells fall
    /// apart, a line is black, or most cells are.
    fn random(n: usize, rng: &mut Rng) -> Option<Self> {
        let mut is_black = vec![false; n * n];
        for cell in 0..n * n {
            // The second of a pair has another chance.
            if rng.random_bool(0.15) {
                is_black[cell] = true;
                is_black[n * n - 1 - cell] = true;
            }
        }
        // A run of one cell would say its digit: it is black too, and perhaps leaves another one.
        let runs = loop {
            let runs = runs(n, &is_black);
            let alone: Vec<usize> = runs.iter().filter(|run| run.len() == 1).flatten().copied().collect();
            if alone.is_empty() {
                break runs;
            }
            alone.into_iter().for_each(|cell| is_black[cell] = true);
        };
        let n_white = is_black.iter().filter(|is_black| !**is_black).count();
        let is_large = n_white * 2 > n * n && runs.iter().all(|run| run.len() <= 5);
        let crosses = |i: usize, run: &Vec<usize>| run.iter().any(|cell| cell / n == i || n + cell % n == i);
        if !is_large || !(0..2 * n).all(|i| runs.iter().any(|run| crosses(i, run))) || !hang_together(&runs, n_white) {
            return None;
        }
        let mut board = Self { n, digits: vec![None; n * n], runs };
        let white: Vec<usize> = (0..n * n).filter(|cell| !is_black[*cell]).collect();
        for cell in white {
            let free: Vec<usize> = (1..=9).filter(|digit| board.fits(cell, *digit)).collect();
            board.digits[cell] = Some(*free.choose(rng)?);
        }
        Some(board)
    }

    fn fits(&self, cell: usize, digit: usize) -> bool {
        let mut beside = self.runs.iter().filter(|run| run.contains(&cell)).flatten();
        beside.all(|other| *other == cell || self.digits[*other] != Some(digit))
    }

    /// The same with other digits in some of these cells, low and high ones more often: their sums say more.
    fn changed(&self, cells: &[usize], rng: &mut Rng) -> Option<Self> {
        for _ in 0..TRIES {
            let mut next = self.clone();
            let n_changes = rng.random_range(1..=3);
            let is_fine = (0..n_changes).all(|_| {
                let (Some(cell), Some(digit)) = (cells.choose(rng), [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9].choose(rng))
                else {
                    return false;
                };
                let fits = next.fits(*cell, *digit);
                next.digits[*cell] = Some(*digit);
                fits
            });
            if is_fine && next.digits != self.digits {
                return Some(next);
            }
        }
        None
    }

    /// The cells in which some filling with the same sums has another digit; `None` if a search would take long.
    fn open(&self) -> Option<Vec<usize>> {
        let text = self.text("board");
        let posed = PuzzleReader::new(text.as_bytes()).next()?.ok()?;
        let variable = |cell: usize| {
            let digit = self.digits[cell]?;
            let name = format!("x_r{}c{}_{digit}", cell / self.n + 1, cell % self.n + 1);
            posed.model.vars().find(|var| posed.model.var_name(*var) == name)
        };
        let mut closed: Vec<(usize, VarId)> =
            (0..self.n * self.n).filter_map(|cell| Some((cell, variable(cell)?))).collect();
        let mut open = Vec::new();
        while !closed.is_empty() {
            // A second filling differs in one of these.
            let shown: Vec<VarId> = closed.iter().map(|(_, var)| *var).collect();
            let problem = ModelClues::<10>::new(posed.model.clone(), posed.solution.clone(), &posed.clues, &shown);
            match problem.ok()?.suffices(&mut Limits::none().with_nodes(100_000).pace(1024)) {
                Verdict::Unique => break,
                Verdict::Limit(_) => return None,
                Verdict::Second(witness) => {
                    let (same, differ): (Vec<_>, Vec<_>) =
                        closed.into_iter().partition(|(_, var)| witness.0[var.get()] == 1);
                    open.extend(differ.into_iter().map(|(cell, _)| cell));
                    closed = same;
                }
            }
        }
        Some(open)
    }

    fn text(&self, name: &str) -> String {
        let shown = |digit: &Option<usize>| digit.map_or("#".to_owned(), |digit| digit.to_string());
        let row = |row: &[Option<usize>]| row.iter().map(shown).chain(["\n".to_owned()]).collect::<String>();
        let rows: String = self.digits.chunks(self.n).map(row).collect();
        format!("kakuro-sums {name}\n{rows}")
    }
}

/// White cells without a black one between them, line by line.
fn runs(n: usize, is_black: &[bool]) -> Vec<Vec<usize>> {
    let rows = (0..n).map(|row| (0..n).map(|column| row * n + column).collect());
    let columns = (0..n).map(|column| (0..n).map(|row| row * n + column).collect());
    let lines: Vec<Vec<usize>> = rows.chain(columns).collect();
    let parts = lines.iter().flat_map(|line| line.split(|cell| is_black[*cell]));
    parts.filter(|part| !part.is_empty()).map(<[usize]>::to_vec).collect()
}

/// Can all cells be reached from the first run?
fn hang_together(runs: &[Vec<usize>], n_white: usize) -> bool {
    let mut reached = runs.first().cloned().unwrap_or_default();
    loop {
        let n_before = reached.len();
        for run in runs {
            if run.iter().any(|cell| reached.contains(cell)) {
                let new: Vec<usize> = run.iter().copied().filter(|cell| !reached.contains(cell)).collect();
                reached.extend(new);
            }
        }
        if reached.len() == n_before {
            return n_before == n_white;
        }
    }
}
