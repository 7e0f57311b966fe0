//! Pictures as text: box characters, and color where a terminal has it.

use super::{Ink, Picture, Square};

/// What makes a clue strong, other digits light and a marked cell stand out, and what ends it.
const CLUE: &str = "\u{1b}[1m";
const LIGHT: &str = "\u{1b}[2m";
const MARKED: &str = "\u{1b}[1;31m";
const END: &str = "\u{1b}[0m";
/// Columns of a sheet of text.
const WIDTH: usize = 100;
/// Blanks between two pictures.
const GAP: usize = 4;

impl Picture {
    /// The lines of the picture, all of the same width on a terminal. Marked cells have brackets, and those of a set
    /// that is outlined parentheses.
    #[must_use]
    pub fn lines(&self, paint: bool) -> Vec<String> {
        let n = self.shape.n();
        // A Latin square has no boxes of its own.
        let (rows, columns) =
            if self.shape.is_latin() { (n, n) } else { (self.shape.box_rows(), self.shape.box_cols()) };
        let has_signs = self.has_signs();
        let width = if has_signs { 3 * columns } else { 2 * columns + 1 };
        let rule = |[left, middle, right]: [&str; 3]| {
            format!("{left}{}{right}", vec!["─".repeat(width); n / columns].join(middle))
        };
        let stack = |from: usize| {
            let cells: String = (from..from + columns).map(|cell| self.cell(cell, has_signs, paint)).collect();
            if has_signs { cells } else { cells + " " }
        };
        let row = |row: usize| {
            let stacks: Vec<String> = (0..n / columns).map(|i| stack(row * n + i * columns)).collect();
            format!("│{}│", stacks.join("│"))
        };
        let mut lines = vec![rule(["┌", "┬", "┐"])];
        for i in 0..n {
            if i > 0 && i % rows == 0 {
                lines.push(rule(["├", "┼", "┤"]));
            }
            lines.push(row(i));
        }
        lines.push(rule(["└", "┴", "┘"]));
        lines
    }

    /// How many columns its lines take.
    fn width(&self) -> usize {
        let n = self.shape.n();
        let n_stacks = if self.shape.is_latin() { 1 } else { self.shape.n_stacks() };
        n_stacks + 1 + if self.has_signs() { 3 * n } else { 2 * n + n_stacks }
    }

    fn has_signs(&self) -> bool {
        !self.sets.is_empty() || self.squares.iter().any(|square| square.is_marked)
    }

    fn cell(&self, cell: usize, has_signs: bool, paint: bool) -> String {
        let Square { symbol, ink, is_marked, .. } = self.squares[cell];
        let symbol = symbol.unwrap_or('.');
        let is_in_set = || self.sets.iter().any(|set| set.binary_search(&cell).is_ok());
        let text = match (has_signs, is_marked) {
            (false, _) => format!(" {symbol}"),
            (true, true) => format!("[{symbol}]"),
            (true, false) if is_in_set() => format!("({symbol})"),
            (true, false) => format!(" {symbol} "),
        };
        let color = match (is_marked, symbol, ink) {
            (true, ..) => MARKED,
            (false, '.', _) | (false, _, Ink::Solution) => LIGHT,
            (false, _, Ink::Clue) => CLUE,
        };
        if paint { format!("{color}{text}{END}") } else { text }
    }
}

/// Pictures side by side, as many as fit, the others below; each line ends with a line break.
#[must_use]
pub fn beside(pictures: &[Picture], paint: bool) -> String {
    let mut text = String::new();
    let mut rest = pictures;
    while let Some(first) = rest.first() {
        let mut width = first.width();
        let n_fit = 1 + rest[1..]
            .iter()
            .take_while(|next| {
                width += GAP + next.width();
                width <= WIDTH
            })
            .count();
        let (row, others) = rest.split_at(n_fit);
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&joined(row, paint));
        rest = others;
    }
    text
}

/// Pictures of one row.
fn joined(row: &[Picture], paint: bool) -> String {
    let columns: Vec<Vec<String>> = row.iter().map(|picture| picture.lines(paint)).collect();
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    let line = |i: usize| {
        let part = |(picture, lines): (&Picture, &Vec<String>)| {
            lines.get(i).cloned().unwrap_or_else(|| " ".repeat(picture.width()))
        };
        let parts: Vec<String> = row.iter().zip(&columns).map(part).collect();
        format!("{}\n", parts.join(&" ".repeat(GAP)).trim_end())
    };
    (0..height).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use minclue_core::sudoku::Shape;

    fn picture(shape: (u8, u8), line: &str) -> Picture {
        Picture::new(Shape::new(shape.0, shape.1).expect("a shape"), line).expect("a picture")
    }

    #[test]
    fn boxes_have_borders() {
        let lines = picture((2, 3), &format!("1{}6", ".".repeat(34))).lines(false);
        assert_eq!(lines[0], "┌───────┬───────┐");
        assert_eq!(lines[1], "│ 1 . . │ . . . │");
        assert_eq!(lines[3], "├───────┼───────┤");
        assert_eq!(lines[9], "└───────┴───────┘");
        assert_eq!(lines.len(), 6 + 2 + 2);
    }

    #[test]
    fn a_latin_square_has_no_rules_within() {
        for shape in [(1, 3), (3, 1)] {
            let wanted = ["┌───────┐", "│ 1 2 3 │", "│ 2 3 1 │", "│ 3 1 2 │", "└───────┘"];
            assert_eq!(picture(shape, "123231312").lines(false), wanted);
        }
    }

    #[test]
    fn marks_are_brackets_and_sets_parentheses_and_color_changes_no_width() {
        let picture = picture((2, 2), "1...............").marked(&[0]).outlined(&[3, 2]);
        let lines = picture.lines(false);
        assert_eq!(lines[1], "│[1] . │(.)(.)│");
        assert!(lines.iter().all(|line| line.chars().count() == picture.width()));
        let painted = picture.lines(true).join("\n");
        assert_eq!((painted.matches(MARKED).count(), painted.matches(LIGHT).count()), (1, 15));
        let plain = [CLUE, LIGHT, MARKED, END].iter().fold(painted, |text, code| text.replace(code, ""));
        assert_eq!(plain, lines.join("\n"));
    }

    #[test]
    fn pictures_stand_side_by_side_while_they_fit() {
        let nine = picture((3, 3), &".".repeat(81));
        assert_eq!(nine.width(), 25);
        let text = beside(&vec![nine; 4], false);
        assert_eq!(text.lines().map(|line| line.chars().count()).max(), Some(83));
        assert_eq!(text.lines().count(), 13 + 1 + 13);
        let large = picture((5, 5), &".".repeat(625));
        assert_eq!(beside(&[large.clone(), large], false).lines().count(), 31 + 1 + 31);
        assert_eq!(beside(&[], false), "");
    }
}
