//! Bilevel programs over integers: both levels have rows over variables of both, and the follower responds optimally.
//!
//! `min c x + f y` over integer x and y within bounds, such that all rows hold and y is optimal for the follower: `d y`
//! is as small as the follower's rows allow for the chosen x. docs/formats/bilevel-certificate.md defines the program,
//! and [`IntegerBilevel::text`] returns it as a certificate states it.

use std::fmt::Write as _;

use super::{Row, Sense, VarId};
use crate::base::harmless;

/// An integer variable of one of the levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntegerVariable {
    /// Its name, unique in the program, without blanks.
    pub name: String,
    pub lower: i64,
    pub upper: i64,
    /// Whether the follower chooses it.
    pub is_follower: bool,
}

/// A row of one of the levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelRow {
    /// The row; its terms are ascending and nonzero.
    pub row: Row,
    /// Whether it is a row of the follower. Otherwise it is a row of the leader, which must hold after the follower's
    /// response.
    pub is_follower: bool,
}

/// The objective that a level minimizes: the sum of the terms and the constant, divided by the scale.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScaledObjective {
    /// The terms, ascending and nonzero.
    pub terms: Vec<(VarId, i64)>,
    /// The constant term.
    pub constant: i64,
    /// The number of decimals of the numbers in the file: the scale is this power of ten.
    pub places: u8,
}

impl ScaledObjective {
    /// The value at a point, in units of 10^-places.
    #[must_use]
    pub fn value(&self, point: &[i64]) -> i64 {
        self.constant + self.terms.iter().map(|(var, a)| a * point[var.get()]).sum::<i64>()
    }

    /// Formats a value with its decimals.
    #[must_use]
    pub fn shown(&self, value: i64) -> String {
        decimal_text(value, self.places)
    }
}

/// Formats a number of units of 10^-places with its decimals.
#[must_use]
pub fn decimal_text(units: i64, places: u8) -> String {
    let scale = 10_u64.pow(u32::from(places));
    let (whole, behind) = (units.unsigned_abs() / scale, units.unsigned_abs() % scale);
    let sign = if units < 0 { "-" } else { "" };
    if behind == 0 {
        return format!("{sign}{whole}");
    }
    let behind = format!("{behind:0places$}", places = usize::from(places));
    format!("{sign}{whole}.{}", behind.trim_end_matches('0'))
}

/// The follower's choice among its optimal responses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// The response that is best for the leader.
    #[default]
    Optimistic,
    /// A response that violates a row of the leader if there is one; otherwise the response that is worst for the
    /// leader.
    Pessimistic,
}

impl Reading {
    /// The name in certificates and records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Optimistic => "optimistic",
            Self::Pessimistic => "pessimistic",
        }
    }
}

/// The treatment of a leader's choice that leaves the follower without a feasible response.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NoAnswer {
    /// The choice is not allowed.
    #[default]
    Forbidden,
    /// The follower is prevented: the leader's rows with variables of the follower do not apply.
    Prevented,
}

impl NoAnswer {
    /// The name in certificates, in records and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Forbidden => "forbidden",
            Self::Prevented => "prevented",
        }
    }
}

/// A bilevel program over bounded integers, in which both levels minimize.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntegerBilevel {
    /// A name without blanks, for files.
    pub name: String,
    /// The variables of both levels.
    pub variables: Vec<IntegerVariable>,
    /// The rows of both levels.
    pub rows: Vec<LevelRow>,
    /// The objective that the leader minimizes.
    pub leader: ScaledObjective,
    /// The objective that the follower minimizes, over its own variables.
    pub follower: ScaledObjective,
    /// The follower's choice among its optimal responses.
    pub reading: Reading,
    /// The treatment of choices without a feasible response.
    pub no_answer: NoAnswer,
}

impl IntegerBilevel {
    /// Returns the program as a certificate states it, up to the line of the follower's objective.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::from("minclue-bilevel-cert/1\n");
        let (reading, no_answer) = (self.reading.name(), self.no_answer.name());
        let level = |is_follower: bool| if is_follower { 'F' } else { 'L' };
        let _ = writeln!(text, "program {}\nreading {reading}\nno-answer {no_answer}", harmless(&self.name));
        let _ = writeln!(text, "variables {}", self.variables.len());
        for IntegerVariable { name, lower, upper, is_follower } in &self.variables {
            let _ = writeln!(text, "{} {lower} {upper} {}", level(*is_follower), harmless(name));
        }
        let _ = writeln!(text, "rows {}", self.rows.len());
        for LevelRow { row, is_follower } in &self.rows {
            let sense = match row.sense {
                Sense::LessEqual => "<=",
                Sense::Equal => "=",
                Sense::GreaterEqual => ">=",
            };
            let _ = write!(text, "{} {sense} {} {}", level(*is_follower), row.rhs, harmless(&row.name));
            write_terms(&mut text, &row.terms);
        }
        for (name, objective) in [("leader", &self.leader), ("follower", &self.follower)] {
            let scale = 10_u64.pow(u32::from(objective.places));
            let _ = write!(text, "{name} {scale} {}", objective.constant);
            write_terms(&mut text, &objective.terms);
        }
        text
    }

    /// Returns whether the follower's rows hold at a point. If not, it has no feasible response there, which may happen
    /// with [`NoAnswer::Prevented`].
    #[must_use]
    pub fn has_answer(&self, point: &[i64]) -> bool {
        self.rows.iter().filter(|level| level.is_follower).all(|LevelRow { row, .. }| {
            let sum: i64 = row.terms.iter().map(|(var, a)| a * point[var.get()]).sum();
            match row.sense {
                Sense::LessEqual => sum <= row.rhs,
                Sense::Equal => sum == row.rhs,
                Sense::GreaterEqual => sum >= row.rhs,
            }
        })
    }

    /// Returns the nonzero variables of a level at a point, each as `name=value`.
    #[must_use]
    pub fn named_values(&self, point: &[i64], is_follower: bool) -> Vec<String> {
        let own = self.variables.iter().zip(point).filter(|(var, x)| var.is_follower == is_follower && **x != 0);
        own.map(|(var, x)| format!("{}={x}", var.name)).collect()
    }

    /// Returns whether the variable belongs to the follower.
    #[must_use]
    pub fn is_follower(&self, var: VarId) -> bool {
        self.variables[var.get()].is_follower
    }
}

fn write_terms(text: &mut String, terms: &[(VarId, i64)]) {
    for (var, a) in terms {
        let _ = write!(text, " {} {a}", var.get());
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_decimals_of_the_file() {
        let objective = ScaledObjective { places: 2, ..ScaledObjective::default() };
        let shown: Vec<String> = [0, 5, -5, 120, -1234].into_iter().map(|value| objective.shown(value)).collect();
        assert_eq!(shown, ["0", "0.05", "-0.05", "1.2", "-12.34"]);
    }
}
