//! The record of `sets`: unavoidable sets of a grid.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use minclue_core::unavoidable::IterationRecord;
use minclue_solver::files::{SETS_SCHEMA, SetRecord};

use super::head::Head;
use super::picture::Figure;
use super::record::{Columns, Record, Text, answer, record};
use super::words::{harmless, names, why};

record! {
    /// The proof of a family of unavoidable sets about its grid.
    pub struct StatsRecord;
    /// The most pairwise disjoint sets among those found.
    pub clique_number: Option<usize>,
    /// Whether it is proven that the grid has no more of them, sets of every size counted.
    pub clique_exact: Option<bool>,
    /// Pairwise disjoint sets, each with its cells ascending.
    pub clique: Option<Vec<Vec<usize>>>,
    /// Number of minimal sets of degree 2 of each size, up to 11 cells.
    pub n_degree_2: Option<BTreeMap<usize, usize>>,
    /// Number of these that are not the union of two disjoint sets.
    pub n_nontrivial_degree_2: Option<BTreeMap<usize, usize>>,
    /// Minimal sets of degree 3 and more, with `--degree`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub degrees: Vec<DegreeRecord>,
    /// Pairwise disjoint sets that need the most clues together, sets of higher degrees among them.
    pub packing: Option<PackingRecord>,
    /// Number of sets with this many digits.
    pub by_digits: BTreeMap<usize, usize>,
    /// Number of sets that touch this many bands and stacks, written `1x2`.
    pub by_boxes: BTreeMap<String, usize>,
    /// In how many sets a cell is.
    pub cells_in_sets: SpreadRecord,
}

/// The minimal sets of one degree: cells that need as many clues.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DegreeRecord {
    /// The degree.
    pub degree: usize,
    /// Most cells of those that are counted.
    pub max_size: usize,
    /// Number of each size.
    pub n_sets: BTreeMap<usize, usize>,
    /// Number of these that are not a union of disjoint sets of lower degrees.
    pub n_nontrivial: BTreeMap<usize, usize>,
}

/// Pairwise disjoint sets and what they need together.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PackingRecord {
    /// Every puzzle of the grid has at least this many clues.
    pub n_clues: usize,
    /// Whether it is proven that no other disjoint sets of these need more.
    pub exact: bool,
    /// The sets, those of the highest degree first.
    pub sets: Vec<PackedRecord>,
}

/// A set that needs some clues.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PackedRecord {
    /// The clues that it needs.
    pub degree: usize,
    /// Its cells, ascending.
    pub cells: Vec<usize>,
}

/// The range of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct SpreadRecord {
    /// The least.
    pub min: usize,
    /// The mean.
    pub mean: f64,
    /// The most.
    pub max: usize,
}

answer! {
    /// The answer of `sets` for one input: `minclue-sets/1`.
    pub struct SetsRecord = SETS_SCHEMA;
    names: "id input grid shape variant status error.message source backend regions n_sets complete_to n_not_minimal \
            n_shrunk seconds";
    shown: "id: name, source: source, n_sets: sets, complete_to: all up to size, stats.clique_number: disjoint, \
            status: status, seconds: seconds";
    /// Source of the sets.
    pub source: &'static str,
    /// The ILP solver, if the source uses one.
    pub backend: Option<&'static str>,
    /// The regions that were searched, if the source is "region".
    pub regions: Option<&'static str>,
    /// The form of the no-good loop, if that is the source.
    pub form: Option<&'static str>,
    /// Number of sets found.
    pub n_sets: Option<usize>,
    /// Number of each size.
    pub by_size: Option<BTreeMap<usize, usize>>,
    /// All minimal unavoidable sets of at most this many cells are among them.
    pub complete_to: Option<usize>,
    /// What the sets prove of the grid, with `--stats`.
    pub stats: Option<StatsRecord>,
    /// Number of sets that are not minimal; only for sets from a file, since all others are.
    pub n_not_minimal: Option<usize>,
    /// Number of sets of a file without witnesses that were not minimal and were replaced by a minimal set inside.
    pub n_shrunk: Option<usize>,
    seconds, version,
    /// The solves of the no-good loop, in order, those of its journal included.
    pub iterations: Option<Vec<IterationRecord>>,
    /// The sets, with `--list`.
    pub sets: Option<Vec<SetRecord>>,
}

impl SetsRecord {
    /// The source, where it is a file.
    pub const FILE: &'static str = "file";
    /// The source, where it is what a solution misses.
    pub const MISSED: &'static str = "missed";
}

impl SetsRecord {
    /// The columns of a table of the sets themselves.
    pub const LISTED: Columns =
        Columns { names: "id shape cells witness", shown: "id: name, cells: cells", rows: Some("sets") };
}

impl Record for SetsRecord {
    fn text(&self, _: bool) -> Text {
        let mut text = summary(self) + "\n";
        text.push_str(&by_size(self));
        if let Some(n) = self.n_not_minimal.filter(|n| *n > 0) {
            let _ = writeln!(text, "not minimal: {n}");
        }
        if let Some(n) = self.n_shrunk.filter(|n| *n > 0) {
            let _ = writeln!(text, "replaced by a minimal one inside: {n}");
        }
        if let Some(size) = self.complete_to {
            let _ = writeln!(text, "complete up to size {size}");
        }
        text.extend(self.stats.as_ref().map(|of| stats(of, &self.head)));
        text.extend(self.iterations.as_deref().and_then(solves));
        for set in self.sets.iter().flatten() {
            let _ = writeln!(text, "{}: {}", names(&set.cells, &self.head).join(" "), harmless(&set.witness));
        }
        Text::Block(text)
    }

    fn figure(&self) -> Option<Figure> {
        // The grid with disjoint sets, and below it each set with the digits of its second solution.
        let head = &self.head;
        let sets = self.sets.as_deref().filter(|_| head.problem.is_none())?;
        let picture = head.picture(head.grid.as_deref()?)?.light();
        let disjoint = disjoint(sets);
        let grid = disjoint.iter().fold(picture.clone(), |picture, set| picture.outlined(set));
        let small = |set: &SetRecord| {
            let label = if set.cells.len() == 1 { "1 cell".to_owned() } else { format!("{} cells", set.cells.len()) };
            picture.clone().with_second(&set.witness).outlined(&set.cells).with_label(label)
        };
        let mut caption = vec![summary(self)];
        match disjoint.len() {
            0 | 1 => {}
            n => caption.push(format!("above: {n} disjoint sets, so every puzzle has at least {n} clues")),
        }
        Some(Figure { title: head.id.clone(), pictures: vec![grid], small: sets.iter().map(small).collect(), caption })
    }
}

/// Sets without a common cell, the smallest first: not the most there are, but each needs a clue of its own.
fn disjoint(sets: &[SetRecord]) -> Vec<&[usize]> {
    let mut by_size: Vec<&[usize]> = sets.iter().map(|set| &set.cells[..]).collect();
    by_size.sort_by_key(|cells| cells.len());
    let mut chosen: Vec<&[usize]> = Vec::new();
    for cells in by_size {
        if chosen.iter().all(|other| !other.iter().any(|cell| cells.contains(cell))) {
            chosen.push(cells);
        }
    }
    chosen
}

/// How many sets there are, and where they come from.
fn summary(record: &SetsRecord) -> String {
    let source = record.backend.map_or_else(|| record.source.to_owned(), |b| format!("{} with {b}", record.source));
    let n_sets = record.n_sets.unwrap_or(0);
    let source = record.regions.map_or_else(|| source.clone(), |regions| format!("{source} {regions}"));
    let noun = if n_sets == 1 { "set" } else { "sets" };
    // Of sets from a file, not all need be minimal.
    let is_minimal = record.source != SetsRecord::FILE || record.n_not_minimal == Some(0);
    let minimal = if is_minimal { "minimal " } else { "" };
    let (why, seconds) = (why(record.head.status), record.seconds);
    format!("{n_sets} {minimal}unavoidable {noun}: {why} ({source}, {seconds:.1} s)")
}

fn stats(record: &StatsRecord, head: &Head) -> String {
    let mut text = String::new();
    if let (Some(n), Some(exact)) = (record.clique_number, record.clique_exact) {
        let whose = if exact { "the grid has no more" } else { "of these sets; larger sets may give more" };
        let _ = writeln!(text, "  disjoint sets: {n} ({whose})");
    }
    if let Some(all) = &record.n_degree_2 {
        let nontrivial = counts(record.n_nontrivial_degree_2.iter().flatten());
        let _ = writeln!(text, "  minimal sets that need two clues, by size up to 11: {}", counts(all));
        let _ = writeln!(text, "  of these not two disjoint sets: {nontrivial}");
    }
    for DegreeRecord { degree, max_size, n_sets, n_nontrivial } in &record.degrees {
        let _ = writeln!(text, "  minimal sets that need {degree} clues, by size up to {max_size}: {}", counts(n_sets));
        let _ = writeln!(text, "  of these not disjoint sets that need fewer: {}", counts(n_nontrivial));
    }
    // Where no set needs several clues, it is the number of disjoint sets again.
    if let Some(packing) = record.packing.as_ref().filter(|packing| packing.n_clues > packing.sets.len()) {
        let whose = if packing.exact { "" } else { " or more" };
        let _ = writeln!(text, "  disjoint sets that need {} clues{whose} together:", packing.n_clues);
        for PackedRecord { degree, cells } in &packing.sets {
            let noun = if *degree == 1 { "clue " } else { "clues" };
            let _ = writeln!(text, "  {degree:>4} {noun} in {}", names(cells, head).join(" "));
        }
    }
    let _ = writeln!(text, "  sets by number of digits: {}", counts(&record.by_digits));
    let _ = writeln!(text, "  sets by bands x stacks: {}", counts(&record.by_boxes));
    let cells = record.cells_in_sets;
    let _ = writeln!(text, "  sets of a cell: {} to {}, mean {:.1}", cells.min, cells.max, cells.mean);
    text
}

/// A table on one line.
fn counts<'a, K: std::fmt::Display + 'a>(table: impl IntoIterator<Item = (&'a K, &'a usize)>) -> String {
    let cells: Vec<String> = table.into_iter().map(|(key, n)| format!("{key}: {n}")).collect();
    if cells.is_empty() { "none".to_owned() } else { cells.join(", ") }
}

/// How many sets there are of each size, and up to each size.
fn by_size(record: &SetsRecord) -> String {
    let mut text = String::new();
    let mut n_so_far = 0;
    for (i, (size, n)) in record.by_size.iter().flatten().enumerate() {
        if i == 0 {
            text.push_str("  size    sets   up to\n");
        }
        n_so_far += n;
        let _ = writeln!(text, "{size:>6} {n:>7} {n_so_far:>7}");
    }
    text
}

/// What the solves of the no-good loop took.
fn solves(records: &[IterationRecord]) -> Option<String> {
    let slowest = records.iter().max_by(|a, b| a.seconds.total_cmp(&b.seconds))?;
    let total: f64 = records.iter().map(|solve| solve.seconds).sum();
    let n = records.iter().filter(|record| !record.image).count();
    let noun = if n == 1 { "solve" } else { "solves" };
    let found = slowest.size.map_or_else(|| "no set".to_owned(), |size| format!("a set of {size}"));
    let asked = slowest.m.map_or_else(String::new, |m| format!(" for m = {m}"));
    Some(format!("{n} {noun} in {total:.1} s, the slowest{asked} in {:.1} s: {found}\n", slowest.seconds))
}
