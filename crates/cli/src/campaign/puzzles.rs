//! The puzzles in records: does each have one solution, and is it that of the input?

use serde_json::Value;

use minclue_core::base::{Digit, Limits};
use minclue_core::sudoku::{Puzzle, Shape};
use minclue_puzzles::grid_files::GridReader;

use super::second_rules::Rules;
use super::second_solver::solutions;

/// What came of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Checked {
    /// It has no puzzle that could be solved.
    Nothing,
    /// Its puzzle was solved, and is one of its input.
    Solved,
    /// Its puzzle was too hard: nothing is known to be wrong with it.
    GivenUp,
}

/// Checks the puzzles of one input.
pub(super) struct PuzzleCheck<'a> {
    shape: Option<Shape>,
    input: Option<&'a Puzzle>,
}

impl<'a> PuzzleCheck<'a> {
    /// The puzzles are of this shape, and of this grid or puzzle if it is known.
    pub(super) fn new(shape: Option<Shape>, input: Option<&'a Puzzle>) -> Self {
        Self { shape, input }
    }

    /// Checks the puzzle of a record, if it has one.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub(super) fn record(&self, record: &Value, limits: &Limits) -> Result<Checked, String> {
        let Some(text) = record.get("puzzle").and_then(Value::as_str) else { return Ok(Checked::Nothing) };
        let is_other_question = |name: &str| record.get(name).and_then(Value::as_u64).is_some_and(|n| n > 1);
        if is_other_question("max_solutions") {
            return Ok(Checked::Nothing);
        }
        let Some(Ok(entry)) = GridReader::new(text.as_bytes(), self.shape, None).next() else {
            return Err(format!("its puzzle {text} cannot be read"));
        };
        let variant = record.get("variant").and_then(Value::as_str).unwrap_or_default();
        let rules = Rules::new(entry.puzzle.shape(), variant)?;
        let n_clues = entry.puzzle.n_clues() as u64;
        let other = record.get("upper_bound").and_then(Value::as_u64).filter(|upper| *upper != n_clues);
        let counted = |checked| match other {
            Some(upper) => Err(format!("its puzzle has {n_clues} clues, not {upper}")),
            None => Ok(checked),
        };
        // Clues are counted all the same.
        let Ok(found) = solutions(&entry.puzzle, &rules, 2, limits) else { return counted(Checked::GivenUp) };
        let [solution] = found.as_slice() else {
            let how = if found.is_empty() { "no solution" } else { "a second solution" };
            return Err(format!("its puzzle {text} has {how}"));
        };
        if self.input.is_some_and(|input| !agrees(input, solution)) {
            return Err(format!("its puzzle {text} belongs to another grid"));
        }
        counted(Checked::Solved)
    }
}

fn agrees(input: &Puzzle, solution: &[Digit]) -> bool {
    input.cells().iter().zip(solution).all(|(given, digit)| given.is_none_or(|given| given == *digit))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(record: &Value) -> Result<Checked, String> {
        check_within(record, &Limits::none())
    }

    fn check_within(record: &Value, limits: &Limits) -> Result<Checked, String> {
        let entry = GridReader::new(&b"1234341221434321"[..], None, None).next().expect("one").expect("a grid");
        PuzzleCheck::new(None, Some(&entry.puzzle)).record(record, limits)
    }

    #[test]
    fn a_puzzle_is_one_of_its_input() {
        let with = |puzzle: &str, upper: u64| check(&json!({"puzzle": puzzle, "upper_bound": upper}));
        assert_eq!(check(&json!({"status": "time_limit"})), Ok(Checked::Nothing));
        // 4 clues are the minimum of this grid; found by the search, and solved here.
        assert_eq!(with("1234341221434321", 16), Ok(Checked::Solved));
        for (puzzle, upper, wrong) in [
            ("1234341221434321", 15, "16 clues, not 15"),
            ("1...............", 1, "a second solution"),
            ("1243431221343421", 16, "another grid"),
            ("123", 3, "cannot be read"),
        ] {
            let said = with(puzzle, upper).expect_err("it is wrong");
            assert!(said.contains(wrong), "{said}");
        }
    }

    /// What is wrong without solving is wrong all the same; what is right once it is solved is only not known.
    #[test]
    fn a_puzzle_that_takes_too_many_steps_is_neither_right_nor_wrong() {
        let few = Limits::none().with_nodes(3);
        let with = |upper: u64| check_within(&json!({"puzzle": "1234341221434321", "upper_bound": upper}), &few);
        assert_eq!(with(16), Ok(Checked::Solved), "nothing is left to fill in");
        let puzzle = json!({"puzzle": "1234341221......", "upper_bound": 10});
        assert_eq!(check_within(&puzzle, &few), Ok(Checked::GivenUp));
        assert_eq!(check(&puzzle), Ok(Checked::Solved));
        let miscounted = json!({"puzzle": "1234341221......", "upper_bound": 9});
        assert!(check_within(&miscounted, &few).is_err_and(|wrong| wrong.contains("10 clues, not 9")));
        assert!(with(15).is_err_and(|wrong| wrong.contains("16 clues, not 15")));
    }
}
