//! The brute-force fill of maniccam-2013 (S. Maniccam, "Experimental Study on Sudoku", 2013), section 1 and Fig. 1,
//! with its count of tries (section 3).
//!
//! The empty cells are visited row-major. Each cell tries its values one after the other, legal or not; a legal value
//! is kept while the rest is filled; when all n have failed, the cell is emptied, and the previous cell continues. A
//! *try* is a change of the board: writing a value, or emptying a cell.
//!
//! # Counting tries
//!
//! This implementation does not write illegal values. A cell that moves from its value at position p of its order to
//! the next legal one, at position q, counts q - p writes, and a cell that gives up after position p counts the
//! remaining n - p writes and the erasure. So an exhausted cell counts n + 1, and a cell on the final path the position
//! of its value, in any order of values, and also in a run that continues after a solution. In ascending order the
//! first solution takes (n + 1) * exhausted + (sum of all digits) - (sum of the clues). A complete run takes (n + 1) *
//! exhausted tries. It visits every legal partial filling once, so this number does not depend on the order.

use std::ops::ControlFlow;

use rand::Rng as _;

use crate::base::{Cell, Digit, Index, Limits, Rng, Stop};
use crate::sudoku::{Grid, Puzzle, Shape};

use super::watch::{BoardChange, Watch};

/// An order of the n digits for each cell of a shape (Fig. 6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutations {
    shape: Shape,
    /// Digits from 0, n a cell, cells row-major.
    digits: Box<[u8]>,
}

impl Permutations {
    /// Draws random orders, each equally likely: the cells row-major, and in each the digits 1 to n shuffled forwards,
    /// where position i is exchanged with one of i to n - 1.
    #[must_use]
    pub fn random(shape: Shape, rng: &mut Rng) -> Self {
        let n = shape.n();
        let mut digits: Vec<u8> = shape.cells().flat_map(|_| 0..n as u8).collect();
        for order in digits.chunks_mut(n) {
            for i in 0..n {
                order.swap(i, i + rng.random_range(0..n - i));
            }
        }
        Self { shape, digits: digits.into() }
    }

    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The digits in the order in which `cell` tries them.
    pub fn order(&self, cell: Cell) -> impl ExactSizeIterator<Item = Digit> {
        self.indices(cell.get()).iter().map(|i| Digit::from_index(*i as usize))
    }

    /// The same, as digits from 0.
    #[inline]
    fn indices(&self, cell: usize) -> &[u8] {
        let n = self.shape.n();
        &self.digits[cell * n..][..n]
    }
}

/// The order in which a cell tries its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// 1 to n (section 1).
    Ascending,
    /// A separate order for each cell (section 7, Fig. 6).
    Permuted(Permutations),
}

/// The result of a fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled {
    /// The number of changes of the board: values written and cells emptied.
    pub tries: u64,
    /// The number of cells emptied because all n values had failed.
    pub n_exhausted: u64,
    pub n_solutions: u64,
    pub end: FillEnd,
}

/// The reason why a fill ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillEnd {
    /// All fillings were tried: there are no more solutions.
    Exhausted,
    /// The requested number of solutions was found, or the visitor ended it.
    Enough,
    /// A limit was reached.
    Limit(Stop),
}

/// How often the limits are asked, in steps of one cell.
const PACE: u32 = 1 << 14;

/// A power of two above all numbers of rows, columns and boxes, so that an index needs no check.
const HOUSES: usize = 32;

/// An empty cell of the puzzle.
#[derive(Clone, Copy)]
struct Slot {
    cell: usize,
    row: usize,
    column: usize,
    house: usize,
    /// Place of the value in the order of the cell, from 1; 0 before the first.
    place: u32,
    /// The bit of the value.
    bit: u32,
}

/// The digits that stand in each row, column and box, as masks.
struct Used {
    rows: [u32; HOUSES],
    columns: [u32; HOUSES],
    boxes: [u32; HOUSES],
}

impl Used {
    #[inline]
    fn around(&self, slot: Slot) -> u32 {
        self.rows[slot.row % HOUSES] | self.columns[slot.column % HOUSES] | self.boxes[slot.house % HOUSES]
    }

    /// Writes the value of a slot, or takes it away again.
    #[inline]
    fn toggle(&mut self, slot: Slot) {
        self.rows[slot.row % HOUSES] ^= slot.bit;
        self.columns[slot.column % HOUSES] ^= slot.bit;
        self.boxes[slot.house % HOUSES] ^= slot.bit;
    }
}

/// Is shown each solution; a break ends the fill.
type Visit<'v> = dyn FnMut(&Grid) -> ControlFlow<()> + 'v;

/// Fills `puzzle` until `max` solutions are found, or until `visit`, which is called with each, breaks: `max` = 1 is
/// section 1 of the paper, `u64::MAX` its section 6.
///
/// The nodes of `limits` are tries; a run that they end has at most n more.
///
/// # Panics
/// If the orders of `values` have another shape.
pub fn fill(puzzle: &Puzzle, values: &Values, max: u64, limits: &Limits, visit: &mut Visit<'_>) -> Filled {
    in_order(puzzle, values, max, limits, visit, |_| {})
}

/// Does the same, and calls `watch` with each legal value that is written and each cell that is emptied. A value that
/// clashes is counted, but not passed to `watch`.
///
/// # Panics
/// Those of [`fill`].
pub fn fill_watched(
    puzzle: &Puzzle,
    values: &Values,
    max: u64,
    limits: &Limits,
    visit: &mut Visit<'_>,
    watch: &mut Watch<'_>,
) -> Filled {
    in_order(puzzle, values, max, limits, visit, watch)
}

fn in_order(
    puzzle: &Puzzle,
    values: &Values,
    max: u64,
    limits: &Limits,
    visit: &mut Visit<'_>,
    watch: impl FnMut(BoardChange),
) -> Filled {
    let n = puzzle.shape().n() as u32;
    match values {
        Values::Ascending => run(puzzle, max, limits, visit, watch, |_, place, used| {
            // Bit v - 1 is the value v, whose place is v.
            let free = !used & (u32::MAX >> (u32::BITS - n)) & (u32::MAX << place);
            (free != 0).then(|| (free.trailing_zeros() + 1, free & free.wrapping_neg()))
        }),
        Values::Permuted(orders) => {
            assert_eq!(orders.shape(), puzzle.shape(), "the orders are of another shape");
            run(puzzle, max, limits, visit, watch, |cell, place, used| {
                let order = orders.indices(cell);
                let legal = (place..n).find(|i| used >> order[*i as usize] & 1 == 0)?;
                Some((legal + 1, 1 << order[legal as usize]))
            })
        }
    }
}

/// The fill, with `next(cell, place, used)`: the first legal value of a cell after `place`, as its place and its bit.
fn run(
    puzzle: &Puzzle,
    max: u64,
    limits: &Limits,
    visit: &mut Visit<'_>,
    mut watch: impl FnMut(BoardChange),
    next: impl Fn(usize, u32, u32) -> Option<(u32, u32)>,
) -> Filled {
    let shape = puzzle.shape();
    let n = shape.n() as u32;
    let mut filled = Filled { tries: 0, n_exhausted: 0, n_solutions: 0, end: FillEnd::Enough };
    if max == 0 {
        return filled;
    }
    let (mut slots, mut used) = slots(puzzle);
    if slots.is_empty() {
        let left = visit(&solution(puzzle, &slots)).is_break();
        filled.n_solutions = 1;
        filled.end = if left || max == 1 { FillEnd::Enough } else { FillEnd::Exhausted };
        return filled;
    }
    let mut pace = limits.pace(PACE);
    let mut depth = 0;
    loop {
        if let Some(stop) = pace.step(filled.tries) {
            filled.end = FillEnd::Limit(stop);
            return filled;
        }
        let slot = &mut slots[depth];
        if let Some((place, bit)) = next(slot.cell, slot.place, used.around(*slot)) {
            filled.tries += u64::from(place - slot.place);
            (slot.place, slot.bit) = (place, bit);
            used.toggle(*slot);
            let digit = Some(Digit::from_index(bit.trailing_zeros() as usize));
            watch(BoardChange { cell: Cell::new(slot.cell), digit, count: filled.tries });
            depth += 1;
            if let Some(slot) = slots.get_mut(depth) {
                slot.place = 0;
                continue;
            }
            let left = visit(&solution(puzzle, &slots)).is_break();
            filled.n_solutions += 1;
            if left || filled.n_solutions == max {
                return filled;
            }
        } else {
            filled.tries += u64::from(n - slot.place) + 1;
            filled.n_exhausted += 1;
            watch(BoardChange { cell: Cell::new(slot.cell), digit: None, count: filled.tries });
            if depth == 0 {
                filled.end = FillEnd::Exhausted;
                return filled;
            }
        }
        depth -= 1;
        used.toggle(slots[depth]);
    }
}

/// The empty cells, row-major, and what the clues use.
fn slots(puzzle: &Puzzle) -> (Vec<Slot>, Used) {
    let shape: Shape = puzzle.shape();
    let mut used = Used { rows: [0; HOUSES], columns: [0; HOUSES], boxes: [0; HOUSES] };
    let mut slots = Vec::new();
    for cell in shape.cells() {
        let (row, column, house) = (shape.row(cell), shape.column(cell), shape.box_of(cell));
        let slot = Slot { cell: cell.get(), row, column, house, place: 0, bit: 0 };
        match puzzle.get(cell) {
            None => slots.push(slot),
            Some(digit) => used.toggle(Slot { bit: 1 << digit.index(), ..slot }),
        }
    }
    (slots, used)
}

fn solution(puzzle: &Puzzle, slots: &[Slot]) -> Grid {
    let mut cells = puzzle.cells().to_vec();
    for slot in slots {
        cells[slot.cell] = Some(Digit::from_index(slot.bit.trailing_zeros() as usize));
    }
    Puzzle::new(puzzle.shape(), cells).expect("only legal values are written").as_grid().expect("every cell is full")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng;
    use crate::given;
    use crate::sudoku::count_solutions;

    /// Fig. 1 as it is printed, on a board of numbers with 0 for an empty cell.
    struct Literal<'a> {
        shape: Shape,
        board: Vec<Vec<usize>>,
        values: &'a Values,
        max: u64,
        tries: u64,
        n_erased: u64,
        n_solutions: u64,
    }

    impl Literal<'_> {
        fn check(&self, x: usize, y: usize) -> bool {
            let other = |i: usize, j: usize| (i, j) != (x, y) && self.board[i][j] == self.board[x][y];
            let (rows, cols) = (self.shape.box_rows(), self.shape.box_cols());
            let (top, left) = (x - x % rows, y - y % cols);
            (0..self.shape.n()).all(|k| {
                let (i, j) = (top + k / cols, left + k % cols);
                !other(x, k) && !other(k, y) && !other(i, j)
            })
        }

        fn fill(&mut self, location: usize) -> bool {
            let n = self.shape.n();
            let (x, y) = (location / n, location % n);
            if location == n * n {
                self.n_solutions += 1;
                return self.n_solutions == self.max;
            }
            if self.board[x][y] != 0 {
                return self.fill(location + 1);
            }
            let order: Vec<usize> = match self.values {
                Values::Ascending => (1..=n).collect(),
                Values::Permuted(orders) => orders.order(Cell::new(location)).map(Digit::value).collect(),
            };
            for value in order {
                self.board[x][y] = value;
                self.tries += 1;
                if self.check(x, y) && self.fill(location + 1) {
                    return true;
                }
            }
            self.board[x][y] = 0;
            self.tries += 1;
            self.n_erased += 1;
            false
        }
    }

    fn literal(puzzle: &Puzzle, values: &Values, max: u64) -> Filled {
        let shape = puzzle.shape();
        let board = puzzle.cells().chunks(shape.n());
        let board = board.map(|row| row.iter().map(|d| d.map_or(0, Digit::value)).collect()).collect();
        let mut run = Literal { shape, board, values, max, tries: 0, n_erased: 0, n_solutions: 0 };
        let end = if run.fill(0) { FillEnd::Enough } else { FillEnd::Exhausted };
        Filled { tries: run.tries, n_exhausted: run.n_erased, n_solutions: run.n_solutions, end }
    }

    fn ours(puzzle: &Puzzle, values: &Values, max: u64, limits: &Limits) -> Filled {
        fill(puzzle, values, max, limits, &mut |_| ControlFlow::Continue(()))
    }

    fn sum_of_clues(puzzle: &Puzzle) -> u64 {
        puzzle.cells().iter().flatten().map(|d| d.value() as u64).sum()
    }

    #[test]
    fn the_hard_puzzles_of_the_paper_take_its_tries() {
        // Fig. 4, A, B and C, and section 4.
        let hard = [
            ("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9", 691_752_849),
            ("12.4..3..3...1..5...6...1..7...9.....4.6.3.....3..2...5...8.7....7.....5.......98", 3_004_926),
            (".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....", 3_040_223),
        ];
        for (text, tries) in hard {
            let puzzle = given::puzzle(Shape::NINE, text);
            let mut seen = 0;
            let filled = fill(&puzzle, &Values::Ascending, 1, &Limits::none(), &mut |grid| {
                assert!(Shape::NINE.cells().all(|c| puzzle.get(c).is_none_or(|d| d == grid.get(c))));
                seen += 1;
                ControlFlow::Continue(())
            });
            assert_eq!((filled.tries, filled.n_solutions, seen), (tries, 1, 1));
            assert_eq!(filled.tries, 10 * filled.n_exhausted + 405 - sum_of_clues(&puzzle));
        }
    }

    #[test]
    fn the_figure_as_printed_counts_the_same() {
        let mut rng = rng(11);
        let (mut n_compared, mut n_without, mut n_many) = (0, 0, 0);
        for (name, min) in [("2x2", 0), ("1x4", 4), ("4x1", 4), ("2x3", 16), ("3x2", 16), ("3x3", 36), ("2x4", 30)] {
            let shape = given::shape(name);
            for round in 0..40 {
                let n_clues = rng.random_range(min..=shape.n_cells());
                let puzzle = if round % 2 == 0 {
                    given::of_grid(shape, n_clues, &mut rng)
                } else {
                    given::of_digits(shape, n_clues, &mut rng)
                };
                for values in [Values::Ascending, Values::Permuted(Permutations::random(shape, &mut rng))] {
                    for max in [1, 2, 5, u64::MAX] {
                        let filled = ours(&puzzle, &values, max, &Limits::none().with_nodes(300_000));
                        if filled.end == FillEnd::Limit(Stop::Nodes) {
                            continue;
                        }
                        assert_eq!(filled, literal(&puzzle, &values, max), "{name} {puzzle:?} {max}");
                        n_compared += 1;
                        n_without += u32::from(filled.n_solutions == 0);
                        n_many += u32::from(filled.n_solutions > 1);
                    }
                }
            }
        }
        assert!(n_compared > 1500 && n_without > 100 && n_many > 100, "{n_compared} {n_without} {n_many}");
    }

    #[test]
    fn the_first_solution_takes_the_tries_of_the_closed_form() {
        let mut rng = rng(12);
        for (name, min) in [("2x2", 0), ("2x3", 8), ("3x2", 8), ("3x3", 30)] {
            let shape = given::shape(name);
            let n = shape.n() as u64;
            for _ in 0..30 {
                let puzzle = given::of_grid(shape, rng.random_range(min..=shape.n_cells()), &mut rng);
                let filled = ours(&puzzle, &Values::Ascending, 1, &Limits::none().with_nodes(10_000_000));
                assert_eq!(filled.end, FillEnd::Enough);
                let whole = n * n * (n + 1) / 2;
                assert_eq!(filled.tries, (n + 1) * filled.n_exhausted + whole - sum_of_clues(&puzzle));
            }
        }
    }

    #[test]
    fn all_solutions_are_as_many_as_the_solver_counts() {
        let all = |puzzle: &Puzzle, values: &Values| {
            let mut found = Vec::new();
            let filled = fill(puzzle, values, u64::MAX, &Limits::none(), &mut |grid| {
                found.push(grid.digits().to_vec());
                ControlFlow::Continue(())
            });
            assert_eq!((filled.end, filled.n_solutions), (FillEnd::Exhausted, found.len() as u64));
            found.sort();
            found.dedup();
            found.len() as u64
        };
        assert_eq!(all(&Puzzle::empty(given::shape("2x2")), &Values::Ascending), 288);
        assert_eq!(all(&Puzzle::empty(given::shape("1x4")), &Values::Ascending), 576);
        let mut rng = rng(13);
        for (name, n_clues) in [("2x3", 9), ("3x2", 10), ("1x5", 5), ("3x3", 30)] {
            let shape = given::shape(name);
            for _ in 0..5 {
                let puzzle = given::of_grid(shape, n_clues, &mut rng);
                let count = count_solutions::<2>(&puzzle, u64::MAX, &Limits::none()).0;
                let permuted = Values::Permuted(Permutations::random(shape, &mut rng));
                assert_eq!(all(&puzzle, &Values::Ascending), count);
                assert_eq!(all(&puzzle, &permuted), count);
                // Every legal beginning is met once, in whatever order.
                let whole = ours(&puzzle, &permuted, u64::MAX, &Limits::none());
                assert_eq!(whole, ours(&puzzle, &Values::Ascending, u64::MAX, &Limits::none()));
                assert_eq!(whole.tries, (shape.n() as u64 + 1) * whole.n_exhausted);
            }
        }
    }

    #[test]
    fn a_full_board_needs_no_try() {
        let full = given::of_grid(Shape::NINE, 81, &mut rng(1));
        for (max, n_solutions, end) in [(0, 0, FillEnd::Enough), (1, 1, FillEnd::Enough), (2, 1, FillEnd::Exhausted)] {
            let filled = ours(&full, &Values::Ascending, max, &Limits::none());
            assert_eq!(filled, Filled { tries: 0, n_exhausted: 0, n_solutions, end });
        }
    }

    #[test]
    fn the_visitor_may_leave() {
        let empty = Puzzle::empty(given::shape("2x2"));
        let mut n = 0;
        let filled = fill(&empty, &Values::Ascending, u64::MAX, &Limits::none(), &mut |_| {
            n += 1;
            if n == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((n, filled.n_solutions, filled.end), (3, 3, FillEnd::Enough));
        assert_eq!(filled, ours(&empty, &Values::Ascending, 3, &Limits::none()));
    }

    #[test]
    fn a_limit_ends_the_run_within_one_cell() {
        let shape = given::shape("4x4");
        let values = Values::Permuted(Permutations::random(shape, &mut rng(3)));
        for nodes in [0, 1, 100, 4321] {
            let filled = ours(&Puzzle::empty(shape), &values, u64::MAX, &Limits::none().with_nodes(nodes));
            assert_eq!(filled.end, FillEnd::Limit(Stop::Nodes));
            assert!(filled.tries >= nodes && filled.tries <= nodes + 16, "{nodes} {}", filled.tries);
        }
        let timed =
            ours(&Puzzle::empty(shape), &values, u64::MAX, &Limits::none().with_time(std::time::Duration::ZERO));
        assert_eq!((timed.end, timed.tries), (FillEnd::Limit(Stop::Time), 0));
    }

    #[test]
    fn who_watches_sees_a_legal_board_and_at_the_end_the_solution() {
        // Puzzle B of Fig. 4.
        let text = "12.4..3..3...1..5...6...1..7...9.....4.6.3.....3..2...5...8.7....7.....5.......98";
        let puzzle = given::puzzle(Shape::NINE, text);
        let (mut cells, mut changes, mut last, mut solution) = (puzzle.cells().to_vec(), 0_u64, 0, None);
        let limits = Limits::none();
        let mut visit = |grid: &Grid| {
            solution = Some(grid.clone());
            ControlFlow::Continue(())
        };
        let filled = fill_watched(&puzzle, &Values::Ascending, 1, &limits, &mut visit, &mut |change| {
            assert!(puzzle.get(change.cell).is_none() && change.count > last);
            cells[change.cell.get()] = change.digit;
            (changes, last) = (changes + 1, change.count);
            if changes % 1000 == 1 {
                assert!(Puzzle::new(Shape::NINE, cells.clone()).is_ok(), "no clash is ever passed on");
            }
        });
        assert_eq!(filled, ours(&puzzle, &Values::Ascending, 1, &limits));
        assert_eq!(last, filled.tries);
        assert_eq!(Puzzle::new(Shape::NINE, cells).expect("no clash").as_grid(), solution);
    }
}
