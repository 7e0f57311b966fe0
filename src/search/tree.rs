//! The tree: is there a valid puzzle with at most K clues?
//!
//! Branch on an unhit set with the fewest alive cells; a cell that was tried is dead in the branches after it, so that no
//! clue set is met twice (mcguire-2012, section 5.3.1). Two dual bounds prune: one over all sets with all clues left, one
//! over the sets inside a region with the clues that the region may still take. Where every known set is hit, the oracle
//! is asked, and a failed check yields a new set that joins the subtree at once.

use crate::base::{Cell, CellSet, Index, Limits, Pace, Stop};
use crate::hitting::{Block, Cap, Dual, Slots, UNIT};
use crate::problem::{ClueProblem, Counters, Minimum, Observer};
use crate::unavoidable::unhit_set;

use super::pool::Pool;

/// A question to the tree.
#[derive(Clone, Debug)]
pub(super) struct Question<const W: usize> {
    /// At most so many clues.
    pub(super) most: usize,
    /// The cells that may be chosen.
    pub(super) cells: CellSet<W>,
    /// Caps that every answer must keep. The first one is the region that is searched first.
    pub(super) caps: Vec<Cap<W>>,
    /// Ask only for a hitting set of the known sets inside `cells`, not for a valid puzzle.
    pub(super) relaxed: bool,
    /// Give up once the search has visited so many nodes in all.
    pub(super) until: u64,
}

/// Why the tree was left before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt<const W: usize> {
    /// The answer is yes.
    Found(CellSet<W>),
    Limit(Stop),
    /// The question's own number of nodes was spent.
    Spent,
}

/// Levels whose nodes build a block of their own. Below, the blocks are inherited.
const REBUILD_DEPTH: usize = 3;
/// From so few clues left on, looking at the unhit sets is cheaper than the duals.
const NO_DUAL: usize = 2;
/// Unhit sets that are compared for branching.
const LOOK: usize = 64;
/// Rounds of halving and raising at the root of a block.
const ROUNDS: usize = 12;

/// The observer hears of the work once in so many nodes.
const TELL: u64 = 1 << 18;

#[derive(Clone, Debug)]
struct Frame {
    unhit: Slots,
    total: Dual,
    inner: Dual,
}

/// What the nodes of one block share.
struct Subtree<const W: usize> {
    block: Block<W>,
    /// Sets that found no slot.
    rest: Vec<CellSet<W>>,
    /// The slots inside the first cap's region.
    inner: Slots,
    /// Number of clues at its root.
    root: usize,
}

/// The search for one problem.
pub(super) struct Tree<'a, const W: usize, P: ClueProblem<W>> {
    problem: &'a P,
    pub(super) oracle: P::Oracle,
    pub(super) pool: Pool<W>,
    pub(super) counters: Counters,
    /// Proven: no valid puzzle has fewer clues.
    pub(super) lower: usize,
    best: Option<CellSet<W>>,
    observer: &'a mut dyn Observer<W>,
    limits: Limits,
    pace: Pace,
    /// The oracle's guesses are no nodes.
    oracle_pace: Pace,
    frames: Vec<Frame>,
    n_cells: usize,
    question: Question<W>,
}

impl<'a, const W: usize, P: ClueProblem<W>> Tree<'a, W, P> {
    pub(super) fn new(
        problem: &'a P,
        pool: Pool<W>,
        limits: &Limits,
        pace: u32,
        observer: &'a mut dyn Observer<W>,
    ) -> Self {
        let cells = problem.cells();
        let n_cells = cells.iter().last().map_or(0, |c| c.get() + 1);
        let dual = Dual::new(n_cells);
        let frame = Frame { unhit: Slots::EMPTY, total: dual.clone(), inner: dual };
        let question = Question { most: 0, cells, caps: Vec::new(), relaxed: true, until: 0 };
        let frames = vec![frame; n_cells + 1];
        Self {
            problem,
            oracle: problem.oracle(),
            pool,
            counters: Counters::default(),
            lower: 0,
            best: Some(cells),
            observer,
            limits: limits.clone(),
            pace: limits.pace(pace),
            oracle_pace: limits.clone().without_nodes().pace(pace),
            frames,
            n_cells,
            question,
        }
    }

    /// The best puzzle known.
    pub(super) fn best(&self) -> Option<CellSet<W>> {
        self.best
    }

    /// A valid puzzle was found.
    pub(super) fn improve(&mut self, clues: CellSet<W>) {
        if self.best.is_none_or(|best| clues.len() < best.len()) {
            self.best = Some(clues);
            self.tell();
        }
    }

    /// No valid puzzle has fewer than `lower` clues.
    pub(super) fn raise(&mut self, lower: usize) {
        self.lower = lower;
        self.tell();
        let (pool, nodes) = (self.pool.len(), self.counters.n_nodes);
        self.observer.log(&|| format!("at least {lower} clues after {nodes} nodes, {pool} sets"));
    }

    /// What is known, when the search ends.
    pub(super) fn outcome(mut self, stop: Option<Stop>) -> Minimum<W> {
        self.count_sets();
        Minimum { lower_bound: self.lower, clues: self.best, stop, counters: self.counters }
    }

    fn count_sets(&mut self) {
        self.counters.n_sets = self.pool.len() as u64;
        self.counters.n_learned = self.pool.n_learned;
    }

    fn tell(&mut self) {
        self.count_sets();
        self.observer.bounds(self.lower, self.best.as_ref(), &self.counters);
    }

    /// Ends work of long steps that are no nodes.
    pub(super) fn check_limits(&self) -> Result<(), Stop> {
        self.limits.reached(self.counters.n_nodes).map_or(Ok(()), Err)
    }

    /// A first lower bound: the packing bound of all known sets.
    pub(super) fn raise_to_packing(&mut self) {
        let cells = self.problem.cells();
        if let Some((block, _)) = Block::new(self.pool.unhit(CellSet::EMPTY), cells, self.n_cells) {
            let mut dual = Dual::new(self.n_cells);
            if improve(&mut dual, &block, &block.all(), cells).is_some() {
                self.raise(dual.sum().div_ceil(UNIT) as usize);
            }
        }
    }

    /// Do these clues leave the target as the only solution? If not, a set that proves it joins the pool.
    pub(super) fn is_valid(&mut self, clues: CellSet<W>) -> Result<bool, Stop> {
        if !self.pool.is_hit_by(clues) {
            return Ok(false);
        }
        self.counters.n_checks += 1;
        match self.second(clues, CellSet::EMPTY) {
            Ok(set) => Ok(set.is_none()),
            Err(Halt::Limit(stop)) => Err(stop),
            Err(Halt::Found(_) | Halt::Spent) => unreachable!("only nodes end so"),
        }
    }

    /// Walks the whole tree of `question`: `Ok(())` is the proof that the answer is no.
    pub(super) fn ask(&mut self, question: Question<W>) -> Result<(), Halt<W>> {
        let alive = question.cells;
        self.question = question;
        let dead = self.exhausted(CellSet::EMPTY);
        self.subtree(CellSet::EMPTY, alive - dead)
    }

    /// The cells that a full cap forbids.
    fn exhausted(&self, chosen: CellSet<W>) -> CellSet<W> {
        let full = self.question.caps.iter().filter(|cap| (cap.region & chosen).len() >= cap.most);
        full.fold(CellSet::EMPTY, |dead, cap| dead | cap.region)
    }

    /// A node that builds its own block.
    fn subtree(&mut self, chosen: CellSet<W>, alive: CellSet<W>) -> Result<(), Halt<W>> {
        self.check_limits().map_err(Halt::Limit)?;
        let cells = self.question.cells;
        let relaxed = self.question.relaxed;
        let unhit = self.pool.unhit(chosen).filter(|set| !relaxed || set.is_subset(&cells));
        let Some((block, rest)) = Block::new(unhit, alive, self.n_cells) else { return Ok(()) };
        let inner = self.question.caps.first().map_or(Slots::EMPTY, |cap| block.inside(&cap.region));
        let root = chosen.len();
        let frame = &mut self.frames[root];
        frame.unhit = block.all();
        for (dual, scope) in [(&mut frame.total, frame.unhit), (&mut frame.inner, inner)] {
            dual.clear();
            if improve(dual, &block, &scope, alive).is_none() {
                return Ok(());
            }
        }
        self.node(&mut Subtree { block, rest, inner, root }, chosen, alive)
    }

    /// One node: `frames[|chosen|]` holds its unhit slots and the weights to start from.
    fn node(&mut self, sub: &mut Subtree<W>, chosen: CellSet<W>, mut alive: CellSet<W>) -> Result<(), Halt<W>> {
        self.counters.n_nodes += 1;
        if let Some(stop) = self.pace.step(self.counters.n_nodes) {
            return Err(Halt::Limit(stop));
        }
        if self.counters.n_nodes > self.question.until {
            return Err(Halt::Spent);
        }
        if self.counters.n_nodes.is_multiple_of(TELL) {
            self.tell();
        }
        let depth = chosen.len();
        let left = self.question.most - depth;
        let left_inside = self.question.caps.first().map(|cap| cap.most - (cap.region & chosen).len());
        let mut forced = None;
        loop {
            if self.frames[depth].unhit.is_empty() && forced.is_none() {
                match self.uncovered(sub, chosen, alive, left)? {
                    Some(set) if set.intersects(&alive) && left > 0 => {
                        if self.add(sub, set, depth) {
                            continue;
                        }
                        forced = Some(set & alive);
                    }
                    // Nothing here can hit it, but other branches need it.
                    Some(set) => {
                        self.add(sub, set, depth);
                        return Ok(());
                    }
                    None => return Ok(()),
                }
            }
            if left == 0 {
                return Ok(());
            }
            if left == 1 && forced.is_none() {
                return self.last(sub, chosen, alive);
            }
            if left <= NO_DUAL {
                break;
            }
            let Some(dead) = self.bound(sub, alive, left, left_inside) else { return Ok(()) };
            if dead.is_empty() {
                break;
            }
            alive -= dead;
        }
        let branch = forced.unwrap_or_else(|| self.branching_set(sub, depth, alive));
        self.children(sub, branch, chosen, alive)
    }

    /// Raises the duals: `None` prunes the node, otherwise the cells that cannot be chosen.
    fn bound(
        &mut self,
        sub: &Subtree<W>,
        alive: CellSet<W>,
        left: usize,
        left_inside: Option<usize>,
    ) -> Option<CellSet<W>> {
        let frame = &mut self.frames[self.question.most - left];
        let mut dead = CellSet::EMPTY;
        if let (Some(left), Some(cap)) = (left_inside, self.question.caps.first()) {
            let scope = frame.unhit & sub.inner;
            frame.inner.ascend(&sub.block, &scope, alive).ok()?;
            if frame.inner.sum() > left as u32 * UNIT {
                return None;
            }
            dead |= frame.inner.fixed(alive & cap.region, left);
        }
        frame.total.ascend(&sub.block, &frame.unhit, alive).ok()?;
        if frame.total.sum() > left as u32 * UNIT {
            return None;
        }
        Some(dead | frame.total.fixed(alive, left))
    }

    /// The set to branch on: few alive cells, inside the region as long as it has unhit sets.
    fn branching_set(&self, sub: &Subtree<W>, depth: usize, alive: CellSet<W>) -> CellSet<W> {
        let unhit = self.frames[depth].unhit;
        let inside = unhit & sub.inner;
        let scope = if inside.is_empty() { unhit } else { inside };
        let mut best = (usize::MAX, CellSet::EMPTY);
        for slot in scope.iter().take(LOOK) {
            let cells = sub.block.set(slot) & alive;
            let size = cells.len();
            if size < best.0 {
                best = (size, cells);
                if size <= 1 {
                    break;
                }
            }
        }
        best.1
    }

    fn children(
        &mut self,
        sub: &mut Subtree<W>,
        branch: CellSet<W>,
        chosen: CellSet<W>,
        mut alive: CellSet<W>,
    ) -> Result<(), Halt<W>> {
        let depth = chosen.len();
        let unhit = self.frames[depth].unhit;
        let mut order: Vec<(usize, Cell)> = branch.iter().map(|c| ((*sub.block.hits(c) & unhit).len(), c)).collect();
        order.sort_unstable_by(|a, b| b.cmp(a));
        for (_, cell) in order {
            alive.remove(cell);
            let with = chosen | CellSet::only(cell);
            let alive_there = alive - self.exhausted(with);
            if depth < REBUILD_DEPTH {
                self.subtree(with, alive_there)?;
                continue;
            }
            let (above, below) = self.frames.split_at_mut(depth + 1);
            let (here, there) = (&above[depth], &mut below[0]);
            // Sets that were learned below are in this frame by now.
            let hit = *sub.block.hits(cell) & here.unhit;
            there.unhit = here.unhit - hit;
            if self.question.most - depth - 1 > NO_DUAL {
                there.total.copy_from(&here.total);
                there.total.release(&sub.block, &hit);
                if !self.question.caps.is_empty() {
                    there.inner.copy_from(&here.inner);
                    there.inner.release(&sub.block, &hit);
                }
            }
            self.node(sub, with, alive_there)?;
        }
        Ok(())
    }

    /// One clue left: it must be in every unhit set.
    fn last(&mut self, sub: &mut Subtree<W>, chosen: CellSet<W>, alive: CellSet<W>) -> Result<(), Halt<W>> {
        let depth = chosen.len();
        let mut common = alive;
        loop {
            for slot in self.frames[depth].unhit {
                common &= sub.block.set(slot);
                if common.is_empty() {
                    return Ok(());
                }
            }
            let Some(cell) = common.first() else { return Ok(()) };
            common.remove(cell);
            let with = chosen | CellSet::only(cell);
            if let Some(set) = self.uncovered(sub, with, CellSet::EMPTY, 0)? {
                // It holds neither the clues nor this cell: every other candidate must be in it.
                common &= set;
                self.add(sub, set, depth);
            }
        }
    }

    /// Every slot of the block is hit: finds a set that is not, or the answer.
    fn uncovered(
        &mut self,
        sub: &mut Subtree<W>,
        chosen: CellSet<W>,
        alive: CellSet<W>,
        left: usize,
    ) -> Result<Option<CellSet<W>>, Halt<W>> {
        if let Some(at) = sub.rest.iter().position(|set| !set.intersects(&chosen)) {
            return Ok(Some(sub.rest.swap_remove(at)));
        }
        if self.question.relaxed {
            return Err(Halt::Found(chosen));
        }
        // A second solution that keeps all alive cells closes the node, whatever would be chosen.
        if left > 0
            && let Some(set) = self.second(chosen | alive, alive)?
        {
            return Ok(Some(set));
        }
        self.counters.n_checks += 1;
        self.second(chosen, alive)?.map_or(Err(Halt::Found(chosen)), |set| Ok(Some(set)))
    }

    /// A minimal unavoidable set that the clues do not hit, with few cells of `avoid`; it joins the pool.
    fn second(&mut self, clues: CellSet<W>, avoid: CellSet<W>) -> Result<Option<CellSet<W>>, Halt<W>> {
        let set =
            unhit_set(self.problem, &mut self.oracle, clues, avoid, &mut self.oracle_pace).map_err(Halt::Limit)?;
        if let Some(cells) = set {
            self.pool.learn(cells);
        }
        Ok(set)
    }

    /// Gives a set a slot; false if the block is full. The set is not hit by the clues of this node, so not by those of
    /// any node above it either.
    fn add(&mut self, sub: &mut Subtree<W>, set: CellSet<W>, depth: usize) -> bool {
        let Some(slot) = sub.block.insert(set) else {
            sub.rest.push(set);
            return false;
        };
        if self.question.caps.first().is_some_and(|cap| sub.block.set(slot).is_subset(&cap.region)) {
            sub.inner.insert(slot);
        }
        for frame in &mut self.frames[sub.root..=depth] {
            frame.unhit.insert(slot);
        }
        true
    }
}

/// Raises a dual from zero, and shares its weights out anew a few times; keeps the best. `None` if a set has no cell.
fn improve<const W: usize>(dual: &mut Dual, block: &Block<W>, scope: &Slots, alive: CellSet<W>) -> Option<()> {
    dual.ascend(block, scope, alive).ok()?;
    let mut best = dual.clone();
    for _ in 0..ROUNDS {
        dual.halve(block);
        dual.ascend(block, scope, alive).ok()?;
        if dual.sum() > best.sum() {
            best.copy_from(dual);
        }
    }
    dual.copy_from(&best);
    Some(())
}
