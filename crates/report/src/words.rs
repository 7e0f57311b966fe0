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
        AnswerStatus::Decided => "decided",
        AnswerStatus::MaxReached => "stopped at the requested number, there may be more",
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

/// What was asked of the choice, as it follows the number of clues: those of the puzzle alone, cells that have to be
/// among them, and cells that must not be.
#[must_use]
pub fn conditions(head: &Head, given: &[usize], forbidden: &[usize]) -> String {
    let is_vertex = head.problem.is_some();
    let named = |cells: &[usize], adjective: &str| {
        let vertices = || cells.iter().map(|vertex| (vertex + 1).to_string()).collect::<Vec<_>>().join(", ");
        match (cells.len(), is_vertex) {
            (n @ FEW_NAMES.., false) => format!("{n} {adjective}cells"),
            (n @ FEW_NAMES.., true) => format!("{n} {adjective}vertices"),
            (_, false) => names(cells, head).join(", "),
            (1, true) => format!("vertex {}", vertices()),
            (_, true) => format!("vertices {}", vertices()),
        }
    };
    let is_empty = |c: char| matches!(c, '.' | '0');
    let own = head.input.as_deref().filter(|_| !is_vertex).filter(|puzzle| {
        let empty = puzzle.chars().enumerate().filter(|(_, c)| is_empty(*c)).map(|(cell, _)| cell);
        empty.eq(forbidden.iter().copied())
    });
    let own = own.map(|puzzle| format!(" of these {}", puzzle.chars().filter(|c| !is_empty(*c)).count()));
    let without = || Some(format!(" without {}", named(forbidden, "forbidden "))).filter(|_| !forbidden.is_empty());
    let with = Some(format!(" with {} given", named(given, ""))).filter(|_| !given.is_empty());
    let parts: Vec<String> = [own.clone(), with, without().filter(|_| own.is_none())].into_iter().flatten().collect();
    parts.join(if own.is_none() { " and" } else { "" })
}

/// From this many on, cells are counted and not named.
const FEW_NAMES: usize = 5;

/// Words in lines of at most `width` letters; a word that is longer has a line of its own.
#[must_use]
pub fn wrapped(words: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_of_the_clues_is_said() {
        let head = |input: Option<&str>| Head {
            input: input.map(str::to_owned),
            ..Head::new("minclue-result/1", AnswerStatus::Optimal).of_shape("2x2".parse().expect("a shape"))
        };
        assert_eq!(conditions(&head(None), &[], &[]), "");
        assert_eq!(conditions(&head(None), &[0, 5], &[]), " with R1C1, R2C2 given");
        assert_eq!(conditions(&head(None), &[0], &[15]), " with R1C1 given and without R4C4");
        assert_eq!(conditions(&head(None), &[], &[0, 1, 2, 3, 4]), " without 5 forbidden cells");
        let puzzle = Some("1.3.3.1.2.4.4.2.");
        let empty = [1, 3, 5, 7, 9, 11, 13, 15];
        assert_eq!(conditions(&head(puzzle), &[0], &empty), " of these 8 with R1C1 given");
        assert_eq!(conditions(&head(puzzle), &[], &empty[1..]), " without 7 forbidden cells");
    }

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
