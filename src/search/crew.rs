//! The threads of a search, and what they have found together.
//!
//! A question is cut into tasks, and these are worked off in rounds of growing size. In a round, each task starts from the
//! same sets and keeps what it learns to itself; after the round, the new sets join in the order of the tasks. So what a
//! task does depends on nothing but the rounds before, and the answer, the puzzle in it and the work are the same for any
//! number of threads.

use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::base::{CellSet, Group, Limits, Stop};
use crate::problem::{ClueProblem, Counters, Minimum, Observer};

use super::follower::Follower;
use super::pool::Pool;
use super::question::{Find, Halt, Question};
use super::tree::{Shared, Task, Tree};

/// Tasks of the first round; each round has twice as many as the one before, up to the last number.
const ROUND: (usize, usize) = (4, 256);
/// How often the observer hears of work that goes on.
const TELL: Duration = Duration::from_millis(100);

/// All threads, the bounds, and who is told of them.
pub(super) struct Crew<'a, 'o, const W: usize, P: ClueProblem<W>> {
    pub(super) problem: &'a P,
    /// One a thread. The first has the sets that all have at the beginning of a round.
    trees: Vec<Tree<'a, W, P>>,
    shared: Arc<Shared>,
    limits: Limits,
    /// Proven: no valid puzzle has fewer clues.
    pub(super) lower: usize,
    best: Option<CellSet<W>>,
    pub(super) counters: Counters,
    observer: &'o mut dyn Observer<W>,
}

/// What came of one task.
struct Outcome<const W: usize> {
    end: Result<(), Halt<W>>,
    learned: Vec<CellSet<W>>,
    finds: Vec<Find<W>>,
    counters: Counters,
}

impl<'a, 'o, const W: usize, P> Crew<'a, 'o, W, P>
where
    P: ClueProblem<W> + Sync,
    P::Oracle: Send,
{
    /// `best` is a puzzle that is known to be valid, if there is one.
    pub(super) fn new(
        problem: &'a P,
        pool: &Pool<W>,
        threads: usize,
        best: Option<CellSet<W>>,
        limits: &Limits,
        observer: &'o mut dyn Observer<W>,
    ) -> Self {
        let shared = Arc::new(Shared { last_useful: AtomicUsize::new(usize::MAX), ..Shared::default() });
        let tree = || Tree::new(problem, pool.clone(), limits, Arc::clone(&shared));
        let trees = (0..threads.max(1)).map(|_| tree()).collect();
        let (limits, counters) = (limits.clone(), Counters::default());
        Self { problem, trees, shared, limits, lower: 0, best, counters, observer }
    }

    /// The best puzzle known.
    pub(super) fn best(&self) -> Option<CellSet<W>> {
        self.best
    }

    /// The oracle and the sets of the calling thread.
    pub(super) fn follower(&mut self) -> &mut Follower<'a, W, P> {
        &mut self.trees[0].follower
    }

    /// The packing bound of all known sets on the clues beside `given`; `None` if some set cannot be hit.
    pub(super) fn packing_bound(&self, given: CellSet<W>, cells: CellSet<W>) -> Option<usize> {
        self.trees[0].packing_bound(given, cells)
    }

    /// A valid puzzle was found.
    pub(super) fn improve(&mut self, clues: CellSet<W>) {
        if self.best.is_none_or(|best| clues.len() < best.len()) {
            self.best = Some(clues);
            self.tell();
        }
    }

    /// No valid puzzle has fewer than `lower` clues.
    pub(super) fn raise(&mut self, lower: usize) {
        self.lower = lower;
        self.tell();
        let (pool, nodes) = (self.trees[0].follower.pool.len(), self.counters.n_nodes);
        self.observer.log(&|| format!("at least {lower} clues after {nodes} nodes, {pool} sets"));
    }

    /// What is known, when the search ends.
    pub(super) fn outcome(mut self, stop: Option<Stop>) -> Minimum<W> {
        let work = self.work();
        self.observer
            .log(&|| format!("nodes by level {:?}, {:?}, {} checks", work.levels.used(), work.prunes, work.n_checks));
        Minimum { lower_bound: self.lower, clues: self.best, stop, counters: work }
    }

    /// The work so far, with what the threads have told in the meantime.
    pub(super) fn work(&mut self) -> Counters {
        let Follower { pool, n_checks, .. } = &mut self.trees[0].follower;
        self.counters.n_checks += std::mem::take(n_checks);
        self.counters.n_sets = pool.len() as u64;
        self.counters.n_learned = pool.n_learned;
        self.counters
    }

    fn tell(&mut self) {
        let work = self.work();
        self.observer.bounds(self.lower, self.best.as_ref(), &work);
    }

    /// Ends work of long steps that are no nodes.
    pub(super) fn check_limits(&self) -> Result<(), Stop> {
        self.limits.reached(self.counters.n_nodes).map_or(Ok(()), Err)
    }

    /// A small question, in the calling thread; the nodes that it took come with the answer.
    pub(super) fn ask(&mut self, question: Question<W>) -> (Result<(), Halt<W>>, u64) {
        let tree = &mut self.trees[0];
        tree.take(&Arc::new(question));
        let end = tree.ask();
        let nodes = tree.counters.n_nodes;
        self.absorb();
        (end, nodes)
    }

    /// Walks everything that a question asks for; `Ok(())` is the proof that there is no more. With a group of symmetries
    /// of the question, some answers are only found as images of others. All finds of a round are told before the next.
    pub(super) fn walk(
        &mut self,
        question: Question<W>,
        group: Option<&Group>,
        visit: &mut dyn FnMut(&mut Follower<'a, W, P>, Find<W>) -> Result<(), Stop>,
    ) -> Result<(), Halt<W>> {
        let question = Arc::new(question);
        self.share_sets(self.trees[0].follower.pool.len());
        for tree in &mut self.trees {
            tree.take(&question);
        }
        let tasks = self.trees[0].tasks(group);
        self.absorb();
        let tasks = tasks?;
        let caps: Vec<(usize, usize)> = question.caps.iter().map(|cap| (cap.region.len(), cap.most)).collect();
        let n_tasks = tasks.len();
        let line = format!(
            "at most {} clues, caps {caps:?}: {n_tasks} tasks after {} nodes",
            question.most, self.counters.n_nodes
        );
        self.observer.log(&|| line.clone());
        let (mut next, mut size) = (0, ROUND.0);
        while next < tasks.len() {
            let end = tasks.len().min(next + size);
            for outcome in self.round(&tasks[next..end]) {
                self.counters.add(&outcome.counters);
                let follower = &mut self.trees[0].follower;
                for set in outcome.learned {
                    follower.pool.learn(set);
                }
                for find in outcome.finds {
                    visit(follower, find).map_err(Halt::Limit)?;
                }
                outcome.end?;
            }
            self.tell();
            next = end;
            size = (2 * size).min(ROUND.1);
        }
        Ok(())
    }

    /// Adds the work that the first tree did by itself.
    fn absorb(&mut self) {
        let work = std::mem::take(&mut self.trees[0].counters);
        self.counters.add(&work);
        self.shared.n_nodes.store(self.counters.n_nodes, Ordering::Relaxed);
    }

    /// Gives all trees the first `n` sets of the first one.
    fn share_sets(&mut self, n: usize) {
        let (first, others) = self.trees.split_at_mut(1);
        let pool = &first[0].follower.pool;
        for tree in others {
            let known = tree.follower.pool.len();
            for set in &pool.after(known)[..n - known] {
                tree.follower.pool.learn(*set);
            }
        }
    }

    /// Works off some tasks with all threads; outcomes in the order of the tasks, up to the first that ends the search.
    fn round(&mut self, tasks: &[Task<W>]) -> Vec<Outcome<W>> {
        let n_sets = self.trees[0].follower.pool.len();
        self.share_sets(n_sets);
        self.shared.last_useful.store(usize::MAX, Ordering::Relaxed);
        let (next, busy) = (AtomicUsize::new(0), AtomicUsize::new(self.trees.len()));
        let outcomes = Mutex::new((0..tasks.len()).map(|_| None).collect::<Vec<_>>());
        let caller = thread::current();
        let (shared, outcomes_of_all) = (&self.shared, &outcomes);
        let mut work = self.counters;
        thread::scope(|scope| {
            for tree in &mut self.trees {
                let (next, busy, caller) = (&next, &busy, &caller);
                scope.spawn(move || {
                    let result = panic::catch_unwind(panic::AssertUnwindSafe(|| {
                        loop {
                            let i = next.fetch_add(1, Ordering::Relaxed);
                            if i >= tasks.len() || i > shared.last_useful.load(Ordering::Relaxed) {
                                break;
                            }
                            let outcome = work_off(tree, i, &tasks[i], n_sets);
                            if outcome.end.is_err() {
                                shared.last_useful.fetch_min(i, Ordering::Relaxed);
                            }
                            outcomes_of_all.lock().unwrap_or_else(PoisonError::into_inner)[i] = Some(outcome);
                        }
                    }));
                    busy.fetch_sub(1, Ordering::Release);
                    caller.unpark();
                    if let Err(payload) = result {
                        panic::resume_unwind(payload);
                    }
                });
            }
            while busy.load(Ordering::Acquire) > 0 {
                thread::park_timeout(TELL);
                work.n_nodes = shared.n_nodes.load(Ordering::Relaxed);
                self.observer.bounds(self.lower, self.best.as_ref(), &work);
            }
        });
        let last = self.shared.last_useful.load(Ordering::Relaxed);
        let outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
        outcomes.into_iter().take(last.saturating_add(1)).flatten().collect()
    }
}

/// Runs one task and takes from the tree what it learned.
fn work_off<const W: usize, P: ClueProblem<W>>(
    tree: &mut Tree<'_, W, P>,
    number: usize,
    task: &Task<W>,
    n_sets: usize,
) -> Outcome<W> {
    let end = tree.run(number, task);
    let mut counters = std::mem::take(&mut tree.counters);
    let follower = &mut tree.follower;
    counters.n_checks = std::mem::take(&mut follower.n_checks);
    let learned = follower.pool.after(n_sets).to_vec();
    follower.pool.truncate(n_sets);
    Outcome { end, learned, finds: std::mem::take(&mut follower.finds), counters }
}
