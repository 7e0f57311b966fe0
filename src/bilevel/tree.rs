//! One node of a tree: close it, or cut it into children.
//!
//! A node is closed by an exact bound (see `certificate`), by an unhit set without a free cell, by the follower, or by
//! another search. The LP only proposes weights and a point: if it fails, the node is cut into children.

use std::rc::Rc;

use crate::base::{CellPermutation, CellSet, Group, Index};
use crate::hitting::{Cap, LeafEnd, Told};
use crate::ilp::LpStatus;

use super::branching::{Branching, Cut, by_value, candidates, most_fractional, smallest};
use super::certificate::Certificate;
use super::driver::{Driver, Halt};
use super::open::Node;
use super::options::LeafMode;
use super::rows::Row;
use super::tell::Outcome;

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
/// ... or after so many that are written down.
const TOLD_LEAF_NODES: u64 = 2_000_000;

impl<const W: usize> Driver<'_, W> {
    /// Visits a node: its children, or none if it is closed. Sets inside `region` are branched on first.
    pub(super) fn visit(&mut self, node: &Node<W>, region: CellSet<W>) -> Result<Vec<Node<W>>, Halt<W>> {
        let Node { chosen, mut alive, bound, .. } = *node;
        self.counters.enter(chosen.len());
        self.tell_node();
        if bound.exceeds(self.budget) || chosen.len() > self.budget || self.master.breaks_cap(chosen) {
            self.counters.prunes.dual += 1;
            // Neither comes in a budget that is walked from its root.
            self.tell_nothing();
            return Ok(Vec::new());
        }
        let left = self.budget - chosen.len();
        alive -= self.master.exhausted(chosen) | chosen;
        while self.pool.is_hit_by(chosen) {
            self.uncovered(chosen, alive, left)?;
        }
        match left {
            0 => {
                self.tell_unhit(chosen, CellSet::EMPTY);
                return Ok(Vec::new());
            }
            1 => return self.last(chosen, alive).map(|()| Vec::new()),
            _ if self.hands_over(chosen.len(), left) && self.leaf(chosen, alive)? => return Ok(Vec::new()),
            _ => {}
        }
        let generators = self.told_symmetries(node);
        let Some(certificate) = self.relax(chosen, &mut alive, &generators)? else {
            self.counters.prunes.dual += 1;
            return Ok(Vec::new());
        };
        let set = smallest(self.pool.sets(), chosen, alive, region).unwrap_or(CellSet::EMPTY);
        if set.is_empty() {
            self.counters.prunes.dead_set += 1;
            self.tell_unhit(chosen, alive);
            return Ok(Vec::new());
        }
        let y = self.master.y().to_vec();
        let cut = match self.options.branching {
            Branching::Fractional => most_fractional(&y, alive, INTEGRAL).map_or(Cut::Cells(set), Cut::Cell),
            Branching::Strong if chosen.len() < STRONG_LEVELS => Cut::Cells(self.strongest(chosen, alive, region, &y)),
            Branching::Set | Branching::Strong => Cut::Cells(set),
        };
        Ok(self.children(node, alive, cut, &certificate, &y, &generators))
    }

    /// Solves the LP of a node with separation, and takes the cells from `alive` that its reduced costs rule out. `None` if
    /// that closes the node.
    fn relax(
        &mut self,
        chosen: CellSet<W>,
        alive: &mut CellSet<W>,
        generators: &[CellPermutation],
    ) -> Result<Option<Certificate<W>>, Halt<W>> {
        let mut round = 0;
        loop {
            self.master.fix(chosen, self.problem.cells() - *alive - chosen);
            let status = self.solve();
            let (certificate, bound) = match self.certify(chosen, *alive) {
                Outcome::Open(certificate, bound) => (certificate, bound),
                closed => {
                    self.tell_closed(&closed, chosen, *alive);
                    return Ok(None);
                }
            };
            if self.options.fixing {
                // These cells have value 0, so the point of the LP stays what it is.
                let dead = certificate.fixed_out(bound, *alive, self.budget);
                *alive -= self.tell_fixed(&certificate, dead, chosen, *alive, generators);
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

    /// What the last LP and the sets of the pool prove of a node.
    fn certify(&self, chosen: CellSet<W>, alive: CellSet<W>) -> Outcome<W> {
        let mut certificate = self.master.certificate();
        chosen.iter().for_each(|cell| certificate.release(cell));
        self.bounded(certificate, chosen, alive)
    }

    fn bounded(&self, mut certificate: Certificate<W>, chosen: CellSet<W>, alive: CellSet<W>) -> Outcome<W> {
        if let Err(set) = certificate.ascend(self.pool.sets(), chosen, alive) {
            return Outcome::Dead(set);
        }
        let bound = certificate.bound(chosen, alive);
        if bound.exceeds(self.budget) { Outcome::Above(certificate) } else { Outcome::Open(certificate, bound) }
    }

    /// The children that the weights of their parent do not close.
    fn children(
        &mut self,
        node: &Node<W>,
        mut alive: CellSet<W>,
        cut: Cut<W>,
        certificate: &Certificate<W>,
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
                node.group.as_ref().map(|group| group.cell_stabiliser(cell)).filter(|group| !group.is_trivial());
            let mut after = certificate.clone();
            after.release(cell);
            self.tell_child(cell);
            self.child(&mut children, node.chosen | CellSet::only(cell), alive, after, below.map(Rc::new));
            self.tell_orbit(orbit, alive, generators);
            alive -= orbit;
        }
        match (cut, branch) {
            // In a certificate, this is not another node, but the rest of this one.
            (Cut::Cell(_), _) => {
                self.child(&mut children, node.chosen, alive, certificate.clone(), node.group.clone());
            }
            (Cut::Cells(_), Some(set)) => self.tell_dead(set),
            (Cut::Cells(_), None) => self.tell_nothing(),
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
        // A sum in a certificate is one over the live cells.
        let alive = if self.tells() { alive - self.master.exhausted(chosen) } else { alive };
        match self.bounded(certificate, chosen, alive) {
            Outcome::Open(certificate, bound) => {
                // The node's own LP fixes as much: a certificate does without what its parent's would.
                let dead = if self.options.fixing && !self.tells() {
                    certificate.fixed_out(bound, alive, self.budget)
                } else {
                    CellSet::EMPTY
                };
                self.tell_hole();
                children.push(Node { chosen, alive: alive - dead, bound, group });
            }
            closed => {
                self.counters.prunes.dual += 1;
                self.tell_closed(&closed, chosen, alive);
            }
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
                if let Outcome::Open(_, bound) = self.certify(with, open) {
                    work += 4f64.powf(self.budget as f64 - bound.as_f64());
                }
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
        self.tell_last(chosen, alive);
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
            let most_nodes = match self.options.leaf {
                _ if self.recorder.is_some() => TOLD_LEAF_NODES,
                LeafMode::Auto => LEAF_NODES,
                LeafMode::Lp | LeafMode::Below(_) => u64::MAX,
            };
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
        let (end, n_nodes, script) = if self.recorder.is_some() {
            let Some(Told { answer, n_nodes, script }) = leaf.told_subtree(chosen, alive) else { return Ok(false) };
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
            LeafEnd::Found(clues) => Err(Halt::Found(clues)),
            LeafEnd::Limit(stop) => Err(Halt::Limit(stop)),
        }
    }
}
