//! The kinds of a single line: a complete grid, a row of a block, or a line that is skipped.

use super::super::shape::Shape;
use super::super::text::{Symbol, line_symbol, symbol};
use super::words::{Cells, Numbers, Word, Words};

/// The kind of a line.
pub(super) enum Line<'a> {
    /// An empty line, or a rule between boxes.
    Blank,
    /// The head of a table or of a section.
    Head,
    Grid(OneLine<'a>),
    /// A row of pencil marks: a single candidate becomes a clue, and several an empty cell.
    Candidates(Cells),
    /// A row of numbers, some of them with two digits, as cells.
    Numbers(Cells),
    /// The address of a page, which may hold a puzzle.
    Address,
    /// One row of a block.
    Row(Cells),
}

/// A grid in one line, and what else stands there.
pub(super) struct OneLine<'a> {
    /// The name before it.
    pub(super) name: Option<String>,
    pub(super) cells: Cells,
    /// The other words: its solution, a name, a comment.
    pub(super) others: Vec<Word<'a>>,
}

impl OneLine<'_> {
    /// Could it be a row as well?
    pub(super) fn is_bare(&self) -> bool {
        self.name.is_none() && self.others.is_empty()
    }
}

/// Names of columns in the tables of other programs. None of them is a row of a grid: each has a letter after P, or
/// comes first.
const COLUMNS: &[&str] = &[
    "puzzle",
    "puzzles",
    "quiz",
    "quizzes",
    "sudoku",
    "sudokus",
    "grid",
    "grids",
    "board",
    "boards",
    "question",
    "clues",
    "solution",
    "solutions",
];

/// Finds out what a line is. With a `shape` everything must have it; `is_first` says that nothing came before.
pub(super) fn classify<'a>(words: &Words<'a>, shape: Option<Shape>, is_first: bool) -> Line<'a> {
    let is_size = |n: usize| match shape {
        Some(shape) => shape.n() == n,
        None => n >= 4 && Shape::of_cells(n * n).is_some(),
    };
    let Some(first) = words.words.first() else {
        // A row of a table in which nothing is filled in.
        return words.fields(is_size).map_or(Line::Blank, Line::Row);
    };
    if words.is_rule() {
        return Line::Blank;
    }
    if first.text.starts_with('[') {
        return Line::Head;
    }
    if let Some(i) = field(words, shape) {
        return one_line(words, i);
    }
    if words.has_address() {
        return Line::Address;
    }
    if is_head(words, is_first) {
        return Line::Head;
    }
    if let Some(row) = words.fields(is_size) {
        return Line::Row(row);
    }
    if let Some(row) = words.numbers(is_size, |n| n).and_then(Numbers::long) {
        return Line::Numbers(row);
    }
    let is_whole = |n_cells: usize| match shape {
        Some(shape) => shape.n_cells() == n_cells,
        None => Shape::of_cells(n_cells).is_some_and(|shape| shape.n() >= 4),
    };
    if let Some(cells) = words.numbers(is_whole, usize::isqrt).and_then(Numbers::long) {
        return Line::Grid(OneLine { name: None, cells, others: Vec::new() });
    }
    let all = words.cells();
    if is_candidates(words, is_size) {
        let cell = |word: &Word<'_>| word.text.chars().next().filter(|_| word.width == 1).unwrap_or('.');
        return Line::Candidates(words.words.iter().map(|word| (word.column, cell(word))).collect());
    }
    if let Some(i) = attempt(words, shape, &all) {
        return one_line(words, i);
    }
    if is_grid_length(shape, &all) {
        return Line::Grid(OneLine { name: None, cells: all, others: Vec::new() });
    }
    Line::Row(all)
}

fn one_line<'a>(words: &Words<'a>, i: usize) -> Line<'a> {
    let word = words.words[i];
    let others = words.words.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, other)| *other).collect();
    Line::Grid(OneLine { name: words.name_before(&word), cells: word.cells(), others })
}

/// The head of a table: names of columns, and nothing that could be a clue.
fn is_head(words: &Words<'_>, is_first: bool) -> bool {
    let is = |word: &Word<'_>, name: &str| word.text.eq_ignore_ascii_case(name);
    let could_hold_clues =
        |word: &Word<'_>| word.width > Shape::MAX_N || word.text.contains(|c: char| c.is_ascii_digit());
    let begins_with_id = is_first && words.words.first().is_some_and(|word| is(word, "id"));
    let names_a_column = |word: &Word<'_>| COLUMNS.iter().any(|name| is(word, name));
    (begins_with_id || words.words.iter().any(names_a_column)) && !words.words.iter().any(could_hold_clues)
}

/// The word that is the grid of this line: the first of the longest that are whole grids by themselves. A shorter one
/// is a name or a comment that happens to look like a smaller grid.
fn field(words: &Words<'_>, shape: Option<Shape>) -> Option<usize> {
    let mut best: Option<(usize, usize)> = None;
    for (i, word) in words.words.iter().enumerate() {
        if let Some(n_cells) = whole_grid(word, shape)
            && best.is_none_or(|(_, max)| n_cells > max)
        {
            best = Some((i, n_cells));
        }
    }
    let (i, n_cells) = best?;
    // Words of 16 cells may be the rows of a larger grid.
    let width = words.words[i].width;
    let n_all = width * words.words.len();
    let are_rows = words.words.len() > 1 && words.words.iter().all(|word| word.width == width);
    let is_part = shape.is_none() && n_cells == 16 && are_rows && Shape::of_cells(n_all).is_some();
    (!is_part).then_some(i)
}

/// The number of cells of a word that is a grid by itself, every character a cell.
fn whole_grid(word: &Word<'_>, shape: Option<Shape>) -> Option<usize> {
    if word.width < shape.map_or(16, Shape::n_cells) {
        return None;
    }
    let cells = word.cells();
    let shape = match shape {
        Some(shape) => Some(shape).filter(|shape| shape.n_cells() == cells.len()),
        None if cells.len() == 16 || cells.len() > Shape::MAX_N => Shape::of_cells(cells.len()),
        None => None,
    }?;
    cells.iter().all(|(_, c)| line_symbol(shape.n(), *c) != Symbol::Unknown).then_some(cells.len())
}

/// Have the cells the length of a grid, or more than any row?
fn is_grid_length(shape: Option<Shape>, cells: &[(usize, char)]) -> bool {
    match shape {
        Some(shape) => cells.len() == shape.n_cells() || cells.len() > Shape::MAX_N.max(shape.n()),
        // 16 cells are a 4x4 grid or a row of a 16x16 one: only the digits can tell.
        // A character that neither holds says nothing, and is refused later.
        None if cells.len() == 16 => {
            let unknown = |n, c: &(usize, char)| line_symbol(n, c.1) == Symbol::Unknown;
            cells.iter().all(|c| !unknown(4, c) || unknown(16, c))
        }
        None => cells.len() > Shape::MAX_N,
    }
}

/// The word that was meant as the grid of a line in which no word is one: it will be refused.
fn attempt(words: &Words<'_>, shape: Option<Shape>, all: &[(usize, char)]) -> Option<usize> {
    let n_words = words.words.len();
    if n_words < 2 {
        return None;
    }
    let longest = (0..n_words).rev().max_by_key(|i| words.words[*i].width)?;
    let word = &words.words[longest];
    // Words of a spaced row are at most a box wide.
    let is_long = word.width > Shape::MAX_N.max(shape.map_or(0, Shape::n));
    // `name grid`, and the grid with a cell too few, so that name and grid have its length together.
    let is_last_of_two = n_words == 2 && longest == 1;
    let is_after_name = is_last_of_two && is_grid_length(shape, &word.cells());
    let is_short = is_last_of_two && is_grid_length(shape, all) && word.width * 4 >= all.len() * 3;
    (is_long || is_after_name || is_short).then_some(longest)
}

/// A row of pencil marks: n words of ascending digits, more digits than n. So one of them occurs twice, and no row of a
/// grid is taken for one.
fn is_candidates(words: &Words<'_>, is_size: impl Fn(usize) -> bool) -> bool {
    let n = words.words.len();
    let is_ascending = |word: &Word<'_>| {
        let mut last = 0;
        word.text.chars().all(|c| match symbol(n, c) {
            Symbol::Digit(digit) if digit.value() > last => {
                last = digit.value();
                true
            }
            _ => false,
        })
    };
    is_size(n) && words.words.iter().map(|word| word.width).sum::<usize>() > n && words.words.iter().all(is_ascending)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str, shape: Option<&str>) -> String {
        let shape = shape.map(|shape| shape.parse().expect("a shape"));
        match classify(&Words::new(text), shape, false) {
            Line::Blank => "blank".to_owned(),
            Line::Head => "head".to_owned(),
            Line::Candidates(cells) => format!("candidates {}", cells.iter().map(|(_, c)| c).collect::<String>()),
            Line::Numbers(cells) => format!("numbers {}", cells.iter().map(|(_, c)| c).collect::<String>()),
            Line::Address => "address".to_owned(),
            Line::Row(cells) => format!("row of {}", cells.len()),
            Line::Grid(one) => {
                let name = one.name.map_or_else(String::new, |name| format!("{name}: "));
                format!("{name}{} cells at {}, {} others", one.cells.len(), one.cells[0].0, one.others.len())
            }
        }
    }

    #[test]
    fn heads_of_tables_are_passed_over_and_rows_are_not() {
        for head in ["quizzes,solutions", "Puzzle,", "\"puzzle\",\"solution\"", "id,puzzle,solution,clues,difficulty"] {
            assert_eq!(kind(head, None), "head", "{head}");
        }
        assert_eq!(kind("[Puzzle]", None), "head");
        // Letters are digits of a large grid, and words with numbers are not heads.
        assert_eq!(kind("ABCDE FGHIJ KLMNO P1234 56789", None), "row of 25");
        assert_eq!(kind("Grid 01", None), "row of 6");
    }

    #[test]
    fn the_longest_word_that_is_a_grid_is_the_grid() {
        let nine = ".".repeat(80) + "1";
        assert_eq!(kind(&nine, None), "81 cells at 0, 0 others");
        assert_eq!(kind(&format!("0000000000000001 {nine} 3"), None), "0000000000000001: 81 cells at 17, 2 others");
        assert_eq!(kind(&format!("a b,c,{nine},{nine}"), None), "a b: 81 cells at 6, 4 others");
        // The rows of a larger grid in one line are not grids.
        assert_eq!(kind(&["1..............."; 16].join(" "), None), "256 cells at 0, 0 others");
        assert_eq!(kind("1............... 1234341221434321", None), "16 cells at 0, 1 others");
    }

    #[test]
    fn a_name_never_fills_a_grid_up() {
        assert_eq!(kind(&format!("7 {}", "1".repeat(80)), None), "7: 80 cells at 2, 1 others");
        assert_eq!(kind("3 .41221434321...", None), "3: 15 cells at 2, 1 others");
        assert_eq!(kind("12 34 34 12 21 43 43 21", None), "16 cells at 0, 0 others");
    }

    #[test]
    fn nothing_between_two_commas_is_an_empty_cell() {
        assert_eq!(kind("5,3,,,7,,,,", None), "row of 9");
        assert_eq!(kind(",,,,,,,,", None), "row of 9");
        assert_eq!(kind("1;;3;", None), "row of 4");
        // With as many fields as no grid has rows, with words, and with nothing empty it is what it was.
        assert_eq!(kind(",,", None), "blank");
        assert_eq!(kind("1,2,,", Some("3x3")), "row of 2");
        assert_eq!(kind("12,,,4", None), "row of 3");
        assert_eq!(kind("1,2,3,4", None), "row of 4");
    }

    #[test]
    fn marks_of_quotation_are_passed_over() {
        assert_eq!(kind("> 53..7....", None), "row of 9");
        assert_eq!(kind(">> 1234341221434321", None), "16 cells at 3, 0 others");
        assert_eq!(kind("53>.7....", None), "row of 9");
    }

    #[test]
    fn addresses_are_told_and_a_comment_is_none() {
        let nine = ".".repeat(80) + "1";
        assert_eq!(kind(&format!("https://example.org/sudoku.htm?bd={nine}"), None), "address");
        assert_eq!(kind(&format!("{nine} https://example.org/1"), None), "81 cells at 0, 2 others");
    }

    #[test]
    fn pencil_marks_are_no_rows() {
        assert_eq!(kind("| 12 3 45 | 6 7 89 | 1 2 3 |", None), "candidates .3.67.123");
        assert_eq!(kind("1 2 3 | 4 5 6 | 7 8 9", None), "row of 9");
        assert_eq!(kind("12 34 56 78", None), "row of 8");
        assert_eq!(kind("1234 3412 2143 4321", None), "16 cells at 0, 0 others");
        assert_eq!(kind("12 3 4 5 15", Some("1x5")), "candidates .345.");
    }
}
