//! The bilevel feasible points: those at which the follower has no better response.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::base::{Limits, Stop};
use crate::problem::Counters;

use super::WitnessObserver;
use super::answers::Answer;
use super::bounds::Bounds;
use super::follower::{Followers, rounded};
use super::plain::{Half, Plain};
use super::relaxation::{INTEGRAL, breaks};
use super::rules::{Rule, RuleMaker};
use super::tree::{Advice, Guide, distance};

/// Rounds of such answers at the root, and at other nodes.
const ROOT_ROUNDS: usize = 150;
const ROUNDS: usize = 2;
/// The cost of a changed variable, in addition to that of its response, in the search for the nearest response.
const NEAR: i64 = 16;
/// Variables of the leader for which another way is looked for, for each rule.
const MAX_WAYS: usize = 4;
/// Answers against fractional choices that may give no row.
const PATIENCE: i64 = 10;
/// A choice that is near to the point of a linear program is tried at each one whose number is a multiple of this.
const TRY_EVERY: u64 = 16;
/// Rows of an answer that can be broken from which on another one is looked for.
const MANY_CASES: usize = 2;
/// The value of such responses is a multiple of this part of a unit.
const PARTS: f64 = 1024.0;
/// The distances from the best choice at which others are tried; the last ones first.
const STEPS: [i64; 6] = [-5, 5, -2, 2, -1, 1];
/// Answers that are held against each point, the last ones first.
const MAX_TRIED: usize = 100;

/// The reason for a step of the leader's tree.
#[derive(Clone, Debug)]
pub(super) enum Case {
    /// An answer of the follower: a row of it is broken, or the follower does as well.
    Answer(Rc<Answer>),
    /// A row that holds at all points that count.
    Rule(Rc<Rule>),
    /// The bound of the table of a knapsack program closes the node.
    Knapsack,
}

/// The guide of the leader's tree.
pub(super) struct Leader<'a, 'p> {
    plain: &'p Plain,
    followers: &'a mut Followers<'p>,
    observer: &'a mut dyn WitnessObserver,
    maker: RuleMaker<'p>,
    /// By choice of the leader: the number of the best answer to it, if there is one.
    known: HashMap<Vec<i64>, Option<usize>>,
    /// Choices of which the answer that is best for the leader is known.
    tried: HashSet<Vec<i64>>,
    /// Answers, each with the point that it is of.
    answers: Vec<(Rc<Answer>, Vec<i64>)>,
    rules: HashSet<Half>,
    n_rules: usize,
    /// The rules to begin with.
    first: Vec<(Case, Half)>,
    /// The rule that says best what the follower always has: its number, and that.
    fallback: Option<(usize, i128)>,
    /// By variable of the follower, the variables of the leader that take it away.
    takers: Vec<Vec<usize>>,
    /// The number of further responses to fractional choices to try, if none of them gives a row.
    luck: i64,
    n_advised: u64,
    /// Choices beside the best one that are still to be tried.
    beside: Vec<Vec<i64>>,
    /// Has the linear program one column for the follower?
    pub(super) is_of_leader: bool,
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
            maker: RuleMaker::new(plain),
            known: HashMap::new(),
            tried: HashSet::new(),
            answers: Vec::new(),
            rules: HashSet::new(),
            n_rules: 0,
            first: Vec::new(),
            fallback: None,
            takers: takers(plain),
            luck: 2 * PATIENCE,
            n_advised: 0,
            beside: Vec::new(),
            is_of_leader: false,
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
        let recent = self.answers.iter().rev().take(MAX_TRIED).map(|(answer, _)| answer);
        let cutting = recent.filter(|answer| answer.cuts(x, reply, bounds));
        let counted = cutting.map(|answer| (Rc::clone(answer), answer.open(bounds).count()));
        counted.min_by_key(|(answer, n)| (*n, answer.worth))
    }

    fn cases(&self, answer: Rc<Answer>, bounds: &Bounds) -> Advice<Case> {
        let cases = answer.cases(self.plain, bounds);
        Advice::Cases(Case::Answer(answer), cases)
    }

    /// The rules of an answer whose rows are new, and are broken by the point, if there is one.
    fn rules_of(&mut self, point: &[i64], x: Option<&[f64]>, limits: &Limits) -> Vec<(Case, Half)> {
        let fallback = self.fallback;
        let Some(mut rule) = self.maker.rule(point, fallback.map(|(number, _)| number), &[]) else { return Vec::new() };
        if self.maker.has_equations && !rule.without.is_empty() {
            rule = self.repaired(point, &rule, limits);
        }
        if rule.without.is_empty() {
            rule.fallback = None;
        }
        let most = fallback.map_or_else(|| self.plain.worst_reply(), |(_, most)| most);
        let Some(made) = rule.row(self.plain, most) else { return Vec::new() };
        let says_something = made.row.terms.iter().any(|(v, _)| self.plain.is_follower[*v]);
        if !says_something || x.is_some_and(|x| !breaks(&made.row, x)) || !self.rules.insert(made.row.clone()) {
            return Vec::new();
        }
        let number = self.n_rules;
        self.n_rules += 1;
        if let Some(most) = made.most.filter(|most| fallback.is_none_or(|(_, best)| *most < best)) {
            self.fallback = Some((number, most));
        }
        vec![(Case::Rule(Rc::new(rule)), made.row)]
    }

    /// A follower with equations cannot leave a part of its answer out. In place of it, it may take a variable that does
    /// the same in all other rows, or go another way: that is seen from the answer that is nearest to its own where one
    /// more variable of the leader is taken. As far as these moves keep all rows together, the rule makes them.
    fn repaired(&mut self, point: &[i64], rule: &Rule, limits: &Limits) -> Rule {
        let (plain, fallback) = (self.plain, rule.fallback);
        let (mut best, mut repairs) = (rule.clone(), Vec::new());
        let mut n_ways = 0;
        for &u in rule.without.iter().filter(|u| plain.range_of(**u) == 1) {
            let more = match self.maker.twin(point, u) {
                Some((v, twin)) => vec![(v, u, -1), (twin, u, 1)],
                None if n_ways < MAX_WAYS => {
                    n_ways += 1;
                    self.other_way(point, u, limits)
                }
                None => continue,
            };
            let tried: Vec<(usize, usize, i64)> = repairs.iter().copied().chain(more).collect();
            let Some(rule) = self.maker.rule(point, fallback, &tried) else { continue };
            if rule.without.len() < best.without.len() {
                (best, repairs) = (rule, tried);
            }
        }
        best
    }

    /// How the nearest answer differs where `u` is taken too.
    fn other_way(&mut self, point: &[i64], u: usize, limits: &Limits) -> Vec<(usize, usize, i64)> {
        let plain = self.plain;
        let far = NEAR * (1 + plain.follower.iter().map(|d| d.abs()).max().unwrap_or(0));
        let nearest: Vec<i64> = (0..plain.n_vars())
            .map(|v| match plain.is_follower[v] {
                true if point[v] == plain.lower[v] => plain.follower[v] + far,
                true if point[v] == plain.upper[v] => plain.follower[v] - far,
                _ => plain.follower[v],
            })
            .collect();
        let mut taken = point.to_vec();
        taken[u] = plain.upper[u];
        let Some(other) = self.followers.against(&taken, &nearest, &[], limits) else { return Vec::new() };
        let own = (0..plain.n_vars()).filter(|v| plain.is_follower[*v] && other[*v] != point[*v]);
        own.map(|v| (v, u, other[v] - point[v])).collect()
    }

    /// An answer that is better for the follower than the point, and that leaves its rows as much room as can be: few of
    /// them can be broken. It need not be the best one.
    fn hardy(&mut self, x: &[f64], (point, bounds): (&[i64], &Bounds), limits: &Limits) -> Option<Rc<Answer>> {
        let plain = self.plain;
        let mut objective = vec![0.0; plain.n_vars()];
        for half in self.maker.linked_halves() {
            let of_leader: Vec<(usize, i64)> =
                half.terms.iter().copied().filter(|(v, _)| !plain.is_follower[*v]).collect();
            let now: i128 = of_leader.iter().map(|(v, a)| i128::from(*a) * i128::from(point[*v])).sum();
            let more = (bounds.most_of(&of_leader) - now).max(0);
            if more > 0 {
                let own = half.terms.iter().filter(|(v, _)| plain.is_follower[*v]);
                own.for_each(|(v, a)| objective[*v] += *a as f64 / more as f64);
            }
        }
        let largest = objective.iter().fold(0.0, |most: f64, c| most.max(c.abs()));
        if largest == 0.0 {
            return None;
        }
        let objective: Vec<i64> = objective.iter().map(|c| (c / largest * PARTS).round() as i64).collect();
        let better = plain.reply_at_most((self.reply(x) - 1e-4).floor() as i64);
        let answer = self.followers.against(point, &objective, &[better], limits)?;
        let made = Rc::new(Answer::of(plain, &answer));
        if !made.cuts(x, self.reply(x), bounds) {
            return None;
        }
        self.answers.push((Rc::clone(&made), answer));
        Some(made)
    }

    /// The best answer to a choice, asked once: its number.
    fn best(&mut self, point: &[i64], limits: &Limits) -> Result<Option<usize>, Stop> {
        let choice = self.choice(point);
        if let Some(known) = self.known.get(&choice) {
            return Ok(*known);
        }
        self.n_checks += 1;
        let outcome = self.followers.best(point, &limits.clone().without_nodes());
        if let Some(stop) = outcome.stop {
            return Err(stop);
        }
        let answer = outcome.best.map(|(point, _)| (Rc::new(Answer::of(self.plain, &point)), point));
        let number = answer.map(|answer| {
            self.answers.push(answer);
            self.answers.len() - 1
        });
        self.known.insert(choice, number);
        Ok(number)
    }

    fn choice(&self, point: &[i64]) -> Vec<i64> {
        (0..point.len()).filter(|v| !self.plain.is_follower[*v]).map(|v| point[v]).collect()
    }

    /// Evaluates this choice, if it is not known and may be better than the best one.
    fn try_choice(&mut self, point: &[i64], worth: i64, limits: &Limits) -> Result<(), Stop> {
        if !self.tried.insert(self.choice(point)) {
            return Ok(());
        }
        let outcome = self.followers.best_for_leader(point, worth, self.below, &limits.clone().without_nodes());
        if let Some((point, value)) = outcome.best {
            self.below = Some(value);
            self.look_beside(&point);
            self.found = Some(point);
        }
        outcome.stop.map_or(Ok(()), Err)
    }

    /// A better choice may be near to a good one.
    fn look_beside(&mut self, point: &[i64]) {
        let plain = self.plain;
        self.beside.clear();
        for step in STEPS {
            for v in (0..plain.n_vars()).filter(|v| !plain.is_follower[*v]) {
                let x = point[v] + step;
                if x >= plain.lower[v] && x <= plain.upper[v] {
                    let mut point = point.to_vec();
                    point[v] = x;
                    self.beside.push(point);
                }
            }
        }
    }

    /// Tries the next of these.
    fn try_beside(&mut self, limits: &Limits) -> Result<(), Stop> {
        let Some(point) = self.beside.pop() else { return Ok(()) };
        let is_choice = |half: &&Half| !half.is_follower && half.terms.iter().all(|(v, _)| !self.plain.is_follower[*v]);
        if self.plain.halves.iter().filter(is_choice).any(|half| half.left(&point) > i128::from(half.rhs)) {
            return Ok(());
        }
        match self.best(&point, limits)? {
            Some(number) => self.try_choice(&point, self.answers[number].0.worth, limits),
            None => Ok(()),
        }
    }

    /// Finds a value that the follower always has: that of its best response to the leader's largest choice, if it is a
    /// response to all other choices too.
    ///
    /// # Errors
    /// A limit came first.
    pub(super) fn always(&mut self, limits: &Limits) -> Result<bool, Stop> {
        let point: Vec<i64> =
            (0..self.plain.n_vars()).map(|v| if self.plain.is_follower[v] { 0 } else { self.plain.upper[v] }).collect();
        let Some(number) = self.best(&point, limits)? else { return Ok(false) };
        let answer = self.answers[number].1.clone();
        self.first = self.rules_of(&answer, None, limits);
        Ok(self.fallback.is_some())
    }

    /// A rule against a fractional choice: of an answer to the choice that it is near to, where what the leader takes a
    /// part of counts so much less.
    fn against(&mut self, x: &[f64], limits: &Limits) -> Vec<(Case, Half)> {
        let plain = self.plain;
        let part = |u: usize| ((x[u] - plain.lower[u] as f64) / plain.range_of(u).max(1) as f64).clamp(0.0, 1.0);
        let objective: Vec<i64> = (0..plain.n_vars())
            .map(|v| {
                let left = (1.0 - self.takers[v].iter().map(|u| part(*u)).sum::<f64>()).max(0.0);
                let left = if plain.follower[v] < 0 { left } else { 1.0 };
                (plain.follower[v] as f64 * left * PARTS).round() as i64
            })
            .collect();
        // What is taken for certain is taken, and the rest is not.
        let point: Vec<i64> = (0..plain.n_vars())
            .map(|v| if x[v] > plain.upper[v] as f64 - INTEGRAL { plain.upper[v] } else { plain.lower[v] })
            .collect();
        let rules = match self.followers.against(&point, &objective, &[], limits) {
            Some(answer) => self.rules_of(&answer, Some(x), limits),
            None => Vec::new(),
        };
        self.luck = if rules.is_empty() { self.luck - 1 } else { (self.luck + PATIENCE).min(10 * PATIENCE) };
        rules
    }
}

/// By variable of the follower, the variables of the leader that leave it nothing once they are taken.
fn takers(plain: &Plain) -> Vec<Vec<usize>> {
    let mut takers = vec![Vec::new(); plain.n_vars()];
    for half in plain.halves.iter().filter(|half| half.is_follower) {
        let (own, of_leader): (Vec<_>, Vec<_>) = half.terms.iter().partition(|(v, _)| plain.is_follower[*v]);
        if of_leader.is_empty() {
            continue;
        }
        let end =
            |(v, a): &(usize, i64)| i128::from(*a) * i128::from(if *a > 0 { plain.lower[*v] } else { plain.upper[*v] });
        let least: i128 = half.terms.iter().map(end).sum();
        for (u, a) in of_leader.iter().filter(|(_, a)| *a > 0) {
            let taken = least + i128::from(*a) * plain.range_of(*u);
            for (v, b) in own.iter().filter(|(_, b)| *b > 0) {
                if taken + i128::from(*b) > i128::from(half.rhs) && !takers[*v].contains(u) {
                    takers[*v].push(*u);
                }
            }
        }
    }
    takers
}

impl Guide for Leader<'_, '_> {
    type Case = Case;

    fn advise(
        &mut self,
        x: &[f64],
        bounds: &Bounds,
        (is_root, round): (bool, usize),
        limits: &Limits,
    ) -> Result<Advice<Case>, Stop> {
        if is_root && round == 0 {
            let rules = std::mem::take(&mut self.first);
            if !rules.is_empty() {
                return Ok(Advice::Rules(rules));
            }
        }
        self.try_beside(limits)?;
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
            if self.luck > 0 && round < if is_root { ROOT_ROUNDS } else { ROUNDS } {
                let rules = self.against(x, limits);
                if !rules.is_empty() {
                    return Ok(Advice::Rules(rules));
                }
            }
            self.n_advised += 1;
            if is_root || self.n_advised.is_multiple_of(TRY_EVERY) {
                let point = rounded(x, bounds);
                if let Some(number) = self.best(&point, limits)? {
                    let worth = self.answers[number].0.worth;
                    self.try_choice(&point, worth, limits)?;
                }
            }
            return Ok(Advice::Branch(of_leader));
        }
        let of_follower = fractional(true);
        let point = rounded(x, bounds);
        let Some(number) = self.best(&point, limits)? else {
            // No point has this choice; the linear program has one with fractions, or breaks a row a little.
            return Ok(Advice::Branch(if self.is_of_leader { Vec::new() } else { of_follower }));
        };
        let (worth, answer) = (self.answers[number].0.worth, self.answers[number].1.clone());
        self.try_choice(&point, worth, limits)?;
        let rules = self.rules_of(&answer, Some(x), limits);
        if !rules.is_empty() {
            return Ok(Advice::Rules(rules));
        }
        // The best answer may be older than those that are tried.
        let own = Rc::clone(&self.answers[number].0);
        let own = own.cuts(x, self.reply(x), bounds).then(|| (Rc::clone(&own), own.open(bounds).count()));
        if let Some((answer, n_open)) =
            self.cutting(x, bounds).into_iter().chain(own).min_by_key(|(answer, n)| (*n, answer.worth))
        {
            if n_open < MANY_CASES {
                return Ok(self.cases(answer, bounds));
            }
            let hardy = self.hardy(x, (&point, bounds), limits).filter(|hardy| hardy.open(bounds).count() < n_open);
            return Ok(self.cases(hardy.unwrap_or(answer), bounds));
        }
        let counts =
            of_follower.is_empty() && self.plain.reply_value(&point) <= worth && self.plain.broken(&point).is_none();
        // Variables that the linear program does not have are of no use for a branch.
        let among = if self.is_of_leader { Vec::new() } else { of_follower };
        Ok(if counts { Advice::Count(point) } else { Advice::Branch(among) })
    }

    fn decide(&mut self, point: Vec<i64>, bounds: &Bounds, limits: &Limits) -> Result<Advice<Case>, Stop> {
        if self.is_of_leader {
            let x: Vec<f64> = point.iter().map(|x| *x as f64).collect();
            return self.advise(&x, bounds, (false, 0), limits);
        }
        // The point itself is a response to its choice, so there is a best one.
        let number = self.best(&point, limits)?.ok_or(Stop::OracleFailed)?;
        let answer = Rc::clone(&self.answers[number].0);
        let counts = self.plain.reply_value(&point) <= answer.worth;
        Ok(if counts { Advice::Count(point) } else { self.cases(answer, bounds) })
    }

    fn found(&mut self) -> Option<Vec<i64>> {
        self.found.take()
    }

    fn hear(&mut self, lower: i64, best: Option<i64>, work: &Counters) {
        self.below = best;
        let work = Counters { n_checks: self.n_checks, ..*work };
        let value = |value: i64| value.saturating_add(self.plain.constant);
        self.observer.bounds(value(lower), best.map(value), &work);
    }
}
