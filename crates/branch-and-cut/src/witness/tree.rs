//! Branch and bound over integers: branches, sums of rows, and further knowledge from a guide.

use std::rc::Rc;

use crate::base::{Limits, Stop};
use crate::open::{NodeOrder, Open, OpenNode};
use crate::problem::Counters;

use super::bounds::{Bounds, Path, Proven, RowSum, Weights, longer};
use super::plain::Half;
use super::relaxation::{INTEGRAL, Relaxation, Solved};

/// Rounds of rows at one node.
const ROUNDS: usize = 200;

/// A node of a proof.
#[derive(Clone, Debug)]
pub(super) enum Place<T> {
    /// It is not closed.
    Open(Rc<Weights>),
    /// `variable <= at` first, then `variable > at`.
    Branch { variable: usize, at: i64, sides: [usize; 2] },
    /// The advice of the guide, and a child for each of its cases that may have a point.
    Cases(T, Vec<usize>),
    /// Closed by these weights.
    Closed(Rc<Weights>),
}

/// The advice of a guide about a point of a linear program.
pub(super) enum Advice<T> {
    /// Branch on one of these variables, whose values are fractional.
    Branch(Vec<usize>),
    /// It is a point that counts, in integers.
    Count(Vec<i64>),
    /// These rows hold at all points that count, each with its name; the point breaks one of them.
    Rules(Vec<(T, Half)>),
    /// One of these lists of rows holds; points of the linear program keep none of them.
    Cases(T, Vec<Vec<Half>>),
}

/// Knows which points count.
pub(super) trait Guide {
    /// How a proof names its cases.
    type Case: Clone;

    /// Decides what to do about the point `x` of a linear program, within these bounds. `round` tells whether this is
    /// the root, and the number of linear programs of its node so far.
    ///
    /// # Errors
    /// The limit that was reached.
    fn advise(
        &mut self,
        x: &[f64],
        bounds: &Bounds,
        round: (bool, usize),
        limits: &Limits,
    ) -> Result<Advice<Self::Case>, Stop>;

    /// Decides what to do about the last point within the bounds, which keeps all rows of the tree. A linear program is too
    /// coarse for it, so that nothing is compared but integers.
    ///
    /// # Errors
    /// The limit that was reached.
    fn decide(&mut self, point: Vec<i64>, bounds: &Bounds, limits: &Limits) -> Result<Advice<Self::Case>, Stop>;

    /// A point that counts and came up on the way, with its value, if there is one that is new.
    fn found(&mut self) -> Option<Vec<i64>> {
        None
    }

    /// Hears of better bounds.
    fn hear(&mut self, _lower: i64, _best: Option<i64>, _work: &Counters) {}
}

struct Node {
    bound: i64,
    depth: usize,
    place: usize,
    bounds: Bounds,
    path: Path,
    weights: Rc<Weights>,
    /// The branch that made it, and what the linear program said before it.
    branch: Option<(usize, f64, bool, f64)>,
}

impl OpenNode for Node {
    type Bound = i64;
    type Tie = (usize, usize);

    fn rank(&self) -> (i64, (usize, usize)) {
        (self.bound, (self.depth, self.place))
    }
}

/// The average increase of the linear program by branches on a variable, per unit of movement.
#[derive(Clone, Copy, Default)]
struct Gains {
    sums: [f64; 2],
    counts: [u32; 2],
}

/// The choice of the branching variable, by the effect of earlier branches.
struct Branching {
    gains: Vec<Gains>,
}

impl Branching {
    fn new(n_vars: usize) -> Self {
        Self { gains: vec![Gains::default(); n_vars] }
    }

    fn learn(&mut self, (variable, way, is_up, before): (usize, f64, bool, f64), after: f64) {
        let gains = &mut self.gains[variable];
        let gain = (after - before).max(0.0) / way.max(INTEGRAL);
        gains.sums[usize::from(is_up)] += gain;
        gains.counts[usize::from(is_up)] += 1;
    }

    /// The variable among these, with its value, whose two sides promise the most.
    fn choose(&self, fractional: impl Iterator<Item = (usize, f64)>) -> Option<usize> {
        let all = self.gains.iter().fold([(0.0, 0_u32); 2], |mut all, gains| {
            for side in [0, 1] {
                all[side].0 += gains.sums[side];
                all[side].1 += gains.counts[side];
            }
            all
        });
        let mean = all.map(|(sum, n)| if n == 0 { 1.0 } else { sum / f64::from(n) });
        let score = |(variable, x): (usize, f64)| {
            let gains = &self.gains[variable];
            let way = [x - x.floor(), x.ceil() - x];
            let side = |side: usize| {
                let gain = match gains.counts[side] {
                    0 => mean[side],
                    n => gains.sums[side] / f64::from(n),
                };
                (gain * way[side]).max(1e-6)
            };
            (side(0) * side(1), variable)
        };
        let best = fractional.map(score).max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        best.map(|(_, variable)| variable)
    }
}

/// The distance from the nearest integer.
pub(super) fn distance(x: f64) -> f64 {
    (x - x.round()).abs()
}

/// How a search ended.
pub(super) struct Outcome<T> {
    /// No point that counts is below this; `None` if there is none at all.
    pub(super) lower: Option<i64>,
    /// The best point, and its value.
    pub(super) best: Option<(Vec<i64>, i64)>,
    pub(super) stop: Option<Stop>,
    pub(super) places: Vec<Place<T>>,
    /// The names of the rules that its weights name, by number.
    pub(super) rules: Vec<T>,
    pub(super) work: Counters,
}

/// The question of a search: the least value of a point that counts.
pub(super) struct Question<'q> {
    pub(super) bounds: Bounds,
    pub(super) path: Path,
    /// Only what is below this is looked for.
    pub(super) below: Option<i64>,
    /// The objective of the search.
    pub(super) objective: &'q [i64],
    /// The variables to branch on; all of them without.
    pub(super) among: Option<&'q [bool]>,
    /// Keep the tree.
    pub(super) is_proven: bool,
}

pub(super) struct Tree<'a, G: Guide> {
    question: Question<'a>,
    relaxation: &'a mut Relaxation,
    guide: &'a mut G,
    limits: &'a Limits,
    /// Only what is below this is looked for.
    below: Option<i64>,
    best: Option<(Vec<i64>, i64)>,
    lower: i64,
    places: Vec<Place<G::Case>>,
    rules: Vec<G::Case>,
    branching: Branching,
    counters: Counters,
}

enum Visit {
    Closed,
    /// The children; the last one is to be looked at first.
    Split(Vec<Node>),
}

impl<'a, G: Guide> Tree<'a, G> {
    pub(super) fn new(
        question: Question<'a>,
        relaxation: &'a mut Relaxation,
        guide: &'a mut G,
        limits: &'a Limits,
    ) -> Self {
        let n_vars = question.objective.len();
        Self {
            below: question.below,
            relaxation,
            guide,
            limits,
            best: None,
            lower: i64::MIN,
            places: Vec::new(),
            rules: Vec::new(),
            branching: Branching::new(n_vars),
            counters: Counters::default(),
            question,
        }
    }

    pub(super) fn run(mut self) -> Outcome<G::Case> {
        let weights = Rc::new(Weights::trivial());
        let terms = self.question.objective.iter().map(|c| i128::from(*c)).enumerate();
        let bound = self.question.bounds.least(terms.filter(|(_, c)| *c != 0)).clamp(i64::MIN.into(), i64::MAX.into());
        let (bounds, path) = (self.question.bounds.clone(), self.question.path.clone());
        let root =
            Node { bound: bound as i64, depth: 0, place: 0, bounds, path, weights: Rc::clone(&weights), branch: None };
        self.places.push(Place::Open(weights));
        self.counters.root_bound = root.bound as f64;
        let mut open = Open::new(NodeOrder::BestFirst, Vec::new());
        let mut next = Some(root);
        let mut stop = None;
        while let Some(node) = next.take().or_else(|| open.pop()) {
            let least = open.bound().map_or(node.bound, |other: i64| other.min(node.bound));
            self.raise(least);
            if self.is_closed(node.bound) {
                self.close(node.place, &node.weights);
                continue;
            }
            stop = self.limits.reached(self.counters.n_nodes);
            if stop.is_some() {
                break;
            }
            match self.visit(node) {
                Ok(Visit::Closed) => {}
                Ok(Visit::Split(mut children)) => {
                    next = children.pop();
                    open.push(children);
                }
                Err(limit) => {
                    stop = Some(limit);
                    break;
                }
            }
        }
        self.counters.n_lps = self.relaxation.n_lps;
        let lower = match (stop, self.below) {
            (Some(_), _) => Some(self.lower),
            (None, below) => below,
        };
        Outcome { lower, best: self.best, stop, places: self.places, rules: self.rules, work: self.counters }
    }

    fn raise(&mut self, lower: i64) {
        let lower = self.below.map_or(lower, |below| lower.min(below));
        if lower > self.lower {
            self.lower = lower;
            self.tell();
        }
    }

    fn tell(&mut self) {
        self.counters.n_lps = self.relaxation.n_lps;
        let best = self.best.as_ref().map(|(_, value)| *value);
        self.guide.hear(self.lower, best, &self.counters);
    }

    /// Is a bound as high as what is known already?
    fn is_closed(&self, bound: i64) -> bool {
        self.below.is_some_and(|below| bound >= below)
    }

    fn close(&mut self, place: usize, weights: &Rc<Weights>) {
        if self.question.is_proven {
            self.places[place] = Place::Closed(Rc::clone(weights));
        }
    }

    fn places(&mut self, n: usize, weights: &Rc<Weights>) -> usize {
        if !self.question.is_proven {
            return 0;
        }
        let first = self.places.len();
        self.places.extend((0..n).map(|_| Place::Open(Rc::clone(weights))));
        first
    }

    /// The two sides of a branch.
    fn branch(&mut self, place: usize, variable: usize, at: i64, weights: &Rc<Weights>) -> [usize; 2] {
        let first = self.places(2, weights);
        if !self.question.is_proven {
            return [0, 0];
        }
        let sides = [first, first + 1];
        self.places[place] = Place::Branch { variable, at, sides };
        sides
    }

    /// Takes a point that counts.
    fn count(&mut self, point: Vec<i64>) {
        let value = point.iter().zip(self.question.objective).map(|(x, c)| x * c).sum();
        if self.below.is_none_or(|below| value < below) {
            self.below = Some(value);
            self.best = Some((point, value));
            self.tell();
        }
    }

    fn visit(&mut self, node: Node) -> Result<Visit, Stop> {
        self.counters.enter(node.depth);
        let Node { mut bound, depth, mut place, mut bounds, mut path, mut weights, mut branch } = node;
        for round in 0..ROUNDS {
            if round > 0
                && let Some(limit) = self.limits.reached(self.counters.n_nodes - 1)
            {
                return Err(limit);
            }
            self.relaxation.load(&bounds, &path);
            let enough =
                self.below.map_or(f64::INFINITY, |below| below as f64 - 1.0 + 1e-3 + below.abs() as f64 * 1e-9);
            let mut before = bound as f64;
            match self.relaxation.solve(enough) {
                Solved::Infeasible(weights) => {
                    self.close(place, &weights);
                    return Ok(Visit::Closed);
                }
                Solved::Unknown => return self.halve(place, (bounds, path), (bound, depth, &weights)),
                Solved::Point(proven, proposed) => {
                    let x = self.relaxation.x();
                    before = before.max(x.iter().zip(self.question.objective).map(|(x, c)| x * *c as f64).sum());
                    if let Some(branch) = branch.take() {
                        self.branching.learn(branch, before);
                    }
                    let Proven::AtLeast(proven) = proven else {
                        self.close(place, &proposed);
                        return Ok(Visit::Closed);
                    };
                    if proven >= bound {
                        (bound, weights) = (proven, Rc::clone(&proposed));
                    }
                }
            }
            if depth == 0 {
                self.raise(bound);
                self.counters.root_bound = bound.max(self.lower) as f64;
            }
            if self.is_closed(bound) {
                self.close(place, &weights);
                return Ok(Visit::Closed);
            }
            if self.tighten(&mut place, &mut bounds, &weights) || self.relaxation.separate() > 0 {
                continue;
            }
            let x = self.relaxation.x().to_vec();
            let advice = self.guide.advise(&x, &bounds, (depth == 0, round), self.limits)?;
            if let Some(point) = self.guide.found() {
                self.count(point);
                if self.is_closed(bound) {
                    self.close(place, &weights);
                    return Ok(Visit::Closed);
                }
            }
            match advice {
                Advice::Count(point) => {
                    self.count(point);
                    if self.is_closed(bound) {
                        self.close(place, &weights);
                        return Ok(Visit::Closed);
                    }
                    return self.halve(place, (bounds, path), (bound, depth, &weights));
                }
                Advice::Rules(rules) => {
                    for (rule, row) in rules {
                        self.relaxation.add_rule(row);
                        self.rules.push(rule);
                    }
                    self.relaxation.separate();
                }
                Advice::Cases(case, rows) => {
                    let here = (bounds, path);
                    let mut children = self.cases(place, (case, rows), &here, (bound, depth, &weights));
                    bounds = here.0;
                    match &mut children[..] {
                        // The only case is this node with more rows.
                        [only] => (place, path) = (only.place, only.path.take()),
                        _ => return Ok(Visit::Split(children)),
                    }
                }
                Advice::Branch(among) => {
                    // A linear program may leave the bounds a little.
                    let free = among.into_iter().filter(|v| bounds.lower[*v] < bounds.upper[*v]);
                    let Some(variable) = self.branching.choose(free.map(|v| (v, x[v]))) else {
                        return self.halve(place, (bounds, path), (bound, depth, &weights));
                    };
                    let value = x[variable].clamp(bounds.lower[variable] as f64, bounds.upper[variable] as f64);
                    let at = (value.floor() as i64).clamp(bounds.lower[variable], bounds.upper[variable] - 1);
                    let way = [value - at as f64, at as f64 + 1.0 - value];
                    return Ok(self.split(place, (variable, at), (bounds, path), (bound, depth, &weights), |is_up| {
                        Some((variable, way[usize::from(is_up)], is_up, before))
                    }));
                }
            }
        }
        self.halve(place, (bounds, path), (bound, depth, &weights))
    }

    /// Bounds that any better point must keep, by the sum that was proven. False if nothing changed.
    fn tighten(&mut self, place: &mut usize, bounds: &mut Bounds, weights: &Rc<Weights>) -> bool {
        let Some(below) = self.below else { return false };
        let row = |name| self.relaxation.row(name);
        let Some(sum) = RowSum::new(weights, self.question.objective, row) else { return false };
        let mut is_changed = false;
        for (variable, at, is_up_closed) in sum.tighter(bounds, below, self.relaxation.step()) {
            let [first, second] = self.branch(*place, variable, at, weights);
            let (closed, open) = if is_up_closed { (second, first) } else { (first, second) };
            self.close(closed, weights);
            *place = open;
            match is_up_closed {
                true => bounds.upper[variable] = at,
                false => bounds.lower[variable] = at + 1,
            }
            is_changed = true;
        }
        // A point that is still within the bounds is still the best one.
        let x = self.relaxation.x();
        is_changed
            && x.iter()
                .enumerate()
                .any(|(v, x)| *x < bounds.lower[v] as f64 - INTEGRAL || *x > bounds.upper[v] as f64 + INTEGRAL)
    }

    /// Branches in the middle of the widest variable, where a linear program gives no help.
    fn halve(
        &mut self,
        place: usize,
        (bounds, path): (Bounds, Path),
        (bound, depth, weights): (i64, usize, &Rc<Weights>),
    ) -> Result<Visit, Stop> {
        if let Some(weights) = self.relaxation.plainly(&bounds, self.below) {
            self.close(place, &Rc::new(weights));
            return Ok(Visit::Closed);
        }
        let width = |v: &usize| bounds.upper[*v] - bounds.lower[*v];
        let is_there = |v: &usize| self.question.among.is_none_or(|among| among[*v]);
        let widest = (0..bounds.lower.len()).filter(is_there).max_by_key(|v| (width(v), std::cmp::Reverse(*v)));
        match widest.filter(|v| width(v) > 0) {
            Some(variable) => {
                let at = bounds.lower[variable] + width(&variable) / 2;
                let at = at.min(bounds.upper[variable] - 1);
                Ok(self.split(place, (variable, at), (bounds, path), (bound, depth, weights), |_| None))
            }
            // All values are fixed, and no row and no bound is against them: what does the guide say of the point?
            None => self.only_point(place, (bounds, path), (bound, depth, weights)),
        }
    }

    /// A node with one point, where the linear program gives no help.
    fn only_point(
        &mut self,
        place: usize,
        (bounds, path): (Bounds, Path),
        (bound, depth, weights): (i64, usize, &Rc<Weights>),
    ) -> Result<Visit, Stop> {
        match self.guide.decide(bounds.lower.clone(), &bounds, self.limits)? {
            Advice::Count(point) => {
                self.count(point);
                self.close(place, &Rc::new(Weights::trivial()));
                Ok(Visit::Closed)
            }
            Advice::Cases(case, rows) => {
                Ok(Visit::Split(self.cases(place, (case, rows), &(bounds, path), (bound, depth, weights))))
            }
            Advice::Rules(_) | Advice::Branch(_) => Err(Stop::OracleFailed),
        }
    }

    /// A child for each case.
    fn cases(
        &mut self,
        place: usize,
        (case, rows): (G::Case, Vec<Vec<Half>>),
        (bounds, path): &(Bounds, Path),
        (bound, depth, weights): (i64, usize, &Rc<Weights>),
    ) -> Vec<Node> {
        let (first, n) = (self.places(rows.len(), weights), rows.len());
        if self.question.is_proven {
            self.places[place] = Place::Cases(case, (first..first + n).collect());
        }
        let children = rows.into_iter().enumerate().map(|(i, rows)| {
            let path = rows.into_iter().fold(path.clone(), |path, row| longer(&path, row));
            let place = if self.question.is_proven { first + i } else { 0 };
            let (bounds, weights) = (bounds.clone(), Rc::clone(weights));
            Node { bound, depth: depth + 1, place, bounds, path, weights, branch: None }
        });
        children.collect()
    }

    fn split(
        &mut self,
        place: usize,
        (variable, at): (usize, i64),
        (bounds, path): (Bounds, Path),
        (bound, depth, weights): (i64, usize, &Rc<Weights>),
        branch: impl Fn(bool) -> Option<(usize, f64, bool, f64)>,
    ) -> Visit {
        let sides = self.branch(place, variable, at, weights);
        let side = |is_up: bool| {
            let mut bounds = bounds.clone();
            match is_up {
                true => bounds.lower[variable] = at + 1,
                false => bounds.upper[variable] = at,
            }
            let place = sides[usize::from(is_up)];
            let (path, weights) = (path.clone(), Rc::clone(weights));
            Node { bound, depth: depth + 1, place, bounds, path, weights, branch: branch(is_up) }
        };
        let is_up_first = branch(true).is_some_and(|(_, way, ..)| way < 0.5);
        Visit::Split(if is_up_first { vec![side(false), side(true)] } else { vec![side(true), side(false)] })
    }
}
