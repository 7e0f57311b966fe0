//! What people read of puzzles made, exchanged, classed and rated, and of the teaching solvers.

use std::fmt::Write as _;

use crate::base::{Cell, Index};
use crate::report::{
    BacktrackingRecord, CanonRecord, FillRecord, GeneratedRecord, MinimizeRecord, RateRecord, Solutions, SquaresRecord,
    Status,
};
use crate::sudoku::{Shape, cell_name};

use super::text::{clues, drawn, why};

/// One line: the form, so that other programs can read it.
pub(super) fn canon(record: &CanonRecord) -> Option<String> {
    let mut line = record.minlex.clone()?;
    if record.shows_order {
        // Beyond 64 bits it is not counted.
        let order = record.n_automorphisms.map_or_else(|| ">=2^64".to_owned(), |order| order.to_string());
        let _ = write!(line, " {order}");
    }
    if let Some(isomorphic) = record.isomorphic {
        line.push_str(if isomorphic { " isomorphic" } else { " different" });
    }
    Some(line)
}

/// One line: the puzzle.
pub(super) fn minimize(record: &MinimizeRecord) -> Option<String> {
    record.puzzle.clone()
}

/// One line: the puzzle.
pub(super) fn generated(record: &GeneratedRecord) -> Option<String> {
    record.puzzle.clone()
}

/// One line: the puzzle and its measures.
pub(super) fn rate(record: &RateRecord) -> Option<String> {
    let mut line = record.head.input.as_ref().or(record.head.grid.as_ref())?.clone();
    let n_clues = record.n_clues.unwrap_or(0);
    let validity = match (record.solutions, record.minimal) {
        (Some(Solutions::One), Some(true)) => ", minimal",
        (Some(Solutions::One), _) => "",
        (Some(Solutions::None), _) => ", no solution",
        (Some(Solutions::Several), _) => ", several solutions",
        (None, _) => ", solutions unknown",
    };
    let _ = write!(line, "  {}{validity}", clues(n_clues));
    for (name, field, value) in [
        ("tries", "tries", record.tries),
        ("FC", "fc", record.fc),
        ("MRV", "mrv", record.mrv),
        ("CtN", "ctn", record.ctn),
    ] {
        let _ = match (value, record.at_least.get(field)) {
            (Some(n), _) => write!(line, "  {name} {n}"),
            (None, Some(n)) => write!(line, "  {name} {n} or more"),
            (None, None) => Ok(()),
        };
    }
    if let Some(ntn) = record.ntn {
        let _ = write!(line, "  NtN {ntn:.3}");
    }
    Some(line)
}

/// The solution, and what it took.
pub(super) fn fill(record: &FillRecord) -> String {
    let mut text = String::new();
    if let Some(solution) = record.solution.as_ref().filter(|_| !record.is_listed) {
        text.push_str(&drawn(solution, record.head.shape.as_deref()));
    }
    let (tries, n) = (record.tries.unwrap_or(0), record.n_solutions.unwrap_or(0));
    let solutions = match (n, record.complete == Some(true)) {
        (0, true) => "no solution".to_owned(),
        (1, true) => "1 solution, and no other".to_owned(),
        (n, true) => format!("{n} solutions, and no others"),
        (0, false) => "no solution yet".to_owned(),
        (1, false) => "1 solution".to_owned(),
        (n, false) => format!("{n} solutions"),
    };
    let stopped = match record.head.status {
        Status::Optimal => String::new(),
        status => format!(", {}", why(status)),
    };
    let noun = if tries == 1 { "try" } else { "tries" };
    let _ = writeln!(text, "{tries} {noun}, {solutions}{stopped} ({:.1} s)", record.seconds);
    text
}

/// The solution, and a line for each strategy.
pub(super) fn backtracking(record: &BacktrackingRecord) -> String {
    let mut text = record.solution.as_ref().map_or_else(String::new, |s| drawn(s, record.head.shape.as_deref()));
    let _ = writeln!(text, "{:<8} {:>12} {:>12} {:>6}  end", "strategy", "recursions", "backtracks", "depth");
    for s in &record.strategies {
        let end = match s.solved {
            Some(true) => s.stop,
            Some(false) => "no solution",
            None => why(record.head.status),
        };
        let name = s.strategy;
        let _ = writeln!(text, "{name:<8} {:>12} {:>12} {:>6}  {end}", s.recursions, s.backtracks, s.depth);
    }
    text
}

/// A line for each blank square, and their sum.
pub(super) fn squares(record: &SquaresRecord) -> String {
    let mut text = String::new();
    let Some(shape) = record.head.shape.as_deref().and_then(|shape| shape.parse::<Shape>().ok()) else { return text };
    for square in &record.squares {
        let candidates: Vec<String> = square.candidates.iter().map(usize::to_string).collect();
        let name = cell_name(shape, Cell::new(square.cell));
        let state = if square.neutralised { "  neutralised" } else { "" };
        let _ = writeln!(text, "{name:<6} CtN {:>7.3}  {}{state}", square.ctn, candidates.join(" "));
    }
    let (blank, candidates) = (record.n_blank.unwrap_or(0), record.n_candidates.unwrap_or(0));
    let ntn = record.ntn.map_or_else(String::new, |ntn| format!(", NtN {ntn:.3}"));
    let state = if record.neutralised == Some(true) { ", neutralised" } else { "" };
    let _ = writeln!(text, "{blank} blank squares, {candidates} candidates{ntn}{state}");
    text
}
