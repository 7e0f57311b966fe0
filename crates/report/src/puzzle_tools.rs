//! The records of the verbs that make puzzles of puzzles: `canon`, `minimize`, `neighbors`, `generate`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::enumeration::FoundPuzzle;
use super::head::Head;
use super::picture::{Figure, Picture};
use super::rate::PeopleRecord;
use super::record::{Columns, Record, Table, Text};
use super::words::clues;

/// A puzzle with its name and its number of clues.
fn drawing(head: &Head, puzzle: Option<&str>, n_clues: Option<usize>) -> Option<Figure> {
    let picture = Picture::of(head.shape.as_deref(), puzzle?)?;
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

/// The answer of `canon` for one input: `minclue-canon/1`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CanonRecord {
    /// The input and how it ended.
    #[serde(flatten)]
    pub head: Head,
    /// The minlex form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minlex: Option<String>,
    /// The order of the automorphism group; left out if it is beyond 64 bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_automorphisms: Option<u64>,
    /// The number of its class among those of this run, from 1, in the order in which they came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<usize>,
    /// Is it the first of its class?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<bool>,
    /// Is it isomorphic to what it was compared with?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub isomorphic: Option<bool>,
    /// What takes the input to its minlex form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transform: Option<TransformRecord>,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// The version of minclue.
    pub version: &'static str,
    /// Do people want to see the order of the group?
    #[serde(skip)]
    pub shows_order: bool,
    /// What people see in place of the form, where they sift their own list.
    #[serde(skip)]
    pub shown: Option<String>,
}

impl CanonRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-canon/1";
}

impl Record for CanonRecord {
    fn head(&self) -> &Head {
        &self.head
    }

    fn text(&self, _: bool) -> Text {
        canon(self).into()
    }

    fn figure(&self) -> Option<Figure> {
        drawing(&self.head, self.minlex.as_deref(), None)
    }
}

impl Table for CanonRecord {
    const COLUMNS: Columns = Columns {
        names: "id input grid shape status error.message minlex n_automorphisms class first isomorphic",
        shown: &[
            ("id", "name"),
            ("minlex", "minlex form"),
            ("n_automorphisms", "order"),
            ("class", "class"),
            ("isomorphic", "same"),
        ],
        rows: None,
    };
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

/// The answer of `minimize` for one input: `minclue-minimize/1`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct MinimizeRecord {
    /// The input and how it ended.
    #[serde(flatten)]
    pub head: Head,
    /// Number of clues of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_input_clues: Option<usize>,
    /// A minimal puzzle inside the input, the one with the fewest clues of all that were met; or what a limit has left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// Its number of clues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_clues: Option<usize>,
    /// Is it known that no clue can be dropped? If not, a limit came first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<bool>,
    /// Orders of dropping clues that were tried.
    pub n_orders: u64,
    /// The seed of the random orders.
    pub seed: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// The version of minclue.
    pub version: &'static str,
}

impl MinimizeRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-minimize/1";
}

impl Record for MinimizeRecord {
    fn head(&self) -> &Head {
        &self.head
    }

    fn text(&self, _: bool) -> Text {
        self.puzzle.clone().into()
    }

    fn figure(&self) -> Option<Figure> {
        drawing(&self.head, self.puzzle.as_deref(), self.n_clues)
    }
}

impl Table for MinimizeRecord {
    const COLUMNS: Columns = Columns {
        names: "id input grid shape status error.message n_input_clues puzzle n_clues minimal n_orders seed",
        shown: &[
            ("id", "name"),
            ("puzzle", "puzzle"),
            ("n_input_clues", "from"),
            ("n_clues", "to"),
            ("status", "status"),
        ],
        rows: None,
    };
}

/// The answer of `neighbors` for one input, after the puzzles that it found: `minclue-neighbors/1`. It has `remove`,
/// `add` and `minimal` of one exchange, or `to` of a hunt.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct NeighborsRecord {
    /// The input and how it ended.
    #[serde(flatten)]
    pub head: Head,
    /// How many clues were taken away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remove: Option<usize>,
    /// How many were put in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub add: Option<usize>,
    /// Only minimal puzzles?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<bool>,
    /// The number of clues that was hunted for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<usize>,
    /// Exchanges of a hunt from one class to others, of this run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_moves: Option<u64>,
    /// Classes of isomorphic puzzles that the hunt has met, by their numbers of clues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_classes: Option<BTreeMap<usize, usize>>,
    /// Classes with as many clues as were hunted for or fewer, found in this run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_found: Option<u64>,
    /// Those of them that were known, if some were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_known: Option<u64>,
    /// Valid puzzles met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_neighbors: Option<u64>,
    /// Those of them that are isomorphic to none before, of this run or of the known ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_new: Option<u64>,
    /// Are these all neighbors; or, of a hunt, is nothing left to be done?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// The version of minclue.
    pub version: &'static str,
    /// The new puzzles, where they have no records of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzles: Option<Vec<FoundPuzzle>>,
    /// Was only the number asked for? Then people see it, and otherwise the puzzles.
    #[serde(skip)]
    pub only_counted: bool,
}

impl NeighborsRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-neighbors/1";

    /// A record without an answer.
    #[must_use]
    pub fn new(head: Head, version: &'static str) -> Self {
        Self {
            head,
            remove: None,
            add: None,
            minimal: None,
            to: None,
            n_moves: None,
            n_classes: None,
            n_found: None,
            n_known: None,
            n_neighbors: None,
            n_new: None,
            complete: None,
            seconds: 0.0,
            version,
            puzzles: None,
            only_counted: false,
        }
    }
}

impl Table for NeighborsRecord {
    const COLUMNS: Columns = Columns {
        names: "id input grid shape status error.message remove add minimal n_neighbors n_new complete seconds",
        shown: &[
            ("id", "name"),
            ("n_neighbors", "neighbors"),
            ("n_new", "new"),
            ("status", "status"),
            ("seconds", "seconds"),
        ],
        rows: None,
    };
}

impl Record for NeighborsRecord {
    fn head(&self) -> &Head {
        &self.head
    }

    fn text(&self, _: bool) -> Text {
        self.n_new.filter(|_| self.only_counted).map(|n| n.to_string()).into()
    }
}

/// How a generated puzzle can be made again.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RecipeRecord {
    /// The seed.
    pub seed: u64,
    /// The number of the puzzle among those of the seed, from 0.
    pub number: u64,
    /// The attempt that gave it, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<u64>,
    /// Where the grid is from: `permutations`, `solver`, `uniform` or `given`.
    pub fill: &'static str,
    /// The part of the cells that is kept, if puzzles are made by density.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub density: Option<f64>,
    /// The order of digging, if they are dug.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dig: Option<&'static str>,
    /// The symmetry of the pattern, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symmetry: Option<&'static str>,
    /// The cells of the clues as a line of `X` and `.`, if they were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// The command that makes this very puzzle.
    pub command: String,
}

/// One puzzle of `generate`: `minclue-generate/1`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GeneratedRecord {
    /// The input, where there was one, and how it ended.
    #[serde(flatten)]
    pub head: Head,
    /// The puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// Number of clues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_clues: Option<usize>,
    /// Is the grid its only solution?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid: Option<bool>,
    /// Is no clue redundant? Said of valid puzzles only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<bool>,
    /// Tries of the brute-force fill, where a range of them was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tries: Option<u64>,
    /// Recursions in the order of contribution numbers, where a range of them was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ctn: Option<u64>,
    /// How hard it is for people, where a level was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub people: Option<PeopleRecord>,
    /// How it was made; nothing of an input that is not a grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipe: Option<RecipeRecord>,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// The version of minclue.
    pub version: &'static str,
}

impl GeneratedRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-generate/1";
}

impl Record for GeneratedRecord {
    fn head(&self) -> &Head {
        &self.head
    }

    fn text(&self, _: bool) -> Text {
        self.puzzle.clone().into()
    }

    fn figure(&self) -> Option<Figure> {
        drawing(&self.head, self.puzzle.as_deref(), self.n_clues)
    }
}

// Here the grid is not an input.
impl Table for GeneratedRecord {
    const COLUMNS: Columns = Columns {
        names: "id shape status error.message puzzle n_clues valid minimal tries ctn people.level \
                people.score grid recipe.seed \
                recipe.number recipe.attempt recipe.command",
        shown: &[
            ("id", "name"),
            ("puzzle", "puzzle"),
            ("n_clues", "clues"),
            ("minimal", "minimal"),
            ("tries", "tries"),
            ("ctn", "CtN"),
            ("people.level", "level"),
            ("people.score", "score"),
        ],
        rows: None,
    };
}
