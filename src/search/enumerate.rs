//! All puzzles of a grid with a given number of clues.
//!
//! The walk finds clue sets of at most k cells, each with cells that may be added in its branch: the minimal sets, and some
//! that are not. Every set of k cells is in one case of the split and in one branch of it, so it is seen once.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use crate::base::{CellSet, Limits, Stop};
use crate::engine::{EngineError, Enumeration, EnumerationQuery, Puzzles, Run};
use crate::hitting::Pool;
use crate::problem::ClueProblem;
use crate::unavoidable::Family;

use super::crew::Crew;
use super::follower::Follower;
use super::native::Split;
use super::question::{Goal, Halt, Question};
use super::{NO_PROOF, Options};

/// All puzzles that are wanted, told to `visit`.
pub(super) fn enumerate<const W: usize>(
    problem: &dyn ClueProblem<W>,
    start: &Family<W>,
    query: &EnumerationQuery<W>,
    options: &Options,
    run: &mut Run<'_, W>,
    visit: &mut dyn FnMut(CellSet<W>) -> ControlFlow<()>,
) -> Result<Enumeration, EngineError> {
    if run.proof.is_some() {
        return Err(NO_PROOF);
    }
    if query.n_solutions != 1 {
        return Err(EngineError::Enumeration("the native engine looks for puzzles with one solution only"));
    }
    let pool = Pool::new(problem.cells(), start.sets().iter().map(|set| set.cells));
    let mut crew = Crew::new(problem, &pool, options, None, run.limits, run.observer);
    let stop = match walk(&mut crew, query, options, run.limits, visit) {
        Ok(()) | Err(Halt::Left) => None,
        Err(Halt::Limit(stop)) => Some(stop),
        Err(Halt::Found(_) | Halt::Spent) => unreachable!("all answers are wanted, of any number of nodes"),
    };
    Ok(Enumeration { stop, counters: crew.work() })
}

fn walk<const W: usize>(
    crew: &mut Crew<'_, '_, W>,
    query: &EnumerationQuery<W>,
    options: &Options,
    limits: &Limits,
    visit: &mut dyn FnMut(CellSet<W>) -> ControlFlow<()>,
) -> Result<(), Halt<W>> {
    let all = crew.problem.cells();
    let EnumerationQuery { n_clues, puzzles, given, forbidden, .. } = *query;
    let cells = all - forbidden;
    if given.intersects(&forbidden) || n_clues < given.len() || n_clues > cells.len() {
        return Ok(());
    }
    // With more than half of the cells it is no matter of hitting sets any more: what counts is which cells are left out, and
    // a split would only cut that up.
    let (open, left) = (cells.len() - given.len(), n_clues - given.len());
    let mut split = if 2 * left > open {
        Split::whole(crew.problem, given, cells, options, limits)
    } else {
        Split::new(crew, given, cells, options, limits).map_err(Halt::Limit)?
    };
    let group = split.group.clone();
    // With symmetries, an image may be found by itself as well.
    let mut seen = (!group.is_trivial()).then(FxHashSet::default);
    let mut tell = |clues: CellSet<W>| -> Result<(), Halt<W>> {
        let mut tell = |clues| if visit(clues).is_break() { Err(Halt::Left) } else { Ok(()) };
        match &mut seen {
            None => tell(clues),
            Some(seen) if seen.contains(&clues) => Ok(()),
            Some(seen) => group.images(clues).into_iter().filter(|image| seen.insert(*image)).try_for_each(tell),
        }
    };
    let question = Question { given, goal: Goal::All, ..Question::any(n_clues, cells) };
    split.settle(crew, &question)?;
    let question = Question { least: n_clues, ..question };
    split.walk(crew, &question, &mut |follower, find, caps| {
        let holds = |clues: CellSet<W>| caps.iter().all(|cap| (clues & cap.region).len() <= cap.most);
        match puzzles {
            Puzzles::Minimal if find.clues.len() < n_clues => {}
            Puzzles::Minimal => {
                if is_minimal(follower, find.clues)? {
                    tell(find.clues)?;
                }
            }
            Puzzles::All => supersets(find.clues, find.open, n_clues, &mut |clues| {
                if holds(clues) {
                    tell(clues)?;
                }
                limits.reached(0).map_or(Ok(()), |stop| Err(stop.into()))
            })?,
        }
        Ok(())
    })
}

/// Is each clue needed?
fn is_minimal<const W: usize>(follower: &mut Follower<'_, W>, clues: CellSet<W>) -> Result<bool, Stop> {
    for cell in clues {
        if follower.is_valid(clues - CellSet::only(cell))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// All sets of `n` cells with `clues` and some of `open`.
fn supersets<const W: usize>(
    clues: CellSet<W>,
    mut open: CellSet<W>,
    n: usize,
    visit: &mut impl FnMut(CellSet<W>) -> Result<(), Halt<W>>,
) -> Result<(), Halt<W>> {
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
