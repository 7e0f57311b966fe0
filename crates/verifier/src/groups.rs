//! Propagation of a row in which some variables exclude each other.
//!
//! The digits of a cell are variables of which one is 1. A sum of cells is a row over all of their digits, and its
//! maximum is far less than the sum of all remaining coefficients, since one digit of each cell counts. So the
//! variables of a row are divided into groups of which at most one counts, because of other rows of the model.
//!
//! Everything is expressed in flips, as in [`Model`]: in the target, at most one variable of a group is 1. If one is,
//! another variable can only flip together with it.

use std::collections::{HashMap, HashSet};

use crate::Reason;
use crate::model::{Model, Row};
use crate::work::each;

/// Looks that it takes to look a variable up in a map.
const LOOKS_PER_KEY: u64 = 16;

/// The rows of a model with groups of two variables or more.
pub(crate) struct GroupedRows {
    rows: Vec<GroupedRow>,
    /// The rows of each variable.
    pub(crate) of: Vec<Vec<u32>>,
}

struct GroupedRow {
    low: i64,
    high: i64,
    groups: Vec<Group>,
    n_terms: usize,
}

/// Variables with their coefficients, at most one of `others` flips.
struct Group {
    /// The one that is 1 in the target: no other flips without it.
    target: Option<(usize, i64)>,
    /// It may flip and none of `others`.
    can_be_alone: bool,
    others: Vec<(usize, i64)>,
}

/// One way in which the variables of a group can flip: the one of `others`, or none, and what that adds to the row.
type Way = (Option<usize>, bool, i64);

/// A row of which a variable follows: it flips, or it does not.
type Forced = Vec<(usize, bool)>;

/// Variables of which at most one is 1: the one of the target, and the others.
struct Exclusion {
    target: Option<usize>,
    others: Vec<usize>,
    is_exact: bool,
}

impl GroupedRows {
    /// `spend` counts looks. All else is linear in the size of the model, but a row asks for the members of every
    /// exclusion of its variables.
    pub(crate) fn new(model: &Model, mut spend: impl FnMut(u64) -> Result<(), Reason>) -> Result<Self, Reason> {
        let n_vars = model.columns.len();
        let (exclusions, of_exclusion) = exclusions(&model.rows);
        let mut exclusions_of = vec![Vec::new(); n_vars];
        for (i, exclusion) in exclusions.iter().enumerate() {
            exclusion.target.iter().chain(&exclusion.others).for_each(|&variable| exclusions_of[variable].push(i));
        }
        let mut found = Self { rows: Vec::new(), of: vec![Vec::new(); n_vars] };
        for (at, row) in model.rows.iter().enumerate() {
            // Those that say what is exclusive say no more by groups.
            if of_exclusion.contains(&at) || row.terms.len() < 3 {
                continue;
            }
            let groups = groups(row, &exclusions, &exclusions_of, &mut spend)?;
            if groups.iter().all(|group| group.others.len() + usize::from(group.target.is_some()) < 2) {
                continue;
            }
            let name = found.rows.len() as u32;
            row.terms.iter().for_each(|term| found.of[term.0 as usize].push(name));
            found.rows.push(GroupedRow { low: row.low, high: row.high, groups, n_terms: row.terms.len() });
        }
        Ok(found)
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The number of groups and of terms of a row.
    pub(crate) fn size(&self, row: u32) -> (usize, usize) {
        let GroupedRow { groups, n_terms, .. } = &self.rows[row as usize];
        (groups.len(), *n_terms)
    }

    /// The variables that the row forces; `None` if it cannot hold.
    pub(crate) fn visit(&self, row: u32, flips: &[Option<bool>]) -> Option<Forced> {
        let GroupedRow { low, high, groups, .. } = &self.rows[row as usize];
        let (mut min, mut max) = (0, 0);
        let mut spans = Vec::with_capacity(groups.len());
        for group in each(groups.iter()) {
            let ways = group.ways(flips);
            let values = || ways.iter().map(|way| way.2);
            let span = (values().min()?, values().max()?);
            (min, max) = (min + span.0, max + span.1);
            spans.push((ways, span));
        }
        if min > *high || max < *low {
            return None;
        }
        let mut forced = Vec::new();
        for (group, (ways, (least, most))) in each(groups.iter().zip(spans)) {
            let fits = |value: i64| min - least + value <= *high && max - most + value >= *low;
            let (fitting, rest): (Vec<Way>, Vec<Way>) = ways.into_iter().partition(|way| fits(way.2));
            if fitting.is_empty() {
                return None;
            }
            if rest.is_empty() {
                continue;
            }
            forced.extend(rest.iter().filter_map(|way| way.0).map(|variable| (variable, false)));
            if let Some((target, _)) = group.target {
                let flips = fitting[0].1;
                if fitting.iter().all(|way| way.1 == flips) {
                    forced.push((target, flips));
                }
            }
            if let [(Some(only), ..)] = fitting[..] {
                forced.push((only, true));
            }
        }
        forced.retain(|&(variable, flip)| flips[variable] != Some(flip));
        Some(forced)
    }
}

impl Group {
    /// The ways that are left: none, if what is set contradicts itself.
    fn ways(&self, flips: &[Option<bool>]) -> Vec<Way> {
        let is = |variable: usize, flip: bool| flips[variable] == Some(flip);
        let taken = self.others.iter().find(|other| is(other.0, true));
        let value = self.target.map_or(0, |target| target.1);
        let mut ways = Vec::with_capacity(self.others.len() + 2);
        if !self.target.is_some_and(|target| is(target.0, false)) {
            let open = each(self.others.iter()).filter(|other| !is(other.0, false));
            let open = open.filter(|other| taken.is_none_or(|taken| taken.0 == other.0));
            ways.extend(open.map(|&(other, a)| (Some(other), true, value + a)));
            if self.target.is_some() && self.can_be_alone && taken.is_none() {
                ways.push((None, true, value));
            }
        }
        if taken.is_none() && !self.target.is_some_and(|target| is(target.0, true)) {
            ways.push((None, false, 0));
        }
        ways
    }
}

/// The rows that say that variables exclude each other, and where they are.
fn exclusions(rows: &[Row]) -> (Vec<Exclusion>, HashSet<usize>) {
    let mut found: Vec<Exclusion> = Vec::new();
    let mut places = HashSet::new();
    // "At least one" of the same variables makes them exact.
    let mut at_least: HashMap<(Option<usize>, Vec<usize>), usize> = HashMap::new();
    for (at, row) in rows.iter().enumerate() {
        let is_equation = row.low == row.high;
        if let Some((target, others)) = signs(row, -1).filter(|found| row.low == -i64::from(found.0.is_none())) {
            places.insert(at);
            found.push(Exclusion { target, others, is_exact: is_equation && target.is_some() });
        } else if let Some((target, others)) = signs(row, 1).filter(|found| found.0.is_some() && row.low == 0) {
            places.insert(at);
            if is_equation {
                found.push(Exclusion { target, others, is_exact: true });
            } else {
                at_least.insert((target, others), at);
            }
        }
    }
    for exclusion in &mut found {
        exclusion.is_exact |= at_least.contains_key(&(exclusion.target, exclusion.others.clone()));
    }
    (found, places)
}

/// The variable with the other sign, if there is one, and those with this sign, if all coefficients are 1 or -1 and at
/// most one variable has the other one.
fn signs(row: &Row, sign: i64) -> Option<(Option<usize>, Vec<usize>)> {
    let of = |sign: i64| row.terms.iter().filter(move |term| term.1 == sign).map(|term| term.0 as usize);
    let (others, target): (Vec<usize>, Vec<usize>) = (of(sign).collect(), of(-sign).collect());
    let fits = target.len() <= 1 && !others.is_empty() && others.len() + target.len() == row.terms.len();
    fits.then(|| (target.first().copied(), others))
}

/// Cuts the variables of a row into groups: each into the exclusion that has the most of those that are left.
fn groups(
    row: &Row,
    exclusions: &[Exclusion],
    of: &[Vec<usize>],
    mut spend: impl FnMut(u64) -> Result<(), Reason>,
) -> Result<Vec<Group>, Reason> {
    let mut left: HashMap<usize, i64> = row.terms.iter().map(|&(variable, a)| (variable as usize, a)).collect();
    let mut groups = Vec::new();
    for &(variable, a) in &row.terms {
        let variable = variable as usize;
        if !left.contains_key(&variable) {
            continue;
        }
        let n_members: u64 = of[variable].iter().map(|&i| exclusions[i].others.len() as u64 + 1).sum();
        spend(LOOKS_PER_KEY * n_members)?;
        let count = |i: usize| {
            let members = exclusions[i].target.iter().chain(&exclusions[i].others);
            each(members).filter(|member| left.contains_key(member)).count()
        };
        let best = of[variable].iter().map(|&i| (count(i), i)).max().filter(|best| best.0 > 1);
        let Some((_, i)) = best else {
            left.remove(&variable);
            groups.push(Group { target: None, can_be_alone: false, others: vec![(variable, a)] });
            continue;
        };
        let Exclusion { target, others, is_exact } = &exclusions[i];
        let inside: Vec<(usize, i64)> = others.iter().filter_map(|other| Some((*other, left.remove(other)?))).collect();
        let target = target.and_then(|target| Some((target, left.remove(&target)?)));
        groups.push(Group { target, can_be_alone: !is_exact || inside.len() < others.len(), others: inside });
    }
    Ok(groups)
}
