//! Rows of a grid as in the source or the output of a program: `[5, 3, 0, ...],`, `array([[5 3 0 ...]`.

use std::ops::Range;

use super::super::shape::Shape;
use super::super::text::{Symbol, line_symbol};

/// Does this character open or close a list?
pub(super) fn is_bracket(c: char) -> bool {
    matches!(c, '[' | ']' | '{' | '}' | '(' | ')')
}

/// The part of a line with the cells of a list, or nothing of it where it has brackets alone. `None` where this is no
/// line of a program with a grid, such as `[Puzzle]`.
pub(super) fn cells(line: &str) -> Option<Range<usize>> {
    if !line.contains(is_bracket) {
        return None;
    }
    // What stands behind an array that `repr` of NumPy has written.
    let end = line.find("dtype").unwrap_or(line.len());
    let start = assigned(&line[..end])?;
    let list = &line[start..end];
    let is_between = |c: char| is_bracket(c) || c.is_whitespace() || matches!(c, ',' | ';' | '|' | '"' | '\'');
    let tokens: Vec<&str> = list.split(is_between).filter(|token| !token.is_empty()).collect();
    if tokens.is_empty() {
        return Some(start..start);
    }
    let are_rows = tokens.iter().all(|token| is_row(token));
    let are_cells = tokens.len() >= 4 && tokens.iter().all(|token| is_cell(token));
    let says_something = tokens.iter().any(|token| token.contains(|c: char| c.is_ascii_digit() || c == '.'));
    if !says_something || !(are_rows || are_cells) {
        return None;
    }
    let from = list.find(|c: char| !is_bracket(c) && !c.is_whitespace())?;
    let to = list.trim_end_matches(|c: char| is_bracket(c) || c.is_whitespace() || matches!(c, ',' | ';')).len();
    Some(start + from..start + to)
}

/// Returns the beginning of the value of an assignment, or of the list of a call: behind `grid =`, `np.array(`, `new
/// int[,]`.
fn assigned(line: &str) -> Option<usize> {
    let mut start = match line.rfind('=') {
        Some(at) if line.trim_start().starts_with(|c: char| c.is_alphabetic() || c == '_') => at + 1,
        Some(_) => return None,
        None => 0,
    };
    if let Some(at) = line[start..].trim_start().strip_prefix("new ").and_then(|_| line[start..].find('{')) {
        start += at;
    }
    let rest = line[start..].trim_start();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let name = rest.find(|c: char| !is_name(c)).map_or("", |end| &rest[..end]);
    if name.starts_with(char::is_alphabetic) && rest[name.len()..].starts_with('(') {
        start = line.len() - rest.len() + name.len();
    }
    Some(start)
}

/// A row in one word.
fn is_row(token: &str) -> bool {
    token.chars().count() >= 4
        && token.chars().all(|c| line_symbol(Shape::MAX_N, c) != Symbol::Unknown)
        && token.contains(|c: char| c.is_ascii_digit() || c == '.')
}

fn is_cell(token: &str) -> bool {
    let mut chars = token.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => line_symbol(Shape::MAX_N, c) != Symbol::Unknown,
        _ => number(token).is_some(),
    }
}

/// The number of a field, and 0 for what programs write where there is none; `None` where it is neither.
pub(super) fn number(field: &str) -> Option<usize> {
    const NOTHING: &[&str] = &["nan", "none", "null", "na", "<na>", "np.nan"];
    if NOTHING.iter().any(|nothing| field.eq_ignore_ascii_case(nothing)) {
        return Some(0);
    }
    // Of decimal numbers, nothing but zeros may stand behind the point.
    let (whole, places) = field.split_once('.').unwrap_or((field, ""));
    let is_number = (1..=2).contains(&whole.len()) && whole.bytes().all(|b| b.is_ascii_digit());
    (is_number && places.bytes().all(|b| b == b'0')).then(|| whole.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Option<&str> {
        cells(line).map(|range| &line[range])
    }

    #[test]
    fn cells_of_a_program_stand_between_brackets() {
        for line in [
            "[5, 3, 0, 0]",
            "  [5, 3, 0, 0],",
            "grid = [[5, 3, 0, 0],",
            "int g[4][4] = {{5, 3, 0, 0},",
            "        {5, 3, 0, 0}};",
            "board = np.array([[5, 3, 0, 0],",
            "array([[5, 3, 0, 0]], dtype=int8)",
            "int[,] g = new int[,] { {5, 3, 0, 0},",
            "(5, 3, 0, 0),",
        ] {
            assert_eq!(of(line), Some("5, 3, 0, 0"), "{line}");
        }
        assert_eq!(of("[['5' '3' '.' '.']"), Some("'5' '3' '.' '.'"));
        assert_eq!(of("    \"53..7....\","), None, "there is no bracket");
        assert_eq!(of("b = [\"53..7....\","), Some("\"53..7....\""));
        for line in ["grid = [", "]", "])", "};", "[", "board = np.array([", "const g = [", "]], dtype=int64)"] {
            assert_eq!(of(line), Some(""), "{line}");
        }
    }

    #[test]
    fn heads_of_sections_and_prose_are_no_cells() {
        for line in
            ["[Puzzle]", "[code]", "[/code]", "[1]", "Grid (easy)", "53..7....", "see [a b c d]", "(b)", "[State 2]"]
        {
            assert_eq!(of(line), None, "{line}");
        }
    }

    #[test]
    fn numbers_are_whole_or_missing() {
        for (field, value) in
            [("0", 0), ("16", 16), ("8.0", 8), ("8.", 8), ("08", 8), ("12.00", 12), ("nan", 0), ("NaN", 0), ("None", 0)]
        {
            assert_eq!(number(field), Some(value), "{field}");
        }
        for field in ["", ".", "8.5", "123", "-1", "a", "1e1", "0x1", "8.0.0", "+8"] {
            assert_eq!(number(field), None, "{field}");
        }
    }
}
