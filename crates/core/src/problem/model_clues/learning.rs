//! Second solutions of a 0/1 model by a search that learns: best where questions are hard.

use rand::seq::SliceRandom;
use rustc_hash::FxHashMap;

use crate::base::{Cell, CellSet, Index, Pace, Rng, Stop, rng, stable_sort_by_key};
use crate::learning::{Learner, Lit, Rules, SearchGoal};

use super::rows::{AtLeast, Form};
use super::{Linear, NO_CLUES};

/// Asks a [`Learner`] about the rows of the model and (NG).
///
/// The values of the target are tried first: so a second solution differs from it in few cells.
#[derive(Clone, Debug)]
pub(super) struct LearningOracle<'m> {
    linear: &'m Linear,
    learner: Learner,
    rng: Rng,
}

/// Seeds the order in which a second solution is wished to agree with the target.
const SEED: u64 = 0;

impl<'m> LearningOracle<'m> {
    pub(super) fn new(linear: &'m Linear) -> Self {
        let learner = Learner::new(rules(linear), &linear.target);
        Self { linear, learner, rng: rng(SEED) }
    }

    /// What was done since it was built.
    pub(super) fn work(&self) -> u64 {
        self.learner.work()
    }

    /// Forgets all questions.
    pub(super) fn forget(&mut self) {
        self.learner.forget();
        self.rng = rng(SEED);
    }

    /// The last second solution, one value for each variable.
    pub(super) fn point(&self) -> &[bool] {
        self.learner.point()
    }

    /// Clues among those of the last question that are enough, if it found that they are.
    pub(super) fn core<const W: usize>(&self, clues: CellSet<W>) -> Option<CellSet<W>> {
        let core = self.learner.core()?;
        Some(clues.iter().filter(|cell| core.contains(&self.agrees(*cell))).collect())
    }

    /// Is there a second solution that agrees with the target on the clues?
    pub(super) fn second<const W: usize>(&mut self, clues: CellSet<W>, pace: &mut Pace) -> Result<bool, Stop> {
        // A question without guesses is asked of the limits too.
        pace.step(0).map_or(Ok(()), Err)?;
        let given: Vec<Lit> = clues.iter().map(|cell| self.agrees(cell)).collect();
        self.learner.search(&given, SearchGoal::Any, pace)
    }

    /// Why the clues leave no second solution, see [`Learner::refutation`]; `None` if they leave one.
    pub(super) fn refutation<const W: usize>(
        &mut self,
        clues: CellSet<W>,
        pace: &mut Pace,
    ) -> Result<Option<Vec<Box<[Lit]>>>, Stop> {
        let given: Vec<Lit> = clues.iter().map(|cell| self.agrees(cell)).collect();
        self.learner.refutation(&given, pace)
    }

    /// A minimal set that the clues do not hit, with few cells of `keep_out`; `None` if they are enough.
    ///
    /// It is that of a second solution inside the first one's that agrees with the target in as many cells as can be.
    ///
    /// # Panics
    /// If there is a second solution that differs in no cell.
    pub(super) fn unhit_set<const W: usize>(
        &mut self,
        clues: CellSet<W>,
        keep_out: CellSet<W>,
        pace: &mut Pace,
    ) -> Result<Option<CellSet<W>>, Stop> {
        if !self.second(clues, pace)? {
            return Ok(None);
        }
        let set: CellSet<W> = self.differing();
        let given: Vec<Lit> =
            (CellSet::first_n(self.linear.cells.len()) - set).iter().map(|cell| self.agrees(cell)).collect();
        let mut wishes: Vec<Cell> = set.iter().collect();
        wishes.shuffle(&mut self.rng);
        stable_sort_by_key(&mut wishes, |cell| !keep_out.contains(*cell));
        let wishes: Vec<Lit> = wishes.into_iter().map(|cell| self.agrees(cell)).collect();
        let found = self.learner.search(&given, SearchGoal::Agree(&wishes), pace)?;
        assert!(found, "a second solution was lost");
        Ok(Some(self.differing()))
    }

    /// "The cell agrees with the target."
    fn agrees(&self, cell: Cell) -> Lit {
        let var = self.linear.cells[cell.get()].get();
        Lit::new(var, self.linear.target[var])
    }

    /// The cells in which the last second solution differs.
    fn differing<const W: usize>(&self) -> CellSet<W> {
        let set = self.linear.differing(|var| self.point()[var.get()]);
        assert!(!set.is_empty(), "{NO_CLUES}");
        set
    }
}

/// The rows as rules: clauses and items where they are such, else rows.
fn rules(linear: &Linear) -> Rules {
    let mut rules = Rules::new(linear.target.len());
    let forms: Vec<Form<'_>> = linear.rows.iter().map(AtLeast::form).collect();
    let mut clauses: FxHashMap<&[Lit], bool> = FxHashMap::default();
    for form in &forms {
        if let Form::Clause(lits) = form {
            clauses.insert(lits, false);
        }
    }
    for form in &forms {
        if let Form::AtMostOne(lits) = form {
            match clauses.get_mut(&lits[..]) {
                Some(is_item) if *is_item => {}
                Some(is_item) => {
                    *is_item = true;
                    rules.exactly_one(lits);
                }
                None => rules.at_most_one(lits),
            }
        }
    }
    for form in &forms {
        match form {
            Form::Clause(lits) if !clauses[&lits[..]] => rules.clause(lits),
            Form::Row(row) => {
                let terms: Vec<(Lit, i64)> = row.terms.iter().map(|(var, a)| (Lit::new(*var, true), *a)).collect();
                rules.at_least(&terms, row.rhs);
            }
            Form::Clause(_) | Form::AtMostOne(_) | Form::Always => {}
        }
    }
    match linear.another().form() {
        Form::Clause(lits) => rules.clause(&lits),
        // Nothing is shown, so nothing differs.
        _ => rules.clause(&[]),
    }
    rules
}
