//! The interface of an LP solver for the nodes of a branch and cut.

/// The row `sum of coefficient * column >= rhs`.
#[derive(Clone, Debug, PartialEq)]
pub struct CoverRow {
    /// The columns and their coefficients, each column once.
    pub terms: Vec<(u32, f64)>,
    /// The right side, finite.
    pub rhs: f64,
}

/// The result of a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LpStatus {
    /// An optimal vertex was found.
    Optimal,
    /// No point satisfies the rows and bounds.
    Infeasible,
    /// The optimum is above the bound of [`NodeLp::set_objective_bound`]; the row duals and reduced costs show it.
    ObjectiveBound,
    /// Any other result, even after a restart from scratch; the number is the model status of the solver.
    Other(i32),
}

/// `min cost x` over columns in `[0, 1]`, with changing rows and bounds; each solve starts from the basis of the last.
///
/// All results are floating-point numbers and prove nothing.
pub trait NodeLp {
    /// Adds rows at the end, all in one call. The basis stays valid, with the new rows basic.
    ///
    /// # Panics
    /// If a row has a column twice or a column that does not exist, or if a number is not finite.
    fn add_rows_ge(&mut self, rows: &[CoverRow]);

    /// Adds the row `sum of coefficient * column <= rhs` at the end.
    ///
    /// # Panics
    /// If it has a column twice or a column that does not exist, or if a number is not finite.
    fn add_row_le(&mut self, terms: &[(u32, f64)], rhs: f64);

    /// Deletes the rows whose mask entry is true; the other rows keep their order. Deleting rows that are not tight
    /// keeps the basis valid.
    ///
    /// # Panics
    /// If the number of mask entries differs from the number of rows.
    fn delete_rows(&mut self, mask: &[bool]);

    /// Sets the bounds of several columns at once: `(col, lo, hi)`, columns ascending.
    ///
    /// # Panics
    /// If a column does not exist, if columns do not ascend, or if `lo > hi`.
    fn set_cols_bounds(&mut self, bounds: &[(u32, f64, f64)]);

    /// Ends a solve as soon as its dual bound exceeds `bound`; infinity removes the bound.
    fn set_objective_bound(&mut self, bound: f64);

    /// Solves from the current basis. After an unexpected end, solves once more from scratch.
    fn run(&mut self) -> LpStatus;

    /// After [`LpStatus::Infeasible`], returns weights of rows whose weighted sum no point within the bounds satisfies,
    /// in one of the two directions; `None` if the solver has none.
    #[must_use]
    fn infeasibility(&mut self) -> Option<Vec<f64>>;

    /// The values of the columns after the last solve; a vertex only after [`LpStatus::Optimal`].
    #[must_use]
    fn x(&self) -> &[f64];

    /// The duals of the rows at the last solve; nonnegative up to a tolerance.
    #[must_use]
    fn row_duals(&self) -> &[f64];

    /// The left sides of the rows at the last solve.
    #[must_use]
    fn row_activities(&self) -> &[f64];

    #[must_use]
    fn n_rows(&self) -> usize;

    /// The number of simplex iterations of all solves.
    #[must_use]
    fn simplex_iterations(&self) -> u64;

    /// The number of times that an unexpected end made a solve start from scratch.
    #[must_use]
    fn cold_restarts(&self) -> u64;
}

/// A factory of LPs.
pub trait NodeLps: Sync {
    /// Creates an LP without rows that has one column in `[0, 1]` per cost.
    ///
    /// # Panics
    /// If a cost is not finite.
    fn lp(&self, cost: &[f64]) -> Box<dyn NodeLp>;
}
