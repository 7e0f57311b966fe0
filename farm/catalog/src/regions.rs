//! All pairs of bands of 9x9 grids up to symmetry: the *regions* of the catalog.
//!
//! Two bands are the same region if rows, columns, stacks, names of digits and the order of the two make one of the
//! other. The standard form of a region has on top the form of the class that comes first among those of its two bands,
//! and below it the smallest second band that any symmetry puts there. So regions come band by band as grids do, and a
//! region has a number: that of its second band.
//!
//! Every grid has six regions, some of which may be the same: three pairs of bands, and three pairs of stacks.

use std::array::from_fn;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::band::{Bands, MinlexBand};
use super::chunk::RegionChunk;
use super::mapping::{Links, Mapping, each_mapping};
use super::prefix::SecondBands;
use super::reduced::BandRows;
use super::two_bands::{ThirdBand, TwoBands};

/// A region in its standard form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogRegion {
    /// The number of its second band among those of the first, from 0.
    pub number: u64,
    pub bands: TwoBands,
    /// The symmetries that map the region to itself, up to names of digits.
    pub n_automorphisms: u64,
}

impl CatalogRegion {
    /// The number of its third bands, those as one that symmetries of the region make of each other.
    #[must_use]
    pub fn n_classes(&self, thirds: &[ThirdBand]) -> u64 {
        if self.n_automorphisms == 1 {
            return thirds.len() as u64;
        }
        let rows = self.bands.rows();
        let [first, second]: [BandRows; 2] = [0, 3].map(|start| from_fn(|row| rows[start + row]));
        OwnForms::new(MinlexBand::from_index(Bands::get().class(&first))).n_classes(&second, thirds)
    }

    /// The region that two bands are, and the chunk that has it alone. To find its number takes up to some tenths of a
    /// second; [`RegionForm::numbers`] finds many at once.
    #[must_use]
    pub fn of(bands: &TwoBands) -> (Self, RegionChunk) {
        let form = RegionForm::of(bands);
        let (first, second) = (form.band(), &form.second);
        let number = RegionForm::numbers(&BTreeSet::from([form]))[&form];
        let n_automorphisms = OwnForms::new(first).n_automorphisms(second);
        let n_automorphisms = n_automorphisms.unwrap_or_else(|| unreachable!("the smallest image is the form"));
        let chunk = RegionChunk::new(first, number, number + 1);
        let chunk = chunk.unwrap_or_else(|e| unreachable!("a second band has a number: {e}"));
        (Self { number, bands: TwoBands::new(first.rows(), second), n_automorphisms }, chunk)
    }
}

/// Which region two bands are, without its number. Two are equal if and only if their regions are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RegionForm {
    first: u16,
    second: BandRows,
}

impl RegionForm {
    /// The region that two bands are.
    #[must_use]
    pub fn of(bands: &TwoBands) -> Self {
        let table = Bands::get();
        let rows = bands.rows();
        let both: [BandRows; 2] = [from_fn(|row| rows[row]), from_fn(|row| rows[row + 3])];
        let first = both.iter().map(|band| table.class(band)).min().unwrap_or_default();
        let links = Links::new(MinlexBand::from_index(first).rows().each_ref());
        let mut second: Option<BandRows> = None;
        for (top, other) in [(&both[0], &both[1]), (&both[1], &both[0])] {
            if table.class(top) == first {
                let _ = each_mapping(top, &links, &mut |mapping| {
                    let found = mapped(other, mapping);
                    second = Some(second.map_or(found, |second| second.min(found)));
                    ControlFlow::<()>::Continue(())
                });
            }
        }
        let Some(second) = second else { unreachable!("each band can be mapped to the form of its class") };
        Self { first, second }
    }

    /// The class that comes first among those of its two bands.
    #[must_use]
    pub fn band(&self) -> MinlexBand {
        MinlexBand::from_index(self.first)
    }

    /// The number of each region in its band: that of its second band. Up to some tenths of a second for each band.
    #[must_use]
    pub fn numbers(forms: &BTreeSet<Self>) -> BTreeMap<Self, u64> {
        let mut numbers = BTreeMap::new();
        let mut walk: Option<(u16, u64, SecondBands)> = None;
        for form in forms {
            let (_, next, second_bands) = match &mut walk {
                Some(same) if same.0 == form.first => same,
                other => other.insert((form.first, 0, SecondBands::all(form.band().rows()))),
            };
            // Both come in ascending order.
            while second_bands.advance() {
                *next += 1;
                if second_bands.rows() == form.second {
                    numbers.insert(*form, *next - 1);
                    break;
                }
            }
        }
        assert_eq!(numbers.len(), forms.len(), "every form has a second band");
        numbers
    }
}

/// The regions of a chunk, in order. A caller that has limits asks them between two.
pub struct CatalogRegions {
    chunk: RegionChunk,
    own_forms: OwnForms,
    second_bands: SecondBands,
    /// The number of the next second band, in the chunk or before it.
    next: u64,
}

impl CatalogRegions {
    /// Those of `chunk`.
    #[must_use]
    pub fn new(chunk: RegionChunk) -> Self {
        let band = chunk.band();
        Self { chunk, own_forms: OwnForms::new(band), second_bands: SecondBands::all(band.rows()), next: 0 }
    }
}

impl Iterator for CatalogRegions {
    type Item = CatalogRegion;

    fn next(&mut self) -> Option<CatalogRegion> {
        let wanted = self.chunk.second_bands();
        loop {
            let number = self.next.max(wanted.start);
            if number >= wanted.end || !(self.next..=number).all(|_| self.second_bands.advance()) {
                return None;
            }
            self.next = number + 1;
            let second = self.second_bands.rows();
            if let Some(n_automorphisms) = self.own_forms.n_automorphisms(&second) {
                let bands = TwoBands::new(self.chunk.band().rows(), &second);
                return Some(CatalogRegion { number, bands, n_automorphisms });
            }
        }
    }
}

/// Finds out which second bands make a standard form.
pub(super) struct OwnForms {
    bands: &'static Bands,
    first: MinlexBand,
    links: Links,
    /// Of the first band.
    automorphisms: Vec<Mapping>,
}

impl OwnForms {
    pub(super) fn new(first: MinlexBand) -> Self {
        let links = Links::new(first.rows().each_ref());
        Self { bands: Bands::get(), first, links, automorphisms: first.automorphisms() }
    }

    pub(super) fn first(&self) -> MinlexBand {
        self.first
    }

    /// The number of orbits of the third bands under the automorphisms of a region in its standard form: the mean of
    /// how many an automorphism keeps.
    pub(super) fn n_classes(&self, second: &BandRows, thirds: &[ThirdBand]) -> u64 {
        let first = self.first.rows();
        let (mut n_automorphisms, mut n_kept) = (0, 0);
        let mut add = |other: &BandRows, mapping: &Mapping| {
            if mapped(other, mapping) == *second {
                n_automorphisms += 1;
                n_kept += thirds.iter().filter(|third| mapped(third, mapping) == **third).count() as u64;
            }
        };
        self.automorphisms.iter().for_each(|mapping| add(second, mapping));
        if self.bands.class(second) == self.first.index() {
            // The second band can stand on top.
            let _ = each_mapping(second, &self.links, &mut |mapping| {
                add(first, mapping);
                ControlFlow::Continue(())
            });
        }
        assert!(n_kept % n_automorphisms == 0, "automorphisms are a group");
        n_kept / n_automorphisms
    }

    /// The number of automorphisms of a region in its standard form; `None` for any other.
    pub(super) fn n_automorphisms(&self, second: &BandRows) -> Option<u64> {
        let (first, class) = (self.first.rows(), self.bands.class(second));
        if class < self.first.index() {
            return None;
        }
        let mut n_automorphisms = 0;
        let mut compare = |other: &BandRows, mapping: &Mapping| match mapped(other, mapping).cmp(second) {
            Ordering::Less => ControlFlow::Break(()),
            Ordering::Equal => {
                n_automorphisms += 1;
                ControlFlow::Continue(())
            }
            Ordering::Greater => ControlFlow::Continue(()),
        };
        let mut all = || {
            self.automorphisms.iter().try_for_each(|mapping| compare(second, mapping))?;
            if class == self.first.index() {
                // The second band can stand on top.
                each_mapping(second, &self.links, &mut |mapping| compare(first, mapping))?;
            }
            ControlFlow::Continue(())
        };
        all().is_continue().then_some(n_automorphisms)
    }
}

/// The image of a band, with its rows in the order of their first digits.
fn mapped(band: &BandRows, mapping: &Mapping) -> BandRows {
    let mut rows: BandRows =
        from_fn(|row| mapping.columns.map(|column| mapping.names[usize::from(band[row][usize::from(column)])]));
    rows.sort_unstable();
    rows
}
