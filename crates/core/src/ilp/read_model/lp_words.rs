//! The words of the LP format: heads of sections, names, numbers and signs.

use crate::ilp::Sense;
use crate::ilp::text::{NO_TEXT, TextReason};

use super::super::decimal::is_infinity;
use super::super::model_error::ModelReason;

/// The place of a token in the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// The line, from 1.
    pub(super) line: usize,
    /// Its first byte, from 0.
    pub(super) start: usize,
    pub(super) length: usize,
}

/// An error, with its place in the line of the last token.
pub(super) type Refused = (Span, ModelReason);

/// The head of a section, which begins a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    Minimize,
    Maximize,
    Rows,
    LazyRows,
    Bounds,
    Integers,
    Binaries,
    End,
    /// A section that must be empty in a 0/1 linear model; some programs write its head all the same.
    Unread,
}

/// Heads of one word.
const HEADS: [(&str, Head); 34] = [
    ("minimize", Head::Minimize),
    ("minimise", Head::Minimize),
    ("minimum", Head::Minimize),
    ("min", Head::Minimize),
    ("maximize", Head::Maximize),
    ("maximise", Head::Maximize),
    ("maximum", Head::Maximize),
    ("max", Head::Maximize),
    ("st", Head::Rows),
    ("s.t.", Head::Rows),
    ("st.", Head::Rows),
    ("bounds", Head::Bounds),
    ("bound", Head::Bounds),
    ("general", Head::Integers),
    ("generals", Head::Integers),
    ("gen", Head::Integers),
    ("integer", Head::Integers),
    ("integers", Head::Integers),
    ("int", Head::Integers),
    ("binary", Head::Binaries),
    ("binaries", Head::Binaries),
    ("bin", Head::Binaries),
    ("end", Head::End),
    ("free", Head::Unread),
    ("semi-continuous", Head::Unread),
    ("semicontinuous", Head::Unread),
    ("semi", Head::Unread),
    ("semis", Head::Unread),
    ("semi-integer", Head::Unread),
    ("semi-integers", Head::Unread),
    ("sos", Head::Unread),
    ("sos1", Head::Unread),
    ("sos2", Head::Unread),
    ("pwlobj", Head::Unread),
];

/// Heads of two words.
const PAIRS: [(&str, &str, Head); 8] = [
    ("subject", "to", Head::Rows),
    ("such", "that", Head::Rows),
    ("lazy", "constraints", Head::LazyRows),
    ("user", "cuts", Head::Unread),
    ("indicator", "constraints", Head::Unread),
    ("general", "constraints", Head::Unread),
    ("general", "constraint", Head::Unread),
    ("gen", "cons", Head::Unread),
];

/// Heads of other LP formats that are also common names: semi-continuous and semi-integer variables.
const RARE: [&str; 2] = ["sec", "sin"];

/// Is this line nothing but a head that may be a name as well?
pub(super) fn rare_head(line: &str) -> bool {
    RARE.iter().any(|word| word.eq_ignore_ascii_case(line.trim()))
}

fn head_of(word: &str) -> Option<Head> {
    HEADS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, head)| *head)
}

/// Is it a word of the format wherever it stands?
pub(super) fn is_keyword(word: &str) -> bool {
    // Most names are none, and this is asked of each.
    const INITIALS: &[u8] = b"bBeEfFgGiImMpPsS";
    word.as_bytes().first().is_some_and(|first| INITIALS.contains(first)) && head_of(word).is_some()
}

/// Can no variable and no row have this name, since this reader or another would take it for a word of the format?
pub(in crate::ilp) fn is_reserved(name: &str) -> bool {
    let is_pair = || PAIRS.iter().any(|(first, _, _)| first.eq_ignore_ascii_case(name));
    is_keyword(name) || is_infinity(name) || is_pair()
}

/// The head at the beginning of a line without blanks before it, and its length in bytes.
pub(super) fn head(line: &str) -> Option<(Head, usize)> {
    let is_blank = |c: char| c == ' ' || c == '\t';
    let first_end = line.find(|c: char| is_blank(c) || !(is_inner(c) || c == '-')).unwrap_or(line.len());
    let (first, rest) = line.split_at(first_end);
    let gap = rest.len() - rest.trim_start_matches(is_blank).len();
    let second = &rest[gap..];
    let second = &second[..second.find(|c: char| !is_inner(c)).unwrap_or(second.len())];
    let is_pair =
        |(a, b, _): &&(&str, &str, Head)| a.eq_ignore_ascii_case(first) && b.eq_ignore_ascii_case(second) && gap > 0;
    match PAIRS.iter().find(is_pair) {
        Some((_, _, head)) => Some((*head, first_end + gap + second.len())),
        None => head_of(first).map(|head| (head, first_end)),
    }
}

/// A piece of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A name, or a keyword.
    Name(&'a str),
    /// A name followed by a colon in the same line: the name of a row, even if it is a keyword.
    Label(&'a str),
    /// A number without its sign.
    Number(&'a str),
    /// `inf` or `infinity`.
    Infinity,
    /// `+` or `-`.
    Sign(Sign),
    Compare(Sense),
    Colon,
    /// `->`
    Arrow,
    /// One of `[ ] * ^`.
    Product(char),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Plus,
    Minus,
}

/// May a name go on with it? The punctuation is that of CPLEX; letters of other alphabets are names to HiGHS.
fn is_inner(c: char) -> bool {
    c.is_alphanumeric() || "!\"#$%&(),.;?@_`'{}|~/".contains(c)
}

/// May a name begin with it?
fn is_first(c: char) -> bool {
    is_inner(c) && !c.is_ascii_digit() && c != '.'
}

/// The first token of a text that begins with no blank, and its length in bytes.
///
/// # Errors
/// The length of what is wrong, and why.
pub(super) fn token(text: &str) -> Result<(Token<'_>, usize), (usize, ModelReason)> {
    let mut chars = text.chars();
    let (first, second) = (chars.next().unwrap_or('\n'), chars.next());
    let compare = |sense| Ok((Token::Compare(sense), 1 + usize::from(second == Some('='))));
    match first {
        '+' => Ok((Token::Sign(Sign::Plus), 1)),
        '-' if second == Some('>') => Ok((Token::Arrow, 2)),
        '-' => Ok((Token::Sign(Sign::Minus), 1)),
        '<' => compare(Sense::LessEqual),
        '>' => compare(Sense::GreaterEqual),
        '=' => match second {
            Some('<') => Ok((Token::Compare(Sense::LessEqual), 2)),
            Some('>') => Ok((Token::Compare(Sense::GreaterEqual), 2)),
            _ => Ok((Token::Compare(Sense::Equal), 1)),
        },
        ':' => Ok((Token::Colon, 1)),
        '[' | ']' | '*' | '^' => Ok((Token::Product(first), 1)),
        '0'..='9' | '.' => number(text),
        _ if is_first(first) => {
            let length = text.find(|c: char| !is_inner(c)).unwrap_or(text.len());
            let name = &text[..length];
            Ok((if is_infinity(name) { Token::Infinity } else { Token::Name(name) }, length))
        }
        NO_TEXT => Err((first.len_utf8(), TextReason::Encoding.into())),
        _ => Err((first.len_utf8(), ModelReason::Character(first))),
    }
}

/// A number: as many characters as belong to it. `3e1` is one, as in every program; `3e` and `3e1x` are read in several
/// ways.
fn number(text: &str) -> Result<(Token<'_>, usize), (usize, ModelReason)> {
    let bytes = text.as_bytes();
    let n_digits = |from: usize| bytes.iter().skip(from).take_while(|b| b.is_ascii_digit()).count();
    let before = n_digits(0);
    let behind = if bytes.get(before) == Some(&b'.') { 1 + n_digits(before + 1) } else { 0 };
    let mantissa = before + behind;
    let word = |from: usize| text[from..].find(|c: char| !is_inner(c)).map_or(text.len(), |end| from + end);
    let refused = |reason: fn(String) -> ModelReason| {
        let length = word(mantissa).max(1);
        Err((length, reason(text[..length].to_owned())))
    };
    match bytes.get(mantissa) {
        _ if mantissa < 1 + usize::from(behind > 0) => refused(ModelReason::Number),
        Some(b'.') => refused(ModelReason::Number),
        Some(b'e' | b'E') => {
            let sign = usize::from(matches!(bytes.get(mantissa + 1), Some(b'+' | b'-')));
            let power = n_digits(mantissa + 1 + sign);
            let end = mantissa + 1 + sign + power;
            if power == 0 || word(end) > end {
                refused(ModelReason::Glued)
            } else {
                Ok((Token::Number(&text[..end]), end))
            }
        }
        _ => Ok((Token::Number(&text[..mantissa]), mantissa)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_begin_a_line_in_any_case() {
        assert_eq!(head("Subject  To r: x"), Some((Head::Rows, 11)));
        assert_eq!(head("SUCH THAT"), Some((Head::Rows, 9)));
        assert_eq!(head("s.t. x"), Some((Head::Rows, 4)));
        assert_eq!(head("st: x"), Some((Head::Rows, 2)));
        assert_eq!(head("Semi-Continuous"), Some((Head::Unread, 15)));
        assert_eq!(head("General Constraints"), Some((Head::Unread, 19)));
        assert_eq!(head("general x"), Some((Head::Integers, 7)));
        for line in ["subject", "such x", "stx", "end_1", "bin.2 + y", "x + y", "minx: y", ""] {
            assert_eq!(head(line), None, "{line}");
        }
        assert!(is_reserved("Subject") && is_reserved("INF") && is_reserved("sos1") && !is_reserved("inf_1"));
        assert!(is_keyword("gen") && !is_keyword("lazy") && !is_keyword("x"));
    }

    #[test]
    fn tokens_are_as_long_as_they_can_be() {
        for (text, wanted, length) in [
            ("inf_1 <= 2", Token::Name("inf_1"), 5),
            ("Inf<= 2", Token::Infinity, 3),
            ("e1+3", Token::Name("e1"), 2),
            ("3e1 <= 5", Token::Number("3e1"), 3),
            ("3E-1<=", Token::Number("3E-1"), 4),
            ("3 e1", Token::Number("3"), 1),
            ("2x", Token::Number("2"), 1),
            ("2.x", Token::Number("2."), 2),
            (".5 x", Token::Number(".5"), 2),
            ("x(1,2)>=", Token::Name("x(1,2)"), 6),
            ("=>1", Token::Compare(Sense::GreaterEqual), 2),
            ("=<1", Token::Compare(Sense::LessEqual), 2),
            ("<1", Token::Compare(Sense::LessEqual), 1),
            (">=1", Token::Compare(Sense::GreaterEqual), 2),
            ("= 1", Token::Compare(Sense::Equal), 1),
            ("->", Token::Arrow, 2),
            ("-x", Token::Sign(Sign::Minus), 1),
        ] {
            assert_eq!(token(text), Ok((wanted, length)), "{text}");
        }
    }

    #[test]
    fn numbers_that_can_be_read_in_two_ways_are_refused() {
        for (text, part) in [("3e", "3e"), ("3ex + y", "3ex"), ("3e+x", "3e"), ("3e1x", "3e1x"), ("3e1.5", "3e1.5")] {
            assert_eq!(token(text), Err((part.len(), ModelReason::Glued(part.into()))), "{text}");
        }
        for (text, part) in [(".", "."), ("1.2.3", "1.2.3"), (".x", ".x"), (".e1", ".e1")] {
            assert_eq!(token(text), Err((part.len(), ModelReason::Number(part.into()))), "{text}");
        }
        assert_eq!(token("\u{a0}x"), Err((2, ModelReason::Character('\u{a0}'))));
    }
}
