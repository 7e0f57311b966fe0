//! Results for people: what a record says in words, below or after the name of its input.

use std::io::{self, Write};

use minclue_report::picture::{Picture, beside};
use minclue_report::{HittingSetRecord, PuzzleRecord, Record, Text, TraceRecord, harmless};

use super::FEW;
use super::sink::Output;

/// When something is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drawing {
    Always,
    /// Answers at once; puzzles that were found at the end, if they are few: their lines are out before.
    IfFew,
    Never,
}

pub(super) struct People<O> {
    out: O,
    drawing: Drawing,
    paint: bool,
    n_blocks: usize,
    /// Puzzles that were found: one more than few of them, and none of them is drawn.
    found: Vec<Picture>,
}

impl<O: Write> People<O> {
    /// Everything with its picture.
    pub(super) fn drawn(out: O, paint: bool) -> Self {
        Self { out, drawing: Drawing::Always, paint, n_blocks: 0, found: Vec::new() }
    }

    /// Pictures of what is few.
    pub(super) fn few(out: O, paint: bool) -> Self {
        Self { drawing: Drawing::IfFew, ..Self::drawn(out, paint) }
    }

    /// One line each, without color.
    pub(super) fn lines(out: O) -> Self {
        Self { drawing: Drawing::Never, ..Self::drawn(out, false) }
    }
}

impl<O: Write> Output for People<O> {
    fn record(&mut self, record: &dyn Record) -> io::Result<()> {
        if !record.says_something() {
            return Ok(());
        }
        let id = record.head().id.as_deref();
        let text = if self.drawing == Drawing::Never { record.line() } else { record.text(self.paint) };
        match text {
            Text::Nothing => Ok(()),
            Text::Line(line) => {
                let pictures = record.figure().map(|figure| figure.pictures).unwrap_or_default();
                self.found(id, &line, pictures)
            }
            Text::Lines(text) => self.lines_below("", id, &text),
            Text::Block(text) => self.block(id, &text),
        }
    }

    fn puzzle(&mut self, puzzle: &PuzzleRecord) -> io::Result<()> {
        let pictures = puzzle.figure().map(|figure| figure.pictures).unwrap_or_default();
        self.found(puzzle.id.as_deref(), puzzle.text(), pictures)
    }

    fn hitting_set(&mut self, hitting_set: &HittingSetRecord) -> io::Result<()> {
        let vertices: Vec<String> = hitting_set.vertices.iter().map(usize::to_string).collect();
        self.line(None, &vertices.join(" "))
    }

    fn change(&mut self, change: &TraceRecord) -> io::Result<()> {
        if change.step == 1 {
            let name = change.id.as_deref().map_or_else(String::new, |id| format!("{} ", harmless(id)));
            self.out.write_all(format!("{name}{}\n", change.solver).as_bytes())?;
        }
        // There may be millions; the record that follows is flushed.
        self.out.write_all(format!("{}\n", change.line()).as_bytes())
    }

    fn finish(&mut self) -> io::Result<()> {
        if self.found.is_empty() || self.found.len() > FEW {
            return Ok(());
        }
        let pictures = beside(&self.found, self.paint);
        self.out.write_all(format!("\n{pictures}").as_bytes())?;
        self.out.flush()
    }
}

impl<O: Write> People<O> {
    /// A puzzle that was found, and what is said of it.
    fn found(&mut self, id: Option<&str>, line: &str, pictures: Vec<Picture>) -> io::Result<()> {
        match self.drawing {
            Drawing::Always if !pictures.is_empty() => {
                self.block(id, &format!("{}{line}\n", beside(&pictures, self.paint)))
            }
            Drawing::IfFew if self.found.len() <= FEW => {
                self.found.extend(pictures);
                self.line(id, line)
            }
            Drawing::Always | Drawing::IfFew | Drawing::Never => self.line(id, line),
        }
    }

    /// One line, with the name before it as in an input.
    fn line(&mut self, id: Option<&str>, text: &str) -> io::Result<()> {
        let line = id.map_or_else(|| format!("{text}\n"), |id| format!("{} {text}\n", harmless(id)));
        self.out.write_all(line.as_bytes())?;
        self.out.flush()
    }

    fn block(&mut self, id: Option<&str>, text: &str) -> io::Result<()> {
        self.lines_below(if self.n_blocks > 0 { "\n" } else { "" }, id, text)
    }

    /// Lines below the name, with what stands before it.
    fn lines_below(&mut self, before: &str, id: Option<&str>, text: &str) -> io::Result<()> {
        let name = id.map_or_else(String::new, |id| harmless(id) + "\n");
        self.n_blocks += 1;
        self.out.write_all(format!("{before}{name}{text}").as_bytes())?;
        self.out.flush()
    }
}
