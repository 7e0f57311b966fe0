//! Cells named by an option: `r1c1,r2c3`, or a line with one character for each cell of the grid.

use std::collections::BTreeSet;

use minclue_core::base::{Cell, Index};
use minclue_core::sudoku::{Place, Shape};

use super::answer::Answer;
use super::exit::Exit;
use super::message::Messages;

/// Cells that an option names, before it is known in which grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    text: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Names(Vec<Name>),
    /// Is the cell marked?
    Mask(Vec<bool>),
}

/// The cells of `--given` and of `--forbidden`, before it is known in which grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Conditions {
    given: Option<Cells>,
    forbidden: Option<Cells>,
}

impl Conditions {
    /// Reads the values of the two options; what is wrong with one is said.
    ///
    /// # Errors
    /// The exit code.
    pub(super) fn of_options(given: Option<&str>, forbidden: Option<&str>, messages: &Messages) -> Result<Self, Exit> {
        let given = Cells::of_option(GIVEN, given, messages)?;
        Ok(Self { given, forbidden: Cells::of_option(FORBIDDEN, forbidden, messages)? })
    }

    /// The cells that are given and those that are forbidden, in a grid of this shape.
    ///
    /// # Errors
    /// The answer to a grid in which they do not lie.
    pub(super) fn of(&self, shape: Shape) -> Result<[Vec<Cell>; 2], Answer> {
        let cells = |option, cells: &Option<Cells>| match cells.as_ref().map(|cells| cells.of(shape)).transpose() {
            Ok(cells) => Ok(cells.unwrap_or_default()),
            Err(e) => Err(e.answer(option)),
        };
        Ok([cells(GIVEN, &self.given)?, cells(FORBIDDEN, &self.forbidden)?])
    }
}

const GIVEN: &str = "--given";
const FORBIDDEN: &str = "--forbidden";

/// A cell by its name, and where that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Name {
    row: usize,
    column: usize,
    at: usize,
    width: usize,
}

/// What is wrong with the value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellError {
    pub(super) place: Place,
    pub(super) message: String,
}

impl CellError {
    /// The answer of an input to which what `option` says does not fit.
    pub(super) fn answer(self, option: &'static str) -> Answer {
        Answer::BadValue { option, place: self.place, message: self.message }
    }

    /// `width` characters of `text` from the 0-based `at`.
    fn new(text: &str, at: usize, width: usize, message: String) -> Self {
        let place = Place { line: 1, column: at + 1, width: width.max(1), text: text.to_owned() };
        Self { place, message }
    }
}

impl Cells {
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// What `option` says, if it says something; what is wrong with it is said here.
    ///
    /// # Errors
    /// The exit code.
    pub(super) fn of_option(option: &str, text: Option<&str>, messages: &Messages) -> Result<Option<Self>, Exit> {
        text.map(Self::read).transpose().map_err(|flaw| {
            messages.refused(option, &flaw.place, &flaw.message, None);
            Exit::Usage
        })
    }

    /// Reads names, or a mask in which all but `.` and `0` marks a cell.
    ///
    /// # Errors
    /// [`CellError`] if it is neither for any grid.
    pub(super) fn read(text: &str) -> Result<Self, CellError> {
        let kind = if is_list(text) { Kind::Names(names(text)?) } else { Kind::Mask(mask(text)?) };
        Ok(Self { text: text.to_owned(), kind })
    }

    /// The cells in a grid of this shape, ascending.
    ///
    /// # Errors
    /// [`CellError`] if they do not lie in such a grid.
    pub(super) fn of(&self, shape: Shape) -> Result<Vec<Cell>, CellError> {
        let (n, n_cells) = (shape.n(), shape.n_cells());
        match &self.kind {
            Kind::Names(names) => names
                .iter()
                .map(|name| {
                    let &Name { row, column, at, width } = name;
                    if row.max(column) > n {
                        let message = format!("there is no R{row}C{column} in a {n}x{n} grid");
                        return Err(CellError::new(&self.text, at, width, message));
                    }
                    Ok(Cell::new((row - 1) * n + column - 1))
                })
                .collect::<Result<BTreeSet<_>, _>>()
                .map(|cells| cells.into_iter().collect()),
            Kind::Mask(marks) if marks.len() != n_cells => {
                let at = marks.len().min(n_cells);
                let message = format!("{} characters; a {n}x{n} grid has {n_cells} cells", marks.len());
                Err(CellError::new(&self.text, at, marks.len().saturating_sub(at), message))
            }
            Kind::Mask(marks) => Ok((0..n_cells).filter(|&i| marks[i]).map(Cell::new).collect()),
        }
    }
}

/// Is it meant as a list of names? No digit of any grid is an R.
fn is_list(text: &str) -> bool {
    let mut chars = text.trim_start().chars();
    let is_name = matches!(chars.next(), Some('r' | 'R')) && chars.next().is_some_and(|c| c.is_ascii_digit());
    is_name || text.contains(',')
}

fn names(text: &str) -> Result<Vec<Name>, CellError> {
    let mut at = 0;
    text.split(',')
        .map(|part| {
            let start = at + part.chars().take_while(|c| c.is_whitespace()).count();
            at += part.chars().count() + 1;
            let name = part.trim();
            let width = name.chars().count();
            let (row, column) = row_and_column(name).ok_or_else(|| {
                let message = "this is not a cell; write row and column from 1, such as r1c1,r2c3".to_owned();
                // Where nothing stands, the place is that of the comma or the end.
                let start = if name.is_empty() { at - 1 } else { start };
                CellError::new(text, start, width, message)
            })?;
            Ok(Name { row, column, at: start, width })
        })
        .collect()
}

/// A row and a column, from 1, of the largest grid at most.
pub(super) fn row_and_column(name: &str) -> Option<(usize, usize)> {
    let number = |text: &str| {
        let number = text.parse().ok().filter(|n| (1..=Shape::MAX_N).contains(n));
        number.filter(|_| text.bytes().all(|b| b.is_ascii_digit()))
    };
    let (row, column) = name.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    Some((number(row)?, number(column)?))
}

fn mask(text: &str) -> Result<Vec<bool>, CellError> {
    let marks: Vec<bool> = text.chars().map(|c| !matches!(c, '.' | '0')).collect();
    if (2..=Shape::MAX_N).any(|n| n * n == marks.len()) {
        return Ok(marks);
    }
    let wanted = "write cells such as r1c1,r2c3, or one character for each cell of the grid";
    let message = match marks.len() {
        0 => format!("no cells; {wanted}"),
        n => format!("these {n} characters are neither a grid nor a cell; {wanted}"),
    };
    Err(CellError::new(text, 0, marks.len(), message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn four() -> Shape {
        Shape::new(2, 2).expect("a shape")
    }

    fn cells(text: &str) -> Vec<usize> {
        let read = Cells::read(text).and_then(|cells| cells.of(four()));
        read.unwrap_or_else(|flaw| panic!("{text}: {flaw:?}")).into_iter().map(Index::get).collect()
    }

    #[test]
    fn names_and_masks_say_the_same() {
        assert_eq!(cells("r1c1"), [0]);
        assert_eq!(cells("R1C2, r4c4 ,r2c1"), [1, 4, 15]);
        assert_eq!(cells(".1..x..........#"), [1, 4, 15]);
        assert_eq!(cells("0200400000000001"), [1, 4, 15]);
        assert_eq!(cells("r1c1,r1c1"), [0]);
        assert_eq!(cells("................"), [0; 0]);
        assert_eq!(cells("r..............."), [0]);
    }

    #[test]
    fn what_is_not_a_cell_is_pointed_at() {
        for (text, column, width) in [
            ("r1c1,x2,r3c3", 6, 2),
            ("r1c1, r0c1", 7, 4),
            ("r1c26", 1, 5),
            ("r1c+1", 1, 5),
            ("r1", 1, 2),
            ("r1c1,", 6, 1),
            ("r1c1,,r1c2", 6, 1),
            (",r1c1", 1, 1),
            ("A1", 1, 2),
            ("", 1, 1),
            ("...............", 1, 15),
        ] {
            let flaw = Cells::read(text).expect_err(text);
            assert_eq!((flaw.place.column, flaw.place.width), (column, width), "{text}: {}", flaw.message);
        }
    }

    #[test]
    fn cells_lie_in_the_grid() {
        let flaw = |text: &str| Cells::read(text).expect("cells").of(four()).expect_err(text);
        let outside = flaw("r1c1,r2c5");
        assert_eq!((outside.place.column, outside.message.as_str()), (6, "there is no R2C5 in a 4x4 grid"));
        assert_eq!(flaw("x........").place.column, 10);
        let long = flaw(&".".repeat(81));
        assert_eq!((long.place.column, long.place.width), (17, 65));
    }
}
