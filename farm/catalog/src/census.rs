//! How many regions there are, and how many classes of a region with a third band.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use super::band::Bands;
use super::chunk::RegionChunk;
use super::completions;
use super::prefix::SecondBands;
use super::regions::OwnForms;
use super::two_bands::TwoBands;
use crate::base::{Limits, Stop};

/// All second bands of all bands, which are the numbers that regions can have.
pub const N_SECOND_BANDS: u64 = 2_436_461_568;
/// All regions, as another program counted them for its search of all puzzles with 17 clues.
pub const N_REGIONS: u64 = 983_959_110;
/// All classes of a region with a third band, as that program counted them.
pub const N_REGION_CLASSES: u64 = 32_835_497_303;

/// Limits are asked when this number of second bands is done.
const PACE: u64 = 1 << 12;

/// Regions that are alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RegionGroup {
    pub n_regions: u64,
    /// Their third bands, the order of rows apart.
    pub n_thirds: u64,
    /// The same, those as one that symmetries of the region make of each other.
    pub n_classes: u64,
}

/// The regions of a part in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegionTotals {
    pub n_second_bands: u64,
    /// Of these, the ones of a class that comes before the first band: their regions belong to that class.
    pub n_earlier: u64,
    /// The second bands of the first one that symmetries make of those of the regions. Together with the earlier ones,
    /// they are all that a whole band has.
    pub n_images: u64,
    /// By numbers of automorphisms.
    pub groups: BTreeMap<u64, RegionGroup>,
}

impl RegionTotals {
    /// All groups together.
    #[must_use]
    pub fn sum(&self) -> RegionGroup {
        let mut sum = RegionGroup::default();
        self.groups.values().for_each(|group| sum += *group);
        sum
    }
}

impl AddAssign for RegionGroup {
    fn add_assign(&mut self, other: Self) {
        self.n_regions += other.n_regions;
        self.n_thirds += other.n_thirds;
        self.n_classes += other.n_classes;
    }
}

impl AddAssign<&Self> for RegionTotals {
    fn add_assign(&mut self, other: &Self) {
        self.n_second_bands += other.n_second_bands;
        self.n_earlier += other.n_earlier;
        self.n_images += other.n_images;
        for (n_automorphisms, group) in &other.groups {
            *self.groups.entry(*n_automorphisms).or_default() += *group;
        }
    }
}

/// Counts the regions of parts. Where a part follows the one before, nothing is gone through again.
#[derive(Default)]
pub struct RegionCounter(Option<Place>);

struct Place {
    own_forms: OwnForms,
    second_bands: SecondBands,
    /// The number of the next second band.
    next: u64,
}

impl RegionCounter {
    /// Counts the regions of a part: some tenths of a microsecond for each second band, and at most some tenths of a
    /// second to go there. If a limit comes first, what is said is of the second bands before it.
    pub fn count(&mut self, part: &RegionChunk, limits: &Limits) -> (RegionTotals, Option<Stop>) {
        let (band, range) = (part.band(), part.second_bands());
        let mut place = self.0.take().filter(|place| place.own_forms.first() == band && place.next <= range.start);
        let Place { own_forms, second_bands, next } = place.get_or_insert_with(|| Place {
            own_forms: OwnForms::new(band),
            second_bands: SecondBands::all(band.rows()),
            next: 0,
        });
        let of_first = band.n_automorphisms();
        let (mut totals, mut plain, mut stop) = (RegionTotals::default(), RegionGroup::default(), None);
        while *next < range.end {
            if next.is_multiple_of(PACE) || *next == range.start {
                stop = limits.reached(0);
                if stop.is_some() {
                    break;
                }
            }
            if !second_bands.advance() {
                break;
            }
            *next += 1;
            if *next <= range.start {
                continue;
            }
            totals.n_second_bands += 1;
            let second = second_bands.rows();
            let class = Bands::get().class(&second);
            totals.n_earlier += u64::from(class < band.index());
            let Some(n_automorphisms) = own_forms.n_automorphisms(&second) else { continue };
            let ways = if class == band.index() { 2 } else { 1 };
            totals.n_images += ways * of_first / n_automorphisms;
            let n_thirds = completions::n_bands(&second_bands.left());
            if n_automorphisms == 1 {
                plain += RegionGroup { n_regions: 1, n_thirds, n_classes: n_thirds };
            } else {
                let thirds = TwoBands::new(band.rows(), &second).third_bands();
                let n_classes = own_forms.n_classes(&second, &thirds);
                *totals.groups.entry(n_automorphisms).or_default() += RegionGroup { n_regions: 1, n_thirds, n_classes };
            }
        }
        if plain.n_regions > 0 {
            *totals.groups.entry(1).or_default() += plain;
        }
        self.0 = place;
        (totals, stop)
    }
}
