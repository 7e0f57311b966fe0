//! Backtracking with forward checking in three orders, counted as in abuluaih-2015, sections 2, 4 and 5.
//!
//! The search chooses a square, and tries its candidates in ascending order. Each assignment removes its value from the
//! peers (forward checking); if a peer then has no candidate, the assignment is undone at once. There are no other
//! deductions.
//!
//! # Open points of the paper
//!
//! The stop rule, the choice among ties and the definition of a recursion are [`TrialSettings`]. The published means of
//! FC and MRV fit runs that assign every square, although the text states that all three stop at a neutralised set;
//! [`TrialSettings::new`] follows the means. A square without candidates in the puzzle itself ends the search before
//! its first assignment.

use std::cmp::{Ordering, Reverse};
use std::ops::ControlFlow;

use rand::Rng as _;

use crate::base::{Cell, Digit, Index, Limits, Pace, Rng, Stop, rng};
use crate::sudoku::{Grid, Puzzle};

use super::board::{Board, digits};
use super::settings::{CountRule, StopRule, Strategy, Ties, TrialSettings};
use super::squares::weights;
use super::watch::{BoardChange, Watch};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The number of recursions, by the [`CountRule`].
    pub recursions: u64,
    pub backtracks: u64,
    /// The number of assignments in force at the end. If assignments are counted, this is `recursions - backtracks`.
    pub depth: usize,
    pub outcome: SearchEnd,
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// It found this solution, the first in its order. There may be others.
    Solved(Grid),
    /// It tried all assignments, and there is no solution.
    NoSolution,
    /// A limit was reached.
    Limit(Stop),
}

/// How often the limits are asked, in assignments.
const PACE: u32 = 256;

/// Searches for a solution of `puzzle`. The nodes of `limits` are recursions, counted by the same rule.
#[must_use]
pub fn search(puzzle: &Puzzle, settings: &TrialSettings, limits: &Limits) -> Trial {
    start(puzzle, settings, limits, None)
}

/// Does the same, and calls `watch` with each assignment, and with each that is undone.
pub fn search_watched(puzzle: &Puzzle, settings: &TrialSettings, limits: &Limits, watch: &mut Watch<'_>) -> Trial {
    start(puzzle, settings, limits, Some(watch))
}

fn start(puzzle: &Puzzle, settings: &TrialSettings, limits: &Limits, watch: Option<&mut Watch<'_>>) -> Trial {
    let board = Board::new(puzzle);
    let ties = match settings.ties {
        Ties::First => None,
        Ties::Random(seed) => Some(rng(seed)),
    };
    let is_alive = board.blanks().all(|cell| board.size(cell) > 0);
    let mut run = Run {
        puzzle,
        settings,
        stop: settings.stop_rule(),
        board,
        ties,
        pace: limits.pace(PACE),
        watch,
        recursions: 0,
        backtracks: 0,
    };
    run.count(CountRule::Calls);
    let outcome = match if is_alive { run.descend() } else { ControlFlow::Continue(()) } {
        ControlFlow::Break(outcome) => outcome,
        ControlFlow::Continue(()) => SearchEnd::NoSolution,
    };
    Trial { recursions: run.recursions, backtracks: run.backtracks, depth: run.board.depth(), outcome }
}

struct Run<'a, 'w> {
    puzzle: &'a Puzzle,
    settings: &'a TrialSettings,
    stop: StopRule,
    board: Board,
    ties: Option<Rng>,
    pace: Pace,
    watch: Option<&'a mut Watch<'w>>,
    recursions: u64,
    backtracks: u64,
}

impl Run<'_, '_> {
    /// The search below the assignments that stand. Every blank square has a candidate.
    fn descend(&mut self) -> ControlFlow<SearchEnd> {
        if let Some(grid) = self.end() {
            return ControlFlow::Break(SearchEnd::Solved(grid));
        }
        let cell = self.next_square();
        for digit in digits(self.board.candidates(cell)) {
            if let Some(stop) = self.pace.step(self.recursions) {
                return ControlFlow::Break(SearchEnd::Limit(stop));
            }
            self.count(CountRule::Assignments);
            let is_alive = self.board.assign(cell, digit);
            if is_alive {
                self.count(CountRule::Calls);
            }
            self.tell(cell, Some(digit));
            if is_alive {
                self.descend()?;
            }
            self.board.undo();
            self.backtracks += 1;
            self.tell(cell, None);
        }
        ControlFlow::Continue(())
    }

    fn tell(&mut self, cell: Cell, digit: Option<Digit>) {
        if let Some(watch) = &mut self.watch {
            watch(BoardChange { cell, digit, count: self.recursions });
        }
    }

    fn count(&mut self, what: CountRule) {
        self.recursions += u64::from(self.settings.count == what);
    }

    /// The solution, if the search is done.
    fn end(&self) -> Option<Grid> {
        // As every blank square has a candidate, this says that each has exactly one: the paper's ratio is 1. A
        // neutralised set has that too, so it is asked first of all.
        let is_single = self.board.n_candidates() == self.board.n_blank();
        let is_done = match self.stop {
            StopRule::Solved => self.board.n_blank() == 0,
            StopRule::Neutralised => is_single && self.board.blanks().all(|cell| self.board.is_neutralised(cell)),
            StopRule::Ratio => is_single,
        };
        let grid = is_done.then(|| self.completion())?;
        assert!(
            grid.is_some() || self.stop == StopRule::Ratio,
            "candidates clash with no value, so only two of them can"
        );
        grid
    }

    /// Every blank square with its single candidate, if that breaks no rule.
    fn completion(&self) -> Option<Grid> {
        let mut cells = self.puzzle.cells().to_vec();
        for (cell, digit) in self.board.values() {
            cells[cell.get()] = Some(digit);
        }
        Puzzle::new(self.puzzle.shape(), cells).ok()?.as_grid()
    }

    fn next_square(&mut self) -> Cell {
        let board = &self.board;
        match self.settings.strategy {
            // Each of these squares was taken in its turn, so as many have a value as are assigned.
            Strategy::Fc => board.blank_in_puzzle()[board.depth()],
            Strategy::Mrv => best(board.blanks().map(|c| (c, Reverse(board.size(c)))), &mut self.ties),
            Strategy::Ctn => best(weights(board).into_iter(), &mut self.ties),
        }
    }
}

/// A square with the largest rank: the first, or one drawn with `ties`, by one draw if there are several.
fn best<R: Ord>(ranked: impl Iterator<Item = (Cell, R)>, ties: &mut Option<Rng>) -> Cell {
    let mut top: Option<R> = None;
    let mut equal: Vec<Cell> = Vec::new();
    for (cell, rank) in ranked {
        match top.as_ref().map(|top| rank.cmp(top)) {
            Some(Ordering::Less) => {}
            Some(Ordering::Equal) => equal.push(cell),
            Some(Ordering::Greater) | None => {
                equal.clear();
                equal.push(cell);
                top = Some(rank);
            }
        }
    }
    match ties {
        Some(rng) if equal.len() > 1 => equal[rng.random_range(0..equal.len())],
        _ => *equal.first().expect("a search that is not done has a blank square"),
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;

    use super::*;
    use crate::sudoku::{Shape, SudokuSolver, Uniqueness, classify};
    use crate::{given, reference};

    const STRATEGIES: [Strategy; 3] = [Strategy::Fc, Strategy::Mrv, Strategy::Ctn];
    const STOPS: [StopRule; 3] = [StopRule::Solved, StopRule::Neutralised, StopRule::Ratio];

    /// All settings, those without a stop rule left out, as each of them is another one.
    fn all_settings() -> Vec<TrialSettings> {
        let mut all = Vec::new();
        for strategy in STRATEGIES {
            for stop in STOPS {
                for ties in [Ties::First, Ties::Random(7)] {
                    for count in [CountRule::Assignments, CountRule::Calls] {
                        all.push(TrialSettings { strategy, stop: Some(stop), ties, count });
                    }
                }
            }
        }
        all
    }

    /// A random puzzle with one solution: cells of a grid are dropped in random order while it stays the only one.
    fn valid_puzzle(shape: Shape, n_clues: usize, rng: &mut Rng) -> Puzzle {
        let mut puzzle = given::of_grid(shape, shape.n_cells(), rng);
        for _ in 0..3 * shape.n_cells() {
            let mut cells = puzzle.cells().to_vec();
            cells[rng.random_range(0..shape.n_cells())] = None;
            let fewer = Puzzle::new(shape, cells).expect("fewer clues");
            if puzzle.n_clues() > n_clues && matches!(classify::<2>(&fewer), Uniqueness::One(_)) {
                puzzle = fewer;
            }
        }
        puzzle
    }

    #[test]
    fn the_slow_search_counts_the_same() {
        let mut rng = rng(31);
        let (mut n_solved, mut n_backtracked, mut n_random) = (0, 0, 0);
        for (name, min, rounds) in [("2x2", 0, 40), ("1x4", 2, 20), ("2x3", 8, 16), ("3x3", 24, 2)] {
            let shape = given::shape(name);
            for round in 0..rounds {
                let n_clues = rng.random_range(min..=shape.n_cells() * 2 / 3);
                let puzzle = match round % 4 {
                    0 | 1 => given::of_grid(shape, n_clues, &mut rng),
                    2 => given::of_digits(shape, n_clues, &mut rng),
                    _ => valid_puzzle(shape, 0, &mut rng),
                };
                for settings in all_settings() {
                    let trial = search(&puzzle, &settings, &Limits::none().with_nodes(400));
                    if matches!(trial.outcome, SearchEnd::Limit(_)) {
                        continue;
                    }
                    let slow = reference::search(&puzzle, &settings);
                    let grid = match &trial.outcome {
                        SearchEnd::Solved(grid) => Some(grid.digits().to_vec()),
                        SearchEnd::NoSolution | SearchEnd::Limit(_) => None,
                    };
                    n_solved += u32::from(grid.is_some());
                    n_backtracked += u32::from(trial.backtracks > 0);
                    let (recursions, backtracks, depth) = (trial.recursions, trial.backtracks, trial.depth);
                    assert_eq!(
                        reference::Slow { recursions, backtracks, depth, grid },
                        slow,
                        "{settings:?} {puzzle:?}"
                    );
                    let first = search(&puzzle, &TrialSettings { ties: Ties::First, ..settings }, &Limits::none());
                    n_random += u32::from(first.recursions != trial.recursions);
                }
            }
        }
        assert!(n_solved > 1000 && n_backtracked > 300 && n_random > 20, "{n_solved} {n_backtracked} {n_random}");
    }

    #[test]
    fn every_setting_finds_the_only_solution() {
        let mut rng = rng(32);
        for (name, n_clues, rounds) in
            [("2x2", 0, 10), ("2x3", 0, 10), ("3x2", 12, 10), ("3x3", 26, 12), ("2x4", 26, 3)]
        {
            let shape = given::shape(name);
            for _ in 0..rounds {
                let puzzle = valid_puzzle(shape, n_clues, &mut rng);
                let solution = SudokuSolver::<2>::new(shape).solutions(&puzzle, 1).remove(0);
                let n_blank = shape.n_cells() - puzzle.n_clues();
                for settings in all_settings() {
                    let trial = search(&puzzle, &settings, &Limits::none());
                    assert_eq!(trial.outcome, SearchEnd::Solved(solution.clone()), "{settings:?}");
                    assert!(trial.depth <= n_blank);
                    if settings.count == CountRule::Assignments {
                        assert_eq!(trial.recursions - trial.backtracks, trial.depth as u64);
                        let by_calls =
                            search(&puzzle, &TrialSettings { count: CountRule::Calls, ..settings }, &Limits::none());
                        assert_eq!((by_calls.backtracks, by_calls.depth), (trial.backtracks, trial.depth));
                        assert!(by_calls.recursions <= trial.recursions + 1);
                    }
                    if settings.stop == Some(StopRule::Ratio) {
                        let by_squares = TrialSettings { stop: Some(StopRule::Neutralised), ..settings };
                        assert_eq!(trial, search(&puzzle, &by_squares, &Limits::none()));
                    }
                    if settings.stop == Some(StopRule::Solved) {
                        assert_eq!(trial.depth, n_blank);
                        assert!(trial.recursions >= n_blank as u64);
                    }
                }
            }
        }
    }

    #[test]
    fn without_a_solution_every_setting_says_so() {
        // Four cells for three digits in row 1; two peers with one candidate each, the same; a square with none.
        let puzzles = ["12.. ..1. ...4 ....", ".413 1.42 .134 4.21", "21.4 4321 14.2 32.."];
        let mut rng = rng(33);
        let small = given::shape("2x2");
        let mut all: Vec<Puzzle> = puzzles.iter().map(|text| given::puzzle(small, text)).collect();
        for (name, n) in [("2x2", 8), ("2x3", 16), ("3x3", 35)] {
            all.extend((0..20).map(|_| given::of_digits(given::shape(name), n, &mut rng)));
        }
        let (mut n_without, mut n_at_root) = (0, 0);
        for puzzle in all.iter().filter(|p| classify::<2>(p) == Uniqueness::None) {
            n_without += 1;
            for settings in all_settings() {
                let trial = search(puzzle, &settings, &Limits::none());
                assert_eq!((trial.outcome, trial.depth), (SearchEnd::NoSolution, 0));
                match settings.count {
                    CountRule::Assignments => assert_eq!(trial.recursions, trial.backtracks),
                    CountRule::Calls => assert!(trial.recursions >= 1),
                }
                n_at_root += u32::from(trial.backtracks == 0);
            }
        }
        assert!(n_without > 20 && n_at_root > 0, "{n_without} {n_at_root}");
    }

    #[test]
    fn a_neutralised_puzzle_needs_no_assignment() {
        // Cells 0, 3 and 13 lack 1, 4 and 3 in their rows, and no two of them are peers with a digit in common.
        let puzzle = given::puzzle(given::shape("2x2"), ".23. 3412 2143 4.21");
        for settings in all_settings() {
            let trial = search(&puzzle, &settings, &Limits::none());
            let n = if settings.stop == Some(StopRule::Solved) { 3 } else { 0 };
            assert_eq!((trial.depth, trial.backtracks), (n, 0));
            let SearchEnd::Solved(grid) = trial.outcome else { panic!("{settings:?}") };
            assert_eq!(crate::sudoku::line(&grid.puzzle::<1>(crate::base::CellSet::first_n(16))), "1234341221434321");
        }
    }

    #[test]
    fn the_first_board_by_hand_is_searched_as_by_hand() {
        // Of `two_boards_by_hand` in squares.rs: cell 0 may be 1 or 2, cells 1, 7 and 8 hold 2, and 7 is neutralised.
        let puzzle = given::puzzle(given::shape("2x2"), "..34 341. .143 4321");
        let count = |strategy, stop| {
            let trial = search(&puzzle, &TrialSettings { stop, ..TrialSettings::new(strategy) }, &Limits::none());
            (trial.recursions, trial.backtracks)
        };
        // Cell 0 takes 1 and the other three follow; a neutralised set is there after the first.
        assert_eq!(count(Strategy::Fc, None), (4, 0));
        assert_eq!(count(Strategy::Fc, Some(StopRule::Neutralised)), (1, 0));
        // Cell 1, the first with one candidate, leaves 1 in cell 0 and both other squares neutralised.
        assert_eq!(count(Strategy::Mrv, None), (4, 0));
        assert_eq!(count(Strategy::Mrv, Some(StopRule::Neutralised)), (1, 0));
        // Cell 1 weighs as much as cell 8, and cell 0 less than nothing.
        assert_eq!(count(Strategy::Ctn, None), (1, 0));
        assert_eq!(count(Strategy::Ctn, Some(StopRule::Solved)), (4, 0));
    }

    #[test]
    fn what_is_published_is_where_settings_begin() {
        let puzzle = valid_puzzle(Shape::NINE, 30, &mut rng(34));
        for (strategy, stop) in STRATEGIES.into_iter().zip([StopRule::Solved, StopRule::Solved, StopRule::Neutralised])
        {
            let settings = TrialSettings::new(strategy);
            let named = TrialSettings { strategy, stop: Some(stop), ties: Ties::First, count: CountRule::Assignments };
            assert_eq!(search(&puzzle, &settings, &Limits::none()), search(&puzzle, &named, &Limits::none()));
        }
    }

    #[test]
    fn a_limit_on_recursions_holds_exactly() {
        let mut rng = rng(35);
        let puzzle = valid_puzzle(Shape::NINE, 26, &mut rng);
        for settings in all_settings() {
            let whole = search(&puzzle, &settings, &Limits::none());
            let with = |nodes| search(&puzzle, &settings, &Limits::none().with_nodes(nodes));
            assert_eq!(with(whole.recursions), whole);
            let min = u64::from(settings.count == CountRule::Calls);
            for nodes in [min, 10.min(whole.recursions - 1), whole.recursions - 1] {
                let trial = with(nodes);
                assert_eq!((trial.outcome, trial.recursions), (SearchEnd::Limit(Stop::Nodes), nodes));
                if settings.count == CountRule::Assignments {
                    assert_eq!(trial.recursions - trial.backtracks, trial.depth as u64);
                }
            }
            let timed = search(&puzzle, &settings, &Limits::none().with_time(std::time::Duration::ZERO));
            assert_eq!(timed.outcome, SearchEnd::Limit(Stop::Time));
        }
    }

    #[test]
    fn who_watches_sees_every_assignment_and_every_one_undone() {
        let mut rng = rng(77);
        for strategy in STRATEGIES {
            let puzzle = valid_puzzle(Shape::NINE, 26, &mut rng);
            let settings = TrialSettings::new(strategy);
            let (mut cells, mut assigned, mut undone) = (puzzle.cells().to_vec(), 0, 0);
            let trial = search_watched(&puzzle, &settings, &Limits::none(), &mut |change| {
                *(if change.digit.is_some() { &mut assigned } else { &mut undone }) += 1;
                assert_eq!(change.count, assigned);
                cells[change.cell.get()] = change.digit;
            });
            assert_eq!(trial, search(&puzzle, &settings, &Limits::none()));
            assert_eq!((assigned, undone), (trial.recursions, trial.backtracks));
            let SearchEnd::Solved(grid) = trial.outcome else { panic!("it has a solution") };
            let written = cells.iter().flatten().count();
            assert_eq!(written, puzzle.n_clues() + trial.depth);
            assert!(grid.digits().iter().zip(&cells).all(|(digit, cell)| cell.is_none_or(|cell| cell == *digit)));
        }
    }
}
