//! What a branch and cut needs of an LP solver at its nodes.

/// The row `sum of coefficient * column >= rhs`.
#[derive(Clone, Debug, PartialEq)]
pub struct CoverRow {
    /// The columns and their coefficients, each column once.
    pub terms: Vec<(u32, f64)>,
    /// The right side, finite.
    pub rhs: f64,
}

/// How a solve ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LpStatus {
    /// An optimal vertex was found.
    Optimal,
    /// No point satisfies the rows and bounds.
    Infeasible,
    /// The optimum is above the bound of [`NodeLp::set_objective_bound`]; the row duals and reduced costs show it.
    ObjectiveBound,
    /// Anything else, from a cold start too; the number is the model status of the solver.
    Other(i32),
}

/// `min cost x` over columns in `[0, 1]`, with rows that come and go and bounds that move; each solve starts from where
/// the last one ended.
///
/// All results are floating-point numbers and prove nothing.
pub trait NodeLp {
    /// Adds rows at the end, all in one call. The basis stays valid, with the new rows basic.
    ///
    /// # Panics
    /// If a row names a column twice or one that is not there, or a number is not finite.
    fn add_rows_ge(&mut self, rows: &[CoverRow]);

    /// Adds the row `sum of coefficient * column <= rhs` at the end.
    ///
    /// # Panics
    /// If it names a column twice or one that is not there, or a number is not finite.
    fn add_row_le(&mut self, terms: &[(u32, f64)], rhs: f64);

    /// Deletes the rows whose mask entry is true; the others move up and keep their order. Deleting rows that are not
    /// tight keeps the basis valid.
    ///
    /// # Panics
    /// If there is not one mask entry per row.
    fn delete_rows(&mut self, mask: &[bool]);

    /// Sets the bounds of several columns at once: `(col, lo, hi)`, columns ascending.
    ///
    /// # Panics
    /// If a column is not there, columns do not ascend, or `lo > hi`.
    fn set_cols_bounds(&mut self, bounds: &[(u32, f64, f64)]);

    /// Lets a solve end as soon as its dual bound is above `bound`; infinity takes the bound away.
    fn set_objective_bound(&mut self, bound: f64);

    /// Solves from the current basis. An unexpected end is tried once more from nothing.
    fn run(&mut self) -> LpStatus;

    /// After [`LpStatus::Infeasible`]: weights of the rows whose sum no point within the bounds keeps, in one of the two
    /// directions; `None` if the solver has none.
    #[must_use]
    fn infeasibility(&mut self) -> Option<Vec<f64>>;

    /// The columns' values after the last solve; a vertex only after [`LpStatus::Optimal`].
    #[must_use]
    fn x(&self) -> &[f64];

    /// The rows' duals after the last solve, one per row that there was then; at least zero up to a tolerance.
    #[must_use]
    fn row_duals(&self) -> &[f64];

    /// The rows' left sides after the last solve, one per row that there was then.
    #[must_use]
    fn row_activities(&self) -> &[f64];

    #[must_use]
    fn n_rows(&self) -> usize;

    /// Simplex iterations of all solves together.
    #[must_use]
    fn simplex_iterations(&self) -> u64;

    /// How often an unexpected end made a solve start from nothing.
    #[must_use]
    fn cold_restarts(&self) -> u64;
}

/// An LP solver, as a maker of LPs.
pub trait NodeLps: Sync {
    /// An LP without rows, and one column in `[0, 1]` per cost.
    ///
    /// # Panics
    /// If a cost is not finite.
    fn lp(&self, cost: &[f64]) -> Box<dyn NodeLp>;
}
