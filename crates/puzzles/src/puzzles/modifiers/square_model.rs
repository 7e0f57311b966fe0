//! The model of a square, and the rows that modifiers have in common.

use crate::ilp::{Sense, VarId};

use super::super::draft::{Choice, Draft};
use super::super::houses::{House, Square};

/// The model of a square in the making.
pub(in super::super) struct SquareModel<'a> {
    pub(in super::super) square: &'a Square,
    /// Rows, columns, boxes and all other houses.
    pub(in super::super) houses: &'a [House],
    pub(in super::super) cells: Vec<Choice>,
    pub(in super::super) draft: Draft,
}

/// Adds the rows that say that `less` is less than `greater`, numbers from 1 to `n` both; see docs/puzzles.md, section
/// `futoshiki`.
pub(in super::super) fn add_less(draft: &mut Draft, n: usize, less: &Choice, greater: &Choice, key: &str) {
    for k in 1..=n {
        let at_most_k = greater.options.iter().filter(|(d, _)| *d <= k).map(|(_, var)| (*var, 1));
        let below_k = less.options.iter().filter(|(d, _)| *d < k).map(|(_, var)| (*var, -1));
        draft.row(format!("{key}_{k}"), at_most_k.chain(below_k), Sense::LessEqual, 0);
    }
}

impl SquareModel<'_> {
    /// The digit of a cell in the solution.
    pub(super) fn digit(&self, cell: usize) -> usize {
        self.square.digits[cell]
    }

    /// Are these cells in one house, so that their digits differ?
    pub(super) fn in_one_house(&self, cells: &[usize]) -> bool {
        self.houses.iter().any(|house| cells.iter().all(|cell| house.cells.contains(cell)))
    }

    /// The digit `less` is less than the digit `greater`.
    pub(super) fn give_less(&mut self, less: usize, greater: usize, key: &str) {
        add_less(&mut self.draft, self.square.n, &self.cells[less], &self.cells[greater], key);
    }

    /// A variable that is 1 exactly where the digit `less` is less than the digit `greater`.
    ///
    /// If it is 1, no k has `greater` at most k unless `less` is below k; if it is 0, every k that has `less` at most k
    /// has `greater` at most k too.
    pub(super) fn less(&mut self, less: usize, greater: usize, key: &str) -> VarId {
        let holds = self.digit(less) < self.digit(greater);
        let var = self.draft.var(key, holds);
        let at_most = |choice: &Choice, k: usize, a: i64| {
            let of_k = choice.options.iter().filter(move |(d, _)| *d <= k);
            of_k.map(move |(_, var)| (*var, a)).collect::<Vec<_>>()
        };
        let (smaller, larger) = (&self.cells[less], &self.cells[greater]);
        for k in 1..=self.square.n {
            let mut terms = at_most(larger, k, 1);
            terms.extend(at_most(smaller, k - 1, -1));
            terms.push((var, 1));
            self.draft.row(format!("{key}_{k}"), terms, Sense::LessEqual, 1);
        }
        for k in 1..self.square.n {
            let mut terms = at_most(smaller, k, 1);
            terms.extend(at_most(larger, k, -1));
            terms.push((var, -1));
            self.draft.row(format!("{key}_not_{k}"), terms, Sense::LessEqual, 0);
        }
        var
    }

    /// A variable that is 1 exactly where all of these are, at least one.
    pub(super) fn all(&mut self, vars: &[VarId], key: &str) -> VarId {
        if let [only] = vars {
            return *only;
        }
        let var = self.draft.var(key, vars.iter().all(|var| self.draft.value(*var)));
        for (i, part) in vars.iter().enumerate() {
            self.draft.row(format!("{key}_needs_{}", i + 1), [(var, 1), (*part, -1)], Sense::LessEqual, 0);
        }
        let terms = vars.iter().map(|part| (*part, 1)).chain([(var, -1)]);
        self.draft.row(format!("{key}_from_all"), terms, Sense::LessEqual, vars.len() as i64 - 1);
        var
    }

    /// The digits of two cells are related, which `is_related` says of two digits.
    ///
    /// Each digit of one cell needs a related one in the other.
    pub(super) fn give_related(&mut self, cells: [usize; 2], key: &str, is_related: impl Fn(usize, usize) -> bool) {
        for (side, digit, own, others) in self.relations(cells, is_related) {
            let terms = [(own, 1)].into_iter().chain(others.into_iter().map(|var| (var, -1)));
            self.draft.row(format!("{key}_{side}_{digit}"), terms, Sense::LessEqual, 0);
        }
    }

    /// A variable that is 1 exactly where the digits of two cells are related.
    pub(super) fn related(&mut self, cells: [usize; 2], key: &str, is_related: impl Fn(usize, usize) -> bool) -> VarId {
        let var = self.draft.var(key, is_related(self.digit(cells[0]), self.digit(cells[1])));
        for (side, digit, own, others) in self.relations(cells, is_related) {
            let terms = |a: i64| [(own, 1), (var, -a)].into_iter().chain(others.iter().map(move |var| (*var, a)));
            self.draft.row(format!("{key}_{side}_{digit}"), terms(-1), Sense::LessEqual, 1);
            self.draft.row(format!("{key}_{side}_{digit}_not"), terms(1), Sense::LessEqual, 1);
        }
        var
    }

    /// For each cell of the two (`a`, `b`) and each digit: its variable, and those of the related digits of the other.
    fn relations(
        &self,
        cells: [usize; 2],
        is_related: impl Fn(usize, usize) -> bool,
    ) -> Vec<(char, usize, VarId, Vec<VarId>)> {
        let [a, b] = cells.map(|cell| &self.cells[cell]);
        let mut all = Vec::new();
        for (digit, var) in &a.options {
            let others = b.options.iter().filter(|(other, _)| is_related(*digit, *other)).map(|(_, var)| *var);
            all.push(('a', *digit, *var, others.collect()));
        }
        for (digit, var) in &b.options {
            let others = a.options.iter().filter(|(other, _)| is_related(*other, *digit)).map(|(_, var)| *var);
            all.push(('b', *digit, *var, others.collect()));
        }
        all
    }

    /// The terms of `factor` times the sum of these cells.
    pub(super) fn sum(&self, cells: &[usize], factor: i64) -> Vec<(VarId, i64)> {
        cells.iter().flat_map(|cell| self.cells[*cell].value(factor)).collect()
    }

    /// A variable that is 1 exactly where the sum of `terms` and `shift` is what it is in the solution; `totals` are
    /// all values that it may have, none of them negative. If it is a clue, its name is `called`.
    pub(super) fn total_is(
        &mut self,
        terms: Vec<(VarId, i64)>,
        shift: i64,
        totals: std::ops::RangeInclusive<usize>,
        key: &str,
        called: Option<&str>,
    ) -> VarId {
        let here: i64 = terms.iter().filter(|(var, _)| self.draft.value(*var)).map(|(_, a)| a).sum();
        let total = self.draft.choice_called("s", key, totals, ((here + shift) as usize, called));
        self.draft.row(format!("sum_{key}"), terms.into_iter().chain(total.value(-1)), Sense::Equal, -shift);
        total.chosen
    }
}
