//! CBC as a backend for whole models: a second, independent code.

use std::ffi::{CString, c_int};

use minclue_core::base::{Limits, Stop};

use super::cbc_handle::{Columns, Handle, Reason, Status};
use crate::backend::{Claim, check, without_backend};
use minclue_core::ilp::{BinaryModel, Effort, IlpSolver, Sense, Solved};

/// CBC: one thread, no gap. Its library is not thread safe, so solves in several threads wait for each other.
///
/// Its simplex iterations are those of the branch and bound: the first LP, the strong branching and the heuristics do
/// not count. A model that these or the presolve settle has 0 iterations and 0 nodes.
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
        let mut cbc = Handle::new(&columns(model));
        cbc.set(c"ratiogap", c"0");
        if let Some(seconds) = whole_seconds(limits) {
            cbc.set(c"sec", &seconds);
        }
        cbc.solve();
        (check(model, claim(&cbc, limits)), effort(&cbc))
    }
}

fn claim(cbc: &Handle, limits: &Limits) -> Claim {
    // CBC says for some ends at its time limit that it stopped, for others that it is infeasible or done. Where our own
    // clock says that the time is over, only a point that is checked may still count.
    let late = limits.reached(0) == Some(Stop::Time);
    let time = || Claim::Time { point: Some(cbc.point()), bound: cbc.bound() };
    match (cbc.status(), cbc.reason()) {
        (Status::Finished, _) if cbc.is_infeasible() || cbc.is_unbounded() => match () {
            () if late => Claim::Time { point: None, bound: f64::NEG_INFINITY },
            () if cbc.is_infeasible() => Claim::Infeasible,
            () => Claim::Failed("CBC calls a model of binary variables unbounded".into()),
        },
        (Status::Finished | Status::Stopped, Reason::Time) => time(),
        (Status::Finished, _) if late => time(),
        (Status::Finished, Reason::Gap) => Claim::Failed("CBC ended at a gap".into()),
        (Status::Finished, Reason::Other(_)) => Claim::Optimal { point: cbc.point(), objective: cbc.objective() },
        (Status::Stopped | Status::Abandoned(_), _) if late => Claim::Time { point: None, bound: f64::NEG_INFINITY },
        (status, reason) => Claim::Failed(format!("CBC ended with status {status:?} and reason {reason:?}")),
    }
}

fn effort(cbc: &Handle) -> Effort {
    let count = |n: c_int| u64::try_from(n).ok();
    Effort { simplex_iterations: count(cbc.iteration_count()), nodes: count(cbc.node_count()) }
}

/// The model in the form that CBC takes.
fn columns(model: &BinaryModel) -> Columns {
    let int = |n: usize| c_int::try_from(n).expect("a model has fewer than 2^31 rows and entries");
    // Exact: no number in a model of this crate comes near 2^53.
    let float = |n: i64| n as f64;
    let mut entries = vec![Vec::new(); model.n_vars()];
    let mut columns = Columns { cost: vec![0.0; model.n_vars()], starts: vec![0], ..Columns::default() };
    for (i, row) in model.rows().iter().enumerate() {
        for &(var, coefficient) in &row.terms {
            entries[var.get()].push((int(i), float(coefficient)));
        }
        let right = float(row.rhs);
        columns.lower.push(if row.sense == Sense::LessEqual { f64::NEG_INFINITY } else { right });
        columns.upper.push(if row.sense == Sense::GreaterEqual { f64::INFINITY } else { right });
    }
    for (row, value) in entries.iter().flatten() {
        columns.index.push(*row);
        columns.value.push(*value);
    }
    for column in &entries {
        columns.starts.push(columns.starts[columns.starts.len() - 1] + int(column.len()));
    }
    for &(var, coefficient) in model.objective() {
        columns.cost[var.get()] += float(coefficient);
    }
    columns
}

/// The time left in whole seconds, so CBC may overrun the limit by one.
fn whole_seconds(limits: &Limits) -> Option<CString> {
    let left = limits.time_left()?.as_secs_f64().ceil().max(1.0);
    CString::new(format!("{left:.0}")).ok()
}
