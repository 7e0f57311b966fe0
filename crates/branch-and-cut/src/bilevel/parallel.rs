//! A case of a budget by several threads.
//!
//! The tree is expanded down to nodes of a few clues, and their subtrees are tasks, in rounds of growing size like
//! those of the native search. Each task is a separate tree with its own LP, and starts from the sets that were known
//! before its round; after the round, the learned sets are merged in the order of the tasks. So the answer and the work
//! are the same for any number of threads above one. One thread keeps its LP warm from one subtree to the next, and has
//! other counts.

use std::sync::atomic::AtomicUsize;

use crate::base::{CellSet, Limits, Stop};
use crate::hitting::AtMost;
use crate::ilp::NodeLps;
use crate::open::Open;
use crate::problem::{ClueProblem, Counters, NoObserver};
use crate::unavoidable::Family;
use minclue_engine::rounds::{rounds, work_off};
use minclue_engine::{Leaves, Question};

use super::Hooks;
use super::driver::Driver;
use super::options::{BilevelOptions, Heuristic};
use super::rows::Row;
use super::tree::Node;

/// Clues of the nodes whose subtrees are tasks.
const TASK_CLUES: usize = 3;

/// The result of a subtree.
struct Outcome<const W: usize> {
    /// The limit that ended it, and what is left of it then.
    end: Result<(), (Stop, Vec<Node<W>>)>,
    best: Option<CellSet<W>>,
    learned: Vec<CellSet<W>>,
    counters: Counters,
}

/// How the outcomes of a round ended it early.
enum RoundEnd<const W: usize> {
    /// A better puzzle: what is left is searched with a lower budget, if it is not the answer.
    Better,
    /// A limit, with what is left of the task that met it.
    Limit(Stop, Vec<Node<W>>),
}

impl<const W: usize> Driver<'_, W> {
    /// Walks the open nodes of one case by threads.
    pub(super) fn walk_by_threads(&mut self, region: CellSet<W>) -> Result<(), Stop> {
        loop {
            let tasks = self.cut_into_tasks(region)?;
            if self.is_closed() {
                return Ok(());
            }
            let mut n_done = 0;
            let end = rounds(tasks.len()).try_for_each(|round| {
                // The state is whole between two rounds.
                self.open = Open::new(self.options.order, tasks[n_done..].to_vec());
                self.keep(false);
                self.open = Open::new(self.options.order, Vec::new());
                self.work_off_round(&tasks[round], region, &mut n_done)
            });
            let left = tasks[n_done..].to_vec();
            match end {
                Ok(()) => return Ok(()),
                Err(RoundEnd::Better) if self.is_closed() => return Ok(()),
                Err(RoundEnd::Better) => {
                    self.open.push(left);
                    self.lower_budget();
                }
                Err(RoundEnd::Limit(stop, of_task)) => {
                    self.open.push(left);
                    self.open.push(of_task);
                    return Err(stop);
                }
            }
        }
    }

    /// Visits the nodes of few clues; those of more are the tasks, in their order.
    fn cut_into_tasks(&mut self, region: CellSet<W>) -> Result<Vec<Node<W>>, Stop> {
        let mut tasks = Vec::new();
        while let Some(node) = self.open.pop() {
            if node.chosen.len() >= TASK_CLUES {
                tasks.push(node);
                continue;
            }
            match self.step(node, region) {
                Ok(true) if self.is_closed() => return Ok(Vec::new()),
                Ok(true) => self.lower_budget(),
                Ok(false) => {}
                Err(stop) => {
                    self.open.push(tasks);
                    return Err(stop);
                }
            }
        }
        Ok(tasks)
    }

    /// Works off some tasks; `n_done` counts those whose outcome was taken.
    fn work_off_round(&mut self, tasks: &[Node<W>], region: CellSet<W>, n_done: &mut usize) -> Result<(), RoundEnd<W>> {
        self.improve_again().map_err(|stop| RoundEnd::Limit(stop, Vec::new()))?;
        if self.is_closed() || self.best.is_some_and(|best| best.len() <= self.budget) {
            return Err(RoundEnd::Better);
        }
        let (last_useful, mut workers) = (AtomicUsize::new(usize::MAX), vec![(); self.options.threads]);
        let given = Given {
            problem: self.problem,
            lps: self.lps,
            leaves: self.hooks.leaves,
            limits: self.limits.clone().without_meter(),
            options: BilevelOptions { threads: 1, heuristic: Heuristic::None, ..self.options },
            question: self.question,
            sets: self.pool.sets().to_vec(),
            rows: self.rows.clone(),
            caps: self.master.caps().to_vec(),
            bounds: (self.lower, self.budget, self.best),
            n_nodes: self.counters.n_nodes,
            last_useful: &last_useful,
        };
        let work = |(): &mut (), i: usize| {
            let outcome = given.subtree(&tasks[i], i, region);
            let is_last = outcome.end.is_err() || outcome.best != given.bounds.2;
            (outcome, is_last)
        };
        let take = |outcome: Option<Outcome<W>>| {
            let Some(outcome) = outcome else {
                self.log("", false);
                return Ok(());
            };
            *n_done += 1;
            self.counters.add(&outcome.counters);
            for set in outcome.learned {
                self.pool.learn(set);
            }
            let before = self.best;
            if let Some(clues) = outcome.best {
                self.improve_to(clues);
            }
            match outcome.end {
                Err((stop, left)) => Err(RoundEnd::Limit(stop, left)),
                Ok(()) if self.best == before => Ok(()),
                Ok(()) => Err(RoundEnd::Better),
            }
        };
        work_off(&mut workers, tasks.len(), &last_useful, work, || {}, take).0
    }
}

/// The common start of all tasks of a round.
struct Given<'d, const W: usize> {
    problem: &'d dyn ClueProblem<W>,
    lps: &'d dyn NodeLps,
    leaves: Option<(&'d dyn Leaves<W>, &'d Family<W>)>,
    limits: Limits,
    options: BilevelOptions,
    question: Question,
    sets: Vec<CellSet<W>>,
    rows: Vec<Row<W>>,
    caps: Vec<AtMost<W>>,
    /// The lower bound, the budget, and the best puzzle.
    bounds: (usize, usize, Option<CellSet<W>>),
    /// Nodes before the round, for limits.
    n_nodes: u64,
    last_useful: &'d AtomicUsize,
}

impl<const W: usize> Given<'_, W> {
    /// Walks the subtree of `task`, the one with this number.
    fn subtree(&self, task: &Node<W>, number: usize, region: CellSet<W>) -> Outcome<W> {
        let leaf = self.leaves.map(|(leaves, family)| leaves.leaf(self.problem, family, &self.limits));
        let hooks = Hooks { leaf, ..Hooks::default() };
        let (sets, mut silent) = (self.sets.iter().copied(), NoObserver);
        let driver = Driver::new(self.problem, self.lps, sets, &self.options, hooks, &self.limits, &mut silent);
        let mut driver = driver.asking(self.question);
        (driver.lower, driver.budget, driver.best) = self.bounds;
        driver.rows.clone_from(&self.rows);
        driver.counters.n_nodes = self.n_nodes;
        driver.useful = Some((self.last_useful, number));
        driver.begin(&self.caps);
        driver.master.aim(driver.budget);
        driver.begin_leaves(&self.caps);
        driver.open = Open::new(self.options.order, vec![task.clone()]);
        let end = driver.walk(region).map_err(|stop| (stop, driver.open.nodes()));
        driver.count();
        let mut counters = driver.counters;
        counters.n_nodes -= self.n_nodes;
        Outcome { end, best: driver.best, learned: driver.pool.after(driver.n_start).to_vec(), counters }
    }
}
