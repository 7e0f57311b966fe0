//! Every puzzle of a campaign once more, by a solver that no search uses and that shares nothing with theirs:
//! backtracking with what every house still needs, until a second solution. It is short, and only meant to be right.
//!
//! Cells alone are not enough: with few clues, those of a grid with further houses all keep several digits for a long
//! time, while a house has one place left for a digit. So it branches on whichever has the fewest ways. A puzzle can
//! still be too hard, and then it is given up after a number of steps.

use minclue_core::base::{Digit, Limits, Pace, Stop};
use minclue_core::sudoku::{Puzzle, Shape};

use super::second_relations::Relation;
use super::second_rules::Rules;

/// How often the limits are asked, in steps.
const PACE: u32 = 1024;

/// The first `max` solutions of a puzzle by these rules, as digits of all its cells. Limits count steps as nodes.
///
/// # Errors
/// A limit was reached.
pub(super) fn solutions(puzzle: &Puzzle, rules: &Rules, max: usize, limits: &Limits) -> Result<Vec<Vec<Digit>>, Stop> {
    let shape = puzzle.shape();
    let mut solver = Solver {
        shape,
        rules,
        cells: puzzle.cells().to_vec(),
        used: vec![0; rules.houses.len()],
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
    let n_given: usize = (0..rules.houses_of.len()).filter(given).map(|cell| rules.houses_of[cell].len()).sum();
    let n_marked: u32 = solver.used.iter().map(|digits| digits.count_ones()).sum();
    let clashes = |cell: usize| rules.moves[cell].iter().any(|other| solver.cells[*other] == solver.cells[cell]);
    let is_broken = |relation: &Relation| !relation.can_hold(&|cell| solver.value(cell), shape.n());
    if n_given != n_marked as usize
        || (0..rules.moves.len()).filter(given).any(clashes)
        || rules.relations.iter().any(is_broken)
    {
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
        for house in &self.rules.houses_of[cell] {
            self.used[*house] ^= 1 << digit.index();
        }
    }

    /// The digits that an empty cell may have, as a mask; none if it is filled.
    fn free(&self, cell: usize) -> u32 {
        if self.cells[cell].is_some() {
            return 0;
        }
        let used = self.rules.houses_of[cell].iter().fold(0, |all, house| all | self.used[*house]);
        let moved = self.rules.moves[cell].iter().filter_map(|other| self.cells[*other]);
        let used = moved.fold(used, |all, digit| all | 1 << digit.index());
        let relations = &self.rules.relations_of[cell];
        let breaks = |digit: usize| {
            let value = |at: usize| if at == cell { Some(digit + 1) } else { self.value(at) };
            relations.iter().any(|relation| !self.rules.relations[*relation].can_hold(&value, self.shape.n()))
        };
        let free = !used & self.all();
        let broken = (0..self.shape.n()).filter(|digit| free >> digit & 1 == 1 && breaks(*digit));
        broken.fold(free, |free, digit| free & !(1 << digit))
    }

    /// The digit of a cell, from 1, if it has one.
    fn value(&self, cell: usize) -> Option<usize> {
        self.cells[cell].map(|digit| digit.index() + 1)
    }

    fn all(&self) -> u32 {
        (1 << self.shape.n()) - 1
    }

    /// The fewest ways to go on, exactly one of which each solution takes: the digits of a cell, or the places of a
    /// digit in a house. Nothing if all cells are filled.
    fn ways(&self) -> Option<Vec<(usize, usize)>> {
        let free: Vec<u32> = (0..self.cells.len()).map(|cell| self.free(cell)).collect();
        let empty = (0..self.cells.len()).filter(|cell| self.cells[*cell].is_none());
        let cell = empty.min_by_key(|cell| free[*cell].count_ones())?;
        let digits = |mask: u32| (0..self.shape.n()).filter(move |digit| mask >> digit & 1 == 1);
        let mut n_ways = free[cell].count_ones() as usize;
        let mut best: Option<(&[usize], usize)> = None;
        for (house, cells) in self.rules.houses.iter().enumerate() {
            // A house with fewer cells than digits need not have them all.
            if cells.len() != self.shape.n() {
                continue;
            }
            for digit in digits(self.all() & !self.used[house]) {
                let n_places = cells.iter().filter(|cell| free[**cell] >> digit & 1 == 1).count();
                if n_places < n_ways {
                    (n_ways, best) = (n_places, Some((cells.as_slice(), digit)));
                }
            }
        }
        Some(match best {
            Some((cells, digit)) => {
                let places = cells.iter().filter(|cell| free[**cell] >> digit & 1 == 1);
                places.map(|cell| (*cell, digit)).collect()
            }
            None => digits(free[cell]).map(|digit| (cell, digit)).collect(),
        })
    }

    fn descend(&mut self) -> Result<(), Stop> {
        if let Some(stop) = self.pace.step(self.n_steps) {
            return Err(stop);
        }
        self.n_steps += 1;
        let Some(ways) = self.ways() else {
            self.found.extend(self.cells.iter().copied().collect::<Option<Vec<Digit>>>());
            return Ok(());
        };
        for (cell, digit) in ways {
            if self.found.len() == self.max {
                break;
            }
            let digit = Digit::from_index(digit);
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
    use minclue_puzzles::puzzles::{OpenPuzzle, OpenSolutions};

    use super::*;

    fn puzzle(text: &str) -> Puzzle {
        let reader = minclue_puzzles::grid_files::GridReader::new(text.as_bytes(), None, None);
        reader.map(|entry| entry.expect("a puzzle").puzzle).next().expect("one")
    }

    /// A puzzle with four rows and some clues anywhere, if they do not clash.
    fn clued(shape: Shape, n_clues: usize, number: usize) -> Option<Puzzle> {
        let mut cells = vec![None; 16];
        for i in 0..n_clues {
            cells[(number * (5 + 6 * i) + i) % 16] = Some(Digit::from_index((number / (i + 1)) % 4));
        }
        Puzzle::new(shape, cells).ok()
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
        let jigsaw = format!("jigsaw={jigsaw}");
        for variant in [
            "x",
            "falling-diagonal",
            "rising-diagonal,anti-knight",
            "disjoint-groups",
            "anti-knight",
            "anti-king",
            "x,anti-king",
            &jigsaw,
        ] {
            let shape = if variant.starts_with("jigsaw") { "1x4" } else { "2x2" }.parse().expect("a shape");
            let parsed: Vec<Rule> = variant.split(',').map(|rule| rule.parse().expect("a rule")).collect();
            let of_search = Variant::new(shape, &parsed).expect("a variant");
            let rules = Rules::new(shape, variant).expect("rules");
            for number in 0..400_usize {
                let Some(puzzle) = clued(shape, 3, number) else { continue };
                let mut counter = Counter::<2>::of(of_search.clone());
                let expected = counter.count(puzzle.cells(), 3, &mut Limits::none().pace(1)).expect("no limit");
                let found = solutions(&puzzle, &rules, 3, &Limits::none()).expect("no limit");
                assert_eq!(found.len() as u64, expected, "{variant} {number}");
                n[found.len()] += 1;
            }
        }
        assert!(n.iter().all(|n| *n > 20), "{n:?}");
        assert!(Rules::new(Shape::NINE, "x,thermometers").is_err());
        assert!(Rules::new(Shape::NINE, "thermometer r1c1 r1c10").is_err());
    }

    /// Rules that are neither houses nor moves, against the model that the search has of them.
    #[test]
    fn it_knows_the_rules_that_name_cells() {
        let (shape, mut n) = ("2x2".parse().expect("a shape"), [0; 3]);
        for variant in [
            "non-consecutive",
            "cage r1c1 r1c2 r2c2 sum 7",
            "cage r1c1 r2c2 r3c3",
            "thermometer r1c1 r1c2 r2c2",
            "arrow r2c3 r2c2 r3c2",
            "greater r1c2 r1c1,greater r2c2 r3c2",
            "kropki white r1c2 r1c3,kropki black r4c4 r3c4",
            "little-killer r1c2 down-right 6",
            "little-killer r4c1 up-right 10,x",
        ] {
            let parsed: Vec<Rule> = variant.split(',').map(|rule| rule.parse().expect("a rule")).collect();
            let rules = Rules::new(shape, variant).expect("rules");
            for number in 0..80_usize {
                let Some(puzzle) = clued(shape, 4, number) else { continue };
                // A puzzle whose clues break a rule is refused.
                let open = OpenPuzzle::new(&puzzle, &parsed, None);
                let expected = match open.map(|open| open.solutions(&Limits::none()).expect("no limit")) {
                    Err(_) | Ok(OpenSolutions::None) => 0,
                    Ok(OpenSolutions::One(_)) => 1,
                    Ok(OpenSolutions::Several(_)) => 2,
                };
                let found = solutions(&puzzle, &rules, 2, &Limits::none()).expect("no limit");
                assert_eq!(found.len(), expected, "{variant} {number}");
                n[expected] += 1;
            }
        }
        assert!(n.iter().all(|n| *n > 20), "{n:?}");
    }

    #[test]
    fn windows_are_houses() {
        let windows = Rules::new(Shape::NINE, "windoku").expect("rules");
        assert_eq!((windows.houses.len(), &windows.houses_of[60]), (31, &vec![18, 19, 26, 30]));
        assert_eq!(windows.houses[30], [50, 51, 52, 59, 60, 61, 68, 69, 70]);
    }
}
