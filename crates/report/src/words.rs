//! Words that the texts of several records need.

pub use minclue_core::base::harmless;
use minclue_core::base::{Cell, Index};
use minclue_core::sudoku::{Shape, cell_name};

use super::head::{AnswerStatus, Head, ProblemRecord};
use super::picture::{Picture, beside};

/// A text of several lines, none of which steers the terminal.
pub(super) fn harmless_lines(text: &str) -> String {
    text.lines().map(harmless).collect::<Vec<_>>().join("\n")
}

/// A number of clues.
#[must_use]
pub fn clues(k: usize) -> String {
    if k == 1 { "1 clue".to_owned() } else { format!("{k} clues") }
}

/// A number of what is chosen in a problem of this kind.
#[must_use]
pub(super) fn units(k: usize, kind: Option<&str>) -> String {
    let (one, many) = match kind {
        Some(ProblemRecord::HYPERGRAPH) => ("vertex", "vertices"),
        Some(ProblemRecord::EXPLANATION) => ("constraint", "constraints"),
        Some(ProblemRecord::WEIGHTED_HYPERGRAPH | ProblemRecord::WEIGHTED_EXPLANATION) => {
            ("unit of weight", "units of weight")
        }
        _ => return clues(k),
    };
    format!("{k} {}", if k == 1 { one } else { many })
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

/// The picture of a grid or puzzle as text; nothing of what is none.
pub(super) fn drawn(puzzle: &str, shape: Option<&str>, paint: bool) -> String {
    Picture::of(shape, puzzle).map_or_else(String::new, |picture| beside(&[picture], paint))
}

/// What a clue says, as people read it: of a grid its place and its digit, `R2C2=3` of `x_r2c2_3`. The variables of a
/// model from a file keep their names.
#[must_use]
pub fn clue_name(name: &str, kind: &str) -> String {
    let of_grid = |name: &str| {
        let (row, rest) = name.strip_prefix("x_r")?.split_once('c')?;
        let (column, value) = rest.split_once('_')?;
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let (value, sign) = value.strip_suffix("=0").map_or((value, "="), |value| (value, "!="));
        let is_known = is_number(row) && is_number(column) && is_number(value);
        is_known.then(|| format!("R{row}C{column}{sign}{value}"))
    };
    const OWN_NAMES: [&str; 3] =
        [ProblemRecord::MODEL, ProblemRecord::EXPLANATION, ProblemRecord::WEIGHTED_EXPLANATION];
    Some(name).filter(|_| !OWN_NAMES.contains(&kind)).and_then(of_grid).unwrap_or_else(|| harmless(name))
}

/// The variable of a clue that is written as people read it: `x_r2c2_3` of `R2C2=3`.
#[must_use]
pub fn clue_variable(text: &str) -> Option<String> {
    let (place, value) = text.split_once('=')?;
    let place = place.to_ascii_lowercase();
    let (row, column) = place.strip_prefix('r')?.split_once('c')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    [row, column, value].into_iter().all(is_number).then(|| format!("x_r{row}c{column}_{value}"))
}

/// The names of cells: of a grid, or of what stands in its place.
pub(super) fn names(cells: &[usize], head: &Head) -> Vec<String> {
    let shape: Shape = head.shape.as_deref().and_then(|s| s.parse().ok()).unwrap_or(Shape::NINE);
    let name = |&cell: &usize| match &head.problem {
        Some(problem) => problem.cells.get(cell).map_or_else(String::new, |name| clue_name(name, problem.kind)),
        None => cell_name(shape, Cell::new(cell)),
    };
    cells.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clues_of_grids_have_names_that_people_read() {
        assert_eq!(clue_name("x_r2c12_3", "latin"), "R2C12=3");
        assert_eq!(clue_name("x_r2c12_3=0", "latin"), "R2C12!=3");
        assert_eq!(clue_variable("R2C12=3").as_deref(), Some("x_r2c12_3"));
        assert_eq!(clue_variable("r2c12=3"), clue_variable("R2C12=3"));
        for other in ["R2C12", "R2C=3", "x=3", "R2C2=", "x_r2c2_3"] {
            assert_eq!(clue_variable(other), None);
        }
        for other in ["x_r2c12", "x_rc_", "x_r2c3_a", "e_r1c1", "x_r2c2_3_4", "a\u{1b}"] {
            assert_eq!(clue_name(other, "latin"), harmless(other));
        }
        assert_eq!(clue_name("x_r2c2_3", ProblemRecord::MODEL), "x_r2c2_3");
    }
}
