//! The tree over items: the next node is one with the least bound, from which the search goes depth first.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::base::{CellSet, Limits, Stop};
use crate::ilp::{LpStatus, NodeLps};
use crate::open::{NodeOrder, Open, OpenNode};
use crate::problem::Counters;

use super::master::Master;
use super::program::{Fixed, Program, Weights};
use super::proof::{CutProof, Place};
use super::{CutAnswer, CutQuestion, Replier};

/// Rounds of rows at the root, and at other nodes.
const ROOT_ROUNDS: usize = 200;
const ROUNDS: usize = 8;
/// Questions about fractional points at a node.
const QUESTIONS: usize = 1;

/// A node that is not looked at yet.
struct Node<const W: usize> {
    bound: i64,
    n_fixed: usize,
    place: usize,
    fixed: Fixed<W>,
    /// The weights that prove the bound.
    weights: Rc<Weights>,
}

impl<const W: usize> OpenNode for Node<W> {
    type Bound = i64;
    /// The deepest, and of these the youngest.
    type Tie = (usize, usize);

    fn rank(&self) -> (i64, (usize, usize)) {
        (self.bound, (self.n_fixed, self.place))
    }
}

/// Why a node was left.
enum Left<const W: usize> {
    Closed,
    /// Its two sides; the last one is to be looked at first.
    Cut([Node<W>; 2]),
}

pub(super) struct Tree<'a, const W: usize> {
    program: Program,
    master: Master<W>,
    replier: &'a mut dyn Replier<W>,
    limits: &'a Limits,
    best: Option<(CellSet<W>, i64)>,
    lower: i64,
    /// Choices that the follower was asked about.
    asked: BTreeSet<CellSet<W>>,
    places: Vec<Place>,
    is_proven: bool,
    counters: Counters,
}

impl<'a, const W: usize> Tree<'a, W> {
    pub(super) fn new(
        question: CutQuestion,
        lps: &dyn NodeLps,
        replier: &'a mut dyn Replier<W>,
        limits: &'a Limits,
    ) -> Self {
        let CutQuestion { prices, most, rows, replies, is_proven } = question;
        let mut program = Program::new(prices, most, &rows);
        for reply in replies {
            program.add(reply);
        }
        let master = Master::new(lps, &program);
        Self {
            program,
            master,
            replier,
            limits,
            best: None,
            lower: 0,
            asked: BTreeSet::new(),
            places: vec![Place::Open],
            is_proven,
            counters: Counters::default(),
        }
    }

    pub(super) fn run(mut self) -> CutAnswer<W> {
        self.counters.root_bound = self.lower as f64;
        let root = Node {
            bound: self.lower,
            n_fixed: 0,
            place: 0,
            fixed: Fixed::default(),
            weights: Rc::new(Weights::default()),
        };
        let mut open = Open::new(NodeOrder::BestFirst, Vec::new());
        let mut next = Some(root);
        let mut stop = None;
        while let Some(node) = next.take().or_else(|| open.pop()) {
            let least = open.bound().map_or(node.bound, |other| other.min(node.bound));
            self.raise(least);
            if self.is_closed(node.bound) {
                self.close(node.place, &node.weights);
                continue;
            }
            if let Some(limit) = self.limits.reached(self.counters.n_nodes) {
                stop = Some(limit);
                break;
            }
            match self.visit(&node) {
                Ok(Left::Closed) => {}
                Ok(Left::Cut([later, first])) => {
                    open.push(vec![later]);
                    next = Some(first);
                }
                Err(limit) => {
                    stop = Some(limit);
                    break;
                }
            }
        }
        if stop.is_none() {
            // Whatever is left comes to at least what is known.
            if let Some((_, value)) = self.best {
                self.raise(value);
            }
        }
        self.count();
        let is_whole = stop.is_none() && self.is_proven;
        CutAnswer {
            lower: (stop.is_some() || self.best.is_some()).then_some(self.lower),
            best: self.best,
            stop,
            work: self.counters,
            proved: is_whole.then(|| CutProof::new(self.program, self.places)),
        }
    }

    fn count(&mut self) {
        self.counters.n_lps = self.master.lp.n_lps;
        self.counters.n_sets = self.program.replies.len() as u64;
    }

    fn raise(&mut self, lower: i64) {
        let lower = self.best.map_or(lower, |(_, value)| lower.min(value));
        if lower > self.lower {
            self.lower = lower;
            self.tell();
        }
    }

    fn tell(&mut self) {
        self.count();
        self.replier.hear(self.lower, self.best.map(|(_, value)| value), &self.counters);
    }

    /// Is a bound as high as what is known already?
    fn is_closed(&self, bound: i64) -> bool {
        bound == i64::MAX || self.best.is_some_and(|(_, value)| bound >= value)
    }

    fn close(&mut self, place: usize, weights: &Weights) {
        if self.is_proven {
            self.places[place] = Place::Closed(weights.clone());
        }
    }

    /// Two sides of a place: the item taken, and not taken.
    fn cut(&mut self, place: usize, item: usize) -> [usize; 2] {
        if !self.is_proven {
            return [place, place];
        }
        let one = self.places.len();
        self.places.extend([Place::Open, Place::Open]);
        self.places[place] = Place::Cut { item, one, zero: one + 1 };
        [one, one + 1]
    }

    /// Items have the value that weights leave them.
    fn fix(&mut self, place: &mut usize, fixed: &mut Fixed<W>, forced: &[(usize, bool)], weights: &Weights) {
        for &(item, is_taken) in forced {
            let [one, zero] = self.cut(*place, item);
            let (side, other) = if is_taken { (one, zero) } else { (zero, one) };
            self.close(other, weights);
            *place = side;
            *fixed = fixed.with(item, is_taken);
        }
    }

    /// The leader's rows, one by one: what they leave of the free items. False if they leave nothing.
    fn propagate(&mut self, place: &mut usize, fixed: &mut Fixed<W>) -> bool {
        let mut again = true;
        while again {
            again = false;
            for row in 0..self.program.n_own {
                let weights = self.program.alone(row);
                let sum = self.program.sum(&weights);
                if sum.bound(fixed) == i64::MAX {
                    self.close(*place, &weights);
                    return false;
                }
                let forced = sum.forced(fixed, i64::MAX);
                again |= !forced.is_empty();
                self.fix(place, fixed, &forced, &weights);
            }
        }
        true
    }

    fn visit(&mut self, node: &Node<W>) -> Result<Left<W>, Stop> {
        self.counters.enter(node.n_fixed);
        let (mut place, mut fixed) = (node.place, node.fixed);
        if !self.propagate(&mut place, &mut fixed) {
            return Ok(Left::Closed);
        }
        let is_root = self.counters.n_nodes == 1;
        let (max_rounds, mut n_questions) = if is_root { (ROOT_ROUNDS, ROOT_ROUNDS) } else { (ROUNDS, QUESTIONS) };
        let mut round = 0;
        let (mut weights, mut bound) = (Rc::clone(&node.weights), node.bound);
        loop {
            round += 1;
            self.master.lp.fix(fixed.ones, fixed.zeros);
            self.master.aim(self.best.map(|(_, value)| value));
            let status = self.master.lp.solve();
            if status == LpStatus::Infeasible && self.is_unanswerable(place, &fixed) {
                return Ok(Left::Closed);
            }
            let proposed = Rc::new(self.master.weights(&self.program));
            let sum = self.program.sum(&proposed);
            let proven = sum.bound(&fixed);
            if proven >= bound {
                (bound, weights) = (proven, Rc::clone(&proposed));
            }
            if self.is_closed(bound) {
                self.close(place, &weights);
                if is_root && let Some((_, value)) = self.best {
                    self.counters.root_bound = value as f64;
                }
                return Ok(Left::Closed);
            }
            if let Some((_, value)) = self.best {
                let forced = sum.forced(&fixed, value);
                if !forced.is_empty() {
                    self.fix(&mut place, &mut fixed, &forced, &proposed);
                    if !self.propagate(&mut place, &mut fixed) {
                        return Ok(Left::Closed);
                    }
                }
            }
            if node.n_fixed == 0 {
                self.raise(bound);
            }
            if is_root {
                self.counters.root_bound = bound.max(self.lower) as f64;
            }
            if status != LpStatus::Optimal || round >= max_rounds || !self.learn(&mut n_questions)? {
                break;
            }
            // A round may take long; the nodes up to this one were allowed.
            if let Some(limit) = self.limits.reached(self.counters.n_nodes - 1) {
                return Err(limit);
            }
        }
        self.branch(place, fixed, bound, &weights)
    }

    /// Can the row of an answer not be met any more? Then nothing below this place prevents that answer.
    fn is_unanswerable(&mut self, place: usize, fixed: &Fixed<W>) -> bool {
        let rows = self.program.n_own..self.program.rows.len();
        let unmet = rows.map(|row| self.program.alone(row)).find(|row| self.program.bound(row, fixed) == i64::MAX);
        unmet.inspect(|weights| self.close(place, weights)).is_some()
    }

    /// Looks for rows that the point of the linear program violates: among those that are known, then by a question
    /// about it. False if there is nothing new. `n_questions` is how many about fractional points may still be asked.
    fn learn(&mut self, n_questions: &mut usize) -> Result<bool, Stop> {
        if self.master.separate(&self.program) > 0 {
            return Ok(true);
        }
        if let Some(choice) = self.master.lp.integral() {
            return self.ask(choice);
        }
        if *n_questions == 0 {
            return Ok(false);
        }
        *n_questions -= 1;
        self.counters.n_checks += 1;
        let point = self.master.x().to_vec();
        let reply = self.replier.against(&point);
        let mut is_new = reply.is_some_and(|reply| self.program.add(reply).is_some());
        is_new |= self.also();
        Ok(is_new && self.master.separate(&self.program) > 0)
    }

    /// Takes what came up beside the last answer. Is anything of it new?
    fn also(&mut self) -> bool {
        let (replies, choice) = self.replier.also();
        let mut is_new = false;
        for reply in replies {
            is_new |= self.program.add(reply).is_some();
        }
        let choice = choice.filter(|choice| self.program.is_choice(*choice));
        let better = choice.map(|choice| (choice, self.program.cost(choice)));
        if let Some((choice, cost)) = better.filter(|(_, cost)| self.best.is_none_or(|(_, best)| *cost < best)) {
            self.best = Some((choice, cost));
            self.tell();
        }
        is_new
    }

    /// Looks at a choice: what it comes to. False if nothing new is known after that.
    fn ask(&mut self, choice: CellSet<W>) -> Result<bool, Stop> {
        if !self.asked.insert(choice) {
            return Ok(false);
        }
        self.counters.n_checks += 1;
        let reply = match self.replier.best(choice) {
            Ok(reply) => reply,
            // The linear program may break a row of the leader a little. Then the follower need not have an answer, and
            // nothing was asked that matters.
            Err(Stop::OracleFailed) if !self.program.is_choice(choice) => return Ok(false),
            Err(stop) => return Err(stop),
        };
        let comes_to = self.program.allows(&reply).then(|| self.program.cost(choice));
        let is_better = |value: i64| self.best.is_none_or(|(_, best)| value < best);
        let comes_to = comes_to.filter(|value| is_better(*value) && self.program.is_choice(choice));
        let mut is_new = self.program.add(reply).is_some();
        is_new |= self.also();
        let is_new = is_new && self.master.separate(&self.program) > 0;
        if let Some(value) = comes_to.filter(|value| self.best.is_none_or(|(_, best)| *value < best)) {
            self.best = Some((choice, value));
            self.tell();
        }
        Ok(is_new || comes_to.is_some())
    }

    fn branch(&mut self, place: usize, fixed: Fixed<W>, bound: i64, weights: &Rc<Weights>) -> Result<Left<W>, Stop> {
        let x = self.master.x();
        let sum = self.program.sum(weights);
        let is_free = |item: &usize| fixed.is_free(*item);
        // The item whose sides are both worth the most by the weights as they are; near halves first.
        let score = |item: usize| {
            let value = x[item].clamp(0.0, 1.0);
            (value.min(1.0 - value) * 1e6) as i64 * 64 + i64::from(sum.weighs(item).min(63))
        };
        let Some(item) = (0..self.program.n_items).filter(is_free).max_by_key(|item| score(*item)) else {
            return self.last(place, fixed);
        };
        let is_first_taken = x[item] > 0.5;
        let [one, zero] = self.cut(place, item);
        let side = |is_taken: bool, place: usize| {
            let fixed = fixed.with(item, is_taken);
            let n_fixed = (fixed.ones | fixed.zeros).len();
            Node { bound: bound.max(sum.bound(&fixed)), n_fixed, place, fixed, weights: Rc::clone(weights) }
        };
        let (taken, left) = (side(true, one), side(false, zero));
        Ok(Left::Cut(if is_first_taken { [left, taken] } else { [taken, left] }))
    }

    /// All items are fixed: the follower's answer to this choice rules out that it is better than what is known.
    fn last(&mut self, place: usize, fixed: Fixed<W>) -> Result<Left<W>, Stop> {
        self.ask(fixed.ones)?;
        let all = self.program.n_own..self.program.rows.len();
        let proofs = all.map(|row| self.program.alone(row)).chain([Weights { rows: Vec::new(), objective: 1 }]);
        let best = proofs.max_by_key(|weights| self.program.bound(weights, &fixed));
        match best {
            Some(weights) if self.is_closed(self.program.bound(&weights, &fixed)) => {
                self.close(place, &weights);
                Ok(Left::Closed)
            }
            // The follower's answer says as much, so this does not happen.
            _ => Err(Stop::OracleFailed),
        }
    }
}
