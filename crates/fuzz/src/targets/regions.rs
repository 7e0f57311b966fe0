//! Regions: the files of jigsaws, and parts of the catalog by name.

use minclue_catalog::{CatalogChunk, RegionChunk};
use minclue_cli::readers;
use minclue_core::base::{Cell, Index as _};
use minclue_core::sudoku::{Rule, Variant};

/// Parts are cut into this many at most.
const MAX_PARTS: usize = 1000;

/// A jigsaw has n regions of n cells, and is the same when it is written and read again; so is a part, which is cut
/// into what it is made of.
pub(crate) fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match readers::jigsaw(text) {
        Ok(regions) => {
            let (shape, n) = (regions.shape(), regions.n());
            let mut sizes = vec![0; n];
            (0..n * n).for_each(|cell| sizes[regions.of(Cell::new(cell))] += 1);
            assert!(shape.n() == n && sizes.iter().all(|size| *size == n));
            let written = regions.to_string();
            assert!(!written.contains('#') || n == 0 || readers::jigsaw(text).is_ok());
            assert_eq!(written.parse().as_ref(), Ok(&regions));
            let rule = Rule::Jigsaw(regions);
            assert_eq!(rule.to_string().parse().as_ref(), Ok(&rule));
            let variant = Variant::new(shape, std::slice::from_ref(&rule)).expect("its own shape");
            assert!(variant.regions().is_some());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(rule) = text.parse::<Rule>() {
        assert_eq!(rule.to_string().parse(), Ok(rule));
    }
    match text.parse::<CatalogChunk>() {
        Ok(chunk) => {
            assert_eq!(chunk.to_string().parse().as_ref(), Ok(&chunk));
            assert_eq!(CatalogChunk::new(chunk.band(), chunk.prefixes().start, chunk.prefixes().end), Ok(chunk));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let Ok(part) = text.parse::<RegionChunk>() else { return };
    assert_eq!(part.to_string().parse().as_ref(), Ok(&part));
    let all = part.second_bands();
    let size = (all.end - all.start).div_ceil(MAX_PARTS as u64).max(1);
    let mut next = all.start;
    for piece in part.split(size) {
        assert_eq!((piece.band(), piece.second_bands().start), (part.band(), next));
        next = piece.second_bands().end;
    }
    assert_eq!(next, all.end);
}
