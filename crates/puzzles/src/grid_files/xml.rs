//! XML: the puzzles of `OpenSudoku`, each a `game` with its cells in `data`.

use std::io::{self, BufRead, Read};
use std::mem;

use quick_xml::Reader as Events;
use quick_xml::events::{BytesStart, Event};

use crate::sudoku::{Entry, Note, Place, ReadError, Shape};

use super::LONGEST_VALUE;
use super::text::{Spot, grid, refuse};

/// Counts lines and characters of what is read, and ends where one piece of markup is too long to be meant.
struct Counted<R> {
    input: R,
    /// Where what follows begins.
    at: Spot,
    /// Bytes since the last event.
    n_bytes: usize,
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.n_bytes > LONGEST_VALUE {
            let message = format!("line {}: an XML tag or text of more than {LONGEST_VALUE} bytes", self.at.line);
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        self.input.fill_buf()
    }

    fn consume(&mut self, n: usize) {
        // What was looked at is there still, and is looked at only once.
        if let Ok(buffer) = self.input.fill_buf() {
            for byte in &buffer[..n.min(buffer.len())] {
                if *byte == b'\n' {
                    self.at = Spot { line: self.at.line + 1, column: 1 };
                } else if byte & 0xC0 != 0x80 {
                    self.at.column += 1; // the first byte of a character
                }
            }
        }
        self.n_bytes += n;
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

/// Reads the games of a file.
pub(super) struct XmlReader<R> {
    events: Events<Counted<R>>,
    shape: Option<Shape>,
    /// Was there an element?
    has_root: bool,
    /// The number of open elements.
    depth: usize,
    ended: bool,
}

impl<R: BufRead> XmlReader<R> {
    /// Reads `input`, which begins after `n_lines` lines.
    pub(super) fn new(input: R, n_lines: usize, shape: Option<Shape>) -> Self {
        let counted = Counted { input, at: Spot { line: n_lines + 1, column: 1 }, n_bytes: 0 };
        Self { events: Events::from_reader(counted), shape, has_root: false, depth: 0, ended: false }
    }

    fn entry(&mut self) -> Result<Option<Entry>, ReadError> {
        let mut buffer = Vec::new();
        loop {
            buffer.clear();
            let start = self.events.get_ref().at;
            self.events.get_mut().n_bytes = 0;
            let event = self.events.read_event_into(&mut buffer);
            let end = self.events.get_ref().at;
            let here = start.bare();
            match event {
                Ok(event @ (Event::Start(_) | Event::Empty(_))) => {
                    let is_empty = matches!(event, Event::Empty(_));
                    let n_closing = if is_empty { 2 } else { 1 };
                    self.depth += usize::from(!is_empty);
                    let (Event::Start(tag) | Event::Empty(tag)) = event else { continue };
                    if !mem::replace(&mut self.has_root, true) && tag.name().as_ref() != "opensudoku" {
                        self.ended = true;
                        let name = tag.name().as_ref().to_owned();
                        let message = format!("this is XML, but not of OpenSudoku: it begins with `{name}`");
                        return Err(refuse(None, here, message));
                    }
                    if tag.name().as_ref() == "game" {
                        return self.game(&tag, end, n_closing).map(Some);
                    }
                }
                Ok(Event::End(_)) => self.depth = self.depth.saturating_sub(1),
                // The same is seen where a signal ended the input, and whoever reads it asks for that first.
                Ok(Event::Eof) if self.depth > 0 => {
                    self.ended = true;
                    return Err(refuse(None, end.bare(), "the input ends inside an element: its end tag is missing"));
                }
                Ok(Event::Eof) => return Ok(None),
                Ok(_) => {}
                Err(quick_xml::Error::Io(e)) => return Err(ReadError::Io(io::Error::new(e.kind(), e.to_string()))),
                Err(e) => {
                    self.ended = true;
                    return Err(refuse(None, end.bare(), format!("this is not XML: {e}")));
                }
            }
        }
    }

    /// The puzzle of a `game`; its tag ends at `end`, with `n_closing` characters that close it.
    fn game(&self, tag: &BytesStart<'_>, end: Spot, n_closing: usize) -> Result<Entry, ReadError> {
        let raw = tag.as_ref().to_owned();
        let n_lines = raw.matches('\n').count();
        // Of a tag in several lines the line is exact.
        let width = if n_lines == 0 { raw.chars().count() + n_closing } else { end.column };
        let spot =
            Spot { line: end.line.saturating_sub(n_lines).max(1), column: end.column.saturating_sub(width).max(1) };
        let attribute = tag.attributes().flatten().find(|attribute| attribute.key.as_ref() == "data");
        let Some(attribute) = attribute else {
            return Err(refuse(None, spot.place(&raw, 0, 1), "this game has no `data`"));
        };
        let data = attribute.value.replace("&#10;", "\n").replace("&#xA;", "\n");
        let at = raw.find(&*data).unwrap_or(0);
        let place = spot.place(&raw, at, data.lines().next().map_or(1, |line| line.chars().count()));
        match data.trim().strip_prefix("version:") {
            None => grid(&data, &place, self.shape, None),
            Some(saved) => {
                let (cells, n_entered) = givens(saved).map_err(|message| refuse(None, place.clone(), message))?;
                let unseen = Place { width: 0, ..place.clone() };
                let mut entry = grid(&cells, &unseen, self.shape, None)?;
                entry.notes.extend((n_entered > 0).then_some(Note::Entered(n_entered)));
                Ok(Entry { place, ..entry })
            }
        }
    }
}

/// The givens of a game that was played, and how many digits were entered: of each cell its digit, its notes, and
/// whether it may be changed.
fn givens(saved: &str) -> Result<(String, usize), String> {
    let (version, cells) = saved.trim().split_once(char::is_whitespace).unwrap_or((saved.trim(), ""));
    if !matches!(version, "1" | "2" | "3") {
        return Err(format!("`data` has version {version} of OpenSudoku; only versions 1 to 3 are supported"));
    }
    // Version 2 has two bars after the notes.
    let fields: Vec<&str> = cells.trim().split('|').filter(|field| !field.is_empty()).collect();
    let mut n_entered = 0;
    let cells: Option<String> = fields
        .chunks(3)
        .map(|cell| match cell {
            [digit, _, "0"] if digit.len() == 1 => digit.chars().next(),
            [digit, _, "1"] => {
                n_entered += usize::from(*digit != "0");
                Some('0')
            }
            _ => None,
        })
        .collect();
    cells
        .map(|cells| (cells, n_entered))
        .ok_or_else(|| "`data` is not a list of digit, notes, 0 or 1 for each cell".to_owned())
}

impl<R: BufRead> Iterator for XmlReader<R> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let entry = self.entry().transpose();
        self.ended |= matches!(entry, None | Some(Err(ReadError::Io(_))));
        entry
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NINE: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

    fn read(text: &str) -> Vec<Result<Entry, ReadError>> {
        XmlReader::new(text.as_bytes(), 0, None).collect()
    }

    fn file(games: &str) -> String {
        format!(
            "<?xml version=\"1.0\"?>\n<opensudoku version=\"2\">\n <folder name=\"a &amp; b\">\n{games}\n</folder></opensudoku>\n"
        )
    }

    fn refusal(text: &str) -> (usize, usize, String) {
        match &read(text)[..] {
            [Err(ReadError::Refused { place, reason, .. })] => (place.line, place.column, reason.to_string()),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn games_are_read_each_at_its_place() {
        let zeros = NINE.replace('.', "0");
        let games =
            format!("  <game data=\"{zeros}\"/>\n  <game created=\"0\" state=\"1\" data=\"{NINE}\" note=\"\"></game>");
        let all = read(&file(&games));
        assert_eq!(all.len(), 2);
        for (entry, at) in all.iter().zip([(4, 15), (5, 37)]) {
            let entry = entry.as_ref().expect("a puzzle");
            assert_eq!(crate::sudoku::line(&entry.puzzle), NINE);
            assert_eq!((entry.place.line, entry.place.column), at);
        }
    }

    #[test]
    fn of_a_game_that_was_played_the_givens_are_the_clues() {
        for (version, notes) in [(1, "1,2,|"), (1, "-|"), (2, "3||"), (3, "12|")] {
            let cells: String = NINE
                .chars()
                .map(|c| if c == '.' { format!("7|{notes}1|") } else { format!("{c}|{notes}0|") })
                .collect();
            let all = read(&file(&format!("<game data=\"version: {version}\n{cells}\"/>")));
            let entry = all[0].as_ref().expect("a puzzle");
            assert_eq!(crate::sudoku::line(&entry.puzzle), NINE, "{version}");
            assert_eq!(entry.notes, [Note::Entered(81 - 17)], "{version}");
        }
    }

    #[test]
    fn what_is_not_a_game_is_refused_at_its_place() {
        // The 12th cell, 3, is made a 4: R1C1 and R2C2 share a box.
        let clash = format!("{}4{}", &NINE[..10], &NINE[11..]);
        assert_eq!(refusal(&file(&format!("<game data=\"{clash}\"/>"))).0, 4);
        assert_eq!(refusal(&file(&format!("<game data=\"{clash}\"/>"))).1, 13 + 10);
        assert!(refusal(&file("<game/>")).2.contains("no `data`"));
        assert!(refusal(&file("<game data=\"version: 9\n1|\"/>")).2.contains("version 9"));
        assert!(refusal(&file("<game data=\"version: 3\n1|2|\"/>")).2.contains("not a list"));
        assert!(refusal("<html><body></body></html>").2.contains("begins with `html`"));
        assert!(refusal("<opensudoku>\n<game data=\"12").2.contains("not XML"));
        // After a refusal the others are read.
        let all = read(&file(&format!("<game data=\"12\"/>\n<game data=\"{NINE}\"/>")));
        assert!(all.len() == 2 && all[0].is_err() && all[1].is_ok(), "{all:?}");
    }

    #[test]
    fn a_file_that_is_cut_off_is_refused_at_its_end() {
        let whole = file(&format!("<game data=\"{NINE}\"/>"));
        for (end, at) in [("</opensudoku>\n", (5, 10)), ("\n</folder></opensudoku>\n", (4, 13 + 81 + 3))] {
            let all = read(whole.strip_suffix(end).expect("its end"));
            assert!(all.len() == 2 && all[0].is_ok(), "{all:?}");
            let Err(ReadError::Refused { place, reason, .. }) = &all[1] else { panic!("{all:?}") };
            assert_eq!((place.line, place.column), at);
            assert!(reason.to_string().contains("end tag is missing"), "{reason}");
        }
        assert!(read(&whole).iter().all(Result::is_ok));
    }

    #[test]
    fn a_tag_without_an_end_takes_little_memory() {
        let endless = io::BufReader::new((&b"<opensudoku><game data=\""[..]).chain(io::repeat(b'1')));
        let all: Vec<_> = XmlReader::new(endless, 0, None).collect();
        assert!(matches!(&all[..], [Err(ReadError::Io(e))] if e.to_string().contains("more than")), "{all:?}");
    }
}
