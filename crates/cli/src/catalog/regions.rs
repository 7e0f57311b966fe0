//! `minclue catalog -k K`: all puzzles with K clues of all grids, by the regions of the catalog.

use std::ops::ControlFlow;
use std::time::Instant;

use minclue_campaign::sha256;
use minclue_catalog::{CatalogRegion, CatalogRegions, RegionChunk, RegionCounts, RegionQuery, TwoBandsSearch};
use minclue_core::base::{CellSet, Limits, Pace, Stop};
use minclue_core::problem::{ClueProblem as _, SudokuClues};
use minclue_core::sudoku::{Counter, Grid, Shape, line, minlex_grid};
use minclue_engines::search::Instructions;
use minclue_report::{
    AnswerStatus, CatalogPuzzleRecord, Head, RegionRecord, RegionWorkRecord, RegionsRecord, seconds, why,
};

use super::super::answers::Answers;
use super::super::progress;
use super::super::target::grid_line;
use super::super::version::VERSION;
use super::args::CatalogArgs;

pub(super) struct RegionRun<'a> {
    pub(super) args: &'a CatalogArgs,
    pub(super) answers: Answers,
    pub(super) n_clues: usize,
}

/// What is known of the regions that are done.
#[derive(Default)]
struct Done {
    n_regions: u64,
    n_classes: u64,
    work: RegionWorkRecord,
    /// A line for each region.
    numbers: String,
}

impl RegionRun<'_> {
    /// All regions of a part.
    pub(super) fn part(&mut self, part: &RegionChunk) -> ControlFlow<()> {
        let start = Instant::now();
        let limits = self.answers.context.limits(self.args.time_limit, None);
        let mut pace = limits.pace(0);
        progress::begin(Some(&part.to_string()));
        let (mut done, mut stop, mut next) = (Done::default(), None, part.second_bands().start);
        for region in CatalogRegions::new(part.clone()) {
            stop = self.region(part, &region, &limits, &mut pace, &mut done)?;
            if stop.is_some() {
                break;
            }
            next = region.number + 1;
        }
        let rest = stop.and_then(|_| RegionChunk::new(part.band(), next, part.second_bands().end).ok());
        if let (Some(stop), Some(rest)) = (stop, &rest) {
            self.stopped(part, stop, rest);
        }
        self.answers.known(&RegionsRecord {
            head: Head {
                id: Some(part.to_string()),
                status: stop.map_or(AnswerStatus::Done, AnswerStatus::from),
                ..Head::done(RegionsRecord::SCHEMA, Shape::NINE)
            },
            n_clues: self.n_clues,
            minimal: self.args.minimal,
            n_regions: done.n_regions,
            n_classes: done.n_classes,
            work: done.work,
            digest: sha256(done.numbers.as_bytes()),
            rest: rest.map(|rest| rest.to_string()),
            seconds: seconds(start.elapsed()),
            version: VERSION,
        })?;
        self.answers.is_interrupted();
        ControlFlow::Continue(())
    }

    /// One region. What is found in it is said when it is done, so that whoever goes on after a limit finds it once.
    fn region(
        &mut self,
        part: &RegionChunk,
        region: &CatalogRegion,
        limits: &Limits,
        pace: &mut Pace,
        done: &mut Done,
    ) -> ControlFlow<(), Option<Stop>> {
        if let Some(stop) = pace.step(0) {
            return ControlFlow::Continue(Some(stop));
        }
        let thirds = region.bands.third_bands();
        let query = RegionQuery { n_clues: self.n_clues, instructions: Instructions::Best };
        let (mut search, mut found) = (TwoBandsSearch::new(&region.bands, &thirds, query), Vec::new());
        if let Err(stop) = search.run(limits, &mut |puzzle| found.push(puzzle)) {
            return ControlFlow::Continue(Some(stop));
        }
        let mut counts = *search.counts();
        if self.args.minimal {
            let mut counter = Counter::<2>::new(Shape::NINE);
            let (all, mut minimal) = (std::mem::take(&mut found), Vec::new());
            for puzzle in all {
                match counter.is_minimal(&region.bands.grid(&thirds[puzzle.third]), puzzle.clues, pace) {
                    Ok(is_minimal) => minimal.extend(is_minimal.then_some(puzzle)),
                    Err(stop) => return ControlFlow::Continue(Some(stop)),
                }
            }
            found = minimal;
            counts.n_puzzles = found.len() as u64;
        }
        let band = part.band().number();
        if !self.args.count {
            for puzzle in found {
                let grid = region.bands.grid(&thirds[puzzle.third]);
                let record = self.puzzle(band, region.number, &grid, puzzle.clues);
                self.answers.known(&record)?;
            }
        }
        let n_classes = region.n_classes(&thirds);
        if self.args.regions {
            self.answers.known(&RegionRecord {
                head: Head::done(RegionRecord::SCHEMA, Shape::NINE),
                band,
                region: region.number,
                n_automorphisms: region.n_automorphisms,
                n_classes,
                n_clues: self.n_clues,
                work: work(&counts),
                version: VERSION,
            })?;
        }
        done.add(region.number, n_classes, &counts);
        ControlFlow::Continue(None)
    }

    /// A puzzle as one of the minlex form of its grid.
    fn puzzle(&self, band: usize, region: u64, grid: &Grid, clues: CellSet<2>) -> CatalogPuzzleRecord {
        let (form, puzzle) = minlex_line(grid, clues);
        CatalogPuzzleRecord {
            head: Head { grid: Some(grid_line(&form)), ..Head::done(CatalogPuzzleRecord::SCHEMA, Shape::NINE) },
            puzzle,
            n_clues: self.n_clues,
            band,
            region,
            version: VERSION,
        }
    }

    /// A limit came first: what would go on is said.
    fn stopped(&mut self, part: &RegionChunk, stop: Stop, rest: &RegionChunk) {
        if !self.args.quiet {
            let (why, k) = (why(stop.into()), self.n_clues);
            self.answers.context.messages.note(&format!("{part}: {why}; minclue catalog -k {k} {rest} continues"));
        }
        self.answers.exit = self.answers.exit.and(self.answers.context.exit_of(stop.into()));
    }
}

/// The minlex form of a grid, and its puzzle with these clues: the first of those that symmetries of the form make of
/// it.
pub(in super::super) fn minlex_line(grid: &Grid, clues: CellSet<2>) -> (Grid, String) {
    let minlex = minlex_grid(grid, &Limits::none());
    let minlex = minlex.unwrap_or_else(|stop| unreachable!("no limit, yet {stop:?}"));
    let clues: CellSet<2> = minlex.transform.cells().apply_set(clues);
    let symmetries = SudokuClues::<2>::new(minlex.form.clone()).automorphisms(usize::MAX, &Limits::none());
    let images = symmetries.elements().iter().map(|symmetry| symmetry.apply_set(clues));
    let first = images.map(|clues| line(&minlex.form.puzzle(clues))).min();
    let first = first.unwrap_or_else(|| line(&minlex.form.puzzle(clues)));
    (minlex.form, first)
}

impl Done {
    fn add(&mut self, number: u64, n_classes: u64, counts: &RegionCounts) {
        self.n_regions += 1;
        self.n_classes += n_classes;
        let (sum, new) = (&mut self.work, work(counts));
        sum.n_thirds += new.n_thirds;
        sum.n_by_bands += new.n_by_bands;
        sum.n_walk_nodes += new.n_walk_nodes;
        sum.n_candidates += new.n_candidates;
        sum.n_survivors += new.n_survivors;
        sum.n_nodes += new.n_nodes;
        sum.n_checks += new.n_checks;
        sum.n_puzzles += new.n_puzzles;
        sum.seconds_sides += new.seconds_sides;
        sum.seconds_sets += new.seconds_sets;
        sum.seconds_walk += new.seconds_walk;
        sum.seconds_finish += new.seconds_finish;
        let RegionWorkRecord { n_thirds, n_by_bands, n_walk_nodes, n_candidates, n_survivors, n_nodes, .. } = new;
        self.numbers.push_str(&format!(
            "{number} {n_thirds} {n_by_bands} {n_walk_nodes} {n_candidates} {n_survivors} {n_nodes} {}\n",
            new.n_puzzles
        ));
    }
}

fn work(counts: &RegionCounts) -> RegionWorkRecord {
    RegionWorkRecord {
        n_thirds: counts.n_thirds,
        n_by_bands: counts.n_by_bands,
        n_walk_nodes: counts.walk.n_nodes,
        n_candidates: counts.walk.n_candidates,
        n_survivors: counts.walk.n_survivors,
        n_nodes: counts.n_nodes,
        n_checks: counts.n_checks,
        n_puzzles: counts.n_puzzles,
        seconds_sides: counts.seconds.sides,
        seconds_sets: counts.seconds.sets,
        seconds_walk: counts.seconds.walk,
        seconds_finish: counts.seconds.finish,
    }
}
