//! Reads numbers from bytes: varints, lists, the digest of a part, and the work that the data read may take.

use std::io::{ErrorKind, Read};

use sha2::{Digest as _, Sha256};

use crate::work::{SLICE, Stop, ask};
use crate::{Reason, require};

/// Bytes that are read at once.
const BUFFER: usize = 1 << 16;
/// Looks at what was read before, such as a word of a set of cells or a term of a row: as many as this, and this many
/// more for each byte of the stream. The first ones are some seconds.
const FREE_LOOKS: u64 = 1 << 30;
const LOOKS_PER_BYTE: u64 = 1 << 10;

/// The numbers of an unpacked certificate.
pub(crate) struct Stream<'a> {
    source: &'a mut dyn Read,
    stop: Stop<'a>,
    buffer: Vec<u8>,
    /// The next byte in the buffer.
    at: usize,
    /// The number of bytes read before those in the buffer.
    passed: u64,
    /// The hash of a part, and where in the buffer begins what it does not have yet.
    hash: Option<(Sha256, usize)>,
    n_looks: u64,
    /// At most this many looks, by what was read at some time.
    allowed: u64,
    /// At as many `stop` is asked again.
    asked_at: u64,
    /// The part that is being read, for error messages.
    pub(crate) place: String,
}

impl<'a> Stream<'a> {
    pub(crate) fn new(source: &'a mut dyn Read, stop: Stop<'a>) -> Self {
        let (buffer, place) = (Vec::new(), "the first line".into());
        Self { source, stop, buffer, at: 0, passed: 0, hash: None, n_looks: 0, allowed: 0, asked_at: 0, place }
    }

    /// The number of bytes read.
    pub(crate) fn position(&self) -> u64 {
        self.passed + self.at as u64
    }

    /// The number of looks taken.
    pub(crate) fn n_looks(&self) -> u64 {
        self.n_looks
    }

    /// Counts looks at what was read before, so that no small stream asks for hours of work.
    #[inline(always)]
    pub(crate) fn look(&mut self, n: u64) -> Result<(), Reason> {
        #[cfg(test)]
        crate::work::counted::paid(n);
        self.n_looks = self.n_looks.saturating_add(n);
        if self.n_looks <= self.asked_at { Ok(()) } else { self.allow() }
    }

    #[cold]
    fn allow(&mut self) -> Result<(), Reason> {
        self.allowed = self.position().saturating_mul(LOOKS_PER_BYTE).saturating_add(FREE_LOOKS);
        if self.n_looks <= self.allowed {
            self.asked_at = self.allowed.min(self.n_looks + SLICE);
            return ask(self.stop);
        }
        Err(Reason::TooMuch(format!(
            "the work so far is more than {} looks, all that so few bytes may cost",
            self.allowed
        )))
    }

    /// From here on, the bytes that are read are hashed.
    pub(crate) fn begin_hash(&mut self) {
        self.hash = Some((Sha256::new(), self.at));
    }

    /// The SHA-256 of the bytes since [`Self::begin_hash`], in hexadecimal.
    pub(crate) fn end_hash(&mut self) -> String {
        let (mut hash, from) = self.hash.take().unwrap_or_else(|| (Sha256::new(), self.at));
        hash.update(&self.buffer[from..self.at]);
        format!("{:x}", hash.finalize())
    }

    /// Reads more, where all in the buffer was used. At the end nothing is in it any more.
    fn fill(&mut self) -> Result<(), Reason> {
        if let Some((hash, from)) = &mut self.hash {
            hash.update(&self.buffer[*from..]);
            *from = 0;
        }
        ask(self.stop)?;
        self.passed += self.buffer.len() as u64;
        self.at = 0;
        self.buffer.resize(BUFFER, 0);
        let read = loop {
            match self.source.read(&mut self.buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.buffer.truncate(read.as_ref().map_or(0, |n| *n));
        read.map(drop).map_err(Reason::of_reading)
    }

    /// The next byte, or `None` at the end.
    pub(crate) fn byte_or_end(&mut self) -> Result<Option<u8>, Reason> {
        if self.at == self.buffer.len() {
            self.fill()?;
        }
        let byte = self.buffer.get(self.at).copied();
        self.at += usize::from(byte.is_some());
        Ok(byte)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Reason> {
        self.byte_or_end()?.ok_or_else(|| Reason::Wrong("the stream ends too early".into()))
    }

    /// The bytes up to the end of the line, or one more than `max` of them.
    pub(crate) fn line(&mut self, max: usize) -> Result<Vec<u8>, Reason> {
        let mut line = Vec::new();
        while line.len() <= max {
            match self.byte()? {
                b'\n' => break,
                byte => line.push(byte),
            }
        }
        Ok(line)
    }

    #[inline]
    pub(crate) fn number(&mut self) -> Result<u64, Reason> {
        match self.buffer.get(self.at) {
            Some(&byte) if byte < 0x80 => {
                self.at += 1;
                Ok(u64::from(byte))
            }
            _ => self.long_number(),
        }
    }

    fn long_number(&mut self) -> Result<u64, Reason> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 0x7f);
            let fits = (part << shift) >> shift == part && (byte > 0 || shift == 0) && (byte < 0x80 || shift < 63);
            require!(fits, "a number has superfluous bytes or more than 64 bits");
            number |= part << shift;
            if byte < 0x80 {
                break;
            }
        }
        Ok(number)
    }

    /// A number that names one of `n` things.
    #[inline]
    pub(crate) fn name(&mut self, n: usize, what: &str) -> Result<usize, Reason> {
        index(self.number()?, n, what)
    }

    /// A number of things of which at most `limit` are taken.
    pub(crate) fn count(&mut self, limit: usize, what: &str) -> Result<usize, Reason> {
        let number = self.number()?;
        require!(number <= limit as u64, "more than {limit} {what}, which is the limit of this checker");
        Ok(number as usize)
    }

    /// A number that is added up.
    pub(crate) fn term(&mut self) -> Result<i64, Reason> {
        self.number()?.try_into().map_err(|_| Reason::overflow())
    }

    /// A number with a sign: 2n for n >= 0, and -2n - 1 for n < 0.
    pub(crate) fn signed(&mut self) -> Result<i64, Reason> {
        let number = self.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// A list of names of `n` things. It takes no more memory than the bytes that are there, whatever length it claims.
    pub(crate) fn list(&mut self, n: usize, what: &str) -> Result<Vec<usize>, Reason> {
        let mut list = Vec::new();
        let mut min = 0;
        for _ in 0..self.number()? {
            list.push(index(self.number()?.saturating_add(min), n, what)?);
            min = list[list.len() - 1] as u64 + 1;
        }
        Ok(list)
    }
}

/// A number that names one of `n` things.
#[inline]
pub(crate) fn index(number: u64, n: usize, what: &str) -> Result<usize, Reason> {
    require!(number < n as u64, "there is no {what} {number}, only {n} of them");
    Ok(number as usize)
}
