//! All puzzles with 16, 17 or 18 clues of all grids that have two bands in common.
//!
//! # The idea
//!
//! Of a puzzle's three bands some have few clues together, and most of the work of exhausting a grid is in the clues of
//! these two. Two bands have some thirty third bands. So the clue sets of two bands are walked once, for all of these
//! grids ([`walk`]): the unavoidable sets inside the two bands are the same for all, and so are those with just two
//! cells in a third band, by their digits ([`sets`], [`fields`]). Each clue set is tested against all third bands at
//! once ([`thirds`]), and what passes is finished in its grid, by the native search ([`Finisher`]), with sets that were
//! found for other third bands ([`family`]).
//!
//! # Why every puzzle is found
//!
//! Each grid has a side by which it is searched, its bands or its stacks ([`side`]); call them its rows here, and the
//! others its columns, three each. A puzzle with k clues, 16 to 18, has a row with six clues or more.
//!
//! - If a row has seven or more, one with the most clues comes last. The two others have at most k - 7.
//! - If not, but a column has seven or more, the same is done with the columns. Here it is known that no row has more
//!   than six.
//! - If no row and no column has more than six, a row with six comes last, and the two others have k - 6. Of several
//!   rows with six, the one comes last whose other two have the highest score.
//!
//! So a grid's side is searched with up to k - 6 clues in two of its rows, and the other one with up to k - 7. Where no
//! column has more than six clues, this holds for each box of the last row, too: with those above it, it has at most
//! six and, since the two other columns have at most twelve, at least k - 12.
//!
//! All of this is done for two bands with a third one below. A grid has three pairs of bands, and three of stacks: if
//! all six are searched with it, all of its puzzles are found.

mod bands;
mod expected;
mod family;
mod fields;
mod sets;
mod side;
#[cfg(test)]
mod tests;
mod thirds;
mod valid;
mod walk;

use std::ops::RangeInclusive;
use std::time::Instant;

use pulp::Scalar;

use crate::base::{CellSet, Limits, Pace, Stop};
use crate::problem::SudokuClues;
use crate::unavoidable::displacements;
use crate::{ThirdBand, TwoBands};

use minclue_native::{FinishQuery, Finisher, Instructions};

use bands::{BALANCED, REGION, stacks};
use family::{SharedFamily, Slots};
use fields::{Field, WalkSet, left};
use sets::Displacer;
use side::Sides;
use walk::{Below, Survivors, Walk};

pub use expected::two_bands_that_find;
pub use valid::n_valid_sets;
pub use walk::WalkCounts;

/// Cells of the sets inside two bands, at most. Larger ones are learned.
const INSIDE: usize = 14;
/// Cells of the sets with a pair in the third band, at most.
const PAIRED: u32 = 14;
/// Cells of the sets of some grids from which all third bands take theirs, at most.
const MIXED: usize = 12;
/// The number of these grids. More of them cost more than they save.
const N_MIXED: usize = 2;
/// How often the limits are asked, in nodes.
const PACE: u32 = 1 << 12;

/// Clue sets that are finished before what was found is said.
const AT_ONCE: usize = 1 << 10;

/// The numbers of clues that can be asked for.
pub const REGION_CLUES: RangeInclusive<usize> = 16..=18;

/// What is asked about two bands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionQuery {
    /// The number of clues, one of [`REGION_CLUES`].
    pub n_clues: usize,
    /// The vector instructions to use. The answer is the same for all, and so are all counts.
    pub instructions: Instructions,
}

/// A puzzle that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionPuzzle {
    /// The number of its third band, as they were given.
    pub third: usize,
    /// Its cells in the grid that has this band below the two.
    pub clues: CellSet<2>,
}

/// Work of a search of two bands. All numbers but the seconds depend on nothing but the question.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RegionCounts {
    pub n_thirds: u64,
    /// Of these, in grids that are searched by their bands.
    pub n_by_bands: u64,
    /// Sets inside the two bands.
    pub n_inside: u64,
    /// Sets with a pair of cells in a third band.
    pub n_paired: u64,
    /// The walk of the two bands.
    pub walk: WalkCounts,
    /// Nodes of the search in third bands.
    pub n_nodes: u64,
    /// Questions to the oracle.
    pub n_checks: u64,
    /// Sets learned from it.
    pub n_learned: u64,
    pub n_puzzles: u64,
    /// Where the time went.
    pub seconds: RegionSeconds,
}

/// Seconds of the parts of a search of two bands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RegionSeconds {
    /// To choose the sides of the grids.
    pub sides: f64,
    /// For the sets that third bands share.
    pub sets: f64,
    pub walk: f64,
    /// For the search in third bands.
    pub finish: f64,
}

/// Searches two bands with third bands below.
#[derive(Debug)]
pub struct TwoBandsSearch<'a> {
    bands: &'a TwoBands,
    thirds: &'a [ThirdBand],
    query: RegionQuery,
    counts: RegionCounts,
}

impl<'a> TwoBandsSearch<'a> {
    /// A search for puzzles of the grids that `bands` make with `thirds`, which are some of their third bands.
    ///
    /// # Panics
    /// If the number of clues is none of [`REGION_CLUES`].
    #[must_use]
    pub fn new(bands: &'a TwoBands, thirds: &'a [ThirdBand], query: RegionQuery) -> Self {
        assert!(REGION_CLUES.contains(&query.n_clues), "16 to 18 clues");
        let counts = RegionCounts { n_thirds: thirds.len() as u64, ..RegionCounts::default() };
        Self { bands, thirds, query, counts }
    }

    /// The work so far.
    #[must_use]
    pub fn counts(&self) -> &RegionCounts {
        &self.counts
    }

    /// Visits the puzzles for which these two bands are the ones to search, and perhaps others, each once.
    ///
    /// # Errors
    /// The limit that came first. Nodes are not counted.
    pub fn run(&mut self, limits: &Limits, visit: &mut dyn FnMut(RegionPuzzle)) -> Result<(), Stop> {
        let Some(first) = self.thirds.first() else { return Ok(()) };
        let limits = limits.clone().without_nodes();
        let mut clock = Clock(Instant::now());
        let left = left(self.bands.rows());
        let (mut below, mut sides) = (Below::default(), Vec::with_capacity(self.thirds.len()));
        for third in self.thirds {
            let of_grid = Sides::of(&self.bands.grid(third), &limits)?;
            below.push(&left, third, of_grid);
            sides.push(of_grid);
        }
        self.counts.n_by_bands = below.n_by_bands() as u64;
        self.counts.seconds.sides = clock.lap();

        let inside = self.inside(first, &limits)?;
        let slots: Vec<Slots> = self.thirds.iter().map(|third| Slots::new(&left, third)).collect();
        let fields = self.fields(&fields::pairs(&left), &inside, &limits)?;
        let mut family = self.family(&slots, &fields, &limits)?;
        // Sets inside the two bands, and with pairs in the third one, are known to more cells than the family has.
        let of_groups: Vec<WalkSet> =
            family.untold().filter(|set| set.lane.is_some_and(|lane| lane >= fields::KIND)).collect();
        self.counts.seconds.sets = clock.lap();

        let query = self.query;
        let mut finish =
            Finish { search: self, slots: &slots, sides: &sides, family: &mut family, limits: &limits, seconds: 0.0 };
        let mut sink = |survivors: &mut Survivors, learned: &mut Vec<WalkSet>| {
            let done = finish.run(survivors, visit);
            learned.extend(finish.family.untold());
            done
        };
        let mut pace = limits.pace(PACE);
        let known = fields.iter().flat_map(Field::walk_sets).chain(of_groups);
        let mut walk = Walk::new(query.n_clues as u32, &below, &inside, known, &mut pace, &mut sink);
        let done = match query.instructions.arch() {
            #[cfg(target_arch = "x86_64")]
            pulp::Arch::V4(simd) => walk.run(simd),
            #[cfg(target_arch = "x86_64")]
            pulp::Arch::V3(simd) => walk.run(simd),
            #[cfg(target_arch = "aarch64")]
            pulp::Arch::Neon(simd) => walk.run(simd),
            _ => walk.run(Scalar::new()),
        };
        let counts = walk.counts;
        let seconds = finish.seconds;
        self.counts.walk = counts;
        self.counts.seconds.finish = seconds;
        self.counts.seconds.walk = clock.lap() - seconds;
        done
    }

    /// The small sets inside the two bands.
    fn inside(&mut self, third: &ThirdBand, limits: &Limits) -> Result<Vec<u64>, Stop> {
        let problem = SudokuClues::<2>::new(self.bands.grid(third));
        let found = displacements(&problem, CellSet::first_n(REGION), INSIDE, limits);
        found.stop.map_or(Ok(()), Err)?;
        let sets: Vec<u64> = found.sets.iter().map(|set| set.cells.words()[0]).collect();
        self.counts.n_inside = sets.len() as u64;
        Ok(sets)
    }

    /// The small sets with a pair in a third band, none of which contains one inside the two bands.
    fn fields(&mut self, pairs: &[Field], inside: &[u64], limits: &Limits) -> Result<Vec<Field>, Stop> {
        let mut pace = limits.pace(PACE);
        let mut displacer = Displacer::new(self.bands.rows(), inside, &mut pace);
        let mut fields = Vec::with_capacity(pairs.len());
        for field in pairs {
            let mut sets = displacer.sets(&field.places, PAIRED)?;
            sets.retain(|set| !inside.iter().any(|smaller| smaller & !set == 0));
            self.counts.n_paired += sets.len() as u64;
            fields.push(Field { sets, ..*field });
        }
        Ok(fields)
    }

    /// Sets that reach into third bands: of all pairs, and all small ones of some grids.
    fn family(&self, slots: &[Slots], fields: &[Field], limits: &Limits) -> Result<SharedFamily, Stop> {
        let mut family = SharedFamily::default();
        for number in (0..slots.len()).step_by(slots.len().div_ceil(N_MIXED)) {
            let problem = SudokuClues::<2>::new(self.bands.grid(&self.thirds[number]));
            let found = displacements(&problem, problem.geometry().all(), MIXED, limits);
            found.stop.map_or(Ok(()), Err)?;
            for set in &found.sets {
                family.insert(&slots[number], set.cells);
            }
        }
        for (slots, third) in slots.iter().zip(self.thirds) {
            for set in fields.iter().flat_map(|field| field.of(third)) {
                family.insert(slots, set);
            }
        }
        Ok(family)
    }
}

/// Finishes what a walk found.
struct Finish<'f, 'a> {
    search: &'f mut TwoBandsSearch<'a>,
    slots: &'f [Slots],
    sides: &'f [Sides],
    family: &'f mut SharedFamily,
    limits: &'f Limits,
    seconds: f64,
}

impl Finish<'_, '_> {
    /// Takes the survivors of all third bands.
    fn run(&mut self, survivors: &mut Survivors, visit: &mut dyn FnMut(RegionPuzzle)) -> Result<(), Stop> {
        let mut clock = Clock(Instant::now());
        let done =
            survivors.iter_mut().enumerate().filter(|(_, clues)| !clues.is_empty()).try_for_each(|(third, clues)| {
                let done = self.grid(third, clues, visit);
                clues.clear();
                done
            });
        self.seconds += clock.lap();
        done
    }

    fn grid(&mut self, third: usize, survivors: &[u64], visit: &mut dyn FnMut(RegionPuzzle)) -> Result<(), Stop> {
        let TwoBandsSearch { bands, thirds, query, counts } = &mut *self.search;
        let (problem, slots) = (SudokuClues::<2>::new(bands.grid(&thirds[third])), &self.slots[third]);
        let n_clues = query.n_clues as u32;
        let query = FinishQuery {
            n_clues: query.n_clues,
            region: REGION,
            parts: stacks(),
            most: BALANCED,
            least: n_clues.saturating_sub(2 * BALANCED),
            // As in the walk, which knew fewer sets.
            balanced_from: if self.sides[third].by_bands() { n_clues - BALANCED } else { 0 },
            instructions: query.instructions,
        };
        let finisher = Finisher::new(&problem, self.family.of(slots), query, self.limits);
        let mut finisher = finisher.unwrap_or_else(|| unreachable!("two bands of 9x9, and one"));
        let mut pace: Pace = self.limits.pace(PACE);
        let mut visit = |clues| {
            counts.n_puzzles += 1;
            visit(RegionPuzzle { third, clues });
        };
        let done = survivors.chunks(AT_ONCE).try_for_each(|clues| finisher.finish(clues, &mut pace, &mut visit));
        counts.n_nodes += finisher.counters().n_nodes;
        counts.n_checks += finisher.n_checks();
        for set in finisher.take_learned() {
            counts.n_learned += u64::from(self.family.insert(slots, set));
        }
        done
    }
}

/// Measures parts one after the other.
struct Clock(Instant);

impl Clock {
    /// Seconds since the call before, or the start.
    fn lap(&mut self) -> f64 {
        let now = Instant::now();
        let seconds = now.duration_since(self.0).as_secs_f64();
        self.0 = now;
        seconds
    }
}
