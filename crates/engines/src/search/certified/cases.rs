//! The tree of one budget: case by case, each cut into subtrees that the threads search.

use std::sync::atomic::AtomicUsize;

use crate::base::{CellSet, Group};
use crate::hitting::{Part, ProvedCase, keeping, proved_cases};
use crate::problem::Counters;
use crate::proof::{Script, Tree};

use super::super::parallel::WorkerPool;
use super::super::question::Interrupted;
use super::super::tree::Task;
use super::prover::{Prover, Subproblem};
use super::upper::{TASK_DEPTH, Upper};
use super::{Failure, Writer};
use crate::rounds::{rounds, work_off};

/// What came of one subtree.
struct Outcome<const W: usize> {
    /// The step of the upper part's script before which it belongs.
    place: usize,
    end: Result<(), Interrupted<W>>,
    script: Script<W>,
    learned: Vec<CellSet<W>>,
    counters: Counters,
}

impl<const W: usize> Writer<'_, W> {
    /// The tree that refutes `k` clues, split over the parts of a partition if there are any.
    pub(super) fn walk(
        &mut self,
        workers: &mut WorkerPool<'_, '_, W>,
        k: usize,
        parts: &[Part<W>],
        group: &Group,
    ) -> Result<Tree, Failure<W>> {
        let mut tree = Tree::new((self.files)()?)?;
        let (cases, last) =
            proved_cases(parts, k, |region| self.lemmas.iter().position(|lemma| lemma.region == region).unwrap_or(0));
        if cases.is_empty() {
            let subproblem = Subproblem { max: k, caps: Vec::new(), relaxed: false };
            self.cut(workers, &mut tree, &subproblem, Script::default(), Some(group))?;
        }
        for ProvedCase { script, caps, rows, is_open } in cases {
            if is_open {
                let group = keeping(&keeping(&keeping(group, &caps[..1]), &caps[1..]), &rows);
                self.cut(workers, &mut tree, &Subproblem { max: k, caps, relaxed: false }, script, Some(&group))?;
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
        workers: &mut WorkerPool<'_, '_, W>,
        tree: &mut Tree,
        subproblem: &Subproblem<W>,
        script: Script<W>,
        group: Option<&Group>,
    ) -> Result<(), Failure<W>> {
        let (problem, all) = (workers.problem, workers.problem.cells());
        let region = subproblem.caps.first().map_or(all, |cap| cap.region);
        let pool = &workers.learner.pool;
        let mut provers: Vec<_> = (0..self.n_threads)
            .map_while(|_| Prover::new(problem, pool, &self.limits, subproblem.clone(), region))
            .collect();
        let mut upper = Upper {
            subproblem,
            learner: &mut workers.learner,
            counters: &mut workers.counters,
            numbers: &mut self.numbers,
            limits: &self.limits,
            script,
            tasks: Vec::new(),
            is_whole: provers.is_empty(),
        };
        upper.node(CellSet::EMPTY, all, TASK_DEPTH, group.filter(|group| !group.is_trivial()))?;
        let Upper { script, tasks, .. } = upper;
        tree.open(&mut self.numbers, &script)?;
        let mut written = 0;
        for round in rounds(tasks.len()) {
            let tasks = &tasks[round];
            let known = &workers.learner.pool;
            for prover in &mut provers {
                prover.learner.pool.catch_up(known);
            }
            let (n_sets, n_nodes) = (known.len(), workers.counters.n_nodes);
            let work = |prover: &mut Prover<'_, W>, i: usize| work_off_one(prover, &tasks[i], n_sets, n_nodes);
            let last_useful = AtomicUsize::new(usize::MAX);
            let (end, _) = work_off(
                &mut provers,
                tasks.len(),
                &last_useful,
                work,
                || {},
                |outcome| {
                    let Some(outcome) = outcome else { return Ok(()) };
                    workers.counters.add(&outcome.counters);
                    for set in outcome.learned {
                        workers.learner.pool.learn(set);
                    }
                    outcome.end?;
                    tree.steps(&script, written..outcome.place)?;
                    tree.add(&mut self.numbers, &outcome.script)?;
                    written = outcome.place;
                    Ok::<(), Failure<W>>(())
                },
            );
            end?;
            workers.report_bounds();
        }
        tree.steps(&script, written..script.len())?;
        Ok(())
    }
}

/// Searches one subtree, and takes from the prover what came of it; true if that ends the search.
fn work_off_one<const W: usize>(
    prover: &mut Prover<'_, W>,
    (place, task): &(usize, Task<W>),
    n_sets: usize,
    n_nodes: u64,
) -> (Outcome<W>, bool) {
    let end = prover.subtree(task.chosen, task.alive, n_nodes);
    let mut counters = std::mem::take(&mut prover.counters);
    counters.n_checks = std::mem::take(&mut prover.learner.n_checks);
    let (script, learned) = (std::mem::take(&mut prover.script), prover.take_learned(n_sets));
    let is_last = end.is_err();
    (Outcome { place: *place, end, script, learned, counters }, is_last)
}
