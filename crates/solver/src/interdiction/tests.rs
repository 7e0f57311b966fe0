//! Random programs of every class against brute force over all choices of both levels.

use std::collections::BTreeMap;
use std::path::PathBuf;

use minclue_core::base::{Rng, rng};
use minclue_core::ilp::{BilevelProgram, BinaryModel, RowId, Sense, VarId};
use minclue_core::problem::BilevelProblem;
use rand::Rng as _;

use super::*;
use crate::{Answer, Error, Evidence, Problem, Solver};

/// A program under construction: the leader's variables x come first, then the follower's z.
struct Draft {
    model: BinaryModel,
    n_leader: usize,
    follower_rows: Vec<RowId>,
    value: Vec<(VarId, i64)>,
}

impl Draft {
    fn new(n_leader: usize, n_follower: usize) -> Self {
        let mut model = BinaryModel::new("random");
        (0..n_leader).for_each(|i| _ = model.add_var(format!("x{i}")));
        (0..n_follower).for_each(|i| _ = model.add_var(format!("z{i}")));
        Self { model, n_leader, follower_rows: Vec::new(), value: Vec::new() }
    }

    fn x(&self, i: usize) -> VarId {
        VarId::new(i)
    }

    fn z(&self, i: usize) -> VarId {
        VarId::new(self.n_leader + i)
    }

    fn follower_row(&mut self, terms: Vec<(VarId, i64)>, rhs: i64) {
        let name = format!("f{}", self.follower_rows.len());
        self.follower_rows.push(self.model.add_row(name, terms, Sense::LessEqual, rhs));
    }

    /// Item i of the follower is out of reach once the leader has taken variable `by(i)`.
    fn links(&mut self, n: usize, by: impl Fn(usize) -> usize) {
        (0..n).for_each(|i| self.follower_row(vec![(self.z(i), 1), (self.x(by(i)), 1)], 1));
    }

    /// A min-max program with a budget, or one whose leader pays as little as can be for a limit on the follower.
    fn finish(mut self, rng: &mut Rng) -> BilevelProgram {
        let all: Vec<VarId> = (0..self.n_leader).map(VarId::new).collect();
        // Half of them have one price for all, the others small or large ones, some of which are too high.
        let most = [1, 1, 4, 40][rng.random_range(0..4)];
        let unit = rng.random_range(1..=3);
        let (is_blocker, scale) = (rng.random_bool(0.3), rng.random_range(1..=2));
        let least = i64::from(!is_blocker || rng.random_bool(0.7));
        let mut prices: Vec<i64> = all.iter().map(|_| unit * rng.random_range(least..=most)).collect();
        prices[0] = prices[0].max(1);
        if rng.random_bool(0.15) {
            // Only one of them costs anything, and may be beyond the budget.
            prices[1..].fill(0);
        }
        let constant = rng.random_range(-50..=50);
        let priced: Vec<(VarId, i64)> =
            all.iter().copied().zip(prices.iter().copied()).filter(|(_, a)| *a > 0).collect();
        let worth: Vec<(VarId, i64)> = self.value.iter().map(|(var, a)| (*var, scale * a)).collect();
        let most: i64 = worth.iter().map(|(_, a)| a).sum();
        if is_blocker {
            self.model.minimize(priced);
            self.model.add_row("limit", worth, Sense::LessEqual, rng.random_range(0..most.max(1)));
        } else {
            self.model.minimize(worth);
            let budget = rng.random_range(0..prices.iter().sum());
            self.model.add_row("budget", priced, Sense::LessEqual, budget);
        }
        if rng.random_bool(0.2) && all.len() > 2 {
            let one_of = all.iter().copied().filter(|_| rng.random_bool(0.5)).map(|var| (var, 1));
            let one_of: Vec<(VarId, i64)> = one_of.collect();
            if one_of.len() > 1 {
                self.model.add_row("one_of", one_of, Sense::GreaterEqual, 1);
            }
        }
        if rng.random_bool(0.2) {
            self.model.add_row("fixed", [(all[0], 1)], Sense::Equal, i64::from(rng.random_bool(0.5)));
        }
        // Rows of any signs, some of which no choice keeps.
        for i in 0..[0, 0, 1, 2][rng.random_range(0..4)] {
            let terms: Vec<(VarId, i64)> = all.iter().map(|var| (*var, rng.random_range(-3..=3))).collect();
            let terms: Vec<(VarId, i64)> = terms.into_iter().filter(|(_, a)| *a != 0).collect();
            let sense = [Sense::LessEqual, Sense::GreaterEqual, Sense::Equal][rng.random_range(0..3)];
            if !terms.is_empty() {
                self.model.add_row(format!("own{i}"), terms, sense, rng.random_range(-2..=3));
            }
        }
        let n = self.model.rows().len();
        BilevelProgram {
            follower_vars: (self.n_leader..self.model.n_vars()).map(VarId::new).collect(),
            follower_rows: self.follower_rows,
            follower_objective: self.value,
            constant,
            follower_constant: 0,
            budget: None,
            row_lines: vec![0; n],
            variable_lines: vec![0; self.model.n_vars()],
            model: self.model,
        }
    }
}

/// Knapsacks with one row or several, cliques and matchings without vertices or edges, stars of several items that one
/// variable takes, and rows with several variables of the leader.
const CLASSES: [&str; 6] = ["knapsack", "several knapsacks", "clique", "matching", "groups", "several in a row"];

fn random(class: usize, rng: &mut Rng) -> BilevelProgram {
    let n = rng.random_range(2..=6);
    let profit = |rng: &mut Rng| rng.random_range(1..=9);
    let mut draft = match class {
        4 => Draft::new(3.min(n), n),
        _ => Draft::new(n, n),
    };
    match class {
        0 | 1 | 4 | 5 => {
            for _ in 0..if class == 1 { 3 } else { 1 } {
                let weights: Vec<i64> = (0..n).map(|_| rng.random_range(1..=9)).collect();
                let capacity = weights.iter().sum::<i64>() / 2;
                let mut terms: Vec<(VarId, i64)> = (0..n).map(|i| (draft.z(i), weights[i])).collect();
                if class == 5 {
                    // The leader takes capacity too.
                    terms.extend((0..n).map(|i| (draft.x(i), rng.random_range(1..=2))));
                }
                let capacity = if class == 5 { capacity + 2 * n as i64 } else { capacity };
                draft.follower_row(terms, capacity);
            }
            draft.value = (0..n).map(|i| (draft.z(i), profit(rng))).collect();
            match class {
                4 => draft.links(n, |i| i % 3.min(n)),
                _ => draft.links(n, |i| i),
            }
        }
        2 => {
            for i in 0..n {
                for j in i + 1..n {
                    if rng.random_bool(0.5) {
                        draft.follower_row(vec![(draft.z(i), 1), (draft.z(j), 1)], 1);
                    }
                }
            }
            draft.value = (0..n).map(|i| (draft.z(i), 1)).collect();
            draft.links(n, |i| i);
        }
        _ => {
            let ends: Vec<(usize, usize)> = (0..n).map(|_| (rng.random_range(0..3), rng.random_range(3..6))).collect();
            for vertex in 0..6 {
                let at: Vec<(VarId, i64)> =
                    (0..n).filter(|i| ends[*i].0 == vertex || ends[*i].1 == vertex).map(|i| (draft.z(i), 1)).collect();
                if !at.is_empty() {
                    draft.follower_row(at, 1);
                }
            }
            draft.value = (0..n).map(|i| (draft.z(i), profit(rng))).collect();
            draft.links(n, |i| i);
        }
    }
    draft.finish(rng)
}

/// The optimum of the leader by trying everything; `None` if no choice keeps all rows.
fn brute_force(bilevel: &BilevelProgram) -> Option<i64> {
    let (model, n) = (&bilevel.model, bilevel.model.n_vars());
    let n_leader = n - bilevel.follower_vars.len();
    let is_follower = |row: usize| bilevel.follower_rows.iter().any(|own| own.get() == row);
    let worth = |point: &[bool]| -> i64 {
        bilevel.follower_objective.iter().filter(|(var, _)| point[var.get()]).map(|(_, a)| a).sum()
    };
    let mut by_choice: BTreeMap<u32, Vec<Vec<bool>>> = BTreeMap::new();
    for point in 0..1_u32 << n {
        let values: Vec<bool> = (0..n).map(|i| point >> i & 1 == 1).collect();
        if model.rows().iter().enumerate().all(|(i, row)| !is_follower(i) || row.holds(&values)) {
            by_choice.entry(point & ((1 << n_leader) - 1)).or_default().push(values);
        }
    }
    let of_choice = |answers: &Vec<Vec<bool>>| {
        let best = answers.iter().map(|answer| worth(answer)).max()?;
        // Of answers that are equally good the leader's objective and rows say the same.
        let answer = answers.iter().find(|answer| worth(answer) == best)?;
        let is_kept = model.rows().iter().enumerate().all(|(i, row)| is_follower(i) || row.holds(answer));
        is_kept.then(|| model.value(answer) + bilevel.constant)
    };
    by_choice.values().filter_map(of_choice).min()
}

/// What is found of a program, as faces ask.
fn solved(bilevel: &BilevelProgram, follower: FollowerChoice, certificate: Option<PathBuf>) -> Result<Answer, Error> {
    let problem = Problem::of_program(bilevel);
    let solver = Solver::new(&problem).follower(follower);
    match certificate {
        Some(file) => solver.certificate(file).run(),
        None => solver.run(),
    }
}

/// Is its certificate there, and is it whole?
fn is_certified(answer: &Answer) -> bool {
    match answer.evidence() {
        Evidence::Leader(leader) => leader.outcome.lower_certificate.is_some(),
        Evidence::Integer(integer) => integer.outcome.certificate.is_some(),
        Evidence::Engines(_) => false,
    }
}

/// Was it shown that there is nothing to choose?
fn is_infeasible(answer: &Answer) -> bool {
    matches!(answer.evidence(), Evidence::Integer(integer) if integer.outcome.is_infeasible)
}

#[test]
fn programs_of_each_class_have_the_optimum_of_brute_force() {
    programs_are_right(200, [100, 16, 16]);
}

#[test]
#[ignore = "long: a thousand of each"]
fn programs_of_each_class_have_the_optimum_of_brute_force_at_length() {
    programs_are_right(1000, [550, 100, 100]);
}

/// Of `n` programs of each class, more than these are solved, have rows, and are certified.
fn programs_are_right(n: usize, [least_optimal, least_with_rows, least_certified]: [usize; 3]) {
    let folder = tempfile::tempdir().expect("a folder");
    for (class, name) in CLASSES.iter().enumerate() {
        let mut rng = rng(class as u64);
        let (mut n_optimal, mut n_refused, mut n_with_rows, mut n_certified) = (0, 0, 0, 0);
        for i in 0..n {
            let bilevel = random(class, &mut rng);
            let wanted = brute_force(&bilevel);
            let follower = match (i % 10, Backend::ALL) {
                (1, [Backend::Highs, ..]) => FollowerChoice::Highs,
                (2, _) => FollowerChoice::Auto,
                _ => FollowerChoice::Oracle,
            };
            // Most with a certificate, which is checked.
            let file = (i % 10 > 4).then(|| folder.path().join("cert"));
            match (solved(&bilevel, follower, file.clone()), wanted) {
                (Ok(answer), Some(wanted)) => {
                    assert_eq!(answer.minimum(), Some(wanted), "{name} {i}\n{bilevel:?}\n{answer:?}");
                    assert!(file.is_none() || is_certified(&answer), "{name} {i}: {answer:?}");
                    n_optimal += 1;
                    n_with_rows += usize::from(BilevelProblem::of(&bilevel).is_ok_and(|of| of.follower.has_rows()));
                    n_certified += usize::from(file.is_some());
                }
                (Ok(answer), None) if is_infeasible(&answer) => n_refused += 1,
                (Err(Error::Impossible(_)), None) => n_refused += 1,
                (answer, wanted) => panic!("{name} {i}: {wanted:?}, {answer:?}\n{bilevel:?}"),
            }
        }
        assert!(
            n_optimal > least_optimal && n_with_rows > least_with_rows && n_certified > least_certified,
            "{name}: {n_optimal} optimal, {n_with_rows} with rows, {n_certified} certified, {n_refused} refused"
        );
    }
}

/// A follower that has to choose one of two items, where the leader may take both.
#[test]
fn a_choice_without_an_answer_is_not_allowed() {
    let value = |budget: i64| {
        let mut draft = Draft::new(2, 2);
        draft.follower_row(vec![(draft.z(0), -1), (draft.z(1), -1)], -1);
        draft.links(2, |i| i);
        draft.value = vec![(draft.z(0), 2), (draft.z(1), 3)];
        let (value, prices) = (draft.value.clone(), [(draft.x(0), 1), (draft.x(1), 1)]);
        draft.model.minimize(value);
        draft.model.add_row("budget", prices, Sense::LessEqual, budget);
        let n = draft.model.rows().len();
        let bilevel = BilevelProgram {
            follower_vars: vec![draft.z(0), draft.z(1)],
            follower_rows: draft.follower_rows,
            follower_objective: draft.value,
            constant: 0,
            follower_constant: 0,
            budget: None,
            row_lines: vec![0; n],
            variable_lines: vec![0; 4],
            model: draft.model,
        };
        assert_eq!(brute_force(&bilevel), Some(2));
        solved(&bilevel, FollowerChoice::Oracle, None).expect("an answer").minimum()
    };
    assert_eq!([value(1), value(2)], [Some(2); 2]);
}

/// Numbers near what is refused: no sum of them is rounded.
#[test]
fn large_numbers_have_the_optimum_of_brute_force() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut rng = rng(12);
    let (mut n_solved, mut n_refused) = (0, 0);
    for i in 0..150 {
        let mut bilevel = random(i % 2, &mut rng);
        if bilevel.model.objective().iter().any(|(var, _)| !bilevel.follower_vars.contains(var)) {
            continue;
        }
        let mut large = |number: i64, unit: i64| number * unit + rng.random_range(0..unit / 64);
        let value: Vec<(VarId, i64)> =
            bilevel.follower_objective.iter().map(|(var, a)| (*var, large(*a, 1 << 50))).collect();
        let mut model = BinaryModel::new("large");
        bilevel.model.var_names().for_each(|name| _ = model.add_var(name));
        for (row, rhs) in bilevel.model.rows().iter().map(|row| (row, row.rhs)) {
            let is_knapsack =
                row.name.starts_with('f') && row.terms.iter().all(|(var, _)| value.iter().any(|v| v.0 == *var));
            let unit = if is_knapsack { 1 << 49 } else { 1 };
            let terms = row.terms.iter().map(|(var, a)| (*var, if is_knapsack { large(*a, unit) } else { *a }));
            let terms: Vec<(VarId, i64)> = terms.collect();
            model.add_row(row.name.clone(), terms, row.sense, if is_knapsack { large(rhs, unit) } else { rhs });
        }
        model.minimize(value.iter().copied());
        (bilevel.model, bilevel.follower_objective) = (model, value);
        let wanted = brute_force(&bilevel);
        let file = folder.path().join("cert");
        match (solved(&bilevel, FollowerChoice::Auto, Some(file)), wanted) {
            (Ok(answer), Some(wanted)) => {
                assert_eq!(answer.minimum(), Some(wanted), "{i}: {bilevel:?}");
                assert!(is_certified(&answer), "{i}: {answer:?}");
                n_solved += 1;
            }
            (Ok(answer), None) if is_infeasible(&answer) => {}
            (Err(Error::Impossible(_)), _) => n_refused += 1,
            (answer, wanted) => panic!("{i}: {wanted:?}, {answer:?}\n{bilevel:?}"),
        }
    }
    assert!(n_solved > 40 && n_refused < 10, "{n_solved}, {n_refused} refused");
}

#[test]
fn a_limit_leaves_bounds_that_hold() {
    let mut rng = rng(9);
    let mut n_open = 0;
    for _ in 0..60 {
        let bilevel = random(1, &mut rng);
        let Some(wanted) = brute_force(&bilevel) else { continue };
        let problem = Problem::of_program(&bilevel);
        let Ok(answer) = Solver::new(&problem).node_limit(rng.random_range(1..4)).run() else { continue };
        assert!(answer.lower_bound().is_none_or(|lower| lower <= wanted), "{answer:?}");
        assert!(answer.upper_bound().is_none_or(|upper| upper >= wanted), "{answer:?}");
        n_open += usize::from(answer.minimum().is_none());
    }
    assert!(n_open > 3, "{n_open}");
}
