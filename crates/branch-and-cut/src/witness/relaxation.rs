//! The linear program of a tree: it stays warm from node to node, and only proposes weights.

use std::rc::Rc;

use crate::base::common_divisor;
use crate::dot::{LANES, dot};
use crate::ilp::{LpStatus, NodeLp, NodeLps};

use super::bounds::{Bounds, Link, Path, Proven, RowName, RowSum, Weights, rows_of};
use super::plain::{Half, Plain};

/// The tolerance for integers.
pub(super) const INTEGRAL: f64 = 1e-6;
/// The minimum violation of a row to be added.
const BROKEN: f64 = 1e-5;
/// The minimum slack of a row to be removed.
const LOOSE: f64 = 1e-6;
/// Rows of rules beyond which loose ones leave.
const MANY_RULES: usize = 60;
/// Weights are multiples of one over these; the first that proves as much as the last is taken, since small numbers make
/// short certificates.
const PARTS: [i64; 5] = [1, 2, 6, 60, 1 << 13];
/// The same for weights that prove the most.
const FINEST: i64 = 1 << 30;

/// A row of the linear program.
#[derive(Clone, Debug)]
enum Present {
    Half(u32),
    Rule(u32),
    Path(Rc<Link>),
}

/// The rows of a tree, and what it minimizes.
pub(super) struct Relaxation {
    lp: Box<dyn NodeLp>,
    /// In place of the follower's variables, where only what it gets plays a part.
    reply: Option<Reply>,
    /// The last point.
    x: Vec<f64>,
    rows: Vec<Present>,
    /// The divisors of the rows and of the objective: powers of two, so that the largest numbers are near 1.
    scales: Vec<f64>,
    unit: f64,
    halves: Rc<Vec<Half>>,
    /// Rows that hold at all points that count, in the linear program or not.
    rules: Vec<Half>,
    /// The same by columns.
    by_column: RulesByColumn,
    objective: Vec<i64>,
    /// All that the objective comes to is a multiple of this.
    step: i64,
    /// A bound above this closes a node.
    enough: f64,
    bounds: Option<Bounds>,
    path: Vec<Rc<Link>>,
    pub(super) n_lps: u64,
}

/// One column for the follower's objective in place of its variables.
pub(super) struct Reply {
    /// By variable: its column, if it is the leader's.
    columns: Vec<Option<u32>>,
    /// The follower's objective, by variable.
    follower: Vec<i64>,
    /// The bounds of the program.
    bounds: Bounds,
    /// The column has the objective in parts of this.
    unit: f64,
}

impl Reply {
    /// The column of the objective: the last one.
    fn column(&self) -> u32 {
        self.columns.iter().flatten().count() as u32
    }

    /// How often a sum has the follower's objective in it, if that is all that it has of the follower's variables.
    fn factor(&self, terms: &[(usize, i64)]) -> Option<f64> {
        let own = || terms.iter().filter(|(v, _)| self.columns[*v].is_none());
        let Some(&(v, a)) = own().next() else { return Some(0.0) };
        let (a, d) = (i128::from(a), i128::from(self.follower[v]));
        let n = self.follower.iter().filter(|d| **d != 0).count();
        let is_multiple = |&(v, b): &(usize, i64)| i128::from(b) * d == i128::from(self.follower[v]) * a;
        (d != 0 && own().count() == n && own().all(is_multiple)).then(|| a as f64 / d as f64)
    }

    fn terms(&self, terms: &[(usize, i64)]) -> Option<Vec<(u32, f64)>> {
        let factor = self.factor(terms)?;
        let of_leader = terms.iter().filter_map(|(v, a)| Some((self.columns[*v]?, *a as f64)));
        let last = (factor != 0.0).then(|| (self.column(), factor * self.unit));
        Some(of_leader.chain(last).collect())
    }

    /// A point of the program: the follower's variables are such that its objective is what it is in the linear program.
    fn point(&self, x: &[f64]) -> Vec<f64> {
        let worst = |v: usize| if self.follower[v] > 0 { self.bounds.lower[v] } else { self.bounds.upper[v] };
        let mut point: Vec<f64> = (0..self.columns.len())
            .map(|v| self.columns[v].map_or_else(|| worst(v) as f64, |column| x[column as usize]))
            .collect();
        let own = || (0..self.columns.len()).filter(|v| self.columns[*v].is_none() && self.follower[*v] != 0);
        let now: f64 = own().map(|v| point[v] * self.follower[v] as f64).sum();
        let mut missing = x[self.column() as usize] * self.unit - now;
        for v in own() {
            let d = self.follower[v] as f64;
            let step = (missing / d.abs()).clamp(0.0, (self.bounds.upper[v] - self.bounds.lower[v]) as f64);
            point[v] += step * d.signum();
            missing -= step * d.abs();
        }
        point
    }
}

/// Rules one after the other, each with a number for every column.
struct RulesByColumn {
    n_columns: usize,
    numbers: Vec<f64>,
    /// The limits above which a left side means a violation by more than rounding.
    limits: Vec<f64>,
}

impl RulesByColumn {
    fn new(n_columns: usize) -> Self {
        Self { n_columns: n_columns.next_multiple_of(LANES), numbers: Vec::new(), limits: Vec::new() }
    }

    fn push(&mut self, terms: &[(u32, f64)], row: &Half) {
        let begin = self.numbers.len();
        self.numbers.resize(begin + self.n_columns, 0.0);
        terms.iter().for_each(|(column, a)| self.numbers[begin + *column as usize] += a);
        self.limits.push(row.rhs as f64 + allowed(row));
    }

    /// Those that a point of the linear program breaks.
    fn broken(&self, x: &[f64]) -> Vec<usize> {
        if self.limits.is_empty() {
            return Vec::new();
        }
        let mut point = x.to_vec();
        point.resize(self.n_columns, 0.0);
        let rows = self.numbers.chunks_exact(self.n_columns).zip(&self.limits).enumerate();
        rows.filter(|(_, (row, limit))| dot(row, &point) > **limit).map(|(i, _)| i).collect()
    }
}

/// The result of a linear program.
pub(super) enum Solved {
    /// A point, and what its duals prove.
    Point(Proven, Rc<Weights>),
    /// There is no point, as these weights show.
    Infeasible(Rc<Weights>),
    /// Nothing of use.
    Unknown,
}

impl Relaxation {
    /// The rows of `halves` with the numbers `names`, under `min objective`.
    pub(super) fn new(lps: &dyn NodeLps, halves: &Rc<Vec<Half>>, names: &[u32], objective: &[i64]) -> Self {
        let cost = objective.iter().map(|c| *c as f64).collect();
        let mut relaxation = Self::without_rows(lps, cost, None, (halves, objective));
        names.iter().for_each(|name| relaxation.add(Present::Half(*name), &halves[*name as usize]));
        relaxation
    }

    /// A linear program with columns of this cost.
    fn without_rows(
        lps: &dyn NodeLps,
        mut cost: Vec<f64>,
        reply: Option<Reply>,
        (halves, objective): (&Rc<Vec<Half>>, &[i64]),
    ) -> Self {
        let unit = scale_of(cost.iter().copied());
        cost.iter_mut().for_each(|c| *c /= unit);
        Self {
            lp: lps.lp(&cost),
            reply,
            x: vec![0.0; objective.len()],
            rows: Vec::new(),
            scales: Vec::new(),
            unit,
            halves: Rc::clone(halves),
            rules: Vec::new(),
            by_column: RulesByColumn::new(cost.len()),
            step: step_of(objective),
            objective: objective.to_vec(),
            enough: f64::INFINITY,
            bounds: None,
            path: Vec::new(),
            n_lps: 0,
        }
    }

    /// The same with one column for what the follower gets in place of its variables: its own rows say nothing then. It is
    /// for followers that always have an answer. `None` if more than what it gets plays a part for the leader, or if the
    /// leader would like it to get more than it can.
    pub(super) fn of_leader(lps: &dyn NodeLps, plain: &Plain, halves: &Rc<Vec<Half>>) -> Option<Self> {
        let mut n_columns = 0..;
        let columns = plain.is_follower.iter().map(|is| if *is { None } else { n_columns.next() }).collect();
        let bounds = Bounds { lower: plain.lower.clone(), upper: plain.upper.clone() };
        let unit = scale_of(plain.follower.iter().map(|d| *d as f64));
        let reply = Reply { columns, follower: plain.follower.clone(), bounds, unit };
        let objective: Vec<(usize, i64)> = plain.leader.iter().copied().enumerate().filter(|(_, c)| *c != 0).collect();
        let opposes = |terms: &[(usize, i64)]| reply.factor(terms).is_some_and(|factor| factor <= 0.0);
        let of_leader = halves.iter().filter(|half| !half.is_follower).map(|half| &half.terms);
        if !of_leader.chain([&objective]).all(|terms| opposes(terms)) {
            return None;
        }
        let mut cost = vec![0.0; reply.column() as usize + 1];
        reply.terms(&objective)?.into_iter().for_each(|(column, c)| cost[column as usize] = c);
        let own: Vec<(usize, i128)> =
            plain.follower.iter().map(|d| i128::from(*d)).enumerate().filter(|(_, d)| *d != 0).collect();
        let opposite = own.iter().map(|(v, d)| (*v, -d));
        let (least, most) = (reply.bounds.least(own.iter().copied()), -reply.bounds.least(opposite));
        let ends = (reply.column(), least as f64 / reply.unit, most as f64 / reply.unit);
        let mut relaxation = Self::without_rows(lps, cost, Some(reply), (halves, &plain.leader));
        relaxation.lp.set_cols_bounds(&[ends]);
        for (i, half) in halves.iter().enumerate().filter(|(_, half)| !half.is_follower) {
            relaxation.add(Present::Half(i as u32), half);
        }
        Some(relaxation)
    }

    fn add(&mut self, row: Present, half: &Half) {
        let mut terms = self.terms(half);
        let scale = scale_of(terms.iter().map(|(_, a)| *a));
        terms.iter_mut().for_each(|(_, a)| *a /= scale);
        self.lp.add_row_le(&terms, half.rhs as f64 / scale);
        self.rows.push(row);
        self.scales.push(scale);
    }

    /// A row by columns of the linear program.
    fn terms(&self, half: &Half) -> Vec<(u32, f64)> {
        match &self.reply {
            None => half.terms.iter().map(|(v, a)| (*v as u32, *a as f64)).collect(),
            Some(reply) => reply.terms(&half.terms).expect("rows of rules and cases have what the follower gets"),
        }
    }

    /// Goes to a node.
    pub(super) fn load(&mut self, bounds: &Bounds, path: &Path) {
        let ends = bounds.lower.iter().zip(&bounds.upper).enumerate();
        let changed: Vec<(u32, f64, f64)> = ends
            .filter(|(v, (lo, hi))| match &self.bounds {
                Some(old) => (&old.lower[*v], &old.upper[*v]) != (*lo, *hi),
                None => true,
            })
            .filter_map(|(v, (lo, hi))| {
                let column = match &self.reply {
                    Some(reply) => reply.columns[v]?,
                    None => v as u32,
                };
                Some((column, *lo as f64, *hi as f64))
            })
            .collect();
        self.lp.set_cols_bounds(&changed);
        self.bounds = Some(bounds.clone());
        let rows = rows_of(path);
        let n_same = rows.iter().zip(&self.path).take_while(|(a, b)| Rc::ptr_eq(a, b)).count();
        if n_same < self.path.len() {
            let gone = self.rows.iter().map(|row| matches!(row, Present::Path(link) if link.number >= n_same));
            let gone: Vec<bool> = gone.collect();
            self.delete(&gone);
        }
        for link in &rows[n_same..] {
            self.add(Present::Path(Rc::clone(link)), &link.row);
        }
        self.path = rows;
    }

    fn delete(&mut self, gone: &[bool]) {
        self.lp.delete_rows(gone);
        let is_kept = |at: usize| !gone.get(at).copied().unwrap_or(false);
        let (mut row, mut scale) = (0.., 0..);
        self.rows.retain(|_| row.next().is_some_and(is_kept));
        self.scales.retain(|_| scale.next().is_some_and(is_kept));
    }

    /// A row that holds at all points that count, from now on known; its number.
    pub(super) fn add_rule(&mut self, row: Half) -> u32 {
        self.by_column.push(&self.terms(&row), &row);
        self.rules.push(row);
        self.rules.len() as u32 - 1
    }

    /// Adds the rows of rules that the last point violates to the linear program, and returns their number.
    pub(super) fn separate(&mut self) -> usize {
        let mut is_in = vec![false; self.rules.len()];
        for row in &self.rows {
            if let Present::Rule(i) = row {
                is_in[*i as usize] = true;
            }
        }
        let mut broken = self.by_column.broken(self.lp.x());
        broken.retain(|i| !is_in[*i]);
        if !broken.is_empty() && is_in.iter().filter(|is_in| **is_in).count() > MANY_RULES {
            self.purge();
        }
        for i in &broken {
            let row = self.rules[*i].clone();
            self.add(Present::Rule(*i as u32), &row);
        }
        broken.len()
    }

    /// Drops rows of rules that are far from tight.
    fn purge(&mut self) {
        let activities = self.lp.row_activities();
        let is_loose = |((row, scale), activity): ((&Present, &f64), &f64)| match row {
            Present::Rule(i) => *activity < self.rules[*i as usize].rhs as f64 / scale - LOOSE,
            Present::Half(_) | Present::Path(_) => false,
        };
        let mut loose: Vec<bool> = self.rows.iter().zip(&self.scales).zip(activities).map(is_loose).collect();
        loose.resize(self.rows.len(), false);
        self.delete(&loose);
    }

    /// Solves at the node; a bound above `enough` ends it early.
    pub(super) fn solve(&mut self, enough: f64) -> Solved {
        self.enough = enough;
        self.lp.set_objective_bound(enough / self.unit);
        let solved = self.solve_once();
        // Where it ended early, and sums in integers do not say as much, its point is none of this node.
        let (Solved::Point(proven, _), LpStatus::ObjectiveBound) = (&solved.0, solved.1) else { return solved.0 };
        match proven {
            Proven::AtLeast(bound) if *bound as f64 <= enough => {
                self.lp.set_objective_bound(f64::INFINITY);
                self.solve_once().0
            }
            _ => solved.0,
        }
    }

    fn solve_once(&mut self) -> (Solved, LpStatus) {
        self.n_lps += 1;
        let status = self.lp.run();
        self.x = match &self.reply {
            Some(reply) => reply.point(self.lp.x()),
            None => self.lp.x().to_vec(),
        };
        let solved = match status {
            LpStatus::Optimal | LpStatus::ObjectiveBound => {
                let duals = self.lp.row_duals().iter().zip(&self.scales);
                let duals: Vec<f64> = duals.map(|(dual, scale)| (-dual * self.unit / scale).max(0.0)).collect();
                let (proven, weights) = self.rounded(1.0, &duals);
                Solved::Point(proven, Rc::new(weights))
            }
            LpStatus::Infeasible => match self.no_point() {
                Some(weights) => Solved::Infeasible(Rc::new(weights)),
                None => Solved::Unknown,
            },
            LpStatus::Other(_) => Solved::Unknown,
        };
        (solved, status)
    }

    /// All that the objective comes to is a multiple of this.
    pub(super) fn step(&self) -> i64 {
        self.step
    }

    /// The last point.
    pub(super) fn x(&self) -> &[f64] {
        &self.x
    }

    /// The row of this name at the node where the linear program is.
    pub(super) fn row(&self, name: RowName) -> &Half {
        match name {
            RowName::Half(i) => &self.halves[i as usize],
            RowName::Rule(i) => &self.rules[i as usize],
            RowName::Path(i) => &self.path[i as usize].row,
        }
    }

    /// Weights that close a node without any linear program, if there are such: of one row that the bounds do not let
    /// hold, of the objective alone, or of the objective and a row that takes something of it away.
    pub(super) fn plainly(&self, bounds: &Bounds, below: Option<i64>) -> Option<Weights> {
        let terms = self.objective.iter().map(|c| i128::from(*c)).enumerate().filter(|(_, c)| *c != 0);
        if below.is_some_and(|below| bounds.least(terms) >= i128::from(below)) {
            return Some(Weights::trivial());
        }
        let path = self.rows.iter().filter(|row| matches!(row, Present::Path(_))).map(name_of);
        let halves = self.rows.iter().filter(|row| !matches!(row, Present::Path(_))).map(name_of);
        let rules = (0..self.rules.len()).map(|i| RowName::Rule(i as u32));
        let names: Vec<RowName> = halves.chain(path).chain(rules).collect();
        let is_impossible = |name: &RowName| {
            let row = self.row(*name);
            bounds.least(row.terms.iter().map(|(v, a)| (*v, i128::from(*a)))) > i128::from(row.rhs)
        };
        if let Some(impossible) = names.iter().copied().find(is_impossible) {
            return Some(Weights { objective: 0, rows: vec![(impossible, 1)] });
        }
        let is_enough = |weights: &Weights| {
            let sum = RowSum::new(weights, &self.objective, |name| self.row(name));
            match sum.map(|sum| sum.proves(bounds)) {
                Some(Proven::AtLeast(bound)) => below.is_some_and(|below| next_multiple(bound, self.step) >= below),
                Some(Proven::Nothing) => true,
                None => false,
            }
        };
        names.into_iter().filter_map(|name| self.with_objective(name)).find(is_enough)
    }

    /// The objective and a row, so that a variable that they disagree about is gone from their sum.
    fn with_objective(&self, name: RowName) -> Option<Weights> {
        let opposite = |(v, a): &&(usize, i64)| self.objective[*v].signum() * a.signum() < 0;
        let (v, a) = self.row(name).terms.iter().rev().find(opposite)?;
        let (c, a) = (self.objective[*v].unsigned_abs(), a.unsigned_abs());
        let divisor = common_divisor(c, a);
        let part = |number: u64| i64::try_from(number / divisor).ok();
        Some(Weights { objective: part(a)?, rows: vec![(name, part(c)?)] })
    }

    fn no_point(&mut self) -> Option<Weights> {
        let ray = self.lp.infeasibility()?;
        for sign in [1.0, -1.0] {
            let ray: Vec<f64> = ray.iter().zip(&self.scales).map(|(a, scale)| (sign * a / scale).max(0.0)).collect();
            let largest = ray.iter().copied().fold(0.0, f64::max);
            if largest <= 0.0 {
                continue;
            }
            let ray: Vec<f64> = ray.into_iter().map(|a| a / largest).collect();
            let (proven, weights) = self.rounded(0.0, &ray);
            if proven == Proven::Nothing {
                return Some(weights);
            }
        }
        None
    }

    /// Weights in integers near these, and what they prove: small ones if they prove as much.
    fn rounded(&self, objective: f64, duals: &[f64]) -> (Proven, Weights) {
        let finest = self.weights(objective, duals, FINEST as f64);
        let best = self.proves(&finest);
        let enough = match best {
            // Only what closes a node is written down.
            Proven::AtLeast(bound) if (bound as f64) <= self.enough => return (best, finest),
            proven => proven,
        };
        for part in PARTS {
            let weights = self.weights(objective, duals, part as f64);
            let proven = self.proves(&weights);
            if proven >= enough || matches!(proven, Proven::AtLeast(bound) if bound as f64 > self.enough) {
                return (proven, weights);
            }
        }
        (best, finest)
    }

    fn weights(&self, objective: f64, duals: &[f64], part: f64) -> Weights {
        let weight = |dual: f64| (dual * part).round().min(1e17) as i64;
        let rows = self.rows.iter().zip(duals).map(|(row, dual)| (name_of(row), weight(*dual)));
        Weights { objective: weight(objective), rows: rows.filter(|(_, weight)| *weight > 0).collect() }
    }

    /// Returns the proof by weights at this node, in integers.
    fn proves(&self, weights: &Weights) -> Proven {
        let sum = RowSum::new(weights, &self.objective, |name| self.row(name));
        match (sum, &self.bounds) {
            (Some(sum), Some(bounds)) => match sum.proves(bounds) {
                Proven::AtLeast(bound) if bound > i64::MIN => Proven::AtLeast(next_multiple(bound, self.step)),
                other => other,
            },
            _ => Proven::AtLeast(i64::MIN),
        }
    }
}

/// The power of two that makes the largest of these numbers one from 1 to 2; 1 if none is above it.
fn scale_of(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.map(f64::abs).fold(1.0, f64::max).log2().floor().exp2()
}

/// The greatest common divisor of the numbers of an objective.
pub(super) fn step_of(objective: &[i64]) -> i64 {
    let divisor = objective.iter().fold(0, |divisor, c| common_divisor(divisor, c.unsigned_abs()));
    i64::try_from(divisor.max(1)).unwrap_or(1)
}

/// The least multiple of `step` that is not less.
fn next_multiple(bound: i64, step: i64) -> i64 {
    let over = bound.rem_euclid(step);
    if over == 0 { bound } else { bound.saturating_add(step - over) }
}

fn name_of(row: &Present) -> RowName {
    match row {
        Present::Half(name) => RowName::Half(*name),
        Present::Rule(i) => RowName::Rule(*i),
        Present::Path(link) => RowName::Path(link.number as u32),
    }
}

/// The excess over the right side of a row that rounding may cause.
fn allowed(row: &Half) -> f64 {
    BROKEN * row.terms.iter().fold(1.0_f64, |size, (_, a)| size.max((*a as f64).abs())).min(1e4)
}

/// Does a point break the row by more than rounding?
pub(super) fn breaks(row: &Half, x: &[f64]) -> bool {
    let sum: f64 = row.terms.iter().map(|(v, a)| x[*v] * *a as f64).sum();
    sum > row.rhs as f64 + allowed(row)
}
