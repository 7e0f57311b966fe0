//! CBC as a backend for whole models: a second, independent code.

use good_lp::solvers::coin_cbc::CoinCbcProblem;
use good_lp::solvers::{ResolutionError, Solution, SolutionStatus, SolverModel, WithMipGap, WithTimeLimit};

use crate::base::{Limits, Stop};

use super::BinaryModel;
use super::solve::{Claim, IlpSolver, Solved, build, check, without_backend};

/// CBC: one thread, no gap. Its library is not thread safe, so solves in several threads wait for each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cbc;

impl IlpSolver for Cbc {
    fn name(&self) -> &'static str {
        "cbc"
    }

    fn solve(&self, model: &BinaryModel, limits: &Limits) -> Solved {
        if let Some(known) = without_backend(model, limits) {
            return known;
        }
        let (problem, variables) = build(model, good_lp::coin_cbc);
        let problem = match problem.with_mip_gap(0.0) {
            Ok(problem) => within(problem, limits),
            Err(error) => return Solved::Failed(format!("CBC refused its gap: {error:?}")),
        };
        let answer = problem.solve();
        // CBC says for some ends at its time limit that it stopped, for others that it is infeasible or done. Where our
        // own clock says that the time is over, only a point that is checked may still count.
        let late = limits.reached(0) == Some(Stop::Time);
        let claim = match answer {
            Ok(solution) => {
                let point = variables.iter().map(|&v| solution.value(v)).collect();
                match solution.status() {
                    SolutionStatus::Optimal if !late => {
                        Claim::Optimal { point, objective: solution.model().obj_value() }
                    }
                    SolutionStatus::GapLimit if !late => Claim::Failed("CBC ended at a gap".into()),
                    _ => Claim::Time { point: Some(point), bound: solution.model().best_possible_value() },
                }
            }
            Err(_) if late => Claim::Time { point: None, bound: f64::NEG_INFINITY },
            Err(ResolutionError::Infeasible) => Claim::Infeasible,
            Err(error) => Claim::Failed(format!("CBC: {error}")),
        };
        check(model, claim)
    }
}

/// CBC takes whole seconds only, so it may overrun the limit by one.
fn within(problem: CoinCbcProblem, limits: &Limits) -> CoinCbcProblem {
    match limits.time_left() {
        Some(left) => problem.with_time_limit(left.as_secs_f64().ceil().max(1.0)),
        None => problem,
    }
}
