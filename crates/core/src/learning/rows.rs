//! Linear rows `sum a l >= b`, and their propagation.
//!
//! The literals of a row are divided into *groups* in which only one literal counts: the literals of an item, or a
//! literal and its negation. So the maximum of the row is the sum, over its groups, of the largest coefficient of a
//! literal that is not false. The difference between this maximum and the right side is the row's *slack*. If it is
//! negative, the row cannot hold; a literal whose coefficient is below the largest of its group by more than the slack
//! is false. For a sum of digits, this is bounds propagation, where the sum of all remaining coefficients would be a
//! very weak bound. Bofill, Coll, Suy and Villaret ("SAT encodings of pseudo-Boolean constraints with at-most-one
//! relations", CPAIOR 2019) use the same groups for clauses; here nothing is encoded.
//!
//! The reason why a row made a literal false is only computed when a conflict needs it. It consists of the larger
//! literals of each group that were false before; if the row had slack to spare, some of them are omitted.

use rustc_hash::FxHashMap;

use super::lists::Lists;
use super::lit::Lit;
use super::trail::{Trail, Value};

/// A group of a row: literals with their values, largest first, exactly one of which counts.
#[derive(Clone, Copy, Debug)]
struct Group {
    row: u32,
    /// The range of its options.
    start: u32,
    end: u32,
    /// The minimum of the group if all of its literals are false; `None` if one of them is always true.
    floor: Option<i64>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    groups: Vec<Group>,
    options: Vec<(Lit, i64)>,
    /// For each row, the start of its groups.
    starts: Vec<u32>,
    /// For each row, the slack when no literal is false.
    slack: Vec<i64>,
    /// For each row, the largest difference between an option and the largest option of its group.
    spread: Vec<i64>,
    /// For each literal, its groups, and its position among all options.
    of: Lists<(u32, u32)>,
}

impl Rows {
    pub(super) fn len(&self) -> usize {
        self.slack.len()
    }

    /// The slack of all rows when nothing is false.
    pub(super) fn slack(&self) -> &[i64] {
        &self.slack
    }

    /// The first option of each group.
    pub(super) fn tops(&self) -> impl Iterator<Item = u32> {
        self.groups.iter().map(|group| group.start)
    }

    /// Adds a row; `items` are lists of literals of which exactly one (`true`) or at most one is true.
    pub(super) fn add(&mut self, terms: &[(Lit, i64)], rhs: i64, items: &[(&[Lit], bool)]) {
        let row = self.len() as u32;
        self.starts.push(self.groups.len() as u32);
        let mut left: FxHashMap<Lit, i64> = terms.iter().copied().collect();
        let (mut most, mut spread) = (0, 0);
        for &(first, _) in terms {
            let Some(&a) = left.get(&first) else { continue };
            let (mut options, floor) = match Self::best_item(first, &left, items) {
                Some((lits, is_exact)) => {
                    let value = |lit: &Lit| left.get(lit).copied();
                    let options = match is_exact {
                        true => lits.iter().map(|lit| (*lit, value(lit).unwrap_or(0))).collect(),
                        false => lits.iter().filter_map(|lit| Some((*lit, value(lit)?))).collect::<Vec<_>>(),
                    };
                    lits.iter().for_each(|lit| _ = left.remove(lit));
                    (options, (!is_exact).then_some(0))
                }
                None => {
                    left.remove(&first);
                    (vec![(first, a), (first.not(), 0)], None)
                }
            };
            options.sort_by_key(|(_, a)| std::cmp::Reverse(*a));
            let (largest, least) = (options[0].1, floor.unwrap_or(options[options.len() - 1].1));
            most += largest;
            spread = spread.max(largest - least);
            let start = self.options.len() as u32;
            self.options.extend(options);
            self.groups.push(Group { row, start, end: self.options.len() as u32, floor });
        }
        self.slack.push(most - rhs);
        self.spread.push(spread);
    }

    /// The item of a literal with the most literals of the row, if it has two or more. One of which none need be true
    /// is of use only if none of its literals counts less than nothing.
    fn best_item<'i>(first: Lit, left: &FxHashMap<Lit, i64>, items: &[(&'i [Lit], bool)]) -> Option<(&'i [Lit], bool)> {
        let count = |(lits, is_exact): &(&[Lit], bool)| {
            let values = || lits.iter().filter_map(|lit| left.get(lit));
            let is_fit = lits.contains(&first) && (*is_exact || values().all(|a| *a > 0));
            if is_fit { values().count() } else { 0 }
        };
        let best = items.iter().enumerate().map(|(i, item)| (count(item), std::cmp::Reverse(i))).max()?;
        (best.0 >= 2).then(|| items[best.1.0])
    }

    pub(super) fn close(&mut self, n_vars: usize) {
        self.starts.push(self.groups.len() as u32);
        let mut of = Vec::new();
        for (g, group) in self.groups.iter().enumerate() {
            of.extend((group.start..group.end).map(|i| (self.options[i as usize].0.index(), (g as u32, i))));
        }
        self.of = Lists::by_owner(2 * n_vars, &of);
    }

    /// The groups in which a literal is.
    #[inline]
    pub(super) fn of(&self, lit: Lit) -> &[(u32, u32)] {
        self.of.of(lit.index())
    }

    fn groups(&self, row: usize) -> std::ops::Range<usize> {
        self.starts[row] as usize..self.starts[row + 1] as usize
    }

    /// The maximum of a group if this option is the first that is not false.
    fn value(&self, group: Group, top: u32) -> i64 {
        if top < group.end { self.options[top as usize].1 } else { group.floor.unwrap_or(0) }
    }

    /// Takes note that the option at place `i` of group `g` is false; the row, if it has less slack now.
    #[inline]
    pub(super) fn strike(&self, g: u32, i: u32, trail: &mut Trail) -> Option<usize> {
        let top = trail.top(g);
        if top != i {
            return None;
        }
        let group = self.groups[g as usize];
        let mut next = top + 1;
        while next < group.end && trail.value(self.options[next as usize].0) == Value::False {
            next += 1;
        }
        if next == group.end && group.floor.is_none() {
            // All are false: the item says so, or the clause of a literal and its negation, which cannot be.
            return None;
        }
        let lost = self.value(group, top) - self.value(group, next);
        trail.lower(g, next, group.row, lost);
        (lost > 0).then_some(group.row as usize)
    }

    /// Makes the literals false that the row cannot do with; false if the row cannot hold, or needs a literal that is
    /// false already. Then `conflict` has why.
    pub(super) fn visit(
        &self,
        row: usize,
        trail: &mut Trail,
        conflict: &mut Vec<Lit>,
        work: &mut u64,
        mut push: impl FnMut(&mut Trail, Lit),
    ) -> bool {
        let slack = trail.slack(row);
        if slack < 0 {
            conflict.clear();
            self.why(row, None, trail, usize::MAX, |lit| conflict.push(lit));
            return false;
        }
        if self.spread[row] <= slack {
            return true;
        }
        *work += self.groups(row).len() as u64;
        for g in self.groups(row) {
            let group = self.groups[g];
            let largest = self.value(group, trail.top(g as u32));
            for &(lit, a) in self.options[group.start as usize..group.end as usize].iter().rev() {
                if largest - a <= slack {
                    break;
                }
                match trail.value(lit) {
                    Value::False => {}
                    Value::Open => push(trail, lit.not()),
                    Value::True => {
                        conflict.clear();
                        conflict.push(lit.not());
                        self.why(row, Some(lit), trail, usize::MAX, |lit| conflict.push(lit));
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Gives literals, all false before place `before` of the trail, that keep the row from holding, or from holding
    /// together with `lit`.
    pub(super) fn why(&self, row: usize, lit: Option<Lit>, trail: &Trail, before: usize, mut visit: impl FnMut(Lit)) {
        let is_false = |l: Lit| trail.value(l) == Value::False && trail.place_of(l) < before;
        // What the row reaches at most, and what it lacks beyond one.
        let mut reach = 0;
        let most: i64 = self.groups(row).map(|g| self.value(self.groups[g], self.groups[g].start)).sum();
        let own = |group: Group| lit.and_then(|lit| self.options(group).iter().find(|(l, _)| *l == lit));
        for g in self.groups(row) {
            let group = self.groups[g];
            reach += own(group).map_or_else(|| self.top_value(group, is_false), |(_, a)| *a);
        }
        let rhs = most - self.slack[row];
        let mut spare = rhs - 1 - reach;
        debug_assert!(spare >= 0, "the row can hold");
        for g in self.groups(row) {
            let group = self.groups[g];
            if own(group).is_some() {
                continue;
            }
            let top = self.top_value(group, is_false);
            // As many of the smaller ones as there is room for are not needed.
            let mut needed = top;
            for &(_, a) in self.options(group).iter().rev().filter(|(_, a)| *a > top) {
                if a - top <= spare {
                    needed = a;
                }
            }
            spare -= needed - top;
            self.options(group).iter().filter(|(_, a)| *a > needed).for_each(|(l, _)| visit(*l));
        }
    }

    fn options(&self, group: Group) -> &[(Lit, i64)] {
        &self.options[group.start as usize..group.end as usize]
    }

    /// The most that a group counts with these literals false.
    fn top_value(&self, group: Group, is_false: impl Fn(Lit) -> bool) -> i64 {
        let first = self.options(group).iter().find(|(l, _)| !is_false(*l));
        first.map_or_else(|| group.floor.unwrap_or(self.options[group.end as usize - 1].1), |(_, a)| *a)
    }
}
