//! Words that the texts of several records need.

use minclue_core::base::{Cell, Index};
use minclue_core::sudoku::{Reader, Shape, cell_name, picture};

use super::head::{AnswerStatus, Head};

/// A name from a file must not steer the terminal.
#[must_use]
pub fn harmless(id: &str) -> String {
    id.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// The same of text of several lines.
pub(super) fn harmless_lines(text: &str) -> String {
    text.lines().map(harmless).collect::<Vec<_>>().join("\n")
}

/// A number of clues.
#[must_use]
pub fn clues(k: usize) -> String {
    if k == 1 { "1 clue".to_owned() } else { format!("{k} clues") }
}

/// Why no more is known.
#[must_use]
pub fn why(status: AnswerStatus) -> &'static str {
    match status {
        AnswerStatus::Optimal | AnswerStatus::Done => "done",
        AnswerStatus::Decided => "that is all that was asked",
        AnswerStatus::MaxReached => "as many as asked for, there may be more",
        AnswerStatus::TimeLimit => "time limit reached",
        AnswerStatus::NodeLimit => "node limit reached",
        AnswerStatus::MemoryLimit => "memory limit reached",
        AnswerStatus::Interrupted => "interrupted",
        AnswerStatus::InvalidInput => "invalid input",
        AnswerStatus::Mismatch => "the engines contradict each other",
        AnswerStatus::Failed => "failed",
    }
}

/// The picture of a puzzle written by ourselves, so it reads.
pub(super) fn drawn(puzzle: &str, shape: Option<&str>) -> String {
    let shape = shape.and_then(|s| s.parse().ok());
    Reader::new(puzzle.as_bytes(), shape).flatten().map(|entry| picture(&entry.puzzle)).collect()
}

/// The names of cells: of a grid, or of what stands in its place.
pub(super) fn names(cells: &[usize], head: &Head) -> Vec<String> {
    let shape: Shape = head.shape.as_deref().and_then(|s| s.parse().ok()).unwrap_or(Shape::NINE);
    let name = |&cell: &usize| match &head.problem {
        Some(problem) => problem.cells.get(cell).map_or_else(String::new, |name| harmless(name)),
        None => cell_name(shape, Cell::new(cell)),
    };
    cells.iter().map(name).collect()
}
