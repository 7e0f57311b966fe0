//! The bound that one response of the follower implies for every choice of the leader.
//!
//! If the leader interferes with a response z, the follower can usually leave out the taken parts and keep the rest. If
//! taking item i reduces the value of z by at most `l_i`, whatever else is taken, then the follower's value under a
//! choice x is at least
//!
//! ```text
//! theta  >=  worth(z)  -  sum_i l_i x_i
//! ```
//!
//! For packings this is the interdiction cut of Fischetti, Ljubić, Monaci and Sinnl ("Interdiction games and
//! monotonicity, with application to knapsack problems", 2019), in which `l_i` is the value of the taken item itself.
//! If nothing can be left out, `l_i` is the value of z above the follower's least value, and the cut only states that
//! one of these items must be taken.

use crate::ilp::{Sense, VarId};

use super::MonotoneFollower;

/// The loss of a response when the leader takes an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The response is not affected.
    Nothing,
    /// The follower can leave out these variables and keep the rest. Their total value is `amount`, at least 1.
    Part {
        amount: i64,
        /// The variables that are left out.
        dropped: Vec<VarId>,
    },
    /// The remaining value is not known, so all value above the least one counts as lost.
    Whole,
}

/// A response of the follower, with the loss for each of the leader's items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The values of all variables of [`MonotoneFollower::model`]; no item is taken.
    pub values: Vec<bool>,
    /// The value of the response.
    pub worth: i64,
    pub losses: Vec<Loss>,
}

impl Reply {
    /// The losses as numbers, if the follower's value is always at least `least`: `theta >= worth - sum loss x`, for
    /// all choices.
    #[must_use]
    pub fn amounts(&self, least: i64) -> Vec<i64> {
        let whole = (self.worth - least).max(0);
        let amount = |loss: &Loss| match loss {
            Loss::Nothing => 0,
            Loss::Part { amount, .. } => whole.min(*amount),
            Loss::Whole => whole,
        };
        self.losses.iter().map(amount).collect()
    }
}

/// A row of the follower as `b z + a x <= rhs`, by what it says of items and of the follower's own variables.
struct Half {
    items: Vec<(usize, i64)>,
    own: Vec<(VarId, i64)>,
    rhs: i64,
}

/// The follower's rows for a fixed set of taken items: a program over the follower's own variables, numbered
/// consecutively.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowsLeft {
    /// Rows `sum b z <= rhs`.
    pub rows: Vec<(Vec<(usize, i64)>, i64)>,
    /// Variables that must be 0.
    pub zeros: Vec<usize>,
}

/// The follower's rows, prepared for many responses.
pub struct Replies<'f> {
    follower: &'f MonotoneFollower,
    /// The follower's own variables, and the position of each variable among them.
    own: Vec<VarId>,
    number: Vec<usize>,
    rows: Vec<Half>,
    /// The value of each variable in a response.
    worth: Vec<i64>,
    /// The rows of each variable, with its coefficients.
    columns: Vec<Vec<(usize, i64)>>,
}

impl<'f> Replies<'f> {
    /// Prepares the rows of `follower`.
    #[must_use]
    pub fn new(follower: &'f MonotoneFollower) -> Self {
        let n_vars = follower.model.n_vars();
        let own: Vec<VarId> = follower.model.vars().filter(|var| !follower.is_of_leader(*var)).collect();
        let mut number = vec![usize::MAX; n_vars];
        own.iter().enumerate().for_each(|(i, var)| number[var.get()] = i);
        let mut item_of = vec![None; n_vars];
        follower.item_vars().enumerate().for_each(|(item, var)| item_of[var.get()] = Some(item));
        let mut rows: Vec<Half> = Vec::new();
        for row in follower.model.rows() {
            let signs: &[i64] = match row.sense {
                Sense::LessEqual => &[1],
                Sense::GreaterEqual => &[-1],
                Sense::Equal => &[1, -1],
            };
            for sign in signs {
                let mut half = Half { items: Vec::new(), own: Vec::new(), rhs: sign * row.rhs };
                for (var, a) in &row.terms {
                    match item_of[var.get()] {
                        Some(item) => half.items.push((item, sign * a)),
                        None if number[var.get()] < own.len() => half.own.push((*var, sign * a)),
                        // A unit of a price, or that an item is kept: both only stand in rows about the leader alone.
                        None => {}
                    }
                }
                rows.push(half);
            }
        }
        let mut worth = vec![0; n_vars];
        follower.value.iter().for_each(|(var, a)| worth[var.get()] += a);
        let mut columns = vec![Vec::new(); n_vars];
        for (at, row) in rows.iter().enumerate() {
            row.own.iter().for_each(|(var, a)| columns[var.get()].push((at, *a)));
        }
        Self { follower, own, number, rows, worth, columns }
    }

    /// Analyzes the response `values` (one value for each variable of the model) to a leader who had taken the items of
    /// `taken`, which do not affect it. Returns `None` if it violates a row, which a response never does.
    #[must_use]
    pub fn reply(&self, taken: &[bool], values: &[bool]) -> Option<Reply> {
        let mut values = values.to_vec();
        values.iter_mut().zip(&self.number).filter(|(_, i)| **i == usize::MAX).for_each(|(value, _)| *value = false);
        let sum = |row: &Half| -> i64 { row.own.iter().filter(|(v, _)| values[v.get()]).map(|(_, a)| a).sum() };
        let used = |row: &Half| -> i64 { row.items.iter().filter(|(item, _)| taken[*item]).map(|(_, a)| a).sum() };
        let slacks: Vec<i64> = self.rows.iter().map(|row| row.rhs - sum(row) - used(row)).collect();
        if slacks.iter().any(|slack| *slack < 0) {
            return None;
        }
        let n_items = self.follower.n_items();
        let mut dropped: Vec<Vec<VarId>> = vec![Vec::new(); n_items];
        let mut is_whole = vec![false; n_items];
        let mut owner = vec![None; values.len()];
        for (row, slack) in self.rows.iter().zip(&slacks) {
            for &(item, a) in row.items.iter().filter(|(item, _)| !taken[*item]) {
                self.leave_out(row, (item, a - slack), &values, &mut dropped[item], &mut owner, &mut is_whole);
            }
        }
        // What an item and all that goes with it add to each row. Several items may be taken, so all that they add
        // together must fit.
        let mut added: Vec<Vec<(usize, i64)>> = vec![Vec::new(); self.rows.len()];
        for (at, row) in self.rows.iter().enumerate() {
            added[at].extend(row.items.iter().filter(|(item, _)| !taken[*item]));
        }
        for (item, vars) in dropped.iter().enumerate() {
            for &(at, a) in vars.iter().flat_map(|var| &self.columns[var.get()]) {
                match added[at].iter_mut().find(|(other, _)| *other == item) {
                    Some((_, sum)) => *sum -= a,
                    None => added[at].push((item, -a)),
                }
            }
        }
        for (added, slack) in added.iter().zip(&slacks) {
            let more = || added.iter().filter(|(item, a)| *a > 0 && !is_whole[*item]);
            if more().map(|(_, a)| a).sum::<i64>() > *slack {
                let all: Vec<usize> = more().map(|(item, _)| *item).collect();
                all.into_iter().for_each(|item| is_whole[item] = true);
            }
        }
        let losses = dropped.into_iter().zip(is_whole).map(|(dropped, is_whole)| {
            if is_whole {
                Loss::Whole
            } else if dropped.is_empty() {
                Loss::Nothing
            } else {
                // What is worth nothing still has to be left out, and a row with a positive number says so.
                let amount = dropped.iter().map(|var| self.worth[var.get()]).sum::<i64>().max(1);
                Loss::Part { amount, dropped }
            }
        });
        let losses = losses.collect();
        let worth = self.follower.worth(&values);
        Some(Reply { values, worth, losses })
    }

    /// Returns the values of all variables if exactly these of the follower's own variables, given by their numbers,
    /// are 1.
    #[must_use]
    pub fn values(&self, ones: &[usize]) -> Vec<bool> {
        let mut values = vec![false; self.number.len()];
        ones.iter().for_each(|i| values[self.own[*i].get()] = true);
        values
    }

    /// Returns the rows that may bind when these items are taken; `None` if no response satisfies one of them.
    #[must_use]
    pub fn left(&self, taken: &[bool]) -> Option<RowsLeft> {
        let mut left = RowsLeft { rows: Vec::new(), zeros: Vec::new() };
        for row in &self.rows {
            let used: i64 = row.items.iter().filter(|(item, _)| taken[*item]).map(|(_, a)| a).sum();
            let rhs = row.rhs - used;
            let least: i64 = row.own.iter().map(|(_, b)| b.min(&0)).sum();
            let most: i64 = row.own.iter().map(|(_, b)| b.max(&0)).sum();
            if least > rhs {
                return None;
            }
            // What does not fit by itself is not chosen, and a row with room for all the rest does not bind.
            let too_much = |b: i64| b > 0 && least + b > rhs;
            let number = |var: VarId| self.number[var.get()];
            left.zeros.extend(row.own.iter().filter(|(_, b)| too_much(*b)).map(|(var, _)| number(*var)));
            let most_left = most - row.own.iter().map(|(_, b)| *b).filter(|b| too_much(*b)).sum::<i64>();
            if most_left > rhs {
                let fits = row.own.iter().filter(|(_, b)| !too_much(*b));
                left.rows.push((fits.map(|(var, b)| (number(*var), *b)).collect(), rhs));
            }
        }
        Some(left)
    }

    /// Leaves out variables of the answer until a row is short of nothing when the item is taken: those that are worth
    /// the least first.
    fn leave_out(
        &self,
        row: &Half,
        (item, mut short): (usize, i64),
        values: &[bool],
        dropped: &mut Vec<VarId>,
        owner: &mut [Option<usize>],
        is_whole: &mut [bool],
    ) {
        if short <= 0 || is_whole[item] {
            return;
        }
        let is_out = |var: VarId| owner[var.get()] == Some(item);
        short -= row.own.iter().filter(|(var, _)| is_out(*var)).map(|(_, a)| a).sum::<i64>();
        let mut others: Vec<(VarId, i64)> =
            row.own.iter().filter(|(var, a)| *a > 0 && values[var.get()] && !is_out(*var)).copied().collect();
        others.sort_by_key(|(var, a)| (self.worth[var.get()], std::cmp::Reverse(*a)));
        for (var, a) in others {
            if short <= 0 {
                break;
            }
            // Two items that take the same away would count it twice.
            if owner[var.get()].is_some() {
                is_whole[item] = true;
                return;
            }
            owner[var.get()] = Some(item);
            dropped.push(var);
            short -= a;
        }
        is_whole[item] |= short > 0;
    }

    /// The value of each of the follower's own variables in a response.
    #[must_use]
    pub fn worths(&self) -> Vec<i64> {
        self.own.iter().map(|var| self.worth[var.get()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;

    use super::*;
    use crate::base::rng;
    use crate::ilp::BinaryModel;

    /// Items of sizes and worths in a knapsack, of which the leader may take any.
    fn knapsack(sizes: &[i64], worths: &[i64], room: i64) -> MonotoneFollower {
        let mut model = BinaryModel::new("knapsack");
        let x: Vec<VarId> = (0..sizes.len()).map(|i| model.add_var(format!("x{i}"))).collect();
        let z: Vec<VarId> = (0..sizes.len()).map(|i| model.add_var(format!("z{i}"))).collect();
        model.add_row("room", z.iter().copied().zip(sizes.iter().copied()), Sense::LessEqual, room);
        for (i, (x, z)) in x.iter().zip(&z).enumerate() {
            model.add_row(format!("taken{i}"), [(*x, 1), (*z, 1)], Sense::LessEqual, 1);
        }
        let value = z.into_iter().zip(worths.iter().copied()).collect();
        MonotoneFollower::new(model, x, value, Vec::new()).expect("it is monotone")
    }

    #[test]
    fn a_packing_loses_what_is_taken() {
        let follower = knapsack(&[1, 1, 1], &[3, 2, 5], 2);
        let replies = Replies::new(&follower);
        let values = replies.values(&[0, 1]);
        let reply = replies.reply(&[false; 3], &values).expect("it fits");
        assert_eq!((reply.worth, reply.amounts(0), reply.amounts(3)), (5, vec![3, 2, 0], vec![2, 2, 0]));
        assert_eq!(replies.reply(&[false; 3], &replies.values(&[0, 1, 2])), None);
    }

    /// One row `z0 + z1 + x <= 2`: taking x costs the lesser of both.
    #[test]
    fn what_is_worth_the_least_is_left_out() {
        let mut model = BinaryModel::new("room");
        let [x, a, b] = ["x", "a", "b"].map(|name| model.add_var(name));
        model.add_row("room", [(x, 1), (a, 1), (b, 1)], Sense::LessEqual, 2);
        let follower = MonotoneFollower::new(model, vec![x], vec![(a, 4), (b, 3)], Vec::new()).expect("monotone");
        let replies = Replies::new(&follower);
        let reply = replies.reply(&[false], &replies.values(&[0, 1])).expect("it fits");
        assert_eq!(reply.losses, [Loss::Part { amount: 3, dropped: vec![b] }]);
    }

    /// Two items that take the same away cannot both be charged for it.
    #[test]
    fn what_two_items_take_is_whole_for_one() {
        let mut model = BinaryModel::new("edge");
        let [x, y, z] = ["x", "y", "z"].map(|name| model.add_var(name));
        model.add_row("first", [(x, 1), (z, 1)], Sense::LessEqual, 1);
        model.add_row("second", [(y, 1), (z, 1)], Sense::LessEqual, 1);
        let follower = MonotoneFollower::new(model, vec![x, y], vec![(z, 4)], Vec::new()).expect("monotone");
        let replies = Replies::new(&follower);
        let reply = replies.reply(&[false; 2], &replies.values(&[0])).expect("it fits");
        assert_eq!(reply.losses, [Loss::Part { amount: 4, dropped: vec![z] }, Loss::Whole]);
    }

    /// For random followers with rows of both levels, each reply is true for every choice.
    #[test]
    fn replies_hold_for_every_choice() {
        let mut rng = rng(4);
        let mut n_parts = 0;
        for _ in 0..400 {
            let (n_items, n_own) = (rng.random_range(1..4), rng.random_range(1..5));
            let mut model = BinaryModel::new("random");
            let x: Vec<VarId> = (0..n_items).map(|i| model.add_var(format!("x{i}"))).collect();
            let z: Vec<VarId> = (0..n_own).map(|i| model.add_var(format!("z{i}"))).collect();
            for row in 0..rng.random_range(1..4) {
                let own = z.iter().map(|z| (*z, rng.random_range(-1..4))).collect::<Vec<_>>();
                let items = x.iter().map(|x| (*x, rng.random_range(0..3))).collect::<Vec<_>>();
                let terms = own.into_iter().chain(items).filter(|(_, a)| *a != 0);
                model.add_row(format!("r{row}"), terms.collect::<Vec<_>>(), Sense::LessEqual, rng.random_range(1..6));
            }
            let value = z.iter().map(|z| (*z, rng.random_range(-2..6))).collect();
            let follower = MonotoneFollower::new(model, x.clone(), value, Vec::new()).expect("monotone");
            let points = |n: usize| (0..1_usize << n).map(move |bits| (0..n).map(|i| bits >> i & 1 == 1).collect());
            let all = |choice: &Vec<bool>| -> Vec<Vec<bool>> {
                let own = points(n_own).map(|own: Vec<bool>| choice.iter().chain(&own).copied().collect());
                own.filter(|values: &Vec<bool>| follower.model().violated_row(values).is_none()).collect()
            };
            let answers: Vec<(Vec<bool>, Vec<Vec<bool>>)> =
                points(n_items).map(|choice| (choice.clone(), all(&choice))).collect();
            let best = |answers: &[Vec<bool>]| answers.iter().map(|values| follower.worth(values)).max();
            // Without an answer there is no value, and such followers are refused before.
            let Some(least) = answers.iter().map(|(_, answers)| best(answers)).min().flatten() else { continue };
            let replies = Replies::new(&follower);
            for (choice, values) in answers.iter().flat_map(|(choice, all)| all.iter().map(move |v| (choice, v))) {
                let reply = replies.reply(choice, values).expect("an answer");
                let amounts = reply.amounts(least);
                n_parts += reply.losses.iter().filter(|loss| matches!(loss, Loss::Part { .. })).count();
                for (other, answers) in &answers {
                    let lost: i64 = amounts.iter().zip(other).filter(|(_, is)| **is).map(|(a, _)| a).sum();
                    assert!(best(answers) >= Some(reply.worth - lost), "{reply:?} at {other:?} of {follower:?}");
                }
            }
        }
        assert!(n_parts > 100, "{n_parts}");
    }
}
