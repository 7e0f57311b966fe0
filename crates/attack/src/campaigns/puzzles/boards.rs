//! Boards with marks in some cells: mines and their numbers, filled cells and their lists. All boards are tried.

use rand::Rng as _;
use rand::seq::IndexedRandom as _;

use super::{PuzzleInstance, title};
use crate::Rng;
use crate::truth::{Clues, Truth, set_of};

/// The marked cells of a board, row by row.
type Marks = u32;

/// The size of a board.
#[derive(Clone, Copy, Debug)]
struct Size {
    rows: usize,
    columns: usize,
}

impl Size {
    /// One of which all boards can be tried.
    fn random(rng: &mut Rng) -> Self {
        let all = [(1, 1), (1, 2), (1, 6), (2, 2), (2, 3), (3, 2), (2, 5), (3, 3), (3, 4), (4, 3)];
        let (rows, columns) = *all.choose(rng).unwrap_or(&(3, 3));
        Self { rows, columns }
    }

    fn n_cells(self) -> usize {
        self.rows * self.columns
    }

    /// All boards of this size.
    fn boards(self) -> std::ops::Range<Marks> {
        0..1 << self.n_cells()
    }

    /// A board on which some cells are marked, more or less of them.
    fn board(self, rng: &mut Rng) -> Marks {
        let part = *[0.2, 0.4, 0.6].choose(rng).unwrap_or(&0.4);
        (0..self.n_cells()).filter(|_| rng.random_bool(part)).fold(0, |marks, cell| marks | 1 << cell)
    }

    /// The cells of a row or column.
    fn line(self, i: usize) -> Vec<usize> {
        match i.checked_sub(self.rows) {
            None => (0..self.columns).map(|column| i * self.columns + column).collect(),
            Some(column) => (0..self.rows).map(|row| row * self.columns + column).collect(),
        }
    }

    fn text(self, marks: Marks, mark: char) -> String {
        let cell = |cell: usize| if is_marked(marks, cell) { mark } else { '.' };
        (0..self.rows).map(|row| self.line(row).into_iter().map(cell).chain(['\n']).collect::<String>()).collect()
    }

    /// Such as `r1c2`.
    fn key(self, cell: usize) -> String {
        format!("r{}c{}", cell / self.columns + 1, cell % self.columns + 1)
    }
}

fn is_marked(marks: Marks, cell: usize) -> bool {
    marks >> cell & 1 == 1
}

/// The number of a cell without a mine.
fn number(size: Size, mines: Marks, cell: usize) -> Option<u32> {
    let (row, column) = (cell / size.columns, cell % size.columns);
    let is_near =
        |other: &usize| (other / size.columns).abs_diff(row) < 2 && (other % size.columns).abs_diff(column) < 2;
    let around = (0..size.n_cells()).filter(is_near).filter(|other| is_marked(mines, *other)).count();
    // A cell is near itself, but one that has a number has no mine.
    u32::try_from(around).ok().filter(|_| !is_marked(mines, cell))
}

pub(super) fn minesweeper(rng: &mut Rng) -> Option<PuzzleInstance> {
    let size = Size::random(rng);
    let mines = size.board(rng);
    let safe: Vec<usize> = (0..size.n_cells()).filter(|cell| !is_marked(mines, *cell)).collect();
    if safe.is_empty() {
        return None;
    }
    let n_mines = rng.random_bool(0.3).then(|| mines.count_ones());
    let total = n_mines.map_or_else(String::new, |n| format!(" mines={n}"));
    let text = format!("minesweeper{}{total}\n{}", title(rng), size.text(mines, '*'));
    let numbers: Vec<u32> = safe.iter().filter_map(|cell| number(size, mines, *cell)).collect();
    let names = safe.iter().zip(&numbers).map(|(cell, number)| format!("n_{}_{number}", size.key(*cell))).collect();
    let differs = |other: Marks, i: usize| number(size, other, safe[i]) != Some(numbers[i]);
    let others = size.boards().filter(|other| *other != mines && n_mines.is_none_or(|n| other.count_ones() == n));
    let sets = others.map(|other| set_of((0..safe.len()).filter(|i| differs(other, *i))));
    Some(PuzzleInstance { text, names, truth: Truth::new(safe.len(), sets.collect()) })
}

/// The lengths of the blocks of marked cells in a line.
fn list(marks: Marks, line: &[usize]) -> Vec<usize> {
    let values: Vec<bool> = line.iter().map(|cell| is_marked(marks, *cell)).collect();
    values.split(|is_marked| !is_marked).map(<[bool]>::len).filter(|length| *length > 0).collect()
}

pub(super) fn nonogram(rng: &mut Rng) -> Option<PuzzleInstance> {
    let size = Size::random(rng);
    let filled = size.board(rng);
    let lines: Vec<Vec<usize>> = (0..size.rows + size.columns).map(|i| size.line(i)).collect();
    // The lists that another board has not.
    let differs = |other: Marks| -> Clues {
        set_of((0..lines.len()).filter(|i| list(other, &lines[*i]) != list(filled, &lines[*i])))
    };
    let others = size.boards().filter(|other| *other != filled);
    let board = size.text(filled, '#');
    if rng.random_bool(0.6) {
        let row = |i: usize| format!("row{}", i + 1);
        let column = |i: usize| format!("column{}", i + 1);
        let names = (0..size.rows).map(row).chain((0..size.columns).map(column)).collect();
        let clues = if rng.random_bool(0.3) { " clues=lists" } else { "" };
        let text = format!("nonogram{}{clues}\n{board}", title(rng));
        return Some(PuzzleInstance { text, names, truth: Truth::new(lines.len(), others.map(differs).collect()) });
    }
    let cells: Vec<usize> = (0..size.n_cells()).filter(|cell| is_marked(filled, *cell)).collect();
    if cells.is_empty() {
        return None;
    }
    let sets = others
        .filter(|other| differs(*other) == 0)
        .map(|other| set_of((0..cells.len()).filter(|i| !is_marked(other, cells[*i]))));
    let text = format!("nonogram{} clues=cells\n{board}", title(rng));
    let names = cells.iter().map(|cell| format!("f_{}", size.key(*cell))).collect();
    Some(PuzzleInstance { text, names, truth: Truth::new(cells.len(), sets.collect()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The board of the documents, with mines in its first and sixth cell.
    #[test]
    fn numbers_count_the_mines_around() {
        let size = Size { rows: 3, columns: 3 };
        let mines = 0b000_100_001;
        assert_eq!(size.text(mines, '*'), "*..\n..*\n...\n");
        let numbers: Vec<Option<u32>> = (0..9).map(|cell| number(size, mines, cell)).collect();
        assert_eq!(numbers, [None, Some(2), Some(1), Some(1), Some(2), None, Some(0), Some(1), Some(1)]);
    }

    #[test]
    fn lists_have_the_lengths_of_blocks() {
        let size = Size { rows: 2, columns: 4 };
        assert_eq!(size.text(0b0000_1011, '#'), "##.#\n....\n");
        let lists: Vec<Vec<usize>> = (0..6).map(|i| list(0b0000_1011, &size.line(i))).collect();
        assert_eq!(lists, [vec![2, 1], vec![], vec![1], vec![1], vec![], vec![1]]);
    }
}
