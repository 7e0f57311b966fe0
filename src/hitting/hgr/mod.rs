//! Hypergraphs as files: the format of the hitting-set track of PACE 2025; `docs/formats/hgr.md` shows one.

mod read;
mod write;

pub use read::{HgrError, HgrReason, read_hgr};
pub use write::write_hgr;

use std::iter;

use rustc_hash::FxHashMap;

use crate::base::{Cell, CellSet, Index};

/// A hypergraph as a file has it, of any size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hypergraph {
    /// Number of vertices; they are 0 to `n_vertices - 1`.
    pub n_vertices: usize,
    /// The hyperedges: the vertices of each, ascending, each once.
    pub edges: Vec<Vec<usize>>,
}

impl Hypergraph {
    /// The hyperedges as sets of cells, in their order; `None` if W words cannot hold all vertices.
    #[must_use]
    pub fn sets<const W: usize>(&self) -> Option<Vec<CellSet<W>>> {
        let vertices = self.edges.iter().flatten().map(|v| v + 1);
        if vertices.chain([self.n_vertices]).any(|n| n > CellSet::<W>::CAPACITY) {
            return None;
        }
        Some(self.edges.iter().map(|edge| edge.iter().map(|&v| Cell::new(v)).collect()).collect())
    }

    /// Drops every hyperedge that contains another one, and of equal ones all but the first. What is left stands in the
    /// same order and has the same hitting sets.
    pub fn keep_minimal(&mut self) {
        let mut by_size: Vec<usize> = (0..self.edges.len()).collect();
        by_size.sort_by_key(|&i| self.edges[i].len());
        let mut is_minimal = vec![false; self.edges.len()];
        // A hyperedge inside another one begins with a vertex of it, so few are looked at. The number of vertices is
        // whatever a file says, so there is no table of them.
        let mut kept: FxHashMap<Option<usize>, Vec<usize>> = FxHashMap::default();
        for i in by_size {
            let edge = &self.edges[i];
            let beginnings = iter::once(None).chain(edge.iter().copied().map(Some));
            let mut smaller = beginnings.filter_map(|v| kept.get(&v)).flatten();
            if !smaller.any(|&j| is_inside(&self.edges[j], edge)) {
                is_minimal[i] = true;
                kept.entry(edge.first().copied()).or_default().push(i);
            }
        }
        let mut is_minimal = is_minimal.into_iter();
        self.edges.retain(|_| is_minimal.next().unwrap_or(false));
    }
}

/// Has `outer` all of `inner`? Both ascend.
fn is_inside(inner: &[usize], outer: &[usize]) -> bool {
    let mut rest = outer.iter();
    inner.iter().all(|v| rest.by_ref().find(|w| *w >= v) == Some(v))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    use super::*;

    fn hypergraph(edges: &[&[usize]]) -> Hypergraph {
        Hypergraph { n_vertices: 10, edges: edges.iter().map(|edge| edge.to_vec()).collect() }
    }

    #[test]
    fn minimal_edges_keep_their_order() {
        let mut some = hypergraph(&[&[3, 4, 5], &[1, 2, 9], &[3, 5], &[0], &[2, 9], &[3, 5], &[0, 7], &[4, 5]]);
        some.keep_minimal();
        assert_eq!(some, hypergraph(&[&[3, 5], &[0], &[2, 9], &[4, 5]]));
        // No file has an empty one, and it is in all others.
        let mut empty = hypergraph(&[&[1], &[], &[2, 3], &[]]);
        empty.keep_minimal();
        assert_eq!(empty, hypergraph(&[&[]]));
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

    proptest! {
        /// As every hyperedge against every other says.
        #[test]
        fn exactly_the_minimal_edges_are_kept(
            edges in prop::collection::vec(prop::collection::btree_set(0usize..7, 1..5), 0..25),
        ) {
            let as_list = |edge: &BTreeSet<usize>| edge.iter().copied().collect::<Vec<_>>();
            let mut some = Hypergraph { n_vertices: 7, edges: edges.iter().map(as_list).collect() };
            some.keep_minimal();
            let is_wanted = |(i, edge): &(usize, &BTreeSet<usize>)| {
                !edges.iter().any(|other| other != *edge && other.is_subset(edge)) && !edges[..*i].contains(edge)
            };
            let wanted = edges.iter().enumerate().filter(is_wanted).map(|(_, edge)| as_list(edge));
            prop_assert_eq!(some.edges, wanted.collect::<Vec<_>>());
        }
    }
}
