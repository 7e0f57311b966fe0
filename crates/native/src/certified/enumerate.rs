//! All puzzles with a given number of clues, with a proof that there are no others.
//!
//! One tree shows that every valid set of at most k cells has a listed puzzle in it. It is the tree of a budget in
//! which a puzzle is recorded, and only ends its own branch. The puzzles are then reduced to minimal ones. All minimal
//! puzzles are found, since the branch of a minimal puzzle ends with a valid subset of it, which is the puzzle itself.

use std::io;
use std::ops::ControlFlow;

use crate::base::{CellSet, Limits, Stop, minimal_sets};
use crate::hitting::Pool;
use crate::problem::{ClueProblem, Observer};
use crate::proof::{Files, MAX_PUZZLES, Proof, Tree};
use minclue_engine::{EngineError, Enumeration, EnumerationQuery, Start, WantedPuzzles};

use super::super::SearchOptions;
use super::super::enumerate::{split, supersets};
use super::super::parallel::WorkerPool;
use super::super::question::{Goal, Interrupted, Question};
use super::{Failure, Writer};

/// All puzzles that are wanted, passed to `visit` once all are known, and the proof, or why it cannot be written. A
/// limit leaves what was found, and no proof.
#[expect(clippy::too_many_arguments, reason = "those of an enumeration, and the files")]
pub(crate) fn enumerate<'w, const W: usize>(
    problem: &dyn ClueProblem<W>,
    start: &Start<'_, W>,
    query: &EnumerationQuery<W>,
    options: &SearchOptions,
    limits: &Limits,
    observer: &mut dyn Observer<W>,
    files: &'w mut Files<'w>,
    visit: &mut dyn FnMut(CellSet<W>) -> ControlFlow<()>,
) -> Result<(Enumeration, io::Result<Proof<W>>), EngineError> {
    if !query.given.is_empty() || !query.forbidden.is_empty() {
        return Err(EngineError::Proof("a certificate does not support given or forbidden cells"));
    }
    let cells = problem.cells();
    // No puzzle has more clues than there are cells, but the proof is about those that there are.
    let k = query.n_clues.min(cells.len());
    // An image of a puzzle is another puzzle, and each is listed, so each is to be found.
    let options = SearchOptions { symmetry: false, ..options.clone() };
    let pool = Pool::new(cells, start.family.sets().iter().map(|set| set.cells));
    let mut workers = WorkerPool::new(problem, &pool, &options, Some(cells), limits, observer);
    let mut writer = Writer::new(Goal::All, limits, files);
    let end = writer.all(&mut workers, start, &EnumerationQuery { n_clues: k, ..*query }, &options);
    let listed = minimal_sets(std::mem::take(&mut writer.finds.sets));
    let (stop, proof) = match end {
        Ok(_) if listed.len() > MAX_PUZZLES => (Some(Stop::OracleFailed), Err(too_many())),
        Ok(tree) => {
            let puzzles = if listed.is_empty() { larger(&mut workers, &options, k) } else { listed.clone() };
            let Writer { numbers, lemmas, .. } = writer;
            (None, Ok(Proof { lower: k + 1, puzzles, numbers, lemmas, tree: Some(tree) }))
        }
        Err(Failure::Interrupted(Interrupted::Limit(stop))) => {
            let why = "the enumeration did not finish, so the list may be incomplete";
            (Some(stop), Err(io::Error::other(why)))
        }
        Err(Failure::Io(error)) => (Some(Stop::OracleFailed), Err(error)),
        Err(Failure::Interrupted(Interrupted::Found(_) | Interrupted::Spent | Interrupted::Left)) => {
            unreachable!("all answers are wanted, of any number of nodes")
        }
    };
    let stop = stop.or(tell(&listed, cells, query, limits, visit));
    Ok((Enumeration { stop, counters: workers.work() }, proof))
}

/// A puzzle for a certificate that says that there are no small ones.
fn larger<const W: usize>(workers: &mut WorkerPool<'_, '_, W>, options: &SearchOptions, k: usize) -> Vec<CellSet<W>> {
    // A limit that comes here leaves a puzzle too: at first, it is all cells.
    let _ = workers.walk_once(options.seed, k + 1);
    workers.best().into_iter().collect()
}

/// The puzzles that were found. Once there are many, those with a smaller one in them are dropped.
#[derive(Debug, Default)]
pub(super) struct Finds<const W: usize> {
    sets: Vec<CellSet<W>>,
}

impl<const W: usize> Finds<W> {
    /// Adds valid clues.
    ///
    /// # Errors
    /// There are more puzzles than a certificate may list.
    pub(super) fn push(&mut self, clues: CellSet<W>) -> io::Result<()> {
        self.sets.push(clues);
        if self.sets.len() == 2 * MAX_PUZZLES {
            self.sets = minimal_sets(std::mem::take(&mut self.sets));
            if self.sets.len() > MAX_PUZZLES {
                return Err(too_many());
            }
        }
        Ok(())
    }
}

fn too_many() -> io::Error {
    io::Error::other(format!(
        "there are more than {MAX_PUZZLES} minimal puzzles, which is the maximum for a certificate"
    ))
}

/// Shows the puzzles with the wanted number of clues to `visit`. Returns the limit that ends it.
fn tell<const W: usize>(
    listed: &[CellSet<W>],
    cells: CellSet<W>,
    query: &EnumerationQuery<W>,
    limits: &Limits,
    visit: &mut dyn FnMut(CellSet<W>) -> ControlFlow<()>,
) -> Option<Stop> {
    for (i, puzzle) in listed.iter().enumerate() {
        let end: Result<(), Interrupted<W>> = match query.puzzles {
            WantedPuzzles::Minimal if puzzle.len() < query.n_clues => Ok(()),
            _ => supersets(*puzzle, cells - *puzzle, query.n_clues, &mut |clues| {
                // What has an earlier one in it was passed on there.
                if listed[..i].iter().all(|earlier| !earlier.is_subset(&clues)) && visit(clues).is_break() {
                    return Err(Interrupted::Left);
                }
                limits.reached(0).map_or(Ok(()), |stop| Err(stop.into()))
            }),
        };
        match end {
            Ok(()) => {}
            Err(Interrupted::Limit(stop)) => return Some(stop),
            Err(_) => return None,
        }
    }
    None
}

impl<const W: usize> Writer<'_, W> {
    /// The tree that shows that every valid set with at most the wanted number of clues has one of the finds in it.
    fn all(
        &mut self,
        workers: &mut WorkerPool<'_, '_, W>,
        start: &Start<'_, W>,
        query: &EnumerationQuery<W>,
        options: &SearchOptions,
    ) -> Result<Tree, Failure<W>> {
        let k = query.n_clues;
        let mut split = split(workers, query, options, &self.limits)?;
        let question = Question { goal: Goal::All, ..Question::any(k, workers.problem.cells()) };
        split.choose_partition(workers, &question)?;
        workers.enlarge(start, split.expected(k));
        let parts = split.settled_parts(k);
        self.lemmas(workers, parts)?;
        let (parts, group) = (parts.to_vec(), split.group.clone());
        self.walk(workers, k, &parts, &group)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, Index as _};

    fn set(cells: &[usize]) -> CellSet<2> {
        cells.iter().map(|cell| Cell::new(*cell)).collect()
    }

    #[test]
    fn supersets_are_not_listed_and_are_told_once() {
        let listed = minimal_sets([&[1, 2, 3][..], &[0, 1], &[4], &[0, 1], &[2, 3], &[4, 5]].map(set).to_vec());
        assert_eq!(listed, [&[4][..], &[0, 1], &[2, 3]].map(set));
        let told = |puzzles, n_clues| {
            let query = EnumerationQuery { puzzles, ..EnumerationQuery::all(n_clues) };
            let mut told = Vec::new();
            let mut visit = |clues| {
                told.push(clues);
                ControlFlow::Continue(())
            };
            assert_eq!(tell(&listed, set(&[0, 1, 2, 3, 4]), &query, &Limits::none(), &mut visit), None);
            told.sort_unstable_by(|a, b| a.iter().cmp(b.iter()));
            told
        };
        // Of the ten pairs of five cells, those with 4, and two more.
        let pairs = [&[0, 1][..], &[0, 4], &[1, 4], &[2, 3], &[2, 4], &[3, 4]].map(set);
        assert_eq!(told(WantedPuzzles::All, 2), pairs);
        assert_eq!(told(WantedPuzzles::Minimal, 2), [&[0, 1][..], &[2, 3]].map(set));
        assert_eq!(told(WantedPuzzles::All, 4).len(), 5);
        assert_eq!(told(WantedPuzzles::All, 1), [set(&[4])]);
    }
}
