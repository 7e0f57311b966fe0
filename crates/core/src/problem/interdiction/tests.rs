//! What is recognized, what is refused by which rule, and that the clue problem of a target says what the follower can
//! do.

use rand::Rng as _;

use super::*;
use crate::base::{Cell, Limits, Rng, rng};
use crate::ilp::{BilevelProgram, LARGEST_SUM, RowId};
use crate::problem::{Certifiable as _, ClueProblem as _, LinearProblem, Verdict};

/// Terms, sense and right side of a row.
type WrittenRow = (Vec<(usize, i64)>, Sense, i64);

/// A bilevel program in which `n_leader` variables x come first and then `n_follower` variables z; rows and objectives
/// are over these numbers, and the first `n_own` rows are the leader's.
struct Written {
    n_leader: usize,
    n_follower: usize,
    n_own: usize,
    rows: Vec<WrittenRow>,
    objective: Vec<(usize, i64)>,
    value: Vec<(usize, i64)>,
}

impl Written {
    /// The follower packs items of weights 2, 3, 4 into 5, worth as much, and the leader takes one of them.
    fn knapsack() -> Self {
        let link = |i: usize| (vec![(i, 1), (3 + i, 1)], Sense::LessEqual, 1);
        let value = vec![(3, 2), (4, 3), (5, 4)];
        Self {
            n_leader: 3,
            n_follower: 3,
            n_own: 1,
            rows: vec![
                (vec![(0, 1), (1, 1), (2, 1)], Sense::LessEqual, 1),
                (value.clone(), Sense::LessEqual, 5),
                link(0),
                link(1),
                link(2),
            ],
            objective: value.clone(),
            value,
        }
    }

    fn model(&self) -> BilevelProgram {
        let mut model = BinaryModel::new("written");
        let names = |letter: char, n: usize| (1..=n).map(move |i| format!("{letter}{i}"));
        names('x', self.n_leader).chain(names('z', self.n_follower)).for_each(|name| _ = model.add_var(name));
        let terms = |terms: &[(usize, i64)]| -> Vec<(VarId, i64)> {
            terms.iter().map(|(var, a)| (VarId::new(*var), *a)).collect()
        };
        for (i, (row, sense, rhs)) in self.rows.iter().enumerate() {
            model.add_row(format!("r{i}"), terms(row), *sense, *rhs);
        }
        model.minimize(terms(&self.objective));
        BilevelProgram {
            follower_vars: (self.n_leader..model.n_vars()).map(VarId::new).collect(),
            follower_rows: (self.n_own..self.rows.len()).map(RowId::new).collect(),
            follower_objective: terms(&self.value),
            constant: 0,
            follower_constant: 0,
            budget: None,
            row_lines: (0..self.rows.len()).map(|i| 10 + i).collect(),
            variable_lines: vec![0; model.n_vars()],
            model,
        }
    }

    fn refusal(&self) -> String {
        BilevelProblem::of(&self.model()).expect_err("a refusal").to_string()
    }
}

#[test]
fn a_knapsack_with_a_budget_is_interdiction() {
    let problem = BilevelProblem::of(&Written::knapsack().model()).expect("interdiction");
    assert_eq!(problem.goal, BilevelGoal::Interdiction { n_takes: 1, budget: Some(1), scale: (1, 1) });
    assert_eq!((problem.unit, problem.fixed_cost, problem.follower.n_cells()), (1, 0, 3));
    let mut doubled = Written::knapsack();
    doubled.objective.iter_mut().for_each(|(_, a)| *a *= 6);
    doubled.value.iter_mut().for_each(|(_, a)| *a *= 4);
    doubled.rows[0].0.iter_mut().for_each(|(_, a)| *a = 3);
    doubled.rows[0].2 = 7;
    let problem = BilevelProblem::of(&doubled.model()).expect("interdiction");
    assert_eq!(problem.goal, BilevelGoal::Interdiction { n_takes: 2, budget: Some(7), scale: (3, 2) });
    assert_eq!((problem.unit, problem.goal.leader_value(20)), (3, Some(30)));
}

#[test]
fn fixed_and_free_variables_are_no_cells() {
    let mut written = Written::knapsack();
    // x1 costs nothing, x3 must be taken.
    written.rows[0].0.remove(0);
    written.rows.insert(1, (vec![(2, 1)], Sense::GreaterEqual, 1));
    (written.n_own, written.rows[0].2) = (2, 2);
    let problem = BilevelProblem::of(&written.model()).expect("interdiction");
    assert_eq!((problem.taken.join(" "), problem.fixed_cost), ("x1 x3".to_owned(), 1));
    assert_eq!(problem.follower.cell_name(0), "x2");
    assert_eq!(problem.goal, BilevelGoal::Interdiction { n_takes: 1, budget: Some(2), scale: (1, 1) });
    written.rows[1].1 = Sense::LessEqual;
    written.rows[1].2 = 0;
    let problem = BilevelProblem::of(&written.model()).expect("interdiction");
    assert_eq!((problem.taken.join(" "), problem.follower.n_cells()), ("x1".to_owned(), 1));
}

#[test]
fn equal_prices_are_counted() {
    let mut written = Written::knapsack();
    // 4 for x1 and x2, 20 for x3, and 9 to spend.
    (written.rows[0].0[0].1, written.rows[0].0[1].1, written.rows[0].0[2].1) = (4, 4, 20);
    written.rows[0].2 = 9;
    let BilevelProblem { follower, goal, unit, .. } = BilevelProblem::of(&written.model()).expect("interdiction");
    // What costs too much is not to be had.
    assert_eq!((unit, follower.n_items(), follower.n_cells(), follower.has_rows()), (4, 2, 2, false));
    assert_eq!(goal, BilevelGoal::Interdiction { n_takes: 2, budget: Some(9), scale: (1, 1) });
    assert_eq!((follower.item_name(1), follower.cell_name(1)), ("x2", "x2"));
}

#[test]
fn weights_are_cells() {
    let BilevelProblem { follower, .. } = BilevelProblem::of(&Written::knapsack().model()).expect("interdiction");
    let follower = follower.with_prices(&[2, 3, 1]);
    assert_eq!((follower.n_items(), follower.n_cells()), (3, 6));
    assert_eq!((follower.item_name(1), follower.cell_name(2)), ("x2", "x2_unit1"));
    let taken: CellSet<1> = [0, 2, 3, 4].map(Cell::new).into_iter().collect();
    assert_eq!(follower.items_in(taken), [1]);
    assert_eq!(follower.choice::<1>(&follower.items_in(taken)), follower.item_cells(1));
}

#[test]
fn prices_that_differ_are_a_row() {
    let mut written = Written::knapsack();
    written.rows[0].0.iter_mut().zip([501, 502, 503]).for_each(|(term, price)| term.1 = price);
    written.rows[0].2 = 1003;
    let problem = BilevelProblem::of(&written.model()).expect("interdiction");
    let BilevelProblem { follower, goal, .. } = &problem;
    assert_eq!(*goal, BilevelGoal::Interdiction { n_takes: 3, budget: Some(1003), scale: (1, 1) });
    assert_eq!((follower.n_items(), follower.n_cells(), follower.cell_name(3)), (3, 6, "keep_x1"));
    let keeps = |items: &[usize]| follower.meets_demands(follower.choice::<1>(items));
    assert!(keeps(&[]) && keeps(&[0, 1]) && !keeps(&[0, 2]));
    assert_eq!((problem.cost_of(&[0, 1]), follower.choice::<1>(&[1]).len()), (1003, 3));
}

/// x1 needs x2 and excludes x3, and one of x2 and x3 is taken, but not both.
#[test]
fn rows_of_any_signs_are_kept_by_choices() {
    let mut written = Written::knapsack();
    written.rows.splice(
        1..1,
        [
            (vec![(0, 1), (1, -1)], Sense::LessEqual, 0),
            (vec![(0, 1), (2, 1)], Sense::LessEqual, 1),
            (vec![(1, 1), (2, 1)], Sense::Equal, 1),
        ],
    );
    (written.n_own, written.rows[0].2) = (4, 2);
    let model = written.model();
    let problem = BilevelProblem::of(&model).expect("interdiction");
    let follower = &problem.follower;
    assert_eq!(problem.goal, BilevelGoal::Interdiction { n_takes: 3, budget: Some(2), scale: (1, 1) });
    for choice in 0..8 {
        let items: Vec<usize> = (0..3).filter(|i| choice >> i & 1 == 1).collect();
        let keeps = matches!(items[..], [1] | [2] | [0, 1]);
        assert_eq!(follower.meets_demands(follower.choice::<1>(&items)), keeps, "{items:?}");
    }
    // A clue problem is made of them, whose rows have names of their own.
    let clues = follower.clues_at::<1>(Some(9)).expect("small numbers");
    let model = LinearProblem::model(&clues);
    let mut names: Vec<&str> = model.rows().iter().map(|row| row.name.as_str()).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    // Without a budget another row may be all that limits what is taken.
    written.rows.drain(2..4);
    written.rows.remove(0);
    written.n_own = 1;
    let problem = BilevelProblem::of(&written.model()).expect("interdiction");
    assert_eq!((problem.has_prices(), problem.follower.has_rows()), (false, true));
    assert_eq!((problem.taken.join(" "), problem.follower.n_items()), ("x2 x3".to_owned(), 1));
}

/// A limit on one variable is a budget too, whether it leaves that variable a choice or not, and a leader without any
/// takes everything.
#[test]
fn a_budget_may_have_one_price_or_none() {
    let read = |rows: &[(Vec<(usize, i64)>, i64)]| {
        let mut written = Written::knapsack();
        let own = rows.iter().map(|(terms, rhs)| (terms.clone(), Sense::LessEqual, *rhs));
        written.rows.splice(..1, own);
        written.n_own = rows.len();
        let problem = BilevelProblem::of(&written.model()).expect("interdiction");
        let BilevelGoal::Interdiction { n_takes, budget, .. } = problem.goal else { panic!("{:?}", problem.goal) };
        (problem.taken.join(" "), problem.follower.n_items(), n_takes, budget)
    };
    let own = |taken: &str, n_items, n_takes, budget| (taken.to_owned(), n_items, n_takes, budget);
    // Beyond the budget, and within it.
    assert_eq!(read(&[(vec![(1, 2)], 1)]), own("x1 x3", 0, 0, Some(1)));
    assert_eq!(read(&[(vec![(1, 2)], 5)]), own("x1 x3", 1, 1, Some(5)));
    // Of two such rows none is the budget; both are kept.
    assert_eq!(read(&[(vec![(1, 2)], 1), (vec![(2, 3)], 7)]), own("x1 x3", 0, 0, None));
    // A limit on several is the budget.
    assert_eq!(read(&[(vec![(1, 2)], 1), (vec![(0, 3), (2, 3)], 4)]), own("", 2, 1, Some(4)));
    assert_eq!(read(&[]), own("x1 x2 x3", 0, 0, None));
}

/// Where a file has a place for the budget, its row is that, and nothing else of the leader is.
#[test]
fn the_budget_of_a_file_is_the_budget() {
    for (terms, rhs, wanted) in [
        (vec![], 7, ("x1 x2 x3", 0, Some(7))),
        (vec![(2, 9)], 8, ("x1 x2", 0, Some(8))),
        (vec![(2, 9)], 9, ("x1 x2", 1, Some(9))),
    ] {
        let mut written = Written::knapsack();
        written.rows[0] = (terms, Sense::LessEqual, rhs);
        let bilevel = BilevelProgram { budget: Some(RowId::new(0)), ..written.model() };
        let problem = BilevelProblem::of(&bilevel).expect("interdiction");
        let BilevelGoal::Interdiction { n_takes, budget, .. } = problem.goal else { panic!("{:?}", problem.goal) };
        assert_eq!((problem.taken.join(" ").as_str(), n_takes, budget), wanted);
    }
}

#[test]
fn a_number_that_leaves_no_room_for_sums_is_named() {
    let large = LARGEST_SUM;
    let refused = |change: &dyn Fn(&mut Written)| {
        let mut written = Written::knapsack();
        change(&mut written);
        written.refusal()
    };
    let says = |refusal: String, place: &str, number: i64| {
        assert!(refusal.contains(&format!("the number {number} is too large ({place})")), "{refusal}");
    };
    let of_row = refused(&|w| w.rows[1].0[2].1 = large);
    assert!(of_row.starts_with("line 11: "), "{of_row}");
    says(of_row, "row `r1` at `z3`", large);
    says(refused(&|w| w.rows[1].2 = -large), "the right side of row `r1`", -large);
    says(refused(&|w| w.objective[0].1 = large), "the leader's objective at `z1`", large);
    says(refused(&|w| w.value[1].1 = large), "the follower's objective at `z2`", large);
    let constant = BilevelProgram { constant: large, ..Written::knapsack().model() };
    let refusal = BilevelProblem::of(&constant).expect_err("a refusal").to_string();
    says(refusal, "the constant of the leader's objective", large);
    let mut least = Written::knapsack();
    least.rows[1].2 = large - 9;
    assert!(BilevelProblem::of(&least.model()).is_ok());
}

#[test]
fn constants_are_added_to_values() {
    let mut doubled = Written::knapsack();
    doubled.objective.iter_mut().for_each(|(_, a)| *a *= 2);
    let bilevel = BilevelProgram { constant: 100, follower_constant: -7, ..doubled.model() };
    let problem = BilevelProblem::of(&bilevel).expect("interdiction");
    assert_eq!((problem.objective(5), problem.objective_at(2.5), problem.follower_value(5)), (110, 105.0, -2));
    let mut blocker = Written::knapsack();
    blocker.objective = vec![(0, 3), (1, 3), (2, 3)];
    blocker.rows[0] = (vec![(3, 2), (4, 3), (5, 4)], Sense::LessEqual, 3);
    let bilevel = BilevelProgram { constant: -100, ..blocker.model() };
    let problem = BilevelProblem::of(&bilevel).expect("a blocker");
    assert_eq!((problem.objective(2), problem.objective_at(1.5)), (-94, -95.5));
}

#[test]
fn a_limit_on_the_follower_makes_a_blocker() {
    let mut written = Written::knapsack();
    written.objective = vec![(0, 2), (1, 2), (2, 2)];
    written.rows[0] = (vec![(3, 4), (4, 6), (5, 8)], Sense::LessEqual, 7);
    let problem = BilevelProblem::of(&written.model()).expect("a blocker");
    assert_eq!((problem.goal, problem.unit), (BilevelGoal::Blocker { most: 3 }, 2));
    // A limit that no answer breaks is one all the same, but not beside another.
    for (rhs, most) in [(17, 8), (18, 9), (100, 50)] {
        written.rows[0].2 = rhs;
        let problem = BilevelProblem::of(&written.model()).expect("a blocker");
        assert_eq!(problem.goal, BilevelGoal::Blocker { most });
    }
    written.rows.insert(1, (vec![(3, 2), (4, 3), (5, 4)], Sense::LessEqual, 3));
    written.n_own = 2;
    assert_eq!(BilevelProblem::of(&written.model()).expect("a blocker").goal, BilevelGoal::Blocker { most: 3 });
    written.rows.remove(1);
    (written.n_own, written.rows[0].2) = (1, 7);
    // "At least one of" is met by taking more, so it may stand beside it.
    written.rows.insert(1, (vec![(1, 1), (2, 1)], Sense::GreaterEqual, 1));
    written.n_own = 2;
    assert!(BilevelProblem::of(&written.model()).is_ok());
    // With a row that taking more breaks, what a choice costs is a row too.
    written.rows.insert(1, (vec![(0, 1), (1, 1)], Sense::LessEqual, 1));
    written.n_own = 3;
    let problem = BilevelProblem::of(&written.model()).expect("a blocker");
    let [demands, with_cost] = [&problem.follower, &problem.within(3)].map(MonotoneFollower::n_demands);
    assert_eq!(with_cost, demands + 1);
}

#[test]
fn every_other_program_is_refused_by_its_row_and_rule() {
    let refused = |change: &dyn Fn(&mut Written)| {
        let mut written = Written::knapsack();
        change(&mut written);
        written.refusal()
    };
    let helps = refused(&|w| w.rows[2].0[0].1 = -1);
    assert_eq!(
        helps,
        "line 12: row `r2`: the leader helps the follower by taking `x1`; only programs in which the leader can only hinder are supported"
    );
    assert!(refused(&|w| w.rows[2].1 = Sense::Equal).starts_with("line 12: row `r2` is an equation of the follower"));
    assert!(refused(&|w| w.rows[2].1 = Sense::GreaterEqual).contains("helps the follower"));
    assert!(refused(&|w| w.objective[0].1 = 9).contains("not a multiple of the follower's at `z2`"));
    assert!(
        refused(&|w| w.objective.iter_mut().for_each(|t| t.1 = -t.1))
            .contains("only problems in which the two players oppose each other are supported")
    );
    assert!(refused(&|w| w.objective.push((0, 1))).contains("variables of both levels"));
    assert_eq!(refused(&|w| w.objective.clear()), "the leader has no objective");
    assert!(refused(&|w| w.value.clear()).starts_with("the follower has no objective"));
    assert!(refused(&|w| w.rows[0].2 = -1).starts_with("line 10: row `r0` leaves the leader's variable no value"));
    assert!(refused(&|w| w.rows[0].0.push((3, 1))).contains("has the follower's `z1`"));
    assert!(refused(&|w| w.objective = vec![(0, 1)]).contains("none of its rows limits the follower"));
    let no_limit = |w: &mut Written| {
        w.objective = vec![(0, 1)];
        w.rows[0] = (vec![(3, 2), (4, 3), (5, 4)], Sense::GreaterEqual, 0);
    };
    assert!(refused(&no_limit).contains("none of its rows limits the follower"));
    let blocker = |w: &mut Written| {
        w.objective = vec![(0, 1), (1, -1)];
        w.rows[0] = (vec![(3, 2), (4, 3), (5, 4)], Sense::LessEqual, 3);
    };
    assert!(refused(&blocker).contains("paid for taking `x2`"));
}

/// A random follower with rows that may have several variables of the leader.
fn random(rng: &mut Rng) -> MonotoneFollower {
    let (n_cells, n_own) = (rng.random_range(1..=5), rng.random_range(1..=5));
    let mut model = BinaryModel::new("random");
    let vars: Vec<VarId> = (0..n_cells + n_own).map(|i| model.add_var(format!("v{i}"))).collect();
    for i in 0..rng.random_range(1..=6) {
        let sense = [Sense::LessEqual, Sense::GreaterEqual, Sense::Equal][rng.random_range(0..3)];
        let sign = if sense == Sense::GreaterEqual { -1 } else { 1 };
        let mut terms = Vec::new();
        for (i, var) in vars.iter().enumerate() {
            let a = match i < n_cells {
                true if sense == Sense::Equal => 0,
                true => sign * rng.random_range(0..=2),
                false => rng.random_range(-2..=3),
            };
            if a != 0 && rng.random_bool(0.6) {
                terms.push((*var, a));
            }
        }
        model.add_row(format!("r{i}"), terms, sense, rng.random_range(-1..=3));
    }
    let value = vars[n_cells..].iter().map(|var| (*var, rng.random_range(-2..=5))).filter(|(_, a)| *a != 0).collect();
    let mut demands = Vec::new();
    if rng.random_bool(0.3) {
        let terms: Vec<(VarId, i64)> = vars[..n_cells].iter().map(|var| (*var, rng.random_range(1..=2))).collect();
        let most: i64 = terms.iter().map(|(_, a)| a).sum();
        demands.push(Row { name: "d".into(), terms, sense: Sense::GreaterEqual, rhs: rng.random_range(0..=most) });
    }
    MonotoneFollower::new(model, vars[..n_cells].to_vec(), value, demands).expect("monotone rows")
}

/// The best answer while the leader has `taken`, by trying all.
fn best(follower: &MonotoneFollower, taken: CellSet<1>) -> Option<i64> {
    let n = follower.model.n_vars();
    let points = (0..1_u32 << n).map(|point| (0..n).map(|i| point >> i & 1 == 1).collect::<Vec<bool>>());
    points
        .filter(|point| is_choice(follower, taken, point) && follower.is_answer(taken, point))
        .map(|p| follower.worth(&p))
        .max()
}

/// Does the leader have exactly this?
fn is_choice(follower: &MonotoneFollower, taken: CellSet<1>, point: &[bool]) -> bool {
    follower.cells.iter().enumerate().all(|(i, var)| point[var.get()] == taken.contains(Cell::new(i)))
}

#[test]
fn clues_are_valid_exactly_where_nothing_is_left() {
    let mut rng = rng(1);
    let (mut n_valid, mut n_invalid) = (0, 0);
    for _ in 0..400 {
        let mut follower = random(&mut rng);
        if rng.random_bool(0.3) {
            let prices: Vec<usize> = (0..follower.n_cells()).map(|i| if i == 0 { 2 } else { 1 }).collect();
            follower = follower.with_prices(&prices);
        }
        let target = if rng.random_bool(0.2) { None } else { Some(rng.random_range(-2..=8)) };
        let clues = follower.clues_at::<1>(target).expect("small numbers");
        let mut oracle = clues.oracle();
        for choice in 0..1_u64 << follower.n_cells() {
            let taken: CellSet<1> = (0..follower.n_cells()).filter(|i| choice >> i & 1 == 1).map(Cell::new).collect();
            let best = best(&follower, taken);
            let items = follower.items_in(taken);
            let is_met = follower.demands.iter().all(|row| {
                let left = row.terms.iter().filter(|(var, _)| items.contains(&var.get()));
                left.map(|(_, a)| a).sum::<i64>() >= row.rhs
            });
            assert_eq!(follower.meets_demands(taken), is_met);
            let is_blocked = is_met && best.is_none_or(|best| target.is_some_and(|target| best < target));
            let verdict = oracle.second_solution(taken, &mut Limits::none().pace(1));
            assert_eq!(verdict == Verdict::Unique, is_blocked, "{follower:?} {target:?} {taken:?}");
            if is_blocked {
                n_valid += 1;
            } else {
                n_invalid += 1;
            }
            let wanted = best.map_or(BestAnswer::None, |best| BestAnswer::Best(Vec::new(), best));
            let found = match follower.best_answer(taken, None, &Limits::none()) {
                BestAnswer::Best(values, worth) => {
                    assert!(follower.is_answer(taken, &values));
                    BestAnswer::Best(Vec::new(), worth)
                }
                other => other,
            };
            assert_eq!(found, wanted);
            if let (Some(target), true) = (target, is_met) {
                let blocked = follower.is_blocked(taken, target, u64::MAX, &Limits::none());
                assert_eq!(blocked, Some(is_blocked));
            }
        }
        // The instance of a certificate is this model.
        let _ = clues.instance();
    }
    assert!(n_valid > 500 && n_invalid > 500, "{n_valid} {n_invalid}");
}

#[test]
fn rows_that_taking_eases_make_no_follower() {
    let mut model = BinaryModel::new("m");
    let [x, z] = ["x", "z"].map(|name| model.add_var(name));
    model.add_row("row", [(x, -1), (z, 1)], Sense::LessEqual, 0);
    let refused = MonotoneFollower::new(model, vec![x], vec![(z, 1)], Vec::new());
    assert_eq!(refused, Err(NotMonotone { row: "row".into(), variable: "x".into() }));
}
