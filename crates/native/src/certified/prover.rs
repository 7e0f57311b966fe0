//! Searches a subtree and writes its proof at the same time.
//!
//! The reasoning is that of the tail, and so are its tables: first the sets inside the region, one bit each, then the
//! last part, whose groups of three cells show how many clues it needs. But a certificate has to name the sets that
//! close a node, so each sum should prove as much as possible. The tail tries every cell as the region's last clue;
//! here, one sum removes all cells that leave too many sets to the last part, and only the others are tried.

use rustc_hash::FxHashMap;

use crate::base::{Cell, CellSet, Index, Limits, Pace, SetBits, SetId, ones, stable_sort_by_key};
use crate::hitting::{AtMost, Pool};
use crate::problem::{ClueProblem, Counters};
use crate::proof::{RowEntry, RowNumber, Script};

use super::super::question::{Goal, Interrupted};
use super::super::set_learner::SetLearner;
use super::super::tail::Layout;
use super::super::tail::layout::closed;
use super::super::tail::table::{Slots, Table};
use super::evidence::Evidence;

/// How often the limits are asked, in nodes.
const PACE: u32 = 2048;
/// No row has been named for this set yet.
const NONE: u32 = u32::MAX;

/// The subproblem of a subtree.
#[derive(Clone, Debug)]
pub(super) struct Subproblem<const W: usize> {
    /// At most this many clues.
    pub(super) max: usize,
    /// The caps in the order of the certificate; the first one is that of the region.
    pub(super) caps: Vec<AtMost<W>>,
    /// Ask only for a hitting set of the known sets.
    pub(super) relaxed: bool,
}

/// Sets inside the region, by their place in [`Prover::masks`].
type Masks = SetBits<4>;

/// The unhit sets at one level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub(super) region: Masks,
    pub(super) mixed: Slots,
}

/// A node of the region's search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) level: usize,
    /// The clues in the region.
    pub(super) chosen: u64,
    /// Cells of the region that may be chosen.
    pub(super) alive: u64,
    /// Cells of the last part that may be chosen.
    pub(super) last: u32,
    /// Clues that the region's cap leaves.
    pub(super) inside: u32,
    /// Clues left in all.
    pub(super) left: u32,
    /// Clues that the last part's cap leaves.
    pub(super) last_left: u32,
}

impl Node {
    /// Clues that the region may still take.
    pub(super) fn room(&self) -> u32 {
        self.inside.min(self.left)
    }
}

/// An unavoidable set as a search sees it: its cells in the region and in the last part, and its number in the pool.
pub(super) type Seen = (u64, u32, u32);

/// The search of one subtree after the other.
pub(super) struct Prover<'a, const W: usize> {
    pub(super) learner: SetLearner<'a, W>,
    pub(super) counters: Counters,
    pub(super) script: Script<W>,
    pace: Pace,
    nodes_before: u64,
    pub(super) subproblem: Subproblem<W>,
    pub(super) layout: Layout<W>,
    /// The number of the cap on the last part.
    pub(super) last_cap: Option<usize>,
    /// Caps on parts of the region.
    region_caps: Vec<(u64, u32)>,
    pub(super) table: Table,
    /// By slot: the number of its set.
    pub(super) slot_sets: Vec<u32>,
    region_sets: Vec<(u64, u32)>,
    /// Sets that found no slot.
    pub(super) overflow: Vec<Seen>,
    last_alive: u32,
    pub(super) last_chosen: u32,
    /// The unhit sets of the region: their cells, and by cell those that it hits.
    pub(super) masks: Vec<(u64, u32)>,
    pub(super) hits: Vec<Masks>,
    /// More such sets than there are bits.
    pub(super) extras: Vec<(u64, u32)>,
    pub(super) levels: Vec<Level>,
    pub(super) arena: Vec<(u32, u32)>,
    /// Sets learned in the descent.
    pub(super) recent: Vec<Seen>,
    /// The sets of the pool, by region and last part.
    splits: Vec<(u64, u32)>,
    /// By set: its row, if it has one in this script.
    rows: Vec<u32>,
    pub(super) triples: FxHashMap<[u32; 3], RowNumber>,
    pub(super) evidence: Evidence,
    picked: Vec<RowNumber>,
}

impl<'a, const W: usize> Prover<'a, W> {
    /// A prover for the subtrees of one case; `None` if the region or the last part has too many cells.
    pub(super) fn new(
        problem: &'a dyn ClueProblem<W>,
        pool: &Pool<W>,
        limits: &Limits,
        subproblem: Subproblem<W>,
        region: CellSet<W>,
    ) -> Option<Self> {
        let last = if subproblem.relaxed { CellSet::EMPTY } else { problem.cells() - region };
        let layout = Layout::new(region, last, pool.sets().iter())?;
        let mut region_caps = Vec::new();
        let mut last_cap = None;
        for (i, cap) in subproblem.caps.iter().enumerate().skip(1) {
            let (inside, outside) = layout.split(&cap.region);
            match outside {
                0 => region_caps.push((inside, cap.max as u32)),
                _ => last_cap = Some(i),
            }
        }
        Some(Self {
            learner: SetLearner::new(problem, pool.clone(), limits),
            counters: Counters::default(),
            script: Script::default(),
            pace: limits.pace(PACE),
            nodes_before: 0,
            last_cap,
            region_caps,
            table: Table::new(layout.n_groups),
            slot_sets: Vec::new(),
            region_sets: Vec::new(),
            overflow: Vec::new(),
            last_alive: 0,
            last_chosen: 0,
            masks: Vec::new(),
            hits: vec![Masks::EMPTY; 64],
            extras: Vec::new(),
            levels: vec![Level { region: Masks::EMPTY, mixed: Slots::EMPTY }; subproblem.max + 2],
            arena: Vec::new(),
            recent: Vec::new(),
            splits: Vec::new(),
            rows: Vec::new(),
            triples: FxHashMap::default(),
            evidence: Evidence::default(),
            picked: Vec::new(),
            layout,
            subproblem,
        })
    }

    /// Searches a subtree: its script is the proof that it holds nothing. `nodes_before` counts for the limits.
    pub(super) fn subtree(
        &mut self,
        chosen: CellSet<W>,
        alive: CellSet<W>,
        nodes_before: u64,
    ) -> Result<(), Interrupted<W>> {
        self.nodes_before = nodes_before;
        self.counters = Counters::default();
        self.script = Script::default();
        self.rows.clear();
        self.triples.clear();
        self.recent.clear();
        let (region_chosen, last_chosen) = self.layout.split(&chosen);
        let (region_alive, last_alive) = self.layout.split(&alive);
        self.last_chosen = last_chosen;
        self.load(chosen, region_alive, last_alive);
        let chosen_in = |cap: &AtMost<W>| (cap.region & chosen).len();
        let left = (self.subproblem.max - chosen.len()) as u32;
        let cap_left = |cap: Option<&AtMost<W>>| cap.map_or(u32::MAX, |cap| (cap.max - chosen_in(cap)) as u32);
        let node = Node {
            level: 0,
            chosen: region_chosen,
            alive: region_alive,
            last: last_alive,
            inside: cap_left(self.subproblem.caps.first()),
            left,
            last_left: cap_left(self.last_cap.map(|i| &self.subproblem.caps[i])),
        };
        self.region(node)
    }

    /// Takes the sets that `chosen` does not hit.
    fn load(&mut self, chosen: CellSet<W>, region_alive: u64, last_alive: u32) {
        self.table.clear();
        self.slot_sets.clear();
        self.slot_sets.resize(self.table.n_slots(), NONE);
        self.region_sets.clear();
        self.overflow.clear();
        self.masks.clear();
        self.extras.clear();
        self.hits.fill(Masks::EMPTY);
        self.last_alive = last_alive;
        let mut mixed: Vec<Seen> = Vec::new();
        let sets = self.learner.pool.sets();
        self.splits.extend(sets[self.splits.len()..].iter().map(|set| self.layout.split(set)));
        for (number, set) in sets.iter().enumerate() {
            if set.intersects(&chosen) {
                continue;
            }
            let (region, last) = self.splits[number];
            let (region, last) = (region & region_alive, last & last_alive);
            match last {
                0 => self.region_sets.push((region, number as u32)),
                _ => mixed.push((region, last, number as u32)),
            }
        }
        order(&mut self.region_sets, &mut mixed);
        let mut level = Level { region: Masks::EMPTY, mixed: Slots::EMPTY };
        for i in 0..self.region_sets.len() {
            let (region, number) = self.region_sets[i];
            if !self.masks.iter().any(|(smaller, _)| smaller & !region == 0)
                && let Some(bit) = self.add_mask(region, number)
            {
                level.region.insert(bit);
            }
        }
        for (region, last, number) in mixed {
            if !self.masks.iter().any(|(smaller, _)| smaller & !region == 0) {
                let slot = self.table.load(region, last);
                self.give(slot, (region, last, number));
            }
        }
        self.table.finish();
        level.mixed = self.table.in_use;
        self.levels[0] = level;
    }

    /// Remembers which set has a slot, if it found one.
    fn give(&mut self, slot: Option<usize>, seen: Seen) {
        match slot {
            Some(slot) => self.slot_sets[slot] = seen.2,
            None => self.overflow.push(seen),
        }
    }

    /// Gives a set of the region a bit; `None` if there is none left.
    fn add_mask(&mut self, region: u64, number: u32) -> Option<SetId> {
        if self.masks.len() == Masks::CAPACITY {
            self.extras.push((region, number));
            return None;
        }
        let bit = SetId::new(self.masks.len());
        self.masks.push((region, number));
        for rank in ones(region) {
            self.hits[rank].insert(bit);
        }
        Some(bit)
    }

    /// A new set, not hit by what is chosen at `level`: all levels above have it as well.
    pub(super) fn learn(&mut self, set: CellSet<W>, level: usize) -> Seen {
        let sets = self.learner.pool.sets();
        let number = sets.iter().rposition(|known| *known == set).unwrap_or_default() as u32;
        let (region, last) = self.layout.split(&set);
        self.recent.push((region, last, number));
        let effective = last & self.last_alive;
        if effective == 0 {
            if let Some(bit) = self.add_mask(region, number) {
                self.levels[..=level].iter_mut().for_each(|above| above.region.insert(bit));
            }
        } else {
            let slot = self.table.insert(region, effective);
            self.give(slot, (region, effective, number));
            if let Some(slot) = slot {
                self.levels[..=level].iter_mut().for_each(|above| above.mixed.insert(slot));
            }
        }
        (region, last, number)
    }

    /// The row of a set.
    #[inline]
    pub(super) fn row(&mut self, number: u32) -> RowNumber {
        let i = number as usize;
        if i >= self.rows.len() {
            self.rows.resize(self.learner.pool.len().max(i + 1), NONE);
        }
        if self.rows[i] == NONE {
            let row = self.script.row(RowEntry::Set(self.learner.pool.sets()[i]));
            self.rows[i] = row.get();
        }
        RowNumber::new(self.rows[i])
    }

    /// Writes the sum of the rows of some sets, against a cap if there is one. `number_of` names the set of a place.
    pub(super) fn sum<P: Copy>(&mut self, cap: Option<usize>, places: &[P], number_of: impl Fn(&Self, P) -> u32) {
        let mut rows = std::mem::take(&mut self.picked);
        rows.clear();
        rows.extend(places.iter().map(|place| self.row(number_of(self, *place))));
        self.script.packing(cap, &rows);
        self.picked = rows;
    }

    /// Counts a node, and asks the limits now and then.
    #[inline]
    pub(super) fn enter(&mut self, left: u32) -> Result<(), Interrupted<W>> {
        self.counters.enter(self.subproblem.max - left as usize);
        self.pace.step(self.nodes_before + self.counters.n_nodes).map_or(Ok(()), |stop| Err(Interrupted::Limit(stop)))
    }

    /// Closes the node by a set that nothing hits.
    #[inline]
    pub(super) fn dead(&mut self, number: u32) {
        let row = self.row(number);
        self.script.dead(row);
    }

    /// The node with one more clue in the region.
    pub(super) fn child(&mut self, node: &Node, rank: usize) -> Result<(), Interrupted<W>> {
        let child = self.step_into(node, rank);
        self.region(child)
    }

    /// Begins the node with one more clue in the region.
    #[inline]
    pub(super) fn step_into(&mut self, node: &Node, rank: usize) -> Node {
        self.script.child(self.cell(rank));
        let (above, below) = self.levels.split_at_mut(node.level + 1);
        let (here, there) = (&above[node.level], &mut below[0]);
        there.region = here.region - self.hits[rank];
        there.mixed.assign_without(&here.mixed, &self.table.hits[rank]);
        let chosen = node.chosen | 1 << rank;
        let inside = if node.inside == u32::MAX { u32::MAX } else { node.inside - 1 };
        let alive = node.alive & !closed(&self.region_caps, chosen) & !(1 << rank);
        Node { level: node.level + 1, chosen, alive, inside, left: node.left - 1, ..*node }
    }

    fn cell(&self, rank: usize) -> Cell {
        self.layout.join(1 << rank, 0).first().unwrap_or(Cell::new(0))
    }

    /// The question is answered: these clues hit everything.
    pub(super) fn found(&mut self, clues: CellSet<W>) -> Result<(), Interrupted<W>> {
        self.learner.found(Goal::First, clues, CellSet::EMPTY)
    }
}

/// The order in which sets are loaded, as in the tail.
fn order(region_sets: &mut [(u64, u32)], mixed: &mut [Seen]) {
    stable_sort_by_key(region_sets, |(region, _)| region.count_ones());
    stable_sort_by_key(mixed, |(region, last, _)| (last.count_ones(), region.count_ones()));
}
