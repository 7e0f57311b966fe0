//! Every puzzle of a campaign once more, by a solver that no search uses and that shares nothing with theirs: plain
//! backtracking, the cell with the fewest digits first, until a second solution. It is short, and only meant to be right.

use minclue_core::base::{Digit, Limits, Pace, Stop};
use minclue_core::sudoku::{Puzzle, Shape};

use super::second_rules::Rules;

/// How often the limits are asked, in steps.
const PACE: u32 = 1024;

/// The first `max` solutions of a puzzle by these rules, as digits of all its cells.
///
/// # Errors
/// A limit was reached.
pub(super) fn solutions(puzzle: &Puzzle, rules: &Rules, max: usize, limits: &Limits) -> Result<Vec<Vec<Digit>>, Stop> {
    let shape = puzzle.shape();
    let mut solver = Solver {
        shape,
        rules,
        cells: puzzle.cells().to_vec(),
        used: vec![0; rules.n_houses],
        found: Vec::new(),
        max,
        n_steps: 0,
        pace: limits.pace(PACE),
    };
    for (cell, digit) in puzzle.cells().iter().enumerate() {
        if let Some(digit) = digit {
            solver.mark(cell, *digit);
        }
    }
    // It may break a rule that it was not read with: then a house has a digit twice, or cells a move apart are equal.
    let given = |cell: &usize| solver.cells[*cell].is_some();
    let n_given: usize = (0..rules.houses.len()).filter(given).map(|cell| rules.houses[cell].len()).sum();
    let n_marked: u32 = solver.used.iter().map(|digits| digits.count_ones()).sum();
    let clashes = |cell: usize| rules.moves[cell].iter().any(|other| solver.cells[*other] == solver.cells[cell]);
    if n_given != n_marked as usize || (0..rules.moves.len()).filter(given).any(clashes) {
        return Ok(Vec::new());
    }
    solver.descend()?;
    Ok(solver.found)
}

struct Solver<'a> {
    shape: Shape,
    rules: &'a Rules,
    cells: Vec<Option<Digit>>,
    /// The digits that each house has, as masks.
    used: Vec<u32>,
    found: Vec<Vec<Digit>>,
    max: usize,
    n_steps: u64,
    pace: Pace,
}

impl Solver<'_> {
    /// Adds a digit to the houses of its cell, or takes it away again.
    fn mark(&mut self, cell: usize, digit: Digit) {
        for house in &self.rules.houses[cell] {
            self.used[*house] ^= 1 << digit.index();
        }
    }

    /// The digits that a cell may have, as a mask.
    fn free(&self, cell: usize) -> u32 {
        let used = self.rules.houses[cell].iter().fold(0, |all, house| all | self.used[*house]);
        let moved = self.rules.moves[cell].iter().filter_map(|other| self.cells[*other]);
        let used = moved.fold(used, |all, digit| all | 1 << digit.index());
        !used & ((1 << self.shape.n()) - 1)
    }

    fn descend(&mut self) -> Result<(), Stop> {
        self.n_steps += 1;
        if let Some(stop) = self.pace.step(self.n_steps) {
            return Err(stop);
        }
        let empty = (0..self.cells.len()).filter(|cell| self.cells[*cell].is_none());
        let Some(cell) = empty.min_by_key(|cell| self.free(*cell).count_ones()) else {
            self.found.extend(self.cells.iter().copied().collect::<Option<Vec<Digit>>>());
            return Ok(());
        };
        let mut free = self.free(cell);
        while free != 0 && self.found.len() < self.max {
            let digit = Digit::from_index(free.trailing_zeros() as usize);
            free &= free - 1;
            self.cells[cell] = Some(digit);
            self.mark(cell, digit);
            let deeper = self.descend();
            self.mark(cell, digit);
            self.cells[cell] = None;
            deeper?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use minclue_core::sudoku::{Counter, Rule, Variant};

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
            let rules = Rules::new(puzzle.shape(), "").expect("rules");
            assert_eq!(
                solutions(&puzzle, &rules, 3, &Limits::none()).expect("no limit").len() as u64,
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn its_solutions_keep_the_rules_and_the_clues() {
        let puzzle = puzzle("1..............4");
        let rules = Rules::new(puzzle.shape(), "").expect("rules");
        for solution in solutions(&puzzle, &rules, 2, &Limits::none()).expect("no limit") {
            let grid = minclue_core::sudoku::Grid::new(puzzle.shape(), &solution).expect("it keeps the rules");
            assert!(puzzle.shape().cells().all(|cell| puzzle.get(cell).is_none_or(|digit| digit == grid.get(cell))));
        }
    }

    /// Every rule, against the solver of the search: all 4x4 puzzles with few clues, and some of 9x9.
    #[test]
    fn it_knows_the_rules_of_variants() {
        let jigsaw = "AABBAACBCCDBCDDD";
        let mut n = [0; 4];
        for variant in ["x", "disjoint-groups", "anti-knight", "anti-king", "x,anti-king", &format!("jigsaw={jigsaw}")]
        {
            let shape = if variant.starts_with("jigsaw") { "1x4" } else { "2x2" }.parse().expect("a shape");
            let parsed: Vec<Rule> = variant.split(',').map(|rule| rule.parse().expect("a rule")).collect();
            let of_search = Variant::new(shape, &parsed).expect("a variant");
            let rules = Rules::new(shape, variant).expect("rules");
            for number in 0..400_usize {
                // Three clues anywhere.
                let mut cells = vec![None; 16];
                for i in 0..3 {
                    cells[(number * (5 + 6 * i) + i) % 16] = Some(Digit::from_index((number / (i + 1)) % 4));
                }
                let Ok(puzzle) = Puzzle::new(shape, cells) else { continue };
                let mut counter = Counter::<2>::of(of_search.clone());
                let expected = counter.count(puzzle.cells(), 3, &mut Limits::none().pace(1)).expect("no limit");
                let found = solutions(&puzzle, &rules, 3, &Limits::none()).expect("no limit");
                assert_eq!(found.len() as u64, expected, "{variant} {number}");
                n[found.len()] += 1;
            }
        }
        assert!(n.iter().all(|n| *n > 20), "{n:?}");
        assert!(Rules::new(Shape::NINE, "x,thermometers").is_err());
        let windows = Rules::new(Shape::NINE, "windoku").expect("rules");
        assert_eq!((windows.n_houses, &windows.houses[60]), (31, &vec![18, 19, 26, 30]));
    }
}
