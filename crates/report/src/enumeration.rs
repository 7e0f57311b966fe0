//! The records of `enumerate`: one a puzzle while they are found, and one a grid at the end.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use minclue_core::problem::Counters;
use minclue_core::sudoku::{Rule, Shape, Variant};

use super::head::rules_of;
use super::picture::{Figure, Picture};
use super::record::{Columns, Record, Text, answer};
use super::words::clue_name;
use minclue_solver::{ProofRecord, SearchRecord, StartRecord};

/// A puzzle that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum FoundPuzzle {
    /// Of a grid, in one line.
    Line(String),
    /// Of another problem: what its clues say.
    Clues(Vec<String>),
}

/// One puzzle of an enumeration, written before the record of its grid: `minclue-puzzle/1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PuzzleRecord {
    /// Name and version of the record's layout.
    pub schema: &'static str,
    /// The name of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The puzzle.
    pub puzzle: FoundPuzzle,
    /// The shape of the boxes, if it is not the usual one of grids with as many cells.
    #[serde(rename = "shape", skip_serializing_if = "Option::is_none")]
    pub stated_shape: Option<String>,
    /// The rules of `--variant`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The most solutions of a puzzle; omitted if it is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_solutions: Option<usize>,
    #[serde(skip)]
    text: String,
    /// The shape of a grid, so that it can be drawn.
    #[serde(skip)]
    pub shape: Option<Shape>,
}

impl PuzzleRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-puzzle/1";
    pub const COLUMNS: Columns =
        Columns { names: "id puzzle shape variant", shown: "id: name, puzzle: puzzle", rows: None };

    /// A puzzle of a grid, in one line.
    #[must_use]
    pub fn of_grid(id: Option<String>, line: String, shape: Shape) -> Self {
        let stated_shape = (Shape::of_cells(shape.n_cells()) != Some(shape)).then(|| shape.to_string());
        let (text, puzzle) = (line.clone(), FoundPuzzle::Line(line));
        Self { stated_shape, shape: Some(shape), ..Self::new(id, text, puzzle) }
    }

    fn new(id: Option<String>, text: String, puzzle: FoundPuzzle) -> Self {
        let (stated_shape, variant, max_solutions) = (None, None, None);
        Self { schema: Self::SCHEMA, id, puzzle, stated_shape, variant, max_solutions, text, shape: None }
    }

    /// The same puzzle, of a grid of this variant and with at most this number of solutions.
    #[must_use]
    pub fn of_question(mut self, variant: &Variant, max_solutions: usize) -> Self {
        self.variant = (!variant.is_plain()).then(|| variant.to_string());
        self.max_solutions = Some(max_solutions).filter(|max| *max > 1);
        self
    }

    /// The rules beside those of the shape.
    #[must_use]
    pub fn rules(&self) -> Vec<Rule> {
        rules_of(self.variant.as_deref())
    }

    /// A puzzle of another kind, by the names of its clues.
    #[must_use]
    pub fn of_problem(id: Option<String>, clues: Vec<String>, kind: &str) -> Self {
        let text = clues.iter().map(|name| clue_name(name, kind)).collect::<Vec<_>>().join(" ");
        Self::new(id, text, FoundPuzzle::Clues(clues))
    }

    /// What people read of it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What there is to draw.
    #[must_use]
    pub fn figure(&self) -> Option<Figure> {
        let picture = Picture::new(self.shape?, &self.text)?.with_rules(&self.rules());
        Some(Figure::of(self.id.clone(), picture, Vec::new()))
    }
}

answer! {
    /// The answer of `enumerate` for one input: `minclue-enumeration/1`.
    pub struct EnumerationRecord = "minclue-enumeration/1";
    names: "id input grid shape variant status error.message n_clues minimal n_puzzles complete engine n_nodes seconds";
    shown: "id: name, n_clues: clues, n_puzzles: puzzles, complete: all, status: status, n_nodes: nodes, seconds: \
            seconds";
    /// The number of clues of each puzzle.
    pub n_clues: usize,
    /// Whether only minimal puzzles were listed.
    pub minimal: bool,
    /// The cells that are clues of every puzzle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<usize>,
    /// The cells that are clues of no puzzle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<usize>,
    /// Number of puzzles found.
    pub n_puzzles: Option<u64>,
    /// Whether these are all.
    pub complete: Option<bool>,
    /// The engine.
    pub engine: Cow<'static, str>,
    /// The most solutions of a puzzle; omitted if it is 1.
    pub max_solutions: Option<usize>,
    /// The work.
    #[serde(flatten)]
    pub work: Option<Counters>,
    /// The sets that the engine started from.
    pub start: Option<StartRecord>,
    /// The search without these: its processor seconds, and what a published one counts.
    pub search: Option<SearchRecord>,
    /// The certificate that says so, which was checked.
    pub proof: Option<ProofRecord>,
    /// Wall-clock seconds, the search for start sets and the solution of a puzzle included.
    pub seconds: f64,
    seed, version,
    /// The puzzles, where they have no records of their own.
    pub puzzles: Option<Vec<FoundPuzzle>>,
    /// Was only the number asked for? Then people see it, and otherwise the puzzles.
    #[serde(skip)]
    pub only_counted: bool,
}

impl Record for EnumerationRecord {
    fn text(&self, _: bool) -> Text {
        // What was found is out already.
        self.n_puzzles.filter(|_| self.only_counted).map(|n| n.to_string()).into()
    }
}
