//! HiGHS as a backend for whole models.

use std::fmt::Debug;

use good_lp::solvers::highs::HighsProblem;
use good_lp::{Expression, ProblemVariables, SolverModel, variable};
use highs::{HighsModelStatus, HighsSolutionStatus, SolvedModel};

use minclue_core::base::Limits;

use super::highs_handle::node_count;
use crate::claim::{Claim, check, without_backend};
use minclue_core::ilp::{BinaryModel, Effort, IlpSolver, Sense, Solved, VarId};

/// HiGHS: one thread, no gap.
///
/// Its simplex iterations are those of all LPs of the branch and bound together, with strong branching, separation and
/// heuristics; what it calls `simplex_iteration_count` is this total for a model with integers. Presolve, and a
/// heuristic that needs no LP, may settle a model with 0 iterations, the first of them with 0 nodes too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Highs;

impl IlpSolver for Highs {
    fn name(&self) -> &'static str {
        "highs"
    }

    fn solve_measured(&self, model: &BinaryModel, limits: &Limits) -> (Solved, Effort) {
        if let Some(known) = without_backend(model, limits) {
            return (known, Effort::NONE);
        }
        match run(build(model), limits) {
            Ok(solved) => (check(model, claim(&solved)), effort(&solved)),
            Err(reason) => (Solved::Failed(reason), Effort::UNKNOWN),
        }
    }
}

/// The model as `good_lp` gives it to HiGHS, with its variables in order.
fn build(model: &BinaryModel) -> HighsProblem {
    let mut variables = ProblemVariables::new();
    let columns = variables.add_vector(variable().binary(), model.n_vars());
    let sum = |terms: &[(VarId, i64)]| {
        let mut sum = Expression::with_capacity(terms.len());
        for &(var, coefficient) in terms {
            // Exact: larger numbers were refused before.
            sum.add_mul(coefficient as f64, columns[var.get()]);
        }
        sum
    };
    let mut problem = variables.minimise(sum(model.objective())).using(good_lp::highs);
    for row in model.rows() {
        let (left, right) = (sum(&row.terms), row.rhs as f64);
        problem.add_constraint(match row.sense {
            Sense::LessEqual => left.leq(right),
            Sense::Equal => left.eq(right),
            Sense::GreaterEqual => left.geq(right),
        });
    }
    problem
}

/// `good_lp` builds the model, and HiGHS itself solves it, since `good_lp` hides the bound and calls every end at a
/// limit without incumbent an error.
fn run(problem: HighsProblem, limits: &Limits) -> Result<SolvedModel, String> {
    let mut highs = problem.try_into_inner().map_err(refused)?;
    highs.try_set_option("threads", 1).map_err(refused)?;
    highs.try_set_option("parallel", "off").map_err(refused)?;
    highs.try_set_option("mip_rel_gap", 0.0).map_err(refused)?;
    highs.try_set_option("mip_abs_gap", 0.0).map_err(refused)?;
    if let Some(left) = limits.time_left() {
        highs.try_set_option("time_limit", left.as_secs_f64()).map_err(refused)?;
    }
    highs.try_solve().map_err(refused)
}

fn refused(error: impl Debug) -> String {
    format!("HiGHS refused a call: {error:?}")
}

fn claim(solved: &SolvedModel) -> Claim {
    let point = || solved.get_solution().columns().to_vec();
    let has_point = solved.primal_solution_status() == HighsSolutionStatus::Feasible;
    match solved.status() {
        HighsModelStatus::Optimal if has_point => {
            Claim::Optimal { point: point(), objective: solved.objective_value() }
        }
        HighsModelStatus::Infeasible => Claim::Infeasible,
        HighsModelStatus::ReachedTimeLimit => Claim::Time {
            point: has_point.then(point),
            bound: solved.double_info_value(c"mip_dual_bound").unwrap_or(f64::NEG_INFINITY),
        },
        other => Claim::Failed(format!("HiGHS ended with status {other:?}")),
    }
}

/// HiGHS says -1 for a count that it does not have.
fn effort(solved: &SolvedModel) -> Effort {
    Effort { simplex_iterations: u64::try_from(solved.simplex_iteration_count()).ok(), nodes: node_count(solved) }
}
