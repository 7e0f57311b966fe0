//! Solved puzzles as text, and the 0/1 models of their instances, from which fewest clues problems are made
//! (tjusila-2023, section 6).
//!
//! A kind of puzzle is one file with one function. The function reads the text of a solved puzzle, and returns a 0/1
//! model of all solutions of its instance, the given solution, and the variables that may be clues. All other
//! functions, such as searching and writing files, work for every 0/1 model. `docs/puzzles.md` describes the formats,
//! the models, and how to add a kind of puzzle.

mod any_form;
mod block;
mod boxes;
mod coloring;
mod digit_uses;
mod draft;
mod futoshiki;
mod graph;
mod head;
mod houses;
mod jigsaw;
mod kakuro;
mod kakuro_sums;
mod latin;
mod matching;
mod minesweeper;
mod modifiers;
mod nonogram;
mod open;
mod parts;
mod queens;
mod reach;
mod reader;
mod runs;
mod slitherlink;
mod spelling;
mod square;
mod square_puzzle;
mod star_battle;
mod sudoku;
mod sudoku_x;
mod template;
mod windoku;

pub use any_form::puzzles_in;
pub use block::{Line, PuzzleError, TextBlock};
pub use graph::Graph;
pub use minclue_core::problem::Layout;
pub use modifiers::{MODIFIERS, Modifier};
pub use open::{OpenPuzzle, OpenSolutions};
pub use parts::Parts;
pub use reader::PuzzleReader;
pub use square_puzzle::SquarePuzzle;

use std::fmt;

use crate::ilp::{BinaryModel, VarId};

/// The maximum number of variables that may be clues: the capacity of the widest cell set.
pub const MAX_CLUES: usize = 640;

/// The maximum number of variables of a model; Latin squares of order 25 have 15,625.
pub const MAX_VARS: usize = 50_000;

/// A solved puzzle as a 0/1 model.
pub struct PuzzleInstance {
    /// The kind of puzzle, as in [`PUZZLES`].
    pub puzzle: &'static str,
    /// The name of the instance, if it has one.
    pub id: Option<String>,
    /// The model of all solutions of the instance, without an objective. Different 0/1 points are different solutions.
    pub model: BinaryModel,
    /// The known solution, one value per variable; every row holds.
    pub solution: Vec<bool>,
    /// The variables that may be clues, at most [`MAX_CLUES`], each 1 in the solution. All of them together may have
    /// several solutions: the numbers of a loop may be those of two loops.
    pub clues: Vec<VarId>,
    /// The layout in which it is shown.
    pub layout: Box<dyn Layout>,
    /// The clues in its text, if it was not solved there; otherwise `None`.
    pub given: Option<Vec<VarId>>,
    /// The square with rules, if it is one.
    pub square: Option<SquarePuzzle>,
    /// Is its solution not known yet?
    pub(crate) is_open: bool,
}

impl fmt::Debug for PuzzleInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { puzzle, id, model, clues, .. } = self;
        let (n_vars, n_rows, n_clues) = (model.n_vars(), model.rows().len(), clues.len());
        write!(f, "PuzzleInstance({puzzle} {id:?}: {n_vars} variables, {n_rows} rows, {n_clues} clues)")
    }
}

/// A kind of puzzle.
#[derive(Debug)]
pub struct PuzzleKind {
    /// The first word of its instances.
    pub name: &'static str,
    /// The rules, in one sentence.
    pub about: &'static str,
    /// A description of its clues.
    pub clue: &'static str,
    /// A small instance, as text.
    pub example: &'static str,
    /// Whether its text may have [`MODIFIERS`], and choose which of them are clues.
    pub is_modified: bool,
    /// Reads an instance.
    ///
    /// # Errors
    /// [`PuzzleError`] at the first error.
    pub parse: fn(&TextBlock) -> Result<PuzzleInstance, PuzzleError>,
}

/// All kinds of puzzles.
pub const PUZZLES: &[PuzzleKind] = &[
    latin::PUZZLE,
    sudoku::PUZZLE,
    sudoku_x::PUZZLE,
    windoku::PUZZLE,
    jigsaw::PUZZLE,
    futoshiki::PUZZLE,
    kakuro::PUZZLE,
    kakuro_sums::PUZZLE,
    slitherlink::PUZZLE,
    matching::PUZZLE,
    coloring::PUZZLE,
    queens::PUZZLE,
    minesweeper::PUZZLE,
    nonogram::PUZZLE,
    star_battle::PUZZLE,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text of an example without clues, and with all clues.
    pub(super) fn shown(text: &str) -> [String; 2] {
        let posed = only(text).expect("an instance");
        [posed.layout.show(&|_| false), posed.layout.show(&|_| true)]
    }

    /// The one instance of a text.
    pub(super) fn only(text: &str) -> Result<PuzzleInstance, PuzzleError> {
        let mut all: Vec<_> = PuzzleReader::new(text.as_bytes()).collect();
        assert_eq!(all.len(), 1, "{text}");
        all.remove(0)
    }

    /// The refusal of a text, with its place.
    pub(super) fn refusal(text: &str) -> String {
        only(text).expect_err("no instance").to_string()
    }

    /// The examples of all puzzles and modifiers, each with its name.
    pub(super) fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
        let puzzles = PUZZLES.iter().map(|puzzle| (puzzle.name, puzzle.example));
        puzzles.chain(MODIFIERS.iter().map(|modifier| (modifier.name, modifier.example)))
    }

    #[test]
    fn every_example_is_posed_under_its_name() {
        for puzzle in PUZZLES {
            let posed = only(puzzle.example).unwrap_or_else(|e| panic!("{}: {e}", puzzle.name));
            assert_eq!(posed.puzzle, puzzle.name);
            assert!(posed.id.is_some(), "{}: an example has a name", puzzle.name);
            assert_eq!(posed.model.violated_row(&posed.solution), None);
            assert!(!posed.clues.is_empty() && posed.clues.iter().all(|clue| posed.solution[clue.get()]));
        }
    }

    #[test]
    fn names_of_variables_and_rows_are_unique() {
        let as_clues = MODIFIERS.iter().filter(|modifier| modifier.clue.is_some()).map(|modifier| {
            (modifier.name, modifier.example.replacen('\n', &format!(" clues={}\n", modifier.name), 1))
        });
        for (name, example) in examples().map(|(name, example)| (name, example.to_owned())).chain(as_clues) {
            let model = only(&example).expect("an instance").model;
            let mut names: Vec<&str> = model.var_names().collect();
            let mut rows: Vec<&str> = model.rows().iter().map(|row| row.name.as_str()).collect();
            for list in [&mut names, &mut rows] {
                let n = list.len();
                list.sort_unstable();
                list.dedup();
                assert_eq!(list.len(), n, "{name}");
            }
            for row in model.rows() {
                let mut vars: Vec<VarId> = row.terms.iter().map(|(var, _)| *var).collect();
                vars.sort_unstable();
                vars.dedup();
                assert_eq!(vars.len(), row.terms.len(), "{name}: {}", row.name);
                assert!(row.terms.iter().all(|(_, a)| *a != 0), "{name}: {}", row.name);
            }
        }
    }

    #[test]
    fn fewer_clues_show_less() {
        for (name, example) in examples() {
            let [none, all] = shown(example);
            assert_ne!(none, all, "{name}");
            assert!(none.ends_with('\n') && all.ends_with('\n'), "{name}");
            let dots = |text: &str| text.matches('.').count();
            assert!(dots(&none) > dots(&all) || ["queens", "star-battle"].contains(&name), "{name}");
        }
    }

    /// A puzzle whose text shows exactly what may be given shows its text.
    #[test]
    fn all_clues_show_the_instance_itself() {
        let differs = ["kakuro", "kakuro-sums", "slitherlink", "minesweeper", "nonogram"];
        for (name, example) in examples().filter(|(name, _)| !differs.contains(name)) {
            let (_, rows) = example.split_once('\n').expect("a head and rows");
            assert_eq!(shown(example)[1].trim_end(), rows.trim_end(), "{name}");
        }
    }

    #[test]
    fn every_puzzle_is_documented() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/puzzles.md");
        let text = std::fs::read_to_string(path).expect("docs/puzzles.md is there");
        for (name, example) in examples() {
            let is_modifier = MODIFIERS.iter().any(|modifier| modifier.example == example);
            let head = if is_modifier { format!("\n### `{name}`") } else { format!("\n## `{name}`") };
            assert!(text.contains(&head), "{name} has no section");
            let example: String = example.lines().map(|line| format!("    {line}\n")).collect();
            assert!(text.contains(&example), "the example of {name} is not the one in docs/puzzles.md");
        }
    }
}
