//! The assigned literals, in their order and with their reasons.

use std::ops::ControlFlow;

use super::lit::Lit;
use super::rules::Rules;

/// The value of a literal, if it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Open,
    True,
    False,
}

/// The position of a clause in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ClauseId(pub(super) u32);

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It is an assumption or a guess, or it always holds.
    Chosen,
    /// All others of this item are false.
    Last(u32),
    /// This literal is true, and its opposite is that of another one in an item of both.
    Taken(Lit),
    /// All other literals of this clause are false.
    Clause(ClauseId),
    /// This row cannot hold without it.
    Row(u32),
}

#[derive(Clone, Debug)]
pub(super) struct Trail {
    values: Vec<Value>,
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    /// For each variable, its position in `lits`.
    order: Vec<u32>,
    lits: Vec<Lit>,
    /// The start of each level.
    starts: Vec<usize>,
    /// The number of literals that have been propagated.
    head: usize,
    /// The places of each item that are not false, as far as literals have been propagated, and their number.
    places: Vec<u64>,
    n_places: Vec<u32>,
    /// For each group of the rows, its first option that is not false.
    tops: Vec<u32>,
    /// For each row, its slack.
    slack: Vec<i64>,
    /// The groups whose first options changed, in order: the option before, the row, and the slack that it lost.
    lowered: Vec<(u32, u32, u32, i64)>,
    /// The number of changed groups when each level began.
    lowered_before: Vec<usize>,
}

impl Trail {
    pub(super) fn new(rules: &Rules) -> Self {
        let n_vars = rules.n_vars();
        Self {
            values: vec![Value::Open; 2 * n_vars],
            levels: vec![0; n_vars],
            reasons: vec![Reason::Chosen; n_vars],
            order: vec![0; n_vars],
            lits: Vec::with_capacity(n_vars),
            starts: Vec::new(),
            head: 0,
            places: rules.all_places(),
            n_places: (0..rules.n_items()).map(|item| rules.members(item).len() as u32).collect(),
            tops: rules.rows.tops().collect(),
            slack: rules.rows.slack().to_vec(),
            lowered: Vec::new(),
            lowered_before: Vec::new(),
        }
    }

    /// Becomes as `other` is, in the memory that it has.
    pub(super) fn restore(&mut self, other: &Self) {
        self.values.clone_from(&other.values);
        self.levels.clone_from(&other.levels);
        self.reasons.clone_from(&other.reasons);
        self.order.clone_from(&other.order);
        self.lits.clone_from(&other.lits);
        self.starts.clone_from(&other.starts);
        self.head = other.head;
        self.places.clone_from(&other.places);
        self.n_places.clone_from(&other.n_places);
        self.tops.clone_from(&other.tops);
        self.slack.clone_from(&other.slack);
        self.lowered.clone_from(&other.lowered);
        self.lowered_before.clone_from(&other.lowered_before);
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

    /// The place of an assigned literal in [`Self::lits`].
    #[inline]
    pub(super) fn place_of(&self, lit: Lit) -> usize {
        self.order[lit.var()] as usize
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

    pub(super) fn begin(&mut self) {
        self.starts.push(self.lits.len());
        self.lowered_before.push(self.lowered.len());
    }

    /// Makes an open literal true.
    #[inline]
    pub(super) fn push(&mut self, lit: Lit, reason: Reason) {
        self.values[lit.index()] = Value::True;
        self.values[lit.not().index()] = Value::False;
        self.levels[lit.var()] = self.starts.len() as u32;
        self.reasons[lit.var()] = reason;
        self.order[lit.var()] = self.lits.len() as u32;
        self.lits.push(lit);
    }

    /// The next literal to propagate.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Lit> {
        let lit = *self.lits.get(self.head)?;
        self.head += 1;
        Some(lit)
    }

    /// The number of remaining places of an item.
    #[inline]
    pub(super) fn n_places(&self, item: usize) -> u32 {
        self.n_places[item]
    }

    /// Visits the places of an item that are left, ascending, until the visitor stops.
    #[inline]
    pub(super) fn visit_places(
        &mut self,
        rules: &Rules,
        item: usize,
        mut visit: impl FnMut(&mut Self, usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (i, word) in rules.words(item).enumerate() {
            let mut left = self.places[word];
            while left != 0 {
                visit(self, 64 * i + left.trailing_zeros() as usize)?;
                left &= left - 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// The first place of an item that is left.
    #[inline]
    pub(super) fn first_place(&self, rules: &Rules, item: usize) -> Option<usize> {
        let mut words = rules.words(item).enumerate().filter(|(_, word)| self.places[*word] != 0);
        words.next().map(|(i, word)| 64 * i + self.places[word].trailing_zeros() as usize)
    }

    /// Takes a false literal from its items.
    #[inline]
    pub(super) fn strike(&mut self, rules: &Rules, lit: Lit) {
        for &(item, place) in rules.items(lit) {
            let word = rules.words(item as usize).start + place as usize / 64;
            self.places[word] &= !(1 << (place % 64));
            self.n_places[item as usize] -= 1;
        }
    }

    /// The first option of a group that is not false.
    #[inline]
    pub(super) fn top(&self, group: u32) -> u32 {
        self.tops[group as usize]
    }

    /// The slack of a row.
    #[inline]
    pub(super) fn slack(&self, row: usize) -> i64 {
        self.slack[row]
    }

    /// Another option of a group is the first that is not false, and its row has less slack.
    #[inline]
    pub(super) fn lower(&mut self, group: u32, top: u32, row: u32, lost: i64) {
        self.lowered.push((group, self.tops[group as usize], row, lost));
        self.tops[group as usize] = top;
        self.slack[row as usize] -= lost;
    }

    /// Takes back all levels after `level`; `open` is called with every variable that is open again.
    pub(super) fn undo(&mut self, rules: &Rules, level: usize, mut open: impl FnMut(usize)) {
        let Some(&start) = self.starts.get(level) else { return };
        self.starts.truncate(level);
        for (i, &lit) in self.lits.iter().enumerate().skip(start) {
            self.values[lit.index()] = Value::Open;
            self.values[lit.not().index()] = Value::Open;
            if i < self.head {
                for &(item, place) in rules.items(lit.not()) {
                    let word = rules.words(item as usize).start + place as usize / 64;
                    self.places[word] |= 1 << (place % 64);
                    self.n_places[item as usize] += 1;
                }
            }
            open(lit.var());
        }
        self.lits.truncate(start);
        self.head = self.head.min(start);
        let n_lowered = self.lowered_before[level];
        for (group, top, row, lost) in self.lowered.drain(n_lowered..).rev() {
            self.tops[group as usize] = top;
            self.slack[row as usize] += lost;
        }
        self.lowered_before.truncate(level);
    }
}
