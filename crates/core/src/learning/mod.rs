//! A search for 0/1 points that learns from its conflicts, and keeps what it learned from question to question.
//!
//! A question assumes some literals, and asks for a point of the rules under them. What a conflict teaches holds under
//! any assumptions (clause learning, as in solvers for propositional logic: Marques-Silva and Sakallah, "GRASP", 1996;
//! assumptions as in Een and Sorensson, "An extensible SAT-solver", 2003), so a question that resembles the ones before
//! costs a few conflicts. Three things are done here for puzzles that a solver of clauses alone does not do: items of
//! which exactly one is true need no clauses ([`Rules`]), sums are propagated as rows over such items, and a
//! question can wish for a point that agrees with as much of a list as can be ([`SearchGoal::Agree`]), which is how a minimal
//! unavoidable set is found in one search.
//!
//! It is the only such solver of the house, and it is ours: one from a library for propositional logic has no items and
//! no rows, which made it slower in a trial, and it cannot be made to forget to the letter, as runs that are the same
//! for any number of threads need it.

mod clauses;
mod conflict;
pub(crate) mod lists;
mod lit;
mod order;
mod rows;
mod rules;
mod search;
mod second;
#[cfg(test)]
mod tests;
mod trail;

use std::sync::Arc;

use clauses::Clauses;
use conflict::Conflict;
pub use lit::Lit;
use order::Order;
pub use rules::Rules;
pub use search::SearchGoal;
pub(crate) use second::SecondPoints;
use trail::Trail;

/// Looks for points of some rules.
///
/// Which point it finds, and which core, depends on what it was asked before; see [`Self::forget`].
#[derive(Clone, Debug)]
pub struct Learner {
    rules: Arc<Rules>,
    /// The value of each variable that is tried first.
    first: Arc<[bool]>,
    /// What there was before the first question.
    fresh: Arc<Fresh>,
    trail: Trail,
    clauses: Clauses,
    order: Order,
    conflict: Conflict,
    /// There is no point at all.
    is_settled: bool,
    /// The last point that was found.
    point: Vec<bool>,
    /// The assumptions that the last answer "no" rests on.
    core: Option<Vec<Lit>>,
    /// Nothing was asked yet.
    is_new: bool,
    n_guesses: u64,
    work: u64,
    /// Every clause that was learned, while somebody wants them.
    lessons: Option<Vec<Box<[Lit]>>>,
}

/// What learning changes, as it was in the beginning.
#[derive(Clone, Debug)]
struct Fresh {
    trail: Trail,
    clauses: Clauses,
    order: Order,
    is_settled: bool,
}

impl Learner {
    /// A search for points of `rules`; of a variable that is guessed, the value of `first` is tried first.
    ///
    /// # Panics
    /// If `first` has not one value for each variable.
    #[must_use]
    pub fn new(rules: Rules, first: &[bool]) -> Self {
        assert_eq!(rules.n_vars(), first.len(), "one value for each variable");
        let rules = rules.close();
        let n_vars = rules.n_vars();
        let (mut trail, mut clauses) = (Trail::new(&rules), Clauses::new(n_vars));
        let is_settled = !search::begin(&rules, &mut trail, &mut clauses);
        let fresh = Fresh { trail, clauses, order: Order::new(n_vars), is_settled };
        Self {
            trail: fresh.trail.clone(),
            clauses: fresh.clauses.clone(),
            order: fresh.order.clone(),
            conflict: Conflict::new(n_vars),
            is_settled,
            point: first.to_vec(),
            core: None,
            is_new: true,
            n_guesses: 0,
            work: 0,
            lessons: None,
            rules: Arc::new(rules),
            first: first.into(),
            fresh: Arc::new(fresh),
        }
    }

    /// Guesses made since it was built.
    #[must_use]
    pub fn n_guesses(&self) -> u64 {
        self.n_guesses
    }

    /// What it has done since it was built, in entries of lists that were looked at: a measure of time that is the same
    /// in every run.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The last point that was found, one value for each variable.
    #[must_use]
    pub fn point(&self) -> &[bool] {
        &self.point
    }

    /// The assumptions that the last question's "no" rests on: under them there is no point. `None` after any other
    /// answer.
    #[must_use]
    pub fn core(&self) -> Option<&[Lit]> {
        self.core.as_deref()
    }

    /// Forgets everything that was learned: the next answers are those of a new search.
    pub fn forget(&mut self) {
        if !self.is_new {
            // Memory is used again: a search forgets many times a second.
            self.trail.restore(&self.fresh.trail);
            self.clauses.restore(&self.fresh.clauses);
            self.order.restore(&self.fresh.order);
            self.point.clone_from_slice(&self.first);
            (self.is_settled, self.core, self.is_new) = (self.fresh.is_settled, None, true);
        }
    }
}
