//! A branch and cut for the cheapest choice of clues with weights, and for other clue problems with prices and rows.
//!
//! The leader has 0/1 items x with prices c, and rows over them. Each response of the follower must be prevented, and
//! gives a row over the items that do so (see [`Reply`]), so the linear program
//!
//! ```text
//! min c x   such that   sum_i loss_ri x_i >= worth_r - most  for the answers r so far,   the leader's rows,   0 <= x <= 1
//! ```
//!
//! is a lower bound, and the tree branches on fractional items. If a point of a linear program is a choice, the
//! follower finds a best response to it, so each choice is either sufficient or excluded by one row.
//!
//! The linear programs only propose weights. The proof of a node is a sum in integers, in `program`.

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

/// The follower, as the search uses it.
pub trait Replier<const W: usize> {
    /// Finds a best response to a choice of items, as a reply that loses nothing by them.
    ///
    /// # Errors
    /// The reason why there is none.
    fn best(&mut self, taken: CellSet<W>) -> Result<Reply, Stop>;

    /// Returns a response to a fractional choice, which takes a part of each item; `None` if it has none. The choice of
    /// the response only affects speed.
    fn against(&mut self, point: &[f64]) -> Option<Reply>;

    /// Returns responses found on the way to the last one, and a choice that leaves no response, if there is one. Some
    /// of them may be known.
    fn also(&mut self) -> (Vec<Reply>, Option<CellSet<W>>);

    /// Called with better bounds: the lower bound, and the best choice found.
    fn hear(&mut self, lower: i64, best: Option<i64>, work: &Counters);
}

/// The question of a search.
pub struct CutQuestion {
    /// The price of each item, at least 0.
    pub prices: Vec<i64>,
    /// The greatest allowed value of a response.
    pub most: i64,
    /// The rows that the leader must satisfy.
    pub rows: Vec<LeaderRow>,
    pub replies: Vec<Reply>,
    /// Whether to keep the data for a certificate.
    pub is_proven: bool,
}

pub struct CutAnswer<const W: usize> {
    /// The proven lower bound on the price of a choice; `None` if no choice satisfies the rows.
    pub lower: Option<i64>,
    /// The best choice found, and its price.
    pub best: Option<(CellSet<W>, i64)>,
    /// The limit that ended the search before the bounds met.
    pub stop: Option<Stop>,
    pub work: Counters,
    /// The tree, if it was requested and is complete.
    pub proved: Option<CutProof>,
}

/// Solves the problem, or returns the bounds at a limit.
pub fn solve<const W: usize>(
    question: CutQuestion,
    lps: &dyn NodeLps,
    replier: &mut dyn Replier<W>,
    limits: &Limits,
) -> CutAnswer<W> {
    Tree::new(question, lps, replier, limits).run()
}
