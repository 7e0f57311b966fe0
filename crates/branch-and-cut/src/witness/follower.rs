//! The follower's program, and the program of the response that is best for the leader: branch and bound without
//! witnesses.

use std::rc::Rc;

use crate::base::{Limits, Stop};
use crate::ilp::NodeLps;

use super::bounds::Bounds;
use super::plain::{Half, LARGEST, Plain};
use super::reduced::best_point;
use super::relaxation::{INTEGRAL, Relaxation};
use super::tree::{Advice, Guide, Outcome, Question, Tree, distance};

/// Nodes of the search for an answer that need not be the best.
const FEW_NODES: u64 = 60;

/// Every integer point of the rows counts.
pub(super) struct AllPoints<'h> {
    pub(super) halves: &'h [Half],
    /// The numbers of the rows that hold.
    pub(super) names: &'h [u32],
}

impl Guide for AllPoints<'_> {
    type Case = ();

    fn advise(
        &mut self,
        x: &[f64],
        bounds: &Bounds,
        _round: (bool, usize),
        limits: &Limits,
    ) -> Result<Advice<()>, Stop> {
        let fractional: Vec<usize> = (0..x.len()).filter(|v| distance(x[*v]) > INTEGRAL).collect();
        if !fractional.is_empty() {
            return Ok(Advice::Branch(fractional));
        }
        self.decide(rounded(x, bounds), bounds, limits)
    }

    fn decide(&mut self, point: Vec<i64>, _bounds: &Bounds, _limits: &Limits) -> Result<Advice<()>, Stop> {
        let mut rows = self.names.iter().map(|name| &self.halves[*name as usize]);
        match rows.all(|half| half.left(&point) <= i128::from(half.rhs)) {
            true => Ok(Advice::Count(point)),
            // The linear program broke a row a little.
            false => Ok(Advice::Branch(Vec::new())),
        }
    }
}

/// The nearest integers within the bounds.
pub(super) fn rounded(x: &[f64], bounds: &Bounds) -> Vec<i64> {
    let ends = bounds.lower.iter().zip(&bounds.upper);
    x.iter().zip(ends).map(|(x, (lo, hi))| (x.round() as i64).clamp(*lo, *hi)).collect()
}

/// The follower's programs, and how many there were.
pub(super) struct Followers<'p> {
    plain: &'p Plain,
    halves: Rc<Vec<Half>>,
    lps: &'p dyn NodeLps,
    pub(super) n_solves: u64,
    pub(super) n_lps: u64,
}

impl<'p> Followers<'p> {
    pub(super) fn new(plain: &'p Plain, halves: &Rc<Vec<Half>>, lps: &'p dyn NodeLps) -> Self {
        Self { plain, halves: Rc::clone(halves), lps, n_solves: 0, n_lps: 0 }
    }

    /// The bounds of the program with the leader's variables as in `point`.
    fn fixed(&self, point: &[i64]) -> Bounds {
        let plain = self.plain;
        let end = |ends: &[i64]| -> Vec<i64> {
            (0..plain.n_vars()).map(|v| if plain.is_follower[v] { ends[v] } else { point[v] }).collect()
        };
        Bounds { lower: end(&plain.lower), upper: end(&plain.upper) }
    }

    /// The best point with the leader's choice in `point`, by rows of the program and others.
    fn search(
        &mut self,
        point: &[i64],
        (is_wanted, more): (fn(&Half) -> bool, &[Half]),
        (objective, below): (&[i64], Option<i64>),
        limits: &Limits,
    ) -> Outcome<()> {
        let rows: Vec<&Half> = self.halves.iter().filter(|half| is_wanted(half)).chain(more).collect();
        let outcome = best_point(self.lps, (self.fixed(point), &rows), objective, below, limits);
        self.n_lps += outcome.work.n_lps;
        outcome
    }

    /// The best answer to the leader's choice in `point`.
    pub(super) fn best(&mut self, point: &[i64], limits: &Limits) -> Outcome<()> {
        self.n_solves += 1;
        self.search(point, (|half| half.is_follower, &[]), (&self.plain.follower, None), limits)
    }

    /// Is there an answer below `below`? The tree is kept with `is_proven`: it is one of the whole program.
    pub(super) fn better(&mut self, point: &[i64], below: i64, is_proven: bool, limits: &Limits) -> Outcome<()> {
        let names: Vec<u32> = (0..self.halves.len() as u32).filter(|i| self.halves[*i as usize].is_follower).collect();
        let mut relaxation = Relaxation::new(self.lps, &self.halves, &names, &self.plain.follower);
        let mut guide = AllPoints { halves: &self.halves, names: &names };
        let (bounds, objective) = (self.fixed(point), &self.plain.follower[..]);
        let question = Question { bounds, path: None, below: Some(below), objective, among: None, is_proven };
        self.n_solves += 1;
        let outcome = Tree::new(question, &mut relaxation, &mut guide, limits).run();
        self.n_lps += outcome.work.n_lps;
        outcome
    }

    /// Of the answers to this choice that are worth at most `worth` and keep the leader's rows, the one that is best for
    /// the leader, if it comes to less than `below`.
    pub(super) fn best_for_leader(
        &mut self,
        point: &[i64],
        worth: i64,
        below: Option<i64>,
        limits: &Limits,
    ) -> Outcome<()> {
        let more = [self.plain.reply_at_most(worth)];
        self.search(point, (|_| true, &more), (&self.plain.leader, below), limits)
    }

    /// An answer to the choice in `point` that is good under another objective, found with few nodes; none where sums of
    /// that objective might not be exact.
    pub(super) fn against(
        &mut self,
        point: &[i64],
        objective: &[i64],
        more: &[Half],
        limits: &Limits,
    ) -> Option<Vec<i64>> {
        let most = |(v, c): (usize, &i64)| {
            let far = self.plain.lower[v].unsigned_abs().max(self.plain.upper[v].unsigned_abs());
            u128::from(c.unsigned_abs()) * u128::from(far)
        };
        if objective.iter().enumerate().map(most).sum::<u128>() >= LARGEST as u128 {
            return None;
        }
        let limits = limits.clone().without_nodes().with_nodes(FEW_NODES);
        let outcome = self.search(point, (|half| half.is_follower, more), (objective, None), &limits);
        outcome.best.map(|(point, _)| point)
    }
}
