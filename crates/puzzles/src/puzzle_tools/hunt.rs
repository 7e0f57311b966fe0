//! A hunt for puzzles with few clues: the second method in the introduction of lin-wu-2013, which comes from the Sudoku
//! Forum (2009).
//!
//! From puzzles with 18 to 23 clues, {-2+1} leads down to 18, where {-1+1} leads from class to class, and {-2+1} of
//! these leads to 17. Here all classes are in one pool, and the next move is determined: {-2+1} of a class with the
//! fewest clues that has not made this move, or, if all have, {-1+1} of a class with the fewest clues. Among classes
//! with the same number of clues, the oldest comes first. So a hunt can be stopped at any time, and continued from its
//! pool.

use std::collections::{BTreeMap, VecDeque};

use crate::base::{Limits, Stop};
use crate::sudoku::{Minlex, Puzzle};

use super::{Classes, Exchange};

/// A pool of classes of puzzles, with the moves made from each.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// Puzzles with this many clues are what is hunted.
    to: usize,
    classes: Classes,
    levels: BTreeMap<usize, Level>,
}

/// The classes with one number of clues.
#[derive(Clone, Debug, Default)]
struct Level {
    n_classes: usize,
    /// Those without {-2+1}, in the order in which they came.
    down: VecDeque<Puzzle>,
    aside: VecDeque<Puzzle>,
}

/// A move from a class to other classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HuntMove {
    /// {-2+1}, to one clue fewer.
    Down,
    /// {-1+1}, to the same number of clues.
    Aside,
}

impl HuntMove {
    #[must_use]
    pub fn exchange(self) -> Exchange {
        Exchange { remove: if self == Self::Down { 2 } else { 1 }, add: 1, only_minimal: false }
    }

    /// Its name: `-2+1` or `-1+1`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Down => "-2+1",
            Self::Aside => "-1+1",
        }
    }

    /// Returns the move with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Down, Self::Aside].into_iter().find(|step| step.name() == name)
    }
}

impl Hunt {
    /// Creates an empty pool; the hunt looks for puzzles with `to` clues.
    #[must_use]
    pub fn new(to: usize) -> Self {
        Self { to, classes: Classes::default(), levels: BTreeMap::new() }
    }

    /// Adds the class of a puzzle with one solution.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn insert(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Option<Puzzle>, Stop> {
        Ok(self.insert_minlex(super::minlex(puzzle, limits)?))
    }

    /// Adds a class, and returns its minlex form if it is new.
    pub fn insert_minlex(&mut self, minlex: Minlex<Puzzle>) -> Option<Puzzle> {
        let class = self.classes.insert_minlex(minlex);
        if !class.is_new {
            return None;
        }
        let form = class.minlex.form;
        let level = self.levels.entry(form.n_clues()).or_default();
        level.n_classes += 1;
        if form.n_clues() > self.to {
            level.down.push_back(form.clone());
            level.aside.push_back(form.clone());
        }
        Some(form)
    }

    /// Returns the next move, with the class to make it from; `None` if there are no more.
    #[must_use]
    pub fn next(&self) -> Option<(HuntMove, &Puzzle)> {
        let first = |step, queue: fn(&Level) -> &VecDeque<Puzzle>| {
            self.levels.values().find_map(|level| queue(level).front()).map(|form| (step, form))
        };
        first(HuntMove::Down, |level| &level.down).or_else(|| first(HuntMove::Aside, |level| &level.aside))
    }

    /// Marks a move as done, after all puzzles that it leads to were inserted. These may come next by then, but among
    /// the classes with the same number of clues that wait for this move, the one that moved must still be the first;
    /// returns `false` if it is not.
    #[must_use]
    pub fn done(&mut self, step: HuntMove, form: &Puzzle) -> bool {
        let Some(level) = self.levels.get_mut(&form.n_clues()) else { return false };
        let queue = if step == HuntMove::Down { &mut level.down } else { &mut level.aside };
        let is_first = queue.front() == Some(form);
        if is_first {
            queue.pop_front();
        }
        is_first
    }

    /// The number of classes for each number of clues.
    pub fn n_classes(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.levels.iter().map(|(n_clues, level)| (*n_clues, level.n_classes))
    }

    /// The number of classes of puzzles with the wanted number of clues, or fewer.
    #[must_use]
    pub fn n_found(&self) -> usize {
        self.levels.range(..=self.to).map(|(_, level)| level.n_classes).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::puzzle_tools::find_neighbors;
    use crate::sudoku::Shape;

    /// Does the moves of a hunt until nothing is left; the moves, in order.
    fn hunted(hunt: &mut Hunt) -> Vec<(HuntMove, usize)> {
        let mut moves = Vec::new();
        while let Some((step, form)) = hunt.next() {
            let form = form.clone();
            moves.push((step, form.n_clues()));
            let mut visit = |found: &Puzzle| {
                hunt.insert(found, &Limits::none()).expect("no limit");
                ControlFlow::Continue(())
            };
            find_neighbors(&form, step.exchange(), &Limits::none(), &mut visit, &mut |_| {});
            assert!(hunt.done(step, &form));
        }
        moves
    }

    /// On 4x4 everything that there is can be met.
    #[test]
    fn a_hunt_goes_down_first_then_aside_and_ends() {
        let start: Puzzle = "12.4.........32.".parse().expect("a puzzle");
        assert_eq!(start.shape(), Shape::new(2, 2).expect("a shape"));
        let mut hunt = Hunt::new(4);
        assert_eq!(hunt.insert(&start, &Limits::none()).expect("no limit").map(|form| form.n_clues()), Some(5));
        assert_eq!(hunt.insert(&start, &Limits::none()), Ok(None), "a class comes once");
        let moves = hunted(&mut hunt);
        // Down first, and each class is moved once either way.
        assert_eq!(moves[..3], [(HuntMove::Down, 5), (HuntMove::Aside, 5), (HuntMove::Down, 5)]);
        let of_five = hunt.n_classes().find(|(n, _)| *n == 5).expect("five clues").1;
        for step in [HuntMove::Down, HuntMove::Aside] {
            assert_eq!(moves.iter().filter(|taken| **taken == (step, 5)).count(), of_five);
        }
        assert_eq!(hunt.next(), None);
        // All classes of puzzles with four clues are met, by another way to count them.
        let mut classes = Classes::default();
        for cells in 0u32..1 << 16 {
            if cells.count_ones() == 4 {
                for grid in ["1234341221434321", "1234341223414123"] {
                    let text: String =
                        grid.chars().enumerate().map(|(i, c)| if cells >> i & 1 == 1 { c } else { '.' }).collect();
                    let puzzle: Puzzle = text.parse().expect("a puzzle");
                    let mut solver = crate::sudoku::SudokuSolver::<1>::new(puzzle.shape());
                    if solver.solutions(&puzzle, 2).len() == 1 {
                        classes.insert(&puzzle, &Limits::none()).expect("no limit");
                    }
                }
            }
        }
        assert_eq!((hunt.n_found(), classes.len()), (classes.len(), classes.len()));
    }

    #[test]
    fn what_is_hunted_is_not_moved() {
        let mut hunt = Hunt::new(5);
        hunt.insert(&"1..4.........32.".parse().expect("a puzzle"), &Limits::none()).expect("no limit");
        assert_eq!((hunt.next(), hunt.n_found()), (None, 1));
    }
}
