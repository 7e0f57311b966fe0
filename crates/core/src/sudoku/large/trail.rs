//! What is assigned, in its order and with its reasons.

use super::rules::{Lit, Rules};

/// What is known of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Open,
    True,
    False,
}

/// Where a clause stands in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ClauseId(pub(super) u32);

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// A clue or a guess; or it holds for every second solution.
    Chosen,
    /// All others of this item are false.
    Last(u32),
    /// This variable is true, and both are in one item.
    Taken(u32),
    /// All other literals of this clause are false.
    Clause(ClauseId),
}

/// The assignment.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    values: Vec<Value>,
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    lits: Vec<Lit>,
    /// Where each level begins.
    starts: Vec<usize>,
    /// How many literals have been propagated.
    head: usize,
    /// The places of each item that are not false, as far as literals have been propagated.
    places: Vec<u32>,
}

impl Trail {
    pub(super) fn new(rules: &Rules) -> Self {
        Self {
            values: vec![Value::Open; 2 * rules.n_vars],
            levels: vec![0; rules.n_vars],
            reasons: vec![Reason::Chosen; rules.n_vars],
            lits: Vec::with_capacity(rules.n_vars),
            starts: Vec::new(),
            head: 0,
            places: vec![rules.all_places(); rules.n_items()],
        }
    }

    #[inline]
    pub(super) fn value(&self, lit: Lit) -> Value {
        self.values[lit.index()]
    }

    /// The number of levels that are open; 0 is what always holds.
    #[inline]
    pub(super) fn level(&self) -> usize {
        self.starts.len()
    }

    #[inline]
    pub(super) fn level_of(&self, lit: Lit) -> usize {
        self.levels[lit.var()] as usize
    }

    #[inline]
    pub(super) fn reason_of(&self, lit: Lit) -> Reason {
        self.reasons[lit.var()]
    }

    /// The literals in the order in which they became true.
    #[inline]
    pub(super) fn lits(&self) -> &[Lit] {
        &self.lits
    }

    /// Has every variable a value?
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        2 * self.lits.len() == self.values.len()
    }

    /// Begins a level.
    pub(super) fn begin(&mut self) {
        self.starts.push(self.lits.len());
    }

    /// Makes an open literal true.
    #[inline]
    pub(super) fn push(&mut self, lit: Lit, reason: Reason) {
        self.values[lit.index()] = Value::True;
        self.values[lit.not().index()] = Value::False;
        self.levels[lit.var()] = self.starts.len() as u32;
        self.reasons[lit.var()] = reason;
        self.lits.push(lit);
    }

    /// The next literal to propagate.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Lit> {
        let lit = *self.lits.get(self.head)?;
        self.head += 1;
        Some(lit)
    }

    /// The places of an item that are left.
    #[inline]
    pub(super) fn places(&self, item: usize) -> u32 {
        self.places[item]
    }

    /// Takes a false variable from its items.
    #[inline]
    pub(super) fn strike(&mut self, rules: &Rules, var: usize) {
        for (item, place) in rules.items(var) {
            self.places[item] &= !(1 << place);
        }
    }

    /// Takes back all levels after `level`; `open` is told every variable that is open again.
    pub(super) fn undo(&mut self, rules: &Rules, level: usize, mut open: impl FnMut(usize)) {
        let Some(&start) = self.starts.get(level) else { return };
        self.starts.truncate(level);
        for (i, &lit) in self.lits.iter().enumerate().skip(start) {
            self.values[lit.index()] = Value::Open;
            self.values[lit.not().index()] = Value::Open;
            if !lit.is_has() && i < self.head {
                for (item, place) in rules.items(lit.var()) {
                    self.places[item] |= 1 << place;
                }
            }
            open(lit.var());
        }
        self.lits.truncate(start);
        self.head = self.head.min(start);
    }
}
