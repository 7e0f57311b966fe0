//! The rules of a node, which close it or choose the cells to try: those of the checker of 2006 and of basic and
//! improved DMUS.

use pulp::{Arch, NullaryFnOnce};

use crate::base::{CellSet, SetBits, SetId};

use super::LevelTally;
use super::settings::{Shrinks, Shrunk};
use super::vectors::Vectors;

/// A node of the search tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const W: usize, const S: usize> {
    pub(super) chosen: CellSet<W>,
    /// The cells that may still be chosen: neither chosen nor dead.
    pub(super) alive: CellSet<W>,
    /// The tracked sets that are not hit; the papers call them active.
    pub(super) active: SetBits<S>,
    /// Clues left to choose, at least one.
    pub(super) left: usize,
    /// The number of sets that may stay unhit.
    pub(super) spare: usize,
}

/// The next step at a node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<const W: usize> {
    /// There is no hitting set below.
    Close,
    /// Try each of these cells, which are the set in this slot or a part of it; one of them is in every hitting set
    /// that hits the set. It is only a part if no set may stay unhit.
    Branch(SetId, CellSet<W>),
}

/// Decides at a node with unhit sets and clues left. The walk asks it through a pointer, so that there is one walk for
/// all rules.
pub(super) trait Rule<const W: usize, const S: usize> {
    /// May the sets be sorted anew on the way? Not where the rule knows some by their slots.
    fn sorts_again(&self) -> bool {
        true
    }

    fn step(&mut self, vectors: &Vectors<W, S>, node: &Node<W, S>, tally: &mut LevelTally) -> Step<W>;
}

/// A rule that decides with the vector instructions of this machine.
pub(super) struct Vectorized<R> {
    rule: R,
    arch: Arch,
}

impl<R> Vectorized<R> {
    pub(super) fn new(rule: R) -> Self {
        Self { rule, arch: Arch::new() }
    }
}

impl<const W: usize, const S: usize, R: Rule<W, S>> Rule<W, S> for Vectorized<R> {
    fn sorts_again(&self) -> bool {
        self.rule.sorts_again()
    }

    fn step(&mut self, vectors: &Vectors<W, S>, node: &Node<W, S>, tally: &mut LevelTally) -> Step<W> {
        self.arch.dispatch(Decision { rule: &mut self.rule, vectors, node, tally })
    }
}

/// One decision, as the dispatch takes it.
struct Decision<'a, const W: usize, const S: usize, R> {
    rule: &'a mut R,
    vectors: &'a Vectors<W, S>,
    node: &'a Node<W, S>,
    tally: &'a mut LevelTally,
}

impl<const W: usize, const S: usize, R: Rule<W, S>> NullaryFnOnce for Decision<'_, W, S, R> {
    type Output = Step<W>;

    #[inline(always)]
    fn call(self) -> Step<W> {
        self.rule.step(self.vectors, self.node, self.tally)
    }
}

/// The first set that is not hit.
#[inline(always)]
fn first<const W: usize, const S: usize>(vectors: &Vectors<W, S>, node: &Node<W, S>) -> Step<W> {
    let slot = node.active.first().expect("a set is not hit");
    Step::Branch(slot, vectors.set(slot))
}

/// One more node with exactly as many disjoint sets as clues left, branched on as if there were fewer.
#[inline(always)]
fn count_equal<const W: usize, const S: usize>(step: &Step<W>, node: &Node<W, S>, tally: &mut LevelTally) {
    if let Step::Branch(_, cells) = step {
        tally.n_equal_none += 1;
        tally.n_equal_children += (*cells & node.alive).len() as u64;
    }
}

/// The checker of 2006.
pub(super) struct First;

impl<const W: usize, const S: usize> Rule<W, S> for First {
    fn step(&mut self, vectors: &Vectors<W, S>, node: &Node<W, S>, _: &mut LevelTally) -> Step<W> {
        first(vectors, node)
    }
}

/// The first form of the checker of 2006: the sets of a clique one after the other, then as above.
pub(super) struct CliqueFirst {
    /// Slots of pairwise disjoint sets, ascending.
    pub(super) clique: Vec<SetId>,
}

impl<const W: usize, const S: usize> Rule<W, S> for CliqueFirst {
    fn sorts_again(&self) -> bool {
        false
    }

    fn step(&mut self, vectors: &Vectors<W, S>, node: &Node<W, S>, _: &mut LevelTally) -> Step<W> {
        match self.clique.iter().find(|slot| node.active.contains(**slot)) {
            Some(&slot) => Step::Branch(slot, vectors.set(slot)),
            None => first(vectors, node),
        }
    }
}

/// Disjoint unhit sets, found one by one, the first one each time.
struct Disjoint {
    slots: Vec<SetId>,
}

impl Disjoint {
    /// Looks for one set more than `max`; if there are, the node is closed.
    #[inline(always)]
    fn exceeds<const W: usize, const S: usize>(
        &mut self,
        vectors: &Vectors<W, S>,
        mut active: SetBits<S>,
        max: usize,
        tally: &mut LevelTally,
    ) -> bool {
        self.slots.clear();
        while self.slots.len() <= max
            && let Some(slot) = active.first()
        {
            self.slots.push(slot);
            active -= vectors.near(slot);
        }
        tally.n_disjoint += self.slots.len() as u64;
        let exceeds = self.slots.len() > max;
        tally.n_more += u64::from(exceeds);
        exceeds
    }
}

pub(super) struct Basic {
    disjoint: Disjoint,
}

impl Basic {
    pub(super) fn new() -> Self {
        Self { disjoint: Disjoint { slots: Vec::new() } }
    }
}

impl<const W: usize, const S: usize> Rule<W, S> for Basic {
    #[inline(always)]
    fn step(&mut self, vectors: &Vectors<W, S>, node: &Node<W, S>, tally: &mut LevelTally) -> Step<W> {
        let max = node.left + node.spare;
        if self.disjoint.exceeds(vectors, node.active, max, tally) {
            return Step::Close;
        }
        let step = first(vectors, node);
        if self.disjoint.slots.len() == max {
            count_equal(&step, node, tally);
        }
        step
    }
}

pub(super) struct Shrinking<const W: usize, const S: usize> {
    disjoint: Disjoint,
    shrinks: Shrinks,
    /// The sets Z of the paper.
    parts: Vec<CellSet<W>>,
    /// For each of them the sets that have one of its cells.
    hits: Vec<SetBits<S>>,
}

impl<const W: usize, const S: usize> Shrinking<W, S> {
    pub(super) fn new(shrinks: Shrinks) -> Self {
        Self { disjoint: Disjoint { slots: Vec::new() }, shrinks, parts: Vec::new(), hits: Vec::new() }
    }

    /// Shrink(i) of the paper: every clue left is in one of the parts, so an unhit set that meets no other part meets
    /// this one, and only their common cells will do.
    #[inline(always)]
    fn shrink(&mut self, vectors: &Vectors<W, S>, active: SetBits<S>, i: usize) -> Shrunk {
        let mut others = SetBits::EMPTY;
        for (j, hits) in self.hits.iter().enumerate() {
            if j != i {
                others |= *hits;
            }
        }
        let mut part = self.parts[i];
        for slot in active - others {
            part &= vectors.set(slot);
            if part.is_empty() {
                return Shrunk::Empty;
            }
        }
        if part == self.parts[i] {
            return Shrunk::Same;
        }
        self.parts[i] = part;
        self.hits[i] = vectors.hits_of(part);
        Shrunk::Smaller
    }
}

impl<const W: usize, const S: usize> Rule<W, S> for Shrinking<W, S> {
    #[inline(always)]
    fn step(&mut self, vectors: &Vectors<W, S>, node: &Node<W, S>, tally: &mut LevelTally) -> Step<W> {
        let max = node.left + node.spare;
        if self.disjoint.exceeds(vectors, node.active, max, tally) {
            return Step::Close;
        }
        if self.disjoint.slots.len() < max {
            return first(vectors, node);
        }
        if node.spare > 0 {
            // One of the sets may stay unhit, and nobody knows which.
            let step = first(vectors, node);
            count_equal(&step, node, tally);
            return step;
        }
        self.parts.clear();
        self.hits.clear();
        for &slot in &self.disjoint.slots {
            self.parts.push(vectors.set(slot));
            self.hits.push(vectors.near(slot));
        }
        let (shrinks, n) = (self.shrinks, self.parts.len());
        match shrinks.sequence(n, |i| self.shrink(vectors, node.active, i)) {
            Shrunk::Empty => {
                tally.n_equal_prune += 1;
                return Step::Close;
            }
            Shrunk::Smaller => tally.n_equal_shrink += 1,
            Shrunk::Same => tally.n_equal_none += 1,
        }
        let smallest = (0..self.parts.len()).min_by_key(|&i| self.parts[i].len()).expect("there is a clue left");
        tally.n_equal_children += (self.parts[smallest] & node.alive).len() as u64;
        Step::Branch(self.disjoint.slots[smallest], self.parts[smallest])
    }
}
