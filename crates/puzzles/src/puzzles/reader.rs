//! Reads instances from text, one block after the other.

use std::io::{self, BufRead, Read};

use super::block::{Line, PuzzleError, TextBlock, american};
use super::modifiers::MODIFIERS;
use super::open::OpenPuzzle;
use super::spelling::distance;
use super::{PUZZLES, PuzzleInstance, PuzzleKind};
use crate::base::Limits;

/// The longest line, in bytes.
const LONGEST_LINE: usize = 8192;

/// The most lines of a block.
const MAX_LINES: usize = 2048;
/// Lines of a block that are passed over once one is wrong. A block with more has no end.
const MAX_PASSED: usize = 100_000;

/// A reader of solved puzzles: blocks of lines with blank lines between them.
///
/// The first line of a block is `PUZZLE [ID] [parameters]`; the format of the rest depends on the kind of puzzle.
/// Outside the blocks, a line that begins with `#` is a comment; inside a block it is a row, since `#` may be a cell.
/// After an invalid block, the reader continues with the next one. If the input cannot be read, the error is the last
/// item.
#[derive(Debug)]
pub struct PuzzleReader<R> {
    input: R,
    line: usize,
    ended: bool,
    limits: Limits,
}

/// The result of one read.
enum Next {
    End,
    Blank,
    Text(Line),
    /// The line is invalid, for this reason.
    Bad(Line, String),
}

impl<R: BufRead> PuzzleReader<R> {
    /// Creates a reader of `input`; for a text in memory, use `text.as_bytes()`.
    pub fn new(input: R) -> Self {
        Self { input, line: 0, ended: false, limits: Limits::none() }
    }

    /// Sets the limits of the search for the solution of each unsolved puzzle.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The instance of a block, with its solution.
    fn solved(&self, block: TextBlock) -> Result<PuzzleInstance, PuzzleError> {
        let instance = parse(&block)?;
        if !instance.is_open {
            return Ok(instance);
        }
        OpenPuzzle::of_block(block)?.only(&self.limits)
    }

    fn next_line(&mut self) -> io::Result<Next> {
        let mut bytes = Vec::new();
        let n = self.input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes)?;
        if n == 0 {
            return Ok(Next::End);
        }
        self.line += 1;
        let number = self.line;
        if n > LONGEST_LINE && bytes.last() != Some(&b'\n') {
            self.input.skip_until(b'\n')?;
            let text = String::from_utf8_lossy(&bytes[..100]).into_owned();
            return Ok(Next::Bad(Line { number, text }, format!("this line is longer than {LONGEST_LINE} bytes")));
        }
        match String::from_utf8(bytes) {
            Ok(text) => {
                let text = text.trim_start_matches('\u{feff}').trim_end();
                let line = Line { number, text: text.to_owned() };
                Ok(if text.is_empty() { Next::Blank } else { Next::Text(line) })
            }
            Err(e) => {
                let text = String::from_utf8_lossy(e.as_bytes()).trim_end().to_owned();
                Ok(Next::Bad(Line { number, text }, "this is not text in UTF-8".to_owned()))
            }
        }
    }

    /// The next block, read to its end, or what is wrong with its lines.
    fn next_block(&mut self) -> io::Result<Option<Result<TextBlock, PuzzleError>>> {
        let mut lines = Vec::new();
        let mut error = None;
        let mut n_passed = 0;
        loop {
            match self.next_line()? {
                Next::End => break,
                Next::Blank if lines.is_empty() && error.is_none() => {}
                Next::Blank => break,
                Next::Text(line) if lines.is_empty() && error.is_none() && line.text.starts_with('#') => {}
                // What is wrong already is enough; the rest of the block is passed over.
                _ if error.is_some() => {
                    n_passed += 1;
                    if n_passed > MAX_PASSED {
                        let message = format!("a block has more than {MAX_PASSED} lines");
                        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
                    }
                }
                Next::Text(line) if lines.len() == MAX_LINES => {
                    error = Some(refuse(line, format!("a block has at most {MAX_LINES} lines")));
                }
                Next::Text(line) => lines.push(line),
                Next::Bad(line, message) => error = Some(refuse(line, message)),
            }
        }
        if let Some(error) = error {
            return Ok(Some(Err(error)));
        }
        let mut lines = lines.into_iter();
        Ok(lines.next().map(|head| {
            let name = head.words().next().map_or("", |(_, word)| word);
            let modifiers = kind(name).filter(|puzzle| puzzle.is_modified).map_or(&[][..], |_| MODIFIERS);
            TextBlock::new(head, lines.collect(), modifiers)
        }))
    }
}

impl<R: BufRead> Iterator for PuzzleReader<R> {
    type Item = Result<PuzzleInstance, PuzzleError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        match self.next_block() {
            Ok(found) => found.map(|block| block.and_then(|block| self.solved(block))),
            Err(e) => {
                self.ended = true;
                let line = Line { number: self.line + 1, text: String::new() };
                Some(Err(refuse(line, format!("the input cannot be read: {e}"))))
            }
        }
    }
}

fn refuse(line: Line, message: String) -> PuzzleError {
    PuzzleError { line: line.number, column: 1, id: None, text: line.text, message, stop: None }
}

/// The instance of a block; one that is open has no solution yet.
pub(super) fn parse(block: &TextBlock) -> Result<PuzzleInstance, PuzzleError> {
    let (column, name) = block.head_word();
    match kind(name) {
        Some(puzzle) => (puzzle.parse)(block),
        None => Err(block.fail_word(column, unknown(name))),
    }
}

/// The block of a text that is one.
pub(super) fn block_of(text: &str) -> Result<TextBlock, PuzzleError> {
    match PuzzleReader::new(text.as_bytes()).next_block() {
        Ok(Some(block)) => block,
        _ => Err(refuse(Line { number: 1, text: String::new() }, "there is no puzzle in this text".to_owned())),
    }
}

/// The kind of puzzle of this name.
fn kind(name: &str) -> Option<&'static PuzzleKind> {
    PUZZLES.iter().find(|puzzle| puzzle.name == american(name))
}

/// The text that says which puzzles there are, the nearest first.
fn unknown(name: &str) -> String {
    let names: Vec<&str> = PUZZLES.iter().map(|puzzle| puzzle.name).collect();
    let nearest = names.iter().map(|known| (distance(name, known), *known)).min();
    let near = match nearest {
        Some((far, known)) if far <= 3 && far < known.len() => format!("did you mean `{known}`? "),
        _ => String::new(),
    };
    let shown: String = name.chars().take(30).collect();
    format!("there is no puzzle `{shown}`; {near}there are {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> Vec<Result<String, String>> {
        let name = |posed: PuzzleInstance| posed.id.unwrap_or_default();
        PuzzleReader::new(text).map(|found| found.map(name).map_err(|e| e.to_string())).collect()
    }

    #[test]
    fn blocks_are_parted_by_blank_lines() {
        let text = "\u{feff}# comment\n\n# another\nlatin a\n12\n21\n  \n\nlatin\r\n1\r\n\r\n# the end\n";
        assert_eq!(read(text.as_bytes()), [Ok("a".to_owned()), Ok(String::new())]);
        assert_eq!(read(b""), []);
    }

    #[test]
    fn after_a_refusal_the_next_block_is_read() {
        let found = read(b"latin bad\n12\n# no comment here\n\nlatin good\n1\n");
        assert_eq!(
            found,
            [Err("line 3, column 3: this row has 17 characters, the first has 2".to_owned()), Ok("good".to_owned())]
        );
    }

    #[test]
    fn an_unknown_puzzle_is_told_the_nearest() {
        let found = read(b" sudoko x\n1\n").remove(0).expect_err("no puzzle");
        assert!(found.starts_with("line 1, column 2: there is no puzzle `sudoko`; did you mean `sudoku`? "), "{found}");
        assert!(PUZZLES.iter().all(|puzzle| found.contains(puzzle.name)));
        let found = read(b"chess x\n1\n").remove(0).expect_err("no puzzle");
        assert!(!found.contains("did you mean"), "{found}");
    }

    #[test]
    fn hostile_lines_are_refused_in_small_memory() {
        let mut text = b"latin long\n".to_vec();
        text.extend_from_slice(&vec![b'1'; 1 << 20]);
        text.extend_from_slice(b"\n1\n\nlatin bytes\n\xff\xfe\n\nlatin many\n");
        text.extend_from_slice("1\n".repeat(MAX_LINES).as_bytes());
        text.extend_from_slice(b"\nlatin good\n1\n");
        let found = read(&text);
        assert_eq!(found.len(), 4);
        assert!(found[0].as_ref().is_err_and(|e| e.starts_with("line 2,") && e.contains("longer")));
        assert!(found[1].as_ref().is_err_and(|e| e.starts_with("line 6,") && e.contains("UTF-8")));
        assert!(found[2].as_ref().is_err_and(|e| e.contains("at most")));
        assert_eq!(found[3], Ok("good".to_owned()));
    }

    #[test]
    fn a_block_without_end_is_the_last() {
        let mut text = b"latin many\n".to_vec();
        text.extend_from_slice("1\n".repeat(MAX_LINES + MAX_PASSED + 1).as_bytes());
        text.extend_from_slice(b"\nlatin good\n1\n");
        let found = read(&text);
        assert!(matches!(&found[..], [Err(e)] if e.contains("more than 100000 lines")), "{found:?}");
    }

    mod properties {
        use super::super::super::tests::examples;
        use super::*;
        use proptest::prelude::*;

        /// Blocks that look like instances: examples with some characters changed.
        fn damaged() -> impl Strategy<Value = String> {
            let change = (any::<prop::sample::Index>(), "[0-9A-Za-z#.<>^v=x*\\-Q \n]");
            let texts: Vec<&str> = examples().map(|(_, example)| example).collect();
            (prop::sample::select(texts), prop::collection::vec(change, 0..4)).prop_map(|(text, changes)| {
                let mut text: Vec<char> = text.chars().collect();
                for (at, character) in changes {
                    let at = at.index(text.len());
                    text.splice(at..=at, character.chars());
                }
                text.into_iter().collect()
            })
        }

        proptest! {
            /// No text makes the reader panic, and it always ends; what it accepts satisfies its model.
            #[test]
            fn bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
                let _ = PuzzleReader::new(&bytes[..]).count();
            }

            #[test]
            fn nor_do_rows_of_any_puzzle(p in 0..PUZZLES.len(), head in "( 2x2| 0x9| 3x3| k=2| k=| x| jigsaw| clues=cages)?", rows in "[0-9A-C#.<>^v Q*rc\n\\-]{0,60}") {
                let text = format!("{}{head}\n{rows}", PUZZLES[p].name);
                let _ = PuzzleReader::new(text.as_bytes()).count();
            }

            #[test]
            fn nor_do_damaged_examples(text in damaged()) {
                for found in PuzzleReader::new(text.as_bytes()) {
                    match found {
                        Ok(posed) => prop_assert_eq!(posed.model.violated_row(&posed.solution), None),
                        Err(e) => {
                            let line = text.split('\n').nth(e.line - 1).unwrap_or("");
                            prop_assert_eq!(line.trim_end(), &e.text);
                            prop_assert!((1..=e.text.chars().count() + 1).contains(&e.column));
                        }
                    }
                }
            }
        }
    }
}
