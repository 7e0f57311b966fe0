//! Every puzzle of a campaign once more, by a solver that no search uses and that shares nothing with theirs: plain
//! backtracking, the cell with the fewest digits first, until a second solution. It is short, and only meant to be right.

use minclue_core::base::{Cell, Digit, Limits, Pace, Stop};
use minclue_core::sudoku::{Puzzle, Shape};

/// How often the limits are asked, in steps.
const PACE: u32 = 1024;

/// The first `max` solutions of a puzzle, as digits of all its cells.
///
/// # Errors
/// A limit was reached.
pub(super) fn solutions(puzzle: &Puzzle, max: usize, limits: &Limits) -> Result<Vec<Vec<Digit>>, Stop> {
    let shape = puzzle.shape();
    let mut solver = Solver {
        shape,
        cells: puzzle.cells().to_vec(),
        used: [vec![0; shape.n()], vec![0; shape.n()], vec![0; shape.n()]],
        found: Vec::new(),
        max,
        n_steps: 0,
        pace: limits.pace(PACE),
    };
    for cell in shape.cells() {
        if let Some(digit) = puzzle.get(cell) {
            solver.mark(cell, digit);
        }
    }
    solver.descend()?;
    Ok(solver.found)
}

struct Solver {
    shape: Shape,
    cells: Vec<Option<Digit>>,
    /// The digits that each row, column and box has, as masks.
    used: [Vec<u32>; 3],
    found: Vec<Vec<Digit>>,
    max: usize,
    n_steps: u64,
    pace: Pace,
}

impl Solver {
    fn houses(&self, cell: Cell) -> [usize; 3] {
        [self.shape.row(cell), self.shape.column(cell), self.shape.box_of(cell)]
    }

    /// Adds a digit to the houses of its cell, or takes it away again.
    fn mark(&mut self, cell: Cell, digit: Digit) {
        let houses = self.houses(cell);
        for (used, house) in self.used.iter_mut().zip(houses) {
            used[house] ^= 1 << digit.index();
        }
    }

    /// The digits that a cell may have, as a mask.
    fn free(&self, cell: Cell) -> u32 {
        let used = self.used.iter().zip(self.houses(cell)).fold(0, |all, (used, house)| all | used[house]);
        !used & ((1 << self.shape.n()) - 1)
    }

    fn descend(&mut self) -> Result<(), Stop> {
        self.n_steps += 1;
        if let Some(stop) = self.pace.step(self.n_steps) {
            return Err(stop);
        }
        let empty = self.shape.cells().zip(&self.cells).filter(|(_, digit)| digit.is_none()).map(|(cell, _)| cell);
        let Some(cell) = empty.min_by_key(|cell| self.free(*cell).count_ones()) else {
            self.found.extend(self.cells.iter().copied().collect::<Option<Vec<Digit>>>());
            return Ok(());
        };
        let index = self.shape.cells().position(|other| other == cell).expect("it is one of them");
        let mut free = self.free(cell);
        while free != 0 && self.found.len() < self.max {
            let digit = Digit::from_index(free.trailing_zeros() as usize);
            free &= free - 1;
            self.cells[index] = Some(digit);
            self.mark(cell, digit);
            let deeper = self.descend();
            self.mark(cell, digit);
            self.cells[index] = None;
            deeper?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use minclue_core::sudoku::Counter;

    use super::*;

    fn puzzle(text: &str) -> Puzzle {
        let reader = minclue_puzzles::grid_files::GridReader::new(text.as_bytes(), None, None);
        reader.map(|entry| entry.expect("a puzzle").puzzle).next().expect("one")
    }

    #[test]
    fn it_counts_as_the_other_solver_does() {
        for text in [
            "1234341221434321",
            "1..............4",
            "................",
            "...64.2..1.8....3............9.18....7....6...........3......1.4..7......2.5.....",
        ] {
            let puzzle = puzzle(text);
            let expected = Counter::<2>::new(puzzle.shape())
                .count(puzzle.cells(), 3, &mut Limits::none().pace(1))
                .expect("no limit");
            assert_eq!(solutions(&puzzle, 3, &Limits::none()).expect("no limit").len() as u64, expected, "{text}");
        }
    }

    #[test]
    fn its_solutions_keep_the_rules_and_the_clues() {
        let puzzle = puzzle("1..............4");
        for solution in solutions(&puzzle, 2, &Limits::none()).expect("no limit") {
            let grid = minclue_core::sudoku::Grid::new(puzzle.shape(), &solution).expect("it keeps the rules");
            assert!(puzzle.shape().cells().all(|cell| puzzle.get(cell).is_none_or(|digit| digit == grid.get(cell))));
        }
    }
}
