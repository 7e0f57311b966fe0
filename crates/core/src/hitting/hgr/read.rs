//! Reads hypergraphs. Every error has a place and a reason.
//!
//! Memory use depends on the contents of a file, not on the numbers in its head line.

use super::Hypergraph;

/// The longest word that an error repeats, in characters.
const LONGEST_WORD: usize = 20;

/// The reason why a text is not a hypergraph, and the place of the error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct HgrError {
    /// The line, from 1.
    pub line: usize,
    /// The first character of the invalid word, from 1.
    pub column: usize,
    pub reason: HgrReason,
}

/// The reason why a word of a hypergraph file is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HgrReason {
    #[error("the head line `p hs N M` is missing")]
    NoHead,
    /// Something other than a comment comes before the head line.
    #[error("a head line `p hs N M` must come first")]
    BeforeHead,
    /// The head line does not consist of the numbers of vertices and hyperedges.
    #[error("a head line has the form `p hs N M`, with N vertices and M hyperedges")]
    Head,
    /// A second head line.
    #[error("this is a second head line; the first is in line {first}")]
    SecondHead {
        /// The line of the first head line, from 1.
        first: usize,
    },
    /// The word has characters other than digits.
    #[error("{found:?} is not a number")]
    NotANumber {
        /// The word; only its beginning if it is long.
        found: String,
    },
    /// The number is too large for this machine.
    #[error("the number {found} is too large")]
    TooLarge {
        /// The word; only its beginning if it is long.
        found: String,
    },
    #[error("there is no vertex 0; the first is 1")]
    VertexZero,
    /// The vertex is greater than N.
    #[error("there is no vertex {found}; the head line declares {n_vertices}")]
    Vertex {
        /// The vertex, from 1.
        found: usize,
        /// The number of vertices.
        n_vertices: usize,
    },
    /// The number of hyperedges differs from M.
    #[error("the head line declares {promised} hyperedges, but there are {found}")]
    Edges {
        /// The number of hyperedges in the file.
        found: usize,
        /// The number of hyperedges in the head line.
        promised: usize,
    },
}

/// A word of the text, and where it stands.
#[derive(Clone, Copy)]
struct Word<'t> {
    text: &'t str,
    line: usize,
    /// The part of the line before it. The column is only counted for an error, so long lines cost no more.
    before: &'t str,
}

impl Word<'_> {
    fn error(&self, reason: HgrReason) -> HgrError {
        HgrError { line: self.line, column: self.before.chars().count() + 1, reason }
    }

    fn number(&self) -> Result<usize, HgrError> {
        if !self.text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(self.error(HgrReason::NotANumber { found: self.shown() }));
        }
        // Of digits alone, only too large a number is refused.
        self.text.parse().map_err(|_| self.error(HgrReason::TooLarge { found: self.shown() }))
    }

    /// A vertex, from 0.
    fn vertex(&self, n_vertices: usize) -> Result<usize, HgrError> {
        match self.number()? {
            0 => Err(self.error(HgrReason::VertexZero)),
            found if found > n_vertices => Err(self.error(HgrReason::Vertex { found, n_vertices })),
            found => Ok(found - 1),
        }
    }

    fn shown(&self) -> String {
        match self.text.char_indices().nth(LONGEST_WORD) {
            Some((end, _)) => format!("{}...", &self.text[..end]),
            None => self.text.to_owned(),
        }
    }
}

/// The words of a line, which has the number `line`.
fn words(line: usize, text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(|c: char| !c.is_whitespace())?;
        at = text[start..].find(char::is_whitespace).map_or(text.len(), |length| start + length);
        Some(Word { text: &text[start..at], line, before: &text[..start] })
    })
}

/// The contents of the head line.
struct Head<'t> {
    line: usize,
    n_vertices: usize,
    n_edges: usize,
    /// The word with the number of hyperedges.
    word: Word<'t>,
}

impl<'t> Head<'t> {
    /// Reads the words after `p`.
    fn read(p: &Word<'t>, mut rest: impl Iterator<Item = Word<'t>>) -> Result<Self, HgrError> {
        // What is not there has no place, so the line is named by its first word.
        let mut next = || rest.next().ok_or_else(|| p.error(HgrReason::Head));
        let kind = next()?;
        if kind.text != "hs" {
            return Err(kind.error(HgrReason::Head));
        }
        let n_vertices = next()?.number()?;
        let word = next()?;
        let n_edges = word.number()?;
        match rest.next() {
            Some(more) => Err(more.error(HgrReason::Head)),
            None => Ok(Self { line: p.line, n_vertices, n_edges, word }),
        }
    }
}

/// Parses a hypergraph. Its hyperedges have the order of the text, and all are kept, even if one contains another.
///
/// Comments (lines that begin with `c`) and blank lines are allowed everywhere.
///
/// # Errors
/// [`HgrError`] for the first error; a wrong number of hyperedges is detected last.
pub fn read_hgr(text: &str) -> Result<Hypergraph, HgrError> {
    let mut head: Option<Head<'_>> = None;
    let mut edges: Vec<Vec<usize>> = Vec::new();
    let mut one_too_many = None;
    let mut n_lines = 0;
    for (i, line) in text.lines().enumerate() {
        n_lines = i + 1;
        let mut words = words(n_lines, line);
        let Some(first) = words.next() else { continue };
        match &head {
            _ if first.text.starts_with('c') => {}
            Some(Head { line, .. }) if first.text == "p" => {
                return Err(first.error(HgrReason::SecondHead { first: *line }));
            }
            None if first.text == "p" => head = Some(Head::read(&first, words)?),
            None => return Err(first.error(HgrReason::BeforeHead)),
            Some(Head { n_vertices, n_edges, .. }) => {
                if edges.len() == *n_edges {
                    one_too_many = Some(first);
                }
                let vertices = std::iter::once(first).chain(words).map(|word| word.vertex(*n_vertices));
                let mut edge = vertices.collect::<Result<Vec<usize>, HgrError>>()?;
                edge.sort_unstable();
                edge.dedup();
                edges.push(edge);
            }
        }
    }
    let Some(Head { n_vertices, n_edges, word, .. }) = head else {
        return Err(HgrError { line: n_lines.max(1), column: 1, reason: HgrReason::NoHead });
    };
    if edges.len() != n_edges {
        let reason = HgrReason::Edges { found: edges.len(), promised: n_edges };
        return Err(one_too_many.unwrap_or(word).error(reason));
    }
    Ok(Hypergraph { n_vertices, edges })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(text: &str) -> (usize, Vec<Vec<usize>>) {
        let Hypergraph { n_vertices, edges } = read_hgr(text).unwrap_or_else(|e| panic!("{text:?}: {e}"));
        (n_vertices, edges)
    }

    fn refusal(text: &str) -> String {
        read_hgr(text).expect_err(text).to_string()
    }

    #[test]
    fn all_ways_to_write_a_triangle() {
        let triangle = (3, vec![vec![0, 1], vec![1, 2], vec![0, 2]]);
        for text in [
            "p hs 3 3\n1 2\n2 3\n1 3\n",
            "p hs 3 3\n1 2\n2 3\n1 3",
            "p hs 3 3\r\n1 2\r\n2 3\r\n3 1\r\n",
            "c one\n\nc\np hs 3 3\n2 1\nc p hs 4 4\n 2\t3  \ncomment\n\n03 1 3 1\n \n  c 9",
            "\tp  hs\u{b}3\u{a0}3 \n1 2 2\n\n\n3 2\n1 3\r",
        ] {
            assert_eq!(edges(text), triangle, "{text:?}");
        }
    }

    #[test]
    fn edges_stay_as_the_text_has_them() {
        assert_eq!(edges("p hs 5 3\n5\n1 5 2\n5\n"), (5, vec![vec![4], vec![0, 1, 4], vec![4]]));
        assert_eq!(edges("p hs 0 0"), (0, Vec::new()));
        // A promise of vertices takes no memory.
        assert_eq!(edges(&format!("p hs {0} 1\n{0}", usize::MAX)), (usize::MAX, vec![vec![usize::MAX - 1]]));
    }

    #[test]
    fn every_refusal_has_a_place_and_a_reason() {
        let head = "a head line has the form `p hs N M`, with N vertices and M hyperedges";
        for (text, place, reason) in [
            ("", (1, 1), "the head line `p hs N M` is missing"),
            ("c p hs 1 1\n\nc\n", (3, 1), "the head line `p hs N M` is missing"),
            ("c\n  1 2\np hs 2 1\n", (2, 3), "a head line `p hs N M` must come first"),
            ("\u{feff}p hs 1 0", (1, 1), "a head line `p hs N M` must come first"),
            ("p hs 2 1\n1\n p hs 2 1\n", (3, 2), "this is a second head line; the first is in line 1"),
            ("p", (1, 1), head),
            (" p hs", (1, 2), head),
            ("p hs 3", (1, 1), head),
            ("p ds 3 0", (1, 3), head),
            ("p hs 3 0 c", (1, 10), head),
            ("p hs x 0", (1, 6), "\"x\" is not a number"),
            ("p hs 3 -1", (1, 8), "\"-1\" is not a number"),
            ("p hs +3 1", (1, 6), "\"+3\" is not a number"),
            ("p hs 3 1\n1 2.5", (2, 3), "\"2.5\" is not a number"),
            ("p hs 3 1\n\u{e4}\u{a0}\u{a0}2 \u{fc}", (2, 1), "\"\u{e4}\" is not a number"),
            ("p hs 3 1\n2\u{a0}\u{a0}\u{fc}", (2, 4), "\"\u{fc}\" is not a number"),
            ("p hs 3 1\nthis-is-quite-a-long-word", (2, 1), "\"this-is-quite-a-long...\" is not a number"),
            ("p hs 3 1\n1 2 p hs", (2, 5), "\"p\" is not a number"),
            ("p hs 3 1\n1 0", (2, 3), "there is no vertex 0; the first is 1"),
            ("p hs 3 1\n3 4", (2, 3), "there is no vertex 4; the head line declares 3"),
            ("p hs 0 1\n1", (2, 1), "there is no vertex 1; the head line declares 0"),
            ("p hs 99999999999999999999 1", (1, 6), "the number 99999999999999999999 is too large"),
            ("p hs 3 1\n999999999999999999999", (2, 1), "the number 99999999999999999999... is too large"),
            ("p hs 3 2\n1\n", (1, 8), "the head line declares 2 hyperedges, but there are 1"),
            (
                "p hs 3 18446744073709551615\n",
                (1, 8),
                "the head line declares 18446744073709551615 hyperedges, but there are 0",
            ),
            ("p hs 3 1\n1\nc\n 2\n3\n", (4, 2), "the head line declares 1 hyperedges, but there are 3"),
        ] {
            let (line, column) = place;
            assert_eq!(refusal(text), format!("line {line}, column {column}: {reason}"), "{text:?}");
        }
    }

    mod properties {
        use std::collections::BTreeSet;

        use proptest::prelude::*;

        use super::*;
        use crate::base::{Cell, CellSet, Index};
        use crate::hitting::write_hgr;

        fn sets() -> impl Strategy<Value = Vec<BTreeSet<usize>>> {
            prop::collection::vec(prop::collection::btree_set(0usize..90, 1..12), 0..20)
        }

        fn written(sets: &[BTreeSet<usize>], comments: &str) -> String {
            write_hgr(90, sets.iter().map(|set| set.iter().map(|&v| Cell::new(v)).collect::<CellSet<2>>()), comments)
        }

        proptest! {
            #[test]
            fn what_is_written_is_read(sets in sets(), comments in any::<String>(), crlf in any::<bool>()) {
                let text = written(&sets, &comments);
                let text = if crlf { text.replace('\n', "\r\n") } else { text };
                let read = read_hgr(&text);
                let edges = sets.iter().map(|set| set.iter().copied().collect()).collect();
                prop_assert_eq!(read, Ok(Hypergraph { n_vertices: 90, edges }));
            }

            #[test]
            fn no_text_makes_the_reader_panic(text in any::<String>(), close in "[0-9pchs \\-+.\r\n]{0,200}") {
                let _ = read_hgr(&text);
                let _ = read_hgr(&close);
                let _ = read_hgr(&format!("p hs 30 4\n{close}"));
            }

            /// Characters of a good text are taken out, replaced or put in. What is still read is a hypergraph, and
            /// every refusal has a place in the text.
            #[test]
            fn nor_do_mistakes_in_a_good_text(
                sets in sets(),
                changes in prop::collection::vec(
                    (any::<prop::sample::Index>(), 0usize..3, "[0-9pchs \n\r\u{2028}x-]"),
                    1..6,
                ),
            ) {
                let mut text: Vec<char> = written(&sets, "a comment").chars().collect();
                for (at, how, new) in changes {
                    let at = at.index(text.len());
                    let (n_out, n_in) = [(1_usize, 0_usize), (1, 1), (0, 1)][how];
                    text.splice(at..at + n_out, new.chars().take(n_in));
                }
                let text: String = text.into_iter().collect();
                match read_hgr(&text) {
                    Ok(read) => {
                        for edge in &read.edges {
                            prop_assert!(!edge.is_empty() && edge.is_sorted_by(|a, b| a < b));
                            prop_assert!(edge.last().is_some_and(|v| *v < read.n_vertices));
                        }
                    }
                    Err(HgrError { line, column, .. }) => {
                        let place = text.lines().nth(line - 1);
                        prop_assert!(place.is_some_and(|text| column == 1 || column <= text.chars().count()));
                    }
                }
            }
        }
    }
}
