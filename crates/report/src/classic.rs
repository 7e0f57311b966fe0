//! The records of `classic`: what the teaching solvers did.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use minclue_core::base::{Cell, Index};
use minclue_core::sudoku::{Shape, cell_name};

use super::head::AnswerStatus;
use super::record::{Record, Text, answer, record};
use super::words::{drawn, why};

answer! {
    /// The answer of `classic fill` for one input: `minclue-fill/1`.
    pub struct FillRecord = "minclue-fill/1";
    names: "id input grid shape status error.message n_clues order seed tries n_exhausted n_solutions complete \
            solution seconds";
    shown: "id: name, n_clues: clues, order: order, tries: tries, n_solutions: solutions, complete: all, status: \
            status, seconds: seconds";
    /// Number of clues.
    pub n_clues: Option<usize>,
    /// Order in which each cell tries its values: `ascending` or `random`.
    pub order: &'static str,
    /// The seed of a random order.
    pub seed: Option<u64>,
    /// Values written and cells emptied.
    pub tries: Option<u64>,
    /// Cells emptied, since all their values failed.
    pub n_exhausted: Option<u64>,
    /// Solutions found.
    pub n_solutions: Option<u64>,
    /// Whether the search is complete, so that there is no other solution.
    pub complete: Option<bool>,
    /// The first solution.
    pub solution: Option<String>,
    /// Were the solutions written before this record?
    #[serde(skip)]
    pub is_listed: bool,
    seconds, version,
    /// All solutions found, with `--list` and `--format json`.
    pub solutions: Option<Vec<String>>,
}

impl Record for FillRecord {
    fn text(&self, paint: bool) -> Text {
        // The solution, and what it took.
        let mut text = String::new();
        if let Some(solution) = self.solution.as_ref().filter(|_| !self.is_listed) {
            text.push_str(&drawn(solution, self.head.shape.as_deref(), paint));
        }
        let (tries, n) = (self.tries.unwrap_or(0), self.n_solutions.unwrap_or(0));
        let solutions = match (n, self.complete == Some(true)) {
            (0, true) => "no solution".to_owned(),
            (1, true) => "1 solution, and no other".to_owned(),
            (n, true) => format!("{n} solutions, and no others"),
            (0, false) => "no solution yet".to_owned(),
            (1, false) => "1 solution".to_owned(),
            (n, false) => format!("{n} solutions"),
        };
        let stopped = match self.head.status {
            AnswerStatus::Done => String::new(),
            status => format!(", {}", why(status)),
        };
        let noun = if tries == 1 { "try" } else { "tries" };
        let _ = writeln!(text, "{tries} {noun}, {solutions}{stopped} ({:.1} s)", self.seconds);
        Text::Block(text)
    }
}

record! {
    /// A change of the board by a teaching solver: `minclue-trace/1`. The record of its puzzle follows the last one.
    #[derive(Eq)]
    pub struct TraceRecord;
    /// Name and version of the record's layout.
    pub schema: &'static str,
    /// The name of the input.
    pub id: Option<String>,
    /// `fill`, `fc`, `mrv` or `ctn`.
    pub solver: &'static str,
    /// The number of the change, from 1.
    pub step: u64,
    /// The cell.
    pub cell: usize,
    /// The digit that is written; omitted if the cell is emptied.
    pub digit: Option<usize>,
    /// Tries or recursions up to now.
    pub count: u64,
    /// The name of the cell, such as `R1C1`.
    #[serde(skip)]
    pub cell_name: String,
    /// Assignments that stand above it, where the solver goes back and forth.
    #[serde(skip)]
    pub depth: usize,
}

impl TraceRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-trace/1";

    /// The same for people: one line, indented as far as the search is deep.
    #[must_use]
    pub fn line(&self) -> String {
        let indent = "  ".repeat(self.depth.min(Self::MAX_INDENT));
        match self.digit {
            Some(digit) => format!("{:>8}  {indent}{} = {digit}", self.count, self.cell_name),
            None => format!("{:>8}  {indent}{} is emptied", "", self.cell_name),
        }
    }

    /// Lines of deeper steps are no longer indented further.
    const MAX_INDENT: usize = 24;
}

/// The work of one strategy.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct StrategyRecord {
    /// `fc`, `mrv` or `ctn`.
    pub strategy: &'static str,
    /// When it ended: `solved`, `neutralised` or `ratio`.
    pub stop: &'static str,
    /// Assignments tried, or calls, by `--unit`.
    pub recursions: u64,
    /// Assignments undone.
    pub backtracks: u64,
    /// Assignments that led to the solution.
    pub depth: usize,
    /// Whether a solution was found; omitted if a limit came first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<bool>,
    /// Wall-clock seconds.
    pub seconds: f64,
}

answer! {
    /// The answer of `classic search` for one input: `minclue-backtracking/1`.
    pub struct BacktrackingRecord = "minclue-backtracking/1";
    names: "id input grid shape status error.message n_clues ties seed count strategy stop recursions backtracks depth \
            solved seconds";
    shown: "id: name, n_clues: clues, strategy: strategy, recursions: recursions, backtracks: backtracks, depth: \
            depth, stop: end, seconds: seconds" in "strategies";
    /// Number of clues.
    pub n_clues: Option<usize>,
    /// Which of equal squares comes first: `first` or `random`.
    pub ties: &'static str,
    /// The seed of random ties.
    pub seed: Option<u64>,
    /// Unit of recursions: `assignments` or `calls`.
    pub count: &'static str,
    /// The strategies, in the order asked for.
    pub strategies: Vec<StrategyRecord>,
    /// The solution of the first strategy that found one.
    pub solution: Option<String>,
    version,
}

impl Record for BacktrackingRecord {
    fn text(&self, paint: bool) -> Text {
        // The solution, and a line for each strategy.
        let shape = self.head.shape.as_deref();
        let mut text = self.solution.as_ref().map_or_else(String::new, |solution| drawn(solution, shape, paint));
        let _ = writeln!(text, "{:<8} {:>12} {:>12} {:>6}  end", "strategy", "recursions", "backtracks", "depth");
        for s in &self.strategies {
            let end = match s.solved {
                Some(true) => s.stop,
                Some(false) => "no solution",
                None => why(self.head.status),
            };
            let name = s.strategy;
            let _ = writeln!(text, "{name:<8} {:>12} {:>12} {:>6}  {end}", s.recursions, s.backtracks, s.depth);
        }
        Text::Block(text)
    }
}

/// One blank square.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SquareRecord {
    /// Its number, from 0.
    pub cell: usize,
    /// The values that its peers leave to it.
    pub candidates: Vec<usize>,
    /// Whether it has one candidate, which is not a candidate of its blank peers.
    pub neutralised: bool,
    /// Its contribution number, negative where it has more candidates than the best squares.
    pub ctn: f64,
}

answer! {
    /// The answer of `classic squares` for one input: `minclue-squares/1`.
    pub struct SquaresRecord = "minclue-squares/1";
    names: "id input grid shape status error.message n_blank n_candidates ntn neutralised cell candidates ctn";
    shown: "id: name, cell: square, candidates: candidates, ctn: CtN" in "squares";
    /// Blank squares (TBS).
    pub n_blank: Option<usize>,
    /// Candidates of all blank squares (TRC).
    pub n_candidates: Option<usize>,
    /// The neutralisation number, TBS / TRC; unknown of a puzzle without blanks or candidates.
    pub ntn: Option<f64>,
    /// Whether all blank squares are neutralised.
    pub neutralised: Option<bool>,
    /// The blank squares, ascending.
    pub squares: Vec<SquareRecord>,
    version,
}

impl Record for SquaresRecord {
    fn text(&self, _: bool) -> Text {
        // A line for each blank square, and their sum.
        let mut text = String::new();
        let Some(shape) = self.head.shape.as_deref().and_then(|shape| shape.parse::<Shape>().ok()) else {
            return Text::Block(text);
        };
        for square in &self.squares {
            let candidates: Vec<String> = square.candidates.iter().map(usize::to_string).collect();
            let name = cell_name(shape, Cell::new(square.cell));
            let state = if square.neutralised { "  neutralised" } else { "" };
            let _ = writeln!(text, "{name:<6} CtN {:>7.3}  {}{state}", square.ctn, candidates.join(" "));
        }
        let (blank, candidates) = (self.n_blank.unwrap_or(0), self.n_candidates.unwrap_or(0));
        let ntn = self.ntn.map_or_else(String::new, |ntn| format!(", NtN {ntn:.3}"));
        let state = if self.neutralised == Some(true) { ", neutralised" } else { "" };
        let _ = writeln!(text, "{blank} blank squares, {candidates} candidates{ntn}{state}");
        Text::Block(text)
    }
}
