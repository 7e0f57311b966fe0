//! All essentially different 9x9 grids, as minlex forms, without a file: 5,472,730,538 of them.
//!
//! # Bands and prefixes
//!
//! The first three rows of a minlex form are the smallest member of one of 416 classes of bands ([`MinlexBand`]), since
//! any band of a grid can be put first. So the catalog is made band by band. Below a band, a *prefix* is the next three
//! rows: all rows that fit, in ascending order, as sequences of digits, where rows 4, 5 and 6 stand in the order of
//! their first digits, and row 4 begins with the smallest digit that the first column has left. A band has some three
//! million prefixes ([`MinlexBand::n_prefixes`]), each of which has some thirty completions, in the same order. A
//! completion is in the catalog if it is its own minlex form.
//!
//! So the grids of a band come in ascending order, and so do those of all bands. A place in the catalog is a number of
//! a prefix, not of a grid: a [`CatalogChunk`] has those from one number to another, and to go to its first prefix
//! costs some hundredths of a microsecond for each that is passed. What is made of a prefix depends on nothing else, so
//! chunks are independent.
//!
//! Whether a grid is its own form is decided by a table of the classes of all bands, see `own_form`. That there are
//! 5,472,730,538 classes was counted by E. Russell and F. Jarvis, *Mathematics of Sudoku II* (2006), by another method.

#![forbid(unsafe_code)]

use minclue_core::{base, problem, sudoku, unavoidable};

mod band;
mod census;
mod chunk;
mod completions;
#[cfg(test)]
mod draws;
mod mapping;
mod own_form;
mod prefix;
mod reduced;
mod regions;
mod shared;
mod small;
#[cfg(test)]
mod tests;
mod third;
mod two_bands;

use crate::base::Digit;
use crate::sudoku::{Grid, Shape};

pub use band::MinlexBand;
pub use census::{N_REGION_CLASSES, N_REGIONS, N_SECOND_BANDS, RegionCounter, RegionGroup, RegionTotals};
pub use chunk::{CatalogChunk, ChunkTextError, RegionChunk};
pub use regions::{CatalogRegion, CatalogRegions, RegionForm};
pub use shared::{
    REGION_CLUES, RegionCounts, RegionPuzzle, RegionQuery, RegionSeconds, TwoBandsSearch, WalkCounts, n_valid_sets,
    two_bands_that_find,
};
pub use small::small_catalog;
pub use two_bands::{ThirdBand, TwoBands};

use own_form::{OwnForms, Rows};
use prefix::SecondBands;
use third::ThirdBands;

/// A grid of the catalog: its own minlex form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CatalogGrid {
    rows: Rows,
    /// The symmetries that map the grid to itself, up to names of digits; 1 for nearly all.
    pub n_automorphisms: u64,
}

impl CatalogGrid {
    #[must_use]
    pub fn grid(&self) -> Grid {
        let digits: Vec<Digit> = self.rows.as_flattened().iter().map(|d| Digit::from_index(usize::from(*d))).collect();
        Grid::new(Shape::NINE, &digits).unwrap_or_else(|clash| unreachable!("bands that fit make a grid: {clash:?}"))
    }
}

/// The grids of the catalog with the same first six rows; mostly a few, often none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogPrefix {
    /// The number of the prefix among those of its band, from 0.
    pub number: u64,
    /// The grids, in ascending order.
    pub grids: Vec<CatalogGrid>,
}

/// The prefixes of a chunk, in order, each with its grids. One takes some microseconds, so a caller that has limits
/// asks them between two.
pub struct CatalogPrefixes {
    chunk: CatalogChunk,
    own_forms: OwnForms,
    second_bands: SecondBands,
    third_bands: ThirdBands,
    /// The number of the next prefix of the band, in the chunk or before it.
    next: u64,
}

impl CatalogPrefixes {
    /// Those of `chunk`.
    #[must_use]
    pub fn new(chunk: CatalogChunk) -> Self {
        let band = chunk.band();
        Self {
            chunk,
            own_forms: OwnForms::new(band),
            second_bands: SecondBands::new(band.rows()),
            third_bands: ThirdBands::new(band),
            next: 0,
        }
    }
}

impl Iterator for CatalogPrefixes {
    type Item = CatalogPrefix;

    fn next(&mut self) -> Option<CatalogPrefix> {
        let wanted = self.chunk.prefixes();
        let number = self.next.max(wanted.start);
        if number >= wanted.end || !(self.next..=number).all(|_| self.second_bands.advance()) {
            return None;
        }
        self.next = number + 1;
        let grids = grids_below(&self.own_forms, &self.third_bands, &self.second_bands, self.chunk.band());
        Some(CatalogPrefix { number, grids })
    }
}

/// The grids of the catalog with this band and its current second band.
fn grids_below(
    own_forms: &OwnForms,
    third_bands: &ThirdBands,
    second_bands: &SecondBands,
    band: MinlexBand,
) -> Vec<CatalogGrid> {
    let (first, second) = (band.rows(), second_bands.rows());
    let mut grids = Vec::new();
    third_bands.each(&second, second_bands.left(), |third| {
        let mut rows = [[0; 9]; 9];
        for (row, digits) in rows.iter_mut().zip(first.iter().chain(&second).chain(third)) {
            *row = *digits;
        }
        if let Some(n_automorphisms) = own_forms.n_automorphisms(&rows) {
            grids.push(CatalogGrid { rows, n_automorphisms });
        }
    });
    grids
}
