//! The store of clauses: those of the rules, and those learned from conflicts.

use super::lit::Lit;
use super::trail::{ClauseId, Trail, Value};

/// A clause that may become a unit when a literal becomes true.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    pub(super) clause: ClauseId,
    /// Some other literal of the clause: if it is true, the clause need not be looked at.
    pub(super) blocker: Lit,
}

/// Clauses of two and more literals. The first two literals of each are watched.
#[derive(Clone, Debug)]
pub(super) struct Clauses {
    /// For each clause its length, its depth and its literals.
    words: Vec<u32>,
    /// The clauses of the rules, which are never forgotten.
    kept: Vec<ClauseId>,
    learned: Vec<ClauseId>,
    /// The clauses to examine when a literal becomes true.
    watches: Vec<Vec<Watch>>,
}

/// Words before the literals.
const HEAD: usize = 2;

impl Clauses {
    pub(super) fn new(n_vars: usize) -> Self {
        Self { words: Vec::new(), kept: Vec::new(), learned: Vec::new(), watches: vec![Vec::new(); 2 * n_vars] }
    }

    /// Becomes as `other` is, in the memory that it has.
    pub(super) fn restore(&mut self, other: &Self) {
        self.words.clone_from(&other.words);
        self.kept.clone_from(&other.kept);
        self.learned.clone_from(&other.learned);
        self.watches.clone_from(&other.watches);
    }

    /// Number of learned clauses.
    pub(super) fn n_learned(&self) -> usize {
        self.learned.len()
    }

    /// A clause that is never forgotten.
    pub(super) fn insert(&mut self, lits: &[Lit]) {
        let id = self.store(lits, 0);
        self.kept.push(id);
    }

    /// A clause that was learned; its depth is the number of levels that its literals are from.
    pub(super) fn learn(&mut self, lits: &[Lit], depth: u32) -> ClauseId {
        let id = self.store(lits, depth);
        self.learned.push(id);
        id
    }

    fn store(&mut self, lits: &[Lit], depth: u32) -> ClauseId {
        let id = ClauseId(self.words.len() as u32);
        self.words.extend([lits.len() as u32, depth]);
        self.words.extend(lits.iter().map(|lit| lit.to_word()));
        self.watches[lits[0].not().index()].push(Watch { clause: id, blocker: lits[1] });
        self.watches[lits[1].not().index()].push(Watch { clause: id, blocker: lits[0] });
        id
    }

    /// The literals of a clause.
    pub(super) fn lits(&self, id: ClauseId) -> impl Iterator<Item = Lit> {
        let start = id.0 as usize + HEAD;
        self.words[start..start + self.words[id.0 as usize] as usize].iter().map(|word| Lit::from_word(*word))
    }

    /// Looks at the clauses that wait for `lit`, which has become true: `unit` is called with the literals that they
    /// make true, each with its clause. The clause that is false now, if one is.
    #[inline]
    pub(super) fn visit(
        &mut self,
        lit: Lit,
        trail: &mut Trail,
        work: &mut u64,
        mut unit: impl FnMut(&mut Trail, Lit, ClauseId),
    ) -> Option<ClauseId> {
        let mut watches = std::mem::take(&mut self.watches[lit.index()]);
        *work += watches.len() as u64;
        let (mut next, mut kept) = (0, 0);
        let mut conflict = None;
        while next < watches.len() {
            let watch = watches[next];
            next += 1;
            if trail.value(watch.blocker) == Value::True || conflict.is_some() {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let start = watch.clause.0 as usize + HEAD;
            let len = self.words[start - HEAD] as usize;
            let words = &mut self.words[start..start + len];
            if words[0] == lit.not().to_word() {
                words.swap(0, 1);
            }
            let first = Lit::from_word(words[0]);
            let again = Watch { clause: watch.clause, blocker: first };
            if trail.value(first) != Value::True
                && let Some(i) = words[2..].iter().position(|w| trail.value(Lit::from_word(*w)) != Value::False)
            {
                words.swap(1, i + 2);
                self.watches[Lit::from_word(words[1]).not().index()].push(again);
                continue;
            }
            watches[kept] = again;
            kept += 1;
            match trail.value(first) {
                Value::True => {}
                Value::Open => unit(trail, first, watch.clause),
                Value::False => conflict = Some(watch.clause),
            }
        }
        watches.truncate(kept);
        self.watches[lit.index()] = watches;
        conflict
    }

    /// Forgets the deeper half of what was learned. Nothing but what always holds may be assigned.
    ///
    /// Nothing that was learned is kept for good. Assumptions are one level whatever their number, which makes
    /// thousands of clauses of depth 2. Once there are more of these than the store may hold, each question would pay
    /// for forgetting nothing.
    pub(super) fn forget_half(&mut self, trail: &Trail) {
        let mut kept = std::mem::take(&mut self.learned);
        kept.sort_by_key(|id| (self.words[id.0 as usize + 1], self.words[id.0 as usize]));
        kept.truncate(kept.len() / 2);
        kept.sort_unstable();
        let (words, of_rules) = (std::mem::take(&mut self.words), std::mem::take(&mut self.kept));
        let old = Self { words, kept: Vec::new(), learned: Vec::new(), watches: Vec::new() };
        self.watches.iter_mut().for_each(Vec::clear);
        for id in of_rules {
            // One that has a single literal left is true by it.
            let mut lits: Vec<Lit> = old.lits(id).collect();
            lits.sort_by_key(|lit| trail.value(*lit) == Value::False);
            self.insert(&lits);
        }
        for id in kept {
            let lits: Vec<Lit> = old.lits(id).filter(|lit| trail.value(*lit) != Value::False).collect();
            if lits.len() >= 2 && lits.iter().all(|lit| trail.value(*lit) == Value::Open) {
                self.learn(&lits, old.words[id.0 as usize + 1]);
            }
        }
    }
}
