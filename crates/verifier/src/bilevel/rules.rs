//! Rules: responses to every choice of the leader, or to all choices that do not take certain variables.

use super::answer::Answer;
use super::lines::{Words, exact, fit};
use super::plain::Plain;
use super::sums::{BilevelRow, Sum};
use crate::work::Meter;
use crate::{Reason, require};

/// More rules, or more terms in their rows together, than this are not taken.
pub(super) const MAX_RULES: usize = 1 << 20;
const MAX_TERMS: usize = 1 << 24;

/// The bounds on the follower's objective, proven by rules.
pub(super) struct Rules {
    pub(super) rows: Vec<BilevelRow>,
    /// The upper bound on the objective, for each rule that counts on all variables.
    most: Vec<Option<i128>>,
    /// Whether this variable is one of those after Z.
    is_left_out: Vec<bool>,
    n_terms: usize,
}

impl Rules {
    pub(super) fn new(plain: &Plain) -> Self {
        Self { rows: Vec::new(), most: Vec::new(), is_left_out: vec![false; plain.n_vars()], n_terms: 0 }
    }

    /// Reads `FALLBACK N [V X]... S [V U D]... Z [U]...`.
    pub(super) fn read(
        &mut self,
        mut words: Words<'_>,
        plain: &Plain,
        (answer, sum): (&mut Answer, &mut Sum),
        meter: &mut Meter<'_>,
    ) -> Result<(), Reason> {
        let mut fallback = words;
        let fallback = match words.word()? {
            b"-" => None,
            _ => {
                let rule = fallback.index(self.rows.len(), "earlier rule")?;
                let Some(most) = self.most[rule] else {
                    return Err(Reason::Wrong(format!("rule {rule} does not count on all variables itself")));
                };
                Some(most)
            }
        };
        answer.read(&mut words, plain)?;
        let mut left_out = Vec::new();
        for _ in 0..words.count(plain.n_vars(), "variables that are not counted on")? {
            let u = words.index(plain.n_vars(), "variable")?;
            require!(!plain.is_follower[u], "variable {u}, which is not counted on, is the follower's");
            require!(!self.is_left_out[u], "variable {u} is not counted on twice");
            self.is_left_out[u] = true;
            left_out.push(u as u32);
        }
        words.end()?;
        self.take(plain, fallback, &left_out, (answer, sum), meter)?;
        left_out.iter().for_each(|u| self.is_left_out[*u as usize] = false);
        Ok(())
    }

    /// Checks the rule, and adds its row.
    fn take(
        &mut self,
        plain: &Plain,
        fallback: Option<i128>,
        left_out: &[u32],
        (answer, sum): (&Answer, &mut Sum),
        meter: &mut Meter<'_>,
    ) -> Result<(), Reason> {
        let is_exact = |v: u32| is_exact(v, answer, plain);
        // Each variable is one or may be one, whether or not a half has it.
        for &v in answer.named() {
            is_exact(v)?;
        }
        meter.spend(plain.halves.len() as u64)?;
        for (i, half) in plain.halves.iter().enumerate().filter(|(_, half)| half.is_follower) {
            meter.spend(2 * answer.cost(&half.terms))?;
            let base = bound(&half.terms, answer, plain, sum)?;
            let most = self.extreme(plain, sum, base, false)?;
            require!(most <= i128::from(half.rhs), "the answer may break half {i}: {most} is above {}", half.rhs);
        }
        meter.spend(2 * answer.cost(&plain.follower))?;
        let base = bound(&plain.follower, answer, plain, sum)?;
        let most = self.extreme(plain, sum, base, false)?;
        let least = self.extreme(plain, sum, base, true)?;
        let never_above = match fallback {
            Some(most) => most,
            None => plain.area.most(&plain.follower)?,
        };
        let other = exact(never_above.checked_sub(least))?.max(0);
        // The row in the t_u, and then in the variables themselves: t_u is u less its lower bound.
        let mut rhs = base;
        let mut row = BilevelRow { terms: plain.follower.clone(), rhs: 0 };
        let counted: Vec<(u32, i128)> = sum.terms().filter(|(u, _)| !self.is_left_out[*u as usize]).collect();
        for (u, g) in counted.into_iter().chain(left_out.iter().map(|u| (*u, other))) {
            let g = fit(g)?;
            if g != 0 {
                row.terms.push((u, -g));
                rhs = exact(rhs.checked_sub(i128::from(g) * i128::from(plain.area.lower[u as usize])))?;
            }
        }
        row.rhs = fit(rhs)?;
        self.n_terms += row.terms.len();
        require!(self.n_terms <= MAX_TERMS, "more than {MAX_TERMS} terms in rules, which is the limit of this checker");
        self.rows.push(row);
        self.most.push(left_out.is_empty().then_some(most));
        Ok(())
    }

    /// The most, or the least, of `base + sum g_u t_u` over the variables that are counted on.
    fn extreme(&self, plain: &Plain, sum: &Sum, base: i128, is_least: bool) -> Result<i128, Reason> {
        let mut extreme = base;
        for (u, g) in sum.terms().filter(|(u, _)| !self.is_left_out[*u as usize]) {
            if (g < 0) == is_least {
                extreme = exact(g.checked_mul(plain.area.width(u)).and_then(|part| extreme.checked_add(part)))?;
            }
        }
        Ok(extreme)
    }
}

/// Is nothing ever cut off of variable `v` of the answer? Otherwise its triples must be as rules allow them.
fn is_exact(v: u32, answer: &Answer, plain: &Plain) -> Result<bool, Reason> {
    let x = answer.value(v);
    require!(plain.area.has(v as usize, x), "variable {v} of the answer is {x}, outside its bounds");
    let (lower, upper) = (plain.area.lower[v as usize], plain.area.upper[v as usize]);
    let (mut least, mut most) = (i128::from(x), i128::from(x));
    for &(_, u, factor) in answer.links(v) {
        let end = if factor < 0 { &mut least } else { &mut most };
        // A factor is below 2^62, and a width is below 2^63.
        *end = exact(end.checked_add(i128::from(factor) * plain.area.width(u)))?;
    }
    if i128::from(lower) <= least && most <= i128::from(upper) {
        return Ok(true);
    }
    let has_one_sign = least == i128::from(x) || most == i128::from(x);
    require!(has_one_sign, "variable {v} may be cut off, and goes up and down");
    let is_binary = answer.links(v).iter().all(|(_, u, _)| plain.area.width(*u) == 1);
    require!(is_binary, "variable {v} may be cut off, and depends on a variable whose bounds are not 1 apart");
    Ok(false)
}

/// A bound of a sum at the answer: the base, and in `sum` the `g_u` of the leader's variables.
fn bound(terms: &[(u32, i64)], answer: &Answer, plain: &Plain, sum: &mut Sum) -> Result<i128, Reason> {
    sum.clear();
    let mut base = 0_i128;
    for &(v, a) in terms {
        let at = if plain.is_follower[v as usize] { answer.value(v) } else { plain.area.lower[v as usize] };
        base = exact(base.checked_add(i128::from(a) * i128::from(at)))?;
        if !plain.is_follower[v as usize] {
            sum.add(v, 1, a)?;
        }
    }
    // What the half itself has, before any variable of the answer adds to it.
    let own = |u: u32| terms.binary_search_by_key(&u, |term| term.0).map_or(0, |at| terms[at].1);
    for &(v, a) in terms.iter().filter(|(v, _)| plain.is_follower[*v as usize]) {
        let links = answer.links(v);
        let Some(&(_, _, first)) = links.first() else { continue };
        let makes_larger = (a > 0) == (first > 0);
        if makes_larger || is_exact(v, answer, plain)? {
            links.iter().try_for_each(|(_, u, factor)| sum.add(*u, a, *factor))?;
            continue;
        }
        // It may be cut off: whatever else the leader takes, this one triple makes the sum less by as much.
        let best = links.iter().max_by_key(|(_, u, _)| (own(*u), std::cmp::Reverse(*u)));
        let Some(&(_, u, factor)) = best else { continue };
        let x = answer.value(v);
        let factor = if factor < 0 {
            i128::from(factor).max(i128::from(plain.area.lower[v as usize]) - i128::from(x))
        } else {
            i128::from(factor).min(i128::from(plain.area.upper[v as usize]) - i128::from(x))
        };
        sum.add(u, a, factor as i64)?;
    }
    Ok(base)
}
