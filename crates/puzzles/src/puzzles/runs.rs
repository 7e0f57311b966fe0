//! Solved cross sums: digits between black cells, in runs.

use crate::ilp::{Sense, VarId};

use super::block::{PuzzleError, TextBlock, cell_key, cell_name};
use super::draft::{Choice, Draft};

/// Two or more white cells in a line, from one black cell or border to the next; their digits are different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// For models, such as `across_r1c2`, with the first cell.
    pub(super) key: String,
    /// For people, such as `across R1C2`.
    pub(super) name: String,
    /// The cells, as numbers of white cells.
    pub(super) cells: Vec<usize>,
    /// The sum of the digits.
    pub(super) total: usize,
}

impl Run {
    /// The sums that as many different digits can have.
    pub(super) fn totals(&self) -> std::ops::RangeInclusive<usize> {
        let n = self.cells.len();
        n * (n + 1) / 2..=n * (19 - n) / 2
    }
}

/// A solved cross sum.
#[derive(Clone, Debug)]
pub(super) struct CrossSum {
    /// The number of the white cell at each place, row-major; `None` for black ones.
    pub(super) places: Vec<Vec<Option<usize>>>,
    /// The place of each white cell, from 0, and its digit.
    pub(super) cells: Vec<(usize, usize, usize)>,
    /// First the runs across, then those down.
    pub(super) runs: Vec<Run>,
}

impl CrossSum {
    /// Reads the rows of a block: digits, and `#` for black cells.
    ///
    /// A white cell without white neighbors in its row (or its column) is in no run across (or down); it must be in
    /// one.
    ///
    /// # Errors
    /// [`PuzzleError`] unless every white cell is in a run, and no run has a digit twice.
    pub(super) fn read(block: &TextBlock) -> Result<Self, PuzzleError> {
        let grid = block.grid()?;
        let (mut places, mut cells) = (Vec::new(), Vec::new());
        for (row, line) in grid.iter().enumerate() {
            let mut numbers = Vec::with_capacity(line.len());
            for (column, character) in line.iter().enumerate() {
                numbers.push(match character {
                    '#' => None,
                    '1'..='9' => {
                        cells.push((row, column, *character as usize - '0' as usize));
                        Some(cells.len() - 1)
                    }
                    other => return Err(block.fail_at(row, column, format!("{other:?} is not a cell: 1 to 9 or #"))),
                });
            }
            places.push(numbers);
        }
        if cells.is_empty() {
            return Err(block.fail_at(0, 0, "all cells are black"));
        }
        block.at_most_clues(cells.len())?;
        let mut sum = Self { places, cells, runs: Vec::new() };
        let (n_rows, n_columns) = (grid.len(), grid[0].len());
        for row in 0..n_rows {
            sum.add_runs(block, "across", (0..n_columns).map(|column| (row, column)))?;
        }
        for column in 0..n_columns {
            sum.add_runs(block, "down", (0..n_rows).map(|row| (row, column)))?;
        }
        let mut is_in_run = vec![false; sum.cells.len()];
        sum.runs.iter().flat_map(|run| &run.cells).for_each(|cell| is_in_run[*cell] = true);
        if let Some(alone) = is_in_run.iter().position(|is_in_run| !is_in_run) {
            let (row, column, _) = sum.cells[alone];
            let message = format!("{} has no white neighbor, so it is in no run", cell_name(row, column));
            return Err(block.fail_at(row, column, message));
        }
        Ok(sum)
    }

    /// Adds the runs of one line.
    fn add_runs(
        &mut self,
        block: &TextBlock,
        direction: &str,
        line: impl Iterator<Item = (usize, usize)>,
    ) -> Result<(), PuzzleError> {
        let numbers: Vec<Option<usize>> = line.map(|(row, column)| self.places[row][column]).collect();
        for part in numbers.split(Option::is_none).filter(|part| part.len() >= 2) {
            let cells: Vec<usize> = part.iter().copied().flatten().collect();
            let (row, column, _) = self.cells[cells[0]];
            let name = format!("{direction} {}", cell_name(row, column));
            let mut seen = [false; 10];
            for cell in &cells {
                let (row, column, digit) = self.cells[*cell];
                if std::mem::replace(&mut seen[digit], true) {
                    return Err(block.fail_at(row, column, format!("{digit} occurs twice in the run {name}")));
                }
            }
            let total = cells.iter().map(|cell| self.cells[*cell].2).sum();
            self.runs.push(Run { key: format!("{direction}_{}", cell_key(row, column)), name, cells, total });
        }
        Ok(())
    }

    /// The variables of the digits, and the rows that no digit occurs twice in a run.
    pub(super) fn draft(&self, puzzle: &'static str) -> (Draft, Vec<Choice>) {
        let mut draft = Draft::new(puzzle);
        let mut choice = |(row, column, digit)| draft.choice("x", &cell_key(row, column), 1..=9, digit);
        let cells: Vec<Choice> = self.cells.iter().copied().map(&mut choice).collect();
        for run in &self.runs {
            for digit in 1..=9 {
                let vars = run.cells.iter().filter_map(|cell| cells[*cell].var(digit));
                draft.one_of(format!("{}_{digit}", run.key), vars, Sense::LessEqual);
            }
        }
        (draft, cells)
    }

    /// The terms of the sum of a run.
    pub(super) fn sum_of(run: &Run, cells: &[Choice]) -> Vec<(VarId, i64)> {
        run.cells.iter().flat_map(|cell| cells[*cell].value(1)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{only, refusal};
    use super::Run;

    #[test]
    fn cross_sums_that_break_a_rule_are_refused() {
        assert_eq!(refusal("kakuro\n121\n"), "line 2, column 3: 1 occurs twice in the run across R1C1");
        assert_eq!(refusal("kakuro\n#1\n21\n"), "line 3, column 2: 1 occurs twice in the run down R1C2");
        assert_eq!(refusal("kakuro\n12#\n##3\n"), "line 3, column 3: R2C3 has no white neighbor, so it is in no run");
        assert_eq!(refusal("kakuro\n10\n"), "line 2, column 2: '0' is not a cell: 1 to 9 or #");
        assert_eq!(refusal("kakuro\n##\n##\n"), "line 2, column 1: all cells are black");
        assert!(refusal(&format!("kakuro\n{}", "12#\n###\n".repeat(321))).contains("the maximum is 640"));
    }

    #[test]
    fn a_row_that_starts_black_is_no_comment() {
        let posed = only("kakuro\n#12\n#31\n").expect("a cross sum");
        assert_eq!(posed.clues.len(), 4);
    }

    #[test]
    fn totals_are_those_of_different_digits() {
        let run = |n| Run { key: String::new(), name: String::new(), cells: vec![0; n], total: 0 };
        assert_eq!([2, 3, 9].map(|n| run(n).totals()), [3..=17, 6..=24, 45..=45]);
    }
}
