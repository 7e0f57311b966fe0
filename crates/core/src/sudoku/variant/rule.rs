//! The rules of variants.

use std::fmt;
use std::str::FromStr;

use crate::sudoku::shape::Shape;

use super::{DrawnRule, ExtraHouse, JigsawRegions, RegionsError, VariantError};

/// A rule in addition to those of a shape. Puzzles as models support all rules; a [`Variant`] supports those that
/// consist of houses and moves, see [`Rule::is_searched`].
///
/// [`Variant`]: super::Variant
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Both diagonals are houses (Sudoku-X).
    Diagonals,
    /// The diagonal from the upper left is a house.
    FallingDiagonal,
    /// The diagonal from the lower left is a house.
    RisingDiagonal,
    /// The four windows of 3x3 cells at rows and columns 2 to 4 and 6 to 8 are houses, on 9x9 with 3x3 boxes (windoku).
    ///
    /// Rows 2 to 4 have each digit three times, twice of these in windows, so the remaining nine cells are a house too,
    /// and so on: there are five hidden windows, and all nine divide the grid like boxes.
    Windows,
    /// The cells at the same position in each box are a house.
    DisjointGroups,
    /// Cells a knight's move apart differ.
    AntiKnight,
    /// Cells that touch at a corner differ.
    AntiKing,
    /// The grid is a Latin square with regions of n cells as houses: shape `1xn`.
    Jigsaw(JigsawRegions),
    /// The digits of neighbors are not consecutive.
    NonConsecutive,
    /// A rule that is drawn into the grid.
    Drawn(DrawnRule),
}

/// The reason why a text does not name a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// There is no rule of this name.
    #[error(
        "there is no rule `{0}`; there are x, falling-diagonal, rising-diagonal, windoku, disjoint-groups, \
         anti-knight, anti-king, non-consecutive, jigsaw=REGIONS, and lines such as `thermometer r1c1 r1c2`"
    )]
    Unknown(String),
    /// The line of a drawn rule is invalid.
    #[error("{0}")]
    Drawn(String),
    /// The regions of a jigsaw are invalid.
    #[error(transparent)]
    Regions(#[from] RegionsError),
}

/// Rows down and columns to the right.
type Step = (i8, i8);

const KNIGHT: &[Step] = &[(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];
/// Beside each other cells share a line anyway.
const KING: &[Step] = &[(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The lines that a window has, from 0: those of the windows proper, and the others.
const WINDOW_LINES: [[usize; 3]; 3] = [[1, 2, 3], [5, 6, 7], [0, 4, 8]];

impl Rule {
    /// The rules that have only a name.
    pub const NAMED: &'static [Self] = &[
        Self::Diagonals,
        Self::FallingDiagonal,
        Self::RisingDiagonal,
        Self::Windows,
        Self::DisjointGroups,
        Self::AntiKnight,
        Self::AntiKing,
        Self::NonConsecutive,
    ];

    /// The name on the command line, and in the text of a puzzle.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Diagonals => "x",
            Self::FallingDiagonal => "falling-diagonal",
            Self::RisingDiagonal => "rising-diagonal",
            Self::Windows => "windoku",
            Self::DisjointGroups => "disjoint-groups",
            Self::AntiKnight => "anti-knight",
            Self::AntiKing => "anti-king",
            Self::Jigsaw(_) => "jigsaw",
            Self::NonConsecutive => "non-consecutive",
            Self::Drawn(rule) => rule.name(),
        }
    }

    /// Returns whether it consists of houses and moves, which every engine supports. Other rules need puzzles as
    /// models.
    #[must_use]
    pub fn is_searched(&self) -> bool {
        !matches!(self, Self::NonConsecutive | Self::Drawn(_))
    }

    /// Does it say what the other one says, and perhaps more?
    pub(super) fn has(&self, other: &Self) -> bool {
        let is_diagonal = matches!(other, Self::FallingDiagonal | Self::RisingDiagonal);
        self.name() == other.name() || *self == Self::Diagonals && is_diagonal
    }

    /// Can grids of this shape have the rule?
    pub(super) fn fits(&self, shape: Shape) -> Result<(), VariantError> {
        let wanted = match self {
            Self::Windows if shape != Shape::NINE => Shape::NINE.to_string(),
            Self::DisjointGroups if shape.is_latin() => "boxes of more than one line".to_owned(),
            Self::Jigsaw(regions) if !(shape.is_latin() && shape.n() == regions.n()) => {
                format!("Latin squares of its order, which is shape 1x{}", regions.n())
            }
            Self::NonConsecutive | Self::Drawn(_) => return Err(VariantError::Model(self.name())),
            _ => return Ok(()),
        };
        Err(VariantError::Shape { rule: self.name(), wanted, shape })
    }

    /// Its houses; their kinds are numbered from `kind` on.
    pub(super) fn houses(&self, shape: Shape, kind: usize) -> Vec<ExtraHouse> {
        let n = shape.n();
        let house = |name: String, kind, mut cells: Vec<_>| {
            cells.sort_unstable();
            ExtraHouse { name, kind, cells }
        };
        let groups = |name: &dyn Fn(usize) -> String, group: &dyn Fn(usize, usize) -> usize| -> Vec<ExtraHouse> {
            let of = |i| shape.cells().filter(|c| group(shape.row(*c), shape.column(*c)) == i).collect();
            (0..n).map(|i| house(name(i), kind, of(i))).collect()
        };
        match self {
            Self::Diagonals => {
                let falling = (0..n).map(|i| shape.cell(i, i)).collect();
                let rising = (0..n).map(|i| shape.cell(i, n - 1 - i)).collect();
                // They may meet in a cell.
                vec![
                    house("the falling diagonal".to_owned(), kind, falling),
                    house("the rising diagonal".to_owned(), kind + 1, rising),
                ]
            }
            Self::Windows => {
                let windows = (0..9).map(|i| {
                    // The four windows first, then the hidden ones.
                    let (down, right) = [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (1, 2), (2, 0), (2, 1), (2, 2)][i];
                    let cells = WINDOW_LINES[down].iter().flat_map(|row| WINDOW_LINES[right].map(|c| (*row, c)));
                    let name = if i < 4 { format!("window {}", i + 1) } else { format!("hidden window {}", i - 3) };
                    house(name, kind, cells.map(|(row, column)| shape.cell(row, column)).collect())
                });
                windows.collect()
            }
            Self::DisjointGroups => {
                let (rows, columns) = (shape.box_rows(), shape.box_cols());
                groups(&|i| format!("disjoint group {}", i + 1), &|row, column| row % rows * columns + column % columns)
            }
            Self::Jigsaw(regions) => {
                groups(&|i| format!("region {}", regions.letter(i)), &|row, column| regions.of(shape.cell(row, column)))
            }
            Self::FallingDiagonal | Self::RisingDiagonal => {
                let both = Self::Diagonals.houses(shape, kind);
                let wanted = usize::from(*self == Self::RisingDiagonal);
                both.into_iter().skip(wanted).take(1).map(|house| ExtraHouse { kind, ..house }).collect()
            }
            Self::AntiKnight | Self::AntiKing | Self::NonConsecutive | Self::Drawn(_) => Vec::new(),
        }
    }

    /// The moves that lead to a cell of another digit.
    pub(super) fn steps(&self) -> Option<&'static [Step]> {
        match self {
            Self::AntiKnight => Some(KNIGHT),
            Self::AntiKing => Some(KING),
            _ => None,
        }
    }

    /// The relation between cells that clash because of a move.
    pub(super) fn apart(&self) -> &'static str {
        if matches!(self, Self::AntiKing) { "corner to corner" } else { "a knight's move apart" }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drawn(rule) => rule.fmt(f),
            Self::Jigsaw(regions) => write!(f, "{}={regions}", self.name()),
            _ => f.write_str(self.name()),
        }
    }
}

impl FromStr for Rule {
    type Err = RuleError;

    /// A name, `jigsaw=` and the letters of the regions, or the line of a rule that names its cells.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        if let Some(letters) = text.strip_prefix("jigsaw=") {
            return Ok(Self::Jigsaw(letters.parse()?));
        }
        if text.trim().contains(' ') {
            return text.parse().map(Self::Drawn).map_err(RuleError::Drawn);
        }
        Self::NAMED.iter().find(|rule| rule.name() == text).cloned().ok_or_else(|| RuleError::Unknown(text.to_owned()))
    }
}
