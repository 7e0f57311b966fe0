//! A slow and simple version of the search, for its tests: each node computes everything from the values on the board.

use rand::Rng as _;

use crate::base::{Cell, Digit, Index, Rng, rng};
use crate::sudoku::{Puzzle, Shape};

use super::settings::{CountRule, StopRule, Strategy, Ties, TrialSettings};

/// The result of the slow search; `grid` is `None` if there is no solution.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Slow {
    pub(super) recursions: u64,
    pub(super) backtracks: u64,
    pub(super) depth: usize,
    pub(super) grid: Option<Vec<Digit>>,
}

struct Run {
    shape: Shape,
    /// The peers of each cell.
    peers: Vec<Vec<Cell>>,
    settings: TrialSettings,
    board: Vec<Option<Digit>>,
    ties: Option<Rng>,
    slow: Slow,
}

pub(super) fn search(puzzle: &Puzzle, settings: &TrialSettings) -> Slow {
    let ties = match settings.ties {
        Ties::First => None,
        Ties::Random(seed) => Some(rng(seed)),
    };
    let shape = puzzle.shape();
    let share = |a: Cell, b: Cell| a != b && shape.houses().any(|house| shape.is_in(a, house) && shape.is_in(b, house));
    let peers = shape.cells().map(|a| shape.cells().filter(|b| share(a, *b)).collect()).collect();
    let slow = Slow { recursions: 0, backtracks: 0, depth: 0, grid: None };
    let mut run = Run { shape, peers, settings: *settings, board: puzzle.cells().to_vec(), ties, slow };
    if settings.count == CountRule::Calls {
        run.slow.recursions = 1;
    }
    if run.is_alive() {
        run.node();
    }
    run.slow
}

impl Run {
    fn blanks(&self) -> Vec<Cell> {
        self.shape.cells().filter(|c| self.board[c.get()].is_none()).collect()
    }

    fn blank_peers(&self, cell: Cell) -> Vec<Cell> {
        self.peers[cell.get()].iter().copied().filter(|p| self.board[p.get()].is_none()).collect()
    }

    fn candidates(&self, cell: Cell) -> Vec<Digit> {
        let given = |d: Digit| self.peers[cell.get()].iter().any(|p| self.board[p.get()] == Some(d));
        (1..=self.shape.n()).map(Digit::new).filter(|d| !given(*d)).collect()
    }

    fn is_alive(&self) -> bool {
        self.blanks().into_iter().all(|c| !self.candidates(c).is_empty())
    }

    fn is_neutralised(&self, cell: Cell) -> bool {
        let own = self.candidates(cell);
        own.len() == 1 && self.blank_peers(cell).into_iter().all(|p| !self.candidates(p).contains(&own[0]))
    }

    /// The contribution number times 1 * 2 * ... * n, which all sizes divide.
    fn weight(&self, cell: Cell) -> i128 {
        if self.is_neutralised(cell) {
            return 0;
        }
        let own = self.candidates(cell);
        let peers = self.blank_peers(cell);
        let common = |p: Cell| self.candidates(p).into_iter().filter(|d| own.contains(d)).count();
        let sum: usize = peers.into_iter().map(common).sum();
        let scale: usize = (1..=self.shape.n()).product();
        let weight = (sum * scale / own.len()) as i128;
        let useful = self.blanks().into_iter().filter(|c| !self.is_neutralised(*c));
        let fewest = useful.map(|c| self.candidates(c).len()).min();
        if fewest.is_some_and(|fewest| own.len() > fewest) { -weight } else { weight }
    }

    fn choose(&mut self) -> Cell {
        let blanks = self.blanks();
        let rank: Vec<i128> = match self.settings.strategy {
            Strategy::Fc => return blanks[0],
            Strategy::Mrv => blanks.iter().map(|c| -(self.candidates(*c).len() as i128)).collect(),
            Strategy::Ctn => blanks.iter().map(|c| self.weight(*c)).collect(),
        };
        let top = rank.iter().max().expect("a blank square");
        let equal: Vec<Cell> = blanks.iter().zip(&rank).filter(|(_, r)| *r == top).map(|(c, _)| *c).collect();
        match &mut self.ties {
            Some(rng) if equal.len() > 1 => equal[rng.random_range(0..equal.len())],
            _ => equal[0],
        }
    }

    /// The completion by single candidates, if the search may stop.
    fn done(&self) -> Option<Vec<Digit>> {
        let blanks = self.blanks();
        let n_candidates: usize = blanks.iter().map(|c| self.candidates(*c).len()).sum();
        let may_stop = match self.settings.stop_rule() {
            StopRule::Solved => blanks.is_empty(),
            StopRule::Neutralised => blanks.iter().all(|c| self.is_neutralised(*c)),
            StopRule::Ratio => blanks.len() == n_candidates,
        };
        if !may_stop {
            return None;
        }
        let value = |c: Cell| self.board[c.get()].unwrap_or_else(|| self.candidates(c)[0]);
        let digits: Vec<Digit> = self.shape.cells().map(value).collect();
        let cells: Vec<Option<Digit>> = digits.iter().copied().map(Some).collect();
        Puzzle::new(self.shape, cells).is_ok().then_some(digits)
    }

    fn node(&mut self) -> bool {
        if let Some(digits) = self.done() {
            self.slow.grid = Some(digits);
            return true;
        }
        let cell = self.choose();
        for digit in self.candidates(cell) {
            self.board[cell.get()] = Some(digit);
            self.slow.depth += 1;
            let goes_on = self.is_alive();
            if goes_on || self.settings.count == CountRule::Assignments {
                self.slow.recursions += 1;
            }
            if goes_on && self.node() {
                return true;
            }
            self.board[cell.get()] = None;
            self.slow.depth -= 1;
            self.slow.backtracks += 1;
        }
        false
    }
}
