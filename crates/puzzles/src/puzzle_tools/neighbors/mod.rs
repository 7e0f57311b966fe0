//! The neighbors of a puzzle: the valid puzzles that {-p+q} makes of it, the *gene restructuring* of lin-wu-2013,
//! section 2.1.
//!
//! p clues are removed and q are added, with any digits, so a neighbor often has another grid. After the removal there
//! are many solutions, and a set of added clues is valid exactly if only one of them agrees with it. So the solutions
//! are listed once, and the clues that only one solution has follow from two rows of bits: the clues of some solution,
//! and the clues of several. If the list would be too long, clues are tried one by one.

mod list;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use minclue_core::with_wide_width;

use crate::base::{Cell, Digit, Index, Limits, Pace, Stop};
use crate::sudoku::{Counter, Puzzle, Shape, Uniqueness, WalkEnd};

use super::pace;

use list::{List, Seen};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The number of clues to remove.
    pub remove: usize,
    /// The number of clues to add.
    pub add: usize,
    /// Whether to visit only minimal puzzles.
    pub only_minimal: bool,
}

/// The end of the visit of all neighbors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeighborsEnd {
    /// All neighbors were visited.
    Complete,
    /// The visitor ended it.
    Stopped,
    /// A limit was reached.
    Limit(Stop),
}

/// More solutions are not listed.
const LONGEST_LIST: usize = 1 << 16;
/// More are not listed before the last clue.
const SHORT_LIST: usize = 64;

/// Visits each valid puzzle that `exchange` makes of `puzzle` once. Some of them may be isomorphic: see
/// [`super::Classes`].
///
/// A removed clue is not added again, but its cell may get another digit. The cost grows with the binomial coefficients
/// of p clues and of q empty cells: {-1+1} of a 9x9 puzzle with 17 clues takes a few milliseconds, {-2+2} about ten
/// seconds. `part` is called now and then with the progress, from 0 to 1.
///
/// ```
/// # use std::ops::ControlFlow;
/// # use minclue_core::base::Limits;
/// # use minclue_core::sudoku::Puzzle;
/// # use minclue_puzzles::puzzle_tools::{Exchange, NeighborsEnd, find_neighbors};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let puzzle = "12.4.........32.".parse()?;
/// let two_for_one = Exchange { remove: 2, add: 1, only_minimal: false };
/// let mut found = Vec::new();
/// let mut visit = |neighbor: &Puzzle| {
///     found.push(neighbor.clone());
///     ControlFlow::Continue(())
/// };
/// let end = find_neighbors(&puzzle, two_for_one, &Limits::none(), &mut visit, &mut |_| {});
/// assert_eq!(end, NeighborsEnd::Complete);
/// assert!(!found.is_empty() && found.iter().all(|puzzle| puzzle.n_clues() == 4));
/// # Ok(())
/// # }
/// ```
pub fn find_neighbors(
    puzzle: &Puzzle,
    exchange: Exchange,
    limits: &Limits,
    visit: &mut dyn FnMut(&Puzzle) -> ControlFlow<()>,
    part: &mut dyn FnMut(f64),
) -> NeighborsEnd {
    with_wide_width!(puzzle.shape().n_cells(), W => {
        ended(Visit::<W>::new(puzzle, exchange, limits, visit, part).remove(0))
    })
}

/// The ways to remove clues, in the order of [`find_neighbors`]. Calling [`find_neighbors_without`] for each of them
/// visits the same puzzles in the same order, in separate steps.
#[derive(Clone, Debug)]
pub struct Removals {
    clues: Vec<Cell>,
    /// The numbers of the next clues to remove; `None` at the end.
    next: Option<Vec<usize>>,
}

impl Removals {
    /// Creates an iterator over all ways to remove `n` clues from `puzzle`.
    #[must_use]
    pub fn new(puzzle: &Puzzle, n: usize) -> Self {
        let is_clue = |cell: &Cell| puzzle.get(*cell).is_some();
        let clues: Vec<Cell> = puzzle.shape().cells().filter(is_clue).collect();
        let next = (n <= clues.len()).then(|| (0..n).collect());
        Self { clues, next }
    }

    /// The number of ways, exact up to the precision of a float.
    #[must_use]
    pub fn n_all(&self) -> f64 {
        self.next.as_ref().map_or(0.0, |next| binomial(self.clues.len(), next.len()))
    }
}

impl Iterator for Removals {
    type Item = Vec<Cell>;

    fn next(&mut self) -> Option<Vec<Cell>> {
        let picked = self.next.take()?;
        let (n, k) = (self.clues.len(), picked.len());
        let mut following = picked.clone();
        // The last one that can move on does, and those after it come right after.
        if let Some(moved) = (0..k).rev().find(|&i| following[i] < n - k + i) {
            let first = following[moved] + 1;
            (moved..k).for_each(|i| following[i] = first + i - moved);
            self.next = Some(following);
        }
        Some(picked.iter().map(|&i| self.clues[i]).collect())
    }
}

/// Does the same as [`find_neighbors`], with only the clues in the cells `removed` removed.
pub fn find_neighbors_without(
    puzzle: &Puzzle,
    removed: &[Cell],
    exchange: Exchange,
    limits: &Limits,
    visit: &mut dyn FnMut(&Puzzle) -> ControlFlow<()>,
) -> NeighborsEnd {
    let mut unheard = |_| {};
    with_wide_width!(puzzle.shape().n_cells(), W => {
        let mut walk = Visit::<W>::new(puzzle, exchange, limits, visit, &mut unheard);
        for &cell in removed {
            let digit = walk.cells[cell.get()].take();
            walk.removed.extend(digit.map(|digit| (cell, digit)));
        }
        ended(walk.add(0))
    })
}

fn ended(flow: Flow) -> NeighborsEnd {
    match flow {
        ControlFlow::Continue(()) => NeighborsEnd::Complete,
        ControlFlow::Break(end) => end,
    }
}

struct Visit<'a, const W: usize> {
    shape: Shape,
    exchange: Exchange,
    counter: Counter<W>,
    pace: Pace,
    cells: Vec<Option<Digit>>,
    removed: Vec<(Cell, Digit)>,
    added: Vec<(Cell, Digit)>,
    /// The ways to take clues away, those that are done and all of them.
    n_removals: u64,
    all_removals: f64,
    visit: &'a mut dyn FnMut(&Puzzle) -> ControlFlow<()>,
    part: &'a mut dyn FnMut(f64),
}

/// The ways to take `k` of `n`.
fn binomial(n: usize, k: usize) -> f64 {
    (0..k.min(n)).map(|i| (n - i) as f64 / (i + 1) as f64).product()
}

type Flow = ControlFlow<NeighborsEnd>;

impl<'a, const W: usize> Visit<'a, W> {
    fn new(
        puzzle: &Puzzle,
        exchange: Exchange,
        limits: &Limits,
        visit: &'a mut dyn FnMut(&Puzzle) -> ControlFlow<()>,
        part: &'a mut dyn FnMut(f64),
    ) -> Self {
        let shape = puzzle.shape();
        Self {
            shape,
            exchange,
            counter: Counter::<W>::new(shape),
            pace: pace(limits),
            cells: puzzle.cells().to_vec(),
            removed: Vec::new(),
            added: Vec::new(),
            n_removals: 0,
            all_removals: binomial(puzzle.n_clues(), exchange.remove),
            visit,
            part,
        }
    }

    /// Takes clues away, from cell number `from` on.
    fn remove(&mut self, from: usize) -> Flow {
        if self.removed.len() == self.exchange.remove {
            let flow = self.add(0);
            self.n_removals += 1;
            self.tell(0);
            return flow;
        }
        for at in from..self.cells.len() {
            if let Some(digit) = self.cells[at].take() {
                self.removed.push((Cell::new(at), digit));
                let flow = self.remove(at + 1);
                self.removed.pop();
                self.cells[at] = Some(digit);
                flow?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports how much is done, with cell number `first` as the first of the added ones.
    fn tell(&mut self, first: usize) {
        let n = self.cells.len();
        let left = (n - first) as f64 / n as f64;
        // The first of several cells in ascending order has the more ways to go on, the earlier it is.
        let power = i32::try_from(self.exchange.add).unwrap_or(i32::MAX);
        (self.part)((self.n_removals as f64 + 1.0 - left.powi(power)) / self.all_removals);
    }

    /// Puts clues into cells number `from` and later.
    fn add(&mut self, from: usize) -> Flow {
        let left = self.exchange.add - self.added.len();
        if left == 0 {
            return self.keep_if_valid();
        }
        // The last clue wants no long list: a few solutions rule most of them out, and each question gives two more.
        let max = if left == 1 { SHORT_LIST } else { LONGEST_LIST };
        let mut list = List::new(self.shape);
        let walk = self.counter.walk(&self.cells, &mut self.pace, |digits| {
            list.push(digits);
            if list.n == max { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match walk {
            WalkEnd::Exhausted => {
                let all: Vec<u32> = (0..list.n as u32).collect();
                self.add_from_list(&list, &all, from)
            }
            WalkEnd::Stopped if left == 1 => self.add_last(&list, from),
            WalkEnd::Stopped => self.add_one_by_one(from),
            WalkEnd::Limit(stop) => ControlFlow::Break(NeighborsEnd::Limit(stop)),
        }
    }

    /// Puts clues into cells number `from` and later, given all solutions that agree with the clues at hand.
    fn add_from_list(&mut self, list: &List, solutions: &[u32], from: usize) -> Flow {
        let left = self.exchange.add - self.added.len();
        // A clue that all solutions share is redundant, and so is every further one of the only solution.
        if self.exchange.only_minimal && solutions.len() <= 1 {
            return ControlFlow::Continue(());
        }
        if let Some(stop) = self.pace.step(0) {
            return ControlFlow::Break(NeighborsEnd::Limit(stop));
        }
        if left == 1 {
            let single = list.of_one_alone(solutions);
            for at in from..self.cells.len() {
                for digit in (0..self.shape.n()).map(Digit::from_index) {
                    if list.has(&single, at, digit) && self.may_add(at, digit) {
                        self.with(at, digit, Self::keep)?;
                    }
                }
            }
            return ControlFlow::Continue(());
        }
        for at in from..self.cells.len() {
            if self.cells[at].is_some() {
                continue;
            }
            if self.added.is_empty() {
                self.tell(at);
            }
            for digit in (0..self.shape.n()).map(Digit::from_index) {
                let agree: Vec<u32> = solutions.iter().copied().filter(|s| list.digit(*s, at) == digit).collect();
                let is_redundant = agree.len() == solutions.len();
                if !agree.is_empty() && self.may_add(at, digit) && !(self.exchange.only_minimal && is_redundant) {
                    self.with(at, digit, |visit| visit.add_from_list(list, &agree, at + 1))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The same where the solutions are too many.
    fn add_one_by_one(&mut self, from: usize) -> Flow {
        for at in from..self.cells.len() {
            if self.added.is_empty() {
                self.tell(at);
            }
            for digit in (0..self.shape.n()).map(Digit::from_index) {
                if self.may_add(at, digit) {
                    self.with(at, digit, |visit| visit.add(at + 1))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The last clue, given only some of the solutions: whatever two of them share is none.
    fn add_last(&mut self, some: &List, from: usize) -> Flow {
        let mut seen = Seen::new(some);
        for at in from..self.cells.len() {
            for digit in (0..self.shape.n()).map(Digit::from_index) {
                if !self.may_add(at, digit) || some.has(&seen.several, at, digit) {
                    continue;
                }
                self.cells[at] = Some(digit);
                let mut found: Vec<Box<[Digit]>> = Vec::new();
                let walk = self.counter.walk(&self.cells, &mut self.pace, |digits| {
                    found.push(digits.into());
                    if found.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                self.cells[at] = None;
                if let WalkEnd::Limit(stop) = walk {
                    return ControlFlow::Break(NeighborsEnd::Limit(stop));
                }
                if found.len() == 1 {
                    self.with(at, digit, Self::keep)?;
                }
                for digits in found {
                    seen.add(some, digits);
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn may_add(&self, at: usize, digit: Digit) -> bool {
        self.cells[at].is_none() && !self.removed.contains(&(Cell::new(at), digit))
    }

    fn with(&mut self, at: usize, digit: Digit, go_on: impl FnOnce(&mut Self) -> Flow) -> Flow {
        self.cells[at] = Some(digit);
        self.added.push((Cell::new(at), digit));
        let flow = go_on(self);
        self.added.pop();
        self.cells[at] = None;
        flow
    }

    fn keep_if_valid(&mut self) -> Flow {
        match self.counter.count(&self.cells, 2, &mut self.pace) {
            Ok(1) => self.keep(),
            Ok(_) => ControlFlow::Continue(()),
            Err(stop) => ControlFlow::Break(NeighborsEnd::Limit(stop)),
        }
    }

    /// A valid puzzle was found; it goes to the visitor after a second look, and only if it is minimal where that is
    /// wanted.
    fn keep(&mut self) -> Flow {
        let puzzle = Puzzle::new(self.shape, self.cells.as_slice()).expect("a puzzle with a solution has no clash");
        let limit = |stop| ControlFlow::Break(NeighborsEnd::Limit(stop));
        let grid = match self.counter.uniqueness(&puzzle, &mut self.pace) {
            Ok(Uniqueness::One(grid)) => grid,
            Ok(Uniqueness::None | Uniqueness::Many(..)) => panic!("a neighbor has not exactly one solution"),
            Err(stop) => return limit(stop),
        };
        if self.exchange.only_minimal {
            match self.counter.is_minimal(&grid, puzzle.clues(), &mut self.pace) {
                Ok(true) => {}
                Ok(false) => return ControlFlow::Continue(()),
                Err(stop) => return limit(stop),
            }
        }
        (self.visit)(&puzzle).map_break(|()| NeighborsEnd::Stopped)
    }
}
