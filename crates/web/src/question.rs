//! The puzzle of a question.

use std::fmt::Display;

use minclue_core::base::Limits;
use minclue_core::problem::SudokuClues;
use minclue_core::sudoku::{Counter, Grid, Puzzle, Rule, Shape, Uniqueness, Variant, line};
use minclue_puzzles::grid_files::GridReader;

use crate::protocol::Trouble;

/// Words of a bit set that holds the cells of all grids of the page.
pub(crate) const W: usize = 2;
/// The largest grids of the page have this many rows: beyond that an answer takes longer than anybody watches, and
/// cells are too small for a phone.
pub(crate) const MAX_N: usize = 10;

/// A question: a text, and rules such as `x,anti-knight` beside those of plain Sudoku; none if that is empty. Boxes
/// among them, such as `3x2`, are those of the puzzle, whatever the text says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'t> {
    pub(crate) text: &'t str,
    pub(crate) rules: &'t str,
}

impl<'t> From<&'t str> for Question<'t> {
    fn from(text: &'t str) -> Self {
        Self { text, rules: "" }
    }
}

/// A puzzle or grid that keeps the rules of a variant.
#[derive(Debug)]
pub(crate) struct ParsedPuzzle {
    pub(crate) puzzle: Puzzle,
    pub(crate) variant: Variant,
    /// The name before it.
    pub(crate) name: Option<String>,
}

/// The puzzle or grid of a question, in any form that the program reads: only the first counts.
pub(crate) fn posed(question: Question<'_>) -> Result<ParsedPuzzle, Trouble> {
    let refused = |error: &dyn Display| Trouble::Refused(error.to_string());
    let names = question.rules.split(',').filter(|name| !name.is_empty());
    let is_boxes = |name: &&str| name.starts_with(|c: char| c.is_ascii_digit());
    let (boxes, names): (Vec<&str>, Vec<&str>) = names.partition(is_boxes);
    let rules: Vec<Rule> = names.into_iter().map(str::parse).collect::<Result<_, _>>().map_err(|e| refused(&e))?;
    // Two of them, with a comma between, cannot be read as one shape.
    let boxes = (!boxes.is_empty()).then(|| boxes.join(",").parse::<Shape>());
    let boxes = boxes.transpose().map_err(|e| refused(&e))?;
    // A jigsaw has no boxes, which its text cannot say.
    let order = rules.iter().find_map(|rule| {
        if let Rule::Jigsaw(regions) = rule { Some(u8::try_from(regions.n()).unwrap_or(u8::MAX)) } else { None }
    });
    let shape = order.map(|n| Shape::new(1, n)).transpose().map_err(|e| refused(&e))?;
    let (puzzle, name, brought) = puzzle(question.text, boxes.or(shape))?;
    let mut rules = rules;
    for rule in brought {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    let variant = Variant::new(puzzle.shape(), &rules).map_err(|e| refused(&e))?;
    variant.check(&puzzle).map_err(|e| refused(&e))?;
    Ok(ParsedPuzzle { puzzle, variant, name })
}

/// The puzzle, its name, and the rules that it brings.
fn puzzle(text: &str, shape: Option<Shape>) -> Result<(Puzzle, Option<String>, Vec<Rule>), Trouble> {
    let entry = match GridReader::new(text.as_bytes(), shape, None).with_rules().next() {
        Some(Ok(entry)) => entry,
        Some(Err(error)) => return Err(Trouble::Refused(error.to_string())),
        None => return Err(Trouble::Refused("there is nothing to read".to_owned())),
    };
    let n = entry.puzzle.shape().n();
    if n > MAX_N {
        let message = format!(
            "this page supports grids up to {MAX_N} x {MAX_N}, but this one is {n} x {n}: use the program for larger grids"
        );
        return Err(Trouble::Refused(message));
    }
    Ok((entry.puzzle, entry.id, entry.rules))
}

/// How many solutions a puzzle has.
pub(crate) fn solutions(variant: &Variant, puzzle: &Puzzle) -> Result<Uniqueness, Trouble> {
    Counter::<W>::of(variant.clone())
        .uniqueness(puzzle, &mut Limits::none().pace(u32::MAX))
        .map_err(|stop| Trouble::Failed(stop.to_string()))
}

/// The grid that is meant.
pub(crate) fn grid(posed: &ParsedPuzzle) -> Result<Grid, Trouble> {
    match solutions(&posed.variant, &posed.puzzle)? {
        Uniqueness::One(grid) => Ok(grid),
        Uniqueness::None => Err(Trouble::Refused("this puzzle has no solution".to_owned())),
        Uniqueness::Many(..) => Err(Trouble::Refused("this puzzle has several solutions".to_owned())),
    }
}

/// A grid as a line.
pub(crate) fn grid_line(grid: &Grid) -> String {
    line(&Puzzle::from(grid))
}

/// Rows and columns of a box.
pub(crate) fn boxes(shape: Shape) -> [usize; 2] {
    [shape.box_rows(), shape.box_cols()]
}

/// The clue problem of a grid that keeps the rules.
pub(crate) fn problem(variant: &Variant, grid: &Grid) -> SudokuClues<W> {
    SudokuClues::of(variant, grid.clone()).expect("it is a solution of a puzzle of the variant")
}
