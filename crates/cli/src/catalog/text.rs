//! A part of the catalog as an input: one grid a line, made while it is read. No file is needed, and any part can be
//! made without those before it.

use std::io::{self, BufRead, Cursor, Read};

use minclue_catalog::{CatalogChunk, CatalogGrid, CatalogPrefixes};
use minclue_core::base::Limits;
use minclue_core::sudoku::{Puzzle, line};

/// What an argument begins with that names a part of the catalog.
pub(in super::super) const CATALOG: &str = "catalog:";

/// The text of `chunk`. It ends early when `limits` are reached.
pub(in super::super) fn text(chunk: &CatalogChunk, limits: &Limits) -> Box<dyn BufRead + Send> {
    Box::new(CatalogText::new(chunk.clone(), limits.clone()))
}

/// The grids of some prefixes of a band as lines `BAND.PREFIX.N GRID`, with N from 1.
struct CatalogText {
    band: usize,
    prefixes: CatalogPrefixes,
    limits: Limits,
    lines: Cursor<Vec<u8>>,
}

impl CatalogText {
    fn new(chunk: CatalogChunk, limits: Limits) -> Self {
        let band = chunk.band().number();
        Self { band, prefixes: CatalogPrefixes::new(chunk), limits, lines: Cursor::default() }
    }
}

impl BufRead for CatalogText {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.lines.fill_buf()?.is_empty() {
            if self.limits.reached(0).is_some() {
                break;
            }
            let Some(prefix) = self.prefixes.next() else { break };
            let (band, number) = (self.band, prefix.number);
            let grids = prefix.grids.iter().zip(1..);
            let text = |(grid, n): (&CatalogGrid, usize)| {
                format!("{band}.{number}.{n} {}\n", line(&Puzzle::from(&grid.grid())))
            };
            self.lines = Cursor::new(grids.map(text).collect::<String>().into_bytes());
        }
        self.lines.fill_buf()
    }

    fn consume(&mut self, n: usize) {
        self.lines.consume(n);
    }
}

impl Read for CatalogText {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.fill_buf()?.read(buffer)?;
        self.consume(n);
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(chunk: &str) -> String {
        let chunk = chunk.parse().expect("a part of the catalog");
        io::read_to_string(CatalogText::new(chunk, Limits::none())).expect("text")
    }

    #[test]
    fn a_part_is_the_same_whatever_stands_before_it() {
        let all = text("1.0.4");
        assert_eq!(all, format!("{}{}", text("1.0.2"), text("1.2.4")));
        assert!(all.lines().count() > 4, "{all}");
        for line in all.lines() {
            let (name, grid) = line.split_once(' ').expect("two words");
            assert!(name.starts_with("1.") && grid.len() == 81, "{line}");
        }
    }

    #[test]
    fn limits_end_it() {
        let chunk = "1".parse().expect("a band");
        let interrupt = minclue_core::base::Interrupt::default();
        interrupt.raise();
        let limits = Limits::none().with_interrupt(interrupt);
        assert_eq!(io::read_to_string(CatalogText::new(chunk, limits)).expect("text"), "");
    }
}
