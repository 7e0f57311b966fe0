//! One CBC model behind safe calls: every unsafe line of the CBC backend is in this file.
//!
//! The crate `coin_cbc` is such a wrapper too, but it shows neither the number of nodes nor anything at all of a model
//! that turned out infeasible through `good_lp`.
#![expect(unsafe_code, reason = "the node count of CBC can be had only through its C interface")]

use std::ffi::{CStr, c_int};
use std::ptr::NonNull;
use std::slice;
use std::sync::{Mutex, MutexGuard, PoisonError};

use coin_cbc_sys as cbc;

/// The CBC library is not thread safe, so all handles of a process take turns.
static TURN: Mutex<()> = Mutex::new(());

/// An owned CBC model of binary columns, to be minimised and solved once. A thread that has one waits forever for a
/// second.
#[derive(Debug)]
pub(super) struct Handle {
    ptr: NonNull<cbc::Cbc_Model>,
    n_cols: usize,
    _turn: MutexGuard<'static, ()>,
}

/// A 0/1 model column by column.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    /// Where each column begins in `index` and `value`, and where the last one ends.
    pub(super) starts: Vec<c_int>,
    /// The row of each entry.
    pub(super) index: Vec<c_int>,
    pub(super) value: Vec<f64>,
    /// One per column.
    pub(super) cost: Vec<f64>,
    /// One per row; infinities where there is no bound.
    pub(super) lower: Vec<f64>,
    pub(super) upper: Vec<f64>,
}

/// How a solve ended: `Cbc_status`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// Done, or presolve left nothing to do.
    Finished,
    /// At a limit.
    Stopped,
    /// Given up.
    Abandoned(c_int),
}

/// Why it ended: the values of `Cbc_secondaryStatus` that matter here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    Gap,
    Time,
    Other(c_int),
}

impl Handle {
    /// A silent model of binary columns.
    pub(super) fn new(model: &Columns) -> Self {
        let (n_cols, n_rows) = (model.cost.len(), model.lower.len());
        assert_eq!((model.starts.len(), model.upper.len()), (n_cols + 1, n_rows), "one entry per column and row");
        assert!(model.starts.is_sorted() && model.starts[0] == 0, "columns stand one after the other");
        let n_entries = usize::try_from(model.starts[n_cols]).expect("not negative");
        assert_eq!((model.index.len(), model.value.len()), (n_entries, n_entries), "one row and value per entry");
        assert!(model.index.iter().all(|&i| i >= 0 && (i as usize) < n_rows), "a column names a row that is not there");
        let (lower, upper) = (vec![0.0; n_cols], vec![1.0; n_cols]);

        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: takes nothing and returns a fresh model, which only `drop` frees.
        let ptr = NonNull::new(unsafe { cbc::Cbc_newModel() }).expect("CBC allocates a model or aborts");
        let handle = Self { ptr, n_cols, _turn: turn };
        // SAFETY: the model is alive, the arrays have the lengths that were checked above, CBC copies them, and the
        // columns set integer exist.
        unsafe {
            cbc::Cbc_loadProblem(
                handle.raw(),
                int(n_cols),
                int(n_rows),
                model.starts.as_ptr(),
                model.index.as_ptr(),
                model.value.as_ptr(),
                lower.as_ptr(),
                upper.as_ptr(),
                model.cost.as_ptr(),
                model.lower.as_ptr(),
                model.upper.as_ptr(),
            );
            for column in 0..n_cols {
                cbc::Cbc_setInteger(handle.raw(), int(column));
            }
            cbc::Cbc_setObjSense(handle.raw(), 1.0);
            cbc::Cbc_setLogLevel(handle.raw(), 0);
        }
        handle
    }

    fn raw(&self) -> *mut cbc::Cbc_Model {
        self.ptr.as_ptr()
    }

    /// Sets a parameter by its name on CBC's command line.
    pub(super) fn set(&mut self, name: &CStr, value: &CStr) {
        // SAFETY: the model is alive, and both strings end in a nul and are copied.
        unsafe { cbc::Cbc_setParameter(self.raw(), name.as_ptr(), value.as_ptr()) }
    }

    /// Solves the model.
    pub(super) fn solve(&mut self) {
        // SAFETY: the model is alive, and no other thread is inside CBC. The answer is read from the statuses.
        unsafe { cbc::Cbc_solve(self.raw()) };
    }

    pub(super) fn status(&self) -> Status {
        // SAFETY: the model is alive.
        match unsafe { cbc::Cbc_status(self.raw()) } {
            -1 | 0 => Status::Finished,
            1 => Status::Stopped,
            other => Status::Abandoned(other),
        }
    }

    pub(super) fn reason(&self) -> Reason {
        // SAFETY: the model is alive.
        match unsafe { cbc::Cbc_secondaryStatus(self.raw()) } {
            2 => Reason::Gap,
            4 => Reason::Time,
            other => Reason::Other(other),
        }
    }

    pub(super) fn is_infeasible(&self) -> bool {
        // SAFETY: the model is alive.
        unsafe { cbc::Cbc_isProvenInfeasible(self.raw()) != 0 }
    }

    pub(super) fn is_unbounded(&self) -> bool {
        // SAFETY: the model is alive.
        unsafe { cbc::Cbc_isContinuousUnbounded(self.raw()) != 0 }
    }

    /// The objective value of the best point known.
    pub(super) fn objective(&self) -> f64 {
        // SAFETY: the model is alive.
        unsafe { cbc::Cbc_getObjValue(self.raw()) }
    }

    /// No point is below this.
    pub(super) fn bound(&self) -> f64 {
        // SAFETY: the model is alive.
        unsafe { cbc::Cbc_getBestPossibleObjValue(self.raw()) }
    }

    /// The columns' values in the best point known, or in the last LP if there is none.
    pub(super) fn point(&self) -> Vec<f64> {
        // SAFETY: the model is alive and owns an array of one entry per column, which is copied before it changes.
        unsafe {
            let x = cbc::Cbc_getColSolution(self.raw());
            if x.is_null() { Vec::new() } else { slice::from_raw_parts(x, self.n_cols).to_vec() }
        }
    }

    /// Nodes of the branch and bound, once solved.
    pub(super) fn node_count(&self) -> c_int {
        // SAFETY: the model is alive.
        unsafe { cbc::Cbc_getNodeCount(self.raw()) }
    }

    /// Simplex iterations of the branch and bound, once solved.
    pub(super) fn iteration_count(&self) -> c_int {
        // SAFETY: the model is alive.
        unsafe { cbc::Cbc_getIterationCount(self.raw()) }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: `new` made this model, nobody else frees it, and the turn ends only after this.
        unsafe { cbc::Cbc_deleteModel(self.raw()) }
    }
}

fn int(n: usize) -> c_int {
    c_int::try_from(n).expect("a model has fewer than 2^31 rows and columns")
}
