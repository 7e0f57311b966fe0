//! Files compressed by gzip or zstd, recognized by their first bytes rather than their names, and decompressed while
//! they are read.
//!
//! A device never ends, and a few compressed bytes can expand to gigabytes. So a line without an end is an error, and
//! so is a file that expands to much more than texts do.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;

/// The number of bytes decompressed at once.
const BUFFER: usize = 64 * 1024;
/// The longest line, in bytes: records and journals of our own have none that is longer.
const LONGEST_LINE: u64 = 64 << 20;
/// A packed file may always unpack to this many bytes, and else to this many times its own size. Lists of grids and
/// records pack to a tenth, and by the slowest of packers hardly to a fiftieth.
const MAX_UNPACKED: u64 = 16 << 20;
const MAX_RATIO: u64 = 100;
/// The largest window that a zstd file may ask for, as a power of two: 128 MiB, what its own program allows.
const MAX_WINDOW_LOG: u32 = 27;

const GZIP: &[u8] = b"\x1f\x8b";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

/// Returns the path without `.gz` or `.zst`, whose extension is that of the decompressed file.
pub fn without_packing(path: &Path) -> PathBuf {
    match path.extension() {
        Some(end) if end.eq_ignore_ascii_case("gz") || end.eq_ignore_ascii_case("zst") => path.with_extension(""),
        _ => path.to_owned(),
    }
}

/// A file that is decompressed if needed. Nothing is read before the first call.
pub struct Unpacked {
    state: State,
    /// The number of bytes read of the current line.
    line: u64,
}

enum State {
    /// Not read yet.
    Unknown(Box<dyn BufRead + Send>),
    Known(Box<dyn BufRead + Send>),
}

impl Unpacked {
    /// Creates a reader of the bytes of a file.
    pub fn new(input: Box<dyn BufRead + Send>) -> Self {
        Self { state: State::Unknown(input), line: 0 }
    }

    fn text(&mut self) -> io::Result<&mut dyn BufRead> {
        if self.line > LONGEST_LINE {
            return Err(invalid(format!("a line has more than {} MB", LONGEST_LINE >> 20)));
        }
        if let State::Unknown(input) = &mut self.state {
            let input = std::mem::replace(input, Box::new(io::empty()));
            self.state = State::Known(unpacked(input)?);
        }
        match &mut self.state {
            State::Unknown(input) | State::Known(input) => Ok(input),
        }
    }
}

/// Bytes of a line of which `line` were read, once `read` was, too.
fn line_with(line: u64, read: &[u8]) -> u64 {
    match read.iter().rposition(|byte| *byte == b'\n') {
        Some(at) => (read.len() - at - 1) as u64,
        None => line + read.len() as u64,
    }
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

impl BufRead for Unpacked {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.text()?.fill_buf()
    }

    fn consume(&mut self, n: usize) {
        if let State::Known(text) = &mut self.state {
            // What is consumed was shown, so nothing is read here.
            if let Ok(shown) = text.fill_buf() {
                self.line = line_with(self.line, &shown[..n.min(shown.len())]);
            }
            text.consume(n);
        }
    }
}

impl Read for Unpacked {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let n = self.text()?.read(out)?;
        self.line = line_with(self.line, &out[..n]);
        Ok(n)
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
        Box::new(BufReader::with_capacity(BUFFER, Placed::new("gzip", Gzip(MultiGzDecoder::new(all)))))
    } else if is_zstd {
        let mut decoder = zstd::stream::read::Decoder::with_buffer(all)?;
        decoder.window_log_max(MAX_WINDOW_LOG)?;
        Box::new(BufReader::with_capacity(BUFFER, Placed::new("zstd", Zstd(decoder))))
    } else {
        Box::new(all.input)
    })
}

/// Returns whether these first bytes are those of a gzip file.
#[must_use]
pub fn is_gzip(begin: &[u8]) -> bool {
    begin.starts_with(GZIP)
}

/// Decompresses a gzip file.
pub fn unpacked_gzip(input: impl BufRead) -> impl Read {
    Placed::new("gzip", Gzip(MultiGzDecoder::new(Counted { input, n_bytes: 0 })))
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

/// Says of a damaged file where that was seen, and refuses one that unpacks to far more than it is.
struct Placed<U> {
    kind: &'static str,
    input: U,
    n_unpacked: u64,
}

impl<U> Placed<U> {
    fn new(kind: &'static str, input: U) -> Self {
        Self { kind, input, n_unpacked: 0 }
    }
}

impl<U: Unpack> Read for Placed<U> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.n_unpacked > MAX_UNPACKED.max(self.input.n_read().saturating_mul(MAX_RATIO)) {
            let kind = self.kind;
            let message = format!(
                "this {kind} file expands to more than {MAX_RATIO} times its size; \
                if that is intended, decompress it first"
            );
            return Err(invalid(message));
        }
        let n = self.input.read(out).map_err(|e| match e.kind() {
            io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock => e,
            kind => {
                let what = if kind == io::ErrorKind::UnexpectedEof { "cut off" } else { "damaged" };
                let message = format!("this {} file is {what} at byte {}", self.kind, self.input.n_read());
                invalid(message)
            }
        })?;
        self.n_unpacked += n as u64;
        Ok(n)
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
    fn what_unpacks_to_far_more_than_it_is_is_refused() {
        // Zeros are a thousand to one in gzip, and more in zstd; a line in a million of them changes nothing.
        for lines in [vec![b'0'; 1 << 20], b"1\n".repeat(1 << 19)] {
            for (kind, pack) in [("gzip", gzip as fn(&[u8]) -> Vec<u8>), ("zstd", zstd)] {
                let e = read(pack(&lines.repeat(32))).map(|out| out.len()).expect_err("32 MB");
                assert!(e.to_string().starts_with(&format!("this {kind} file expands to more than 100 times")), "{e}");
                let small = lines.repeat(15);
                assert_eq!(read(pack(&small)).expect("15 MB may be packed however it is").len(), small.len());
            }
        }
        // As many bytes of what packs as lists do are read.
        let list: Vec<u8> =
            (0..4_000_000_u32).flat_map(|i| format!("{:010}\n", i.wrapping_mul(2_654_435_761)).into_bytes()).collect();
        assert!(list.len() as u64 > 2 * MAX_UNPACKED);
        assert_eq!(read(gzip(&list)).expect("a list").len(), list.len());
    }

    #[test]
    fn a_line_without_end_is_refused_and_no_more_than_a_buffer_of_it_is_held() {
        let endless = |byte: u8| Unpacked::new(Box::new(BufReader::with_capacity(BUFFER, io::repeat(byte))));
        let (mut text, mut n) = (endless(0), 0);
        let e = loop {
            let held = match text.fill_buf() {
                Ok(shown) => shown.len(),
                Err(e) => break e,
            };
            assert!(held <= BUFFER);
            n += held as u64;
            text.consume(held);
        };
        assert_eq!((e.kind(), e.to_string().as_str()), (io::ErrorKind::InvalidData, "a line has more than 64 MB"));
        assert!(n <= LONGEST_LINE + BUFFER as u64, "{n}");
        assert!(endless(b'x').read_to_end(&mut Vec::new()).is_err());
        // Lines that end may be as many as they like.
        let mut lines = [0; 1 << 16];
        let mut text = endless(b'\n');
        (0..2048).for_each(|_| text.read_exact(&mut lines).expect("empty lines"));
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
