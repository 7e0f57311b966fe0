//! All puzzles with 16, 17 or 18 clues of all grids that have two bands in common.
//!
//! # The idea
//!
//! Of a puzzle's three bands some have few clues together, and most of the work of exhausting a grid is in the clues of
//! these two. Two bands have some thirty third bands. So the clue sets of two bands are walked once, for all of these
//! grids ([`walk`]): the unavoidable sets inside the two bands are the same for all, and so are those with just two
//! cells in a third band, by their digits ([`sets`], [`fields`]). Each clue set is tested against all third bands at
//! once ([`slab`]), and what passes is finished in its grid ([`sieve`], [`exact`] and, for some, the native search's
//! [`Finisher`]), with sets that were found for other third bands ([`family`]).
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
mod exact;
mod expected;
mod family;
mod fields;
mod sets;
mod side;
mod sieve;
mod slab;
#[cfg(test)]
mod tests;
mod valid;
mod walk;

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::base::{CellSet, Limits, Pace, Stop, cpu_time};
use crate::problem::SudokuClues;
use crate::unavoidable::displacements;
use crate::{ThirdBand, TwoBands};

use minclue_native::{FinishQuery, Finisher, Instructions};

use bands::{BALANCED, REGION, stacks};
use exact::Exact;
use family::{SharedFamily, Slots};
use fields::{Field, WalkSet, left};
use sets::Displacer;
use side::Sides;
use sieve::Sort;
use walk::{Below, Survivors, Walk};

pub use expected::two_bands_that_find;
pub use valid::n_valid_sets;
pub use walk::WalkCounts;

/// Cells of the sets inside two bands, at most. Larger ones are learned.
const INSIDE: usize = 14;
/// Cells of the sets with a pair in the third band, at most.
const PAIRED: u32 = 14;
/// How often the limits are asked, in nodes.
const PACE: u32 = 1 << 12;

/// Clue sets that are finished before what was found is said.
const AT_ONCE: usize = 1 << 10;

/// Clue sets of a third band that wait for the native search: its tables are made for all of them.
const RESTS: usize = 1 << 14;

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

/// Processor seconds of the parts of a search of two bands, by the clock of the thread: other work on the machine does
/// not count.
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
        let mut clock = Clock(cpu_time());
        let left = left(self.bands.rows());
        let (mut below, mut sides) = (Below::new(), Vec::with_capacity(self.thirds.len()));
        for third in self.thirds {
            let of_grid = Sides::of(&self.bands.grid(third));
            below.push(&left, third, of_grid);
            sides.push(of_grid);
        }
        self.counts.n_by_bands = below.n_by_bands() as u64;
        self.counts.seconds.sides = clock.lap();

        let inside = self.inside(first, &limits)?;
        let slots: Vec<Slots> = self.thirds.iter().map(|third| Slots::new(&left, third)).collect();
        let fields = self.fields(&fields::pairs(&left), &inside, &limits)?;
        let mut family = self.family(&slots, &fields);
        self.counts.seconds.sets = clock.lap();

        let query = self.query;
        let problems: Vec<SudokuClues<2>> =
            self.thirds.iter().map(|third| SudokuClues::new(self.bands.grid(third))).collect();
        let mut finish = Finish {
            exact: problems.iter().map(|problem| (Exact::new(problem, query.n_clues as u32), 0)).collect(),
            search: self,
            problems: &problems,
            slots: &slots,
            sides: &sides,
            family: &mut family,
            by_size: [const { Vec::new() }; REGION + 1],
            pace: limits.pace(PACE),
            seconds: 0.0,
        };
        let mut sink = |survivors: &mut Survivors, learned: &mut Vec<WalkSet>| {
            let done = finish.run(survivors, visit);
            learned.extend(finish.family.untold());
            done
        };
        let mut pace = limits.pace(PACE);
        let known = fields.iter().flat_map(Field::walk_sets);
        let mut walk = Walk::new(query.n_clues as u32, below, &inside, known, &mut pace, &mut sink);
        let done = walk.run(query.instructions);
        let counts = walk.counts;
        let done = done.and_then(|()| finish.rests(visit));
        let seconds = finish.seconds;
        finish.count();
        drop(finish);
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

    /// Sets that reach into third bands: those of all pairs. What others are needed, most often a few of very many, is
    /// soon learned.
    fn family(&self, slots: &[Slots], fields: &[Field]) -> SharedFamily {
        let mut family = SharedFamily::default();
        for (slots, third) in slots.iter().zip(self.thirds) {
            for set in fields.iter().flat_map(|field| field.of(third)) {
                family.insert(slots, set);
            }
        }
        family.tell_no_more();
        family
    }
}

/// Finishes what a walk found.
struct Finish<'f, 'a> {
    search: &'f mut TwoBandsSearch<'a>,
    problems: &'f [SudokuClues<2>],
    /// For each third band its search, and how many sets of the family it has seen.
    exact: Vec<(Exact<'f>, usize)>,
    slots: &'f [Slots],
    sides: &'f [Sides],
    family: &'f mut SharedFamily,
    /// Memory for the clue sets of one third band, by their clues.
    by_size: [Vec<u64>; REGION + 1],
    pace: Pace,
    seconds: f64,
}

impl Finish<'_, '_> {
    /// Takes the survivors of all third bands.
    fn run(&mut self, survivors: &mut Survivors, visit: &mut dyn FnMut(RegionPuzzle)) -> Result<(), Stop> {
        let mut clock = Clock(cpu_time());
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
        let TwoBandsSearch { query, counts, .. } = &mut *self.search;
        let (n_clues, slots) = (query.n_clues as u32, &self.slots[third]);
        let (exact, n_seen) = &mut self.exact[third];
        self.family.of(slots, *n_seen).for_each(|set| exact.insert(set));
        for clues in survivors {
            self.by_size[clues.count_ones() as usize].push(*clues);
        }
        let mut done = Ok(());
        for (size, clues) in self.by_size.iter_mut().enumerate().filter(|(_, clues)| !clues.is_empty()) {
            let left = n_clues - size as u32;
            let sort = Sort { left, is_balanced: left == BALANCED || !self.sides[third].by_bands() };
            done = done.and_then(|()| exact.finish(query.instructions.arch(), clues, sort, &mut self.pace));
            clues.clear();
        }
        for clues in exact.found.drain(..) {
            counts.n_puzzles += 1;
            visit(RegionPuzzle { third, clues });
        }
        for set in exact.learned.drain(..) {
            counts.n_learned += u64::from(self.family.insert(slots, set));
        }
        *n_seen = self.family.n_members();
        done?;
        if exact.rest.len() > RESTS { self.rest(third, visit) } else { Ok(()) }
    }

    /// The clue sets that wait for the native search, of all third bands.
    fn rests(&mut self, visit: &mut dyn FnMut(RegionPuzzle)) -> Result<(), Stop> {
        let mut clock = Clock(cpu_time());
        let done = (0..self.exact.len()).try_for_each(|third| self.rest(third, visit));
        self.seconds += clock.lap();
        done
    }

    /// The clue sets that wait for the native search.
    fn rest(&mut self, third: usize, visit: &mut dyn FnMut(RegionPuzzle)) -> Result<(), Stop> {
        let rest = std::mem::take(&mut self.exact[third].0.rest);
        if rest.is_empty() {
            return Ok(());
        }
        let TwoBandsSearch { query, counts, .. } = &mut *self.search;
        let slots = &self.slots[third];
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
        let finisher = Finisher::new(&self.problems[third], self.family.of(slots, 0), query, self.pace.limits());
        let mut finisher = finisher.unwrap_or_else(|| unreachable!("two bands of 9x9, and one"));
        let mut visit = |clues| {
            counts.n_puzzles += 1;
            visit(RegionPuzzle { third, clues });
        };
        let done = rest.chunks(AT_ONCE).try_for_each(|clues| finisher.finish(clues, &mut self.pace, &mut visit));
        counts.n_nodes += finisher.counters().n_nodes;
        counts.n_checks += finisher.n_checks();
        for set in finisher.take_learned() {
            counts.n_learned += u64::from(self.family.insert(slots, set));
        }
        done
    }

    /// Adds the work of all searches.
    fn count(&mut self) {
        for (exact, _) in &self.exact {
            self.search.counts.n_nodes += exact.n_nodes;
            self.search.counts.n_checks += exact.n_checks;
        }
    }
}

/// Measures parts one after the other, by the processor time of the thread.
struct Clock(Duration);

impl Clock {
    /// Seconds since the call before, or the start.
    fn lap(&mut self) -> f64 {
        let now = cpu_time();
        let seconds = now.saturating_sub(self.0).as_secs_f64();
        self.0 = now;
        seconds
    }
}
