//! The walk of `ProcessTuple` (lin-wu-2013, section 2.2.2; `AddClues` in mcguire-2012, section 5.3.1): choose a set
//! that is not hit, and try each of its cells; the cells tried before are dead, so every hitting set is visited once.

use crate::base::{CellSet, Pace, SetBits, stable_sort_by_key};

use super::rules::{Node, Rule, Step};
use super::vectors::Vectors;
use super::{Interrupted, Visit};
use super::{LevelTally, Tally};

pub(super) struct Walk<'a, 'v, const W: usize, const S: usize> {
    pub(super) vectors: Vectors<W, S>,
    pub(super) rule: &'a mut dyn Rule<W, S>,
    pub(super) n_clues: usize,
    /// Close a node that has fewer cells alive than clues left? The papers do not, and look for few clues only; where
    /// more than half of the cells are wanted, it is what ends the search.
    pub(super) counts_cells: bool,
    /// With this many clues left, sort the sets that are left by the cells that are alive.
    pub(super) resort: Option<usize>,
    pub(super) pace: Pace,
    pub(super) tally: &'a mut Tally,
    /// Is called with every candidate: cells of the wanted number that hit all tracked sets but for those that may stay
    /// unhit.
    pub(super) visit: &'a mut Visit<'v, W>,
}

impl<const W: usize, const S: usize> Walk<'_, '_, W, S> {
    /// Everything below a node.
    pub(super) fn node(&mut self, mut node: Node<W, S>) -> Result<(), Interrupted> {
        let level = self.n_clues - node.left;
        self.tally.enter(level);
        if let Some(stop) = self.pace.step(self.tally.n_nodes) {
            return Err(Interrupted::Limit(stop));
        }
        if node.left == 0 {
            return self.complete(&node);
        }
        if self.resort == Some(node.left) && !node.active.is_empty() && node.spare == 0 {
            return self.resorted(node);
        }
        self.expand(&mut node)
    }

    fn expand(&mut self, node: &mut Node<W, S>) -> Result<(), Interrupted> {
        let (level, spare) = (self.n_clues - node.left, node.spare);
        let mut again = LevelTally::default();
        loop {
            if node.active.is_empty() {
                return self.fill(*node);
            }
            // A node counts once, however many sets it leaves unhit.
            let tally = if node.spare == spare { &mut self.tally.levels[level] } else { &mut again };
            let (slot, cells) = match self.rule.step(&self.vectors, node, tally) {
                Step::Close => return Ok(()),
                Step::Branch(slot, cells) => (slot, cells),
            };
            for cell in cells & node.alive {
                node.alive.remove(cell);
                if self.counts_cells && node.alive.len() + 1 < node.left {
                    return Ok(());
                }
                let chosen = node.chosen | CellSet::only(cell);
                let active = node.active - self.vectors.hits(cell);
                self.child(Node { chosen, active, left: node.left - 1, ..*node })?;
            }
            if node.spare == 0 {
                return Ok(());
            }
            // What is left to look for does not hit this set.
            node.spare -= 1;
            node.alive -= self.vectors.set(slot);
            node.active.remove(slot);
        }
    }

    /// Half of all nodes have no clue left; they take no call.
    #[inline]
    fn child(&mut self, child: Node<W, S>) -> Result<(), Interrupted> {
        if child.left > 0 {
            return self.node(child);
        }
        self.tally.enter(self.n_clues);
        match self.pace.step(self.tally.n_nodes) {
            Some(stop) => Err(Interrupted::Limit(stop)),
            None => self.complete(&child),
        }
    }

    #[inline]
    fn complete(&mut self, node: &Node<W, S>) -> Result<(), Interrupted> {
        if !node.active.is_empty() && (node.spare == 0 || node.active.len() > node.spare) {
            return Ok(());
        }
        self.tally.n_candidates += 1;
        (self.visit)(node.chosen)
    }

    /// All sets are hit: every cell that is alive will do.
    fn fill(&mut self, mut node: Node<W, S>) -> Result<(), Interrupted> {
        while node.alive.len() >= node.left
            && let Some(cell) = node.alive.first()
        {
            node.alive.remove(cell);
            self.child(Node { chosen: node.chosen | CellSet::only(cell), left: node.left - 1, ..node })?;
        }
        Ok(())
    }

    /// Goes on with the sets that are not hit, without their dead cells, smallest first.
    fn resorted(&mut self, node: Node<W, S>) -> Result<(), Interrupted> {
        let mut sets: Vec<CellSet<W>> = node.active.iter().map(|slot| self.vectors.set(slot) & node.alive).collect();
        if sets.iter().any(CellSet::is_empty) {
            return Ok(());
        }
        smallest_first(&mut sets);
        self.tally.n_rebuilds += 1;
        let active = SetBits::first_n(sets.len());
        let before = std::mem::replace(&mut self.vectors, Vectors::new(sets));
        let end = self.expand(&mut Node { active, ..node });
        self.vectors = before;
        end
    }
}

fn smallest_first<const W: usize>(sets: &mut [CellSet<W>]) {
    stable_sort_by_key(sets, CellSet::len);
}
