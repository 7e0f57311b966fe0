//! Interdiction and blocker problems by branch and cut over the leader's items, with rows that have coefficients.
//!
//! The leader has 0/1 items x, rows over them, and a follower whose value falls as more is taken. Each answer of the
//! follower says `theta >= worth - sum loss x` of every choice (see [`Reply`]), so the linear program
//!
//! ```text
//! min theta   such that   theta >= worth_r - sum_i loss_ri x_i  for the answers r so far,   the leader's rows,   0 <= x <= 1
//! ```
//!
//! is a lower bound, and the tree branches on fractional items. A blocker pays for its items in place of theta, and
//! asks that the follower gets at most `most`. Where a point of a linear program is a choice, the follower is asked for
//! a best answer to it, so each choice is either the best one known or ruled out by one row.
//!
//! The linear programs only propose weights. What a node proves is a sum in integers, in `program`.

mod answers;
mod master;
mod most;
mod program;
mod proof;
mod tree;

use crate::base::{CellSet, Limits, Stop};
use crate::ilp::NodeLps;
use crate::problem::{Counters, LeaderRow, Reply};

pub use answers::{AnswerSearch, BestFound};
pub use most::most_worth;
pub use proof::{CutProof, CutScript, CutTally};
use tree::Tree;

/// What is wanted of the follower.
pub trait Replier<const W: usize> {
    /// A best answer to a choice of items, as a reply that loses nothing by them.
    ///
    /// # Errors
    /// What kept it from one.
    fn best(&mut self, taken: CellSet<W>) -> Result<Reply, Stop>;

    /// An answer that is worth more than `above` against a fractional choice, which takes a part of what each item
    /// takes; or none. Which one it is, is a matter of speed alone.
    fn against(&mut self, point: &[f64], above: f64) -> Option<Reply>;

    /// Answers that came up on the way to the last one, and a choice that leaves none, if there is one; both may be new
    /// or not.
    fn also(&mut self) -> (Vec<Reply>, Option<CellSet<W>>) {
        (Vec::new(), None)
    }

    /// Hears of better bounds: the lower one, and the best that is known.
    fn hear(&mut self, _lower: i64, _best: Option<i64>, _work: &Counters) {}
}

/// What the leader wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CutGoal {
    /// That the follower's best answer is worth as little as can be. It always has one that is worth `least`.
    Value { least: i64 },
    /// To pay as little as can be, so that no answer is worth more than `most`.
    Cost {
        /// What each item costs, at least 0.
        prices: Vec<i64>,
        /// What the follower may get.
        most: i64,
    },
}

/// What the search is asked.
pub struct CutQuestion<const W: usize> {
    pub n_items: usize,
    /// What the leader must keep.
    pub rows: Vec<LeaderRow>,
    pub goal: CutGoal,
    /// A choice that keeps the rows, and what it comes to: the follower's value, or its cost.
    pub known: Option<(CellSet<W>, i64)>,
    /// Answers that are known.
    pub replies: Vec<Reply>,
    /// Keep what a certificate needs.
    pub is_proven: bool,
}

pub struct CutAnswer<const W: usize> {
    /// No choice comes to less; `None` if no choice keeps the rows.
    pub lower: Option<i64>,
    /// The best choice known, and what it comes to.
    pub best: Option<(CellSet<W>, i64)>,
    /// What came before the two met.
    pub stop: Option<Stop>,
    pub work: Counters,
    /// The tree, if it was to be kept and is whole.
    pub proved: Option<CutProof>,
}

/// Solves the problem, or says what is known at a limit.
pub fn solve<const W: usize>(
    question: CutQuestion<W>,
    lps: &dyn NodeLps,
    replier: &mut dyn Replier<W>,
    limits: &Limits,
) -> CutAnswer<W> {
    Tree::new(question, lps, replier, limits).run()
}
