//! The rules that every point satisfies: items, clauses and rows over literals.
//!
//! An *item* is a list of literals of which exactly one is true, or at most one. The rules of puzzles are mostly items,
//! and an item of n literals is one list, in place of n^2 clauses. A *clause* has at least one true literal. Any other
//! linear rule is a *row*, see [`rows`](super::rows).

use rustc_hash::FxHashMap;

use super::lists::Lists;
use super::lit::Lit;
use super::rows::Rows;

/// Rules over variables that are numbered from 0.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    n_vars: usize,
    /// The literals of each item.
    members: Lists<Lit>,
    /// For each item, whether exactly one of its literals is true, rather than at most one.
    is_exact: Vec<bool>,
    /// The start of the places of each item, in 64-bit words.
    words: Vec<u32>,
    /// The items of each literal, with its place in each; filled by [`Self::close`].
    items: Lists<(u32, u32)>,
    /// The items of each literal, while rules are added.
    known: FxHashMap<Lit, Vec<u32>>,
    pub(super) clauses: Vec<Vec<Lit>>,
    pub(super) rows: Rows,
}

impl Rules {
    /// Creates an empty set of rules over `n_vars` variables.
    #[must_use]
    pub fn new(n_vars: usize) -> Self {
        Self { n_vars, words: vec![0], ..Self::default() }
    }

    #[must_use]
    pub fn n_vars(&self) -> usize {
        self.n_vars
    }

    /// Requires that exactly one of these literals, of different variables, is true.
    pub fn exactly_one(&mut self, lits: &[Lit]) {
        self.item(lits, true);
    }

    /// Requires that at most one of these literals, of different variables, is true.
    pub fn at_most_one(&mut self, lits: &[Lit]) {
        self.item(lits, false);
    }

    /// Requires that at least one of these literals, of different variables, is true.
    pub fn clause(&mut self, lits: &[Lit]) {
        self.clauses.push(lits.to_vec());
    }

    /// Requires that the sum of the coefficients of all true literals is at least `rhs`. The variables must be
    /// different, and the sums must not overflow. Add the items that have literals of a row before the row: the row
    /// then knows that only one of them can count.
    pub fn at_least(&mut self, terms: &[(Lit, i64)], rhs: i64) {
        let mut near: Vec<u32> = terms.iter().filter_map(|(lit, _)| self.known.get(lit)).flatten().copied().collect();
        near.sort_unstable();
        near.dedup();
        let item = |item: u32| (self.members.of(item as usize), self.is_exact[item as usize]);
        let items: Vec<(&[Lit], bool)> = near.into_iter().map(item).collect();
        self.rows.add(terms, rhs, &items);
    }

    fn item(&mut self, lits: &[Lit], is_exact: bool) {
        let item = self.n_items() as u32;
        lits.iter().for_each(|lit| self.known.entry(*lit).or_default().push(item));
        self.members.push(lits.iter().copied());
        self.is_exact.push(is_exact);
        let end = self.words.last().map_or(0, |end| *end) + lits.len().div_ceil(64) as u32;
        self.words.push(end);
    }

    /// Builds what a search looks things up in.
    pub(super) fn close(mut self) -> Self {
        let mut of = Vec::new();
        for item in 0..self.n_items() {
            of.extend(
                self.members.of(item).iter().zip(0_u32..).map(|(lit, place)| (lit.index(), (item as u32, place))),
            );
        }
        self.items = Lists::by_owner(2 * self.n_vars, &of);
        self.known = FxHashMap::default();
        self.rows.close(self.n_vars);
        self
    }

    pub(super) fn n_items(&self) -> usize {
        self.members.len()
    }

    /// The items of a literal, each with its place there.
    #[inline]
    pub(super) fn items(&self, lit: Lit) -> &[(u32, u32)] {
        self.items.of(lit.index())
    }

    /// The literal in one place of an item.
    #[inline]
    pub(super) fn member(&self, item: usize, place: usize) -> Lit {
        self.members.entry(self.members.range(item).start + place)
    }

    /// The literals of an item.
    #[inline]
    pub(super) fn members(&self, item: usize) -> &[Lit] {
        self.members.of(item)
    }

    /// Is one literal of the item true, rather than at most one?
    #[inline]
    pub(super) fn is_exact(&self, item: usize) -> bool {
        self.is_exact[item]
    }

    /// The words that hold the places of an item.
    #[inline]
    pub(super) fn words(&self, item: usize) -> std::ops::Range<usize> {
        self.words[item] as usize..self.words[item + 1] as usize
    }

    /// All places of all items.
    pub(super) fn all_places(&self) -> Vec<u64> {
        let mut places = vec![u64::MAX; self.words.last().map_or(0, |end| *end as usize)];
        for item in 0..self.n_items() {
            let (n, last) = (self.members(item).len(), self.words(item).end);
            if n % 64 != 0 {
                places[last - 1] = (1 << (n % 64)) - 1;
            }
        }
        places
    }
}
