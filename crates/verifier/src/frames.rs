//! Decompresses a file that consists of zstd frames only.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::Reason;

/// A frame that wants a larger window is refused, so that its header cannot ask for memory without bound. In bytes.
const MAX_WINDOW: u64 = 128 << 20;
/// A file may unpack to a fixed number of bytes and a number for each of its own, so that the work is bounded by its
/// size.
const FREE_BYTES: u64 = 4 << 20;
const BYTES_PER_BYTE: u64 = 256;

/// The contents of zstd frames.
pub(crate) struct Frames<R> {
    source: BufReader<Watched<R>>,
    decoder: FrameDecoder,
    n_frames: u64,
    /// The number of bytes passed on.
    n_unpacked: u64,
}

/// Notes what the decoder does not pass on: how many bytes were read, and how the reading ended.
struct Watched<R> {
    source: R,
    n_read: u64,
    ended: bool,
    failed: bool,
}

impl<R: Read> Frames<R> {
    pub(crate) fn new(source: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW);
        let source = BufReader::new(Watched { source, n_read: 0, ended: false, failed: false });
        Self { source, decoder, n_frames: 0, n_unpacked: 0 }
    }

    /// The number of bytes of the file that were used.
    fn position(&self) -> u64 {
        self.source.get_ref().n_read - self.source.buffer().len() as u64
    }

    /// Unpacks a block, or begins a frame.
    fn unpack(&mut self) -> Result<(), FrameDecoderError> {
        if !self.decoder.is_finished() {
            return self.decoder.decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1)).map(drop);
        }
        self.decoder.reset(&mut self.source)?;
        self.n_frames += 1;
        Ok(())
    }

    /// Translates an error of the decoder to a statement about the file.
    fn reason(&self, error: &FrameDecoderError) -> Reason {
        use ReadFrameHeaderError::{BadMagicNumber, MagicNumberReadError};
        let at = self.position();
        match error {
            _ if self.source.get_ref().failed => Reason::Io(format!("cannot read: {error}")),
            FrameDecoderError::WindowSizeTooBig { .. } => {
                Reason::TooMuch(format!("a zstd frame wants a window of more than {MAX_WINDOW} bytes"))
            }
            FrameDecoderError::ReadFrameHeaderError(BadMagicNumber(magic)) if self.n_frames == 0 => {
                let unpacked = *magic == u32::from_le_bytes(*b"minc");
                let what = if unpacked {
                    "it is an uncompressed stream; compress it with zstd"
                } else {
                    "it is not a zstd file"
                };
                Reason::Foreign(what.into())
            }
            FrameDecoderError::ReadFrameHeaderError(MagicNumberReadError(_)) if self.n_frames == 0 => {
                Reason::Foreign("it is not a zstd file".into())
            }
            _ if self.source.get_ref().ended => {
                Reason::Damaged(format!("the file is cut off or damaged: it ends at byte {at}, in a zstd frame"))
            }
            FrameDecoderError::ReadFrameHeaderError(_) => Reason::Damaged(format!(
                "the file is damaged at byte {at}: no zstd frame as in certificates begins here"
            )),
            _ => Reason::Damaged(format!("the file is damaged at byte {at} or before: zstd cannot unpack it")),
        }
    }
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        loop {
            let n = self.decoder.read(to)?;
            if n > 0 {
                self.n_unpacked += n as u64;
                let max = self.position().saturating_mul(BYTES_PER_BYTE).saturating_add(FREE_BYTES);
                if self.n_unpacked > max {
                    let what = format!(
                        "the file unpacks to more than {BYTES_PER_BYTE} times its size, and to more than {max} bytes"
                    );
                    return Err(packed(Reason::TooMuch(what)));
                }
                return Ok(n);
            }
            // Before the first frame, the decoder is finished as well.
            if self.decoder.is_finished() && self.source.fill_buf()?.is_empty() {
                return if self.n_frames > 0 { Ok(0) } else { Err(packed(Reason::Foreign("it is empty".into()))) };
            }
            self.unpack().map_err(|error| packed(self.reason(&error)))?;
        }
    }
}

fn packed(reason: Reason) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, reason)
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(to);
        match &read {
            Ok(n) => {
                self.n_read += *n as u64;
                self.ended |= *n == 0 && !to.is_empty();
            }
            Err(error) => self.failed |= error.kind() != ErrorKind::Interrupted,
        }
        read
    }
}
