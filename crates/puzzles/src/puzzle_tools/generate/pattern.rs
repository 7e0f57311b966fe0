//! Symmetric patterns of clues.

use crate::base::CellSet;
use crate::sudoku::Shape;

/// The symmetry of the pattern of clues. The digits do not have to be symmetric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Pattern {
    /// Nothing: any pattern.
    #[cfg_attr(feature = "clap", value(name = "none", help = "Any pattern"))]
    #[default]
    Free,
    /// Half a turn.
    #[cfg_attr(feature = "clap", value(aliases = ["rotational", "rotate180", "rotate-180"]))]
    HalfTurn,
    /// A quarter turn.
    #[cfg_attr(feature = "clap", value(aliases = ["rotate90", "rotate-90"]))]
    QuarterTurn,
    /// A mirror that exchanges left and right.
    #[cfg_attr(feature = "clap", value(aliases = ["mirror", "horizontal"], help = "A mirror from left to right"))]
    LeftRight,
    /// A mirror that exchanges top and bottom.
    #[cfg_attr(feature = "clap", value(aliases = ["flip", "vertical"], help = "A mirror from top to bottom"))]
    TopBottom,
    /// The mirror on the diagonal from the top left.
    Diagonal,
    /// The mirror on the diagonal from the top right.
    Antidiagonal,
    /// All of these.
    Full,
}

type Turn = fn(usize, (usize, usize)) -> (usize, usize);

impl Pattern {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Free => "none",
            Self::HalfTurn => "half-turn",
            Self::QuarterTurn => "quarter-turn",
            Self::LeftRight => "left-right",
            Self::TopBottom => "top-bottom",
            Self::Diagonal => "diagonal",
            Self::Antidiagonal => "antidiagonal",
            Self::Full => "full",
        }
    }

    /// The moves that generate the symmetry, each from the last row and column number and a cell.
    fn moves(self) -> &'static [Turn] {
        match self {
            Self::Free => &[],
            Self::HalfTurn => &[|last, (r, c)| (last - r, last - c)],
            Self::QuarterTurn => &[|last, (r, c)| (c, last - r)],
            Self::LeftRight => &[|last, (r, c)| (r, last - c)],
            Self::TopBottom => &[|last, (r, c)| (last - r, c)],
            Self::Diagonal => &[|_, (r, c)| (c, r)],
            Self::Antidiagonal => &[|last, (r, c)| (last - c, last - r)],
            Self::Full => &[|last, (r, c)| (c, last - r), |_, (r, c)| (c, r)],
        }
    }

    /// Returns the groups of cells that are either all clues or all empty, ordered by their first cells.
    #[must_use]
    pub fn groups<const W: usize>(self, shape: Shape) -> Vec<CellSet<W>> {
        let last = shape.n() - 1;
        let mut left = CellSet::<W>::first_n(shape.n_cells());
        let mut groups = Vec::new();
        while let Some(cell) = left.first() {
            let mut group = CellSet::only(cell);
            let mut open = vec![cell];
            while let Some(cell) = open.pop() {
                for turn in self.moves() {
                    let (row, column) = turn(last, (shape.row(cell), shape.column(cell)));
                    let image = shape.cell(row, column);
                    if !group.contains(image) {
                        group.insert(image);
                        open.push(image);
                    }
                }
            }
            left -= group;
            groups.push(group);
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_the_orbits_of_the_pattern() {
        let sizes = |pattern: Pattern| {
            let groups = pattern.groups::<2>(Shape::NINE);
            assert_eq!(groups.iter().map(CellSet::len).sum::<usize>(), 81);
            (groups.len(), groups.iter().map(CellSet::len).max().expect("a group"))
        };
        assert_eq!(sizes(Pattern::Free), (81, 1));
        assert_eq!(sizes(Pattern::HalfTurn), (41, 2));
        assert_eq!(sizes(Pattern::QuarterTurn), (21, 4));
        for mirror in [Pattern::LeftRight, Pattern::TopBottom, Pattern::Diagonal, Pattern::Antidiagonal] {
            assert_eq!(sizes(mirror), (45, 2), "{mirror:?}");
        }
        // Burnside: (81 + 2 * 1 + 1 + 4 * 9) / 8 orbits.
        assert_eq!(sizes(Pattern::Full), (15, 8));
    }
}
