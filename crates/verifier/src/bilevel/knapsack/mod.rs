//! Knapsack interdiction: nodes that the bound of a table closes.
//!
//! Let the leader decide item by item, each time after it has seen the follower's decisions on the earlier items. It
//! may ignore them, so it is at least as strong as the leader of the program, and the follower's value against it is a
//! lower bound.

mod table;

use super::area::Area;
use super::plain::Plain;
use super::program::Terms;
use crate::work::Meter;
use crate::{Reason, require};

use table::Table;

/// An item, with the variables of both levels, what it takes of budget and capacity, and what it is worth.
struct Item {
    x: usize,
    y: usize,
    price: i64,
    weight: i64,
    worth: i64,
}

/// A program of knapsack interdiction.
pub(super) struct Knapsack {
    /// In the order in which they are decided.
    items: Vec<Item>,
    budget: i64,
    /// The leader's loss for a value of 1.
    unit: i64,
    table: Box<dyn Table>,
}

/// The coefficients of all variables.
fn dense(terms: &Terms, n: usize) -> Vec<i64> {
    let mut dense = vec![0; n];
    for (v, a) in terms {
        dense[*v as usize] = *a;
    }
    dense
}

/// The numbers divided by their greatest common divisor, which comes with them.
fn primitive(numbers: &[i64]) -> Option<(Vec<i64>, i64)> {
    let divisor = numbers.iter().fold(0, |divisor, a| super::common_divisor(divisor, a.unsigned_abs())) as i64;
    (divisor > 0).then(|| (numbers.iter().map(|a| a / divisor).collect(), divisor))
}

impl Knapsack {
    /// The items of a program, if it is of this kind, and their table.
    pub(super) fn new(plain: &Plain, meter: &mut Meter<'_>) -> Result<Self, Reason> {
        let n_terms: usize = plain.halves.iter().map(|half| half.terms.len()).sum();
        meter.spend(64 * (plain.n_vars() + plain.halves.len() + n_terms) as u64)?;
        let found = Self::items(plain);
        require!(found.is_some(), "the program is not one of knapsack interdiction");
        let (items, unit, [budget, capacity]) = found.unwrap_or_default();
        let table = table::make(&items, [budget, capacity], meter)?;
        Ok(Self { items, budget, unit, table })
    }

    /// The items in order, the unit of the leader, and the right sides of both rows.
    fn items(plain: &Plain) -> Option<(Vec<Item>, i64, [i64; 2])> {
        let n = plain.n_vars();
        let mut linked: Vec<Option<usize>> = vec![None; n];
        // The leader's row, and the follower's.
        let mut rows: [Option<(Vec<i64>, i64)>; 2] = [None, None];
        for half in &plain.halves {
            let is_own = |v: u32| plain.is_follower[v as usize];
            let is_plus = half.rhs >= 0 && half.terms.iter().all(|(_, a)| *a > 0);
            if !is_plus || half.terms.is_empty() {
                return None;
            }
            let has = [false, true].map(|side| half.terms.iter().any(|(v, _)| is_own(*v) == side));
            if has[1] && !half.is_follower {
                return None;
            }
            if has == [true, true] {
                let [(v, a), (w, b)] = half.terms[..] else { return None };
                let (v, w) = (v as usize, w as usize);
                if a != b || half.rhs < a || half.rhs - a >= a || linked[v].is_some() || linked[w].is_some() {
                    return None;
                }
                (linked[v], linked[w]) = (Some(w), Some(v));
            } else {
                let row = &mut rows[usize::from(has[1])];
                if row.is_some() {
                    return None;
                }
                *row = Some((dense(&half.terms, n), half.rhs));
            }
        }
        let (leader, unit) = primitive(&dense(&plain.leader, n))?;
        let (follower, _) = primitive(&dense(&plain.follower, n))?;
        let [(price, budget), (weight, capacity)] = rows.map(|row| row.unwrap_or_else(|| (vec![0; n], 0)));
        let mut items = Vec::new();
        for v in 0..n {
            let is_right = (plain.area.lower[v], plain.area.upper[v]) == (0, 1);
            if !is_right || leader[v] < 0 || leader[v] != -follower[v] {
                return None;
            }
            let partner = linked[v]?;
            if plain.is_follower[v] {
                items.push(Item { x: partner, y: v, price: price[partner], weight: weight[v], worth: leader[v] });
            } else if leader[v] != 0 {
                return None;
            }
        }
        // What weighs nothing comes first, and then what is worth most for its weight.
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        let (mut light, mut heavy): (Vec<Item>, Vec<Item>) = items.into_iter().partition(|item| item.weight == 0);
        heavy.sort_by(|a, b| product(b.worth, a.weight).cmp(&product(a.worth, b.weight)));
        light.append(&mut heavy);
        Some((light, unit, [budget, capacity]))
    }

    /// The leader's objective without its constant is at least this within the box; `None` if the box has no point of the
    /// leader.
    pub(super) fn bound(&mut self, area: &Area, meter: &mut Meter<'_>) -> Result<Option<i128>, Reason> {
        meter.spend(8 * self.items.len() as u64)?;
        let is_fixed = |item: &Item| area.lower[item.x] == area.upper[item.x];
        let n_fixed = self.items.iter().take_while(|item| is_fixed(item)).count();
        let is_free = |v: usize| (area.lower[v], area.upper[v]) == (0, 1);
        let open = self.items[n_fixed..].iter().map(|item| item.x);
        let mut free = open.chain(self.items.iter().map(|item| item.y));
        require!(free.all(is_free), "the box fixes something else than the leader's variables of the first items");
        let taken: Vec<bool> = self.items[..n_fixed].iter().map(|item| area.lower[item.x] == 1).collect();
        let paid = self.items.iter().zip(&taken).filter(|(_, is_taken)| **is_taken);
        let left = i128::from(self.budget) - paid.map(|(item, _)| i128::from(item.price)).sum::<i128>();
        if left < 0 {
            return Ok(None);
        }
        let worth = self.table.bound(&taken, left as i64, meter)?;
        Ok(Some(i128::from(worth) * i128::from(self.unit)))
    }
}
