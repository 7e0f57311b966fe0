//! Hypergraph files, in the format of the hitting-set track of PACE 2025; `docs/formats/hgr.md` has an example.

mod read;
mod write;

pub use read::{HgrError, HgrReason, read_hgr};
pub use write::write_hgr;

use crate::base::{Cell, CellSet, Index};

/// A hypergraph of any size, as in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hypergraph {
    /// The number of vertices, which are 0 to `n_vertices - 1`.
    pub n_vertices: usize,
    /// The hyperedges: the vertices of each, ascending, without duplicates.
    pub edges: Vec<Vec<usize>>,
}

impl Hypergraph {
    /// Returns a hypergraph whose hitting sets, without the vertices of `forbidden`, are the hitting sets of this one
    /// that contain all vertices of `given` and none of `forbidden`. Forbidden vertices remain, but hit nothing. A
    /// hyperedge that only forbidden vertices could hit becomes empty.
    #[must_use]
    pub fn under(&self, given: &[usize], forbidden: &[usize]) -> Self {
        let allowed = |edge: &Vec<usize>| edge.iter().copied().filter(|v| !forbidden.contains(v)).collect();
        let edges = self.edges.iter().map(allowed).chain(given.iter().map(|v| vec![*v])).collect();
        Self { edges, ..*self }
    }

    /// Returns the hyperedges as sets of cells, in their order; `None` if the vertices do not fit into W words.
    #[must_use]
    pub fn sets<const W: usize>(&self) -> Option<Vec<CellSet<W>>> {
        let vertices = self.edges.iter().flatten().map(|v| v + 1);
        if vertices.chain([self.n_vertices]).any(|n| n > CellSet::<W>::CAPACITY) {
            return None;
        }
        Some(self.edges.iter().map(|edge| edge.iter().map(|&v| Cell::new(v)).collect()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hypergraph(edges: &[&[usize]]) -> Hypergraph {
        Hypergraph { n_vertices: 10, edges: edges.iter().map(|edge| edge.to_vec()).collect() }
    }

    #[test]
    fn conditions_are_hyperedges() {
        let under = hypergraph(&[&[0, 1, 2], &[2, 3]]).under(&[5, 3], &[0, 2]);
        assert_eq!(under, hypergraph(&[&[1], &[3], &[5], &[3]]));
        assert_eq!(hypergraph(&[&[1]]).under(&[], &[1]), hypergraph(&[&[]]));
    }

    #[test]
    fn sets_need_enough_words() {
        let sets = |n_vertices, edges: &[&[usize]]| Hypergraph { n_vertices, ..hypergraph(edges) }.sets::<1>();
        let cells = |edge: &[usize]| edge.iter().map(|&v| Cell::new(v)).collect::<CellSet<1>>();
        assert_eq!(sets(64, &[&[0, 63], &[5]]), Some(vec![cells(&[0, 63]), cells(&[5])]));
        assert_eq!(sets(65, &[&[0, 63]]), None);
        // Nor does a vertex above the number of vertices, which no file has, do harm.
        assert_eq!(sets(10, &[&[usize::MAX - 1]]), None);
        assert_eq!(sets(0, &[]), Some(Vec::new()));
    }
}
