//! The log of `-v`: lines of at most a hundred columns, with the head of a table repeated now and then.

use minclue_core::base::steers;

use super::super::message::Messages;

/// The widest line, in characters.
pub(super) const WIDTH: usize = 100;
/// Rows between two heads.
const ROWS: usize = 20;

/// Writes the log to standard error.
#[derive(Debug)]
pub(in super::super) struct Log {
    messages: Messages,
    /// Rows since the last head; `None` where another line stands between.
    n_rows: Option<usize>,
}

impl Log {
    pub(super) fn new(messages: Messages) -> Self {
        Self { messages, n_rows: None }
    }

    /// A line that is not a row.
    pub(in super::super) fn say(&mut self, text: &str) {
        self.n_rows = None;
        self.write(text);
    }

    /// A row of the table with this head.
    pub(super) fn row(&mut self, head: &str, row: &str) {
        if self.n_rows.is_none_or(|n| n >= ROWS) {
            self.write(head);
            self.n_rows = Some(0);
        }
        self.n_rows = self.n_rows.map(|n| n + 1);
        self.write(row);
    }

    fn write(&self, text: &str) {
        self.messages.write(format!("{}\n", cut(text)));
    }
}

/// What fits, and nothing that could steer a terminal: names of files and grids stand in the log.
fn cut(text: &str) -> String {
    let plain = |c: char| if steers(c) { ' ' } else { c };
    if text.chars().count() <= WIDTH {
        text.trim_end().chars().map(plain).collect()
    } else {
        text.chars().map(plain).take(WIDTH - 1).chain(['\u{2026}']).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_where_it_is_too_wide() {
        let exact = "x".repeat(WIDTH);
        assert_eq!(cut(&exact), exact);
        assert_eq!(cut(&"y".repeat(WIDTH + 1)), format!("{}\u{2026}", "y".repeat(WIDTH - 1)));
        assert_eq!(cut("a\u{1b}b  "), "a b");
    }
}
