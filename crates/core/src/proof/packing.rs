//! Compresses bytes into zstd frames while they are written to a file.
//!
//! With the feature `zstd`, the C library compresses one frame as a stream. Without it, a Rust library compresses a
//! frame for each piece: the files are larger, the contents are the same, and no C compiler is needed. A checker reads
//! frames one after the other, so it accepts both.

#[cfg(feature = "zstd")]
pub(super) use c::Packer;
#[cfg(not(feature = "zstd"))]
pub(super) use pure::Packer;

#[cfg(feature = "zstd")]
mod c {
    use std::io::{self, Write};

    /// Packs what is written to it.
    pub(in crate::proof) struct Packer<W: Write>(zstd::stream::write::Encoder<'static, W>);

    impl<W: Write> Packer<W> {
        /// `level` says how hard zstd tries.
        pub(in crate::proof) fn new(to: W, level: i32) -> io::Result<Self> {
            zstd::stream::write::Encoder::new(to, level).map(Self)
        }

        pub(in crate::proof) fn finish(self) -> io::Result<W> {
            self.0.finish()
        }
    }

    impl<W: Write> Write for Packer<W> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.0.flush()
        }
    }
}

// Compiled for tests too, whatever the features are.
#[cfg(any(test, not(feature = "zstd")))]
mod pure {
    use std::io::{self, Write};

    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    /// Bytes of a piece.
    const PIECE: usize = 1 << 20;

    /// Packs what is written to it, piece by piece.
    pub(in crate::proof) struct Packer<W: Write> {
        to: W,
        piece: Vec<u8>,
    }

    impl<W: Write> Packer<W> {
        /// There is one level only.
        #[cfg_attr(feature = "zstd", expect(clippy::unnecessary_wraps, reason = "that in C can fail"))]
        pub(in crate::proof) fn new(to: W, _level: i32) -> io::Result<Self> {
            Ok(Self { to, piece: Vec::new() })
        }

        /// Writes the last piece. There is always one, so that an empty file is a frame.
        pub(in crate::proof) fn finish(mut self) -> io::Result<W> {
            self.pack()?;
            Ok(self.to)
        }

        fn pack(&mut self) -> io::Result<()> {
            let packed = compress_to_vec(self.piece.as_slice(), CompressionLevel::Fastest);
            self.piece.clear();
            self.to.write_all(&packed)
        }
    }

    impl<W: Write> Write for Packer<W> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let n = bytes.len().min(PIECE - self.piece.len());
            self.piece.extend_from_slice(&bytes[..n]);
            if self.piece.len() == PIECE {
                self.pack()?;
            }
            Ok(n)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.to.flush()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};

    use ruzstd::decoding::StreamingDecoder;

    use super::pure;

    /// All frames of `packed`, unpacked.
    fn unpacked(mut packed: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        while !packed.is_empty() {
            let mut decoder = StreamingDecoder::new(&mut packed).expect("a frame");
            decoder.read_to_end(&mut bytes).expect("a whole frame");
        }
        bytes
    }

    #[test]
    fn pieces_are_frames_that_hold_the_same_bytes() {
        for n in [0, 1, 1000, (1 << 20) - 1, 1 << 20, 2_500_000] {
            let bytes: Vec<u8> = (0..n as u32).map(|i| (i.wrapping_mul(i) >> 7) as u8 & 15).collect();
            let mut packer = pure::Packer::new(Vec::new(), 1).expect("memory");
            packer.write_all(&bytes).expect("memory");
            let packed = packer.finish().expect("memory");
            assert_eq!(unpacked(&packed), bytes, "{n} bytes");
            assert!(n < 1000 || packed.len() < bytes.len(), "{n} bytes became {}", packed.len());
        }
    }
}
