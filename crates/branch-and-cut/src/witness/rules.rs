//! Rules: responses of the follower that depend on the leader's choice, and the rows that they imply.
//!
//! If the leader interferes with a response, the follower can usually leave out or replace the taken parts, and keep
//! the rest. If the rows show that this is a response to every choice, the follower's objective is at most its value,
//! which is linear in the choice. For packings it is the interdiction cut of Fischetti, Ljubic, Monaci and Sinnl
//! ("Interdiction games and monotonicity", 2019). docs/formats/bilevel-certificate.md defines rules and their validity,
//! which [`Rule::row`] checks.

use std::collections::HashMap;

use super::plain::{Half, Plain};

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    /// The follower's variables that are not 0 where all variables of the leader are at their lower bounds.
    pub(super) values: Vec<(usize, i64)>,
    /// Follower's variable, leader's variable, and by how much each unit of the second moves the first.
    pub(super) moves: Vec<(usize, usize, i64)>,
    /// The rule that says what the follower always has.
    pub(super) fallback: Option<usize>,
    /// Variables of the leader for which the rule does not hold above their lower bounds.
    pub(super) without: Vec<usize>,
}

/// The maximum of a sum under a rule: a number, and the increase for each unit of a variable of the leader.
struct Most {
    base: i128,
    adds: Vec<(usize, i128)>,
}

impl Most {
    fn positive(&self, plain: &Plain, is_counted: impl Fn(usize) -> bool) -> i128 {
        let counted = self.adds.iter().filter(|(u, _)| is_counted(*u));
        counted.map(|(u, g)| (g * plain.range_of(*u)).max(0)).sum()
    }
}

/// The row of a rule, and what the follower's objective is never above by it, if it has nothing to leave out.
pub(super) struct RuleRow {
    pub(super) row: Half,
    pub(super) most: Option<i128>,
}

/// Rows that a rule breaks: the variables of the leader that make the sum too large.
pub(super) struct Broken {
    pub(super) by: Vec<usize>,
}

impl Rule {
    /// The value of each variable of the follower at the lower bounds, and the moves of each variable.
    fn spread(&self, plain: &Plain) -> (Vec<i64>, Vec<Vec<(usize, i64)>>) {
        let mut values = vec![0; plain.n_vars()];
        self.values.iter().for_each(|(v, x)| values[*v] = *x);
        let mut moves = vec![Vec::new(); plain.n_vars()];
        self.moves.iter().for_each(|(v, u, d)| moves[*v].push((*u, *d)));
        (values, moves)
    }

    /// The rows that it breaks within the bounds of the program, if its moves are of a kind that can be seen.
    fn broken(&self, plain: &Plain, sums: &Sums<'_>) -> Option<Vec<Broken>> {
        let is_counted = |u: usize| !self.without.contains(&u);
        let mut broken = Vec::new();
        for half in plain.halves.iter().filter(|half| half.is_follower) {
            let most = sums.most(&half.terms)?;
            let left = i128::from(half.rhs) - most.base;
            if left < 0 {
                return None;
            }
            if most.positive(plain, is_counted) > left {
                let by = most.adds.iter().filter(|(u, g)| *g > 0 && is_counted(*u)).map(|(u, _)| *u).collect();
                broken.push(Broken { by });
            }
        }
        Some(broken)
    }

    /// The row that it gives; `fallback` is what the follower's objective is never above. `None` if it is not right.
    pub(super) fn row(&self, plain: &Plain, fallback: i128) -> Option<RuleRow> {
        let (values, moves) = self.spread(plain);
        let sums = Sums { plain, values: &values, moves: &moves };
        if !self.broken(plain, &sums)?.is_empty() {
            return None;
        }
        self.row_of(plain, &sums, fallback)
    }

    fn row_of(&self, plain: &Plain, sums: &Sums<'_>, fallback: i128) -> Option<RuleRow> {
        let own: Vec<(usize, i64)> =
            (0..plain.n_vars()).map(|v| (v, plain.follower[v])).filter(|(_, d)| *d != 0).collect();
        let Most { base, adds } = sums.most(&own)?;
        let mut terms: Vec<(usize, i128)> = own.iter().map(|(v, d)| (*v, i128::from(*d))).collect();
        let mut rhs = base;
        let mut add = |u: usize, g: i128| {
            // The row speaks of u, and the rule of what u is above its lower bound.
            terms.push((u, -g));
            rhs -= g * i128::from(plain.lower[u]);
        };
        let counted = adds.iter().filter(|(u, _)| !self.without.contains(u));
        let least: i128 = counted.clone().map(|(u, g)| (g * plain.range_of(*u)).min(0)).sum();
        counted.for_each(|(u, g)| add(*u, *g));
        let whole = (fallback - base - least).max(0);
        self.without.iter().for_each(|u| add(*u, whole));
        let most = self
            .without
            .is_empty()
            .then(|| base + adds.iter().map(|(u, g)| (g * plain.range_of(*u)).max(0)).sum::<i128>());
        terms.retain(|(_, a)| *a != 0);
        terms.sort_unstable();
        let small = |a: i128| i64::try_from(a).ok().filter(|a| a.unsigned_abs() < 1 << 50);
        let terms: Option<Vec<(usize, i64)>> = terms.into_iter().map(|(v, a)| Some((v, small(a)?))).collect();
        let row = Half { terms: terms?, rhs: small(rhs)?, is_follower: false };
        Some(RuleRow { row, most })
    }
}

/// Sums over what a rule says.
struct Sums<'s> {
    plain: &'s Plain,
    values: &'s [i64],
    moves: &'s [Vec<(usize, i64)>],
}

impl Sums<'_> {
    /// Is a variable of the follower never cut off at its bounds? `None` if its moves are of a kind that is not seen.
    fn is_exact(&self, v: usize) -> Option<bool> {
        let (plain, moves) = (self.plain, &self.moves[v]);
        let sum = |is_wanted: fn(i64) -> bool| -> i128 {
            moves.iter().filter(|(_, d)| is_wanted(*d)).map(|(u, d)| i128::from(*d) * plain.range_of(*u)).sum()
        };
        let value = i128::from(self.values[v]);
        if value + sum(|d| d > 0) <= plain.upper[v].into() && value + sum(|d| d < 0) >= plain.lower[v].into() {
            return Some(true);
        }
        let is_one_way = moves.iter().all(|(_, d)| *d > 0) || moves.iter().all(|(_, d)| *d < 0);
        (is_one_way && moves.iter().all(|(u, _)| plain.range_of(*u) == 1)).then_some(false)
    }

    fn most(&self, terms: &[(usize, i64)]) -> Option<Most> {
        let plain = self.plain;
        let mut base = 0_i128;
        let mut adds: Vec<(usize, i128)> = Vec::new();
        let coefficient = |u: usize| terms.iter().find(|(v, _)| *v == u).map_or(0, |(_, a)| *a);
        let mut add = |u: usize, more: i128| match adds.iter_mut().find(|(other, _)| *other == u) {
            Some((_, sum)) => *sum += more,
            None => adds.push((u, more)),
        };
        for &(v, a) in terms {
            let a = i128::from(a);
            if !plain.is_follower[v] {
                base += a * i128::from(plain.lower[v]);
                add(v, a);
                continue;
            }
            let value = self.values[v];
            base += a * i128::from(value);
            if self.moves[v].is_empty() {
                continue;
            }
            let is_exact = self.is_exact(v)?;
            if is_exact || a * i128::from(self.moves[v][0].1) > 0 {
                self.moves[v].iter().for_each(|(u, d)| add(*u, a * i128::from(*d)));
                continue;
            }
            let owner = self.moves[v].iter().max_by_key(|(u, _)| (coefficient(*u), std::cmp::Reverse(*u)));
            if let Some((u, d)) = owner {
                let d = if *d > 0 { (*d).min(plain.upper[v] - value) } else { (*d).max(plain.lower[v] - value) };
                add(*u, a * i128::from(d));
            }
        }
        Some(Most { base, adds })
    }
}

/// Makes rules of answers.
pub(super) struct RuleMaker<'p> {
    plain: &'p Plain,
    /// The follower's halves with variables of the leader.
    linked: Vec<usize>,
    /// By variable of the follower, what it adds to its halves without variables of the leader; and the variables that add
    /// the same, the cheapest first.
    columns: Vec<Vec<(usize, i64)>>,
    twins: HashMap<Vec<(usize, i64)>, Vec<usize>>,
    /// Has the follower rows that hold with equality?
    pub(super) has_equations: bool,
}

impl<'p> RuleMaker<'p> {
    pub(super) fn new(plain: &'p Plain) -> Self {
        let is_linked = |half: &Half| half.is_follower && half.terms.iter().any(|(v, _)| !plain.is_follower[*v]);
        let linked = (0..plain.halves.len()).filter(|i| is_linked(&plain.halves[*i])).collect();
        let own = || plain.halves.iter().filter(|half| half.is_follower);
        let is_opposite = |a: &Half, b: &Half| {
            a.rhs == -b.rhs && a.terms.iter().zip(&b.terms).all(|(a, b)| (a.0, a.1) == (b.0, -b.1))
        };
        let has_equations = own().zip(own().skip(1)).any(|(a, b)| a.terms.len() == b.terms.len() && is_opposite(a, b));
        let mut columns = vec![Vec::new(); plain.n_vars()];
        for (i, half) in plain.halves.iter().enumerate().filter(|(_, half)| half.is_follower && !is_linked(half)) {
            half.terms.iter().for_each(|(v, a)| columns[*v].push((i, *a)));
        }
        let mut twins: HashMap<_, Vec<usize>> = HashMap::new();
        if has_equations {
            let own = (0..plain.n_vars()).filter(|v| plain.is_follower[*v] && !columns[*v].is_empty());
            own.for_each(|v| twins.entry(columns[v].clone()).or_default().push(v));
            twins.values_mut().for_each(|same| same.sort_by_key(|v| (plain.follower[*v], *v)));
        }
        Self { plain, linked, columns, twins, has_equations }
    }

    /// A variable of the answer that `u` takes away, and one that can take its place in all other rows.
    pub(super) fn twin(&self, point: &[i64], u: usize) -> Option<(usize, usize)> {
        let plain = self.plain;
        let hindered = self.linked_halves().filter(|half| half.terms.iter().any(|(v, a)| *v == u && *a > 0));
        let used = |(v, a): &&(usize, i64)| plain.is_follower[*v] && *a > 0 && point[*v] > plain.lower[*v];
        let v = hindered.flat_map(|half| half.terms.iter().filter(used)).map(|(v, _)| *v).next()?;
        let same = self.twins.get(&self.columns[v])?;
        same.iter().find(|w| **w != v && point[**w] < plain.upper[**w]).map(|w| (v, *w))
    }

    pub(super) fn linked_halves(&self) -> impl Iterator<Item = &'p Half> {
        self.linked.iter().map(|i| &self.plain.halves[*i])
    }

    /// The rule of an answer to the choice in `point`: what the choice takes does not hinder it, and of the rest each
    /// variable of the leader takes away what has to go. `repairs` are moves that are known to keep other rows, by variable
    /// of the leader. `None` if it is not an answer to the lower bounds of the leader.
    pub(super) fn rule(&self, point: &[i64], fallback: Option<usize>, repairs: &[(usize, usize, i64)]) -> Option<Rule> {
        let plain = self.plain;
        let own = (0..plain.n_vars()).filter(|v| plain.is_follower[*v]);
        let values: Vec<(usize, i64)> = own.map(|v| (v, point[v])).filter(|(_, x)| *x != 0).collect();
        let is_taken = |u: usize| point[u] > plain.lower[u];
        let is_repaired = |u: usize| repairs.iter().any(|(_, other, _)| *other == u);
        let mut rule = Rule { values, moves: repairs.to_vec(), fallback, without: Vec::new() };
        for half in self.linked.iter().map(|i| &plain.halves[*i]) {
            let at = |(v, a): &(usize, i64)| {
                let x = if plain.is_follower[*v] || is_taken(*v) { point[*v] } else { plain.lower[*v] };
                i128::from(*a) * i128::from(x)
            };
            let left = i128::from(half.rhs) - half.terms.iter().map(at).sum::<i128>();
            if left < 0 {
                return None;
            }
            let others = half.terms.iter().filter(|(u, a)| !plain.is_follower[*u] && *a > 0 && !is_taken(*u));
            for &(u, a) in others.filter(|(u, _)| !is_repaired(*u)) {
                let short = i128::from(a) * plain.range_of(u) - left;
                if short > 0 && plain.range_of(u) == 1 {
                    self.drop(&mut rule, half, (u, short), point);
                }
            }
        }
        let (values, moves) = rule.spread(plain);
        let sums = Sums { plain, values: &values, moves: &moves };
        for Broken { by } in rule.broken(plain, &sums)? {
            let free: Vec<usize> = by.iter().copied().filter(|u| !is_taken(*u)).collect();
            rule.without.extend(if free.is_empty() { by } else { free });
        }
        rule.without.sort_unstable();
        rule.without.dedup();
        // What has no rule has no moves.
        rule.moves.retain(|(_, u, _)| !rule.without.contains(u));
        let (values, moves) = rule.spread(plain);
        let sums = Sums { plain, values: &values, moves: &moves };
        rule.broken(plain, &sums)?.is_empty().then_some(rule)
    }

    /// Leaves out variables of the answer until `short` is gone from a half when `u` is taken: those that cost the least
    /// first.
    fn drop(&self, rule: &mut Rule, half: &Half, (u, mut short): (usize, i128), point: &[i64]) {
        let plain = self.plain;
        let moved = |rule: &Rule, v: usize| rule.moves.iter().find(|(w, by, _)| *w == v && *by == u).map_or(0, |m| m.2);
        let own = half.terms.iter().filter(|(v, _)| plain.is_follower[*v]);
        short += own.clone().map(|(v, a)| i128::from(*a) * i128::from(moved(rule, *v))).sum::<i128>();
        // A variable that can move so that the left side becomes less, and what a unit of that costs the follower.
        let mut ways: Vec<(i64, usize, i64, i64)> = own
            .filter_map(|(v, a)| {
                let way = -a.signum();
                let room = if way > 0 { plain.upper[*v] - point[*v] } else { point[*v] - plain.lower[*v] };
                // Without what it has, an answer is smaller: a variable that is not used is not brought in.
                let is_used = point[*v] != 0 && (point[*v] > 0) == (way < 0);
                (room > 0 && is_used && moved(rule, *v) == 0).then_some((plain.follower[*v] * way, *v, *a, room))
            })
            .collect();
        ways.sort_by_key(|(cost, v, a, _)| (*cost, std::cmp::Reverse(a.abs()), *v));
        for (_, v, a, room) in ways {
            if short <= 0 {
                return;
            }
            let size = i128::from(a.abs());
            let steps = ((short + size - 1) / size).min(room.into()) as i64;
            rule.moves.push((v, u, -a.signum() * steps));
            short -= size * i128::from(steps);
        }
    }
}
