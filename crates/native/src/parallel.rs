//! The threads of a search, and their common results.
//!
//! A question is divided into tasks, which are processed in rounds of growing size. In a round, each task starts from
//! the same sets and keeps the sets that it learns to itself; after the round, the new sets are merged in the order of
//! the tasks. So a task only depends on the earlier rounds, and the answer, its puzzle and the work are the same for
//! any number of threads. Only a limit on nodes, which counts those of all threads, ends a round at different places.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crate::base::{CellSet, Group, Limits, Stop};
use crate::hitting::Pool;
use crate::problem::{ClueProblem, Counters, Minimum, Observer};

use super::SearchOptions;
use super::question::{FoundSet, Interrupted, Question};
use super::set_learner::SetLearner;
use super::stream::Stream;
use super::tree::{Shared, Task, Tree};
use super::walks::Walks;
use minclue_engine::Start;
use minclue_engine::rounds::{HAS_THREADS, REPORT_EVERY, rounds, work_off};

/// A search of this many nodes gains by larger sets: on 9x9 grids they save a seventh of the nodes, and cost as much as a
/// million.
const ENLARGE_FROM: u64 = 8_000_000;

/// All threads, the bounds, and the observer of them.
pub(super) struct WorkerPool<'a, 'o, const W: usize> {
    pub(super) problem: &'a dyn ClueProblem<W>,
    /// The oracle of the calling thread, with all sets that are known.
    pub(super) learner: SetLearner<'a, W>,
    trees: Vec<Tree<'a, W>>,
    shared: Arc<Shared>,
    stream: Arc<Stream<W>>,
    limits: Limits,
    /// Proven: no valid puzzle has fewer clues.
    pub(super) lower: usize,
    best: Option<CellSet<W>>,
    /// Whether the larger sets of the start have been added.
    is_enlarged: bool,
    /// Walks from puzzle to puzzle, where the search is to be helped by some.
    pub(super) walks: Option<Walks<W>>,
    pub(super) counters: Counters,
    observer: &'o mut dyn Observer<W>,
}

pub(super) type Visit<'v, 'a, const W: usize> =
    dyn FnMut(&mut SetLearner<'a, W>, FoundSet<W>) -> Result<(), Interrupted<W>> + 'v;

/// Hears that a task is done, when the sets that it learned are known: all sets, and its number.
pub(super) type Done<'d, const W: usize> = dyn FnMut(&Pool<W>, usize) -> Result<(), Interrupted<W>> + 'd;

/// The result of one task.
struct Outcome<const W: usize> {
    end: Result<(), Interrupted<W>>,
    learned: Vec<CellSet<W>>,
    finds: Vec<FoundSet<W>>,
    counters: Counters,
}

impl<'a, 'o, const W: usize> WorkerPool<'a, 'o, W> {
    /// `best` is a puzzle that is known to be valid, if there is one.
    pub(super) fn new(
        problem: &'a dyn ClueProblem<W>,
        pool: &Pool<W>,
        options: &SearchOptions,
        best: Option<CellSet<W>>,
        limits: &Limits,
        observer: &'o mut dyn Observer<W>,
    ) -> Self {
        let shared = Arc::new(Shared { last_useful: AtomicUsize::new(usize::MAX), ..Shared::default() });
        let tree = || Tree::new(problem, pool.clone(), limits, options.instructions, Arc::clone(&shared));
        let trees = (0..options.threads.max(1)).map(|_| tree()).collect();
        let learner = SetLearner::new(problem, pool.clone(), limits);
        Self {
            problem,
            learner,
            trees,
            shared,
            stream: Arc::default(),
            limits: limits.clone(),
            lower: 0,
            best,
            is_enlarged: false,
            walks: None,
            counters: Counters::default(),
            observer,
        }
    }

    /// The packing bound of all known sets on the clues beside `given`; `None` if some set cannot be hit.
    pub(super) fn packing_bound(&self, given: CellSet<W>, cells: CellSet<W>) -> Option<usize> {
        self.trees[0].packing_bound(given, cells)
    }

    /// No valid puzzle has fewer than `lower` clues.
    pub(super) fn raise(&mut self, lower: usize) {
        self.lower = lower;
        self.report_bounds();
    }

    /// Other limits from now on.
    pub(super) fn limit(&mut self, limits: &Limits) {
        self.limits = limits.clone();
        self.trees.iter_mut().for_each(|tree| tree.limit(limits));
    }

    /// Returns the bounds at the end of the search.
    pub(super) fn outcome(mut self, stop: Option<Stop>) -> Minimum<W> {
        Minimum { lower_bound: self.lower, clues: self.best, stop, counters: self.work() }
    }

    /// The number of sets that are known.
    pub(super) fn n_sets(&self) -> u64 {
        self.learner.pool.len() as u64
    }

    /// The work so far.
    pub(super) fn work(&mut self) -> Counters {
        self.counters.n_checks += std::mem::take(&mut self.learner.n_checks);
        self.counters.n_sets = self.n_sets();
        self.counters.n_learned = self.learner.pool.n_learned();
        self.counters
    }

    /// Reports the bounds, with the nodes that the threads have reached.
    pub(super) fn report_bounds(&mut self) {
        let mut work = self.work();
        work.n_nodes = work.n_nodes.max(self.shared.n_nodes.load(Ordering::Relaxed));
        self.observer.bounds(self.lower, self.best.as_ref(), &work);
    }

    /// A small question, in the calling thread; the nodes that it took come with the answer.
    pub(super) fn ask(&mut self, question: Question<W>) -> (Result<(), Interrupted<W>>, u64) {
        let tree = &mut self.trees[0];
        tree.take(&Arc::new(question));
        let end = tree.ask();
        let nodes = tree.counters.n_nodes;
        self.absorb();
        (end, nodes)
    }

    /// Walks everything that a question asks for; `Ok(())` is the proof that there is no more. With a group of
    /// symmetries of the question, some answers are only found as images of others.
    pub(super) fn walk(
        &mut self,
        question: Question<W>,
        group: Option<&Group>,
        visit: &mut Visit<'_, 'a, W>,
    ) -> Result<(), Interrupted<W>> {
        let max = question.max;
        let question = Arc::new(question);
        self.share_sets();
        for tree in &mut self.trees {
            tree.take(&question);
        }
        let tasks = self.trees[0].tasks(group);
        self.absorb();
        let tasks = tasks?;
        self.report_bounds();
        self.observer.log(&|| {
            let caps: Vec<String> = question.caps.iter().map(|cap| cap.max.to_string()).collect();
            let caps = if caps.is_empty() { String::new() } else { format!(", parts {}", caps.join(" ")) };
            format!("at most {}{caps}: {} tasks", question.max, tasks.len())
        });
        self.work_off(max, &tasks, visit, &mut |_, _| Ok(()))
    }

    /// Walks subtrees of a question that cover it; `visit` is called with what is found, and `done` at the end of each,
    /// in their order.
    pub(super) fn walk_tasks(
        &mut self,
        question: Question<W>,
        tasks: &[Task<W>],
        visit: &mut Visit<'_, 'a, W>,
        done: &mut Done<'_, W>,
    ) -> Result<(), Interrupted<W>> {
        let max = question.max;
        let question = Arc::new(question);
        for tree in &mut self.trees {
            tree.take(&question);
        }
        self.work_off(max, tasks, visit, done)
    }

    /// Works off tasks of a question about `max` clues, round by round; a walk may answer it in between.
    fn work_off(
        &mut self,
        max: usize,
        tasks: &[Task<W>],
        visit: &mut Visit<'_, 'a, W>,
        done: &mut Done<'_, W>,
    ) -> Result<(), Interrupted<W>> {
        for round in rounds(tasks.len()) {
            self.share_sets();
            self.round(round, tasks, visit, done)?;
            self.walk_puzzles_beside(max)?;
        }
        Ok(())
    }

    /// Takes larger sets than those of the start, once, if a search of that many nodes gains by them.
    ///
    /// They come after the partition of the cells and the order of its parts are chosen: the first sets choose those
    /// well, and with more sets another choice may cost more than these save.
    pub(super) fn enlarge(&mut self, start: &Start<'_, W>, expected: u64) {
        if self.is_enlarged || expected < ENLARGE_FROM {
            return;
        }
        self.is_enlarged = true;
        for set in start.larger.map(|larger| larger.find(&self.limits)).unwrap_or_default() {
            self.learner.pool.learn(set);
        }
    }

    /// Takes clues that somebody knows, once the oracle has found them valid; returns them then.
    pub(super) fn take_known(&mut self, clues: Option<CellSet<W>>) -> Result<Option<CellSet<W>>, Stop> {
        let Some(clues) = clues.map(|clues| clues & self.problem.cells()) else { return Ok(None) };
        if !self.learner.is_valid(clues)? {
            return Ok(None);
        }
        self.improve(clues);
        Ok(Some(clues))
    }

    /// The best clues known.
    pub(super) fn best(&self) -> Option<CellSet<W>> {
        self.best
    }

    /// Valid clues were found.
    pub(super) fn improve(&mut self, clues: CellSet<W>) {
        if self.best.is_none_or(|best| clues.len() < best.len()) {
            self.best = Some(clues);
            self.report_bounds();
        }
    }

    pub(super) fn check_limits(&self) -> Result<(), Stop> {
        self.limits.reached(self.counters.n_nodes).map_or(Ok(()), Err)
    }

    /// Adds the work that the first tree did by itself.
    fn absorb(&mut self) {
        let work = std::mem::take(&mut self.trees[0].counters);
        self.counters.add(&work);
        self.shared.n_nodes.store(self.counters.n_nodes, Ordering::Relaxed);
    }

    /// Gives all trees the sets that are known by now.
    fn share_sets(&mut self) {
        for tree in &mut self.trees {
            tree.learner.pool.catch_up(&self.learner.pool);
        }
    }

    /// Works off some tasks with all threads. Outcomes count in the order of the tasks, up to the first that ends the
    /// search; finds are reported as soon as all earlier tasks are done, and those of a task with many while it is at
    /// work.
    fn round(
        &mut self,
        round: Range<usize>,
        tasks: &[Task<W>],
        visit: &mut Visit<'_, 'a, W>,
        done: &mut Done<'_, W>,
    ) -> Result<(), Interrupted<W>> {
        let (mut number, tasks) = (round.start, &tasks[round]);
        let n_sets = self.learner.pool.len();
        let mut trees = std::mem::take(&mut self.trees);
        let (shared, stream) = (Arc::clone(&self.shared), Arc::clone(&self.stream));
        stream.open();
        let mut reported = Instant::now();
        let work = |tree: &mut Tree<'a, W>, i: usize| {
            let outcome = work_off_one(tree, i, &tasks[i], &stream, n_sets);
            let is_last = outcome.end.is_err();
            (outcome, is_last)
        };
        let (end, rest) = work_off(
            &mut trees,
            tasks.len(),
            &shared.last_useful,
            work,
            || stream.close(),
            |outcome| {
                // What a task passed on before its end comes first.
                let mut end = self.hear(&stream, visit);
                match outcome {
                    // Nothing that was found is lost at a limit; but who has had enough is not called again.
                    Some(outcome) if end != Err(Interrupted::Left) => {
                        end = end.and_then(|()| self.count(outcome, visit));
                        end = end.and_then(|()| done(&self.learner.pool, number));
                        number += 1;
                        stream.advance();
                    }
                    Some(_) => {}
                    None if reported.elapsed() >= REPORT_EVERY => {
                        self.report_bounds();
                        reported = Instant::now();
                    }
                    None => {}
                }
                if end.is_err() {
                    stream.close();
                }
                end
            },
        );
        self.trees = trees;
        if let Err(Interrupted::Limit(_)) = end {
            // Nothing that was found is lost.
            for outcome in rest {
                if self.count(outcome, visit) == Err(Interrupted::Left) {
                    break;
                }
            }
        }
        self.shared.n_nodes.store(self.counters.n_nodes, Ordering::Relaxed);
        self.report_bounds();
        end
    }

    /// Passes on the finds of the task at the head.
    fn hear(&mut self, stream: &Stream<W>, visit: &mut Visit<'_, 'a, W>) -> Result<(), Interrupted<W>> {
        for find in stream.take() {
            visit(&mut self.learner, find)?;
        }
        Ok(())
    }

    /// Takes over what came of a task.
    fn count(&mut self, outcome: Outcome<W>, visit: &mut Visit<'_, 'a, W>) -> Result<(), Interrupted<W>> {
        self.counters.add(&outcome.counters);
        for set in outcome.learned {
            self.learner.pool.learn(set);
        }
        for find in outcome.finds {
            visit(&mut self.learner, find)?;
        }
        outcome.end
    }
}

/// Runs one task and takes from the tree what it learned, and what it found but for what went to the stream.
fn work_off_one<const W: usize>(
    tree: &mut Tree<'_, W>,
    number: usize,
    task: &Task<W>,
    stream: &Arc<Stream<W>>,
    n_sets: usize,
) -> Outcome<W> {
    // What a task does must not depend on what this thread was asked before.
    tree.learner.forget();
    // Without threads nobody would hear a task while it is at work.
    tree.learner.stream = HAS_THREADS.then(|| (Arc::clone(stream), number));
    let end = tree.run(number, task);
    tree.learner.stream = None;
    let mut counters = std::mem::take(&mut tree.counters);
    let learner = &mut tree.learner;
    counters.n_checks = std::mem::take(&mut learner.n_checks);
    let learned = learner.pool.after(n_sets).to_vec();
    let finds = std::mem::take(&mut learner.finds);
    tree.forget_after(n_sets);
    Outcome { end, learned, finds, counters }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell as Counter;

    use super::*;
    use crate::base::rng;
    use crate::problem::{NoObserver, SudokuClues};
    use crate::unavoidable::{Family, displacements};
    use minclue_core::sudoku::{Shape, random_grid};
    use minclue_engine::LargerSets;

    /// All sets of a 6x6 grid up to a size, and how often they were asked for.
    struct Asked {
        sets: Vec<CellSet<2>>,
        n: Counter<usize>,
    }

    impl LargerSets<2> for Asked {
        fn find(&self, _limits: &Limits) -> Vec<CellSet<2>> {
            self.n.set(self.n.get() + 1);
            self.sets.clone()
        }
    }

    #[test]
    fn larger_sets_come_once_and_only_where_they_pay() {
        let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::new(2, 3).expect("a shape"), &mut rng(1)));
        let (cells, limits, mut silent) = (problem.cells(), Limits::none(), NoObserver);
        let sets = displacements(&problem, cells, 10, &limits).sets.iter().map(|set| set.cells).collect();
        let (larger, family) = (Asked { sets, n: Counter::new(0) }, Family::new());
        let start = Start { larger: Some(&larger), ..Start::from(&family) };
        let pool = Pool::new(cells, larger.sets.iter().copied().take(3));
        let mut workers = WorkerPool::new(&problem, &pool, &SearchOptions::default(), None, &limits, &mut silent);
        let asked = [ENLARGE_FROM - 1, ENLARGE_FROM, u64::MAX].map(|expected| {
            workers.enlarge(&start, expected);
            (larger.n.get(), workers.n_sets() as usize)
        });
        assert!(larger.sets.len() > 10);
        assert_eq!(asked, [(0, 3), (1, larger.sets.len()), (1, larger.sets.len())]);
    }
}
