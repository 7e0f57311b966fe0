//! Recognizes knapsack interdiction programs, and their items.

use crate::witness::plain::{Half, Plain};
use crate::witness::relaxation::step_of;

/// The items, those first that are worth most for what they weigh to the follower.
pub(super) struct Items {
    /// The variables of the leader and of the follower.
    pub(super) leader: Vec<usize>,
    pub(super) follower: Vec<usize>,
    /// For each item, the price of removing it, its weight for the follower, and its value.
    pub(super) price: Vec<i64>,
    pub(super) weight: Vec<i64>,
    pub(super) worth: Vec<i64>,
    /// The capacities of both rows.
    pub(super) budget: i64,
    pub(super) capacity: i64,
    /// The leader's loss for each unit of value.
    pub(super) unit: i64,
}

impl Items {
    pub(super) fn len(&self) -> usize {
        self.worth.len()
    }

    /// The items of a program, if it is one of knapsack interdiction.
    pub(super) fn of(plain: &Plain) -> Option<Self> {
        let n = plain.n_vars();
        if (0..n).any(|v| (plain.lower[v], plain.upper[v]) != (0, 1)) {
            return None;
        }
        let mut partner = vec![None; n];
        let (mut budget, mut capacity) = (None, None);
        for half in &plain.halves {
            let of_follower = half.terms.iter().filter(|(v, _)| plain.is_follower[*v]).count();
            if half.terms.is_empty() || half.rhs < 0 || half.terms.iter().any(|(_, a)| *a < 0) {
                return None;
            }
            if of_follower == 0 {
                if budget.replace(half).is_some() {
                    return None;
                }
            } else if !half.is_follower {
                return None;
            } else if of_follower == half.terms.len() {
                if capacity.replace(half).is_some() {
                    return None;
                }
            } else {
                let [(v, a), (w, b)] = half.terms[..] else { return None };
                let is_link = a == b && half.rhs / a == 1;
                if !is_link || partner[v].replace(w).is_some() || partner[w].replace(v).is_some() {
                    return None;
                }
            }
        }
        let has_objectives = [&plain.leader, &plain.follower].iter().all(|objective| objective.iter().any(|c| *c != 0));
        let (unit, other) = (step_of(&plain.leader), step_of(&plain.follower));
        let is_opposite = |v: usize| plain.leader[v] >= 0 && plain.leader[v] / unit == -plain.follower[v] / other;
        if !has_objectives || !(0..n).all(is_opposite) {
            return None;
        }
        let dense = |half: Option<&Half>| {
            let mut dense = vec![0; n];
            half.iter().flat_map(|half| &half.terms).for_each(|(v, a)| dense[*v] = *a);
            dense
        };
        let (price, weight) = (dense(budget), dense(capacity));
        let mut follower: Vec<usize> = (0..n).filter(|v| plain.is_follower[*v]).collect();
        let leader: Option<Vec<usize>> = follower.iter().map(|v| partner[*v]).collect();
        if leader.is_none() || 2 * follower.len() != n {
            return None;
        }
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        follower.sort_by(|v, w| {
            let of_weight = (weight[*v] > 0).cmp(&(weight[*w] > 0));
            let (p, q) = (plain.leader[*v] / unit, plain.leader[*w] / unit);
            of_weight.then(match weight[*v] {
                0 => std::cmp::Ordering::Equal,
                _ => product(q, weight[*v]).cmp(&product(p, weight[*w])),
            })
        });
        let leader: Vec<usize> = follower.iter().filter_map(|v| partner[*v]).collect();
        let price: Vec<i64> = leader.iter().map(|v| price[*v]).collect();
        let weight: Vec<i64> = follower.iter().map(|v| weight[*v]).collect();
        let worth = follower.iter().map(|v| plain.leader[*v] / unit).collect();
        let budget = budget.map_or(0, |half| half.rhs).min(price.iter().sum());
        let capacity = capacity.map_or(0, |half| half.rhs).min(weight.iter().sum());
        Some(Self { leader, follower, price, weight, worth, budget, capacity, unit })
    }

    /// The most that the follower gets where these are taken away, and which items it takes.
    pub(super) fn answer(&self, taken: &[bool]) -> (i64, Vec<bool>) {
        let capacity = self.capacity as usize;
        let mut best = vec![0_i64; capacity + 1];
        let mut choices = Vec::new();
        for (i, is_taken) in taken.iter().enumerate() {
            let mut choice = Vec::new();
            if let Some(most) = capacity.checked_sub(self.weight[i] as usize).filter(|_| !is_taken) {
                choice = vec![false; most + 1];
                for left in (0..=most).rev() {
                    let with = best[left] + self.worth[i];
                    let to = left + self.weight[i] as usize;
                    if with > best[to] {
                        (best[to], choice[left]) = (with, true);
                    }
                }
            }
            choices.push(choice);
        }
        let mut left = capacity;
        let mut packed = vec![false; self.len()];
        for i in (0..self.len()).rev() {
            if let Some(before) = left.checked_sub(self.weight[i] as usize)
                && choices[i].get(before) == Some(&true)
            {
                (packed[i], left) = (true, before);
            }
        }
        (best[capacity], packed)
    }
}
