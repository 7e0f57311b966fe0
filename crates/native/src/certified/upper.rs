//! The first levels of a case: a division into subtrees that cover it, by sums with the weights of duals and by
//! symmetries.

use rustc_hash::FxHashMap;

use crate::base::{Cell, CellPermutation, CellSet, Group, Index, Limits, SetId, common_divisor, images_under};
use crate::hitting::{Block, Dual, Slots, UNIT};
use crate::problem::Counters;
use crate::proof::{Numbers, Script, Sum};

use super::super::question::{Goal, Interrupted};
use super::super::set_learner::SetLearner;
use super::super::tree::{Task, improve, most_first};
use super::prover::Subproblem;

/// Levels that are cut into subtrees.
pub(super) const TASK_DEPTH: usize = 3;
/// With so few clues left, a subtree is no longer cut.
const FEW: usize = 2;
/// Unhit sets that are compared for branching.
const LOOK: usize = 64;

/// The upper part of the tree of one case.
pub(super) struct Upper<'u, 'a, const W: usize> {
    pub(super) subproblem: &'u Subproblem<W>,
    pub(super) learner: &'u mut SetLearner<'a, W>,
    pub(super) counters: &'u mut Counters,
    pub(super) numbers: &'u mut Numbers<W>,
    pub(super) limits: &'u Limits,
    pub(super) script: Script<W>,
    /// Subtrees, and where in the script they stand.
    pub(super) tasks: Vec<(usize, Task<W>)>,
    /// Subtrees are not cut off; everything is searched here.
    pub(super) is_whole: bool,
    /// The goal for puzzles that are found.
    pub(super) goal: Goal,
}

/// One node, while its steps are written.
struct Here<const W: usize> {
    chosen: CellSet<W>,
    alive: CellSet<W>,
    /// The cells that were alive at the beginning of the node.
    begin: CellSet<W>,
    left: usize,
}

/// The unhit sets of a node.
struct Unhit<const W: usize> {
    block: Block<W>,
    /// The complete set of each set of effective cells.
    wholes: FxHashMap<CellSet<W>, CellSet<W>>,
}

impl<const W: usize> Upper<'_, '_, W> {
    /// Writes the node down; the symmetries of `group` keep it.
    pub(super) fn node(
        &mut self,
        chosen: CellSet<W>,
        alive: CellSet<W>,
        levels: usize,
        group: Option<&Group>,
    ) -> Result<(), Interrupted<W>> {
        self.limits.reached(self.counters.n_nodes).map_or(Ok(()), |stop| Err(Interrupted::Limit(stop)))?;
        let left = self.subproblem.max - chosen.len();
        if !self.is_whole && (levels == 0 || left <= FEW) {
            self.tasks.push((self.script.len(), Task { chosen, alive: alive - self.exhausted(chosen) }));
            return Ok(());
        }
        self.counters.enter(chosen.len());
        let generators = group.map(Group::orbit_generators).unwrap_or_default();
        let mut here = Here { chosen, alive: alive - self.exhausted(chosen), begin: alive, left };
        let unhit = loop {
            let Some(unhit) = self.unhit(&here) else { return Ok(()) };
            if left > 0 && self.bound(&unhit, &mut here, &generators) {
                return Ok(());
            }
            if !unhit.block.all().is_empty() {
                break unhit;
            }
            if !self.is_whole {
                self.tasks.push((self.script.len(), Task { chosen, alive: here.alive }));
                return Ok(());
            }
            if self.is_puzzle(&here)? {
                self.script.listed();
                return Ok(());
            }
        };
        let branch = self.branching_set(&unhit, here.alive);
        let whole = unhit.wholes[&branch];
        for cell in ordered(&unhit.block, branch & here.alive) {
            // A symmetry may have taken it along.
            if !here.alive.contains(cell) {
                continue;
            }
            let below = group.map(|group| group.cell_stabilizer(cell)).filter(|group| !group.is_trivial());
            here.alive.remove(cell);
            self.script.child(cell);
            self.node(chosen | CellSet::only(cell), here.alive, levels.saturating_sub(1), below.as_ref())?;
            self.close_under(&mut here, &generators);
        }
        let row = self.script.set(whole);
        self.script.dead(row);
        Ok(())
    }

    /// The cells that a full cap forbids.
    fn exhausted(&self, chosen: CellSet<W>) -> CellSet<W> {
        let full = self.subproblem.caps.iter().filter(|cap| (cap.region & chosen).len() >= cap.max);
        let dead = full.fold(CellSet::EMPTY, |dead, cap| dead | cap.region);
        if chosen.len() == self.subproblem.max { self.learner.problem().cells() } else { dead }
    }

    /// Removes the images of what was removed.
    fn close_under(&mut self, here: &mut Here<W>, generators: &[CellPermutation]) {
        if generators.is_empty() {
            return;
        }
        let before = here.alive;
        // What a full cap forbids is not removed by a step, but no less out of question, and so are its images.
        let live = here.begin - self.exhausted(here.chosen);
        let removed = images_under(generators, live - here.alive);
        here.alive -= removed;
        if here.alive != before {
            self.counters.prunes.symmetry += (before - here.alive).len() as u64;
            let numbers: Vec<usize> = generators.iter().map(|p| self.numbers.symmetry(p)).collect();
            self.script.symmetries(&numbers);
        }
    }

    /// The unhit sets by their alive cells; `None` if one has none, which closes the node.
    fn unhit(&mut self, here: &Here<W>) -> Option<Unhit<W>> {
        let alive = here.alive;
        let sets: Vec<CellSet<W>> = self.learner.pool.unhit(here.chosen).collect();
        if let Some(set) = sets.iter().find(|set| !set.intersects(&alive)) {
            self.counters.prunes.dead_set += 1;
            let row = self.script.set(*set);
            self.script.dead(row);
            return None;
        }
        let wholes = sets.iter().rev().map(|set| (*set & alive, *set)).collect();
        let n_cells = self.learner.problem().cells().iter().last().map_or(0, |c| c.get() + 1);
        let (block, _) = Block::new(sets.into_iter(), alive, n_cells)?;
        Some(Unhit { block, wholes })
    }

    /// Sums with the weights of duals, as long as they remove cells; true if one closed the node.
    fn bound(&mut self, unhit: &Unhit<W>, here: &mut Here<W>, generators: &[CellPermutation]) -> bool {
        let n_cells = self.learner.problem().cells().iter().last().map_or(0, |c| c.get() + 1);
        let mut dual = Dual::new(n_cells);
        let inside = self.subproblem.caps.first().map(|cap| (cap.region, cap.max - (cap.region & here.chosen).len()));
        let whole = (unhit.block.all(), here.left, None);
        let scopes = inside.map(|(region, left)| (unhit.block.inside(&region), left, Some(region)));
        for (scope, left, region) in scopes.into_iter().chain([whole]) {
            loop {
                dual.clear();
                if improve(&mut dual, &unhit.block, &scope, here.alive).is_none() {
                    let set = scope.iter().map(|slot| unhit.block.set(slot)).find(|set| !set.intersects(&here.alive));
                    let row = self.script.set(unhit.wholes[&set.unwrap_or(CellSet::EMPTY)]);
                    self.script.dead(row);
                    return true;
                }
                let is_closed = dual.sum() > left as u32 * UNIT;
                let dead = dual.fixed(region.map_or(here.alive, |region| here.alive & region), left);
                if !is_closed && dead.is_empty() {
                    break;
                }
                self.write_sum(unhit, &dual, &scope, region.is_some());
                if is_closed {
                    self.counters.prunes.dual += 1;
                    return true;
                }
                here.alive -= dead;
                self.close_under(here, generators);
            }
        }
        false
    }

    /// The weights of a dual as a sum.
    fn write_sum(&mut self, unhit: &Unhit<W>, dual: &Dual, scope: &Slots, is_inside: bool) {
        let weighted = |slot: &SetId| dual.weight(*slot) > 0;
        let weight = |slot: SetId| u64::from(dual.weight(slot));
        // Common divisors change nothing, and small numbers are short.
        let divisor = scope.iter().filter(weighted).map(weight).fold(u64::from(UNIT), common_divisor);
        let rows: Vec<_> = scope
            .iter()
            .filter(weighted)
            .map(|slot| (self.script.set(unhit.wholes[&unhit.block.set(slot)]), weight(slot) / divisor))
            .collect();
        let unit = u64::from(UNIT) / divisor;
        if unit == 1 {
            let rows: Vec<_> = rows.into_iter().map(|(row, _)| row).collect();
            return self.script.packing(is_inside.then_some(0), &rows);
        }
        let (budget, caps): (u64, &[(usize, u64)]) = if is_inside { (0, &[(0, unit)]) } else { (unit, &[]) };
        self.script.sum(Sum { budget, caps, rows: &rows });
    }

    /// The set to branch on: few alive cells, inside the region as long as it has unhit sets.
    fn branching_set(&self, unhit: &Unhit<W>, alive: CellSet<W>) -> CellSet<W> {
        let inside = self.subproblem.caps.first().map_or(Slots::EMPTY, |cap| unhit.block.inside(&cap.region));
        let scope = if inside.is_empty() { unhit.block.all() } else { inside };
        let sets = scope.iter().take(LOOK).map(|slot| unhit.block.set(slot));
        sets.min_by_key(|set| (*set & alive).len()).unwrap_or(CellSet::EMPTY)
    }

    /// Every known set is hit: learns one that is not, or finds a puzzle, which is reported and may be the end.
    fn is_puzzle(&mut self, here: &Here<W>) -> Result<bool, Interrupted<W>> {
        if !self.subproblem.relaxed {
            let open = here.chosen | here.alive;
            let is_dead = here.left > 0 && self.learner.unhit_set(open, here.alive)?.is_some();
            if is_dead || self.learner.unhit_set(here.chosen, CellSet::EMPTY)?.is_some() {
                return Ok(false);
            }
        }
        self.learner.found(self.goal, here.chosen, here.alive).map(|()| true)
    }
}

/// Cells that hit many sets first: when they are dead, the later branches are small.
fn ordered<const W: usize>(block: &Block<W>, branch: CellSet<W>) -> Vec<Cell> {
    most_first(branch.iter().map(|cell| (block.hits(cell).len(), cell)).collect())
}
