//! Is a 9x9 grid its own minlex form?
//!
//! Whatever the symmetry, the first band of an image is one of the six bands of the grid, three of them turned, in
//! other order. So the grid is its own form only if its first band is the form of a class that comes first among those
//! of the six; a table knows their classes. For each of the six that has the same class, the symmetries that put it
//! first are the few [`Mapping`]s, since these leave nothing open: the other rows are put in the order of their first
//! digits. Nearly always the first of these rows decides.

use std::array::from_fn;
use std::cmp::Ordering;
use std::ops::ControlFlow;

use super::band::{Bands, MinlexBand};
use super::mapping::{Links, Mapping, each_mapping};
use super::reduced::BandRows;

/// A 9x9 grid, digits from 0.
pub(super) type Rows = [[u8; 9]; 9];

/// Finds out which grids with a given band on top are their own minlex forms.
pub(super) struct OwnForms {
    bands: &'static Bands,
    class: u16,
    links: Links,
    /// Of the first band.
    automorphisms: Vec<Mapping>,
}

impl OwnForms {
    pub(super) fn new(band: MinlexBand) -> Self {
        Self {
            bands: Bands::get(),
            class: band.index(),
            links: Links::new(band.rows().each_ref()),
            automorphisms: band.automorphisms(),
        }
    }

    /// The number of automorphisms of a grid if it is its own form, else `None`. Its first band must be that of this
    /// class, and the other rows and bands in the order of their first digits.
    pub(super) fn n_automorphisms(&self, rows: &Rows) -> Option<u64> {
        let turned: Rows = from_fn(|row| from_fn(|column| rows[column][row]));
        let upright = self.classes(rows)?;
        let stacks = self.classes(&turned)?;
        let mut n_automorphisms = 0;
        let mut compare = |side: &Rows, band: usize, mapping: &Mapping| match image(side, band, mapping, rows) {
            Ordering::Less => ControlFlow::Break(()),
            Ordering::Equal => {
                n_automorphisms += 1;
                ControlFlow::Continue(())
            }
            Ordering::Greater => ControlFlow::Continue(()),
        };
        let mut all = || {
            self.automorphisms.iter().try_for_each(|mapping| compare(rows, 0, mapping))?;
            let others = (1..3).map(|band| (rows, band, upright[band]));
            let turned = (0..3).map(|stack| (&turned, stack, stacks[stack]));
            for (side, band, _) in others.chain(turned).filter(|(.., class)| *class == self.class) {
                each_mapping(&band_of(side, band), &self.links, &mut |mapping| compare(side, band, mapping))?;
            }
            ControlFlow::Continue(())
        };
        all().is_continue().then_some(n_automorphisms)
    }

    /// The classes of three bands, unless one comes before that of the first band.
    fn classes(&self, rows: &Rows) -> Option<[u16; 3]> {
        let mut classes = [0; 3];
        // Of what is asked, the third band is the one that is not known to be possible.
        for (band, class) in classes.iter_mut().enumerate().rev() {
            *class = self.bands.class(&band_of(rows, band));
            if *class < self.class {
                return None;
            }
        }
        Some(classes)
    }
}

fn band_of(rows: &Rows, band: usize) -> BandRows {
    from_fn(|row| rows[3 * band + row])
}

/// How the image of a grid compares with `own`, if `mapping` puts its band `band` first and makes that of `own` of it.
fn image(source: &Rows, band: usize, mapping: &Mapping, own: &Rows) -> Ordering {
    let name = |row: usize, column: u8| mapping.names[usize::from(source[row][usize::from(column)])];
    // Rows of a band by their first digits, the band with the smallest one first.
    let sorted = |band: usize| {
        let mut rows: [(u8, usize); 3] = from_fn(|k| (name(3 * band + k, mapping.columns[0]), 3 * band + k));
        rows.sort_unstable();
        rows
    };
    let (one, other) = (sorted((band + 1) % 3), sorted((band + 2) % 3));
    let (upper, lower) = if one < other { (one, other) } else { (other, one) };
    for ((_, row), own) in upper.iter().chain(&lower).zip(&own[3..]) {
        for (column, digit) in mapping.columns.iter().zip(own) {
            match name(*row, *column).cmp(digit) {
                Ordering::Equal => {}
                decided => return decided,
            }
        }
    }
    Ordering::Equal
}
