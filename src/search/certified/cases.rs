//! The tree of one budget: case by case, each cut into subtrees that the threads search.

use std::sync::atomic::AtomicUsize;

use crate::base::{CellSet, Group};
use crate::hitting::{Part, ToldCase, keeping, told_cases};
use crate::problem::Counters;
use crate::proof::{Script, Tree};

use super::super::crew::Crew;
use super::super::question::Halt;
use super::super::rounds::{rounds, work_off};
use super::super::tree::Task;
use super::prover::{Aim, Prover};
use super::upper::{TASK_DEPTH, Upper};
use super::{Failure, Writer};

/// What came of one subtree.
struct Outcome<const W: usize> {
    end: Result<(), Halt<W>>,
    script: Script<W>,
    learned: Vec<CellSet<W>>,
    counters: Counters,
}

impl<const W: usize> Writer<'_, W> {
    /// The tree that refutes `k` clues, split over the parts of a partition if there are any.
    pub(super) fn walk(
        &mut self,
        crew: &mut Crew<'_, '_, W>,
        k: usize,
        parts: &[Part<W>],
        group: &Group,
    ) -> Result<Tree, Failure<W>> {
        let mut tree = Tree::new((self.files)()?)?;
        let (cases, last) =
            told_cases(parts, k, |region| self.lemmas.iter().position(|lemma| lemma.region == region).unwrap_or(0));
        if cases.is_empty() {
            let aim = Aim { most: k, caps: Vec::new(), relaxed: false };
            self.cut(crew, &mut tree, &aim, Script::default(), Some(group))?;
        }
        for ToldCase { script, caps, rows, is_open } in cases {
            if is_open {
                let group = keeping(&keeping(&keeping(group, &caps[..1]), &caps[1..]), &rows);
                self.cut(crew, &mut tree, &Aim { most: k, caps, relaxed: false }, script, Some(&group))?;
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
        crew: &mut Crew<'_, '_, W>,
        tree: &mut Tree,
        aim: &Aim<W>,
        script: Script<W>,
        group: Option<&Group>,
    ) -> Result<(), Failure<W>> {
        let (problem, all) = (crew.problem, crew.problem.cells());
        let region = aim.caps.first().map_or(all, |cap| cap.region);
        let pool = &crew.follower.pool;
        let mut provers: Vec<_> =
            (0..self.n_threads).map_while(|_| Prover::new(problem, pool, &self.limits, aim.clone(), region)).collect();
        let mut upper = Upper {
            aim,
            follower: &mut crew.follower,
            counters: &mut crew.counters,
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
            let known = &crew.follower.pool;
            for prover in &mut provers {
                let n = prover.follower.pool.len();
                known.after(n).iter().for_each(|set| {
                    prover.follower.pool.learn(*set);
                });
            }
            let (n_sets, n_nodes) = (known.len(), crew.counters.n_nodes);
            let work = |prover: &mut Prover<'_, W>, i: usize| work_off_one(prover, &tasks[i].1, n_sets, n_nodes);
            let mut places = tasks.iter().map(|(place, _)| *place);
            let last_useful = AtomicUsize::new(usize::MAX);
            let (end, _) = work_off(
                &mut provers,
                tasks.len(),
                &last_useful,
                work,
                || {},
                |outcome| {
                    let Some(outcome) = outcome else { return Ok(()) };
                    crew.counters.add(&outcome.counters);
                    for set in outcome.learned {
                        crew.follower.pool.learn(set);
                    }
                    outcome.end?;
                    let place = places.next().unwrap_or(written);
                    tree.steps(&script, written..place)?;
                    tree.add(&mut self.numbers, &outcome.script)?;
                    written = place;
                    Ok::<(), Failure<W>>(())
                },
            );
            end?;
            crew.tell();
        }
        tree.steps(&script, written..script.len())?;
        Ok(())
    }
}

/// Searches one subtree, and takes from the prover what came of it; true if that ends the search.
fn work_off_one<const W: usize>(
    prover: &mut Prover<'_, W>,
    task: &Task<W>,
    n_sets: usize,
    n_nodes: u64,
) -> (Outcome<W>, bool) {
    let end = prover.subtree(task.chosen, task.alive, n_nodes);
    let mut counters = std::mem::take(&mut prover.counters);
    counters.n_checks = std::mem::take(&mut prover.follower.n_checks);
    let (script, learned) = (std::mem::take(&mut prover.script), prover.take_learned(n_sets));
    let is_last = end.is_err();
    (Outcome { end, script, learned, counters }, is_last)
}
