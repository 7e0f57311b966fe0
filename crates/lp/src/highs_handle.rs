//! One HiGHS instance behind a safe interface. This file has all unsafe HiGHS code of the crate.
#![expect(unsafe_code, reason = "HiGHS keeps an LP warm only through its C interface")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{self, NonNull};

use highs::{HighsStatus, Model, SolvedModel};
use highs_sys::HighsInt;

use minclue_core::base::Limits;

/// An owned HiGHS instance. It is neither `Send` nor `Sync`: HiGHS keeps thread-local state beside it.
#[derive(Debug)]
pub(super) struct Handle {
    ptr: NonNull<c_void>,
    n_cols: usize,
    n_rows: usize,
    /// The most rows that the LP ever had. HiGHS copies whole vectors into our buffers, and these vectors may be older
    /// than the last change of the LP, so every buffer for rows has at least this length.
    most_rows: usize,
}

/// A value of a HiGHS option.
#[derive(Clone, Copy, Debug)]
pub(super) enum Setting<'a> {
    Bool(bool),
    Int(i32),
    Float(f64),
    Text(&'a CStr),
}

/// The basis status that HiGHS calls basic.
pub(super) const BASIC: HighsInt = 1;

// `pkg-config` may find one that is too old for what is asked here; `.ci/highs` has the same bound.
const _: () = assert!(
    highs_sys::HIGHS_VERSION_MAJOR > 1 || highs_sys::HIGHS_VERSION_MINOR >= 7,
    "the HiGHS that pkg-config finds is older than 1.7; HIGHS_NO_PKG_CONFIG=1 compiles a newer one"
);

/// The version of the HiGHS that runs, such as `1.15.0`. A shared library may be another one than the headers are of.
pub(super) fn version() -> String {
    // SAFETY: takes nothing, and returns a string that ends in a nul and is there as long as the program.
    unsafe { CStr::from_ptr(highs_sys::Highs_version()) }.to_string_lossy().into_owned()
}

impl Handle {
    /// An empty, silent, single-threaded instance.
    pub(super) fn new() -> Self {
        // SAFETY: takes nothing and returns a fresh instance, which only `drop` frees.
        let ptr = NonNull::new(unsafe { highs_sys::Highs_create() }).expect("HiGHS allocates an instance or aborts");
        let mut handle = Self { ptr, n_cols: 0, n_rows: 0, most_rows: 0 };
        handle.set(c"output_flag", Setting::Bool(false));
        handle.set(c"parallel", Setting::Text(c"off"));
        handle.set(c"threads", Setting::Int(1));
        handle
    }

    fn raw(&mut self) -> *mut c_void {
        self.ptr.as_ptr()
    }

    pub(super) fn set(&mut self, option: &CStr, value: Setting<'_>) {
        let (highs, name) = (self.raw(), option.as_ptr());
        // SAFETY: the instance is alive, and both strings end in a nul and are only read during the call.
        let code = unsafe {
            match value {
                Setting::Bool(on) => highs_sys::Highs_setBoolOptionValue(highs, name, on.into()),
                Setting::Int(i) => highs_sys::Highs_setIntOptionValue(highs, name, i),
                Setting::Float(x) => highs_sys::Highs_setDoubleOptionValue(highs, name, x),
                Setting::Text(text) => highs_sys::Highs_setStringOptionValue(highs, name, text.as_ptr()),
            }
        };
        accepted(code, "an option");
    }

    pub(super) fn n_cols(&self) -> usize {
        self.n_cols
    }

    pub(super) fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// Adds columns without entries, each in `[0, 1]`.
    pub(super) fn add_unit_cols(&mut self, cost: &[f64]) {
        let n = cost.len();
        let (lower, upper) = (vec![0.0; n], vec![1.0; n]);
        let starts = vec![0; n];
        // SAFETY: cost, bounds and starts have `n` entries; with no nonzero the other two arrays are not read.
        let code = unsafe {
            highs_sys::Highs_addCols(
                self.raw(),
                int(n),
                cost.as_ptr(),
                lower.as_ptr(),
                upper.as_ptr(),
                0,
                starts.as_ptr(),
                ptr::null(),
                ptr::null(),
            )
        };
        accepted(code, "columns");
        self.n_cols += n;
    }

    /// Makes all columns whole numbers.
    pub(super) fn make_cols_whole(&mut self) {
        if self.n_cols == 0 {
            return;
        }
        let whole = vec![highs_sys::VAR_TYPE_INTEGER; self.n_cols];
        // SAFETY: there is a type for each column in the range.
        let code = unsafe {
            highs_sys::Highs_changeColsIntegralityByRange(self.raw(), 0, int(self.n_cols) - 1, whole.as_ptr())
        };
        accepted(code, "types of columns");
    }

    /// Lets limits on time begin now: HiGHS counts the time of all its runs.
    pub(super) fn restart_clocks(&mut self) {
        // SAFETY: the instance is alive.
        let code = unsafe { highs_sys::Highs_zeroAllClocks(self.raw()) };
        accepted(code, "to restart its clocks");
    }

    /// Adds rows; `starts` has the first entry of each row in `index` and `value`.
    pub(super) fn add_rows(
        &mut self,
        lower: &[f64],
        upper: &[f64],
        starts: &[HighsInt],
        index: &[HighsInt],
        value: &[f64],
    ) {
        let n = lower.len();
        assert!(upper.len() == n && starts.len() == n && index.len() == value.len(), "one entry per row and nonzero");
        assert!(index.iter().all(|&j| j >= 0 && (j as usize) < self.n_cols), "a row names a column that is not there");
        // SAFETY: the arrays have `n` and `index.len()` entries as announced, and every index names a column.
        let code = unsafe {
            highs_sys::Highs_addRows(
                self.raw(),
                int(n),
                lower.as_ptr(),
                upper.as_ptr(),
                int(index.len()),
                starts.as_ptr(),
                index.as_ptr(),
                value.as_ptr(),
            )
        };
        accepted(code, "rows");
        self.n_rows += n;
        self.most_rows = self.most_rows.max(self.n_rows);
    }

    /// Deletes the rows whose mask entry is true; the others keep their order.
    pub(super) fn delete_rows(&mut self, mask: &[bool]) {
        assert_eq!(mask.len(), self.n_rows, "one mask entry per row");
        let mut numbers: Vec<HighsInt> = mask.iter().map(|&gone| gone.into()).collect();
        // SAFETY: HiGHS reads and writes one entry per row, and there are as many.
        let code = unsafe { highs_sys::Highs_deleteRowsByMask(self.raw(), numbers.as_mut_ptr()) };
        accepted(code, "a deletion of rows");
        self.n_rows -= mask.iter().filter(|gone| **gone).count();
    }

    /// Sets the bounds of one column.
    pub(super) fn set_col_bounds(&mut self, col: usize, lower: f64, upper: f64) {
        assert!(col < self.n_cols, "column {col} is not there");
        // SAFETY: the instance is alive and the column exists.
        let code = unsafe { highs_sys::Highs_changeColBounds(self.raw(), int(col), lower, upper) };
        accepted(code, "bounds");
    }

    /// Sets the bounds of several columns, `cols` ascending and different.
    pub(super) fn set_cols_bounds(&mut self, cols: &[HighsInt], lower: &[f64], upper: &[f64]) {
        assert!(cols.len() == lower.len() && cols.len() == upper.len(), "one pair of bounds per column");
        assert!(cols.is_sorted_by(|a, b| a < b), "columns ascend");
        assert!(cols.iter().all(|&j| j >= 0 && (j as usize) < self.n_cols), "a column is not there");
        // SAFETY: the three arrays have as many entries as announced, and every index names a column.
        let code = unsafe {
            highs_sys::Highs_changeColsBoundsBySet(
                self.raw(),
                int(cols.len()),
                cols.as_ptr(),
                lower.as_ptr(),
                upper.as_ptr(),
            )
        };
        accepted(code, "bounds");
    }

    /// Solves from what is known of the last solve and returns the model status, a `MODEL_STATUS_*` of HiGHS.
    /// Runs as [`Self::run`] does, and ends soon after a signal.
    pub(super) fn run_within(&mut self, limits: &Limits) -> HighsInt {
        // SAFETY: the instance is alive, and forgets the limits before this borrow of them ends.
        unsafe { listen(self.raw(), Some(limits)) };
        let status = self.run();
        // SAFETY: the instance is alive.
        unsafe { listen(self.raw(), None) };
        status
    }

    pub(super) fn run(&mut self) -> HighsInt {
        // SAFETY: the instance is alive; what went wrong, if anything, shows in the model status.
        unsafe {
            if highs_sys::Highs_run(self.raw()) == highs_sys::STATUS_ERROR {
                return highs_sys::MODEL_STATUS_SOLVE_ERROR;
            }
            highs_sys::Highs_getModelStatus(self.raw())
        }
    }

    /// Forgets everything but the model.
    pub(super) fn forget(&mut self) {
        // SAFETY: the instance is alive.
        let code = unsafe { highs_sys::Highs_clearSolver(self.raw()) };
        accepted(code, "to forget");
    }

    /// The objective value of the last solve.
    pub(super) fn objective(&mut self) -> f64 {
        // SAFETY: the instance is alive.
        unsafe { highs_sys::Highs_getObjectiveValue(self.raw()) }
    }

    /// A figure about the last solve; `None` if there is none.
    pub(super) fn float_info(&mut self, name: &CStr) -> Option<f64> {
        let mut value = 0.0;
        // SAFETY: the name ends in a nul, and HiGHS writes one number, if any.
        let code = unsafe { highs_sys::Highs_getDoubleInfoValue(self.raw(), name.as_ptr(), &raw mut value) };
        (code == highs_sys::STATUS_OK).then_some(value)
    }

    /// An integer figure about the last solve.
    pub(super) fn info(&mut self, name: &CStr) -> i32 {
        let mut value: HighsInt = 0;
        // SAFETY: the name ends in a nul, and HiGHS writes one integer, if any.
        let code = unsafe { highs_sys::Highs_getIntInfoValue(self.raw(), name.as_ptr(), &raw mut value) };
        accepted(code, "the name of a figure");
        value
    }

    /// Copies the solution into `out`.
    pub(super) fn solution(&mut self, out: &mut Solution) {
        out.resize(self.n_cols, self.most_rows);
        // SAFETY: HiGHS writes at most one entry per column and per row of this LP or an older state of it.
        let code = unsafe {
            highs_sys::Highs_getSolution(
                self.raw(),
                out.x.as_mut_ptr(),
                out.reduced_costs.as_mut_ptr(),
                out.activities.as_mut_ptr(),
                out.duals.as_mut_ptr(),
            )
        };
        accepted(code, "to give a solution");
    }

    /// Weights of the rows that show that the last solve had no point; `None` if HiGHS has none.
    pub(super) fn dual_ray(&mut self) -> Option<Vec<f64>> {
        let mut has_ray: HighsInt = 0;
        let mut ray = vec![0.0; self.most_rows];
        // SAFETY: HiGHS writes one flag, and at most one entry per row of this LP or an older state of it.
        let code = unsafe { highs_sys::Highs_getDualRay(self.raw(), &raw mut has_ray, ray.as_mut_ptr()) };
        ray.truncate(self.n_rows);
        (code != highs_sys::STATUS_ERROR && has_ray != 0).then_some(ray)
    }

    /// The status of every column and row in the last basis; `None` if there is no valid one.
    pub(super) fn basis(&mut self) -> Option<(Vec<HighsInt>, Vec<HighsInt>)> {
        if self.info(c"basis_validity") != 1 {
            return None;
        }
        let (mut cols, mut rows) = (vec![0; self.n_cols], vec![0; self.most_rows]);
        // SAFETY: HiGHS writes at most one entry per column and per row of this LP or an older state of it.
        let code = unsafe { highs_sys::Highs_getBasis(self.raw(), cols.as_mut_ptr(), rows.as_mut_ptr()) };
        accepted(code, "to give a basis");
        rows.truncate(self.n_rows);
        Some((cols, rows))
    }

    /// Sets the basis from which the next solve starts; false if HiGHS refuses it.
    pub(super) fn set_basis(&mut self, cols: &[HighsInt], rows: &[HighsInt]) -> bool {
        assert!(cols.len() == self.n_cols && rows.len() == self.n_rows, "one status per column and row");
        // SAFETY: HiGHS reads one status per column and per row, and there are as many.
        let code = unsafe { highs_sys::Highs_setBasis(self.raw(), cols.as_ptr(), rows.as_ptr()) };
        code != highs_sys::STATUS_ERROR
    }

    /// Replaces the model by that of a file, whose name says the format; false if HiGHS cannot read it.
    pub(super) fn read(&mut self, path: &CStr) -> bool {
        // SAFETY: the path ends in a nul; the three numbers are asked of a living instance.
        unsafe {
            let code = highs_sys::Highs_readModel(self.raw(), path.as_ptr());
            self.n_cols = count(highs_sys::Highs_getNumCol(self.raw()));
            self.n_rows = count(highs_sys::Highs_getNumRow(self.raw()));
            self.most_rows = self.most_rows.max(self.n_rows);
            code != highs_sys::STATUS_ERROR
        }
    }

    /// The number of nonzero entries of the matrix.
    pub(super) fn n_nonzeros(&mut self) -> usize {
        // SAFETY: the instance is alive.
        count(unsafe { highs_sys::Highs_getNumNz(self.raw()) })
    }
}

/// Solves a model, and ends soon after a signal.
///
/// # Errors
/// HiGHS refuses the model.
pub(super) fn solve_within(mut model: Model, limits: &Limits) -> Result<SolvedModel, HighsStatus> {
    // SAFETY: the instance is alive. If it is solved, it forgets the limits below, before this borrow of them ends;
    // otherwise `try_solve` has dropped it.
    unsafe { listen(model.as_mut_ptr(), Some(limits)) };
    let mut solved = model.try_solve()?;
    // SAFETY: the instance is alive.
    unsafe { listen(solved.as_mut_ptr(), None) };
    Ok(solved)
}

/// Has HiGHS ask from now on whether a signal came; without limits it asks no more.
///
/// # Safety
/// The instance must be alive, and the limits must be as long as it can run with them.
unsafe fn listen(highs: *mut c_void, limits: Option<&Limits>) {
    let callback: highs_sys::HighsCCallbackType = if limits.is_some() { Some(is_over) } else { None };
    let data = limits.map_or(ptr::null_mut(), |limits| ptr::from_ref(limits).cast_mut().cast());
    // SAFETY: the instance is alive; `is_over` has the signature of the header, and only reads the limits.
    unsafe {
        accepted(highs_sys::Highs_setCallback(highs, callback, data), "a callback");
        for kind in [highs_sys::kHighsCallbackMipInterrupt, highs_sys::kHighsCallbackSimplexInterrupt] {
            accepted(
                match limits {
                    Some(_) => highs_sys::Highs_startCallback(highs, kind),
                    None => highs_sys::Highs_stopCallback(highs, kind),
                },
                "a callback",
            );
        }
    }
}

/// What HiGHS calls: whether to end.
unsafe extern "C" fn is_over(
    _kind: c_int,
    _message: *const c_char,
    _from: *const highs_sys::HighsCallbackDataOut,
    answer: *mut highs_sys::HighsCallbackDataIn,
    limits: *mut c_void,
) {
    // SAFETY: HiGHS passes on what `listen` gave it, while that is alive, and an answer of its own to fill in.
    if let (Some(answer), Some(limits)) = unsafe { (answer.as_mut(), limits.cast::<Limits>().as_ref()) } {
        answer.user_interrupt = c_int::from(limits.is_interrupted());
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: `new` made this instance, and nobody else frees it.
        unsafe { highs_sys::Highs_destroy(self.ptr.as_ptr()) }
    }
}

/// Buffers for a solution. Those for rows may be longer than the LP has rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Solution {
    pub(super) x: Vec<f64>,
    pub(super) reduced_costs: Vec<f64>,
    pub(super) activities: Vec<f64>,
    pub(super) duals: Vec<f64>,
}

impl Solution {
    /// Entries that HiGHS does not write are zero.
    fn resize(&mut self, n_cols: usize, n_rows: usize) {
        for (buffer, n) in [
            (&mut self.x, n_cols),
            (&mut self.reduced_costs, n_cols),
            (&mut self.activities, n_rows),
            (&mut self.duals, n_rows),
        ] {
            buffer.clear();
            buffer.resize(n, 0.0);
        }
    }
}

/// The branch-and-bound nodes of a whole model that was solved, a figure that the crate `highs` does not pass on;
/// `None` if HiGHS does not give it.
pub(super) fn node_count(solved: &SolvedModel) -> Option<u64> {
    let mut value: i64 = -1;
    // SAFETY: the instance lives as long as `solved`, the name ends in a nul, and HiGHS writes one integer, if any.
    let code =
        unsafe { highs_sys::Highs_getInt64InfoValue(solved.as_ptr(), c"mip_node_count".as_ptr(), &raw mut value) };
    u64::try_from(value).ok().filter(|_| code == highs_sys::STATUS_OK)
}

/// Every argument is checked before it goes to HiGHS, so a refusal is a mistake of this file.
fn accepted(code: HighsInt, what: &str) {
    assert_ne!(code, highs_sys::STATUS_ERROR, "HiGHS refused {what}");
}

fn int(n: usize) -> HighsInt {
    HighsInt::try_from(n).expect("an LP has fewer than 2^31 rows, columns and entries")
}

fn count(n: HighsInt) -> usize {
    usize::try_from(n).expect("HiGHS counts from zero")
}
