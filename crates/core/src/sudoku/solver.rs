//! The solver: candidate boards, one bit set of cells per digit.
//!
//! Before every guess, two rules are applied until nothing changes: a cell with one candidate takes it (naked single),
//! and a digit with one place in a house takes it (hidden single). Houses are also those of a variant. Guesses are made
//! in a cell with the fewest candidates. States are copied on a guess rather than undone: a state is only n bit sets.
//!
//! Every test of uniqueness uses [`SudokuSolver::second_solution`], which tries the target's own value last: in a
//! search for clues most puzzles have a second solution, and a wrong value finds it sooner. For 9x9 it uses [`Nine`],
//! and for larger grids and Latin squares of order 9 [`Large`]; functions that depend on the order of guesses, such as
//! random grids, never do. Questions about variants of 9x9 that take [`Nine`] too long are passed to [`Large`] too:
//! without boxes of 3x3, a plain search may not end if there are few clues.

use std::ops::ControlFlow;

use rand::seq::SliceRandom;

use crate::base::{Cell, CellSet, Digit, Index, Limits, Pace, Rng, Stop};

use super::geometry::Geometry;
use super::grid::{Grid, Puzzle};
use super::large::Large;
use super::nine::Nine;
use super::shape::Shape;
use super::variant::Variant;

/// The order in which the values of a guess are tried.
enum Order<'a> {
    Ascending,
    /// Try the values of this grid last.
    TargetLast(&'a [Digit]),
    Shuffled(&'a mut Rng),
}

/// The answer to the question whether there is a solution other than the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecondSolution {
    /// There is none: the clues leave the target as the only solution.
    None,
    /// There is one, row-major.
    Found(Box<[Digit]>),
    /// A limit was reached.
    Limit(Stop),
}

/// The end of a walk over solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkEnd {
    /// Every solution was visited.
    Exhausted,
    /// The visitor asked to stop.
    Stopped,
    /// A limit was reached.
    Limit(Stop),
}

/// Why a recursive step unwinds before its end.
enum Interrupted {
    Visitor,
    Limit(Stop),
}

/// A solver for one shape or variant, which reuses its memory. All n * n cells must fit into `W` words.
#[derive(Clone, Debug)]
pub struct SudokuSolver<const W: usize> {
    geometry: Geometry<W>,
    /// The candidate boards of every level of guessing, n per level.
    boards: Vec<CellSet<W>>,
    n_guesses: u64,
    /// The 9x9 path for the last target.
    nine: Option<Nine>,
    /// The path that learns for the last target.
    large: Option<Large>,
    /// Whether that path answered the last question.
    by_large: bool,
    /// The number of guesses after which a question about a variant of 9x9 is passed to it.
    patience: u64,
}

/// How often the limits are asked, in guesses.
const PACE: u32 = 256;
/// See [`SudokuSolver::patience`].
const PATIENCE: u64 = 1000;

impl<const W: usize> SudokuSolver<W> {
    /// Creates a solver for `shape`.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Self::of(Variant::plain(shape))
    }

    /// Creates a solver for the grids of `variant`.
    #[must_use]
    pub fn of(variant: Variant) -> Self {
        let shape = variant.shape();
        let boards = vec![CellSet::EMPTY; shape.n() * (shape.n_cells() + 1)];
        Self {
            geometry: Geometry::of(variant),
            boards,
            n_guesses: 0,
            nine: None,
            large: None,
            by_large: false,
            patience: PATIENCE,
        }
    }

    /// The same with another patience.
    #[cfg(test)]
    pub(super) fn with_patience(self, patience: u64) -> Self {
        Self { patience, ..self }
    }

    /// The geometry of the shape or variant.
    #[must_use]
    pub fn geometry(&self) -> &Geometry<W> {
        &self.geometry
    }

    /// The number of guesses since its creation.
    #[must_use]
    pub fn n_guesses(&self) -> u64 {
        let of_large = self.large.as_ref().map_or(0, Large::n_guesses);
        self.n_guesses + self.nine.as_ref().map_or(0, Nine::n_guesses) + of_large
    }

    /// Returns the 9x9 path for `target`, which must be a grid of this shape and variant; `None` for all other shapes.
    #[inline]
    pub fn nine(&mut self, target: &[Digit]) -> Option<&mut Nine> {
        if self.nine.as_ref().is_none_or(|nine| nine.target() != target) {
            if !Nine::serves(self.geometry.variant()) {
                return None;
            }
            self.n_guesses = self.n_guesses();
            self.nine = Some(Nine::of(self.geometry.variant(), target));
        }
        self.nine.as_mut()
    }

    /// Returns the path that learns, for `target`, which must be a grid of this shape and variant; `None` for shapes
    /// smaller than 9x9, and for plain Sudoku of 9x9.
    pub fn large(&mut self, target: &[Digit]) -> Option<&mut Large> {
        let variant = self.geometry.variant();
        let shape = variant.shape();
        if shape.n() < Shape::NINE.n() || shape == Shape::NINE && variant.is_plain() {
            return None;
        }
        if self.large.as_ref().is_none_or(|large| large.target() != target) {
            let large = Large::of(variant, target);
            self.n_guesses = self.n_guesses();
            self.large = Some(large);
        }
        self.large.as_mut()
    }

    /// Asks the 9x9 path for as long as is good; `None` where another has to answer.
    fn ask_nine<T>(
        &mut self,
        target: &[Digit],
        question: impl FnOnce(&mut Nine) -> Result<T, Stop>,
    ) -> Option<Result<T, Stop>> {
        self.by_large = false;
        let patience = self.patience;
        let nine = self.nine(target)?;
        nine.give_up_after(Some(patience));
        let answer = question(nine);
        let gave_up = nine.gave_up();
        nine.give_up_after(None);
        (!gave_up).then_some(answer)
    }

    /// Returns a minimal unavoidable set that `clues` do not hit, and that avoids the cells of `keep_out` if possible;
    /// `Ok(None)` if the target is the only solution. Returns `None` if there is no fast path.
    pub fn unhit_set(
        &mut self,
        target: &[Digit],
        clues: CellSet<W>,
        keep_out: CellSet<W>,
        pace: &mut Pace,
    ) -> Option<Result<Option<CellSet<W>>, Stop>> {
        if let Some(answer) = self.ask_nine(target, |nine| nine.unhit_set(clues, keep_out, pace)) {
            return Some(answer);
        }
        self.by_large = true;
        Some(self.large(target)?.unhit_set(clues, keep_out, pace))
    }

    /// The clues on which the last proof of uniqueness depends, if the solver knows them: see [`Large::core`].
    #[must_use]
    pub fn core(&self) -> Option<CellSet<W>> {
        self.large.as_ref().filter(|_| self.by_large)?.core()
    }

    /// Discards all knowledge from earlier questions: see [`Large::forget`].
    pub fn forget(&mut self) {
        if let Some(large) = &mut self.large {
            large.forget();
        }
    }

    /// Returns at most `max` solutions, in ascending order of the guessed values.
    #[must_use]
    #[inline(never)]
    pub fn solutions(&mut self, puzzle: &Puzzle, max: usize) -> Vec<Grid> {
        let mut found = Vec::new();
        if max > 0 {
            let shape = puzzle.shape();
            self.walk(puzzle, &Limits::none(), |digits| {
                found.push(Grid::new(shape, digits).expect("the solver keeps the rules"));
                if found.len() == max { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        found
    }

    /// Visits the solutions of a puzzle as row-major digits until there are no more, the visitor breaks, or a limit is
    /// reached.
    pub fn walk(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visit: impl FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> WalkEnd {
        let fixed = puzzle.shape().cells().filter_map(|c| puzzle.get(c).map(|d| (c, d)));
        self.run(fixed, Order::Ascending, &mut limits.pace(PACE), visit)
    }

    /// Returns a solution of the puzzle, found with values in random order; `None` if there is none or a limit was
    /// reached.
    #[inline(never)]
    pub fn random_solution(&mut self, puzzle: &Puzzle, rng: &mut Rng, limits: &Limits) -> Option<Grid> {
        self.random_walk(puzzle, rng, limits).0
    }

    /// [`Self::random_solution`], and how the search for it ended: [`WalkEnd::Exhausted`] if there is none.
    #[inline(never)]
    pub(super) fn random_walk(&mut self, puzzle: &Puzzle, rng: &mut Rng, limits: &Limits) -> (Option<Grid>, WalkEnd) {
        let fixed = puzzle.shape().cells().filter_map(|c| puzzle.get(c).map(|d| (c, d)));
        let mut found = None;
        let end = self.run(fixed, Order::Shuffled(rng), &mut limits.pace(0), |digits| {
            found = Some(Grid::new(puzzle.shape(), digits).expect("the solver keeps the rules"));
            ControlFlow::Break(())
        });
        (found, end)
    }

    /// Looks for a solution that agrees with `target` on `clues` and differs from it elsewhere.
    ///
    /// `target` is a grid of this shape, row-major.
    #[inline(never)]
    pub fn second_solution(&mut self, target: &[Digit], clues: CellSet<W>, pace: &mut Pace) -> SecondSolution {
        let by_nine = self.ask_nine(target, |nine| {
            let found = nine.second_solution(clues, pace)?;
            Ok(found.map(|_| nine.witness()))
        });
        match by_nine {
            Some(Ok(None)) => return SecondSolution::None,
            Some(Ok(Some(digits))) => return SecondSolution::Found(digits.into()),
            Some(Err(stop)) => return SecondSolution::Limit(stop),
            None => {}
        }
        self.by_large = true;
        if let Some(large) = self.large(target) {
            return match large.second_solution(clues, pace) {
                Ok(None) => SecondSolution::None,
                Ok(Some(_)) => SecondSolution::Found(large.witness().into()),
                Err(stop) => SecondSolution::Limit(stop),
            };
        }
        self.second_of_any_shape(target, clues, pace)
    }

    /// Does the same as [`Self::second_solution`] by the code for all shapes, which the paths for 9x9 and for larger
    /// grids are tested against.
    #[inline(never)]
    pub fn second_of_any_shape(&mut self, target: &[Digit], clues: CellSet<W>, pace: &mut Pace) -> SecondSolution {
        let mut second = SecondSolution::None;
        let fixed = clues.iter().map(|c| (c, target[c.get()]));
        let walk = self.run(fixed, Order::TargetLast(target), pace, |digits| {
            if digits == target {
                return ControlFlow::Continue(());
            }
            second = SecondSolution::Found(digits.into());
            ControlFlow::Break(())
        });
        match walk {
            WalkEnd::Limit(stop) => SecondSolution::Limit(stop),
            WalkEnd::Exhausted | WalkEnd::Stopped => second,
        }
    }

    /// Returns the number of solutions that agree with `target` on `clues`, or `max` if there are more.
    ///
    /// # Errors
    /// The limit that came first.
    #[inline(never)]
    pub fn count(&mut self, target: &[Digit], clues: CellSet<W>, max: usize, pace: &mut Pace) -> Result<usize, Stop> {
        let mut n = 0;
        if max > 0 {
            let fixed = clues.iter().map(|c| (c, target[c.get()]));
            let walk = self.run(fixed, Order::Ascending, pace, |_| {
                n += 1;
                if n == max { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if let WalkEnd::Limit(stop) = walk {
                return Err(stop);
            }
        }
        Ok(n)
    }

    fn run(
        &mut self,
        fixed: impl Iterator<Item = (Cell, Digit)>,
        mut order: Order<'_>,
        pace: &mut Pace,
        mut visit: impl FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> WalkEnd {
        let n = self.geometry.shape().n();
        let mut open = self.geometry.all();
        // The cells of the clues of each digit, and all cells that one of them rules out.
        let mut own = [CellSet::<W>::EMPTY; Shape::MAX_N];
        let mut barred = [CellSet::<W>::EMPTY; Shape::MAX_N];
        for (cell, digit) in fixed {
            own[digit.index()].insert(cell);
            barred[digit.index()] |= self.geometry.peers(cell);
            open.remove(cell);
        }
        for d in 0..n {
            self.boards[d] = (open | own[d]) - barred[d];
        }
        let mut digits = vec![Digit::new(1); self.geometry.shape().n_cells()];
        match self.descend(0, open, &mut order, pace, &mut digits, &mut visit) {
            ControlFlow::Continue(()) => WalkEnd::Exhausted,
            ControlFlow::Break(Interrupted::Visitor) => WalkEnd::Stopped,
            ControlFlow::Break(Interrupted::Limit(stop)) => WalkEnd::Limit(stop),
        }
    }

    /// Propagates the boards of `level`, then visits the solution or guesses.
    fn descend(
        &mut self,
        level: usize,
        mut open: CellSet<W>,
        order: &mut Order<'_>,
        pace: &mut Pace,
        digits: &mut [Digit],
        visit: &mut impl FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> ControlFlow<Interrupted> {
        let n = self.geometry.shape().n();
        if !propagate(&self.geometry, &mut self.boards[level * n..(level + 1) * n], &mut open) {
            return ControlFlow::Continue(());
        }
        let boards = &self.boards[level * n..(level + 1) * n];
        if open.is_empty() {
            for (d, board) in boards.iter().enumerate() {
                for cell in board {
                    digits[cell.get()] = Digit::from_index(d);
                }
            }
            return visit(digits).map_break(|()| Interrupted::Visitor);
        }
        let cell = fewest_candidates(boards, open);
        let (mut values, n_values) = candidates(boards, cell);
        let values = &mut values[..n_values];
        match order {
            Order::Ascending => {}
            Order::TargetLast(target) => {
                if let Some(at) = values.iter().position(|&d| d as usize == target[cell.get()].index()) {
                    values[at..].rotate_left(1);
                }
            }
            Order::Shuffled(rng) => values.shuffle(*rng),
        }
        for &mut d in values {
            if let Some(stop) = pace.step(self.n_guesses) {
                return ControlFlow::Break(Interrupted::Limit(stop));
            }
            self.n_guesses += 1;
            let (above, below) = self.boards.split_at_mut((level + 1) * n);
            below[..n].copy_from_slice(&above[level * n..]);
            let mut rest = open;
            place(&self.geometry, &mut below[..n], &mut rest, cell, d as usize);
            self.descend(level + 1, rest, order, pace, digits, visit)?;
        }
        ControlFlow::Continue(())
    }
}

/// The candidates of a cell as 0-based digits, and how many they are.
fn candidates<const W: usize>(boards: &[CellSet<W>], cell: Cell) -> ([u8; Shape::MAX_N], usize) {
    // By way of a mask: filling the array straight from the test sends LLVM 22 into an endless loop analysis at W = 1.
    let mask = boards.iter().enumerate().fold(0u32, |m, (d, board)| m | u32::from(board.contains(cell)) << d);
    let mut values = [0; Shape::MAX_N];
    let mut rest = mask;
    for value in values.iter_mut().take(mask.count_ones() as usize) {
        *value = rest.trailing_zeros() as u8;
        rest &= rest - 1;
    }
    (values, mask.count_ones() as usize)
}

/// Puts digit number `d` into an open cell.
fn place<const W: usize>(
    geometry: &Geometry<W>,
    boards: &mut [CellSet<W>],
    open: &mut CellSet<W>,
    cell: Cell,
    d: usize,
) {
    for board in boards.iter_mut() {
        board.remove(cell);
    }
    boards[d] -= geometry.peers(cell);
    boards[d].insert(cell);
    open.remove(cell);
}

/// Naked and hidden singles to a fixed point; false on a contradiction.
fn propagate<const W: usize>(geometry: &Geometry<W>, boards: &mut [CellSet<W>], open: &mut CellSet<W>) -> bool {
    loop {
        let (mut ones, mut twos) = (CellSet::EMPTY, CellSet::EMPTY);
        for board in boards.iter() {
            twos |= ones & *board;
            ones |= *board;
        }
        if ones != geometry.all() {
            return false;
        }
        let naked = *open - twos;
        if !naked.is_empty() {
            for board in boards.iter_mut() {
                for cell in *board & naked {
                    // An earlier single of this digit may have taken the cell's last candidate: the next round sees it.
                    *board -= geometry.peers(cell);
                }
            }
            *open -= naked;
            continue;
        }
        let mut placed = false;
        for d in 0..boards.len() {
            if !boards[d].intersects(open) {
                continue;
            }
            for house in geometry.houses() {
                let places = boards[d] & *house;
                if places.is_empty() {
                    return false;
                }
                if let Some(cell) = places.single()
                    && open.contains(cell)
                {
                    place(geometry, boards, open, cell, d);
                    placed = true;
                }
            }
        }
        if !placed {
            return true;
        }
    }
}

/// The first open cell with the fewest candidates, which are at least two in a propagated state.
fn fewest_candidates<const W: usize>(boards: &[CellSet<W>], open: CellSet<W>) -> Cell {
    // The number of candidates of all cells at once, as a binary counter in bit slices.
    let mut slices = [CellSet::<W>::EMPTY; 5];
    for board in boards {
        let mut carry = *board;
        for slice in &mut slices {
            let next = *slice & carry;
            *slice = *slice ^ carry;
            carry = next;
        }
    }
    let mut min = open;
    for slice in slices.iter().rev() {
        let low = min - *slice;
        if !low.is_empty() {
            min = low;
        }
    }
    min.first().expect("a cell is open")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng;

    fn shape(r: u8, c: u8) -> Shape {
        Shape::new(r, c).expect("a shape")
    }

    fn count<const W: usize>(shape: Shape, max: usize) -> usize {
        SudokuSolver::<W>::new(shape).solutions(&Puzzle::empty(shape), max).len()
    }

    #[test]
    fn counts_of_grids_are_the_known_ones() {
        assert_eq!(count::<1>(shape(2, 2), usize::MAX), 288);
        // Latin squares of order 2 to 4 (OEIS A002860).
        assert_eq!(count::<1>(shape(1, 2), usize::MAX), 2);
        assert_eq!(count::<1>(shape(1, 3), usize::MAX), 12);
        assert_eq!(count::<1>(shape(1, 4), usize::MAX), 576);
        assert_eq!(count::<1>(shape(2, 3), 1000), 1000);
        // The width of the sets changes nothing.
        assert_eq!(count::<4>(shape(2, 2), usize::MAX), 288);
    }

    #[test]
    fn a_second_solution_agrees_on_the_clues_and_differs_elsewhere() {
        let mut solver = SudokuSolver::<2>::new(Shape::NINE);
        let mut rng = rng(1);
        let mut pace = Limits::none().pace(1);
        let target = solver.random_solution(&Puzzle::empty(Shape::NINE), &mut rng, &Limits::none()).expect("a grid");
        let mut order: Vec<Cell> = Shape::NINE.cells().collect();
        let (mut some, mut none) = (0, 0);
        for round in 0..200 {
            order.shuffle(&mut rng);
            let clues: CellSet<2> = order[..25 + round % 30].iter().copied().collect();
            let n_solutions = solver.solutions(&target.puzzle(clues), 2).len();
            match solver.second_solution(target.digits(), clues, &mut pace) {
                SecondSolution::Found(second) => {
                    let second = Grid::new(Shape::NINE, &second).expect("a grid");
                    let differs: CellSet<2> = target.difference(second.digits());
                    assert!(!differs.is_empty() && !differs.intersects(&clues));
                    assert_eq!(n_solutions, 2);
                    some += 1;
                }
                SecondSolution::None => {
                    assert_eq!(n_solutions, 1);
                    none += 1;
                }
                SecondSolution::Limit(_) => panic!("there was no limit"),
            }
        }
        assert!(some > 20 && none > 20, "the test must see both answers: {some} and {none}");
    }

    #[test]
    fn a_limit_is_no_answer() {
        let sixteen = shape(4, 4);
        let mut solver = SudokuSolver::<4>::new(sixteen);
        let walk = solver.walk(&Puzzle::empty(sixteen), &Limits::none().with_nodes(3), |_| ControlFlow::Continue(()));
        assert_eq!(walk, WalkEnd::Limit(Stop::Nodes));
    }

    #[test]
    fn a_visitor_may_leave() {
        let four = shape(2, 2);
        let walk = SudokuSolver::<1>::new(four).walk(&Puzzle::empty(four), &Limits::none(), |_| ControlFlow::Break(()));
        assert_eq!(walk, WalkEnd::Stopped);
    }
}
