//! Graphs, given by their edges or by the name of a family, as in the text of puzzles on graphs.

use std::collections::BTreeSet;

use super::block::{Line, PuzzleError, TextBlock, american, pair};

/// The most vertices: twice the most clues, since a perfect matching has an edge for two of them.
const MAX_VERTICES: usize = 1280;

const MAX_EDGES: usize = 5000;

/// How a graph is written, for messages.
const FORMS: &str = "edges 1-2 2-3, grid 3x4, cycle 5, complete 4, hypercube 3 or petersen";

/// A simple graph. Vertices are numbers from 0 here, and from 1 in text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    n_vertices: usize,
    edges: Vec<(usize, usize)>,
}

impl Graph {
    /// Reads the first rows of a block: one line that names a family, or lines `edges 1-2 2-3`. Answers with the number
    /// of rows that were read.
    pub(super) fn read(block: &TextBlock) -> Result<(Self, usize), PuzzleError> {
        let Some(first) = block.rows().first() else {
            return Err(block.fail_head(format!("there is no graph below this line: {FORMS}")));
        };
        if first.words().next().is_some_and(|(_, word)| word == "edges") {
            return Self::read_edges(block);
        }
        Ok((Self::read_family(block, first)?, 1))
    }

    fn read_family(block: &TextBlock, line: &Line) -> Result<Self, PuzzleError> {
        let words: Vec<(usize, &str)> = line.words().collect();
        let number = |text: &str| text.parse::<usize>().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()));
        let fail = |column, message: String| Err(block.fail(line, column, message));
        let (size, at_size) = words.get(1).map_or(("", 1), |(column, word)| (*word, *column));
        if let Some((column, word)) = words.get(2) {
            return fail(*column, format!("`{word}` is superfluous here"));
        }
        let graph = match (words[0].1, number(size), pair(size)) {
            ("petersen", ..) if size.is_empty() => Self::petersen(),
            ("grid", _, Some((rows, columns))) if rows.saturating_mul(columns) <= MAX_VERTICES => {
                Self::grid(rows, columns)
            }
            ("cycle", Some(n), _) if (3..=MAX_VERTICES).contains(&n) => Self::cycle(n),
            ("complete", Some(n), _) if n <= 100 => Self::complete(n),
            ("hypercube", Some(n), _) if n <= 10 => Self::hypercube(n),
            ("grid" | "cycle" | "complete" | "hypercube" | "petersen", ..) => {
                let max = format!(
                    "with 1 to {MAX_VERTICES} vertices, cycles from 3, at most 100 vertices where all are joined"
                );
                return fail(at_size, format!("`{size}` is not a size of this graph: {FORMS}, {max}"));
            }
            _ => return fail(words[0].0, format!("this is not a graph: {FORMS}")),
        };
        if graph.n_vertices == 0 {
            return fail(at_size, "a graph has at least one vertex".to_owned());
        }
        Ok(graph)
    }

    fn read_edges(block: &TextBlock) -> Result<(Self, usize), PuzzleError> {
        let (mut edges, mut seen, mut n_vertices, mut n_rows) = (Vec::new(), BTreeSet::new(), 0, 0);
        for line in block.rows() {
            if line.words().next().is_none_or(|(_, word)| word != "edges") {
                break;
            }
            n_rows += 1;
            for (column, word) in line.words().skip(1) {
                let (a, b) = edge(word).map_err(|message| block.fail(line, column, message))?;
                let fail = |message: String| Err(block.fail(line, column, message));
                if b >= MAX_VERTICES {
                    return fail(format!("the maximum is {MAX_VERTICES} vertices"));
                }
                if !seen.insert((a, b)) {
                    return fail(format!("the edge {} occurs twice", edge_name((a, b))));
                }
                if edges.len() == MAX_EDGES {
                    return fail(format!("the maximum is {MAX_EDGES} edges"));
                }
                n_vertices = n_vertices.max(b + 1);
                edges.push((a, b));
            }
        }
        if edges.is_empty() {
            return Err(block.fail_at(0, 0, "no edges are listed"));
        }
        Ok((Self { n_vertices, edges }, n_rows))
    }

    /// Creates the grid of the fields of a rectangle, row-major; each is joined to the next in its row and column.
    #[must_use]
    pub fn grid(rows: usize, columns: usize) -> Self {
        let mut edges = Vec::new();
        for v in 0..rows * columns {
            if (v + 1) % columns != 0 {
                edges.push((v, v + 1));
            }
            if v / columns + 1 < rows {
                edges.push((v, v + columns));
            }
        }
        Self { n_vertices: rows * columns, edges }
    }

    /// Creates a cycle of at least three vertices, in their order.
    #[must_use]
    pub fn cycle(n: usize) -> Self {
        let mut edges: Vec<_> = (1..n).map(|v| (v - 1, v)).collect();
        edges.push((0, n - 1));
        Self { n_vertices: n, edges }
    }

    /// Creates the complete graph of n vertices.
    #[must_use]
    pub fn complete(n: usize) -> Self {
        Self { n_vertices: n, edges: (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect() }
    }

    /// Creates the hypercube: the vertices are the words of n bits, joined if they differ in one bit; vertex v is the
    /// number v.
    #[must_use]
    pub fn hypercube(n: usize) -> Self {
        let up = |v: usize| (0..n).map(move |bit| (v, v | 1 << bit)).filter(|(v, w)| v != w);
        Self { n_vertices: 1 << n, edges: (0..1 << n).flat_map(up).collect() }
    }

    /// Creates Petersen's graph: an outer cycle 0 to 4, spokes to 5 to 9, and an inner star.
    #[must_use]
    pub fn petersen() -> Self {
        let mut edges = Self::cycle(5).edges;
        edges.extend((0..5).map(|v| (v, v + 5)));
        edges.extend((0..5).map(|v| (5 + v, 5 + (v + 2) % 5)).map(|(a, b)| (a.min(b), a.max(b))));
        Self { n_vertices: 10, edges }
    }

    /// The number of vertices.
    #[must_use]
    pub fn n_vertices(&self) -> usize {
        self.n_vertices
    }

    /// The edges, each with the smaller vertex first, without duplicates.
    #[must_use]
    pub fn edges(&self) -> &[(usize, usize)] {
        &self.edges
    }
}

/// The edge that a word such as `2-1` names, the smaller vertex first, from 0; or what is wrong with it.
pub(super) fn edge(word: &str) -> Result<(usize, usize), String> {
    let vertex = |text: &str| text.parse::<usize>().ok().filter(|v| *v > 0 && !text.starts_with('+')).map(|v| v - 1);
    match word.split_once('-').map(|(a, b)| (vertex(a), vertex(b))) {
        Some((Some(a), Some(b))) if a == b => Err(format!("`{word}` joins a vertex to itself")),
        Some((Some(a), Some(b))) => Ok((a.min(b), a.max(b))),
        _ => Err(format!("`{word}` is not an edge; write two vertices, numbered from 1, as in 1-2")),
    }
}

/// An edge as text.
pub(super) fn edge_name((a, b): (usize, usize)) -> String {
    format!("{}-{}", a + 1, b + 1)
}

/// The words after the keyword in the rows of a block from `first` on, which must all start with it.
pub(super) fn words_after<'b>(
    block: &'b TextBlock,
    first: usize,
    keyword: &str,
) -> Result<Vec<(&'b Line, usize, &'b str)>, PuzzleError> {
    let mut found = Vec::new();
    for line in &block.rows()[first..] {
        let mut words = line.words();
        match words.next() {
            Some((_, word)) if american(word) == keyword => {}
            other => {
                let (column, word) = other.unwrap_or((1, ""));
                return Err(block.fail(line, column, format!("`{word}` where a line starts with `{keyword}`")));
            }
        }
        found.extend(words.map(|(column, word)| (line, column, word)));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::super::tests::refusal;
    use super::*;

    /// The degrees that occur.
    fn degrees(graph: &Graph) -> BTreeSet<usize> {
        let degree = |v| graph.edges.iter().filter(|(a, b)| *a == v || *b == v).count();
        assert!(graph.edges.iter().all(|(a, b)| a < b && *b < graph.n_vertices));
        assert_eq!(graph.edges.iter().collect::<BTreeSet<_>>().len(), graph.edges.len());
        (0..graph.n_vertices).map(degree).collect()
    }

    #[test]
    fn families_have_their_degrees() {
        assert_eq!(degrees(&Graph::cycle(5)), BTreeSet::from([2]));
        assert_eq!(degrees(&Graph::complete(5)), BTreeSet::from([4]));
        assert_eq!(degrees(&Graph::hypercube(4)), BTreeSet::from([4]));
        assert_eq!(degrees(&Graph::petersen()), BTreeSet::from([3]));
        assert_eq!(degrees(&Graph::grid(3, 4)), BTreeSet::from([2, 3, 4]));
        assert_eq!(Graph::grid(3, 4).edges.len(), 17);
    }

    #[test]
    fn petersen_has_no_short_cycles() {
        let edges = Graph::petersen().edges;
        let joined = |a: usize, b: usize| edges.contains(&(a.min(b), a.max(b)));
        for a in 0..10 {
            for b in (0..10).filter(|b| *b != a) {
                // Neighbors have no common one, others have exactly one.
                let n_common = (0..10).filter(|v| joined(a, *v) && joined(b, *v)).count();
                assert_eq!(n_common, usize::from(!joined(a, b)));
            }
        }
    }

    #[test]
    fn odd_graphs_are_refused() {
        for (graph, column, what) in [
            ("edges 1-2 2-1", 11, "the edge 1-2 occurs twice"),
            ("edges 1-1", 7, "joins a vertex to itself"),
            ("edges 0-1", 7, "write two vertices, numbered from 1"),
            ("edges 1-", 7, "is not an edge"),
            ("edges", 1, "no edges are listed"),
            ("edges 1-99999999999", 7, "the maximum is 1280 vertices"),
            ("grid 0x4", 6, "at least one vertex"),
            ("grid 99999999999x99999999999", 6, "is not a size"),
            ("hypercube 11", 11, "is not a size"),
            ("cycle 2", 7, "is not a size"),
            ("cycle 5 5", 9, "is superfluous"),
            ("petersen 3", 10, "is not a size"),
            ("tree 3", 1, "this is not a graph"),
        ] {
            let found = refusal(&format!("matching\n{graph}\nmatched 1-2\n"));
            assert!(found.starts_with(&format!("line 2, column {column}: ")) && found.contains(what), "{found}");
        }
        assert!(refusal("matching\n").contains("no graph"));
        assert!(refusal("matching\ncycle 4\n1-2\n").starts_with("line 3, column 1: `1-2` where a line starts"));
    }
}
