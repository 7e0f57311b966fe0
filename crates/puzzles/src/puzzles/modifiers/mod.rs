//! Modifiers of squares: additional rules of a Latin square or a Sudoku, in any number.
//!
//! A modifier is one file. Modifiers without parameters are a word in the head; the others have lines below the digits.
//! The rules of a modifier may be given, or be the clues: then each rule has a variable that is 1 exactly if the rule
//! holds, so every filling of the square is still one point of the model.

mod anti_king;
mod anti_knight;
mod arrows;
mod cages;
mod diagonals;
mod disjoint_groups;
mod kropki;
mod line_rules;
mod little_killer;
mod non_consecutive;
mod regions;
mod signs;
mod square_model;
mod thermometers;
mod windows;

use std::fmt;
use std::ops::Range;

use crate::ilp::VarId;
use crate::sudoku::{CellAt, Rule, Shape};

use super::block::{Line, PuzzleError, TextBlock};
use super::houses::{House, Square};
use super::spelling::distance;
use super::template::Template;

pub(super) use regions::NAME as JIGSAW;
pub(super) use square_model::{SquareModel, add_less};

/// An additional rule of squares.
pub struct Modifier {
    /// Its word in the head and after `clues=`.
    pub name: &'static str,
    /// The rule, in one sentence.
    pub about: &'static str,
    /// The first words of its lines; empty if the word in the head is enough.
    pub lines: &'static [&'static str],
    /// Whether the first of [`Self::lines`] has a drawing below it, with a character for each cell.
    pub is_drawn: bool,
    /// A description of its clues; `None` if these rules are always given.
    pub clue: Option<&'static str>,
    /// A small instance with it, as text.
    pub example: &'static str,
    pub(super) read: fn(&RuleText<'_>) -> Result<Box<dyn RuleSet>, PuzzleError>,
}

impl fmt::Debug for Modifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Modifier({})", self.name)
    }
}

pub const MODIFIERS: &[Modifier] = &[
    diagonals::MODIFIER,
    diagonals::FALLING,
    diagonals::RISING,
    windows::MODIFIER,
    disjoint_groups::MODIFIER,
    anti_knight::MODIFIER,
    anti_king::MODIFIER,
    non_consecutive::MODIFIER,
    regions::MODIFIER,
    cages::MODIFIER,
    thermometers::MODIFIER,
    arrows::MODIFIER,
    signs::MODIFIER,
    kropki::MODIFIER,
    little_killer::MODIFIER,
];

/// The name of the modifier of which `word` is a misspelling, or of whose lines it misspells the first word.
pub(super) fn nearest(word: &str, modifiers: &[Modifier]) -> Option<&'static str> {
    let is_word = word.chars().count() >= 4 && word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let known = modifiers
        .iter()
        .flat_map(|modifier| modifier.lines.iter().chain([&modifier.name]).map(move |known| (known, modifier.name)));
    // One letter in four may differ, and two at most: names such as `some` are not meant for `sum`.
    let near = known
        .map(|(known, name)| (distance(word, known), known.len(), name))
        .filter(|(far, n_letters, _)| is_word && *far <= (n_letters / 4).min(2));
    near.map(|(far, _, name)| (far, name)).min().map(|(_, name)| name)
}

/// The rules of one modifier in one puzzle, which its solution keeps.
pub(super) trait RuleSet {
    /// The rules as data, in the order of [`Self::add_clues`].
    fn rules(&self) -> Vec<Rule>;

    /// Houses that join those of the square.
    fn houses(&self) -> &[House] {
        &[]
    }

    /// The number of rules that may be clues.
    fn n_rules(&self) -> usize {
        0
    }

    /// Adds the rows of all rules beside houses, which are given.
    fn add(&self, model: &mut SquareModel<'_>);

    /// Adds a variable for each rule that is 1 exactly where it holds.
    fn add_clues(&self, model: &mut SquareModel<'_>) -> Vec<VarId> {
        self.add(model);
        Vec::new()
    }

    /// Shows the rules, each always or, where they are clues, with its clue.
    fn show(&self, template: &mut Template, clues: Option<&[VarId]>);
}

/// Houses of a rule, and nothing else.
pub(super) struct Houses(Rule, Vec<House>);

impl RuleSet for Houses {
    fn rules(&self) -> Vec<Rule> {
        vec![self.0.clone()]
    }

    fn houses(&self) -> &[House] {
        &self.1
    }

    fn add(&self, _: &mut SquareModel<'_>) {}

    fn show(&self, _: &mut Template, _: Option<&[VarId]>) {}
}

/// The text of one modifier.
pub(super) struct RuleText<'a> {
    pub(super) block: &'a TextBlock,
    pub(super) square: &'a Square,
    /// The shape of the boxes, if there are any.
    pub(super) shape: Option<Shape>,
    /// The column of its word in the head, or 1.
    pub(super) column: usize,
    pub(super) lines: &'a [RuleLine<'a>],
}

/// A line of a modifier.
pub(super) struct RuleLine<'a> {
    /// Its row in the block, from 0; `None` where a drawing follows the digits at once.
    pub(super) row: Option<usize>,
    /// Its words, each with its first column, from 1; the first one says what kind of line it is.
    pub(super) words: Vec<(usize, &'a str)>,
    /// The rows of its drawing in the block.
    pub(super) drawing: Range<usize>,
}

impl<'a> RuleText<'a> {
    /// Creates the error about the modifier as a whole.
    pub(super) fn fail_word(&self, message: impl Into<String>) -> PuzzleError {
        self.block.fail_word(self.column, message)
    }

    /// The text of a line.
    pub(super) fn text(&self, line: &RuleLine<'_>) -> &'a Line {
        &self.block.rows()[line.row.unwrap_or_default()]
    }

    /// Creates the error at a column of a line, from 1.
    pub(super) fn fail(&self, line: &RuleLine<'_>, column: usize, message: impl Into<String>) -> PuzzleError {
        self.block.fail(self.text(line), column, message)
    }

    /// Creates the error at the end of a line.
    pub(super) fn fail_end(&self, line: &RuleLine<'_>, message: impl Into<String>) -> PuzzleError {
        self.fail(line, self.text(line).text.chars().count() + 1, message)
    }

    /// The cell that a word such as `r1c2` names.
    pub(super) fn cell(&self, line: &RuleLine<'_>, (column, word): (usize, &str)) -> Result<usize, PuzzleError> {
        let n = self.square.n;
        let Some((row, column_of)) = CellAt::numbers(word) else {
            return Err(self.fail(line, column, format!("`{word}` is not a cell; write a cell as r1c2")));
        };
        let range: Range<usize> = 1..n + 1;
        if !range.contains(&row) || !range.contains(&column_of) {
            return Err(self.fail(line, column, format!("there is no cell `{word}`; rows and columns go up to {n}")));
        }
        Ok((row - 1) * n + column_of - 1)
    }

    /// The cells of these words, no two of them the same.
    pub(super) fn cells(&self, line: &RuleLine<'_>, words: &[(usize, &str)]) -> Result<Vec<usize>, PuzzleError> {
        let mut cells = Vec::with_capacity(words.len());
        for word in words {
            let cell = self.cell(line, *word)?;
            if cells.contains(&cell) {
                return Err(self.fail(
                    line,
                    word.0,
                    format!("{} occurs twice in this line", self.square.cell_name(cell)),
                ));
            }
            cells.push(cell);
        }
        Ok(cells)
    }

    /// A cell as data.
    pub(super) fn at(&self, cell: usize) -> CellAt {
        CellAt::of(cell, self.square.n)
    }

    /// These cells as data, in the order in which they stand.
    pub(super) fn all_at(&self, cells: &[usize]) -> Vec<CellAt> {
        cells.iter().map(|cell| self.at(*cell)).collect()
    }

    /// The characters of a drawing, one for each cell.
    pub(super) fn drawing(&self, line: &RuleLine<'_>) -> Result<Vec<Vec<char>>, PuzzleError> {
        let n = self.square.n;
        let letters = self.block.part_of_grid(line.drawing.clone())?;
        match letters.first().map_or(0, Vec::len) {
            found if found == n => Ok(letters),
            found => {
                let message = format!("this row has {found} letters, not {n}");
                Err(self.block.fail_at(line.drawing.start, 0, message))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{only, refusal, shown};
    use super::*;

    #[test]
    fn every_example_is_posed_with_its_rules_given_and_as_clues() {
        for modifier in MODIFIERS {
            let posed = only(modifier.example).unwrap_or_else(|e| panic!("{}: {e}", modifier.name));
            assert!(posed.id.is_some() && !posed.clues.is_empty(), "{}", modifier.name);
            if modifier.clue.is_some() {
                let (head, rows) = modifier.example.split_once('\n').expect("a head and rows");
                let text = format!("{head} clues={}\n{rows}", modifier.name);
                let of_rules = only(&text).unwrap_or_else(|e| panic!("{text}{e}"));
                assert_eq!(of_rules.model.violated_row(&of_rules.solution), None);
                assert!(of_rules.clues.iter().all(|clue| of_rules.solution[clue.get()]));
                let [none, all] = shown(&text);
                assert!(none.len() <= all.len() && none != all, "{text}");
            }
        }
    }

    #[test]
    fn cells_are_refused_at_their_words() {
        let of = |rule: &str| refusal(&format!("latin\n12\n21\n{rule}\n"));
        assert_eq!(of("greater r1c2 r1d1"), "line 4, column 14: `r1d1` is not a cell; write a cell as r1c2");
        assert_eq!(of("greater r1c3 r1c1"), "line 4, column 9: there is no cell `r1c3`; rows and columns go up to 2");
        assert_eq!(of("greater r0c1 r1c1"), "line 4, column 9: there is no cell `r0c1`; rows and columns go up to 2");
        assert_eq!(of("greater r1c1  r1c1"), "line 4, column 15: R1C1 occurs twice in this line");
        assert_eq!(
            of("greater r1c99999999999999999999 r1c1").split(';').next(),
            Some("line 4, column 9: `r1c99999999999999999999` is not a cell")
        );
    }
}
