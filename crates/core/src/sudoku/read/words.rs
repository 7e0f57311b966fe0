//! The words of a line with the columns where they stand, and the characters that may be cells.

/// Characters with their columns, 0-based.
pub(super) type Cells = Vec<(usize, char)>;

/// What stands between two gaps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    /// Its first byte in the line.
    at: usize,
    /// Its first character in the line, 0-based.
    pub(super) column: usize,
    pub(super) text: &'a str,
    /// Its characters.
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

/// A line, its comment left out, as words.
#[derive(Debug)]
pub(super) struct Words<'a> {
    text: &'a str,
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
        let mut words = Vec::new();
        let mut start: Option<(usize, usize)> = None;
        let mut n_chars = 0;
        // Marks of quotation, as in mails and forums, stand before everything else.
        let mut is_before = true;
        for (at, c) in content.char_indices() {
            let gap = is_gap(c) || (is_before && c == '>');
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
        Self { text, words }
    }

    /// The row of a table that has a cell in each field and nothing in an empty one: all fields are at most one
    /// character, one of them is empty, and they are as many as a grid of `is_size` has rows.
    pub(super) fn fields(&self, is_size: impl Fn(usize) -> bool) -> Option<Cells> {
        let text = self.text.split('#').next().unwrap_or("");
        let by = text.chars().find(|c| matches!(c, ',' | ';' | '\t'))?;
        let n = text.matches(by).count() + 1;
        // A few tabs alone are a line with nothing in it.
        if !is_size(n) || (by == '\t' && n < 6 && self.words.is_empty()) {
            return None;
        }
        let mut column = 0;
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
