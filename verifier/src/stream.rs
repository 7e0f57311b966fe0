//! From a file to numbers: zstd frames, varints, lists.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::{Reason, require};

/// A frame that wants a larger window is refused, so that its header cannot ask for memory without bound. In bytes.
const MAX_WINDOW: u64 = 128 << 20;

/// The numbers of an unpacked certificate.
pub(crate) struct Stream<'a> {
    source: BufReader<&'a mut dyn Read>,
    /// How many bytes were read.
    pub(crate) position: u64,
    /// What is being read, for refusals.
    pub(crate) place: String,
}

impl<'a> Stream<'a> {
    pub(crate) fn new(source: &'a mut dyn Read) -> Self {
        Self { source: BufReader::with_capacity(1 << 16, source), position: 0, place: "the first line".into() }
    }

    /// The next byte, or `None` at the end.
    pub(crate) fn byte_or_end(&mut self) -> Result<Option<u8>, Reason> {
        let byte = self.source.by_ref().bytes().next().transpose().map_err(|error| match error.kind() {
            ErrorKind::InvalidData => Reason::Wrong(error.to_string()),
            _ => Reason::Io(format!("cannot read: {error}")),
        })?;
        self.position += u64::from(byte.is_some());
        Ok(byte)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Reason> {
        self.byte_or_end()?.ok_or_else(|| Reason::Wrong("the stream ends too early".into()))
    }

    /// A varint.
    #[inline]
    pub(crate) fn number(&mut self) -> Result<u64, Reason> {
        match self.source.buffer().first() {
            Some(&byte) if byte < 0x80 => {
                self.source.consume(1);
                self.position += 1;
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
        let mut least = 0;
        for _ in 0..self.number()? {
            list.push(index(self.number()?.saturating_add(least), n, what)?);
            least = list[list.len() - 1] as u64 + 1;
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

/// The contents of zstd frames, one after the other.
pub(crate) struct Frames<R> {
    source: BufReader<Watched<R>>,
    decoder: FrameDecoder,
}

/// Notes whether the reading itself fails, which the decoder does not tell apart from bad frames.
struct Watched<R> {
    source: R,
    failed: bool,
}

impl<R: Read> Frames<R> {
    pub(crate) fn new(source: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW);
        Self { source: BufReader::new(Watched { source, failed: false }), decoder }
    }
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        loop {
            let n = self.decoder.read(to)?;
            if n > 0 {
                return Ok(n);
            }
            // Before the first frame, the decoder is finished as well.
            let done = if !self.decoder.is_finished() {
                self.decoder.decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1)).map(drop)
            } else if self.source.fill_buf()?.is_empty() {
                return Ok(0);
            } else {
                self.decoder.reset(&mut self.source)
            };
            done.map_err(|error| match self.source.get_ref().failed {
                true => io::Error::other(error.to_string()),
                false => io::Error::new(ErrorKind::InvalidData, format!("not zstd: {error}")),
            })?;
        }
    }
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(to);
        self.failed |= read.as_ref().is_err_and(|error| error.kind() != ErrorKind::Interrupted);
        read
    }
}
