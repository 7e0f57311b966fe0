//! Writes hypergraphs.

use std::fmt::Write as _;

use crate::base::{CellSet, Index};

/// Writes a hypergraph with vertices 1 to `n_vertices`, where vertex v is cell v - 1, and one hyperedge for each of
/// `sets`, in their order. The lines of `comments` become comments at the top.
///
/// # Panics
/// If a set is empty, which the format does not allow, or has a cell that is not below `n_vertices`.
#[must_use]
pub fn write_hgr<const W: usize>(
    n_vertices: usize,
    sets: impl ExactSizeIterator<Item = CellSet<W>>,
    comments: &str,
) -> String {
    let mut text = String::new();
    for comment in comments.lines() {
        text.push_str(format!("c {comment}").trim_end());
        text.push('\n');
    }
    let _ = writeln!(text, "p hs {n_vertices} {}", sets.len());
    for set in sets {
        assert!(!set.is_empty() && set.iter().all(|cell| cell.get() < n_vertices), "{set:?} is not a hyperedge");
        let vertices: Vec<String> = set.iter().map(|cell| (cell.get() + 1).to_string()).collect();
        let _ = writeln!(text, "{}", vertices.join(" "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Cell;

    #[test]
    fn a_triangle_by_hand() {
        let sets = [[0, 1], [1, 2], [0, 2]].map(|set| set.into_iter().map(Cell::new).collect::<CellSet<1>>());
        let text = write_hgr(3, sets.into_iter(), "a triangle\n\nc and p");
        assert_eq!(text, "c a triangle\nc\nc c and p\np hs 3 3\n1 2\n2 3\n1 3\n");
        assert_eq!(write_hgr::<1>(2, std::iter::empty(), ""), "p hs 2 0\n");
    }
}
