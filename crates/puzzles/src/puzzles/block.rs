//! An instance as text: a head line `PUZZLE [ID] [parameters]`, and rows.

use std::ops::Range;

use super::MAX_CLUES;
use crate::base::Stop;

/// The most cells of a board whose cells need not be clues.
const MAX_CELLS: usize = 2500;

/// A line of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the line, from 1.
    pub number: usize,
    /// Its text, without blanks at the end.
    pub text: String,
}

impl Line {
    /// Returns the words of the line, each with its first column, from 1.
    pub fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut column = 1;
        // Every separator is one character, so that what was cut off before a word is its length and one more.
        self.text.split(char::is_whitespace).filter_map(move |word| {
            let start = column;
            column += word.chars().count() + 1;
            (!word.is_empty()).then_some((start, word))
        })
    }
}

/// The reason why a text is not an instance, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct PuzzleError {
    /// The line, from 1.
    pub line: usize,
    /// The column in the line, from 1.
    pub column: usize,
    /// The name of the instance, if it was read.
    pub id: Option<String>,
    /// The text of the line.
    pub text: String,
    pub message: String,
    /// The limit that was reached before it was known whether it is an instance.
    pub stop: Option<Stop>,
}

/// An instance as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextBlock {
    pub(super) id: Option<String>,
    /// The line with the puzzle's name.
    pub(super) head: Line,
    /// The parameters of the head, each with its first column, from 1.
    pub(super) parameters: Vec<(usize, String)>,
    /// The modifiers that the head names, each with its first column, from 1.
    pub(super) modifiers: Vec<(usize, &'static str)>,
    /// The text after `clues=`, with its first column, from 1.
    pub(super) clues: Option<(usize, String)>,
    /// The lines after the head; none is blank.
    pub(super) rows: Vec<Line>,
}

impl TextBlock {
    /// The name of the instance.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The name of the instance, with its column in the head, from 1.
    pub(super) fn id_word(&self) -> Option<(usize, &str)> {
        let id = self.id()?;
        self.head.words().skip(1).find(|(_, word)| *word == id)
    }

    /// The lines after the head.
    #[must_use]
    pub fn rows(&self) -> &[Line] {
        &self.rows
    }

    /// The parameters in the head, each with its first column, from 1.
    #[must_use]
    pub fn parameters(&self) -> &[(usize, String)] {
        &self.parameters
    }

    /// The modifiers that the head names, each with its first column, from 1.
    pub(super) fn modifiers(&self) -> &[(usize, &'static str)] {
        &self.modifiers
    }

    /// The words after `clues=` in the head, each with its first column, from 1; `None` without them.
    pub(super) fn clues(&self) -> Option<Vec<(usize, &str)>> {
        let (start, list) = self.clues.as_ref()?;
        let mut column = *start;
        let next = |word| {
            let at = column;
            column += str::chars(word).count() + 1;
            (at, word)
        };
        Some(list.split(',').map(next).collect())
    }

    /// The refusal of a name that is almost a modifier: a rule would be silently lost.
    pub(super) fn misspelled(&self, column: usize, id: &str, modifier: &str) -> PuzzleError {
        let message = format!("`{id}` is not a modifier; did you mean `{modifier}`? If not, choose another name");
        self.fail_word(column, message)
    }

    /// Creates the error at a word of the head that begins at this column, from 1.
    pub(super) fn fail_word(&self, column: usize, message: impl Into<String>) -> PuzzleError {
        self.fail(&self.head, column, message)
    }

    /// Creates the error at a `column`, from 1, of a line.
    pub fn fail(&self, line: &Line, column: usize, message: impl Into<String>) -> PuzzleError {
        PuzzleError {
            line: line.number,
            column,
            id: self.id.clone(),
            text: line.text.clone(),
            message: message.into(),
            stop: None,
        }
    }

    /// Creates the error at a row and a column of a grid, both from 0.
    pub fn fail_at(&self, row: usize, column: usize, message: impl Into<String>) -> PuzzleError {
        self.fail(&self.rows[row], column + 1, message)
    }

    /// Creates the error about the instance as a whole.
    pub fn fail_head(&self, message: impl Into<String>) -> PuzzleError {
        self.fail(&self.head, 1, message)
    }

    /// The first word of the head, the puzzle's name, with its column.
    pub(super) fn head_word(&self) -> (usize, &str) {
        self.head.words().next().unwrap_or((1, ""))
    }

    /// Rejects parameters after the first `max`.
    ///
    /// # Errors
    /// [`PuzzleError`] at the first excess parameter.
    pub fn at_most_parameters(&self, max: usize) -> Result<(), PuzzleError> {
        match self.parameters.get(max) {
            Some((column, word)) => Err(self.fail(&self.head, *column, format!("`{word}` has no effect here"))),
            None => Ok(()),
        }
    }

    /// Parses the parameter with this number, from 0, by `parse`; `None` if there is none.
    ///
    /// # Errors
    /// [`PuzzleError`] at the parameter, with the message of `parse`.
    pub fn parameter<T>(
        &self,
        number: usize,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<Option<T>, PuzzleError> {
        let Some((column, word)) = self.parameters.get(number) else { return Ok(None) };
        parse(word).map(Some).map_err(|message| self.fail(&self.head, *column, message))
    }

    /// Rejects an instance with too many clues, before its model is built.
    ///
    /// # Errors
    /// [`PuzzleError`] if there are more than [`MAX_CLUES`].
    pub fn at_most_clues(&self, n_clues: usize) -> Result<(), PuzzleError> {
        if n_clues > MAX_CLUES {
            return Err(self.fail_head(format!("{n_clues} clues are possible; the maximum is {MAX_CLUES}")));
        }
        Ok(())
    }

    /// Refuses a board with more cells than there may be, before anything is built.
    ///
    /// # Errors
    /// [`PuzzleError`] if there are more than [`MAX_CELLS`].
    pub(super) fn at_most_cells(&self, n_cells: usize) -> Result<(), PuzzleError> {
        if n_cells > MAX_CELLS {
            return Err(self.fail_head(format!("{n_cells} cells; there may be at most {MAX_CELLS}")));
        }
        Ok(())
    }

    /// Returns the characters of all rows, which must have the same length; see [`Self::part_of_grid`].
    ///
    /// # Errors
    /// [`PuzzleError`] if there are no rows, or at the first row of another length.
    pub fn grid(&self) -> Result<Vec<Vec<char>>, PuzzleError> {
        self.part_of_grid(0..self.rows.len())
    }

    /// Returns the characters of these rows, from 0. There is at least one row with at least one character, and all
    /// rows have the same length.
    ///
    /// # Errors
    /// [`PuzzleError`] if there are no rows, or at the first row of another length.
    pub fn part_of_grid(&self, rows: Range<usize>) -> Result<Vec<Vec<char>>, PuzzleError> {
        let grid: Vec<Vec<char>> = self.rows[rows.clone()].iter().map(|line| line.text.chars().collect()).collect();
        let Some(first) = grid.first() else {
            return Err(self.fail_head("there are no rows below this line"));
        };
        let n = first.len();
        if let Some(row) = grid.iter().position(|line| line.len() != n) {
            let found = grid[row].len();
            return Err(self.fail_at(
                rows.start + row,
                found.min(n),
                format!("this row has {found} characters, the first has {n}"),
            ));
        }
        Ok(grid)
    }
}

/// The numbers of a word such as `2x3`.
pub(super) fn pair(word: &str) -> Option<(usize, usize)> {
    let number = |text: &str| if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None };
    let (a, b) = word.split_once('x')?;
    Some((number(a)?, number(b)?))
}

/// Returns the name of a cell in messages, with both numbers from 0: `R1C1` is the top left cell.
pub(super) fn cell_name(row: usize, column: usize) -> String {
    format!("R{}C{}", row + 1, column + 1)
}

/// The name of a cell in a model, both numbers from 0.
pub(super) fn cell_key(row: usize, column: usize) -> String {
    format!("r{}c{}", row + 1, column + 1)
}

/// A word of a file in the spelling that is compared. Files with the British one were written before.
pub(super) fn american(word: &str) -> String {
    word.replace("olour", "olor")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(head: &str, rows: &[&str]) -> Result<TextBlock, PuzzleError> {
        let line = |(i, text): (usize, &&str)| Line { number: i + 2, text: (*text).to_owned() };
        TextBlock::new(Line { number: 1, text: head.to_owned() }, rows.iter().enumerate().map(line).collect(), &[])
    }

    #[test]
    fn words_know_their_columns() {
        let line = Line { number: 1, text: " a  \u{e4}b c".to_owned() };
        assert_eq!(line.words().collect::<Vec<_>>(), [(2, "a"), (5, "\u{e4}b"), (8, "c")]);
    }

    #[test]
    fn a_ragged_row_is_named() {
        let grid = |rows: &[&str]| block("latin", rows).expect("a head").grid().map_err(|e| e.to_string());
        assert_eq!(grid(&["12", "21"]), Ok(vec![vec!['1', '2'], vec!['2', '1']]));
        assert_eq!(grid(&["12", "2"]), Err("line 3, column 2: this row has 1 characters, the first has 2".to_owned()));
        assert_eq!(grid(&["1", "21"]), Err("line 3, column 2: this row has 2 characters, the first has 1".to_owned()));
        assert_eq!(grid(&[]), Err("line 1, column 1: there are no rows below this line".to_owned()));
    }

    #[test]
    fn only_two_numbers_are_a_pair() {
        assert_eq!(pair("2x13"), Some((2, 13)));
        for word in ["x", "2x", "x2", "+2x3", "2x3x4", "99999999999999999999x1", "ax2"] {
            assert_eq!(pair(word), None, "{word}");
        }
    }
}
