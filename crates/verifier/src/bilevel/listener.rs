//! The steps of a certificate of a bilevel program, for programs that translate it.

use std::ops::ControlFlow;

use super::answer::Link;
use super::program::Terms;
use super::sums::BilevelRow;
use crate::listener::{EarsOf, Hears};

/// A listener that receives the steps of a certificate of a bilevel program during its check.
pub trait BilevelListener {
    /// Takes a step that was accepted. [`ControlFlow::Break`] ends the check with
    /// [`Reason::Stopped`](crate::Reason::Stopped).
    fn hear(&mut self, step: BilevelStep) -> ControlFlow<()>;
}

/// An accepted step of a certificate. The program comes first, then the rules, and then each half with the nodes of its
/// tree in preorder. Terms are variables of the plain program with their coefficients.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "said at the variants")]
pub enum BilevelStep {
    /// The program in its plain form: its bounds, the owner of each variable and half, and the objectives.
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
    /// The tree of the lower half begins: no point has a value below this one, or there is no point.
    Lower(Option<i64>),
    /// The tree of the upper half begins.
    Upper { point: Vec<i64> },
    /// Two subtrees follow.
    Branch { variable: u32, at: i64 },
    /// The children follow: one subtree for each half in `may_break`, which the leader may violate, and one more.
    Witness { values: Vec<(u32, i64)>, links: Vec<Link>, may_break: Vec<usize> },
    /// The node is closed by a sum with the weight of the objective and the weights of rows, given by their numbers.
    Sum { objective: i64, rows: Vec<(usize, i64)> },
    /// The node is closed by the bound of the table of a knapsack interdiction program.
    Knapsack,
    /// The certificate ends.
    End,
}

impl Hears<BilevelStep> for dyn BilevelListener + '_ {
    fn take(&mut self, step: BilevelStep) -> ControlFlow<()> {
        self.hear(step)
    }
}

pub(super) type Ears<'l> = EarsOf<'l, dyn BilevelListener + 'l>;
