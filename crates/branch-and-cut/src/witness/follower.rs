//! The follower's program, and that of the best answer for the leader: branch and bound without witnesses.

use std::rc::Rc;

use crate::base::{Limits, Stop};
use crate::ilp::NodeLps;

use super::bounds::{Bounds, longer};
use super::plain::{Half, Plain};
use super::relaxation::{INTEGRAL, Relaxation};
use super::tree::{Advice, Guide, Outcome, Question, Tree, distance};

/// Nodes of the search for an answer that need not be the best.
const FEW_NODES: u64 = 60;

/// Every integer point of the rows counts.
pub(super) struct AllPoints<'h> {
    pub(super) halves: &'h [Half],
    /// The numbers of the rows that hold.
    pub(super) names: &'h [u32],
    /// More rows.
    pub(super) more: &'h [Half],
}

impl Guide for AllPoints<'_> {
    type Case = ();

    fn advise(
        &mut self,
        x: &[f64],
        bounds: &Bounds,
        _round: (bool, usize),
        _limits: &Limits,
    ) -> Result<Advice<()>, Stop> {
        let fractional: Vec<usize> = (0..x.len()).filter(|v| distance(x[*v]) > INTEGRAL).collect();
        if !fractional.is_empty() {
            return Ok(Advice::Branch(fractional));
        }
        let point = rounded(x, bounds);
        let rows = self.names.iter().map(|name| &self.halves[*name as usize]).chain(self.more);
        match rows.into_iter().all(|half| half.left(&point) <= i128::from(half.rhs)) {
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

/// The follower's programs, and what they said.
pub(super) struct Followers<'p> {
    plain: &'p Plain,
    halves: Rc<Vec<Half>>,
    /// The follower's rows, under its objective.
    own: Relaxation,
    own_names: Vec<u32>,
    /// All rows, under the leader's.
    all: Relaxation,
    all_names: Vec<u32>,
    /// The follower's rows, under what an answer is worth against a fractional choice.
    against: Relaxation,
    pub(super) n_solves: u64,
}

impl<'p> Followers<'p> {
    pub(super) fn new(plain: &'p Plain, halves: &Rc<Vec<Half>>, lps: &dyn NodeLps) -> Self {
        let names = |is_wanted: &dyn Fn(&Half) -> bool| -> Vec<u32> {
            (0..halves.len()).filter(|i| is_wanted(&halves[*i])).map(|i| i as u32).collect()
        };
        let (own_names, all_names) = (names(&|half| half.is_follower), names(&|_| true));
        Self {
            plain,
            halves: Rc::clone(halves),
            own: Relaxation::new(lps, halves, &own_names, &plain.follower),
            all: Relaxation::new(lps, halves, &all_names, &plain.leader),
            against: Relaxation::new(lps, halves, &own_names, &plain.follower),
            own_names,
            all_names,
            n_solves: 0,
        }
    }

    /// The bounds of the program with the leader's variables as in `point`.
    fn fixed(&self, point: &[i64]) -> Bounds {
        let plain = self.plain;
        let end = |ends: &[i64]| -> Vec<i64> {
            (0..plain.n_vars()).map(|v| if plain.is_follower[v] { ends[v] } else { point[v] }).collect()
        };
        Bounds { lower: end(&plain.lower), upper: end(&plain.upper) }
    }

    /// The best answer to the leader's choice in `point`, or below `below`.
    pub(super) fn best(&mut self, point: &[i64], below: Option<i64>, is_proven: bool, limits: &Limits) -> Outcome<()> {
        let bounds = self.fixed(point);
        let mut guide = AllPoints { halves: &self.halves, names: &self.own_names, more: &[] };
        let question = Question { bounds, path: None, below, objective: &self.plain.follower, among: None, is_proven };
        self.n_solves += 1;
        Tree::new(question, &mut self.own, &mut guide, limits).run()
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
        let path = longer(&None, more[0].clone());
        let bounds = self.fixed(point);
        let mut guide = AllPoints { halves: &self.halves, names: &self.all_names, more: &more };
        let question = Question { bounds, path, below, objective: &self.plain.leader, among: None, is_proven: false };
        Tree::new(question, &mut self.all, &mut guide, limits).run()
    }

    /// An answer to the choice in `point` that is good under another objective, found with few nodes.
    pub(super) fn against(
        &mut self,
        point: &[i64],
        objective: &[i64],
        more: &[Half],
        limits: &Limits,
    ) -> Option<Vec<i64>> {
        let bounds = self.fixed(point);
        self.against.aim(objective);
        let path = more.iter().fold(None, |path, row| longer(&path, row.clone()));
        let mut guide = AllPoints { halves: &self.halves, names: &self.own_names, more };
        let question = Question { bounds, path, below: None, objective, among: None, is_proven: false };
        let limits = limits.clone().without_nodes().with_nodes(FEW_NODES);
        let outcome = Tree::new(question, &mut self.against, &mut guide, &limits).run();
        outcome.best.map(|(point, _)| point)
    }

    pub(super) fn n_lps(&self) -> u64 {
        self.own.n_lps + self.all.n_lps + self.against.n_lps
    }
}
