//! Rules that are drawn into a grid, each with its cells.

use std::fmt;
use std::str::FromStr;

use crate::sudoku::shape::Shape;

/// A cell given by its row and column, independent of the size of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellAt {
    /// The row, from 0.
    pub row: u8,
    /// The column, from 0.
    pub column: u8,
}

impl CellAt {
    /// Creates the cell with this number, row-major from 0, in a grid of n rows.
    #[must_use]
    pub fn of(cell: usize, n: usize) -> Self {
        let small = |i: usize| u8::try_from(i).expect("a grid has at most 25 rows");
        Self { row: small(cell / n), column: small(cell % n) }
    }

    /// Parses a text such as `r1c2`, in lower or upper case, and returns the row and the column, from 1, without
    /// checking that a grid has them.
    #[must_use]
    pub fn numbers(text: &str) -> Option<(usize, usize)> {
        let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?;
        let (row, column) = text.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
        Some((number(row)?, number(column)?))
    }

    /// Its number in a grid of n rows, row-major from 0; `None` if it is outside the grid.
    #[must_use]
    pub fn number(self, n: usize) -> Option<usize> {
        let (row, column) = (usize::from(self.row), usize::from(self.column));
        (row < n && column < n).then_some(row * n + column)
    }
}

/// As `r1c2`, counted from 1.
impl fmt::Display for CellAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", u16::from(self.row) + 1, u16::from(self.column) + 1)
    }
}

impl FromStr for CellAt {
    type Err = String;

    /// Reads `r1c2`, capitals or not.
    fn from_str(text: &str) -> Result<Self, String> {
        let small = |i: usize| u8::try_from(i.checked_sub(1)?).ok().filter(|i| usize::from(*i) < Shape::MAX_N);
        let cell =
            Self::numbers(text).and_then(|(row, column)| Some(Self { row: small(row)?, column: small(column)? }));
        cell.ok_or_else(|| format!("`{text}` is not a cell; write a cell as r1c2"))
    }
}

/// The direction of a diagonal line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    DownRight,
    DownLeft,
    UpRight,
    UpLeft,
}

impl Direction {
    pub const ALL: [Self; 4] = [Self::DownRight, Self::DownLeft, Self::UpRight, Self::UpLeft];

    /// The name in texts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::DownRight => "down-right",
            Self::DownLeft => "down-left",
            Self::UpRight => "up-right",
            Self::UpLeft => "up-left",
        }
    }

    /// One step: the number of rows down and of columns to the right.
    #[must_use]
    pub fn step(self) -> (i8, i8) {
        match self {
            Self::DownRight => (1, 1),
            Self::DownLeft => (1, -1),
            Self::UpRight => (-1, 1),
            Self::UpLeft => (-1, -1),
        }
    }
}

/// A drawn rule with its cells. The solution of a puzzle satisfies all of its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawnRule {
    /// The digits of these cells differ, and have the sum `sum`, if there is one.
    Cage { cells: Vec<CellAt>, sum: Option<u16> },
    /// The digits increase from cell to cell, starting at the bulb.
    Thermometer(Vec<CellAt>),
    /// The digit of the first cell, the circle, is the sum of the digits of the others.
    Arrow(Vec<CellAt>),
    /// The digit of the first cell is greater than that of the second.
    Sign([CellAt; 2]),
    /// The digits of two neighbors are consecutive.
    WhiteDot([CellAt; 2]),
    /// One of the digits of two neighbors is twice the other.
    BlackDot([CellAt; 2]),
    /// The digits from the first cell on in this direction have this sum.
    LittleKiller { start: CellAt, direction: Direction, sum: Option<u16> },
}

impl DrawnRule {
    /// The modifier in docs/puzzles.md.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Cage { .. } => "cages",
            Self::Thermometer(_) => "thermometers",
            Self::Arrow(_) => "arrows",
            Self::Sign(_) => "signs",
            Self::WhiteDot(_) | Self::BlackDot(_) => "kropki",
            Self::LittleKiller { .. } => "little-killer",
        }
    }

    /// All cells of the rule.
    #[must_use]
    pub fn cells(&self) -> &[CellAt] {
        match self {
            Self::Cage { cells, .. } | Self::Thermometer(cells) | Self::Arrow(cells) => cells,
            Self::Sign(cells) | Self::WhiteDot(cells) | Self::BlackDot(cells) => cells,
            Self::LittleKiller { start, .. } => std::slice::from_ref(start),
        }
    }
}

/// Its line in the text of a puzzle.
impl fmt::Display for DrawnRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Self::Cage { .. } => "cage",
            Self::Thermometer(_) => "thermometer",
            Self::Arrow(_) => "arrow",
            Self::Sign(_) => "greater",
            Self::WhiteDot(_) => "kropki white",
            Self::BlackDot(_) => "kropki black",
            Self::LittleKiller { .. } => "little-killer",
        };
        f.write_str(word)?;
        self.cells().iter().try_for_each(|cell| write!(f, " {cell}"))?;
        if let Self::LittleKiller { direction, .. } = self {
            write!(f, " {}", direction.name())?;
        }
        match self {
            Self::Cage { sum: Some(sum), .. } => write!(f, " sum {sum}"),
            Self::LittleKiller { sum: Some(sum), .. } => write!(f, " {sum}"),
            _ => Ok(()),
        }
    }
}

impl FromStr for DrawnRule {
    type Err = String;

    /// Reads its line in the text of a puzzle, such as `thermometer r1c1 r1c2 r2c2`.
    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let cells = |words: &[&str]| -> Result<Vec<CellAt>, String> {
            let cells: Vec<CellAt> = words.iter().map(|word| word.parse()).collect::<Result<_, _>>()?;
            match (1..cells.len()).find(|i| cells[..*i].contains(&cells[*i])) {
                Some(i) => Err(format!("{} occurs twice in `{text}`", cells[i])),
                None => Ok(cells),
            }
        };
        let pair = |words: &[&str]| -> Result<[CellAt; 2], String> {
            cells(words)?.try_into().map_err(|_| format!("`{text}` should have two cells"))
        };
        let at_least = |least: usize, words: &[&str]| match cells(words)? {
            cells if cells.len() < least => Err(format!("`{text}` should have {least} cells or more")),
            cells => Ok(cells),
        };
        let sum = |word: &str| word.parse().map_err(|_| format!("`{word}` is not a sum"));
        match words.as_slice() {
            ["cage", cells @ .., "sum", total] => Ok(Self::Cage { cells: at_least(1, cells)?, sum: Some(sum(total)?) }),
            ["cage", cells @ ..] => Ok(Self::Cage { cells: at_least(2, cells)?, sum: None }),
            ["thermometer", cells @ ..] => Ok(Self::Thermometer(at_least(2, cells)?)),
            ["arrow", cells @ ..] => Ok(Self::Arrow(at_least(2, cells)?)),
            ["greater", cells @ ..] => Ok(Self::Sign(pair(cells)?)),
            ["kropki", "white", cells @ ..] => Ok(Self::WhiteDot(pair(cells)?)),
            ["kropki", "black", cells @ ..] => Ok(Self::BlackDot(pair(cells)?)),
            ["little-killer", start, word, total @ ..] if total.len() < 2 => {
                let direction = Direction::ALL.into_iter().find(|direction| direction.name() == *word);
                let direction = direction.ok_or_else(|| format!("`{word}` is not a direction such as down-right"))?;
                let sum = total.first().map(|total| sum(total)).transpose()?;
                Ok(Self::LittleKiller { start: start.parse()?, direction, sum })
            }
            _ => Err(format!(
                "`{text}` is not a rule; a rule begins with cage, thermometer, arrow, greater, kropki or little-killer"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_as_they_are_read() {
        for line in [
            "cage r1c1 r1c2 sum 12",
            "cage r1c1 sum 4",
            "cage r1c1 r25c25",
            "thermometer r1c1 r1c2 r2c2",
            "arrow r1c3 r1c2 r1c1",
            "greater r1c2 r1c1",
            "kropki white r1c2 r1c3",
            "kropki black r1c4 r2c4",
            "little-killer r1c2 down-right 6",
            "little-killer r4c1 up-left",
        ] {
            assert_eq!(line.parse::<DrawnRule>().map(|rule| rule.to_string()), Ok(line.to_owned()));
        }
    }

    #[test]
    fn other_lines_are_refused_with_a_reason() {
        for (line, said) in [
            ("cage r1c1", "2 cells or more"),
            ("cage sum 3", "1 cells or more"),
            ("cage r1c1 r1c2 sum x", "`x` is not a sum"),
            ("thermometer r1c1", "2 cells or more"),
            ("thermometer r1c1 r1c1", "r1c1 occurs twice"),
            ("greater r1c1 r1c2 r1c3", "two cells"),
            ("kropki red r1c1 r1c2", "is not a rule"),
            ("little-killer r1c1 down 3", "not a direction"),
            ("arrow r1c1 r0c2", "`r0c2` is not a cell"),
            ("arrow r1c1 r1c26", "`r1c26` is not a cell"),
            ("arrow r1c1 r1c999", "`r1c999` is not a cell"),
        ] {
            let error = line.parse::<DrawnRule>().expect_err(line);
            assert!(error.contains(said), "{line}: {error}");
        }
    }
}
