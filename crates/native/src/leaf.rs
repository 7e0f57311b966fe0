//! The native search as a solver of subproblems for the tree of another engine.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use crate::base::{CellSet, Limits, Stop};
use crate::hitting::{AtMost, Leaf, LeafEnd, Pool, Proved};
use crate::problem::{ClueProblem, NoObserver, Region};
use crate::proof::{Numbers, Script};
use crate::unavoidable::Family;
use minclue_engine::{Run, Start};

use super::SearchOptions;
use super::certified::prove_region;
use super::native::minimum;
use super::question::{Interrupted, Question};
use super::tail::Layout;
use super::tree::{Shared, Task, Tree};

/// Learned sets that are kept from one subtree to the next; more would make every subtree slower.
const MAX_LEARNED: usize = 2000;

/// Answers subproblems by the native search, in the calling thread.
pub(super) struct NativeLeaf<'a, const W: usize> {
    problem: &'a dyn ClueProblem<W>,
    tree: Tree<'a, W>,
    /// Sets of the start.
    start: &'a Family<W>,
    n_start: usize,
    options: SearchOptions,
    limits: Limits,
    /// The caps of what the subtrees are about.
    caps: Vec<AtMost<W>>,
    /// The number of sets of the pool that a certificate has numbered.
    n_numbered: usize,
}

impl<'a, const W: usize> NativeLeaf<'a, W> {
    /// A leaf that starts from the sets of `start`; its nodes are not counted by the limits.
    pub(super) fn new(
        problem: &'a dyn ClueProblem<W>,
        start: &'a Family<W>,
        options: &SearchOptions,
        limits: &Limits,
    ) -> Self {
        let limits = limits.clone().without_nodes();
        let pool = Pool::new(problem.cells(), start.sets().iter().map(|set| set.cells));
        let shared = Arc::new(Shared { last_useful: AtomicUsize::new(usize::MAX), ..Shared::default() });
        let tree = Tree::new(problem, pool, &limits, options.instructions, shared);
        let options = SearchOptions { threads: 1, heuristic: false, ..options.clone() };
        let n_start = tree.learner.pool.len();
        Self { problem, tree, start, n_start, options, limits, n_numbered: 0, caps: Vec::new() }
    }
}

impl<const W: usize> NativeLeaf<'_, W> {
    fn walk(&mut self, chosen: CellSet<W>, alive: CellSet<W>) -> LeafEnd<W> {
        match self.tree.run(0, &Task { chosen, alive }) {
            Ok(()) => LeafEnd::Empty,
            Err(Interrupted::Found(clues)) => LeafEnd::Found(clues),
            Err(Interrupted::Spent | Interrupted::Left) => LeafEnd::Spent,
            Err(Interrupted::Limit(stop)) => LeafEnd::Limit(stop),
        }
    }

    /// Most of what was learned is not kept.
    fn forget(&mut self) {
        self.tree.forget_after(self.n_start + MAX_LEARNED);
        self.n_numbered = self.n_numbered.min(self.tree.learner.pool.len());
    }
}

impl<const W: usize> Leaf<W> for NativeLeaf<'_, W> {
    fn region_minimum(&mut self, region: CellSet<W>, max_nodes: u64) -> Result<(usize, u64), Stop> {
        let mut family = Family::new();
        for set in self.start.sets().iter().filter(|set| set.cells.is_subset(&region)) {
            family.insert(set.clone());
        }
        let limits = self.limits.clone().with_nodes(max_nodes);
        let mut silent = NoObserver;
        let mut run = Run::new(&limits, &mut silent);
        let found = minimum(&Region::new(self.problem, region), &Start::from(&family), &self.options, &mut run);
        found.within_nodes()
    }

    fn begin(&mut self, max: usize, caps: &[AtMost<W>], max_nodes: u64) {
        let question = Question { caps: caps.to_vec(), until: max_nodes, ..Question::any(max, self.problem.cells()) };
        self.tree.take(&Arc::new(question));
        self.caps = caps.to_vec();
    }

    fn subtree(&mut self, chosen: CellSet<W>, alive: CellSet<W>) -> (LeafEnd<W>, u64) {
        let end = self.walk(chosen, alive);
        self.forget();
        (end, self.tree.counters.n_nodes)
    }

    fn prove_region(&mut self, region: CellSet<W>, max_nodes: u64) -> Option<Result<Proved<usize, W>, Stop>> {
        let (min, n_nodes) = match self.region_minimum(region, max_nodes) {
            Ok(found) => found,
            Err(stop) => return Some(Err(stop)),
        };
        let inside = self.tree.learner.pool.sets().iter().copied().filter(|set| set.is_subset(&region));
        let pool = Pool::new(region, inside);
        // What was refuted once can be refuted again, if with more nodes.
        let limits = self.limits.clone().with_nodes(max_nodes.saturating_mul(4));
        let proved = prove_region(&Region::new(self.problem, region), &pool, &limits, min)?;
        Some(proved.map(|proved| Proved { n_nodes, ..proved }))
    }

    fn prove_subtree(
        &mut self,
        chosen: CellSet<W>,
        alive: CellSet<W>,
        numbers: &mut Numbers<W>,
    ) -> Option<Proved<LeafEnd<W>, W>> {
        let first = self.caps.first().map(|cap| cap.region);
        let layout = Layout::of_case(self.problem, first, self.tree.learner.pool.sets().iter())?;
        let answer = self.walk(chosen, alive);
        let mut script = Script::default();
        if answer == LeafEnd::Empty {
            // The checker's own search may use what was known when this one ended.
            let pool = &self.tree.learner.pool;
            numbers.know(pool.after(self.n_numbered));
            self.n_numbered = pool.len();
            script.search((!self.caps.is_empty()).then_some(0), numbers.sets().len(), &layout.groups());
        }
        self.forget();
        Some(Proved { answer, n_nodes: self.tree.counters.n_nodes, script })
    }

    fn learn(&mut self, set: CellSet<W>) {
        self.tree.learner.pool.learn(set);
    }
}
