//! The cheapest choice of clues with weights, and whatever is a clue problem with prices and rows, by branch and cut.
//!
//! The leader has 0/1 items x, their prices c, and rows over them. Each answer of the follower is to be prevented, and
//! says which of them does so (see [`Reply`]), so the linear program
//!
//! ```text
//! min c x   such that   sum_i loss_ri x_i >= worth_r - most  for the answers r so far,   the leader's rows,   0 <= x <= 1
//! ```
//!
//! is a lower bound, and the tree branches on fractional items. Where a point of a linear program is a choice, the
//! follower is asked for a best answer to it, so each choice is either enough or ruled out by one row.
//!
//! The linear programs only propose weights. What a node proves is a sum in integers, in `program`.

mod master;
mod most;
mod program;
mod proof;
mod tree;

use crate::base::{CellSet, Limits, Stop};
use crate::ilp::NodeLps;
use crate::problem::{Counters, LeaderRow, Reply};

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

    /// An answer against a fractional choice, which takes a part of what each item takes; or none. Which one it is, is a
    /// matter of speed alone.
    fn against(&mut self, point: &[f64]) -> Option<Reply>;

    /// Answers that came up on the way to the last one, and a choice that leaves none, if there is one; both may be new
    /// or not.
    fn also(&mut self) -> (Vec<Reply>, Option<CellSet<W>>);

    /// Hears of better bounds: the lower one, and the best that is known.
    fn hear(&mut self, lower: i64, best: Option<i64>, work: &Counters);
}

/// What the search is asked.
pub struct CutQuestion {
    /// What each item costs, at least 0.
    pub prices: Vec<i64>,
    /// No answer may be worth more.
    pub most: i64,
    /// What the leader must keep.
    pub rows: Vec<LeaderRow>,
    /// Answers that are known.
    pub replies: Vec<Reply>,
    /// Keep what a certificate needs.
    pub is_proven: bool,
}

pub struct CutAnswer<const W: usize> {
    /// No choice costs less; `None` if no choice keeps the rows.
    pub lower: Option<i64>,
    /// The best choice known, and its cost.
    pub best: Option<(CellSet<W>, i64)>,
    /// What came before the two met.
    pub stop: Option<Stop>,
    pub work: Counters,
    /// The tree, if it was to be kept and is whole.
    pub proved: Option<CutProof>,
}

/// Solves the problem, or says what is known at a limit.
pub fn solve<const W: usize>(
    question: CutQuestion,
    lps: &dyn NodeLps,
    replier: &mut dyn Replier<W>,
    limits: &Limits,
) -> CutAnswer<W> {
    Tree::new(question, lps, replier, limits).run()
}
