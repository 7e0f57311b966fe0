//! `minclue catalog`: all essentially different grids, as minlex forms.

mod args;
mod regions;
mod text;
mod two_bands;

pub(super) use minclue_catalog::{CatalogChunk, ChunkTextError, RegionChunk};

pub(super) use self::regions::minlex_line;
pub(super) use self::text::{CATALOG, text};

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Instant;

use minclue_catalog::{
    CatalogPrefixes, CatalogRegion, MinlexBand, REGION_CLUES, RegionCounter, TwoBands, small_catalog,
    two_bands_that_find,
};
use minclue_core::base::{Limits, Stop};
use minclue_core::sudoku::{Counter, Grid, Puzzle, Shape, Uniqueness};
use minclue_report::{
    AnswerStatus, BandRecord, CatalogCountRecord, CatalogGroupRecord, CatalogPuzzleRecord, CatalogRecord, Head,
    RegionCountRecord, RegionsRecord, TwoBandsRecord, seconds, why,
};

pub use self::args::CatalogArgs;
use self::regions::RegionRun;
use self::two_bands::TwoBandsRun;
use super::answers::Answers;
use super::args::FormatArg;

use super::command::Command;
use super::context::Context;
use super::exit::Exit;
use super::output::Layout;
use super::print;
use super::progress;
use super::target::grid_line;
use super::version::VERSION;

impl Command for CatalogArgs {
    fn run(&self) -> Exit {
        let context = match Context::of(self.color, false, self.quiet) {
            Ok(context) => context,
            Err(exit) => return exit,
        };
        if let Some(text) = &self.find {
            return find(text, &context);
        }
        let layout = match self {
            Self { bands: true, .. } => Layout::of::<BandRecord>(self.format),
            Self { count: true, .. } => Layout::of::<CatalogCountRecord>(self.format),
            _ => Layout::of::<CatalogRecord>(self.format),
        };
        // After a signal no other part is begun.
        let interrupt = context.interrupt().clone();
        if let Some(n_clues) = self.clues {
            let layout = if self.count || self.regions {
                Layout::of::<RegionsRecord>(self.format)
            } else {
                Layout::of::<CatalogPuzzleRecord>(self.format)
            };
            let mut run = RegionRun { args: self, answers: Answers::new(context, layout), n_clues };
            let parts = self.region_parts();
            let end = parts.iter().take_while(|_| !interrupt.is_raised()).try_for_each(|part| run.part(part));
            return run.answers.finish(end);
        }
        if self.regions {
            let layout = if self.count {
                Layout::of::<RegionCountRecord>(self.format)
            } else {
                Layout::of::<TwoBandsRecord>(self.format)
            };
            let answers = Answers::new(context, layout);
            let mut run = TwoBandsRun { args: self, answers, counter: RegionCounter::default() };
            let parts = self.region_parts();
            let end = parts.iter().take_while(|_| !interrupt.is_raised()).try_for_each(|part| run.part(part));
            return run.answers.finish(end);
        }
        let parts = match self.parts.iter().map(|part| part.parse()).collect::<Result<Vec<CatalogChunk>, _>>() {
            Ok(parts) => parts,
            Err(wrong) => {
                context.messages.error(&wrong.to_string(), Some("with -k, a part may also name second bands"));
                return Exit::Usage;
            }
        };
        let mut run = Run { args: self, answers: Answers::new(context, layout) };
        let end = match self.shape.filter(|shape| *shape != Shape::NINE) {
            Some(shape) => run.small(shape),
            None if self.bands => run.bands(),
            None => {
                let whole = || MinlexBand::all().map(CatalogChunk::whole).collect();
                let parts: Vec<CatalogChunk> = if parts.is_empty() { whole() } else { parts };
                parts.iter().take_while(|_| !interrupt.is_raised()).try_for_each(|part| run.part(part))
            }
        };
        run.answers.finish(end)
    }

    fn regions(&self) -> Option<Vec<RegionChunk>> {
        self.clues.map(|_| self.region_parts())
    }

    fn parts(&self) -> &[String] {
        &self.parts
    }

    fn conflict(&self) -> Option<String> {
        if self.clues.is_some() && matches!(self.format, FormatArg::Svg) {
            return Some("--format svg is for grids; omit it with -k".to_owned());
        }
        if self.clues.is_none() && self.regions && self.format.is_of_grids() {
            return Some("--regions lists pairs of bands; omit --format svg, sdk and link".to_owned());
        }
        let is_of_lines = matches!(self.format, FormatArg::Auto | FormatArg::Text | FormatArg::Lines);
        if self.find.is_some() && !is_of_lines {
            return Some("--find writes parts, one a line; omit --format".to_owned());
        }
        (self.format.is_of_grids() && (self.bands || self.count))
            .then(|| "--bands and --count write numbers; omit --format svg, sdk and link".to_owned())
    }
}

/// Says the regions of a grid, or those that have to find a puzzle.
fn find(text: &str, context: &Context) -> Exit {
    let all = match two_bands(text) {
        Ok(all) => all,
        Err((message, help)) => {
            context.messages.error(&message, help);
            return Exit::Usage;
        }
    };
    let mut parts: Vec<String> = Vec::new();
    for bands in all {
        let (_, part) = CatalogRegion::of(&bands);
        if !parts.contains(&part.to_string()) {
            parts.push(part.to_string());
        }
    }
    print::text((parts.join("\n") + "\n").as_bytes())
}

/// The six pairs of bands of a grid, or those that have to find a puzzle.
fn two_bands(text: &str) -> Result<Vec<TwoBands>, (String, Option<&'static str>)> {
    const HELP: Option<&str> = Some("give a 9x9 grid, 81 digits, or a puzzle with 16 to 18 clues");
    let grid = match text.parse::<Grid>() {
        Ok(grid) if grid.shape() == Shape::NINE => grid,
        Ok(_) => return Err(("--find requires a 9x9 grid".to_owned(), None)),
        Err(wrong) => {
            let puzzle = text.parse::<Puzzle>().ok().filter(|puzzle| puzzle.shape() == Shape::NINE);
            let Some(puzzle) = puzzle.filter(|puzzle| REGION_CLUES.contains(&puzzle.n_clues())) else {
                return Err((format!("--find: {wrong}"), HELP));
            };
            let limits = Limits::none();
            let solved = Counter::<2>::new(Shape::NINE).uniqueness(&puzzle, &mut limits.pace(0));
            let Ok(Uniqueness::One(grid)) = solved else {
                return Err(("--find: the puzzle does not have exactly one solution".to_owned(), HELP));
            };
            return Ok(two_bands_that_find(&grid, puzzle.clues()));
        }
    };
    let sides = [&grid, &grid.turned()];
    Ok(sides.iter().flat_map(|side| (0..3).map(|omitted| TwoBands::of(side, omitted))).collect())
}

struct Run<'a> {
    args: &'a CatalogArgs,
    answers: Answers,
}

impl Run<'_> {
    /// All grids of a small shape.
    fn small(&mut self, shape: Shape) -> ControlFlow<()> {
        let start = Instant::now();
        let Some(catalog) = small_catalog(shape) else {
            let message = format!("there is no catalog for boxes of {shape}; use 2x2, 2x3, 3x2 or 3x3");
            self.answers.fail(&message, None, Exit::Usage);
            return ControlFlow::Continue(());
        };
        let mut count = Count::default();
        for class in catalog {
            count.add(class.n_automorphisms);
            if !self.args.count {
                let record = CatalogRecord {
                    n_automorphisms: class.n_automorphisms,
                    ..CatalogRecord::new(
                        Head { grid: Some(grid_line(&class.form)), ..Head::done(CatalogRecord::SCHEMA, shape) },
                        VERSION,
                    )
                };
                self.answers.known(&record)?;
            }
        }
        if !self.args.count {
            return ControlFlow::Continue(());
        }
        let record = count.record(Head::done(CatalogCountRecord::SCHEMA, shape));
        self.answers.known(&CatalogCountRecord { seconds: seconds(start.elapsed()), ..record })
    }

    /// A line for each band.
    fn bands(&mut self) -> ControlFlow<()> {
        for band in MinlexBand::all() {
            if self.answers.is_interrupted() {
                break;
            }
            self.answers.known(&BandRecord {
                head: Head::done(BandRecord::SCHEMA, Shape::NINE),
                band: band.number(),
                digits: band.digits().iter().map(|digit| digit.value().to_string()).collect(),
                n_automorphisms: band.n_automorphisms(),
                n_prefixes: band.n_prefixes(),
                n_candidates: band.n_candidates(),
                n_second_bands: band.n_second_bands(),
                version: VERSION,
            })?;
        }
        ControlFlow::Continue(())
    }

    /// The grids of a part of the catalog of 9x9.
    fn part(&mut self, part: &CatalogChunk) -> ControlFlow<()> {
        let start = Instant::now();
        let mut pace = self.answers.context.limits(self.args.time_limit, None).pace(PACE);
        let (band, range) = (part.band(), part.prefixes());
        progress::begin(Some(&part.to_string()));
        let mut prefixes = CatalogPrefixes::new(part.clone());
        let (mut count, mut n_prefixes) = (Count::default(), 0);
        let stop = loop {
            if let Some(stop) = pace.step(count.n_grids) {
                break Some(stop);
            }
            let Some(prefix) = prefixes.next() else { break None };
            n_prefixes += 1;
            for grid in prefix.grids {
                count.add(grid.n_automorphisms);
                if !self.args.count {
                    self.answers.known(&CatalogRecord {
                        head: Head {
                            grid: Some(grid_line(&grid.grid())),
                            ..Head::done(CatalogRecord::SCHEMA, Shape::NINE)
                        },
                        band: Some(band.number()),
                        prefix: Some(prefix.number),
                        n_automorphisms: grid.n_automorphisms,
                        version: VERSION,
                    })?;
                }
            }
        };
        let rest = stop.and_then(|_| CatalogChunk::new(band, range.start + n_prefixes, range.end).ok());
        if let (Some(stop), Some(rest)) = (stop, &rest) {
            self.stopped(part, stop, rest);
        }
        if self.args.count {
            let status = stop.map_or(AnswerStatus::Done, AnswerStatus::from);
            let head = Head::done(CatalogCountRecord::SCHEMA, Shape::NINE);
            let record = count.record(Head { id: Some(part.to_string()), status, ..head });
            self.answers.known(&CatalogCountRecord {
                n_prefixes: Some(n_prefixes),
                rest: rest.map(|rest| rest.to_string()),
                seconds: seconds(start.elapsed()),
                ..record
            })?;
        }
        self.answers.is_interrupted();
        ControlFlow::Continue(())
    }

    /// A limit came first: what would go on is said.
    fn stopped(&mut self, part: &CatalogChunk, stop: Stop, rest: &CatalogChunk) {
        if !self.args.quiet {
            let why = why(stop.into());
            self.answers.context.messages.note(&format!("{part}: {why}; minclue catalog {rest} continues"));
        }
        self.answers.exit = self.answers.exit.and(self.answers.context.exit_of(stop.into()));
    }
}

/// Limits are asked when this number of prefixes is done, which take some microseconds each.
const PACE: u32 = 64;

/// Grids that were met.
#[derive(Default)]
struct Count {
    n_grids: u64,
    /// By their numbers of automorphisms.
    groups: BTreeMap<u64, u64>,
}

impl Count {
    fn add(&mut self, n_automorphisms: u64) {
        self.n_grids += 1;
        *self.groups.entry(n_automorphisms).or_default() += 1;
    }

    fn record(self, head: Head) -> CatalogCountRecord {
        let groups = self.groups.into_iter();
        CatalogCountRecord {
            n_grids: self.n_grids,
            groups: groups.map(|(n_automorphisms, n_grids)| CatalogGroupRecord { n_automorphisms, n_grids }).collect(),
            ..CatalogCountRecord::new(head, VERSION)
        }
    }
}
