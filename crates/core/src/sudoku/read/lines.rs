//! Reads the lines of an input one at a time, with bounded memory.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use super::foreign::Foreign;
use super::reason::{LONGEST_LINE, Place, ReadError, Reason};

/// Bytes of a refused line that are shown.
const SHOWN: usize = 100;
/// Bytes of lines that are passed over to come to one that is text. More of them have no end: they are those of a device.
const MAX_SKIPPED: u64 = 32 << 20;
/// Lines in a row that are not text, after which none is expected any more.
const MAX_NOT_TEXT: usize = 100;

/// The lines of an input, each with its number.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    /// The number of lines taken from the input.
    n_taken: usize,
    /// The number of the last line read, from 1.
    number: usize,
    /// Lines that will be read again, each with its number.
    pending: VecDeque<(usize, String)>,
    /// The error to report after these lines.
    failure: Option<ReadError>,
    /// Whether nothing readable follows.
    ended: bool,
    /// The number of consecutive lines before the next one that were not text.
    n_not_text: usize,
    /// The number of bytes skipped since the last line of text.
    n_skipped: u64,
    /// The maximum length of a line in bytes.
    longest: u64,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `input`.
    pub fn new(input: R) -> Self {
        let pending = VecDeque::new();
        Self {
            input,
            n_taken: 0,
            number: 0,
            pending,
            failure: None,
            ended: false,
            n_not_text: 0,
            n_skipped: 0,
            longest: LONGEST_LINE,
        }
    }

    /// Sets the maximum length of a line in bytes.
    #[must_use]
    pub fn with_longest(self, longest: u64) -> Self {
        Self { longest, ..self }
    }

    /// Returns the input, with no data buffered, and the number of lines read from it.
    ///
    /// # Panics
    /// If a line was put back.
    #[must_use]
    pub fn into_input(self) -> (R, usize) {
        assert!(self.pending.is_empty(), "a line was put back");
        (self.input, self.n_taken)
    }

    /// Skips empty lines, and returns the available part of the next line, at least its first byte; empty at the end.
    ///
    /// # Errors
    /// An error of the input.
    pub fn peek(&mut self) -> io::Result<&[u8]> {
        const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
        if self.ended {
            return Ok(&[]);
        }
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                break;
            }
            if self.n_taken == 0 && buffer.starts_with(BYTE_ORDER_MARK) {
                self.input.consume(BYTE_ORDER_MARK.len());
                continue;
            }
            let first = buffer.iter().position(|b| !b.is_ascii_whitespace());
            let blank = &buffer[..first.unwrap_or(buffer.len())];
            let used = blank.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
            let is_shown = first.is_some() || used == 0;
            self.n_taken += blank.iter().filter(|b| **b == b'\n').count();
            self.input.consume(used);
            if is_shown {
                break;
            }
        }
        self.input.fill_buf()
    }

    /// The number of the last line read, from 1.
    #[must_use]
    pub fn number(&self) -> usize {
        self.number
    }

    /// Puts back the last line read, so that it is read again.
    pub fn put_back(&mut self, line: String) {
        self.put_back_at(self.number, line);
    }

    /// Lets line `number` be read before all others.
    pub(super) fn put_back_at(&mut self, number: usize, line: String) {
        self.pending.push_front((number, line));
    }

    /// Fails with this once the lines that were put back are read.
    pub(super) fn fail_later(&mut self, failure: ReadError) {
        self.failure = Some(failure);
    }

    /// Says that line `number` is the one that was read last: those behind it were put back.
    pub(super) fn set_number(&mut self, number: usize) {
        self.number = number;
    }

    /// Returns the next line without its end; `Ok(None)` at the end of the input.
    ///
    /// # Errors
    /// An error of the input, or that the line is not text; later lines can still be read.
    #[expect(clippy::should_implement_trait, reason = "an iterator would turn the result inside out")]
    pub fn next(&mut self) -> Result<Option<String>, ReadError> {
        if let Some((number, line)) = self.pending.pop_front() {
            self.number = number;
            return Ok(Some(line));
        }
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        if self.ended {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        let n = self.input.by_ref().take(self.longest + 1).read_until(b'\n', &mut bytes)?;
        if n == 0 {
            self.ended = true;
            return Ok(None);
        }
        self.n_taken += 1;
        self.number = self.n_taken;
        if self.number == 1
            && let Some(kind) = Foreign::of(&bytes)
        {
            self.ended = true;
            let place = Place { line: 1, column: 1, width: 0, text: String::new() };
            return Err(ReadError::Refused { id: None, place, reason: Reason::Foreign(kind) });
        }
        if n as u64 > self.longest && bytes.last() != Some(&b'\n') {
            let refused = self.refused(0, &bytes, Reason::LongLine { longest: self.longest });
            self.skip()?;
            return Err(refused);
        }
        // UTF-16 without a mark passes for UTF-8, and has a zero in every second byte.
        if let Some(at) = bytes.iter().position(|b| *b == 0) {
            return Err(self.no_text(at, &bytes));
        }
        match String::from_utf8(bytes) {
            Ok(line) => {
                (self.n_not_text, self.n_skipped) = (0, 0);
                Ok(Some(bare(&line).to_owned()))
            }
            Err(e) => Err(self.no_text(e.utf8_error().valid_up_to(), e.as_bytes())),
        }
    }

    /// Refuses a line that is not text from its byte `at` on. After many of them nothing more is read.
    fn no_text(&mut self, at: usize, bytes: &[u8]) -> ReadError {
        self.n_not_text += 1;
        if self.n_not_text == MAX_NOT_TEXT {
            self.ended = true;
            let message = format!("{MAX_NOT_TEXT} lines in a row are not text; the rest is not read");
            self.failure = Some(io::Error::new(io::ErrorKind::InvalidData, message).into());
        }
        self.refused(at, bytes, Reason::NotText)
    }

    /// A refusal of the line `bytes` that points at its byte `at`.
    fn refused(&self, at: usize, bytes: &[u8], reason: Reason) -> ReadError {
        let column = String::from_utf8_lossy(&bytes[..at]).chars().count() + 1;
        let text = shown(bytes);
        let place = Place { line: self.number, column, width: usize::from(!text.is_empty()), text };
        ReadError::Refused { id: None, place, reason }
    }

    /// Drops the rest of an overlong line without holding it. Nothing is read behind a line without end.
    fn skip(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                return Ok(());
            }
            let end = buffer.iter().position(|b| *b == b'\n');
            let used = end.map_or(buffer.len(), |i| i + 1);
            self.input.consume(used);
            self.n_skipped = self.n_skipped.saturating_add(used as u64);
            if self.n_skipped > MAX_SKIPPED {
                self.ended = true;
                return Ok(());
            }
            if end.is_some() {
                return Ok(());
            }
        }
    }
}

/// A line without its end and a mark before it. Tabs at its end may be the empty cells of a table.
fn bare(line: &str) -> &str {
    line.trim_end_matches(['\n', '\r', ' ']).trim_start_matches('\u{feff}')
}

/// The beginning of a refused line, or nothing where it is mostly bytes that nobody can read.
fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(SHOWN)]).trim_end().to_owned();
    // Zeros alone are UTF-16, whose letters can be read between them.
    let is_rubbish =
        |c: &char| *c == char::REPLACEMENT_CHARACTER || (c.is_control() && !matches!(c, '\0' | '\t' | '\r'));
    let n_rubbish = text.chars().filter(is_rubbish).count();
    if n_rubbish > 4 && n_rubbish * 8 > text.chars().count() { String::new() } else { text }
}
