//! A 0/1 linear model: named binary variables, integer rows, and an integer objective to be minimized.

/// The number of a variable in its model, 0-based.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VarId(u32);

/// The number of a row in its model, 0-based.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RowId(u32);

macro_rules! id {
    ($name:ident) => {
        impl $name {
            /// Creates the id with number `i`.
            #[must_use]
            pub fn new(i: usize) -> Self {
                Self(u32::try_from(i).expect("fewer than 2^32"))
            }

            /// The number of this id.
            #[must_use]
            pub fn get(self) -> usize {
                self.0 as usize
            }
        }
    };
}
id!(VarId);
id!(RowId);

/// A variable or its negation: 1 if the variable has the named value, otherwise 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal {
    pub var: VarId,
    /// Whether the literal is the variable itself; otherwise it is `1 - variable`.
    pub positive: bool,
}

impl Literal {
    /// Creates the literal that is 1 if `var` has this value.
    #[must_use]
    pub fn new(var: VarId, value: bool) -> Self {
        Self { var, positive: value }
    }

    /// Returns whether it is 1 at the 0/1 point `values`.
    #[must_use]
    pub fn holds(self, values: &[bool]) -> bool {
        values[self.var.get()] == self.positive
    }

    /// Returns `factor` times the literal, as a term and a constant: for a negation, `factor (1 - x)` is `-factor x +
    /// factor`.
    #[must_use]
    pub fn times(self, factor: i64) -> ((VarId, i64), i64) {
        if self.positive { ((self.var, factor), 0) } else { ((self.var, -factor), factor) }
    }
}

impl From<VarId> for Literal {
    fn from(var: VarId) -> Self {
        Self { var, positive: true }
    }
}

/// The comparison between the left and the right side of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sense {
    LessEqual,
    Equal,
    GreaterEqual,
}

/// A linear constraint with integer coefficients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The name, unique in the model.
    pub name: String,
    /// The nonzero terms, with each variable at most once.
    pub terms: Vec<(VarId, i64)>,
    /// The comparison between the sum of the terms and `rhs`.
    pub sense: Sense,
    pub rhs: i64,
}

impl Row {
    /// Returns whether the 0/1 point `values` satisfies this row. Exact.
    #[must_use]
    pub fn holds(&self, values: &[bool]) -> bool {
        let sum: i64 = self.terms.iter().filter(|(v, _)| values[v.get()]).map(|(_, a)| a).sum();
        match self.sense {
            Sense::LessEqual => sum <= self.rhs,
            Sense::Equal => sum == self.rhs,
            Sense::GreaterEqual => sum >= self.rhs,
        }
    }
}

/// A 0/1 linear model. The objective is minimized; without terms, every feasible point is optimal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BinaryModel {
    /// A name without spaces, for files.
    pub name: String,
    vars: Vec<String>,
    rows: Vec<Row>,
    objective: Vec<(VarId, i64)>,
}

impl BinaryModel {
    /// Creates a model without variables.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), vars: Vec::new(), rows: Vec::new(), objective: Vec::new() }
    }

    /// Adds a binary variable.
    pub fn add_var(&mut self, name: impl Into<String>) -> VarId {
        self.vars.push(name.into());
        VarId::new(self.vars.len() - 1)
    }

    pub fn add_row(
        &mut self,
        name: impl Into<String>,
        terms: impl IntoIterator<Item = (VarId, i64)>,
        sense: Sense,
        rhs: i64,
    ) -> RowId {
        let terms: Vec<_> = terms.into_iter().collect();
        debug_assert!(terms.iter().all(|(v, a)| v.get() < self.vars.len() && *a != 0));
        self.rows.push(Row { name: name.into(), terms, sense, rhs });
        RowId::new(self.rows.len() - 1)
    }

    /// Adds a row over literals; the constants of negated literals move to the right side.
    pub fn add_literal_row(
        &mut self,
        name: impl Into<String>,
        terms: impl IntoIterator<Item = (Literal, i64)>,
        sense: Sense,
        rhs: i64,
    ) -> RowId {
        let (terms, constants): (Vec<_>, Vec<_>) = terms.into_iter().map(|(l, factor)| l.times(factor)).unzip();
        self.add_row(name, terms, sense, rhs - constants.iter().sum::<i64>())
    }

    /// Sets the objective, to be minimized.
    pub fn minimize(&mut self, terms: impl IntoIterator<Item = (VarId, i64)>) {
        self.objective = terms.into_iter().collect();
    }

    #[must_use]
    pub fn n_vars(&self) -> usize {
        self.vars.len()
    }

    /// The name of a variable.
    #[must_use]
    pub fn var_name(&self, var: VarId) -> &str {
        &self.vars[var.get()]
    }

    /// All variables, in order.
    pub fn vars(&self) -> impl ExactSizeIterator<Item = VarId> + use<> {
        (0..self.vars.len()).map(VarId::new)
    }

    /// The names of all variables, in order.
    pub fn var_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.vars.iter().map(String::as_str)
    }

    /// The rows, in order.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The terms of the objective.
    #[must_use]
    pub fn objective(&self) -> &[(VarId, i64)] {
        &self.objective
    }

    /// The objective value of a 0/1 point. Exact.
    #[must_use]
    pub fn value(&self, values: &[bool]) -> i64 {
        self.objective.iter().filter(|(v, _)| values[v.get()]).map(|(_, a)| a).sum()
    }

    /// Returns the first row that the 0/1 point `values` violates. Exact.
    #[must_use]
    pub fn violated_row(&self, values: &[bool]) -> Option<RowId> {
        self.rows.iter().position(|row| !row.holds(values)).map(RowId::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_over_literals_is_one_over_variables() {
        let mut model = BinaryModel::new("literals");
        let [a, b, c] = ["a", "b", "c"].map(|name| model.add_var(name));
        let terms = [(Literal::new(a, true), 2), (Literal::new(b, false), 3), (Literal::new(c, false), -1)];
        model.add_literal_row("row", terms, Sense::GreaterEqual, 2);
        assert_eq!((&model.rows()[0].terms[..], model.rows()[0].rhs), (&[(a, 2), (b, -3), (c, 1)][..], 0));
        for point in 0..8_u32 {
            let values: Vec<bool> = (0..3).map(|i| point >> i & 1 == 1).collect();
            let sum: i64 = terms.iter().filter(|(l, _)| l.holds(&values)).map(|(_, factor)| factor).sum();
            assert_eq!(model.rows()[0].holds(&values), sum >= 2, "{values:?}");
        }
    }
}
