//! The tree of one budget: case by case, each divided into subtrees. The threads search them as `native` does; the
//! checker repeats the searches.

use std::cell::Cell;

use crate::base::{CellSet, Group};
use crate::hitting::{Part, ProvedCase, keeping, proved_cases};
use crate::proof::{Script, Tree};

use super::super::parallel::WorkerPool;
use super::super::question::{FoundSet, Interrupted, Question};
use super::super::tail::Layout;
use super::super::tree::Task;
use super::prover::Subproblem;
use super::upper::{TASK_DEPTH, Upper};
use super::{Failure, Writer};

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
        let all = workers.problem.cells();
        let first = subproblem.caps.first().map(|cap| cap.region);
        let layout = Layout::of_case(workers.problem, first, workers.learner.pool.sets().iter());
        let mut upper = Upper {
            subproblem,
            learner: &mut workers.learner,
            counters: &mut workers.counters,
            numbers: &mut self.numbers,
            limits: &self.limits,
            script,
            tasks: Vec::new(),
            is_whole: layout.is_none(),
            goal: self.goal,
        };
        upper.node(CellSet::EMPTY, all, TASK_DEPTH, group.filter(|group| !group.is_trivial()))?;
        let Upper { script, tasks, .. } = upper;
        let finds = &mut self.finds;
        workers.learner.finds.drain(..).try_for_each(|find| finds.push(find.clues))?;
        tree.open(&mut self.numbers, &script)?;
        let groups = layout.map(|layout| layout.groups()).unwrap_or_default();
        let first = (!subproblem.caps.is_empty()).then_some(0);
        let (places, tasks): (Vec<usize>, Vec<Task<W>>) = tasks.into_iter().unzip();
        let (mut written, mut known, failure) = (0, 0, Cell::new(None));
        let question =
            Question { caps: subproblem.caps.clone(), goal: self.goal, ..Question::any(subproblem.max, all) };
        let leave = |error| {
            failure.set(Some(error));
            Interrupted::Left
        };
        let mut visit = |_: &mut _, find: FoundSet<W>| finds.push(find.clues).map_err(leave);
        let numbers = &mut self.numbers;
        let end = workers.walk_tasks(question, &tasks, &mut visit, &mut |pool, number| {
            // The checker's search may use what was known when this one ended, and nothing less.
            numbers.know(&pool.sets()[known..]);
            known = pool.len();
            let mut search = Script::default();
            search.search(first, numbers.sets().len(), &groups);
            let add = tree.steps(&script, written..places[number]).and_then(|()| tree.add(numbers, &search));
            written = places[number];
            add.map_err(leave)
        });
        if let Some(error) = failure.take() {
            return Err(error.into());
        }
        end?;
        tree.steps(&script, written..script.len())?;
        Ok(())
    }
}
