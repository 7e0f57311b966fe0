//! One node of a tree: close it, or cut it into children.
//!
//! A node is closed by an exact bound (see `certificate`), by an unhit set without a free cell, by the follower, or by
//! another search. The LP only proposes weights and a point: if it fails, the node is cut into children.

use std::rc::Rc;

use crate::base::{CellSet, Group, Index};
use crate::hitting::{Cap, LeafEnd};
use crate::ilp::{LpStatus, NodeLp};
use crate::problem::ClueProblem;

use super::branching::{Branching, Cut, by_value, candidates, most_fractional, smallest};
use super::certificate::{Bound, Certificate};
use super::driver::{Driver, Halt};
use super::open::Node;
use super::options::LeafMode;
use super::rows::Row;

/// Rounds of separation at one node.
const ROUNDS: usize = 3;
/// A value counts as integral if it is so close to 0 or 1.
const INTEGRAL: f64 = 1e-6;
/// Levels on which strong branching is worth its LPs; below them, the smallest set is taken.
const STRONG_LEVELS: usize = 5;
/// In automatic mode, subtrees are handed over from so many clues on...
const LEAF_FROM: usize = 3;
/// ... and taken back after so many nodes.
const LEAF_NODES: u64 = 50_000_000;

impl<const W: usize, P: ClueProblem<W>, L: NodeLp> Driver<'_, W, P, L> {
    /// Visits a node: its children, or none if it is closed. Sets inside `region` are branched on first.
    pub(super) fn visit(&mut self, node: &Node<W>, region: CellSet<W>) -> Result<Vec<Node<W>>, Halt<W>> {
        let Node { chosen, mut alive, bound, .. } = *node;
        self.counters.enter(chosen.len());
        if bound.exceeds(self.budget) || chosen.len() > self.budget || self.master.breaks_cap(chosen) {
            self.counters.prunes.dual += 1;
            return Ok(Vec::new());
        }
        let left = self.budget - chosen.len();
        alive -= self.master.exhausted(chosen) | chosen;
        while self.pool.is_hit_by(chosen) {
            self.uncovered(chosen, alive, left)?;
        }
        match left {
            0 => return Ok(Vec::new()),
            1 => return self.last(chosen, alive).map(|()| Vec::new()),
            _ if self.hands_over(chosen.len(), left) && self.leaf(chosen, alive)? => return Ok(Vec::new()),
            _ => {}
        }
        let Some(certificate) = self.relax(chosen, &mut alive)? else {
            self.counters.prunes.dual += 1;
            return Ok(Vec::new());
        };
        let set = smallest(self.pool.sets(), chosen, alive, region).unwrap_or(CellSet::EMPTY);
        if set.is_empty() {
            self.counters.prunes.dead_set += 1;
            return Ok(Vec::new());
        }
        let y = self.master.y().to_vec();
        let cut = match self.options.branching {
            Branching::Fractional => most_fractional(&y, alive, INTEGRAL).map_or(Cut::Cells(set), Cut::Cell),
            Branching::Strong if chosen.len() < STRONG_LEVELS => Cut::Cells(self.strongest(chosen, alive, region, &y)),
            Branching::Set | Branching::Strong => Cut::Cells(set),
        };
        Ok(self.children(node, alive, cut, &certificate, &y))
    }

    /// Solves the LP of a node with separation, and takes the cells from `alive` that its reduced costs rule out. `None` if
    /// that closes the node.
    fn relax(&mut self, chosen: CellSet<W>, alive: &mut CellSet<W>) -> Result<Option<Certificate<W>>, Halt<W>> {
        let mut round = 0;
        loop {
            self.master.fix(chosen, self.problem.cells() - *alive - chosen);
            let status = self.solve();
            let Some((certificate, bound)) = self.certify(chosen, *alive) else { return Ok(None) };
            if self.options.fixing {
                // These cells have value 0, so the point of the LP stays what it is.
                *alive -= certificate.fixed_out(bound, *alive, self.budget);
            }
            round += 1;
            if status != LpStatus::Optimal || round > ROUNDS {
                return Ok(Some(certificate));
            }
            let mut cuts = self.separate();
            if cuts.is_empty() {
                match self.integral().filter(|point| point.len() <= self.budget) {
                    Some(point) => match self.ask(point, CellSet::EMPTY).map_err(Halt::Limit)? {
                        Some(set) => cuts.push(Row::set(set)),
                        None => return Err(Halt::Found(point)),
                    },
                    None => return Ok(Some(certificate)),
                }
            }
            self.master.cut(cuts);
        }
    }

    /// What the last LP and the sets of the pool prove of a node; `None` if that closes it.
    fn certify(&self, chosen: CellSet<W>, alive: CellSet<W>) -> Option<(Certificate<W>, Bound)> {
        let mut certificate = self.master.certificate();
        chosen.iter().for_each(|cell| certificate.release(cell));
        self.bounded(certificate, chosen, alive)
    }

    fn bounded(
        &self,
        mut certificate: Certificate<W>,
        chosen: CellSet<W>,
        alive: CellSet<W>,
    ) -> Option<(Certificate<W>, Bound)> {
        if !certificate.ascend(self.pool.sets(), chosen, alive) {
            return None;
        }
        let bound = certificate.bound(chosen, alive);
        (!bound.exceeds(self.budget)).then_some((certificate, bound))
    }

    /// The children that the weights of their parent do not close.
    fn children(
        &mut self,
        node: &Node<W>,
        mut alive: CellSet<W>,
        cut: Cut<W>,
        certificate: &Certificate<W>,
        y: &[f64],
    ) -> Vec<Node<W>> {
        let cells = match cut {
            Cut::Cells(set) => by_value(set, y),
            Cut::Cell(cell) => vec![cell],
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
                node.group.as_ref().map(|group| group.cell_stabiliser(cell)).filter(|group| !group.is_trivial());
            let mut after = certificate.clone();
            after.release(cell);
            self.child(&mut children, node.chosen | CellSet::only(cell), alive, after, below.map(Rc::new));
            alive -= orbit;
        }
        if let Cut::Cell(_) = cut {
            self.child(&mut children, node.chosen, alive, certificate.clone(), node.group.clone());
        }
        children
    }

    fn child(
        &mut self,
        children: &mut Vec<Node<W>>,
        chosen: CellSet<W>,
        alive: CellSet<W>,
        certificate: Certificate<W>,
        group: Option<Rc<Group>>,
    ) {
        match self.bounded(certificate, chosen, alive) {
            Some((certificate, bound)) => {
                let dead =
                    if self.options.fixing { certificate.fixed_out(bound, alive, self.budget) } else { CellSet::EMPTY };
                children.push(Node { chosen, alive: alive - dead, bound, group });
            }
            None => self.counters.prunes.dual += 1,
        }
    }

    /// The set whose children the LP likes least.
    fn strongest(&mut self, chosen: CellSet<W>, alive: CellSet<W>, region: CellSet<W>, y: &[f64]) -> CellSet<W> {
        let mut best = (f64::INFINITY, CellSet::EMPTY);
        for set in candidates(self.pool.sets(), chosen, alive, region) {
            let (mut open, mut work) = (alive, 0.0);
            for cell in by_value(set, y) {
                open.remove(cell);
                let with = chosen | CellSet::only(cell);
                self.master.fix(with, self.problem.cells() - open - with);
                let _ = self.solve();
                // A tree grows by about this factor with each clue that is missing to its bound.
                work +=
                    self.certify(with, open).map_or(0.0, |(_, bound)| 4f64.powf(self.budget as f64 - bound.as_f64()));
            }
            if work < best.0 {
                best = (work, set);
            }
        }
        best.1
    }

    /// Every known set is hit: finds one that is not, or the answer.
    fn uncovered(&mut self, chosen: CellSet<W>, alive: CellSet<W>, left: usize) -> Result<(), Halt<W>> {
        // A second solution that keeps all free cells closes the node, whatever would be chosen.
        if left > 0 && self.ask(chosen | alive, alive).map_err(Halt::Limit)?.is_some() {
            return Ok(());
        }
        match self.ask(chosen, CellSet::EMPTY).map_err(Halt::Limit)? {
            Some(_) => Ok(()),
            None => Err(Halt::Found(chosen)),
        }
    }

    /// One clue left: it must be in every unhit set.
    fn last(&mut self, chosen: CellSet<W>, alive: CellSet<W>) -> Result<(), Halt<W>> {
        let mut common = alive & self.pool.common(chosen);
        while let Some(cell) = common.first() {
            common.remove(cell);
            let with = chosen | CellSet::only(cell);
            match self.ask(with, CellSet::EMPTY).map_err(Halt::Limit)? {
                Some(set) => common &= set,
                None => return Err(Halt::Found(with)),
            }
        }
        self.counters.prunes.oracle += 1;
        Ok(())
    }

    /// The LP's point, if it is integral.
    fn integral(&self) -> Option<CellSet<W>> {
        let y = self.master.y();
        let mut point = CellSet::EMPTY;
        for cell in self.problem.cells() {
            let value = y[cell.get()];
            if value > 1.0 - INTEGRAL {
                point.insert(cell);
            } else if value > INTEGRAL {
                return None;
            }
        }
        Some(point)
    }

    /// Tells the other search of a new case.
    pub(super) fn begin_leaves(&mut self, caps: &[Cap<W>]) {
        self.leaf_from = LEAF_FROM;
        if self.options.leaf != LeafMode::Lp
            && let Some(leaf) = &mut self.helpers.leaf
        {
            let most_nodes = if self.options.leaf == LeafMode::Auto { LEAF_NODES } else { u64::MAX };
            leaf.begin(self.budget, caps, most_nodes);
        }
    }

    /// Is this subtree one for the other search?
    fn hands_over(&self, n_chosen: usize, left: usize) -> bool {
        self.helpers.leaf.is_some()
            && match self.options.leaf {
                LeafMode::Lp => false,
                LeafMode::Below(most) => left <= most,
                LeafMode::Auto => n_chosen >= self.leaf_from,
            }
    }

    /// Hands a subtree to the other search; true if that closed it.
    fn leaf(&mut self, chosen: CellSet<W>, alive: CellSet<W>) -> Result<bool, Halt<W>> {
        let Some(leaf) = &mut self.helpers.leaf else { return Ok(false) };
        let (end, n_nodes) = leaf.subtree(chosen, alive);
        self.counters.n_leaves += 1;
        self.counters.n_leaf_nodes += n_nodes;
        match end {
            LeafEnd::Empty => Ok(true),
            LeafEnd::Spent => {
                // Too much: others like it are cut further first.
                self.leaf_from = self.leaf_from.max(chosen.len() + 1);
                Ok(false)
            }
            LeafEnd::Found(clues) => Err(Halt::Found(clues)),
            LeafEnd::Limit(stop) => Err(Halt::Limit(stop)),
        }
    }
}
