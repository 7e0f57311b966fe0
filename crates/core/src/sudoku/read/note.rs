//! Information in a text that does not become part of the puzzle.

use std::fmt;

/// Longest text of a rule that is shown, in characters.
const SHOWN: usize = 120;

/// Information beside a puzzle that was not used, although it may change the intended puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The clues are the single candidates of pencil marks; some may be deduced digits.
    Candidates,
    /// The number of candidates that the solver of the puzzle had deleted (`HoDoKu`).
    Deleted(usize),
    /// The number of digits that the solver of the puzzle had entered.
    Entered(usize),
    /// Its rules, in words or by the names of their fields.
    Rules(String),
    /// Its rules in words, where others are read from its fields.
    Words(String),
    /// A record with the rules of a variant, in the syntax of `--variant`.
    Variant(String),
    /// A section of the file, by name.
    Section(String),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Candidates => {
                f.write_str("single pencil marks are read as clues; some of them may be deduced digits")
            }
            Self::Deleted(1) => f.write_str("1 deleted candidate is ignored; only clues are read"),
            Self::Deleted(n) => write!(f, "{n} deleted candidates are ignored; only clues are read"),
            Self::Entered(1) => f.write_str("1 entered digit is ignored, since it is not a clue"),
            Self::Entered(n) => write!(f, "{n} entered digits are ignored, since they are not clues"),
            Self::Rules(text) => {
                write!(f, "its additional rules are ignored, and only those of plain Sudoku apply: {}", shortened(text))
            }
            Self::Words(text) => {
                write!(f, "only the rules in its fields are used, and not those in words: {}", shortened(text))
            }
            Self::Variant(rules) => {
                write!(f, "this record has the rules `{rules}`; to use them, add --variant {rules}")
            }
            Self::Section(name) => write!(f, "the section [{name}] is ignored; only the puzzle is read"),
        }
    }
}

/// The beginning of a text in one line.
fn shortened(text: &str) -> String {
    let mut shown: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = shown.char_indices().nth(SHOWN) {
        shown.truncate(end);
        shown += "...";
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_in_words_are_shown_in_one_line_of_usual_length() {
        let long = Note::Rules(format!("Each\n\n  row.{}", " ü".repeat(200))).to_string();
        assert!(long.contains(": Each row. ü ü") && long.ends_with("...") && !long.contains('\n'), "{long}");
        assert!(Note::Rules("No knight's move.".to_owned()).to_string().ends_with(": No knight's move."));
    }
}
