//! Certificates as they are read for the checkers of others.

use std::io::sink;

use minclue_interop::{
    CertificateReader, Expander, Header, Origin, SearchNode, write_cnf, write_drat, write_opb, write_veripb,
};
use minclue_verifier::{Limits, verify_stream_within};

/// Looks that searches of the checker may take.
const SEARCH_LOOKS: u64 = 1 << 20;
/// The longest proof that is written.
const LONGEST: u64 = 1 << 16;

/// No search is written out.
struct NoSearch;

impl Expander for NoSearch {
    fn expand(&mut self, _: &Header, _: &SearchNode) -> Option<Vec<u8>> {
        None
    }
}

/// Of a certificate that our checker accepts, the bounds and the puzzle are read as it reads them.
pub(crate) fn run(bytes: &[u8]) {
    let Ok(mut reader) = CertificateReader::unpacked(bytes) else { return };
    let header = reader.header().clone();
    if let Ok(verdict) = verify_stream_within(bytes, &Limits { search_looks: SEARCH_LOOKS, ..Limits::default() }) {
        let puzzle: Vec<u32> = verdict.puzzle.iter().map(|cell| *cell as u32).collect();
        assert_eq!((header.lower, &header.puzzle), (verdict.lower as u64, &puzzle));
    }
    assert!(header.sets.iter().all(|set| set.cells.iter().all(|cell| (*cell as usize) < header.problem.n_cells())));
    let mut sets = Vec::new();
    write_opb(&header, &mut sets).expect("memory takes all");
    if !matches!(header.problem.origin, Origin::Model { .. }) {
        let _ = write_cnf(&header, &mut sink());
        let _ = write_drat(&header, &mut sink(), LONGEST);
    }
    let _ = write_veripb(&mut reader, &mut sink(), &mut sink(), LONGEST, &mut NoSearch);
}
