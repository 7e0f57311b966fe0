//! One node of a tree: closes it, or divides it into children.
//!
//! A node is closed by an exact bound (see `dual_bound`), by an unhit set without a free cell, by the follower, or by
//! another search. The LP only proposes weights and a point: if it fails, the node is divided into children.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::base::{CellPermutation, CellSet, Group};
use crate::hitting::{AtMost, LeafEnd, Proved};
use crate::ilp::LpStatus;
use crate::open::OpenNode;
use crate::warm_lp::INTEGRAL;

use super::branching::{Branching, Cut, by_value, candidates, most_fractional, smallest};
use super::driver::{Driver, Interrupted};
use super::dual_bound::{Bound, DualBound};
use super::options::LeafMode;
use super::proof_log::NodeOutcome;
use super::rows::Row;

/// Rounds of separation at one node.
const ROUNDS: usize = 3;
/// Levels on which strong branching is worth its LPs; below them, the smallest set is taken.
const STRONG_LEVELS: usize = 5;
/// A tree that lacks more clues than this is as large as any: its size must stay a finite number.
const MOST_MISSING: f64 = 128.0;
/// In automatic mode, subtrees are handed over from this many clues on...
const LEAF_FROM: usize = 3;
/// ... and taken back after this many nodes.
const LEAF_NODES: u64 = 50_000_000;
/// ... or after this many that are written down.
const TOLD_LEAF_NODES: u64 = 2_000_000;

/// A part of the search: the valid sets of clues that have `chosen` and otherwise only cells of `alive`.
#[derive(Clone, Debug)]
pub(super) struct Node<const W: usize> {
    pub(super) chosen: CellSet<W>,
    pub(super) alive: CellSet<W>,
    /// Proven for the node when it was made.
    pub(super) bound: Bound,
    /// The symmetries of the problem that leave every clue where it is; `None` if there are no more.
    pub(super) group: Option<Arc<Group>>,
}

impl<const W: usize> OpenNode for Node<W> {
    type Bound = Bound;
    /// The one with more clues is closer to an end.
    type Tie = (usize, Reverse<(CellSet<W>, CellSet<W>)>);

    fn rank(&self) -> (Bound, Self::Tie) {
        (self.bound, (self.chosen.len(), Reverse((self.chosen, self.alive))))
    }
}

impl<const W: usize> Driver<'_, W> {
    /// Visits a node: its children, or none if it is closed. Sets inside `region` are branched on first.
    pub(super) fn visit(&mut self, node: &Node<W>, region: CellSet<W>) -> Result<Vec<Node<W>>, Interrupted<W>> {
        let Node { chosen, mut alive, bound, .. } = *node;
        self.counters.enter(chosen.len());
        self.log_node();
        if bound.exceeds(self.budget) || chosen.len() > self.budget || self.master.breaks_cap(chosen) {
            self.counters.prunes.dual += 1;
            // None of these happens while a budget is walked from its root, so a certificate has no step for them.
            self.abandon_log();
            return Ok(Vec::new());
        }
        let left = self.budget - chosen.len();
        alive -= self.master.exhausted(chosen) | chosen;
        let generators = self.logged_symmetries(node);
        if self.propagate(chosen, &mut alive, &generators) {
            return Ok(Vec::new());
        }
        self.list_unhit(chosen);
        while self.unhit.is_empty() {
            self.uncovered(chosen, alive, left)?;
        }
        match left {
            0 => {
                self.log_unhit(chosen, CellSet::EMPTY);
                return Ok(Vec::new());
            }
            1 => return self.last(chosen, alive).map(|()| Vec::new()),
            _ if self.hands_over(chosen.len(), left) && self.leaf(chosen, alive)? => return Ok(Vec::new()),
            _ => {}
        }
        let Some(dual_bound) = self.relax(chosen, &mut alive, &generators)? else {
            self.counters.prunes.dual += 1;
            return Ok(Vec::new());
        };
        let set = smallest(&self.unhit, chosen, alive, region).unwrap_or(CellSet::EMPTY);
        if set.is_empty() {
            self.counters.prunes.dead_set += 1;
            self.log_unhit(chosen, alive);
            return Ok(Vec::new());
        }
        let y = self.master.y().to_vec();
        let cut = match self.options.branching {
            Branching::Fractional => most_fractional(&y, alive, INTEGRAL).map_or(Cut::Cells(set), Cut::Cell),
            Branching::Strong if chosen.len() < STRONG_LEVELS => {
                Cut::Cells(self.strongest(set, chosen, alive, region, &y))
            }
            Branching::Set | Branching::Strong => Cut::Cells(set),
        };
        Ok(self.children(node, alive, cut, &dual_bound, &y, &generators))
    }

    /// Solves the LP of a node with separation, and takes the cells from `alive` that its reduced costs rule out.
    /// `None` if that closes the node.
    fn relax(
        &mut self,
        chosen: CellSet<W>,
        alive: &mut CellSet<W>,
        generators: &[CellPermutation],
    ) -> Result<Option<DualBound<W>>, Interrupted<W>> {
        let mut round = 0;
        loop {
            self.master.lp.fix(chosen, self.problem.cells() - *alive - chosen);
            let status = self.solve();
            let (dual_bound, bound) = match self.certify(chosen, *alive) {
                NodeOutcome::Open(dual_bound, bound) => (dual_bound, bound),
                closed => {
                    self.log_closed(&closed, chosen, *alive);
                    return Ok(None);
                }
            };
            if self.options.fixing {
                // These cells have value 0, so the point of the LP stays what it is.
                let dead = dual_bound.fixed_out(bound, *alive, self.budget);
                *alive -= self.log_fixed(&dual_bound, dead, chosen, *alive, generators);
            }
            round += 1;
            if status != LpStatus::Optimal || round > ROUNDS {
                return Ok(Some(dual_bound));
            }
            let mut cuts = self.separate();
            if cuts.is_empty() {
                match self.master.lp.integral().filter(|point| point.len() <= self.budget) {
                    Some(point) => match self.ask(point, CellSet::EMPTY).map_err(Interrupted::Limit)? {
                        Some(set) => cuts.push(Row::set(set)),
                        None => return Err(Interrupted::Found(point)),
                    },
                    None => return Ok(Some(dual_bound)),
                }
            }
            self.master.cut(cuts);
        }
    }

    /// Returns the proof that the last LP and the sets of the pool give for a node.
    fn certify(&self, chosen: CellSet<W>, alive: CellSet<W>) -> NodeOutcome<W> {
        let mut dual_bound = self.master.dual_bound();
        chosen.iter().for_each(|cell| dual_bound.release(cell));
        self.bounded(dual_bound, chosen, alive)
    }

    fn bounded(&self, mut dual_bound: DualBound<W>, chosen: CellSet<W>, alive: CellSet<W>) -> NodeOutcome<W> {
        if let Err(set) = dual_bound.ascend(&self.unhit, chosen, alive) {
            return NodeOutcome::Dead(set);
        }
        let bound = dual_bound.bound(chosen, alive);
        if bound.exceeds(self.budget) { NodeOutcome::Above(dual_bound) } else { NodeOutcome::Open(dual_bound, bound) }
    }

    /// The children that the weights of their parent do not close.
    fn children(
        &mut self,
        node: &Node<W>,
        mut alive: CellSet<W>,
        cut: Cut<W>,
        dual_bound: &DualBound<W>,
        y: &[f64],
        generators: &[CellPermutation],
    ) -> Vec<Node<W>> {
        let cells = match cut {
            Cut::Cells(set) => by_value(set, y),
            Cut::Cell(cell) => vec![cell],
        };
        let branch = match cut {
            Cut::Cells(set) => self.pool.unhit(node.chosen).find(|whole| *whole & alive == set),
            Cut::Cell(_) => None,
        };
        let mut children = Vec::new();
        for cell in cells {
            // A symmetry may have taken it along.
            if !alive.contains(cell) {
                continue;
            }
            let orbit = node.group.as_ref().map_or(CellSet::only(cell), |group| group.orbit(cell));
            self.counters.prunes.symmetry += (orbit & alive).len() as u64 - 1;
            alive.remove(cell);
            let below =
                node.group.as_ref().map(|group| group.cell_stabilizer(cell)).filter(|group| !group.is_trivial());
            let mut after = dual_bound.clone();
            after.release(cell);
            self.log_child(cell);
            self.child(&mut children, node.chosen | CellSet::only(cell), alive, after, below.map(Arc::new));
            self.log_orbit(orbit, alive, generators);
            alive -= orbit;
        }
        match (cut, branch) {
            // In a certificate, this is not another node, but the rest of this one.
            (Cut::Cell(_), _) => {
                self.child(&mut children, node.chosen, alive, dual_bound.clone(), node.group.clone());
            }
            (Cut::Cells(_), Some(set)) => self.log_dead(set),
            (Cut::Cells(_), None) => self.abandon_log(),
        }
        children
    }

    fn child(
        &mut self,
        children: &mut Vec<Node<W>>,
        chosen: CellSet<W>,
        alive: CellSet<W>,
        dual_bound: DualBound<W>,
        group: Option<Arc<Group>>,
    ) {
        // A sum in a certificate is one over the live cells.
        let mut alive = if self.is_logging() { alive - self.master.exhausted(chosen) } else { alive };
        if self.propagate_child(chosen, &mut alive) {
            return;
        }
        match self.bounded(dual_bound, chosen, alive) {
            NodeOutcome::Open(dual_bound, bound) => {
                // The node's own LP fixes as much: a certificate does without what its parent's would.
                let dead = if self.options.fixing && !self.is_logging() {
                    dual_bound.fixed_out(bound, alive, self.budget)
                } else {
                    CellSet::EMPTY
                };
                self.log_hole();
                children.push(Node { chosen, alive: alive - dead, bound, group });
            }
            closed => {
                self.counters.prunes.dual += 1;
                self.log_closed(&closed, chosen, alive);
            }
        }
    }

    /// The set whose children the LP likes least; `set` if it likes none less than another.
    fn strongest(
        &mut self,
        set: CellSet<W>,
        chosen: CellSet<W>,
        alive: CellSet<W>,
        region: CellSet<W>,
        y: &[f64],
    ) -> CellSet<W> {
        let mut best = (f64::INFINITY, set);
        for set in candidates(&self.unhit, chosen, alive, region) {
            let (mut open, mut work) = (alive, 0.0);
            for cell in by_value(set, y) {
                open.remove(cell);
                let with = chosen | CellSet::only(cell);
                self.master.lp.fix(with, self.problem.cells() - open - with);
                let _ = self.solve();
                // A tree grows by about this factor with each clue that is missing to its bound.
                if let NodeOutcome::Open(_, bound) = self.certify(with, open) {
                    work += 4f64.powf((self.budget as f64 - bound.as_f64()).min(MOST_MISSING));
                }
            }
            if work < best.0 {
                best = (work, set);
            }
        }
        best.1
    }

    /// Every known set is hit: finds one that is not, or the answer.
    fn uncovered(&mut self, chosen: CellSet<W>, alive: CellSet<W>, left: usize) -> Result<(), Interrupted<W>> {
        // A second solution that keeps all free cells closes the node, whatever would be chosen.
        if left > 0 && self.ask(chosen | alive, alive).map_err(Interrupted::Limit)?.is_some() {
            return Ok(());
        }
        match self.ask(chosen, CellSet::EMPTY).map_err(Interrupted::Limit)? {
            Some(_) => Ok(()),
            None => Err(Interrupted::Found(chosen)),
        }
    }

    /// One clue left: it must be in every unhit set.
    fn last(&mut self, chosen: CellSet<W>, alive: CellSet<W>) -> Result<(), Interrupted<W>> {
        let mut common = alive & self.pool.common(chosen);
        while let Some(cell) = common.first() {
            common.remove(cell);
            let with = chosen | CellSet::only(cell);
            match self.ask(with, CellSet::EMPTY).map_err(Interrupted::Limit)? {
                Some(set) => common &= set,
                None => return Err(Interrupted::Found(with)),
            }
        }
        self.counters.prunes.oracle += 1;
        self.log_last(chosen, alive);
        Ok(())
    }

    /// Reports a new case to the other search.
    pub(super) fn begin_leaves(&mut self, caps: &[AtMost<W>]) {
        self.leaf_from = LEAF_FROM;
        if self.options.leaf != LeafMode::Lp
            && let Some(leaf) = &mut self.hooks.leaf
        {
            let max_nodes = match self.options.leaf {
                _ if self.recorder.is_some() => TOLD_LEAF_NODES,
                LeafMode::Auto => LEAF_NODES,
                LeafMode::Lp | LeafMode::Below(_) => u64::MAX,
            };
            leaf.begin(self.budget, caps, max_nodes);
        }
    }

    /// Is this subtree one for the other search?
    fn hands_over(&self, n_chosen: usize, left: usize) -> bool {
        self.hooks.leaf.is_some()
            && match self.options.leaf {
                LeafMode::Lp => false,
                LeafMode::Below(max) => left <= max,
                LeafMode::Auto => n_chosen >= self.leaf_from,
            }
    }

    /// Hands a subtree to the other search; true if that closed it.
    fn leaf(&mut self, chosen: CellSet<W>, alive: CellSet<W>) -> Result<bool, Interrupted<W>> {
        let Some(leaf) = &mut self.hooks.leaf else { return Ok(false) };
        let (end, n_nodes, script) = if let Some(recorder) = &mut self.recorder {
            let proved = leaf.prove_subtree(chosen, alive, &mut recorder.numbers);
            let Some(Proved { answer, n_nodes, script }) = proved else { return Ok(false) };
            (answer, n_nodes, Some(script))
        } else {
            let (end, n_nodes) = leaf.subtree(chosen, alive);
            (end, n_nodes, None)
        };
        self.counters.n_leaves += 1;
        self.counters.n_leaf_nodes += n_nodes;
        match end {
            LeafEnd::Empty => {
                if let (Some(recorder), Some(script)) = (&mut self.recorder, script) {
                    recorder.replace(script);
                }
                Ok(true)
            }
            LeafEnd::Spent => {
                // Too much: others like it are cut further first.
                self.leaf_from = self.leaf_from.max(chosen.len() + 1);
                Ok(false)
            }
            LeafEnd::Found(clues) => Err(Interrupted::Found(clues)),
            LeafEnd::Limit(stop) => Err(Interrupted::Limit(stop)),
        }
    }
}
