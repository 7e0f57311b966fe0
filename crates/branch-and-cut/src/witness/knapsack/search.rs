//! A depth-first search, item by item, with the bound of the table.

use crate::base::{Limits, Stop};
use crate::problem::Counters;
use crate::witness::leader::Case;
use crate::witness::plain::Plain;
use crate::witness::tree::{Outcome, Place};

use super::items::Items;
use super::table::{Cell, Table};

/// An open node: whether the leader takes the item before it, what is left of the budget, and the bound.
struct Node {
    depth: usize,
    is_taken: bool,
    budget: usize,
    bound: i64,
    place: usize,
}

pub(super) struct Search<'s, T> {
    plain: &'s Plain,
    items: &'s Items,
    table: Table<T>,
    limits: &'s Limits,
    is_proven: bool,
    /// By depth, what the items before bring the follower, by what it keeps of the capacity.
    before: Vec<Vec<T>>,
    taken: Vec<bool>,
    best: Option<(Vec<bool>, i64)>,
    /// The nodes of the proof, with their bounds.
    places: Vec<Place<Case>>,
    bounds: Vec<i64>,
    counters: Counters,
}

impl<'s, T: Cell> Search<'s, T> {
    pub(super) fn new(
        plain: &'s Plain,
        items: &'s Items,
        table: Table<T>,
        is_proven: bool,
        limits: &'s Limits,
    ) -> Self {
        let before = vec![vec![T::default(); items.capacity as usize + 1]; items.len() + 1];
        let taken = vec![false; items.len()];
        let places = vec![Place::Cases(Case::Knapsack, Vec::new())];
        Self {
            plain,
            items,
            table,
            limits,
            is_proven,
            before,
            taken,
            best: None,
            places,
            bounds: vec![0],
            counters: Counters::default(),
        }
    }

    /// The row behind an item that the leader has left, or taken.
    fn pass(&mut self, i: usize, is_taken: bool) {
        let (done, open) = self.before.split_at_mut(i + 1);
        let (from, to) = (&done[i], &mut open[0]);
        to.copy_from_slice(from);
        if !is_taken && let Some(from) = from.get(self.items.weight[i] as usize..) {
            let worth = T::of(self.items.worth[i]);
            to.iter_mut().zip(from).for_each(|(to, from)| *to = (*to).max(*from + worth));
        }
    }

    fn count(&mut self, value: i64, depth: usize) {
        if self.best.as_ref().is_none_or(|(_, best)| value < *best) {
            // There is enough for all that follow.
            let taken = (0..self.items.len()).map(|i| i >= depth || self.taken[i]).collect();
            self.best = Some((taken, value));
        }
    }

    /// Takes a choice of the leader that needs no search: what is worth most for its price, as long as it can be paid for.
    fn start(&mut self) {
        let Items { price, worth, .. } = self.items;
        let mut order: Vec<usize> = (0..self.items.len()).filter(|i| price[*i] <= self.items.budget).collect();
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        order.sort_by_key(|i| price[*i] > 0);
        let n_free = order.partition_point(|i| price[*i] == 0);
        order[n_free..].sort_by(|i, j| product(worth[*j], price[*i]).cmp(&product(worth[*i], price[*j])));
        let (mut taken, mut left) = (vec![false; self.items.len()], self.items.budget);
        for i in order {
            if price[i] <= left {
                (taken[i], left) = (true, left - price[i]);
            }
        }
        let (value, _) = self.items.answer(&taken);
        self.best = Some((taken, value));
    }

    fn is_closed(&self, bound: i64) -> bool {
        self.best.as_ref().is_some_and(|(_, best)| bound >= *best)
    }

    pub(super) fn run(mut self) -> Outcome<Case> {
        self.start();
        let budget = self.items.budget as usize;
        // The first layer is there.
        let bound = self.table.bound(0, budget, &self.before[0]).unwrap_or(0);
        self.bounds[0] = bound;
        self.counters.root_bound = (bound * self.items.unit) as f64;
        let mut open = vec![Node { depth: 0, is_taken: false, budget, bound, place: 0 }];
        let mut stop = None;
        let mut lower = i64::MAX;
        while let Some(node) = open.pop() {
            if self.is_closed(node.bound) {
                continue;
            }
            stop = self.limits.reached(self.counters.n_nodes);
            if stop.is_some() {
                lower = open.iter().fold(node.bound, |lower, node| lower.min(node.bound));
                break;
            }
            self.counters.enter(node.depth);
            if let Some(i) = node.depth.checked_sub(1) {
                self.taken[i] = node.is_taken;
                self.pass(i, node.is_taken);
            }
            if !self.visit(&node, &mut open) {
                stop = Some(Stop::Memory);
                lower = open.iter().fold(node.bound, |lower, node| lower.min(node.bound));
                break;
            }
        }
        self.outcome(lower, stop)
    }

    /// False if the table has no bounds of the children.
    fn visit(&mut self, node: &Node, open: &mut Vec<Node>) -> bool {
        let i = node.depth;
        if self.table.is_enough(i, node.budget) {
            self.count(node.bound, i);
            return true;
        }
        let mut children: Vec<Node> = Vec::new();
        for is_taken in [false, true] {
            let price = if is_taken { self.items.price[i] as usize } else { 0 };
            let Some(budget) = node.budget.checked_sub(price) else { continue };
            self.pass(i, is_taken);
            let Some(bound) = self.table.bound(i + 1, budget, &self.before[i + 1]) else { return false };
            children.push(Node { depth: i + 1, is_taken, budget, bound, place: 0 });
        }
        if self.is_proven {
            self.branch(node.place, i, &mut children);
        }
        // The better one first, which is the last one.
        if let [left, taken] = &children[..]
            && left.bound < taken.bound
        {
            children.swap(0, 1);
        }
        open.extend(children);
        true
    }

    /// A node of the proof for each side of a branch.
    fn branch(&mut self, place: usize, i: usize, children: &mut [Node]) {
        let first = self.places.len();
        self.places[place] = Place::Branch { variable: self.items.leader[i], at: 0, sides: [first, first + 1] };
        self.places.extend([false, true].map(|_| Place::Cases(Case::Knapsack, Vec::new())));
        // A budget that is overdrawn closes a node of any value.
        self.bounds.extend([i64::MAX; 2]);
        for child in children {
            child.place = first + usize::from(child.is_taken);
            self.bounds[child.place] = child.bound;
        }
    }

    fn outcome(mut self, lower: i64, stop: Option<Stop>) -> Outcome<Case> {
        let unit = self.items.unit;
        let best = self.best.as_ref().map(|(taken, value)| {
            let mut point = vec![0; self.plain.n_vars()];
            let (_, packed) = self.items.answer(taken);
            for i in 0..self.items.len() {
                point[self.items.leader[i]] = i64::from(taken[i]);
                point[self.items.follower[i]] = i64::from(packed[i]);
            }
            (point, value * unit)
        });
        // Without a limit nothing is open, and the best point is the bound.
        let least = self.best.iter().fold(lower, |lower, (_, best)| lower.min(*best));
        // Of nodes that the table closes, the first ones are enough.
        for (place, bound) in self.places.iter_mut().zip(&self.bounds) {
            if *bound >= least {
                *place = Place::Cases(Case::Knapsack, Vec::new());
            }
        }
        let places = if self.is_proven { self.places } else { Vec::new() };
        Outcome { lower: Some(least * unit), best, stop, places, rules: Vec::new(), work: self.counters }
    }
}
