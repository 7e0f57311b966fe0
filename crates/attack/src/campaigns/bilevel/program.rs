//! A program of two levels, and its value by an enumeration of all choices.

use rand::Rng as _;
use rand::seq::IndexedRandom as _;

use crate::Rng;
use crate::cheapest::{self, ChoiceRow};

/// A row of the follower: `sum b z + sum a x <= rhs`, or `=`, with a >= 0.
#[derive(Clone, Debug)]
pub(super) struct FollowerRow {
    pub(super) own: Vec<(usize, i64)>,
    pub(super) taken: Vec<(usize, i64)>,
    pub(super) rhs: i64,
    pub(super) is_equal: bool,
}

/// What the leader wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// Minimize the follower's best response, of which the leader pays `scale` times the value, within a budget if
    /// there is one.
    Interdiction { budget: Option<i64>, scale: i64 },
    /// Minimize the cost of a choice after which no response is worth more than this.
    Blocker { most: i64 },
}

#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) n_leader: usize,
    pub(super) n_follower: usize,
    pub(super) goal: Goal,
    /// What each of the leader's variables costs.
    pub(super) prices: Vec<i64>,
    /// Rows over the leader's variables, beside the budget.
    pub(super) leader_rows: Vec<ChoiceRow>,
    /// What each of the follower's variables is worth.
    pub(super) worths: Vec<i64>,
    pub(super) rows: Vec<FollowerRow>,
    /// The constant of the leader's objective.
    pub(super) constant: i64,
    /// Is it a knapsack, as a `.ki` file has it?
    pub(super) is_knapsack: bool,
    /// Does each of the leader's variables forbid the follower's of the same number, and nothing else?
    pub(super) is_item_by_item: bool,
}

/// What is true of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Truth {
    /// What the leader has to pay, or pays for; `None` if it has no choice.
    pub(super) value: Option<i64>,
    /// Is there a choice of the leader to which the follower has no answer? Such programs may be refused.
    pub(super) has_unanswered: bool,
}

impl Program {
    /// May the leader take these?
    pub(super) fn allows(&self, leader: u64) -> bool {
        let is_paid = match self.goal {
            Goal::Interdiction { budget: Some(budget), .. } => self.price(leader) <= budget,
            _ => true,
        };
        is_paid && self.leader_rows.iter().all(|row| row.holds(leader))
    }

    pub(super) fn price(&self, leader: u64) -> i64 {
        sum(&self.prices, leader)
    }

    /// What an answer is worth.
    pub(super) fn worth(&self, follower: u64) -> i64 {
        sum(&self.worths, follower)
    }

    /// Is this an answer to that?
    pub(super) fn is_answer(&self, leader: u64, follower: u64) -> bool {
        self.rows.iter().all(|row| {
            let at = |terms: &[(usize, i64)], point: u64| -> i64 {
                terms.iter().filter(|(i, _)| point >> i & 1 == 1).map(|(_, a)| a).sum()
            };
            let left = at(&row.own, follower) + at(&row.taken, leader);
            if row.is_equal { left == row.rhs } else { left <= row.rhs }
        })
    }

    /// The worth of the best answer to that.
    pub(super) fn best_answer(&self, leader: u64) -> Option<i64> {
        let answers = (0..1_u64 << self.n_follower).filter(|follower| self.is_answer(leader, *follower));
        answers.map(|follower| self.worth(follower)).max()
    }

    /// All choices of both levels.
    pub(super) fn truth(&self) -> Truth {
        let mut truth = Truth { value: None, has_unanswered: false };
        for leader in (0..1_u64 << self.n_leader).filter(|leader| self.allows(*leader)) {
            let best = self.best_answer(leader);
            truth.has_unanswered |= best.is_none();
            let value = match (self.goal, best) {
                (_, None) => continue,
                (Goal::Interdiction { scale, .. }, Some(best)) => scale * best,
                (Goal::Blocker { most }, Some(best)) if best > most => continue,
                (Goal::Blocker { .. }, Some(_)) => self.price(leader),
            } + self.constant;
            truth.value = Some(truth.value.map_or(value, |least| least.min(value)));
        }
        truth
    }

    /// Does nothing limit what an interdictor takes, is all free to a blocker, or nothing worth anything to the follower?
    /// Such a program may be refused.
    pub(super) fn is_unlimited(&self) -> bool {
        if self.worths.iter().all(|worth| *worth == 0) {
            return true;
        }
        let is_free = self.prices.iter().all(|price| *price == 0);
        is_free && (matches!(self.goal, Goal::Blocker { .. }) || self.leader_rows.is_empty())
    }

    /// A random program of a random kind.
    pub(super) fn random(rng: &mut Rng) -> Self {
        let mut program = match rng.random_range(0..10) {
            0..3 => knapsack(rng),
            3..5 => clique(rng),
            5..7 => matching(rng),
            _ => packing(rng),
        };
        if program.is_knapsack && rng.random_bool(0.7) {
            return program;
        }
        program.is_knapsack = false;
        if rng.random_bool(0.4) {
            let most: i64 = program.worths.iter().map(|worth| (*worth).max(0)).sum();
            program.goal = Goal::Blocker { most: rng.random_range(0..=most.max(1)) };
        } else if rng.random_bool(0.3)
            && let Goal::Interdiction { scale, .. } = &mut program.goal
        {
            *scale = rng.random_range(2..=3);
        }
        if rng.random_bool(0.3) {
            let rows = (0..rng.random_range(1..=2)).map(|_| cheapest::row(rng, program.n_leader));
            program.leader_rows = rows.collect();
            if let Goal::Interdiction { budget, .. } = &mut program.goal
                && rng.random_bool(0.3)
            {
                *budget = None;
            }
        }
        if rng.random_bool(0.15) {
            program.constant = rng.random_range(-9..=9);
        }
        program
    }

    /// Without rows and prices yet.
    fn empty(rng: &mut Rng, n_leader: usize, n_follower: usize) -> Self {
        let largest = *[1, 3, 9].choose(rng).unwrap_or(&1);
        let mut prices: Vec<i64> = (0..n_leader).map(|_| rng.random_range(1..=largest)).collect();
        if rng.random_bool(0.3) {
            prices.iter_mut().for_each(|price| *price *= i64::from(rng.random_bool(0.6)));
        }
        let all: i64 = prices.iter().sum();
        // Budgets of 0, of everything, and in between; half of it mostly.
        let budget = match rng.random_range(0..8) {
            0 => 0,
            1 => all,
            2 => all + 1,
            _ => rng.random_range(0..=(all + 1) / 2),
        };
        let most = *[1, 5, 20].choose(rng).unwrap_or(&1);
        Self {
            n_leader,
            n_follower,
            goal: Goal::Interdiction { budget: Some(budget), scale: 1 },
            prices,
            leader_rows: Vec::new(),
            worths: (0..n_follower).map(|_| rng.random_range(1..=most)).collect(),
            rows: Vec::new(),
            constant: 0,
            is_knapsack: false,
            is_item_by_item: false,
        }
    }

    /// Each item that the leader takes is out of reach.
    fn forbid_item_by_item(&mut self) {
        let row = |i| FollowerRow { own: vec![(i, 1)], taken: vec![(i, 1)], rhs: 1, is_equal: false };
        self.rows.extend((0..self.n_leader).map(row));
        self.is_item_by_item = true;
    }
}

fn sum(of: &[i64], chosen: u64) -> i64 {
    (0..of.len()).filter(|i| chosen >> i & 1 == 1).map(|i| of[i]).sum()
}

fn knapsack(rng: &mut Rng) -> Program {
    let n = rng.random_range(1..=7);
    let mut program = Program::empty(rng, n, n);
    let weights: Vec<i64> = (0..n).map(|_| rng.random_range(0..=9)).collect();
    if rng.random_bool(0.2) {
        program.worths.iter_mut().for_each(|worth| *worth *= i64::from(rng.random_bool(0.7)));
    }
    let rhs = rng.random_range(0..=weights.iter().sum::<i64>());
    let own = weights.into_iter().enumerate().filter(|(_, weight)| *weight != 0).collect();
    program.rows.push(FollowerRow { own, taken: Vec::new(), rhs, is_equal: false });
    program.is_knapsack = true;
    program.forbid_item_by_item();
    program
}

/// The leader removes vertices; a clique has no two that are not neighbors.
fn clique(rng: &mut Rng) -> Program {
    let n = rng.random_range(2..=6);
    let mut program = Program::empty(rng, n, n);
    for a in 0..n {
        for b in a + 1..n {
            if rng.random_bool(0.4) {
                program.rows.push(FollowerRow {
                    own: vec![(a, 1), (b, 1)],
                    taken: Vec::new(),
                    rhs: 1,
                    is_equal: false,
                });
            }
        }
    }
    program.forbid_item_by_item();
    program
}

/// The follower matches vertices by edges. The leader removes edges, or vertices: then each of its variables stands in
/// the row of a vertex.
fn matching(rng: &mut Rng) -> Program {
    let n_vertices = rng.random_range(2..=5);
    let mut edges: Vec<(usize, usize)> =
        (0..n_vertices).flat_map(|a| (a + 1..n_vertices).map(move |b| (a, b))).collect();
    while edges.len() > 7 || edges.len() > 1 && rng.random_bool(0.3) {
        edges.remove(rng.random_range(0..edges.len()));
    }
    let takes_vertices = rng.random_bool(0.5);
    let n_leader = if takes_vertices { n_vertices } else { edges.len() };
    let mut program = Program::empty(rng, n_leader, edges.len());
    for vertex in 0..n_vertices {
        let own: Vec<(usize, i64)> =
            (0..edges.len()).filter(|e| edges[*e].0 == vertex || edges[*e].1 == vertex).map(|e| (e, 1)).collect();
        let taken = if takes_vertices { vec![(vertex, 1)] } else { Vec::new() };
        if !own.is_empty() {
            program.rows.push(FollowerRow { own, taken, rhs: 1, is_equal: false });
        }
    }
    if !takes_vertices {
        program.forbid_item_by_item();
    }
    program
}

/// Any rows: several variables of the leader in one, numbers of both signs, equations over the follower's own.
fn packing(rng: &mut Rng) -> Program {
    let (n_leader, n_follower) = (rng.random_range(1..=5), rng.random_range(1..=6));
    let mut program = Program::empty(rng, n_leader, n_follower);
    if rng.random_bool(0.2) {
        program.worths.iter_mut().for_each(|worth| *worth *= if rng.random_bool(0.2) { -1 } else { 1 });
    }
    for _ in 0..rng.random_range(1..=4) {
        let mut own: Vec<(usize, i64)> = Vec::new();
        for i in 0..n_follower {
            if rng.random_bool(0.5) {
                own.push((i, if rng.random_bool(0.15) { -1 } else { rng.random_range(1..=4) }));
            }
        }
        let mut taken: Vec<(usize, i64)> = Vec::new();
        for i in 0..n_leader {
            if rng.random_bool(0.4) {
                taken.push((i, rng.random_range(1..=3)));
            }
        }
        if own.is_empty() {
            continue;
        }
        let most: i64 = own.iter().map(|(_, a)| a.max(&0)).sum();
        if taken.is_empty() && rng.random_bool(0.2) {
            // That of a random answer, so that there is one.
            let answer = rng.random_range(0..1_u64 << n_follower);
            let rhs = own.iter().filter(|(i, _)| answer >> i & 1 == 1).map(|(_, a)| a).sum();
            program.rows.push(FollowerRow { own, taken, rhs, is_equal: true });
        } else {
            // Where all is taken there is an answer mostly: that with nothing.
            let least: i64 = taken.iter().map(|(_, a)| a).sum();
            let rhs = if rng.random_bool(0.85) { least.max(rng.random_range(0..=most.max(1))) } else { most / 2 };
            program.rows.push(FollowerRow { own, taken, rhs, is_equal: false });
        }
    }
    if program.rows.is_empty() {
        program.rows.push(FollowerRow { own: vec![(0, 1)], taken: vec![(0, 1)], rhs: 1, is_equal: false });
    }
    program
}

#[cfg(test)]
pub(super) mod tests {
    use rand::SeedableRng as _;

    use super::*;

    /// By hand: items of weights 2 3 4 into 5, worth 3 4 5; the leader may take one of the first two. Without item 1,
    /// one of the others fits, and is worth 5; without item 2, items 1 and 3 do not fit together: 5 again.
    pub(in super::super) fn three() -> Program {
        let mut program = Program {
            goal: Goal::Interdiction { budget: Some(1), scale: 1 },
            prices: vec![1, 1, 2],
            worths: vec![3, 4, 5],
            ..Program::empty(&mut Rng::seed_from_u64(1), 3, 3)
        };
        let own = vec![(0, 2), (1, 3), (2, 4)];
        program.rows.push(FollowerRow { own, taken: Vec::new(), rhs: 5, is_equal: false });
        program.forbid_item_by_item();
        program
    }

    #[test]
    fn values_by_hand() {
        let program = three();
        assert_eq!(program.best_answer(0), Some(7));
        assert_eq!(program.truth(), Truth { value: Some(5), has_unanswered: false });
        let paid = Program { constant: -2, goal: Goal::Interdiction { budget: Some(3), scale: 2 }, ..program.clone() };
        // Items 2 and 3 are taken, or 1 and 3: 3 is left.
        assert_eq!(paid.truth().value, Some(2 * 3 - 2));
        assert_eq!(Program { goal: Goal::Blocker { most: 5 }, ..program.clone() }.truth().value, Some(1));
        assert_eq!(Program { goal: Goal::Blocker { most: 4 }, ..program.clone() }.truth().value, Some(2 + 1));
        assert_eq!(Program { goal: Goal::Blocker { most: -1 }, ..program }.truth().value, None);
    }

    #[test]
    fn rows_of_the_leader_are_kept() {
        let mut program = three();
        program.leader_rows.push(ChoiceRow { terms: vec![(0, 1), (1, 1)], low: None, high: Some(0) });
        assert_eq!((program.allows(0b001), program.allows(0b100), program.truth().value), (false, false, Some(7)));
        program.goal = Goal::Interdiction { budget: None, scale: 1 };
        assert_eq!((program.allows(0b100), program.truth().value), (true, Some(7)));
        assert!(!program.is_unlimited());
    }

    /// Most random programs have a value, some have a choice without an answer.
    #[test]
    fn most_random_programs_have_a_value() {
        let mut rng = Rng::seed_from_u64(3);
        let truths: Vec<Truth> = (0..400).map(|_| Program::random(&mut rng).truth()).collect();
        let n_valued = truths.iter().filter(|truth| truth.value.is_some() && !truth.has_unanswered).count();
        let n_unanswered = truths.iter().filter(|truth| truth.has_unanswered).count();
        assert!(n_valued > 250 && (1..100).contains(&n_unanswered), "{n_valued}, {n_unanswered}");
    }
}
