//! What counts for the leader: points at which the follower has no better answer.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::base::{Limits, Stop};
use crate::ilp::NodeLps;
use crate::problem::Counters;

use super::WitnessObserver;
use super::answers::Answer;
use super::bounds::{Bounds, Path, longer};
use super::follower::{AllPoints, rounded};
use super::plain::{Half, Plain};
use super::relaxation::{INTEGRAL, Relaxation};
use super::tree::{Advice, Guide, Outcome, Question, Tree, distance};

/// Answers that are held against each point, the last ones first.
const MAX_TRIED: usize = 200;

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
    pub(super) n_solves: u64,
    pub(super) n_nodes: u64,
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
            own: Relaxation::new(lps, halves, own_names.clone(), &plain.follower),
            own_names,
            all: Relaxation::new(lps, halves, all_names.clone(), &plain.leader),
            all_names,
            n_solves: 0,
            n_nodes: 0,
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
        let question =
            Question { bounds, path: None, below, objective: &self.plain.follower, halves: &self.halves, is_proven };
        let outcome = Tree::new(question, &mut self.own, &mut guide, limits).run();
        self.n_solves += 1;
        self.n_nodes += outcome.work.n_nodes;
        outcome
    }

    /// Of the answers to this choice that are worth at most `worth` and keep the leader's rows, the one that is best for
    /// the leader, if it comes to less than `below`.
    fn best_for_leader(&mut self, point: &[i64], worth: i64, below: Option<i64>, limits: &Limits) -> Outcome<()> {
        let own = self.plain.follower.iter().copied().enumerate().filter(|(_, d)| *d != 0).collect();
        let best = Half { terms: own, rhs: worth, is_follower: false };
        let path: Path = longer(&None, best.clone());
        let bounds = self.fixed(point);
        let more = [best];
        let mut guide = AllPoints { halves: &self.halves, names: &self.all_names, more: &more };
        let question =
            Question { bounds, path, below, objective: &self.plain.leader, halves: &self.halves, is_proven: false };
        let outcome = Tree::new(question, &mut self.all, &mut guide, limits).run();
        self.n_nodes += outcome.work.n_nodes;
        outcome
    }

    pub(super) fn n_lps(&self) -> u64 {
        self.own.n_lps + self.all.n_lps
    }
}

/// The guide of the leader's tree.
pub(super) struct Leader<'a, 'p> {
    plain: &'p Plain,
    followers: &'a mut Followers<'p>,
    observer: &'a mut dyn WitnessObserver,
    /// By choice of the leader: the number of the best answer to it, if there is one.
    known: HashMap<Vec<i64>, Option<usize>>,
    /// Choices of which the answer that is best for the leader is known.
    tried: HashSet<Vec<i64>>,
    answers: Vec<Rc<Answer>>,
    found: Option<Vec<i64>>,
    below: Option<i64>,
    n_checks: u64,
}

impl<'a, 'p> Leader<'a, 'p> {
    pub(super) fn new(
        plain: &'p Plain,
        followers: &'a mut Followers<'p>,
        observer: &'a mut dyn WitnessObserver,
    ) -> Self {
        Self {
            plain,
            followers,
            observer,
            known: HashMap::new(),
            tried: HashSet::new(),
            answers: Vec::new(),
            found: None,
            below: None,
            n_checks: 0,
        }
    }

    fn reply(&self, x: &[f64]) -> f64 {
        x.iter().zip(&self.plain.follower).map(|(x, d)| x * *d as f64).sum()
    }

    /// The known answer that cuts the point off with the fewest cases, and how many rows it leaves to break.
    fn cutting(&self, x: &[f64], bounds: &Bounds) -> Option<(Rc<Answer>, usize)> {
        let reply = self.reply(x);
        let recent = self.answers.iter().rev().take(MAX_TRIED);
        let cutting = recent.filter(|answer| answer.cuts(x, reply, bounds));
        let counted = cutting.map(|answer| (Rc::clone(answer), answer.open(bounds).count()));
        counted.min_by_key(|(_, n)| *n)
    }

    fn cases(&self, answer: Rc<Answer>, bounds: &Bounds) -> Advice<Rc<Answer>> {
        let cases = answer.cases(self.plain, bounds);
        Advice::Cases(answer, cases)
    }

    /// The best answer to a choice, asked once.
    fn best(&mut self, point: &[i64], limits: &Limits) -> Result<Option<Rc<Answer>>, Stop> {
        let choice = self.choice(point);
        if let Some(known) = self.known.get(&choice) {
            return Ok(known.map(|i| Rc::clone(&self.answers[i])));
        }
        self.n_checks += 1;
        let outcome = self.followers.best(point, None, false, &limits.clone().without_nodes());
        if let Some(stop) = outcome.stop {
            return Err(stop);
        }
        let answer = outcome.best.map(|(point, _)| Rc::new(Answer::of(self.plain, &point)));
        if let Some(answer) = &answer {
            self.answers.push(Rc::clone(answer));
        }
        self.known.insert(choice, answer.is_some().then(|| self.answers.len() - 1));
        Ok(answer)
    }

    fn choice(&self, point: &[i64]) -> Vec<i64> {
        (0..point.len()).filter(|v| !self.plain.is_follower[*v]).map(|v| point[v]).collect()
    }

    /// What this choice comes to, if it is not known and may be better than what is.
    fn try_choice(&mut self, point: &[i64], worth: i64, limits: &Limits) -> Result<(), Stop> {
        if !self.tried.insert(self.choice(point)) {
            return Ok(());
        }
        let outcome = self.followers.best_for_leader(point, worth, self.below, &limits.clone().without_nodes());
        if let Some((point, value)) = outcome.best {
            self.below = Some(value);
            self.found = Some(point);
        }
        outcome.stop.map_or(Ok(()), Err)
    }
}

impl Guide for Leader<'_, '_> {
    type Case = Rc<Answer>;

    fn advise(&mut self, x: &[f64], bounds: &Bounds, limits: &Limits) -> Result<Advice<Rc<Answer>>, Stop> {
        let cutting = self.cutting(x, bounds);
        if let Some((answer, 0)) = cutting {
            return Ok(self.cases(answer, bounds));
        }
        let fractional = |is_follower: bool| -> Vec<usize> {
            let of_level = (0..x.len()).filter(|v| self.plain.is_follower[*v] == is_follower);
            of_level.filter(|v| distance(x[*v]) > INTEGRAL).collect()
        };
        let of_leader = fractional(false);
        if !of_leader.is_empty() {
            return Ok(Advice::Branch(of_leader));
        }
        let of_follower = fractional(true);
        let point = rounded(x, bounds);
        let Some(best) = self.best(&point, limits)? else {
            // No point has this choice; the linear program has one with fractions, or breaks a row a little.
            return Ok(Advice::Branch(of_follower));
        };
        self.try_choice(&point, best.worth, limits)?;
        if let Some((answer, _)) = self.cutting(x, bounds) {
            return Ok(self.cases(answer, bounds));
        }
        let counts = of_follower.is_empty()
            && self.plain.reply_value(&point) <= best.worth
            && self.plain.broken(&point).is_none();
        Ok(if counts { Advice::Count(point) } else { Advice::Branch(of_follower) })
    }

    fn found(&mut self) -> Option<Vec<i64>> {
        self.found.take()
    }

    fn hear(&mut self, lower: i64, best: Option<i64>, work: &Counters) {
        self.below = best;
        let work = Counters { n_checks: self.n_checks, ..*work };
        self.observer.bounds(
            lower.saturating_add(self.plain.constant),
            best.map(|value| value + self.plain.constant),
            &work,
        );
    }
}
