//! All puzzles of a grid with a given number of clues.
//!
//! The search finds clue sets of at most k cells, each with the cells that may be added in its branch: all minimal
//! sets, and some others. Every set of k cells is in one case of the split and in one branch of that case, so it is
//! found once.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use crate::base::{CellSet, Limits, Stop};
use crate::hitting::Pool;
use crate::problem::ClueProblem;
use minclue_engine::{EngineError, Enumeration, EnumerationQuery, Run, Start, WantedPuzzles};

use super::native::Split;
use super::parallel::WorkerPool;
use super::question::{Goal, Interrupted, Question};
use super::set_learner::SetLearner;
use super::{SearchOptions, certified, several};

/// All puzzles that are wanted, passed to `visit`.
pub(super) fn enumerate<const W: usize>(
    problem: &dyn ClueProblem<W>,
    start: &Start<'_, W>,
    query: &EnumerationQuery<W>,
    options: &SearchOptions,
    run: &mut Run<'_, W>,
    visit: &mut dyn FnMut(CellSet<W>) -> ControlFlow<()>,
) -> Result<Enumeration, EngineError> {
    let search = if query.n_solutions > 1 { several::enumerate } else { one_solution };
    search(problem, start, query, options, run, visit)
}

/// The same of puzzles with one solution.
pub(super) fn one_solution<const W: usize>(
    problem: &dyn ClueProblem<W>,
    start: &Start<'_, W>,
    query: &EnumerationQuery<W>,
    options: &SearchOptions,
    run: &mut Run<'_, W>,
    visit: &mut dyn FnMut(CellSet<W>) -> ControlFlow<()>,
) -> Result<Enumeration, EngineError> {
    if let Some(log) = &mut run.proof {
        let (found, proof) =
            certified::enumerate(problem, start, query, options, run.limits, run.observer, log.files(), visit)?;
        log.take(proof);
        return Ok(found);
    }
    let pool = Pool::new(problem.cells(), start.family.sets().iter().map(|set| set.cells));
    let mut workers = WorkerPool::new(problem, &pool, options, None, run.limits, run.observer);
    let stop = match walk(&mut workers, start, query, options, run.limits, visit) {
        Ok(()) | Err(Interrupted::Left) => None,
        Err(Interrupted::Limit(stop)) => Some(stop),
        Err(Interrupted::Found(_) | Interrupted::Spent) => {
            unreachable!("all answers are wanted, of any number of nodes")
        }
    };
    Ok(Enumeration { stop, counters: workers.work() })
}

fn walk<const W: usize>(
    workers: &mut WorkerPool<'_, '_, W>,
    start: &Start<'_, W>,
    query: &EnumerationQuery<W>,
    options: &SearchOptions,
    limits: &Limits,
    visit: &mut dyn FnMut(CellSet<W>) -> ControlFlow<()>,
) -> Result<(), Interrupted<W>> {
    let all = workers.problem.cells();
    let EnumerationQuery { n_clues, puzzles, given, forbidden, .. } = *query;
    let cells = all - forbidden;
    if given.intersects(&forbidden) || n_clues < given.len() || n_clues > cells.len() {
        return Ok(());
    }
    let mut split = split(workers, query, options, limits)?;
    let group = split.group.clone();
    // With symmetries, an image may be found by itself as well.
    let mut seen = (!group.is_trivial()).then(FxHashSet::default);
    let mut report = |clues: CellSet<W>| -> Result<(), Interrupted<W>> {
        let mut report = |clues| if visit(clues).is_break() { Err(Interrupted::Left) } else { Ok(()) };
        match &mut seen {
            None => report(clues),
            Some(seen) if seen.contains(&clues) => Ok(()),
            Some(seen) => group.images(clues).into_iter().filter(|image| seen.insert(*image)).try_for_each(report),
        }
    };
    let question = Question { given, goal: Goal::All, ..Question::any(n_clues, cells) };
    split.choose_partition(workers, &question)?;
    workers.enlarge(start, split.expected(n_clues));
    let question = Question { min: n_clues, ..question };
    split.walk(workers, &question, &mut |learner, find, caps| {
        let holds = |clues: CellSet<W>| caps.iter().all(|cap| (clues & cap.region).len() <= cap.max);
        match puzzles {
            WantedPuzzles::Minimal if find.clues.len() < n_clues => {}
            WantedPuzzles::Minimal => {
                if is_minimal(learner, find.clues)? {
                    report(find.clues)?;
                }
            }
            WantedPuzzles::All => supersets(find.clues, find.open, n_clues, &mut |clues| {
                if holds(clues) {
                    report(clues)?;
                }
                limits.reached(0).map_or(Ok(()), |stop| Err(stop.into()))
            })?,
        }
        Ok(())
    })
}

/// The split of what is wanted.
pub(super) fn split<const W: usize>(
    workers: &mut WorkerPool<'_, '_, W>,
    query: &EnumerationQuery<W>,
    options: &SearchOptions,
    limits: &Limits,
) -> Result<Split<W>, Stop> {
    let EnumerationQuery { n_clues, given, forbidden, .. } = *query;
    let cells = workers.problem.cells() - forbidden;
    // With more than half of the cells it is not a matter of hitting sets any more: what counts is which cells are left
    // out, and a split would only cut that up.
    let (open, left) = (cells.len() - given.len(), n_clues - given.len());
    if 2 * left > open {
        Ok(Split::whole(workers.problem, given, cells, options, limits))
    } else {
        Split::new(workers, given, cells, options, limits)
    }
}

/// Is each clue needed?
fn is_minimal<const W: usize>(learner: &mut SetLearner<'_, W>, clues: CellSet<W>) -> Result<bool, Stop> {
    for cell in clues {
        if learner.is_valid(clues - CellSet::only(cell))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// All sets of `n` cells with `clues` and some of `open`.
pub(super) fn supersets<const W: usize>(
    clues: CellSet<W>,
    mut open: CellSet<W>,
    n: usize,
    visit: &mut impl FnMut(CellSet<W>) -> Result<(), Interrupted<W>>,
) -> Result<(), Interrupted<W>> {
    if clues.len() == n {
        return visit(clues);
    }
    while clues.len() + open.len() >= n {
        let Some(cell) = open.first() else { break };
        open.remove(cell);
        supersets(clues | CellSet::only(cell), open, n, visit)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Native;
    use crate::base::rng;
    use crate::problem::{NoObserver, SudokuClues};
    use crate::stream::FILL;
    use crate::unavoidable::Family;
    use minclue_core::sudoku::{Shape, random_grid};
    use minclue_engine::{Engine as _, Start};

    /// It may leave at the first puzzle, in a round, and amid those that a task passes on while it is at work.
    #[test]
    fn a_visitor_that_leaves_is_not_called_again() {
        let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::new(2, 3).expect("a shape"), &mut rng(1)));
        let (family, limits) = (Family::new(), Limits::none());
        for (threads, max) in [(1, 1), (1, 700), (1, FILL + 1), (3, 1), (3, 700), (3, FILL + 1)] {
            let engine = Native { options: SearchOptions { threads, ..SearchOptions::default() } };
            let (mut n, mut silent) = (0, NoObserver);
            let mut visit = |_| {
                n += 1;
                if n < max { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let (query, mut run) = (EnumerationQuery::all(13), Run::new(&limits, &mut silent));
            let end = engine.enumerate(&problem, &Start::from(&family), &query, &mut run, &mut visit);
            assert_eq!(end.map(|end| end.stop), Ok(None));
            assert_eq!(n, max, "{threads} threads");
        }
    }
}
