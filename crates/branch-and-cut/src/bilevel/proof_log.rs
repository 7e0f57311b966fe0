//! The log of a run for its certificate: each step that closes a node or removes cells.
//!
//! A checker removes exactly the cells that a step removes, and does not take a child for any other. So the free cells
//! of the tree are always those of the checker, and the symmetries of a node must map them to themselves.

use crate::base::{Cell, CellPermutation, CellSet, images_under};
use crate::proof::{Script, Sum};

use super::driver::Driver;
use super::dual_bound::{Bound, DualBound};
use super::recorder::Recorder;
use super::rows::Row;
use super::sums::{Implication, NodeState, shortest};
use super::tree::Node;

/// The consequence of weights for a node.
pub(super) enum NodeOutcome<const W: usize> {
    Open(DualBound<W>, Bound),
    /// The bound is above the budget.
    Above(DualBound<W>),
    /// Nothing hits this set.
    Dead(CellSet<W>),
}

impl<const W: usize> Driver<'_, W> {
    /// Is a certificate written?
    pub(super) fn is_logging(&self) -> bool {
        self.recorder.is_some()
    }

    pub(super) fn log_node(&mut self) {
        if let Some(recorder) = &mut self.recorder {
            recorder.begin_node();
        }
    }

    /// Abandons the log of a node that is not closed by a step of a certificate.
    pub(super) fn abandon_log(&mut self) {
        if let Some(recorder) = &mut self.recorder {
            recorder.abandon();
        }
    }

    /// Nothing that is alive hits this set.
    pub(super) fn log_dead(&mut self, set: CellSet<W>) {
        if let Some(recorder) = &mut self.recorder {
            let row = recorder.script().set(set);
            recorder.script().dead(row);
        }
    }

    /// An unhit set of the pool without a cell in `alive`.
    pub(super) fn log_unhit(&mut self, chosen: CellSet<W>, alive: CellSet<W>) {
        if self.is_logging() {
            let unhit = self.pool.unhit(chosen).find(|set| !set.intersects(&alive));
            match unhit {
                Some(set) => self.log_dead(set),
                None => self.abandon_log(),
            }
        }
    }

    /// Logs the step that closes a node.
    pub(super) fn log_closed(&mut self, outcome: &NodeOutcome<W>, chosen: CellSet<W>, alive: CellSet<W>) {
        match outcome {
            NodeOutcome::Open(..) => {}
            NodeOutcome::Dead(set) => self.log_dead(*set),
            NodeOutcome::Above(dual_bound) => {
                self.log_sum(dual_bound, chosen, alive, None);
            }
        }
    }

    /// The cells that leave `alive` when those of `dead` do; `generators` are symmetries of the node.
    pub(super) fn log_fixed(
        &mut self,
        dual_bound: &DualBound<W>,
        dead: CellSet<W>,
        chosen: CellSet<W>,
        alive: CellSet<W>,
        generators: &[CellPermutation],
    ) -> CellSet<W> {
        if dead.is_empty() || !self.is_logging() {
            return dead;
        }
        // The node stays open for the checker as well: no sum is taken that says more.
        let Implication::Fixed(removed) = self.log_sum(dual_bound, chosen, alive, Some(dead)) else { return dead };
        removed | self.log_images(removed, alive - removed, generators)
    }

    /// The cells of `alive` to which symmetries map `removed`, which are removed as well.
    fn log_images(&mut self, removed: CellSet<W>, alive: CellSet<W>, generators: &[CellPermutation]) -> CellSet<W> {
        let images = images_under(generators, removed) & alive;
        self.counters.prunes.symmetry += images.len() as u64;
        if !images.is_empty()
            && let Some(recorder) = &mut self.recorder
        {
            recorder.symmetries(generators);
        }
        images
    }

    /// A sum that closes the node, or removes the cells `wanted`.
    fn log_sum(
        &mut self,
        dual_bound: &DualBound<W>,
        chosen: CellSet<W>,
        alive: CellSet<W>,
        wanted: Option<CellSet<W>>,
    ) -> Implication<W> {
        let Some(recorder) = &mut self.recorder else { return Implication::Fixed(CellSet::EMPTY) };
        let state = NodeState { chosen, alive, budget: self.budget, caps: self.master.caps() };
        let (weights, implied) = shortest(dual_bound, &state, wanted);
        let lemmas = std::mem::take(&mut recorder.lemmas);
        weights.write(recorder.script(), &state, |script, row| Recorder::name(&lemmas, script, row));
        recorder.lemmas = lemmas;
        implied
    }

    /// One clue left, and no cell is in every unhit set: one set after the other removes the cells that it does not
    /// have.
    pub(super) fn log_last(&mut self, chosen: CellSet<W>, mut alive: CellSet<W>) {
        let Some(recorder) = &mut self.recorder else { return };
        loop {
            let Some(set) = self.pool.unhit(chosen).min_by_key(|set| (*set & alive).len()) else {
                return recorder.abandon();
            };
            let row = recorder.script().set(set);
            let common = set & alive;
            if common.is_empty() {
                return recorder.script().dead(row);
            }
            // Two sets that have nothing in common are one sum.
            if let Some(other) = self.pool.unhit(chosen).find(|other| !other.intersects(&common)) {
                let other = recorder.script().set(other);
                return recorder.script().packing(None, &[row, other]);
            }
            if common == alive {
                return recorder.abandon();
            }
            recorder.script().packing(None, &[row]);
            alive = common;
        }
    }

    /// The node with one more clue follows, in place or where it is visited.
    pub(super) fn log_child(&mut self, cell: Cell) {
        if let Some(recorder) = &mut self.recorder {
            recorder.script().child(cell);
        }
    }

    /// A child that is still to be visited follows.
    pub(super) fn log_hole(&mut self) {
        if let Some(recorder) = &mut self.recorder {
            recorder.hole();
        }
    }

    /// A cell was tried, and so are those of `orbit`.
    pub(super) fn log_orbit(&mut self, orbit: CellSet<W>, alive: CellSet<W>, generators: &[CellPermutation]) {
        if orbit.intersects(&alive)
            && let Some(recorder) = &mut self.recorder
        {
            recorder.symmetries(generators);
        }
    }

    /// Few symmetries that stand for those of a node, if they will be logged.
    pub(super) fn logged_symmetries(&self, node: &Node<W>) -> Vec<CellPermutation> {
        match &node.group {
            Some(group) if self.is_logging() => group.orbit_generators(),
            _ => Vec::new(),
        }
    }

    /// The weights of the root show a better bound.
    pub(super) fn log_root(&mut self, dual_bound: &DualBound<W>, lower: usize) {
        let Some(recorder) = &mut self.recorder else { return };
        let all = self.problem.cells();
        let state = NodeState { chosen: CellSet::EMPTY, alive: all, budget: lower - 1, caps: &[] };
        let (weights, _) = shortest(dual_bound, &state, None);
        let mut script = Script::default();
        let lemmas = std::mem::take(&mut recorder.lemmas);
        weights.write(&mut script, &state, |script, row| Recorder::name(&lemmas, script, row));
        recorder.lemmas = lemmas;
        recorder.root(lower, script);
    }

    /// The row of a region shows a better bound.
    pub(super) fn log_region(&mut self, row: &Row<W>) {
        if let Some(recorder) = &mut self.recorder {
            let mut script = Script::default();
            let name = Recorder::name(&recorder.lemmas, &mut script, row);
            script.sum(Sum { budget: 1, caps: &[], rows: &[(name, 1)] });
            recorder.root(row.min, script);
        }
    }
}
