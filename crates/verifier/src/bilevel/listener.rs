//! What a certificate of a bilevel program says, step by step, for whoever wants to say the same in other words.

use std::ops::ControlFlow;

use super::answer::Link;
use super::program::Terms;
use super::sums::BilevelRow;
use crate::listener::{EarsOf, Hears};

/// Hears a certificate of a bilevel program while it is checked.
pub trait BilevelListener {
    /// Takes a step that was just accepted. [`ControlFlow::Break`] ends the check with
    /// [`Reason::Stopped`](crate::Reason::Stopped).
    fn hear(&mut self, step: BilevelStep) -> ControlFlow<()>;
}

/// A step of a certificate, once it is accepted. First comes the program, then the rules, and then each half with the
/// nodes of its tree in preorder. Terms are variables of the plain program with their coefficients.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "said at the variants")]
pub enum BilevelStep {
    /// The program in its plain form: bounds, whose variables and halves are, and the objectives.
    Program {
        bounds: Vec<(i64, i64)>,
        is_follower: Vec<bool>,
        halves: Vec<(BilevelRow, bool)>,
        leader: Terms,
        constant: i64,
        follower: Terms,
        names: Vec<String>,
    },
    /// A row that holds at all points that are feasible for both levels.
    Rule(BilevelRow),
    /// The tree of the lower half begins: nothing is below this value, or nothing is there.
    Lower(Option<i64>),
    /// The tree of the upper half begins.
    Upper { point: Vec<i64> },
    /// Two subtrees follow.
    Branch { variable: u32, at: i64 },
    /// As many subtrees follow as it may break halves, which are named, and one more.
    Witness { values: Vec<(u32, i64)>, links: Vec<Link>, may_break: Vec<usize> },
    /// The weight of the objective, and those of rows by their numbers: closes the node.
    Sum { objective: i64, rows: Vec<(usize, i64)> },
    /// The bound of the table of a program of knapsack interdiction closes the node.
    Knapsack,
    /// The certificate has no more.
    End,
}

impl Hears<BilevelStep> for dyn BilevelListener + '_ {
    fn take(&mut self, step: BilevelStep) -> ControlFlow<()> {
        self.hear(step)
    }
}

pub(super) type Ears<'l> = EarsOf<'l, dyn BilevelListener + 'l>;
