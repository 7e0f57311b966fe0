//! The checker's own search, which closes a node.
//!
//! The node's live cells are in two parts, *first* and *last*. The search chooses cells of the first part until the
//! sets inside it are hit, and then all further cells that are allowed; each choice leaves sets to the last part, which
//! must be too many for the remaining cells there. The search is exhaustive: every set of cells of the node is on one
//! of the branches. The order of the branches only affects the time.

mod last;
mod table;

use crate::bits::Bits;
use crate::work::{Meter, each, step};
use crate::{Reason, require};

use last::LISTED;
pub(crate) use table::MAX_GROUPS;
use table::{General, STRIDE, Slots, Table};

/// Cells of the first and of the last part; more are not taken.
const MAX_FIRST: usize = 64;
const MAX_LAST: usize = 32;
/// Sets inside the first part that have a bit.
const MAX_BITS: usize = 64;
/// Looks that a search takes before its first node: the memory of it is made ready.
const LOOKS_PER_SEARCH: u64 = 1 << 11;
/// Those of a set that is new, of one that was seen before, of one that is sorted in, and of a cap.
const LOOKS_PER_NEW_SET: u64 = 128;
const LOOKS_PER_SET: u64 = 4;
const LOOKS_PER_SORTED_SET: u64 = 32;
const LOOKS_PER_CAP: u64 = 128;
/// Those of a node of the first part, of what it hands to the last part, and of a choice of cells there that hits all.
const LOOKS_PER_NODE: u64 = 32;
const LOOKS_PER_CANDIDATE: u64 = 16;
const LOOKS_PER_FIND: u64 = 128;
/// The entry for no chosen cell, which hits no set.
const NO_CELL: usize = MAX_FIRST;
/// If sets inside the first part have no bit, a node assigns bits again if at most this many unhit sets have one, and
/// enough cells may follow for that to pay.
const BITS_AGAIN: u64 = 48;
const CELLS_AGAIN: u32 = 4;
/// Sets in the arena: those of the table and one more, at each level, and room to write one after them.
const MAX_ARENA: usize = (MAX_LAST + 1) * (3 * MAX_GROUPS + LISTED + 2) + 4;

/// The members of a word.
#[inline(always)]
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        step();
        let one = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (one < 64).then_some(one)
    })
}

/// The question that a node leaves to a search.
pub(crate) struct Question<'q, const W: usize> {
    /// The cells outside which a set says nothing, and those of them that are searched first.
    pub(crate) region: Bits<W>,
    pub(crate) first: Bits<W>,
    /// Groups of three cells of the last part.
    pub(crate) groups: &'q [usize],
    pub(crate) chosen: Bits<W>,
    pub(crate) live: Bits<W>,
    /// The number of further cells that are allowed.
    pub(crate) left: i64,
    /// Cells, and how many more of them there may be.
    pub(crate) caps: Vec<(Bits<W>, i64)>,
}

/// The layout of the cells: each part of a set as a word.
#[derive(Default)]
struct Layout<const W: usize> {
    region: Bits<W>,
    first: Vec<usize>,
    /// Those of the groups first, and the bit that each has in a word.
    last: Vec<usize>,
    places: Vec<usize>,
    n_groups: usize,
}

/// The search, and the memory of it.
pub(crate) struct Search<'s, const W: usize> {
    layout: Layout<W>,
    /// The parts of each set; `None` of those with cells outside the region.
    parts: Vec<Option<(u64, u64)>>,
    inner: Inner,
    /// The other unhit sets: in a table, and those that found no place there.
    table: Table,
    overflow: Vec<(u64, u64)>,
    /// Caps inside the first part.
    caps: Vec<(u64, u32)>,
    last_live: u64,
    last_left: u32,
    /// The general sets that the first part leaves unhit.
    unhit: General,
    /// The unhit sets, by the number of cells chosen.
    levels: Vec<Level>,
    /// Sets of the last part, those of each node after those of the node above: at most as many as the table has, at
    /// each of at most 32 levels, and one that has no place in it.
    arena: Vec<u64>,
    pub(crate) meter: Meter<'s>,
    pub(crate) n_nodes: u64,
    /// The cells of the question that are chosen, and the puzzles that may be found.
    chosen: Bits<W>,
    pub(crate) listed: Vec<Bits<W>>,
}

/// The unhit sets inside the first part.
struct Inner {
    /// Those that have a bit, and, by cell, which of them it hits.
    sets: Vec<u64>,
    hits: [u64; MAX_FIRST],
    /// All others.
    extras: Vec<u64>,
}

impl Default for Inner {
    fn default() -> Self {
        Self { sets: Vec::new(), hits: [0; MAX_FIRST], extras: Vec::new() }
    }
}

impl Inner {
    /// Whether a set with a bit is in this one: who hits that one hits this one.
    fn has_smaller(&self, set: u64) -> bool {
        each(self.sets.iter()).any(|smaller| smaller & !set == 0)
    }

    /// The bits of all of them.
    fn all(&self) -> u64 {
        if self.sets.len() == MAX_BITS { u64::MAX } else { (1 << self.sets.len()) - 1 }
    }
}

#[derive(Clone, Copy)]
struct Level {
    bits: u64,
    slots: Slots,
}

/// A node of the first part.
#[derive(Clone, Copy)]
struct Place {
    level: usize,
    chosen: u64,
    alive: u64,
    /// The number of further cells that are allowed in the first part, and in total.
    inside: u32,
    left: u32,
}

impl<const W: usize> Layout<W> {
    fn is_of(&self, question: &Question<'_, W>) -> bool {
        let first: Bits<W> = self.first.iter().copied().collect();
        self.region == question.region
            && first == question.first
            && self.n_groups * 3 == question.groups.len()
            && self.last.starts_with(question.groups)
    }

    fn new(question: &Question<'_, W>) -> Result<Self, Reason> {
        let &Question { region, first, groups, .. } = question;
        let mut rest = region - first;
        for &cell in groups {
            require!(rest.has(cell), "cell {cell} of a group is not in the last part, or twice in groups");
            rest = rest - Bits::one(cell);
        }
        let last: Vec<usize> = groups.iter().copied().chain(rest.iter()).collect();
        let first: Vec<usize> = first.iter().collect();
        let (n, m) = (first.len(), last.len());
        require!(n <= MAX_FIRST && m <= MAX_LAST, "parts of {n} and {m} cells, above this checker's limits");
        let n_groups = groups.len() / 3;
        // As the table wants it; there are bits for all, since 36 are left of 63.
        let of_groups: Vec<usize> = (0..groups.len()).map(|i| STRIDE * (i / 3) + i % 3).collect();
        let others = (0..63).filter(|bit| !of_groups.contains(bit));
        let places = of_groups.iter().copied().chain(others).take(m).collect();
        Ok(Self { region, first, last, places, n_groups })
    }

    fn parts(&self, cells: Bits<W>) -> (u64, u64) {
        let first = self.first.iter().enumerate().fold(0, |part, (i, &c)| part | u64::from(cells.has(c)) << i);
        let last = self.places.iter().zip(&self.last).fold(0, |part, (&i, &c)| part | u64::from(cells.has(c)) << i);
        (first, last)
    }
}

impl<'s, const W: usize> Search<'s, W> {
    pub(crate) fn new(meter: Meter<'s>) -> Self {
        Self {
            meter,
            layout: Layout::default(),
            parts: Vec::new(),
            inner: Inner::default(),
            table: Table::default(),
            overflow: Vec::new(),
            caps: Vec::new(),
            last_live: 0,
            last_left: 0,
            unhit: Default::default(),
            levels: Vec::new(),
            arena: Vec::new(),
            n_nodes: 0,
            chosen: Bits::default(),
            listed: Vec::new(),
        }
    }

    /// Shows that all sets of cells that `question` stands for and that hit all of `sets` have a listed puzzle in them.
    pub(crate) fn close(
        &mut self,
        question: &Question<'_, W>,
        sets: impl Iterator<Item = Bits<W>>,
    ) -> Result<(), Reason> {
        self.spend(LOOKS_PER_SEARCH + LOOKS_PER_CAP * question.caps.len() as u64)?;
        if !self.layout.is_of(question) {
            self.layout = Layout::new(question)?;
            self.parts.clear();
        }
        let known = self.parts.len();
        let mut n_sets = 0;
        for set in sets {
            if n_sets >= known {
                let is_inside = (set - question.region).is_empty();
                self.parts.push(is_inside.then(|| self.layout.parts(set)));
            }
            n_sets += 1;
        }
        let n_new = (n_sets - known.min(n_sets)) as u64;
        self.spend(LOOKS_PER_NEW_SET * n_new + LOOKS_PER_SET * n_sets as u64)?;
        self.chosen = question.chosen;
        let (chosen, last_chosen) = self.layout.parts(question.chosen);
        let (alive, last_live) = self.layout.parts(question.live);
        self.last_live = last_live;
        if !self.load(n_sets, (chosen, last_chosen), alive)? {
            return Ok(());
        }
        // Neither more cells than there are live ones, nor fewer than none.
        let left = question.left.clamp(0, 64 + 32) as u32;
        let mut inside = left;
        self.last_left = left;
        self.caps.clear();
        for &(cells, max) in &question.caps {
            let ((first, last), max) = (self.layout.parts(cells), max.clamp(0, 64 + 32) as u32);
            if alive & !first == 0 {
                inside = inside.min(max);
            }
            if last_live & !last == 0 {
                self.last_left = self.last_left.min(max);
            }
            self.caps.push((first & alive, max));
        }
        self.caps.retain(|(cells, max)| cells.count_ones() > *max && *max < inside);
        self.caps.sort_unstable();
        self.caps.dedup();
        let place = Place { level: 0, chosen: 0, alive, inside, left };
        if self.levels[0].bits == 0 { self.complete(place) } else { self.first(place) }
    }

    /// Takes the sets that are not hit, by what is live of them; false if of one nothing is.
    fn load(&mut self, n_sets: usize, chosen: (u64, u64), alive: u64) -> Result<bool, Reason> {
        let (mut inner, mut mixed) = (Vec::new(), Vec::new());
        for &(first, last) in each(self.parts[..n_sets].iter()).flatten() {
            if first & chosen.0 == 0 && last & chosen.1 == 0 {
                match (first & alive, last & self.last_live) {
                    (0, 0) => return Ok(false),
                    (first, 0) => inner.push(first),
                    both => mixed.push(both),
                }
            }
        }
        self.spend(LOOKS_PER_SORTED_SET * (inner.len() + mixed.len()) as u64)?;
        mixed.sort_by_key(|(first, last): &(u64, u64)| (last.count_ones(), first.count_ones()));
        self.inner = self.inner(inner)?;
        self.table.clear();
        self.overflow.clear();
        self.arena.resize(MAX_ARENA, 0);
        for (first, last) in mixed {
            self.spend(self.inner.sets.len() as u64 + u64::from(first.count_ones()))?;
            if self.inner.has_smaller(first) {
                continue;
            }
            if !self.table.insert(first, last, self.layout.n_groups) {
                self.overflow.push((first, last));
            }
        }
        self.table.finish();
        self.overflow.sort_unstable_by_key(|&(first, last)| (last.count_ones(), first.count_ones(), last, first));
        self.overflow.dedup();
        let bits = self.inner.all();
        self.levels.clear();
        self.levels.resize(MAX_FIRST + 1, Level { bits, slots: self.table.slots });
        Ok(true)
    }

    /// Gives bits to sets inside the first part, small ones first.
    fn inner(&mut self, mut sets: Vec<u64>) -> Result<Inner, Reason> {
        sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
        sets.dedup();
        let mut inner = Inner::default();
        for set in sets {
            self.spend(LOOKS_PER_SORTED_SET + inner.sets.len() as u64)?;
            if inner.has_smaller(set) {
                continue;
            }
            if inner.sets.len() == MAX_BITS {
                inner.extras.push(set);
                continue;
            }
            ones(set).for_each(|cell| inner.hits[cell] |= 1 << inner.sets.len());
            inner.sets.push(set);
        }
        Ok(inner)
    }

    /// A node of the first part that gives bits anew to the sets that it leaves unhit, by what is alive of them.
    fn again(&mut self, place: Place) -> Result<(), Reason> {
        let bits = self.levels[place.level].bits;
        let with_bits = ones(bits).map(|bit| self.inner.sets[bit]);
        let unhit = with_bits.chain(each(self.inner.extras.iter()).copied().filter(|set| set & place.chosen == 0));
        let sets: Vec<u64> = unhit.map(|set| set & place.alive).collect();
        self.spend((MAX_BITS + self.inner.extras.len()) as u64)?;
        if sets.contains(&0) {
            return Ok(());
        }
        let inner = self.inner(sets)?;
        let before = std::mem::replace(&mut self.inner, inner);
        self.levels[place.level].bits = self.inner.all();
        self.first(place)?;
        self.inner = before;
        Ok(())
    }

    /// Counts looks at words and sets.
    #[inline(always)]
    pub(crate) fn spend(&mut self, n_looks: u64) -> Result<(), Reason> {
        self.meter.spend(n_looks)
    }

    /// Sets of the first part are unhit: one of them is, by each of its cells in turn.
    fn first(&mut self, mut place: Place) -> Result<(), Reason> {
        self.n_nodes += 1;
        let unhit = self.levels[place.level].bits;
        let n_unhit = u64::from(unhit.count_ones());
        self.spend(n_unhit)?;
        if place.inside == 0 {
            return Ok(());
        }
        if place.inside == 1 {
            let candidates = self.common(unhit, place)?;
            return self.last_of_first(place, candidates);
        }
        if !self.inner.extras.is_empty() && place.inside >= CELLS_AGAIN && n_unhit <= BITS_AGAIN {
            return self.again(place);
        }
        let branch = loop {
            let (mut used, mut packed, mut min, mut branch) = (0, 0, u32::MAX, 0);
            for bit in ones(unhit) {
                let set = self.inner.sets[bit] & place.alive;
                if set.count_ones() < min {
                    (min, branch) = (set.count_ones(), set);
                }
                if set & used == 0 {
                    (used, packed) = (used | set, packed + 1);
                }
            }
            if min == 0 || packed > place.inside {
                return Ok(());
            }
            // As many disjoint sets as cells: each cell is in one of them.
            if packed < place.inside || place.alive & !used == 0 {
                break branch;
            }
            place.alive &= used;
            self.spend(n_unhit)?;
        };
        self.children(place, branch)
    }

    /// Each of these cells as the next one; it is none of those before it.
    fn children(&mut self, mut place: Place, mut branch: u64) -> Result<(), Reason> {
        while branch != 0 {
            let Level { bits, slots } = self.levels[place.level];
            self.spend(LOOKS_PER_NODE + u64::from(branch.count_ones()) + self.caps.len() as u64)?;
            // Cells that hit many sets first: the branches after them are without them.
            let cell = if place.inside < 3 {
                branch.trailing_zeros() as usize
            } else {
                ones(branch).max_by_key(|&cell| (self.inner.hits[cell] & bits).count_ones()).unwrap_or(0)
            };
            (branch, place.alive) = (branch & !(1 << cell), place.alive & !(1 << cell));
            let chosen = place.chosen | 1 << cell;
            let full = each(self.caps.iter()).filter(|(cells, max)| (cells & chosen).count_ones() >= *max);
            let alive = full.fold(place.alive, |alive, (cells, _)| alive & !cells);
            let (level, inside, left) = (place.level + 1, place.inside - 1, place.left - 1);
            let bits = bits & !self.inner.hits[cell];
            let child = Place { level, chosen, alive, inside, left };
            if bits != 0 && inside < 2 {
                // One more cell, and so it is in all of these sets. Most often there is no such cell, and then it does
                // not matter what else is unhit.
                self.n_nodes += 1;
                let candidates = if inside == 1 { self.common(bits, child)? } else { 0 };
                if candidates != 0 {
                    self.levels[level] = Level { bits, slots: slots.and(&self.table.unhit_by[cell]) };
                    self.last_of_first(child, candidates)?;
                }
                continue;
            }
            self.levels[level] = Level { bits, slots: slots.and(&self.table.unhit_by[cell]) };
            if bits == 0 { self.complete(child)? } else { self.first(child)? }
        }
        Ok(())
    }

    /// The sets of the first part with bits are hit: no more cells there, or one more.
    fn complete(&mut self, place: Place) -> Result<(), Reason> {
        self.n_nodes += 1;
        self.spend(LOOKS_PER_NODE)?;
        if let Some(set) = self.extra(place.chosen)? {
            return match place.inside {
                0 => Ok(()),
                1 => {
                    let candidates = self.common(0, place)?;
                    self.last_of_first(place, candidates)
                }
                _ => self.children(place, set & place.alive),
            };
        }
        let slots = &self.levels[place.level].slots;
        let max = self.last_left.min(place.left);
        let needs = slots.needs(slots);
        if needs.count() <= max {
            self.last(place.level, NO_CELL, needs, place.chosen, max)?;
        }
        match place.inside {
            0 => Ok(()),
            1 => self.last_of_first(place, place.alive),
            _ => self.children(place, place.alive),
        }
    }

    /// Each of these cells as the last one of the first part; each hits all that is unhit there.
    fn last_of_first(&mut self, place: Place, candidates: u64) -> Result<(), Reason> {
        let max = self.last_left.min(place.left - 1);
        self.spend(LOOKS_PER_CANDIDATE * u64::from(candidates.count_ones()))?;
        for cell in ones(candidates) {
            let (here, unhit) = (&self.levels[place.level].slots, &self.table.unhit_by[cell]);
            let needs = here.needs(unhit);
            if needs.count() > max {
                continue;
            }
            self.last(place.level, cell, needs, place.chosen | 1 << cell, max)?;
        }
        Ok(())
    }

    /// The cells that are in all unhit sets inside the first part: those with these bits, and those without one.
    #[inline(always)]
    fn common(&mut self, bits: u64, place: Place) -> Result<u64, Reason> {
        let common = ones(bits).fold(place.alive, |common, bit| common & self.inner.sets[bit]);
        if common == 0 || self.inner.extras.is_empty() {
            return Ok(common);
        }
        self.spend(self.inner.extras.len() as u64)?;
        let unhit = each(self.inner.extras.iter()).filter(|set| **set & place.chosen == 0);
        Ok(unhit.fold(common, |common, set| common & set))
    }

    /// An unhit set of the first part without a bit.
    #[inline(always)]
    fn extra(&mut self, chosen: u64) -> Result<Option<u64>, Reason> {
        if self.inner.extras.is_empty() {
            return Ok(None);
        }
        let at = each(self.inner.extras.iter()).position(|set| set & chosen == 0);
        self.spend(at.unwrap_or(self.inner.extras.len()) as u64)?;
        Ok(at.map(|at| self.inner.extras[at]))
    }

    /// These cells hit everything beside the chosen ones. With a listed puzzle among them, so has all that follows.
    fn found(&mut self, chosen: u64, last_chosen: u64) -> Result<(), Reason> {
        self.spend(LOOKS_PER_FIND + (self.listed.len() * W) as u64)?;
        let Layout { first, last, places, .. } = &self.layout;
        let first = ones(chosen).map(|i| first[i]);
        let last = places.iter().zip(last).filter(|(place, _)| last_chosen >> **place & 1 == 1).map(|(_, &cell)| cell);
        let cells: Vec<usize> = first.chain(last).collect();
        let is_listed = self.has_listed(self.chosen | cells.iter().copied().collect());
        require!(is_listed, "the search ends with cells {cells:?} beside the chosen ones, which hit all sets");
        Ok(())
    }

    /// Is a listed puzzle among these cells?
    pub(crate) fn has_listed(&self, cells: Bits<W>) -> bool {
        self.listed.iter().any(|puzzle| (*puzzle - cells).is_empty())
    }
}
