//! The records of the verbs that make puzzles of puzzles: `canon`, `minimize`, `neighbors`, `generate`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::enumeration::FoundPuzzle;
use super::head::Head;
use super::picture::Figure;
use super::rate::PeopleRecord;
use super::record::{Record, Text, answer, record};
use super::words::clues;

/// A puzzle with its name and its number of clues.
fn drawing(head: &Head, puzzle: Option<&str>, n_clues: Option<usize>) -> Option<Figure> {
    let picture = head.picture(puzzle?)?;
    Some(Figure::of(head.id.clone(), picture, n_clues.map(clues).into_iter().collect()))
}

/// A symmetry of a shape, with a renaming of the digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TransformRecord {
    /// For each cell, where it goes.
    pub cells: Vec<usize>,
    /// For each digit from 1, its new name.
    pub digits: Vec<usize>,
}

answer! {
    /// The answer of `canon` for one input: `minclue-canon/1`.
    pub struct CanonRecord = "minclue-canon/1";
    names: "id input grid shape variant status error.message minlex n_automorphisms class first isomorphic";
    shown: "id: name, minlex: minlex form, n_automorphisms: order, class: class, isomorphic: same";
    /// The minlex form.
    pub minlex: Option<String>,
    /// The order of the automorphism group; omitted if it is beyond 64 bits.
    pub n_automorphisms: Option<u64>,
    /// The number of its class among those of this run, from 1, in the order in which they came.
    pub class: Option<usize>,
    /// Whether it is the first of its class.
    pub first: Option<bool>,
    /// Whether it is isomorphic to that of `--same-as`.
    pub isomorphic: Option<bool>,
    /// The transformation from the input to its minlex form.
    pub transform: Option<TransformRecord>,
    seconds, version,
    /// Do people want to see the order of the group?
    #[serde(skip)]
    pub shows_order: bool,
    /// What people see in place of the form, where they sift their own list.
    #[serde(skip)]
    pub shown: Option<String>,
}

impl Record for CanonRecord {
    fn text(&self, _: bool) -> Text {
        canon(self).into()
    }

    fn figure(&self) -> Option<Figure> {
        drawing(&self.head, self.minlex.as_deref(), None)
    }
}

/// One line: the form, or what stands for it, so that other programs can read it.
fn canon(record: &CanonRecord) -> Option<String> {
    let mut line = record.shown.clone().or_else(|| record.minlex.clone())?;
    if record.shows_order {
        // Beyond 64 bits it is not counted.
        let order = record.n_automorphisms.map_or_else(|| ">=2^64".to_owned(), |order| order.to_string());
        let _ = write!(line, " {order}");
    }
    if let Some(isomorphic) = record.isomorphic {
        line.push_str(if isomorphic { " isomorphic" } else { " different" });
    }
    Some(line)
}

answer! {
    /// The answer of `minimize` for one input: `minclue-minimize/1`.
    pub struct MinimizeRecord = "minclue-minimize/1";
    names: "id input grid shape status error.message n_input_clues puzzle n_clues minimal n_orders seed";
    shown: "id: name, puzzle: puzzle, n_input_clues: from, n_clues: to, status: status";
    /// Number of clues of the input.
    pub n_input_clues: Option<usize>,
    /// A minimal puzzle inside the input, the one with the fewest clues of all that were met; or what a limit has left.
    pub puzzle: Option<String>,
    /// Its number of clues.
    pub n_clues: Option<usize>,
    /// Whether every clue is known to be needed; if not, a limit came first.
    pub minimal: Option<bool>,
    /// Orders of dropping clues that were tried.
    pub n_orders: u64,
    /// The seed of the random orders.
    pub seed: u64,
    seconds, version,
}

impl Record for MinimizeRecord {
    fn text(&self, _: bool) -> Text {
        self.puzzle.clone().into()
    }

    fn figure(&self) -> Option<Figure> {
        drawing(&self.head, self.puzzle.as_deref(), self.n_clues)
    }
}

answer! {
    /// The answer of `neighbors` for one input, after the puzzles that it found: `minclue-neighbors/1`. It has `remove`,
    /// `add` and `minimal` of one exchange, or `to` of a hunt.
    pub struct NeighborsRecord = "minclue-neighbors/1";
    names: "id input grid shape status error.message remove add minimal n_neighbors n_new complete seconds";
    shown: "id: name, n_neighbors: neighbors, n_new: new, status: status, seconds: seconds";
    /// Number of clues removed.
    pub remove: Option<usize>,
    /// Number of clues added.
    pub add: Option<usize>,
    /// Whether only minimal puzzles were listed.
    pub minimal: Option<bool>,
    /// The number of clues that was hunted for.
    pub to: Option<usize>,
    /// Exchanges of a hunt from one class to others, of this run.
    pub n_moves: Option<u64>,
    /// Classes of isomorphic puzzles that the hunt has met, by their numbers of clues.
    pub n_classes: Option<BTreeMap<usize, usize>>,
    /// Classes with as many clues as were hunted for or fewer, found in this run.
    pub n_found: Option<u64>,
    /// The number of them that `--known` lists.
    pub n_known: Option<u64>,
    /// Valid puzzles met.
    pub n_neighbors: Option<u64>,
    /// The number of them that are not isomorphic to an earlier puzzle of this run or to a known one.
    pub n_new: Option<u64>,
    /// Whether these are all neighbors; with `--to`, whether no move is left.
    pub complete: Option<bool>,
    seconds, version,
    /// The new puzzles, where they have no records of their own.
    pub puzzles: Option<Vec<FoundPuzzle>>,
    /// Was only the number asked for? Then people see it, and otherwise the puzzles.
    #[serde(skip)]
    pub only_counted: bool,
}

impl Record for NeighborsRecord {
    fn text(&self, _: bool) -> Text {
        self.n_new.filter(|_| self.only_counted).map(|n| n.to_string()).into()
    }
}

record! {
    /// How a generated puzzle can be made again.
    pub struct RecipeRecord;
    /// The seed.
    pub seed: u64,
    /// The number of the puzzle among those of the seed, from 0.
    pub number: u64,
    /// The attempt that gave it, from 1.
    pub attempt: Option<u64>,
    /// Source of the grid: `permutations`, `solver`, `uniform` or `given`.
    pub fill: &'static str,
    /// The part of the cells that is kept, if puzzles are made by density.
    pub density: Option<f64>,
    /// The order of digging, if they are dug.
    pub dig: Option<&'static str>,
    /// The symmetry of the pattern, if there is one.
    pub symmetry: Option<&'static str>,
    /// The cells of the clues as a line of `X` and `.`, if they were given.
    pub pattern: Option<String>,
    /// The command that makes this very puzzle.
    pub command: String,
}

answer! {
    /// One puzzle of `generate`: `minclue-generate/1`.
    pub struct GeneratedRecord = "minclue-generate/1";
    names: "id shape variant status error.message puzzle n_clues valid minimal tries ctn people.level people.score grid \
            recipe.seed recipe.number recipe.attempt recipe.command";
    shown: "id: name, puzzle: puzzle, n_clues: clues, minimal: minimal, tries: tries, ctn: CtN, people.level: level, \
            people.score: score";
    /// The puzzle.
    pub puzzle: Option<String>,
    /// Number of clues.
    pub n_clues: Option<usize>,
    /// Whether the grid is its only solution.
    pub valid: Option<bool>,
    /// Whether every clue is needed; for valid puzzles only.
    pub minimal: Option<bool>,
    /// Tries of the brute-force fill, with `--tries`.
    pub tries: Option<u64>,
    /// Recursions in the order of contribution numbers, with `--ctn`.
    pub ctn: Option<u64>,
    /// The rating for people, with `--level`.
    pub people: Option<PeopleRecord>,
    /// How it was made; omitted for an input that is not a grid.
    pub recipe: Option<RecipeRecord>,
    seconds, version,
}

impl Record for GeneratedRecord {
    fn text(&self, _: bool) -> Text {
        self.puzzle.clone().into()
    }

    fn figure(&self) -> Option<Figure> {
        drawing(&self.head, self.puzzle.as_deref(), self.n_clues)
    }
}

// Here the grid is not an input.
