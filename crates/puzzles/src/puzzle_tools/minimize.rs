//! Minimal puzzles inside a puzzle: removes clues one after the other as long as the rest is valid.

use minclue_core::with_width;
use rand::seq::SliceRandom;

use crate::base::{Cell, CellSet, Limits, Pace, Rng, Stop, rng};
use crate::sudoku::{Counter, Grid, Puzzle};

use super::pace;

/// A limit came before all clues were tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unfinished<const W: usize> {
    /// The remaining valid clues.
    pub(super) clues: CellSet<W>,
    pub(super) stop: Stop,
}

impl<const W: usize> From<Unfinished<W>> for Stop {
    fn from(unfinished: Unfinished<W>) -> Self {
        unfinished.stop
    }
}

/// The result of [`minimize`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimized {
    /// The puzzle with the fewest clues among those of complete orders, the first if there are several; if a limit was
    /// reached in the first order, the puzzle at that point.
    pub puzzle: Puzzle,
    /// Whether it is minimal. It is, unless a limit was reached in the first order.
    pub is_minimal: bool,
    /// The number of complete orders.
    pub n_orders: u64,
    /// The limit that was reached before all orders were tried.
    pub stop: Option<Stop>,
}

/// Finds a minimal puzzle inside a valid one: removes clues in `n_orders` random orders, determined by `seed`, and
/// returns the puzzle with the fewest clues. `grid` must be the only solution of `puzzle`. `part` is called with the
/// progress, from 0 to 1.
///
/// ```
/// # use minclue_core::base::Limits;
/// # use minclue_core::sudoku::{Grid, Puzzle};
/// # use minclue_puzzles::puzzle_tools::minimize;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let grid: Grid = "1234341221434321".parse()?;
/// let all = Puzzle::from(&grid);
/// let found = minimize(&all, &grid, 10, 1, &Limits::none(), &mut |_| {});
/// assert!(found.is_minimal && found.puzzle.n_clues() <= 6);
/// # Ok(())
/// # }
/// ```
///
/// # Panics
/// If the shapes differ.
#[must_use]
pub fn minimize(
    puzzle: &Puzzle,
    grid: &Grid,
    n_orders: u64,
    seed: u64,
    limits: &Limits,
    part: &mut dyn FnMut(f64),
) -> Minimized {
    assert_eq!(puzzle.shape(), grid.shape(), "the grid is the solution of the puzzle");
    with_width!(grid.shape().n_cells(), W => best_of::<W>(puzzle, grid, n_orders, seed, limits, part))
}

fn best_of<const W: usize>(
    puzzle: &Puzzle,
    grid: &Grid,
    n_orders: u64,
    seed: u64,
    limits: &Limits,
    part: &mut dyn FnMut(f64),
) -> Minimized {
    let (mut rng, mut counter, clues) = (rng(seed), Counter::new(grid.shape()), puzzle.clues::<W>());
    let mut minimizer = Minimizer::new(&mut counter, grid, &mut rng, limits);
    let (mut best, mut n_done): (Option<CellSet<W>>, _) = (None, 0);
    let unfinished = loop {
        if n_done == n_orders {
            break None;
        }
        part(n_done as f64 / n_orders as f64);
        match minimizer.minimize(clues) {
            Ok(found) if best.is_some_and(|best| best.len() <= found.len()) => {}
            Ok(found) => best = Some(found),
            Err(unfinished) => break Some(unfinished),
        }
        n_done += 1;
    };
    let clues = best.or(unfinished.map(|left| left.clues)).unwrap_or(clues);
    Minimized {
        puzzle: grid.puzzle(clues),
        is_minimal: best.is_some(),
        n_orders: n_done,
        stop: unfinished.map(|left| left.stop),
    }
}

/// Takes clues of one grid away and exchanges them, all random choices by one generator.
pub(super) struct Minimizer<'a, const W: usize> {
    counter: &'a mut Counter<W>,
    grid: &'a Grid,
    rng: &'a mut Rng,
    pace: Pace,
}

impl<'a, const W: usize> Minimizer<'a, W> {
    /// A minimizer of puzzles of `grid`.
    pub(super) fn new(counter: &'a mut Counter<W>, grid: &'a Grid, rng: &'a mut Rng, limits: &Limits) -> Self {
        Self { counter, grid, rng, pace: pace(limits) }
    }

    /// Do these clues leave the grid as the only solution?
    ///
    /// # Errors
    /// The limit that came first.
    pub(super) fn is_valid(&mut self, clues: CellSet<W>) -> Result<bool, Stop> {
        self.counter.is_valid(self.grid, clues, &mut self.pace)
    }

    /// Drops groups of clues in the given order, each if what is left is still valid. Clues outside of all groups stay.
    ///
    /// `clues` must be valid. With single cells as groups the result is a minimal puzzle.
    ///
    /// # Errors
    /// The limit that came first, and what was left by then.
    pub(super) fn drop_groups(
        &mut self,
        mut clues: CellSet<W>,
        groups: &[CellSet<W>],
    ) -> Result<CellSet<W>, Unfinished<W>> {
        for &group in groups {
            if group.intersects(&clues) && self.is_valid(clues - group).map_err(|stop| Unfinished { clues, stop })? {
                clues -= group;
            }
        }
        Ok(clues)
    }

    /// A minimal puzzle inside the valid `clues`: the one that a random order of dropping leads to.
    ///
    /// # Errors
    /// The limit that came first, and what was left by then.
    pub(super) fn minimize(&mut self, clues: CellSet<W>) -> Result<CellSet<W>, Unfinished<W>> {
        let cells: Vec<CellSet<W>> = self.shuffled(clues).into_iter().map(CellSet::only).collect();
        self.drop_groups(clues, &cells)
    }

    /// Exchanges two clues of a minimal puzzle for one, {-2+1}, or one for another, {-1+1} (lin-wu-2013, section 2.1),
    /// until the puzzle has at most `enough` clues or `patience` exchanges in a row were no gain. All clues are those
    /// of the grid.
    ///
    /// # Errors
    /// The limit that came first.
    pub(super) fn exchange(
        &mut self,
        mut clues: CellSet<W>,
        enough: usize,
        patience: usize,
    ) -> Result<CellSet<W>, Stop> {
        let mut left = patience;
        while clues.len() > enough {
            if let Some(fewer) = self.two_for_one(clues)? {
                clues = self.minimize(fewer)?;
                left = patience;
            } else if left == 0 {
                break;
            } else {
                left -= 1;
                clues = self.one_for_one(clues)?;
            }
        }
        Ok(clues)
    }

    fn two_for_one(&mut self, clues: CellSet<W>) -> Result<Option<CellSet<W>>, Stop> {
        let order = self.shuffled(clues);
        for (i, &a) in order.iter().enumerate() {
            for &b in &order[i + 1..] {
                let rest = clues - CellSet::only(a) - CellSet::only(b);
                if let Some(cell) = self.stand_ins(rest)?.first() {
                    return Ok(Some(rest | CellSet::only(cell)));
                }
            }
        }
        Ok(None)
    }

    fn one_for_one(&mut self, clues: CellSet<W>) -> Result<CellSet<W>, Stop> {
        for cell in self.shuffled(clues) {
            let rest = clues - CellSet::only(cell);
            let others = self.stand_ins(rest)? - CellSet::only(cell);
            if let Some(&other) = self.shuffled(others).first() {
                return Ok(self.minimize(rest | CellSet::only(other))?);
            }
        }
        Ok(clues)
    }

    /// The cells that each make `clues` valid: those in which all other solutions differ from the grid.
    fn stand_ins(&mut self, clues: CellSet<W>) -> Result<CellSet<W>, Stop> {
        let mut common = CellSet::first_n(self.grid.shape().n_cells()) - clues;
        let mut open = common;
        // Each answer is the proof that the cell stands in, or a solution that rules out all cells in which it agrees.
        while let Some(cell) = open.first() {
            match self.counter.second_solution(self.grid, clues | CellSet::only(cell), &mut self.pace)? {
                None => open.remove(cell),
                Some(differs) => {
                    common &= differs;
                    open &= differs;
                }
            }
        }
        Ok(common)
    }

    fn shuffled(&mut self, cells: CellSet<W>) -> Vec<Cell> {
        let mut order: Vec<Cell> = cells.iter().collect();
        order.shuffle(self.rng);
        order
    }
}

#[cfg(test)]
mod tests {
    use crate::sudoku::{Shape, random_grid};

    use super::*;

    #[test]
    fn puzzles_are_minimal_and_exchanges_lose_no_validity() {
        let mut rng = rng(2);
        let mut counter = Counter::<2>::new(Shape::NINE);
        for _ in 0..5 {
            let grid = random_grid::<2>(Shape::NINE, &mut rng);
            let mut minimizer = Minimizer::new(&mut counter, &grid, &mut rng, &Limits::none());
            let minimal = minimizer.minimize(CellSet::first_n(81)).expect("no limit");
            let fewer = minimizer.exchange(minimal, 21, 3).expect("no limit");
            assert!(fewer.len() <= minimal.len());
            for clues in [minimal, fewer] {
                let mut pace = Limits::none().pace(100);
                assert_eq!(counter.is_valid(&grid, clues, &mut pace), Ok(true));
                assert_eq!(counter.is_minimal(&grid, clues, &mut pace), Ok(true));
            }
        }
    }

    /// The last clues of a 25x25 grid take hours.
    #[test]
    fn a_limit_leaves_valid_clues() {
        let shape = Shape::new(5, 5).expect("a shape");
        let grid = random_grid::<10>(shape, &mut rng(2));
        let all = CellSet::first_n(625);
        let mut n_left = Vec::new();
        for guesses in [500, 2_000] {
            // A counter of its own, since guesses add up.
            let (mut counter, mut rng) = (Counter::<10>::new(shape), rng(5));
            let limits = Limits::none().with_nodes(guesses);
            let mut minimizer = Minimizer::new(&mut counter, &grid, &mut rng, &limits);
            let unfinished = minimizer.minimize(all).expect_err("it takes more guesses");
            assert_eq!(unfinished.stop, Stop::Nodes);
            assert_eq!(counter.is_valid(&grid, unfinished.clues, &mut Limits::none().pace(256)), Ok(true));
            n_left.push(unfinished.clues.len());
        }
        assert!(n_left[1] < n_left[0] && n_left[0] < 625, "{n_left:?}");
    }

    #[test]
    fn stand_ins_are_the_cells_that_make_it_valid() {
        let mut rng = rng(4);
        let shape = Shape::new(2, 3).expect("a shape");
        let mut counter = Counter::<1>::new(shape);
        let mut n_found = 0;
        for _ in 0..20 {
            let grid = random_grid::<1>(shape, &mut rng);
            let mut minimizer = Minimizer::new(&mut counter, &grid, &mut rng, &Limits::none());
            let minimal = minimizer.minimize(CellSet::first_n(36)).expect("no limit");
            let first = minimal.first().expect("a clue");
            let rest = minimal - CellSet::only(first);
            let found = minimizer.stand_ins(rest).expect("no limit");
            for cell in shape.cells().filter(|c| !rest.contains(*c)) {
                assert_eq!(minimizer.is_valid(rest | CellSet::only(cell)), Ok(found.contains(cell)));
            }
            assert!(found.contains(first));
            n_found += found.len();
        }
        assert!(n_found > 40, "the test must see other cells: {n_found}");
    }
}
