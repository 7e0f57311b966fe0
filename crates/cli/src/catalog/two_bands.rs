//! `minclue catalog --regions`: the regions of the catalog themselves, and their numbers.

use std::ops::ControlFlow;
use std::time::Instant;

use minclue_catalog::{CatalogRegion, CatalogRegions, RegionChunk, RegionCounter, n_valid_sets};
use minclue_core::base::{Limits, Stop};
use minclue_core::sudoku::Shape;
use minclue_engines::search::Instructions;
use minclue_report::{AnswerStatus, Head, RegionCountRecord, RegionGroupRecord, TwoBandsRecord, seconds, why};

use super::super::answers::Answers;
use super::super::progress;
use super::super::version::VERSION;
use super::args::CatalogArgs;

pub(super) struct TwoBandsRun<'a> {
    pub(super) args: &'a CatalogArgs,
    pub(super) answers: Answers,
    pub(super) counter: RegionCounter,
}

impl TwoBandsRun<'_> {
    /// All regions of a part, or their numbers.
    pub(super) fn part(&mut self, part: &RegionChunk) -> ControlFlow<()> {
        let limits = self.answers.context.limits(self.args.time_limit, None);
        progress::begin(Some(&part.to_string()));
        if self.args.count { self.count(part, &limits) } else { self.list(part, &limits) }?;
        self.answers.is_interrupted();
        ControlFlow::Continue(())
    }

    fn count(&mut self, part: &RegionChunk, limits: &Limits) -> ControlFlow<()> {
        let start = Instant::now();
        let (totals, stop) = self.counter.count(part, limits);
        let range = part.second_bands();
        let rest = stop.and_then(|stop| self.stopped(part, stop, range.start + totals.n_second_bands));
        let sum = totals.sum();
        let groups = totals.groups.iter().map(|(n_automorphisms, group)| RegionGroupRecord {
            n_automorphisms: *n_automorphisms,
            n_regions: group.n_regions,
            n_thirds: group.n_thirds,
            n_classes: group.n_classes,
        });
        self.answers.known(&RegionCountRecord {
            n_second_bands: totals.n_second_bands,
            n_earlier: totals.n_earlier,
            n_images: totals.n_images,
            n_regions: sum.n_regions,
            n_thirds: sum.n_thirds,
            n_classes: sum.n_classes,
            groups: groups.collect(),
            rest: rest.map(|rest| rest.to_string()),
            seconds: seconds(start.elapsed()),
            ..RegionCountRecord::new(
                Head {
                    id: Some(part.to_string()),
                    status: stop.map_or(AnswerStatus::Done, AnswerStatus::from),
                    ..Head::done(RegionCountRecord::SCHEMA, Shape::NINE)
                },
                VERSION,
            )
        })
    }

    fn list(&mut self, part: &RegionChunk, limits: &Limits) -> ControlFlow<()> {
        for region in CatalogRegions::new(part.clone()) {
            let found = match limits.reached(0) {
                Some(stop) => Err(stop),
                None => self.n_valid(&region, limits),
            };
            match found {
                Ok(n_valid) => self.answers.known(&self.record(part, &region, n_valid))?,
                Err(stop) => {
                    self.stopped(part, stop, region.number);
                    break;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn n_valid(&self, region: &CatalogRegion, limits: &Limits) -> Result<Option<u64>, Stop> {
        let count = |m: u8| n_valid_sets(&region.bands, usize::from(m), Instructions::Best, limits);
        self.args.valid.map(count).transpose()
    }

    fn record(&self, part: &RegionChunk, region: &CatalogRegion, n_valid: Option<u64>) -> TwoBandsRecord {
        let thirds = region.bands.third_bands();
        let digits = region.bands.rows().iter().flatten();
        TwoBandsRecord {
            band: part.band().number(),
            region: region.number,
            digits: digits.map(|digit| char::from(b'1' + digit)).collect(),
            n_automorphisms: region.n_automorphisms,
            n_thirds: thirds.len() as u64,
            n_classes: region.n_classes(&thirds),
            m: self.args.valid.map(usize::from),
            n_valid,
            ..TwoBandsRecord::new(Head::done(TwoBandsRecord::SCHEMA, Shape::NINE), VERSION)
        }
    }

    /// A limit came first: what would go on is said, and returned.
    fn stopped(&mut self, part: &RegionChunk, stop: Stop, next: u64) -> Option<RegionChunk> {
        let rest = RegionChunk::new(part.band(), next, part.second_bands().end).ok();
        if let Some(rest) = rest.as_ref().filter(|_| !self.args.quiet) {
            let why = why(stop.into());
            self.answers.context.messages.note(&format!("{part}: {why}; {rest} continues"));
        }
        self.answers.exit = self.answers.exit.and(self.answers.context.exit_of(stop.into()));
        rest
    }
}
