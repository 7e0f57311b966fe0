//! Results for people: what a record says in words, below or behind the name of its input.

use std::io::{self, Write};

use minclue_report::{HittingSetRecord, PuzzleRecord, Record, Text, harmless};

use super::sink::Output;

pub(super) struct People<O> {
    out: O,
    /// In color?
    paint: bool,
    n_blocks: usize,
}

impl<O: Write> People<O> {
    pub(super) fn new(out: O, paint: bool) -> Self {
        Self { out, paint, n_blocks: 0 }
    }
}

impl<O: Write> Output for People<O> {
    fn record(&mut self, record: &dyn Record) -> io::Result<()> {
        if !record.says_something() {
            return Ok(());
        }
        let id = record.head().id.as_deref();
        match record.text(self.paint) {
            Text::Nothing => Ok(()),
            Text::Line(text) => self.line(id, &text),
            Text::Lines(text) => self.lines("", id, &text),
            Text::Block(text) => self.lines(if self.n_blocks > 0 { "\n" } else { "" }, id, &text),
        }
    }

    fn puzzle(&mut self, puzzle: &PuzzleRecord) -> io::Result<()> {
        self.line(puzzle.id.as_deref(), &puzzle.puzzle)
    }

    fn hitting_set(&mut self, hitting_set: &HittingSetRecord) -> io::Result<()> {
        let vertices: Vec<String> = hitting_set.vertices.iter().map(usize::to_string).collect();
        self.line(None, &vertices.join(" "))
    }
}

impl<O: Write> People<O> {
    /// One line, with the name before it as in an input.
    fn line(&mut self, id: Option<&str>, text: &str) -> io::Result<()> {
        let line = id.map_or_else(|| format!("{text}\n"), |id| format!("{} {text}\n", harmless(id)));
        self.out.write_all(line.as_bytes())?;
        self.out.flush()
    }

    /// Lines below the name, with what stands before it.
    fn lines(&mut self, before: &str, id: Option<&str>, text: &str) -> io::Result<()> {
        let name = id.map_or_else(String::new, |id| harmless(id) + "\n");
        self.n_blocks += 1;
        self.out.write_all(format!("{before}{name}{text}").as_bytes())?;
        self.out.flush()
    }
}
