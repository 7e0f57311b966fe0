//! The input: a file, a grid on the command line, or standard input.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use minclue_core::base::{Interrupt, Limits};
use minclue_core::sudoku::Shape;
use minclue_solver::Unpacked;

use super::catalog::{self, CATALOG, CatalogChunk, ChunkTextError};
use super::embedded;

/// Where the grids come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Input {
    Standard,
    File(PathBuf),
    Literal(String),
    /// A part of the catalog of all 9x9 grids.
    Catalog(CatalogChunk),
}

/// Why an input cannot be opened.
#[derive(Debug, thiserror::Error)]
pub(super) enum OpenError {
    #[error("the input is an empty argument")]
    Empty,
    /// Not a part of the catalog.
    #[error(transparent)]
    NoCatalog(#[from] ChunkTextError),
    /// Neither a file nor a grid.
    #[error("`{0}` is neither a file nor a grid")]
    NoSuchFile(String),
    #[error("there is no file `{0}`")]
    NoFile(String),
    /// There is such a name, but it cannot be read.
    #[error("`{}` cannot be read: {reason}", .path.display())]
    Unreadable {
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
}

impl OpenError {
    /// What helps, where the error does not say it.
    pub(super) fn help(&self) -> Option<&'static str> {
        match self {
            Self::Empty | Self::NoSuchFile(_) => Some("give a file, a grid in one line, or - for standard input"),
            Self::NoFile(_) | Self::NoCatalog(_) | Self::Unreadable { .. } => None,
        }
    }
}

impl Input {
    /// What an argument means, in a run with this shape, if one is given. An existing file wins over a grid.
    pub(super) fn of(argument: &OsStr, shape: Option<Shape>) -> Result<Self, OpenError> {
        if argument == "-" {
            return Ok(Self::Standard);
        }
        if argument.is_empty() {
            return Err(OpenError::Empty);
        }
        if let Some(chunk) = argument.to_str().and_then(|text| text.strip_prefix(CATALOG)) {
            return Ok(Self::Catalog(chunk.parse()?));
        }
        if let (true, Some(text)) = (embedded::is_embedded(), argument.to_str()) {
            // A host has texts, and a wrong one must not be the name of a file.
            return Ok(Self::Literal(text.to_owned()));
        }
        let path = Path::new(argument);
        match path.metadata() {
            Ok(_) => Ok(Self::File(path.to_owned())),
            Err(e) => match argument.to_str() {
                Some(text) if text.contains("://") => Ok(Self::Literal(text.to_owned())),
                Some(text) if looks_like_a_grid(text) || shape.is_some_and(|shape| fills(shape, text)) => {
                    Ok(Self::Literal(text.to_owned()))
                }
                _ if e.kind() == io::ErrorKind::PermissionDenied => {
                    Err(OpenError::Unreadable { path: path.to_owned(), reason: e })
                }
                _ => Err(OpenError::NoSuchFile(shortened(&argument.to_string_lossy()))),
            },
        }
    }

    /// The same of an argument that names a file, whatever it looks like.
    pub(super) fn file_of(argument: &OsStr) -> Result<Self, OpenError> {
        match Self::of(argument, None) {
            Ok(Self::Literal(text)) => Err(OpenError::NoFile(shortened(&text))),
            Err(OpenError::NoSuchFile(name)) => Err(OpenError::NoFile(name)),
            other => other,
        }
    }

    /// The same of an argument that names a file, or is an address with a puzzle in it.
    pub(super) fn file_or_address_of(argument: &OsStr) -> Result<Self, OpenError> {
        match Self::of(argument, None) {
            Ok(Self::Literal(text)) if text.contains("://") => Ok(Self::Literal(text)),
            _ => Self::file_of(argument),
        }
    }

    /// Its name in messages.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Standard if embedded::is_embedded() => "the input".to_owned(),
            Self::Standard => "standard input".to_owned(),
            Self::File(path) => path.display().to_string(),
            Self::Literal(_) => "argument".to_owned(),
            Self::Catalog(chunk) => format!("{CATALOG}{chunk}"),
        }
    }

    /// Can it be opened? Only an ordinary file is looked at: another one may wait for somebody.
    pub(super) fn probe(&self) -> Result<(), OpenError> {
        match self {
            Self::File(path) if path.metadata().is_ok_and(|meta| meta.is_file()) => {
                File::open(path).map(|_| ()).map_err(|reason| OpenError::Unreadable { path: path.clone(), reason })
            }
            Self::File(path) if path.is_dir() => Err(OpenError::Unreadable { path: path.clone(), reason: directory() }),
            _ => Ok(()),
        }
    }

    /// Opens it. The reader ends when `interrupt` is raised, even while it waits for more.
    pub(super) fn open(&self, interrupt: &Interrupt) -> Result<Box<dyn BufRead + Send>, OpenError> {
        self.open_within(&Limits::none().with_interrupt(interrupt.clone()))
    }

    /// Opens it, and unpacks what is packed. The reader ends at the time limit and when a signal comes, even while it
    /// waits for more; then it looks as if the input ended, so whoever reads asks the same limits.
    pub(super) fn open_within(&self, limits: &Limits) -> Result<Box<dyn BufRead + Send>, OpenError> {
        let input = self.open_packed(limits)?;
        Ok(match self {
            Self::Standard | Self::File(_) => Box::new(Unpacked::new(input)),
            Self::Literal(_) | Self::Catalog(_) => input,
        })
    }

    /// The same as it is, whether it is packed or not.
    pub(super) fn open_packed(&self, limits: &Limits) -> Result<Box<dyn BufRead + Send>, OpenError> {
        match self {
            Self::Standard => Ok(match embedded::input() {
                Some(text) => Box::new(text),
                None => Box::new(Interruptible::new(|| Ok(io::stdin()), limits.clone()).1),
            }),
            Self::File(path) => {
                let name = path.clone();
                // A named pipe that nobody writes to cannot even be opened.
                let open = move || {
                    let file = File::open(&name)?;
                    match file.metadata().is_ok_and(|meta| meta.is_dir()) {
                        true => Err(directory()),
                        false => Ok(file),
                    }
                };
                let (opened, reader) = Interruptible::new(open, limits.clone());
                while !reader.is_over() {
                    match opened.recv_timeout(PATIENCE) {
                        Ok(Err(reason)) => return Err(OpenError::Unreadable { path: path.clone(), reason }),
                        Err(RecvTimeoutError::Timeout) => {}
                        Ok(Ok(())) | Err(RecvTimeoutError::Disconnected) => break,
                    }
                }
                Ok(Box::new(reader))
            }
            Self::Literal(text) => Ok(Box::new(Cursor::new(text.clone().into_bytes()))),
            Self::Catalog(chunk) => Ok(catalog::text(chunk, limits)),
        }
    }

    /// Can it be read twice? Pipes have their text only once.
    pub(super) fn is_readable_twice(&self) -> bool {
        match self {
            Self::Standard => false,
            Self::File(path) => path.metadata().is_ok_and(|meta| meta.is_file()),
            // Nobody waits until all of it was made to be counted.
            Self::Catalog(_) => false,
            Self::Literal(_) => true,
        }
    }

    /// Does somebody have to type it?
    pub(super) fn is_typed(&self) -> bool {
        *self == Self::Standard && embedded::is_typed()
    }
}

fn directory() -> io::Error {
    io::Error::new(io::ErrorKind::IsADirectory, "it is a directory")
}

/// Is this meant as a grid and not as the name of a file? Mostly digits and empty cells, and as many as the smallest
/// grid has, or rows; or as many characters as a 9x9 grid has cells, whatever they are.
fn looks_like_a_grid(text: &str) -> bool {
    let (mut n_cells, mut n_plain, mut n_dashes, mut n_others) = (0, 0, 0, 0);
    for c in text.chars() {
        match c {
            '1'..='9' | '.' | '0' => (n_cells, n_plain) = (n_cells + 1, n_plain + 1),
            '_' | '*' | 'A'..='P' | 'a'..='p' => n_cells += 1,
            // Empty cells, but many names of files have them too.
            '-' | 'x' | 'X' => n_dashes += 1,
            ' ' | '|' | '+' | '\n' | '\r' | '\t' => {}
            _ => n_others += 1,
        }
    }
    let mostly_cells = n_others * 8 <= n_cells && n_plain * 3 >= n_cells;
    let is_nine = n_cells + n_dashes + n_others == Shape::NINE.n_cells() && n_plain > 0;
    (n_cells >= 9 && mostly_cells) || (is_nine && !text.contains(['/', '\\']) && !has_extension(text))
}

/// Does a text end as names of files do: a dot, and one to four letters or digits that begin with a letter?
fn has_extension(text: &str) -> bool {
    text.rsplit_once('.').is_some_and(|(_, end)| {
        (1..=4).contains(&end.len())
            && end.starts_with(|c: char| c.is_ascii_alphabetic() && !matches!(c, 'x' | 'X'))
            && end.chars().all(|c| c.is_ascii_alphanumeric())
    })
}

/// Has a text as many cells as the shape, and at least half of them such as the shape can have?
fn fills(shape: Shape, text: &str) -> bool {
    let is_cell = |c: &char| match c.to_ascii_uppercase() {
        '.' | '_' | '*' | '-' | '0' | 'X' => true,
        c @ '1'..='9' => c as usize - '0' as usize <= shape.n(),
        c @ 'A'..='P' => c as usize - 'A' as usize + 10 <= shape.n(),
        _ => false,
    };
    let chars: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && *c != '|').collect();
    chars.len() == shape.n_cells() && chars.iter().filter(|c| is_cell(c)).count() * 2 >= chars.len()
}

fn shortened(text: &str) -> String {
    const MAX: usize = 60;
    if text.chars().count() <= MAX { text.to_owned() } else { text.chars().take(MAX).chain("...".chars()).collect() }
}

/// Reads in a thread of its own, so that an interrupt and a deadline are heard while the input is silent.
///
/// A blocked `read` cannot be ended from outside in safe Rust; a wait for a channel can.
struct Interruptible {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    used: usize,
    limits: Limits,
}

const CHUNK: usize = 64 * 1024;
const PATIENCE: Duration = Duration::from_millis(50);

impl Interruptible {
    /// The reader, and what says whether the input was opened.
    fn new<R: Read>(
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
        limits: Limits,
    ) -> (Receiver<io::Result<()>>, Self) {
        let (opened, is_open) = sync_channel(1);
        let (sender, chunks) = sync_channel(1);
        thread::spawn(move || {
            let (input, said) = match open() {
                Ok(input) => (Some(input), Ok(())),
                Err(e) => (None, Err(e)),
            };
            // Not everybody asks; then the input is read all the same.
            let _ = opened.send(said);
            if let Some(input) = input {
                pass_on(input, &sender);
            }
        });
        (is_open, Self { chunks, chunk: Vec::new(), used: 0, limits })
    }

    /// Does an interrupt or the deadline end the input?
    fn is_over(&self) -> bool {
        self.limits.reached(0).is_some()
    }
}

/// Sends what there is to read, and an empty chunk at its end.
fn pass_on(mut input: impl Read, chunks: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut chunk = vec![0; CHUNK];
        let read = match input.read(&mut chunk) {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Ok(n) => {
                chunk.truncate(n);
                Ok(chunk)
            }
            Err(e) => Err(e),
        };
        let last = read.as_ref().map_or(true, Vec::is_empty);
        if chunks.send(read).is_err() || last {
            return;
        }
    }
}

impl BufRead for Interruptible {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.used == self.chunk.len() && !self.is_over() {
            match self.chunks.recv_timeout(PATIENCE) {
                Ok(chunk) => {
                    self.chunk = chunk?;
                    self.used = 0;
                    if self.chunk.is_empty() {
                        break;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(&self.chunk[self.used..])
    }

    fn consume(&mut self, n: usize) {
        self.used += n;
    }
}

impl Read for Interruptible {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let n = self.fill_buf()?.read(out)?;
        self.consume(n);
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_is_told_from_a_file_name() {
        for grid in ["1234341221434321", "1...............", "1234\n3412\n2143\n4321"] {
            assert!(looks_like_a_grid(grid), "{grid}");
        }
        for name in ["grids.txt", "missing.sdm", "data/17.txt", "a", "no-such-file", "paper_9x9.txt"] {
            assert!(!looks_like_a_grid(name), "{name}");
        }
        // One wrong character does not make it a file name: the message shall point at it.
        assert!(looks_like_a_grid("12343412214343?1"));
    }

    #[test]
    fn as_many_characters_as_a_grid_has_cells_are_no_name() {
        let puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        for empty in ["-", "x", "X", "*", "_", "0", "?"] {
            assert!(looks_like_a_grid(&puzzle.replace('.', empty)), "{empty}");
        }
        assert!(looks_like_a_grid(&puzzle.replace('4', "z")));
        let name = format!("{}.txt", "some-list-of-17s-".repeat(5));
        assert!(!looks_like_a_grid(&name[name.len() - 81..]));
        assert!(!looks_like_a_grid(&format!("grids/{}", &puzzle[6..].replace('.', "-"))));
    }

    #[test]
    fn with_a_shape_its_number_of_cells_is_a_grid() {
        let shape = |text: &str| text.parse().expect("a shape");
        assert!(fills(shape("1x2"), "1221"));
        assert!(fills(shape("1x2"), "12 2-"));
        assert!(fills(shape("1x2"), "122z"));
        assert!(!fills(shape("1x2"), "data"));
        assert!(!fills(shape("1x2"), "12212"));
    }

    struct Silent;

    impl Read for Silent {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            thread::sleep(Duration::from_secs(3600));
            Ok(0)
        }
    }

    #[test]
    fn all_is_read_whether_or_not_somebody_asks_about_the_opening() {
        for asks in [true, false] {
            let (opened, mut reader) = Interruptible::new(|| Ok(Cursor::new(vec![7; 3 * CHUNK])), Limits::none());
            if asks {
                assert!(opened.recv().expect("an answer").is_ok());
            }
            drop(opened);
            let mut all = Vec::new();
            reader.read_to_end(&mut all).expect("no error");
            assert_eq!(all.len(), 3 * CHUNK);
        }
    }

    #[test]
    fn what_cannot_be_opened_says_why() {
        let missing = Input::File(PathBuf::from("no such file.lp"));
        match missing.open_within(&Limits::none()).err() {
            Some(OpenError::Unreadable { reason, .. }) => assert_eq!(reason.kind(), io::ErrorKind::NotFound),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_interrupt_ends_a_silent_input() {
        let interrupt = Interrupt::default();
        let limits = Limits::none().with_interrupt(interrupt.clone());
        let (_, mut reader) = Interruptible::new(|| Ok(Silent), limits);
        interrupt.raise();
        assert_eq!(reader.read_until(b'\n', &mut Vec::new()).expect("no error"), 0);
    }

    #[test]
    fn a_deadline_ends_a_silent_input() {
        let limits = Limits::none().with_time(Duration::from_millis(1));
        let (_, mut reader) = Interruptible::new(|| Ok(Silent), limits);
        assert_eq!(reader.read_until(b'\n', &mut Vec::new()).expect("no error"), 0);
    }
}
