//! `docs/picture.svg`, the picture at the head of the README, is what the library draws, and what it shows is true.

use std::fs;

use minclue_core::base::{Cell, CellSet, Index as _};
use minclue_core::sudoku::{Grid, Puzzle, Reader, Uniqueness, classify, line};
use minclue_report::picture::{Figure, Picture, sheet};
use minclue_testkit::project;

const FILE: &str = "docs/picture.svg";
/// A puzzle of the grid of `instances/9x9-17.txt`, by `minclue solve`.
const PUZZLE: &str = "...64.2..1.8....3............9.18....7....6...........3......1.4..7......2.5.....";
/// Cells whose digits 4, 3 and 7 may stand in another order.
const SET: [usize; 6] = [15, 16, 17, 78, 79, 80];

fn grid() -> Grid {
    let text = fs::read_to_string(project("instances/9x9-17.txt")).expect("the instance");
    let entry = Reader::new(text.as_bytes(), None).flatten().next().expect("a grid");
    entry.puzzle.as_grid().expect("a grid")
}

fn puzzle() -> Puzzle {
    Reader::new(PUZZLE.as_bytes(), None).flatten().next().expect("a puzzle").puzzle
}

fn drawn() -> String {
    let solution = line(&Puzzle::from(&grid()));
    let picture = |line: &str| Picture::of(Some("3x3"), line).expect("a picture");
    let figure = Figure {
        title: None,
        pictures: vec![
            picture(&solution).light().with_label("a solved grid"),
            picture(PUZZLE).solved(&solution).outlined(&SET).with_label("17 clues that leave it as the only one"),
        ],
        small: Vec::new(),
        caption: vec![
            "The outlined digits can change places: without a clue among them there is a second grid.".to_owned(),
            "The fewest clues are those that hit every such set.".to_owned(),
        ],
    };
    sheet(&[figure], 1)
}

#[test]
#[ignore = "writes docs/picture.svg"]
fn write_the_picture_of_the_readme() {
    fs::write(project(FILE), drawn()).expect("docs/ can be written");
}

#[test]
fn the_picture_of_the_readme_is_what_the_library_draws() {
    let file = fs::read_to_string(project(FILE)).expect("the picture");
    assert!(file == drawn(), "{FILE} is stale; `make pictures` draws it anew");
}

#[test]
fn what_the_picture_of_the_readme_shows_is_true() {
    let (grid, puzzle) = (grid(), puzzle());
    assert_eq!(puzzle.n_clues(), 17);
    assert_eq!(classify::<2>(&puzzle), Uniqueness::One(grid.clone()));
    // Row 2 and row 9 exchange their digits in these columns.
    let set: CellSet<2> = SET.into_iter().map(Cell::new).collect();
    let mut digits = grid.digits().to_vec();
    for (above, below) in [(15, 78), (16, 79), (17, 80)] {
        digits.swap(above, below);
    }
    let other = Grid::new(grid.shape(), &digits).expect("another grid");
    assert!(other != grid);
    assert_eq!((puzzle.clues::<2>() & set).len(), 1);
}
