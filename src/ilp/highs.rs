//! HiGHS as a backend for whole models.

use std::fmt::Debug;

use good_lp::solvers::highs::HighsProblem;
use highs::{HighsModelStatus, HighsSolutionStatus, SolvedModel};

use crate::base::Limits;

use super::BinaryModel;
use super::solve::{Claim, IlpSolver, Solved, build, check, without_backend};

/// HiGHS: one thread, no gap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Highs;

impl IlpSolver for Highs {
    fn name(&self) -> &'static str {
        "highs"
    }

    fn solve(&self, model: &BinaryModel, limits: &Limits) -> Solved {
        if let Some(known) = without_backend(model, limits) {
            return known;
        }
        let (problem, _) = build(model, good_lp::highs);
        let claim = match run(problem, limits) {
            Ok(solved) => claim(&solved),
            Err(reason) => Claim::Failed(reason),
        };
        check(model, claim)
    }
}

/// `good_lp` builds the model, and HiGHS itself solves it, since `good_lp` hides the bound and calls every end at a limit
/// without incumbent an error.
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
