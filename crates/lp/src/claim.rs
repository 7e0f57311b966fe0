//! The claims of a backend, and the checks that they must pass.

use minclue_core::base::{Limits, Stop};
use minclue_core::ilp::{BinaryModel, Literal, RepeatedModel, Row, Solved, VarId};

/// Numbers from here on are not given to a backend: HiGHS refuses such coefficients (its `large_matrix_value`), and all
/// below are exact as floating-point numbers, which ends at 2^53.
const TOO_LARGE: u64 = 1_000_000_000_000_000;

/// The claim of a backend, before any check.
#[derive(Clone, Debug)]
pub(crate) enum Claim {
    /// An optimal point, with its objective value.
    Optimal {
        point: Vec<f64>,
        objective: f64,
    },
    Infeasible,
    /// A limit on time was reached, or a signal; there may be a point, not known to be feasible, and a lower bound.
    Limit {
        stop: Stop,
        point: Option<Vec<f64>>,
        bound: f64,
    },
    Failed(String),
}

/// Returns the answers that need no backend: a limit that is already reached, and models that backends do not accept,
/// because they have no variables or too large numbers.
pub(crate) fn without_backend(model: &BinaryModel, limits: &Limits) -> Option<Solved> {
    if let Some(stop) = limits.reached(0) {
        return Some(Solved::Limit { incumbent: None, bound: None, stop });
    }
    if model.n_vars() == 0 {
        return Some(match model.violated_row(&[]) {
            None => Solved::Optimal { values: Vec::new(), objective: 0 },
            Some(_) => Solved::Infeasible,
        });
    }
    too_large(model).map(Solved::TooLarge)
}

/// Says which number of the model is too large, if one is.
fn too_large(model: &BinaryModel) -> Option<String> {
    let of_terms = |terms: &[(VarId, i64)]| terms.iter().map(|term| term.1).find(is_too_large);
    let of_row = |row: &Row| of_terms(&row.terms).or(Some(row.rhs).filter(is_too_large));
    let in_row = |row: &Row| Some((of_row(row)?, format!("row {}", row.name)));
    let found = model.rows().iter().find_map(in_row);
    let found = found.or_else(|| Some((of_terms(model.objective())?, "the objective".to_owned())));
    found.map(|(number, place)| format!("{number} in {place} is too large: numbers up to {} are taken", TOO_LARGE - 1))
}

fn is_too_large(number: &i64) -> bool {
    number.unsigned_abs() >= TOO_LARGE
}

/// Turns a claim into an answer: points are rounded and checked in integers.
pub(crate) fn check(model: &BinaryModel, claim: Claim) -> Solved {
    let rounded = |point: &[f64]| -> Vec<bool> { point.iter().map(|&x| x > 0.5).collect() };
    match claim {
        Claim::Optimal { point, objective } => {
            let values = rounded(&point);
            if let Some(row) = model.violated_row(&values) {
                let name = &model.rows()[row.get()].name;
                return Solved::Failed(format!("its optimal point violates row {name}"));
            }
            let exact = model.value(&values);
            if (exact as f64 - objective).abs() > 0.5 {
                return Solved::Failed(format!("its optimal point has objective value {exact}, not {objective}"));
            }
            Solved::Optimal { values, objective: exact }
        }
        Claim::Infeasible => Solved::Infeasible,
        Claim::Limit { stop, point, bound } => Solved::Limit {
            // A point that fails the check is not an incumbent: CBC hands out its last LP solution when it has none.
            incumbent: point.map(|point| rounded(&point)).filter(|values| model.violated_row(values).is_none()),
            // All coefficients are integers, so a bound may be rounded up, with room for the backend's tolerance.
            bound: (bound.abs() < 1e15).then(|| (bound - 1e-6).ceil() as i64),
            stop,
        },
        Claim::Failed(reason) => Solved::Failed(reason),
    }
}

/// The same of a model in which these literals are true.
pub(crate) fn check_fixed(model: &RepeatedModel, fixed: &[Literal], claim: Claim) -> Solved {
    let holds = |values: &[bool]| fixed.iter().all(|literal| values.get(literal.var.get()) == Some(&literal.positive));
    match check(model.model(), claim) {
        Solved::Optimal { values, .. } if !holds(&values) => {
            Solved::Failed("its optimal point has another value of a variable that is fixed".into())
        }
        Solved::Limit { incumbent, bound, stop } => {
            Solved::Limit { incumbent: incumbent.filter(|values| holds(values)), bound, stop }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::Backend;
    use minclue_core::ilp::{Effort, IlpSolver, Sense};

    /// The smallest vertex cover of a complete graph: all but one.
    fn cover_of_clique(n: usize) -> BinaryModel {
        let mut model = BinaryModel::new("clique");
        let vars: Vec<VarId> = (0..n).map(|i| model.add_var(format!("v{i}"))).collect();
        for i in 0..n {
            for j in 0..i {
                let edge = [(vars[i], 1), (vars[j], 1)];
                model.add_row(format!("e{i}_{j}"), edge, Sense::GreaterEqual, 1);
            }
        }
        model.minimize(vars.iter().map(|&v| (v, 1)));
        model
    }

    fn each(check: impl Fn(&dyn IlpSolver)) {
        for backend in Backend::ALL {
            check(backend.solver().expect("built"));
        }
    }

    #[test]
    fn an_optimum() {
        each(|solver| match solver.solve(&cover_of_clique(7), &Limits::none()) {
            Solved::Optimal { values, objective } => {
                assert_eq!(objective, 6, "{}", solver.name());
                assert_eq!(values.iter().filter(|v| **v).count(), 6);
            }
            other => panic!("{}: {other:?}", solver.name()),
        });
    }

    #[test]
    fn every_sense_and_sign() {
        let mut model = BinaryModel::new("mixed");
        let [a, b, c] = ["a", "b", "c"].map(|name| model.add_var(name));
        model.add_row("le", [(a, 3), (b, 2), (c, 2)], Sense::LessEqual, 4);
        model.add_row("ge", [(a, -5), (c, 2)], Sense::GreaterEqual, -3);
        model.add_row("eq", [(a, 1), (b, 1)], Sense::Equal, 1);
        model.minimize([(a, -9), (b, -2), (c, -3)]);
        each(|solver| {
            let best = Solved::Optimal { values: vec![false, true, true], objective: -5 };
            assert_eq!(solver.solve(&model, &Limits::none()), best, "{}", solver.name());
        });
    }

    #[test]
    fn a_model_is_solved_again_with_other_values() {
        let vertex = |i: usize, value| Literal::new(VarId::new(i), value);
        each(|solver| {
            let models = [RepeatedModel::new(cover_of_clique(6)), RepeatedModel::new(cover_of_clique(4))];
            // Each question after others, of the same model and of another one: nothing of these is left.
            for _ in 0..2 {
                for (model, fixed, best) in [
                    (0, vec![], Some(5)),
                    (0, vec![vertex(2, false)], Some(5)),
                    (0, vec![vertex(2, false), vertex(4, false)], None),
                    (0, vec![vertex(0, true), vertex(1, true)], Some(5)),
                    (1, vec![vertex(3, false), vertex(3, false)], Some(3)),
                    (1, (0..4).map(|i| vertex(i, true)).collect(), Some(4)),
                    (1, vec![vertex(3, false), vertex(3, true)], None),
                    (0, vec![vertex(5, false)], Some(5)),
                ] {
                    match (solver.solve_again(&models[model], &fixed, &Limits::none()), best) {
                        (Solved::Optimal { values, objective }, Some(best)) => {
                            assert_eq!(objective, best, "{}: {fixed:?}", solver.name());
                            assert!(fixed.iter().all(|of| values[of.var.get()] == of.positive));
                        }
                        (Solved::Infeasible, None) => {}
                        (other, _) => panic!("{}: {fixed:?}: {other:?}", solver.name()),
                    }
                }
            }
            let late = Limits::none().with_time(Duration::ZERO);
            let stopped = Solved::Limit { incumbent: None, bound: None, stop: Stop::Time };
            assert_eq!(solver.solve_again(&models[0], &[], &late), stopped);
        });
    }

    #[test]
    fn no_feasible_point() {
        let mut model = cover_of_clique(6);
        // Feasible for the LP, at one half everywhere, so the backend must branch.
        let all: Vec<_> = (0..6).map(|i| (VarId::new(i), 1)).collect();
        model.add_row("few", all, Sense::LessEqual, 3);
        each(|solver| assert_eq!(solver.solve(&model, &Limits::none()), Solved::Infeasible, "{}", solver.name()));
    }

    #[test]
    fn the_effort_is_counted() {
        // The LP has a point, at one half everywhere, so there is something to count.
        let mut hard = cover_of_clique(9);
        let all: Vec<_> = (0..9).map(|i| (VarId::new(i), 1)).collect();
        hard.add_row("few", all, Sense::LessEqual, 5);
        each(|solver| {
            let (solved, effort) = solver.solve_measured(&hard, &Limits::none());
            assert_eq!(solved, Solved::Infeasible, "{}", solver.name());
            assert!(effort.simplex_iterations.is_some(), "{}: {effort:?}", solver.name());
            assert_eq!(effort.nodes.is_some(), solver.name() == "highs", "CBC keeps its nodes to itself");
            let (_, effort) = solver.solve_measured(&BinaryModel::new("empty"), &Limits::none());
            assert_eq!(effort, Effort::NONE);
        });
    }

    #[test]
    fn without_objective_any_point_will_do() {
        let mut model = cover_of_clique(5);
        model.minimize([]);
        each(|solver| {
            assert!(matches!(solver.solve(&model, &Limits::none()), Solved::Optimal { objective: 0, .. }));
        });
    }

    #[test]
    fn without_variables() {
        let mut model = BinaryModel::new("empty");
        each(|solver| assert!(matches!(solver.solve(&model, &Limits::none()), Solved::Optimal { .. })));
        model.add_row("never", [], Sense::GreaterEqual, 1);
        each(|solver| assert_eq!(solver.solve(&model, &Limits::none()), Solved::Infeasible));
    }

    #[test]
    fn numbers_that_are_too_large_are_named() {
        let model = |a: i64, rhs: i64, cost: i64| {
            let mut model = BinaryModel::new("large");
            let [x, y] = ["x", "y"].map(|name| model.add_var(name));
            model.add_row("sum", [(x, 1), (y, a)], Sense::GreaterEqual, rhs);
            model.minimize([(x, 2), (y, cost)]);
            model
        };
        let most = 999_999_999_999_999;
        each(|solver| {
            for (number, model, place) in [
                (1 << 60, model(1 << 60, 1, 1), "row sum"),
                (-most - 1, model(-most - 1, 0, 1), "row sum"),
                (i64::MIN, model(1, i64::MIN, 1), "row sum"),
                (most + 1, model(1, 1, most + 1), "the objective"),
            ] {
                let said = format!("{number} in {place} is too large: numbers up to {most} are taken");
                assert_eq!(solver.solve(&model, &Limits::none()), Solved::TooLarge(said), "{}", solver.name());
            }
            let best = Solved::Optimal { values: vec![false, true], objective: 1 };
            assert_eq!(solver.solve(&model(most, most, 1), &Limits::none()), best, "{}", solver.name());
        });
    }

    #[test]
    fn a_limit_is_no_answer() {
        let limits = Limits::none().with_time(Duration::ZERO);
        each(|solver| {
            let stopped = Solved::Limit { incumbent: None, bound: None, stop: Stop::Time };
            assert_eq!(solver.solve(&cover_of_clique(4), &limits), stopped);
        });
    }

    #[test]
    fn a_false_point_is_not_believed() {
        let model = cover_of_clique(3);
        let point = vec![1.0, 0.0, 0.0];
        assert_eq!(
            check(&model, Claim::Optimal { point: point.clone(), objective: 1.0 }),
            Solved::Failed("its optimal point violates row e2_1".into())
        );
        assert_eq!(
            check(&model, Claim::Optimal { point: vec![1.0, 1.0, 0.0], objective: 1.0 }),
            Solved::Failed("its optimal point has objective value 2, not 1".into())
        );
        assert_eq!(
            check(&model, Claim::Limit { stop: Stop::Time, point: Some(point), bound: 1.2 }),
            Solved::Limit { incumbent: None, bound: Some(2), stop: Stop::Time }
        );
    }
}
