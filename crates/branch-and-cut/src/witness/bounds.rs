//! Boxes, rows of paths, and sums of rows in integers, which define the nodes of a tree and close them.

use std::rc::Rc;

use super::plain::Half;

/// The bounds of all variables at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: Vec<i64>,
    pub(super) upper: Vec<i64>,
}

impl Bounds {
    /// The least of a sum within the bounds.
    pub(super) fn least(&self, terms: impl Iterator<Item = (usize, i128)>) -> i128 {
        terms.map(|(v, a)| a * i128::from(if a > 0 { self.lower[v] } else { self.upper[v] })).sum()
    }

    /// The most of a row's left side.
    pub(super) fn most_of(&self, terms: &[(usize, i64)]) -> i128 {
        -self.least(terms.iter().map(|(v, a)| (*v, -i128::from(*a))))
    }
}

/// Rows that joined on the way to a node, the last one first.
pub(super) type Path = Option<Rc<Link>>;

/// A row of a path.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) row: Half,
    /// Its number on the path, from 0.
    pub(super) number: usize,
    before: Path,
}

/// The path with one more row.
pub(super) fn longer(path: &Path, row: Half) -> Path {
    let number = path.as_ref().map_or(0, |link| link.number + 1);
    Some(Rc::new(Link { row, number, before: path.clone() }))
}

/// The rows of a path, the first one first.
pub(super) fn rows_of(path: &Path) -> Vec<Rc<Link>> {
    let mut rows = Vec::new();
    let mut at = path.as_ref();
    while let Some(link) = at {
        rows.push(Rc::clone(link));
        at = link.before.as_ref();
    }
    rows.reverse();
    rows
}

/// A row of a tree by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RowName {
    /// One of the program.
    Half(u32),
    /// One that holds at all points that count.
    Rule(u32),
    /// One of the path.
    Path(u32),
}

/// Weights of rows, above 0, and of the objective, at least 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Weights {
    pub(super) objective: i64,
    pub(super) rows: Vec<(RowName, i64)>,
}

impl Weights {
    /// The objective alone: what the bounds say of it.
    pub(super) fn trivial() -> Self {
        Self { objective: 1, rows: Vec::new() }
    }
}

/// The bound that weights prove for the objective at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Proven {
    /// It is at least this, without its constant.
    AtLeast(i64),
    /// There is no point at all.
    Nothing,
}

/// The sum of rows with weights: `p v <= q`, with the objective's weight in p.
pub(super) struct RowSum {
    p: Vec<i128>,
    /// The right sides alone.
    q: i128,
    objective: i128,
}

impl RowSum {
    /// Adds up; `None` beyond 128 bits.
    pub(super) fn new<'h>(weights: &Weights, objective: &[i64], row: impl Fn(RowName) -> &'h Half) -> Option<Self> {
        let factor = i128::from(weights.objective);
        let mut p: Vec<i128> = objective.iter().map(|c| factor * i128::from(*c)).collect();
        let mut q = 0_i128;
        for (name, weight) in &weights.rows {
            let (half, weight) = (row(*name), i128::from(*weight));
            for (v, a) in &half.terms {
                p[*v] = p[*v].checked_add(weight.checked_mul(i128::from(*a))?)?;
            }
            q = q.checked_add(weight.checked_mul(i128::from(half.rhs))?)?;
        }
        // Sums over the bounds must fit too: bounds have at most 62 bits, and there are fewer than 2^20 variables.
        let is_small = |a: &i128| a.unsigned_abs() < 1 << 105;
        (p.iter().all(is_small) && is_small(&q)).then_some(Self { p, q, objective: factor })
    }

    /// Returns the bound that it proves within the bounds of variables.
    pub(super) fn proves(&self, bounds: &Bounds) -> Proven {
        let mut least = 0_i128;
        for (v, p) in self.p.iter().enumerate().filter(|(_, p)| **p != 0) {
            let end = if *p > 0 { bounds.lower[v] } else { bounds.upper[v] };
            let Some(sum) = p.checked_mul(i128::from(end)).and_then(|term| least.checked_add(term)) else {
                return Proven::AtLeast(i64::MIN);
            };
            least = sum;
        }
        let rest = least - self.q;
        match self.objective {
            0 if rest > 0 => Proven::Nothing,
            0 => Proven::AtLeast(i64::MIN),
            objective => {
                let up = rest.div_euclid(objective) + i128::from(rest.rem_euclid(objective) > 0);
                Proven::AtLeast(up.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64)
            }
        }
    }
}

impl RowSum {
    /// Bounds that every point below `below` keeps: a variable, a value, and whether it is the values above that are
    /// closed (otherwise those up to it). What the objective comes to is a multiple of `step`.
    pub(super) fn tighter(&self, bounds: &Bounds, below: i64, step: i64) -> Vec<(usize, i64, bool)> {
        let Proven::AtLeast(proven) = self.proves(bounds) else { return Vec::new() };
        if proven == i64::MIN || self.objective == 0 {
            return Vec::new();
        }
        let terms = self.p.iter().copied().enumerate().filter(|(_, p)| *p != 0);
        let rest = bounds.least(terms.clone()) - self.q;
        // So much more than the rest, and the objective is not below.
        let most = i128::from(below) - 1;
        let room = self.objective * (most - most.rem_euclid(i128::from(step))) - rest;
        if room < 0 {
            return Vec::new();
        }
        terms
            .filter_map(|(v, p)| {
                let steps = room / p.abs() + 1;
                let (lower, upper) = (i128::from(bounds.lower[v]), i128::from(bounds.upper[v]));
                if lower + steps > upper {
                    return None;
                }
                Some(if p > 0 { (v, (lower + steps - 1) as i64, true) } else { (v, (upper - steps) as i64, false) })
            })
            .collect()
    }
}
