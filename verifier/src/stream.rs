//! From a file to numbers: zstd frames, varints, lists.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::refusal::{Place, Reason};

/// A frame that wants a larger window is refused, so that its header cannot ask for memory without bound. In bytes.
const MAX_WINDOW: u64 = 128 << 20;

/// How many bytes are unpacked at a time.
const CHUNK: usize = 1 << 16;

/// The numbers of an unpacked certificate.
pub(crate) struct Stream<'a> {
    source: &'a mut dyn Read,
    chunk: Vec<u8>,
    at: usize,
    end: usize,
    /// Bytes before the chunk.
    before: u64,
    /// What the numbers are read for, for refusals.
    pub(crate) place: Place,
}

impl<'a> Stream<'a> {
    pub(crate) fn new(source: &'a mut dyn Read) -> Self {
        Self { source, chunk: vec![0; CHUNK], at: 0, end: 0, before: 0, place: Place::Header }
    }

    /// How many bytes were read.
    pub(crate) fn position(&self) -> u64 {
        self.before + self.at as u64
    }

    /// The next byte, or `None` at the end.
    pub(crate) fn byte(&mut self) -> Result<Option<u8>, Reason> {
        if self.at == self.end {
            self.before += self.end as u64;
            (self.at, self.end) = (0, 0);
            self.end = loop {
                match self.source.read(&mut self.chunk) {
                    Ok(n) => break n.min(CHUNK),
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(error) if error.kind() == ErrorKind::InvalidData => {
                        return Err(Reason::Unpack(error.to_string()));
                    }
                    Err(error) => return Err(Reason::Io(error.to_string())),
                }
            };
            if self.end == 0 {
                return Ok(None);
            }
        }
        self.at += 1;
        Ok(Some(self.chunk[self.at - 1]))
    }

    /// A varint.
    #[inline]
    pub(crate) fn number(&mut self) -> Result<u64, Reason> {
        match self.chunk[self.at..self.end].first() {
            Some(&byte) if byte < 0x80 => {
                self.at += 1;
                Ok(u64::from(byte))
            }
            _ => self.long_number(),
        }
    }

    #[cold]
    fn long_number(&mut self) -> Result<u64, Reason> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?.ok_or(Reason::Cut)?;
            let part = u64::from(byte & 0x7f);
            if (part << shift) >> shift != part || (byte == 0 && shift > 0) {
                return Err(Reason::Varint);
            }
            number |= part << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Reason::Varint)
    }

    /// A number that names one of `n` things.
    #[inline]
    pub(crate) fn name(&mut self, n: usize, what: &'static str) -> Result<usize, Reason> {
        let number = self.number()?;
        if number < n as u64 { Ok(number as usize) } else { Err(Reason::Unknown(what, number, n)) }
    }

    /// A number of things of which at most `limit` are taken.
    pub(crate) fn count(&mut self, limit: usize, what: &'static str) -> Result<usize, Reason> {
        let number = self.number()?;
        if number <= limit as u64 { Ok(number as usize) } else { Err(Reason::TooMany(what, limit)) }
    }

    /// A number that is added up.
    pub(crate) fn term(&mut self) -> Result<i64, Reason> {
        i64::try_from(self.number()?).map_err(|_| Reason::Overflow)
    }

    /// A list of names of `n` things. It is as long as the bytes that were there, whatever length it claims.
    pub(crate) fn list(&mut self, n: usize, what: &'static str) -> Result<Vec<usize>, Reason> {
        let mut list = Vec::new();
        let mut least = 0;
        for _ in 0..self.number()? {
            let name = self.number()?.saturating_add(least);
            if name >= n as u64 {
                return Err(Reason::Unknown(what, name, n));
            }
            list.push(name as usize);
            least = name + 1;
        }
        Ok(list)
    }
}

/// The contents of zstd frames, one after the other.
pub(crate) struct Frames<R> {
    source: BufReader<Watched<R>>,
    decoder: FrameDecoder,
    /// Whether the decoder is inside a frame.
    open: bool,
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
        Self { source: BufReader::new(Watched { source, failed: false }), decoder, open: false }
    }

    fn error(&self, error: &dyn std::error::Error) -> io::Error {
        let kind = if self.source.get_ref().failed { ErrorKind::Other } else { ErrorKind::InvalidData };
        io::Error::new(kind, error.to_string())
    }
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.open {
                if self.source.fill_buf()?.is_empty() {
                    return Ok(0);
                }
                self.decoder.reset(&mut self.source).map_err(|error| self.error(&error))?;
                self.open = true;
            }
            let n = self.decoder.read(to)?;
            if n > 0 {
                return Ok(n);
            }
            if self.decoder.is_finished() {
                self.open = false;
            } else {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.source, one).map_err(|error| self.error(&error))?;
            }
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
