//! Grids and puzzles as pictures: text for terminals, and SVG.
//!
//! A [`Picture`] says what is to be seen of one grid; a [`Figure`] has pictures that belong together, with the words
//! around them. How they look is in `text` and `svg`. Nothing here prints, so a web page can use it as well.

mod outline;
mod rules;
mod svg;
mod text;
mod tree;

use minclue_core::sudoku::{DrawnRule, Rule, Shape, Variant};

pub use svg::sheet;
pub(crate) use svg::{STYLE, escaped, grid};
pub use text::beside;
pub use tree::{TreeMark, TreePicture, tree_dot, tree_sheet};

/// How a digit is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ink {
    /// It was given: strong.
    Clue,
    /// It follows from the clues: light.
    Solution,
}

/// What one cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Square {
    /// Its digit, as in a line of text; none of an empty cell.
    symbol: Option<char>,
    /// How that is drawn.
    ink: Ink,
    /// Is the cell highlighted?
    is_marked: bool,
    /// The digit of another solution, small beside the first one; SVG only.
    second: Option<char>,
}

/// What is drawn of one grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    shape: Shape,
    squares: Vec<Square>,
    /// Each with its cells ascending.
    sets: Vec<Vec<usize>>,
    /// Cells of diagonals and windows, which nothing else shows.
    shaded: Vec<usize>,
    /// The regions of a jigsaw, by cell; none where there are boxes.
    regions: Vec<usize>,
    /// Rules that are drawn into the cells; SVG only.
    drawn: Vec<DrawnRule>,
    /// The names of the others.
    unseen: Vec<&'static str>,
    /// Words below it.
    pub label: Option<String>,
}

/// Pictures that belong together, side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    /// The name above them.
    pub title: Option<String>,
    pub pictures: Vec<Picture>,
    /// Small pictures below them.
    pub small: Vec<Picture>,
    /// Sentences below all of them.
    pub caption: Vec<String>,
}

impl Picture {
    /// The digits of a grid or puzzle in one line, `.` for an empty cell, all of them clues; none if they are not as
    /// many as the shape has cells.
    #[must_use]
    pub fn new(shape: Shape, line: &str) -> Option<Self> {
        let square = |symbol| Square {
            symbol: Some(symbol).filter(|symbol| *symbol != '.'),
            ink: Ink::Clue,
            is_marked: false,
            second: None,
        };
        let squares: Vec<Square> = line.chars().map(square).collect();
        (squares.len() == shape.n_cells()).then(|| Self {
            shape,
            squares,
            sets: Vec::new(),
            shaded: Vec::new(),
            regions: Vec::new(),
            drawn: Vec::new(),
            unseen: Vec::new(),
            label: None,
        })
    }

    /// The same from a shape that is written as in records, such as `3x3`.
    #[must_use]
    pub fn of(shape: Option<&str>, line: &str) -> Option<Self> {
        Self::new(shape?.parse().ok()?, line)
    }

    /// Fills the empty cells with the digits of a solution, in light. A line of another length changes nothing.
    #[must_use]
    pub fn solved(mut self, solution: &str) -> Self {
        if solution.chars().count() == self.squares.len() {
            for (square, digit) in self.squares.iter_mut().zip(solution.chars()) {
                if square.symbol.is_none() {
                    (square.symbol, square.ink) = (Some(digit).filter(|digit| *digit != '.'), Ink::Solution);
                }
            }
        }
        self
    }

    /// With the rules of a variant. One of another shape changes nothing.
    #[must_use]
    pub fn of_variant(self, variant: &Variant) -> Self {
        if variant.shape() == self.shape { self.with_rules(variant.rules()) } else { self }
    }

    /// With these rules, as far as they can be drawn: diagonals and windows in another color, the regions of a jigsaw,
    /// and as SVG all that name their cells. The others are named by [`Self::unseen_rules`].
    #[must_use]
    pub fn with_rules(mut self, rules: &[Rule]) -> Self {
        let n = self.shape.n();
        for rule in rules {
            let is_shaded: &dyn Fn(usize, usize) -> bool = match rule {
                Rule::Diagonals => &|row, column| row == column || row + column + 1 == n,
                Rule::FallingDiagonal => &|row, column| row == column,
                Rule::RisingDiagonal => &|row, column| row + column + 1 == n,
                // The four proper ones of windoku, at rows and columns 2 to 4 and 6 to 8.
                Rule::Windows => &|row, column| !row.is_multiple_of(4) && !column.is_multiple_of(4),
                Rule::Jigsaw(regions) if regions.n() == n => {
                    self.regions = self.shape.cells().map(|cell| regions.of(cell)).collect();
                    continue;
                }
                Rule::Jigsaw(_) => continue,
                Rule::Drawn(rule) => {
                    if rule.cells().iter().all(|cell| cell.number(n).is_some()) {
                        self.drawn.push(rule.clone());
                    }
                    continue;
                }
                Rule::DisjointGroups | Rule::AntiKnight | Rule::AntiKing | Rule::NonConsecutive => {
                    self.unseen.push(rule.name());
                    continue;
                }
            };
            self.shaded.extend((0..self.squares.len()).filter(|i| is_shaded(i / n, i % n)));
        }
        self
    }

    /// The names of the rules that are not to be seen.
    #[must_use]
    pub fn unseen_rules(&self) -> &[&'static str] {
        &self.unseen
    }

    /// All digits in light.
    #[must_use]
    pub fn light(mut self) -> Self {
        self.squares.iter_mut().for_each(|square| square.ink = Ink::Solution);
        self
    }

    /// Highlights cells; numbers beyond the last cell are left out.
    #[must_use]
    pub fn marked(mut self, cells: &[usize]) -> Self {
        for &cell in cells {
            if let Some(square) = self.squares.get_mut(cell) {
                square.is_marked = true;
            }
        }
        self
    }

    /// Draws a line around a set of cells; numbers beyond the last cell are left out.
    #[must_use]
    pub fn outlined(mut self, cells: &[usize]) -> Self {
        let mut set: Vec<usize> = cells.iter().copied().filter(|cell| *cell < self.squares.len()).collect();
        set.sort_unstable();
        set.dedup();
        self.sets.push(set);
        self
    }

    /// Notes the digits of another solution where they differ.
    #[must_use]
    pub fn with_second(mut self, solution: &str) -> Self {
        if solution.chars().count() == self.squares.len() {
            for (square, digit) in self.squares.iter_mut().zip(solution.chars()) {
                square.second = Some(digit).filter(|digit| square.symbol != Some(*digit));
            }
        }
        self
    }

    /// Words below the picture.
    #[must_use]
    pub fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The side of its drawing.
    pub(crate) fn side(&self) -> usize {
        self.shape.n() * svg::SIDE
    }

    /// Do some digits say more than others?
    fn has_both_inks(&self) -> bool {
        let has = |ink| self.squares.iter().any(|square| square.symbol.is_some() && square.ink == ink);
        has(Ink::Clue) && has(Ink::Solution)
    }

    /// Its digits in one line.
    fn line(&self) -> String {
        self.squares.iter().map(|square| square.symbol.unwrap_or('.')).collect()
    }
}

impl Figure {
    /// One picture with words.
    #[must_use]
    pub fn of(title: Option<String>, picture: Picture, caption: Vec<String>) -> Self {
        Self { title, pictures: vec![picture], small: Vec::new(), caption }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_the_shape_is_no_picture() {
        let shape = Shape::new(2, 2).expect("a shape");
        assert!(Picture::new(shape, "1234").is_none());
        assert!(Picture::of(Some("2x2"), "1234341221434321").is_some());
        assert!(Picture::of(Some("2x"), "1234341221434321").is_none() && Picture::of(None, "1").is_none());
    }

    #[test]
    fn a_solution_fills_what_is_empty_and_nothing_else() {
        let shape = Shape::new(2, 2).expect("a shape");
        let picture = Picture::new(shape, "1...............").expect("a picture").solved("1234341221434321");
        assert_eq!(picture.line(), "1234341221434321");
        assert_eq!((picture.squares[0].ink, picture.squares[1].ink), (Ink::Clue, Ink::Solution));
        assert!(picture.has_both_inks() && !picture.clone().light().has_both_inks());
        assert_eq!(picture.clone().solved("12"), picture);
    }

    #[test]
    fn only_cells_that_differ_show_a_second_digit() {
        let shape = Shape::new(2, 2).expect("a shape");
        let picture = Picture::new(shape, "1234341221434321").expect("a picture").with_second("1234341223414123");
        let second: Vec<usize> = (0..16).filter(|cell| picture.squares[*cell].second.is_some()).collect();
        assert_eq!(second, [9, 11, 13, 15]);
    }
}
