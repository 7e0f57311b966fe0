//! Sets of one cell, and a first small puzzle: the oracle decides for each cell whether all other cells are enough.
//!
//! If there are few clues, each of which carries much information, such as ten cages of a Sudoku, this answers most
//! questions: a cell without which the others are not enough is in every valid set of clues, and if the others are
//! enough, they are a smaller puzzle. A search would only find this after queries with much weaker clues, which may
//! take minutes each; here all other clues are given, so each query is as easy as possible. Easy queries still come
//! first: a query is postponed when it has taken much work, and repeated with more guesses after all others.
//!
//! From the first smaller puzzle on, cells are removed as long as the rest is enough. So the result is minimal, and if
//! all of its cells are sets of one cell, it is a minimum.

use crate::base::{Cell, CellSet, Limits, Pace, Stop};
use crate::problem::{ClueProblem, Oracle, Verdict};

use super::{Family, Found, Source, SourceError, UnavoidableSet};

/// How often the limits are asked, in guesses of the oracle.
const PACE: u32 = 64;
/// Guesses for one question in each round, after which it is left to the next one, and in the end to the search.
const ROUNDS: [u64; 3] = [2_000, 20_000, 200_000];
/// Guesses for all of them, after which no question is asked any more.
const MAX_ALL: u64 = 1_000_000;

/// A source of all unavoidable sets of one cell, and of a small valid clue set, for a problem with few cells.
#[derive(Clone, Copy, Debug)]
pub struct LoneCells {
    /// The maximum number of cells of a problem; larger problems hardly have such sets.
    pub max_cells: usize,
}

impl LoneCells {
    /// Creates the source with a size for which the queries take little time compared with the search.
    #[must_use]
    pub fn few() -> Self {
        Self { max_cells: 64 }
    }

    /// The cells of all sets of one cell in `family`: they are in every valid set of clues.
    pub(super) fn of<const W: usize>(family: &Family<W>) -> CellSet<W> {
        let sets = family.sets().iter().map(|set| set.cells).filter(|cells| cells.len() == 1);
        sets.fold(CellSet::EMPTY, |all, cell| all | cell)
    }
}

impl<const W: usize, P: ClueProblem<W> + ?Sized> Source<W, P> for LoneCells {
    fn name(&self) -> &'static str {
        "lone"
    }

    /// [`Found::Complete`] says that the cells of these sets hit all others: together they are the smallest set of
    /// clues. [`Found::Enough`] says that there are other sets, that there are too many cells, or that a question took
    /// too long. The fewest clues that were found to be enough are those of [`Family::puzzle`].
    fn find(&mut self, problem: &P, family: &mut Family<W>, limits: &Limits) -> Result<Found, SourceError> {
        let cells = problem.cells();
        if cells.len() > self.max_cells {
            return Ok(Found::Enough);
        }
        let mut pace = limits.clone().without_nodes().pace(PACE);
        let oracle = problem.oracle();
        let mut questions = Questions { oracle, pace: &mut pace, cells, needed: CellSet::EMPTY, clues: cells, family };
        let end = questions.ask_all();
        let Questions { needed, clues, family, .. } = questions;
        if clues != cells {
            family.note_puzzle(clues);
        }
        Ok(match end {
            Err(stop) => Found::Limit(stop),
            Ok(()) if needed == clues => Found::Complete,
            Ok(()) => Found::Enough,
        })
    }
}

/// The knowledge during the queries.
struct Questions<'a, const W: usize> {
    oracle: Box<dyn Oracle<W> + 'a>,
    pace: &'a mut Pace,
    cells: CellSet<W>,
    /// The cells that are in every valid set of clues.
    needed: CellSet<W>,
    /// The smallest valid set of clues found.
    clues: CellSet<W>,
    family: &'a mut Family<W>,
}

impl<const W: usize> Questions<'_, W> {
    /// Asks about each cell, first whether all others are enough, then of the clues that are left.
    fn ask_all(&mut self) -> Result<(), Stop> {
        self.ask_each(Self::is_needed)?;
        self.ask_each(Self::is_needed_here)
    }

    /// Asks `question` about each cell that may be left out, in rounds. True says that it is answered.
    fn ask_each(&mut self, question: impl Fn(&mut Self, Cell, u64) -> Result<bool, Stop>) -> Result<(), Stop> {
        let mut open = self.cells - self.needed;
        for max in ROUNDS {
            for cell in open {
                if self.pace.n_steps() >= MAX_ALL || self.needed == self.clues {
                    return Ok(());
                }
                if question(self, cell, max)? {
                    open.remove(cell);
                }
            }
        }
        Ok(())
    }

    /// Is this cell in every valid set of clues?
    fn is_needed(&mut self, cell: Cell, max: u64) -> Result<bool, Stop> {
        if !self.clues.contains(cell) {
            // There is a puzzle without it.
            return Ok(true);
        }
        let cells = CellSet::only(cell);
        Ok(match self.ask(self.cells - cells, max)? {
            Some(Verdict::Second(witness)) => {
                self.family.insert(UnavoidableSet { cells, witness });
                self.needed.insert(cell);
                true
            }
            Some(_) => true,
            None => false,
        })
    }

    /// Can this cell be left out of the clues?
    fn is_needed_here(&mut self, cell: Cell, max: u64) -> Result<bool, Stop> {
        if !self.clues.contains(cell) || self.clues == self.cells {
            return Ok(true);
        }
        Ok(self.ask(self.clues - CellSet::only(cell), max)?.is_some())
    }

    /// Is there a second solution with these clues? Where there is none, the clues that this rests on are kept if they
    /// are fewer. `None` after too many guesses.
    fn ask(&mut self, clues: CellSet<W>, max: u64) -> Result<Option<Verdict>, Stop> {
        // An oracle may count all its guesses since it was made.
        let most = self.pace.n_steps() + max;
        let verdict = self.pace.within(most, |pace| self.oracle.second_solution(clues, pace));
        match verdict {
            Verdict::Limit(Stop::Nodes) => return Ok(None),
            Verdict::Limit(stop) => return Err(stop),
            Verdict::Second(_) => {}
            Verdict::Unique => {
                let core = self.oracle.core().map_or(clues, |core| core | self.needed);
                if core.len() < self.clues.len() {
                    self.clues = core;
                }
            }
        }
        Ok(Some(verdict))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Index;
    use crate::problem::HypergraphClues;

    fn set(cells: &[usize]) -> CellSet<1> {
        cells.iter().map(|cell| Index::new(*cell)).collect()
    }

    fn found(sets: &[&[usize]], max_cells: usize) -> (Found, Vec<CellSet<1>>) {
        let problem = HypergraphClues::<1>::new(6, sets.iter().map(|cells| set(cells))).expect("a hypergraph");
        let mut family = Family::new();
        let found = LoneCells { max_cells }.find(&problem, &mut family, &Limits::none()).expect("no tool");
        for found in family.sets() {
            assert_eq!(problem.difference(&found.witness), Ok(found.cells));
        }
        if let Some(clues) = family.puzzle() {
            assert!(sets.iter().all(|cells| set(cells).intersects(&clues)), "{clues:?} is not enough");
            let is_needed = |cell| sets.iter().any(|cells| (set(cells) & clues) == CellSet::only(cell));
            assert!(clues.iter().all(is_needed), "{clues:?} is not minimal");
        }
        (found, family.sets().iter().map(|set| set.cells).collect())
    }

    /// The fewest clues that were found to be enough.
    fn enough(sets: &[&[usize]], max_cells: usize) -> Option<CellSet<1>> {
        let problem = HypergraphClues::<1>::new(6, sets.iter().map(|cells| set(cells))).expect("a hypergraph");
        let mut family = Family::new();
        LoneCells { max_cells }.find(&problem, &mut family, &Limits::none()).expect("no tool");
        family.puzzle()
    }

    #[test]
    fn cells_are_left_out_until_each_is_needed() {
        assert_eq!(enough(&[&[1], &[4], &[1, 2], &[4, 5]], 6), Some(set(&[1, 4])));
        assert_eq!(enough(&[&[1], &[2, 3]], 6).map(|clues| clues.len()), Some(2));
        assert!(enough(&[&[0, 1], &[1, 2], &[2, 3], &[3, 4], &[4, 5]], 6).is_some_and(|clues| clues.len() < 6));
        assert_eq!(enough(&[&[0], &[1], &[2], &[3], &[4], &[5]], 6), None);
        assert_eq!(enough(&[&[1]], 5), None);
    }

    #[test]
    fn cells_without_which_the_others_are_not_enough_are_sets() {
        assert_eq!(found(&[&[1], &[4], &[1, 2], &[4, 5]], 6), (Found::Complete, vec![set(&[1]), set(&[4])]));
        assert_eq!(found(&[&[1], &[2, 3]], 6), (Found::Enough, vec![set(&[1])]));
        assert_eq!(found(&[&[1, 2], &[2, 3]], 6), (Found::Enough, Vec::new()));
        assert_eq!(found(&[&[1]], 5), (Found::Enough, Vec::new()));
    }

    #[test]
    fn a_limit_is_kept() {
        // More cells than steps between two looks at the limits.
        let problem = HypergraphClues::<2>::new(2 * PACE as usize, [CellSet::first_n(1)]).expect("a hypergraph");
        let limits = Limits::none().with_time(std::time::Duration::ZERO);
        let mut source = LoneCells { max_cells: 2 * PACE as usize };
        let mut family = Family::new();
        assert_eq!(source.find(&problem, &mut family, &limits), Ok(Found::Limit(Stop::Time)));
    }
}
