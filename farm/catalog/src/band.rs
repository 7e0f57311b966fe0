//! The 416 classes of 9x9 bands, in the order of their minlex forms.

use std::array::from_fn;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::OnceLock;

use crate::base::{Digit, Limits};
use crate::sudoku::Shape;
use crate::sudoku::minlex_puzzle;
use crate::sudoku::{Grid, Puzzle};

use super::completions;
use super::mapping::{Links, Mapping, each_mapping};
use super::reduced::{BandRows, N_REDUCED, Reduced};

/// Number of classes of bands.
const N_BANDS: usize = 416;

/// A class of 9x9 bands: what rows, columns within stacks, stacks and names of digits make of one.
///
/// There are 416, numbered from 1 in the order of their smallest members, as others number them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MinlexBand(u16);

impl MinlexBand {
    /// The class with this number, from 1 to 416.
    #[must_use]
    pub fn new(number: usize) -> Option<Self> {
        (1..=N_BANDS).contains(&number).then(|| Self(number as u16 - 1))
    }

    /// All classes, in order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..N_BANDS as u16).map(Self)
    }

    /// The class of band 0, 1 or 2 of a 9x9 grid.
    ///
    /// # Panics
    /// If the grid has another shape, or no such band.
    #[must_use]
    pub fn of(grid: &Grid, band: usize) -> Self {
        assert_eq!(grid.shape(), Shape::NINE);
        let digits = &grid.digits()[27 * band..][..27];
        let rows = from_fn(|row| from_fn(|column| digits[9 * row + column].index() as u8));
        Self(Bands::get().class(&rows))
    }

    /// Its number, 1 to 416.
    #[must_use]
    pub fn number(self) -> usize {
        usize::from(self.0) + 1
    }

    /// Its smallest member: 27 digits, row by row, the first nine of which ascend.
    #[must_use]
    pub fn digits(self) -> [Digit; 27] {
        let rows = self.rows();
        from_fn(|i| Digit::from_index(usize::from(rows[i / 9][i % 9])))
    }

    /// How many orders of rows, columns and stacks leave it as it is, up to names of digits.
    #[must_use]
    pub fn n_automorphisms(self) -> u64 {
        self.automorphisms().len() as u64
    }

    /// How many bands it can have below it in the [catalog](super::CatalogPrefixes): the positions of its prefixes are
    /// the numbers below this.
    #[must_use]
    pub fn n_prefixes(self) -> u64 {
        completions::Completions::of(self.rows()).n_prefixes
    }

    /// How many bands can stand below it at all: the numbers of its [regions](super::CatalogRegions) are below this.
    /// Those below [`Self::n_prefixes`] are the same bands as in the catalog.
    #[must_use]
    pub fn n_second_bands(self) -> u64 {
        // Every part of the regions that is read asks for it.
        static KNOWN: [OnceLock<u64>; N_BANDS] = [const { OnceLock::new() }; N_BANDS];
        *KNOWN[usize::from(self.0)].get_or_init(|| completions::Completions::of(self.rows()).n_second_bands)
    }

    /// The number of grids with this band on top, the order of other rows and bands apart: among these are the grids of
    /// the catalog.
    #[must_use]
    pub fn n_candidates(self) -> u64 {
        completions::Completions::of(self.rows()).n_candidates
    }

    pub(super) fn from_index(index: u16) -> Self {
        Self(index)
    }

    /// Its place among all classes, from 0.
    pub(super) fn index(self) -> u16 {
        self.0
    }

    /// The digits of its smallest member, from 0.
    pub(super) fn rows(self) -> &'static BandRows {
        &Bands::get().forms[usize::from(self.0)]
    }

    /// All ways to make it of itself.
    pub(super) fn automorphisms(self) -> Vec<Mapping> {
        let (rows, mut found) = (self.rows(), Vec::new());
        let _ = each_mapping(rows, &Links::new(rows.each_ref()), &mut |mapping| {
            found.push(*mapping);
            ControlFlow::Continue(())
        });
        found
    }
}

impl fmt::Display for MinlexBand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// What is known of all bands; made once, in some hundredths of a second.
pub(super) struct Bands {
    pub(super) reduced: Reduced,
    /// The class of each reduced band.
    pub(super) classes: Box<[u16]>,
    forms: Vec<BandRows>,
}

impl Bands {
    pub(super) fn get() -> &'static Self {
        static BANDS: OnceLock<Bands> = OnceLock::new();
        BANDS.get_or_init(Self::new)
    }

    /// The class of a band, from 0.
    pub(super) fn class(&self, rows: &BandRows) -> u16 {
        self.classes[self.reduced.number(rows)]
    }

    fn new() -> Self {
        let reduced = Reduced::new();
        let mut classes = vec![u16::MAX; N_REDUCED].into_boxed_slice();
        let mut forms = Vec::new();
        for number in 0..N_REDUCED {
            if classes[number] == u16::MAX {
                let class = forms.len() as u16;
                forms.push(form(&reduced.band(number)));
                fill(&reduced, &mut classes, number, class);
            }
        }
        let mut order: Vec<u16> = (0..forms.len() as u16).collect();
        order.sort_unstable_by_key(|class| forms[usize::from(*class)]);
        let mut place = vec![0; forms.len()];
        for (i, class) in order.iter().enumerate() {
            place[usize::from(*class)] = i as u16;
        }
        for class in &mut classes {
            *class = place[usize::from(*class)];
        }
        forms.sort_unstable();
        assert_eq!(forms.len(), N_BANDS, "classes of bands");
        Self { reduced, classes, forms }
    }
}

/// Gives all reduced bands that rows, columns and boxes make of one the same class.
fn fill(reduced: &Reduced, classes: &mut [u16], number: usize, class: u16) {
    let mut open = vec![number];
    classes[number] = class;
    while let Some(number) = open.pop() {
        let band = reduced.band(number);
        let columns = |order: [usize; 9]| from_fn(|row| order.map(|column| band[row][column]));
        let [a, b, c] = band;
        // The columns of the second and the third box have no order.
        for image in [
            [b, a, c],
            [a, c, b],
            columns([1, 0, 2, 3, 4, 5, 6, 7, 8]),
            columns([0, 2, 1, 3, 4, 5, 6, 7, 8]),
            columns([3, 4, 5, 0, 1, 2, 6, 7, 8]),
            columns([0, 1, 2, 6, 7, 8, 3, 4, 5]),
        ] {
            let number = reduced.number(&image);
            if classes[number] == u16::MAX {
                classes[number] = class;
                open.push(number);
            }
        }
    }
}

/// The minlex form of a band, digits from 0.
fn form(band: &BandRows) -> BandRows {
    // Empty rows come first in a form, so that the band comes last.
    let mut cells = vec![None; 81];
    for (cell, digit) in cells.iter_mut().zip(band.as_flattened()) {
        *cell = Some(Digit::from_index(usize::from(*digit)));
    }
    let form = Puzzle::new(Shape::NINE, cells).ok().and_then(|band| minlex_puzzle(&band, &Limits::none()).ok());
    let Some(form) = form else { unreachable!("a band is a puzzle") };
    let form = form.form;
    from_fn(|row| from_fn(|column| form.cells()[54 + 9 * row + column].map_or(0, |digit| digit.index() as u8)))
}
