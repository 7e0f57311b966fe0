//! The records of `catalog`: its grids, how many there are, the classes of bands, and the puzzles of all grids by
//! regions.

use schemars::JsonSchema;
use serde::Serialize;

use super::picture::{Figure, Picture};
use super::record::{Record, Text, answer};

answer! {
    /// One of all essentially different grids, as minlex form: `minclue-catalog/1`.
    pub struct CatalogRecord = "minclue-catalog/1";
    names: "band prefix grid shape n_automorphisms";
    shown: "band: band, prefix: prefix, grid: grid, n_automorphisms: order";
    /// The number of its first band among the classes of 9x9 bands, 1 to 416.
    pub band: Option<usize>,
    /// The number of its first six rows among the prefixes of the band, from 0.
    pub prefix: Option<u64>,
    /// The symmetries that map the grid to itself, up to names of digits.
    pub n_automorphisms: u64,
    version,
}

impl Record for CatalogRecord {
    fn is_listed(&self) -> bool {
        true
    }

    fn text(&self, _: bool) -> Text {
        self.head.grid.clone().into()
    }

    fn puzzle(&self) -> Option<String> {
        self.head.grid.clone()
    }

    fn figure(&self) -> Option<Figure> {
        let picture = Picture::of(self.head.shape.as_deref(), self.head.grid.as_deref()?)?;
        Some(Figure::of(None, picture, Vec::new()))
    }
}

/// How many grids of a part of the catalog have the same number of automorphisms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CatalogGroupRecord {
    /// The symmetries that map each of them to itself, up to names of digits.
    pub n_automorphisms: u64,
    /// The number of these.
    pub n_grids: u64,
}

answer! {
    /// The number of grids of a part of the catalog: `minclue-catalog-count/1`. With a limit, the numbers are of the
    /// prefixes that were done.
    pub struct CatalogCountRecord = "minclue-catalog-count/1";
    names: "id shape status n_prefixes n_grids rest seconds";
    shown: "id: part, n_prefixes: prefixes, n_grids: grids, status: status, seconds: seconds";
    /// Prefixes that were done.
    pub n_prefixes: Option<u64>,
    /// Grids among them.
    pub n_grids: u64,
    /// The same by numbers of automorphisms, ascending. Each grid divided by its number makes a sum that is known for
    /// the whole catalog: all grids by all symmetries and names of digits.
    pub groups: Vec<CatalogGroupRecord>,
    /// The part that is left, if a limit came first.
    pub rest: Option<String>,
    seconds, version,
}

impl Record for CatalogCountRecord {
    fn text(&self, _: bool) -> Text {
        Text::Line(self.n_grids.to_string())
    }
}

answer! {
    /// One of the 416 classes of 9x9 bands: `minclue-band/1`.
    pub struct BandRecord = "minclue-band/1";
    names: "band digits n_automorphisms n_prefixes n_candidates n_second_bands";
    shown: "band: band, digits: smallest member, n_automorphisms: order, n_prefixes: prefixes, n_candidates: \
            candidates, n_second_bands: second bands";
    /// Its number, from 1.
    pub band: usize,
    /// Its smallest member, row by row.
    pub digits: String,
    /// Number of orders of rows, columns and stacks that leave it unchanged, up to names of digits.
    pub n_automorphisms: u64,
    /// The number of its prefixes, which parts of the catalog count.
    pub n_prefixes: u64,
    /// The number of completions of these, among which the grids are.
    pub n_candidates: u64,
    /// The number of all second bands, which parts of the regions count.
    pub n_second_bands: u64,
    version,
}

impl Record for BandRecord {
    fn is_listed(&self) -> bool {
        true
    }

    fn text(&self, _: bool) -> Text {
        let Self { band, digits, n_automorphisms, n_prefixes, n_candidates, n_second_bands, .. } = self;
        Text::Line(format!("{band} {digits} {n_automorphisms} {n_prefixes} {n_candidates} {n_second_bands}"))
    }
}

answer! {
    /// A puzzle of some grid of the catalog, found in a region of it: `minclue-catalog-puzzle/1`.
    pub struct CatalogPuzzleRecord = "minclue-catalog-puzzle/1";
    names: "band region n_clues puzzle grid";
    shown: "band: band, region: region, n_clues: clues, puzzle: puzzle";
    /// The puzzle, in this form of its grid. Where the grid has symmetries, images of a puzzle are puzzles as well, and
    /// this is the smallest one.
    pub puzzle: String,
    /// Its number of clues.
    pub n_clues: usize,
    /// The number of the first band of the region, 1 to 416.
    pub band: usize,
    /// The number of its second band.
    pub region: u64,
    version,
}

impl Record for CatalogPuzzleRecord {
    fn is_listed(&self) -> bool {
        true
    }

    fn text(&self, _: bool) -> Text {
        Text::Line(self.puzzle.clone())
    }

    fn puzzle(&self) -> Option<String> {
        Some(self.puzzle.clone())
    }
}

/// What the search of regions did. All numbers but the seconds depend on nothing but the question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct RegionWorkRecord {
    /// Grids: the third bands of each region. A grid of the catalog is met by up to six regions.
    pub n_thirds: u64,
    /// The number of these that are searched by their bands; the others are searched by their stacks.
    pub n_by_bands: u64,
    /// Nodes of the walks through clue sets of two bands.
    pub n_walk_nodes: u64,
    /// Clue sets of two bands that hit all unavoidable sets there.
    pub n_candidates: u64,
    /// Pairs of such a clue set and a third band that passed all counts.
    pub n_survivors: u64,
    /// Nodes of the search in third bands.
    pub n_nodes: u64,
    /// Questions whether a grid has a second solution.
    pub n_checks: u64,
    /// Puzzles found.
    pub n_puzzles: u64,
    /// Processor seconds of the thread to choose by which side grids are searched. Other work on the machine does not
    /// count in these four.
    pub seconds_sides: f64,
    /// Processor seconds for unavoidable sets.
    pub seconds_sets: f64,
    /// Processor seconds for the walks.
    pub seconds_walk: f64,
    /// Processor seconds for the search in third bands.
    pub seconds_finish: f64,
}

answer! {
    /// One region of the catalog, searched for puzzles: `minclue-region/1`.
    pub struct RegionRecord = "minclue-region/1";
    /// The number of its first band, 1 to 416.
    pub band: usize,
    /// The number of its second band.
    pub region: u64,
    /// The symmetries that map the region to itself, up to names of digits.
    pub n_automorphisms: u64,
    /// Third bands, those as one that symmetries of the region make of each other.
    pub n_classes: u64,
    /// The requested number of clues.
    pub n_clues: usize,
    /// The work.
    #[serde(flatten)]
    pub work: RegionWorkRecord,
    version,
}

impl Record for RegionRecord {
    fn is_listed(&self) -> bool {
        true
    }

    fn text(&self, _: bool) -> Text {
        Text::Line(format!("{}.{}: {} grids", self.band, self.region, self.work.n_thirds))
    }
}

answer! {
    /// All regions of a part, searched for puzzles: `minclue-regions/1`. With a limit, the numbers are of the regions
    /// that were done.
    pub struct RegionsRecord = "minclue-regions/1";
    names: "id status n_clues n_regions n_classes n_thirds n_by_bands n_candidates n_survivors n_puzzles digest rest seconds";
    shown: "id: part, n_regions: regions, n_thirds: grids, n_puzzles: puzzles, status: status, seconds: seconds";
    /// The requested number of clues.
    pub n_clues: usize,
    /// Whether only minimal puzzles were counted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub minimal: bool,
    /// Regions.
    pub n_regions: u64,
    /// Third bands of each, those as one that symmetries of the region make of each other.
    pub n_classes: u64,
    /// The work in all of them.
    #[serde(flatten)]
    pub work: RegionWorkRecord,
    /// The hash (SHA-256) of the numbers of all regions, as `docs/catalog.md` says. Every run of the same part has the
    /// same one.
    pub digest: String,
    /// The part that is left, if a limit came first.
    pub rest: Option<String>,
    seconds, version,
}

impl Record for RegionsRecord {
    fn text(&self, _: bool) -> Text {
        let Self { n_regions, work, .. } = self;
        let part = self.head.id.as_deref().unwrap_or_default();
        Text::Line(format!("# {part}: {n_regions} regions, {} grids, {} puzzles", work.n_thirds, work.n_puzzles))
    }
}

answer! {
    /// A region of the catalog: `minclue-two-bands/1`.
    pub struct TwoBandsRecord = "minclue-two-bands/1";
    names: "band region digits n_automorphisms n_thirds n_classes m n_valid";
    shown: "band: band, region: region, digits: two bands, n_automorphisms: order, n_thirds: grids, n_classes: classes";
    /// The number of its first band, 1 to 416.
    pub band: usize,
    /// The number of its second band.
    pub region: u64,
    /// Both bands, row by row.
    pub digits: String,
    /// The symmetries that map the region to itself, up to names of digits.
    pub n_automorphisms: u64,
    /// Its third bands, the order of rows apart.
    pub n_thirds: u64,
    /// The same, those as one that symmetries of the region make of each other.
    pub n_classes: u64,
    /// The cells of a valid set, if these were counted.
    pub m: Option<usize>,
    /// Number of sets of `m` cells of the two bands that leave one solution, whichever third band is given.
    pub n_valid: Option<u64>,
    version,
}

impl Record for TwoBandsRecord {
    fn is_listed(&self) -> bool {
        true
    }

    fn text(&self, _: bool) -> Text {
        let n_valid = self.n_valid.map_or_else(String::new, |n| format!(" {n}"));
        Text::Line(format!("{}.{} {}{n_valid}", self.band, self.region, self.digits))
    }
}

/// Regions with the same number of automorphisms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RegionGroupRecord {
    /// The symmetries that map each of them to itself, up to names of digits.
    pub n_automorphisms: u64,
    /// The number of these.
    pub n_regions: u64,
    /// Their third bands.
    pub n_thirds: u64,
    /// The same, those as one that symmetries of a region make of each other.
    pub n_classes: u64,
}

answer! {
    /// The number of regions of a part: `minclue-region-count/1`. With a limit, the numbers are of the second bands
    /// that were done.
    pub struct RegionCountRecord = "minclue-region-count/1";
    names: "id status n_second_bands n_earlier n_images n_regions n_thirds n_classes rest seconds";
    shown: "id: part, n_regions: regions, n_classes: classes, status: status, seconds: seconds";
    /// Second bands that were done.
    pub n_second_bands: u64,
    /// The number of these whose class comes before the first band.
    pub n_earlier: u64,
    /// The second bands that symmetries of the first one make of those of the regions, in all of its band. Of a whole
    /// band, these and the earlier ones are all second bands.
    pub n_images: u64,
    /// Regions.
    pub n_regions: u64,
    /// Their third bands.
    pub n_thirds: u64,
    /// The same, those as one that symmetries of a region make of each other.
    pub n_classes: u64,
    /// The same by numbers of automorphisms, ascending.
    pub groups: Vec<RegionGroupRecord>,
    /// The part that is left, if a limit came first.
    pub rest: Option<String>,
    seconds, version,
}

impl Record for RegionCountRecord {
    fn text(&self, _: bool) -> Text {
        Text::Line(format!("{} regions, {} with third bands", self.n_regions, self.n_classes))
    }
}
