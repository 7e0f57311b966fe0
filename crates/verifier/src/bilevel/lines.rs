//! Splits bytes into lines, words and numbers.

use std::io::{BufRead, BufReader, ErrorKind, Read};

use crate::work::Meter;
use crate::{Reason, require};

/// The longest line, in bytes.
const MAX_LINE: usize = 1 << 24;
/// No number reaches this, with or without its sign.
pub(super) const LARGEST: i128 = 1 << 62;

/// A number that a row or a bound may have.
pub(super) fn fit(number: i128) -> Result<i64, Reason> {
    if number.unsigned_abs() < LARGEST.unsigned_abs() { Ok(number as i64) } else { Err(beyond()) }
}

/// A number of 2^62 or more where none may be.
pub(super) fn beyond() -> Reason {
    Reason::Wrong("a number of 2^62 or more".into())
}

/// Sums and products within 127 bits, so that each has one with the other sign.
pub(super) fn exact(number: Option<i128>) -> Result<i128, Reason> {
    number
        .filter(|number| *number != i128::MIN)
        .ok_or_else(|| Reason::Wrong("a sum that does not fit in 127 bits".into()))
}

/// The lines of a file.
pub(super) struct Lines<'a> {
    source: BufReader<&'a mut dyn Read>,
    line: Vec<u8>,
    /// The number of this line, from 1.
    pub(super) number: u64,
    /// Bytes up to its end.
    pub(super) n_bytes: u64,
    pub(super) meter: Meter<'a>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(source: &'a mut dyn Read, meter: Meter<'a>) -> Self {
        Self { source: BufReader::with_capacity(1 << 16, source), line: Vec::new(), number: 0, n_bytes: 0, meter }
    }

    /// Reads the next line.
    pub(super) fn next(&mut self) -> Result<Words<'_>, Reason> {
        self.number += 1;
        self.line.clear();
        loop {
            let buffer = fill(&mut self.source)?;
            require!(!buffer.is_empty(), "the file ends too early");
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let taken = end.unwrap_or(buffer.len());
            require!(self.line.len() + taken <= MAX_LINE, "a line has more than {MAX_LINE} bytes");
            self.line.extend_from_slice(&buffer[..taken]);
            let n_used = taken + usize::from(end.is_some());
            self.source.consume(n_used);
            self.n_bytes += n_used as u64;
            self.meter.spend(n_used as u64)?;
            if end.is_some() {
                return Ok(self.words());
            }
        }
    }

    /// The words of the line that was read last.
    pub(super) fn words(&self) -> Words<'_> {
        Words { rest: Some(&self.line) }
    }

    /// The same, and who is paid for what is done about them.
    pub(super) fn parts(&mut self) -> (Words<'_>, &mut Meter<'a>) {
        (Words { rest: Some(&self.line) }, &mut self.meter)
    }

    /// The line that was read last.
    pub(super) fn line(&self) -> &[u8] {
        &self.line
    }

    /// Nothing may follow.
    pub(super) fn end(&mut self) -> Result<(), Reason> {
        require!(fill(&mut self.source)?.is_empty(), "the file goes on after its end");
        Ok(())
    }
}

/// Returns the next available bytes; empty at the end.
fn fill<'b>(source: &'b mut BufReader<&mut dyn Read>) -> Result<&'b [u8], Reason> {
    loop {
        match source.fill_buf() {
            Ok(_) => break,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(Reason::of_reading(error)),
        }
    }
    Ok(source.buffer())
}

/// The words of a line that are left, between single blanks.
#[derive(Clone, Copy)]
pub(super) struct Words<'l> {
    /// `None` once the last one was read.
    rest: Option<&'l [u8]>,
}

impl<'l> Words<'l> {
    /// The next word.
    pub(super) fn word(&mut self) -> Result<&'l [u8], Reason> {
        let Some(rest) = self.rest else { return Err(Reason::Wrong("the line ends too early".into())) };
        let (word, rest) = match rest.iter().position(|byte| *byte == b' ') {
            Some(at) => (&rest[..at], Some(&rest[at + 1..])),
            None => (rest, None),
        };
        require!(!word.is_empty(), "words are not between single blanks");
        self.rest = rest;
        Ok(word)
    }

    /// The next word is this one.
    pub(super) fn expect(&mut self, word: &str) -> Result<(), Reason> {
        let found = self.word()?;
        require!(found == word.as_bytes(), "certificates have `{word}` here, not `{}`", shown(found));
        Ok(())
    }

    /// A name.
    pub(super) fn name(&mut self) -> Result<String, Reason> {
        let word = self.word()?;
        let name = std::str::from_utf8(word).ok().filter(|name| !name.contains(|c: char| c.is_control()));
        require!(name.is_some(), "a name is not in UTF-8, or has control characters");
        Ok(name.unwrap_or_default().to_owned())
    }

    /// A number: digits, which do not begin with 0 but for 0 itself, with `-` before them if it is below 0.
    pub(super) fn number(&mut self) -> Result<i64, Reason> {
        let word = self.word()?;
        let (is_negative, digits) = match word {
            [b'-', digits @ ..] => (true, digits),
            digits => (false, digits),
        };
        let is_right = digits.iter().all(u8::is_ascii_digit)
            && match digits {
                [] => false,
                [b'0'] => !is_negative,
                [first, ..] => *first != b'0',
            };
        require!(is_right, "`{}` is not a number as in certificates", shown(word));
        // 2^62 has 19 digits, and none of so few digits leaves 64 bits.
        if digits.len() > 19 {
            return Err(beyond());
        }
        let number = digits.iter().fold(0_i128, |number, digit| 10 * number + i128::from(digit - b'0'));
        fit(if is_negative { -number } else { number })
    }

    /// A number that is not below 0.
    pub(super) fn unsigned(&mut self, what: &str) -> Result<i64, Reason> {
        let number = self.number()?;
        require!(number >= 0, "{what} is below 0");
        Ok(number)
    }

    /// Reads a count, which is at most `max`.
    pub(super) fn count(&mut self, max: usize, what: &str) -> Result<usize, Reason> {
        let number = self.unsigned("a number of things")?;
        require!(number as u64 <= max as u64, "more than {max} {what}, which is the limit of this checker");
        Ok(number as usize)
    }

    /// The number of one of `n` things.
    pub(super) fn index(&mut self, n: usize, what: &str) -> Result<usize, Reason> {
        let number = self.number()?;
        require!(number >= 0 && (number as u64) < n as u64, "there is no {what} {number}, only {n} of them");
        Ok(number as usize)
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest.is_none()
    }

    /// The line has no more words.
    pub(super) fn end(self) -> Result<(), Reason> {
        require!(self.rest.is_none(), "the line goes on after its end");
        Ok(())
    }
}

/// A word for a message: its beginning, without what a terminal would take for something else.
pub(super) fn shown(word: &[u8]) -> String {
    let text: String = word.iter().take(40).map(|byte| char::from(*byte)).collect();
    let text = text.replace(|c: char| !c.is_ascii_graphic(), "?");
    if word.len() > 40 { text + ".." } else { text }
}
