//! Tables: a column of puzzles, given by its name or number, and what other columns say of their shapes and rules.
//!
//! All other columns are blanked, and the reader of lines reads the rest, so a puzzle in a table is read like any
//! other, and its place is that in the file. Columns of names and of solutions are recognized by their heads.

use std::io::BufRead;
use std::ops::Range;

use crate::sudoku::{Entry, Lines, Note, Place, ReadError, Shape};

use super::Column;
use super::text::{compare, grid, refuse};

/// Columns of our own tables, and fields of our own records, that have what these are about, the likeliest first: the
/// puzzle that was found or made, the one that was asked about, the grid.
pub(super) const OURS: &[&str] = &["puzzle", "input", "grid"];

/// Heads of columns of puzzles, the likeliest first.
pub(super) const PUZZLES: &[&str] =
    &["puzzle", "puzzles", "quiz", "quizzes", "sudoku", "sudokus", "question", "questions", "clues", "board", "grid"];
/// Heads of columns of their solutions.
pub(super) const SOLUTIONS: &[&str] = &["solution", "solutions", "solved", "answer", "answers"];
/// Heads of columns of names.
const NAMES: &[&str] = &["id", "name", "puzzle_id", "title"];
/// Columns of our own tables that say which boxes a grid has, and which rules beside those.
const SHAPE: &[&str] = &["shape"];
const RULES: &[&str] = &["variant"];
/// As many letters may be a grid: this many cells has the smallest one that needs no shape to be told.
const SHORTEST_GRID: usize = 16;
/// What may stand between two columns.
const DELIMITERS: &[char] = &[',', ';', '\t', '|'];

/// Does the head of a table name a column of puzzles that the reader of lines would not find? That takes the first
/// field that is a grid. It would not see rules, and names with a delimiter, either.
pub(super) fn needs_columns(head: &str) -> bool {
    let Some(by) = delimiter(head) else { return false };
    let fields = fields(head, by).unwrap_or_default();
    let names: Vec<String> = fields.iter().map(|field| head[field.clone()].trim().to_lowercase()).collect();
    if names.iter().any(|name| name.chars().any(|c| c.is_ascii_digit())) {
        return false;
    }
    let at = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
    let is_late = matches!((at(PUZZLES), at(SOLUTIONS)), (Some(puzzle), Some(solution)) if solution < puzzle);
    is_late || (at(PUZZLES).is_some() && [SHAPE, RULES, NAMES].into_iter().any(|known| at(known).is_some()))
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
    let trimmed = |field: Range<usize>, is_around: fn(char) -> bool| {
        let text = &line[field.clone()];
        let from = field.start + (text.len() - text.trim_start_matches(is_around).len());
        from..from + line[from..field.end].trim_end_matches(is_around).len()
    };
    let field = trimmed(field, char::is_whitespace);
    match line[field.clone()].as_bytes() {
        // Quotes inside are doubled, so those at the end are not all around it.
        [b'"', .., b'"'] => field.start + 1..field.end - 1,
        _ => trimmed(field, |c| c.is_whitespace() || matches!(c, '"' | '\'')),
    }
}

/// The text of a field, in which quotes are doubled if it is quoted.
fn text_of(line: &str, field: &Range<usize>) -> String {
    let is_quoted = line[..field.start].ends_with('"') && line[field.end..].starts_with('"');
    let text = &line[field.clone()];
    if is_quoted { text.replace("\"\"", "\"") } else { text.to_owned() }
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
#[derive(Clone, Debug)]
struct Columns {
    by: char,
    /// The first of these that is not empty in a row has its puzzle.
    puzzles: Vec<usize>,
    solution: Option<usize>,
    name: Option<usize>,
    shape: Option<usize>,
    rules: Option<usize>,
}

/// Reads the rules of an entry from a text in which commas separate them. If this is not a list of rules, the entry gets a
/// note with the text.
pub(super) fn add_rules(entry: &mut Entry, text: &str) {
    if text.trim().is_empty() {
        return;
    }
    match text.split(',').map(|rule| rule.trim().parse()).collect() {
        Ok(rules) => entry.rules = rules,
        Err(_) => entry.notes.push(Note::Variant(text.to_owned())),
    }
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
            if self.columns.is_none() {
                let (columns, is_head) = self.first(&line)?;
                self.columns = Some(columns);
                if is_head {
                    continue;
                }
            }
            if let Some(columns) = &self.columns {
                return self.row(&line, columns).map(Some);
            }
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
        let (puzzles, is_head): (Result<Vec<usize>, String>, bool) = match &self.column {
            Some(Column::Number(number)) => {
                let is_named = [PUZZLES, SOLUTIONS, NAMES].into_iter().any(|known| at(known).is_some());
                let is_head = heads.get(number - 1).is_some_and(|head| {
                    let is_grid = || grid(head, &self.place(line, &whole), self.shape, None).is_ok();
                    is_name(head) && (is_named || head.chars().count() < SHORTEST_GRID) && !is_grid()
                });
                (Ok(vec![number - 1]), is_head)
            }
            Some(Column::Name(name)) => {
                let found = heads.iter().position(|head| *head == name.to_lowercase());
                let all = heads.join(", ");
                let message = || format!("there is no column `{name}` in this head; it has {all}");
                (found.map(|column| vec![column]).ok_or_else(message), true)
            }
            None => (Ok(OURS.iter().chain(PUZZLES).filter_map(|name| at(&[*name])).collect()), true),
        };
        let puzzles = puzzles.map_err(|message| self.stop(line, message))?;
        let beside = |known: &[&str]| at(known).filter(|column| is_head && !puzzles.contains(column));
        let (shape, rules, name) = (beside(SHAPE), beside(RULES), beside(NAMES));
        // In our own tables `solutions` is a word.
        let is_ours = shape.is_some() && at(&["status"]).is_some();
        let solution = beside(SOLUTIONS).filter(|_| !is_ours);
        Ok((Columns { by, puzzles, solution, name, shape, rules }, is_head))
    }

    /// A refusal after which nothing is read.
    fn stop(&mut self, line: &str, message: String) -> ReadError {
        self.ended = true;
        refuse(None, self.place(line, &(0..line.len())), message)
    }

    fn row(&self, line: &str, columns: &Columns) -> Result<Entry, ReadError> {
        let fields = fields(line, columns.by)
            .map_err(|at| refuse(None, self.place(line, &(at..at + 1)), "this quote is not closed in its line"))?;
        let filled = |column: usize| fields.get(column).filter(|field| !field.is_empty());
        let name = columns.name.and_then(filled).map(|field| text_of(line, field));
        let first = columns.puzzles.first().copied().unwrap_or_default();
        let Some(field) = columns.puzzles.iter().find_map(|puzzle| filled(*puzzle)).or(fields.get(first)) else {
            let (n, wanted) = (fields.len(), first + 1);
            let message = format!("there is no column {wanted} in this row; it has {n}");
            return Err(refuse(name, self.place(line, &(0..line.len())), message));
        };
        let place = self.place(line, field);
        let shape = match (self.shape, columns.shape.and_then(filled)) {
            (None, Some(field)) => {
                let refused = |e| refuse(name.clone(), self.place(line, field), format!("`shape`: {e}"));
                Some(line[field.clone()].parse().map_err(refused)?)
            }
            (shape, _) => shape,
        };
        let mut entry = grid(&line[field.clone()], &place, shape, name)?;
        if let Some(field) = columns.solution.and_then(filled) {
            self.solution(&entry, line, field)?;
        }
        if let Some(field) = columns.rules.and_then(filled) {
            add_rules(&mut entry, &text_of(line, field));
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
        assert_eq!(found, ["7", r#"a,""b"""#, "12.4", ""]);
        let found = fields(line, ',').expect("fields");
        assert_eq!((text_of(line, &found[1]).as_str(), text_of(line, &found[2]).as_str()), (r#"a,"b""#, "12.4"));
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
    fn a_head_says_where_solutions_shapes_and_rules_are() {
        assert!(needs_columns("solutions;quizzes"));
        assert!(needs_columns("id,Solution,\"Puzzle\",rating"));
        assert!(needs_columns("id,grid,shape") && needs_columns("puzzle,variant"));
        assert!(!needs_columns("shape,variant"));
        for head in
            ["puzzle,solution", "quizzes,solutions", "puzzle", "solution", "a,b", "4.....8.5,solution,puzzle", ""]
        {
            assert!(!needs_columns(head), "{head}");
        }
    }
}
