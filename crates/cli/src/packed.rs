//! Files packed by gzip or zstd, known by their first bytes and not by their names, unpacked while they are read.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::bufread::MultiGzDecoder;

/// What is unpacked at once. The reader of lines limits them, so a small file that unpacks to terabytes costs time,
/// which limits and signals end, and no memory.
const BUFFER: usize = 64 * 1024;
/// The largest window that a zstd file may ask for, as a power of two: 128 MiB, what its own program allows.
const MAX_WINDOW_LOG: u32 = 27;

const GZIP: &[u8] = b"\x1f\x8b";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

/// A file as it is, or what is packed in it. Nothing is read before somebody asks.
pub(super) struct Unpacked(State);

enum State {
    /// Nothing was read yet.
    Unknown(Box<dyn BufRead + Send>),
    Known(Box<dyn BufRead + Send>),
}

impl Unpacked {
    pub(super) fn new(input: Box<dyn BufRead + Send>) -> Self {
        Self(State::Unknown(input))
    }

    fn text(&mut self) -> io::Result<&mut dyn BufRead> {
        if let State::Unknown(input) = &mut self.0 {
            let input = std::mem::replace(input, Box::new(io::empty()));
            self.0 = State::Known(unpacked(input)?);
        }
        match &mut self.0 {
            State::Unknown(input) | State::Known(input) => Ok(input),
        }
    }
}

impl BufRead for Unpacked {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.text()?.fill_buf()
    }

    fn consume(&mut self, n: usize) {
        if let State::Known(text) = &mut self.0 {
            text.consume(n);
        }
    }
}

impl Read for Unpacked {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.text()?.read(out)
    }
}

/// The input as what it is. No more is awaited than what could begin a packed file.
fn unpacked(mut input: Box<dyn BufRead + Send>) -> io::Result<Box<dyn BufRead + Send>> {
    let is_packed = |bytes: &[u8]| GZIP.starts_with(bytes) || ZSTD.starts_with(bytes);
    let there = input.fill_buf()?;
    let shown = &there[..there.len().min(ZSTD.len())];
    // Most files are recognized at once.
    if !shown.starts_with(GZIP) && !shown.starts_with(ZSTD) && (shown.is_empty() || !is_packed(shown)) {
        return Ok(input);
    }
    let mut first = Vec::new();
    while is_packed(&first) {
        let Some(byte) = input.fill_buf()?.first().copied() else { break };
        input.consume(1);
        first.push(byte);
    }
    let (is_gzip, is_zstd) = (first.starts_with(GZIP), first.starts_with(ZSTD));
    let all = Counted { input: Cursor::new(first).chain(input), n_bytes: 0 };
    Ok(if is_gzip {
        Box::new(BufReader::with_capacity(BUFFER, Placed { kind: "gzip", input: Gzip(MultiGzDecoder::new(all)) }))
    } else if is_zstd {
        let mut decoder = zstd::stream::read::Decoder::with_buffer(all)?;
        decoder.window_log_max(MAX_WINDOW_LOG)?;
        Box::new(BufReader::with_capacity(BUFFER, Placed { kind: "zstd", input: Zstd(decoder) }))
    } else {
        Box::new(all.input)
    })
}

/// Knows how much of the packed file was read.
struct Counted<R> {
    input: R,
    n_bytes: u64,
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, n: usize) {
        self.n_bytes += n as u64;
        self.input.consume(n);
    }
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let n = self.fill_buf()?.read(out)?;
        self.consume(n);
        Ok(n)
    }
}

/// Unpacks, and knows how much of the file it has seen.
trait Unpack: Read {
    fn n_read(&self) -> u64;
}

struct Gzip<R>(MultiGzDecoder<Counted<R>>);

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.read(out)
    }
}

impl<R: BufRead> Unpack for Gzip<R> {
    fn n_read(&self) -> u64 {
        self.0.get_ref().n_bytes
    }
}

struct Zstd<R: BufRead>(zstd::stream::read::Decoder<'static, Counted<R>>);

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.read(out)
    }
}

impl<R: BufRead> Unpack for Zstd<R> {
    fn n_read(&self) -> u64 {
        self.0.get_ref().n_bytes
    }
}

/// Says of a damaged file where that was seen.
struct Placed<U> {
    kind: &'static str,
    input: U,
}

impl<U: Unpack> Read for Placed<U> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.input.read(out).map_err(|e| match e.kind() {
            io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock => e,
            kind => {
                let what = if kind == io::ErrorKind::UnexpectedEof { "cut off" } else { "damaged" };
                let message = format!("this {} file is {what} at byte {}", self.kind, self.input.n_read());
                io::Error::new(io::ErrorKind::InvalidData, message)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut out = GzEncoder::new(Vec::new(), Compression::default());
        out.write_all(text).expect("memory");
        out.finish().expect("memory")
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        // With a checksum, as the program zstd writes them: without one, damage to what is stored as it is goes unseen.
        let mut out = ::zstd::Encoder::new(Vec::new(), 3).expect("memory");
        out.include_checksum(true).expect("memory");
        out.write_all(text).expect("memory");
        out.finish().expect("memory")
    }

    fn read(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        Unpacked::new(Box::new(Cursor::new(bytes))).read_to_end(&mut out)?;
        Ok(out)
    }

    #[test]
    fn packed_files_are_unpacked_and_plain_ones_stay_as_they_are() {
        let text = b"1234341221434321\n".repeat(10_000);
        for pack in [gzip, zstd] {
            assert_eq!(read(pack(&text)).expect("whole"), text);
            // Several packed files in one are all read.
            assert_eq!(read([pack(&text), pack(b"x")].concat()).expect("whole").len(), text.len() + 1);
            assert_eq!(read(pack(b"")).expect("whole"), b"");
        }
        for plain in [&b""[..], b"1", b"\x1f", b"\x1fa", b"\x28\xb5\x2f", b"1234\n", &text] {
            assert_eq!(read(plain.to_vec()).expect("whole"), plain);
        }
    }

    #[test]
    fn a_damaged_file_says_at_which_byte() {
        let text: Vec<u8> =
            (0..100_000_u32).flat_map(|i| (i.wrapping_mul(2_654_435_761) >> 13).to_le_bytes()).collect();
        for (kind, packed) in [("gzip", gzip(&text)), ("zstd", zstd(&text))] {
            let said = |bytes: Vec<u8>| {
                let e = read(bytes).map(|out| out.len()).expect_err("damaged");
                assert_eq!(e.kind(), io::ErrorKind::InvalidData);
                e.to_string()
            };
            let cut = said(packed[..packed.len() / 2].to_vec());
            assert_eq!(cut, format!("this {kind} file is cut off at byte {}", packed.len() / 2));
            let mut wrong = packed.clone();
            let middle = wrong.len() / 2;
            wrong[middle..middle + 64].fill(0xFF);
            let said = said(wrong);
            let at: usize = said.rsplit(' ').next().and_then(|at| at.parse().ok()).expect("a byte");
            assert!(said.contains(kind) && at > 0 && at <= packed.len(), "{said}");
        }
    }

    #[test]
    fn a_small_file_with_a_large_content_needs_little_memory() {
        // A thousand to one: read to the end, and no more than a buffer of it is held.
        let mut out = GzEncoder::new(Vec::new(), Compression::fast());
        let zeros = vec![b'0'; 1 << 20];
        (0..64).for_each(|_| out.write_all(&zeros).expect("memory"));
        let packed = out.finish().expect("memory");
        let mut text = Unpacked::new(Box::new(Cursor::new(packed)));
        let mut n = 0;
        loop {
            let held = text.fill_buf().expect("whole").len();
            assert!(held <= BUFFER);
            if held == 0 {
                break;
            }
            n += held;
            text.consume(held);
        }
        assert_eq!(n, 64 << 20);
    }

    #[test]
    fn no_more_is_awaited_than_what_could_be_packed() {
        /// Gives one line, and fails when more is asked for.
        struct Line(Cursor<&'static [u8]>);
        impl Read for Line {
            fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
                let n = self.0.read(out)?;
                assert!(n > 0, "it asks for more than there is");
                Ok(n)
            }
        }
        for text in [&b"1\n"[..], b"12", b"4.......\n"] {
            let mut read = Unpacked::new(Box::new(BufReader::new(Line(Cursor::new(text)))));
            assert_eq!(read.fill_buf().expect("text"), text);
        }
    }
}
