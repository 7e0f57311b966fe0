//! Tables: a column of puzzles, given by its name or number.
//!
//! All other columns are blanked, and the reader of lines reads the rest, so a puzzle in a table is read like any
//! other, and its place is that in the file. Columns of names and of solutions are recognized by their heads.

use std::io::BufRead;
use std::ops::Range;

use crate::sudoku::{Entry, Lines, Place, ReadError, Shape};

use super::Column;
use super::text::{compare, grid, refuse};

/// Heads of columns of puzzles, the likeliest first.
pub(super) const PUZZLES: &[&str] =
    &["puzzle", "puzzles", "quiz", "quizzes", "sudoku", "sudokus", "question", "questions", "clues", "board", "grid"];
/// Heads of columns of their solutions.
pub(super) const SOLUTIONS: &[&str] = &["solution", "solutions", "solved", "answer", "answers"];
/// Heads of columns of names.
const NAMES: &[&str] = &["id", "name", "puzzle_id", "title"];
/// As many letters may be a grid: this many cells has the smallest one that needs no shape to be told.
const SHORTEST_GRID: usize = 16;
/// What may stand between two columns.
const DELIMITERS: &[char] = &[',', ';', '\t', '|'];

/// Does the head of a table name a column of puzzles that the reader of lines would not find? That takes the first
/// field that is a grid.
pub(super) fn needs_columns(head: &str) -> bool {
    let Some(by) = delimiter(head) else { return false };
    let fields = fields(head, by).unwrap_or_default();
    let names: Vec<String> = fields.iter().map(|field| head[field.clone()].trim().to_lowercase()).collect();
    if names.iter().any(|name| name.chars().any(|c| c.is_ascii_digit())) {
        return false;
    }
    let at = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
    matches!((at(PUZZLES), at(SOLUTIONS)), (Some(puzzle), Some(solution)) if solution < puzzle)
}

/// What stands between the columns of a head: what there is most of.
fn delimiter(head: &str) -> Option<char> {
    let count = |by: &char| head.matches(*by).count();
    DELIMITERS.iter().rev().copied().max_by_key(count).filter(|by| count(by) > 0)
}

/// The fields of a line, in bytes, without blanks and quotes around them.
///
/// # Errors
/// The byte of a quote that is not closed.
fn fields(line: &str, by: char) -> Result<Vec<Range<usize>>, usize> {
    let mut all = Vec::new();
    let (mut start, mut quote) = (0, None);
    for (at, c) in line.char_indices() {
        match quote {
            // A quote that is doubled closes and opens again.
            Some(_) if c == '"' => quote = None,
            None if c == '"' => quote = Some(at),
            None if c == by => {
                all.push(bare(line, start..at));
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    if let Some(at) = quote {
        return Err(at);
    }
    all.push(bare(line, start..line.len()));
    Ok(all)
}

/// A field without what stands around it.
fn bare(line: &str, field: Range<usize>) -> Range<usize> {
    let is_around = |c: char| c.is_whitespace() || matches!(c, '"' | '\'');
    let text = &line[field.clone()];
    let from = field.start + (text.len() - text.trim_start_matches(is_around).len());
    from..from + line[from..field.end].trim_end_matches(is_around).len()
}

/// May this be the name of a column? It has letters, and where it has digits too, a letter that stands for no cell of
/// any grid. A damaged grid must not pass for a name: it is refused, and a name is passed over.
fn is_name(head: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ');
    let is_cell = |c: char| !c.is_alphabetic() || matches!(c, 'a'..='p' | 'x');
    let may_be_cells = head.contains(|c: char| c.is_ascii_digit()) && head.chars().all(is_cell);
    head.starts_with(char::is_alphabetic) && head.chars().all(is_part) && !may_be_cells
}

/// The columns of a table that matter, from 0.
#[derive(Clone, Copy, Debug)]
struct Columns {
    by: char,
    puzzle: usize,
    solution: Option<usize>,
    name: Option<usize>,
}

/// Reads the puzzles of a table.
pub(super) struct TableReader<R> {
    lines: Lines<R>,
    shape: Option<Shape>,
    /// What was asked for.
    column: Option<Column>,
    columns: Option<Columns>,
    ended: bool,
}

impl<R: BufRead> TableReader<R> {
    pub(super) fn new(lines: Lines<R>, shape: Option<Shape>, column: Option<Column>) -> Self {
        Self { lines, shape, column, columns: None, ended: false }
    }

    fn place(&self, line: &str, bytes: &Range<usize>) -> Place {
        let column = line[..bytes.start].chars().count() + 1;
        let width = line[bytes.clone()].chars().count().max(1);
        Place { line: self.lines.number(), column, width, text: line.to_owned() }
    }

    fn entry(&mut self) -> Result<Option<Entry>, ReadError> {
        while let Some(line) = self.lines.next()? {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let columns = match self.columns {
                Some(columns) => columns,
                None => {
                    let (columns, is_head) = self.first(&line)?;
                    self.columns = Some(columns);
                    if is_head {
                        continue;
                    }
                    columns
                }
            };
            return self.row(&line, columns).map(Some);
        }
        Ok(None)
    }

    /// The columns that the first line names, and whether it is a head.
    fn first(&mut self, line: &str) -> Result<(Columns, bool), ReadError> {
        let whole = 0..line.len();
        let by = delimiter(line).unwrap_or(',');
        let heads = fields(line, by).unwrap_or_else(|_| vec![whole.clone()]);
        let heads: Vec<String> = heads.into_iter().map(|head| line[head].to_lowercase()).collect();
        let at = |known: &[&str]| heads.iter().position(|head| known.contains(&head.as_str()));
        let solution = at(SOLUTIONS);
        let (puzzle, is_head): (Result<usize, String>, bool) = match &self.column {
            Some(Column::Number(number)) => {
                let is_named = [PUZZLES, SOLUTIONS, NAMES].into_iter().any(|known| at(known).is_some());
                let is_head = heads.get(number - 1).is_some_and(|head| {
                    let is_grid = || grid(head, &self.place(line, &whole), self.shape, None).is_ok();
                    is_name(head) && (is_named || head.chars().count() < SHORTEST_GRID) && !is_grid()
                });
                (Ok(number - 1), is_head)
            }
            Some(Column::Name(name)) => {
                let found = heads.iter().position(|head| *head == name.to_lowercase());
                let all = heads.join(", ");
                let message = || format!("there is no column `{name}` in this head; it has {all}");
                (found.ok_or_else(message), true)
            }
            None => (Ok(at(PUZZLES).unwrap_or(0)), true),
        };
        let puzzle = puzzle.map_err(|message| self.stop(line, message))?;
        let solution = solution.filter(|solution| is_head && *solution != puzzle);
        let name = at(NAMES).filter(|name| is_head && *name != puzzle);
        Ok((Columns { by, puzzle, solution, name }, is_head))
    }

    /// A refusal after which nothing is read.
    fn stop(&mut self, line: &str, message: String) -> ReadError {
        self.ended = true;
        refuse(None, self.place(line, &(0..line.len())), message)
    }

    fn row(&self, line: &str, columns: Columns) -> Result<Entry, ReadError> {
        let fields = fields(line, columns.by)
            .map_err(|at| refuse(None, self.place(line, &(at..at + 1)), "this quote is not closed in its line"))?;
        let name = columns.name.and_then(|name| fields.get(name)).map(|field| line[field.clone()].to_owned());
        let name = name.filter(|name| !name.is_empty());
        let Some(field) = fields.get(columns.puzzle) else {
            let (n, wanted) = (fields.len(), columns.puzzle + 1);
            let message = format!("there is no column {wanted} in this row; it has {n}");
            return Err(refuse(name, self.place(line, &(0..line.len())), message));
        };
        let place = self.place(line, field);
        let entry = grid(&line[field.clone()], &place, self.shape, name)?;
        if let Some(field) =
            columns.solution.and_then(|solution| fields.get(solution)).filter(|field| !field.is_empty())
        {
            self.solution(&entry, line, field)?;
        }
        Ok(entry)
    }

    /// Refuses a row whose solution is not one of its puzzle.
    fn solution(&self, entry: &Entry, line: &str, field: &Range<usize>) -> Result<(), ReadError> {
        let place = self.place(line, field);
        let shape = entry.puzzle.shape();
        let solution = grid(&line[field.clone()], &place, Some(shape), entry.id.clone())?.puzzle;
        compare(entry, &solution, false, |cell| Place { column: place.column + cell, width: 1, ..place.clone() })
    }
}

impl<R: BufRead> Iterator for TableReader<R> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended { None } else { self.entry().transpose() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_between_delimiters_that_no_quote_holds() {
        let line = r#" 7 ,"a,""b""", '12.4' ,"#;
        let found: Vec<&str> = fields(line, ',').expect("fields").into_iter().map(|field| &line[field]).collect();
        assert_eq!(found, ["7", r#"a,""b"#, "12.4", ""]);
        assert_eq!(fields("a,\"b", ','), Err(2));
    }

    #[test]
    fn names_are_words() {
        for name in ["puzzle_text", "quiz", "game", "the quiz", "puzzle9x9", "row-1", "задача"] {
            assert!(is_name(name), "{name}");
        }
        for cells in ["", "4...", "x4xx", "f00a", "-", "_puzzle", "1st", "puzzle.", "8z"] {
            assert!(!is_name(cells), "{cells}");
        }
    }

    #[test]
    fn only_a_table_with_its_solutions_first_needs_a_look_at_its_head() {
        assert!(needs_columns("solutions;quizzes"));
        assert!(needs_columns("id,Solution,\"Puzzle\",rating"));
        for head in
            ["puzzle,solution", "quizzes,solutions", "puzzle", "solution", "a,b", "4.....8.5,solution,puzzle", ""]
        {
            assert!(!needs_columns(head), "{head}");
        }
    }
}
