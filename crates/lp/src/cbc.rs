//! CBC as a backend for whole models: a second, independent code.
//!
//! It uses only the safe functions of the crate `coin_cbc`. These do not report the number of nodes, so
//! [`Effort::nodes`] is unknown; in return, this module has no unsafe code. The crate's own lock (its feature
//! `singlethread-cbc`) is off, because it is released between two calls for one model; [`TURN`] is held as long as a
//! model lives.

use std::ffi::{CString, c_int};
use std::sync::{Mutex, PoisonError};

use coin_cbc::raw::{Model, SecondaryStatus, Sense as Direction, Status};

use minclue_core::base::{Limits, Stop};

use crate::claim::{Claim, check, without_backend};
use minclue_core::ilp::{BinaryModel, Effort, IlpSolver, Sense, Solved};

/// The CBC library is not thread safe, so all models of a process take turns.
static TURN: Mutex<()> = Mutex::new(());

/// The version of the CBC library of this system, such as `2.10.8`.
pub(super) fn version() -> String {
    Model::version().to_owned()
}

/// CBC: one thread, no gap. Its library is not thread-safe, so solves in several threads wait for each other.
///
/// The reported simplex iterations are those of the branch and bound, without the first LP, strong branching and
/// heuristics. A model solved by these or by presolve has 0 iterations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cbc;

impl IlpSolver for Cbc {
    fn name(&self) -> &'static str {
        "cbc"
    }

    fn solve_measured(&self, model: &BinaryModel, limits: &Limits) -> (Solved, Effort) {
        if let Some(known) = without_backend(model, limits) {
            return (known, Effort::NONE);
        }
        // Made before the model, so it is given back after the model is gone.
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut cbc = loaded(model);
        cbc.set_parameter(c"ratiogap", c"0");
        // Versions 2.10.7 and 2.10.8 end the process by an assertion in `OsiClpSolverInterface::crunch` on some models
        // of which preprocessing leaves two rows (coin-or/Cbc, issue 684): one of two thousand followers' programs did.
        cbc.set_parameter(c"preprocess", c"off");
        if let Some(seconds) = whole_seconds(limits) {
            cbc.set_parameter(c"sec", &seconds);
        }
        // The answer is read from the statuses.
        cbc.solve();
        let effort = Effort { simplex_iterations: u64::try_from(cbc.iteration_count()).ok(), nodes: None };
        (check(model, claim(&cbc, limits)), effort)
    }
}

fn claim(cbc: &Model, limits: &Limits) -> Claim {
    // CBC says for some ends at its time limit that it stopped, for others that it is infeasible or done. Where our own
    // clock says that the time is over, only a point that is checked may still count.
    let late = limits.reached(0) == Some(Stop::Time);
    let point = || cbc.col_solution().to_vec();
    let stop = Stop::Time;
    let time = || Claim::Limit { stop, point: Some(point()), bound: cbc.best_possible_value() };
    let nothing = Claim::Limit { stop, point: None, bound: f64::NEG_INFINITY };
    // Where presolve leaves nothing to do, CBC calls the model not launched.
    let is_finished = matches!(cbc.status(), Status::Finished | Status::Unlaunched);
    match (cbc.status(), cbc.secondary_status()) {
        _ if is_finished && (cbc.is_proven_infeasible() || cbc.is_continuous_unbounded()) => match () {
            () if late => nothing,
            () if cbc.is_proven_infeasible() => Claim::Infeasible,
            () => Claim::Failed("CBC calls a model of binary variables unbounded".into()),
        },
        (status, SecondaryStatus::StoppedOnTime) if is_finished || status == Status::Stopped => time(),
        _ if is_finished && late => time(),
        (_, SecondaryStatus::StoppedOnGap) if is_finished => Claim::Failed("CBC stopped with a gap".into()),
        _ if is_finished => Claim::Optimal { point: point(), objective: cbc.obj_value() },
        _ if late => nothing,
        (status, reason) => Claim::Failed(format!("CBC ended with status {status:?} and reason {reason:?}")),
    }
}

/// The model in CBC, silent.
fn loaded(model: &BinaryModel) -> Model {
    let int = |n: usize| c_int::try_from(n).expect("a model has fewer than 2^31 rows and entries");
    // Exact: larger numbers were refused before.
    let float = |n: i64| n as f64;
    let n_cols = model.n_vars();
    let mut entries = vec![Vec::new(); n_cols];
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    for (i, row) in model.rows().iter().enumerate() {
        for &(var, coefficient) in &row.terms {
            entries[var.get()].push((int(i), float(coefficient)));
        }
        let right = float(row.rhs);
        lower.push(if row.sense == Sense::LessEqual { f64::NEG_INFINITY } else { right });
        upper.push(if row.sense == Sense::GreaterEqual { f64::INFINITY } else { right });
    }
    let (index, value): (Vec<c_int>, Vec<f64>) = entries.iter().flatten().copied().unzip();
    let mut starts = vec![0];
    for column in &entries {
        starts.push(starts[starts.len() - 1] + int(column.len()));
    }
    let mut cost = vec![0.0; n_cols];
    for &(var, coefficient) in model.objective() {
        cost[var.get()] += float(coefficient);
    }
    let (zeros, ones) = (vec![0.0; n_cols], vec![1.0; n_cols]);
    let mut cbc = Model::new();
    cbc.load_problem(
        n_cols,
        lower.len(),
        &starts,
        &index,
        &value,
        Some(&zeros),
        Some(&ones),
        Some(&cost),
        Some(&lower),
        Some(&upper),
    );
    (0..n_cols).for_each(|column| cbc.set_integer(column));
    cbc.set_obj_sense(Direction::Minimize);
    cbc.set_log_level(0);
    cbc
}

/// The time left in whole seconds, so CBC may overrun the limit by one.
fn whole_seconds(limits: &Limits) -> Option<CString> {
    let left = limits.time_left()?.as_secs_f64().ceil().max(1.0);
    CString::new(format!("{left:.0}")).ok()
}
