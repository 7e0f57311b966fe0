//! The steps of a certificate, kept until they are written.

use std::io::{Read, Write};
use std::ops::ControlFlow;

use minclue_verifier::{BilevelListener, BilevelRow, BilevelStep, BilevelVerdict, Limits, verify_bilevel_heard_by};

use super::formula::Formula;
use super::proof;
use crate::error::OutsideError;
use crate::veripb::WrittenProof;

/// A variable of an answer, one of the leader, and how much that one adds.
type Link = (u32, u32, i64);

/// The plain program.
#[derive(Default)]
pub(super) struct Program {
    pub(super) bounds: Vec<(i64, i64)>,
    pub(super) is_follower: Vec<bool>,
    pub(super) halves: Vec<(BilevelRow, bool)>,
    pub(super) leader: Vec<(u32, i64)>,
    pub(super) constant: i64,
    pub(super) follower: Vec<(u32, i64)>,
    /// Those of the variables of the file.
    pub(super) names: Vec<String>,
}

/// A node of a tree, in preorder.
pub(super) enum Node {
    Branch { variable: u32, at: i64 },
    Witness { values: Vec<(u32, i64)>, links: Vec<Link>, may_break: Vec<usize> },
    Sum { objective: i64, rows: Vec<(usize, i64)> },
}

/// A certificate of a bilevel program that was accepted, with its steps.
pub struct BilevelProof {
    /// The verdict of the checker.
    pub verdict: BilevelVerdict,
    kept: Kept,
}

#[derive(Default)]
struct Kept {
    program: Program,
    rules: Vec<BilevelRow>,
    lower: Option<(Option<i64>, Vec<Node>)>,
    upper: Option<(Vec<i64>, Vec<Node>)>,
    n_steps: u64,
    max_steps: u64,
    /// A node is closed by the table of a knapsack.
    has_table: bool,
}

impl BilevelListener for Kept {
    fn hear(&mut self, step: BilevelStep) -> ControlFlow<()> {
        self.n_steps += 1;
        if self.n_steps > self.max_steps {
            return ControlFlow::Break(());
        }
        let node = match step {
            BilevelStep::Program { bounds, is_follower, halves, leader, constant, follower, names } => {
                self.program = Program { bounds, is_follower, halves, leader, constant, follower, names };
                return ControlFlow::Continue(());
            }
            BilevelStep::Rule(row) => {
                self.rules.push(row);
                return ControlFlow::Continue(());
            }
            BilevelStep::Lower(below) => {
                self.lower = Some((below, Vec::new()));
                return ControlFlow::Continue(());
            }
            BilevelStep::Upper { point } => {
                self.upper = Some((point, Vec::new()));
                return ControlFlow::Continue(());
            }
            BilevelStep::Knapsack => {
                self.has_table = true;
                return ControlFlow::Break(());
            }
            BilevelStep::End => return ControlFlow::Continue(()),
            BilevelStep::Branch { variable, at } => Node::Branch { variable, at },
            BilevelStep::Witness { values, links, may_break } => Node::Witness { values, links, may_break },
            BilevelStep::Sum { objective, rows } => Node::Sum { objective, rows },
        };
        match (&mut self.upper, &mut self.lower) {
            (Some((_, nodes)), _) | (None, Some((_, nodes))) => nodes.push(node),
            (None, None) => {}
        }
        ControlFlow::Continue(())
    }
}

impl BilevelProof {
    /// Reads and checks a certificate as text, with at most `max_steps` steps.
    ///
    /// # Errors
    /// If it is not accepted, or has more steps.
    pub fn read(certificate: impl Read, max_steps: u64) -> Result<Self, OutsideError> {
        let mut kept = Kept { max_steps, ..Kept::default() };
        let checked = verify_bilevel_heard_by(certificate, &Limits::default(), &mut kept);
        if kept.n_steps > max_steps {
            return Err(OutsideError::TooLong { form: "VeriPB", limit: max_steps });
        }
        if kept.has_table {
            return Err(OutsideError::Knapsack);
        }
        Ok(Self { verdict: checked?, kept })
    }

    /// Writes the lower half, if there is one. `veripb FORMULA PROOF` then confirms its bound on the objective of the
    /// formula, which is the value without the constant in the comment, or that the formula has no solution.
    ///
    /// # Errors
    /// If an output fails, or if numbers are too large.
    pub fn write_lower(
        &self,
        formula: &mut impl Write,
        proof: &mut impl Write,
    ) -> Result<Option<WrittenProof>, OutsideError> {
        let Kept { program, rules, lower, .. } = &self.kept;
        let Some((below, nodes)) = lower else { return Ok(None) };
        let all = Formula::lower(program, rules, nodes, *below)?;
        all.write(program, formula)?;
        proof::write(&all, proof).map(Some)
    }

    /// Writes the upper half, whose objective is that of the follower.
    ///
    /// # Errors
    /// Those of [`Self::write_lower`].
    pub fn write_upper(
        &self,
        formula: &mut impl Write,
        proof: &mut impl Write,
    ) -> Result<Option<WrittenProof>, OutsideError> {
        let Kept { program, upper, .. } = &self.kept;
        let Some((point, nodes)) = upper else { return Ok(None) };
        let all = Formula::upper(program, point, nodes)?;
        all.write(program, formula)?;
        proof::write(&all, proof).map(Some)
    }
}
