//! Responses of the follower, which may depend on the leader's choice, and the statement of a witness about them.

use super::area::Area;
use super::lines::{Words, exact};
use super::plain::Plain;
use super::sums::{BilevelRow, Sum};
use crate::work::Meter;
use crate::{Reason, require};

/// More triples than this are not taken in one answer.
const MAX_LINKS: usize = 1 << 22;

/// How a variable of the answer depends on one of the leader: the follower's, the leader's, and the factor.
pub(super) type Link = (u32, u32, i64);

/// The cases of a witness.
pub(super) struct Cases {
    /// The halves that the answer may break, and their rows.
    pub(super) rows: Vec<(usize, BilevelRow)>,
    pub(super) last: BilevelRow,
    pub(super) size: usize,
}

fn require_room(size: usize, room: usize) -> Result<(), Reason> {
    if size <= room {
        return Ok(());
    }
    Err(Reason::TooMuch("the rows of a path have more terms than this checker takes".into()))
}

/// The answer that was read last.
pub(super) struct Answer {
    /// X of each variable.
    values: Vec<i64>,
    /// Ascending.
    links: Vec<Link>,
    /// The range of the links of each variable.
    ranges: Vec<(u32, u32)>,
    /// The variables with a value or a link, each once, and whether a variable is one of them or has a value.
    named: Vec<u32>,
    is_named: Vec<bool>,
    has_value: Vec<bool>,
    /// The number of variables of the follower that cannot be 0.
    n_without_0: usize,
}

impl Answer {
    pub(super) fn new(plain: &Plain) -> Self {
        let n = plain.n_vars();
        let n_without_0 = (0..n).filter(|v| plain.is_follower[*v] && !plain.area.has(*v, 0)).count();
        Self {
            values: vec![0; n],
            links: Vec::new(),
            ranges: vec![(0, 0); n],
            named: Vec::new(),
            is_named: vec![false; n],
            has_value: vec![false; n],
            n_without_0,
        }
    }

    /// X.
    pub(super) fn value(&self, v: u32) -> i64 {
        self.values[v as usize]
    }

    /// The triples of a variable.
    pub(super) fn links(&self, v: u32) -> &[Link] {
        let (begin, end) = self.ranges[v as usize];
        &self.links[begin as usize..end as usize]
    }

    /// All triples, ascending.
    pub(super) fn all_links(&self) -> &[Link] {
        &self.links
    }

    /// The variables with a value or a triple; all others are 0.
    pub(super) fn named(&self) -> &[u32] {
        &self.named
    }

    fn name(&mut self, v: usize) {
        if !self.is_named[v] {
            self.is_named[v] = true;
            self.named.push(v as u32);
        }
    }

    /// Reads `N [V X]... S [V U D]...`.
    pub(super) fn read(&mut self, words: &mut Words<'_>, plain: &Plain) -> Result<(), Reason> {
        for v in self.named.drain(..) {
            let v = v as usize;
            (self.values[v], self.ranges[v]) = (0, (0, 0));
            (self.is_named[v], self.has_value[v]) = (false, false);
        }
        self.links.clear();
        let n = plain.n_vars();
        for _ in 0..words.count(n, "values of an answer")? {
            let v = words.index(n, "variable")?;
            require!(plain.is_follower[v], "variable {v} of the answer is the leader's");
            require!(!self.has_value[v], "variable {v} has two values");
            self.has_value[v] = true;
            self.name(v);
            self.values[v] = words.number()?;
        }
        for _ in 0..words.count(MAX_LINKS, "triples of an answer")? {
            let (v, u) = (words.index(n, "variable")?, words.index(n, "variable")?);
            require!(plain.is_follower[v], "variable {v} of the answer is the leader's");
            require!(!plain.is_follower[u], "the answer depends on variable {u}, which is the follower's");
            let factor = words.number()?;
            require!(factor != 0, "the answer depends on variable {u} by 0");
            self.name(v);
            self.links.push((v as u32, u as u32, factor));
        }
        self.links.sort_unstable();
        for at in 0..self.links.len() {
            let (v, u, _) = self.links[at];
            let is_new = at == 0 || (self.links[at - 1].0, self.links[at - 1].1) != (v, u);
            require!(is_new, "variable {v} depends twice on variable {u}");
            let range = &mut self.ranges[v as usize];
            if range.1 == 0 {
                range.0 = at as u32;
            }
            range.1 = at as u32 + 1;
        }
        let n_without_0 = self.named.iter().filter(|v| !plain.area.has(**v as usize, 0)).count();
        require!(n_without_0 == self.n_without_0, "a variable that cannot be 0 is not in the answer");
        Ok(())
    }

    /// Is each variable within its bounds, whatever the leader chooses in the box?
    fn require_bounds(&self, plain: &Plain, area: &Area) -> Result<(), Reason> {
        for &v in &self.named {
            let at = v as usize;
            let x = i128::from(self.value(v));
            let terms = || self.links(v).iter().map(|(_, u, factor)| (*u, i128::from(*factor)));
            let least = exact(area.least_of(terms())?.checked_add(x))?;
            let most = area.least_of(terms().map(|(u, factor)| (u, -factor)))?;
            let most = exact(most.checked_neg().and_then(|most| most.checked_add(x)))?;
            let (lower, upper) = (plain.area.lower[at], plain.area.upper[at]);
            let is_within = i128::from(lower) <= least && most <= i128::from(upper);
            require!(is_within, "the answer has {least} to {most} for variable {v}, which is from {lower} to {upper}");
        }
        Ok(())
    }

    /// Puts the answer into a sum: what is left over the leader's variables, and a constant.
    fn substitute(&self, terms: &[(u32, i64)], plain: &Plain, sum: &mut Sum) -> Result<i128, Reason> {
        sum.clear();
        let mut constant = 0_i128;
        for &(v, a) in terms {
            if plain.is_follower[v as usize] {
                constant = exact(constant.checked_add(i128::from(a) * i128::from(self.value(v))))?;
                self.links(v).iter().try_for_each(|(_, u, factor)| sum.add(*u, a, *factor))?;
            } else {
                sum.add(v, 1, a)?;
            }
        }
        Ok(constant)
    }

    /// The halves of the follower that the answer may break, with their rows, and the row that says that the follower
    /// does as well. All of them together, with one of them turned around, must fit in `room`.
    pub(super) fn cases(
        &self,
        plain: &Plain,
        area: &Area,
        sum: &mut Sum,
        meter: &mut Meter<'_>,
        room: usize,
    ) -> Result<Cases, Reason> {
        self.require_bounds(plain, area)?;
        meter.spend(plain.halves.len() as u64)?;
        let (mut rows, mut size) = (Vec::new(), 0);
        for (i, half) in plain.halves.iter().enumerate().filter(|(_, half)| half.is_follower) {
            meter.spend(self.cost(&half.terms))?;
            let constant = self.substitute(&half.terms, plain, sum)?;
            let rhs = exact(i128::from(half.rhs).checked_sub(constant))?;
            let most = area.least_of(sum.terms().map(|(u, g)| (u, -g)))?;
            if exact(most.checked_neg())? <= rhs {
                continue;
            }
            let row = sum.row(rhs)?;
            require!(!row.terms.is_empty(), "the answer breaks half {i} whatever the leader chooses");
            size += 2 * row.size();
            require_room(size, room)?;
            rows.push((i, row));
        }
        meter.spend(self.cost(&plain.follower))?;
        let f = self.substitute(&plain.follower, plain, sum)?;
        // `d y - e x <= f`.
        let mut last = sum.row(f)?;
        last.terms.iter_mut().for_each(|(_, e)| *e = -*e);
        last.terms.extend(&plain.follower);
        size += last.size();
        require_room(size, room)?;
        Ok(Cases { rows, last, size })
    }

    /// The looks that a half costs.
    pub(super) fn cost(&self, terms: &[(u32, i64)]) -> u64 {
        let links = terms.iter().map(|(v, _)| self.links(*v).len());
        1 + (2 * terms.len() + links.sum::<usize>()) as u64
    }
}
