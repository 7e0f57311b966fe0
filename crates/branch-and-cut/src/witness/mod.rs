//! Bilevel programs over integers by a tree of witnesses.
//!
//! For any response y' of the follower within its bounds, and any point (x, y) at which the follower responds
//! optimally:
//!
//! > either x violates a row of the follower at y', or the follower's objective at y is at most that at y'.
//!
//! So a response splits the points into one case for each row that the leader can violate, and one more, and each case
//! adds linear rows. A linear program of all rows of both levels gives a lower bound, the tree branches on integers,
//! and if the follower has a better response at a point, that response is a witness that cuts the point off. The method
//! never needs an *optimal* response. With one witness and only the last case, this is the high point relaxation of
//! Moore and Bard ("The mixed integer linear bilevel programming problem", 1990) with a cut.
//!
//! The upper half of a proof is a point and a branch and bound of the follower's program. Both halves are sums of rows
//! in integers; linear programs only propose their weights. docs/formats/bilevel-certificate.md describes the
//! certificates.

mod answers;
mod bounds;
mod certificate;
mod follower;
mod knapsack;
mod leader;
mod plain;
mod reduced;
mod relaxation;
mod rules;
#[cfg(test)]
mod tests;
mod tree;

use std::rc::Rc;

use crate::base::{Limits, Stop};
use crate::ilp::{IntegerBilevel, NodeLps};
use crate::problem::Counters;

use bounds::Bounds;
pub use certificate::WitnessProof;
use follower::Followers;
use leader::{Case, Leader};
pub use plain::NoPlainForm;
use plain::{Half, Plain};
use relaxation::Relaxation;
use tree::{Outcome, Question, Tree};

/// The part of the time that the lower half may take.
const LOWER_PART: f64 = 0.85;

/// An observer of the search.
pub trait WitnessObserver {
    /// Called with the bounds: no point has a value below `lower`, and the best point found has the value `best`, both
    /// in units of the program's scale.
    fn bounds(&mut self, lower: i64, best: Option<i64>, work: &Counters);
}

/// The result of the search.
#[derive(Clone, Debug)]
pub struct WitnessAnswer {
    /// The proven lower bound on the value of all bilevel feasible points; `None` if there are no such points. In units
    /// of the program's scale.
    pub lower: Option<i64>,
    /// The best point found, with one value for each variable of the program, and its value.
    pub best: Option<(Vec<i64>, i64)>,
    /// Whether it is proven that the follower has no better response at that point.
    pub is_best_proven: bool,
    /// The limit that ended the search before the bounds met.
    pub stop: Option<Stop>,
    pub work: Counters,
    /// The number of follower's programs that were solved.
    pub n_follower_solves: u64,
    /// The data for a certificate, if it was requested.
    pub proof: Option<WitnessProof>,
}

/// Returns whether the program is a knapsack interdiction problem of a suitable size: large enough for a table of the
/// follower's least values to pay, and small enough for the table to fit.
#[must_use]
pub fn has_table(program: &IntegerBilevel) -> bool {
    Plain::of(program).is_ok_and(|plain| knapsack::has_table(&plain))
}

/// Solves the program, or returns the bounds at a limit. With `is_proven`, it keeps the trees.
///
/// # Errors
/// [`NoPlainForm`] if the program has no plain form.
pub fn solve(
    program: &IntegerBilevel,
    lps: &dyn NodeLps,
    is_proven: bool,
    limits: &Limits,
    observer: &mut dyn WitnessObserver,
) -> Result<WitnessAnswer, NoPlainForm> {
    solve_from(knapsack::FEW_ITEMS, program, lps, is_proven, limits, observer)
}

/// The same, with the number of items from which on a program of knapsack interdiction is searched as one.
fn solve_from(
    few: usize,
    program: &IntegerBilevel,
    lps: &dyn NodeLps,
    is_proven: bool,
    limits: &Limits,
    observer: &mut dyn WitnessObserver,
) -> Result<WitnessAnswer, NoPlainForm> {
    let plain = Plain::of(program)?;
    let halves = Rc::new(plain.halves.clone());
    let mut followers = Followers::new(&plain, &halves, lps);
    // Some time is left for the upper half.
    let lower_limits = limits.with_part(LOWER_PART);
    let by_table = knapsack::solve(&plain, few, is_proven, &lower_limits);
    let outcome = by_table.unwrap_or_else(|| {
        let leader = Leader::new(&plain, &mut followers, observer);
        by_tree((&plain, &halves), lps, leader, is_proven, &lower_limits)
    });
    let mut work = outcome.work;
    let upper = outcome.best.as_ref().map(|(point, _)| {
        let worth = plain.reply_value(point);
        followers.better(point, worth, is_proven, &limits.clone().without_nodes())
    });
    let is_best_proven = upper.as_ref().is_some_and(|upper| upper.stop.is_none() && upper.best.is_none());
    work.n_lps += followers.n_lps;
    work.n_checks = followers.n_solves;
    let value = |value: i64| value.saturating_add(plain.constant);
    let lower = outcome.lower.map(value);
    let best = outcome.best.as_ref().map(|(point, _)| (point[..plain.n_file].to_vec(), plain.value(point)));
    let proof = is_proven.then(|| {
        let point = outcome.best.map(|(point, _)| point);
        let upper = point.zip(upper.filter(|_| is_best_proven));
        let upper = upper.map(|(point, upper)| (plain.value(&point), point, upper.places));
        WitnessProof::new(program, (lower, outcome.places, outcome.rules), halves.len(), upper)
    });
    let stop = outcome.stop;
    let n_follower_solves = followers.n_solves;
    Ok(WitnessAnswer { lower, best, is_best_proven, stop, work, n_follower_solves, proof })
}

/// The lower half, by the tree.
fn by_tree(
    (plain, halves): (&Plain, &Rc<Vec<Half>>),
    lps: &dyn NodeLps,
    mut leader: Leader<'_, '_>,
    is_proven: bool,
    limits: &Limits,
) -> Outcome<Case> {
    // A limit that comes here comes again.
    let always = leader.always(limits).unwrap_or(false);
    let of_leader = always.then(|| Relaxation::of_leader(lps, plain, halves)).flatten();
    leader.is_of_leader = of_leader.is_some();
    let mut relaxation = of_leader.unwrap_or_else(|| {
        let names: Vec<u32> = (0..halves.len() as u32).collect();
        Relaxation::new(lps, halves, &names, &plain.leader)
    });
    let is_leader: Vec<bool> = plain.is_follower.iter().map(|is| !is).collect();
    let among = leader.is_of_leader.then_some(&is_leader[..]);
    let bounds = Bounds { lower: plain.lower.clone(), upper: plain.upper.clone() };
    let question = Question { bounds, path: None, below: None, objective: &plain.leader, among, is_proven };
    Tree::new(question, &mut relaxation, &mut leader, limits).run()
}
