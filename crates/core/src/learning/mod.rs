//! A search for 0/1 points that learns clauses from its conflicts, and keeps them for later questions.
//!
//! A question assumes some literals, and asks for a point of the rules under them. Learned clauses hold under any
//! assumptions (clause learning as in SAT solvers: Marques-Silva and Sakallah, "GRASP", 1996; assumptions as in Een and
//! Sorensson, "An extensible SAT-solver", 2003), so a question that resembles earlier ones takes only a few conflicts.
//! Three features for puzzles go beyond a SAT solver: items of which exactly one is true need no clauses ([`Rules`]),
//! sums are propagated as rows over such items, and a question can prefer points that agree with as much of a list as
//! possible ([`SearchGoal::Agree`]), which finds a minimal unavoidable set in one search.
//!
//! We do not use a SAT library: without items and rows, one was slower in a trial, and it cannot be reset to exactly
//! its initial state, which runs need to give the same result for any number of threads.

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

/// A search for points of some rules.
///
/// The point or core that it finds depends on earlier questions; see [`Self::forget`].
#[derive(Clone, Debug)]
pub struct Learner {
    rules: Arc<Rules>,
    /// For each variable, the value that is tried first.
    first: Arc<[bool]>,
    /// The state before the first question.
    fresh: Arc<Fresh>,
    trail: Trail,
    clauses: Clauses,
    order: Order,
    conflict: Conflict,
    /// Whether it is known that there is no point.
    is_settled: bool,
    /// The last point found.
    point: Vec<bool>,
    /// The assumptions that rule out a point, after the answer "no".
    core: Option<Vec<Lit>>,
    /// Whether no question was asked yet.
    is_new: bool,
    n_guesses: u64,
    work: u64,
    /// All learned clauses, if they are requested.
    lessons: Option<Vec<Box<[Lit]>>>,
}

/// The initial state of the parts that learning changes.
#[derive(Clone, Debug)]
struct Fresh {
    trail: Trail,
    clauses: Clauses,
    order: Order,
    is_settled: bool,
}

impl Learner {
    /// Creates a search for points of `rules`. A guess tries the variable's value in `first` first.
    ///
    /// # Panics
    /// If `first` does not have one value for each variable.
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

    /// The number of guesses since its creation.
    #[must_use]
    pub fn n_guesses(&self) -> u64 {
        self.n_guesses
    }

    /// The work since its creation, as a number of list entries examined: a measure of time that is the same in every
    /// run.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The last point found, one value for each variable.
    #[must_use]
    pub fn point(&self) -> &[bool] {
        &self.point
    }

    /// The assumptions that rule out a point, if the last answer was "no"; otherwise `None`.
    #[must_use]
    pub fn core(&self) -> Option<&[Lit]> {
        self.core.as_deref()
    }

    /// Discards all learned clauses: further answers are those of a new search.
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
