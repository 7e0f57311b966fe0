//! Searches for points other than a target, for grids and 0/1 models, by a [`Learner`].

use rand::seq::SliceRandom;

use crate::base::{Cell, CellSet, Index, Pace, Rng, Stop, rng, stable_sort_by_key};

use super::{Learner, Lit, Rules, SearchGoal};

/// Seeds the order in which a second point is wished to agree with the target.
const SEED: u64 = 0;

/// A search for points of rules that the target violates, since one of them requires a difference from it.
///
/// Its answers depend on earlier questions, except whether there is a point; see [`Self::forget`].
#[derive(Clone, Debug)]
pub(crate) struct SecondPoints {
    learner: Learner,
    /// For each cell, the literal "it agrees with the target".
    agrees: Vec<Lit>,
    rng: Rng,
}

impl SecondPoints {
    /// Of these rules, with the value of each variable that is tried first, and for each cell the literal that says
    /// that it agrees with the target.
    pub(crate) fn new(rules: Rules, first: &[bool], agrees: Vec<Lit>) -> Self {
        Self { learner: Learner::new(rules, first), agrees, rng: rng(SEED) }
    }

    pub(crate) fn learner(&self) -> &Learner {
        &self.learner
    }

    /// Forgets everything that was learned: the next answers are those of a new search.
    pub(crate) fn forget(&mut self) {
        self.learner.forget();
        self.rng = rng(SEED);
    }

    /// Is there a second point that agrees with the target on the clues?
    pub(crate) fn search<const W: usize>(&mut self, clues: CellSet<W>, pace: &mut Pace) -> Result<bool, Stop> {
        self.learner.search(&self.lits(clues), SearchGoal::Any, pace)
    }

    /// Is there one that differs from the target in a minimal set of cells, which avoids those of `keep_out` where it
    /// can? It is one inside the first second point's set that agrees with the target in as many cells as can be.
    pub(crate) fn search_minimal<const W: usize>(
        &mut self,
        clues: CellSet<W>,
        keep_out: CellSet<W>,
        pace: &mut Pace,
    ) -> Result<bool, Stop> {
        if !self.search(clues, pace)? {
            return Ok(false);
        }
        let set: CellSet<W> = self.differing();
        let given = self.lits(CellSet::first_n(self.agrees.len()) - set);
        let mut wishes: Vec<Cell> = set.iter().collect();
        wishes.shuffle(&mut self.rng);
        stable_sort_by_key(&mut wishes, |cell| !keep_out.contains(*cell));
        let wishes: Vec<Lit> = wishes.into_iter().map(|cell| self.agrees[cell.get()]).collect();
        let found = self.learner.search(&given, SearchGoal::Agree(&wishes), pace)?;
        assert!(found, "a second solution was lost");
        Ok(true)
    }

    /// The cells in which the last second point differs from the target.
    pub(crate) fn differing<const W: usize>(&self) -> CellSet<W> {
        let point = self.learner.point();
        self.cells(|lit| point[lit.var()] != lit.is_positive())
    }

    /// The clues that the last answer "there is none" rests on; `None` after any other answer.
    pub(crate) fn core<const W: usize>(&self) -> Option<CellSet<W>> {
        let core = self.learner.core()?;
        Some(self.cells(|lit| core.contains(&lit)))
    }

    /// Why the clues leave no second point, see [`Learner::refutation`]; `None` if they leave one.
    pub(crate) fn refutation<const W: usize>(
        &mut self,
        clues: CellSet<W>,
        pace: &mut Pace,
    ) -> Result<Option<Vec<Box<[Lit]>>>, Stop> {
        self.learner.refutation(&self.lits(clues), pace)
    }

    fn lits<const W: usize>(&self, cells: CellSet<W>) -> Vec<Lit> {
        cells.iter().map(|cell| self.agrees[cell.get()]).collect()
    }

    /// The cells whose literal is such a one.
    fn cells<const W: usize>(&self, is_one: impl Fn(Lit) -> bool) -> CellSet<W> {
        let places = self.agrees.iter().enumerate().filter(|(_, lit)| is_one(**lit));
        places.map(|(place, _)| Cell::new(place)).collect()
    }
}
