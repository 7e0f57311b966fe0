//! All puzzles with a number of clues of all grids that have two bands in common.
//!
//! Of a puzzle's clues, some band has at least a third, so the other two have the rest or fewer: with 16 clues at most
//! ten. Nearly all the work of exhausting a grid is in these two bands, and they have some thirty third bands. So the
//! clue sets of two bands are walked once (see [`walk`]), and each is tested against all third bands at once (see
//! [`fields`]); what passes is finished in its grid (see [`finish`]).
//!
//! Every puzzle with k clues of a grid is found if this is done for each of its three bands as the third one.

mod family;
mod fields;
mod finish;
mod sets;
mod side;
#[cfg(test)]
mod tests;
mod thirds;
mod walk;

use std::time::Instant;

use pulp::{Arch, Scalar};

use crate::base::{CellSet, Index, Limits, Pace, Stop};
use crate::problem::SudokuClues;
use crate::sudoku::{ThirdBand, TwoBands};
use crate::unavoidable::displacements;

use super::Instructions;
use family::{SharedFamily, Slots};
use fields::{Left, left, pairs};
use finish::{Finisher, cell_below, word};
use sets::{Displacer, keep_minimal};
use side::Sides;
use walk::{Below, Walk};

pub use walk::WalkCounts;

/// Cells of the sets inside two bands that a walk starts from, at most.
const INSIDE: usize = 14;
/// Cells of the sets with a pair in the third band, at most.
const PAIRED: u32 = 14;
/// Cells of the other sets of a grid that is finished, at most.
const MIXED: usize = 12;
/// How often the limits are asked, in nodes.
const PACE: u32 = 1 << 12;

/// What is asked about two bands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionQuery {
    /// The number of clues.
    pub n_clues: usize,
    /// The vector instructions to use. The answer is the same for all.
    pub instructions: Instructions,
}

/// Work of a search of two bands, and the seconds of its parts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RegionCounts {
    /// Third bands that were asked for.
    pub n_thirds: u64,
    /// Sets inside the two bands.
    pub n_inside: u64,
    /// Sets with a pair of cells in a third band.
    pub n_paired: u64,
    /// Sets of third bands before any was finished.
    pub n_shared: u64,
    /// The walk of the two bands.
    pub walk: WalkCounts,
    /// Nodes of the search in third bands.
    pub n_nodes: u64,
    /// Questions to the oracle.
    pub n_checks: u64,
    /// Sets learned from it.
    pub n_learned: u64,
    /// Puzzles found.
    pub n_puzzles: u64,
    /// Third bands of grids that are searched by their bands.
    pub n_by_bands: u64,
    /// Seconds to choose sides.
    pub seconds_sides: f64,
    /// Seconds for the sets that all third bands share.
    pub seconds_sets: f64,
    /// Seconds of the walk.
    pub seconds_walk: f64,
    /// Seconds for the sets of single grids.
    pub seconds_grid_sets: f64,
    /// Seconds of the search in third bands.
    pub seconds_finish: f64,
}

/// Searches two bands with some of their third bands.
#[derive(Debug)]
pub struct RegionSearch<'a> {
    bands: &'a TwoBands,
    thirds: &'a [ThirdBand],
    query: RegionQuery,
    counts: RegionCounts,
}

impl<'a> RegionSearch<'a> {
    /// A search for puzzles of the grids that `bands` make with `thirds`, which are some of their third bands.
    #[must_use]
    pub fn new(bands: &'a TwoBands, thirds: &'a [ThirdBand], query: RegionQuery) -> Self {
        let counts = RegionCounts { n_thirds: thirds.len() as u64, ..RegionCounts::default() };
        Self { bands, thirds, query, counts }
    }

    /// The work so far.
    #[must_use]
    pub fn counts(&self) -> &RegionCounts {
        &self.counts
    }

    /// Visits all puzzles with as many clues as are asked for, of which no other band has more than the third: the number
    /// of its third band, and its cells in the grid that has this one below the two.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn run(&mut self, limits: &Limits, visit: &mut dyn FnMut(usize, CellSet<2>)) -> Result<(), Stop> {
        let n_clues = self.query.n_clues as u32;
        let (Some(first), true) = (self.thirds.first(), n_clues <= 27) else { return Ok(()) };
        let mut pace = limits.clone().without_nodes().pace(PACE);
        let left = left(self.bands.rows());
        let start = Instant::now();
        let inside = self.inside(first, limits)?;
        let fields = self.fields(&left, &inside, &mut pace)?;
        self.counts.seconds_sets += start.elapsed().as_secs_f64();

        let start = Instant::now();
        let mut below = Below::default();
        for third in self.thirds {
            below.push(&left, third, Sides::of(&self.bands.grid(third), limits)?);
        }
        self.counts.n_by_bands = below.n_by_bands() as u64;
        self.counts.seconds_sides += start.elapsed().as_secs_f64();

        let start = Instant::now();
        let by_lane: Vec<(usize, Vec<u64>)> = fields.iter().map(|field| (field.lane, field.sets.clone())).collect();
        let mut walk = Walk::new(n_clues, &below, &inside, &by_lane, &mut pace);
        let done = match super::tail::arch(self.query.instructions) {
            #[cfg(target_arch = "x86_64")]
            Arch::V4(simd) => walk.run(simd),
            #[cfg(target_arch = "x86_64")]
            Arch::V3(simd) => walk.run(simd),
            #[cfg(target_arch = "aarch64")]
            Arch::Neon(simd) => walk.run(simd),
            _ => walk.run(Scalar::new()),
        };
        let survivors = std::mem::take(&mut walk.survivors);
        let n_survivors = survivors.iter().map(|clues| clues.len() as u64).sum();
        self.counts.walk = WalkCounts { n_survivors, ..walk.counts };
        self.counts.seconds_walk += start.elapsed().as_secs_f64();
        done?;

        let slots: Vec<Slots> = self.thirds.iter().map(|third| Slots::new(&left, third)).collect();
        let mut family = self.family(&slots, &fields, limits)?;
        for (number, clues) in survivors.iter().enumerate() {
            if !clues.is_empty() {
                let visit = &mut |clues| visit(number, clues);
                self.finish(number, &slots[number], clues, &mut family, limits, &mut pace, visit)?;
            }
        }
        Ok(())
    }

    /// The small sets of some of the grids.
    fn family(&mut self, slots: &[Slots], fields: &[Field], limits: &Limits) -> Result<SharedFamily, Stop> {
        let start = Instant::now();
        let mut family = SharedFamily::default();
        let n_full: usize = std::env::var("FULL").map_or(4, |n| n.parse().expect("a number"));
        let step = slots.len().div_ceil(n_full).max(1);
        for number in (0..slots.len()).step_by(step) {
            let problem = SudokuClues::<2>::new(self.bands.grid(&self.thirds[number]));
            let found = displacements(&problem, CellSet::first_n(81), MIXED, limits);
            found.stop.map_or(Ok(()), Err)?;
            for set in &found.sets {
                family.insert(&slots[number], set.cells);
            }
        }
        for (third, slots) in self.thirds.iter().zip(slots) {
            for set in fields.iter().flat_map(|field| field.of(third)) {
                family.insert(slots, set);
            }
        }
        self.counts.n_shared = family.len() as u64;
        self.counts.seconds_grid_sets += start.elapsed().as_secs_f64();
        Ok(family)
    }

    /// The small sets inside the two bands.
    fn inside(&mut self, third: &ThirdBand, limits: &Limits) -> Result<Vec<u64>, Stop> {
        let problem = SudokuClues::<2>::new(self.bands.grid(third));
        let found = displacements(&problem, CellSet::first_n(sets::REGION), INSIDE, limits);
        found.stop.map_or(Ok(()), Err)?;
        let sets: Vec<u64> = found.sets.iter().map(|set| word(set.cells)).collect();
        self.counts.n_inside = sets.len() as u64;
        Ok(sets)
    }

    /// The small sets with a pair in a third band, none of which contains one inside the two bands.
    fn fields(&mut self, left: &Left, inside: &[u64], pace: &mut Pace) -> Result<Vec<Field>, Stop> {
        let mut displacer = Displacer::new(self.bands.rows(), inside, pace);
        let mut fields = Vec::new();
        for (lane, places) in pairs(left) {
            let mut sets = displacer.sets(&places, PAIRED)?;
            sets.retain(|set| !inside.iter().any(|smaller| smaller & !set == 0));
            keep_minimal(&mut sets);
            self.counts.n_paired += sets.len() as u64;
            fields.push(Field { lane, places, sets });
        }
        Ok(fields)
    }

    /// Finishes one grid.
    fn finish(
        &mut self,
        number: usize,
        slots: &Slots,
        survivors: &[u64],
        family: &mut SharedFamily,
        limits: &Limits,
        pace: &mut Pace,
        visit: &mut dyn FnMut(CellSet<2>),
    ) -> Result<(), Stop> {
        let start = Instant::now();
        let problem = SudokuClues::<2>::new(self.bands.grid(&self.thirds[number]));
        let RegionQuery { n_clues, instructions } = self.query;
        let mut finisher = Finisher::new(&problem, family.of(slots), n_clues as u32, instructions, limits);
        self.counts.seconds_grid_sets += start.elapsed().as_secs_f64();

        let start = Instant::now();
        let mut n_puzzles = 0;
        let mut visit = |clues| {
            n_puzzles += 1;
            visit(clues);
        };
        let done = survivors.iter().try_for_each(|clues| finisher.finish(*clues, pace, &mut visit));
        self.counts.n_puzzles += n_puzzles;
        self.counts.n_nodes += finisher.counters.n_nodes;
        self.counts.n_checks += finisher.n_checks();
        for set in finisher.take_learned() {
            self.counts.n_learned += u64::from(family.insert(slots, set));
        }
        self.counts.seconds_finish += start.elapsed().as_secs_f64();
        done
    }
}

/// The sets that have just two cells in a third band, of all third bands with these two.
struct Field {
    lane: usize,
    places: [sets::Place; 2],
    /// Their cells in the two bands.
    sets: Vec<u64>,
}

impl Field {
    /// The sets of the grid with this third band.
    fn of(&self, third: &ThirdBand) -> impl Iterator<Item = CellSet<2>> + '_ {
        let cells = self.places.map(|place| cell_below(third, place.column, place.digit));
        let pair = match cells {
            [Some(a), Some(b)] if (a.get() - sets::REGION) / 9 == (b.get() - sets::REGION) / 9 => {
                Some([a, b].into_iter().collect::<CellSet<2>>())
            }
            _ => None,
        };
        pair.into_iter().flat_map(|pair| self.sets.iter().map(move |set| CellSet::from_words([*set, 0]) | pair))
    }
}

