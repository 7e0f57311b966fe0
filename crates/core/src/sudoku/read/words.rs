//! The words of a line with their columns, and the characters that may be cells.

use std::ops::Range;

use crate::base::Digit;

use super::super::text::{Symbol, digit_char, symbol};
use super::code;

/// Characters with their columns, 0-based.
pub(super) type Cells = Vec<(usize, char)>;

/// The characters between two gaps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    /// The offset of its first byte in the line.
    at: usize,
    /// Its first character in the line, 0-based.
    pub(super) column: usize,
    pub(super) text: &'a str,
    pub(super) width: usize,
}

impl Word<'_> {
    /// Its characters as cells of a grid in one line. A `+` before a digit says that the digit was placed while solving
    /// (`HoDoKu`), so it is a given digit as any other.
    pub(super) fn cells(&self) -> Cells {
        let mut cells = Vec::with_capacity(self.width);
        let mut chars = self.text.chars().enumerate().peekable();
        while let Some((i, c)) = chars.next() {
            let is_mark = c == '+' && chars.peek().is_some_and(|(_, next)| matches!(next, '1'..='9'));
            if !is_mark {
                cells.push((self.column + i, c));
            }
        }
        cells
    }
}

/// Cells of which each is a field.
#[derive(Debug)]
pub(super) struct Numbers {
    cells: Cells,
    /// Whether a word has more than one character. Only numbers may.
    is_long: bool,
}

impl Numbers {
    /// The cells, a character each, of which 0 is never a digit.
    pub(super) fn cells(self) -> Cells {
        self.cells
    }

    /// The cells, if they cannot be single characters.
    pub(super) fn long(self) -> Option<Cells> {
        self.is_long.then_some(self.cells)
    }
}

/// A line, its comment left out, as words.
#[derive(Debug)]
pub(super) struct Words<'a> {
    text: &'a str,
    /// The bytes to read: without the comment, and for a list in a program only its cells.
    part: Range<usize>,
    pub(super) words: Vec<Word<'a>>,
}

/// Between two fields of a line.
fn is_delimiter(c: char) -> bool {
    matches!(c, ',' | ';' | '|' | '\t' | '\u{2502}' | '\u{2551}')
}

/// Between two words: also what stands around a field.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || is_delimiter(c) || matches!(c, ':' | '"' | '\'')
}

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let content = text.split('#').next().unwrap_or("");
        let code = code::cells(content);
        let is_code = code.is_some();
        let part = code.unwrap_or(0..content.len());
        let mut words = Vec::new();
        let mut start: Option<(usize, usize)> = None;
        let mut n_chars = 0;
        // Marks of quotation, as in mails and forums, stand before everything else.
        let mut is_before = true;
        for (at, c) in content.char_indices() {
            let is_outside = is_code && (code::is_bracket(c) || !part.contains(&at));
            let gap = is_gap(c) || is_outside || (is_before && c == '>');
            is_before &= gap;
            match (gap, start) {
                (true, Some((column, from))) => {
                    words.push(Word { at: from, column, text: &content[from..at], width: n_chars - column });
                    start = None;
                }
                (false, None) => start = Some((n_chars, at)),
                _ => {}
            }
            n_chars += 1;
        }
        if let Some((column, from)) = start {
            words.push(Word { at: from, column, text: &content[from..], width: n_chars - column });
        }
        Self { text, part, words }
    }

    /// The row of a table that has a cell in each field and nothing in an empty one: all fields are at most one
    /// character, one of them is empty, and they are as many as a grid of `is_size` has rows.
    pub(super) fn fields(&self, is_size: impl Fn(usize) -> bool) -> Option<Cells> {
        let text = &self.text[self.part.clone()];
        let by = text.chars().find(|c| matches!(c, ',' | ';' | '\t'))?;
        let n = text.matches(by).count() + 1;
        // A few tabs alone are a line with nothing in it.
        if !is_size(n) || (by == '\t' && n < 6 && self.words.is_empty()) {
            return None;
        }
        let mut column = self.text[..self.part.start].chars().count();
        let mut is_any_empty = false;
        let cells: Option<Cells> = text
            .split(by)
            .map(|field| {
                let start = column;
                column += field.chars().count() + 1;
                let is_quote = |c: char| c.is_whitespace() || c == '"';
                let mut chars = field.chars().enumerate().filter(|(_, c)| !is_quote(*c));
                let cell = chars.next();
                is_any_empty |= cell.is_none();
                chars.next().is_none().then(|| cell.map_or((start, '.'), |(i, c)| (start + i, c)))
            })
            .collect();
        cells.filter(|_| is_any_empty)
    }

    /// The cells of a line that has a number, or nothing, in each field, and as many of them as `is_size` takes.
    pub(super) fn numbers(&self, is_size: impl Fn(usize) -> bool, rows: impl Fn(usize) -> usize) -> Option<Numbers> {
        let is_quote = |c: char| c.is_whitespace() || matches!(c, '"' | '\'');
        let text = &self.text[self.part.clone()];
        let start = self.text[..self.part.start].chars().count();
        let by = text.chars().find(|c| matches!(c, ',' | ';' | '\t'));
        let fields: Vec<(usize, &str)> = match by.filter(|by| is_size(text.matches(*by).count() + 1)) {
            // Nothing between two commas is a cell too.
            Some(by) => {
                let mut column = start;
                text.split(by)
                    .map(|field| {
                        let own = column;
                        column += field.chars().count() + 1;
                        let n_before = field.chars().take_while(|c| is_quote(*c) || code::is_bracket(*c)).count();
                        let n_before = if n_before == field.chars().count() { 0 } else { n_before };
                        (own + n_before, field.trim_matches(|c| is_quote(c) || code::is_bracket(c)))
                    })
                    .collect()
            }
            None => self.words.iter().map(|word| (word.column, word.text)).collect(),
        };
        if fields.is_empty() || !is_size(fields.len()) {
            return None;
        }
        let n = rows(fields.len());
        let mut is_long = false;
        let cell = |(column, field): (usize, &str)| {
            let mut chars = field.chars();
            let c = match (chars.next(), chars.next()) {
                (None, _) | (Some('0' | '-'), None) => '.',
                (Some(c), None) if c.is_ascii_digit() || symbol(n, c) == Symbol::Empty => c,
                (Some(_), None) => return None,
                (Some(first), Some(second)) => {
                    is_long = true;
                    // Two digits are two candidates where no digit has two.
                    let is_padded = first == '0' && second.is_ascii_digit() && n < 10;
                    match code::number(field).filter(|number| *number <= n && !is_padded)? {
                        0 => '.',
                        number => digit_char(n, Digit::new(number)),
                    }
                }
            };
            Some((column, c))
        };
        let cells: Option<Cells> = fields.into_iter().map(cell).collect();
        cells.map(|cells| Numbers { cells, is_long })
    }

    /// May this be a title with the number of what follows it, such as `Grid 01`, or one that ends with a colon? It has
    /// a word of letters, and nothing that could be a row.
    pub(super) fn is_title(&self) -> bool {
        let is_word = |word: &Word<'_>| word.width >= 3 && word.text.chars().all(char::is_alphabetic);
        let letters =
            self.words.iter().find(|word| is_word(word) && word.text.chars().any(|c| !matches!(c, 'x' | 'X')));
        let has_number = self.words.iter().any(|word| word.text.contains(|c: char| c.is_ascii_digit()));
        let is_short = self.words.iter().all(|word| {
            let n_digits = word.text.chars().filter(char::is_ascii_digit).count();
            n_digits <= 4 && (n_digits == 0 || !word.text.contains(['.', '_', '*']) || word.width <= 4)
        });
        letters.is_some()
            && (has_number || self.text.trim_end().ends_with(':'))
            && is_short
            && self.words.iter().filter(|word| is_word(word)).count() * 3 >= self.words.len()
    }

    /// The name of the section whose head this line is: `State` of `[State]`.
    pub(super) fn section(&self) -> Option<&'a str> {
        self.text.trim().strip_prefix('[')?.strip_suffix(']').map(str::trim)
    }

    /// Is there an address of a page in the line?
    pub(super) fn has_address(&self) -> bool {
        ["://", "?bd=", "?load="].iter().any(|mark| self.text.contains(mark))
    }

    /// All characters of all words.
    pub(super) fn cells(&self) -> Cells {
        let of = |word: &Word<'a>| {
            let column = word.column;
            word.text.chars().enumerate().map(move |(i, c)| (column + i, c))
        };
        self.words.iter().flat_map(of).collect()
    }

    /// A rule between boxes, such as `------+-------+------`.
    pub(super) fn is_rule(&self) -> bool {
        let mut cells = self.words.iter().flat_map(|word| word.text.chars());
        cells.clone().all(|c| !c.is_alphanumeric()) && cells.any(|c| matches!(c, '-' | '=' | '\u{2500}' | '\u{2550}'))
    }

    /// The name that stands before `word`: the first field of the line. `None` where there is none, and in the lines
    /// of `HoDoKu`'s library, which begin with a colon and codes.
    pub(super) fn name_before(&self, word: &Word<'a>) -> Option<String> {
        let before = self.text[..word.at].trim_start_matches(|c: char| c.is_whitespace() || c == '>');
        if before.starts_with(':') {
            return None;
        }
        let field = before.split(is_delimiter).next().unwrap_or("");
        let name = field.trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '"' | '\''));
        (!name.is_empty()).then(|| name.to_owned())
    }
}
