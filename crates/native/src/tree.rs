//! The tree: is there a valid puzzle with at most K clues?
//!
//! Branch on an unhit set with the fewest alive cells; a cell that was tried is dead in the later branches, so no clue
//! set is visited twice (mcguire-2012, section 5.3.1). Two dual bounds prune: one over all sets with all clues left,
//! one over the sets inside a region with the clues that the region may still take. If every known set is hit, the
//! oracle checks the clues, and a failed check gives a new set, which is added to the subtree at once.
//!
//! The first levels are walked once, to divide the question into tasks (see [`Tree::tasks`]); below them, each task
//! builds its own block. When few clues are left for the region, the [`Tail`] takes over.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::base::{Cell, CellSet, Group, Index, Limits, Pace, Stop};
use crate::hitting::{Block, Dual, Pool, Slots, UNIT};
use crate::problem::{ClueProblem, Counters};

use super::Instructions;
use super::question::{Interrupted, Question};
use super::set_learner::SetLearner;
use super::tail::{Job, Layout, Tail};

/// How often the limits are asked, in nodes.
const PACE: u32 = 2048;
/// Levels that are cut into tasks.
const TASK_DEPTH: usize = 3;
/// From so few clues left for the region on, the tail takes over.
const TAIL: usize = 7;
/// From so few clues left on, looking at the unhit sets is cheaper than the duals.
const NO_DUAL: usize = 2;
/// Unhit sets that are compared for branching.
const LOOK: usize = 64;
/// Rounds of halving and raising at the root of a block.
const ROUNDS: usize = 12;

/// A subtree of a question.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<const W: usize> {
    pub(super) chosen: CellSet<W>,
    pub(super) alive: CellSet<W>,
}

/// The state that the threads of one search share while they work.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Nodes of all threads.
    pub(super) n_nodes: AtomicU64,
    /// The first task whose answer ends the search; later ones are of no use.
    pub(super) last_useful: AtomicUsize,
}

#[derive(Clone, Debug)]
struct Frame {
    unhit: Slots,
    total: Dual,
    inner: Dual,
}

/// The state that the nodes of one block share.
struct Subtree<const W: usize> {
    block: Block<W>,
    /// Sets that found no slot.
    rest: Vec<CellSet<W>>,
    /// The slots inside the first cap's region.
    inner: Slots,
    /// Number of clues at its root.
    root: usize,
}

/// How a descent ended, and what it learned.
type Descended<const W: usize> = (Result<(), Interrupted<W>>, Vec<CellSet<W>>);

/// The search of one thread.
pub(super) struct Tree<'a, const W: usize> {
    pub(super) learner: SetLearner<'a, W>,
    pub(super) counters: Counters,
    limits: Limits,
    pace: Pace,
    shared: Arc<Shared>,
    /// Nodes of all threads before this task, and those of this task that they know of.
    nodes_before: u64,
    nodes_told: u64,
    /// The number of the task.
    task: usize,
    instructions: Instructions,
    tail: Option<Tail<W>>,
    frames: Vec<Frame>,
    n_cells: usize,
    question: Arc<Question<W>>,
}

impl<'a, const W: usize> Tree<'a, W> {
    pub(super) fn new(
        problem: &'a dyn ClueProblem<W>,
        pool: Pool<W>,
        limits: &Limits,
        instructions: Instructions,
        shared: Arc<Shared>,
    ) -> Self {
        let cells = problem.cells();
        let n_cells = cells.iter().last().map_or(0, |c| c.get() + 1);
        let dual = Dual::new(n_cells);
        let frame = Frame { unhit: Slots::EMPTY, total: dual.clone(), inner: dual };
        Self {
            learner: SetLearner::new(problem, pool, limits),
            counters: Counters::default(),
            limits: limits.clone(),
            pace: limits.pace(PACE),
            shared,
            nodes_before: 0,
            nodes_told: 0,
            task: 0,
            instructions,
            tail: None,
            frames: vec![frame; n_cells + 1],
            n_cells,
            question: Arc::new(Question::any(0, cells)),
        }
    }

    /// Other limits from now on.
    pub(super) fn limit(&mut self, limits: &Limits) {
        (self.limits, self.pace) = (limits.clone(), limits.pace(PACE));
    }

    /// Forgets all sets but the first `n`.
    pub(super) fn forget_after(&mut self, n: usize) {
        self.learner.pool.truncate(n);
        if let Some(tail) = &mut self.tail {
            tail.forget_after(n);
        }
    }

    /// Takes a question, for all calls that follow.
    pub(super) fn take(&mut self, question: &Arc<Question<W>>) {
        self.question = Arc::clone(question);
        let layout = question.caps.first().and_then(|cap| {
            Layout::new(cap.region, self.learner.problem().cells() - cap.region, self.learner.pool.sets().iter())
        });
        self.tail = layout.map(|layout| Tail::new(layout, self.instructions));
    }

    /// The packing bound of all known sets on the clues beside `given`; `None` if some set cannot be hit.
    pub(super) fn packing_bound(&self, given: CellSet<W>, cells: CellSet<W>) -> Option<usize> {
        let (block, _) = Block::new(self.learner.pool.unhit(given), cells - given, self.n_cells)?;
        let mut dual = Dual::new(self.n_cells);
        improve(&mut dual, &block, &block.all(), cells - given)?;
        Some(dual.sum().div_ceil(UNIT) as usize)
    }

    /// Walks the whole tree of the question: `Ok(())` is the proof that the answer is no.
    pub(super) fn ask(&mut self) -> Result<(), Interrupted<W>> {
        self.begin(0);
        let Question { given, cells, .. } = *self.question;
        self.question.open(given, cells).map_or(Ok(()), |alive| self.subtree(given, alive))
    }

    /// Walks one subtree of the question; `number` is its place among the tasks.
    pub(super) fn run(&mut self, number: usize, task: &Task<W>) -> Result<(), Interrupted<W>> {
        self.begin(number);
        let end = self.subtree(task.chosen, task.alive);
        self.report();
        end
    }

    /// Cuts the question into subtrees that cover it. With a group of symmetries of the question, one of several
    /// subtrees that these map to each other is enough.
    pub(super) fn tasks(&mut self, group: Option<&Group>) -> Result<Vec<Task<W>>, Interrupted<W>> {
        self.begin(0);
        let mut tasks = Vec::new();
        let Question { given, cells, .. } = *self.question;
        if let Some(alive) = self.question.open(given, cells) {
            self.cut(given, alive, TASK_DEPTH, group, &mut tasks)?;
        }
        Ok(tasks)
    }

    fn cut(
        &mut self,
        chosen: CellSet<W>,
        alive: CellSet<W>,
        levels: usize,
        group: Option<&Group>,
        tasks: &mut Vec<Task<W>>,
    ) -> Result<(), Interrupted<W>> {
        self.check_limits().map_err(Interrupted::Limit)?;
        let left = self.question.max - chosen.len();
        let task = Task { chosen, alive };
        if levels == 0 || left <= NO_DUAL {
            tasks.push(task);
            return Ok(());
        }
        let Some(sub) = self.root(chosen, alive) else { return Ok(()) };
        self.counters.enter(chosen.len());
        let mut open = alive;
        loop {
            let Some(dead) = self.bound(&sub, chosen, open, left) else { return Ok(()) };
            if dead.is_empty() {
                break;
            }
            open -= dead;
        }
        if self.frames[chosen.len()].unhit.is_empty() {
            tasks.push(task);
            return Ok(());
        }
        let branch = self.branching_set(&sub, chosen.len(), open);
        for cell in self.ordered(&sub, branch, chosen.len()) {
            // Another cell may have taken it along.
            if !open.contains(cell) {
                continue;
            }
            let with = chosen | CellSet::only(cell);
            let below = group.map(|group| group.cell_stabilizer(cell)).filter(|group| !group.is_trivial());
            let orbit = group.map_or(CellSet::only(cell), |group| group.orbit(cell));
            self.counters.prunes.symmetry += (orbit & open).len() as u64 - 1;
            open.remove(cell);
            if let Some(alive) = self.question.open(with, open) {
                self.cut(with, alive, levels - 1, below.as_ref(), tasks)?;
            }
            open -= orbit;
        }
        Ok(())
    }

    /// Counts from zero for a new piece of work.
    fn begin(&mut self, task: usize) {
        self.task = task;
        self.nodes_told = 0;
        self.counters = Counters::default();
        self.nodes_before = self.shared.n_nodes.load(Ordering::Relaxed);
    }

    /// Ends work of long steps that are not nodes.
    pub(super) fn check_limits(&self) -> Result<(), Stop> {
        self.limits.reached(self.nodes_before + self.counters.n_nodes).map_or(Ok(()), Err)
    }

    /// Informs the other threads, and hears whether this task is still of use.
    fn report(&mut self) -> bool {
        let more = self.counters.n_nodes - self.nodes_told;
        self.nodes_told = self.counters.n_nodes;
        self.shared.n_nodes.fetch_add(more, Ordering::Relaxed);
        self.task <= self.shared.last_useful.load(Ordering::Relaxed)
    }

    /// The block of a subtree with its duals; `None` if some set cannot be hit.
    fn root(&mut self, chosen: CellSet<W>, alive: CellSet<W>) -> Option<Subtree<W>> {
        let Question { cells, relaxed, .. } = *self.question;
        let unhit = self.learner.pool.unhit(chosen).filter(|set| !relaxed || set.is_subset(&cells));
        let Some((block, rest)) = Block::new(unhit, alive, self.n_cells) else {
            self.counters.prunes.dead_set += 1;
            return None;
        };
        let inner = self.question.caps.first().map_or(Slots::EMPTY, |cap| block.inside(&cap.region));
        let root = chosen.len();
        let frame = &mut self.frames[root];
        frame.unhit = block.all();
        for (dual, scope) in [(&mut frame.total, frame.unhit), (&mut frame.inner, inner)] {
            dual.clear();
            improve(dual, &block, &scope, alive)?;
        }
        Some(Subtree { block, rest, inner, root })
    }

    /// A node that builds its own block, unless the tail takes over at once and needs none.
    fn subtree(&mut self, chosen: CellSet<W>, alive: CellSet<W>) -> Result<(), Interrupted<W>> {
        self.check_limits().map_err(Interrupted::Limit)?;
        if let Some(inside) = self.room_for_tail(chosen) {
            self.enter(chosen)?;
            self.load_tail(chosen, alive);
            let (end, _) = self.descend(chosen, alive, inside);
            return end;
        }
        let Some(mut sub) = self.root(chosen, alive) else { return Ok(()) };
        self.load_tail(chosen, alive);
        self.node(&mut sub, chosen, alive)
    }

    fn load_tail(&mut self, chosen: CellSet<W>, alive: CellSet<W>) {
        if let Some(tail) = &mut self.tail {
            tail.load(self.learner.pool.sets(), chosen, alive);
        }
    }

    /// The clues that the region may still take, if they are few enough for the tail to take over.
    fn room_for_tail(&self, chosen: CellSet<W>) -> Option<usize> {
        let cap = self.question.caps.first().filter(|_| self.tail.is_some())?;
        let inside = cap.max - (cap.region & chosen).len();
        (inside <= TAIL).then(|| inside.min(self.question.max - chosen.len()))
    }

    /// Counts a node, and asks whether to go on.
    fn enter(&mut self, chosen: CellSet<W>) -> Result<(), Interrupted<W>> {
        self.counters.enter(chosen.len());
        if let Some(stop) = self.pace.step(self.nodes_before + self.counters.n_nodes) {
            return Err(Interrupted::Limit(stop));
        }
        if self.counters.n_nodes > self.question.until || !self.report() {
            return Err(Interrupted::Spent);
        }
        Ok(())
    }

    /// One node: `frames[|chosen|]` holds its unhit slots and the weights to start from.
    fn node(&mut self, sub: &mut Subtree<W>, chosen: CellSet<W>, mut alive: CellSet<W>) -> Result<(), Interrupted<W>> {
        self.enter(chosen)?;
        if let Some(inside) = self.room_for_tail(chosen) {
            // What the tail learns goes into the block as well.
            let (end, learned) = self.descend(chosen, alive, inside);
            for set in learned {
                self.add(sub, set, chosen.len());
            }
            return end;
        }
        let depth = chosen.len();
        let left = self.question.max - depth;
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
                        self.counters.prunes.oracle += 1;
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
            let Some(dead) = self.bound(sub, chosen, alive, left) else { return Ok(()) };
            if dead.is_empty() {
                break;
            }
            alive -= dead;
            if !self.question.is_reached(chosen, alive) {
                return Ok(());
            }
        }
        let branch = forced.unwrap_or_else(|| self.branching_set(sub, depth, alive));
        self.children(sub, branch, chosen, alive)
    }

    /// Hands a node to the tail; its end, and the sets that were learned there.
    fn descend(&mut self, chosen: CellSet<W>, alive: CellSet<W>, inside: usize) -> Descended<W> {
        let Some(tail) = &mut self.tail else { return (Ok(()), Vec::new()) };
        let job = Job {
            learner: &mut self.learner,
            counters: &mut self.counters,
            pace: &mut self.pace,
            nodes_before: self.nodes_before,
            question: &self.question,
        };
        let end = tail.descend(job, chosen, alive, inside);
        (end, tail.take_fresh())
    }

    /// Raises the duals: `None` prunes the node, otherwise the cells that cannot be chosen.
    fn bound(&mut self, sub: &Subtree<W>, chosen: CellSet<W>, alive: CellSet<W>, left: usize) -> Option<CellSet<W>> {
        let frame = &mut self.frames[chosen.len()];
        let mut dead = CellSet::EMPTY;
        let prunes = &mut self.counters.prunes;
        if let Some(cap) = self.question.caps.first() {
            let left = cap.max - (cap.region & chosen).len();
            let scope = frame.unhit & sub.inner;
            if frame.inner.ascend(&sub.block, &scope, alive).is_err() {
                prunes.dead_set += 1;
                return None;
            }
            if frame.inner.sum() > left as u32 * UNIT {
                prunes.dual += 1;
                return None;
            }
            dead |= frame.inner.fixed(alive & cap.region, left);
        }
        if frame.total.ascend(&sub.block, &frame.unhit, alive).is_err() {
            prunes.dead_set += 1;
            return None;
        }
        if frame.total.sum() > left as u32 * UNIT {
            prunes.dual += 1;
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

    /// Cells that hit many sets first: when they are dead, the later branches are small.
    fn ordered(&self, sub: &Subtree<W>, branch: CellSet<W>, depth: usize) -> Vec<Cell> {
        let unhit = self.frames[depth].unhit;
        most_first(branch.iter().map(|cell| ((*sub.block.hits(cell) & unhit).len(), cell)).collect())
    }

    fn children(
        &mut self,
        sub: &mut Subtree<W>,
        branch: CellSet<W>,
        chosen: CellSet<W>,
        mut alive: CellSet<W>,
    ) -> Result<(), Interrupted<W>> {
        let depth = chosen.len();
        for cell in self.ordered(sub, branch, depth) {
            alive.remove(cell);
            let with = chosen | CellSet::only(cell);
            let Some(alive_there) = self.question.open(with, alive) else { continue };
            let (above, below) = self.frames.split_at_mut(depth + 1);
            let (here, there) = (&above[depth], &mut below[0]);
            // Sets that were learned below are in this frame by now.
            let hit = *sub.block.hits(cell) & here.unhit;
            there.unhit = here.unhit - hit;
            if self.question.max - depth - 1 > NO_DUAL {
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
    fn last(&mut self, sub: &mut Subtree<W>, chosen: CellSet<W>, alive: CellSet<W>) -> Result<(), Interrupted<W>> {
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

    /// Every slot of the block is hit: finds a set that is not, or the answer; `None` if nothing is left to do here.
    fn uncovered(
        &mut self,
        sub: &mut Subtree<W>,
        chosen: CellSet<W>,
        alive: CellSet<W>,
        left: usize,
    ) -> Result<Option<CellSet<W>>, Interrupted<W>> {
        if let Some(at) = sub.rest.iter().position(|set| !set.intersects(&chosen)) {
            return Ok(Some(sub.rest.swap_remove(at)));
        }
        if self.question.relaxed {
            return Err(Interrupted::Found(chosen));
        }
        // A second solution that keeps all alive cells closes the node, whatever would be chosen.
        if left > 0
            && let Some(set) = self.learner.unhit_set(chosen | alive, alive).map_err(Interrupted::Limit)?
        {
            return Ok(Some(set));
        }
        let unhit = self.learner.unhit_set(chosen, CellSet::EMPTY).map_err(Interrupted::Limit)?;
        if unhit.is_none() {
            self.learner.found(self.question.goal, chosen, alive)?;
        }
        Ok(unhit)
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
pub(super) fn improve<const W: usize>(
    dual: &mut Dual,
    block: &Block<W>,
    scope: &Slots,
    alive: CellSet<W>,
) -> Option<()> {
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

/// Cells by a number of each, the largest first.
pub(super) fn most_first(mut cells: Vec<(usize, Cell)>) -> Vec<Cell> {
    cells.sort_unstable_by(|a, b| b.cmp(a));
    cells.into_iter().map(|(_, cell)| cell).collect()
}
