//! The words of a file that is a stream of words, in which line ends have no other meaning than blanks.

use std::io::BufRead;

use crate::ilp::decimal::{Decimal, Number};
use crate::ilp::text::{Lines, TextPlace};

use super::error::{BilevelFileError, BilevelReason};

/// Words one after the other, without comments.
pub(super) struct Words<R> {
    lines: Lines<R>,
    line: String,
    number: usize,
    /// The offset in bytes at which the next word may begin.
    at: usize,
    /// Whether a word that begins with `#` begins a comment.
    has_comments: bool,
}

/// A word and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) line: usize,
    start: usize,
}

impl<R: BufRead> Words<R> {
    pub(super) fn new(lines: Lines<R>, has_comments: bool) -> Self {
        Self { lines, line: String::new(), number: 0, at: 0, has_comments }
    }

    /// The next word; `None` at the end.
    pub(super) fn advance(&mut self) -> Result<Option<Word>, BilevelFileError> {
        loop {
            let rest = &self.line[self.at..];
            // Inside a word `#` is a part of it: a row may be called `r#1`.
            let is_comment = |skip: usize| self.has_comments && rest[skip..].starts_with('#');
            let next = rest.find(|c: char| c != ' ' && c != '\t');
            if let Some(skip) = next.filter(|skip| !is_comment(*skip)) {
                let start = self.at + skip;
                let length = rest[skip..].find([' ', '\t']).unwrap_or(rest.len() - skip);
                self.at = start + length;
                return Ok(Some(Word { text: self.line[start..self.at].to_owned(), line: self.number, start }));
            }
            match self.lines.advance()? {
                Some((number, line)) => {
                    line.clone_into(&mut self.line);
                    (self.number, self.at) = (number, 0);
                }
                None => return Ok(None),
            }
        }
    }

    /// The next word, which must be there: it is `what`.
    pub(super) fn expect(&mut self, what: &'static str) -> Result<Word, BilevelFileError> {
        let line = self.number.max(1);
        self.advance()?.ok_or(BilevelFileError::Line { line, reason: BilevelReason::Ended(what) })
    }

    /// The next word as a number from 0.
    pub(super) fn natural(&mut self, what: &'static str) -> Result<(usize, Word), BilevelFileError> {
        let word = self.expect(what)?;
        match word.text.parse::<u32>() {
            Ok(number) if word.text.bytes().all(|b| b.is_ascii_digit()) => Ok((number as usize, word)),
            _ => Err(self.refused(&word, BilevelReason::Natural(word.text.clone()))),
        }
    }

    /// The next word as an integer; `2.0` is one.
    pub(super) fn integer(&mut self, what: &'static str) -> Result<(i64, Word), BilevelFileError> {
        let word = self.expect(what)?;
        let whole = |number: Decimal| if number.places() == 0 { number.times_ten_to(0) } else { None };
        match Number::parse(&word.text) {
            Ok(Number::Finite(number)) => whole(number),
            _ => None,
        }
        .map(|number| (number, word.clone()))
        .ok_or_else(|| self.refused(&word, BilevelReason::Integer(word.text.clone())))
    }

    /// The next word as a number with few decimals.
    pub(super) fn decimal(&mut self, what: &'static str) -> Result<Decimal, BilevelFileError> {
        let word = self.expect(what)?;
        match Number::parse(&word.text) {
            Ok(Number::Finite(number)) => Ok(number),
            _ => Err(self.refused(&word, BilevelReason::Decimal(word.text.clone()))),
        }
    }

    /// The refusal of the last word.
    pub(super) fn refused(&self, word: &Word, reason: BilevelReason) -> BilevelFileError {
        let place = TextPlace::at(word.line, &self.line, word.start, word.text.len());
        BilevelFileError::Place { place: Box::new(place), reason }
    }

    /// The number of the last line.
    pub(super) fn line(&self) -> usize {
        self.number.max(1)
    }
}
