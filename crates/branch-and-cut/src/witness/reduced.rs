//! A program without its fixed variables, such as the follower's program for a given choice of the leader.
//!
//! Rows with one remaining variable become bounds, and redundant rows are removed. So the linear programs are those of
//! the follower alone, without the rows that link it to the leader. Certificates do not contain them, only the rows of
//! the whole program.

use std::rc::Rc;

use crate::base::{Limits, common_divisor};
use crate::ilp::NodeLps;
use crate::problem::Counters;

use super::bounds::Bounds;
use super::follower::AllPoints;
use super::plain::Half;
use super::relaxation::Relaxation;
use super::tree::{Outcome, Question, Tree};

/// How often all rows are gone through for tighter bounds.
const PASSES: usize = 4;

#[derive(Debug)]
struct Reduced {
    /// By variable: its number in the whole program.
    names: Vec<usize>,
    bounds: Bounds,
    rows: Vec<Half>,
    objective: Vec<i64>,
    /// The contribution of the fixed variables to the objective.
    fixed: i64,
}

/// Tightens the bounds by one row. `None` if no point within them keeps it, else whether something changed.
fn tighten(row: &Half, bounds: &mut Bounds) -> Option<bool> {
    let least = bounds.least(row.terms.iter().map(|(v, a)| (*v, i128::from(*a))));
    let room = i128::from(row.rhs) - least;
    if room < 0 {
        return None;
    }
    let mut is_changed = false;
    for &(v, a) in &row.terms {
        let (lower, upper) = (i128::from(bounds.lower[v]), i128::from(bounds.upper[v]));
        let steps = room / i128::from(a).abs();
        if upper - lower > steps {
            match a > 0 {
                true => bounds.upper[v] = (lower + steps) as i64,
                false => bounds.lower[v] = (upper - steps) as i64,
            }
            is_changed = true;
        }
    }
    Some(is_changed)
}

/// Fixes variables that no row keeps from the value that the objective likes best.
fn settle(rows: &[&Half], objective: &[i64], bounds: &mut Bounds) {
    // Does some row break if the variable falls, or rises?
    let mut is_held = vec![[false; 2]; objective.len()];
    for row in rows.iter().filter(|row| bounds.most_of(&row.terms) > i128::from(row.rhs)) {
        row.terms.iter().for_each(|(v, a)| is_held[*v][usize::from(*a > 0)] = true);
    }
    for (v, [falls, rises]) in is_held.into_iter().enumerate() {
        if objective[v] >= 0 && !falls {
            bounds.upper[v] = bounds.lower[v];
        } else if objective[v] <= 0 && !rises {
            bounds.lower[v] = bounds.upper[v];
        }
    }
}

impl Reduced {
    /// `None` if there is no point, as rows one by one show, or a number would be too large.
    fn of(mut bounds: Bounds, rows: &[&Half], objective: &[i64]) -> Option<Self> {
        for _ in 0..PASSES {
            let mut is_changed = false;
            for row in rows {
                is_changed |= tighten(row, &mut bounds)?;
            }
            if !is_changed {
                break;
            }
        }
        settle(rows, objective, &mut bounds);
        let n = bounds.lower.len();
        let mut numbers = vec![None; n];
        let free: Vec<usize> = (0..n).filter(|v| bounds.lower[*v] < bounds.upper[*v]).collect();
        free.iter().enumerate().for_each(|(number, v)| numbers[*v] = Some(number));
        let value = |v: usize, a: i64| i128::from(a) * i128::from(bounds.lower[v]);
        let mut left = Vec::new();
        for row in rows.iter().filter(|row| bounds.most_of(&row.terms) > i128::from(row.rhs)) {
            let terms: Vec<(usize, i64)> = row.terms.iter().filter_map(|(v, a)| Some((numbers[*v]?, *a))).collect();
            let fixed: i128 = row.terms.iter().filter(|(v, _)| numbers[*v].is_none()).map(|(v, a)| value(*v, *a)).sum();
            let divisor = terms.iter().fold(0, |divisor, (_, a)| common_divisor(divisor, a.unsigned_abs()));
            let divisor = (divisor as i64).max(1);
            let rhs = i64::try_from((i128::from(row.rhs) - fixed).div_euclid(i128::from(divisor))).ok()?;
            let terms = terms.into_iter().map(|(v, a)| (v, a / divisor)).collect();
            left.push(Half { terms, rhs, is_follower: row.is_follower });
        }
        let fixed: i128 = (0..n).filter(|v| numbers[*v].is_none()).map(|v| value(v, objective[v])).sum();
        Some(Self {
            rows: left,
            objective: free.iter().map(|v| objective[*v]).collect(),
            fixed: i64::try_from(fixed).ok()?,
            names: free,
            bounds,
        })
    }

    /// The point of the whole program.
    fn point(&self, values: &[i64]) -> Vec<i64> {
        let mut point = self.bounds.lower.clone();
        self.names.iter().zip(values).for_each(|(v, value)| point[*v] = *value);
        point
    }
}

/// The best point of some rows within bounds, below `below` if that is given, by a tree of which nothing is kept.
pub(super) fn best_point(
    lps: &dyn NodeLps,
    (bounds, rows): (Bounds, &[&Half]),
    objective: &[i64],
    below: Option<i64>,
    limits: &Limits,
) -> Outcome<()> {
    let nothing = |best: Option<(Vec<i64>, i64)>| Outcome {
        lower: best.as_ref().map(|(_, value)| *value),
        best,
        stop: None,
        places: Vec::new(),
        rules: Vec::new(),
        work: Counters::default(),
    };
    let Some(reduced) = Reduced::of(bounds, rows, objective) else { return nothing(None) };
    if reduced.names.is_empty() {
        // Each row holds within these bounds, or none is left.
        let best = (reduced.point(&[]), reduced.fixed);
        return nothing(Some(best).filter(|(_, value)| below.is_none_or(|below| *value < below)));
    }
    let ends = |ends: &[i64]| reduced.names.iter().map(|v| ends[*v]).collect();
    let own_bounds = Bounds { lower: ends(&reduced.bounds.lower), upper: ends(&reduced.bounds.upper) };
    let names: Vec<u32> = (0..reduced.rows.len() as u32).collect();
    let halves = Rc::new(reduced.rows.clone());
    let mut relaxation = Relaxation::new(lps, &halves, &names, &reduced.objective);
    let mut guide = AllPoints { halves: &halves, names: &names };
    let question = Question {
        bounds: own_bounds,
        path: None,
        below: below.map(|below| below.saturating_sub(reduced.fixed)),
        objective: &reduced.objective,
        among: None,
        is_proven: false,
    };
    let outcome = Tree::new(question, &mut relaxation, &mut guide, limits).run();
    let whole = |value: i64| value.saturating_add(reduced.fixed);
    Outcome {
        lower: outcome.lower.map(whole),
        best: outcome.best.map(|(values, value)| (reduced.point(&values), whole(value))),
        ..outcome
    }
}
