//! The tree of one budget: case by case, each cut into subtrees that the threads search.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::base::{CellSet, Group};
use crate::hitting::{Part, ProvedCase, keeping, proved_cases};
use crate::problem::Counters;
use crate::proof::{Script, Tree};

use super::super::question::Interrupted;
use super::super::tree::Task;
use super::prover::{Prover, Subproblem};
use super::upper::{TASK_DEPTH, Upper};
use super::{Failure, Writer};

/// Subtrees of the first round; each round has twice as many as the one before, up to the last number.
const ROUND: (usize, usize) = (4, 256);

/// What came of one subtree.
struct Outcome<const W: usize> {
    end: Result<(), Interrupted<W>>,
    script: Script<W>,
    learned: Vec<CellSet<W>>,
    counters: Counters,
}

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// The tree that refutes `k` clues, split over the parts of a partition if there are any.
    pub(super) fn walk(&mut self, k: usize, parts: &[Part<W>], group: &Group) -> Result<Tree, Failure<W>> {
        let mut tree = Tree::new((self.files)()?)?;
        let (cases, last) =
            proved_cases(parts, k, |region| self.lemmas.iter().position(|lemma| lemma.region == region).unwrap_or(0));
        if cases.is_empty() {
            let subproblem = Subproblem { max: k, caps: Vec::new(), relaxed: false };
            self.cut(&mut tree, &subproblem, Script::default(), Some(group))?;
        }
        for ProvedCase { script, caps, rows, is_open } in cases {
            if is_open {
                let group = keeping(&keeping(&keeping(group, &caps[..1]), &caps[1..]), &rows);
                self.cut(&mut tree, &Subproblem { max: k, caps, relaxed: false }, script, Some(&group))?;
            } else {
                tree.add(&mut self.numbers, &script)?;
            }
        }
        tree.add(&mut self.numbers, &last)?;
        Ok(tree)
    }

    /// One case: its upper part first, then its subtrees.
    fn cut(
        &mut self,
        tree: &mut Tree,
        subproblem: &Subproblem<W>,
        script: Script<W>,
        group: Option<&Group>,
    ) -> Result<(), Failure<W>> {
        let (problem, all) = (self.workers.problem, self.workers.problem.cells());
        let region = subproblem.caps.first().map_or(all, |cap| cap.region);
        let n_threads = self.options.threads.max(1);
        let pool = &self.workers.learner.pool;
        let mut provers: Vec<_> = (0..n_threads)
            .map_while(|_| Prover::new(problem, pool, &self.limits, subproblem.clone(), region))
            .collect();
        let mut upper = Upper {
            subproblem,
            learner: &mut self.workers.learner,
            counters: &mut self.workers.counters,
            numbers: &mut self.numbers,
            limits: &self.limits,
            script,
            tasks: Vec::new(),
            is_whole: provers.is_empty(),
        };
        upper.node(CellSet::EMPTY, all, TASK_DEPTH, group.filter(|group| !group.is_trivial()))?;
        let Upper { script, tasks, .. } = upper;
        tree.open(&mut self.numbers, &script)?;
        let (mut written, mut next, mut size) = (0, 0, ROUND.0);
        while next < tasks.len() {
            let round = &tasks[next..tasks.len().min(next + size)];
            for ((place, _), outcome) in round.iter().zip(self.round(&mut provers, round)) {
                self.workers.counters.add(&outcome.counters);
                for set in outcome.learned {
                    self.workers.learner.pool.learn(set);
                }
                outcome.end?;
                tree.steps(&script, written..*place)?;
                tree.add(&mut self.numbers, &outcome.script)?;
                written = *place;
            }
            self.workers.report_bounds();
            next += round.len();
            size = (2 * size).min(ROUND.1);
        }
        tree.steps(&script, written..script.len())?;
        Ok(())
    }

    /// Searches some subtrees with all threads. The outcomes come in the order of the subtrees, up to the first that
    /// ends the search.
    fn round(&mut self, provers: &mut [Prover<'_, W>], tasks: &[(usize, Task<W>)]) -> Vec<Outcome<W>> {
        let known = &self.workers.learner.pool;
        for prover in provers.iter_mut() {
            let n = prover.learner.pool.len();
            for set in known.after(n) {
                prover.learner.pool.learn(*set);
            }
        }
        let (n_sets, n_nodes) = (known.len(), self.workers.counters.n_nodes);
        let (next, last) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let outcomes = Mutex::new((0..tasks.len()).map(|_| None).collect::<Vec<_>>());
        thread::scope(|scope| {
            for prover in provers {
                let (next, last, outcomes) = (&next, &last, &outcomes);
                scope.spawn(move || {
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        if i >= tasks.len() || i > last.load(Ordering::Relaxed) {
                            break;
                        }
                        let end = prover.subtree(tasks[i].1.chosen, tasks[i].1.alive, n_nodes);
                        if end.is_err() {
                            last.fetch_min(i, Ordering::Relaxed);
                        }
                        let mut counters = std::mem::take(&mut prover.counters);
                        counters.n_checks = std::mem::take(&mut prover.learner.n_checks);
                        let script = std::mem::take(&mut prover.script);
                        let learned = prover.take_learned(n_sets);
                        let outcome = Outcome { end, script, learned, counters };
                        outcomes.lock().unwrap_or_else(PoisonError::into_inner)[i] = Some(outcome);
                    }
                });
            }
        });
        let outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
        outcomes.into_iter().map_while(|outcome| outcome).collect()
    }
}
