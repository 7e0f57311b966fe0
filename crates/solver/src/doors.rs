//! The small doors beside [`Solver`](crate::Solver): a grid from its puzzle, all puzzles, unavoidable sets,
//! certificates.

use std::fs::File;
use std::iter::FusedIterator;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use minclue_core::base::{Cell, CellSet, Digit, Index, Interrupt, Limits, Stop};
use minclue_core::problem::{BilevelProblem, MonotoneFollower, NoObserver, SudokuClues};
use minclue_core::sudoku::{Grid, Puzzle};
use minclue_core::unavoidable::Family;
use minclue_engines::engine::EnumerationQuery;
use minclue_verifier::Verdict;

use crate::asks::Asks;
use crate::choice::{EngineName, RegionPreset, SetSource};
use crate::enumeration::EnumerationRequest;
use crate::error::Error;
use crate::interdiction::{BilevelEngines, BilevelRequest, FollowerChoice, solve_cheapest};
use crate::monitor::Unmonitored;
use crate::run::not_unique;
use crate::settings::Settings;
use crate::sources::SourceOptions;
use crate::target::{self, NoGrid};
use crate::with_width;

/// Puzzles that are found before somebody takes them.
const AHEAD: usize = 64;

/// The grid that a puzzle stands for: its only solution.
///
/// # Errors
/// [`Error::NotOneGrid`] if it has no solution, or several.
pub fn solution(puzzle: &Puzzle) -> Result<Grid, Error> {
    let grid = with_width!(puzzle.shape().n_cells(), W => target::grid::<W>(puzzle, &Limits::none()));
    grid.map_err(|no_grid| match no_grid {
        NoGrid::Refused(message) => Error::NotOneGrid(message),
        NoGrid::Limit(stop) => Error::Stopped(stop),
    })
}

/// All puzzles of `grid` with exactly `n_clues` clues, minimal or not, as the native engine finds them; how many there
/// are and how long it takes grows very fast beyond the minimum. The search works in a thread of its own, some puzzles
/// ahead, and ends when the iterator is dropped.
///
/// ```
/// # fn main() -> Result<(), minclue_solver::Error> {
/// let grid = "1234341221434321".parse()?;
/// assert_eq!(minclue_solver::puzzles_with(&grid, 3).count(), 0);
/// assert!(minclue_solver::puzzles_with(&grid, 4).next().is_some_and(|puzzle| puzzle.n_clues() == 4));
/// # Ok(())
/// # }
/// ```
///
/// # Panics
/// The iterator, if a puzzle that is found turns out not to be one: a defect of minclue.
#[must_use]
pub fn puzzles_with(grid: &Grid, n_clues: usize) -> Puzzles {
    let (sender, receiver) = sync_channel(AHEAD);
    let (grid, interrupt) = (grid.clone(), Interrupt::default());
    let limits = Limits::none().with_interrupt(interrupt.clone());
    let thread = thread::spawn(
        move || with_width!(grid.shape().n_cells(), W => send_puzzles::<W>(grid, n_clues, &limits, &sender)),
    );
    Puzzles { receiver: Some(receiver), interrupt, thread: Some(thread) }
}

/// Sends all puzzles, until nobody takes them.
fn send_puzzles<const W: usize>(
    grid: Grid,
    n_clues: usize,
    limits: &Limits,
    sender: &SyncSender<Puzzle>,
) -> Result<(), String>
where
    CellSet<W>: Asks<W>,
{
    let (engine, problem) = (EngineName::Native, SudokuClues::<W>::new(grid));
    let (sets, _) =
        CellSet::<W>::sets_to_enumerate(engine, (None, RegionPreset::default()), n_clues, &problem, limits)?;
    let request = EnumerationRequest {
        engine,
        options: Settings::default().native(),
        sets: &sets,
        query: &EnumerationQuery::all(n_clues),
        limits,
        observer: &mut NoObserver,
        certify: None,
    };
    let mut failure = None;
    let mut visit = |clues: CellSet<W>| {
        let puzzle = problem.grid().puzzle(clues);
        if !target::is_unique(problem.grid(), clues) {
            failure = Some(not_unique(&puzzle.to_string(), &engine.text()));
            return ControlFlow::Break(());
        }
        if sender.send(puzzle).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    CellSet::<W>::enumerate(&problem, request, &mut visit)?;
    failure.map_or(Ok(()), Err)
}

/// The puzzles of [`puzzles_with`].
#[derive(Debug)]
pub struct Puzzles {
    /// `None` after the last one.
    receiver: Option<Receiver<Puzzle>>,
    /// Ends the search.
    interrupt: Interrupt,
    thread: Option<JoinHandle<Result<(), String>>>,
}

impl Iterator for Puzzles {
    type Item = Puzzle;

    fn next(&mut self) -> Option<Puzzle> {
        if let Ok(puzzle) = self.receiver.as_ref()?.recv() {
            return Some(puzzle);
        }
        self.receiver = None;
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(Err(message))) => panic!("{message}"),
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            Some(Ok(Ok(()))) | None => None,
        }
    }
}

impl FusedIterator for Puzzles {}

impl Drop for Puzzles {
    fn drop(&mut self) {
        self.interrupt.raise();
        // First nobody takes puzzles any more; then the thread sees that, or the interrupt.
        self.receiver = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// An unavoidable set of a grid: each puzzle of the grid has a clue in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unavoidable {
    /// Its cells, ascending.
    pub cells: Vec<Cell>,
    /// The second solution that differs from the grid in these cells and no others.
    pub second: Grid,
}

/// All minimal unavoidable sets of `grid` with at most `max_size` cells, smallest first. A 9x9 grid has some 360 with
/// up to 12 cells; beyond that, their number and the time double with every cell.
///
/// ```
/// # fn main() -> Result<(), minclue_solver::Error> {
/// let grid = "1234341221434321".parse()?;
/// let sets = minclue_solver::unavoidable_sets(&grid, 4)?;
/// assert!(sets.iter().all(|set| set.cells.len() == 4 && set.second != grid));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Failed`] if the search failed.
pub fn unavoidable_sets(grid: &Grid, max_size: usize) -> Result<Vec<Unavoidable>, Error> {
    with_width!(grid.shape().n_cells(), W => sets_of::<W>(grid, max_size))
}

fn sets_of<const W: usize>(grid: &Grid, max_size: usize) -> Result<Vec<Unavoidable>, Error>
where
    CellSet<W>: Asks<W>,
{
    let problem = SudokuClues::<W>::new(grid.clone());
    let options = SourceOptions { max_size: Some(max_size), ..SourceOptions::of(SetSource::Complete) };
    let mut family = Family::new();
    CellSet::<W>::find_sets(&problem, &options, &mut family, &Limits::none())
        .map_err(|e| Error::failed(e.to_string()))?;
    let sets = family.sets().iter().map(|set| {
        let digits: Vec<Digit> = set.witness.0.iter().map(|&digit| Digit::new(digit.into())).collect();
        let second = Grid::new(grid.shape(), &digits).expect("a witness is a grid");
        Unavoidable { cells: set.cells.iter().collect(), second }
    });
    Ok(sets.collect())
}

/// The least weight of clues, or what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeastWeight {
    /// Proven: no puzzle weighs less.
    pub lower_bound: u64,
    /// The lightest puzzle that was found, and what its clues weigh.
    pub puzzle: Puzzle,
    /// See there.
    pub upper_bound: u64,
}

/// The puzzle of `grid` whose clues weigh the least together, where `weight` says what each cell weighs: by branch and
/// cut, as `minclue solve --weights`. At a time limit the bounds may be apart.
///
/// ```
/// # fn main() -> Result<(), minclue_solver::Error> {
/// let grid: minclue_core::sudoku::Grid = "1234341221434321".parse()?;
/// let diagonal = [0, 1, 2, 3].map(|i| grid.shape().cell(i, i));
/// let weight = |cell| if diagonal.contains(&cell) { 3 } else { 1 };
/// let lightest = minclue_solver::least_weight(&grid, weight, None)?;
/// assert_eq!((lightest.lower_bound, lightest.upper_bound), (4, 4));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Stopped`] if the limit comes before a puzzle is known, [`Error::Failed`] if something failed.
pub fn least_weight(
    grid: &Grid,
    weight: impl Fn(Cell) -> u32,
    time_limit: Option<Duration>,
) -> Result<LeastWeight, Error> {
    let prices = grid.shape().cells().map(|cell| i64::from(weight(cell))).collect();
    let limits = time_limit.map_or_else(Limits::none, |time| Limits::none().with_time(time));
    with_width!(grid.shape().n_cells(), W => weigh::<W>(grid, prices, limits))
}

fn weigh<const W: usize>(grid: &Grid, prices: Vec<i64>, limits: Limits) -> Result<LeastWeight, Error> {
    let clues = SudokuClues::<W>::new(grid.clone());
    let (follower, most) = MonotoneFollower::of_second_solutions(&clues, "grid");
    let problem = BilevelProblem::cheapest(follower, most, prices, &[]);
    let (settings, mut monitor) = (Settings::default(), Unmonitored);
    let mut request = BilevelRequest {
        engines: BilevelEngines::Cuts,
        settings: &settings,
        follower: FollowerChoice::Oracle,
        limits,
        max_nodes: None,
        monitor: &mut monitor,
    };
    let outcome =
        solve_cheapest(&clues, &problem, &mut request).map_err(|trouble| Error::failed(trouble.to_string()))?;
    let (Some(lower), Some(taken)) = (outcome.lower, outcome.taken) else { return Err(Error::Stopped(Stop::Time)) };
    let weight = |value: i64| value.unsigned_abs();
    Ok(LeastWeight {
        lower_bound: weight(lower * problem.unit),
        upper_bound: weight(problem.cost_of(&taken)),
        puzzle: grid.puzzle(taken.into_iter().map(Index::new).collect::<CellSet<W>>()),
    })
}

/// Checks a certificate, by code that knows nothing of the searches: what it proves, and about which problem.
///
/// # Errors
/// [`Error::Refused`] with the place and the step that fails; [`Error::Io`] if the file cannot be read.
pub fn verify(file: impl AsRef<Path>) -> Result<Verdict, Error> {
    Ok(minclue_verifier::verify(File::open(file)?)?)
}
