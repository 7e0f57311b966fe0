//! Reads texts into memory, with limits on the number of bytes and on the length of a line.
//!
//! A device never ends, a few compressed bytes expand to gigabytes, and a dump has no lines. Both limits are checked
//! while a text is read, so an oversized text is an error that names the limit, rather than exhausting the memory.

use std::fs::File;
use std::io::{self, BufRead, ErrorKind, Read};
use std::path::Path;

const MIB: u64 = 1 << 20;

/// The limits of a text, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLimits {
    pub text: u64,
    /// The limit on a line.
    pub line: u64,
}

impl TextLimits {
    /// For texts written by hand or by small programs: weights, patterns, regions.
    pub const SMALL: Self = Self { text: 16 * MIB, line: MIB };
    /// For hypergraphs and sets of cells.
    pub const LARGE: Self = Self { text: 64 * MIB, line: MIB };
    /// For files that minclue wrote and reads again: pools, journals, saved states, campaigns.
    pub const OWN: Self = Self { text: 4096 * MIB, line: 64 * MIB };
    /// For records, one per line. They are read one at a time, so their number is not limited.
    pub const RECORDS: Self = Self { text: u64::MAX, line: 32 * MIB };

    /// Reads to the end.
    ///
    /// # Errors
    /// The errors of the reader, and [`ErrorKind::InvalidData`] if a limit is exceeded; the message names the limit.
    pub fn read(self, mut input: impl Read) -> io::Result<Vec<u8>> {
        let (mut all, mut line) = (Vec::new(), 0);
        let mut part = vec![0; 1 << 16];
        loop {
            let n = match input.read(&mut part) {
                Err(e) if e.kind() == ErrorKind::Interrupted => continue,
                read => read?,
            };
            if n == 0 {
                return Ok(all);
            }
            for piece in part[..n].split_inclusive(|byte| *byte == b'\n') {
                line += piece.len() as u64;
                if line > self.line {
                    return Err(self.long_line());
                }
                if piece.ends_with(b"\n") {
                    line = 0;
                }
            }
            if (all.len() + n) as u64 > self.text {
                return Err(invalid(format!("it has more than {} MB, the limit of such files", self.text / MIB)));
            }
            all.extend_from_slice(&part[..n]);
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Those of [`Self::read`], and those of opening the file.
    pub fn read_file(self, path: &Path) -> io::Result<Vec<u8>> {
        self.read(File::open(path)?)
    }

    /// Reads a text.
    ///
    /// # Errors
    /// Those of [`Self::read`], and [`ErrorKind::InvalidData`] if it is not UTF-8.
    pub fn read_text(self, input: impl Read) -> io::Result<String> {
        String::from_utf8(self.read(input)?).map_err(|_| invalid("it is not text".to_owned()))
    }

    /// Reads a file of text.
    ///
    /// # Errors
    /// Those of [`Self::read_text`], and those of opening the file.
    pub fn read_text_file(self, path: impl AsRef<Path>) -> io::Result<String> {
        self.read_text(File::open(path)?)
    }

    /// Returns the lines of an input without their ends. Only one line is in memory at a time.
    pub fn lines<R: BufRead>(self, input: R) -> impl Iterator<Item = io::Result<Vec<u8>>> {
        let mut input = Some(input);
        std::iter::from_fn(move || {
            let next = self.line_of(input.as_mut()?).transpose();
            if !matches!(next, Some(Ok(_))) {
                input = None;
            }
            next
        })
    }

    /// The next line, or `None` at the end.
    fn line_of(self, input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let n = input.take(self.line.saturating_add(1)).read_until(b'\n', &mut line)?;
        if n as u64 > self.line {
            return Err(self.long_line());
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        Ok((n > 0).then_some(line))
    }

    fn long_line(self) -> io::Error {
        invalid(format!("a line has more than {} MB, the limit of such files", self.line / MIB))
    }
}

fn invalid(message: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TINY: TextLimits = TextLimits { text: 3 * MIB, line: MIB };

    fn endless(byte: u8) -> impl BufRead {
        io::BufReader::new(io::repeat(byte))
    }

    #[test]
    fn an_input_without_end_is_refused_by_its_line_or_by_its_length() {
        let line = TINY.read(endless(0)).expect_err("no line ends").to_string();
        assert_eq!(line, "a line has more than 1 MB, the limit of such files");
        let text = TINY.read(endless(b'\n')).expect_err("it has no end").to_string();
        assert_eq!(text, "it has more than 3 MB, the limit of such files");
        let mut lines = TINY.lines(endless(0));
        assert_eq!(lines.next().map(|line| line.map_err(|e| e.kind())), Some(Err(ErrorKind::InvalidData)));
        assert!(lines.next().is_none(), "nothing follows an error");
    }

    #[test]
    fn what_is_just_at_a_limit_is_read() {
        let line = [vec![b'x'; (MIB - 1) as usize], vec![b'\n']].concat();
        let text = line.repeat(3);
        assert_eq!(TINY.read(&text[..]).map(|all| all.len()).ok(), Some(text.len()));
        assert_eq!(TINY.lines(&text[..]).filter_map(Result::ok).count(), 3);
        assert!(TINY.read(&[&text[..], b"\n"].concat()[..]).is_err());
        assert!(TINY.read(&[b"x", &line[..]].concat()[..]).is_err());
    }

    #[test]
    fn lines_lose_their_ends_and_nothing_else() {
        let lines = |text: &[u8]| TINY.lines(text).map(|line| line.expect("memory")).collect::<Vec<_>>();
        assert_eq!(lines(b"a\r\n\nb"), [&b"a\r"[..], b"", b"b"]);
        assert_eq!(lines(b""), [b""; 0]);
        assert_eq!(TINY.read_text(&b"\xff"[..]).map_err(|e| e.to_string()), Err("it is not text".to_owned()));
    }
}
