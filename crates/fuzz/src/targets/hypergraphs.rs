//! Hypergraphs in the format of PACE.

use minclue_core::hitting::{read_hgr, write_hgr};

/// The widest sets, in words.
const WIDTH: usize = 10;

/// Vertices are numbers of the head line, and what is written is read again.
pub(crate) fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let hypergraph = match read_hgr(text) {
        Ok(hypergraph) => hypergraph,
        Err(error) => {
            assert!(error.line > 0 && error.column > 0 && !error.reason.to_string().is_empty());
            return;
        }
    };
    for edge in &hypergraph.edges {
        assert!(!edge.is_empty() && edge.iter().all(|vertex| *vertex < hypergraph.n_vertices));
    }
    if let Some(sets) = hypergraph.sets::<WIDTH>() {
        assert_eq!(sets.len(), hypergraph.edges.len());
        let again = read_hgr(&write_hgr(hypergraph.n_vertices, sets.iter().copied(), "again"));
        let again = again.expect("what is written").sets::<WIDTH>().expect("as wide as before");
        assert_eq!(again, sets);
    }
}
