//! All puzzles of a grid with a given number of clues.
//!
//! The walk finds clue sets of at most k cells, each with cells that may be added in its branch: the minimal sets, and some
//! that are not. Every set of k cells is in one case of the split and in one branch of it, so it is seen once.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use crate::base::{CellSet, Limits, Stop};
use crate::hitting::Pool;
use crate::problem::{ClueProblem, Observer};
use crate::unavoidable::Family;

use super::crew::Crew;
use super::follower::Follower;
use super::native::Split;
use super::question::{Goal, Halt, Question};
use super::{Enumeration, Options};

/// Which of the valid clue sets are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted<const W: usize> {
    /// The number of clues.
    pub n_clues: usize,
    /// All of them, or only the minimal ones.
    pub puzzles: Puzzles,
    /// Cells that each must have.
    pub given: CellSet<W>,
    /// Cells that none may have.
    pub forbidden: CellSet<W>,
}

/// All puzzles, or those that matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Puzzles {
    /// Every valid clue set.
    All,
    /// Those from which no clue can be taken.
    Minimal,
}

/// See [`super::enumerate`].
pub(super) fn enumerate<const W: usize, P: ClueProblem<W>>(
    problem: &P,
    start: &Family<W>,
    wanted: &Wanted<W>,
    options: &Options<W>,
    limits: &Limits,
    observer: &mut dyn Observer<W>,
    visit: &mut dyn FnMut(CellSet<W>) -> ControlFlow<()>,
) -> Enumeration {
    let pool = Pool::new(problem.cells(), start.sets().iter().map(|set| set.cells));
    let mut crew = Crew::new(problem, &pool, options, None, limits, observer);
    let end = walk(&mut crew, wanted, options, limits, visit);
    let stop = match end {
        Ok(()) | Err(Halt::Left) => None,
        Err(Halt::Limit(stop)) => Some(stop),
        Err(Halt::Found(_) | Halt::Spent) => unreachable!("all answers were wanted, and no number of nodes was set"),
    };
    Enumeration { stop, counters: crew.work() }
}

fn walk<const W: usize, P: ClueProblem<W>>(
    crew: &mut Crew<'_, '_, W, P>,
    wanted: &Wanted<W>,
    options: &Options<W>,
    limits: &Limits,
    visit: &mut dyn FnMut(CellSet<W>) -> ControlFlow<()>,
) -> Result<(), Halt<W>> {
    let all = crew.problem.cells();
    let Wanted { n_clues, puzzles, given, forbidden } = *wanted;
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
    let mut tell = |clues: CellSet<W>| {
        let is_left = match &mut seen {
            None => visit(clues).is_break(),
            Some(seen) if seen.contains(&clues) => false,
            Some(seen) => {
                let mut images = group.images(clues).into_iter().filter(|image| seen.insert(*image));
                images.any(|image| visit(image).is_break())
            }
        };
        if is_left { Err(Halt::Left) } else { Ok(()) }
    };
    let question = Question { given, goal: Goal::All, ..Question::any(n_clues, cells) };
    split.settle(crew, &question)?;
    let question = Question { least: n_clues, ..question };
    split.walk(crew, &question, &mut |follower, find, caps| {
        let holds = |clues: CellSet<W>| caps.iter().all(|cap| (clues & cap.region).len() <= cap.most);
        match puzzles {
            Puzzles::Minimal if find.clues.len() < n_clues => Ok(()),
            Puzzles::Minimal => {
                if is_minimal(follower, find.clues).map_err(Halt::Limit)? {
                    tell(find.clues)?;
                }
                Ok(())
            }
            Puzzles::All => supersets(find.clues, find.open, n_clues, &mut |clues| {
                if holds(clues) {
                    tell(clues)?;
                }
                limits.reached(0).map_or(Ok(()), |stop| Err(Halt::Limit(stop)))
            }),
        }
    })
}

/// Is each clue needed?
fn is_minimal<const W: usize, P: ClueProblem<W>>(
    follower: &mut Follower<'_, W, P>,
    clues: CellSet<W>,
) -> Result<bool, Stop> {
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
