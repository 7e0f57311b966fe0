//! Lines of an external text file. Reading always ends, and data that is not text is rejected.

use std::fmt;
use std::io::{self, BufRead};

use crate::base::{Limits, Pace, Stop};

/// A place in a text file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPlace {
    pub line: usize,
    /// The first character, from 1.
    pub column: usize,
    /// The number of characters, at least 1.
    pub width: usize,
    /// The text of the line.
    pub text: String,
}

impl TextPlace {
    /// The place of `part`, a piece of `line`.
    pub(super) fn of(number: usize, line: &str, part: &str) -> Self {
        let before = (part.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
        Self::at(number, line, before, part.len())
    }

    /// The place of this many bytes of `line` from this one on.
    pub(super) fn at(number: usize, line: &str, start: usize, length: usize) -> Self {
        let chars = |piece: Option<&str>| piece.map_or(0, |piece| piece.chars().count());
        let width = chars(line.get(start..start + length)).max(1);
        Self { line: number, column: chars(line.get(..start)) + 1, width, text: line.to_owned() }
    }
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The reason why a line is not allowed in any text file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextReason {
    /// The file begins like a gzip file.
    #[error("the file is compressed; decompress it first, for example with gunzip")]
    Compressed,
    #[error("the file is not text in UTF-8: it has a zero byte")]
    ZeroByte,
    /// The line has a control character, which programs interpret differently.
    #[error("the control character U+{:04X} is not allowed here", u32::from(*.0))]
    Control(char),
    /// The line is not UTF-8.
    #[error("this is not text in UTF-8")]
    Encoding,
    /// The line does not end within the limit.
    #[error("the line is longer than {} MB", LONGEST >> 20)]
    Long,
}

/// Why there is no further line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TextError {
    /// A limit was reached.
    Stopped(Stop),
    /// The system cannot read the file; the text is the error.
    Unreadable(String),
    /// A line is invalid.
    Line { place: Box<TextPlace>, reason: TextReason },
}

/// Longest line in bytes. One row of a large model may be one line.
const LONGEST: usize = 64 << 20;

/// How a file of gzip begins.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Characters that are shown of a line that is not text.
const SHOWN: usize = 60;

/// How often limits are asked, in lines.
const PACE: u32 = 255;

/// The replacement for bytes that are not UTF-8. It is allowed in comments, and an error everywhere else.
pub(super) const NO_TEXT: char = char::REPLACEMENT_CHARACTER;

/// The lines of a text, without their ends and without the byte order mark, read under limits.
pub(super) struct Lines<R> {
    input: R,
    bytes: Vec<u8>,
    text: String,
    number: usize,
    pace: Pace,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R, limits: &Limits) -> Self {
        let pace = limits.clone().without_nodes().pace(PACE);
        Self { input, bytes: Vec::new(), text: String::new(), number: 0, pace }
    }

    /// The next line with its number, from 1; `None` after the last.
    ///
    /// # Errors
    /// [`TextError`] at a limit, and for a line that is not text.
    pub(super) fn advance(&mut self) -> Result<Option<(usize, &str)>, TextError> {
        self.number += 1;
        if let Some(stop) = self.pace.step(0) {
            return Err(TextError::Stopped(stop));
        }
        if !self.fill()? {
            return Ok(None);
        }
        if self.number == 1 && self.bytes.starts_with("\u{feff}".as_bytes()) {
            self.bytes.drain(..3);
        }
        // Some files end their lines in CR CR LF: what wrote them put a CR before each LF a second time.
        while self.bytes.last() == Some(&b'\r') {
            self.bytes.pop();
        }
        if let Some(at) = self.bytes.iter().position(|&b| b.is_ascii_control() && b != b'\t') {
            return Err(self.refused(at, TextReason::Control(char::from(self.bytes[at]))));
        }
        self.text.clear();
        self.text.push_str(&String::from_utf8_lossy(&self.bytes));
        Ok(Some((self.number, &self.text)))
    }

    /// The number of the last line, or one more after the end.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Reads up to the end of a line; false if there is none.
    fn fill(&mut self) -> Result<bool, TextError> {
        self.bytes.clear();
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(TextError::Unreadable(e.to_string())),
            };
            // A reader that hears limits ends at one of them as at the end of the file.
            if let Some(stop) = self.pace.limits().reached(0) {
                return Err(TextError::Stopped(stop));
            }
            if chunk.is_empty() {
                return Ok(!self.bytes.is_empty());
            }
            let end = chunk.iter().position(|&b| b == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            let zero = part.iter().position(|&b| b == 0).map(|at| at + self.bytes.len());
            self.bytes.extend_from_slice(part);
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if self.number == 1 && self.bytes.starts_with(&GZIP) {
                return Err(self.refused(0, TextReason::Compressed));
            }
            if let Some(at) = zero {
                return Err(self.refused(at, TextReason::ZeroByte));
            }
            if self.bytes.len() > LONGEST {
                return Err(self.refused(LONGEST, TextReason::Long));
            }
            if end.is_some() {
                return Ok(true);
            }
        }
    }

    /// The refusal of the byte with this number, with the text before it.
    fn refused(&self, at: usize, reason: TextReason) -> TextError {
        let before = String::from_utf8_lossy(&self.bytes[..at.min(SHOWN)]);
        let column = if at > SHOWN { SHOWN } else { before.chars().count() } + 1;
        let place = TextPlace { line: self.number, column, width: 1, text: before.into_owned() };
        TextError::Line { place: Box::new(place), reason }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Cursor, repeat};
    use std::time::Duration;

    use super::*;

    fn all(text: &[u8]) -> Result<Vec<String>, TextError> {
        let mut lines = Lines::new(text, &Limits::none());
        let mut seen = Vec::new();
        while let Some((number, line)) = lines.advance()? {
            assert_eq!(number, seen.len() + 1);
            seen.push(line.to_owned());
        }
        Ok(seen)
    }

    fn refusal(text: &[u8]) -> (String, TextReason) {
        match all(text).expect_err("a refusal") {
            TextError::Line { place, reason } => (place.to_string(), reason),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn lines_end_with_either_end_and_the_last_without() {
        assert_eq!(all(b"a\r\n\nb\tc"), Ok(vec!["a".into(), String::new(), "b\tc".into()]));
        assert_eq!(all(b"a\r\r\n\r\r\r\nb\r\r"), Ok(vec!["a".into(), String::new(), "b".into()]));
        assert_eq!(all("\u{feff}a\n".as_bytes()), Ok(vec!["a".into()]));
        assert_eq!(all(b""), Ok(Vec::new()));
        assert_eq!(all(b"* M\xfcnchen\n"), Ok(vec!["* M\u{fffd}nchen".into()]));
    }

    #[test]
    fn what_is_not_text_is_refused_with_its_place() {
        let at = |line: usize, column: usize| format!("line {line}, column {column}");
        assert_eq!(refusal(b"\x1f\x8b\x08\x00"), (at(1, 1), TextReason::Compressed));
        assert_eq!(refusal(b"ab\ncd\0"), (at(2, 3), TextReason::ZeroByte));
        // A lone carriage return is an end of a line to some programs, and would hide the rest in a comment from
        // others.
        assert_eq!(refusal(b"\\ a\rb\n"), (at(1, 4), TextReason::Control('\r')));
        assert_eq!(TextReason::Control('\r').to_string(), "the control character U+000D is not allowed here");
    }

    #[test]
    fn a_line_without_end_is_refused_and_a_limit_ends_it() {
        let mut endless = Lines::new(BufReader::new(repeat(b'x')), &Limits::none());
        match endless.advance().expect_err("a refusal") {
            TextError::Line { reason, .. } => assert_eq!(reason, TextReason::Long),
            other => panic!("{other:?}"),
        }
        let limits = Limits::none().with_time(Duration::ZERO);
        let mut stopped = Lines::new(BufReader::new(repeat(b'\n')), &limits);
        assert_eq!(stopped.advance(), Err(TextError::Stopped(Stop::Time)));
        // A node limit is one of searches.
        let mut counted = Lines::new(Cursor::new("a"), &Limits::none().with_nodes(0));
        assert_eq!(counted.advance(), Ok(Some((1, "a"))));
    }
}
